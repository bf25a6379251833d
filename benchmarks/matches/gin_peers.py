"""Gin against the players of other projects, through their own environments.

python -m benchmarks.matches.gin_peers --pairs 2000 --peer openspiel rlcard

A pair is one deal played twice with the seats swapped. Points are those of each environment.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import rlcard
from rlcard.models.gin_rummy_rule_models import GinRummyNoviceRuleAgent

import rummy_solver as rs
from benchmarks.matches.statistics import Pair, played, summary

RULES = rs.get_rules("gin_rummy")
CARD = re.compile("[A2-9TJQK][scdh]")

# ---- OpenSpiel -------------------------------------------------------------------------------

UPCARD, STOCK, PASS, KNOCK = 52, 53, 54, 55


class SpielHints:
    """The hints as a player of OpenSpiel's gin_rummy."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: set[str] = set()
        self.taken: str | None = None
        self.plan: list[str] = []
        self.melds: list[set[str]] | None = None

    def watch(self, state: Any, action: int, player: int) -> None:
        """Remember what the other takes and throws openly."""
        if player == self.seat:
            return
        if action == UPCARD:
            self.known.add(self.pile(state)[-1])
        elif action < UPCARD:
            self.known.discard(name_of(state, action))

    def pile(self, state: Any) -> list[str]:
        text = state.observation_string(self.seat)
        cards = CARD.findall(text[text.index("Discard pile:") :].split("\n")[0])
        upcard = CARD.findall(text[text.index("Upcard:") :].split("\n")[0])
        return cards + upcard

    def hand(self, state: Any) -> list[str]:
        text = state.observation_string(self.seat)
        mine = text[text.index(f"Player{self.seat}:") :]
        box = mine[mine.index("+---") :].split("+--------------------------+")[1]
        return CARD.findall(box)

    def position(self, state: Any, phase: Any) -> rs.Position:
        pile = self.pile(state)
        return rs.Position(
            " ".join(self.hand(state)),
            RULES,
            (),
            " ".join(pile),
            taken=self.taken if phase == "play" else None,
            phase=phase,
            next_known=" ".join(self.known),
        )

    def step(self, state: Any) -> int:
        phase = next(line for line in str(state).splitlines() if line.startswith("Phase"))
        legal = {name_of(state, action): action for action in state.legal_actions()}
        act = getattr(self, "in_" + phase.split(": ")[1].lower())
        return int(act(state, legal))

    def in_firstupcard(self, state: Any, legal: dict[str, int]) -> int:
        take = rs.hints(self.position(state, "draw"))[0].kind == "DRAW_DISCARD"
        take = take and UPCARD in legal.values()
        self.taken = self.pile(state)[-1] if take else None
        return UPCARD if take else PASS if PASS in legal.values() else STOCK

    def in_draw(self, state: Any, legal: dict[str, int]) -> int:
        best = rs.hints(self.position(state, "draw"))[0]
        take = best.kind == "DRAW_DISCARD" and UPCARD in legal.values()
        self.taken = self.pile(state)[-1] if take else None
        return UPCARD if take else STOCK

    def in_discard(self, state: Any, legal: dict[str, int]) -> int:
        found = rs.hints(self.position(state, "play"))
        closing = found[0].action
        if isinstance(closing, rs.Closing) and closing.discard and KNOCK in legal.values():
            self.plan = [RULES.format(closing.discard)]
            self.melds = [part for meld in closing.melds for part in short(meld.tiles)]
            return KNOCK
        for hint in found:
            if hint.kind == "DISCARD" and RULES.format(hint.tiles[0]) in legal:
                return legal[RULES.format(hint.tiles[0])]
        raise AssertionError("no discard")

    def in_knock(self, state: Any, legal: dict[str, int]) -> int:
        if self.plan and self.plan[0] in legal:
            return legal[self.plan.pop(0)]
        return self.lay(legal)

    def lay(self, legal: dict[str, int]) -> int:
        for name, action in legal.items():
            if self.melds and set(CARD.findall(name)) in self.melds and len(name) > 2:
                self.melds.remove(set(CARD.findall(name)))
                return action
        return PASS

    def in_layoff(self, state: Any, legal: dict[str, int]) -> int:
        if self.melds is None:
            self.defend(state)
        for name in self.plan:
            if name in legal:
                self.plan.remove(name)
                return legal[name]
        laying_off_is_over = not any(len(name) == 2 for name in legal)
        if self.plan and not laying_off_is_over:
            self.plan = []
            return PASS
        if any(len(name) == 2 for name in legal):
            return PASS
        return self.lay(legal)

    def defend(self, state: Any) -> None:
        """Plan the own melds and what goes to the melds of the knocker."""
        text = str(state)
        other = text[text.index(f"Player{1 - self.seat}:") :]
        line = next((x for x in other.splitlines() if x.startswith("Layed melds")), "")
        table = [" ".join(CARD.findall(word)) for word in line.split()[2:]]
        rules = RULES.replace(
            table_play="lay_off", closing="out", settlement="hands", knock_limit=None
        )
        turn = rs.best_turn(
            " ".join(self.hand(state)), " | ".join(table), rules, opened=True,
            objective="penalty", discard=False,
        )  # fmt: skip
        self.plan, self.melds = [], []
        for move in turn.moves:
            cards = [rules.format(tile) for tile in move.tiles]
            if move.kind.value == "lay":
                self.melds += short(move.tiles)
            else:
                self.plan += cards

    def in_wall(self, state: Any, legal: dict[str, int]) -> int:
        return PASS


