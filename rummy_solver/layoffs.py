"""The search of a turn at a table that is only extended, put to the compiled core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from rummy_solver import _core
from rummy_solver.errors import RuleSetError, SearchLimitError, TableError
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.objectives import PENALTY, POINTS, TILES_LAID, FaceWeights
from rummy_solver.rules import RuleSet
from rummy_solver.table import Table, joker_places, run_color, settled
from rummy_solver.tiles import JOKER, N_CODES, PAD, TILES, Tile

__all__ = ["LayOffSearch", "PlainTurn"]

# Kind, colour, low, high, jokers, colours of a meld, as in the core.
PackedMeld: TypeAlias = tuple[int, int, int, int, int, int]
# A table meld, the price of changing it, its other reading and the price then.
PackedRow: TypeAlias = "tuple[PackedMeld, int, PackedMeld | None, int]"
# Value, melds changed or laid, each after the number of the old one, discard.
Plan: TypeAlias = tuple[int, tuple[tuple[int, int, int, int, int, int, int], ...], int]

_RUN, _GROUP = 1, 2
_DISCARD = {"none": 0, "optional": 1, "required": 2}
_LIMIT = 1 << 60
_MOST_MELDS = 64
_GAINS = {"tiles": TILES_LAID, "points": POINTS, "penalty": PENALTY}


class PlainTurn(NamedTuple):
    """The end of a turn: the table, old melds where they lay, and the tile thrown."""

    table: Table
    discard: Tile | None


class LayOffSearch:
    """One question: a rack, a table and what a turn is worth.

    Parameters
    ----------
    rack, table
        Checked against the rules.
    rules
        Rule set with lay-offs.
    components
        Objectives in order.
    opened
        The opening lies already.
    discard
        The discard that ends the turn: a setting of the knob `discard`.
    banned
        Tile that may not be thrown.
    node_limit
        Nodes of the search, None for no limit.
    """

    def __init__(
        self,
        rack: Hand,
        table: Table,
        rules: RuleSet,
        components: Sequence[str],
        *,
        opened: bool,
        discard: str,
        banned: Tile | None,
        node_limit: int | None,
    ) -> None:
        if len(table) > _MOST_MELDS:
            raise TableError("table", expected=f"at most {_MOST_MELDS} melds", got=str(len(table)))
        self.table = table
        self.rules = rules
        self.node_limit = node_limit
        goals = _goals_of(rules, tuple(components))
        self.question = _core.LayoffQuestion(
            goals.core,
            rack.counts,
            [_row(meld, goals, rules) for meld in table],
            opened=opened,
            discard=_DISCARD[discard],
            banned=PAD if banned is None else int(banned),
            node_limit=node_limit or 0,
        )

    def best(self) -> PlainTurn | None:
        """Return the best turn, None when the rules allow none, not even to do nothing."""
        plan = self._plan()
        return self._turn(plan) if plan else None

    def every(self, limit: int | None) -> list[PlainTurn]:
        """Return all best turns, each once, at most `limit`."""
        plan = self._plan()
        if not plan or limit == 0:
            return []
        found: dict[tuple[object, ...], PlainTurn] = {}

        def take(plan: Plan) -> bool:
            turn = self._turn(plan)
            found.setdefault((turn.table.in_order(), turn.discard), turn)
            return limit is not None and len(found) >= limit

        if not self.question.every(plan[0], take):
            raise self._beyond()
        return list(found.values())

    def _plan(self) -> Plan | tuple[()]:
        plan = self.question.best()
        if plan is None:
            raise self._beyond()
        return plan

    def _beyond(self) -> SearchLimitError:
        return SearchLimitError("turn", expected=f"at most {self.node_limit} nodes", got="more")

    def _turn(self, plan: Plan) -> PlainTurn:
        _, changes, discard = plan
        melds = list(self.table.melds)
        for base, kind, color, low, high, jokers, colors in changes:
            if kind == _RUN:
                meld = _run(color, low, high, jokers, self.rules.ranks)
            else:
                faces = [Tile.of(c, low) for c in range(self.rules.colors) if colors >> c & 1]
                meld = Meld.group(faces, jokers)
            if base == PAD:
                melds.append(meld)
            else:
                melds[base] = meld
        return PlainTurn(Table(melds), None if discard == PAD else TILES[discard])


def _run(color: int, low: int, high: int, jokers: int, ranks: int) -> Meld:
    places = range(low, high + 1)
    faces = tuple([Tile.of(color, 1 if p > ranks else p) for p in places])
    tiles = tuple(
        [JOKER if jokers >> p & 1 else face for p, face in zip(places, faces, strict=True)]
    )
    return Meld(MeldKind.RUN, tiles, faces)


def packed(meld: Meld, rules: RuleSet) -> tuple[int, int, int, int, int, int]:
    """Return the form that the core takes: kind, colour, low, high, jokers, colours."""
    if meld.kind is MeldKind.RUN:
        places = meld.places(rules.ranks)
        jokers = sum(1 << place for place in joker_places(meld, rules.ranks))
        return _RUN, run_color(meld), places[0], places[-1], jokers, 0
    colors = sum(1 << ((tile - 1) // 13) for tile in meld.naturals)
    return _GROUP, 0, meld.naturals[0].rank, 0, meld.jokers, colors


def _row(meld: Meld, goals: _Goals, rules: RuleSet) -> PackedRow:
    """Return a table meld, its other reading, and what changing it costs in each."""
    if not meld.open:
        return packed(meld, rules), -goals.kept, None, 0
    one, *others = settled(meld, rules)
    prices = [
        goals.points * (reading.points(rules) - meld.points(rules)) - goals.kept
        for reading in (one, *others)
    ]
    other = packed(others[0], rules) if others else None
    return packed(one, rules), prices[0], other, prices[-1]


class _Goals(NamedTuple):
    """Objectives under a rule set, for the core; the weights of a kept meld and of a point."""

    core: _core.LayoffGoals
    kept: int
    points: int


def _goals_of(rules: RuleSet, components: tuple[str, ...]) -> _Goals:
    """Return the objectives as one integer weight, built once per rule set."""
    cache: dict[tuple[str, ...], _Goals] = rules.__dict__.setdefault("_turn_goals", {})
    if components not in cache:
        cache[components] = _combined(rules, components)
    return cache[components]


class GoalTables(NamedTuple):
    """Objectives under a rule set as plain tables: what the core is given."""

    gains: dict[str, tuple[int, ...]]
    flags: dict[str, int]
    kept: int
    points: int


def _combined(rules: RuleSet, components: tuple[str, ...]) -> _Goals:
    tables = goal_tables(rules, components)
    core = _core.LayoffGoals(rules.core, tables.gains, tables.flags)
    return _Goals(core, tables.kept, tables.points)


def goal_tables(rules: RuleSet, components: tuple[str, ...]) -> GoalTables:
    """Return objectives combined into one integer weight per tile, and what a turn may do."""
    total = FaceWeights((0,) * 15, (0,) * 15, (0,) * 14, (0,) * 14)
    thrown = (0,) * N_CODES
    weights = dict.fromkeys(("kept", "points"), 0)
    span = 1
    for name in reversed(components):
        weights[name] = span
        if name == "kept":
            span *= 2 * _MOST_MELDS + 1
            continue
        gains = _GAINS[name].gains(rules)
        left = rules.hand_points_by_code if name == "penalty" else (0,) * N_CODES
        total = FaceWeights(*(_plus(a, b, span) for a, b in zip(total, gains, strict=True)))
        thrown = _plus(thrown, left, span)
        # No turn gains or costs more: each tile of the deck laid, and each as it lay before.
        most = max([max(row) for row in gains] + [max(left)])
        span *= 4 * most * rules.deck.size + 1
    if span > _LIMIT:
        raise RuleSetError(
            "objective", expected="weights that fit 60 bits", got=f"{span.bit_length()} bits"
        )
    gains_by_name = {**total._asdict(), "thrown": thrown} | {
        "open_run": rules.run_points,
        "open_run_joker": rules.joker_run_points,
        "open_group": rules.group_points,
        "open_group_joker": rules.joker_group_points,
    }
    flags = {
        "kept": weights["kept"],
        "opening_points": rules.opening_points,
        "swap": rules.joker_swap,
        "use_swapped": rules.swapped_joker_must_be_used,
        "cap_on_layoff": rules.joker_cap_on_layoff,
        "one_meld": rules.one_meld_per_turn,
        "opening_single": rules.opening_single_meld,
    }
    return GoalTables(gains_by_name, flags, weights["kept"], weights["points"])


def _plus(a: Sequence[int], b: Sequence[int], factor: int) -> tuple[int, ...]:
    return tuple([x + factor * y for x, y in zip(a, b, strict=True)])
