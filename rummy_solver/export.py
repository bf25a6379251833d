"""Rule sets as plain tables, for a core that runs where Python does not.

``python -m rummy_solver.export`` prints one JSON document with every rule set: the fields of the
compiled form, the combined weights of the objectives, points, closing patterns with their rows, and
how tiles are spelled. Whole numbers beyond 53 bits are texts, as JavaScript would round them.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from rummy_solver.errors import RuleSetError
from rummy_solver.layoffs import goal_tables
from rummy_solver.objectives import resolve, resolve_turn, weights_of
from rummy_solver.patterns import PAIR_JOKERS, pattern_table, query_rows
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules, get_rules, rule_names
from rummy_solver.schema import VERSION, rules_from_plain

__all__ = ["OBJECTIVES", "TURN_OBJECTIVES", "all_rule_tables", "rule_tables"]

OBJECTIVES: dict[str, str | tuple[str, ...]] = {
    "tiles": "tiles",
    "points": "points",
    "penalty": "penalty",
    "tiles,": ("tiles",),
    "tiles,penalty": ("tiles", "penalty"),
    "points,tiles": ("points", "tiles"),
    "penalty,tiles": ("penalty", "tiles"),
    "penalty,points": ("penalty", "points"),
}
"""The objectives of hands that are exported; a trailing comma is a tuple of one name."""

TURN_OBJECTIVES = ("tiles", "penalty", "points")
"""The objectives of turns that are exported, each with its tie-breaks."""

_EXACT = 1 << 53
_ANY_OKEY = "R1"

_KNOBS = (
    "colors", "ranks", "copies", "jokers", "hand_size", "style", "letters", "min_naturals",
    "opening_points", "opening_single_meld", "discard", "discard_taken", "table_play", "closing",
    "close_without_left_over", "left_over", "one_meld_per_turn", "pairs_to_win", "knock_limit",
    "joker_policy", "manipulate_on_opening_turn", "take_all", "one_turn_factor",
    "joker_cap_on_layoff", "okey_required", "min_run", "min_group", "max_group", "first_place",
    "last_place", "joker_limit",
)  # fmt: skip
"""The knobs, and what follows from knobs, that the callers of a core look at."""


def rule_tables(rules: RuleSet | str) -> dict[str, Any]:
    """Return one rule set as plain tables.

    Parameters
    ----------
    rules
        Rule set or name. One that waits for its okey tile is exported as if none were chosen: who
        reads the tables takes the indicator from the deck.

    Examples
    --------
    >>> rule_tables("remi")["hand_size"]
    14
    """
    rules = as_rules(rules)
    open_okey = rules.okey_required and rules.okey_tile is None
    if open_okey:
        rules = rules.replace(okey_tile=_ANY_OKEY)
    deck = list(rules.deck.counts)
    if open_okey and rules.indicator is not None:
        deck[rules.indicator] += 1
    tables: dict[str, Any] = {"name": rules.name, "deck": deck}
    tables |= {key: getattr(rules, key) for key in _KNOBS}
    tables["okey"] = None if open_okey or rules.okey_tile is None else int(rules.okey_tile)
    tables["core"] = _core_fields(rules)
    tables["points"] = [
        rules.run_points, rules.joker_run_points, rules.group_points, rules.joker_group_points
    ]  # fmt: skip
    tables["hand_points"] = rules.hand_points_by_code
    tables["pair_jokers"] = PAIR_JOKERS[rules.pair_jokers]
    tables["objectives"] = {name: _objective(rules, key) for name, key in OBJECTIVES.items()}
    tables["turns"] = {} if rules.table_play == "none" else _turns(rules)
    tables["patterns"] = _patterns(rules)
    return tables


def all_rule_tables() -> dict[str, Any]:
    """Return every rule set as plain tables, by name."""
    return {"version": VERSION, "rules": {name: rule_tables(name) for name in rule_names()}}


def _core_fields(rules: RuleSet) -> list[int]:
    """Return the fields of the compiled rules, in their order."""
    return [
        rules.colors, rules.ranks, rules.copies, rules.jokers, rules.min_run,
        min(rules.max_run, rules.ranks + rules.ace_high), rules.min_group, rules.max_group,
        int(rules.ace_low), int(rules.ace_high), rules.min_naturals, rules.joker_limit,
    ]  # fmt: skip


def _exact(values: Any) -> list[int | str]:
    return [value if value < _EXACT else str(value) for value in values]


def _objective(rules: RuleSet, key: str | tuple[str, ...]) -> dict[str, Any]:
    weights = weights_of(rules, key)
    rows = (weights.run_tile, weights.run_joker, weights.group_tile, weights.group_joker)
    return {
        "names": [objective.name for objective in resolve(key)],
        "weights": _exact(value for row in rows for value in row),
        "radices": _exact(weights.radices),
        "left": [left is not None for left in weights.left],
    }


def _turns(rules: RuleSet) -> dict[str, Any]:
    return {name: _turn(rules, resolve_turn(name)) for name in TURN_OBJECTIVES}


def _turn(rules: RuleSet, components: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {"names": components}
    if rules.table_play == "lay_off":
        goals = goal_tables(rules, components)
        names = ("run_tile", "run_joker", "group_tile", "group_joker", "thrown")
        found["gains"] = _exact([value for name in names for value in goals.gains[name]])
        opening = ("open_run", "open_run_joker", "open_group", "open_group_joker")
        found["opening"] = [value for name in opening for value in goals.gains[name]]
        found["flags"] = {key: int(value) for key, value in goals.flags.items()}
        found["kept"], found["points"] = _exact((goals.kept, goals.points))
    return found


def _query(row: tuple[Any, ...]) -> dict[str, Any]:
    pattern, needs, *lanes = row[:6]
    return {
        "pattern": pattern,
        "needs": needs,
        "lanes": [lane for lanes_of_kind in lanes for lane in lanes_of_kind],
        "rest": [int(value) for value in row[6:]],
    }


def _patterns(rules: RuleSet) -> dict[str, Any]:
    table = pattern_table(rules)
    queries = [_query(row) for row in query_rows(rules, table.names)]
    rows = [
        {
            "name": row.rule.name, "pattern": row.pattern, "points": row.points, "step": row.step,
            "factor": row.factor, "launched": row.rule.launched, "thrown": row.rule.thrown,
            "fresh": row.rule.fresh,
        }
        for row in table.rows
    ]  # fmt: skip
    return {"names": table.names, "queries": queries, "rows": rows}


def main(arguments: list[str]) -> int:
    """Print all rule sets, or the one that a JSON text or a name describes."""
    try:
        if arguments:
            text = arguments[0]
            rules = rules_from_plain(json.loads(text)) if text[:1] == "{" else get_rules(text)
            document = rule_tables(rules)
        else:
            document = all_rule_tables()
    except (RuleSetError, json.JSONDecodeError) as fault:
        sys.stderr.write(f"rummy_solver.export: error: {fault}\n")
        return 2
    sys.stdout.write(json.dumps(document, separators=(",", ":")) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
