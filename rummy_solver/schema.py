"""The versioned JSON form of everything, the same for command line, service and browser.

A document is a dict of plain values: ``version``, ``type``, ``rules`` and the fields of its type.
Tiles are in the style of the game. `rules` is a name, or the name of a rule set with the knobs that
differ from it; without rules tiles are in tile style. Each type is one row of `CODECS`: a function
to the fields and one back; a new type registers itself with `codec`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from rummy_solver.closing import Closing
from rummy_solver.errors import HandError, NotationError, RuleSetError, TableError, shown
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.notation import PLAIN, Dialect, face_names, parse_face, parse_tile, tile_names
from rummy_solver.patterns import Row
from rummy_solver.play import Turn
from rummy_solver.points import Points
from rummy_solver.readings import check_meld, readings
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules, get_rules, rule_names
from rummy_solver.solution import Solution
from rummy_solver.table import Table
from rummy_solver.tiles import Tile

__all__ = ["VERSION", "from_dict", "to_dict"]

VERSION = 1
Fields = dict[str, Any]


@dataclass(frozen=True)
class Codec:
    """How one type becomes fields and how it is built from them again."""

    name: str
    kind: type
    encode: Callable[[Any, RuleSet | None], Fields]
    decode: Callable[[Mapping[str, Any], RuleSet | None], Any]


CODECS: dict[str, Codec] = {}


def codec(
    name: str,
    kind: type,
    encode: Callable[[Any, RuleSet | None], Fields],
    decode: Callable[[Mapping[str, Any], RuleSet | None], Any],
) -> None:
    """Register the JSON form of a type."""
    CODECS[name] = Codec(name, kind, encode, decode)


def to_dict(x: object, rules: RuleSet | str | None = None) -> Fields:
    """Return the JSON form of a hand, meld, table, solution and so on.

    Examples
    --------
    >>> to_dict(Hand.parse("5s 6s *"), "joker_rummy")["tiles"]
    ['*', '5s', '6s']
    """
    own = getattr(x, "rules", None) if rules is None else rules
    known = None if own is None else as_rules(own)
    for row in CODECS.values():
        if type(x) is row.kind:
            head: Fields = {"version": VERSION, "type": row.name}
            if known is not None:
                head["rules"] = rules_to_plain(known)
            return head | row.encode(x, known)
    names = ", ".join(CODECS)
    raise NotationError("to_dict", expected=f"one of {names}", got=type(x).__name__)


def from_dict(document: Mapping[str, Any], rules: RuleSet | str | None = None) -> Any:
    """Build what a document describes.

    Parameters
    ----------
    document
        What `to_dict` returned, or the same from JSON.
    rules
        Rule set to read it under; None: the one that the document names.

    Raises
    ------
    NotationError
        The document is of another version, of no known type, or a field is missing or wrong.
    HandError, TableError, RuleSetError
        What it describes is not possible under its rules.
    """
    given: object = document
    if not isinstance(given, Mapping):
        raise NotationError("document", expected="an object", got=shown(given))
    version = field_of(document, "version", int)
    if version != VERSION:
        raise NotationError("document", expected=f"version {VERSION}", got=str(version))
    name = field_of(document, "type", str)
    if name not in CODECS:
        raise NotationError("document", expected=f"a type of {', '.join(CODECS)}", got=shown(name))
    if rules is not None:
        known: RuleSet | None = as_rules(rules)
    else:
        known = rules_from_plain(document["rules"]) if "rules" in document else None
    return CODECS[name].decode(document, known)


def field_of(document: Mapping[str, Any], key: str, kind: type | tuple[type, ...]) -> Any:
    """Return a field of a document that must be there and of a type."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    words = " or ".join("null" if x is type(None) else x.__name__ for x in kinds)
    if key not in document:
        raise NotationError(f"field {key!r}", expected=words, got="nothing")
    value = document[key]
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise NotationError(f"field {key!r}", expected=words, got=shown(value))
    return value


