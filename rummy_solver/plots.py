"""Pictures of batch results: how often which value came up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rummy_solver.errors import RummyError, shown
from rummy_solver.files import read_rows
from rummy_solver.rules import RuleSet
from rummy_solver.tiles import PAD, TILES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["TITLES", "counts_of_file", "draw_counts", "save_picture"]

TITLES = {
    "value": "value of the best melds",
    "distance": "tiles missing to close",
    "points": "points of the closing",
    "pattern": "pattern of the closing",
    "discard": "tile thrown to close",
    "closable": "closes",
    "deadwood": "tiles in no meld",
    "jokers_used": "jokers in melds",
}
"""Columns that can be drawn, the first that a file has by default, and what they show."""

_WIDTH = 0.8
_MOST_LABELS = 30


def counts_of_file(source: str | Path, column: str | None = None) -> tuple[str, Counter[int]]:
    """Count the values of a column of a file of answers.

    Parameters
    ----------
    source
        A file that `answer_file` wrote.
    column
        Its column; None: the first of `TITLES` that it has.

    Returns
    -------
    tuple
        The column, and how many rows have which value; rows that are not OK are left out.

    Raises
    ------
    RummyError
        The file has no such column.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    counts: Counter[int] = Counter()
    for rows in read_rows(Path(source)):
        names = rows.schema.names
        column = column or next((name for name in TITLES if name in names), None)
        if column not in names or column not in TITLES:
            known = [name for name in TITLES if name in names]
            raise RummyError("column", expected=f"one of {known}", got=shown(column))
        values = rows.column(names.index(column)).drop_null()
        if not pa.types.is_boolean(values.type) and not pa.types.is_integer(values.type):
            values = values.cast(pa.int64())
        for entry in pc.value_counts(values).to_pylist():
            counts[int(entry["values"])] += entry["counts"]
    assert column is not None
    return column, counts


def draw_counts(
    counts: Mapping[str, Counter[int]], column: str, *, rules: RuleSet | None = None
) -> Figure:
    """Draw the shares of values as bars, side by side where there are several.

    Parameters
    ----------
    counts
        Of each label, how many rows have which value.
    column
        What was counted, one of `TITLES`.
    rules
        By which tiles and patterns are named.

    Examples
    --------
    >>> figure = draw_counts({"a": Counter({0: 3, 3: 1}), "b": Counter({3: 2})}, "value")
    >>> len(figure.axes[0].patches)
    4
    """
    from matplotlib.figure import Figure

    values = sorted(set().union(*counts.values()))
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    width = _WIDTH / max(len(counts), 1)
    for number, (label, count) in enumerate(counts.items()):
        total = sum(count.values()) or 1
        offset = (number - (len(counts) - 1) / 2) * width
        places = [i + offset for i in range(len(values))]
        axes.bar(places, [100 * count[value] / total for value in values], width, label=label)
    step = -(-len(values) // _MOST_LABELS)
    names = [_name(value, column, rules) for value in values]
    axes.set_xticks(range(0, len(values), step or 1), names[:: step or 1])
    axes.set_xlabel(TITLES[column])
    axes.set_ylabel("share of rows, %")
    axes.spines[["top", "right"]].set_visible(False)
    if len(counts) > 1:
        axes.legend(frameon=False)
    return figure


def save_picture(figure: Figure, target: str | Path) -> None:
    """Write a picture as PNG or SVG by its name; the same figure gives the same file.

    Raises
    ------
    RummyError
        The name is neither.
    """
    import matplotlib as mpl

    path = Path(target)
    kind = path.suffix.lower()
    if kind not in (".png", ".svg"):
        raise RummyError("picture", expected="a name in .png or .svg", got=shown(path.name))
    date: dict[str, str | None] = {"Date": None} if kind == ".svg" else {"Software": None}
    with mpl.rc_context({"svg.hashsalt": "rummy-solver"}):
        figure.savefig(path, metadata=date, dpi=150)


def _name(value: int, column: str, rules: RuleSet | None) -> str:
    if column == "closable":
        return "yes" if value else "no"
    if value == (PAD if column == "discard" else -1):
        return "none"
    if column == "discard" and rules is not None:
        return rules.format(TILES[value])
    if column == "pattern" and rules is not None:
        return rules.pattern_names[value]
    return str(value)
