"""What tiles can be read as, compared with a definition that tries everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product

import pytest

from rummy_solver.melds import Meld, MeldKind
from rummy_solver.readings import check_meld, parse_meld, read_meld, readings
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.tiles import JOKER, Tile

SMALL = [
    get_rules("remi").replace(colors=2, ranks=4, max_group=2, min_group=2, pairs_to_win=0,
                              hand_size=14, jokers=3, min_run=3),
    get_rules("rummikub").replace(colors=3, ranks=4, hand_size=9, max_jokers_per_meld=2),
    get_rules("rummikub").replace(colors=3, ranks=4, hand_size=9, ace="high", jokers=3),
    get_rules("joker_rummy").replace(colors=3, ranks=5, max_run=4),
    get_rules("remi").replace(min_naturals=2, jokers=3, colors=3, ranks=4),
]  # fmt: skip


def runs_by_definition(tiles: tuple[Tile, ...], rules: RuleSet) -> Iterator[Meld]:
    """Every run that these tiles are in this order, by trying every colour and start."""
    if not rules.min_run <= len(tiles) <= rules.max_run:
        return
    lowest = 2 if rules.ace == "high" else 1
    highest = rules.ranks if rules.ace == "low" else rules.ranks + 1
    for color, start in product(range(rules.colors), range(lowest, highest + 1)):
        places = range(start, start + len(tiles))
        if places[-1] > highest:
            continue
        faces = tuple(Tile.of(color, 1 if p > rules.ranks else p) for p in places)
        if all(t in (JOKER, f) for t, f in zip(tiles, faces, strict=True)):
            yield Meld(MeldKind.RUN, tiles, faces)


def groups_by_definition(tiles: tuple[Tile, ...], rules: RuleSet) -> Iterator[Meld]:
    if not rules.min_group <= len(tiles) <= min(rules.max_group, rules.colors):
        return
    naturals = [tile for tile in tiles if tile != JOKER]
    same_rank = len({tile.rank for tile in naturals}) == 1
    if same_rank and len({tile.color for tile in naturals}) == len(naturals):
        yield Meld.group(naturals, len(tiles) - len(naturals))


def by_definition(tiles: tuple[Tile, ...], rules: RuleSet, ordered: bool) -> set[Meld]:
    jokers = tiles.count(JOKER)
    limit = rules.max_jokers_per_meld
    if len(tiles) - jokers < rules.min_naturals or (limit is not None and jokers > limit):
        return set()
    orders = [tiles] if ordered else set(permutations(tiles))
    runs = {meld for order in orders for meld in runs_by_definition(order, rules)}
    return runs | set(groups_by_definition(tiles, rules))


def hands(rules: RuleSet, n: int) -> Iterator[tuple[Tile, ...]]:
    kinds = [tile for tile in map(Tile, range(79)) if rules.deck.count(tile)]
    for tiles in combinations_with_replacement(kinds, n):
        if all(tiles.count(tile) <= rules.deck.count(tile) for tile in tiles):
            yield tiles


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("number", range(len(SMALL)))
def test_every_small_set_of_tiles(number: int, n: int) -> None:
    rules = SMALL[number]
    for tiles in hands(rules, n):
        wanted = by_definition(tiles, rules, ordered=False)
        found = readings(tiles, rules)
        assert set(found) == wanted, tiles
        assert len(found) == len(wanted)
        assert (check_meld(tiles, rules) == []) == bool(wanted), tiles
        best = max((meld.points(rules) for meld in wanted), default=None)
        meld = read_meld(tiles, rules)
        assert (meld and meld.points(rules)) == best


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_every_order(number: int) -> None:
    rules = SMALL[number]
    for tiles in hands(rules, 3):
        for order in set(permutations(tiles)):
            wanted = by_definition(order, rules, ordered=True)
            assert set(readings(order, rules, ordered=True)) == wanted, order
            assert (check_meld(order, rules, ordered=True) == []) == bool(wanted), order


@pytest.mark.parametrize("number", range(len(SMALL)))
def test_printing_parses_back(number: int) -> None:
    rules = SMALL[number]
    for n in (3, 4):
        for tiles in hands(rules, n):
            for meld in readings(tiles, rules):
                for text in (str(meld), rules.format(meld)):
                    assert parse_meld(text, rules) == meld, (tiles, text)
                assert readings(meld, rules, ordered=True)[0].kind in MeldKind


@pytest.mark.parametrize(
    ("text", "kind", "is_open"),
    [
        ("K1 * *", MeldKind.RUN, True),
        ("* K5 *", MeldKind.RUN, True),
        ("* * K13", MeldKind.RUN, True),
        ("K13 * *", MeldKind.GROUP, False),
        ("K1 *:K2 *", MeldKind.RUN, False),
        ("K1 *:R1 *", MeldKind.GROUP, False),
        ("* R5 Y5", MeldKind.GROUP, False),
    ],
)
def test_open_kind(text: str, kind: MeldKind, is_open: bool) -> None:
    meld = parse_meld(text, "rummikub")
    assert (meld.kind, meld.open) == (kind, is_open)


def test_a_written_face_of_a_group_is_read_as_open() -> None:
    assert parse_meld("R2 Y2 *:B2", "remi") == parse_meld("R2 Y2 *", "remi")
    assert read_meld(["R2", "Y2", "*:K2"], "remi") == parse_meld("R2 Y2 *", "remi")


def test_every_reason_is_named() -> None:
    faults = check_meld("As Ah * * 2s", "joker_rummy")
    assert faults == [
        "jokers: expected at most 1, got 2",
        "run: expected one colour, got 2",
        "group: expected 3..4 tiles, got 5",
        "group: expected one rank, got A, 2",
        "group: expected each colour once, got the colour of As more than once",
    ]


def test_three_jokers_are_no_meld() -> None:
    rules = get_rules("rummyclub").replace(jokers=4)
    assert read_meld("* * *", rules) is None
    assert check_meld("* * *", rules) == ["natural tiles: expected at least 1, got 0"]


def test_run_of_fourteen() -> None:
    assert read_meld("R1-13 R1", "rummyclub") is not None
    assert read_meld("R1-13 R1", "rummikub") is None
    assert read_meld("R1-13 *", "rummyclub") is not None
    assert read_meld("As Ks Qs 2-Js As", "joker_rummy") is None
