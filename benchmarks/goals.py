"""What the package promises of its speed, as ratios measured in one run."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import rummy_solver as rs
from benchmarks import floor
from benchmarks.hands import HandSet
from benchmarks.measures import Figures
from benchmarks.questions import rows_of
from benchmarks.timing import interleaved

ROWS = 20_000
CLUB = {jokers: HandSet("random", "rummyclub", 14, jokers) for jokers in (0, 1, 2)}


@dataclass(frozen=True)
class Goal:
    """A goal: `found` is to be at least (>=) or at most (<=) `must`, better `stretch`."""

    name: str
    sign: str
    must: float
    stretch: float
    found: float

    def met(self, wanted: float) -> bool:
        return self.found >= wanted if self.sign == ">=" else self.found <= wanted


def goals(figures: list[Figures]) -> list[Goal]:
    """All goals, from the figures and from what is measured for them alone."""
    return [*_against_peers(figures), *_batches(), *_worst(figures), *_loading(), *_threads()]


def _against_peers(figures: list[Figures]) -> list[Goal]:
    def ratio(who: str, kind: str) -> float:
        """Over all classes of a kind, as often as they have jokers: their time by ours."""
        found = [row for row in figures if row.who == who and row.hands.startswith(kind)]
        return sum(row.mean for row in found) / sum(row.mean / row.ratio for row in found)

    wanted = (
        ("evaluate by OpenSpiel", "OpenSpiel min_deadwood", 5, 8),
        ("solve with melds by OpenSpiel", "OpenSpiel best_meld_group", 2, 3),
        ("batch by RLCard", "RLCard best clusters", 200, 400),
        ("evaluate by CP-SAT", "CP-SAT", 2_000, 5_000),
        ("evaluate by CBC", "CBC", 10_000, 25_000),
    )
    return [
        Goal(f"{name}, {kind} hands", ">=", must, stretch, ratio(who, kind))
        for name, who, must, stretch in wanted
        for kind in ("random", "dense")
    ]


def _batch(hands: HandSet, objective: str = "tiles") -> Callable[[], object]:
    rules = rs.get_rules(hands.rules)
    rows = rows_of(hands.hands(ROWS))
    return lambda: rs.solve_batch(rows, rules, objective=objective)


def _batches() -> list[Goal]:
    rows = rows_of(CLUB[0].hands(ROWS))
    works: dict[str, Callable[[], object]] = {
        "planes": floor.planes(rows),
        **{f"J={jokers}": _batch(hands) for jokers, hands in CLUB.items()},
        "near": _batch(HandSet("near", "rummyclub", 14, 0)),
        "distance": lambda: rs.distance_batch(rows, "rummyclub"),
        **{goal: _batch(HandSet("random", "joker_rummy", 13, 2), goal) for goal in _JOKER_GOALS},
    }
    for work in works.values():
        work()  # tables are built
    time_of = interleaved(works)
    plain = time_of["J=0"]
    return [
        Goal("batch without jokers by the floor", "<=", 10, 4, plain / time_of["planes"]),
        Goal("batch with 1 joker by none", "<=", 5, 3, time_of["J=1"] / plain),
        Goal("batch with 2 jokers by none", "<=", 7, 4, time_of["J=2"] / plain),
        Goal("batch near closing by random", "<=", 3, 1.5, time_of["near"] / plain),
        Goal("distance_batch by solve_batch", "<=", 20, 8, time_of["distance"] / plain),
        *(
            Goal(f"joker_rummy hands a second, {goal}", ">=", 1e5, 1e6, ROWS / time_of[goal])
            for goal in _JOKER_GOALS
        ),
    ]


_JOKER_GOALS = ("points", "penalty")


def _worst(figures: list[Figures]) -> list[Goal]:
    """The slowest hand of 24 tiles with six jokers, one a meld at most."""
    times = [
        row.worst or 0
        for row in figures
        if " 24 " in row.hands
        and row.who == "ours"
        and row.question in ("evaluate", "solve, melds")
    ]
    return [Goal("worst of 24 tiles with 6 jokers, ms", "<=", 5, 1, max(times) / 1e6)]


def _loading() -> list[Goal]:
    """Import and first answer, numpy loaded before; the tables that then are in memory."""
    code = (
        "import numpy, time; start = time.process_time(); import rummy_solver as rs; "
        "rs.evaluate('R1 R2 R3 * *', 'rummyclub'); print(time.process_time() - start)"
    )
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(5)
    ]
    from rummy_solver.solver import compiled

    rules = rs.get_rules("rummyclub").replace(name="fresh")
    for jokers in range(rules.jokers + 1):
        rs.evaluate([1, 2, 3] + [0] * jokers, rules)
    size = compiled(rules, "tiles")[0].table_bytes
    return [
        Goal("import and first answer, ms", "<=", 50, 10, 1e3 * min(times)),
        Goal("tables of a rule set, MB", "<=", 4, 2, size / 1e6),
    ]


def _threads() -> list[Goal]:
    rules = rs.get_rules("rummyclub")
    rows = rows_of(CLUB[2].hands(ROWS))
    rows = rows.repeat(10, axis=0)
    works = {n: lambda n=n: rs.solve_batch(rows, rules, threads=n) for n in (1, 2)}
    time_of = interleaved({str(n): work for n, work in works.items()}, 3, time.perf_counter)
    return [Goal("2 threads by 1", ">=", 1.7, 1.9, time_of["1"] / time_of["2"])]
