"""The command line: one module per command, loaded only when its command is called.

A new command is a module of this package with a function ``command`` that returns the exit code
(0 done, 1 no), and one row of ``COMMANDS``.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import typer

PROGRAM = "rummy-solver"

DONE, NO, BAD_INPUT = 0, 1, 2

COMMANDS = {
    "solve": "Find the best melds of a hand.",
    "close": "Tell whether a hand closes, and for how much.",
    "turn": "Find the best turn of a rack at a table.",
    "hint": "Tell what to do now, and why.",
    "batch": "Ask a question of every hand of a file.",
    "deal": "Deal seeded random hands.",
    "plot": "Draw what answers come to.",
    "rules": "List the rule sets, or every knob of one.",
    "serve": "Serve the web page and the HTTP service.",
}
"""Name of each command, which is its module too, and what it does in one line."""


def build_app(names: Iterable[str]) -> typer.Typer:
    """Build the application out of the commands named.

    Parameters
    ----------
    names
        Keys of ``COMMANDS``: only their modules are imported.
    """
    import typer

    app = typer.Typer(
        name=PROGRAM,
        help="Exact answers about rummy hands: melds, closings, turns, hints.",
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def options(
        version: bool = typer.Option(
            False, "--version", is_eager=True, callback=_show_version, help="Print the version."
        ),
    ) -> None:
        pass

    for name in names:
        module = import_module(f"rummy_solver.cli.{name}")
        app.command(name, help=module.__doc__, short_help=COMMANDS[name])(module.command)
    return app


def _show_version(wanted: bool) -> None:
    import typer

    if wanted:
        from rummy_solver import __version__

        typer.echo(f"{PROGRAM} {__version__}")
        raise typer.Exit(DONE)


def run(arguments: Sequence[str]) -> int:
    """Carry one command line out and return its exit code."""
    import typer

    from rummy_solver.errors import RummyError

    arguments = arguments or ["--help"]
    names = arguments[:1] if arguments[0] in COMMANDS else list(COMMANDS)
    try:
        code = build_app(names)(args=list(arguments), prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as fault:
        return complain(fault.format_message())
    except (BrokenPipeError, SystemExit):  # typer turns the first into the second
        return _quiet_pipe()
    except (RummyError, OSError) as fault:
        return complain(str(fault))
    return int(code or DONE)


def complain(message: str) -> int:
    """Say in one line on stderr what is wrong with the input and return the exit code 2."""
    line = " ".join(message.split())
    sys.stderr.write(f"{PROGRAM}: error: {line}\n")
    return BAD_INPUT


def _quiet_pipe() -> int:
    # The reader has gone (`| head`): Python would complain once more when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def main() -> None:
    """Run the program that is installed as ``rummy-solver``."""
    try:
        import rich  # noqa: F401  is it there?
        import typer  # noqa: F401  is it there?
    except ModuleNotFoundError:
        sys.exit(complain("the command line needs an extra: pip install 'rummy-solver[cli]'"))
    try:
        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
