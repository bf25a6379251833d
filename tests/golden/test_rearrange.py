"""Turns of rummikub with known values, from two independent exact methods that agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rummy_solver.hand import Hand
from rummy_solver.play import Turn, best_turn
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules

FOLDER = Path(__file__).parent / "turns"
POLICIES = ("locked", "replace", "free")


def rows(name: str) -> list[Any]:
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(row, id=row["id"]) for row in map(json.loads, lines)]


def spell(row: dict[str, Any]) -> tuple[str, str]:
    return " ".join(row["rack"]), " | ".join(" ".join(meld) for meld in row["table"])


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("row", rows("rummikub_policies"))
def test_policies(row: dict[str, Any], policy: str) -> None:
    rules = get_rules("rummikub").replace(joker_policy=policy)
    answer = row["answers"][policy]
    turn = best_turn(row["rack"], row["table"], rules)
    assert turn.tiles == answer["max_tiles"]
    assert turn.penalty == answer["penalty_left"]
    assert turn.kept_melds == answer["kept_melds"]
    assert turn.goes_out == answer["goes_out"]
    turn = best_turn(row["rack"], row["table"], rules, objective="penalty")
    order = answer["penalty_order"]
    assert (turn.penalty, turn.tiles) == (order["penalty_left"], order["tiles"])
    assert turn.kept_melds == order["kept_melds"]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("row", rows("rummikub_opening"))
def test_opening_turns(row: dict[str, Any], policy: str) -> None:
    rules = get_rules("rummikub").replace(joker_policy=policy)
    answer = row["answers"][policy]
    turn = best_turn(row["rack"], row["table"], rules, opened=False)
    assert turn.tiles == answer["max_tiles"]
    assert turn.penalty == answer["penalty_left"]
    assert turn.goes_out == answer["goes_out"]
    alone = rules.replace(manipulate_on_opening_turn=False)
    turn = best_turn(row["rack"], row["table"], alone, opened=False)
    assert turn.tiles == row["answers"]["max_tiles_without_manipulation"]


def rack_points(turn: Turn, joker: int) -> int:
    return sum(tile.rank or joker for tile in turn.placed)


def state_rules(row: dict[str, Any]) -> RuleSet:
    rules = get_rules("rummikub6" if row["colours"] == 6 else "rummikub")
    if row["colours"] == 6:
        rules = rules.replace(max_group=6)
    return rules.replace(joker_policy="free", jokers=max(2, row["jokers_in_game"]))


@pytest.mark.parametrize("row", rows("rummikub_states"))
def test_states(row: dict[str, Any]) -> None:
    rules = state_rules(row)
    rack, table = spell(row)
    answers = row["answers"]
    free_jokers = rules.replace(hand_points={"joker": 0})
    best = best_turn(rack, table, rules)
    assert best.tiles == answers["max_tiles"]
    assert best.goes_out == answers["goes_out"]
    assert rack_points(best, 30) == answers["points30_at_max_tiles"]
    assert rack_points(best_turn(rack, table, free_jokers), 0) == answers["points0_at_max_tiles"]
    turn = best_turn(rack, table, free_jokers, objective="penalty")
    assert rack_points(turn, 0) == answers["max_points_joker0"]
    turn = best_turn(rack, table, rules, objective="penalty")
    assert rack_points(turn, 30) == answers["max_points_joker30"]
    if "kept_melds_at_max_tiles" in answers:
        turn = best_turn(rack, table, rules, objective=("tiles", "kept"))
        assert turn.kept_melds == answers["kept_melds_at_max_tiles"]


@pytest.mark.parametrize("row", rows("rummikub_states"))
def test_openings_of_states(row: dict[str, Any]) -> None:
    rules = state_rules(row).replace(manipulate_on_opening_turn=False)
    rack, _ = spell(row)
    answers = row["answers"]
    value = best_turn(rack, "", rules, opened=True, objective="points").points
    assert value == answers["open_max_value"]
    for points in (30, 50):
        turn = best_turn(rack, "", rules.replace(opening_points=points), opened=False)
        assert (turn.tiles or None) == answers[f"open{points}_max_tiles"]


@pytest.mark.parametrize("row", rows("rummikub_cases"))
def test_cases(row: dict[str, Any]) -> None:
    policy = "free" if row["kind"] == "free_joker" else "replace"
    rules = get_rules("rummikub").replace(joker_policy=policy)
    rack, table = spell(row)
    turn = best_turn(rack, table, rules)
    if policy == "replace":
        assert turn.tiles == len(row["expected_placed"])
        return
    known = row["computed"]
    assert (turn.tiles, turn.goes_out) == (known["max_tiles"], known["goes_out"])
    if "open_max_value" in known:
        value = best_turn(rack, "", rules, objective="points").points
        assert value == known["open_max_value"]
    if "open30_max_tiles" in known:
        alone = rules.replace(manipulate_on_opening_turn=False)
        turn = best_turn(rack, "", alone, opened=False)
        assert (turn.tiles or None) == known["open30_max_tiles"]


def test_hands_are_sorted_into_placed_and_left() -> None:
    turn = best_turn("R1 R4 K9", "R1 R2 R3", "rummikub")
    assert (turn.placed, turn.left) == (Hand.parse("R4"), Hand.parse("R1 K9"))
