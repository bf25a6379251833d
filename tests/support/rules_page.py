"""The table of knobs in RULES.md, written from the rule sets: run this file to renew it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from rummy_solver.points import NAMED, Points
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules, rule_names

PAGE = Path(__file__).parents[2] / "RULES.md"
BEGIN, END = "<!-- knobs: begin -->\n", "<!-- knobs: end -->\n"


def words(value: object) -> str:
    """Write the value of a knob for a reader."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Points):
        tables = {name: {k: v for k, v in value.items() if table.get(k) != v}
                  for name, table in NAMED.items()}  # fmt: skip
        name = min(tables, key=lambda x: len(tables[x]))
        return ", ".join([name, *(f"{k} = {v}" for k, v in tables[name].items())])
    return "-" if value is None else str(value)


def table_of(part: type, games: list[RuleSet]) -> str:
    """Write one part of the rule set as a table, a row per knob and a column per game."""
    heads = ["knob", *(game.name for game in games), "meaning"]
    rows = [heads, ["---"] * len(heads)]
    for field in fields(part):  # type: ignore[arg-type]
        values = [words(getattr(game, field.name)) for game in games]
        rows.append([f"`{field.name}`", *values, field.metadata["doc"]])
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return f"### {part.__name__}: {(part.__doc__ or '').rstrip('.').lower()}\n\n" + "\n".join(lines)


def knobs() -> str:
    """Write all tables."""
    games = [get_rules(name) for name in rule_names()]
    parts = [part for part in RuleSet.__mro__[1:-1] if part.__module__.endswith("rule_parts")]
    return "\n" + "\n\n".join(table_of(part, games) for part in reversed(parts)) + "\n\n"


def renewed(page: str) -> str:
    """Return the page with the tables as the rule sets are now."""
    head, rest = page.split(BEGIN)
    return head + BEGIN + knobs() + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
