"""Meld as a value: order, points, printing."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from rummy_solver.errors import TableError
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.readings import parse_meld, read_meld
from rummy_solver.rulesets import get_rules
from rummy_solver.tiles import JOKER, Tile

REMI = get_rules("remi")


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile, text.split()))


def test_run() -> None:
    meld = Meld.run(tiles("R12 R13 R1"), jokers=[1])
    assert meld == Meld(MeldKind.RUN, tiles("R12 * R1"), tiles("R12 R13 R1"))
    assert (meld.jokers, meld.naturals, len(meld)) == (1, tiles("R12 R1"), 3)
    assert meld.places() == (12, 13, 14)


def test_group_and_pair() -> None:
    assert Meld.group(tiles("K7 R7"), 1).faces == (Tile("R7"), Tile("K7"), None)
    assert Meld.pair(Tile("R7")).tiles == tiles("R7 R7")
    assert Meld.pair(Tile("R7"), 1) == Meld(MeldKind.PAIR, tiles("R7 *"), tiles("R7 R7"))
    assert Meld.pair(JOKER, 2) == Meld(MeldKind.PAIR, (JOKER, JOKER), (None, None))


def test_value() -> None:
    meld = Meld.group(tiles("K7 R7"), 1)
    again = pickle.loads(pickle.dumps(meld))
    assert again == meld
    assert hash(again) == hash(meld)
    names = {"Meld": Meld, "MeldKind": MeldKind, "Tile": Tile}
    assert eval(repr(meld), names) == meld


def test_total_order() -> None:
    melds = [
        Meld.run(tiles("R1 R2 R3")),
        Meld.run(tiles("R1 R2 R3"), [0]),
        Meld.run(tiles("R2 R3 R4")),
        Meld.group(tiles("R1 Y1 B1")),
        Meld.group(tiles("R1 Y1"), 1),
        Meld.pair(Tile("R1")),
    ]
    assert sorted(melds) == [melds[1], melds[0], *melds[2:]]
    assert all((a < b) + (b < a) + (a == b) == 1 for a in melds for b in melds)


@pytest.mark.parametrize(
    ("text", "name", "points"),
    [
        ("Ks Kh *", "joker_rummy", 30),
        ("Qd Kd *", "joker_rummy", 31),
        ("9s Ts *", "joker_rummy", 29),
        ("* 2s 3s", "joker_rummy", 9),
        ("7s 7h 7d *", "joker_rummy", 28),
        ("As 2s 3s", "joker_rummy", 6),
        ("As Ah Ad", "joker_rummy", 33),
        ("As 2s 3s", "basic_rummy", 6),
        ("Js Qs Ks", "basic_rummy", 30),
        ("R12 R13 R1", "rummyclub", 26),
        ("* R5 *", "rummikub", 18),
        ("R13 Y13 *", "rummikub", 39),
    ],
)
def test_points(text: str, name: str, points: int) -> None:
    meld = read_meld(text, name)
    assert meld is not None
    assert meld.points(get_rules(name)) == points


def test_points_of_options() -> None:
    rules = get_rules("joker_rummy").replace(ace_in_group=1, tile_points={"joker": 0})
    assert Meld.group(tiles("R1 Y1"), 1).points(rules) == 2
    assert Meld.run(tiles("R12 R13 R1"), [0]).points(rules) == 21


@pytest.mark.parametrize(
    "text",
    [
        "K1 *:K2 *:K3",
        "K1 *:R1 *:Y1",
        "K1 * *",
        "K13 * *",
        "* * K13",
        "* K4 K5",
        "K4 * K6",
        "R5 Y5 *",
    ],
)
def test_printing_parses_back(text: str) -> None:
    assert str(parse_meld(text, REMI)) == text


def test_faces_are_written_in_the_style_of_the_game() -> None:
    rules = get_rules("joker_rummy").replace(max_jokers_per_meld=2)
    meld = parse_meld("Ac *:2c *:3c", rules)
    assert rules.format(meld) == "Ac *:2c *:3c"
    assert str(meld) == "K1 *:K2 *:K3"
    okey = get_rules("okey").replace(okey_tile="K6")
    meld = parse_meld("K5 *:K6 *:K7", okey)
    assert okey.format(meld) == "K5 *:K6 *:K7"
    assert okey.format(parse_meld("F R6 Y6", okey)) == "R6 Y6 F"
    assert okey.format(parse_meld("*:F K7 K8", okey)) == "* K7 K8"


def test_an_open_meld_is_worth_its_better_reading() -> None:
    assert parse_meld("* * K13", REMI).points(REMI) == 39
    assert parse_meld("K1 * *", REMI).points(REMI) == 6


@pytest.mark.parametrize(
    ("faces", "open_", "text"),
    [
        (["R1"], False, "faces of a meld: expected a tuple of tiles and None, got ['R1']"),
        (("R1",), False, "faces of a meld: expected a tuple of tiles and None, got ('R1',)"),
        ((Tile("R1"),), 1, "open of a meld: expected True or False, got 1"),
        ((), False, "meld: expected 1 faces, got 0"),
    ],
)
def test_a_meld_of_the_wrong_parts(faces: Any, open_: Any, text: str) -> None:
    with pytest.raises(TableError) as caught:
        Meld(MeldKind.RUN, (Tile("R1"),), faces, open_)
    assert str(caught.value) == text
