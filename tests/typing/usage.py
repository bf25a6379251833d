"""What users write, read by mypy: a changed type of a public name is an error here.

Nothing of it runs. An `ignore` comment marks what must be refused: were it accepted one day,
mypy would call the comment unused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import rummy_solver as rs
from rummy_solver.deals import TableDeals
from rummy_solver.objectives import FaceWeights


def values() -> None:
    tile = rs.Tile("R5")
    assert_type(tile.color, rs.Color | None)
    assert_type(tile.rank, int)
    assert_type(tile.is_joker, bool)
    hand = rs.Hand.parse("R5-8 *", "rummikub")
    assert_type(hand + tile - rs.JOKER, rs.Hand)
    assert_type(list(hand), list[rs.Tile])
    assert_type(hand.counts, bytes)
    assert_type(hand.jokers, int)
    assert_type(rs.Hand.of([tile, "K3", 7], "rummikub"), rs.Hand)
    meld = rs.read_meld("R5-8", "rummikub")
    assert_type(meld, rs.Meld | None)
    if meld is not None:
        assert_type(meld.faces, tuple[rs.Tile | None, ...])
        assert_type(meld.kind, rs.MeldKind)
        assert_type(meld.points(rs.get_rules("rummikub")), int)


def rules() -> None:
    game = rs.get_rules("joker_rummy")
    assert_type(game, rs.RuleSet)
    assert_type(game.replace(jokers=2), rs.RuleSet)
    assert_type(game.opening_points, int)
    assert_type(game.max_jokers_per_meld, int | None)
    assert_type(game.format(rs.JOKER), str)
    assert_type(rs.rule_names(), tuple[str, ...])


def solving(hand: rs.Hand, array: npt.NDArray[np.uint8]) -> None:
    solution = rs.solve(hand, "rummikub", objective=("tiles", "penalty"))
    assert_type(solution, rs.Solution)
    assert_type(solution.melds, tuple[rs.Meld, ...])
    assert_type(solution.deadwood, rs.Hand)
    assert_type(solution.values, tuple[int, ...])
    assert_type(rs.evaluate("5s 6s 7s", "basic_rummy"), int)
    assert_type(rs.evaluate(array, "basic_rummy", objective="penalty"), int)
    assert_type(rs.evaluate(hand.codes(), "basic_rummy"), int)
    assert_type(rs.solutions(hand, "rummikub", limit=3), Iterator[rs.Solution])
    assert_type(rs.count_solutions(hand, "rummikub"), int)
    assert_type(rs.opening(hand, "rummikub"), rs.Solution | None)
    assert_type(rs.best_discards(hand, "rummikub"), list[tuple[rs.Tile, int]])
    assert_type(rs.check_meld("R5-8", "rummikub"), list[str])


def table(rack: rs.Hand) -> None:
    lying = rs.Table.parse("R1 R2 R3 | B5 K5 Y5 *", "rummikub")
    assert_type(lying[0], rs.Meld)
    turn = rs.best_turn(rack, lying, "rummikub", opened=False, objective="penalty")
    assert_type(turn, rs.Turn)
    assert_type(turn.table, rs.Table)
    assert_type(turn.discard, rs.Tile | None)
    assert_type(rs.check_turn(lying, turn.table, rack, "rummikub"), list[str])


def closing(hand: rs.Hand) -> None:
    assert_type(rs.can_close(hand, "remi"), bool)
    assert_type(rs.closings(hand, "remi", launched=1), list[rs.Closing])
    best = rs.best_closing(hand, "remi")
    assert_type(best, rs.Closing | None)
    if best is not None:
        assert_type(best.discard, rs.Tile | None)
        assert_type(best.points, int | None)
    assert_type(rs.explain_closing(hand, "remi"), rs.ClosingReport)
    assert_type(rs.settle("remi", [hand, "R1"], winner=0, closing=best), rs.Settlement)


def advice(hand: rs.Hand) -> None:
    assert_type(rs.distance(hand, "remi", seen="R1"), int | None)
    assert_type(rs.useful_tiles(hand, "remi"), dict[rs.Tile, int])
    assert_type(rs.rank_discards(hand, "remi"), list[rs.DiscardAdvice])
    assert_type(rs.closing_odds(hand, "remi", draws=2), rs.Odds)
    assert_type(rs.hints(rs.Position(hand, "remi")), list[rs.Hint])


def batch(array: npt.NDArray[np.uint8]) -> None:
    result = rs.solve_batch(array, "rummikub", melds=True, threads=2)
    assert_type(result.value, npt.NDArray[np.int32])
    assert_type(rs.deal("rummikub", 10, seed=1), npt.NDArray[np.uint8])
    assert_type(rs.deal("remi", 10, seed=1, seats=4), TableDeals)
    assert_type(rs.opening_batch(array, "rummikub", errors="mask"), rs.BatchResult)
    assert_type(rs.close_batch(array, "remi").closable, npt.NDArray[np.bool_])
    assert_type(rs.distance_batch(array, "remi", seen="R1").distance, npt.NDArray[np.int8])
    assert_type(rs.closable_count("rummikub", 6, jokers=1), rs.HandCount)


def racks(hand: rs.Hand) -> None:
    assert_type(rs.arrange(hand, "remi"), tuple[rs.Tile, ...])
    assert_type(rs.best_pairs(hand, "remi"), rs.Solution)
    assert_type(rs.possible_melds(hand, "remi"), tuple[rs.Meld, ...])
    assert_type(rs.get_rules("remi").deck, rs.Deck)
    assert_type(list(rs.get_rules("remi").deck), list[rs.Tile])


def more_turns(rack: rs.Hand, lying: rs.Table) -> None:
    assert_type(list(rs.turns(rack, lying, "rummikub", limit=3)), list[rs.Turn])
    for move in rs.lay_offs(rack, lying, "joker_rummy"):
        assert_type(move, rs.Move)
        assert_type(move.kind, rs.MoveKind)
        assert_type(move.apply(lying), rs.Table)
        assert_type(rs.get_rules("joker_rummy").format(move), str)
    assert_type([str(meld) for meld in lying], list[str])


def more_advice(hand: rs.Hand) -> None:
    assert_type(rs.nearest_closing(hand, "remi"), rs.Hand | None)
    assert_type(rs.pairs_distance(hand, "remi"), int | None)
    assert_type(rs.deadwood_distance(hand, "gin_rummy"), int | None)
    for hint in rs.hints(rs.Position(hand, "remi", discards="R5")):
        assert_type(hint.kind, rs.HintKind)
        assert_type(hint.tiles, tuple[rs.Tile, ...])
        assert_type(hint.reason, rs.Reason)
        assert_type(str(hint.reason), str)
    for closing in rs.closings(hand, "remi"):
        assert_type(closing.rows, tuple[rs.Row, ...])
        assert_type(closing.melds, tuple[rs.Meld, ...])


def objectives(hand: rs.Hand) -> None:
    """A goal of one's own, by itself and in a tuple with names."""

    def gains(rules: rs.RuleSet) -> FaceWeights:
        return FaceWeights((1,) * 15, (1,) * 15, (1,) * 14, (1,) * 14)

    own = rs.Objective("own", gains)
    assert_type(rs.evaluate(hand, "rummikub", objective=own), int)
    assert_type(rs.solve(hand, "rummikub", objective=(own, "penalty")), rs.Solution)


