"""Write random_hands.jsonl: distances of random hands of the full decks, by integer programs.

Needs scipy. The model knows nothing of parts or bounds: a number for every meld of every
length, and how many tiles of it come from the hand.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import lil_matrix

import rummy_solver as rs

Cells = tuple[int, ...]


def windows(rules: rs.RuleSet, longest: int) -> list[Cells]:
    """Every meld up to a length as the codes of its cells."""
    found = []
    for color in range(rules.colors):
        codes = [1 + 13 * color + rank % 13 for rank in range(13 + (rules.ace != "low"))]
        for length in range(3, longest + 1):
            found += [tuple(codes[i : i + length]) for i in range(len(codes) - length + 1)]
    for rank in range(1, 14):
        group = [13 * color + rank for color in range(4)]
        found.append(tuple(group))
        found += [tuple(group[:i] + group[i + 1 :]) for i in range(4)]
    return found


def patterns(rules: rs.RuleSet, longest: int) -> list[tuple[Cells, int]]:
    """Melds as (codes of natural tiles, jokers): under a cap of one joker each place is a case."""
    if rules.max_jokers_per_meld != 1:
        return [(cells, 0) for cells in windows(rules, longest)]
    found = {(tuple(sorted(cells)), 0) for cells in windows(rules, longest)}
    for cells in windows(rules, longest):
        for i in range(len(cells)):
            found.add((tuple(sorted(cells[:i] + cells[i + 1 :])), 1))
    return sorted(found)


def best_shared(
    demand: list[Counter[int]],
    jokers: list[int],
    sizes: list[int],
    size: int,
    hand: bytes,
    in_play: list[int],
    free: bool,
) -> int | None:
    """Most tiles of the hand in a choice of blocks of exactly `size` tiles; None: no such choice.

    Variables: number of each block, then jokers on each code, then tiles of the hand on each
    code, then jokers of the hand.
    """
    n = len(demand)
    total = n + 52 + 52 + 1
    rows, low, high = [], [], []

    def add(entries: dict[int, int], least: float, most: float) -> None:
        rows.append(entries)
        low.append(least)
        high.append(most)

    for code in range(1, 53):
        natural = {i: block[code] for i, block in enumerate(demand) if block[code]}
        natural[n + code - 1] = -1
        add(natural, 0, in_play[code])
        add({**natural, n + 52 + code - 1: -1}, 0, np.inf)
    taken = {i: number for i, number in enumerate(jokers) if number}
    taken |= {n + i: 1 for i in range(52)}
    add(taken, 0, in_play[0])
    add({**taken, total - 1: -1}, 0, np.inf)
    add(dict(enumerate(sizes)), size, size)
    matrix = lil_matrix((len(rows), total))
    for i, entries in enumerate(rows):
        for j, value in entries.items():
            matrix[i, j] = value
    upper = [size // 2] * n + [in_play[0] if free else 0] * 52 + list(hand[1:53]) + [hand[0]]
    gain = np.zeros(total)
    gain[n + 52 :] = -1
    found = milp(
        gain,
        integrality=np.ones(total),
        bounds=Bounds(np.zeros(total), np.array(upper)),
        constraints=LinearConstraint(matrix.tocsc(), low, high),
    )
    if found.status == 2:
        return None
    assert found.status == 0, found.message
    return round(-found.fun)


def by_melds(rules: rs.RuleSet, hand: bytes, in_play: list[int], longest: int) -> int | None:
    melds = patterns(rules, longest)
    sizes = [len(cells) + jokers for cells, jokers in melds]
    free = rules.max_jokers_per_meld != 1
    return best_shared(
        [Counter(cells) for cells, _ in melds], [n for _, n in melds], sizes, rules.hand_size,
        hand, in_play, free,
    )  # fmt: skip


def by_pairs(hand: bytes, in_play: list[int]) -> int | None:
    blocks = [Counter({code: 2}) for code in range(1, 53)]
    blocks += [Counter({code: 1}) for code in range(1, 53)] + [Counter[int]()]
    jokers = [0] * 52 + [1] * 52 + [2]
    return best_shared(blocks, jokers, [2] * 105, 14, hand, in_play, False)


def row(name: str, number: int) -> dict[str, Any]:
    rng = random.Random(f"{name}:{number}")
    rules = rs.get_rules(name)
    deck = list(rules.deck.counts)
    size = rules.hand_size
    jokers = rng.randint(0, min(2, rules.jokers))
    tiles = [code for code in range(1, 53) for _ in range(deck[code])]
    rng.shuffle(tiles)
    tiles = [0] * jokers + tiles
    n = size + rng.randint(0, 1)
    hand = rs.Hand(bytes(tiles[:n]))
    seen = rs.Hand(bytes(tiles[n : n + rng.choice([0, 0, 10, 30, 60][: 3 + rules.copies])]))
    if sum(deck) < n + len(seen):
        seen = rs.Hand()
    in_play = [a - b for a, b in zip(deck, seen.counts, strict=True)]
    # Longer runs split into these; every tenth hand is asked with all of them nevertheless.
    longest = 5 if number % 10 else rules.max_run
    found = [by_melds(rules, hand.counts, in_play, longest)]
    if rules.pairs_to_win:
        found.append(by_pairs(hand.counts, in_play))
    known = [size - shared for shared in found if shared is not None]
    return {
        "rules": name,
        "hand": str(hand),
        "seen": str(seen),
        "distance": min(known) if known else None,
    }


def main() -> None:
    """Write the rows that are missing: what is there already stays."""
    each = int(sys.argv[1])
    path = Path(__file__).with_name("random_hands.jsonl")
    done = path.read_text(encoding="utf-8").count("\n") if path.exists() else 0
    names = ("rummyclub", "joker_rummy", "basic_rummy")
    with path.open("a", encoding="utf-8") as file:
        for i in range(done, each * len(names)):
            file.write(json.dumps(row(names[i % len(names)], i // len(names))) + "\n")
            file.flush()


if __name__ == "__main__":
    main()