def short(tiles: Iterable[rs.Tile]) -> list[set[str]]:
    """The cards of a meld in parts of at most five: OpenSpiel knows no longer runs."""
    cards = [RULES.format(tile) for tile in tiles]
    parts = []
    while len(cards) > 5:
        parts.append(set(cards[:3]))
        cards = cards[3:]
    return [*parts, set(cards)]


def name_of(state: Any, action: int) -> str:
    return str(state.action_to_string(state.current_player(), action)).split("Action: ")[1]


def spiel_round(seed: str, side: int) -> tuple[float, float]:
    """Play a deal with the hints in one seat; return the points of the hints and of the bot."""
    game = pyspiel.load_game("gin_rummy")
    state = game.new_initial_state()
    order = list(range(52))
    random.Random(seed).shuffle(order)
    hints = SpielHints(side)
    bot = pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), 1 - side)
    while not state.is_terminal():
        if state.is_chance_node():
            possible = {action for action, _ in state.chance_outcomes()}
            state.apply_action(next(card for card in order if card in possible))
            continue
        player = state.current_player()
        action = hints.step(state) if player == side else bot.step(state)
        hints.watch(state, action, player)
        state.apply_action(action)
    mine, theirs = state.returns()[side], state.returns()[1 - side]
    return mine, theirs


# ---- RLCard ----------------------------------------------------------------------------------

DRAW, PICK_UP, DEAD, GIN, DISCARD, KNOCK_WITH = 2, 3, 4, 5, 6, 58


class RlcardHints:
    """The hints as an agent of RLCard's gin-rummy."""

    use_raw = False

    def step(self, state: dict[str, Any]) -> int:
        legal = list(state["legal_actions"])
        if len(legal) == 1:
            return int(legal[0])
        hand, top, dead, known, _ = (rs.Hand.from_rlcard(np.flatnonzero(x)) for x in state["obs"])
        phase: Any = "draw" if len(hand) == RULES.hand_size else "play"
        position = rs.Position(
            hand, RULES, (), [list(top)] if top else (), dead, phase=phase, next_known=known
        )
        for hint in rs.hints(position):
            action = self.action(hint)
            if action in legal:
                return action
        return int(legal[0])

    def eval_step(self, state: dict[str, Any]) -> tuple[int, list[float]]:
        return self.step(state), []

    def action(self, hint: rs.Hint) -> int:
        if hint.kind == "DRAW_DISCARD":
            return PICK_UP
        if hint.kind == "DRAW_STOCK":
            return DRAW
        if hint.reason.code in ("gin", "big_gin"):
            return GIN
        tile = hint.tiles[0]
        assert tile.color is not None
        # Their suits are S H D C as ours are, so the number is the code less one.
        return (KNOCK_WITH if hint.kind == "CLOSE" else DISCARD) + int(tile) - 1


def rlcard_round(seed: int, side: int) -> tuple[float, float]:
    np.random.seed(seed)
    env = rlcard.make("gin-rummy", config={"seed": seed})
    players = [GinRummyNoviceRuleAgent(), GinRummyNoviceRuleAgent()]
    players[side] = RlcardHints()
    env.set_agents(players)
    _, payoffs = env.run(is_training=False)
    return float(payoffs[side]), float(payoffs[1 - side])


# ---- the matches -------------------------------------------------------------------------------


def play(peer: str, pair: int) -> Pair:
    """Play one deal from both seats."""
    start = time.process_time()
    rounds = [
        spiel_round(f"gin:{pair}", side) if peer == "openspiel" else rlcard_round(pair, side)
        for side in (0, 1)
    ]
    return Pair.of(rounds, time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--peer", nargs="*", default=("openspiel", "rlcard"))
    parser.add_argument("--log", type=Path, help="file of the pairs played")
    options = parser.parse_args()
    for peer in options.peer:
        match = f"gin_rummy against {peer}"
        pairs = played(match, options.pairs, partial(play, peer), options.log)
        print(summary(match, pairs), flush=True)


if __name__ == "__main__":
    main()
