"""Tell what to do now, and why.

Example: rummy-solver hint --rules gin_rummy "7s 8s 9s 2h 3h 4h As Ad Kc 9d" --discards "Qd 2c"
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rummy_solver.advice import Position, hints
from rummy_solver.cli import DONE, NO
from rummy_solver.cli.options import (
    DEFAULT_RULES,
    HandArgument,
    JsonOption,
    RulesOption,
    SetOption,
    read_hand,
    read_rules,
)
from rummy_solver.cli.output import heading, labelled, say, say_json
from rummy_solver.errors import HandError
from rummy_solver.hand import Hand
from rummy_solver.notation import parse_tile
from rummy_solver.schema import to_dict

if TYPE_CHECKING:
    from rummy_solver.reasons import Hint
    from rummy_solver.rules import RuleSet
    from rummy_solver.tiles import Tile


TableOption = Annotated[
    str, typer.Option("--table", "-t", metavar="MELDS", help="The melds, bars between them.")
]
DiscardsOption = Annotated[
    str,
    typer.Option(
        "--discards",
        "-d",
        metavar="TILES",
        help="The discard pile, its top last; several piles with bars between them.",
    ),
]
SeenOption = Annotated[
    str,
    typer.Option("--seen", metavar="TILES", help="Other tiles that cannot be drawn any more."),
]
OpenedOption = Annotated[
    bool,
    typer.Option("--opened/--not-opened", help="Whether this player has laid melds before."),
]
DrawnOption = Annotated[
    str | None, typer.Option("--drawn", metavar="TILE", help="The tile drawn in this turn.")
]
TakenOption = Annotated[
    str | None,
    typer.Option("--taken", metavar="TILE", help="The tile taken from a discard pile."),
]
PhaseOption = Annotated[
    str | None,
    typer.Option("--phase", metavar="WORD", help="draw or play; by default told by the rest."),
]
NextKnownOption = Annotated[
    str,
    typer.Option("--next-known", metavar="TILES", help="Tiles that the next player holds."),
]
NextOpenedOption = Annotated[
    bool, typer.Option("--next-opened", help="The next player has laid melds before.")
]
LaunchedOption = Annotated[
    int, typer.Option("--launched", min=0, help="Jokers thrown before by this player.")
]


def command(
    hand: HandArgument,
    rules: RulesOption = DEFAULT_RULES,
    table: TableOption = "",
    discards: DiscardsOption = "",
    seen: SeenOption = "",
    opened: OpenedOption = False,
    drawn: DrawnOption = None,
    taken: TakenOption = None,
    phase: PhaseOption = None,
    next_known: NextKnownOption = "",
    next_opened: NextOpenedOption = False,
    launched: LaunchedOption = 0,
    quick: Annotated[bool, typer.Option("--quick", help="Do not look ahead.")] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=1, metavar="N", help="Print at most so many hints.")
    ] = 20,
    settings: SetOption = None,
    as_json: JsonOption = False,
) -> int:
    """Print the hints for one seat, the best first."""
    game = read_rules(rules, settings)
    position = Position(
        read_hand(hand, game),
        game,
        table,
        discards,
        Hand.parse(seen, game),
        opened,
        _tile(drawn, game),
        _tile(taken, game),
        "play" if phase == "play" else "draw" if _checked(phase) == "draw" else None,
        next_known=Hand.parse(next_known, game),
        next_opened=next_opened,
        launched=launched,
    )
    found = hints(position, look_ahead=not quick)[:limit]
    if as_json:
        say_json([to_dict(hint, game) for hint in found])
    else:
        say(heading(game, f"{position.phase} phase"))
        say(*[labelled(_label(hint, game), str(hint.reason)) for hint in found])
    return DONE if found else NO


def _label(hint: Hint, rules: RuleSet) -> str:
    word = hint.kind.value.lower().replace("_", " ")
    return f"{word} {rules.format(hint.tiles)}".ljust(24)


def _tile(text: str | None, rules: RuleSet) -> Tile | None:
    return None if text is None else parse_tile(text, rules.dialect)


def _checked(phase: str | None) -> str | None:
    if phase not in (None, "draw", "play"):
        raise HandError("--phase", expected="draw or play", got=repr(phase))
    return phase
