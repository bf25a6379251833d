"""Both solvers against hands whose right answers others have found."""

from __future__ import annotations

from typing import Any

import pytest

from rummy_solver.hand import Hand
from rummy_solver.rules import RuleSet
from support.oracle import SOLVERS, golden, rules_of

SOLVER = pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)


def hand_of(row: dict[str, Any], rules: RuleSet, *more: str) -> Hand:
    return Hand.parse(" ".join([row["hand"], *more]), rules)


def best_after_discard(solver: Any, hand: Hand, rules: RuleSet) -> int:
    return min(value for _, value in solver.discards(hand, rules, "penalty"))


@SOLVER
def test_rummyclub_and_remi(solver: Any) -> None:
    for row in golden("solve/rummyclub.jsonl")[:: solver.stride]:
        for name in ("rummyclub", "remi"):
            rules = rules_of({**row, "rules": name})
            hand = hand_of(row, rules)
            for goal in ("tiles", "points", "penalty"):
                assert solver.evaluate(hand, rules, objective=goal) == row[goal], (row["id"], goal)
            free = rules_of({"rules": name}, tile_points={"joker": 0})
            assert solver.evaluate(hand, free, objective="points") == row["points_joker0"], row[
                "id"
            ]
            for jokers, number in row["pairs"].items():
                found = solver.pairs(hand, rules_of({"rules": name}, pair_jokers=jokers))
                assert found == number, (row["id"], jokers)


@SOLVER
def test_joker_rummy(solver: Any) -> None:
    for row in golden("solve/joker_rummy.jsonl")[:: solver.stride]:
        rules = rules_of(row)
        hand = hand_of(row, rules)
        assert rules.penalty(hand) == row["total"]
        for goal in ("tiles", "points", "penalty"):
            assert solver.evaluate(hand, rules, objective=goal) == row[goal], (row["id"], goal)
        assert best_after_discard(solver, hand, rules) == row["penalty_after_discard"], row["id"]
        melds = solver.melds(hand, rules)
        assert bool(melds) == (row["best_meld"] > 0)


@SOLVER
def test_joker_rummy_openings(solver: Any) -> None:
    for row in golden("solve/joker_rummy.jsonl")[:: solver.stride]:
        rules = rules_of(row)
        hand = hand_of(row, rules)
        best = solver.opening(hand, rules, objective="penalty")
        assert (best is not None) == row["opens"], row["id"]
        assert (row["total"] if best is None else best[0]) == row["opening_penalty"], row["id"]
        most = solver.opening(hand, rules, objective="tiles")
        assert (0 if most is None else most[0]) == row["opening_tiles"], row["id"]
        alone = solver.opening(hand, rules_of(row, opening_single_meld=True), objective="tiles")
        assert (alone is not None) == row["opens_with_one_meld"], row["id"]
        left = []
        for tile in sorted(set(hand)):
            kept = hand - tile
            laid = solver.opening(kept, rules, objective="penalty")
            left.append(rules.penalty(kept) if laid is None else laid[0])
        assert min(left) == row["penalty_after_opening_discard"], row["id"]


@SOLVER
def test_basic_rummy(solver: Any) -> None:
    for row in golden("solve/basic_rummy.jsonl"):
        rules = rules_of(row)
        hand = hand_of(row, rules)
        for goal in ("tiles", "points", "penalty"):
            assert solver.evaluate(hand, rules, objective=goal) == row[goal], (row["id"], goal)
        assert len(solver.melds(hand, rules)) == row["melds"], row["id"]
        left = {
            tiles_left(hand, melds) for melds in solver.solutions(hand, rules, objective="penalty")
        }
        assert len(left) == row["covers"], row["id"]


def tiles_left(hand: Hand, melds: Any) -> Hand:
    for meld in melds:
        hand = hand - Hand.of(meld.tiles)
    return hand


@SOLVER
def test_basic_rummy_discards(solver: Any) -> None:
    for row in golden("solve/basic_rummy.jsonl"):
        if "drawn" in row:
            rules = rules_of(row)
            hand = hand_of(row, rules, row["drawn"])
            rows = solver.discards(hand, rules, "penalty")
            best = rows[0][1]
            assert best == row["penalty_after_discard"], row["id"]
            tiles = Hand.of([tile for tile, value in rows if value == best])
            assert tiles == Hand.parse(row["best_discards"], rules), row["id"]
            whole = solver.evaluate(hand, rules, objective="tiles") == len(hand)
            assert whole == row["all_melded"], row["id"]
            assert (best == 0) == row["goes_out_with_discard"], row["id"]


@SOLVER
@pytest.mark.parametrize(
    "row", golden("solve/cases.jsonl"), ids=lambda row: f"{row['kind']}:{row['hand'][:20]}"
)
def test_facts(solver: Any, row: dict[str, Any]) -> None:
    rules = rules_of(row)
    hand = hand_of(row, rules)
    kind, expected = row["kind"], row["expected"]
    if kind in ("tiles", "points", "penalty"):
        assert solver.evaluate(hand, rules, objective=kind) == expected
    elif kind == "penalty_after_discard":
        assert best_after_discard(solver, hand, rules) == expected
    elif kind == "penalties_by_discard":
        found = dict(solver.discards(hand, rules, "penalty"))
        order = [Hand.parse(text, rules).codes()[0] for text in row["hand"].split()]
        assert [found[tile] for tile in order] == expected
    elif kind == "discards_up_to":
        rows = solver.discards(hand, rules, "penalty")
        tiles = Hand.of([tile for tile, value in rows if value <= row["limit"]])
        assert tiles == Hand.parse(expected, rules)
    elif kind == "is_meld":
        assert any(len(m.tiles) == len(hand) for m in solver.melds(hand, rules)) == expected
    elif kind == "meld_points":
        assert solver.evaluate(hand, rules, objective="points") == expected
    elif kind == "opens":
        assert (solver.opening(hand, rules, objective="tiles") is not None) == expected
    elif kind == "pairs":
        assert solver.pairs(hand, rules) == expected
    elif kind == "deck_melds":
        assert len(solver.melds(Hand.of(list(rules.deck)), rules)) == expected
    else:
        assert kind == "melds"
        assert len(solver.melds(hand, rules)) == expected
