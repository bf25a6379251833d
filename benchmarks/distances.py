"""Distance, useful tiles, ranked discards, odds and hints by class of hand.

python -m benchmarks.distances --number 1000
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TypeVar

import rummy_solver as rs
from benchmarks.hands import hands
from benchmarks.questions import rows_of
from benchmarks.timing import checksum, interleaved, least_times

T = TypeVar("T")

GAMES = (("rummyclub", (0, 1, 2)), ("remi", (0, 1, 2)), ("joker_rummy", (0, 1, 2)),
         ("basic_rummy", (0,)))  # fmt: skip
KINDS = ("random", "near")

HEAD = """\
          ns a row of a batch         | times |            ms a call: mean, 95th percentile, worst
class                   dist.   solve | /plain useful |       discards ranked       | \
   hints without look-ahead  |            hints            |       odds of 2 draws      checksum"""


def row_times(rules: rs.RuleSet, deals: list[rs.Hand]) -> tuple[float, float, float]:
    """Nanoseconds a row: distance, solver, solver on the same hands without their jokers."""
    rows = rows_of(deals)
    plain = rows_of([rs.Hand([tile for tile in hand if not tile.is_joker]) for hand in deals])
    seconds = interleaved(
        {
            "distance": lambda: rs.distance_batch(rows, rules),
            "solve": lambda: rs.solve_batch(rows, rules, objective=("tiles",)),
            "plain": lambda: rs.solve_batch(plain, rules, objective=("tiles",)),
        }
    )
    distance, solve, bare = (1e9 * time / len(deals) for time in seconds.values())
    return distance, solve, bare


def useful_ratio(rules: rs.RuleSet, deals: list[rs.Hand]) -> float:
    """How many calls of `distance` one of `useful_tiles` costs."""
    seconds = interleaved(
        {
            "distance": lambda: [rs.distance(hand, rules) for hand in deals],
            "useful": lambda: [rs.useful_tiles(hand, rules) for hand in deals],
        }
    )
    return seconds["useful"] / seconds["distance"]


def spread(ask: Callable[[T], object], questions: Sequence[T]) -> str:
    """Milliseconds of CPU time of single questions, each the least of three."""
    times = sorted(time / 1e6 for time in least_times(ask, questions))
    mean = sum(times) / len(times)
    return f"| {mean:8.3f} {times[len(times) * 95 // 100]:8.3f} {times[-1]:9.3f} "


def measure(kind: str, name: str, jokers: int, number: int) -> str:
    """One line of the table."""
    rules = rs.get_rules(name)
    size = rules.hand_size
    deals = hands(kind, name, size, jokers, number)
    drawn = hands(kind, name, size + 1, jokers, number)
    positions = [rs.Position(hand, rules, phase="play") for hand in drawn]
    distance, solve, plain = row_times(rules, deals)
    return (
        f"{kind:6} {name:11} J={jokers} {distance:7,.0f} {solve:7,.0f} | {distance / plain:6.1f} "
        f"{useful_ratio(rules, deals[: number // 4]):6.1f} "
        + spread(lambda hand: rs.rank_discards(hand, rules), drawn)
        + spread(lambda position: rs.hints(position, look_ahead=False), positions)
        + spread(rs.hints, positions)
        + spread(lambda hand: rs.closing_odds(hand, rules, draws=2), deals)
        + f" {checksum(rs.distance(hand, rules) or 0 for hand in deals):6}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.distances", description=__doc__)
    parser.add_argument("--number", type=int, default=1000, help="hands of each class")
    options = parser.parse_args()
    print(HEAD)
    for kind in KINDS:
        for name, jokers in GAMES:
            for n in jokers:
                print(measure(kind, name, n, options.number), flush=True)


if __name__ == "__main__":
    main()
