"""Every end of a turn at a table that is rearranged, by trying everything.

The rules are followed step by step: all orders of joker exchanges with tiles from the rack or from
melds that are free at that moment, then all lengthenings of what is still locked, then all ways to
lay the free tiles and any tiles of the rack. Nothing of the solver is used, only the data model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.rules import RuleSet
from rummy_solver.table import Table
from rummy_solver.tiles import JOKER, N_CODES, Tile

Tiles = tuple[int, ...]


def face(color: int, place: int, rules: RuleSet) -> Tile:
    return Tile.of(color, 1 if place > rules.ranks else place)


@cache
def all_runs(rules: RuleSet) -> tuple[tuple[int, int, int], ...]:
    """Colour, first and last place of every run."""
    spans = [
        (a, b)
        for a in range(rules.first_place, rules.last_place + 1)
        for b in range(a + rules.min_run - 1, rules.last_place + 1)
        if b - a + 1 <= rules.max_run
    ]
    return tuple((c, a, b) for c in range(rules.colors) for a, b in spans)


def runs_in(counts: Counter[int], rules: RuleSet) -> Iterator[Meld]:
    for color, a, b in all_runs(rules):
        faces = [face(color, place, rules) for place in range(a, b + 1)]
        lacking = sum(1 for tile in set(faces) if not counts[tile])
        if lacking > counts[JOKER]:
            continue
        for n in range(min(counts[JOKER], rules.joker_limit, len(faces) - rules.min_naturals) + 1):
            for spots in combinations(range(len(faces)), n):
                meld = Meld.run(faces, spots)
                if not Counter(map(int, meld.tiles)) - counts:
                    yield meld


def groups_in(counts: Counter[int], rules: RuleSet) -> Iterator[Meld]:
    most = min(rules.max_group, rules.colors)
    for rank in range(1, rules.ranks + 1):
        held = [Tile.of(c, rank) for c in range(rules.colors) if counts[Tile.of(c, rank)]]
        for k in range(rules.min_naturals, len(held) + 1):
            for n in range(min(counts[JOKER], rules.joker_limit) + 1):
                if rules.min_group <= k + n <= most:
                    for naturals in combinations(held, k):
                        yield Meld.group(naturals, n)


def melds_in(counts: Counter[int], rules: RuleSet) -> list[Meld]:
    return sorted([*runs_in(counts, rules), *groups_in(counts, rules)])


def covers(have: Counter[int], must: Counter[int], rules: RuleSet) -> Iterator[tuple[Meld, ...]]:
    """Every multiset of melds out of `have` that holds at least `must`; some more than once."""
    melds = melds_in(have, rules)
    needs = [Counter(map(int, meld.tiles)) for meld in melds]
    stock = [have[code] for code in range(N_CODES)]
    owed = [must[code] for code in range(N_CODES)]
    chosen: list[Meld] = []

    def change(i: int, sign: int) -> None:
        for code, n in needs[i].items():
            stock[code] -= sign * n
            owed[code] -= sign * n

    def fits(i: int) -> bool:
        return all(stock[code] >= n for code, n in needs[i].items())

    def search(last: int) -> Iterator[tuple[Meld, ...]]:
        first = next((code for code in range(1, N_CODES) if owed[code] > 0), None)
        if first is None and owed[0] <= 0:
            yield tuple(chosen)
        # What must be covered comes first; what may be added goes in falling order.
        ways = range(last + 1) if first is None else range(len(melds))
        for i in ways:
            if (first is None or first in needs[i]) and fits(i):
                change(i, 1)
                chosen.append(melds[i])
                yield from search(i if first is None else last)
                chosen.pop()
                change(i, -1)

    yield from search(len(melds) - 1)


@dataclass(frozen=True)
class Lock:
    meld: Meld
    touched: bool


@dataclass(frozen=True)
class State:
    """Locked melds, free tiles of the table, rack."""

    locks: tuple[Lock, ...]
    free: Tiles
    rack: Tiles


def readings_of(meld: Meld, rules: RuleSet) -> list[Meld]:
    if not meld.open:
        return [meld]
    run = Meld(MeldKind.RUN, meld.tiles, meld.faces)
    if meld.kind is MeldKind.GROUP:
        natural = meld.naturals[0]
        color = (natural - 1) // 13
        shift = natural.rank - meld.tiles.index(natural)
        faces = [face(color, shift + i, rules) for i in range(len(meld))]
        run = Meld.run(faces, [i for i, tile in enumerate(meld.tiles) if tile == JOKER])
    return [run, Meld.group(meld.naturals, meld.jokers)]


def exchanges(meld: Meld, rules: RuleSet) -> Iterator[tuple[int, Meld]]:
    """The tile that goes in and the meld that then lies there."""
    for reading in readings_of(meld, rules):
        if reading.kind is MeldKind.RUN:
            for i, tile in enumerate(reading.tiles):
                at_end = i in (0, len(reading) - 1)
                if tile == JOKER and (at_end or rules.joker_policy == "replace"):
                    wild = [k for k, t in enumerate(reading.tiles) if t == JOKER and k != i]
                    faces = [f for f in reading.faces if f is not None]
                    yield int(faces[i]), Meld.run(faces, wild)
        else:
            rank = reading.naturals[0].rank
            for color in range(rules.colors):
                tile = Tile.of(color, rank)
                if reading.jokers and tile not in reading.naturals:
                    yield int(tile), Meld.group([*reading.naturals, tile], reading.jokers - 1)


def without(tiles: Tiles, tile: int) -> Tiles:
    i = tiles.index(tile)
    return tiles[:i] + tiles[i + 1 :]


def exchanged(start: State, rules: RuleSet) -> set[State]:
    """Every state that exchanges one after another lead to."""
    seen = {start}
    todo = [start]
    while todo:
        state = todo.pop()
        for i, lock in enumerate(state.locks):
            for tile, meld in exchanges(lock.meld, rules):
                others = state.locks[:i] + state.locks[i + 1 :]
                for source in ("free", "rack"):
                    tiles = getattr(state, source)
                    if tile not in tiles:
                        continue
                    free = without(state.free, tile) if source == "free" else state.free
                    rack = without(state.rack, tile) if source == "rack" else state.rack
                    free += (0,)
                    if meld.jokers:
                        locks = (*others, Lock(meld, True))
                    else:
                        locks = others
                        free += tuple(map(int, meld.tiles))
                    new = State(
                        tuple(sorted(locks, key=lambda x: (x.meld, x.touched))),
                        tuple(sorted(free)),
                        rack,
                    )
                    if new not in seen:
                        seen.add(new)
                        todo.append(new)
    return seen


def lengthened(lock: Lock, have: Counter[int], rules: RuleSet) -> Iterator[Meld]:
    """The locked meld as it is, and with tiles added where it may grow."""
    yield lock.meld
    for meld in readings_of(lock.meld, rules):
        if meld.kind is MeldKind.GROUP:
            rank = meld.naturals[0].rank
            free = [Tile.of(c, rank) for c in range(rules.colors)]
            free = [tile for tile in free if tile not in meld.naturals and have[tile]]
            for k in range(len(free) + 1):
                for n in range(have[JOKER] + 1):
                    total = meld.jokers + n
                    size = len(meld) + k + n
                    if k + n and size <= min(rules.max_group, rules.colors):
                        for more in combinations(free, k):
                            if total <= rules.joker_limit:
                                yield Meld.group([*meld.naturals, *more], total)
            continue
        places = meld.places(rules.ranks)
        color = (next(f for f in meld.faces if f is not None) - 1) // 13
        for a in range(rules.first_place, places[0] + 1):
            for b in range(places[-1], rules.last_place + 1):
                yield from _grown(meld, color, (a, b), have, rules)


def _grown(
    meld: Meld, color: int, span: tuple[int, int], have: Counter[int], rules: RuleSet
) -> Iterator[Meld]:
    places = meld.places(rules.ranks)
    a, b = span
    added = [*range(a, places[0]), *range(places[-1] + 1, b + 1)]
    if not added or b - a + 1 > rules.max_run:
        return
    faces = [face(color, place, rules) for place in range(a, b + 1)]
    old = {p for p, tile in zip(places, meld.tiles, strict=True) if tile == JOKER}
    for wild in product((False, True), repeat=len(added)):
        jokers = old | {place for place, is_wild in zip(added, wild, strict=True) if is_wild}
        tiles = [
            0 if is_wild else int(face(color, place, rules))
            for place, is_wild in zip(added, wild, strict=True)
        ]
        if len(jokers) <= rules.joker_limit and not Counter(tiles) - have:
            yield Meld.run(faces, [place - a for place in jokers])


def ends_of(state: State, rules: RuleSet) -> Iterator[tuple[Meld, ...]]:
    """Every table that can lie there at the end."""
    must = Counter(state.free)
    yield from _ends(state.locks, must + Counter(state.rack), must, rules)


def _ends(
    locks: tuple[Lock, ...], have: Counter[int], must: Counter[int], rules: RuleSet
) -> Iterator[tuple[Meld, ...]]:
    if not locks:
        yield from covers(have, must, rules)
        return
    first = Counter(map(int, locks[0].meld.tiles))
    for meld in set(lengthened(locks[0], have, rules)):
        added = Counter(map(int, meld.tiles)) - first
        left, need = have.copy(), must.copy()
        left.subtract(added)
        need.subtract(added)
        for rest in _ends(locks[1:], left, need, rules):
            yield (meld, *rest)


def lay(melds: list[Meld], rack: Tiles, rules: RuleSet) -> State:
    """Melds on the table, sorted into locked ones and free tiles."""
    locked = [m for m in melds if m.jokers and rules.joker_policy != "free"]
    free = sorted(int(t) for m in melds if m not in locked for t in m.tiles)
    locks = tuple(sorted((Lock(m, False) for m in locked), key=lambda x: (x.meld, x.touched)))
    return State(locks, tuple(free), rack)


def all_ends(rack: Hand, table: Table, rules: RuleSet, *, opened: bool) -> set[Table]:
    """Every table that a legal turn can end with, one rack tile or more played."""
    tiles = tuple(map(int, rack))
    found: set[tuple[Meld, ...]] = set()
    starts: list[tuple[State, tuple[Meld, ...]]] = []
    if opened or not rules.opening_points:
        starts.append((lay(list(table), tiles, rules), ()))
    else:
        for melds in covers(Counter(tiles), Counter(), rules):
            worth = [meld.points(rules) for meld in melds]
            if (max(worth, default=0) if rules.opening_single_meld else sum(worth)) < (
                rules.opening_points
            ):
                continue
            if not rules.manipulate_on_opening_turn:
                found.add(tuple(sorted([*table, *melds])))
                continue
            left = Counter(tiles) - Counter(int(t) for m in melds for t in m.tiles)
            rest = tuple(sorted(left.elements()))
            starts.append((lay([*table, *melds], rest, rules), melds))
    for state, _ in starts:
        for after in exchanged(state, rules):
            found.update(tuple(sorted(end)) for end in ends_of(after, rules))
    size = len(table.tiles)
    return {Table(end) for end in found if sum(map(len, end)) > size}


def values(
    rack: Hand, before: Table, after: Table, rules: RuleSet, components: tuple[str, ...]
) -> tuple[int, ...]:
    """The components of the objective, each the larger the better."""
    placed = after.tiles - before.tiles
    left = rack - placed
    old = Counter(tuple(sorted(meld.tiles)) for meld in before)
    new = Counter(tuple(sorted(meld.tiles)) for meld in after)
    known = {
        "tiles": len(placed),
        "penalty": -rules.penalty(left),
        "points": after.points(rules) - before.points(rules),
        "kept": sum((old & new).values()),
    }
    return tuple(known[name] for name in components)
