"""The registry, and what every rule set of it must have."""

import pickle

import pytest

from rummy_solver.errors import RuleSetError
from rummy_solver.rulesets import as_rules, get_rules, rule_names

SIZES = {
    "rummyclub": 106,
    "joker_rummy": 110,
    "basic_rummy": 52,
    "rummikub": 106,
    "rummikub6": 158,
    "remi": 106,
    "gin_rummy": 52,
}


def test_names() -> None:
    assert set(rule_names()) == {*SIZES, "okey"}


@pytest.mark.parametrize("name", rule_names())
def test_rule_set_is_a_value(name: str) -> None:
    rules = get_rules(name)
    assert rules.name == name
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert as_rules(name) is as_rules(rules) is rules
    assert rules.replace() == rules


@pytest.mark.parametrize("name", SIZES)
def test_deck_and_core(name: str) -> None:
    rules = get_rules(name)
    assert rules.deck.size == SIZES[name]
    assert rules.core is rules.core


def test_okey_without_okey_tile_answers_nothing() -> None:
    rules = get_rules("okey")
    for question in ("core", "deck"):
        with pytest.raises(RuleSetError, match="okey_tile"):
            getattr(rules, question)
