"""The search of a rearranged table: its limit, its work, its memory, its order of results."""

from __future__ import annotations

import random
import threading
from collections import Counter
from itertools import islice

import pytest

from rummy_solver import _core
from rummy_solver.errors import RuleSetError, SearchLimitError
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.objectives import weights_of
from rummy_solver.play import best_turn, turns
from rummy_solver.rearrange import rearrangements
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.solver import evaluate
from rummy_solver.table import Table
from rummy_solver.tiles import TILES, Tile

FREE = get_rules("rummikub").replace(joker_policy="free")
ORDER = ("tiles", "penalty", "kept")


def state(rng: random.Random, rules: RuleSet, tiles: int) -> tuple[Hand, Table]:
    """A rack of 14 and a table of about so many tiles, without jokers."""
    pool = Counter({code: n for code, n in enumerate(rules.deck.counts) if n and code})
    melds: list[Meld] = []
    while sum(map(len, melds)) < tiles:
        color, first, size = rng.randrange(rules.colors), rng.randint(1, 9), rng.randint(3, 5)
        run = Meld.run([Tile.of(color, first + i) for i in range(size)])
        rank, colors = rng.randint(1, 13), rng.sample(range(rules.colors), rng.choice([3, 3, 4]))
        group = Meld.group([Tile.of(c, rank) for c in colors])
        meld = run if rng.random() < 0.5 else group
        if not Counter(map(int, meld.tiles)) - pool:
            pool -= Counter(map(int, meld.tiles))
            melds.append(meld)
    return Hand(rng.sample(sorted(pool.elements()), 14)), Table(melds)


def nodes(rack: Hand, table: Table, rules: RuleSet) -> int:
    """Search nodes of the best turn, by halving the limit that is just enough."""
    low, high = 0, 1 << 20
    while low + 1 < high:
        middle = (low + high) // 2
        try:
            best_turn(rack, table, rules, node_limit=middle)
            high = middle
        except SearchLimitError:
            low = middle
    return high


def test_node_limit() -> None:
    rack, table = state(random.Random(1), FREE, 40)
    with pytest.raises(SearchLimitError, match="expected at most 1 nodes, got more"):
        best_turn(rack, table, FREE, node_limit=1)
    with pytest.raises(SearchLimitError):
        list(turns(rack, table, FREE, node_limit=1))
    assert best_turn(rack, table, FREE, node_limit=100_000) == best_turn(rack, table, FREE)


