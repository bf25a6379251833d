"""The answers of the service: plain functions from a question to a document, without HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from rummy_solver.advice import hints
from rummy_solver.batch import opening_batch, solve_batch
from rummy_solver.closing_report import explain_closing
from rummy_solver.endings import close_batch, distance_batch
from rummy_solver.errors import HandError, RummyError, SearchLimitError
from rummy_solver.hand import Hand
from rummy_solver.notation import parse_tile, parse_tiles, tile_names
from rummy_solver.play import best_turn
from rummy_solver.position import Position
from rummy_solver.rules import RuleSet
from rummy_solver.schema import rules_from_plain, rules_to_plain, to_dict
from rummy_solver.server import models
from rummy_solver.solver import opening, solve
from rummy_solver.table import Table
from rummy_solver.tiles import PAD, Tile

Document = dict[str, Any]
Rows = npt.NDArray[np.uint8]
T = TypeVar("T")

_WIDEST = 32
_BLOCK = 32
_OF_TILES = {"hand", "tiles", "faces", "deadwood", "placed", "left", "rack", "discard", "tile"}


class FieldError(Exception):
    """A wrong input, and the field of the request that it came in."""

    def __init__(self, field: str, fault: RummyError) -> None:
        super().__init__(str(fault))
        self.field = field
        self.fault = fault


def read(field: str, reader: Callable[[], T]) -> T:
    """Read a field of a request; what is wrong with it names the field."""
    try:
        return reader()
    except RummyError as fault:
        raise FieldError(field, fault) from None


def rules_of(question: models.Question) -> RuleSet:
    """Return the rules that a question is asked under."""
    return read("rules", lambda: rules_from_plain(question.plain_rules()))


def hand_of(
    given: models.Seen, rules: RuleSet, field: str = "hand", most: int = models.MOST_TILES
) -> Hand:
    """Return a hand given as text, texts or codes."""
    hand = read(field, lambda: Hand.of(given, rules))
    if len(hand) > most:
        fault = HandError(field, expected=f"at most {most} tiles", got=str(len(hand)))
        raise FieldError(field, fault)
    return hand


def objective_of(given: models.Names) -> str | tuple[str, ...]:
    """Return an objective: a name, or names in their order."""
    return given if isinstance(given, str) else tuple(given)


def with_codes(document: Any, rules: RuleSet, inside: bool = False) -> Any:
    """Return a document with tile codes in the place of the texts of tiles."""
    if isinstance(document, dict):
        return {key: with_codes(x, rules, key in _OF_TILES) for key, x in document.items()}
    if isinstance(document, list):
        return [with_codes(item, rules, inside) for item in document]
    if inside and isinstance(document, str):
        return int(next(iter(Hand.parse(document, rules))))
    return document


def finished(document: Document, question: models.Question, rules: RuleSet) -> Document:
    """Return a document with its tiles as the question wants them."""
    plain: Document = with_codes(document, rules) if question.tiles == "codes" else document
    return plain


def solve_answer(question: models.SolveQuestion) -> Document:
    """Return the best melds, or null where nothing opens."""
    rules = rules_of(question)
    hand = hand_of(question.hand, rules)
    goal = objective_of(question.objective)
    found = (opening if question.opening else solve)(hand, rules, objective=goal)
    solution = None if found is None else to_dict(found, rules)
    return finished({"solution": solution}, question, rules)


def closings_answer(question: models.ClosingsQuestion) -> Document:
    """Return every closing, or every reason why there is none."""
    rules = rules_of(question)
    hand = hand_of(question.hand, rules)
    report = explain_closing(
        hand, rules, launched=question.launched, opened=question.opened, taken=question.taken
    )
    faults = [
        {"code": x.code, "text": x.text, "amount": x.amount, "tiles": _texts(x.tiles, rules)}
        for x in report.faults
    ]
    found = [to_dict(closing, rules) for closing in report.closings]
    return finished({"closings": found, "faults": faults}, question, rules)


def turn_answer(question: models.TurnQuestion, node_limit: int) -> Document:
    """Return the best turn with its steps."""
    rules = rules_of(question)
    hand = hand_of(question.hand, rules)
    table = read("table", lambda: Table.of(question.table, rules))
    turn = best_turn(
        hand,
        table,
        rules,
        opened=question.opened,
        objective=objective_of(question.objective),
        discard=question.discard,
        taken=question.taken,
        node_limit=node_limit,
    )
    return finished({"turn": to_dict(turn, rules)}, question, rules)


def hints_answer(question: models.HintsQuestion, node_limit: int) -> Document:
    """Return what a seat can do now, the best first, with reasons."""
    rules = rules_of(question)

    def tile(text: str | None) -> Tile | None:
        return None if text is None else parse_tile(text, rules.dialect)

    position = Position(
        hand_of(question.hand, rules),
        rules,
        read("table", lambda: Table.of(question.table, rules)),
        read("discards", lambda: [parse_tiles(pile, rules.dialect) for pile in question.discards]),
        hand_of(question.seen, rules, "seen", models.MOST_SEEN),
        question.opened,
        read("drawn", lambda: tile(question.drawn)),
        read("taken", lambda: tile(question.taken)),
        question.phase,
        launched=question.launched,
    )
    found = hints(position, look_ahead=question.look_ahead, node_limit=node_limit)
    found = found[: question.limit]
    answer = {"phase": position.phase, "hints": [to_dict(hint, rules) for hint in found]}
    return finished(answer, question, rules)


def batch_answer(question: models.BatchQuestion, deadline: float) -> Document:
    """Return the answers for all hands as columns.

    Raises
    ------
    SearchLimitError
        Some rows were left when `deadline` seconds were over.
    """
    end = time.monotonic() + deadline
    rules = rules_of(question)
    hands = [
        hand_of(given, rules, f"hands, number {i}", _WIDEST)
        for i, given in enumerate(question.hands, 1)
    ]
    rows = np.full((len(hands), max(1, *map(len, hands))), PAD, np.uint8)
    for row, hand in zip(rows, hands, strict=True):
        row[: len(hand)] = list(hand.codes())
    columns: dict[str, list[Any]] = {}
    for start in range(0, len(rows), _BLOCK):
        if start and time.monotonic() > end:
            expected = f"{len(rows)} hands within {deadline:g} s"
            raise SearchLimitError("batch", expected=expected, got=str(start))
        for name, values in _columns(rows[start : start + _BLOCK], rules, question).items():
            columns.setdefault(name, []).extend(values)
    return columns


def _columns(rows: Rows, rules: RuleSet, question: models.BatchQuestion) -> dict[str, list[Any]]:
    if question.ask == "distance":
        return {"distance": distance_batch(rows, rules).distance.tolist()}
    if question.ask == "close":
        closed = close_batch(rows, rules)
        patterns = [
            rules.pattern_names[p] if ok else None
            for p, ok in zip(closed.pattern.tolist(), closed.closable.tolist(), strict=True)
        ]
        return {"closable": closed.closable.tolist(), "pattern": patterns}
    goal = objective_of(question.objective)
    ask = opening_batch if question.ask == "opening" else solve_batch
    result = ask(rows, rules, objective=goal)
    return {name: getattr(result, name).tolist() for name in ("value", "deadwood", "jokers_used")}


def rules_answer(rules: RuleSet) -> Document:
    """Return what a client wants to know of a game before it asks."""
    return {
        "name": rules.name,
        "rules": rules_to_plain(rules),
        "style": rules.style,
        "colors": rules.colors,
        "ranks": rules.ranks,
        "hand_size": rules.hand_size,
        "table_play": rules.table_play,
        "closing": rules.closing,
        "opening_points": rules.opening_points,
        "okey_required": rules.okey_required,
        "tile_names": list(tile_names(rules.dialect)),
    }


def _texts(tiles: Hand, rules: RuleSet) -> list[str]:
    return [rules.format(tile) for tile in tiles]
