"""Work over the rows of arrays, block by block, on one thread or several."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from rummy_solver.arguments import checked_number

__all__ = ["BLOCK", "run_blocks"]

BLOCK = 4096
"""Rows worked on without a look at signals and without the interpreter lock."""


def run_blocks(
    start: Callable[[], Callable[[int, int], object]], rows: int, threads: int = 1
) -> None:
    """Do consecutive blocks of rows.

    Parameters
    ----------
    start
        Called once by each thread; returns its `work(first, end)`, which handles the rows
        first..end-1 and releases the interpreter lock meanwhile.
    rows
        Number of rows.
    threads
        Threads that take blocks, the next one whenever one is done. An exception, Ctrl-C too,
        stops every thread after the block it is at.
    """
    threads = min(checked_number("threads", threads, 1, 1024), -(-rows // BLOCK))
    if threads <= 1:
        work = start()
        for first in range(0, rows, BLOCK):
            work(first, min(first + BLOCK, rows))
        return
    numbers, lock, stop = itertools.count(), threading.Lock(), threading.Event()

    def worker() -> None:
        try:
            work = start()
            while not stop.is_set():
                with lock:
                    first = next(numbers) * BLOCK
                if first >= rows:
                    return
                work(first, min(first + BLOCK, rows))
        except BaseException:
            stop.set()
            raise

    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(worker) for _ in range(threads)]
        try:
            for job in jobs:
                job.result()
        finally:
            stop.set()
