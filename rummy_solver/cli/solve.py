"""Find the best melds of a hand.

Example: rummy-solver solve --rules joker_rummy "5s 6s 7s 9d 9h * Kc"
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from rummy_solver.cli import DONE
from rummy_solver.cli.options import (
    DEFAULT_RULES,
    HandArgument,
    JsonOption,
    ObjectiveOption,
    RulesOption,
    SetOption,
    read_hand,
    read_objective,
    read_rules,
)
from rummy_solver.cli.output import count, heading, noun, say, say_json, solution_lines
from rummy_solver.schema import to_dict
from rummy_solver.solver import solutions, solve

if TYPE_CHECKING:
    from rummy_solver.rules import RuleSet
    from rummy_solver.solution import Solution


def command(
    hand: HandArgument,
    rules: RulesOption = DEFAULT_RULES,
    objective: ObjectiveOption = "tiles",
    settings: SetOption = None,
    every: Annotated[
        bool, typer.Option("--all", help="Print all of the optimal solutions.")
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=1, metavar="N", help="With --all: at most so many.")
    ] = 20,
    as_json: JsonOption = False,
) -> int:
    """Solve the hand and print the solution."""
    game = read_rules(rules, settings)
    tiles = read_hand(hand, game)
    goal = read_objective(objective)
    if every:
        found = list(islice(solutions(tiles, game, objective=goal), limit))
    else:
        found = [solve(tiles, game, objective=goal)]
    if as_json:
        forms = [to_dict(solution, game) for solution in found]
        say_json(forms if every else forms[0])
    else:
        for solution in found:
            _print_solution(solution, game)
    return DONE


def _print_solution(solution: Solution, rules: RuleSet) -> None:
    size = solution.tile_count + len(solution.deadwood)
    pieces = count(size, noun(rules))
    text = f"{solution.tile_count} of {pieces} melded, {count(solution.points, 'point')}"
    if solution.deadwood:
        text += f", {solution.penalty} left in hand"
    say(heading(rules, text), *solution_lines(solution.melds, solution.deadwood, rules))
