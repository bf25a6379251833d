"""Nanoseconds per hand by class: a bare value, a whole solution, a row of a batch."""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np

import rummy_solver as rs
from benchmarks.hands import CLASSES, KINDS, hands
from benchmarks.timing import checksum, interleaved, percentiles

HEAD = (
    f"{'class':28} {'evaluate':>9} {'median':>8} {'p99':>8} {'worst':>9}"
    f" {'solve':>9} {'batch':>8}  checksum"
)


def rows_of(deals: list[rs.Hand]) -> np.ndarray:
    """The hands as the array that a batch takes."""
    return np.array([list(hand.codes()) for hand in deals], np.uint8)


def measure(kind: str, name: str, size: int, jokers: int, number: int, objective: str) -> str:
    """One line of the table."""
    rules = rs.get_rules(name)
    deals = hands(kind, name, size, jokers, number)
    ask = partial(rs.evaluate, rules=rules, objective=objective)
    rows = rows_of(deals)
    values = [ask(hand) for hand in deals]
    batch = rs.solve_batch(rows, rules, objective=objective).value
    if batch.tolist() != values:
        raise SystemExit(f"{kind} {name}: the batch does not say what single calls say")
    seconds = interleaved(
        {
            "evaluate": lambda: [ask(hand) for hand in deals],
            "solve": lambda: [rs.solve(hand, rules, objective=objective).melds for hand in deals],
            "batch": lambda: rs.solve_batch(rows, rules, objective=objective),
        }
    )
    per = {work: round(1e9 * time / number) for work, time in seconds.items()}
    median, high, worst = percentiles(ask, deals)
    label = f"{kind} {name} {size} J={jokers}"
    return (
        f"{label:28} {per['evaluate']:9,} {median:8,} {high:8,} {worst:9,}"
        f" {per['solve']:9,} {per['batch']:8,}  {checksum(values):6}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--number", type=int, default=2000, help="hands of each class")
    parser.add_argument("--objective", default="tiles", help="tiles, points or penalty")
    options = parser.parse_args()
    print(f"ns per hand, CPU time, least of 5; objective {options.objective}")
    print(HEAD)
    for kind in KINDS:
        for name, size, jokers in CLASSES:
            print(measure(kind, name, size, jokers, options.number, options.objective))


if __name__ == "__main__":
    main()
