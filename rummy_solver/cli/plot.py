"""Draw how often which value came up in files that `batch` wrote, as PNG or SVG.

Example: rummy-solver plot solved.parquet picture.png --column value
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rummy_solver.cli import DONE
from rummy_solver.cli.options import DEFAULT_RULES, JsonOption, RulesOption, SetOption, read_rules
from rummy_solver.cli.output import say, say_json
from rummy_solver.cli.progress import need
from rummy_solver.errors import RummyError
from rummy_solver.plots import counts_of_file, draw_counts, save_picture


def command(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="IN... OUT",
            help="Files of answers, and the picture to write.",
            show_default=False,
        ),
    ],
    rules: RulesOption = DEFAULT_RULES,
    settings: SetOption = None,
    column: Annotated[
        str | None,
        typer.Option(
            help="value, distance, points, pattern, discard, closable, ...",
            show_default="the answer's first",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Count the values of the column in each file and draw the shares side by side."""
    need("matplotlib", "plot")
    need("pyarrow", "plot")
    game = read_rules(rules, settings)
    *sources, target = files
    if not sources:
        raise RummyError("plot", expected="files of answers and a picture to write", got="one name")
    counts = {}
    for source in sources:
        column, counts[source.stem] = counts_of_file(source, column)
    assert column is not None
    save_picture(draw_counts(counts, column, rules=game), target)
    if as_json:
        say_json({name: {str(v): n for v, n in sorted(c.items())} for name, c in counts.items()})
    else:
        say(f"{target}: {column} of {', '.join(counts)}")
    return DONE
