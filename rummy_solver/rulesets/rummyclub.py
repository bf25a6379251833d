"""Rummyclub: Okey as a board game (2-4 players)."""

from rummy_solver.points import RANK
from rummy_solver.rules import RuleSet

RULES = RuleSet(
    name="rummyclub",
    style="tile",
    letters="RYGK",  # RC-1: red, yellow, green and black
    colors=4,  # RC-1: four colours
    ranks=13,  # RC-1: 1..13
    copies=2,  # RC-1: two of each, 104 tiles
    jokers=2,  # RC-1: "dodatkowo w grze występują 2 jokery", 106 in all
    hand_size=14,  # RC-1: 14 tiles each
    min_group=3,  # RC-2: three or four tiles of one value
    max_group=4,  # RC-2: no colour twice
    min_run=3,  # RC-3: three or more in one colour
    max_run=14,  # RC-3: 1..13 and the other 1
    ace="both",  # RC-3: 12-13-1 is allowed, 13-1-2 is not
    max_jokers_per_meld=None,  # the text has no limit
    tile_points=RANK,  # solver default: the game has no meld points
    hand_points=RANK.but({"joker": 30}),  # solver default
    discard="required",  # RC-4: a tile is put away at the end of a turn
    table_play="none",  # RC-5: everything is arranged on the own rack
    closing="arranged",  # RC-5: all in groups and runs
    left_over=1,  # RC-6: the last tile, not used
    close_without_left_over=False,  # RC-5: option
    pairs_to_win=7,  # RC-7: "kończy grę z 7 parami"
    pair_jokers="any",  # RC-7: option
    left_over_joker_factor=2,  # RC-6: double when the tile left over is a joker
    pairs_factor=2,  # RC-7: double for seven pairs
    stack_doubles=False,  # RC-7: both at once is x2; option x4
    base_points=1,  # RC-8: each other seat pays the base points
    settlement="closing",  # RC-8
    stock_exhausted="nobody",  # RC-8: nobody scores
)
