"""Distances, useful tiles and closing odds of hands on which two exact methods agree."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rummy_solver as rs

FOLDER = Path(__file__).parent / "distance"


def cases(name: str) -> list[Any]:
    rows = [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]
    return [
        pytest.param(row, rs.get_rules(rules), id=f"{row['id']}-{rules}")
        for row in rows
        for rules in row["rules"]
    ]


def shared(a: rs.Hand, b: rs.Hand) -> int:
    return sum(map(min, a.counts, b.counts))


def by_code(tiles: dict[str, Any], rules: rs.RuleSet) -> dict[rs.Tile, Any]:
    return {next(iter(rs.Hand.parse(text, rules))): value for text, value in tiles.items()}


@pytest.mark.parametrize(("row", "rules"), cases("distance.jsonl"))
def test_distance(row: dict[str, Any], rules: rs.RuleSet) -> None:
    hand, seen = row["hand"], row["seen"]
    assert rs.distance(hand, rules, seen=seen) == row["distance"]
    if "distance_without_seen" in row:
        assert rs.distance(hand, rules) == row["distance_without_seen"]
    if "distance_pairs" in row:
        pairs = rs.pairs_distance(hand, rules, seen=seen)
        assert pairs == (None if row["distance_pairs"] == 99 else row["distance_pairs"])
    for nearest in (rs.nearest_closing(hand, rules, seen=seen), rs.Hand.parse(row["nearest"])):
        assert nearest is not None
        assert len(nearest) == rules.hand_size
        assert rs.Hand.of(nearest + rs.Hand.of(seen, rules), rules)
        assert rules.hand_size - shared(nearest, rs.Hand.of(hand, rules)) == row["distance"]
        assert rs.distance(nearest, rules) == 0
    if "useful" in row:
        assert rs.useful_tiles(hand, rules, seen=seen) == by_code(row["useful"], rules)


@pytest.mark.parametrize(
    ("row", "rules"),
    [case for case in cases("distance.jsonl") if "after_discard" in case.values[0]],
)
def test_discards(row: dict[str, Any], rules: rs.RuleSet) -> None:
    advice = {x.tile: x for x in rs.rank_discards(row["hand"], rules, seen=row["seen"])}
    distances = {tile: x.distance for tile, x in advice.items()}
    assert distances == by_code(row["after_discard"], rules)
    for tile, useful in by_code(row["useful_after_best_discard"], rules).items():
        assert advice[tile].useful == by_code(useful, rules)
        assert advice[tile].copies == sum(useful.values())


@pytest.mark.parametrize(("row", "rules"), cases("closing_odds.jsonl"))
def test_odds(row: dict[str, Any], rules: rs.RuleSet) -> None:
    hand, seen = row["hand"], row["seen"]
    assert rs.distance(hand, rules, seen=seen) == row["distance"]
    for draws, fraction in row["odds"].items():
        odds = rs.closing_odds(hand, rules, draws=int(draws), seen=seen)
        expected = Fraction(fraction)
        assert (odds.numerator, odds.denominator) == (expected.numerator, expected.denominator)
        assert odds.probability == pytest.approx(float(expected), abs=1e-12)
        assert odds.error == 0


# Made by distance/make_random_hands.py, with an integer program in the place of the search.
RANDOM = [
    json.loads(line)
    for line in (FOLDER / "random_hands.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("rules", ["rummyclub", "joker_rummy", "basic_rummy"])
def test_random_hands(rules: str) -> None:
    rows = [row for row in RANDOM if row["rules"] == rules]
    assert len(rows) == 700
    wrong = [
        row for row in rows if rs.distance(row["hand"], rules, seen=row["seen"]) != row["distance"]
    ]
    assert wrong == []
