"""Hints at the end of a turn: which tile to throw away."""

from __future__ import annotations

from collections.abc import Iterator

from rummy_solver.distances import DiscardAdvice, discards_of, ranked
from rummy_solver.hand import Hand
from rummy_solver.melds import MeldKind
from rummy_solver.outlook import Outlook, after_discards, burden_of
from rummy_solver.position import Position
from rummy_solver.questions import Question
from rummy_solver.reasons import Hint, HintKind, Reason
from rummy_solver.rules import RuleSet
from rummy_solver.solver import evaluate
from rummy_solver.table import Table
from rummy_solver.tiles import Tile

__all__ = ["banned", "discards_by_deadwood", "discards_by_distance", "layable", "outlooks"]

# Points that a tile is worth to the next player who can use it at once.
_DANGER = 5.0
_FEW = 2
_LAID = ("tiles",)


def banned(rules: RuleSet, tile: Tile, taken: Tile | None, hand: Hand) -> bool:
    """Tell whether the rules forbid to throw a tile out of a hand, as it has just been taken."""
    return tile == taken and not rules.discard_taken and hand.count(tile) == 1


def layable(position: Position, *, by_next: bool = False) -> frozenset[int]:
    """Return the codes that this seat, or the next one, can lay off on the table as it lies."""
    rules = position.rules
    opened = position.next_opened if by_next else position.opened
    if rules.table_play != "lay_off" or not opened or not position.table:
        return frozenset()
    return frozenset(_fitting(position.table, rules))


def discards_by_distance(position: Position, hand: Hand, *, look_ahead: bool) -> list[Hint]:
    """Rank discards where a hand is arranged as a whole, by what is left to close with."""
    rules = position.rules
    ask = Question.of(hand, rules, position.known)
    dangers = _dangers(position, hand)
    rows = list(ranked(discards_of(ask), ask, odds=look_ahead, danger=dangers.__getitem__))
    return [
        _by_distance(ask, row, rows[0], dangers[row.tile])
        for row in rows
        if not banned(rules, row.tile, position.taken, hand)
    ]


def _by_distance(ask: Question, row: DiscardAdvice, best: DiscardAdvice, danger: int) -> Hint:
    rules, left = ask.rules, ask.without(row.tile)
    name = rules.format(row.tile)
    gain: dict[str, int | float] = {
        "copies": row.copies,
        "penalty": evaluate(left.hand, rules, objective="penalty"),
        "danger": danger,
    }
    if row.distance is None:
        return Hint(HintKind.DISCARD, (row.tile,), gain, Reason.of("never_closes", tile=name))
    gain["distance"] = row.distance
    pairs = left.by_pairs()
    if pairs is not None:
        gain["pairs"] = pairs
    code = "keeps_distance" if row.distance == best.distance else "breaks_up"
    if row.distance == 0:
        code = "keeps_closed"
    elif code == "keeps_distance" and pairs == row.distance and left.by_melds() != pairs:
        code = "keeps_pairs"
    reason = Reason.of(code, tile=name, distance=row.distance, copies=row.copies)
    return Hint(HintKind.DISCARD, (row.tile,), gain, reason)


def discards_by_deadwood(position: Position, hand: Hand, *, look_ahead: bool) -> list[Hint]:
    """Rank discards where what is left counts, by what it is expected to cost."""
    rules = position.rules
    views = outlooks(position, hand) if look_ahead and len(hand) > _FEW else {}
    dangers = _dangers(position, hand)
    rated = [
        _by_deadwood(rules, hand, tile, views.get(tile), dangers[tile])
        for tile in hand.kinds()
        if not banned(rules, tile, position.taken, hand)
    ]
    return [hint for _, hint in sorted(rated, key=lambda item: item[0])]


def outlooks(position: Position, hand: Hand) -> dict[Tile, Outlook]:
    """Return what to expect after each discard out of a hand, where deadwood counts."""
    rules = position.rules
    return after_discards(
        hand,
        rules,
        position.unseen,
        limit=rules.knock_limit or 0,
        free=layable(position),
    )


def _by_deadwood(
    rules: RuleSet, hand: Hand, tile: Tile, view: Outlook | None, danger: int
) -> tuple[tuple[float, int, Tile], Hint]:
    left = hand - tile
    penalty = evaluate(left, rules, objective="penalty")
    gain: dict[str, int | float] = {"penalty": penalty, "danger": danger}
    name = rules.format(tile)
    reason = Reason.of("least_deadwood", tile=name, penalty=penalty)
    cost = float(burden_of(left, rules))
    if view is not None:
        cost = view.cost
        gain |= {"expected": view.expected, "chance": view.chance}
        if rules.closing == "out":
            gain["copies"] = view.copies
        reason = Reason(_code_of(view, rules), {"tile": name, **gain})
    if danger:
        reason = Reason.of("feeds_next", tile=name)
    hint = Hint(HintKind.DISCARD, (tile,), gain, reason)
    return (cost + _DANGER * danger, penalty, tile), hint


def _code_of(view: Outlook, rules: RuleSet) -> str:
    if view.chance:
        return "may_knock" if rules.closing == "knock" else "may_go_out"
    return "best_chances" if view.copies else "best_expectation"


# ---- what the next player can do with it -----------------------------------------------------


def _dangers(position: Position, hand: Hand) -> dict[Tile, int]:
    """Return 1 for each tile that the next player can lay off, or meld with what is known of it."""
    rules, known = position.rules, position.next_known
    tiles = hand.kinds()
    for_next = layable(position, by_next=True)
    found = {tile: int(tile in for_next) for tile in tiles}
    if len(known) > 1:
        now = evaluate(known, rules, objective=_LAID)
        for tile in tiles:
            found[tile] |= evaluate(known + tile, rules, objective=_LAID) > now
    return found


def _fitting(table: Table, rules: RuleSet) -> Iterator[Tile]:
    """Yield the tiles that can be added to a meld on the table."""
    for meld in table:
        colors = {tile.color for tile in meld.tiles if not tile.is_joker}
        if meld.kind is MeldKind.GROUP:
            if len(meld.tiles) < rules.max_group:
                rank = next(tile.rank for tile in meld.tiles if not tile.is_joker)
                yield from (Tile.of(c, rank) for c in range(rules.colors) if c not in colors)
        elif len(meld.tiles) < rules.max_run:
            first, last = meld.faces[0], meld.faces[-1]
            if first is None or last is None or first.color is None:
                continue
            low, high = first.rank, last.rank if last.rank > 1 else rules.ranks + 1
            for place in (low - 1, high + 1):
                if rules.first_place <= place <= rules.last_place:
                    yield Tile.of(first.color, 1 if place > rules.ranks else place)
