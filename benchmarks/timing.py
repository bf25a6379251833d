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


def _tick() -> int:
    """Nanoseconds that reading the clock twice takes."""
    least = 10**9
    for _ in range(1000):
        start = time.perf_counter_ns()
        least = min(least, time.perf_counter_ns() - start)
    return least


def spread(ask: Callable[[T], object], questions: Sequence[T], repeats: int = 3) -> Spread:
    """Ask every question several times; the least time of each counts."""
    tick = _tick()
    times = []
    for question in questions:
        least = 10**15
        for _ in range(repeats):
            start = time.perf_counter_ns()
            ask(question)
            least = min(least, time.perf_counter_ns() - start)
        times.append(max(least - tick, 0))
    times.sort()
    return Spread(times[len(times) // 2], times[len(times) * 95 // 100], times[-1])
