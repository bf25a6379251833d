"""The limits of the service."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Settings"]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Limits of one service.

    Parameters
    ----------
    deadline
        Seconds within which a question is answered, else 503.
    node_limit
        Nodes of the search of a turn, so that a question which nobody waits for any more ends.
    most_bytes
        Bytes of a request body, else 413.
    most_waiting
        Questions in work or waiting at once, else 503.
    threads
        Threads that solve.
    """

    deadline: float = 5.0
    node_limit: int = 500_000
    most_bytes: int = 1_000_000
    most_waiting: int = 64
    threads: int = 2
