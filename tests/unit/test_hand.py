"""Hand as a value, and everything that may become one."""

import pickle

import numpy as np
import pytest

from rummy_solver.hand import Hand
from rummy_solver.rulesets import get_rules
from rummy_solver.tiles import JOKER, Tile

RULES = get_rules("rummikub")
WANTED = Hand.parse("R5 R5 Y6 *")


@pytest.mark.parametrize(
    "form",
    [
        WANTED,
        "R5 Y6 * R5",
        [Tile("R5"), Tile("R5"), Tile("Y6"), JOKER],
        ("R5", "5s", "6h", "*"),
        [5, 5, 19, 0],
        ["R5", 5, Tile("Y6"), np.uint8(0)],
        (tile for tile in WANTED),
        iter(["R5", "R5", "Y6", "Jk"]),
        bytes([5, 5, 19, 0]),
        bytearray([5, 5, 19, 0, 255, 255]),
        memoryview(bytes([5, 5, 19, 0])),
        np.array([5, 5, 19, 0], np.uint8),
        np.array([5, 5, 19, 0, 255, 255], np.uint8),
        np.array([[5, 5, 19, 0], [1, 2, 3, 4]], np.uint8)[0],
    ],
)
def test_of(form: object) -> None:
    assert Hand.of(form, RULES) == WANTED


@pytest.mark.parametrize("form", ["", (), [], b"", np.zeros(0, np.uint8), Hand(), "  "])
def test_empty(form: object) -> None:
    assert Hand.of(form, "remi") == Hand()
    assert len(Hand.of(form)) == 0


def test_read_only_array() -> None:
    row = np.array([5, 5, 19, 0], np.uint8)
    row.flags.writeable = False
    assert Hand.of(row, RULES) == WANTED


def test_same_object_when_it_is_a_hand() -> None:
    assert Hand.of(WANTED, RULES) is WANTED
    assert Hand.of(WANTED) is WANTED


def test_value() -> None:
    again = pickle.loads(pickle.dumps(WANTED))
    assert again == WANTED
    assert hash(again) == hash(WANTED)
    assert eval(repr(WANTED), {"Hand": Hand}) == WANTED
    assert Hand("R5") != WANTED
    assert WANTED != "R5 R5 Y6 *"


def test_it_does_not_change() -> None:
    with pytest.raises(AttributeError):
        WANTED.counts = bytes(79)
    with pytest.raises(AttributeError):
        del WANTED.counts
    with pytest.raises(AttributeError):
        WANTED.extra = 1  # type: ignore[attr-defined]


def test_contents() -> None:
    assert list(WANTED) == [JOKER, Tile("R5"), Tile("R5"), Tile("Y6")]
    assert WANTED.codes() == bytes([0, 5, 5, 19])
    assert (len(WANTED), WANTED.jokers, WANTED.count(Tile("R5"))) == (4, 1, 2)
    assert WANTED.kinds() == (JOKER, Tile("R5"), Tile("Y6"))
    assert str(WANTED) == "* R5 R5 Y6"


def test_contains() -> None:
    assert Tile("R5") in WANTED
    assert "5s" in WANTED
    assert Tile("R6") not in WANTED
    assert True not in WANTED
    assert 999 not in WANTED
    assert None not in WANTED


def test_plus_minus() -> None:
    assert WANTED + Tile("K1") - Tile("R5") == Hand("* R5 Y6 K1")
    assert Hand() == WANTED - WANTED
    assert Hand("R5 Y6") <= WANTED
    assert not Hand("R5 R5 R5") <= WANTED
    with pytest.raises(TypeError):
        WANTED + "R5"  # type: ignore[operator]
    with pytest.raises(TypeError):
        WANTED - 5  # type: ignore[operator]


def test_from_counts() -> None:
    assert Hand.from_counts(WANTED.counts) == WANTED
    assert Hand.from_counts(bytearray(WANTED.counts)).counts == WANTED.counts


def test_numberings_of_others() -> None:
    # RLCard: S H D C; OpenSpiel: s c d h. Both 13 * suit + rank.
    assert Hand.from_rlcard([0, 13, 26, 39, 51]) == Hand("As Ah Ad Ac Kc")
    assert Hand.from_openspiel([0, 13, 26, 39, 51]) == Hand("As Ac Ad Ah Kh")
    assert Hand.from_openspiel(np.array([0, 1])) == Hand("As 2s")


def test_okey_tile() -> None:
    rules = get_rules("okey").replace(okey_tile="K6")
    hand = Hand.of("K6 F F R5", rules)
    assert hand == Hand.from_counts(bytes([1, 0, 0, 0, 0, 1, *(0,) * 39, 2, *(0,) * 33]))
    assert rules.format(hand) == "* R5 F F"
    assert Hand.of(rules.format(hand), rules) == hand
    assert Hand.of(["K6", "*"], rules).jokers == 2


def test_hands_are_ordered_among_themselves_alone() -> None:
    with pytest.raises(TypeError):
        Hand.parse("R1") <= "R1"  # type: ignore[operator]  # noqa: B015
