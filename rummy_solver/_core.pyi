"""Types of the compiled core."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Solution = TypeVar("_Solution", bound=PackedSolution)

def use_limit_error(error: type[Exception]) -> None: ...

class CoreRules:
    def __init__(
        self,
        *,
        colors: int,
        ranks: int,
        copies: int,
        jokers: int,
        min_run: int,
        max_run: int,
        min_group: int,
        max_group: int,
        ace_low: bool,
        ace_high: bool,
        min_naturals: int,
        max_jokers: int,
    ) -> None: ...

class CoreSolver:
    def __init__(
        self,
        rules: CoreRules,
        run_tile: Sequence[int],
        run_joker: Sequence[int],
        group_tile: Sequence[int],
        group_joker: Sequence[int],
        *,
        deck: bytes,
        divisor: int,
        left: Sequence[int] | None,
    ) -> None: ...
    @property
    def rules(self) -> CoreRules: ...
    @property
    def table_bytes(self) -> int: ...
    def best(self, counts: bytes) -> int: ...
    def first(self, counts: bytes) -> int: ...
    def after_discards(self, counts: bytes) -> list[tuple[int, int]]: ...
    def one(self, counts: bytes) -> tuple[int, bytes]: ...
    def walk(self, counts: bytes) -> CoreWalk: ...
    def melds(self, counts: bytes) -> bytes: ...
    def worth(self, packed: bytes) -> int: ...
    def opening(
        self, points: CoreSolver, counts: bytes, least: int
    ) -> tuple[int, bytes] | None: ...
    def counters(self) -> tuple[int, int]: ...

def quick_value(hand_class: type) -> Callable[[_Function], _Function]: ...
def quick_solution(
    hand_class: type, solution_class: type[PackedSolution]
) -> Callable[[_Function], _Function]: ...

class PackedSolution:
    rules: Any
    hand: Any
    melds: Any
    values: Any
    def __init__(self, rules: Any, hand: Any, melds: Any, values: Any) -> None: ...
    @classmethod
    def of_packed(  # noqa: PYI019
        cls: type[_Solution],
        rules: Any,
        hand: Any,
        packed: bytes,
        gain: int,
        question: tuple[CoreSolver, Any],
    ) -> _Solution: ...

class CoreWalk:
    @property
    def value(self) -> int: ...
    def __iter__(self) -> CoreWalk: ...
    def __next__(self) -> bytes: ...
    def count(self) -> int: ...

# ---- layoff

# kind, color, low, high, jokers, colors
_PackedMeld: TypeAlias = tuple[int, int, int, int, int, int]
_PackedRow: TypeAlias = tuple[_PackedMeld, int, _PackedMeld | None, int]
_Plan: TypeAlias = tuple[int, tuple[tuple[int, int, int, int, int, int, int], ...], int]

class LayoffGoals:
    def __init__(
        self, rules: CoreRules, gains: dict[str, tuple[int, ...]], flags: dict[str, int]
    ) -> None: ...

class LayoffQuestion:
    def __init__(
        self,
        goals: LayoffGoals,
        hand: bytes,
        table: list[_PackedRow],
        *,
        opened: bool,
        discard: int,
        banned: int,
        node_limit: int,
    ) -> None: ...
    def best(self) -> _Plan | tuple[()] | None: ...
    def every(self, value: int, take: Callable[[_Plan], bool]) -> bool: ...

# ---- rows of arrays, deals, exact numbers ----

def deal_rows(
    deck: bytes, seed: int, start: int, out: npt.NDArray[np.uint8], first: int, end: int
) -> None: ...
def pick_rows(
    seed: int, start: int, bound: int, out: npt.NDArray[np.uint8], first: int, end: int
) -> None: ...
def count_closable(
    rules: CoreRules, deck: bytes, naturals: int, jokers: int
) -> list[tuple[int, int]]: ...

# ---- distance ------------------------------------------------------------------------------

def distance(
    rules: CoreRules, hand: bytes, deck: bytes, seen: bytes, size: int, pair_jokers: int
) -> int: ...
def pairs_distance(
    rules: CoreRules, hand: bytes, deck: bytes, seen: bytes, pair_jokers: int
) -> int: ...
def nearest(
    rules: CoreRules, hand: bytes, deck: bytes, seen: bytes, size: int, pair_jokers: int
) -> bytes | None: ...
def useful(
    rules: CoreRules, hand: bytes, deck: bytes, seen: bytes, size: int, pair_jokers: int
) -> tuple[int, bytes]: ...
def discards(
    rules: CoreRules, hand: bytes, deck: bytes, seen: bytes, size: int, pair_jokers: int
) -> list[tuple[int, int, bytes]]: ...
def odds(
    rules: CoreRules,
    hand: bytes,
    deck: bytes,
    seen: bytes,
    size: int,
    pair_jokers: int,
    draws: int,
) -> tuple[int, int]: ...
def odds_of_discards(
    rules: CoreRules,
    hand: bytes,
    deck: bytes,
    seen: bytes,
    size: int,
    pair_jokers: int,
    wanted: bytes,
) -> tuple[dict[int, int], int] | None: ...
def deadwood_distance(
    rules: CoreRules, hand: bytes, deck: bytes, seen: bytes, size: int, points: bytes, limit: int
) -> int: ...

# ---- table

# kind (1 run, 2 group, 3 either, with the faces of the run), tiles, faces
LaidRow: TypeAlias = tuple[int, tuple[int, ...], tuple[int | None, ...]]
# kind, size, color, place, jokers, rank, colors, wild, number of the old meld or -1
LaidResult: TypeAlias = tuple[int, int, int, int, int, int, int, int, int]

def table_turns(
    rules: CoreRules,
    rack: bytes,
    melds: list[LaidRow],
    order: bytes,
    *,
    policy: int,
    opened: bool,
    manipulate: bool,
    single: bool,
    opening_points: int,
    hand_points: tuple[int, ...],
    points: tuple[tuple[int, ...], ...],
    node_limit: int,
    limit: int,
    skip: int,
    every: bool,
) -> tuple[int, list[tuple[bytes, list[LaidResult]]], int]: ...
def hand_melds(
    rules: CoreRules,
    counts: bytes,
    weights: tuple[tuple[int, ...], ...],
    node_limit: int,
) -> tuple[int, int, list[LaidResult], int]: ...

class RowArray:
    def __init__(
        self,
        tiles: npt.NDArray[np.uint8],
        deck: bytes,
        least: int,
        most: int,
        where: npt.NDArray[np.uint8] | None,
    ) -> None: ...
    def first_bad(self, first: int, end: int) -> int: ...

class SolveJob:
    def __init__(
        self,
        solver: CoreSolver,
        points: CoreSolver | None,
        least: int,
        tiles_divisor: int,
        tiles_radix: int,
        tiles_first: bool,
    ) -> None: ...

class SolveWorker:
    def __init__(self, job: SolveJob) -> None: ...
    def run(
        self,
        rows: RowArray,
        first: int,
        end: int,
        value: npt.NDArray[np.int32],
        deadwood: npt.NDArray[np.uint8],
        jokers: npt.NDArray[np.uint8],
        status: npt.NDArray[np.uint8],
        meld_of: npt.NDArray[np.int8] | None,
    ) -> None: ...

# ---- closing

def closes(
    rules: CoreRules,
    counts: bytes,
    spare: int = 0,
    kept: int = 255,
    pairs: int = 0,
    pair_jokers: int = 0,
) -> bool: ...
def cover(
    rules: CoreRules, counts: bytes, spare: int = 0
) -> tuple[bytes | None, int | None, int]: ...

class PatternQueries:
    def __init__(self, rules: CoreRules, rows: Sequence[tuple[Any, ...]]) -> None: ...
    def met(self, counts: bytes) -> int: ...
    def discards(self, counts: bytes, kept: int = 255) -> list[tuple[int, int]]: ...
    def arrangement(self, counts: bytes, pattern: int) -> bytes | None: ...

def distance_rows(
    rules: CoreRules,
    rows: RowArray,
    size: int,
    pair_jokers: int,
    first: int,
    end: int,
    distance: npt.NDArray[np.int8],
    status: npt.NDArray[np.uint8],
) -> None: ...
def close_rows(
    rules: CoreRules,
    rows: RowArray,
    ways: tuple[int, int, int],
    pairs: tuple[int, int],
    first: int,
    end: int,
) -> bytes: ...
