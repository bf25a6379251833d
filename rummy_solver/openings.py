"""Openings as a referee sees them: which melds were laid first, and what they can be worth.

Apart from the searches on purpose, as these are judged by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rummy_solver.hand import Hand
from rummy_solver.locks import lost_locks
from rummy_solver.melds import Meld
from rummy_solver.rules import RuleSet
from rummy_solver.table import cores
from rummy_solver.tiles import JOKER, TILES, Tile

__all__ = ["NO_OPENING", "best_melds", "best_opening", "turn_opening", "worth"]

NO_OPENING = -1


def best_opening(
    melds: Iterable[Meld], rules: RuleSet, jokers: int
) -> tuple[int, list[Meld | None]]:
    """Return the most points that the first melds can be worth, and these.

    Parameters
    ----------
    melds
        The new melds as they lie at the end of the turn.
    rules
        Rule set.
    jokers
        Most jokers that they may hold: those that were in the hand at the start of the turn.

    Returns
    -------
    tuple
        The points, -1 when no meld can be laid first; for each meld the part of it that is laid
        first, None where nothing is.
    """
    best: dict[int, tuple[int, list[Meld | None]]] = {0: (NO_OPENING, [])}
    for meld in melds:
        options = _options(meld, rules, jokers)
        grown: dict[int, tuple[int, list[Meld | None]]] = {}
        for used, (points, chosen) in best.items():
            for core in (None, *options):
                total = _joined(points, core, rules)
                spent = used + (core.jokers if core is not None else 0)
                if spent <= jokers and (spent not in grown or total > grown[spent][0]):
                    grown[spent] = (total, [*chosen, core])
        best = grown
    return max(best.values(), key=lambda item: item[0])


def _joined(points: int, core: Meld | None, rules: RuleSet) -> int:
    if core is None:
        return points
    own = core.points(rules)
    return max(points, own) if rules.opening_single_meld else max(points, 0) + own


def _options(meld: Meld, rules: RuleSet, jokers: int) -> list[Meld]:
    """Return the best part for each number of jokers, larger parts first among equals."""
    best: dict[int, Meld] = {}
    for core in sorted(cores(meld, rules, jokers), key=len):
        known = best.get(core.jokers)
        if known is None or core.points(rules) >= known.points(rules):
            best[core.jokers] = core
    return list(best.values())


def best_melds(tiles: Iterable[Tile], rules: RuleSet, enough: int) -> tuple[int, list[Meld]]:
    """Return melds made of some of the tiles, worth most, or `enough`, and their points.

    Plain search, for the few tiles of one rack: the lowest natural tile is left out, or is in one
    of the melds that it can be in.
    """
    counts = Hand(list(tiles)).counts
    if rules.opening_single_meld:
        single = max(all_melds(counts, rules), key=lambda meld: meld.points(rules), default=None)
        return (0, []) if single is None else (single.points(rules), [single])
    memo: dict[bytes, tuple[int, list[Meld]]] = {}

    def best(left: bytes) -> tuple[int, list[Meld]]:
        code = next((c for c in range(1, len(left)) if left[c]), 0)
        if not code:
            return 0, []
        if left not in memo:
            found: tuple[int, list[Meld]] = (0, [])
            for meld in melds_with(TILES[code], left, rules):
                points, melds = best(_less(left, meld.tiles))
                points += meld.points(rules)
                if points > found[0]:
                    found = points, [meld, *melds]
                if found[0] >= enough:
                    break
            else:
                rest = best(_less(left, (TILES[code],)))
                found = rest if rest[0] > found[0] else found
            memo[left] = found
        return memo[left]

    return best(counts)


def turn_opening(
    before: Sequence[Meld], after: Sequence[Meld], placed: Sequence[Tile], rules: RuleSet
) -> list[Meld] | None:
    """Return melds that can have been laid first, before the same turn rearranged the table.

    Parameters
    ----------
    before, after
        The melds of the old and of the new table.
    placed
        All tiles played from the rack, jokers too.
    rules
        Rule set.

    Returns
    -------
    list of Meld or None
        Melds from the rack worth the opening, none of which the rest of the turn moved while it
        was locked.
    """
    naturals = [tile for tile in placed if tile != JOKER]
    for melds in _openings(before, after, placed, rules):
        wild = [meld for meld in melds if meld.jokers]
        if not lost_locks(before, after, naturals, wild, rules):
            return melds
    return None


def _openings(
    before: Sequence[Meld], after: Sequence[Meld], placed: Sequence[Tile], rules: RuleSet
) -> Iterator[list[Meld]]:
    """Yield openings: one that lies there at the end, one without jokers, then all with them."""
    need = rules.opening_points
    laid: list[Meld] = []
    left = Counter(placed)
    fresh = Counter(after) - Counter(before)
    for meld in sorted(fresh.elements(), key=lambda meld: (meld.jokers, -meld.points(rules))):
        too_small = rules.opening_single_meld and meld.points(rules) < need
        if not too_small and left >= Counter(meld.tiles) and worth(laid, rules) < need:
            laid.append(meld)
            left -= Counter(meld.tiles)
    if worth(laid, rules) >= need:
        yield laid
    naturals = [tile for tile in placed if tile != JOKER]
    free = rules.joker_policy == "free"
    points, melds = best_melds(placed if free else naturals, rules, need)
    if points >= need:
        yield melds
    if not free:
        yield from _joker_openings(placed, rules)


def worth(melds: Iterable[Meld], rules: RuleSet) -> int:
    """Return what melds laid together are worth as an opening."""
    points = [meld.points(rules) for meld in melds]
    return max(points, default=0) if rules.opening_single_meld else sum(points)


def _joker_openings(placed: Sequence[Tile], rules: RuleSet) -> Iterator[list[Meld]]:
    """Yield, for every choice of melds with jokers, an opening that holds them."""
    counts = Hand(list(placed)).counts
    wild = sorted(meld for meld in all_melds(counts, rules) if meld.jokers)

    def choose(start: int, chosen: list[Meld], left: Counter[Tile]) -> Iterator[list[Meld]]:
        for i in range(start, len(wild)):
            if not left >= Counter(wild[i].tiles):
                continue
            rest = left - Counter(wild[i].tiles)
            now = [*chosen, wild[i]]
            missing = rules.opening_points - worth(now, rules)
            naturals = [tile for tile in rest.elements() if tile != JOKER]
            more = best_melds(naturals, rules, missing)[1] if missing > 0 else []
            if worth([*now, *more], rules) >= rules.opening_points:
                yield [*now, *more]
            if rest[JOKER]:
                yield from choose(i, now, rest)

    return choose(0, [], Counter(placed))


def _less(counts: bytes, tiles: Iterable[Tile]) -> bytes:
    left = bytearray(counts)
    for tile in tiles:
        left[tile] -= 1
    return bytes(left)


def all_melds(counts: bytes, rules: RuleSet) -> set[Meld]:
    """Return every meld that the tiles can make."""
    tiles = [TILES[code] for code in range(1, len(counts)) if counts[code]]
    return {meld for tile in tiles for meld in melds_with(tile, counts, rules)}


def melds_with(tile: Tile, counts: bytes, rules: RuleSet) -> Iterator[Meld]:
    """Yield every meld that holds a natural tile and is made of the tiles counted."""
    yield from _runs_with(tile, counts, rules)
    color = (tile - 1) // 13
    rank = tile.rank
    held = [
        face for c in range(rules.colors)
        if c != color and counts[face := Tile.of(c, rank)]
    ]  # fmt: skip
    most = min(rules.max_group, rules.colors)
    for n in range(len(held) + 1):
        for others in combinations(held, n):
            for jokers in range(min(counts[0], rules.joker_limit) + 1):
                enough = n + 1 >= rules.min_naturals
                if enough and rules.min_group <= n + 1 + jokers <= most:
                    yield Meld.group((tile, *others), jokers)


def _runs_with(tile: Tile, counts: bytes, rules: RuleSet) -> Iterator[Meld]:
    color, rank = (tile - 1) // 13, tile.rank
    places = [rank] if rank > 1 else [1] * rules.ace_low + [rules.ranks + 1] * rules.ace_high
    limit = min(counts[0], rules.joker_limit)
    for own in places:
        for low in range(rules.first_place, own + 1):
            for high in range(own, rules.last_place + 1):
                if not rules.min_run <= high - low + 1 <= rules.max_run:
                    continue
                faces = [_face(color, p, rules) for p in range(low, high + 1)]
                yield from _filled(faces, own - low, counts, limit, rules)


def _face(color: int, place: int, rules: RuleSet) -> Tile:
    return Tile.of(color, 1 if place > rules.ranks else place)


def _filled(
    faces: list[Tile], own: int, counts: bytes, limit: int, rules: RuleSet
) -> Iterator[Meld]:
    """Yield the runs of these faces, jokers where a tile is missing or spared."""
    missing = [i for i, face in enumerate(faces) if i != own and not counts[face]]
    spare = [i for i, face in enumerate(faces) if i != own and counts[face]]
    for n in range(limit - len(missing) + 1):
        for more in combinations(spare, n):
            meld = Meld.run(faces, [*missing, *more])
            # An ace at both ends takes two copies of one tile.
            fits = meld.tiles.count(faces[0]) <= counts[faces[0]]
            if fits and len(faces) - meld.jokers >= rules.min_naturals:
                yield meld
