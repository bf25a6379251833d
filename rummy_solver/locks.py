"""Melds with a joker on a table that is rearranged: what stays locked, what can be freed.

Under the policies ``locked`` and ``replace`` such a meld may not be taken apart until natural tiles
have taken the place of all its jokers. A tile serves as such a key while it is not itself in a
locked meld; with the last joker out the meld and the keys in it are free and may serve again. So
freeing one meld never hinders another, and what can be freed at all is found by doing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from rummy_solver.melds import Meld, MeldKind
from rummy_solver.rules import RuleSet
from rummy_solver.table import run_color, settled
from rummy_solver.tiles import JOKER, Tile

__all__ = ["Lock", "freed", "is_locked", "lost_locks", "match_locked", "stays"]

Lock = tuple[int, Meld, tuple[Tile, ...]]


def is_locked(meld: Meld, rules: RuleSet) -> bool:
    """Return whether a meld may not be taken apart because of its jokers."""
    return rules.joker_policy != "free" and JOKER in meld.tiles


def exchangeable(meld: Meld, rules: RuleSet) -> list[int]:
    """Return the indexes of a run's jokers that a tile of their face may replace."""
    ends = (0, len(meld) - 1)
    anywhere = rules.table_play == "lay_off" or rules.joker_policy != "locked"
    return [i for i, tile in enumerate(meld.tiles) if tile == JOKER and (anywhere or i in ends)]


def key_sets(meld: Meld, rules: RuleSet) -> Iterable[tuple[Tile, ...]]:
    """Yield every set of tiles that together replace all jokers of a meld, reading by reading."""
    for reading in settled(meld, rules):
        if reading.kind is MeldKind.RUN:
            spots = exchangeable(reading, rules)
            if len(spots) == reading.jokers:
                yield tuple(face for i in spots if (face := reading.faces[i]) is not None)
        else:
            naturals = reading.naturals
            held = {tile.color for tile in naturals}
            free = [c for c in range(rules.colors) if c not in held]
            for colors in combinations(free, reading.jokers):
                yield tuple(Tile.of(color, naturals[0].rank) for color in colors)


def freed(locked: Sequence[tuple[int, Meld]], pool: Iterable[Tile], rules: RuleSet) -> list[Lock]:
    """Return the melds that can be freed, in an order in which it can be done, with their keys.

    Parameters
    ----------
    locked
        Locked melds with their numbers.
    pool
        Natural tiles that may serve as keys: played from the rack, or in no locked meld.
    rules
        Rule set.
    """
    loose = Counter(pool)
    rest = list(locked)
    order: list[Lock] = []
    progress = True
    while progress:
        progress = False
        for item in list(rest):
            number, meld = item
            for keys in key_sets(meld, rules):
                if not Counter(keys) - loose:
                    order.append((number, meld, keys))
                    loose.update(meld.naturals)
                    rest.remove(item)
                    progress = True
                    break
    return order


def covers_group(before: Meld, after: Meld) -> bool:
    """Return whether a group lies in a later one, natural tiles perhaps for its jokers."""
    # A joker leaves for a natural tile only, so the group never shrinks.
    same = before.naturals[0].rank == after.naturals[0].rank
    return same and len(after) >= len(before) and set(before.naturals) <= set(after.naturals)


def stays(before: Meld, after: Meld, rules: RuleSet) -> bool:
    """Return whether a locked meld may have become another one while it was locked all the time."""
    return any(
        _stays(old, new, rules) for old in settled(before, rules) for new in settled(after, rules)
    )


def _stays(before: Meld, after: Meld, rules: RuleSet) -> bool:
    if before.kind is not after.kind:
        return False
    if before.kind is MeldKind.GROUP:
        return covers_group(before, after) and after.jokers > 0
    if run_color(before) != run_color(after):
        return False
    there = dict(zip(after.places(rules.ranks), after.tiles, strict=True))
    spots = exchangeable(before, rules)
    left = 0
    for i, place in enumerate(before.places(rules.ranks)):
        tile = there.get(place)
        if tile is None or (tile != before.tiles[i] and i not in spots):
            return False
        left += tile == JOKER and before.tiles[i] == JOKER
    return left > 0


def match_locked(
    locked: Sequence[tuple[int, Meld]], after: Sequence[Meld], rules: RuleSet
) -> dict[int, int | None]:
    """Match locked melds with melds of the new table, each with one of its own.

    Returns
    -------
    dict
        From the number of each locked meld to the index of its new meld; None for those that find
        none, as few as possible.
    """
    options = {
        number: [i for i, new in enumerate(after) if stays(meld, new, rules)]
        for number, meld in locked
    }
    same = dict(locked)
    for number, found in options.items():
        found.sort(key=lambda i: (after[i] != same[number], len(after[i])))
    taken: dict[int, int] = {}

    def place(number: int, seen: set[int]) -> bool:
        for i in options[number]:
            if i in seen:
                continue
            seen.add(i)
            if i not in taken or place(taken[i], seen):
                taken[i] = number
                return True
        return False

    for number in options:
        place(number, set())
    found_for = {number: i for i, number in taken.items()}
    return {number: found_for.get(number) for number in options}


def lost_locks(
    before: Sequence[Meld],
    after: Sequence[Meld],
    placed: Iterable[Tile],
    opening: Sequence[Meld],
    rules: RuleSet,
) -> list[tuple[int, Meld]]:
    """Return the joker melds, with their numbers, that were moved though they were locked.

    Parameters
    ----------
    before, after
        The melds of the old and of the new table.
    placed
        Natural tiles played from the rack.
    opening
        Joker melds laid first as an opening of this turn, which are locked at once; they are
        numbered after those of the old table, and their tiles are among `placed`.
    rules
        Rule set.
    """
    numbered = list(enumerate([*before, *opening], 1))
    locked = [(i, meld) for i, meld in numbered if is_locked(meld, rules)]
    spent = Counter(tile for meld in opening for tile in meld.naturals)
    pool = [*(Counter(placed) - spent).elements()]
    pool += [tile for _, meld in numbered if not is_locked(meld, rules) for tile in meld.naturals]
    free = {number for number, _, _ in freed(locked, pool, rules)}
    bound = [(number, meld) for number, meld in locked if number not in free]
    found = match_locked(bound, after, rules)
    return [(number, meld) for number, meld in bound if found[number] is None]
