"""Both styles, shorthands, the letters that rules decide."""

import pytest

from rummy_solver.errors import NotationError
from rummy_solver.hand import Hand
from rummy_solver.notation import parse_tiles
from rummy_solver.rulesets import get_rules

OKEY = get_rules("okey").replace(okey_tile="K6")


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("", ""),
        (" ,\t\n ", ""),
        ("R5,Y6 , B7", "R5 Y6 B7"),
        ("r5 k13 *", "R5 K13 *"),
        ("R5-8", "R5 R6 R7 R8"),
        ("r9-13", "R9 R10 R11 R12 R13"),
        ("RYB7", "R7 Y7 B7"),
        ("ryk10", "R10 Y10 K10"),
        ("RR5", "R5 R5"),
        ("GP3", "G3 P3"),
        ("5s 5h 5d 5c", "R5 Y5 B5 K5"),
        ("AS tS 10s Js Qs Ks", "R1 R10 R10 R11 R12 R13"),
        ("5-8s", "R5 R6 R7 R8"),
        ("9-Kh", "Y9 Y10 Y11 Y12 Y13"),
        ("T-qh 10-Jc", "Y10 Y11 Y12 K10 K11"),
        ("A-3d", "B1 B2 B3"),
        ("Q-Ad", "B12 B13 B1"),
        ("7shd", "R7 Y7 B7"),
        ("10sh", "R10 Y10"),
        ("A♠ A♥ A♦ A♣ a♤ 2♡ 3♢ 4♧", "R1 Y1 B1 K1 R1 Y2 B3 K4"),
        ("5♥\ufe0f 7♠♥", "Y5 R7 Y7"),
        ("Jk JK jk * jK", "* * * * *"),
        ("R5 5h", "R5 Y5"),
    ],
)
def test_without_rules(text: str, tiles: str) -> None:
    assert " ".join(map(str, parse_tiles(text))) == tiles


@pytest.mark.parametrize(
    ("name", "text", "tiles"),
    [
        ("rummyclub", "G5 B5 O6 Y6", "B5 B5 Y6 Y6"),
        ("rummikub", "g5 o6 GO7", "B5 Y6 B7 Y7"),
        ("joker_rummy", "G5 O6", "B5 Y6"),
        ("rummikub6", "G5 B5 P1", "G5 B5 P1"),
        ("remi", "J j *", "* * *"),
        ("joker_rummy", "Jk *", "* *"),
        ("joker_rummy", "R5 5s", "R5 R5"),
        ("remi", "5s R5", "R5 R5"),
    ],
)
def test_letters_under_rules(name: str, text: str, tiles: str) -> None:
    found = parse_tiles(text, get_rules(name).dialect)
    assert " ".join(map(str, found)) == tiles


@pytest.mark.parametrize(
    ("name", "text"), [("rummikub6", "O5"), ("joker_rummy", "J"), ("remi", "F")]
)
def test_letters_that_rules_refuse(name: str, text: str) -> None:
    with pytest.raises(NotationError):
        Hand.parse(text, name)


def test_okey_tile() -> None:
    found = parse_tiles("F f K6 6c * K5-7", OKEY.dialect)
    assert " ".join(map(str, found)) == "K6 K6 * * * K5 * K7"


def test_no_token_is_both_styles() -> None:
    tile_style = {f"{c}{n}" for c in "RYBKGPOF" for n in range(1, 14)}
    card_style = {f"{r}{s}" for r in [*"A23456789TJQK", "10"] for s in "shdc"}
    upper = {token.upper() for token in card_style}
    assert not tile_style & upper
