"""The clauses on decks, notation, melds and their points; one test per clause, named after it."""

from __future__ import annotations

import pytest

from rummy_solver.errors import HandError, RuleSetError, TableError
from rummy_solver.hand import Hand
from rummy_solver.readings import parse_meld, read_meld
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules, rule_names
from rummy_solver.tiles import JOKER, Color, Tile

GAMES = [name for name in rule_names() if name != "okey"]
OKEY = get_rules("okey").replace(okey_tile="K6")


def is_meld(tiles: str, rules: str | RuleSet) -> bool:
    return read_meld(tiles, rules) is not None


def points(tiles: str, rules: str | RuleSet) -> int | None:
    meld = read_meld(tiles, rules)
    return (
        None if meld is None else meld.points(get_rules(rules) if isinstance(rules, str) else rules)
    )


def deck(name: str) -> tuple[int, int, int, int, int]:
    rules = get_rules(name)
    return rules.colors, rules.ranks, rules.copies, rules.jokers, rules.hand_size


@pytest.mark.parametrize("name", GAMES)
def test_common_meld_size(name: str) -> None:
    assert not is_meld("R5 R6", name)
    assert not is_meld("R5 Y5", name)
    assert is_meld("R5 R6 R7", name)
    assert is_meld("R5 Y5 B5", name)
    assert not is_meld("R5 Y6 B7", name)
    assert not is_meld("", name)


@pytest.mark.parametrize("name", GAMES)
def test_common_no_run_goes_round_the_corner(name: str) -> None:
    for tiles in ("R13 R1 R2", "R12 R13 R1 R2", "R13 R1 R2 R3"):
        assert not is_meld(tiles, name)


@pytest.mark.parametrize("name", GAMES)
def test_common_one_natural_tile_at_least(name: str) -> None:
    rules = get_rules(name).replace(jokers=4)
    assert not is_meld("* * *", rules)
    strict = rules.replace(min_naturals=2, max_jokers_per_meld=None)
    assert not is_meld("* * R5", strict)
    assert is_meld("* R5 R6", strict)


@pytest.mark.parametrize("name", GAMES)
def test_common_a_joker_may_be_the_third_copy(name: str) -> None:
    rules = get_rules(name).replace(jokers=2)
    assert is_meld("R5 * R7", rules)
    assert is_meld("R5 R6 *", rules)


@pytest.mark.parametrize("name", GAMES)
def test_common_no_colour_twice_in_a_group(name: str) -> None:
    rules = get_rules(name).replace(copies=2, jokers=2, pairs_to_win=0, max_jokers_per_meld=2)
    assert not is_meld("R5 R5 Y5", rules)
    assert not is_meld("R5 R5 *", rules)
    assert not is_meld("R5 Y5 B5 K5 *", rules)
    assert is_meld("R5 Y5 * *", rules)


def test_rc_1_deck() -> None:
    assert deck("rummyclub") == (4, 13, 2, 2, 14)
    rules = get_rules("rummyclub")
    assert rules.deck.size == 106
    assert rules.format(Tile.of(Color.BLUE, 7)) == "G7"
    assert Hand.parse("G7 B7", rules) == Hand("B7 B7")


def test_rc_2_group() -> None:
    assert is_meld("R10 Y10 G10", get_rules("rummyclub"))
    assert not is_meld("R12 Y12 B12 K12 *", "rummyclub")


def test_rc_3_run() -> None:
    assert is_meld("R12 R13 R1", "rummyclub")
    assert is_meld("R1 R2 R3", "rummyclub")
    assert is_meld("R1-13 R1", "rummyclub")
    assert is_meld("R13 R1 *", "rummyclub")
    assert not is_meld("R13 R1 R2", "rummyclub")
    with pytest.raises(TableError):
        parse_meld("R13 R1 *", "rummyclub")


def test_rc_8_okey() -> None:
    assert OKEY.deck.size == 105
    assert OKEY.indicator == Tile("K5")
    assert get_rules("rummyclub").replace(indicator="K13").okey_tile == Tile("K1")
    assert Hand.parse("K6 K6", OKEY) == Hand.parse("* *", OKEY) == Hand([JOKER, JOKER])
    with pytest.raises(HandError):
        Hand.parse("K6 *" + " K6", OKEY)
    with pytest.raises(HandError):
        Hand.parse("K5 K5", OKEY)


def test_rc_8_false_jokers_are_not_wild() -> None:
    assert not is_meld("F R9 Y9", OKEY)
    assert is_meld("F R6 Y6", OKEY)
    assert is_meld("K5 F K7", OKEY)
    assert OKEY.format(Hand.parse("F F", OKEY)) == "F F"


def test_rc_8_okey_without_an_okey_tile_answers_no_question() -> None:
    with pytest.raises(RuleSetError):
        read_meld("R1 R2 R3", "okey")


def test_jr_1_deck() -> None:
    assert deck("joker_rummy") == (4, 13, 2, 6, 13)
    assert get_rules("joker_rummy").deck.size == 110


def test_jr_2_group() -> None:
    assert is_meld("Ts Td Th", "joker_rummy")
    assert is_meld("As Ah Ad Ac", "joker_rummy")
    assert not is_meld("Ts Td Ts", "joker_rummy")


