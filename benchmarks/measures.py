"""Figures of one class of hands: every question, ours and each peer's, with their answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import rummy_solver as rs
from benchmarks.hands import HandSet
from benchmarks.peers import PEERS, Peer
from benchmarks.questions import BATCHES, OBJECTIVE, QUESTIONS, rows_of
from benchmarks.timing import checksum, interleaved, spread


@dataclass(frozen=True)
class Figures:
    """Nanoseconds per hand of one program; `ratio` is its time by ours in the same loop."""

    hands: str
    question: str
    who: str
    mean: float
    median: int | None = None
    p95: int | None = None
    worst: int | None = None
    ratio: float = 1.0
    number: int = 0
    checksum: int = 0
    agrees: int | None = None


def measure(hands: HandSet, scale: float, questions: set[str]) -> Iterator[Figures]:
    """All figures of a class."""
    answers: dict[str, list[int]] = {}
    for name, question in QUESTIONS.items():
        if question.fits(hands) and name in questions:
            yield _single(hands, name, scale, answers)
            yield from _peers(hands, name, scale)
    for name, batch in BATCHES.items():
        if batch.fits(hands) and name in questions:
            yield _rows(hands, name, scale, answers)
            yield from _peers(hands, name, scale)


def _asker(hands: HandSet, name: str) -> Callable[[list[list[int]]], list[int]]:
    rules = rs.get_rules(hands.rules)
    goal = OBJECTIVE.get(hands.rules, "tiles")
    ask = QUESTIONS[name].ask
    return lambda lists: ask(lists, rules, goal)


def _clock(mean: float) -> Callable[[], int]:
    """Reading the CPU time takes half a microsecond: too long beside the quick questions."""
    return time.process_time_ns if mean > _SLOW else time.perf_counter_ns


_SLOW = 20_000
_FEW = 2_000


def _lists(hands: HandSet, number: int) -> list[list[int]]:
    return [list(hand.codes()) for hand in hands.hands(number)]


def _single(hands: HandSet, name: str, scale: float, answers: dict[str, list[int]]) -> Figures:
    number = max(int(QUESTIONS[name].number * scale), 1)
    ask, lists = _asker(hands, name), _lists(hands, number)
    answers[name] = ask(lists)
    seconds = interleaved({"ours": lambda: ask(lists)}, 3)["ours"]
    mean = 1e9 * seconds / number
    times = spread(ask, [[codes] for codes in lists], clock=_clock(mean))
    check = checksum(answers[name])
    return Figures(str(hands), name, "ours", mean, *times, number=number, checksum=check)


def _rows(hands: HandSet, name: str, scale: float, answers: dict[str, list[int]]) -> Figures:
    batch = BATCHES[name]
    rules = rs.get_rules(hands.rules)
    goal = OBJECTIVE.get(hands.rules, "tiles")
    number = max(int(batch.number * scale), 1)
    rows = rows_of(hands.hands(number))
    found = [int(value) for value in batch.ask(rows, rules, goal)]
    single = answers.get(batch.single, [])
    for i, (row, one) in enumerate(zip(found, single, strict=False)):
        if row != one:
            raise SystemExit(f"{hands}, {name}, row {i}: {row}, but {batch.single} says {one}")
    seconds = interleaved({"ours": lambda: batch.ask(rows, rules, goal)})["ours"]
    mean = 1e9 * seconds / number
    return Figures(str(hands), name, "ours", mean, number=number, checksum=checksum(found))


def _peers(hands: HandSet, question: str, scale: float) -> Iterator[Figures]:
    for peer in PEERS:
        if peer.question == question and peer.fits(hands):
            yield _peer(hands, peer, max(int(peer.number * scale), 5))


def _peer(hands: HandSet, peer: Peer, number: int) -> Figures:
    rules = rs.get_rules(hands.rules)
    goal = OBJECTIVE.get(hands.rules, "tiles")
    dealt = hands.hands(number)
    given = [peer.prepare(hand, rules) for hand in dealt]
    theirs = [peer.answer(peer.ask(item)) for item in given]
    asked = dealt
    if peer.question in BATCHES:  # rows are what a batch is for: ours are as many as it likes
        asked = hands.hands(max(number, BATCHES[peer.question].number))
    ours, work = _ours(hands, peer.question, asked, rules, goal)
    agrees = sum(map(int.__eq__, theirs, ours))
    if peer.exact and agrees < number:
        raise SystemExit(f"{hands}, {peer.name}: agrees on {agrees} of {number} hands")
    clock = time.perf_counter if peer.child else time.process_time
    ask = peer.ask
    rounds = max(1, _FEW // len(asked))  # few hands are asked again: the first time is no average
    works = {
        "ours": lambda: [work() for _ in range(rounds)],
        "theirs": lambda: [ask(item) for item in given],
    }
    seconds = interleaved(works, 5, clock)
    mean = 1e9 * seconds["theirs"] / number
    times = spread(ask, given, 1, time.perf_counter_ns if peer.child else _clock(mean))
    return Figures(
        str(hands),
        peer.question,
        peer.name,
        mean,
        *times,
        ratio=mean / (1e9 * seconds["ours"] / rounds / len(asked)),
        number=number,
        checksum=checksum(theirs),
        agrees=agrees,
    )


def _ours(
    hands: HandSet, question: str, dealt: list[rs.Hand], rules: rs.RuleSet, goal: str
) -> tuple[list[int], Callable[[], Any]]:
    """Our answers to the hands of a peer, and the work that finds them."""
    if question in BATCHES:
        rows, batch = rows_of(dealt), BATCHES[question].ask
        return [int(x) for x in batch(rows, rules, goal)], lambda: batch(rows, rules, goal)
    lists = [list(hand.codes()) for hand in dealt]
    ask = _asker(hands, question)
    return ask(lists), lambda: ask(lists)
