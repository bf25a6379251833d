"""Play matches of mirrored deals and print who wins how often, and by how much.

python -m benchmarks.matches --pairs 2000 --rules gin_rummy --against greedy
"""

from __future__ import annotations

import argparse
import time

import rummy_solver as rs
from benchmarks.matches.policies import Greedy, Hints, Random
from benchmarks.matches.rounds import Policy, Round
from benchmarks.matches.statistics import interval

GAMES = ("rummyclub", "remi", "basic_rummy", "gin_rummy")


def opponent(name: str, seed: str) -> Policy:
    return Random(seed) if name == "random" else Greedy()


def match(rules: rs.RuleSet, against: str, pairs: int, check: bool, look_ahead: bool) -> str:
    wins: list[float] = []
    points: list[float] = []
    decided = won = 0
    start = time.process_time()
    turns = 0
    for pair in range(pairs):
        of_pair: list[tuple[float, float]] = []
        for side in (0, 1):
            hints, other = Hints(look_ahead), opponent(against, f"{pair}:{side}")
            players: tuple[Policy, Policy] = (hints, other) if side == 0 else (other, hints)
            result = Round(rules, players, f"{rules.name}:{pair}", check).run()
            turns += result.turns
            mine, theirs = result.points[side], result.points[1 - side]
            if result.winner is not None:
                decided += 1
                won += result.winner == side
            of_pair.append(((mine > theirs) + 0.5 * (mine == theirs), mine - theirs))
        wins.append(sum(w for w, _ in of_pair) / 2)
        points.append(sum(p for _, p in of_pair) / 2)
    rate, rate_error = interval(wins)
    mean, mean_error = interval(points)
    cpu = time.process_time() - start
    return (
        f"{rules.name:12} against {against:8} {pairs} pairs: wins {100 * rate:.1f} "
        f"+- {100 * rate_error:.1f} % (a draw is half), {won} of {decided} decided, "
        f"points {mean:+.2f} +- {mean_error:.2f} a round, "
        f"{turns / pairs / 2:.1f} turns, {1e3 * cpu / turns:.2f} ms a turn"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--rules", nargs="*", default=GAMES)
    parser.add_argument("--against", nargs="*", default=("random", "greedy"))
    parser.add_argument("--check", action="store_true", help="ask the referee about every turn")
    parser.add_argument("--quick", action="store_true", help="hints without look-ahead")
    options = parser.parse_args()
    for name in options.rules:
        for against in options.against:
            rules = rs.get_rules(name)
            line = match(rules, against, options.pairs, options.check, not options.quick)
            print(line, flush=True)


if __name__ == "__main__":
    main()