def test_jr_3_run() -> None:
    assert is_meld("8s 9s Ts", "joker_rummy")
    assert is_meld("Td Jd Qd", "joker_rummy")
    assert is_meld("As 2s 3s", "joker_rummy")
    assert is_meld("Qs Ks As", "joker_rummy")
    assert not is_meld("Ks As 2s", "joker_rummy")
    assert not is_meld("A-Ks As", "joker_rummy")
    assert is_meld("A-Ks As", get_rules("joker_rummy").replace(max_run=14))


def test_jr_4_one_joker() -> None:
    assert is_meld("As 2s *", "joker_rummy")
    assert not is_meld("As * *", "joker_rummy")
    assert is_meld("As * *", get_rules("joker_rummy").replace(max_jokers_per_meld=2))
    assert is_meld("As * *", get_rules("joker_rummy").replace(max_jokers_per_meld=None))


def test_jr_5_points_of_melds() -> None:
    assert points("7s 7h 7d", "joker_rummy") == 21
    assert points("Ks Kh *", "joker_rummy") == 30
    assert points("Qd Kd *", "joker_rummy") == 31
    assert points("As 2s 3s", "joker_rummy") == 6
    assert points("Qs Ks As", "joker_rummy") == 31
    assert points("As Ah Ad", "joker_rummy") == 33
    assert points("As Ah Ad", get_rules("joker_rummy").replace(ace_in_group=1)) == 3


def test_jr_10_points_in_hand() -> None:
    rules = get_rules("joker_rummy")
    assert [rules.hand_points_of(tile) for tile in Hand("* As Js Qs Ks 9s")] == [
        30,
        15,
        9,
        10,
        10,
        10,
    ]


def test_br_1_ace_is_low() -> None:
    assert deck("basic_rummy") == (4, 13, 1, 0, 10)
    assert is_meld("As 2s 3s", "basic_rummy")
    assert not is_meld("Qs Ks As", "basic_rummy")


def test_br_2_melds() -> None:
    assert is_meld("7s 7h 7d", "basic_rummy")
    assert is_meld("Ks Kh Kd Kc", "basic_rummy")
    assert is_meld("T-Ks", "basic_rummy")


def test_br_7_points_in_hand() -> None:
    rules = get_rules("basic_rummy")
    assert rules.penalty(Hand("Ks Qs Js As 9s")) == 40


def test_rk_1_deck() -> None:
    assert deck("rummikub") == (4, 13, 2, 2, 14)
    assert deck("rummikub6") == (6, 13, 2, 2, 14)
    assert get_rules("rummikub6").deck.size == 158
    assert get_rules("rummikub6").replace(jokers=4).deck.size == 160
    assert not is_meld("R12 R13 R1", "rummikub")


def test_rk_2_group() -> None:
    assert is_meld("R5 Y5 B5 K5", "rummikub")
    assert is_meld("G5 P5 R5 K5", "rummikub6")
    assert not is_meld("R5 Y5 B5 K5 G5", "rummikub6")
    assert is_meld("R5 Y5 B5 K5 G5 P5", get_rules("rummikub6").replace(max_group=6))


def test_rk_3_run() -> None:
    assert is_meld("R1-13", "rummikub")
    assert not is_meld("R1 R2 Y3", "rummikub")


def test_rk_4_a_joker_counts_as_its_face() -> None:
    assert points("K10 B10 *", "rummikub") == 30
    assert points("R12 R13 *", "rummikub") == 36
    assert points("* R5 *", "rummikub") == 18


def test_rk_6_open_kind() -> None:
    assert parse_meld("K1 * *", "rummikub").open
    assert not parse_meld("K1 *:K2 *:K3", "rummikub").open
    assert not parse_meld("K1 *:R1 *:B1", "rummikub").open


def test_rk_8_points_in_hand() -> None:
    assert get_rules("rummikub").penalty(Hand("* R13 R1")) == 44


def test_rm_1_deck() -> None:
    assert deck("remi") == (4, 13, 2, 2, 14)
    assert get_rules("remi").starter_extra == 1


def test_rm_2_run() -> None:
    assert is_meld("R1 R2 R3", "remi")
    assert is_meld("R12 R13 R1", "remi")
    assert not is_meld("R13 R1 R2", "remi")


def test_rm_3_group() -> None:
    assert is_meld("R7 Y7 B7 K7", "remi")
    assert not is_meld("R7 Y7 B7 K7 *", "remi")


def test_rm_4_jolly() -> None:
    assert is_meld("R9 R10 * R12", "remi")
    assert is_meld("R9 * * R12", "remi")
    assert not is_meld("R9 R10 * R13", "remi")


def test_gn_1_deck() -> None:
    assert deck("gin_rummy") == deck("basic_rummy")
    assert not is_meld("Qs Ks As", "gin_rummy")


def test_trap_1_jokers_before_and_beside_one_natural_tile() -> None:
    assert is_meld("5s * *", get_rules("remi"))
    assert str(parse_meld("* R12 R13", "rummikub")) == "* R12 R13"
    assert parse_meld("* R13 R1", "remi").places() == (12, 13, 14)


def test_trap_2_the_ace_counts_by_its_place() -> None:
    rules = get_rules("joker_rummy")
    assert points("Ks Qs As", rules) == 31
    assert points("2s 3s As", rules) == 6
    assert points("R12 R13 R1", "rummyclub") == 26
