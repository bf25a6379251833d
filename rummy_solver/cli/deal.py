"""Deal seeded random hands, to the terminal or into a Parquet or CSV file.

Example: rummy-solver deal deals.parquet --rules joker_rummy -n 1000000 --seed 7
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rummy_solver.cli import DONE
from rummy_solver.cli.options import DEFAULT_RULES, JsonOption, RulesOption, SetOption, read_rules
from rummy_solver.cli.output import hand_text, say, say_json
from rummy_solver.deals import deal
from rummy_solver.hand import Hand


def command(
    target: Annotated[
        Path | None,
        typer.Argument(metavar="[OUT]", help="The file to write; none: print the hands."),
    ] = None,
    rules: RulesOption = DEFAULT_RULES,
    settings: SetOption = None,
    number: Annotated[int, typer.Option("--number", "-n", min=0, help="How many deals.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Seed: the same one, the same deals.")] = 0,
    hand_size: Annotated[
        int | None, typer.Option(min=1, help="Tiles of a hand.", show_default="of the rules")
    ] = None,
    jokers: Annotated[
        int | None, typer.Option(min=0, help="Jokers in the deck.", show_default="of the rules")
    ] = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads to use.")] = 1,
    as_json: JsonOption = False,
) -> int:
    """Write or print the deals."""
    game = read_rules(rules, settings)
    if target is not None:
        from rummy_solver.cli.progress import need, progress
        from rummy_solver.files import deal_file

        need("pyarrow", "batch")
        with progress(number, "deal") as advance:
            deal_file(
                target, game, number, seed=seed, hand_size=hand_size, jokers=jokers,
                threads=threads, progress=advance,
            )  # fmt: skip
        return DONE
    rows = deal(game, number, seed=seed, hand_size=hand_size, jokers=jokers, threads=threads)
    hands = [Hand.of(row.tobytes(), game if jokers is None else None) for row in rows]
    if as_json:
        say_json([game.format(hand) for hand in hands])
    else:
        say(*[hand_text(hand, game) for hand in hands])
    return DONE
