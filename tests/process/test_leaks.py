"""Memory stays flat however often one asks."""

from __future__ import annotations

import sys

import pytest

from support.process import python

SCRIPT = """
import resource
import rummy_solver as rs
remi, rummikub, basic = map(rs.get_rules, ("remi", "rummikub", "basic_rummy"))
hand = rs.Hand.parse("R1-5 K4 Y4 * B9-11 R9 R9 Y11")
rows = rs.deal(remi, 50, seed=3, hand_size=14)
table = rs.Table.parse("R3-5 | B9 K9 Y9", rummikub)
text = "5s 6s 7s 9d 9h Kc Ah"

def quick(n):
    for _ in range(n):
        rs.evaluate(hand, remi)

def every(n):
    for _ in range(n):
        rs.solve(hand, remi).melds
        next(rs.solutions(hand, remi), None)
        rs.possible_melds(hand, remi)
        rs.can_close(hand, remi)
        rs.distance(hand, remi)
        rs.best_turn("R6 K4 Y4 B4", table, rummikub).moves
        rs.best_turn(text, "8s 9s Ts", basic)
        rs.solve_batch(rows, remi)
        rs.close_batch(rows, remi)
        try:
            rs.Hand.parse("R99", remi)
        except rs.NotationError:
            pass

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

for ask, warm, n in ((quick, 20_000, {quick}), (every, 50, {every})):
    ask(warm)
    before = peak()
    ask(n)
    print(peak() - before)
"""


def growth(quick: int, every: int) -> list[int]:
    """Return by how many KB the peak of a process grew while it asked so often."""
    done = python("-c", SCRIPT.replace("{quick}", str(quick)).replace("{every}", str(every)))
    assert done.returncode == 0, done.stderr
    return [int(line) for line in done.stdout.split()]


needs_peak = pytest.mark.skipif(sys.platform != "linux", reason="peaks are counted in KB here")


@needs_peak
def test_memory_stays_flat() -> None:
    """A leak of one small object per question would be 10 MB, and 60 KB of the dearer ones."""
    quick, every = growth(300_000, 300)
    assert quick < 2_000
    assert every < 2_000


@needs_peak
@pytest.mark.slow
def test_memory_stays_flat_over_ten_million_questions() -> None:
    quick, every = growth(10_000_000, 20_000)
    assert quick < 2_000
    assert every < 2_000
