"""Closings whose right answers are known from elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

import rummy_solver as rs
from support.oracle import golden


def rules_of(row: dict[str, Any]) -> rs.RuleSet:
    return rs.get_rules(row["rules"]).replace(**row.get("knobs", {}))


def by_id(name: str) -> Any:
    rows = golden(f"closing/{name}.jsonl")
    return pytest.mark.parametrize("row", rows, ids=[row["id"] for row in rows])


@by_id("remi")
def test_remi(row: dict[str, Any]) -> None:
    rules = rules_of(row)
    hand = rs.Hand.parse(f"{row['hand']} {row['discard']}", rules)
    found = [
        closing
        for closing in rs.closings(hand, rules, launched=row["launched"])
        if str(closing.discard) == row["discard"]
    ]
    assert [closing.points for closing in found] == (
        [] if row["points"] is None else [row["points"]]
    )
    if row.get("patterns"):
        kinds = {name for name in rules.pattern_names if any(x.name == name for x in found[0].rows)}
        assert (kinds - {"simple"} or kinds) == set(row["patterns"])
        assert found[0].pattern in row["patterns"]


@by_id("remi_best")
def test_remi_best_of_15(row: dict[str, Any]) -> None:
    found = rs.closings(row["hand"], "remi", launched=row["launched"])
    assert {str(closing.discard): closing.points for closing in found} == row["points"]
    assert found[0].points == max(row["points"].values())


@pytest.mark.parametrize("pair_jokers", ["none", "single", "any"])
@pytest.mark.parametrize("name", ["rummyclub", "remi"])
def test_boards(name: str, pair_jokers: str) -> None:
    rules = rs.get_rules(name).replace(pair_jokers=pair_jokers)
    for row in golden("closing/boards.jsonl"):
        found = rs.closings(row["hand"], rules)
        if "all" in row:
            assert bool(found) == (row["all"] or row["all_pairs"][pair_jokers]), row["id"]
        else:
            expected = {*row["melds"].split(), *row["pairs"][pair_jokers].split()}
            assert {str(closing.discard) for closing in found} == expected, row["id"]
        assert rs.can_close(row["hand"], rules) == bool(found), row["id"]


@by_id("out")
def test_going_out(row: dict[str, Any]) -> None:
    rules = rules_of(row)
    if "opened" in row:
        assert rs.can_close(row["hand"], rules, opened=True) == row["opened"]
        assert rs.can_close(row["hand"], rules) == row["unopened"]
        assert bool(rs.closings(row["hand"], rules)) == row["unopened"]
        return
    discards = [closing.discard for closing in rs.closings(row["hand"], rules)]
    assert (None in discards) == row["without"]
    assert any(tile is not None for tile in discards) == row["with_discard"]
    required = rules.replace(discard="required")
    assert rs.can_close(row["hand"], required) == row["with_discard"]


@by_id("rummikub")
def test_rummikub_racks(row: dict[str, Any]) -> None:
    rules = rules_of(row)
    assert rs.can_close(row["hand"], rules, opened=True) == row["opened"]
    worth = rs.evaluate(row["hand"], rules, objective="points")
    if row["opened"] and worth < 30:  # all of it in melds, but not worth the opening
        assert not rs.can_close(row["hand"], rules)


def test_gin_discards_that_keep_gin_and_a_knock() -> None:
    found = rs.closings("7h 5h 6c 4h 6s 6h 6d 3h 3d 3c 3s", "gin_rummy")
    rules = rs.get_rules("gin_rummy")
    gin = {rules.format(x.discard) for x in found if x.pattern == "gin" and x.discard is not None}
    knock = {rules.format(x.discard) for x in found if x.discard is not None}
    assert gin == {"3c", "3d", "3h", "3s", "4h", "7h"}
    assert knock == gin | {"6c", "6d", "6h", "6s"}
