"""Servers on loopback for the time of a test."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path


class _Quiet(SimpleHTTPRequestHandler):
    def guess_type(self, path: str | PathLike[str]) -> str:
        """Return the type that browsers want of a module; Python knows it from version 3.12 on."""
        return "text/javascript" if str(path).endswith(".mjs") else super().guess_type(path)

    def log_request(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def folder_served(folder: Path) -> Iterator[str]:
    """Serve the files of a folder as they lie there; the address has no slash at its end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
