"""A game that the package does not have, made from data alone as a page of the tutorial shows.

Conquian is played by two with forty Spanish cards; ten are dealt, and who lays eleven has won.
"""

from __future__ import annotations

import pickle
import random
from itertools import combinations

import rummy_solver as rs
from support.oracle import Plain, Public

CONQUIAN = rs.RuleSet(
    name="conquian",
    style="card",
    ranks=10,  # ace to seven; 8, 9 and 10 are jack, knight and king
    copies=1,
    jokers=0,
    hand_size=10,
    max_run=10,
    ace="low",
    discard="none",  # a card goes from the stock to the melds or is passed, never through the hand
    table_play="rearrange",  # one's own melds may be taken apart for new ones
    closing="out",
)


def deck() -> rs.Hand:
    return rs.Hand.of(list(CONQUIAN.deck), CONQUIAN)


def test_the_deck_has_forty_cards_and_the_seven_stands_below_the_jack() -> None:
    assert CONQUIAN.deck.size == 40
    assert rs.read_meld("6s 7s 8s", CONQUIAN) is not None
    assert rs.read_meld("9s Ts As", CONQUIAN) is None


def test_melds_of_the_whole_deck() -> None:
    """A suit has 8 + 7 + ... + 1 runs of 3 to 10; a rank four groups of three and one of four."""
    assert len(rs.possible_melds(deck(), CONQUIAN)) == 4 * 36 + 10 * 5


def test_hands_that_win() -> None:
    assert rs.can_close("As 2s 3s 4s 7h 7d 7c Ts Th Td Tc", CONQUIAN)
    assert not rs.can_close("As 2s 3s 4s 7h 7d 7c Ts Th Td 9c", CONQUIAN)
    assert rs.explain_closing("As 2s 3s 5c", CONQUIAN).codes == ("loose",)


def test_the_number_of_winning_hands() -> None:
    """Eleven cards are two or three melds that share no card."""
    melds = [set(meld.tiles) for meld in rs.possible_melds(deck(), CONQUIAN)]
    masks = [(sum(1 << tile for tile in meld), len(meld)) for meld in melds]
    pairs = [(a | b, m + n) for (a, m), (b, n) in combinations(masks, 2) if not a & b]
    found = {mask for mask, size in pairs if size == 11}
    found |= {mask | c for mask, m in pairs for c, n in masks if m + n == 11 and not mask & c}
    assert rs.closable_count(CONQUIAN, 11) == (len(found), len(found))


def test_a_turn_takes_ones_own_melds_apart() -> None:
    before = rs.Table.parse("4s 5s 6s 7s", CONQUIAN)
    turn = rs.best_turn("7h 7d", before, CONQUIAN)
    assert CONQUIAN.format(turn.table) == "4s 5s 6s | 7s 7h 7d"
    assert turn.goes_out
    assert rs.check_turn(before, turn.table, "7h 7d", CONQUIAN) == []


def test_both_solvers_agree() -> None:
    core, plain = Public(), Plain()
    rng = random.Random(10)
    for _ in range(60):
        hand = rs.Hand(rng.sample(list(CONQUIAN.deck), 11))
        for objective in ("tiles", "points", "penalty"):
            expected = plain.evaluate(hand, CONQUIAN, objective)
            assert core.evaluate(hand, CONQUIAN, objective) == expected, str(hand)


def test_arrays_odds_and_json_know_it_too() -> None:
    hands = rs.deal(CONQUIAN, 50, seed=3)
    values = rs.solve_batch(hands, CONQUIAN).value
    assert values.tolist() == [rs.evaluate(hand, CONQUIAN) for hand in hands]
    alone = CONQUIAN.replace(table_play="none")
    assert rs.distance("As 2s 3s 4s 7h 7d 7c Ts Th 2d", alone) == 1
    useful = rs.useful_tiles("As 2s 3s 4s 7h 7d 7c Ts Th 2d", alone)
    assert useful == {rs.Tile("B10"): 1, rs.Tile("K10"): 1}  # a third ten; a run of five leaves two
    solution = rs.solve("As 2s 3s Ts", CONQUIAN)
    assert rs.from_dict(rs.to_dict(solution, CONQUIAN)) == solution
    assert pickle.loads(pickle.dumps(CONQUIAN)) == CONQUIAN
