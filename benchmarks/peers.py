"""Against OpenSpiel and RLCard: the same ten-card hands, the same least deadwood, in one run."""

from __future__ import annotations

import random

import pyspiel
from rlcard.games.base import Card
from rlcard.games.gin_rummy.utils import melding, utils

import rummy_solver as rs
from benchmarks.hands import SEED, dense_hand, random_hand
from benchmarks.timing import checksum, interleaved

RULES = rs.get_rules("gin_rummy")
SPIEL = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
SUITS = {0: "S", 1: "H", 2: "D", 3: "C"}
SPIEL_SUIT = {0: 0, 1: 3, 2: 2, 3: 1}
RANKS = "A23456789TJQK"


def for_spiel(hand: rs.Hand) -> list[int]:
    """OpenSpiel's card numbers."""
    return [13 * SPIEL_SUIT[int(tile.color or 0)] + tile.rank - 1 for tile in hand]


def for_rlcard(hand: rs.Hand) -> list[Card]:
    """RLCard's cards."""
    return [Card(SUITS[int(tile.color or 0)], RANKS[tile.rank - 1]) for tile in hand]


def rlcard_deadwood(cards: list[Card]) -> int:
    """Least deadwood over the best clusters that RLCard finds."""
    total = sum(utils.get_deadwood_value(card) for card in cards)
    best = 0
    for cluster in melding.get_best_meld_clusters(cards):
        melded = sum(utils.get_deadwood_value(card) for meld in cluster for card in meld)
        best = max(best, melded)
    return total - best


def compare(kind: str, hands: list[rs.Hand], rlcard_hands: int) -> None:
    ours = [rs.evaluate(hand, RULES, objective="penalty") for hand in hands]
    spiel_hands = [for_spiel(hand) for hand in hands]
    cards = [for_rlcard(hand) for hand in hands[:rlcard_hands]]
    codes = [list(hand.codes()) for hand in hands]
    theirs = [SPIEL.min_deadwood(numbers) for numbers in spiel_hands]
    rlcard = [rlcard_deadwood(hand) for hand in cards]
    print(f"{kind}: {len(hands)} hands, checksum {checksum(ours)}")
    print(f"  OpenSpiel agrees on {sum(map(int.__eq__, ours, theirs))} of {len(theirs)}")
    print(f"  RLCard agrees on {sum(map(int.__eq__, ours, rlcard))} of {len(rlcard)}")
    seconds = interleaved(
        {
            "evaluate, list in": lambda: [
                rs.evaluate(c, RULES, objective="penalty") for c in codes
            ],
            "OpenSpiel min_deadwood": lambda: [SPIEL.min_deadwood(h) for h in spiel_hands],
            "solve with melds": lambda: [
                rs.solve(c, RULES, objective="penalty").melds for c in codes
            ],
            "OpenSpiel best_meld_group": lambda: [SPIEL.best_meld_group(h) for h in spiel_hands],
        }
    )
    for work, time in seconds.items():
        print(f"  {work:26} {1e9 * time / len(hands):10,.0f} ns per hand")


def main() -> None:
    rng = random.Random(SEED)
    compare("random", [random_hand(rng, RULES, 10, 0) for _ in range(2000)], 2000)
    compare("dense", [dense_hand(rng, RULES, 10, 0) for _ in range(500)], 500)


if __name__ == "__main__":
    main()