def dialect_of(rules: RuleSet | None) -> Dialect:
    """Return how tiles are spelled under the rules, or without any."""
    return PLAIN if rules is None else rules.dialect


# ---- rules -------------------------------------------------------------------------------


def rules_to_plain(rules: RuleSet) -> str | Fields:
    """Return the name of a rule set, or its name with the knobs that are its own."""
    base = _base(rules.name)
    knobs = {item.name: getattr(rules, item.name) for item in fields(rules)}
    own = {key: value for key, value in knobs.items() if value != getattr(base, key)}
    own.pop("name", None)
    if "okey_tile" in own:
        own.pop("indicator", None)
    if not own and base.name in rule_names():
        return rules.name
    knobs = {key: _knob_to_plain(own[key], getattr(base, key)) for key in own}
    return {"name": rules.name, "knobs": knobs}


def _knob_to_plain(value: object, before: object) -> object:
    if isinstance(value, Points) and isinstance(before, Points):
        changed = {key: value.get(key) for key in {**before, **value}}
        return {str(key): x for key, x in changed.items() if x != before.get(key)}
    return str(value) if isinstance(value, Tile) else value


def rules_from_plain(plain: object) -> RuleSet:
    """Build a rule set from its JSON form."""
    if isinstance(plain, str):
        return get_rules(plain)
    if not isinstance(plain, Mapping):
        raise RuleSetError("field 'rules'", expected="a name or an object", got=shown(plain))
    name = field_of(plain, "name", str)
    knobs = dict(field_of(plain, "knobs", Mapping)) if "knobs" in plain else {}
    for key in ("tile_points", "hand_points"):
        if isinstance(knobs.get(key), Mapping):
            table = knobs[key]
            knobs[key] = {int(k) if str(k).isdecimal() else k: v for k, v in table.items()}
    return _base(name).replace(**{"name": name, **knobs})


def _base(name: str) -> RuleSet:
    """Return the rule set from which a name counts its own knobs."""
    return get_rules(name) if name in rule_names() else RuleSet()


# ---- tiles, hands, melds -----------------------------------------------------------------


def tile_from_plain(text: object, rules: RuleSet | None, where: str = "tile") -> Tile:
    """Read one tile of a document."""
    if not isinstance(text, str):
        raise NotationError(where, expected="the text of a tile", got=shown(text))
    return parse_tile(text, dialect_of(rules), where=where)


def tiles_to_plain(tiles: Hand | tuple[Tile, ...], rules: RuleSet | None) -> list[str]:
    """Return the texts of tiles in order."""
    names = tile_names(dialect_of(rules))
    return [names[tile] for tile in tiles]


def hand_from_plain(texts: object, rules: RuleSet | None, key: str = "tiles") -> Hand:
    """Read a hand, checked against the deck of the rules."""
    if not isinstance(texts, list):
        raise NotationError(f"field {key!r}", expected="a list of tiles", got=shown(texts))
    tiles = [
        tile_from_plain(text, rules, f"{key}, position {i}") for i, text in enumerate(texts, 1)
    ]
    return Hand.of(tiles, rules)


def meld_to_plain(meld: Meld, rules: RuleSet | None) -> Fields:
    """Return the fields of a meld; the face of a joker whose colour is open is null."""
    faces = face_names(dialect_of(rules))
    plain: Fields = {
        "kind": meld.kind.name.lower(),
        "tiles": tiles_to_plain(meld.tiles, rules),
        "faces": [None if face is None else faces[face] for face in meld.faces],
    }
    if meld.open:
        plain["open"] = True
    if rules is not None and meld.kind is not MeldKind.PAIR:
        plain["points"] = meld.points(rules)
    return plain


