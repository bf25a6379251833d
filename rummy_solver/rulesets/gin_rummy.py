"""Gin rummy: the deck and melds of basic rummy, closed by a knock."""

from rummy_solver.rulesets.basic_rummy import RULES as BASIC_RUMMY

RULES = BASIC_RUMMY.replace(
    name="gin_rummy",
    hand_size=10,  # GN-1: ten cards each
    ace="low",  # GN-1
    table_play="none",  # GN-1: no lay-offs before the knock
    discard="required",  # GN-2: a knock is made with the discard
    discard_taken=False,  # GN-2: as in basic_rummy
    closing="knock",  # GN-2
    knock_limit=10,  # GN-2: deadwood of the other ten cards
    big_gin=0,  # GN-2: bonus option for all eleven melded
    gin_bonus=25,  # GN-4
    undercut_bonus=25,  # GN-4
    one_turn_factor=1,  # GN-4: nothing is doubled
    settlement="difference",  # GN-4: the winner gets the difference
    stock_exhausted="nobody",  # the deal is void
    stock_turnovers=0,
)
