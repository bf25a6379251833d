"""The steps of a turn that rearranges the table.

First the opening is laid, if one is due, and jokers are exchanged where melds are locked. Then
every tile on the table is given its place in a new meld, so that what lies together stays together
as far as possible, and the new melds are built one after another: always the one that leaves fewest
pieces that are no melds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from rummy_solver.board import Board, Cell, Piece
from rummy_solver.growth import covers, swapped
from rummy_solver.locks import exchangeable, freed, is_locked, match_locked, stays
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.moves import LOOSE_JOKER, Move, MoveKind, Steps
from rummy_solver.openings import turn_opening
from rummy_solver.rules import RuleSet
from rummy_solver.table import Table, is_legal, settled
from rummy_solver.tiles import JOKER, Tile

__all__ = ["rearrange_moves"]


def rearrange_moves(
    before: Table, after: Table, placed: Sequence[Tile], rules: RuleSet, *, opened: bool
) -> tuple[Move, ...]:
    """Return legal steps from the old table to the new one, few of them.

    Parameters
    ----------
    before, after
        The tables.
    placed
        All tiles played from the rack, jokers too.
    rules
        Rule set whose table is rearranged.
    opened
        The opening lies already.
    """
    steps = Steps(before)
    rack = Counter(placed)
    if not opened and placed:
        for meld in turn_opening(before, after, placed, rules) or ():
            steps.lay(meld)
            rack -= Counter(meld.tiles)
    bound = _Exchange(steps, after, rack, rules).run()
    pieces, rest = _assign(steps.melds, after.melds, bound, rules)
    board = Board(steps, pieces, rest, after.melds, rules)
    return tuple(_built(board).steps.moves)


def _built(board: Board) -> Board:
    """Build all new melds, at each time one that leaves the table in best order."""
    todo = board.unfinished()
    for goal in sorted(todo):
        trial = board.copy()
        trial.add_from_rack(goal)
        if trial.faults <= board.faults:
            board = trial
    while todo:
        best: tuple[tuple[int, int, int], Board] | None = None
        for goal in sorted(todo):
            trial = board.copy()
            trial.build(goal)
            cost = trial.faults, len(trial.steps.moves), goal
            if best is None or cost < best[0]:
                best = cost, trial
        assert best is not None
        board = best[1]
        todo.remove(best[0][2])
    return board


class _Exchange:
    """Puts keys in the place of jokers, so that locked melds become what they are to be."""

    def __init__(self, steps: Steps, after: Table, rack: Counter[Tile], rules: RuleSet) -> None:
        self.steps = steps
        self.after = after
        self.rack = rack
        self.rules = rules

    def run(self) -> list[tuple[Meld, int]]:
        """Exchange jokers; return the melds that stay locked with the new melds they become."""
        if self.rules.joker_policy == "free":
            self._swap_in_place()
            return []
        numbered = list(enumerate(self.steps.melds))
        locked = [(i, meld) for i, meld in numbered if is_locked(meld, self.rules)]
        found = match_locked(locked, self.after.melds, self.rules)
        lost = [(i, meld) for i, meld in locked if found[i] is None]
        if lost:
            pool = [tile for tile in self.rack.elements() if tile != JOKER]
            pool += [t for i, meld in numbered if i not in found for t in meld.naturals]
            order = freed(lost, pool, self.rules)
            if len(order) < len(lost):
                order = freed(locked, pool, self.rules)
            for i, meld, keys in order:
                del found[i]
                self._free(meld, keys)
        return [
            (self._exchanged(numbered[i][1], self.after[goal]), goal)
            for i, goal in found.items()
            if goal is not None
        ]

    def _swap_in_place(self) -> None:
        """Put tiles of the rack in the place of jokers where a new meld has them just there."""
        todo = [meld for meld in self.steps.melds if JOKER in meld.tiles]
        for meld in todo:
            for old, new in product(settled(meld, self.rules), self.after):
                if meld in self.after.melds or not covers(old, new, self.rules):
                    continue
                keys, _ = swapped(old, new, self.rules.ranks)
                if keys and not Counter(keys) - self.rack:
                    if old.kind is MeldKind.GROUP:
                        self._fill_group(meld, old, keys)
                    else:
                        self._fill_run(meld, old, _replaced(old, new, self.rules))
                    break

    def _free(self, meld: Meld, keys: Sequence[Tile]) -> None:
        """Put keys in the place of all jokers of a meld."""
        for reading in settled(meld, self.rules):
            if reading.kind is MeldKind.GROUP and all(key.rank == keys[0].rank for key in keys):
                if reading.naturals[0].rank == keys[0].rank and len(keys) == reading.jokers:
                    self._fill_group(meld, reading, keys)
                    return
            elif reading.kind is MeldKind.RUN:
                spots = exchangeable(reading, self.rules)
                if tuple(reading.faces[i] for i in spots) == tuple(keys):
                    self._fill_run(meld, reading, spots)
                    return

    def _exchanged(self, meld: Meld, goal: Meld) -> Meld:
        """Exchange those jokers of a locked meld that its new meld no longer has."""
        old, new = next(
            (old, new)
            for old in settled(meld, self.rules)
            for new in settled(goal, self.rules)
            if stays(old, new, self.rules)
        )
        if old.kind is MeldKind.GROUP:
            keys = [tile for tile in new.naturals if tile not in old.naturals]
            keys.sort(key=lambda tile: not self.rack[tile])
            return self._fill_group(meld, old, keys[: max(0, old.jokers - new.jokers)])
        there = dict(zip(new.places(self.rules.ranks), new.tiles, strict=True))
        spots = [
            i for i, place in enumerate(old.places(self.rules.ranks))
            if old.tiles[i] == JOKER and there[place] != JOKER
        ]  # fmt: skip
        return self._fill_run(meld, old, spots)

    def _fill_run(self, meld: Meld, reading: Meld, spots: Sequence[int]) -> Meld:
        for i in spots:
            face = reading.faces[i]
            assert face is not None
            tiles = (*reading.tiles[:i], face, *reading.tiles[i + 1 :])
            reading = Meld(reading.kind, tiles, reading.faces)
            meld = self._swap(meld, face, reading)
        return meld

    def _fill_group(self, meld: Meld, reading: Meld, keys: Sequence[Tile]) -> Meld:
        for key in keys:
            reading = Meld.group([*reading.naturals, key], reading.jokers - 1)
            meld = self._swap(meld, key, reading)
        return meld

    def _swap(self, meld: Meld, key: Tile, later: Meld) -> Meld:
        """Put one key, of the rack if it is there, in the place of a joker."""
        i = self.steps.melds.index(meld)
        if self.rack[key]:
            self.rack[key] -= 1
            self.steps.do(MoveKind.SWAP, (key,), (i,), (later, LOOSE_JOKER), played=(key,))
            return later
        k = max(
            (k for k, piece in enumerate(self.steps.melds) if self._gives(piece, key)),
            key=lambda k: _legal_without(self.steps.melds[k], key, self.rules),
        )
        rest = _without(self.steps.melds[k], key)
        self.steps.do(MoveKind.SWAP, (key,), (i, k), (later, *rest, LOOSE_JOKER))
        return later

    def _gives(self, piece: Meld, key: Tile) -> bool:
        return key in piece.tiles and not is_locked(piece, self.rules)


def _replaced(old: Meld, new: Meld, rules: RuleSet) -> list[int]:
    """Return the indexes of a run's jokers in whose place a later run has natural tiles."""
    there = dict(zip(new.places(rules.ranks), new.tiles, strict=True))
    return [
        i
        for i, place in enumerate(old.places(rules.ranks))
        if old.tiles[i] == JOKER and there[place] != JOKER
    ]


