"""Find the best turn of a rack at a table.

Example: rummy-solver turn --rules joker_rummy "4s 8h 8d Kc" --table "5s 6s * | 8s 8c *"
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummy_solver.cli import DONE, NO
from rummy_solver.cli.options import (
    DEFAULT_RULES,
    HandArgument,
    JsonOption,
    RulesOption,
    SetOption,
    read_hand,
    read_objective,
    read_rules,
)
from rummy_solver.cli.output import (
    count,
    hand_text,
    heading,
    labelled,
    meld_text,
    melds_text,
    noun,
    say,
    say_json,
    tile_text,
)
from rummy_solver.hand import Hand
from rummy_solver.notation import parse_tile
from rummy_solver.play import best_turn, turns
from rummy_solver.schema import to_dict
from rummy_solver.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

    from rummy_solver.play import Turn

ObjectiveOption = Annotated[
    str,
    typer.Option(
        "--objective",
        "-o",
        metavar="NAMES",
        help="What is best: tiles, penalty, points, kept, moves, or several by commas, the first "
        "counting most.",
    ),
]


def command(
    rack: HandArgument,
    table: Annotated[
        str, typer.Option("--table", "-t", metavar="MELDS", help="The melds, bars between them.")
    ] = "",
    rules: RulesOption = DEFAULT_RULES,
    objective: ObjectiveOption = "tiles",
    opened: Annotated[
        bool,
        typer.Option("--opened/--not-opened", help="Whether this player has laid melds before."),
    ] = True,
    discard: Annotated[
        bool,
        typer.Option("--discard/--no-discard", help="Whether a discard ends the turn, if one may."),
    ] = True,
    taken: Annotated[
        str | None,
        typer.Option("--taken", metavar="TILE", help="The tile taken from the discard pile."),
    ] = None,
    settings: SetOption = None,
    every: Annotated[bool, typer.Option("--all", help="Print all of the best turns.")] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=1, metavar="N", help="With --all: at most so many.")
    ] = 20,
    node_limit: Annotated[
        int | None, typer.Option("--node-limit", min=1, help="Give up beyond so many nodes.")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Search the turn and print it with its steps."""
    game = read_rules(rules, settings)
    tiles = read_hand(rack, game)
    melds = Table.parse(table, game)
    question: dict[str, Any] = {
        "opened": opened,
        "objective": read_objective(objective),
        "discard": None if discard else False,
        "taken": None if taken is None else parse_tile(taken, game.dialect),
        "node_limit": node_limit,
    }
    if every:
        found = list(turns(tiles, melds, game, limit=limit, **question))
    else:
        found = [best_turn(tiles, melds, game, **question)]
    if as_json:
        forms = [to_dict(turn, game) for turn in found]
        say_json(forms if every else forms[0])
    else:
        for turn in found:
            say(*_lines(turn))
    idle = not found[0].placed and found[0].discard is None
    return NO if idle else DONE


def _lines(turn: Turn) -> Iterator[Text]:
    """Yield the turn: in short, the table before and after, the steps, what is left."""
    rules = turn.rules
    text = f"{count(turn.tiles, noun(rules))} put down, {count(turn.points, 'point')}"
    text += ", goes out" if turn.goes_out else f", {turn.penalty} left in hand"
    text += f", counts {turn.factor} times" if turn.factor > 1 else ""
    yield heading(rules, text)
    yield labelled("before", melds_text(turn.before, rules))
    yield from _table_after(turn)
    for number, move in enumerate(turn.moves, 1):
        yield labelled(f"step {number}", move.text(rules.dialect))
    if turn.discard is not None:
        yield labelled("discard", tile_text(turn.discard, rules))
    yield labelled("left", hand_text(turn.left, rules))


def _table_after(turn: Turn) -> Iterator[Text]:
    """Yield each meld of the new table: as it lay before, changed, or new from the rack."""
    before = Counter(turn.before)
    for meld in turn.table:
        if before[meld]:
            before[meld] -= 1
            word = "same"
        else:
            word = "new" if Hand(list(meld.tiles)) <= turn.placed else "changed"
        yield labelled(word, meld_text(meld, turn.rules))
