"""What long jobs need: an extra, and a bar on a terminal or a plain line now and then in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rummy_solver.errors import RummyError

LOG_SECONDS = 5.0


@contextmanager
def progress(total: int | None, what: str) -> Iterator[Callable[[int], None]]:
    """Give a function that is told of rows done, and show them on stderr.

    Parameters
    ----------
    total
        Rows in all; None: not known.
    what
        What is done, in one word.
    """
    if sys.stderr.isatty():
        with _bar(total, what) as advance:
            yield advance
    else:
        log = _Log(total, what)
        yield log.advance
        log.say()


@contextmanager
def _bar(total: int | None, what: str) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} rows"),
        TextColumn("{task.fields[rate]} rows/s"),
        TimeRemainingColumn(),
    )
    begin = time.monotonic()
    with Progress(*columns, console=Console(stderr=True)) as bar:
        number = bar.add_task(what, total=total, rate="-")

        def advance(rows: int) -> None:
            done = bar.tasks[0].completed + rows
            bar.update(number, advance=rows, rate=_rate(done, time.monotonic() - begin))

        yield advance


class _Log:
    """Plain lines, at most one every few seconds."""

    def __init__(self, total: int | None, what: str) -> None:
        self.total, self.what, self.done = total, what, 0
        self.begin = self.said = time.monotonic()

    def advance(self, rows: int) -> None:
        self.done += rows
        if time.monotonic() - self.said >= LOG_SECONDS:
            self.say()

    def say(self) -> None:
        self.said = time.monotonic()
        seconds = self.said - self.begin
        line = f"{self.what}: {self.done:,} rows, {_rate(self.done, seconds)} rows/s"
        if self.total and self.done < self.total and self.done:
            left = seconds / self.done * (self.total - self.done)
            line += f", {self.done / self.total:.0%}, {left:.0f} s left"
        sys.stderr.write(line + "\n")
        sys.stderr.flush()


def _rate(rows: float, seconds: float) -> str:
    return f"{rows / seconds:,.0f}" if seconds > 0 else "-"


def need(module: str, extra: str) -> None:
    """Say which extra is missing, if it is."""
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise RummyError(f"this command needs an extra: pip install 'rummy-solver[{extra}]'")