def _without(piece: Meld, tile: Tile) -> list[Meld]:
    """Return what is left of a piece without one tile."""
    if piece.kind is MeldKind.GROUP:
        return [Meld.group([t for t in piece.naturals if t != tile], piece.jokers)]
    at = piece.tiles.index(tile)
    sides = [(0, at), (at + 1, len(piece))]
    return [Meld(piece.kind, piece.tiles[a:b], piece.faces[a:b]) for a, b in sides if a < b]


def _legal_without(piece: Meld, tile: Tile, rules: RuleSet) -> bool:
    return all(is_legal(rest, rules) for rest in _without(piece, tile))


# ---- goals -----------------------------------------------------------------------------------

Pairs = list[tuple[int, int]]  # index in the piece, slot in the goal


class _Assignment:
    """Gives every tile on the table a slot of a new meld."""

    def __init__(self, pieces: Sequence[Meld], goals: Sequence[Meld]) -> None:
        self.pieces = pieces
        self.goals = goals
        self.slots = [set(range(len(goal))) for goal in goals]
        self.cells: list[dict[int, tuple[int, int]]] = [{} for _ in pieces]

    def give(self, i: int, goal: int, pairs: Pairs) -> None:
        """Note the slots of some tiles of a piece."""
        for index, slot in pairs:
            self.cells[i][index] = goal, slot
            self.slots[goal].remove(slot)

    def give_equal(self) -> None:
        """Let what lies as it will lie stay."""
        for i, piece in enumerate(self.pieces):
            for goal, meld in enumerate(self.goals):
                whole = len(self.slots[goal]) == len(meld) and not self.cells[i]
                if whole and piece == meld:
                    self.give(i, goal, [(n, n) for n in range(len(meld))])
                    break

    def give_rest(self) -> None:
        """Give slots to all other tiles, the longest parts that stay together first."""
        pairs = {
            (i, goal): self._common(i, goal)
            for i in range(len(self.pieces))
            for goal in range(len(self.goals))
            if len(self.cells[i]) < len(self.pieces[i]) and self.slots[goal]
        }
        while pairs:
            i, goal = max(pairs, key=lambda key: self._weight(key[0], key[1], pairs[key]))
            if not pairs[i, goal]:
                return
            self.give(i, goal, pairs[i, goal])
            for key in list(pairs):
                if i == key[0] or goal == key[1]:
                    pairs[key] = self._common(*key)

    def _weight(self, i: int, goal: int, pairs: Pairs) -> tuple[int, int, int]:
        n = len(pairs)
        whole = (n == len(self.pieces[i])) + (n == len(self.goals[goal]))
        return 2 * n + whole if n else 0, len(self.pieces[i]), -i

    def _common(self, i: int, goal: int) -> Pairs:
        """Return the largest part of a piece that may lie together in the new meld."""
        piece, meld = self.pieces[i], self.goals[goal]
        free = [n for n in range(len(piece)) if n not in self.cells[i]]
        slots = self.slots[goal]
        if piece.kind is MeldKind.RUN and meld.kind is MeldKind.RUN:
            return self._aligned(piece, meld, set(free), slots)
        found: Pairs = []
        left = sorted(slots)
        for n in free:
            slot = next((slot for slot in left if meld.tiles[slot] == piece.tiles[n]), None)
            if slot is not None:
                left.remove(slot)
                found.append((n, slot))
        together = piece.kind is meld.kind
        return found if together else found[:1]

    @staticmethod
    def _aligned(piece: Meld, meld: Meld, free: set[int], slots: set[int]) -> Pairs:
        best: Pairs = []
        for shift in range(-len(piece) + 1, len(meld)):
            now: Pairs = []
            for n in range(max(0, -shift), min(len(piece), len(meld) - shift)):
                slot = n + shift
                if n in free and slot in slots and piece.tiles[n] == meld.tiles[slot]:
                    now.append((n, slot))
                    best = max(best, now[:], key=len)
                else:
                    now = []
        return best


