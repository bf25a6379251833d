"""Types of the compiled core."""

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
