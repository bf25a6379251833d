"""Joker rummy: two decks of cards and six jokers, at most one joker in a meld (2-4 players)."""

from rummy_solver.points import TEN
from rummy_solver.rules import RuleSet

RULES = RuleSet(
    name="joker_rummy",
    style="card",
    colors=4,  # JR-1: four suits
    ranks=13,  # JR-1
    copies=2,  # JR-1: "två kortlekar med 52 kort i varje"
    jokers=6,  # JR-1: "och 6 jokrar"
    hand_size=13,  # JR-1: 13 cards each
    min_group=3,  # JR-2: at least three of one rank
    max_group=4,  # JR-2: no suit twice, so four at most
    min_run=3,  # JR-3: at least three consecutive of a suit
    max_run=13,  # JR-3: the text is silent on an ace at both ends; option 14
    ace="both",  # JR-3: at the beginning or at the end, never round the corner
    max_jokers_per_meld=1,  # JR-4: "max ETT kort vara Joker"
    joker_cap_on_layoff=True,  # JR-4: also after a lay-off; option
    tile_points=TEN.but({1: 1, "ace_high": 11}),  # JR-5: 1 or 11 by its place, pictures 10
    ace_in_group=11,  # JR-5: option 1
    hand_points=TEN.but({1: 15, "joker": 30}),  # JR-10
    opening_points=30,  # JR-5: at least 30 the first time
    opening_single_meld=False,  # JR-5: the melds together; option
    discard="required",  # JR-8, JR-9: the round ends after the last discard; option optional
    table_play="lay_off",  # JR-6: melds on the table are extended
    joker_swap=True,  # JR-7: the card that a joker stands for takes it
    swapped_joker_must_be_used=False,  # JR-7: option
    closing="out",  # JR-9: everything put down
    one_turn_factor=2,  # JR-11: take all doubles the penalties
    take_all=False,  # JR-11: a table option
    knock=False,  # JR-13: a table option
    settlement="penalties",  # JR-10: what is left in the hand counts against its owner
    match_end="above",  # JR-12: more than the limit is out
    stock_exhausted="nobody",  # JR-12: the text is silent; option
)