def _assign(
    pieces: Sequence[Meld],
    goals: Sequence[Meld],
    bound: Sequence[tuple[Meld, int]],
    rules: RuleSet,
) -> tuple[list[Piece], dict[int, list[Cell]]]:
    """Return the pieces with the goal of each tile, and what comes from the rack by goal."""
    given = _Assignment(pieces, goals)
    for meld, goal in bound:
        i = next(i for i, piece in enumerate(pieces) if piece == meld and not given.cells[i])
        given.give(i, goal, _places_in(meld, goals[goal], rules))
    given.give_equal()
    given.give_rest()
    found = [
        Piece(
            piece.kind,
            tuple(
                Cell(tile, piece.faces[n], *given.cells[i][n]) for n, tile in enumerate(piece.tiles)
            ),
        )
        for i, piece in enumerate(pieces)
    ]
    rest = {
        goal: [Cell(meld.tiles[slot], meld.faces[slot], goal, slot) for slot in sorted(slots)]
        for goal, (meld, slots) in enumerate(zip(goals, given.slots, strict=True))
        if slots
    }
    return found, rest


def _places_in(meld: Meld, goal: Meld, rules: RuleSet) -> Pairs:
    """Return where a meld that stays locked lies in its new meld."""
    old, new = next(
        (old, new)
        for old in settled(meld, rules)
        for new in settled(goal, rules)
        if stays(old, new, rules)
    )
    if old.kind is MeldKind.RUN:
        shift = new.places(rules.ranks).index(old.places(rules.ranks)[0])
        return [(n, n + shift) for n in range(len(old))]
    left = list(range(len(new)))
    pairs = []
    for n, tile in enumerate(old.tiles):
        slot = next(slot for slot in left if new.tiles[slot] == tile)
        left.remove(slot)
        pairs.append((n, slot))
    return pairs
