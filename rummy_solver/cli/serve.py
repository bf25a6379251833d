"""Serve the web page and the HTTP service.

Example: rummy-solver serve --port 8000 --rules remi
"""

from __future__ import annotations

from typing import Annotated

import typer

from rummy_solver.cli import DONE, complain
from rummy_solver.cli.options import DEFAULT_RULES, read_rules
from rummy_solver.cli.output import say, say_json


def command(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=1, max=65535, help="Port.")] = 8000,
    rules: Annotated[
        str, typer.Option("--rules", "-r", metavar="NAME", help="The game of the link printed.")
    ] = DEFAULT_RULES,
    deadline: Annotated[
        float, typer.Option("--deadline", min=0.01, help="Seconds for one answer.")
    ] = 5.0,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Threads that solve.")] = 2,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the address as JSON instead of text.")
    ] = False,
) -> int:
    """Serve until interrupted; running questions are answered first."""
    try:
        import uvicorn

        from rummy_solver.server import Settings, create_app
    except ModuleNotFoundError:
        return complain("the service needs an extra: pip install 'rummy-solver[server]'")
    game = read_rules(rules).name
    url = f"http://{host}:{port}/#game={game}"
    if as_json:
        say_json({"url": url})
    else:
        say(f"serving {url}")
    app = create_app(Settings(deadline=deadline, threads=threads))
    uvicorn.run(
        app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=5,
        limit_concurrency=200, h11_max_incomplete_event_size=65536,
    )  # fmt: skip
    return DONE
