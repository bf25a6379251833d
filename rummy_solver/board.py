"""The table while it is rearranged: pieces whose tiles know in which new meld they will lie.

Every tile has a goal, a new meld, and keeps it. Tiles of the rack join pieces, pieces with tiles of
several goals are taken apart, pieces of one goal are put together; each of these is one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import NamedTuple

from rummy_solver.melds import Meld, MeldKind
from rummy_solver.moves import MoveKind, Steps, replaced
from rummy_solver.rules import RuleSet
from rummy_solver.table import is_legal
from rummy_solver.tiles import JOKER, Tile

__all__ = ["Board", "Cell", "Piece"]


class Cell(NamedTuple):
    """A tile, what it stands for where it lies, and its slot in the new meld that is its goal."""

    tile: Tile
    face: Tile | None
    goal: int
    slot: int


class Piece(NamedTuple):
    """What lies together: a meld, or a part of one."""

    kind: MeldKind
    cells: tuple[Cell, ...]

    def of(self, goal: int) -> list[Cell]:
        """Return the cells of one goal."""
        return [cell for cell in self.cells if cell.goal == goal]

    def is_pure(self) -> bool:
        """Return whether all cells are of one goal."""
        return len({cell.goal for cell in self.cells}) == 1


class Board:
    """Pieces on the table, the tiles still in the rack, and the steps so far.

    Parameters
    ----------
    steps
        Collects the steps; its table is that of the board.
    pieces
        Every piece on the table, in its order.
    rack
        Of each goal the cells that come from the rack.
    goals
        The new melds.
    rules
        Rule set.
    """

    def __init__(
        self,
        steps: Steps,
        pieces: Iterable[Piece],
        rack: dict[int, list[Cell]],
        goals: Sequence[Meld],
        rules: RuleSet,
    ) -> None:
        self.steps = steps
        self.pieces = list(pieces)
        self.rack = {goal: list(cells) for goal, cells in rack.items()}
        self.goals = goals
        self.rules = rules
        self.faults = sum([not is_legal(piece, rules) for piece in steps.melds])

    def copy(self) -> Board:
        """Return a board of its own, to try something out."""
        other = copy(self)
        other.steps = self.steps.copy()
        other.pieces = list(self.pieces)
        other.rack = {goal: list(cells) for goal, cells in self.rack.items()}
        return other

    def unfinished(self) -> set[int]:
        """Return the new melds that do not lie there yet."""
        done = {
            piece.cells[0].goal
            for piece, meld in zip(self.pieces, self.steps.melds, strict=True)
            if piece.is_pure() and meld == self.goals[piece.cells[0].goal]
        }
        return set(range(len(self.goals))) - done

    # ---- building a meld ---------------------------------------------------------------------

    def build(self, goal: int) -> None:
        """Put one new meld together, completely."""
        base = self._base(goal)
        if base is None:
            piece = self._piece(goal, self.rack.pop(goal))
            self._do(MoveKind.LAY, piece.cells, (), (piece,), played=piece.cells)
            return
        self._add(base, goal)
        while self._strip(base, goal):
            pass
        while True:
            self._add(base, goal)
            other = self._next_part(base, goal)
            if other is None:
                break
            base = self._attach(base, other, goal)
        if self.steps.melds[base] != self.goals[goal]:
            meld = self.goals[goal]
            self.steps.do(MoveKind.ARRANGE, meld.tiles, (base,), (meld,))

    def add_from_rack(self, goal: int) -> None:
        """Add the tiles of the rack that fit to what lies there of a new meld."""
        base = self._base(goal)
        if base is not None:
            self._add(base, goal)

    def _add(self, base: int, goal: int) -> None:
        """Add the tiles of the rack that fit to a piece now."""
        cells = self.rack.get(goal)
        if not cells:
            return
        fitting = self._fitting(self.pieces[base], cells, goal)
        if fitting:
            self.rack[goal] = [cell for cell in cells if cell not in fitting]
            grown = self._grown(self.pieces[base], fitting, goal)
            self._do(MoveKind.ADD, fitting, (base,), (grown,), played=fitting)

    def _fitting(self, piece: Piece, cells: Sequence[Cell], goal: int) -> list[Cell]:
        """Return what can be added to a piece, which may hold tiles of other goals."""
        if self.goals[goal].kind is MeldKind.GROUP:
            grown = self._grown(piece, cells, goal)
            fits = piece.is_pure() or is_legal(self._meld_of(grown), self.rules)
            return list(cells) if fits else []
        own = piece.of(goal)
        first, last = own[0], own[-1]
        in_sequence = [cell.slot for cell in own] == list(range(first.slot, last.slot + 1))
        if not in_sequence or (piece.kind is MeldKind.GROUP and not piece.is_pure()):
            return []
        by_slot = {cell.slot: cell for cell in cells}
        found: list[Cell] = []
        low, high = first.slot - 1, last.slot + 1
        while piece.cells[0] is first and low in by_slot:
            found.insert(0, by_slot[low])
            low -= 1
        while piece.cells[-1] is last and high in by_slot:
            found.append(by_slot[high])
            high += 1
        return found

    def _base(self, goal: int) -> int | None:
        """Return the piece with most tiles of the goal; of equals one without others."""
        best, most = None, (0, False)
        for i, piece in enumerate(self.pieces):
            weight = len(piece.of(goal)), piece.is_pure()
            if weight[0] and weight > most:
                best, most = i, weight
        return best

    def _strip(self, base: int, goal: int) -> bool:
        """Take one part that does not belong there off the base; whether there was one."""
        parts = self._parts(base)
        if len(parts) == 1:
            return False
        own = max((part for part in parts if part[0].goal == goal), key=len)
        other = next(part for part in (parts[0], parts[-1]) if part is not own)
        rest, taken = self._without(base, other), self._part(base, other)
        if len(rest) == 1 and len(other) > 1 and len(rest[0].cells) > 1:
            self._do(MoveKind.SPLIT, other, (base,), (rest[0], taken))
        elif len(rest) == 1 and len(other) > 1:
            self._do(MoveKind.TAKE, rest[0].cells, (base,), (rest[0], taken))
        else:
            self._do(MoveKind.TAKE, other, (base,), (rest[0], taken, *rest[1:]))
        return True

    def _next_part(self, base: int, goal: int) -> int | None:
        """Return a piece with tiles that can be put to the base next."""
        own = [cell.slot for cell in self.pieces[base].cells]
        beside = {min(own) - 1, max(own) + 1}
        group = self.goals[goal].kind is MeldKind.GROUP
        for i, piece in enumerate(self.pieces):
            if i == base:
                continue
            slots = {cell.slot for cell in piece.of(goal)}
            if slots and (group or slots & beside):
                return i
        return None

    def _attach(self, base: int, other: int, goal: int) -> int:
        """Put tiles of the goal in another piece to the base; return where it lies then."""
        own = [cell.slot for cell in self.pieces[base].cells]
        beside = {min(own) - 1, max(own) + 1}
        if self.goals[goal].kind is MeldKind.GROUP:
            part = self.pieces[other].of(goal)
            if self.pieces[other].kind is MeldKind.RUN:
                part = part[:1]
        else:
            part = next(
                part for part in self._parts(other)
                if part[0].goal == goal and beside & {cell.slot for cell in part}
            )  # fmt: skip
        grown = self._grown(self.pieces[base], part, goal)
        if len(part) == len(self.pieces[other].cells):
            self._do(MoveKind.JOIN, part, (base, other), (grown,))
            return base - (other < base)
        rest = self._without(other, part)
        self._do(MoveKind.TAKE, part, (other, base), (rest[0], grown, *rest[1:]))
        return base

    # ---- pieces --------------------------------------------------------------------------------

    def _parts(self, i: int) -> list[list[Cell]]:
        """Return the parts into which a piece falls: of one goal, in a run also in sequence."""
        piece = self.pieces[i]
        parts: list[list[Cell]] = []
        for cell in piece.cells:
            if self.goals[cell.goal].kind is MeldKind.RUN:
                fits = [
                    part for part in parts[-1:]
                    if (part[-1].goal, part[-1].slot + 1) == (cell.goal, cell.slot)
                ]  # fmt: skip
            else:
                near = parts[-1:] if piece.kind is MeldKind.RUN else parts
                fits = [part for part in near if part[0].goal == cell.goal]
            if fits:
                fits[0].append(cell)
            else:
                parts.append([cell])
        return parts

    def _without(self, i: int, part: Sequence[Cell]) -> list[Piece]:
        """Return what is left of a piece: one or two sides of a run, else one piece."""
        kind, cells = self.pieces[i]
        if kind is MeldKind.GROUP:
            return [Piece(kind, tuple(cell for cell in cells if cell not in part))]
        at = cells.index(part[0])
        sides = cells[:at], cells[at + len(part) :]
        return [Piece(kind, side) for side in sides if side]

    def _part(self, i: int, part: Sequence[Cell]) -> Piece:
        return Piece(self.pieces[i].kind, tuple(part))

    def _piece(self, goal: int, cells: Iterable[Cell]) -> Piece:
        ordered = sorted(cells, key=lambda cell: cell.slot)
        return Piece(self.goals[goal].kind, tuple(ordered))

    def _grown(self, piece: Piece, cells: Iterable[Cell], goal: int) -> Piece:
        if self.goals[goal].kind is MeldKind.GROUP:
            return Piece(MeldKind.GROUP, (*piece.cells, *cells))
        first = piece.cells[0].slot if piece.cells[0].goal == goal else -1
        before = tuple(cell for cell in cells if cell.slot < first)
        after = tuple(cell for cell in cells if cell.slot >= first)
        return Piece(MeldKind.RUN, (*before, *piece.cells, *after))

    def _meld_of(self, piece: Piece) -> Meld:
        """Return a piece as a meld: its goal when it is complete."""
        whole = self.goals[piece.cells[0].goal]
        if piece.is_pure() and len(piece.cells) == len(whole) and piece.kind is whole.kind:
            return whole
        if piece.kind is MeldKind.GROUP:
            naturals = [cell.tile for cell in piece.cells if cell.tile != JOKER]
            return Meld.group(naturals, len(piece.cells) - len(naturals))
        faces = [
            cell.face if self.goals[cell.goal].kind is MeldKind.GROUP
            else self.goals[cell.goal].faces[cell.slot]
            for cell in piece.cells
        ]  # fmt: skip
        return Meld(MeldKind.RUN, tuple(cell.tile for cell in piece.cells), tuple(faces))

    def _do(
        self,
        kind: MoveKind,
        cells: Iterable[Cell],
        at: tuple[int, ...],
        result: Sequence[Piece],
        *,
        played: Iterable[Cell] = (),
    ) -> None:
        """Carry a step out, on the pieces as on the table."""
        melds = [self._meld_of(piece) for piece in result]
        before = [self.steps.melds[i] for i in at]
        tiles = [cell.tile for cell in cells]
        self.steps.do(kind, tiles, at, melds, played=[cell.tile for cell in played])
        self.pieces = replaced(self.pieces, at, result)
        self.faults += sum([not is_legal(meld, self.rules) for meld in melds])
        self.faults -= sum([not is_legal(meld, self.rules) for meld in before])
