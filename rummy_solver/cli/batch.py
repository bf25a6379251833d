"""Ask a question of every hand of a file: Parquet or CSV in, Parquet or CSV out.

Hands are lists of tile codes or texts. Rows that are no hand are kept, with their status.

Example: rummy-solver batch deals.parquet solved.parquet --rules joker_rummy --question opening
"""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import Annotated

import typer

from rummy_solver.cli import DONE
from rummy_solver.cli.options import (
    DEFAULT_RULES,
    JsonOption,
    ObjectiveOption,
    RulesOption,
    SetOption,
    read_objective,
    read_rules,
)
from rummy_solver.cli.output import count, heading, labelled, say, say_json
from rummy_solver.cli.progress import need, progress
from rummy_solver.files import Summary, Task, answer_file, row_count
from rummy_solver.rules import RuleSet

MOST_LINES = 40


def command(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The file of hands.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    rules: RulesOption = DEFAULT_RULES,
    settings: SetOption = None,
    question: Annotated[
        str,
        typer.Option("--question", "-q", metavar="NAME", help="solve, opening, close or distance."),
    ] = "solve",
    objective: ObjectiveOption = "tiles",
    column: Annotated[
        str | None, typer.Option(help="The column of hands.", show_default="tiles or hand")
    ] = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads to use.")] = 1,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Share the work out over this scheduler.")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Answer file with file, then print what the answers come to."""
    need("pyarrow", "batch")
    game = read_rules(rules, settings)
    options: tuple[tuple[str, object], ...] = ()
    if question in ("solve", "opening"):
        options = (("objective", read_objective(objective)),)
    task = Task(game, question, options, column, threads)
    with progress(row_count(source), question) as advance:
        if dask is None:
            summary = answer_file(source, target, task, progress=advance)
        else:
            need("distributed", "dask")
            from rummy_solver.cluster import answer_on_cluster

            summary = answer_on_cluster(source, target, task, dask, progress=advance)
    if as_json:
        say_json(_plain(summary, question))
    else:
        _print(summary, question, game)
    return DONE


def _plain(summary: Summary, question: str) -> dict[str, object]:
    counts = {str(value): summary.counts[value] for value in sorted(summary.counts)}
    return {
        "question": question,
        "rows": summary.rows,
        "invalid": summary.invalid,
        "mean": None if isnan(summary.mean) else summary.mean,
        summary.name: counts,
    }


def _print(summary: Summary, question: str, game: RuleSet) -> None:
    good = summary.rows - summary.invalid
    say(heading(game, f"{question}, {count(summary.rows, 'row')}, {summary.invalid} invalid"))
    if good == 0:
        return
    say(labelled(summary.name, f"{'rows':>12} {'share':>8}"))
    values = sorted(summary.counts)
    for value in values[:MOST_LINES]:
        rows = summary.counts[value]
        say(labelled("none" if value < 0 else str(value), f"{rows:>12,} {rows / good:>8.2%}"))
    if len(values) > MOST_LINES:
        say(labelled("...", f"{len(values) - MOST_LINES} more values, up to {values[-1]}"))
    say(labelled("mean", f"{summary.mean:.4f}"))
