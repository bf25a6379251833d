"""What a client may ask: the bodies of the requests, with their limits.

A hand of at most 40 tiles is solved within seconds under any rules, however many jokers it holds.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_TEXT = 2_000
MOST_TILES = 40
MOST_SEEN = 200
MOST_MELDS = 64
MOST_HANDS = 10_000

Code = Annotated[int, Field(strict=True, ge=0, le=78)]
Text = Annotated[str, Field(max_length=MOST_TEXT)]
TileText = Annotated[str, Field(max_length=40)]
Codes = Annotated[list[Code], Field(max_length=MOST_TILES)]
Texts = Annotated[list[TileText], Field(max_length=MOST_TILES)]
Hand = Text | Codes | Texts
Seen = (
    Text
    | Annotated[list[Code], Field(max_length=MOST_SEEN)]
    | Annotated[list[TileText], Field(max_length=MOST_SEEN)]
)
Name = Annotated[str, Field(max_length=40)]
Names = Name | Annotated[list[Name], Field(min_length=1, max_length=5)]


class Rules(BaseModel):
    """A rule set with knobs of its own."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: Name
    knobs: dict[Name, Any] = Field(default_factory=dict, max_length=100)


class Question(BaseModel):
    """What all questions share."""

    model_config = ConfigDict(extra="forbid", strict=True)
    rules: Name | Rules = "rummikub"
    tiles: Literal["text", "codes"] = Field(
        "text", description="whether tiles of the answer are texts or tile codes"
    )

    def plain_rules(self) -> str | dict[str, Any]:
        """Return the rules in the form of the JSON schema of the package."""
        return self.rules if isinstance(self.rules, str) else self.rules.model_dump()


class SolveQuestion(Question):
    """Ask which melds of a hand are best."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"rules": "joker_rummy", "hand": "5s 6s 7s 9d 9h * Kc"}]}
    )
    hand: Hand
    objective: Names = "tiles"
    opening: bool = Field(False, description="only melds that are worth enough to open with")


class ClosingsQuestion(Question):
    """Ask whether a hand may close, and for how much."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"rules": "remi", "hand": "R1-4 R7-9 K5-8 K11-13 *"}]}
    )
    hand: Hand
    launched: int = Field(0, ge=0, le=6)
    opened: bool = False
    taken: Name | None = None


class TurnQuestion(Question):
    """Ask for the best turn at a table."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"rules": "rummikub", "hand": "R4 R5 B4", "table": "R1-3 | R4 Y4 K4"}]
        }
    )
    hand: Hand
    table: Text | Annotated[list[Text], Field(max_length=MOST_MELDS)] = ""
    opened: bool = True
    objective: Names = "tiles"
    discard: Literal[False] | None = Field(None, description="false: no discard in this turn")
    taken: Name | None = None


class HintsQuestion(Question):
    """Ask what a seat should do now, from what it sees."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"rules": "basic_rummy", "hand": "7s 9h Jh Qh 3c 4c 5c 7c 8c 9c Kd"}]
        }
    )
    hand: Hand
    table: Text | Annotated[list[Text], Field(max_length=MOST_MELDS)] = ""
    discards: list[Text] = Field([], max_length=4, description="one text a pile, the top last")
    seen: Seen = ""
    opened: bool = False
    drawn: Name | None = None
    taken: Name | None = None
    phase: Literal["draw", "play"] | None = None
    launched: int = Field(0, ge=0, le=6)
    look_ahead: bool = True
    limit: int = Field(20, ge=1, le=200)


class BatchQuestion(Question):
    """One question for many hands of at most 32 tiles."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"rules": "remi", "hands": ["R1-3", "K5 K6 K7 R1 *"]}]}
    )
    ask: Literal["solve", "opening", "close", "distance"] = "solve"
    objective: Names = "tiles"
    hands: list[Hand] = Field(min_length=1, max_length=MOST_HANDS)
