"""Arguments and options that several commands share, and how they are read."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rummy_solver.errors import RuleSetError
from rummy_solver.hand import Hand
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules

HandArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="HAND...",
        help="The tiles, as one text or several: 'R5-8 K7 *' or 5s 6s 7s '*'.",
        show_default=False,
    ),
]
RulesOption = Annotated[
    str,
    typer.Option("--rules", "-r", metavar="NAME", help="The game; `rummy-solver rules` has all."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "-s",
        metavar="KNOB=VALUE",
        help="Change a knob of the rules, as often as needed: --set jokers=0.",
    ),
]
ObjectiveOption = Annotated[
    str,
    typer.Option(
        "--objective",
        "-o",
        metavar="NAMES",
        help="What is best: tiles, points, penalty, or several by commas, the first counting most.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]

DEFAULT_RULES = "rummikub"


def read_rules(name: str, settings: list[str] | None = None) -> RuleSet:
    """Return the rule set of that name with the knobs changed that ``--set`` names.

    Raises
    ------
    RuleSetError
        When there is no such rule set or knob, or the value contradicts the others.
    """
    rules = get_rules(name)
    knobs = dict(map(_read_setting, settings or ()))
    return rules.replace(**knobs) if knobs else rules


def _read_setting(setting: str) -> tuple[str, object]:
    knob, equals, text = setting.partition("=")
    if not equals:
        raise RuleSetError(f"--set: expected KNOB=VALUE, got {setting!r}")
    return knob.strip().replace("-", "_"), read_value(text.strip())


def read_value(text: str) -> object:
    """Read a number, true, false, null or a JSON object; anything else is a plain word.

    Examples
    --------
    >>> read_value('{"1": 15, "joker": 30}'), read_value("both"), read_value("null")
    ({1: 15, 'joker': 30}, 'both', None)
    """
    try:
        value: object = json.loads(text, object_hook=_with_ranks)
    except ValueError:
        return text
    return value


def _with_ranks(table: dict[str, object]) -> dict[int | str, object]:
    return {int(key) if key.isdecimal() else key: value for key, value in table.items()}


def read_hand(words: list[str], rules: RuleSet) -> Hand:
    """Read the hand that was given as one argument or as several."""
    return Hand.parse(" ".join(words), rules)


def read_objective(names: str) -> str | tuple[str, ...]:
    """Read ``tiles`` as the name it is and ``tiles,points`` as a tuple of names."""
    parts = tuple(name.strip() for name in names.split(","))
    return parts[0] if len(parts) == 1 else parts
