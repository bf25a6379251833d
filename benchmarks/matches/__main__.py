"""Play matches of mirrored deals and print who wins how often, and by how much.

python -m benchmarks.matches --pairs 2000 --rules gin_rummy --against greedy --log played.jsonl

With a log every pair is kept, and a later call plays only what is missing.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path

import rummy_solver as rs
from benchmarks.matches.policies import Greedy, Hints, Random
from benchmarks.matches.rounds import Policy, Round
from benchmarks.matches.statistics import Pair, played, summary

GAMES = ("rummyclub", "remi", "basic_rummy", "gin_rummy")


def opponent(name: str, seed: str) -> Policy:
    return Random(seed) if name == "random" else Greedy()


def play(rules: rs.RuleSet, against: str, check: bool, look_ahead: bool, pair: int) -> Pair:
    """Play one deal from both seats."""
    rounds = []
    start = time.process_time()
    for side in (0, 1):
        hints, other = Hints(look_ahead), opponent(against, f"{pair}:{side}")
        players: tuple[Policy, Policy] = (hints, other) if side == 0 else (other, hints)
        points = Round(rules, players, f"{rules.name}:{pair}", check).run().points
        rounds.append((float(points[side]), float(points[1 - side])))
    return Pair.of(rounds, time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--rules", nargs="*", default=GAMES)
    parser.add_argument("--against", nargs="*", default=("random", "greedy"))
    parser.add_argument("--check", action="store_true", help="ask the referee about every turn")
    parser.add_argument("--quick", action="store_true", help="hints without look-ahead")
    parser.add_argument("--log", type=Path, help="file of the pairs played")
    options = parser.parse_args()
    for name in options.rules:
        for against in options.against:
            rules = rs.get_rules(name)
            match = f"{name} {'quick ' * options.quick}against {against}"
            pairs = played(
                match,
                options.pairs,
                partial(play, rules, against, options.check, not options.quick),
                options.log,
            )
            print(summary(match, pairs), flush=True)


if __name__ == "__main__":
    main()
