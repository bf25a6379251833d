"""Closings against a plain enumeration of every discard, every arrangement and every row."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import rummy_solver as rs
from rummy_solver.closing import Closing
from rummy_solver.hand import Hand
from rummy_solver.reference_closing import (
    RefClosing,
    club_closings,
    gin_knocks,
    going_out,
    kinds_of,
    remi_closings,
    rows_of,
)
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from support.oracle import closed_hand, paired_hand, random_hand, sorted_melds, with_more

QUICK, LONG = 40, 5_000

PATTERN_OPTIONS: list[dict[str, Any]] = [
    {},
    {"grand_care": "eight_naturals", "special_closed_in_jolly": 200},
    {"grand_care": "sets_only", "pair_jokers": "single", "minor_max": 6},
    {"grand_care": "any_two_fours", "pair_jokers": "none", "two_launched_points": 100},
    {"joker_neutral": True, "big_with_launched": 100},
    {"joker_neutral": True, "major_includes_high_one": True, "simple_closed_step": 0},
    {"major_includes_high_one": True, "simple_launched_step": 0, "grand_care": "any_two_fours"},
]

OUT_OPTIONS: dict[str, list[dict[str, Any]]] = {
    "joker_rummy": [{}, {"take_all": True}, {"discard": "optional"}, {"ace_in_group": 1},
                    {"opening_single_meld": True}, {"max_jokers_per_meld": None}],
    "basic_rummy": [{}, {"discard": "required"}, {"jokers": 2}],
    "rummikub": [{}, {"opening_points": 50}, {"jokers": 4, "max_group": 4}],
}  # fmt: skip


def near_closing(rng: random.Random, rules: RuleSet, size: int) -> Hand:
    """Build a hand that closes or nearly does, jokers in it often; or a random one."""
    kind = rng.random()
    if kind < 0.1:
        return random_hand(rng, rules, size + 1, dense=rng.random() < 0.5)
    ranks = {0: range(1, 14), 1: range(1, 8), 2: range(8, 14)}[rng.choice((0, 0, 1, 2))]
    if rules.pairs_to_win and kind < 0.2:
        hand = paired_hand(rng, rules, rules.pairs_to_win)
        if len(hand) != size:
            return near_closing(rng, rules, size)
    else:
        # Enough tiles to choose from: a colour alone seldom has so many that go into melds.
        colors = rng.choice((1, 2, 2, 3, 4))
        if colors * len(ranks) * rules.copies < 2 * size:
            colors, ranks = 4, range(1, 14)
        hand = closed_hand(rng, rules, size, colors, ranks)
    hand = with_jokers(rng, hand, rules)
    if kind > 0.8:  # one tile goes, another comes
        gone = rng.choice([tile for tile in hand if not tile.is_joker])
        hand = with_more(rng, hand - gone, rules)
    return with_more(rng, hand, rules)


def with_jokers(rng: random.Random, hand: Hand, rules: RuleSet) -> Hand:
    """Put jokers in the place of some tiles."""
    for _ in range(min(rng.randrange(rules.jokers + 1), len(hand) - 2) - hand.jokers):
        naturals = [tile for tile in hand if not tile.is_joker]
        hand = hand - rng.choice(naturals) + rs.JOKER
    return hand


def four_of_a_rank(rng: random.Random, rules: RuleSet) -> Hand:
    """Build eight tiles of one rank with melds beside them: grand care, or nearly."""
    while True:
        rank = rng.randint(1, rules.ranks)
        eight = Hand([rs.Tile.of(color, rank) for color in range(4)] * 2)
        rest = closed_hand(rng, rules, rules.hand_size - 8, rng.choice((2, 4)))
        if eight + rest <= Hand.from_counts(rules.deck.counts):
            return with_more(rng, with_jokers(rng, eight + rest, rules), rules)


def plain(closing: Closing) -> tuple[object, ...]:
    discard = None if closing.discard is None else int(closing.discard)
    return discard, closing.points, closing.factor


def agree(found: list[Closing], expected: list[RefClosing], *, rows: bool) -> None:
    assert [plain(x) for x in found] == [(x.discard, x.points, x.factor) for x in expected]
    for closing, wanted in zip(found, expected, strict=True):
        assert closing.pattern in wanted.patterns
        if rows:
            assert {tuple(row) for row in closing.rows} == wanted.rows
        arranged = Hand([tile for meld in closing.melds for tile in meld.tiles])
        assert arranged == closing.kept
        assert all(
            meld.kind is rs.MeldKind.PAIR or not rs.check_meld(meld, closing.rules, ordered=True)
            for meld in closing.melds
        )


def boards(name: str, seed: int, number: int) -> Iterator[tuple[random.Random, RuleSet, Hand]]:
    """Yield hands of a game that is arranged as a whole."""
    rng = random.Random(seed)
    options: list[dict[str, Any]] = PATTERN_OPTIONS
    if name != "remi":
        options = [
            {}, {"stack_doubles": True}, {"pair_jokers": "single"}, {"pair_jokers": "none"},
            {"close_without_left_over": True},
        ]  # fmt: skip
    games = [get_rules(name).replace(**knobs) for knobs in options]
    if name == "okey":
        games = [game.replace(okey_tile=tile) for game in games for tile in ("K6", "R1")]
    for i in range(number):
        rules = games[i % len(games)]
        if name == "remi" and rng.random() < 0.15:
            hand = four_of_a_rank(rng, rules)
        else:
            hand = near_closing(rng, rules, rules.hand_size)
        if rng.random() < 0.2:
            hand = hand - rng.choice(list(hand))
        yield rng, rules, hand


def check_boards(name: str, seed: int, number: int) -> None:
    for _, rules, hand in boards(name, seed, number):
        expected = club_closings(hand.counts, rules)
        agree(rs.closings(hand, rules), expected, rows=True)
        assert rs.can_close(hand, rules) == bool(expected), str(hand)


def check_remi(seed: int, number: int) -> None:
    for rng, rules, hand in boards("remi", seed, number):
        launched = rng.randrange(rules.jokers - hand.jokers + 1)
        expected = remi_closings(hand.counts, rules, launched)
        found = rs.closings(hand, rules, launched=launched)
        agree(found, expected, rows=True)
        for closing in found:
            assert worth_of_the_melds(closing, launched) == closing.points, str(hand)
        assert rs.can_close(hand, rules) == bool(expected), str(hand)


def worth_of_the_melds(closing: Closing, launched: int) -> int:
    """Return what the melds that a closing shows are worth, by the rows that they meet."""
    if closing.melds[0].kind is rs.MeldKind.PAIR:
        kinds = {"duble"}
    else:
        kinds = kinds_of(sorted_melds(closing.melds), closing.rules)
    jolly = closing.discard == rs.JOKER
    return max(
        points - step * closing.jokers_in_melds
        for kind in kinds
        for _, points, step in rows_of(kind, launched, jolly, closing.rules)
    )


def check_going_out(name: str, seed: int, number: int) -> None:
    rng = random.Random(seed)
    games = [get_rules(name).replace(**knobs) for knobs in OUT_OPTIONS[name]]
    for i in range(number):
        rules = games[i % len(games)]
        hand = near_closing(rng, rules, rng.choice((3, 6, 7, 9, 10, 12, 13)))
        if rng.random() < 0.4:
            hand = hand - rng.choice(list(hand))
        taken = rng.choice(list(hand)) if rng.random() < 0.3 else None
        banned = taken if not rules.discard_taken and hand.count(taken or 0) == 1 else None
        opened = rng.random() < 0.4
        expected = going_out(
            hand.counts, rules, opened=opened, banned=banned, doubles=rules.take_all
        )
        found = rs.closings(hand, rules, opened=opened, taken=taken)
        if rules.opening_single_meld and not opened:
            expected = [x for x in expected if one_meld_opens(hand, x.discard, rules)]
        agree(found, expected, rows=False)
        assert rs.can_close(hand, rules, opened=opened, taken=taken) == bool(expected), str(hand)


def one_meld_opens(hand: Hand, discard: int | None, rules: RuleSet) -> bool:
    """Tell by the plain search whether one meld is worth the opening and the rest goes too."""
    kept = hand if discard is None else hand - rs.Tile(discard)
    plain_rules = rules.replace(opening_points=0, opening_single_meld=False, discard="none")
    return any(
        meld.points(rules) >= rules.opening_points
        and (
            len(meld) == len(kept)
            or going_out((kept - Hand(meld.tiles)).counts, plain_rules, opened=True)
        )
        for meld in rs.possible_melds(kept, rules)
    )


def check_gin(seed: int, number: int) -> None:
    rng = random.Random(seed)
    rules = get_rules("gin_rummy")
    for _ in range(number):
        if rng.random() < 0.5:
            hand = near_closing(rng, rules, 10)
        else:
            hand = with_more(rng, closed_hand(rng, rules, rng.choice((6, 7, 8))), rules, 4)
            hand = hand if len(hand) <= 11 else random_hand(rng, rules, 11, dense=True)
        if len(hand) != 11:
            hand = with_more(rng, hand, rules, 11 - len(hand))
        found = rs.closings(hand, rules)
        thrown = {int(x.discard): rules.penalty(x.deadwood) for x in found if x.discard is not None}
        assert thrown == gin_knocks(hand.counts, rules), str(hand)
        assert rs.can_close(hand, rules) == bool(found)


CHECKS: dict[str, Callable[[int, int], None]] = {
    "remi": check_remi,
    "rummyclub": lambda seed, number: check_boards("rummyclub", seed, number),
    "okey": lambda seed, number: check_boards("okey", seed, number),
    "joker_rummy": lambda seed, number: check_going_out("joker_rummy", seed, number),
    "basic_rummy": lambda seed, number: check_going_out("basic_rummy", seed, number),
    "rummikub": lambda seed, number: check_going_out("rummikub", seed, number),
    "gin_rummy": check_gin,
}


@pytest.mark.parametrize("name", CHECKS)
def test_closings_equal_the_enumeration(name: str) -> None:
    CHECKS[name](20_261, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHECKS)
def test_closings_equal_the_enumeration_on_many_hands(name: str) -> None:
    CHECKS[name](20_262, LONG)
