"""Turns at a rearranged table against an oracle that tries everything, on small random states.

All joker policies, opening turns, orders of the objective and knobs of melds; the best value and,
where no meld is open, the whole set of best turns.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rummy_solver.errors import RuleSetError
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld
from rummy_solver.play import best_turn, turns
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.table import Table
from support.rearranging import all_ends, melds_in, values

COMPONENTS = ("tiles", "penalty", "points", "kept")
MOST_TILES = 13
MOST_ENDS = 2000


def random_rules(rng: random.Random, *, opened: bool) -> RuleSet | None:
    ranks, colors = rng.choice([4, 5, 6, 7, 13]), rng.choice([2, 3, 4, 4, 5])
    knobs: dict[str, Any] = {
        "ranks": ranks,
        "colors": colors,
        "copies": rng.choice([1, 2, 2, 2]),
        "max_run": rng.choice([ranks, ranks, ranks, 4]),
        "jokers": rng.choice([0, 1, 2, 2, 3, 4]),
        "joker_policy": rng.choice(["locked", "replace", "free"]),
    }
    others = (
        (0.25, "max_jokers_per_meld", rng.choice([1, 2])),
        (0.15, "min_naturals", 2),
        (0.2, "ace", rng.choice(["high", "both"])),
        (0.2, "max_group", max(3, colors)),
        (0.1, "tile_points", "ten"),
        (0.1, "ace_in_group", 11),
        (0.1, "hand_points", {"joker": 0}),
    )
    knobs |= {name: value for odds, name, value in others if rng.random() < odds}
    if "ace" in knobs:
        knobs["max_run"] = rng.choice([min(14, ranks + 1), ranks])
    if not opened:
        knobs["opening_points"] = rng.choice([6, 10, 15, 30])
        knobs["manipulate_on_opening_turn"] = rng.random() < 0.6
        knobs["opening_single_meld"] = rng.random() < 0.25
    try:
        return get_rules("rummikub").replace(**knobs)
    except RuleSetError:
        return None


def random_state(rng: random.Random, rules: RuleSet) -> tuple[Hand, Table]:
    pool = Counter({code: n for code, n in enumerate(rules.deck.counts) if n})
    wild = rng.choice([0, 0.5, 1])
    melds: list[Meld] = []
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):
        usable = pool if rng.random() < wild else pool - Counter({0: 9})
        found = [meld for meld in melds_in(usable, rules) if len(meld) <= 5]
        with_jokers = [meld for meld in found if meld.jokers]
        found = with_jokers or found
        if not found:
            break
        meld = rng.choice(found)
        pool -= Counter(map(int, meld.tiles))
        if rng.random() < 0.6:  # some melds of a single natural tile lie there open
            meld = Table.parse(" ".join(map(str, meld.tiles)), rules)[0]
        melds.append(meld)
    rest = sorted(pool.elements())
    rack = Hand(rng.sample(rest, min(len(rest), rng.choice([3, 4, 5]))))
    return rack, Table(melds)


def lookalikes(table: Table) -> bool:
    """Whether one locked meld can grow into the very tiles of another.

    A table where that happens counts as kept in two ways, and only one of them is listed.
    """
    wild = [Counter(meld.naturals) for meld in table if meld.jokers]
    return any(a is not b and a != b and not a - b for a in wild for b in wild)


def check_state(rng: random.Random) -> bool:
    opened = rng.random() < 0.65
    rules = random_rules(rng, opened=opened)
    if rules is None:
        return False
    rack, table = random_state(rng, rules)
    if len(rack) + len(table.tiles) > MOST_TILES or rack.jokers > 2:
        return False
    order = tuple(rng.sample(COMPONENTS, rng.randint(1, 4)))
    if rng.random() < 0.4:
        order = ("tiles", "penalty", "kept")

    def worth(end: Table) -> tuple[int, ...]:
        return values(rack, table, end, rules, order)

    ends = {end: worth(end) for end in all_ends(rack, table, rules, opened=opened)}
    best = max([*ends.values(), worth(table)])
    state = f"{rules!r} opened={opened} {order} rack {rack} table {table}"
    turn = best_turn(rack, table, rules, opened=opened, objective=order)
    assert worth(turn.table) == best, state
    wanted = {end for end, value in ends.items() if value == best}
    if not wanted or len(wanted) > MOST_ENDS or any(meld.open for meld in table):
        return True
    if lookalikes(table):
        return True
    found = [t.table for t in turns(rack, table, rules, opened=opened, objective=order)]
    assert len(found) == len(set(found)), state
    assert set(found) == wanted, state
    return True


@pytest.mark.parametrize("seed", range(6))
def test_small_states(seed: int) -> None:
    rng = random.Random(seed)
    assert sum(check_state(rng) for _ in range(60)) > 15


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_small_states(seed: int) -> None:
    rng = random.Random(seed)
    assert sum(check_state(rng) for _ in range(200)) > 60
