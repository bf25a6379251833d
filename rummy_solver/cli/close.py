"""Tell whether a hand closes, with which tile and for how much; if not, every reason why.

Example: rummy-solver close --rules remi "R1-4 R7-9 K5-8 K11-13 *"
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

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
from rummy_solver.cli.output import (
    count,
    hand_text,
    heading,
    labelled,
    meld_text,
    say,
    say_json,
    tile_text,
)
from rummy_solver.closing_report import explain_closing
from rummy_solver.notation import parse_tile
from rummy_solver.schema import VERSION, rules_to_plain, tiles_to_plain, to_dict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rummy_solver.closing import Closing
    from rummy_solver.closing_report import ClosingReport
    from rummy_solver.patterns import Row
    from rummy_solver.rules import RuleSet


def command(
    hand: HandArgument,
    rules: RulesOption = DEFAULT_RULES,
    launched: Annotated[
        int, typer.Option("--launched", min=0, metavar="N", help="Jokers thrown earlier (remi).")
    ] = 0,
    opened: Annotated[
        bool, typer.Option("--opened/--not-opened", help="Whether melds were laid before.")
    ] = False,
    taken: Annotated[
        str | None,
        typer.Option("--taken", metavar="TILE", help="The tile taken from the discard pile."),
    ] = None,
    settings: SetOption = None,
    as_json: JsonOption = False,
) -> int:
    """Look for closings and print the best, or the reasons why there is none."""
    game = read_rules(rules, settings)
    report = explain_closing(
        read_hand(hand, game),
        game,
        launched=launched,
        opened=opened,
        taken=None if taken is None else parse_tile(taken, game.dialect),
    )
    if as_json:
        say_json(_form(report, game))
    else:
        say(*(_closing_lines(report, game) if report.eligible else _fault_lines(report, game)))
    return DONE if report.eligible else NO


def _form(report: ClosingReport, rules: RuleSet) -> dict[str, Any]:
    return {
        "version": VERSION,
        "type": "closing_report",
        "rules": rules_to_plain(rules),
        "eligible": report.eligible,
        "closings": [to_dict(closing, rules) for closing in report.closings],
        "faults": [
            {
                "code": fault.code,
                "text": fault.text,
                "amount": fault.amount,
                "tiles": tiles_to_plain(fault.tiles, rules),
            }
            for fault in report.faults
        ],
        "loose": tiles_to_plain(report.loose, rules),
    }


def _closing_lines(report: ClosingReport, rules: RuleSet) -> Iterator[Text]:
    """Yield the best closing with its melds, then the table of all of them."""
    best = report.closings[0]
    text = f"closes, {best.pattern}"
    if best.points is not None:
        text += f", {count(best.points, 'point')} from each opponent"
    elif best.factor > 1:
        text += f", counts {best.factor} times"
    yield heading(rules, text)
    for meld in best.melds:
        yield labelled(meld.kind.name.lower(), meld_text(meld, rules))
    if best.deadwood:
        yield labelled("deadwood", hand_text(best.deadwood, rules))
    cells = [_cells(closing, rules) for closing in report.closings]
    heads = ("throw", "pattern", "points", "factor", "rows")
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    yield _line(heads, widths, None)
    for closing, row in zip(report.closings, cells, strict=True):
        tile = None if closing.discard is None else tile_text(closing.discard, rules)
        yield _line(row, widths, tile)


def _cells(closing: Closing, rules: RuleSet) -> tuple[str, ...]:
    tile = "-" if closing.discard is None else rules.format(closing.discard)
    points = "-" if closing.points is None else str(closing.points)
    rows = ", ".join(_row_text(row) for row in closing.rows)
    return tile, closing.pattern, points, str(closing.factor), rows


def _row_text(row: Row) -> str:
    return row.name if row.points is None else f"{row.name} {row.points}"


def _line(cells: tuple[str, ...], widths: list[int], tile: Text | None) -> Text:
    """Lay one row of the table out, its tile in colour."""
    padded = [f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)]
    line = Text("  ")
    if tile is None:
        line.append(padded[0])
    else:
        line.append_text(tile).append(" " * (widths[0] - len(tile)))
    return line.append("  " + "  ".join(padded[1:]).rstrip())


def _fault_lines(report: ClosingReport, rules: RuleSet) -> Iterator[Text]:
    yield heading(rules, "does not close")
    for fault in report.faults:
        yield labelled("because", fault.text)
    for meld in report.melds:
        yield labelled(meld.kind.name.lower(), meld_text(meld, rules))
    yield labelled("left", hand_text(report.loose, rules))
