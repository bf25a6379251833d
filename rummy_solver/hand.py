"""Hand: an immutable multiset of tiles, and the one way in which anything becomes a hand."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Protocol, TypeAlias, final

from rummy_solver.errors import HandError, integer, shown
from rummy_solver.notation import PLAIN, Dialect, parse_tile, parse_tiles, tiles_text
from rummy_solver.tiles import N_CODES, PAD, TILES, Deck, Tile

__all__ = ["Hand", "HandLike"]

_MOST = 255
_GUARD = int.from_bytes(bytes([128]) * N_CODES, "little")
_FORMS = "a Hand, text, an iterable of tiles, bytes or a uint8 array of tile codes"


class HandRules(Protocol):
    """What a hand needs to know of a rule set."""

    @property
    def name(self) -> str: ...
    @property
    def deck(self) -> Deck: ...
    @property
    def dialect(self) -> Dialect: ...


# Rule sets come later in the order of imports; their registry puts its look-up in here.
named_rules: list[Callable[[Any], HandRules]] = []


def _rules_of(rules: HandRules | str) -> HandRules:
    known: Any = rules
    return known if hasattr(type(known), "deck") else named_rules[0](known)


@final
class Hand:
    """An immutable multiset of tiles.

    Two hands are equal when they hold the same tiles; every copy is iterated, in code order.

    Parameters
    ----------
    tiles
        Anything that may be a hand, read without rules.

    Examples
    --------
    >>> hand = Hand.parse("R5-7 *")
    >>> print(hand + Tile("K1"), len(hand), Tile("R6") in hand)
    * R5 R6 R7 K1 4 True
    """

    __slots__ = ("_size", "counts")
    counts: bytes
    _size: int

    def __new__(cls, tiles: HandLike = ()) -> Hand:
        """Build a hand from anything that may be one, read without rules."""
        return _made(_count(tiles_of(tiles)))

    @classmethod
    def from_counts(cls, counts: bytes) -> Hand:
        """Build a hand from 79 bytes, the number of copies of each tile code."""
        given: object = counts
        if isinstance(given, bytes | bytearray) and len(given) == N_CODES:
            return _made(bytes(given))
        got = f"{len(given)}" if isinstance(given, bytes | bytearray) else shown(given)
        raise HandError("counts", expected=f"{N_CODES} bytes", got=got)

    @classmethod
    def parse(cls, text: str, rules: HandRules | str | None = None) -> Hand:
        """Read a hand from text; with rules it must be within their deck."""
        if rules is None:
            return _made(_count(parse_tiles(text)))
        rules = _rules_of(rules)
        deck = rules.deck
        hand = _made(_count(parse_tiles(text, rules.dialect), rules))
        return _checked(hand, deck, rules)

    @classmethod
    def of(cls, tiles: HandLike, rules: HandRules | str | None = None) -> Hand:
        """Turn anything that may be a hand into one, checked against the deck of the rules.

        Parameters
        ----------
        tiles
            A Hand, text, an iterable of tiles, texts or codes, bytes of tile codes, or a
            one-dimensional contiguous uint8 array of them; padding (255) may end bytes and arrays.
        rules
            Rule set, or its name. Without rules no deck is asked.

        Raises
        ------
        HandError
            This is no hand, or one that the deck does not hold.
        NotationError
            A text in it is no tile.
        """
        if rules is None:
            return tiles if type(tiles) is Hand else cls(tiles)
        rules = _rules_of(rules)
        deck = rules.deck
        if type(tiles) is not Hand:
            tiles = _made(_count(tiles_of(tiles, rules), rules))
        return _checked(tiles, deck, rules)

    @classmethod
    def from_rlcard(cls, cards: Iterable[int]) -> Hand:
        """Build a hand from RLCard card numbers: ``13 * suit + rank`` with suits S H D C."""
        return cls(_foreign(cards, (0, 1, 2, 3), "rlcard"))

    @classmethod
    def from_openspiel(cls, cards: Iterable[int]) -> Hand:
        """Build a hand from OpenSpiel card numbers: ``13 * suit + rank`` with suits s c d h."""
        return cls(_foreign(cards, (0, 3, 2, 1), "openspiel"))

    def codes(self) -> bytes:
        """Return the tile codes, every copy, ascending."""
        return b"".join([_CODE_BYTES[c] * n for c, n in enumerate(self.counts) if n])

    def count(self, tile: int) -> int:
        """Return the copies of a tile in the hand."""
        return self.counts[Tile(tile)]

    @property
    def jokers(self) -> int:
        """Number of jokers."""
        return self.counts[0]

    def kinds(self) -> tuple[Tile, ...]:
        """Return each kind of tile in the hand once, in code order."""
        return tuple([TILES[c] for c, n in enumerate(self.counts) if n])

    def text(self, dialect: Dialect = PLAIN) -> str:
        """Print the hand in a dialect."""
        return tiles_text(self.codes(), dialect)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Tile]:
        return iter([TILES[c] for c in self.codes()])

    def __contains__(self, tile: object) -> bool:
        if isinstance(tile, str):
            tile = parse_tile(tile)
        if not isinstance(tile, int) or isinstance(tile, bool):
            return False
        return 0 <= int(tile) < N_CODES and self.counts[tile] > 0

    def __eq__(self, other: object) -> bool:
        return self.counts == other.counts if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.counts)

    def __le__(self, other: object) -> bool:
        """Whether every tile of this hand is in the other."""
        if not isinstance(other, Hand):
            return NotImplemented
        return all(map(operator.le, self.counts, other.counts))

    def __add__(self, other: Hand | Tile) -> Hand:
        counts = _operand(other)
        if counts is None:
            return NotImplemented
        total = list(map(operator.add, self.counts, counts))
        if max(total) > _MOST:
            raise HandError("hand", expected=f"at most {_MOST} of a tile", got=str(max(total)))
        return _made(bytes(total))

    def __sub__(self, other: Hand | Tile) -> Hand:
        counts = _operand(other)
        if counts is None:
            return NotImplemented
        try:
            return _made(bytes(map(operator.sub, self.counts, counts)))
        except ValueError:
            code = next(code for code in range(N_CODES) if counts[code] > self.counts[code])
        have, take = self.counts[code], counts[code]
        raise HandError(
            f"{TILES[code]} taken from a hand", expected=f"at most {have}", got=str(take)
        )

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Hand does not change: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Hand does not change: cannot delete {name!r}")

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        return Hand.from_counts, (self.counts,)


HandLike: TypeAlias = "Hand | str | bytes | Iterable[Tile | str | int] | Any"
_CODE_BYTES = tuple(bytes([code]) for code in range(N_CODES))
_ONE_TILE = tuple(bytes(i == code for i in range(N_CODES)) for code in range(N_CODES))


def _made(counts: bytes) -> Hand:
    hand = object.__new__(Hand)
    object.__setattr__(hand, "counts", counts)
    object.__setattr__(hand, "_size", sum(counts))
    return hand


def _operand(other: object) -> bytes | None:
    if isinstance(other, Hand):
        return other.counts
    return _ONE_TILE[other] if isinstance(other, Tile) else None


def _count(tiles: Iterable[int], rules: HandRules | None = None) -> bytes:
    counts = [0] * N_CODES
    for code in tiles:
        counts[code] += 1
    try:
        return bytes(counts)
    except ValueError:
        most = max(counts)
        code = counts.index(most)
        if rules is not None:
            raise _too_many(code, most, rules) from None
        raise HandError(
            "hand", expected=f"at most {_MOST} of {TILES[code]}", got=str(most)
        ) from None


def _too_many(code: int, n: int, rules: HandRules) -> HandError:
    name = tiles_text([code], rules.dialect)
    return HandError(f"hand has {n} of {name}, deck {rules.name!r} has {rules.deck.counts[code]}")


def _checked(hand: Hand, deck: Deck, rules: HandRules) -> Hand:
    """Return the hand if the deck holds it: one subtraction with a guard bit above each count."""
    held = int.from_bytes(hand.counts, "little")
    if held & _GUARD or (deck.guarded - held) & _GUARD != _GUARD:
        over = map(operator.gt, hand.counts, deck.counts)
        code = next(code for code, more in enumerate(over) if more)
        raise _too_many(code, hand.counts[code], rules)
    return hand


def tiles_of(tiles: HandLike, rules: HandRules | None = None) -> list[Tile]:
    """Return the tiles of anything that may be a hand, in the order given, no deck asked."""
    if isinstance(tiles, Hand):
        return list(tiles)
    dialect = PLAIN if rules is None else rules.dialect
    if isinstance(tiles, str):
        return parse_tiles(tiles, dialect)
    if isinstance(tiles, list | tuple):
        return _from_items(tiles, dialect)
    if isinstance(tiles, int | Mapping) or tiles is None:
        raise _no_hand(tiles)
    view = _view_of(tiles)
    if view is not None:
        return _from_codes(view)
    if not isinstance(tiles, Iterable):
        raise _no_hand(tiles)
    return _from_items(tiles, dialect)


def _no_hand(tiles: object) -> HandError:
    return HandError("hand", expected=_FORMS, got=f"{type(tiles).__name__} {shown(tiles)}")


def _view_of(tiles: object) -> memoryview | None:
    """Return a buffer of bytes, None for what is no buffer, an error for any other buffer."""
    try:
        view = memoryview(tiles)  # type: ignore[arg-type]
    except TypeError:
        return None
    except (ValueError, BufferError):
        raise _no_hand(tiles) from None
    if view.format != "B" or view.ndim != 1 or not view.c_contiguous:
        got = f"format {view.format!r}, {view.ndim} dimensions"
        got += "" if view.c_contiguous else ", not contiguous"
        raise HandError(
            f"hand of type {type(tiles).__name__}",
            expected="one dimension of contiguous uint8",
            got=got,
        )
    return view


def _from_codes(view: memoryview) -> list[Tile]:
    codes = view.tobytes().rstrip(bytes([PAD]))
    try:
        return [TILES[code] for code in codes]
    except IndexError:
        i, code = next((i, c) for i, c in enumerate(codes) if c >= N_CODES)
        raise HandError(
            "tile code", where=f"position {i + 1}", expected=f"0..{N_CODES - 1}", got=str(code)
        ) from None


def _from_items(items: Iterable[object], dialect: Dialect) -> list[Tile]:
    most = _MOST * N_CODES
    tiles: list[Tile] = []
    for i, item in enumerate(islice(items, most + 1), 1):
        if type(item) is Tile:
            tiles.append(item)
        elif type(item) is int and 0 <= item < N_CODES:
            tiles.append(TILES[item])
        else:
            tiles.append(_item(item, dialect, f"position {i}"))
    if len(tiles) > most:
        raise HandError("hand", expected=f"at most {most} tiles", got="more")
    return tiles


def _item(item: object, dialect: Dialect, where: str) -> Tile:
    if isinstance(item, str):
        return parse_tile(item, dialect, where=where)
    got = f"{type(item).__name__} {shown(item)}"
    code = integer(item)
    if code is None:
        raise HandError("tile", where=where, expected="a tile, its text or its code", got=got)
    if not 0 <= code < N_CODES:
        raise HandError("tile code", where=where, expected=f"0..{N_CODES - 1}", got=got)
    return TILES[code]


def _foreign(cards: Iterable[int], colors: tuple[int, ...], who: str) -> list[Tile]:
    given: object = cards
    if not isinstance(given, Iterable):
        raise HandError(f"{who} cards", expected="an iterable of 0..51", got=shown(given))
    tiles = []
    for i, card in enumerate(islice(cards, _MOST * N_CODES), 1):
        number = integer(card)
        if number is None or not 0 <= number < 52:
            raise HandError(f"{who} card", where=f"position {i}", expected="0..51", got=shown(card))
        tiles.append(Tile.of(colors[number // 13], number % 13 + 1))
    return tiles
