"""Text to tiles and back: the only parser, for tile style (R5) and card style (5s) alike.

Every spelling of a single tile is a row of a table that is built once per dialect, so good text is
a series of look-ups; what is not in the table is taken apart by the slow path, which knows the
shorthands and says exactly what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rummy_solver.errors import NotationError, shown
from rummy_solver.tiles import JOKER, LETTERS, MAX_RANKS, TILES, Tile

__all__ = [
    "Dialect",
    "MeldItem",
    "parse_face",
    "parse_meld_items",
    "parse_tile",
    "parse_tiles",
    "split_melds",
]

RANK_NAMES = "A23456789TJQK"
SUITS = "shdc"
_UNICODE_SUITS = {"♠": 0, "♤": 0, "♥": 1, "♡": 1, "♦": 2, "♢": 2, "♣": 3, "♧": 3}
_SUIT_COLORS = {s: i for i, x in enumerate(SUITS) for s in (x, x.upper())} | _UNICODE_SUITS
_RANKS = {r: i + 1 for i, x in enumerate(RANK_NAMES) for r in (x, x.lower())} | {"10": 10}
_JOKERS = ("*", "Jk", "JK", "jk", "jK")
_SUIT_CLASS = "".join(_SUIT_COLORS)
_VARIATION_SELECTORS = re.compile("[\ufe0e\ufe0f]")
# Explicit ASCII classes: ignoring case would let the Kelvin sign pass for a K.
_TILE_TOKEN = re.compile(r"([A-Za-z]+)([0-9]+)(?:-([0-9]+))?\Z")
_CARD_TOKEN = re.compile(rf"(10|[A-Za-z2-9])(?:-(10|[A-Za-z2-9]))?([{_SUIT_CLASS}]+)\Z")


@dataclass(frozen=True)
class Dialect:
    """How a game spells its tiles.

    Parameters
    ----------
    style
        ``"tile"`` or ``"card"``; None without rules.
    colors
        Colours of the deck; None without rules. Up to four colours G is colour 2 and O colour 1.
    letters
        The colour letters that are printed.
    okey
        The tile that is wild in Okey; the false jokers F stand for it.
    """

    style: str | None = None
    colors: int | None = None
    letters: str = LETTERS
    okey: Tile | None = None


PLAIN = Dialect()


class MeldItem(NamedTuple):
    """One place of a meld as written: the tile, and the face where one is written out."""

    tile: Tile
    face: Tile | None


def _letter_colors(dialect: Dialect) -> dict[str, int]:
    colors = {letter: i for i, letter in enumerate(LETTERS)}
    if dialect.colors is not None and dialect.colors <= 4:
        colors |= {"G": 2, "O": 1}
    return colors | {letter.lower(): i for letter, i in colors.items()}


@lru_cache(maxsize=64)
def _spellings(dialect: Dialect, wild: bool) -> dict[str, Tile]:
    """Every token that is one tile; with `wild` the okey tile is read as the joker."""
    table: dict[str, Tile] = {}
    for letter, color in _letter_colors(dialect).items():
        for rank in range(1, MAX_RANKS + 1):
            table[f"{letter}{rank}"] = Tile.of(color, rank)
    for name, rank in _RANKS.items():
        for suit, color in _SUIT_COLORS.items():
            table[name + suit] = Tile.of(color, rank)
    if dialect.okey is not None and wild:
        table = {text: JOKER if tile == dialect.okey else tile for text, tile in table.items()}
    table |= dict.fromkeys(_JOKERS, JOKER)
    if dialect.style == "tile":
        table |= {"J": JOKER, "j": JOKER}
    if dialect.okey is not None:
        table |= {"F": dialect.okey, "f": dialect.okey}
    return table


@lru_cache(maxsize=64)
def tile_names(dialect: Dialect = PLAIN) -> tuple[str, ...]:
    """Return the printed name of every tile code."""
    names = ["*"]
    for tile in TILES[1:]:
        color = (tile - 1) // MAX_RANKS
        if dialect.style == "card" and color < len(SUITS):
            names.append(RANK_NAMES[tile.rank - 1] + SUITS[color])
        else:
            letters = dialect.letters + LETTERS[len(dialect.letters) :]
            names.append(f"{letters[color]}{tile.rank}")
    if dialect.okey is not None:
        names[dialect.okey] = "F"
    return tuple(names)


def face_names(dialect: Dialect = PLAIN) -> tuple[str, ...]:
    """Return the printed names of faces: as tiles, but never F."""
    return tile_names(Dialect(dialect.style, dialect.colors, dialect.letters))


def _fault(token: str, where: str, expected: str) -> NotationError:
    return NotationError(f"tile {shown(token)}", where=where, expected=expected)


def _rank_of(text: str, token: str, where: str) -> int:
    # Two digits at most: int() of a very long text is slow, and past some length an error.
    rank = int(text) if len(text) <= 2 and text[0] != "0" else 0
    if not 1 <= rank <= MAX_RANKS:
        raise _fault(token, where, f"rank 1..{MAX_RANKS}")
    return rank


def _expand_tile_style(match: re.Match[str], dialect: Dialect, where: str) -> list[str]:
    letters, first, last = match.groups()
    token = match[0]
    known = _letter_colors(dialect)
    for letter in letters:
        if letter not in known:
            names = "".join(sorted(x for x in known if x.isupper()))
            raise _fault(token, where, f"a colour letter of {names}")
    low = _rank_of(first, token, where)
    if last is None:
        return [f"{letter}{low}" for letter in letters]
    high = _rank_of(last, token, where)
    if len(letters) != 1 or low >= high:
        raise _fault(token, where, "a run such as 'R5-8', one colour and ascending ranks")
    return [f"{letters}{rank}" for rank in range(low, high + 1)]


def _expand_card_style(match: re.Match[str], where: str) -> list[str]:
    first, last, suits = match.groups()
    token = match[0]
    for name in (first, last):
        if name is not None and name not in _RANKS:
            raise _fault(token, where, f"a rank of {RANK_NAMES}")
    if last is None:
        return [first + suit for suit in suits]
    low, high = _RANKS[first], _RANKS[last]
    if high == 1:  # Q-As: the ace written last stands above the king
        high = MAX_RANKS + 1
    if len(suits) != 1 or low >= high:
        raise _fault(token, where, "a run such as '5-8s', one suit and ascending ranks")
    return [RANK_NAMES[(rank - 1) % MAX_RANKS] + suits for rank in range(low, high + 1)]


def _no_tile(token: str, dialect: Dialect, where: str) -> NotationError:
    if token in ("F", "f"):
        return _fault(token, where, "no false joker, as the rules have no okey tile")
    if token in ("J", "j"):
        return _fault(token, where, "'*' or 'Jk' for a joker, or a jack with its suit")
    if "|" in token:
        return _fault(token, where, "one list of tiles, not several melds")
    example = "'5s'" if dialect.style == "card" else "'R5'"
    return _fault(token, where, f"a tile such as {example} or '*'")


def _expand(token: str, dialect: Dialect, where: str, wild: bool = True) -> list[Tile]:
    """Read the tiles of one token, which may be a shorthand for several."""
    table = _spellings(dialect, wild)
    clean = _VARIATION_SELECTORS.sub("", token)
    if clean in table:
        return [table[clean]]
    # A shorthand names at most the tiles of the biggest deck; longer text is no token.
    if len(clean) <= 160:
        if match := _TILE_TOKEN.match(clean):
            return [table[name] for name in _expand_tile_style(match, dialect, where)]
        if match := _CARD_TOKEN.match(clean):
            return [table[name] for name in _expand_card_style(match, where)]
    raise _no_tile(token, dialect, where)


def _tokens(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _check_text(text: object, what: str) -> str:
    if not isinstance(text, str):
        raise NotationError(what, expected="text", got=f"{type(text).__name__} {shown(text)}")
    return text


def parse_tile(text: str, dialect: Dialect = PLAIN, *, where: str = "position 1") -> Tile:
    """Read exactly one tile.

    Examples
    --------
    >>> parse_tile("10s")
    Tile('R10')
    """
    tokens = _tokens(_check_text(text, "tile"))
    if len(tokens) != 1:
        raise _fault(text, where, "exactly one tile")
    tiles = _expand(tokens[0], dialect, where)
    if len(tiles) != 1:
        raise _fault(text, where, "exactly one tile")
    return tiles[0]


def parse_tiles(text: str, dialect: Dialect = PLAIN) -> list[Tile]:
    """Read a list of tiles, in the order written, shorthands taken apart.

    Examples
    --------
    >>> parse_tiles("R5-7, 7sh *")
    [Tile('R5'), Tile('R6'), Tile('R7'), Tile('R7'), Tile('Y7'), Tile('*')]
    """
    tokens = _tokens(_check_text(text, "hand"))
    table = _spellings(dialect, True)
    try:
        return [table[token] for token in tokens]
    except KeyError:
        pass
    tiles: list[Tile] = []
    for i, token in enumerate(tokens, 1):
        tiles += _expand(token, dialect, f"position {i}")
    return tiles


def parse_face(text: str, dialect: Dialect = PLAIN, *, where: str = "position 1") -> Tile:
    """Read the face of a joker: one natural tile, the okey tile too."""
    tiles = _expand(_check_text(text, "face"), dialect, where, wild=False)
    if len(tiles) != 1 or tiles[0].is_joker:
        raise _fault(text, where, "one natural tile as the face of a joker")
    return tiles[0]


def _face_of(token: str, dialect: Dialect, where: str) -> MeldItem:
    joker, _, name = token.partition(":")
    if _spellings(dialect, True).get(joker) != JOKER or joker not in (*_JOKERS, "J", "j"):
        raise _fault(token, where, "a face written out for a joker, such as '*:K3'")
    return MeldItem(JOKER, parse_face(name, dialect, where=where))


def parse_meld_items(text: str, dialect: Dialect = PLAIN) -> list[MeldItem]:
    """Read one meld as written: tiles in their order, with the faces that are written out.

    Examples
    --------
    >>> parse_meld_items("*:K3 K4 *")[0]
    MeldItem(tile=Tile('*'), face=Tile('K3'))
    """
    items: list[MeldItem] = []
    for i, token in enumerate(_tokens(_check_text(text, "meld")), 1):
        where = f"position {i}"
        if ":" in token:
            items.append(_face_of(token, dialect, where))
        else:
            items += [MeldItem(tile, None) for tile in _expand(token, dialect, where)]
    return items


def split_melds(text: str) -> list[str]:
    """Part the text of a table into the texts of its melds; empty text has none."""
    if not _check_text(text, "table").strip():
        return []
    parts = [part.strip() for part in text.split("|")]
    for i, part in enumerate(parts, 1):
        if not part:
            raise NotationError(f"meld {i} of the table", expected="tiles", got="nothing")
    return parts


def tiles_text(tiles: Iterable[int], dialect: Dialect = PLAIN) -> str:
    """Print tiles, parted by blanks."""
    names = tile_names(dialect)
    return " ".join([names[tile] for tile in tiles])
