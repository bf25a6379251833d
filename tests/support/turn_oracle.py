"""Every end of a turn at a table that is only extended, by trying all orders of all actions.

Written apart from the package on purpose: tiles are code numbers, melds plain tuples, and no
assumption about good play is made. For small states only.

A run is ``("run", color, first place, tiles)``, a group ``("group", rank, colors, jokers)``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

JOKER = 0
Run = tuple[str, int, int, tuple[int, ...]]
Group = tuple[str, int, tuple[int, ...], int]
Meld = Any


@dataclass(frozen=True)
class End:
    """The end of a turn: what is left after the discard, the table, what was thrown."""

    left: tuple[int, ...]
    table: tuple[Meld, ...]
    thrown: int | None
    tiles: int
    penalty: int
    points: int
    kept: int


@dataclass(frozen=True)
class State:
    hand: tuple[int, ...]  # natural tiles, sorted
    own: int  # jokers that were in the hand at the start
    taken: int  # jokers swapped off the table
    table: tuple[Meld, ...]
    fresh: int  # new melds of this turn
    opening: int  # points of the first melds, -1: none yet
    open_now: bool


def code(color: int, place: int, ranks: int) -> int:
    return 1 + 13 * color + (place - 1 if place <= ranks else 0)


def tiles_of(meld: Meld) -> tuple[int, ...]:
    if meld[0] == "run":
        return tuple(meld[3])
    return tuple(1 + 13 * c + meld[1] - 1 for c in meld[2]) + (JOKER,) * meld[3]


class Oracle:
    """All ends of a turn under a rule set."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.first = 2 if rules.ace == "high" else 1
        self.top = rules.ranks + (rules.ace != "low")
        limit = rules.max_jokers_per_meld
        self.cap = 99 if limit is None else limit

    # ---- melds -----------------------------------------------------------------------------

    def legal(self, meld: Meld, cap: int) -> bool:
        tiles = tiles_of(meld)
        jokers = tiles.count(JOKER)
        if jokers > cap or len(tiles) - jokers < self.rules.min_naturals:
            return False
        if meld[0] == "run":
            _, color, first, row = meld
            if not self.rules.min_run <= len(row) <= self.rules.max_run:
                return False
            if first < self.first or first + len(row) - 1 > self.top:
                return False
            faces = [code(color, first + i, self.rules.ranks) for i in range(len(row))]
            return all(t in (JOKER, f) for t, f in zip(row, faces, strict=True))
        most = min(self.rules.max_group, self.rules.colors)
        return bool(self.rules.min_group <= len(tiles) <= most)

    def points(self, meld: Meld) -> int:
        if meld[0] == "run":
            _, _, first, row = meld
            return sum(
                self.rules.joker_run_points[first + i] if t == JOKER
                else self.rules.run_points[first + i]
                for i, t in enumerate(row)
            )  # fmt: skip
        _, rank, colors, jokers = meld
        return int(
            len(colors) * self.rules.group_points[rank]
            + jokers * self.rules.joker_group_points[rank]
        )

    def new_melds(self, hand: tuple[int, ...], jokers: int) -> Iterator[Meld]:
        have = Counter(hand)
        for color in range(self.rules.colors):
            for first in range(self.first, self.top + 1):
                for size in range(self.rules.min_run, self.top - first + 2):
                    faces = [code(color, first + i, self.rules.ranks) for i in range(size)]
                    options = [((f, JOKER) if have[f] else (JOKER,)) for f in faces]
                    for row in product(*options):
                        meld = ("run", color, first, row)
                        enough = row.count(JOKER) <= jokers and self.fits(row, have)
                        if enough and self.legal(meld, self.cap):
                            yield meld
        for rank in range(1, self.rules.ranks + 1):
            free = [c for c in range(self.rules.colors) if have[1 + 13 * c + rank - 1]]
            for n in range(1, len(free) + 1):
                for colors in combinations(free, n):
                    for wild in range(jokers + 1):
                        meld = ("group", rank, colors, wild)
                        if self.legal(meld, self.cap):
                            yield meld

    @staticmethod
    def fits(row: tuple[int, ...], have: Counter[int]) -> bool:
        need = Counter(t for t in row if t != JOKER)
        return all(have[t] >= n for t, n in need.items())

    # ---- actions ---------------------------------------------------------------------------

    def lay_offs(self, meld: Meld, hand: set[int], jokers: int) -> Iterator[tuple[int, Meld]]:
        """Yield (tile, grown meld) for every single tile."""
        cap = self.cap if self.rules.joker_cap_on_layoff else 99
        for tile in [*sorted(hand), *([JOKER] if jokers else [])]:
            if meld[0] == "run":
                _, color, first, row = meld
                for grown in (("run", color, first - 1, (tile, *row)),
                              ("run", color, first, (*row, tile))):  # fmt: skip
                    if self.legal(grown, cap):
                        yield tile, grown
            else:
                _, rank, colors, wild = meld
                if tile == JOKER:
                    grown = ("group", rank, colors, wild + 1)
                elif (tile - 1) % 13 + 1 == rank and (tile - 1) // 13 not in colors:
                    grown = ("group", rank, tuple(sorted((*colors, (tile - 1) // 13))), wild)
                else:
                    continue
                if self.legal(grown, cap):
                    yield tile, grown

    def swaps(self, meld: Meld, hand: set[int]) -> Iterator[tuple[int, Meld]]:
        if not self.rules.joker_swap:
            return
        if meld[0] == "run":
            _, color, first, row = meld
            for i, tile in enumerate(row):
                face = code(color, first + i, self.rules.ranks)
                if tile == JOKER and face in hand:
                    yield face, ("run", color, first, (*row[:i], face, *row[i + 1 :]))
        elif meld[3]:
            _, rank, colors, wild = meld
            for tile in sorted(hand):
                if (tile - 1) % 13 + 1 == rank and (tile - 1) // 13 not in colors:
                    both = tuple(sorted((*colors, (tile - 1) // 13)))
                    yield tile, ("group", rank, both, wild - 1)

    def after(self, s: State) -> Iterator[State]:
        """Yield every state one action later."""
        jokers = s.own if not s.open_now else s.own + s.taken
        if not (self.rules.one_meld_per_turn and s.fresh):
            for meld in self.new_melds(s.hand, jokers):
                yield from self.laid(s, meld)
        if not s.open_now:
            return
        hand = set(s.hand)
        for i, meld in enumerate(s.table):
            for tile, grown in self.lay_offs(meld, hand, jokers):
                table = tuple(sorted((*s.table[:i], grown, *s.table[i + 1 :])))
                for own, taken in self.spend(s, int(tile == JOKER)):
                    yield State(less(s.hand, [tile]), own, taken, table, s.fresh, s.opening, True)
            for tile, freed in self.swaps(meld, hand):
                table = tuple(sorted((*s.table[:i], freed, *s.table[i + 1 :])))
                yield State(
                    less(s.hand, [tile]), s.own, s.taken + 1, table, s.fresh, s.opening, True
                )

    def laid(self, s: State, meld: Meld) -> Iterator[State]:
        tiles = tiles_of(meld)
        table = tuple(sorted((*s.table, meld)))
        for own, taken in self.spend(s, tiles.count(JOKER)):
            opening, open_now = s.opening, s.open_now
            if not open_now:
                value = self.points(meld)
                single = self.rules.opening_single_meld
                opening = max(opening, value) if single else max(opening, 0) + value
                open_now = opening >= self.rules.opening_points
            yield State(less(s.hand, tiles), own, taken, table, s.fresh + 1, opening, open_now)

    @staticmethod
    def spend(s: State, n: int) -> Iterator[tuple[int, int]]:
        for own in range(n + 1):
            if own <= s.own and n - own <= s.taken:
                yield s.own - own, s.taken - (n - own)

    # ---- ends --------------------------------------------------------------------------------

    def ends(
        self,
        hand: tuple[int, ...],
        table: tuple[Meld, ...],
        *,
        opened: bool,
        mode: str,
        banned: int | None,
    ) -> set[End]:
        """Return every legal end; `mode` is the knob `discard`."""
        naturals = tuple(sorted(t for t in hand if t != JOKER))
        start = State(naturals, hand.count(JOKER), 0, tuple(sorted(table)), 0, -1, opened)
        seen, todo, found = {start}, [start], set()
        while todo:
            s = todo.pop()
            for later in self.after(s):
                if later not in seen:
                    seen.add(later)
                    todo.append(later)
            idle = s == start
            if not idle and not s.open_now:
                continue
            if self.rules.swapped_joker_must_be_used and s.taken:
                continue
            found |= set(self.thrown(s, hand, start.table, mode, banned))
        return found

    def thrown(
        self,
        s: State,
        hand: tuple[int, ...],
        old: tuple[Meld, ...],
        mode: str,
        banned: int | None,
    ) -> Iterator[End]:
        rest = (JOKER,) * (s.own + s.taken) + s.hand
        ways: list[int | None] = [t for t in sorted(set(rest)) if t != banned]
        if mode == "none" or (mode == "optional" and not rest):
            ways = [None]
        was = Counter(tuple(sorted(tiles_of(m))) for m in old)
        now = Counter(tuple(sorted(tiles_of(m))) for m in s.table)
        points = sum(map(self.points, s.table)) - sum(map(self.points, old))
        for tile in ways:
            left = rest if tile is None else less(rest, [tile])
            penalty = sum(self.rules.hand_points_by_code[t] for t in left)
            yield End(
                left,
                s.table,
                tile,
                len(hand) - len(rest),
                penalty,
                points,
                sum((was & now).values()),
            )


def less(hand: tuple[int, ...], tiles: Any) -> tuple[int, ...]:
    left = list(hand)
    for tile in tiles:
        if tile != JOKER or JOKER in left:
            left.remove(tile)
    return tuple(left)


def rank_of(end: End, components: tuple[str, ...]) -> tuple[int, ...]:
    """Larger is better."""
    return tuple(-end.penalty if name == "penalty" else getattr(end, name) for name in components)


def random_state(
    rng: random.Random, rules: Any, hand: int, melds: int, jokers: int
) -> tuple[tuple[int, ...], tuple[Meld, ...]]:
    """Deal a table of legal melds and a hand from what is left of the deck."""
    oracle = Oracle(rules)
    deck = Counter({t: n for t, n in enumerate(rules.deck.counts) if n})
    deck[JOKER] = min(deck[JOKER], jokers)
    table: list[Meld] = []
    for _ in range(melds):
        naturals = tuple(t for t in deck.elements() if t != JOKER)
        some = tuple(sorted(rng.sample(naturals, min(len(naturals), 14))))
        wild = min(deck[JOKER], rng.choice((0, 0, 1, 1, 2)))
        options = list(oracle.new_melds(some, wild))
        if options:
            most = max(tiles_of(m).count(JOKER) for m in options)
            want = rng.choice((0, most))
            meld = rng.choice([m for m in options if tiles_of(m).count(JOKER) == want] or options)
            deck -= Counter(tiles_of(meld))
            table.append(meld)
    rest = list(deck.elements())
    return tuple(sorted(rng.sample(rest, min(hand, len(rest))))), tuple(table)
