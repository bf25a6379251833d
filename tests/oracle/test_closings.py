"""Closings against the plain enumeration of every discard and every arrangement."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import rummy_solver as rs
from rummy_solver import reference, reference_closing
from rummy_solver.hand import Hand
from rummy_solver.reference_closing import RefClosing, kinds_of, rows_of
from rummy_solver.reference_melds import possible_melds
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from support.oracle import (
    closed_hand,
    golden,
    paired_hand,
    plain,
    random_hand,
    rules_of,
    with_more,
)

REMI = get_rules("remi")
REMI_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"simple_launched_step": 0},
    {"simple_closed_step": 0},
    {"minor_max": 8, "major_includes_high_one": True},
    {"grand_care": "eight_naturals"},
    {"grand_care": "sets_only"},
    {"grand_care": "any_two_fours"},
    {"joker_neutral": True},
    {"joker_neutral": True, "major_includes_high_one": True},
    {"big_with_launched": 100},
    {"special_closed_in_jolly": 200},
    {"two_launched_points": 100},
    {"pair_jokers": "single"},
    {"pair_jokers": "none"},
)


def discard_of(closing: Any) -> int | None:
    return None if closing.discard is None else int(closing.discard)


def may_pair(one: int, other: int, rules: RuleSet) -> bool:
    """Tell whether two tiles may be a pair."""
    jokers = (one == rs.JOKER) + (other == rs.JOKER)
    if jokers == 0:
        return one == other
    return rules.pair_jokers == "any" or (jokers == 1 and rules.pair_jokers == "single")


def check_melds(closing: Any, hand: Hand, rules: RuleSet) -> None:
    """Check that the melds shown are legal and hold exactly the tiles that are kept."""
    kept = hand if closing.discard is None else hand - closing.discard
    laid = Counter(int(tile) for meld in closing.melds for tile in meld.tiles)
    assert laid == Counter(map(int, kept)), closing
    legal = set(possible_melds(kept.counts, rules))
    for meld in map(plain, closing.melds):
        if meld.kind == "pair":
            assert rules.pairs_to_win, closing
            assert may_pair(*meld.tiles, rules), closing
        else:
            assert meld in legal, closing
    assert closing.jokers_in_melds == kept.jokers


def compare(found: list[Any], expected: list[RefClosing], hand: Hand, rules: RuleSet) -> None:
    """Compare two lists of closings, in their order."""
    what = f"{rules.name} {rules.format(hand)}"
    short = [(discard_of(c), c.points, c.factor) for c in found]
    assert short == [(c.discard, c.points, c.factor) for c in expected], what
    for mine, plain_closing in zip(found, expected, strict=True):
        assert mine.pattern in plain_closing.patterns, (what, mine)
        check_melds(mine, hand, rules)


def compare_remi(hand: Hand, rules: RuleSet, launched: int) -> None:
    expected = reference_closing.remi_closings(hand.counts, rules, launched)
    found = rs.closings(hand, rules, launched=launched)
    compare(found, expected, hand, rules)
    assert rs.can_close(hand, rules) == bool(expected), str(hand)
    for mine, plain_closing in zip(found, expected, strict=True):
        rows = {(row.name, row.points) for row in mine.rows}
        assert rows == plain_closing.rows, (str(hand), launched, mine)
        shows_its_points(mine, rules, launched)


def shows_its_points(closing: Any, rules: RuleSet, launched: int) -> None:
    """Check that the melds shown are worth the points."""
    melds = tuple(map(plain, closing.melds))
    kinds = {"duble"} if melds[0].kind == "pair" else kinds_of(melds, rules)
    jolly = closing.discard is not None and closing.discard.is_joker
    worth = {
        points - step * closing.jokers_in_melds
        for kind in kinds
        for _, points, step in rows_of(kind, launched, jolly, rules)
    }
    assert max(worth) == closing.points, closing


def remi_hand(rng: random.Random) -> Hand:
    """Build a hand of 14 tiles that closes, often in one of the rarer patterns."""
    kind = rng.randrange(8)
    if kind == 0:
        return paired_hand(rng, REMI, 7) or closed_hand(rng, REMI, 14)
    if kind == 1:
        return closed_hand(rng, REMI, 14, colors=rng.choice((1, 2)))
    if kind == 2:
        return closed_hand(rng, REMI, 14, ranks=range(1, 9))
    if kind == 3:
        return closed_hand(rng, REMI, 14, ranks=(1, *range(8, 14)))
    if kind == 4:
        rank = rng.randrange(1, 14)
        fours = [tile for tile in REMI.deck if tile.rank == rank]
        hand = Hand.of(fours)
        while True:
            more = closed_hand(rng, REMI, 6)
            if hand + more <= Hand.from_counts(REMI.deck.counts):
                return hand + more
    if kind == 5:
        hand = closed_hand(rng, REMI, 13)
        return with_more(rng, hand, REMI)
    return closed_hand(rng, REMI, 14)


def run_remi(rng: random.Random, hands: int) -> None:
    variants = [rules_of({"rules": "remi"}, **options) for options in REMI_OPTIONS]
    for number in range(hands):
        rules = variants[number % len(variants)]
        hand = remi_hand(rng)
        if rng.randrange(2) and 0 < hand.jokers < 2:
            hand = hand + rs.JOKER
        elif rng.randrange(8):
            hand = with_more(rng, hand, REMI)
        launched = rng.randrange(3 - hand.jokers)
        compare_remi(hand, rules, launched)


def club_rules() -> list[RuleSet]:
    club = get_rules("rummyclub")
    okey = get_rules("okey").replace(okey_tile="K6")
    return [
        club,
        club.replace(stack_doubles=True, base_points=3),
        club.replace(pair_jokers="single"),
        club.replace(pair_jokers="none"),
        club.replace(close_without_left_over=True),
        okey,
        okey.replace(stack_doubles=True),
    ]


def run_club(rng: random.Random, hands: int) -> None:
    variants = club_rules()
    for number in range(hands):
        rules = variants[number % len(variants)]
        if rng.randrange(4) == 0:
            hand = paired_hand(rng, rules, 7) or closed_hand(rng, rules, 14)
        elif rng.randrange(4) == 0:
            hand = closed_hand(rng, rules, 15)
        else:
            hand = closed_hand(rng, rules, 14)
        if len(hand) == 14 and rng.randrange(5):
            hand = with_more(rng, hand, rules)
        expected = reference_closing.club_closings(hand.counts, rules)
        compare(rs.closings(hand, rules), expected, hand, rules)
        assert rs.can_close(hand, rules) == bool(expected), str(hand)


OUT_RULES = (
    "joker_rummy", "joker_rummy_take_all", "joker_rummy_single", "joker_rummy_optional",
    "basic_rummy", "basic_rummy_required", "rummikub", "rummikub6",
)  # fmt: skip


def out_rules(name: str) -> RuleSet:
    jr, basic = get_rules("joker_rummy"), get_rules("basic_rummy")
    return {
        "joker_rummy_take_all": jr.replace(take_all=True),
        "joker_rummy_single": jr.replace(opening_single_meld=True),
        "joker_rummy_optional": jr.replace(discard="optional"),
        "basic_rummy_required": basic.replace(discard="required"),
    }.get(name) or get_rules(name)


def run_out(rng: random.Random, rules: RuleSet, hands: int) -> None:
    doubles = rules.one_turn_factor == 2 and rules.take_all
    for number in range(hands):
        size = rng.randrange(3, 15)
        hand = closed_hand(rng, rules, size)
        if rng.randrange(4):
            hand = with_more(rng, hand, rules)
        if rng.randrange(8) == 0:
            hand = random_hand(rng, rules, rng.randrange(2, 15))
        opened = number % 2 == 0
        taken = rng.choice(list(hand)) if not rules.discard_taken and rng.randrange(2) else None
        expected = reference_closing.going_out(
            hand.counts, rules, opened=opened, banned=taken, doubles=doubles
        )
        found = rs.closings(hand, rules, opened=opened, taken=taken)
        compare(found, expected, hand, rules)
        closes = rs.can_close(hand, rules, opened=opened, taken=taken)
        assert closes == bool(expected), (str(hand), opened, taken)


def run_gin(rng: random.Random, hands: int) -> None:
    rules = get_rules("gin_rummy")
    for _ in range(hands):
        hand = with_more(rng, closed_hand(rng, rules, rng.choice((6, 7, 9, 10))), rules)
        hand = with_more(rng, hand, rules, 11 - len(hand))
        expected = reference_closing.gin_knocks(hand.counts, rules)
        found = rs.closings(hand, rules)
        thrown = {discard_of(c): c.pattern for c in found if c.discard is not None}
        patterns = {code: "gin" if left == 0 else "knock" for code, left in expected.items()}
        assert thrown == patterns, str(hand)
        whole = any(c.discard is None for c in found)
        assert whole == (reference.evaluate(hand.counts, rules, "tiles") == 11), str(hand)
        assert rs.can_close(hand, rules) == bool(expected or whole)


def test_known_rummyclub_closings() -> None:
    for row in golden("solve/rummyclub.jsonl"):
        for name in ("rummyclub", "remi"):
            for jokers in ("none", "single", "any"):
                rules = rules_of({"rules": name}, pair_jokers=jokers)
                hand = Hand.parse(row["hand"], rules)
                if "closes" in row:
                    closes = row["closes"][jokers]
                    assert rs.can_close(hand, rules) == closes, row["id"]
                if "closing_discards" in row:
                    found = Hand.of([c.discard for c in rs.closings(hand, rules)])
                    expected = Hand.parse(row["closing_discards"][jokers], rules)
                    assert found == expected, row["id"]


def test_known_joker_rummy_closings() -> None:
    for row in golden("solve/joker_rummy.jsonl"):
        rules = rules_of(row)
        hand = Hand.parse(row["hand"], rules)
        assert rs.can_close(hand, rules, opened=True) == row["goes_out_opened"], row["id"]
        assert rs.can_close(hand, rules) == row["goes_out"], row["id"]


def test_remi(rng: random.Random) -> None:
    run_remi(rng, 120)


def test_rummyclub_and_okey(rng: random.Random) -> None:
    run_club(rng, 105)


@pytest.mark.parametrize("name", OUT_RULES)
def test_going_out(name: str, rng: random.Random) -> None:
    run_out(rng, out_rules(name), 40)


def test_gin(rng: random.Random) -> None:
    run_gin(rng, 100)


@pytest.mark.slow
def test_remi_long(rng: random.Random) -> None:
    run_remi(rng, 15_000)


@pytest.mark.slow
def test_rummyclub_and_okey_long(rng: random.Random) -> None:
    run_club(rng, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", OUT_RULES)
def test_going_out_long(name: str, rng: random.Random) -> None:
    run_out(rng, out_rules(name), 3_000)


@pytest.mark.slow
def test_gin_long(rng: random.Random) -> None:
    run_gin(rng, 5_000)
