"""The registry of rule sets: one data-only module per game, one line per game here."""

from __future__ import annotations

from difflib import get_close_matches

from rummy_solver import hand
from rummy_solver.errors import RuleSetError, shown
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import (
    basic_rummy,
    gin_rummy,
    joker_rummy,
    okey,
    remi,
    rummikub,
    rummikub6,
    rummyclub,
)

__all__ = ["as_rules", "get_rules", "rule_names"]

_ALL: dict[str, RuleSet] = {
    module.RULES.name: module.RULES
    for module in (
        rummyclub,
        joker_rummy,
        basic_rummy,
        rummikub,
        rummikub6,
        remi,
        gin_rummy,
        okey,
    )
}


def rule_names() -> tuple[str, ...]:
    """Return the names of all rule sets.

    Examples
    --------
    >>> "remi" in rule_names()
    True
    """
    return tuple(_ALL)


def get_rules(name: str) -> RuleSet:
    """Return the rule set of a name.

    Raises
    ------
    RuleSetError
        There is no such rule set.
    """
    key: object = name
    if isinstance(key, str) and key in _ALL:
        return _ALL[key]
    near = get_close_matches(key, _ALL, 1) if isinstance(key, str) else []
    expected = f"{near[0]!r}, or another of " if near else "one of "
    raise RuleSetError("rule set", expected=expected + ", ".join(_ALL), got=shown(name))


def as_rules(rules: RuleSet | str) -> RuleSet:
    """Return the rule set that a public function was given, as such or by name."""
    return rules if isinstance(rules, RuleSet) else get_rules(rules)


# A hand comes before the rule sets in the order of imports, yet takes their names.
hand.named_rules.append(as_rules)
