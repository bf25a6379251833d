"""The best turn at a table that may be taken apart and put together again, put to the core."""

from __future__ import annotations

from collections.abc import Iterator

from rummy_solver import _core
from rummy_solver.errors import RuleSetError, SearchLimitError, TableError
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.rules import RuleSet
from rummy_solver.table import Table, settled
from rummy_solver.tiles import JOKER, TILES

__all__ = ["rearrangements"]

_RUN, _GROUP, _EITHER = 1, 2, 3
_POLICIES = {"locked": 0, "replace": 1, "free": 2}
_COMPONENTS = {"tiles": 0, "penalty": 1, "points": 2, "kept": 3}
_MOST_MELDS = 64
_FIRST_CHUNK = 16
_LARGEST_CHUNK = 4096

_OK, _BAD_WEIGHTS = 0, -1


def rearrangements(
    rack: Hand,
    table: Table,
    rules: RuleSet,
    components: tuple[str, ...],
    *,
    opened: bool,
    node_limit: int | None,
    all_turns: bool,
) -> Iterator[tuple[Hand, Table]]:
    """Iterate over the best ends of a turn, each once: the tiles placed and the new table.

    Nothing comes when the best is to change nothing.

    Parameters
    ----------
    rack, table
        Checked against the rules.
    rules
        Rule set whose tables may be rearranged.
    components
        Objectives in order: ``tiles``, ``penalty``, ``points``, ``kept``.
    opened
        The opening lies already.
    node_limit
        Nodes of the search, None for no limit.
    all_turns
        Every best end, not one of them.

    Raises
    ------
    SearchLimitError
        The node limit was reached.
    """
    if len(table) > _MOST_MELDS:
        raise TableError("table", expected=f"at most {_MOST_MELDS} melds", got=str(len(table)))
    rows = [_packed(meld, rules) for meld in table.melds]
    seen: set[Table] = set()
    skip, chunk = 0, _FIRST_CHUNK if all_turns else 1
    while True:
        status, found, _ = _core.table_turns(
            rules.core,
            rack.counts,
            rows,
            bytes([_COMPONENTS[name] for name in components]),
            policy=_POLICIES[rules.joker_policy],
            opened=opened,
            manipulate=rules.manipulate_on_opening_turn,
            single=rules.opening_single_meld,
            opening_points=rules.opening_points,
            hand_points=rules.hand_points_by_code,
            points=(
                rules.run_points,
                rules.joker_run_points,
                rules.group_points,
                rules.joker_group_points,
            ),
            node_limit=node_limit or 0,
            limit=chunk,
            skip=skip,
            every=all_turns,
        )
        if status != _OK:
            raise _fault(status, node_limit)
        for placed, melds in found:
            after = _table_of(melds, table, rules)
            if all_turns:
                if after in seen:
                    continue
                seen.add(after)
            yield Hand.from_counts(placed), after
        if not all_turns or len(found) < chunk:
            return
        # The search does not stop and wait: it starts again and leaves out what is known.
        skip += chunk
        chunk = min(2 * chunk, _LARGEST_CHUNK)


def _fault(status: int, node_limit: int | None) -> Exception:
    if status == _BAD_WEIGHTS:
        return RuleSetError("objective", expected="weights that fit 52 bits", got="more")
    limit = "its memory" if node_limit is None else f"{node_limit} nodes"
    return SearchLimitError("turn", expected=f"at most {limit}", got="more")


def _packed(meld: Meld, rules: RuleSet) -> _core.LaidRow:
    """Return the form that the core takes."""
    if meld.open:
        for reading in settled(meld, rules):
            if reading.kind is MeldKind.RUN:
                return _EITHER, reading.tiles, reading.faces
    return _RUN if meld.kind is MeldKind.RUN else _GROUP, meld.tiles, meld.faces


def _table_of(rows: list[_core.LaidResult], before: Table, rules: RuleSet) -> Table:
    """Return the new table: old melds first, in their order, then the new ones."""
    old = sorted([row[-1] for row in rows if row[-1] >= 0])
    new = sorted([row for row in rows if row[-1] < 0])
    melds = [before.melds[i] for i in old]
    melds += [_meld(row, rules) for row in new]
    return Table(melds)


def _meld(row: _core.LaidResult, rules: RuleSet) -> Meld:
    kind, size, color, place, jokers, rank, colors, wild, _ = row
    if kind == _GROUP:
        naturals = [TILES[13 * c + rank] for c in range(rules.colors) if colors >> c & 1]
        return Meld.group(naturals, wild)
    base = 13 * color
    faces = [TILES[base + (1 if p > rules.ranks else p)] for p in range(place, place + size)]
    tiles = [JOKER if jokers >> i & 1 else face for i, face in enumerate(faces)]
    return Meld(MeldKind.RUN, tuple(tiles), tuple(faces))
