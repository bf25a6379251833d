"""List the rule sets, or every knob of one.

Example: rummy-solver rules joker_rummy
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from rummy_solver.cli import DONE
from rummy_solver.cli.options import JsonOption, SetOption, read_rules
from rummy_solver.cli.output import heading, say, say_json
from rummy_solver.points import Points
from rummy_solver.rulesets import get_rules, rule_names
from rummy_solver.tiles import Tile

if TYPE_CHECKING:
    from rummy_solver.rules import RuleSet

COLUMNS = {
    "colors": "colours",
    "ranks": "ranks",
    "copies": "copies",
    "jokers": "jokers",
    "hand_size": "hand",
    "ace": "ace",
    "opening_points": "opening",
    "pairs_to_win": "pairs",
    "table_play": "table",
}
"""Knobs that the list shows, and the heads of their columns."""


def command(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A rule set, to see all of its knobs."),
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", "-r", metavar="NAME", help="The same as NAME.")
    ] = None,
    settings: SetOption = None,
    as_json: JsonOption = False,
) -> int:
    """Print the list of rule sets, or the knobs of the one named."""
    wanted = name or rules
    if wanted is None:
        games = [get_rules(known) for known in rule_names()]
        if as_json:
            say_json({game.name: knobs_of(game) for game in games})
        else:
            _print_list(games)
        return DONE
    game = read_rules(wanted, settings)
    if as_json:
        say_json({"name": game.name, **knobs_of(game)})
    else:
        _print_knobs(game)
    return DONE


def knobs_of(rules: RuleSet) -> dict[str, object]:
    """Return every knob of a rule set with its value, in the form that JSON and --set read."""
    knobs = {field.name: getattr(rules, field.name) for field in fields(rules) if field.init}
    knobs.pop("name")
    return {knob: _plain(value) for knob, value in knobs.items()}


def _plain(value: object) -> object:
    if isinstance(value, Points):
        return {str(key): points for key, points in value.items()}
    return str(value) if isinstance(value, Tile) else value


def _print_list(games: list[RuleSet]) -> None:
    heads = ["name", *COLUMNS.values()]
    rows = [[game.name, *(str(getattr(game, knob)) for knob in COLUMNS)] for game in games]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        say("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


def _print_knobs(rules: RuleSet) -> None:
    knobs = knobs_of(rules)
    meaning = {field.name: field.metadata.get("doc", "") for field in fields(rules)}
    texts = {knob: json.dumps(value) for knob, value in knobs.items()}
    name_width, value_width = max(map(len, texts)), 14
    say(heading(rules, "every knob, as --set takes it"))
    for knob, text in texts.items():
        line = Text(f"  {knob:<{name_width}}  ").append(f"{text:<{value_width}}", "bold")
        say(line.append(f"  {meaning[knob]}", "dim"))
