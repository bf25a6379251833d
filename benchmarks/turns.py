"""Best turns of rummikub by class: tiles on the table, jokers on it and in the rack.

Microseconds of CPU time for ("tiles", "penalty", "kept"), the least of the repeats. On the first
states of each class rummikub-solver, which maximises the tiles alone, is asked too: how many times
longer its median and its 95th percentile are.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator

import rummy_solver as rs
from benchmarks.hands import SEED
from benchmarks.timing import checksum
from rummy_solver.tiles import TILES

JOKERS = ((0, 0), (1, 0), (1, 1), (2, 0), (0, 2))
SIZES = {"rummikub": (0, 20, 40, 60, 80, 92), "rummikub6": (0, 30, 60, 90, 120, 144)}


def random_meld(rng: random.Random, rules: rs.RuleSet, wild: bool) -> rs.Meld:
    """A run of three to five or a group, with one joker if asked."""
    if rng.random() < 0.5:
        size = rng.choice([3, 3, 3, 4, 4, 5])
        first, color = rng.randint(1, rules.ranks - size + 1), rng.randrange(rules.colors)
        faces = [rs.Tile.of(color, first + i) for i in range(size)]
        return rs.Meld.run(faces, [rng.randrange(size)] if wild else [])
    size, rank = rng.choice([3, 3, 4]), rng.randint(1, rules.ranks)
    colors = rng.sample(range(rules.colors), size - wild)
    return rs.Meld.group([rs.Tile.of(color, rank) for color in colors], int(wild))


def random_state(
    rng: random.Random, rules: rs.RuleSet, tiles: int, on_table: int, in_rack: int
) -> tuple[rs.Hand, rs.Table]:
    """A table of about so many tiles and a rack of 14, or what is left of the deck."""
    pool = Counter({code: n for code, n in enumerate(rules.deck.counts) if n and code})
    melds: list[rs.Meld] = []
    wild, size = on_table, 0
    for _ in range(3000):
        if size >= tiles and not wild:
            break
        meld = random_meld(rng, rules, wild > 0 and (size >= tiles or rng.random() < 0.3))
        need = Counter(map(int, meld.tiles))
        if not need - pool - Counter({0: meld.jokers}):
            pool -= need
            wild -= meld.jokers
            size += len(meld)
            melds.append(meld)
    rest = [TILES[code] for code in sorted(pool.elements()) if code]
    rack = rng.sample(rest, min(14 - in_rack, len(rest))) + [TILES[0]] * in_rack
    return rs.Hand(rack), rs.Table(melds)


def least_time(rack: rs.Hand, table: rs.Table, rules: rs.RuleSet) -> tuple[float, int]:
    """Microseconds of the best turn, and an answer for the checksum."""
    least = float("inf")
    for _ in range(3):
        start = time.process_time_ns()
        turn = rs.best_turn(rack, table, rules)
        least = min(least, (time.process_time_ns() - start) / 1000)
    return least, 10_000 * turn.tiles + 100 * turn.penalty + turn.kept_melds


def peer_times(states: list[tuple[rs.Hand, rs.Table]], tiles: list[int]) -> list[float]:
    """Microseconds of rummikub-solver; its number of tiles must be ours."""
    from rummikub_solver import RuleSet, SolverMode

    rules = RuleSet()
    times = []
    for (rack, table), wanted in zip(states, tiles, strict=True):
        game = rules.new_game()
        game.initial = False
        game.add_table(*[rules.tiles[int(tile) - 1] for tile in table.tiles])
        game.add_rack(*[rules.tiles[int(tile) - 1] for tile in rack])
        start = time.process_time_ns()
        found = rules.solve(game, SolverMode.TILE_COUNT)
        times.append((time.process_time_ns() - start) / 1000)
        if (len(found.tiles) if found else 0) != wanted:
            raise SystemExit(f"rummikub-solver disagrees: rack {rack} table {table}")
    return sorted(times)


def lines(name: str, policy: str, number: int, peers: int) -> Iterator[str]:
    """One line for each class."""
    rules = rs.get_rules(name).replace(joker_policy=policy)
    for tiles in SIZES[name]:
        for on_table, in_rack in JOKERS:
            if on_table and not tiles:
                continue
            rng = random.Random(f"{SEED} {name} {tiles} {on_table} {in_rack}")
            states = [random_state(rng, rules, tiles, on_table, in_rack) for _ in range(number)]
            found = [least_time(*state, rules) for state in states]
            times = sorted(time for time, _ in found)
            row = [times[number * part // 100] for part in (50, 95, 99)] + [times[-1]]
            text = f"{name:9} {policy:7} {tiles:4} {on_table}+{in_rack}"
            text += "".join(f" {value:9,.0f}" for value in row)
            if peers and name == "rummikub" and policy == "free":
                theirs = peer_times(states[:peers], [a // 10_000 for _, a in found[:peers]])
                ours = sorted(time for time, _ in found[:peers])
                for part in (50, 95):
                    at = len(ours) * part // 100
                    text += f" {theirs[at] / ours[at]:7,.0f}x"
            yield f"{text}  {checksum(answer for _, answer in found):6}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.turns", description=__doc__)
    parser.add_argument("--number", type=int, default=200, help="states of each class")
    parser.add_argument("--peers", type=int, default=0, help="of them for rummikub-solver")
    parser.add_argument("--rules", choices=SIZES, default="rummikub")
    parser.add_argument("--policy", choices=("locked", "replace", "free"), default="free")
    options = parser.parse_args()
    print("rules     policy  table J      median       p95       p99     worst  (us)    checksum")
    for line in lines(options.rules, options.policy, options.number, options.peers):
        print(line, flush=True)


if __name__ == "__main__":
    main()
