"""The JSON form of positions and hints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummy_solver.closing import Closing
from rummy_solver.errors import NotationError, shown
from rummy_solver.play import Turn
from rummy_solver.position import Position
from rummy_solver.reasons import SENTENCES, Hint, HintKind, Reason
from rummy_solver.rules import RuleSet
from rummy_solver.schema import (
    Fields,
    field_of,
    from_dict,
    hand_from_plain,
    melds_from_plain,
    melds_to_plain,
    needed,
    optional_tile,
    tile_from_plain,
    tile_to_plain,
    tiles_to_plain,
    to_dict,
)

__all__ = ["hint_from_plain", "hint_to_plain", "position_from_plain", "position_to_plain"]


def position_to_plain(position: Position, rules: RuleSet | None) -> Fields:
    """Return the fields of a position."""
    known = needed(rules, "position")
    return {
        "hand": tiles_to_plain(position.hand, known),
        "table": melds_to_plain(position.table, known),
        "discards": [tiles_to_plain(pile, known) for pile in position.discards],
        "seen": tiles_to_plain(position.seen, known),
        "opened": position.opened,
        "drawn": tile_to_plain(position.drawn, known),
        "taken": tile_to_plain(position.taken, known),
        "phase": position.phase,
        "next_known": tiles_to_plain(position.next_known, known),
        "next_opened": position.next_opened,
        "launched": position.launched,
    }


def position_from_plain(plain: Mapping[str, Any], rules: RuleSet | None) -> Position:
    """Read a position; only the hand must be there."""
    known = needed(rules, "position")
    piles = field_of(plain, "discards", list) if "discards" in plain else []
    phase = plain.get("phase")
    if phase not in (None, "draw", "play"):
        raise NotationError("field 'phase'", expected="'draw' or 'play'", got=shown(phase))
    return Position(
        hand_from_plain(plain.get("hand"), known, "hand"),
        known,
        melds_from_plain(plain, "table", known) if "table" in plain else (),
        [[tile_from_plain(text, known) for text in _list(pile)] for pile in piles],
        hand_from_plain(plain.get("seen", []), known, "seen"),
        _flag(plain, "opened"),
        optional_tile(plain, "drawn", known),
        optional_tile(plain, "taken", known),
        phase,
        next_known=hand_from_plain(plain.get("next_known", []), known, "next_known"),
        next_opened=_flag(plain, "next_opened"),
        launched=field_of(plain, "launched", int) if "launched" in plain else 0,
    )


def hint_to_plain(hint: Hint, rules: RuleSet | None) -> Fields:
    """Return the fields of a hint; the sentence is there for who has no translation."""
    action = hint.action
    return {
        "kind": hint.kind.value,
        "tiles": tiles_to_plain(hint.tiles, rules),
        "gain": dict(hint.gain),
        "reason": {
            "code": hint.reason.code,
            "values": dict(hint.reason.values),
            "text": str(hint.reason),
        },
        "action": None if action is None else to_dict(action, rules),
    }


def hint_from_plain(plain: Mapping[str, Any], rules: RuleSet | None) -> Hint:
    """Read a hint."""
    word = field_of(plain, "kind", str)
    if word not in HintKind.__members__:
        names = ", ".join(HintKind.__members__)
        raise NotationError("field 'kind'", expected=f"one of {names}", got=shown(word))
    reason = field_of(plain, "reason", Mapping)
    code = field_of(reason, "code", str)
    if code not in SENTENCES:
        raise NotationError("field 'code'", expected="the code of a reason", got=shown(code))
    action = plain.get("action")
    found = None if action is None else from_dict(action, rules)
    if not isinstance(found, Closing | Turn | None):
        raise NotationError("field 'action'", expected="a closing or a turn", got=shown(action))
    return Hint(
        HintKind(word),
        tuple(tile_from_plain(text, rules) for text in field_of(plain, "tiles", list)),
        dict(field_of(plain, "gain", Mapping)),
        Reason(code, dict(field_of(reason, "values", Mapping))),
        found,
    )


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise NotationError("field 'discards'", expected="lists of tiles", got=shown(value))
    return value


def _flag(plain: Mapping[str, Any], key: str) -> bool:
    return bool(field_of(plain, key, bool)) if key in plain else False
