"""Okey: rummyclub with an okey tile chosen by the indicator, and two false jokers."""

from rummy_solver.rulesets.rummyclub import RULES as RUMMYCLUB

RULES = RUMMYCLUB.replace(
    name="okey",
    letters="RYBK",  # the colours of the usual Okey tiles
    okey_required=True,  # RC-8, extension: without an okey tile there is no answer
    base_points=2,  # RC-8, extension: each other seat loses 2
    left_over_joker_factor=2,  # x2 for the okey thrown
    pairs_factor=2,  # x2 for seven pairs
)