def meld_from_plain(plain: object, rules: RuleSet | None) -> Meld:
    """Read a meld; under rules it must be legal."""
    if not isinstance(plain, Mapping):
        raise NotationError("meld", expected="an object", got=shown(plain))
    word = field_of(plain, "kind", str)
    kinds = {kind.name.lower(): kind for kind in MeldKind}
    if word not in kinds:
        raise NotationError("field 'kind'", expected=f"one of {', '.join(kinds)}", got=shown(word))
    tiles = tuple(tile_from_plain(text, rules) for text in field_of(plain, "tiles", list))
    dialect = dialect_of(rules)
    faces = tuple(
        None if text is None else parse_face(text, dialect)
        for text in field_of(plain, "faces", list)
    )
    meld = Meld(kinds[word], tiles, faces, open=plain.get("open") is True)
    if rules is None or meld.kind is MeldKind.PAIR:
        return meld
    for reading in readings(meld, rules, ordered=True):
        if reading.kind is meld.kind and sorted(reading.faces, key=str) == sorted(faces, key=str):
            return replace(reading, open=meld.open)
    faults = check_meld(meld, rules, ordered=True) or [f"expected a {word} with its faces"]
    raise TableError(f"meld {meld}: {'; '.join(faults)}")


# ---- tables, solutions, turns ------------------------------------------------------------


def melds_to_plain(melds: Iterable[Meld], rules: RuleSet | None) -> list[Fields]:
    """Return the fields of melds in order."""
    return [meld_to_plain(meld, rules) for meld in melds]


def melds_from_plain(plain: Mapping[str, Any], key: str, rules: RuleSet | None) -> list[Meld]:
    """Read the melds of a field."""
    return [meld_from_plain(item, rules) for item in field_of(plain, key, list)]


def needed(rules: RuleSet | None, what: str) -> RuleSet:
    """Return the rules, without which a type has no meaning."""
    if rules is None:
        raise RuleSetError(what, expected="the rules of the game", got="none")
    return rules


def _table_from_plain(plain: Mapping[str, Any], rules: RuleSet | None) -> Table:
    table = Table(melds_from_plain(plain, "melds", rules))
    return table if rules is None else table.checked(rules)


def _solution_to_plain(solution: Solution, rules: RuleSet | None) -> Fields:
    known = needed(rules, "solution")
    return {
        "hand": tiles_to_plain(solution.hand, known),
        "melds": melds_to_plain(solution.melds, known),
        "deadwood": tiles_to_plain(solution.deadwood, known),
        "value": solution.value,
        "values": list(solution.values),
        "tile_count": solution.tile_count,
        "points": solution.points,
        "penalty": solution.penalty,
        "jokers_used": solution.jokers_used,
    }


def _solution_from_plain(plain: Mapping[str, Any], rules: RuleSet | None) -> Solution:
    known = needed(rules, "solution")
    hand = hand_from_plain(plain.get("hand"), known, "hand")
    melds = tuple(melds_from_plain(plain, "melds", known))
    laid = Hand([tile for meld in melds for tile in meld.tiles])
    if not laid <= hand:
        raise HandError("melds of a solution", expected="tiles of the hand", got=known.format(laid))
    values = field_of(plain, "values", list)
    if not values or any(type(value) is not int for value in values):
        raise NotationError("field 'values'", expected="a list of integers", got=shown(values))
    return Solution(known, hand, melds, tuple(values))


def optional_tile(plain: Mapping[str, Any], key: str, rules: RuleSet | None) -> Tile | None:
    """Read a tile that may be null."""
    text = plain.get(key)
    return None if text is None else tile_from_plain(text, rules, f"field {key!r}")


def tile_to_plain(tile: Tile | None, rules: RuleSet | None) -> str | None:
    """Return the text of a tile, null for none."""
    return None if tile is None else tile_names(dialect_of(rules))[tile]


