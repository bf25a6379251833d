"""Every knob of a rule set is alive: it reaches the core, the weights, or it is Python's alone."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import pytest

from rummy_solver import rules as rules_module
from rummy_solver.objectives import weights_of
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules, rule_names
from support.source import PACKAGE

# A change of each knob that the core's rule struct, or the weights handed to it, must show.
CORE: dict[str, dict[str, Any]] = {
    "colors": {"colors": 6},
    "ranks": {"ranks": 12},
    "copies": {"copies": 1},
    "jokers": {"jokers": 3},
    "min_run": {"min_run": 4},
    "max_run": {"max_run": 12},
    "min_group": {"min_group": 4},
    "max_group": {"max_group": 3},
    "ace": {"ace": "both"},
    "min_naturals": {"min_naturals": 2},
    "max_jokers_per_meld": {"max_jokers_per_meld": 1},
}
WEIGHTS: dict[str, dict[str, Any]] = {
    "tile_points": {"tile_points": "ten"},
    "ace_in_group": {"ace_in_group": 11},
    "hand_points": {"hand_points": {"joker": 0}},
}
# The hand that a question may ask about, what is done with an answer, how it is printed.
PYTHON_ONLY = {
    "name", "style", "letters", "hand_size", "okey_required", "okey_tile", "indicator",
    "joker_cap_on_layoff", "opening_points", "opening_single_meld", "discard", "discard_taken",
    "table_play", "one_meld_per_turn", "joker_swap", "swapped_joker_must_be_used", "joker_policy",
    "manipulate_on_opening_turn", "knock", "closing", "left_over", "close_without_left_over",
    "pairs_to_win", "pair_jokers", "base_points", "left_over_joker_factor", "pairs_factor",
    "stack_doubles", "one_turn_factor", "take_all", "knock_limit", "gin_bonus", "undercut_bonus",
    "big_gin", "patterns", "minor_max", "major_min", "major_includes_high_one", "grand_care",
    "joker_neutral", "big_with_launched", "special_closed_in_jolly", "two_launched_points",
    "simple_launched_step", "simple_closed_step", "settlement", "match_limit", "match_end",
    "stock_exhausted", "stock_turnovers", "pool_exhausted", "zero_sum", "leaving_points",
    "trump_bonus", "trump_match", "refusal_pairs", "starter_extra",
}  # fmt: skip
KNOBS = {field.name for field in fields(RuleSet)}
BASE = get_rules("rummikub")


def core_fields(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Return what a rule set tells the core, instead of building the compiled form."""
    monkeypatch.setattr(rules_module._core, "CoreRules", dict)
    told: dict[str, int] = rules.replace().core
    return told


def test_every_knob_has_its_place() -> None:
    assert CORE.keys() | WEIGHTS.keys() | PYTHON_ONLY == KNOBS
    assert not CORE.keys() & WEIGHTS.keys()
    assert not (CORE.keys() | WEIGHTS.keys()) & PYTHON_ONLY


@pytest.mark.parametrize("knob", CORE)
def test_knob_reaches_the_core(knob: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = core_fields(BASE, monkeypatch)
    assert core_fields(BASE.replace(**CORE[knob]), monkeypatch) != before


@pytest.mark.parametrize("knob", WEIGHTS)
def test_knob_reaches_the_weights(knob: str) -> None:
    goal = ("points", "penalty")
    after = weights_of(BASE.replace(**WEIGHTS[knob]), goal)
    assert after != weights_of(BASE, goal)


@pytest.mark.parametrize("name", sorted(set(rule_names()) - {"okey"}))
def test_core_takes_every_rule_set(name: str) -> None:
    assert type(get_rules(name).core).__name__ == "CoreRules"


def test_no_module_asks_for_the_name_of_a_game() -> None:
    """What a game does follows from its knobs: `rules.name` is for messages only."""
    asks = re.compile(r"\.name\s*(==|!=|in\b|not in\b)|match \w+\.name\b")
    found = [
        f"{path.name}:{number}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if asks.search(line) and "rule_names()" not in line and "rules" in line.split(".name")[0]
    ]
    assert found == []


def test_knobs_are_given_by_name_only() -> None:
    with pytest.raises(TypeError):
        RuleSet("card")  # type: ignore[call-arg]
