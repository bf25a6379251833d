"""``rummy-solver serve`` as a process on loopback: it answers, and stops when it is told to."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import rummy_solver as rs


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "rummy_solver.cli", "serve", "--port", str(port)]
    with subprocess.Popen(
        [*command, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,  # the sources in the working folder must not hide the installed package
    ) as process:
        wait_for(port)
        yield f"http://127.0.0.1:{port}", process
        process.kill()


def get(url: str, body: object = None) -> dict[str, object]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def wait_for(port: int, patience: float = 40) -> None:
    end = time.monotonic() + patience
    with socket.socket() as knock:
        while knock.connect_ex(("127.0.0.1", port)):
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.1)


def test_it_answers_and_stops(server: tuple[str, subprocess.Popen[str]]) -> None:
    url, process = server
    assert get(f"{url}/api/health")["version"] == rs.__version__
    answer = get(f"{url}/api/solve", {"rules": "remi", "hand": "R1-3"})
    assert answer["solution"] == rs.to_dict(rs.solve("R1-3", "remi"))
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert process.returncode in (0, -signal.SIGTERM)
    assert json.loads(out)["url"].startswith(url)
    assert "Traceback" not in err