def _turn_to_plain(turn: Turn, rules: RuleSet | None) -> Fields:
    known = needed(rules, "turn")
    moves = [
        {"kind": move.kind.value, "tiles": tiles_to_plain(move.tiles, known)}
        | {"text": move.text(known.dialect)}
        for move in turn.moves
    ]
    return {
        "rack": tiles_to_plain(turn.rack, known),
        "before": melds_to_plain(turn.before, known),
        "opened": turn.opened,
        "placed": tiles_to_plain(turn.placed, known),
        "discard": tile_to_plain(turn.discard, known),
        "left": tiles_to_plain(turn.left, known),
        "table": melds_to_plain(turn.table, known),
        "tiles": turn.tiles,
        "points": turn.points,
        "penalty": turn.penalty,
        "goes_out": turn.goes_out,
        "kept_melds": turn.kept_melds,
        "factor": turn.factor,
        "moves": moves,
    }


def _turn_from_plain(plain: Mapping[str, Any], rules: RuleSet | None) -> Turn:
    known = needed(rules, "turn")
    return Turn(
        placed=hand_from_plain(plain.get("placed"), known, "placed"),
        discard=optional_tile(plain, "discard", known),
        left=hand_from_plain(plain.get("left"), known, "left"),
        table=Table(melds_from_plain(plain, "table", known)).checked(known),
        points=field_of(plain, "points", int),
        goes_out=field_of(plain, "goes_out", bool),
        kept_melds=field_of(plain, "kept_melds", int),
        factor=field_of(plain, "factor", int),
        before=Table(melds_from_plain(plain, "before", known)).checked(known),
        rack=hand_from_plain(plain.get("rack"), known, "rack"),
        rules=known,
        opened=field_of(plain, "opened", bool),
    )


def _closing_to_plain(closing: Closing, rules: RuleSet | None) -> Fields:
    known = needed(rules, "closing")
    return {
        "hand": tiles_to_plain(closing.hand, known),
        "opened": closing.opened,
        "discard": tile_to_plain(closing.discard, known),
        "pattern": closing.pattern,
        "points": closing.points,
        "factor": closing.factor,
        "rows": [{"name": row.name, "points": row.points} for row in closing.rows],
        "melds": melds_to_plain(closing.melds, known),
        "deadwood": tiles_to_plain(closing.deadwood, known),
        "jokers_in_melds": closing.jokers_in_melds,
    }


def _closing_from_plain(plain: Mapping[str, Any], rules: RuleSet | None) -> Closing:
    known = needed(rules, "closing")
    number = (int, type(None))
    return Closing(
        discard=optional_tile(plain, "discard", known),
        pattern=field_of(plain, "pattern", str),
        points=field_of(plain, "points", number),
        factor=field_of(plain, "factor", int),
        rows=tuple(
            Row(field_of(row, "name", str), field_of(row, "points", number))
            for row in field_of(plain, "rows", list)
        ),
        hand=hand_from_plain(plain.get("hand"), known, "hand"),
        rules=known,
        opened=field_of(plain, "opened", bool),
    )


codec("tile", Tile, lambda tile, rules: {"tile": tiles_to_plain((tile,), rules)[0]},
      lambda doc, rules: tile_from_plain(doc.get("tile"), rules))  # fmt: skip
codec("hand", Hand, lambda hand, rules: {"tiles": tiles_to_plain(hand, rules)},
      lambda doc, rules: hand_from_plain(doc.get("tiles"), rules))  # fmt: skip
codec("meld", Meld, meld_to_plain, meld_from_plain)
codec("table", Table, lambda table, rules: {"melds": melds_to_plain(table, rules)},
      _table_from_plain)  # fmt: skip
codec("solution", Solution, _solution_to_plain, _solution_from_plain)
codec("closing", Closing, _closing_to_plain, _closing_from_plain)
codec("turn", Turn, _turn_to_plain, _turn_from_plain)
codec("rules", RuleSet, lambda x, _: {"rules": rules_to_plain(x)}, lambda _, rules: rules)
