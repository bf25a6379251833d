"""Bodies of requests, read more strictly than Python reads JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.responses import Response


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; a key that comes twice would hide one of its values."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise json.JSONDecodeError(f"key {twice[:40]!r} comes twice", "", 0)
    return found


def _no_number(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is no number", "", 0)


class StrictRequest(Request):
    """A request whose JSON has no key twice in an object, and no NaN or Infinity."""

    async def json(self) -> Any:
        """Return the body."""
        body = await self.body()
        return json.loads(body, object_pairs_hook=_unique, parse_constant=_no_number)


class StrictRoute(APIRoute):
    """A route that reads its body as `StrictRequest`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap the handler of the framework."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            return await handler(StrictRequest(request.scope, request.receive))

        return handle
