"""The HTTP service and the web page: ``rummy-solver serve``, or ``create_app()`` for any server."""

from __future__ import annotations

from rummy_solver.server.app import create_app
from rummy_solver.server.settings import Settings

__all__ = ["Settings", "create_app"]
