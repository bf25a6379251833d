"""How time grows: with the tiles of a hand, its jokers, the tiles of a table, and rows.

``python -m benchmarks.scaling docs/figures`` measures and draws the figures of the docs.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from matplotlib.figure import Figure

import rummy_solver as rs
from benchmarks.hands import HandSet
from benchmarks.timing import least_times
from benchmarks.turns import random_state
from rummy_solver.plots import save_picture

Line = tuple[Sequence[int], Sequence[float]]
"""Numbers of things, and microseconds."""

HANDS = 40


def times_of(ask: Callable[[object], object], questions: Sequence[object]) -> list[float]:
    """Microseconds of CPU time of each question, the least of three."""
    return [time / 1000 for time in least_times(ask, questions)]


def middle_and_worst(hands: HandSet) -> tuple[float, float]:
    rules = rs.get_rules(hands.rules)
    times = times_of(lambda hand: rs.solve(hand, rules), hands.hands(HANDS))
    return median(times), max(times)


def by_hands(sets: Sequence[HandSet], numbers: Sequence[int]) -> tuple[Line, Line]:
    """Median and worst of classes of hands."""
    found = [middle_and_worst(hands) for hands in sets]
    return (numbers, [m for m, _ in found]), (numbers, [w for _, w in found])


def sizes() -> dict[str, Line]:
    """Tiles of a hand."""
    lines: dict[str, Line] = {}
    for kind in ("random", "dense"):
        for name, jokers in (("rummyclub", 0), ("rummyclub", 2), ("joker_rummy", 6)):
            numbers = [n for n in range(4, 33, 4) if n > jokers]
            sets = [HandSet(kind, name, n, jokers) for n in numbers]
            middle, worst = by_hands(sets, numbers)
            lines[f"{name}, {kind}, {jokers} jokers"] = middle
            if jokers == 6:
                lines[f"{name}, {kind}, {jokers} jokers, worst"] = worst
    return lines


def jokers() -> dict[str, Line]:
    """Jokers in a hand."""
    numbers = list(range(7))
    lines: dict[str, Line] = {}
    for kind, size in (("random", 13), ("random", 24), ("dense", 13), ("dense", 20)):
        sets = [HandSet(kind, "joker_rummy", size, n) for n in numbers]
        lines[f"{kind}, {size} tiles"] = by_hands(sets, numbers)[0]
    return lines


def tables() -> dict[str, Line]:
    """Tiles on the table, a rack of 14."""
    rules = rs.get_rules("rummikub")
    numbers = list(range(0, 92, 13))
    lines: dict[str, Line] = {}
    for wild in (0, 2):
        middle, worst = [], []
        for tiles in numbers:
            rng = random.Random(f"{tiles} {wild}")
            states = [random_state(rng, rules, tiles, wild, 0) for _ in range(20)]
            times = times_of(lambda state: rs.best_turn(*state, rules), states)
            middle.append(median(times))
            worst.append(max(times))
        lines[f"{wild} jokers on the table, median"] = numbers, middle
        lines[f"{wild} jokers on the table, worst"] = numbers, worst
    return lines


def rows() -> dict[str, Line]:
    """Rows of a batch: microseconds a row."""
    numbers = [10**n for n in range(7)]
    lines: dict[str, Line] = {}
    for name, size in (("gin_rummy", 10), ("rummyclub", 14), ("joker_rummy", 13)):
        rules = rs.get_rules(name)
        deals = rs.deal(rules, numbers[-1], seed=1, hand_size=size)
        rs.solve_batch(deals[:1000], rules)
        ask = partial(rs.solve_batch, rules=rules)
        each = [times_of(ask, [deals[:n]])[0] / n for n in numbers]
        lines[f"{name}, {size} tiles"] = numbers, each
    return lines


FIGURES: dict[str, tuple[Callable[[], dict[str, Line]], str, str]] = {
    "scaling-tiles": (sizes, "tiles of the hand", "one hand, µs (median)"),
    "scaling-jokers": (jokers, "jokers in the hand", "one hand, µs (median)"),
    "scaling-table": (tables, "tiles on the table", "one turn, µs"),
    "scaling-rows": (rows, "rows", "one row, µs"),
}


def draw(lines: dict[str, Line], across: str, up: str) -> Figure:
    """Draw lines with time by powers of ten, so that exponential growth is a straight line."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for label, (numbers, times) in lines.items():
        axes.plot(numbers, times, marker="o", markersize=3, label=label)
    axes.set_yscale("log")
    if across == "rows":
        axes.set_xscale("log")
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(visible=True, alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize="small")
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=FIGURES)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, (measure, across, up) in FIGURES.items():
        if options.only in (None, name):
            lines = measure()
            save_picture(draw(lines, across, up), options.folder / f"{name}.svg")
            for label, (numbers, times) in lines.items():
                told = " ".join(f"{n}:{t:.3g}" for n, t in zip(numbers, times, strict=True))
                print(f"{name}: {label}: {told}", flush=True)


if __name__ == "__main__":
    main()
