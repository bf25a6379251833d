"""Tiles, points and legal melds in plain Python: the ground of the reference solver.

Everything here is written from the text of the rules and shares no code with the
compiled core. Hands are sequences of 79 counts (code 0 is the joker, then
``1 + 13 * color + rank - 1``), rules are anything that has the documented knobs as
attributes, and a meld is a plain named tuple of codes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

N_CODES = 79
JOKER = 0


class RefMeld(NamedTuple):
    """A meld in plain codes; kind is ``run``, ``group`` or ``pair``."""

    kind: str
    tiles: tuple[int, ...]
    faces: tuple[int | None, ...]


# ---- tiles and points -----------------------------------------------------------------


def code_of(color: int, rank: int) -> int:
    """Return the code of a natural tile."""
    return 1 + 13 * color + rank - 1


def color_of(code: int) -> int:
    """Return the colour of a natural tile."""
    return (code - 1) // 13


def rank_of(code: int) -> int:
    """Return the rank of a natural tile."""
    return (code - 1) % 13 + 1


def counts_of(codes: Sequence[int]) -> tuple[int, ...]:
    """Count the tiles of a list of codes."""
    found = Counter(codes)
    return tuple(found[code] for code in range(N_CODES))


def codes_of(counts: Sequence[int]) -> tuple[int, ...]:
    """List every tile of 79 counts in the order of the codes."""
    return tuple(code for code, number in enumerate(counts) for _ in range(number))


def scale_points(scale: str | Mapping[Any, int], key: Any, rank: int) -> int | None:
    """Read one entry of a points knob: a name, or a mapping with special keys."""
    if isinstance(scale, str):
        if key in ("ace_high", "joker"):
            return None
        return min(rank, 10) if scale == "ten" else rank
    return scale.get(key)


def face_points(meld_kind: str, place: int, joker: bool, rules: Any) -> int:
    """Return what a tile is worth in a meld, at a place of a run or a rank of a group.

    The place above the highest rank belongs to an ace that stands high. A joker counts as
    the tile that it stands for, unless the rules give it points of its own.
    """
    own = scale_points(rules.tile_points, "joker", 0)
    if joker and own is not None:
        return own
    rank = 1 if place == rules.ranks + 1 else place
    low = scale_points(rules.tile_points, rank, rank)
    assert low is not None, f"points of rank {rank}: expected an entry, got none"
    if meld_kind == "run" and place == rules.ranks + 1:
        high = scale_points(rules.tile_points, "ace_high", rank)
        return low if high is None else high
    if meld_kind == "group" and rank == 1 and rules.ace_in_group is not None:
        return int(rules.ace_in_group)
    return low


def meld_points(meld: RefMeld, rules: Any) -> int:
    """Add up the points of a run or group, every joker at its face."""
    if meld.kind == "group":
        rank = next(rank_of(face) for face in meld.faces if face is not None)
        places = [rank] * len(meld.tiles)
    else:
        first = meld.faces[0]
        assert first is not None, "face of a joker in a run: expected a tile, got none"
        places = [rank_of(first) + step for step in range(len(meld.tiles))]
    return sum(
        face_points(meld.kind, place, tile == JOKER, rules)
        for place, tile in zip(places, meld.tiles, strict=True)
    )


def hand_points(code: int, rules: Any) -> int:
    """Return what a tile costs that is left in the hand."""
    key: Any = "joker" if code == JOKER else rank_of(code)
    points = scale_points(rules.hand_points, key, 0 if code == JOKER else rank_of(code))
    if points is None:  # the name of a scale alone: a joker costs 30 in every rule set
        points = 30
    return points


# ---- every legal meld of a hand ---------------------------------------------------------


def joker_limit(counts: Sequence[int], rules: Any) -> int:
    """Return how many jokers one meld of this hand may hold."""
    cap = rules.max_jokers_per_meld
    return counts[JOKER] if cap is None else min(cap, counts[JOKER])


@cache
def run_windows(
    colors: int, ranks: int, ace: str, min_run: int, max_run: int
) -> tuple[tuple[int, ...], ...]:
    """Return the faces of every run that the rules allow, lowest place first.

    A run lies on neighbouring places. The ace has the place below the 2, the place above the
    highest rank, or both, so that nothing ever goes round the corner.
    """
    lowest = 1 if ace in ("low", "both") else 2
    highest = ranks + 1 if ace in ("high", "both") else ranks
    found = []
    for color in range(colors):
        for first in range(lowest, highest + 1):
            for end in range(first + min_run, min(first + max_run, highest + 1) + 1):
                faces = [code_of(color, (place - 1) % ranks + 1) for place in range(first, end)]
                found.append(tuple(faces))
    return tuple(found)


def runs_in(counts: Sequence[int], rules: Any) -> Iterator[RefMeld]:
    """Yield every run in the hand, once for every choice of places for its jokers."""
    limit = joker_limit(counts, rules)
    windows = run_windows(rules.colors, rules.ranks, rules.ace, rules.min_run, rules.max_run)
    for faces in windows:
        missing = [at for at, face in enumerate(faces) if counts[face] == 0]
        most = min(limit, len(faces) - rules.min_naturals)
        if len(missing) > most:
            continue
        present = [at for at, face in enumerate(faces) if counts[face] > 0]
        for extra in range(most - len(missing) + 1):
            for more in combinations(present, extra):
                replaced = {*missing, *more}
                tiles = tuple(JOKER if at in replaced else f for at, f in enumerate(faces))
                if all(tiles.count(tile) <= counts[tile] for tile in tiles):
                    yield RefMeld("run", tiles, faces)


def groups_in(counts: Sequence[int], rules: Any) -> Iterator[RefMeld]:
    """Yield every group in the hand; the colour of a joker stays open.

    No colour stands twice, not even one that a joker stands for: a group is never larger
    than the number of colours.
    """
    limit = joker_limit(counts, rules)
    for rank in range(1, rules.ranks + 1):
        present = [
            code
            for code in (code_of(color, rank) for color in range(rules.colors))
            if counts[code] > 0
        ]
        for size in range(rules.min_group, min(rules.max_group, rules.colors) + 1):
            for jokers in range(min(limit, size - rules.min_naturals) + 1):
                for naturals in combinations(present, size - jokers):
                    tiles = naturals + (JOKER,) * jokers
                    yield RefMeld("group", tiles, naturals + (None,) * jokers)


def possible_melds(counts: Sequence[int], rules: Any) -> list[RefMeld]:
    """List every legal meld in the hand, each once."""
    return [*runs_in(counts, rules), *groups_in(counts, rules)]
