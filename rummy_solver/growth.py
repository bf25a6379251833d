"""What a meld on a table that is only extended may become: longer, or freed of a joker."""

from __future__ import annotations

from rummy_solver.locks import covers_group, exchangeable
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.rules import RuleSet
from rummy_solver.table import is_legal, run_color, settled
from rummy_solver.tiles import JOKER, Tile

__all__ = ["added", "covers", "grows", "longer", "read_as", "swapped", "swaps", "without_joker"]


def grows(before: Meld, after: Meld, rules: RuleSet) -> bool:
    """Return whether lay-offs and joker swaps may turn one meld into the other."""
    if before == after:
        return True
    return any(
        covers(old, new, rules) and (rules.joker_swap or not swaps(old, new, rules))
        for old in settled(before, rules)
        for new in settled(after, rules)
    )


def covers(before: Meld, after: Meld, rules: RuleSet) -> bool:
    """Return whether a settled meld lies in a later one, natural tiles perhaps for its jokers."""
    if before.kind is not after.kind:
        return False
    if before.kind is MeldKind.GROUP:
        return covers_group(before, after)
    if run_color(before) != run_color(after):
        return False
    there = dict(zip(after.places(rules.ranks), after.tiles, strict=True))
    for place, tile in zip(before.places(rules.ranks), before.tiles, strict=True):
        now = there.get(place)
        if now is None or tile not in (now, JOKER):
            return False
    return True


def swaps(before: Meld, after: Meld, rules: RuleSet) -> int:
    """Return how many jokers of a meld have been taken, at least."""
    if before == after:
        return 0
    if before.kind is MeldKind.GROUP or after.kind is MeldKind.GROUP:
        return max(0, before.jokers - after.jokers)
    if before.open:
        before = next(meld for meld in settled(before, rules) if meld.kind is MeldKind.RUN)
    there = dict(zip(after.places(rules.ranks), after.tiles, strict=True))
    spots = zip(before.places(rules.ranks), before.tiles, strict=True)
    return sum(tile == JOKER and there[place] != JOKER for place, tile in spots)


def added(before: Meld, after: Meld, ranks: int) -> tuple[Tile, ...]:
    """Return the tiles that a meld has gained at its ends or as colours of a group."""
    if before.kind is MeldKind.RUN:
        low, high = before.places(ranks)[0], before.places(ranks)[-1]
        spots = zip(after.places(ranks), after.tiles, strict=True)
        return tuple(tile for place, tile in spots if not low <= place <= high)
    rest = list(after.tiles)
    for tile in before.tiles:
        rest.remove(tile)
    return tuple(rest)


def swapped(before: Meld, after: Meld, ranks: int) -> tuple[list[Tile], Meld]:
    """Return the natural tiles put in the place of jokers, and the meld with them."""
    if before.kind is MeldKind.RUN:
        there = dict(zip(after.places(ranks), after.tiles, strict=True))
        tiles = tuple(there[place] for place in before.places(ranks))
        pairs = zip(before.tiles, tiles, strict=True)
        return [new for old, new in pairs if old != new], Meld(before.kind, tiles, before.faces)
    fresh = [tile for tile in after.naturals if tile not in before.naturals]
    n = max(0, before.jokers - after.jokers)
    return fresh[:n], Meld.group([*before.naturals, *fresh[:n]], before.jokers - n)


def read_as(meld: Meld, later: Meld, rules: RuleSet) -> Meld:
    """Return a meld in the reading that it has in a later one."""
    if not meld.open:
        return meld
    return next(reading for reading in settled(meld, rules) if reading.kind is later.kind)


def longer(meld: Meld, tile: Tile, rules: RuleSet) -> list[Meld]:
    """Return what a meld on the table may become with one more tile."""
    found = []
    for reading in settled(meld, rules):
        if reading.kind is MeldKind.GROUP:
            fits = tile == JOKER or tile.rank == reading.naturals[0].rank
            naturals = [t for t in (*reading.naturals, tile) if t != JOKER]
            if fits and len(set(naturals)) == len(naturals):
                found.append(Meld.group(naturals, len(reading) + 1 - len(naturals)))
            continue
        places, color = reading.places(rules.ranks), run_color(reading)
        if (face := _face(color, places[0] - 1, rules)) and tile in (face, JOKER):
            tiles, faces = (tile, *reading.tiles), (face, *reading.faces)
            found.append(Meld(reading.kind, tiles, faces))
        if (face := _face(color, places[-1] + 1, rules)) and tile in (face, JOKER):
            tiles, faces = (*reading.tiles, tile), (*reading.faces, face)
            found.append(Meld(reading.kind, tiles, faces))
    return [longer for longer in found if is_legal(longer, rules)]


def _face(color: int, place: int, rules: RuleSet) -> Tile | None:
    if not rules.first_place <= place <= rules.last_place:
        return None
    return Tile.of(color, 1 if place > rules.ranks else place)


def without_joker(meld: Meld, tile: Tile, rules: RuleSet) -> list[Meld]:
    """Return what a meld on the table may become with a tile in the place of a joker."""
    found = []
    for reading in settled(meld, rules):
        if reading.kind is MeldKind.GROUP:
            same = reading.naturals[0].rank == tile.rank
            if reading.jokers and same and tile not in reading.naturals:
                found.append(Meld.group([*reading.naturals, tile], reading.jokers - 1))
            continue
        for i in exchangeable(reading, rules):
            if reading.faces[i] == tile:
                tiles = (*reading.tiles[:i], tile, *reading.tiles[i + 1 :])
                found.append(Meld(reading.kind, tiles, reading.faces))
    return found
