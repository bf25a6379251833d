"""Figures by class of hand, ours beside those of other programs, and the goals that they meet."""

from __future__ import annotations

import argparse
import json
import platform
from dataclasses import asdict
from pathlib import Path

import rummy_solver as rs
from benchmarks.goals import Goal, goals
from benchmarks.hands import SETS
from benchmarks.measures import Figures, measure
from benchmarks.questions import BATCHES, QUESTIONS

HEAD = (
    f"{'question':20} {'who':26} {'mean ns':>11} {'median':>11} {'95 %':>11} {'worst':>11}"
    f" {'ratio':>9} {'checksum':>8}  agrees"
)


def line(row: Figures) -> str:
    """One line of the table."""
    spread = [f"{'' if x is None else f'{x:,}':>11}" for x in (row.median, row.p95, row.worst)]
    ratio = "" if row.who == "ours" else f"{row.ratio:,.1f}"
    agrees = "" if row.agrees is None else f"{row.agrees} of {row.number}"
    return (
        f"{row.question:20} {row.who:26} {row.mean:11,.0f} {' '.join(spread)}"
        f" {ratio:>9} {row.checksum:8}  {agrees}"
    )


def goal_line(goal: Goal) -> str:
    verdict = "missed" if not goal.met(goal.must) else "must"
    if goal.met(goal.stretch):
        verdict = "stretch"
    wanted = f"{goal.sign} {goal.must:>9,g} {goal.stretch:>9,g}"
    return f"{goal.name:52} {wanted} {goal.found:12,.2f}  {verdict}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="more or fewer hands")
    parser.add_argument("--only", default="", help="classes whose names hold this text")
    parser.add_argument("--question", help="one question alone")
    parser.add_argument("--json", type=Path, help="also write the figures there")
    options = parser.parse_args()
    questions = {options.question} if options.question else {*QUESTIONS, *BATCHES}
    rows: list[Figures] = []
    for hands in SETS:
        if options.only in str(hands):
            print(f"\n{hands}\n{HEAD}")
            for row in measure(hands, options.scale, questions):
                print(line(row), flush=True)
                rows.append(row)
    reached = [] if options.only or options.question else goals(rows)
    if reached:
        print(f"\n{'goal':52}   {'must':>9} {'stretch':>9} {'measured':>12}")
        print(*map(goal_line, reached), sep="\n")
    if options.json:
        told = {
            "version": rs.__version__,
            "python": platform.python_version(),
            "machine": platform.machine(),
            "figures": [asdict(row) for row in rows],
            "goals": [asdict(goal) for goal in reached],
        }
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
