"""The search of a rearranged table: its limit, its work, its memory, its order of results."""

from __future__ import annotations

import os
import random
import threading
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from rummy_solver import _core
from rummy_solver.errors import RuleSetError, SearchLimitError
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.objectives import weights_of
from rummy_solver.play import best_turn, turns
from rummy_solver.rearrange import rearrangements
from rummy_solver.referee import check_turn
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.solver import evaluate
from rummy_solver.table import Table
from rummy_solver.tiles import TILES, Tile
from support.process import python

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


HARD = (
    (
        "R3 R6 R7 R11 Y4 B11 B11 K10 K11 G1 G2 G6 G9 G13",
        (
            "Y3 B3 K3 G3 | R10 Y10 B10 P10 | R9-13 | Y6 B6 K6 P6 | Y3 B3 G3 P3 | B8-10 | R4 K4 G4"
            " | R5 Y5 B5 | P6-9 | Y2 B2 K2 | Y5 B5 G5 | K5-7 | R8 K8 G8 | R8 Y8 B8 G8 | R7 B7 G7"
            " | Y9-11 | R1-3 | Y12 B12 G12 | R6 Y6 B6 G6 | Y1 B1 P1 | K1-5 | R4 B4 P4 | R13 Y13 B13"
            " | Y7 B7 K7 | B9 K9 P9 | R2 Y2 G2 P2 | Y11-13 | R12 B12 K12 | K10-13 | R1 B1 G1"
            " | Y7 G7 P7 | P10-13 | R9 Y9 K9 | P11-13 | Y1 K1 P1 | G9-11 | R5 G5 P5 | P2-5"
            " | G10-12 | Y4 B4 G4 | B13 K13 G13 | Y8 K8 P8"
        ),
    ),
    (
        "R7 R8 Y7 Y7 Y12 B10 G2 G4 G11 P6 P8 P12 P13 P13",
        (
            "B2-5 | Y11-13 | B5-8 | G6-9 | R4 R5 R6 * R8 | R4 B4 K4 | Y3 G3 * | Y11 K11 P11"
            " | B11-13 | K10-12 | Y3-6 | Y8 B8 G8 | R9-13 | P4-7 | R1 B1 K1 | B7 K7 P7"
            " | R9 Y9 G9 P9 | Y4-6 | K8-10 | K3-5 | B13 K13 G13 | R6 B6 K6 | P2-4 | R5 K5 G5 P5"
            " | R1 Y1 B1 | R2 Y2 B2 P2 | R13 Y13 K13 G13 | R10-12 | K1 G1 P1 | P9-11 | Y8-10 | K7-9"
            " | G3-7 | B12 K12 G12 | R2 Y2 K2 G2 | G10-12 | B9-11 | R3 B3 K3 | Y10 G10 P10"
            " | Y1 G1 P1"
        ),
    ),
)


@pytest.mark.parametrize(("rack", "table"), HARD)
def test_full_tables_of_six_colours(rack: str, table: str) -> None:
    """Everything can be laid, but seven melds or so must be broken for it."""
    rules = get_rules("rummikub6").replace(joker_policy="replace")
    turn = best_turn(rack, table, rules, node_limit=10_000)
    assert turn.goes_out
    assert check_turn(table, turn.table, rack, rules) == []


MEMORY = """
import sys
from pathlib import Path
import rummy_solver as rs
resident = lambda: int(Path("/proc/self/statm").read_text().split()[1])
rules = rs.get_rules("rummikub6").replace(joker_policy="replace")
before = resident()
rs.best_turn(sys.argv[1], sys.argv[2], rules)
print(resident() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs proc")
@pytest.mark.parametrize(("rack", "table"), HARD)
def test_memory_is_bounded(rack: str, table: str) -> None:
    done = python("-c", MEMORY, rack, table)
    assert done.returncode == 0, done.stderr
    assert 0 < int(done.stdout) * os.sysconf("SC_PAGE_SIZE") < 120 << 20


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
