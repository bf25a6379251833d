"""``rummy-solver serve`` as a process on loopback: it answers, and stops when it is told to."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import rummy_solver as rs
from support.serving import service


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    with service(tmp_path, "--json", "--deadline", "60") as running:
        yield running


def get(url: str, body: object = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


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


def slow_hands(n: int) -> list[list[int]]:
    """Hands of 32 cards with all jokers, which take milliseconds each."""
    dice = random.Random(1)
    naturals = [int(tile) for tile in rs.get_rules("joker_rummy").deck if not tile.is_joker]
    return [dice.sample(naturals, 26) + [0] * 6 for _ in range(n)]


def test_what_runs_is_answered_before_it_stops(server: tuple[str, subprocess.Popen[str]]) -> None:
    url, process = server
    hands = slow_hands(1500)
    question = {"rules": "joker_rummy", "hands": hands}
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(get, f"{url}/api/batch", question)
        time.sleep(0.3)
        assert get(f"{url}/api/health")["status"] == "ok"  # while it runs
        assert not answer.done()
        process.send_signal(signal.SIGTERM)
        assert len(answer.result(timeout=60)["value"]) == len(hands)
    process.communicate(timeout=20)
    assert process.returncode in (0, -signal.SIGTERM)
