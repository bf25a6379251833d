"""Closings by plain enumeration: every discard, every arrangement, every row.

The oracle of the closing tests. Each family of games has its own function here, because
the tests say which one they mean; nothing is read from the name of a rule set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rummy_solver.reference import Search, without
from rummy_solver.reference_melds import JOKER, N_CODES, RefMeld, codes_of, color_of, rank_of

KIND_ORDER = ("monocolor", "grand_care", "duble", "majore", "minore", "bicolor", "simple")
BIG = ("bicolor", "minore", "majore")
SPECIAL = ("duble", "grand_care", "monocolor")

Arrangement = tuple[RefMeld, ...]


class RefClosing(NamedTuple):
    """One discard that closes, with every pattern that reaches its points and factor."""

    discard: int | None
    points: int | None
    factor: int
    patterns: frozenset[str]
    rows: frozenset[tuple[str, int]]


# ---- arrangements without remainder -----------------------------------------------------


def tile_search(counts: Sequence[int], rules: Any) -> Search:
    """Prepare the search of a hand, which serves whatever is left after a discard as well."""
    return Search(counts, rules, ("tiles",))


def covers(search: Search, kept: Sequence[int]) -> Iterator[Arrangement]:
    """Yield every way to put all kept tiles into runs and groups."""
    for found in search.solutions(kept):
        if found.values[0] != sum(kept):
            return
        yield found.melds


def seven_pairs(counts: Sequence[int], rules: Any) -> Arrangement | None:
    """Return seven pairs that use all tiles, or None.

    A joker goes to a tile that has no twin in the hand (``single``), to another joker too
    (``any``), or into no pair (``none``); it never parts two identical tiles.
    """
    if not rules.pairs_to_win or sum(counts) != 2 * rules.pairs_to_win:
        return None
    twins = [code for code in range(1, N_CODES) for _ in range(counts[code] // 2)]
    singles = [code for code in range(1, N_CODES) if counts[code] % 2]
    jokers = counts[JOKER]
    if rules.pair_jokers == "none" and jokers:
        return None
    if len(singles) > jokers or (len(singles) < jokers and rules.pair_jokers != "any"):
        return None
    pairs = [RefMeld("pair", (code, code), (code, code)) for code in twins]
    pairs += [RefMeld("pair", (code, JOKER), (code, code)) for code in singles]
    pairs += [RefMeld("pair", (JOKER, JOKER), (None, None))] * ((jokers - len(singles)) // 2)
    return tuple(pairs)


def leavings(counts: Sequence[int], size: int) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """Yield the discard and the kept tiles for a hand of ``size`` tiles or one more."""
    if sum(counts) == size:
        yield None, tuple(counts)
    elif sum(counts) == size + 1:
        for code in sorted({*codes_of(counts)}):
            yield code, without(counts, code)


# ---- rummyclub and okey -----------------------------------------------------------------


def club_closings(counts: Sequence[int], rules: Any) -> list[RefClosing]:
    """List the closings of rummyclub and okey, best first (RC-5 to RC-8)."""
    found = []
    search = tile_search(counts, rules)
    for discard, kept in leavings(counts, rules.hand_size):
        patterns = {}
        doubled = 2 if discard == JOKER else 1
        if next(covers(search, kept), None) is not None:
            patterns["simple"] = doubled
        if seven_pairs(kept, rules) is not None:
            patterns["seven_pairs"] = 2 * doubled if rules.stack_doubles else 2
        if patterns:
            found.append(_club(discard, patterns, rules))
    whole = rules.close_without_left_over and sum(counts) == rules.hand_size + 1
    if whole and next(covers(search, counts), None) is not None:
        found.append(_club(None, {"simple": 1}, rules))
    return in_order(found)


def _club(discard: int | None, patterns: dict[str, int], rules: Any) -> RefClosing:
    factor = max(patterns.values())
    best = frozenset(name for name, value in patterns.items() if value == factor)
    rows = frozenset((name, rules.base_points * value) for name, value in patterns.items())
    return RefClosing(discard, rules.base_points * factor, factor, best, rows)


def in_order(found: list[RefClosing]) -> list[RefClosing]:
    """Sort closings: points, then factor, best first, ties by the code of the discard."""

    def key(closing: RefClosing) -> tuple[int, int, int]:
        discard = -1 if closing.discard is None else closing.discard
        return (-(closing.points or 0), -closing.factor, discard)

    return sorted(found, key=key)


# ---- remi -------------------------------------------------------------------------------


def remi_closings(counts: Sequence[int], rules: Any, launched: int = 0) -> list[RefClosing]:
    """List the closings of remi, best first (RM-6, RM-9)."""
    found = []
    search = tile_search(counts, rules)
    for discard, kept in leavings(counts, rules.hand_size):
        closing = _remi_closing(discard, kept, search, launched)
        if closing is not None:
            found.append(closing)
    return in_order(found)


def _remi_closing(
    discard: int | None, kept: tuple[int, ...], search: Search, launched: int
) -> RefClosing | None:
    rules = search.rules
    kinds: set[str] = set()
    for melds in covers(search, kept):
        kinds |= kinds_of(melds, rules)
    if seven_pairs(kept, rules) is not None:
        kinds.add("duble")
    if not kinds:
        return None
    jollies = kept[JOKER]
    rows = {
        (kind, name, points - step * jollies)
        for kind in kinds
        for name, points, step in rows_of(kind, launched, discard == JOKER, rules)
    }
    best = max(points for _, _, points in rows)
    tied = {kind for kind, _, points in rows if points == best}
    pattern = next(kind for kind in KIND_ORDER if kind in tied)
    named = frozenset((name, points) for _, name, points in rows)
    return RefClosing(discard, best, 1, frozenset({pattern}), named)


def kinds_of(melds: Arrangement, rules: Any) -> set[str]:
    """Name every kind that an arrangement in runs and groups has."""
    kinds = {"simple"}
    seen = [tile for meld in melds for tile in looked_at(meld, rules)]
    colors = {color for color, _, _ in seen}
    if None not in colors:
        if len(colors) <= 2:
            kinds.add("bicolor")
        if len(colors) <= 1:
            kinds.add("monocolor")
    if all(rank <= rules.minor_max for _, rank, _ in seen):
        kinds.add("minore")
    if all(
        rank >= rules.major_min or (rules.major_includes_high_one and high)
        for _, rank, high in seen
    ):
        kinds.add("majore")
    if is_grand_care(melds, rules):
        kinds.add("grand_care")
    return kinds


def looked_at(meld: RefMeld, rules: Any) -> list[tuple[int | None, int, bool]]:
    """List colour, rank and "stands above the highest rank" of the tiles that count.

    A joker counts as what it stands for, or not at all with ``joker_neutral``. Its colour in
    a group is open, but never one of the other two or three: None says that there are more
    than two colours.
    """
    rank = next(rank_of(face) for face in meld.faces if face is not None)
    found: list[tuple[int | None, int, bool]] = []
    for at, (tile, face) in enumerate(zip(meld.tiles, meld.faces, strict=True)):
        if tile == JOKER and rules.joker_neutral:
            continue
        if face is None:
            found.append((None, rank, False))
        else:
            high = meld.kind == "run" and at > 0 and rank_of(face) == 1
            found.append((color_of(face), rank_of(face), high))
    return found


def is_grand_care(melds: Arrangement, rules: Any) -> bool:
    """Tell whether an arrangement is a grand care in the reading that the rules choose."""
    if rules.grand_care == "sets_only":
        return all(meld.kind == "group" for meld in melds)
    fours = [meld for meld in melds if meld.kind == "group" and len(meld.tiles) == 4]
    if rules.grand_care == "any_two_fours":
        return len(fours) >= 2
    if rules.grand_care == "eight_naturals":
        fours = [meld for meld in fours if JOKER not in meld.tiles]
    ranks = [rank_of(meld.tiles[0]) for meld in fours]
    return any(ranks.count(rank) >= 2 for rank in ranks)


def rows_of(
    kind: str, launched: int, closed_in_jolly: bool, rules: Any
) -> Iterator[tuple[str, int, int]]:
    """Yield name, points and step of the rows that a kind meets."""
    if launched and closed_in_jolly:
        yield "launched_and_closed", 100, 10
    if launched == 2 and rules.two_launched_points:
        yield "two_launched", rules.two_launched_points, 10
    if kind == "simple":
        yield "simple", 25, 5
        if launched:
            yield "simple_launched", 50, rules.simple_launched_step
        if closed_in_jolly:
            yield "simple_closed_in_jolly", 50, rules.simple_closed_step
    if kind in BIG:
        yield kind, 50, 10
        if closed_in_jolly:
            yield f"{kind}_closed_in_jolly", 100, 10
        if launched and rules.big_with_launched == 100:
            yield f"{kind}_launched", 100, 10
    if kind in SPECIAL:
        yield kind, 100, 10
        if closed_in_jolly and rules.special_closed_in_jolly == 200:
            yield f"{kind}_closed_in_jolly", 200, 20


# ---- games in which the hand goes out ---------------------------------------------------


def going_out(
    counts: Sequence[int],
    rules: Any,
    *,
    opened: bool = False,
    banned: int | None = None,
    doubles: bool = False,
) -> list[RefClosing]:
    """List the ways in which the whole hand goes out now (joker_rummy, basic_rummy, rummikub).

    ``banned`` is a card that may not be thrown, ``doubles`` whether going out at one go counts
    twice.
    """
    ways: list[tuple[int | None, tuple[int, ...]]] = []
    if rules.discard != "required":
        ways.append((None, tuple(counts)))
    if rules.discard != "none":
        ways += [(code, without(counts, code)) for code in sorted({*codes_of(counts)})]
    need = 0 if opened else rules.opening_points or 0
    factor = 2 if doubles and not opened else 1
    search = Search(counts, rules, "tiles", need)
    found = [
        RefClosing(discard, None, factor, frozenset({"simple"}), frozenset())
        for discard, kept in ways
        if sum(counts) > 0 and (discard is None or discard != banned) and lays_all(search, kept)
    ]
    return in_order(found)


def lays_all(search: Search, kept: Sequence[int]) -> bool:
    """Tell whether all kept tiles go into melds that are worth the opening of the search."""
    best = next(search.solutions(kept), None)
    return best is not None and best.values[0] == sum(kept)


def gin_knocks(counts: Sequence[int], rules: Any) -> dict[int, int]:
    """Return the deadwood after every discard with which one may knock (GN-2)."""
    found = {}
    search = Search(counts, rules, "penalty")
    for code in sorted({*codes_of(counts)}):
        deadwood = next(search.solutions(without(counts, code))).values[0]
        if deadwood <= rules.knock_limit:
            found[code] = deadwood
    return found
