"""Basic rummy: one deck of cards, no jokers, lay-offs (the table is shared)."""

from rummy_solver.points import TEN
from rummy_solver.rules import RuleSet

RULES = RuleSet(
    name="basic_rummy",
    style="card",
    colors=4,  # BR-1: one deck of 52 cards
    ranks=13,  # BR-1
    copies=1,  # BR-1
    jokers=0,  # BR-1
    hand_size=10,  # BR-3: ten cards each
    min_group=3,  # BR-2: three or four of one rank
    max_group=4,  # BR-2
    min_run=3,  # BR-2: three or more of a suit
    max_run=13,  # BR-2
    ace="low",  # BR-1: A-2-3 ... J-Q-K
    tile_points=TEN,  # BR-7: K Q J 10, ace 1, others as they are
    hand_points=TEN.but({"joker": 30}),  # BR-7 (there is no joker; variants with one use 30)
    one_meld_per_turn=False,  # BR-3: any number of melds; option
    discard="optional",  # BR-10: going out with or without a last discard; option required
    discard_taken=False,  # BR-5: the card just taken may not be thrown in the same turn
    table_play="lay_off",  # BR-4: after an own meld, also on the melds of others
    closing="out",  # BR-10: all cards melded or laid off
    one_turn_factor=2,  # BR-8: doubled when all goes in one turn
    take_all=True,  # BR-8: always played
    settlement="hands",  # BR-7: the winner gets the sum of the hands of the others
    match_limit=100,  # BR-9: 100, 300 or 500
    match_end="reached",  # BR-9: whoever reaches it ends the game
    stock_exhausted="report",  # BR-6: hand totals are reported; option lowest_wins
    stock_turnovers=2,  # BR-6: the discard pile is used again twice
)
