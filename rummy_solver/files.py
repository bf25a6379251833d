"""Files of hands in, files of answers out, streamed: the memory does not grow with the file."""

from __future__ import annotations

import csv as python_csv
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rummy_solver.arrow import from_arrow, tiles_to_arrow, to_arrow
from rummy_solver.batch import opening_batch, solve_batch
from rummy_solver.deals import deal
from rummy_solver.endings import close_batch, distance_batch
from rummy_solver.errors import RummyError, shown
from rummy_solver.hand import Hand
from rummy_solver.rows import RowStatus
from rummy_solver.rules import RuleSet

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Summary", "Task", "answer_file", "deal_file"]

ROWS = 65_536
"""Rows worked on at a time: one row group of a Parquet file that is written here."""

QUESTIONS: dict[str, Callable[..., Any]] = {
    "solve": solve_batch,
    "opening": opening_batch,
    "close": close_batch,
    "distance": distance_batch,
}
"""What may be asked of a file."""

Progress = Callable[[int], object]
"""Is told the number of rows done since it was last called."""

_NAMES = ("tiles", "hand")
_SUFFIXES = (".parquet", ".csv")


@dataclass(frozen=True)
class Task:
    """A question to ask of every row of a file; picklable.

    Parameters
    ----------
    rules
        The rule set.
    question
        ``"solve"``, ``"opening"``, ``"close"`` or ``"distance"``.
    options
        Keyword arguments of the batch function, such as ``{"objective": "points"}``.
    column
        The column of hands; None: the only one, or ``tiles`` or ``hand``.
    threads
        Threads to use.
    """

    rules: RuleSet
    question: str = "solve"
    options: tuple[tuple[str, Any], ...] = ()
    column: str | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        """Refuse a question that there is not."""
        if self.question not in QUESTIONS:
            words = ", ".join(map(repr, QUESTIONS))
            raise RummyError("question", expected=f"one of {words}", got=shown(self.question))

    def answer(self, rows: pa.RecordBatch) -> tuple[pa.RecordBatch, Summary]:
        """Return rows with the answer's columns behind them, and what they come to."""
        column = column_of(rows.schema.names, self.column)
        tiles = from_arrow(rows, self.rules, column=column, errors="mask")
        ask = QUESTIONS[self.question]
        result = ask(tiles, self.rules, errors="mask", threads=self.threads, **dict(self.options))
        found = to_arrow(result)
        for name in found.schema.names:
            if name in rows.schema.names:
                raise RummyError(f"column {name!r}", expected="a name that no answer has", got=name)
            rows = rows.append_column(name, found.column(name))
        return rows, Summary.of(result)


@dataclass
class Summary:
    """What a file of answers comes to.

    Parameters
    ----------
    rows
        Rows in all.
    invalid
        Rows that were no hand of the deck or the size.
    name
        The column that `counts` is about: the first of the answer.
    counts
        How many rows have each of its values.
    """

    rows: int = 0
    invalid: int = 0
    name: str = ""
    counts: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, result: Any) -> Summary:
        """Sum a batch result up."""
        name = fields(result)[0].name
        good = result.status == RowStatus.OK
        values, counts = np.unique(getattr(result, name)[good], return_counts=True)
        pairs = zip(values.astype(np.int64).tolist(), counts.tolist(), strict=True)
        return cls(len(good), int((~good).sum()), name, Counter(dict(pairs)))

    def add(self, other: Summary) -> None:
        """Take in what other rows come to."""
        self.rows += other.rows
        self.invalid += other.invalid
        self.name = self.name or other.name
        self.counts.update(other.counts)

    @property
    def mean(self) -> float:
        """Mean of the values but -1, which says that there is none; nan without a value."""
        known = {value: rows for value, rows in self.counts.items() if value >= 0}
        n = sum(known.values())
        return sum(value * rows for value, rows in known.items()) / n if n else float("nan")


def answer_file(
    source: str | Path, target: str | Path, task: Task, *, progress: Progress | None = None
) -> Summary:
    """Ask a question of every row of a file and write the rows with their answers.

    Parameters
    ----------
    source
        A Parquet file with a column of lists of tile codes or of texts, or a CSV file with a
        column of texts.
    target
        The file to write, Parquet or CSV by its name. It appears when all of it is there.
    task
        The question.
    progress
        Is told of rows done.

    Raises
    ------
    RummyError
        A file is neither Parquet nor CSV, or has no such column.
    OSError
        A file cannot be read or written.
    """
    summary = Summary()
    source, target = Path(source), Path(target)
    with written(target, task.rules) as write:
        for rows in read_rows(source):
            found, part = task.answer(rows)
            write(found)
            summary.add(part)
            if progress is not None:
                progress(part.rows)
    return summary


