"""Remi pe tabla: closings are worth what their pattern is worth (2-4 players)."""

from rummy_solver.points import RANK
from rummy_solver.rules import RuleSet

RULES = RuleSet(
    name="remi",
    style="tile",
    colors=4,  # RM-1: red, yellow, blue, black
    ranks=13,  # RM-1: 1..13
    copies=2,  # RM-1: "in dublu exemplar"
    jokers=2,  # RM-1: two jollies, 106 tiles
    hand_size=14,  # RM-1: 14 tiles each
    starter_extra=1,  # RM-1: 15 for the starter
    min_run=3,  # RM-2: at least three consecutive of one colour
    max_run=14,  # RM-2: 1..13 and the other 1
    ace="both",  # RM-2: 1-2-3 and 12-13-1, never 13-1-2
    min_group=3,  # RM-3: three or four of one number
    max_group=4,  # RM-3: complete at four
    max_jokers_per_meld=None,  # RM-4: a jolly takes the place of one tile
    tile_points=RANK,  # solver default: the game has no meld points
    hand_points=RANK.but({"joker": 30}),  # solver default
    discard="required",  # RM-5: one tile is thrown at the end of a turn
    table_play="none",  # RM-6: everything is arranged on the own board
    closing="arranged",  # RM-6: beside the tile to be thrown only runs and groups
    left_over=1,  # RM-6: the tile to be thrown
    pairs_to_win=7,  # RM-6, RM-9: duble
    pair_jokers="any",  # RM-9: option as in RC-7
    refusal_pairs=3,  # RM-7: three or more pairs may refuse the deal
    trump_bonus=10,  # RM-8: 10 points from each player
    trump_match="physical",  # RM-8: the very tile turned up; option copy
    patterns=True,  # RM-9: the rows of the score table
    minor_max=7,  # RM-9: option
    major_min=8,  # RM-9
    major_includes_high_one=False,  # RM-9: option
    grand_care="same_rank_8",  # RM-9: options
    joker_neutral=False,  # RM-9: option
    big_with_launched=50,  # RM-9: option 100
    special_closed_in_jolly=100,  # RM-9: option 200
    two_launched_points=None,  # RM-9: option 100
    simple_launched_step=10,  # RM-9: option 0
    simple_closed_step=10,  # RM-9: option 0
    settlement="closing",  # RM-9: points from every other player
    stock_exhausted="nobody",  # RM-10: nobody loses points
    leaving_points=25,  # RM-11: 25 points to each player
)
