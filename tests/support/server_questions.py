"""Questions to the service that are nearly always possible: hands of the deck, tables, knobs."""

from __future__ import annotations

import random
import re
from dataclasses import fields
from typing import Any

from hypothesis import strategies as st

import rummy_solver as rs

QUESTIONS = ("solve", "closings", "turn", "hints", "batch")
KNOBS = {knob.name: str(knob.metadata.get("expected", "")) for knob in fields(rs.RuleSet)}
OBJECTIVES = ("tiles", "points", "penalty", ["tiles", "points"], ["penalty", "tiles"], "kept", "x")


@st.composite
def knob_values(draw: st.DrawFn, name: str) -> object:
    """A value that the limits of a knob name, or nearly so."""
    words: list[object] = [*re.findall(r"'(\w+)'", KNOBS[name])]
    numbers = [int(text) for text in re.findall(r"\d+", KNOBS[name])]
    near = [n + step for n in numbers for step in (-1, 0, 1)]
    some = [*words, *near, True, False, None, {"joker": 5, "1": 3}, "rank", "K6"]
    return draw(st.sampled_from(some))


@st.composite
def rules(draw: st.DrawFn) -> Any:
    name = draw(st.sampled_from(rs.rule_names()))
    if draw(st.integers(0, 3)):
        return {"name": name, "knobs": {"okey_tile": "K6"}} if name == "okey" else name
    knobs = draw(st.lists(st.sampled_from(sorted(KNOBS)), min_size=1, max_size=3, unique=True))
    return {"name": name, "knobs": {knob: draw(knob_values(knob)) for knob in knobs}}


def rules_known(given: Any) -> rs.RuleSet:
    """The rules that tiles are dealt from, where those of a question are not possible."""
    name = given if isinstance(given, str) else given["name"]
    known = rs.get_rules(name)
    return known.replace(okey_tile="K6") if known.okey_required else known


@st.composite
def tiles(draw: st.DrawFn, known: rs.RuleSet, deck: list[rs.Tile]) -> Any:
    """A hand of the deck as text, as texts or as codes; its tiles leave the deck."""
    near = known.hand_size + draw(st.integers(-1, 1))
    size = draw(st.sampled_from((near, near, draw(st.integers(0, 40)))))
    found, deck[:] = deck[:size], deck[size:]
    form = draw(st.integers(0, 2))
    texts = [known.format(tile) for tile in found]
    return [" ".join(texts), texts, [int(tile) for tile in found]][form]


@st.composite
def questions(draw: st.DrawFn, path: str) -> dict[str, Any]:
    asked: dict[str, Any] = {"rules": draw(rules())}
    known = rules_known(asked["rules"])
    deck = list(known.deck)
    random.Random(draw(st.integers(0, 1 << 30))).shuffle(deck)
    if draw(st.booleans()):
        asked["tiles"] = "codes"
    if path == "batch":
        asked["hands"] = [draw(tiles(known, deck)) for _ in range(draw(st.integers(1, 5)))]
        asked["ask"] = draw(st.sampled_from(("solve", "opening", "close", "distance")))
        return asked
    if path in ("turn", "hints") and draw(st.booleans()):
        laid = rs.solve(deck[:20], known).melds[:6]
        asked["table"] = " | ".join(map(known.format, laid))
        deck = deck[20:]
    asked["hand"] = draw(tiles(known, deck))
    if path in ("solve", "turn"):
        asked["objective"] = draw(st.sampled_from(OBJECTIVES))
    if path in ("closings", "turn", "hints"):
        asked["opened"] = draw(st.booleans())
    if path in ("closings", "hints"):
        asked["launched"] = draw(st.sampled_from((0, 0, 0, 1, 6)))
    if path == "hints":
        asked["discards"] = [known.format(deck[:3])] if len(deck) > 10 else []
        asked["seen"] = known.format(deck[3:9])
    return asked
