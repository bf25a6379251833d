"""Many threads, each with questions of its own, and children of a process that has asked some."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import rummy_solver as rs
from support.hands import game

NAMES = ("rummyclub", "okey", "joker_rummy", "basic_rummy", "rummikub", "remi", "gin_rummy")
THREADS = 8


def answers(rules: rs.RuleSet, seed: int) -> list[Any]:
    """Ask what the core is asked for in every file of it."""
    hands = rs.deal(rules, 40, seed=seed, hand_size=rules.hand_size)
    found: list[Any] = [rs.solve_batch(hands, rules).value.tolist()]
    for row in hands[:12]:
        hand = rs.Hand.of(row, rules)
        found += [rs.evaluate(hand, rules), rs.solve(hand, rules), rs.possible_melds(hand, rules)]
        found += [rs.solutions(hand, rules, limit=3)]
        if rules.table_play != "rearrange" and rules.closing != "knock":
            found += [rs.distance(hand, rules), rs.can_close(hand, rules)]
        if rules.table_play != "none":
            found += [rs.best_turn(hand, "", rules, opened=False)]
    return [list(item) if hasattr(item, "__next__") else item for item in found]


def fresh(name: str, seed: int) -> rs.RuleSet:
    """Return rules that nobody has compiled yet."""
    return game(name).replace(base_points=1 + seed % 7)


def test_threads_with_rules_of_their_own() -> None:
    jobs = [(name, seed) for seed in range(2) for name in NAMES]
    alone = [answers(fresh(*job), job[1]) for job in jobs]
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(lambda job: answers(fresh(*job), job[1]), jobs))
    assert together == alone


def test_threads_that_share_rules_and_start_at_once() -> None:
    """The first question compiles the rules: eight threads ask it at the same time."""
    for seed, name in enumerate(NAMES):
        rules, start = fresh(name, seed + 3), threading.Barrier(THREADS)

        def ask(rules: rs.RuleSet = rules, start: threading.Barrier = start) -> list[Any]:
            start.wait()
            return answers(rules, 5)

        with ThreadPoolExecutor(THREADS) as pool:
            found = [job.result() for job in [pool.submit(ask) for _ in range(THREADS)]]
        assert found == [answers(fresh(name, seed + 3), 5)] * THREADS


def in_a_child(seed: int) -> list[Any]:
    return rs.solve_batch(rs.deal("remi", 5000, seed=seed), "remi", threads=2).value.tolist()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_children_go_on_where_their_parent_was() -> None:
    expected = [in_a_child(seed) for seed in range(3)]
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert pool.map(in_a_child, range(3)) == expected
    assert in_a_child(0) == expected[0]


def test_spawned_children_answer_the_same() -> None:
    rules = rs.get_rules("rummikub")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(rs.evaluate, ("R1-5 K4", rules)) == rs.evaluate("R1-5 K4", rules)


@pytest.mark.slow
def test_ten_million_rows() -> None:
    """A batch beyond what fits into any cache; its ends are asked one by one."""
    hands = np.tile(rs.deal("remi", 1_000_000, seed=11), (10, 1))
    got = rs.solve_batch(hands, "remi", threads=2)
    assert got.value.shape == (10_000_000,)
    assert (got.value.reshape(10, -1) == got.value[:1_000_000]).all()
    for i in (0, 4095, 4096, 9_999_999):
        assert got.value[i] == rs.evaluate(hands[i], "remi")