def deal_file(
    target: str | Path,
    rules: RuleSet,
    n: int,
    *,
    seed: int,
    hand_size: int | None = None,
    jokers: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> None:
    """Write seeded deals: Parquet with a column of tile codes, or CSV with one of texts.

    Parameters
    ----------
    target
        The file to write.
    rules, n, seed, hand_size, jokers, threads
        As for `deal`.
    progress
        Is told of rows done.
    """
    import pyarrow as pa

    with written(Path(target), rules) as write:
        for start in range(0, max(n, 1), ROWS):
            size = min(ROWS, n - start)
            tiles = deal(
                rules, size, seed=seed, hand_size=hand_size, jokers=jokers, start=start,
                threads=threads,
            )  # fmt: skip
            write(pa.record_batch({"tiles": tiles_to_arrow(tiles)}))
            if progress is not None:
                progress(size)


# ---- reading ---------------------------------------------------------------------------


def kind_of(path: Path) -> str:
    """Return the kind of a file by its name."""
    suffix = path.suffix.lower()
    if suffix not in _SUFFIXES:
        raise RummyError("file", expected="a name in .parquet or .csv", got=shown(path.name))
    return suffix


def column_of(names: list[str], column: str | None) -> str:
    """Return the column of hands: the one named, the only one, or one of a usual name."""
    if column is None and len(names) == 1:
        return names[0]
    wanted = _NAMES if column is None else (column,)
    for name in wanted:
        if name in names:
            return name
    expected = " or ".join(map(repr, wanted))
    raise RummyError("column of hands", expected=expected, got=f"columns {names}")


def row_count(source: Path) -> int | None:
    """Return the number of rows where the file tells it."""
    if kind_of(source) == ".csv":
        return None
    import pyarrow.parquet as pq

    return int(pq.read_metadata(source).num_rows)


def read_rows(source: Path, group: int | None = None) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a file, or of one of its row groups, some at a time.

    At least one batch comes, so that a file without rows has columns too.
    """
    batches = _read_csv(source) if kind_of(source) == ".csv" else _read_parquet(source, group)
    for batch in batches:
        for start in range(0, max(batch.num_rows, 1), ROWS):
            yield batch.slice(start, ROWS)


def _read_parquet(source: Path, group: int | None) -> Iterator[pa.RecordBatch]:
    import pyarrow.parquet as pq

    with pq.ParquetFile(source) as file:
        groups = range(file.num_row_groups)
        if group is not None:
            groups = groups[group : group + 1]
        none = True
        for number in groups:
            for batch in file.iter_batches(ROWS, row_groups=[number]):
                none = False
                yield batch
        if none:
            yield _empty(file.schema_arrow)


def _read_csv(source: Path) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa
    from pyarrow import csv

    with source.open(encoding="utf-8", newline="") as lines:
        names = next(python_csv.reader(lines), [])
    texts = {name: pa.string() for name in _NAMES if name in names}
    if len(names) == 1:
        texts = {names[0]: pa.string()}
    options = csv.ConvertOptions(column_types=texts, strings_can_be_null=False)
    try:
        with csv.open_csv(source, convert_options=options) as reader:
            none = True
            for batch in reader:
                none = False
                yield batch
            if none:
                yield _empty(reader.schema)
    except pa.ArrowInvalid as fault:
        raise RummyError(f"file {source.name!r}: {fault}") from fault


def _empty(schema: pa.Schema) -> pa.RecordBatch:
    import pyarrow as pa

    return pa.RecordBatch.from_pylist([], schema=schema)


# ---- writing ---------------------------------------------------------------------------


@contextmanager
def written(target: Path, rules: RuleSet) -> Iterator[Callable[[pa.RecordBatch], None]]:
    """Give a function that writes batches, one at least; the file gets its name at the end."""
    import pyarrow.parquet as pq
    from pyarrow import csv

    make = pq.ParquetWriter if kind_of(target) == ".parquet" else csv.CSVWriter
    begun = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    writer: Any = None

    def write(batch: pa.RecordBatch) -> None:
        nonlocal writer
        if make is csv.CSVWriter:
            batch = _as_text(batch, rules)
        if writer is None:
            writer = make(begun, batch.schema)
        writer.write_batch(batch)

    try:
        yield write
        writer.close()
        begun.replace(target)
    except BaseException:
        if writer is not None:
            writer.close()
        begun.unlink(missing_ok=True)
        raise


def _as_text(batch: pa.RecordBatch, rules: RuleSet) -> pa.RecordBatch:
    """Write lists of tile codes in notation, other lists with blanks between."""
    import pyarrow as pa

    columns = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if pa.types.is_nested(column.type):
            texts = [_text(row, name in _NAMES, rules) for row in column.to_pylist()]
            column = pa.array(texts, pa.string())
        columns[name] = column
    return pa.RecordBatch.from_pydict(columns)


def _text(row: list[int] | None, hand: bool, rules: RuleSet) -> str | None:
    if row is None:
        return None
    if hand:
        try:
            return rules.format(Hand.of(bytes(row)))
        except (RummyError, ValueError):
            pass
    return " ".join(map(str, row))
