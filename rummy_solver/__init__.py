"""An exact, fast meld solver for the rummy family."""

from rummy_solver.advice import Hint, HintKind, Position, Reason, hints
from rummy_solver.batch import BatchResult, opening_batch, solve_batch
from rummy_solver.closing import Closing, best_closing, can_close, closings
from rummy_solver.closing_report import ClosingReport, explain_closing
from rummy_solver.combinatorics import HandCount, closable_count
from rummy_solver.deals import deal
from rummy_solver.distances import (
    DiscardAdvice,
    deadwood_distance,
    distance,
    nearest_closing,
    pairs_distance,
    rank_discards,
    useful_tiles,
)
from rummy_solver.endings import close_batch, distance_batch
from rummy_solver.errors import (
    HandError,
    NotationError,
    RuleSetError,
    RummyError,
    SearchLimitError,
    TableError,
)
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.moves import Move, MoveKind
from rummy_solver.objectives import Objective
from rummy_solver.odds import Odds, closing_odds
from rummy_solver.patterns import Row
from rummy_solver.play import Turn, best_turn, lay_offs, turns
from rummy_solver.racks import arrange, best_pairs
from rummy_solver.readings import check_meld, read_meld
from rummy_solver.referee import check_turn
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules, rule_names
from rummy_solver.schema import from_dict, to_dict
from rummy_solver.scoring import Settlement, settle
from rummy_solver.solution import Solution
from rummy_solver.solver import (
    best_discards,
    count_solutions,
    evaluate,
    opening,
    possible_melds,
    solutions,
    solve,
)
from rummy_solver.table import Table
from rummy_solver.tiles import JOKER, Color, Deck, Tile

__version__ = "0.1.0"

__all__ = [
    "JOKER",
    "BatchResult",
    "Closing",
    "ClosingReport",
    "Color",
    "Deck",
    "DiscardAdvice",
    "Hand",
    "HandCount",
    "HandError",
    "Hint",
    "HintKind",
    "Meld",
    "MeldKind",
    "Move",
    "MoveKind",
    "NotationError",
    "Objective",
    "Odds",
    "Position",
    "Reason",
    "Row",
    "RuleSet",
    "RuleSetError",
    "RummyError",
    "SearchLimitError",
    "Settlement",
    "Solution",
    "Table",
    "TableError",
    "Tile",
    "Turn",
    "__version__",
    "arrange",
    "best_closing",
    "best_discards",
    "best_pairs",
    "best_turn",
    "can_close",
    "check_meld",
    "check_turn",
    "closable_count",
    "close_batch",
    "closing_odds",
    "closings",
    "count_solutions",
    "deadwood_distance",
    "deal",
    "distance",
    "distance_batch",
    "evaluate",
    "explain_closing",
    "from_dict",
    "get_rules",
    "hints",
    "lay_offs",
    "nearest_closing",
    "opening",
    "opening_batch",
    "pairs_distance",
    "possible_melds",
    "rank_discards",
    "read_meld",
    "rule_names",
    "settle",
    "solutions",
    "solve",
    "solve_batch",
    "to_dict",
    "turns",
    "useful_tiles",
]
