"""Types of the compiled core."""

from collections.abc import Callable
from typing import TypeAlias

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

# ---- layoff

# kind, color, low, high, jokers, colors
PackedMeld: TypeAlias = tuple[int, int, int, int, int, int]
PackedRow: TypeAlias = tuple[PackedMeld, int, PackedMeld | None, int]
Plan: TypeAlias = tuple[int, tuple[tuple[int, int, int, int, int, int, int], ...], int]

class LayoffQuestion:
    def __init__(
        self,
        rules: CoreRules,
        hand: bytes,
        table: list[PackedRow],
        gains: dict[str, tuple[int, ...]],
        flags: dict[str, int],
    ) -> None: ...
    def best(self) -> Plan | tuple[()] | None: ...
    def every(self, value: int, take: Callable[[Plan], bool]) -> bool: ...
