"""RULES.md says what the rule sets say."""

from __future__ import annotations

import re

from rummy_solver.rule_parts import DeckRules
from rummy_solver.rulesets import get_rules, rule_names
from support.rules_page import PAGE, knobs, renewed, words
from support.source import PACKAGE


def test_tables_are_those_of_the_rule_sets() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert renewed(page) == page, "renew the page: PYTHONPATH=tests python -m support.rules_page"


def test_every_game_has_a_column() -> None:
    head = next(line for line in knobs().splitlines() if line.startswith("| knob"))
    assert [cell.strip() for cell in head.split("|")[2:-2]] == list(rule_names())
    assert "`okey_tile`" in knobs()
    assert DeckRules.__name__ in knobs()


def test_words() -> None:
    rules = get_rules("joker_rummy")
    assert words(rules.hand_points) == "ten, 1 = 15, joker = 30"
    assert words(rules.tile_points) == "ten, ace_high = 11"
    assert [words(x) for x in (True, False, None, 5)] == ["yes", "no", "-", "5"]


def test_every_clause_that_the_rule_sets_name_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    named = set()
    for path in (PACKAGE / "rulesets").glob("*.py"):
        named |= set(
            re.findall(r"\b(?:RC|JR|BR|RK|RM|GN)-[0-9]+", path.read_text(encoding="utf-8"))
        )
    assert len(named) > 40
    assert [clause for clause in sorted(named) if f"**{clause}**" not in page] == []
