"""Timing that a noisy machine cannot fool much: CPU time, interleaved, least of the repeats."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Spread(NamedTuple):
    """Nanoseconds of single questions."""

    median: int
    p95: int
    worst: int


def checksum(values: Iterable[int]) -> int:
    """A number that depends on every answer, so that none was left out."""
    total = 0
    for value in values:
        total = (total * 31 + value) % 1_000_003
    return total


def interleaved(
    works: dict[str, Callable[[], object]],
    repeats: int = 5,
    clock: Callable[[], float] = time.process_time,
) -> dict[str, float]:
    """Seconds of each piece of work: all of them in turn, several times, the least counts."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeats):
        for name, work in works.items():
            start = clock()
            work()
            best[name] = min(best[name], clock() - start)
    return best


def spread(
    ask: Callable[[T], object],
    questions: Sequence[T],
    repeats: int = 3,
    clock: Callable[[], int] = time.perf_counter_ns,
) -> Spread:
    """Ask every question several times; the least time of each counts, less that of the clock."""
    tick = min(least_times(lambda _: None, [None] * 1000, 1, clock))
    times = sorted(max(time - tick, 0) for time in least_times(ask, questions, repeats, clock))
    return Spread(times[len(times) // 2], times[len(times) * 95 // 100], times[-1])


def least_times(
    ask: Callable[[T], object],
    questions: Sequence[T],
    repeats: int = 3,
    clock: Callable[[], int] = time.process_time_ns,
) -> list[int]:
    """Nanoseconds of each question, the least of several times."""
    times = []
    for question in questions:
        least = 10**15
        for _ in range(repeats):
            start = clock()
            ask(question)
            least = min(least, clock() - start)
        times.append(least)
    return times
