"""Closings: whether a hand may close, with which tile, for how much, and how it lies then.

Three kinds of games, told apart by the knob `closing`: the hand is arranged as a whole, goes out to
the last tile, or is knocked with little deadwood. What patterns are worth is in `patterns.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rummy_solver import _core
from rummy_solver.arguments import checked_flag, checked_number
from rummy_solver.errors import HandError
from rummy_solver.hand import Hand, HandLike
from rummy_solver.melds import Meld
from rummy_solver.patterns import PAIR_JOKERS, Row, pattern_table
from rummy_solver.play import banned_tile
from rummy_solver.racks import best_pairs
from rummy_solver.readings import read_meld
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.solution import unpacked
from rummy_solver.solver import best_discards, evaluate, opening, solve
from rummy_solver.tiles import PAD, TILES, Tile

__all__ = ["Closing", "best_closing", "can_close", "closings"]


@dataclass(frozen=True)
class Closing:
    """One way to close: what is thrown, what the kept tiles are worth and how they lie.

    Parameters
    ----------
    discard
        The tile thrown, or left over; None: nothing is thrown.
    pattern
        The pattern of the best row.
    points
        Points from each opponent; None: they depend on the hands of the others.
    factor
        By how much the result is multiplied; `points` have it in them already.
    rows
        Every row of points that some arrangement of the kept tiles meets.
    hand
        All tiles, the one thrown among them.
    rules
        Rule set.
    opened
        Whether own melds were laid before this turn.

    Examples
    --------
    >>> closing = best_closing("R1 R2 R3 R4 R7 R8 R9 K5 K6 K7 K8 K11 * K13 *", "remi")
    >>> print(closing.discard, closing.pattern, closing.points, closing.jokers_in_melds)
    * bicolor 90 1
    """

    discard: Tile | None
    pattern: str
    points: int | None
    factor: int
    rows: tuple[Row, ...]
    hand: Hand
    rules: RuleSet = field(repr=False)
    opened: bool = field(default=False, repr=False)

    @cached_property
    def kept(self) -> Hand:
        """The tiles but the one thrown."""
        return self.hand if self.discard is None else less(self.hand, self.discard)

    @cached_property
    def melds(self) -> tuple[Meld, ...]:
        """One arrangement of the kept tiles that earns the points."""
        rules, counts = self.rules, self.kept.counts
        if rules.closing == "knock":
            return solve(self.kept, rules, objective="penalty").melds
        if rules.closing == "out" and rules.opening_points and not self.opened:
            found = opening(self.kept, rules)
            return () if found is None else found.melds
        table = pattern_table(rules)
        packed = table.queries.arrangement(counts, table.names.index(self.pattern))
        return best_pairs(self.kept, rules).melds if packed is None else unpacked(packed, rules)

    @property
    def jokers_in_melds(self) -> int:
        """Number of jokers among the tiles that are arranged."""
        return self.kept.jokers - self.deadwood.jokers

    @cached_property
    def deadwood(self) -> Hand:
        """The kept tiles in no meld: after a knock; otherwise none."""
        if self.rules.closing != "knock":
            return Hand()
        return self.kept - Hand([tile for meld in self.melds for tile in meld.tiles])


def can_close(
    hand: HandLike, rules: RuleSet | str, *, opened: bool = False, taken: Tile | str | None = None
) -> bool:
    """Tell whether a hand can close now: the fast test, which builds nothing.

    Parameters
    ----------
    hand
        Where hands are arranged as a whole (rummyclub, okey, remi) and in gin the tiles of a hand,
        or one more; where the hand goes out (joker_rummy, basic_rummy, rummikub) any number.
    rules
        Rule set or its name.
    opened
        Whether own melds were laid in an earlier turn.
    taken
        The tile just taken from the discard pile, where the rules forbid to throw it.

    Raises
    ------
    HandError
        A size that the game has no closing for, more tiles than the deck has, a tile taken that is
        not in the hand.
    NotationError, RuleSetError
        No hand; no such rules.

    Examples
    --------
    >>> can_close("R5-7 Y5-7 B5-7 K5-8 R12 *", "rummyclub")
    True
    >>> can_close("R5-7 Y5-7 B5-7 K5-7 R12 Y12 Y1", "rummyclub")
    False
    >>> can_close("As 2s 3s 9c 9d 9h Ks", "basic_rummy")
    True
    """
    rules = as_rules(rules)
    opened = checked_flag("opened", opened)
    hand = Hand.of(hand, rules)
    kept = kept_code(hand, taken, rules)
    if not hand:
        return False
    if rules.closing == "knock":
        return next(_knocks(hand, rules, kept), None) is not None
    if rules.closing == "out":
        return _can_go_out(hand, rules, kept, opened)
    counts, core, over = hand.counts, rules.core, _tiles_over(hand, rules)
    pair_jokers = PAIR_JOKERS[rules.pair_jokers]
    if _core.closes(core, counts, over, kept, rules.pairs_to_win, pair_jokers):
        return True
    return over == 1 and rules.close_without_left_over and _core.closes(core, counts)


def closings(
    hand: HandLike,
    rules: RuleSet | str,
    *,
    launched: int = 0,
    opened: bool = False,
    taken: Tile | str | None = None,
) -> list[Closing]:
    """Return every way to close now, one per tile that can be thrown, best first.

    Parameters
    ----------
    hand, rules, opened, taken
        As for `can_close`.
    launched
        Jokers that this player threw earlier in the deal (remi).

    Returns
    -------
    list
        Sorted by points, then factor, the best first, then by the code of the tile thrown; knocks
        by their deadwood before that. Empty when the hand does not close.

    Raises
    ------
    HandError
        As `can_close`; more jokers launched and held than the deck has.
    NotationError, RuleSetError
        As `can_close`.

    Examples
    --------
    >>> for closing in closings("R1-4 R7-9 K5-8 K11-13 *", "remi")[:2]:
    ...     print(closing.discard, closing.pattern, closing.points)
    * bicolor 100
    R1 bicolor 40
    """
    rules = as_rules(rules)
    opened = checked_flag("opened", opened)
    hand = Hand.of(hand, rules)
    kept = kept_code(hand, taken, rules)
    launched = checked_launched(launched, hand, rules)
    if not hand:
        return []
    if rules.closing == "knock":
        knocks = sorted(_knocks(hand, rules, kept), key=lambda knock: (knock[2], knock[0]))
        return [_closing(hand, code, met, rules, 0, opened) for code, met, _ in knocks]
    if rules.closing == "out":
        ways: Iterable[tuple[int, int]] = ((x, 1) for x in going_out(hand, rules, kept, opened))
    else:
        ways = _arranged(hand, rules, kept)
    found = [_closing(hand, code, met, rules, launched, opened) for code, met in ways]
    return sorted(found, key=_order)


def best_closing(
    hand: HandLike,
    rules: RuleSet | str,
    *,
    launched: int = 0,
    opened: bool = False,
    taken: Tile | str | None = None,
) -> Closing | None:
    """Return the best way to close now, or None.

    Parameters
    ----------
    hand, rules, launched, opened, taken
        As for `closings`.

    Examples
    --------
    >>> best_closing("R1 R2 R3", "rummikub") is None
    True
    """
    found = closings(hand, rules, launched=launched, opened=opened, taken=taken)
    return found[0] if found else None


# ---- what can be thrown ------------------------------------------------------------------

NOTHING = -1
"""Stands for the code of the tile thrown where none is."""


def less(hand: Hand, code: int) -> Hand:
    counts = hand.counts
    return Hand.from_counts(counts[:code] + bytes((counts[code] - 1,)) + counts[code + 1 :])


def kept_code(hand: Hand, taken: Tile | str | None, rules: RuleSet) -> int:
    banned = banned_tile(hand, taken, rules)
    return PAD if banned is None else banned


def checked_launched(launched: int, hand: Hand, rules: RuleSet) -> int:
    number = checked_number("jokers launched", launched, 0, error=HandError)
    total = number + hand.jokers
    if total > rules.jokers:
        raise HandError(
            "jokers launched and held", expected=f"at most {rules.jokers}", got=str(total)
        )
    return number


def sizes_of(rules: RuleSet) -> tuple[int, ...]:
    """Return the numbers of tiles with which one may close; empty: any number."""
    if rules.closing == "out":
        return ()
    extra = rules.left_over if rules.closing == "arranged" else 1
    return tuple(range(rules.hand_size, rules.hand_size + extra + 1))


def _tiles_over(hand: Hand, rules: RuleSet) -> int:
    """Return how many tiles, 0 or 1, must stay out of the melds."""
    sizes = sizes_of(rules)
    if len(hand) not in sizes:
        raise HandError(
            "hand", expected=f"{' or '.join(map(str, sizes))} tiles", got=str(len(hand))
        )
    return len(hand) - sizes[0]


def _arranged(hand: Hand, rules: RuleSet, kept: int) -> list[tuple[int, int]]:
    """Return the tiles that can be left over, with the patterns that the others meet."""
    queries, counts = pattern_table(rules).queries, hand.counts
    over = _tiles_over(hand, rules)
    found: list[tuple[int, int]] = queries.discards(counts, kept) if over else []
    if not over or (rules.close_without_left_over and _core.closes(rules.core, counts)):
        met = queries.met(counts)
        found += [(NOTHING, met)] if met else []
    return found


def all_melded(hand: Hand, rules: RuleSet) -> bool:
    """Tell whether all tiles go into melds, whatever these are worth."""
    return _core.closes(rules.core, hand.counts)


def may_lay(kept: Hand, rules: RuleSet, opened: bool) -> bool:
    """Tell whether tiles that go into melds may all be laid in one turn."""
    if rules.one_meld_per_turn and kept and read_meld(kept, rules) is None:
        return False
    if opened or not rules.opening_points:
        return True
    found = opening(kept, rules)
    return found is not None and found.tile_count == len(kept)


def _can_go_out(hand: Hand, rules: RuleSet, kept: int, opened: bool) -> bool:
    counts, core = hand.counts, rules.core
    whole = rules.discard != "required" and _core.closes(core, counts)
    if not whole and (rules.discard == "none" or not _core.closes(core, counts, 1, kept)):
        return False
    if not rules.one_meld_per_turn and (opened or not rules.opening_points):
        return True
    return next(going_out(hand, rules, kept, opened), None) is not None


def going_out(hand: Hand, rules: RuleSet, kept: int, opened: bool) -> Iterator[int]:
    """Yield what can be thrown so that all others are laid."""
    if rules.discard != "required" and all_melded(hand, rules) and may_lay(hand, rules, opened):
        yield NOTHING
    if rules.discard != "none":
        for code, _ in pattern_table(rules).queries.discards(hand.counts, kept):
            if may_lay(less(hand, code), rules, opened):
                yield code


def _knocks(hand: Hand, rules: RuleSet, kept: int) -> Iterator[tuple[int, int, int]]:
    """Yield what can be thrown for a knock, the pattern and the deadwood in points."""
    limit = rules.knock_limit
    assert limit is not None
    over = _tiles_over(hand, rules)
    whole = evaluate(hand, rules, objective="penalty")
    if whole <= (0 if over else limit):
        yield NOTHING, 1 << (whole > 0), whole
    if over:
        for tile, value in best_discards(hand, rules, objective="penalty"):
            if value <= limit and tile != kept:
                yield tile, 1 << (value > 0), value


def _order(closing: Closing) -> tuple[int, int, int]:
    code = NOTHING if closing.discard is None else int(closing.discard)
    return -(closing.points or 0), -closing.factor, code


def _closing(
    hand: Hand, code: int, met: int, rules: RuleSet, launched: int, opened: bool
) -> Closing:
    thrown = code == 0
    score = pattern_table(rules).score(met, hand.jokers - thrown, launched, thrown, not opened)
    discard = None if code < 0 else TILES[code]
    return Closing(discard, *score, hand, rules, opened)
