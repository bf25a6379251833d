"""Distance, useful tiles, ranked discards, odds and hints by class of hand, as ratios and times.

python -m benchmarks.distances
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import numpy as np

import rummy_solver as rs
from benchmarks.timing import checksum, interleaved

GAMES = (("rummyclub", 0), ("rummyclub", 1), ("rummyclub", 2), ("joker_rummy", 0),
         ("joker_rummy", 2), ("basic_rummy", 0))  # fmt: skip


def random_hand(rules: rs.RuleSet, n: int, jokers: int, rng: random.Random) -> rs.Hand:
    tiles = [code for code in range(1, 79) for _ in range(rules.deck.counts[code])]
    return rs.Hand(bytes([0] * jokers + rng.sample(tiles, n - jokers)))


def near_hand(rules: rs.RuleSet, n: int, jokers: int, rng: random.Random) -> rs.Hand:
    """A closed hand less three tiles, made up at random: near to closing."""
    while True:
        whole = rs.nearest_closing(random_hand(rules, rules.hand_size, jokers, rng), rules)
        assert whole is not None
        keep = [tile for tile in whole if not tile.is_joker]
        rng.shuffle(keep)
        hand = rs.Hand([rs.JOKER] * jokers + keep[: rules.hand_size - 3])
        rest = [c for c in range(1, 79) for _ in range(rules.deck.counts[c] - hand.counts[c])]
        hand += rs.Hand(bytes(rng.sample(rest, n - len(hand))))
        if hand.jokers == jokers:
            return hand


def batch_ratio(rules: rs.RuleSet, hands: list[rs.Hand]) -> tuple[float, float, float]:
    """Nanoseconds a row of distance and of the solver, and of the solver without jokers."""
    rows = np.array([list(hand.codes()) for hand in hands], np.uint8)
    plain = rows[:, rows.min(axis=0) > 0] if rows.min() == 0 else rows
    plain = np.ascontiguousarray(plain)
    seconds = interleaved(
        {
            "distance": lambda: rs.distance_batch(rows, rules),
            "solve": lambda: rs.solve_batch(rows, rules, objective=("tiles",)),
            "plain": lambda: rs.solve_batch(plain, rules, objective=("tiles",)),
        }
    )
    n = len(hands)
    return tuple(1e9 * seconds[name] / n for name in ("distance", "solve", "plain"))  # type: ignore[return-value]


def mean_and_worst(ask: Callable[[rs.Hand], object], hands: list[rs.Hand]) -> tuple[float, float]:
    """Milliseconds, each the least of three."""
    times = []
    for hand in hands:
        least = float("inf")
        for _ in range(3):
            start = time.process_time()
            ask(hand)
            least = min(least, time.process_time() - start)
        times.append(1e3 * least)
    return sum(times) / len(times), max(times)


def measure(kind: str, name: str, jokers: int, number: int) -> str:
    rules = rs.get_rules(name)
    rng = random.Random(f"{kind}:{name}:{jokers}")
    make = random_hand if kind == "random" else near_hand
    size = rules.hand_size
    hands = [make(rules, size, jokers, rng) for _ in range(number)]
    more = [make(rules, size + 1, jokers, rng) for _ in range(number // 20)]
    some = hands[: number // 20]
    distance, solve, plain = batch_ratio(rules, hands)
    one, _ = mean_and_worst(lambda hand: rs.distance(hand, rules), hands[: number // 4])
    useful, _ = mean_and_worst(lambda hand: rs.useful_tiles(hand, rules), hands[: number // 4])
    ranked, ranked_worst = mean_and_worst(lambda hand: rs.rank_discards(hand, rules), more)
    odds, odds_worst = mean_and_worst(lambda hand: rs.closing_odds(hand, rules, draws=2), some)
    drawn = [rs.Position(hand, rules, phase="play") for hand in more]
    quick, quick_worst = mean_and_worst(
        lambda position: rs.hints(position, look_ahead=False),  # type: ignore[arg-type]
        drawn,  # type: ignore[arg-type]
    )
    deep, deep_worst = mean_and_worst(rs.hints, drawn)  # type: ignore[arg-type]
    values = [rs.distance(hand, rules) or 0 for hand in hands]
    return (
        f"{kind:6} {name:12} J={jokers} {distance:6.0f} {solve:6.0f} {plain:6.0f} "
        f"{distance / plain:5.1f} {useful / one:6.1f} {ranked:7.3f} {ranked_worst:7.3f} "
        f"{quick:7.3f} {quick_worst:7.3f} {deep:7.3f} {deep_worst:7.3f} "
        f"{odds:7.3f} {odds_worst:7.3f}  {checksum(values):6}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=2000, help="hands of each class")
    options = parser.parse_args()
    print("ns a row: distance, solver, solver without the jokers, ratio; useful / distance;")
    print("ms, mean and worst: ranked discards, hints without and with look-ahead, odds of two")
    for kind in ("random", "near"):
        for name, jokers in GAMES:
            print(measure(kind, name, jokers, options.number), flush=True)


if __name__ == "__main__":
    main()
