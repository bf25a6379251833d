"""The package for JavaScript gives the answers of the Python core: golden cases, random ones."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest

import rummy_solver as rs
from support.wasm_golden import FAMILIES
from support.wasm_questions import Question, differences, tables_of
from support.wasm_random import random_questions

THINNED = {"hands": 7, "closings": 3, "distances": 2, "rearrangements": 4, "states": 9}
"""Of these families the normal run asks every so many-th question."""


def answers(package: Path, questions: list[Question]) -> list[Question]:
    lines = [tables_of(questions), *questions]
    run = subprocess.run(
        ["node", Path(__file__).with_name("answer.mjs"), package],
        input="".join(json.dumps(line) + "\n" for line in lines),
        text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def check(package: Path, questions: list[Question]) -> None:
    assert differences(questions, answers(package, questions)) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_golden(package: Path, family: str) -> None:
    check(package, list(FAMILIES[family]())[:: THINNED.get(family, 1)])


@pytest.mark.slow
@pytest.mark.parametrize("family", THINNED)
def test_all_golden(package: Path, family: str) -> None:
    check(package, list(FAMILIES[family]()))


def test_random(package: Path, rng: random.Random) -> None:
    check(package, list(random_questions(rng, 1500)))


@pytest.mark.slow
def test_ten_thousand_random(package: Path, rng: random.Random) -> None:
    check(package, list(random_questions(rng, 10_000)))


@pytest.mark.parametrize(
    ("rules", "hand", "position"),
    [
        ("rummikub", "R5 R14", 2),
        ("rummikub", "R5 X3 K1", 2),
        ("joker_rummy", "5s J", 2),
        ("rummikub", "R5 R5 R5", 3),
        ("rummikub", "R5 F", 2),
        ("basic_rummy", "5s *", 2),
    ],
)
def test_wrong_tiles_are_told_with_their_place(
    package: Path, rules: str, hand: str, position: int
) -> None:
    [answer] = answers(package, [{"ask": "parse", "rules": rules, "hand": hand}])
    assert answer["position"] == position
    with pytest.raises(rs.RummyError) as fault:
        rs.Hand.parse(hand, rules)
    assert answer["message"] == str(fault.value)
