"""The table while it is rearranged: pieces whose tiles know in which new meld they will lie.

Every tile on it has a goal, a new meld, and keeps it. Pieces with tiles of several goals are taken
apart, pieces of one goal are put together, and tiles of the rack join them; each of these is one
step of the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rummy_solver.melds import Meld, MeldKind
from rummy_solver.moves import MoveKind, Steps
from rummy_solver.rules import RuleSet
from rummy_solver.table import Table, is_legal
from rummy_solver.tiles import JOKER, Tile

__all__ = ["Board", "Cell"]


class Cell(NamedTuple):
    """A tile, what it stands for where it lies, and its slot in the new meld that is its goal."""

    tile: Tile
    face: Tile | None
    goal: int
    slot: int


Piece = tuple[Cell, ...]


class Board:
    """Pieces on the table, the tiles still in the rack, and the steps so far.

    Parameters
    ----------
    steps
        Collects the steps; its table is that of the board.
    pieces
        The cells of every piece on the table.
    rack
        Of each goal the cells that come from the rack.
    goals
        The new melds.
    rules
        Rule set.
    """

    def __init__(
        self, steps: Steps, pieces: Sequence[Piece], rack: dict[int, list[Cell]],
        goals: Sequence[Meld], rules: RuleSet,
    ) -> None:
        self.steps = steps
        self.pieces = list(pieces)
        self.rack = {goal: list(cells) for goal, cells in rack.items()}
        self.goals = goals
        self.rules = rules

    def copy(self) -> Board:
        """Return a board of its own, to try something out."""
        steps = Steps(self.steps.table)
        steps.moves = list(self.steps.moves)
        return Board(steps, self.pieces, self.rack, self.goals, self.rules)

    def faults(self) -> int:
        """Return how many pieces are no melds."""
        return sum(not is_legal(piece, self.rules) for piece in self.steps.table)

    # ---- steps -----------------------------------------------------------------------------

    def build(self, goal: int) -> None:
        """Put one new meld together, completely."""
        self.add_from_rack(goal)
        while True:
            base = self._base(goal)
            if base is None:
                cells = self.rack.pop(goal)
                self._do(MoveKind.LAY, cells, (), (self._ordered(cells),), played=cells)
                return
            if self._strip(base, goal):
                continue
            if self.rack.get(goal) and self.add_from_rack(goal):
                continue
            other = self._next_part(base, goal)
            if other is None:
                break
            self._attach(base, other, goal)
        self._settle(base, goal)

    def add_from_rack(self, goal: int) -> bool:
        """Add the tiles of the rack that fit now; whether there were any."""
        cells = self.rack.get(goal)
        base = self._base(goal)
        if not cells or base is None:
            return False
        piece = self.pieces[base]
        fitting = self._fitting(piece, cells, goal)
        if not fitting:
            return False
        for cell in fitting:
            cells.remove(cell)
        if not cells:
            del self.rack[goal]
        grown = self._merged(piece, fitting, goal)
        self._do(MoveKind.ADD, fitting, (base,), (grown,), played=fitting)
        return True

    def _fitting(self, piece: Piece, cells: Sequence[Cell], goal: int) -> list[Cell]:
        """The cells that can be added to the piece, which may hold tiles of other goals."""
        if self.goals[goal].kind is MeldKind.GROUP:
            pure = all(cell.goal == goal for cell in piece)
            grown = self._meld_of(self._merged(piece, cells, goal), goal)
            return list(cells) if pure or is_legal(grown, self.rules) else []
        own = [cell.slot for cell in piece if cell.goal == goal]
        low, high = min(own), max(own)
        by_slot = {cell.slot: cell for cell in cells}
        found = []
        while piece[0].goal == goal and low - 1 in by_slot:
            low -= 1
            found.insert(0, by_slot[low])
        while piece[-1].goal == goal and high + 1 in by_slot:
            high += 1
            found.append(by_slot[high])
        return found

    def _base(self, goal: int) -> int | None:
        """The piece with most tiles of the goal."""
        best, most = None, 0
        for i, piece in enumerate(self.pieces):
            n = sum(2 for cell in piece if cell.goal == goal)
            n += n > 0 and all(cell.goal == goal for cell in piece)
            if n > most:
                best, most = i, n
        return best

    def _strip(self, base: int, goal: int) -> bool:
        """Take one part of another goal, or out of its order, off the base; whether there was."""
        part = self._parts(base)
        if len(part) == 1:
            return False
        own = max((p for p in part if p[0].goal == goal), key=len)
        other = next(p for p in part if p is not own)
        self._take(base, other)
        return True

    def _next_part(self, base: int, goal: int) -> int | None:
        """A piece with tiles that can be put to the base next."""
        own = [cell.slot for cell in self.pieces[base]]
        run = self.goals[goal].kind is MeldKind.RUN
        for i, piece in enumerate(self.pieces):
            slots = [cell.slot for cell in piece if cell.goal == goal]
            if i != base and slots:
                beside = min(own) - 1 in slots or max(own) + 1 in slots
                if not run or beside or not self._anything_beside(base, goal, own):
                    return i
        return None

    def _anything_beside(self, base: int, goal: int, own: Sequence[int]) -> bool:
        wanted = {min(own) - 1, max(own) + 1}
        return any(
            cell.goal == goal and cell.slot in wanted
            for i, piece in enumerate(self.pieces)
            if i != base
            for cell in piece
        )

    def _attach(self, base: int, other: int, goal: int) -> None:
        """Put the tiles of the goal in another piece to the base."""
        own = [cell.slot for cell in self.pieces[base]]
        run = self.goals[goal].kind is MeldKind.RUN
        parts = [p for p in self._parts(other) if p[0].goal == goal]
        if run:
            beside = {min(own) - 1, max(own) + 1}
            parts.sort(key=lambda p: not beside & {cell.slot for cell in p})
            part: Piece = parts[0]
        else:
            part = tuple(cell for p in parts for cell in p)
        grown = self._merged(self.pieces[base], part, goal)
        if len(part) == len(self.pieces[other]):
            self._do(MoveKind.JOIN, part, (base, other), (grown,))
            return
        rest = self._without(other, part)
        self._do(MoveKind.TAKE, part, (other, base), (rest[0], grown, *rest[1:]))

    def _take(self, i: int, part: Piece) -> None:
        """Put a part of a piece aside."""
        rest = self._without(i, part)
        kind = MoveKind.SPLIT if len(rest) == 1 and len(part) > 1 else MoveKind.TAKE
        self._do(kind, part, (i,), (*rest[:1], part, *rest[1:]))

    def _settle(self, base: int, goal: int) -> None:
        """Read the finished piece as the new meld that it is."""
        meld = self.goals[goal]
        if self.steps.table[base] != meld:
            self.steps.do(MoveKind.ARRANGE, meld.tiles, (base,), (meld,))

    # ---- pieces ----------------------------------------------------------------------------

    def _parts(self, i: int) -> list[Piece]:
        """The parts into which a piece falls: of one goal, and of a run in one sequence."""
        piece = self.pieces[i]
        if self.steps.table[i].kind is MeldKind.GROUP:
            goals = dict.fromkeys(cell.goal for cell in piece)
            parts: list[Piece] = []
            for goal in goals:
                own = tuple(cell for cell in piece if cell.goal == goal)
                run = self.goals[goal].kind is MeldKind.RUN
                parts += [(cell,) for cell in own] if run else [own]
            return parts
        parts = [piece[:1]]
        for cell in piece[1:]:
            last = parts[-1][-1]
            group = self.goals[cell.goal].kind is MeldKind.GROUP
            if cell.goal == last.goal and not group and cell.slot == last.slot + 1:
                parts[-1] = (*parts[-1], cell)
            else:
                parts.append((cell,))
        return parts

    def _without(self, i: int, part: Piece) -> list[Piece]:
        """What is left of a piece: the two sides of a run, else one piece."""
        piece = self.pieces[i]
        if self.steps.table[i].kind is MeldKind.GROUP:
            return [tuple(cell for cell in piece if cell not in part)]
        at = piece.index(part[0])
        return [side for side in (piece[:at], piece[at + len(part) :]) if side]

    def _merged(self, piece: Piece, cells: Iterable[Cell], goal: int) -> Piece:
        if self.goals[goal].kind is MeldKind.GROUP:
            return (*piece, *cells)
        own = [cell.slot for cell in piece if cell.goal == goal]
        before = tuple(cell for cell in cells if cell.slot < min(own))
        after = tuple(cell for cell in cells if cell.slot > max(own))
        return (*before, *piece, *after)

    def _ordered(self, cells: Iterable[Cell]) -> Piece:
        return tuple(sorted(cells, key=lambda cell: cell.slot))

    def _meld_of(self, piece: Piece, goal: int) -> Meld:
        """The piece as a meld, or as a part of one."""
        whole = self.goals[goal]
        pure = all(cell.goal == goal for cell in piece)
        if pure and len(piece) == len(whole):
            return whole
        naturals = [cell.tile for cell in piece if cell.tile != JOKER]
        if pure and whole.kind is MeldKind.RUN:
            return Meld(whole.kind, tuple(c.tile for c in piece), tuple(whole.faces[c.slot] for c in piece))
        if len(naturals) > 1 and len({tile.rank for tile in naturals}) == 1 or whole.kind is MeldKind.GROUP:
            return Meld.group(naturals, len(piece) - len(naturals))
        return Meld(MeldKind.RUN, tuple(c.tile for c in piece), tuple(c.face for c in piece))

    def _do(
        self, kind: MoveKind, cells: Iterable[Cell], at: tuple[int, ...],
        result: Sequence[Piece], *, played: Iterable[Cell] = (),
    ) -> None:
        melds = []
        for piece in result:
            pass
        self.steps.do(
            kind, [cell.tile for cell in cells], at, melds,
            played=[cell.tile for cell in played],
        )


Table_ = Table