def test_a_limit_leaves_no_trace() -> None:
    rack, table = state(random.Random(2), FREE, 40)
    before = best_turn(rack, table, FREE)
    for limit in (1, 10, 100):
        with pytest.raises(SearchLimitError):
            best_turn(rack, table, FREE, node_limit=limit // 10 or 1)
    assert best_turn(rack, table, FREE) == before


@pytest.mark.parametrize(("tiles", "most"), [(20, 200), (40, 500), (60, 1500), (80, 800)])
def test_search_nodes(tiles: int, most: int) -> None:
    rng = random.Random(tiles)
    work = [nodes(*state(rng, FREE, tiles), FREE) for _ in range(12)]
    assert sum(work) / len(work) <= most


def test_all_turns_come_once_and_with_one_value() -> None:
    rack, table = Hand.parse("R4 Y4 B4 K4 R5 R6 K9"), Table.parse("R1 R2 R3 | B5 B6 B7", FREE)
    found = list(turns(rack, table, FREE, objective=("tiles",)))
    assert len({turn.table for turn in found}) == len(found) > 1
    assert {turn.tiles for turn in found} == {6}
    assert best_turn(rack, table, FREE) in found


def test_many_turns_come_in_chunks() -> None:
    rack = Hand.parse("R1-13 Y1-13 B1-3")
    some = list(islice(turns(rack, "", FREE, objective=("tiles",)), 100))
    assert len({turn.table for turn in some}) == 100
    assert {turn.tiles for turn in some} == {29}


def test_old_melds_come_first_and_stay_the_same_objects() -> None:
    table = Table.parse("K1 * * | R1 R2 R3 | B5 K5 Y5", "rummikub")
    turn = best_turn("Y7 Y8 Y9", table, "rummikub")
    assert turn.table[:3] == table
    assert all(a is b for a, b in zip(turn.table[:3], table, strict=True))
    assert turn.table[0].open
    assert turn.table[3].kind is MeldKind.RUN


def test_weights_that_do_not_fit() -> None:
    points = dict.fromkeys(range(1, 14), 1000)
    rules = get_rules("rummikub6").replace(hand_points=points, tile_points=points)
    rack, table = state(random.Random(3), rules, 60)
    turn = best_turn(rack, table, rules, objective=("penalty", "points", "tiles", "kept"))
    assert turn.tiles > 0
    low, high = (-(1 << 30), (1 << 31) - 1)
    zeros = (0,) * 15
    answer = _core.table_turns(
        rules.core,
        rack.counts,
        [],
        bytes([0, 1, 2, 3]),
        policy=0,
        opened=True,
        manipulate=True,
        single=False,
        opening_points=0,
        hand_points=(high,) * 79,
        points=((high,) * 15, zeros, (low,) * 14, zeros),
        node_limit=0,
        limit=1,
        skip=0,
        every=False,
    )
    assert answer[0] < 0
    assert not answer[1]


def test_nothing_can_be_placed() -> None:
    rack, table = Hand.parse("R1 K9"), Table.parse("B5 B6 B7", FREE)
    assert not list(
        rearrangements(rack, table, FREE, ORDER, opened=True, node_limit=None, all_turns=True)
    )
    turn = best_turn(rack, table, FREE)
    assert (turn.tiles, turn.kept_melds, turn.table) == (0, 1, table)


def test_threads_do_not_disturb_each_other() -> None:
    rng = random.Random(7)
    states = [state(rng, FREE, 40) for _ in range(8)]
    wanted = [best_turn(*pair, FREE) for pair in states]
    found: dict[int, object] = {}

    def work(i: int) -> None:
        found[i] = [best_turn(*pair, FREE) for pair in states]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answer == wanted for answer in found.values())
    assert len(found) == 3


@pytest.mark.parametrize("name", ["rummikub", "joker_rummy", "rummyclub", "basic_rummy"])
@pytest.mark.parametrize("objective", [("tiles", "points"), ("points",), ("penalty",)])
def test_hands_of_any_size(name: str, objective: tuple[str, ...]) -> None:
    """The sweep without a table says what the solver of hands says."""
    rules = get_rules(name)
    rng = random.Random(11)
    deck = [code for code, n in enumerate(rules.deck.counts) for _ in range(n)]
    weights = weights_of(rules, objective)
    rows = (weights.run_tile, weights.run_joker, weights.group_tile, weights.group_joker)
    for size in (5, 14, 14, 24):
        hand = Hand([TILES[code] for code in rng.sample(deck, size)])
        status, value, melds, _ = _core.hand_melds(rules.core, hand.counts, rows, 0)
        assert status == 0
        assert weights.decode(value, hand.counts)[0] == evaluate(hand, rules, objective=objective)
        assert sum(row[1] for row in melds) <= size


def test_a_whole_deck() -> None:
    rules = get_rules("joker_rummy")
    weights = weights_of(rules, ("tiles",))
    rows = (weights.run_tile, weights.run_joker, weights.group_tile, weights.group_joker)
    status, value, melds, _ = _core.hand_melds(rules.core, rules.deck.counts, rows, 0)
    assert (status, value, sum(row[1] for row in melds)) == (0, 110, 110)


def test_bad_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 79 counts"):
        _core.hand_melds(FREE.core, b"", ((0,) * 15, (0,) * 15, (0,) * 14, (0,) * 14), 0)


def test_an_unknown_component_is_refused() -> None:
    with pytest.raises(RuleSetError):
        best_turn("R1", "", FREE, objective=("nope",))
