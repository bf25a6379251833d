"""How answers are printed: tiles and melds in colour on a terminal, plain text in a pipe, JSON.

Colour is never the only signal: every tile prints its letter or suit, every line its word.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rummy_solver.hand import Hand
    from rummy_solver.melds import Meld
    from rummy_solver.rules import RuleSet
    from rummy_solver.tiles import Tile

STYLES = {
    "R": "bold red",
    "Y": "bold yellow",
    "B": "bold blue",
    "K": "bold",
    "G": "bold green",
    "P": "bold magenta",
    "s": "bold",
    "h": "bold red",
    "d": "bold blue",
    "c": "bold green",
    "*": "bold black on white",
    "F": "bold cyan",
}
"""Style by the letter that a printed tile shows: its first (tiles) or its last (cards)."""

LABEL_WIDTH = 9


def say(*lines: Text | str) -> None:
    """Print lines to stdout, in colour when that is a terminal, never wrapped or cut."""
    console = Console(file=sys.stdout, highlight=False, markup=False, soft_wrap=True)
    for line in lines:
        console.print(line)


def say_json(answer: object) -> None:
    """Print an answer in its JSON form, one document on one line."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")


def tile_text(tile: Tile, rules: RuleSet) -> Text:
    """Return a tile in the game's style, coloured."""
    return _coloured(rules.format(tile))


def tiles_text(tiles: Iterable[Tile], rules: RuleSet) -> Text:
    """Return tiles in the order given, or a dash when there is none."""
    return Text(" ").join([tile_text(tile, rules) for tile in tiles]) or Text("-")


def hand_text(hand: Hand, rules: RuleSet) -> Text:
    """Return a hand, every copy in tile order."""
    return tiles_text(hand, rules)


def meld_text(meld: Meld, rules: RuleSet) -> Text:
    """Return the tiles of a meld in the order of their faces."""
    return Text(" ").join([_coloured(token) for token in rules.format(meld).split()])


def melds_text(melds: Iterable[Meld], rules: RuleSet) -> Text:
    """Return melds in one line with bars between them, or a dash when there is none."""
    return Text(" | ").join([meld_text(meld, rules) for meld in melds]) or Text("-")


def labelled(label: str, content: Text | str) -> Text:
    """Return an indented line that opens with a word of what it shows."""
    return Text().append(f"  {label:<{LABEL_WIDTH}}", "dim").append(content)


def solution_lines(melds: Iterable[Meld], deadwood: Hand, rules: RuleSet) -> list[Text]:
    """Return one line per meld and one of what is left, ready for :func:`say`."""
    lines = [labelled(meld.kind.name.lower(), meld_text(meld, rules)) for meld in melds]
    return [*lines, labelled("left", hand_text(deadwood, rules))]


def heading(rules: RuleSet, text: str) -> Text:
    """Return the first line of an answer: the game and the answer in short."""
    return Text().append(rules.name, "bold").append(f": {text}")


def count(number: int, what: str) -> str:
    """Return a number with its noun: ``1 tile``, ``2 tiles``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def noun(rules: RuleSet) -> str:
    """Return what this game calls its pieces."""
    return rules.style


def _coloured(token: str) -> Text:
    style = STYLES.get(token[0]) or STYLES.get(token[-1], "")
    return Text(token, style=style)
