"""What keeps the service standing: limits of bodies, of work at once and of time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from starlette.responses import JSONResponse

from rummy_solver.errors import SearchLimitError
from rummy_solver.server.settings import Settings

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

T = TypeVar("T")


def problem(status: int, kind: str, message: str, **more: object) -> JSONResponse:
    """Return an error: its kind, a sentence, and where in the request it is."""
    clean = message.encode("utf-8", "backslashreplace").decode()
    error = {"kind": kind, "message": clean} | {k: v for k, v in more.items() if v is not None}
    headers = {"retry-after": "1"} if status == 503 else None
    return JSONResponse({"error": error}, status, headers)


class BodyLimit:
    """Refuses a request body beyond a limit, whether or not it tells its length."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as long as its body is short enough."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        told = dict(scope["headers"]).get(b"content-length", b"0")
        body = bytearray()
        if told.isdigit() and len(told) < 19 and int(told) <= self.most:
            more = True
            while more and len(body) <= self.most:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return
                body += message.get("body", b"")
                more = message.get("more_body", False)
            if len(body) <= self.most:
                await self.app(scope, replay(bytes(body), receive), send)
                return
        text = f"request body: expected at most {self.most} bytes"
        await problem(413, "too_long", text)(scope, receive, send)


def replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives a body that was read already, then goes on with the other."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


class Workers:
    """Threads that solve, so that the loop never waits for a search."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.open()

    def open(self) -> None:
        """Start, or start again, with nothing waiting."""
        self.pool = ThreadPoolExecutor(self.settings.threads, "solver")
        self.free = threading.Semaphore(self.settings.most_waiting)

    async def run(self, work: Callable[[], T]) -> T:
        """Return what the work returns, within the deadline.

        Raises
        ------
        SearchLimitError
            It took longer, or too much is waiting already.
        """
        free = self.free
        if not free.acquire(blocking=False):
            raise SearchLimitError(
                "service", expected=f"at most {self.settings.most_waiting} questions at once",
                got="more",
            )  # fmt: skip
        future = self.pool.submit(work)
        # A question counts until it ends, which may be after its deadline.
        future.add_done_callback(lambda _: free.release())
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self.settings.deadline)
        except (TimeoutError, asyncio.TimeoutError):
            raise SearchLimitError(
                "search", expected=f"an answer within {self.settings.deadline:g} s", got="none"
            ) from None

    def close(self) -> None:
        """Let no new work begin; what runs ends by itself."""
        self.pool.shutdown(wait=False, cancel_futures=True)
