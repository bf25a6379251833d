"""Rummikub for five and six players: six colours."""

from rummy_solver.rulesets.rummikub import RULES as RUMMIKUB

RULES = RUMMIKUB.replace(
    name="rummikub6",
    colors=6,  # RK-1: 156 tiles in six colours
    jokers=2,  # RK-1: the text has two jokers; option 4
    max_group=4,  # RK-2: three or four tiles, as the text has it; option up to 6
)
