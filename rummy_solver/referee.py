"""Is a claimed turn legal? Every fault is named. Imports no solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rummy_solver.arguments import checked_flag
from rummy_solver.errors import HandError, TableError, shown
from rummy_solver.growth import grows, swaps
from rummy_solver.hand import Hand, HandLike
from rummy_solver.locks import lost_locks
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.notation import parse_meld_items, split_melds
from rummy_solver.openings import NO_OPENING, best_melds, best_opening, turn_opening, worth
from rummy_solver.readings import parse_meld
from rummy_solver.rules import RuleSet
from rummy_solver.table import Table, TableLike, is_legal, on_table, rules_with_table
from rummy_solver.tiles import JOKER, TILES, Tile

__all__ = ["check_turn"]

# Ways to match old melds with new ones that are looked at; equal melds are matched once.
_MATCHINGS = 5000


@dataclass(frozen=True)
class _Claim:
    """A claimed turn, as far as counting goes."""

    before: Table
    after: Table
    rack: Hand
    rules: RuleSet
    opened: bool
    placed: tuple[Tile, ...]  # natural tiles put down
    jokers: int  # jokers on the new table less those on the old one
    changed: bool

    @property
    def left(self) -> Hand:
        """The rack before the discard."""
        counts = bytearray(self.rack.counts)
        for tile in self.placed:
            counts[tile] -= 1
        counts[0] -= self.jokers
        return Hand.from_counts(bytes(counts))


def check_turn(
    before: TableLike,
    after: TableLike,
    rack: HandLike,
    rules: RuleSet | str,
    *,
    opened: bool = True,
    discard: Tile | str | bool | None = None,
    taken: Tile | str | None = None,
) -> list[str]:
    """Return every fault of a claimed turn; an empty list when it is legal.

    Parameters
    ----------
    before, after
        The table before and after the turn.
    rack
        The hand before the turn, the drawn tile included.
    rules
        Rule set, or its name.
    opened
        This player has laid melds before.
    discard
        The tile thrown. None: nothing is thrown. False: the discard is not judged.
    taken
        The tile just taken from the discard pile.

    Raises
    ------
    RummyError
        The old table or the rack is none, or the rules have no play at a table.

    Examples
    --------
    >>> check_turn("R1 R2 R3", "R1 R2 R3 R4", "R4 K1", "rummikub")
    []
    >>> check_turn("R1 R2 R3 R4", "R1 R2 R3 | K5 K6 K7", "K5 K6 K7", "rummikub")
    ['R4 has left the table: 1 before, 0 after']
    """
    rules = rules_with_table(rules)
    old, hand = Table.of(before, rules), Hand.of(rack, rules)
    new = _claimed_table(after, rules)
    faults = new.faults(rules)
    counted = list(_count_faults(old, new, hand, rules))
    if not faults and not counted:
        claim = _claim(old, new, hand, rules, checked_flag("opened", opened))
        if claim.changed:
            lay_off = rules.table_play == "lay_off"
            counted = _lay_off_faults(claim) if lay_off else list(_rearrange_faults(claim))
        if not counted:
            counted = list(_discard_faults(claim, discard, taken))
    return faults + counted


def _claimed_table(after: TableLike, rules: RuleSet) -> Table:
    """Read the new table; a meld that is none becomes a piece that is not legal."""
    if isinstance(after, Table):
        return after
    if not isinstance(after, Iterable) or isinstance(after, bytes):
        raise TableError("table", expected="a Table, text or melds", got=shown(after))
    items = split_melds(after) if isinstance(after, str) else list(after)
    return Table(_read(item, rules) if isinstance(item, str) else item for item in items)


def _read(text: str, rules: RuleSet) -> Meld:
    try:
        return parse_meld(text, on_table(rules))
    except (TableError, HandError):
        tiles = tuple(item.tile for item in parse_meld_items(text, rules.dialect))
        return Meld(MeldKind.RUN, tiles, tuple(None for _ in tiles))


def _count_faults(old: Table, new: Table, rack: Hand, rules: RuleSet) -> Iterator[str]:
    """Yield what is wrong with the number of tiles: none may vanish or come from nowhere."""
    counts = zip(TILES, old.tiles.counts, new.tiles.counts, rack.counts, strict=True)
    for tile, was, now, held in counts:
        if now < was and not (tile == JOKER and rules.joker_swap):
            yield f"{rules.format(tile)} has left the table: {was} before, {now} after"
        if now - was > held:
            yield f"{rules.format(tile)}: {now - was} more on the table, the rack has {held}"


def _claim(old: Table, new: Table, rack: Hand, rules: RuleSet, opened: bool) -> _Claim:
    was, now = old.tiles.counts, new.tiles.counts
    placed = [tile for tile in TILES[1:] for _ in range(now[tile] - was[tile])]
    return _Claim(old, new, rack, rules, opened, tuple(placed), now[0] - was[0], changed=old != new)


# ---- the discard -----------------------------------------------------------------------


def _discard_faults(
    claim: _Claim, discard: Tile | str | bool | None, taken: Tile | str | None
) -> Iterator[str]:
    rules, left = claim.rules, claim.left
    if taken is not None:
        taken = _one_tile(taken, rules, "tile taken")
        if taken not in claim.rack:
            raise HandError("tile taken", expected="a tile of the rack", got=rules.format(taken))
    if discard is False:
        return
    if discard is None or discard is True:
        due = rules.discard == "required" or (rules.discard == "optional" and len(left) > 0)
        if due and not len(claim.rack):
            return
        if due and not len(left):
            yield "discard: expected one card kept for it, got an empty hand"
        elif due:
            yield "discard: expected one card thrown, got none"
        return
    tile = _one_tile(discard, rules, "discard")
    if rules.discard == "none":
        yield f"discard: expected none in this game, got {rules.format(tile)}"
    elif tile not in left:
        yield f"discard: expected a card left in the hand, got {rules.format(tile)}"
    elif tile == taken and not rules.discard_taken and claim.rack.count(tile) == 1:
        yield f"discard: expected another card than the one just taken, got {rules.format(tile)}"


def _one_tile(tile: Tile | str | bool, rules: RuleSet, what: str) -> Tile:
    tiles = tuple(Hand.of([tile] if isinstance(tile, int) else tile, rules))
    if len(tiles) != 1:
        raise HandError(what, expected="one tile", got=shown(tile))
    return tiles[0]


# ---- a table that is only extended -------------------------------------------------------


def _lay_off_faults(claim: _Claim) -> list[str]:
    """Return the faults of the way to match old melds with new ones that has fewest."""
    best: list[str] | None = None
    for matching in islice(_matchings(claim), _MATCHINGS):
        faults = list(_matched_faults(claim, matching))
        if not faults:
            return []
        if best is None or len(faults) < len(best):
            best = faults
    return best if best is not None else _lost_melds(claim)


def _matchings(claim: _Claim) -> Iterator[dict[int, int]]:
    """Yield every way in which each old meld has become a new one of its own."""
    old, new, rules = claim.before.melds, claim.after.melds, claim.rules
    options = [
        sorted(
            (j for j, meld in enumerate(new) if grows(was, meld, rules)),
            key=lambda j: new[j] != was,
        )
        for was in old
    ]
    order = sorted(range(len(old)), key=lambda i: len(options[i]))

    def match(at: int, taken: dict[int, int]) -> Iterator[dict[int, int]]:
        if at == len(order):
            yield dict(taken)
            return
        seen = set()
        for j in options[order[at]]:
            if j not in taken.values() and new[j] not in seen:
                seen.add(new[j])
                taken[order[at]] = j
                yield from match(at + 1, taken)
                del taken[order[at]]

    return match(0, {})


def _matched_faults(claim: _Claim, matching: dict[int, int]) -> Iterator[str]:
    old, new, rules = claim.before.melds, claim.after.melds, claim.rules
    fresh = [meld for j, meld in enumerate(new) if j not in set(matching.values())]
    taken = sum(swaps(old[i], new[j], rules) for i, j in matching.items())
    laid = claim.jokers + taken
    if laid < 0:
        yield f"{-laid} jokers have left the table without a swap"
        return
    if not claim.placed and not claim.jokers:
        yield "the table was changed, but no tile of the rack was played"
    if rules.one_meld_per_turn and len(fresh) > 1:
        yield f"new melds: expected at most one in a turn, got {len(fresh)}"
    for meld in fresh:
        if not is_legal(meld, rules):
            yield f"new meld {rules.format(meld)}: expected a meld when it is laid"
    own = min(claim.rack.jokers, laid)
    unused = rules.swapped_joker_must_be_used
    if unused and laid < taken:
        yield f"jokers taken from the table: expected all of them laid again, got {laid} of {taken}"
    elif not claim.opened:
        yield from _opening_faults(claim, fresh, min(own, claim.jokers) if unused else own)


def _opening_faults(claim: _Claim, fresh: Sequence[Meld], jokers: int) -> Iterator[str]:
    rules = claim.rules
    points = best_opening(fresh, rules, jokers)[0] if jokers >= 0 else NO_OPENING
    if points == NO_OPENING:
        yield "opening: expected a meld from the hand before anything else, got none"
    elif points < rules.opening_points:
        yield _short(points, rules)


def _short(points: int, rules: RuleSet) -> str:
    what = "one meld" if rules.opening_single_meld else "melds"
    need = rules.opening_points
    return (
        f"opening: expected {what} from the rack worth {need}, "
        f"got {points}, short by {need - points}"
    )


def _lost_melds(claim: _Claim) -> list[str]:
    """Name the old melds that no new one can have grown from."""
    new, rules = claim.after.melds, claim.rules
    faults = []
    for i, meld in enumerate(claim.before, 1):
        if not any(grows(meld, other, rules) for other in new):
            faults.append(
                f"meld {i} ({rules.format(meld)}): expected it extended at most, "
                "with its jokers in place or swapped for their tile; no such meld lies there now"
            )
    return faults or ["old melds: expected each of them on the new table, got two of them in one"]


# ---- a table that is rearranged ------------------------------------------------------------


def _rearrange_faults(claim: _Claim) -> Iterator[str]:
    rules = claim.rules
    if not claim.placed and not claim.jokers:
        yield "the table was changed, but no tile of the rack was played"
        return
    if claim.opened:
        yield from _lock_faults(claim)
    elif rules.manipulate_on_opening_turn:
        yield from _opening_turn_faults(claim)
    else:
        yield from _plain_opening_faults(claim)


def _lock_faults(claim: _Claim) -> Iterator[str]:
    """Yield the joker melds that were moved though they were locked."""
    rules = claim.rules
    lost = lost_locks(claim.before, claim.after, claim.placed, [], rules)
    for number, meld in lost:
        yield (
            f"meld {number} ({rules.format(meld)}): expected its jokers where they were, or "
            f"exchanged as the policy {rules.joker_policy!r} allows; it was taken apart"
        )


def _plain_opening_faults(claim: _Claim) -> Iterator[str]:
    """Yield the faults of an opening turn in which the old melds may not be touched."""
    rules = claim.rules
    rest = Counter(claim.after)
    for i, meld in enumerate(claim.before, 1):
        if not rest[meld]:
            text = rules.format(meld)
            yield f"meld {i} ({text}): expected it untouched in the turn of the opening"
        rest[meld] -= 1
    points = worth((+rest).elements(), rules)
    if points < rules.opening_points:
        yield _short(points, rules)


def _opening_turn_faults(claim: _Claim) -> Iterator[str]:
    """Yield the faults of an opening that the same turn may have rearranged."""
    rules = claim.rules
    tiles = [*claim.placed, *[JOKER] * claim.jokers]
    points, _ = best_melds(tiles, rules, rules.opening_points)
    if points < rules.opening_points:
        yield _short(points, rules)
    elif turn_opening(claim.before, claim.after, tiles, rules) is None:
        faults = list(_lock_faults(claim))
        yield from faults or ["opening: expected its joker melds, which are locked, in their place"]
