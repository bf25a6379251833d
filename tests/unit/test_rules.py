"""Variants of a rule set and what follows from the knobs."""

import copy

import numpy as np
import pytest

from rummy_solver.hand import Hand
from rummy_solver.melds import Meld
from rummy_solver.points import Points
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules, rule_names
from rummy_solver.tiles import JOKER, Tile

OKEY = get_rules("okey")


@pytest.mark.parametrize("name", rule_names())
def test_repr_rebuilds(name: str) -> None:
    rules = get_rules(name)
    names = {"RuleSet": RuleSet, "Points": Points, "Tile": Tile}
    assert eval(repr(rules), names) == rules
    assert copy.deepcopy(rules) == rules


def test_replace_leaves_the_old_one_alone() -> None:
    old = get_rules("rummikub")
    new = old.replace(opening_points=50)
    assert (old.opening_points, new.opening_points) == (30, 50)
    assert new != old
    assert new.replace(opening_points=30) == old
    assert old.replace(opening_points=None).opening_points == 0


def test_it_does_not_change() -> None:
    with pytest.raises(AttributeError):
        get_rules("rummikub").jokers = 4  # type: ignore[misc]


def test_numpy_integers_are_integers() -> None:
    rules = get_rules("rummikub").replace(jokers=np.int64(4), hand_points={1: np.uint8(7)})
    assert (type(rules.jokers), rules.jokers, rules.hand_points[1]) == (int, 4, 7)


def test_other_name_of_stock_exhausted() -> None:
    rules = get_rules("basic_rummy").replace(exhausted="lowest_wins")
    assert rules.stock_exhausted == rules.exhausted == "lowest_wins"


def test_indicator_and_okey_tile() -> None:
    assert OKEY.replace(indicator="K5") == OKEY.replace(okey_tile="K6")
    assert OKEY.replace(indicator="K13").okey_tile == Tile("K1")
    assert OKEY.replace(okey_tile="K1").indicator == Tile("K13")
    assert OKEY.replace(okey_tile="K6").replace(indicator="R1").okey_tile == Tile("R2")
    assert OKEY.replace(okey_tile="K6").replace(okey_tile=Tile("R2")).indicator == Tile("R1")
    assert OKEY.replace(okey_tile="K6", indicator="K5").okey_tile == Tile("K6")
    assert OKEY.replace(okey_tile="K6").replace(okey_tile=None) == OKEY
    assert get_rules("rummyclub").replace(okey_tile="G6").okey_tile == Tile("B6")


def test_okey_deck() -> None:
    deck = OKEY.replace(okey_tile="K6").deck
    assert deck.size == 105
    assert [deck.count(Tile(x)) for x in ("*", "K6", "K5", "K7")] == [2, 2, 1, 2]


def test_tables_of_points() -> None:
    rules = get_rules("joker_rummy")
    assert rules.run_points == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
    assert rules.group_points == (0, 11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    assert rules.joker_run_points == rules.run_points
    assert rules.joker_group_points == rules.group_points
    assert rules.hand_points_of(JOKER) == 30
    assert [rules.hand_points_of(Tile(x)) for x in ("R1", "K13", "B7")] == [15, 10, 7]
    assert rules.tile_points_at(14) == rules.tile_points_at(1, group=True) == 11
    assert rules.penalty(Hand("As Ks 7h * *")) == 92


def test_tables_of_points_of_small_decks() -> None:
    rules = get_rules("remi").replace(ranks=5, ace="high", tile_points={"joker": 0}, hand_size=14)
    assert rules.run_points == (0, 0, 2, 3, 4, 5, 1, *(0,) * 8)
    assert rules.joker_run_points == (0,) * 15
    assert (rules.first_place, rules.last_place) == (2, 6)


def test_format() -> None:
    cards, club = get_rules("joker_rummy"), get_rules("rummyclub")
    assert cards.format(Tile("R10")) == "Ts"
    assert club.format(Tile("B5")) == "G5"
    assert get_rules("rummikub").format(Tile("B5")) == "B5"
    assert get_rules("rummikub6").format(Hand("B5 G5")) == "B5 G5"
    run = Meld.run([Tile("R1"), Tile("R2"), Tile("R3")])
    assert cards.format(run) == "As 2s 3s"
    assert cards.format([run, run]) == "As 2s 3s | As 2s 3s"
    assert cards.format([Tile("R1"), JOKER]) == "As *"
    assert cards.format(()) == ""


def test_pattern_names() -> None:
    assert get_rules("remi").pattern_names[0] == "monocolor"
    assert get_rules("rummyclub").pattern_names == ("simple", "seven_pairs")
    assert OKEY.pattern_names == ("simple", "seven_pairs")
    assert get_rules("gin_rummy").pattern_names == ("gin", "knock")
    assert get_rules("rummikub").pattern_names == ("simple",)
