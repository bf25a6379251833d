"""Timing that a noisy machine cannot fool much: CPU time, interleaved, least of the repeats."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def checksum(values: Iterable[int]) -> int:
    """A number that depends on every answer, so that none was left out."""
    total = 0
    for value in values:
        total = (total * 31 + value) % 1_000_003
    return total


def interleaved(works: dict[str, Callable[[], object]], repeats: int = 5) -> dict[str, float]:
    """Seconds of each piece of work: all of them in turn, several times, the least counts."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeats):
        for name, work in works.items():
            start = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - start)
    return best


def percentiles(ask: Callable[[T], object], questions: Sequence[T]) -> tuple[int, int, int]:
    """Nanoseconds of single questions: median, 99th percentile, worst; each the least of three."""
    times = []
    for question in questions:
        least = float("inf")
        for _ in range(3):
            start = time.perf_counter_ns()
            ask(question)
            least = min(least, time.perf_counter_ns() - start)
        times.append(int(least))
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100], times[-1]
