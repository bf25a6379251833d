"""A slow, readable solver of the same rules: the oracle of the tests, never a fallback.

The method is the simplest one that is right: list every legal meld of the hand, then take
the lowest natural tile that is left and either leave it or cover it with a meld that
contains it, remembering the answer for every set of tiles that is left. Nothing is shared
with the compiled core.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rummy_solver.reference_melds import (
    JOKER,
    N_CODES,
    RefMeld,
    codes_of,
    hand_points,
    meld_points,
    possible_melds,
)

Objective = str | tuple[str, ...]

DIGIT = 4  # bits for the count of one tile; the highest bit of a digit is kept free
GUARD = sum(1 << (DIGIT * code + DIGIT - 1) for code in range(N_CODES))
JOKER_DIGIT = (1 << DIGIT) - 1
BASE = 1_000_000  # larger than any component, so that one integer compares like a tuple


class RefSolution(NamedTuple):
    """Melds, what is in none of them, and the value of every component asked for."""

    melds: tuple[RefMeld, ...]
    deadwood: tuple[int, ...]
    values: tuple[int, ...]


# ---- the search -------------------------------------------------------------------------


def packed(codes: Sequence[int]) -> int:
    """Write the counts of some tiles as the digits of one integer."""
    return sum(1 << (DIGIT * code) for code in codes)


def components_of(objective: Objective) -> tuple[str, ...]:
    """Spell an objective out; the bare name ``tiles`` is followed by ``points``."""
    if objective == "tiles":
        return ("tiles", "points")
    return (objective,) if isinstance(objective, str) else tuple(objective)


def meld_values(meld: RefMeld, components: Sequence[str], rules: Any) -> tuple[int, ...]:
    """Return what a meld adds to each component (for penalty: what it saves)."""
    ways = {
        "tiles": lambda: len(meld.tiles),
        "points": lambda: meld_points(meld, rules),
        "penalty": lambda: sum(hand_points(tile, rules) for tile in meld.tiles),
    }
    return tuple(ways[name]() for name in components)


class Choice(NamedTuple):
    """A meld as the search sees it."""

    need: int
    gain: int
    points: int
    meld: RefMeld


class Search:
    """All best ways to lay melds from one hand, worth at least ``threshold`` if given."""

    def __init__(
        self,
        counts: Sequence[int],
        rules: Any,
        objective: Objective = "tiles",
        threshold: int = 0,
    ) -> None:
        self.counts = tuple(counts)
        self.rules = rules
        self.components = components_of(objective)
        self.threshold = threshold
        self.single = threshold > 0 and bool(rules.opening_single_meld)
        self.by_lowest: dict[int, list[Choice]] = {}
        self.useful = {JOKER}
        for meld in sorted(set(possible_melds(counts, rules)), key=str):
            lowest = min(tile for tile in meld.tiles if tile != JOKER)
            self.by_lowest.setdefault(lowest, []).append(self._choice(meld))
            self.useful.update(meld.tiles)
        self._best: dict[tuple[int, int], int | None] = {}
        self._count: dict[tuple[int, int, int, int], int] = {}

    def _choice(self, meld: RefMeld) -> Choice:
        gain = 0
        for value in meld_values(meld, self.components, self.rules):
            gain = gain * BASE + value
        return Choice(packed(meld.tiles), gain, meld_points(meld, self.rules), meld)

    def _lower(self, need: int, points: int) -> int:
        """Return the points still missing for the opening after a meld has been laid."""
        if self.single:  # one meld alone has to be worth the opening
            return 0 if points >= need else need
        return max(0, need - points)

    def best(self, state: int, need: int) -> int | None:
        """Return the most that can be gained from the tiles left, None if need is not met."""
        naturals = state & ~JOKER_DIGIT
        if not naturals:
            return None if need else 0
        key = (state, need)
        if key not in self._best:
            lowest = ((naturals & -naturals).bit_length() - 1) // DIGIT
            found = self.best(state - (1 << (DIGIT * lowest)), need)
            guarded = state | GUARD
            for choice in self.by_lowest.get(lowest, ()):
                if (guarded - choice.need) & GUARD == GUARD:
                    rest = self.best(state - choice.need, self._lower(need, choice.points))
                    if rest is not None and (found is None or rest + choice.gain > found):
                        found = rest + choice.gain
            self._best[key] = found
        return self._best[key]

    def _steps(
        self, state: int, need: int, floor: int, want: int
    ) -> Iterator[tuple[Choice | None, int, int, int, int]]:
        """Yield the first steps of all ways to gain exactly ``want``.

        Every arrangement comes once: the melds of the lowest tile are taken in the order of
        the list (``floor`` is the first one still allowed), and no copy of the tile is left
        before the last of them has been taken.
        """
        naturals = state & ~JOKER_DIGIT
        lowest = ((naturals & -naturals).bit_length() - 1) // DIGIT
        closed = state & ~(JOKER_DIGIT << (DIGIT * lowest))
        rest = self.best(closed, need)
        if rest is not None and rest >= want:
            yield None, closed, need, 0, want
        guarded = state | GUARD
        choices = self.by_lowest.get(lowest, [])
        for at in range(floor, len(choices)):
            choice = choices[at]
            if (guarded - choice.need) & GUARD == GUARD:
                left, less = state - choice.need, self._lower(need, choice.points)
                rest = self.best(left, less)
                if rest is not None and rest + choice.gain >= want:
                    more = left & (JOKER_DIGIT << (DIGIT * lowest))
                    yield choice, left, less, at if more else 0, want - choice.gain

    def walk(self, state: int, need: int, floor: int, want: int) -> Iterator[tuple[RefMeld, ...]]:
        """Yield every arrangement of the tiles left that gains exactly ``want``."""
        if not state & ~JOKER_DIGIT:
            if want == 0 and need == 0:
                yield ()
            return
        for choice, left, less, at, still in self._steps(state, need, floor, want):
            for melds in self.walk(left, less, at, still):
                yield melds if choice is None else (choice.meld, *melds)

    def count(self, state: int, need: int, floor: int, want: int) -> int:
        """Count what ``walk`` yields."""
        if not state & ~JOKER_DIGIT:
            return int(want == 0 and need == 0)
        key = (state, need, floor, want)
        if key not in self._count:
            steps = self._steps(state, need, floor, want)
            self._count[key] = sum(self.count(*step[1:]) for step in steps)
        return self._count[key]

    def state_of(self, counts: Sequence[int]) -> int:
        """Pack those tiles of a hand that are in any meld at all."""
        return packed([code for code in codes_of(counts) if code in self.useful])

    def solutions(self, part: Sequence[int] | None = None) -> Iterator[RefSolution]:
        """Yield every optimal solution once; none if the opening is out of reach.

        The hand may be any part of the one that the search was made for: what was found out for
        one part serves the others.
        """
        counts = self.counts if part is None else part
        state = self.state_of(counts)
        top = self.best(state, self.threshold)
        if top is not None:
            for melds in self.walk(state, self.threshold, 0, top):
                yield self._solution(melds, counts)

    def total(self, part: Sequence[int] | None = None) -> int:
        """Count the optimal solutions."""
        state = self.state_of(self.counts if part is None else part)
        top = self.best(state, self.threshold)
        return 0 if top is None else self.count(state, self.threshold, 0, top)

    def _solution(self, melds: tuple[RefMeld, ...], counts: Sequence[int]) -> RefSolution:
        left = Counter(codes_of(counts))
        left.subtract(tile for meld in melds for tile in meld.tiles)
        deadwood = tuple(sorted(left.elements()))
        values = {
            "tiles": sum(len(meld.tiles) for meld in melds),
            "points": sum(meld_points(meld, self.rules) for meld in melds),
            "penalty": sum(hand_points(tile, self.rules) for tile in deadwood),
        }
        ordered = tuple(sorted(melds, key=str))
        return RefSolution(ordered, deadwood, tuple(values[name] for name in self.components))


# ---- the questions ----------------------------------------------------------------------


def solve(counts: Sequence[int], rules: Any, objective: Objective = "tiles") -> RefSolution:
    """Return one best solution."""
    return next(Search(counts, rules, objective).solutions())


def evaluate(counts: Sequence[int], rules: Any, objective: Objective = "tiles") -> int:
    """Return the first component of the best value."""
    return solve(counts, rules, objective).values[0]


def solutions(
    counts: Sequence[int], rules: Any, objective: Objective = "tiles"
) -> set[tuple[RefMeld, ...]]:
    """Return all optimal solutions, each a sorted tuple of melds."""
    return {found.melds for found in Search(counts, rules, objective).solutions()}


def count_solutions(counts: Sequence[int], rules: Any, objective: Objective = "tiles") -> int:
    """Return the number of optimal solutions."""
    return Search(counts, rules, objective).total()


def opening(
    counts: Sequence[int], rules: Any, objective: Objective = "tiles"
) -> RefSolution | None:
    """Return the best melds that are worth an opening, or None."""
    threshold = rules.opening_points or 0
    return next(Search(counts, rules, objective, threshold).solutions(), None)


def without(counts: Sequence[int], code: int) -> tuple[int, ...]:
    """Return the hand with one copy of a tile less."""
    return tuple(number - (at == code) for at, number in enumerate(counts))


def best_discards(
    counts: Sequence[int], rules: Any, objective: Objective = "penalty"
) -> list[tuple[int, int]]:
    """Return every kind of tile with the value of what is left after its discard.

    The best comes first, by all components, and of equals the one with the lowest code.
    """
    signs = [1 if name == "penalty" else -1 for name in components_of(objective)]
    search = Search(counts, rules, objective)
    rows = []
    for code in sorted({*codes_of(counts)}):
        values = next(search.solutions(without(counts, code))).values
        order = [sign * value for sign, value in zip(signs, values, strict=True)]
        rows.append((order, code, values[0]))
    return [(code, value) for _, code, value in sorted(rows)]


def best_pairs(counts: Sequence[int], rules: Any) -> int:
    """Return the largest number of pairs; 0 where pairs never win."""
    if not rules.pairs_to_win:
        return 0
    pairs = sum(number // 2 for number in counts[1:])
    singles = sum(number % 2 for number in counts[1:])
    jokers = counts[JOKER]
    if rules.pair_jokers == "none":
        return pairs
    mixed = min(singles, jokers)
    return pairs + mixed + ((jokers - mixed) // 2 if rules.pair_jokers == "any" else 0)
