"""Rummikub: the whole table may be rearranged (2-4 players)."""

from rummy_solver.points import RANK
from rummy_solver.rules import RuleSet

RULES = RuleSet(
    name="rummikub",
    style="tile",
    colors=4,  # RK-1: yellow, black, blue, red
    ranks=13,  # RK-1: 1..13
    copies=2,  # RK-1: every tile twice
    jokers=2,  # RK-1: two jokers
    hand_size=14,  # RK-1: fourteen tiles each
    min_group=3,  # RK-2: three or four tiles of one number
    max_group=4,  # RK-2
    min_run=3,  # RK-3: at least three consecutive of one colour
    max_run=13,  # RK-3
    ace="low",  # RK-1: values 1 to 13
    max_jokers_per_meld=None,  # RK-6: a joker replaces any tile
    tile_points=RANK,  # RK-4: a joker counts as its face
    hand_points=RANK.but({"joker": 30}),  # RK-8: a joker is 30
    opening_points=30,  # RK-4: the melds together are worth 30 or more
    manipulate_on_opening_turn=True,  # RK-4: option
    discard="none",  # RK-5: play at least one tile, or draw
    table_play="rearrange",  # RK-5: manipulation
    joker_policy="locked",  # RK-6: melds with a joker are not taken apart; options
    closing="out",  # RK-7: a rack is empty
    settlement="hands_and_losses",  # RK-8: + the sum of the others, each loser - his own
    pool_exhausted="ends",  # RK-7: or the pool has run out; option play_on
    zero_sum=False,  # RK-9: option
)