def documents(hand: rs.Hand) -> None:
    assert_type(rs.to_dict(hand), dict[str, Any])
    assert_type(rs.from_dict(rs.to_dict(hand)), Any)


def errors() -> None:
    """All are caught as one, as a ValueError, or one by one."""
    try:
        rs.solve("R14", "rummikub")
    except (rs.NotationError, rs.HandError, rs.TableError, rs.RuleSetError) as fault:
        assert_type(fault.where, str | None)
    except rs.SearchLimitError as stopped:
        assert_type(stopped.expected, str | None)
        _runtime_error: RuntimeError = stopped
    except rs.RummyError as other:
        _value_error: ValueError = other


def refused() -> None:
    rs.solve("R5", "rummikub", "points")  # type: ignore[call-arg]
    rs.solve("R5", "rummikub", objective=7)  # type: ignore[arg-type]
    rs.get_rules(7)  # type: ignore[arg-type]
    rs.RuleSet("card")  # type: ignore[call-arg]
    rs.Hand.parse(5)  # type: ignore[arg-type]
    game = rs.get_rules("remi")
    game.jokers = 3  # type: ignore[misc]
    rs.settle("remi", [], 0)  # type: ignore[call-arg]
    rs.hints("R1 R2")  # type: ignore[arg-type]
    rs.solve_batch([[1, 2, 3]], "rummikub")  # type: ignore[arg-type]
    rs.Tile.of("red", 5)  # type: ignore[arg-type]
