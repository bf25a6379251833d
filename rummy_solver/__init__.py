"""An exact, fast meld solver for the rummy family."""

from rummy_solver.combinatorics import HandCount, closable_count
from rummy_solver.deals import deal
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
from rummy_solver.objectives import Objective
from rummy_solver.play import Turn, best_turn, turns
from rummy_solver.readings import check_meld, read_meld
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules, rule_names
from rummy_solver.table import Table
from rummy_solver.tiles import JOKER, Color, Deck, Tile

__version__ = "0.1.0"

__all__ = [
    "JOKER",
    "Color",
    "Deck",
    "Hand",
    "HandCount",
    "HandError",
    "Meld",
    "MeldKind",
    "NotationError",
    "Objective",
    "RuleSet",
    "RuleSetError",
    "RummyError",
    "SearchLimitError",
    "Table",
    "TableError",
    "Tile",
    "Turn",
    "__version__",
    "best_turn",
    "check_meld",
    "closable_count",
    "deal",
    "get_rules",
    "read_meld",
    "rule_names",
    "turns",
]
