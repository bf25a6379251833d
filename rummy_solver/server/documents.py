"""What the service answers, as its OpenAPI description tells: the forms of `rummy_solver.schema`.

Answers are not passed through these models, which would cost more than many a question; the tests
compare them.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Tile = str | int
"""Text in the style of the game, or the code of the tile where codes were asked for."""


class Document(BaseModel):
    """An object that has these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class PlainRules(Document):
    """A rule set whose knobs differ from the one that it is named after."""

    name: str
    knobs: dict[str, Any]


class Head(Document):
    """What every answer of `to_dict` starts with."""

    version: Literal[1]
    rules: str | PlainRules


class Meld(Document):
    """A run, group or pair; the face of a joker whose colour is open is null."""

    kind: Literal["run", "group", "pair"]
    tiles: list[Tile]
    faces: list[Tile | None]
    points: int = Field(0, description="not there for pairs")
    open: Literal[True] = Field(True, description="there for what is neither run nor group yet")


class Solution(Head):
    """The best melds of a hand."""

    type: Literal["solution"]
    hand: list[Tile]
    melds: list[Meld]
    deadwood: list[Tile]
    value: int
    values: list[int]
    tile_count: int
    points: int
    penalty: int
    jokers_used: int


class SolveAnswer(Document):
    """The best melds; null where nothing is worth enough to open."""

    solution: Solution | None


class Row(Document):
    """A row of the table of closings that the kept tiles meet."""

    name: str
    points: int | None


class Closing(Head):
    """A way to close, and what it is worth."""

    type: Literal["closing"]
    hand: list[Tile]
    opened: bool
    discard: Tile | None
    pattern: str
    points: int | None
    factor: int
    rows: list[Row]
    melds: list[Meld]
    deadwood: list[Tile]
    jokers_in_melds: int


class Fault(Document):
    """A reason why a hand does not close."""

    code: str
    text: str
    amount: int
    tiles: list[Tile]


class ClosingsAnswer(Document):
    """Every closing, the best first; without one every reason."""

    closings: list[Closing]
    faults: list[Fault]


class Move(Document):
    """One step of a player."""

    kind: str
    tiles: list[Tile]
    text: str


class Turn(Head):
    """A turn: what is placed, the table after it, and the steps that lead there."""

    type: Literal["turn"]
    rack: list[Tile]
    before: list[Meld]
    opened: bool
    placed: list[Tile]
    discard: Tile | None
    left: list[Tile]
    table: list[Meld]
    tiles: int
    points: int
    penalty: int
    goes_out: bool
    kept_melds: int
    factor: int
    moves: list[Move]


class TurnAnswer(Document):
    """The best turn; one that places nothing leaves the table as it is."""

    turn: Turn


class Reason(Document):
    """Why: a code for translations, its values, and the sentence in English."""

    code: str
    values: dict[str, Any]
    text: str


class Hint(Head):
    """Something that a seat can do now."""

    type: Literal["hint"]
    kind: str
    tiles: list[Tile]
    gain: dict[str, Any]
    reason: Reason
    action: Closing | Turn | None


class HintsAnswer(Document):
    """What a seat can do in this part of its turn, the best first."""

    phase: Literal["draw", "play"]
    hints: list[Hint]


class SolvedBatch(Document):
    """Columns with one value a hand."""

    value: list[int | None]
    deadwood: list[int | None]
    jokers_used: list[int | None]


class ClosedBatch(Document):
    """Whether each hand closes, and by which pattern at best."""

    closable: list[bool]
    pattern: list[str | None]


class DistanceBatch(Document):
    """How many tiles each hand is from closing, -1 for never."""

    distance: list[int]


class GameAnswer(Document):
    """What a client wants to know of a game before it asks."""

    name: str
    rules: str | PlainRules
    style: Literal["tile", "card"]
    colors: int
    ranks: int
    hand_size: int
    table_play: Literal["none", "lay_off", "rearrange"]
    closing: Literal["arranged", "out", "knock"]
    opening_points: int
    okey_required: bool
    tile_names: list[str]


class RulesAnswer(Document):
    """The rule sets that the service knows by name."""

    rules: list[GameAnswer]


class Health(Document):
    """The service is up."""

    status: Literal["ok"]
    version: str


class Wrong(Document):
    """What went wrong, and where in the request."""

    kind: str = Field(description="notation, hand, table, rules, input, request, too_long or limit")
    message: str
    field: str | None = None
    where: str | None = None
    position: int | None = Field(None, description="number of the wrong tile, from 1")


class WrongAnswer(Document):
    """An error."""

    error: Wrong
