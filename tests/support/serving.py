"""Servers on loopback for the time of a test: the service, and files as they lie there."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
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


@contextmanager
def service(folder: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run ``rummy-solver serve`` until it answers; gives its address and its process.

    It runs in `folder`, as the sources in the working folder must not hide the installed package.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "rummy_solver.cli", "serve", "--port", str(port), *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder
    ) as process:
        end = time.monotonic() + 40
        with socket.socket() as knock:
            while knock.connect_ex(("127.0.0.1", port)):
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}", process
        process.kill()
