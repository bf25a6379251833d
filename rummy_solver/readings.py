"""Readings: which melds a list of tiles can be, and every reason why it is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from rummy_solver.arguments import checked_flag
from rummy_solver.errors import TableError
from rummy_solver.hand import Hand, HandLike, tiles_of
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.notation import RANK_NAMES, MeldItem, face_names, parse_meld_items
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.tiles import JOKER, Tile

__all__ = ["check_meld", "parse_meld", "read_meld", "readings"]


def _items_of(tiles: HandLike | Meld, rules: RuleSet) -> list[MeldItem]:
    """Return the places of a meld as given; the deck must hold its tiles."""
    if isinstance(tiles, Meld):
        items = _items_of_meld(tiles)
    elif isinstance(tiles, str):
        items = parse_meld_items(tiles, rules.dialect)
    elif isinstance(tiles, list | tuple) and any(isinstance(x, str) and ":" in x for x in tiles):
        items = []
        for tile in tiles:
            written = isinstance(tile, str)
            items += parse_meld_items(tile, rules.dialect) if written else _plain([tile], rules)
    else:
        items = _plain(tiles, rules)
    Hand.of([item.tile for item in items], rules)
    return items


def _plain(tiles: HandLike, rules: RuleSet) -> list[MeldItem]:
    return [MeldItem(tile, None) for tile in tiles_of(tiles, rules)]


def _items_of_meld(meld: Meld) -> list[MeldItem]:
    settled = meld.kind is MeldKind.RUN and not meld.open
    return [
        MeldItem(tile, face if settled and tile == JOKER else None)
        for tile, face in zip(meld.tiles, meld.faces, strict=True)
    ]


def _known(items: Sequence[MeldItem]) -> list[Tile | None]:
    """Return what is known of each place: a natural tile, a face written out, or nothing."""
    return [item.face if item.tile == JOKER else item.tile for item in items]


def _common_faults(items: Sequence[MeldItem], rules: RuleSet) -> list[str]:
    jokers = sum(item.tile == JOKER for item in items)
    naturals = len(items) - jokers
    faults = []
    if naturals < rules.min_naturals:
        faults.append(f"natural tiles: expected at least {rules.min_naturals}, got {naturals}")
    if jokers > rules.joker_limit:
        faults.append(f"jokers: expected at most {rules.joker_limit}, got {jokers}")
    return faults


def _size_fault(what: str, n: int, least: int, most: int) -> list[str]:
    return [] if least <= n <= most else [f"{what}: expected {least}..{most} tiles, got {n}"]


def _group_faults(items: Sequence[MeldItem], rules: RuleSet) -> list[str]:
    most = min(rules.max_group, rules.colors)
    faults = _size_fault("group", len(items), rules.min_group, most)
    faces = [face for face in _known(items) if face is not None]
    ranks = sorted({face.rank for face in faces})
    if len(ranks) > 1:
        faults.append(f"group: expected one rank, got {_ranks_text(ranks, rules)}")
    colors = [face.color for face in faces]
    for color in sorted({c for c in colors if c is not None and colors.count(c) > 1}):
        name = next(rules.format(face) for face in faces if face.color == color)
        faults.append(f"group: expected each colour once, got the colour of {name} more than once")
    for face in faces:
        if face.color is not None and face.color >= rules.colors:
            faults.append(f"group: expected colours of the deck, got {face}")
    return faults


def _places_of(face: Tile, rules: RuleSet) -> list[int]:
    if face.rank != 1:
        return [face.rank]
    return [1] * rules.ace_low + [rules.ranks + 1] * rules.ace_high


def _ordered_starts(known: Sequence[Tile | None], rules: RuleSet) -> Iterator[int]:
    """Places of the first tile at which every known face stands where it must."""
    for start in range(rules.first_place, rules.last_place - len(known) + 2):
        if all(
            face is None or start + i in _places_of(face, rules) for i, face in enumerate(known)
        ):
            yield start


def _ordered_run(items: Sequence[MeldItem], rules: RuleSet) -> Iterator[list[MeldItem]]:
    color = next(face for face in _known(items) if face is not None).color
    assert color is not None
    for start in _ordered_starts(_known(items), rules):
        faces = [_face_at(color, start + i, rules) for i in range(len(items))]
        yield [MeldItem(item.tile, face) for item, face in zip(items, faces, strict=True)]


def _face_at(color: int, place: int, rules: RuleSet) -> Tile:
    return Tile.of(color, 1 if place > rules.ranks else place)


def _free_runs(items: Sequence[MeldItem], rules: RuleSet) -> Iterator[list[MeldItem]]:
    """Every run that the tiles can be in some order."""
    known = [(item, face) for item, face in zip(items, _known(items), strict=True) if face]
    others = {face.rank: item for item, face in known if face.rank != 1}
    aces = [item for item, face in known if face.rank == 1]
    color = known[0][1].color
    assert color is not None
    for start in range(rules.first_place, rules.last_place - len(items) + 2):
        window = range(start, start + len(items))
        spots = [p for p in _places_of(Tile.of(color, 1), rules) if p in window]
        if any(rank not in window for rank in others) or len(aces) > len(spots):
            continue
        for chosen in permutations(spots, len(aces)):
            there = others | dict(zip(chosen, aces, strict=True))
            yield [
                MeldItem(there[p].tile if p in there else JOKER, _face_at(color, p, rules))
                for p in window
            ]


def _run_faults(items: Sequence[MeldItem], rules: RuleSet, ordered: bool) -> list[str]:
    most = min(rules.max_run, rules.last_place - rules.first_place + 1)
    faults = _size_fault("run", len(items), rules.min_run, most)
    faces = [face for face in _known(items) if face is not None]
    colors = sorted({int(face.color) for face in faces if face.color is not None})
    if len(colors) > 1:
        faults.append(f"run: expected one colour, got {len(colors)}")
        return faults
    ranks = [face.rank for face in faces]
    twice = sorted(
        {r for r in ranks if ranks.count(r) > (2 if r == 1 and rules.ace == "both" else 1)}
    )
    if twice:
        faults.append(f"run: expected each rank once, got {_ranks_text(twice, rules)} twice")
    elif faces and not faults and not any(True for _ in _runs(items, rules, ordered)):
        text = " ".join([_item_text(item, rules) for item in items])
        order = "in the order given" if ordered else "in any order"
        faults.append(f"run: expected consecutive ranks {order}, got {text}")
    return faults


def _ranks_text(ranks: Sequence[int], rules: RuleSet) -> str:
    card = rules.style == "card"
    return ", ".join([RANK_NAMES[rank - 1] if card else str(rank) for rank in ranks])


def _item_text(item: MeldItem, rules: RuleSet) -> str:
    text = rules.format(item.tile)
    return text if item.face is None else f"{text}:{face_names(rules.dialect)[item.face]}"


def _runs(items: Sequence[MeldItem], rules: RuleSet, ordered: bool) -> Iterator[list[MeldItem]]:
    return _ordered_run(items, rules) if ordered else _free_runs(items, rules)


def _as_run(items: Sequence[MeldItem]) -> Meld:
    faces = tuple(item.face for item in items)
    return Meld(MeldKind.RUN, tuple(item.tile for item in items), faces)


def _readings(items: Sequence[MeldItem], rules: RuleSet, ordered: bool) -> list[Meld]:
    if not items or _common_faults(items, rules):
        return []
    found: list[Meld] = []
    if not _run_faults(items, rules, ordered):
        found += {_as_run(run) for run in _runs(items, rules, ordered)}
    if not _group_faults(items, rules):
        naturals = [item.tile for item in items if item.tile != JOKER]
        found.append(Meld.group(naturals, len(items) - len(naturals)))
    # Best first: most points; of equals a run before a group, and the higher run.
    found.sort(
        key=lambda meld: (-meld.points(rules), meld.kind, [-p for p in meld.places(rules.ranks)])
    )
    return found


def readings(
    tiles: HandLike | Meld, rules: RuleSet | str, *, ordered: bool = False
) -> tuple[Meld, ...]:
    """Return every meld that the tiles can be, the best-scoring first.

    Parameters
    ----------
    tiles
        The tiles, as text also with faces written out (``*:K3``).
    rules
        Rule set, or its name.
    ordered
        The order given is the order of the faces. A joker of a group is open in colour either way.
    """
    rules = as_rules(rules)
    return tuple(_readings(_items_of(tiles, rules), rules, checked_flag("ordered", ordered)))


def read_meld(
    tiles: HandLike | Meld, rules: RuleSet | str, *, ordered: bool = False
) -> Meld | None:
    """Return the tiles as a meld in its best-scoring reading, or None when they are none.

    Examples
    --------
    >>> print(read_meld("R13 R12 *", "rummikub"))
    * R12 R13
    """
    found = readings(tiles, rules, ordered=ordered)
    return found[0] if found else None


def check_meld(tiles: HandLike | Meld, rules: RuleSet | str, *, ordered: bool = False) -> list[str]:
    """Return every reason why the tiles are no meld; empty when they are one.

    Examples
    --------
    >>> check_meld("R13 R1 R2", "rummikub")[0]
    'run: expected consecutive ranks in any order, got R13 R1 R2'
    """
    rules = as_rules(rules)
    ordered = checked_flag("ordered", ordered)
    items = _items_of(tiles, rules)
    if not items:
        return ["meld: expected tiles, got none"]
    faults = _common_faults(items, rules)
    run = _run_faults(items, rules, ordered)
    group = _group_faults(items, rules)
    return faults + (run + group if run and group else [])


def parse_meld(text: str, rules: RuleSet | str, *, where: str | None = None) -> Meld:
    """Read one meld of a table: the order written is the order of the faces.

    A meld with one natural tile that may be a run as well as a group, and has no face written out,
    stays open: its `open` is true.

    Raises
    ------
    TableError
        The tiles are no meld in this order; all reasons are named.
    """
    rules = as_rules(rules)
    items = _items_of(text, rules)
    found = _readings(items, rules, True)
    if not found:
        faults = check_meld(text, rules, ordered=True)
        raise TableError(
            f"meld {text!r}" + (f" at {where}" if where else "") + ": " + "; ".join(faults)
        )
    if len(found) == 1:
        return found[0]
    return replace(next(meld for meld in found if meld.kind is MeldKind.RUN), open=True)
