"""Load on a real service: ``PYTHONPATH=tests python -m support.load`` prints the figures."""

from __future__ import annotations

import http.client
import json
import random
import tempfile
import threading
import time
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import rummy_solver as rs
from support.serving import service


@dataclass
class Figures:
    """What a run measured: seconds of each answer, wrong ones, resident bytes of the server."""

    seconds: float
    times: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        return sorted(self.times)[int(share * (len(self.times) - 1))]

    def __str__(self) -> str:
        first, last = self.memory[0] / 1e6, self.memory[-1] / 1e6
        return (
            f"{len(self.times) / self.seconds:,.0f} requests/s, "
            f"p50 {1000 * self.percentile(0.5):.1f} ms, p99 {1000 * self.percentile(0.99):.1f} ms, "
            f"{len(self.wrong)} wrong, memory {first:.1f} to {last:.1f} MB"
        )


def questions(n: int, seed: int = 1) -> list[tuple[str, dict[str, Any], Any]]:
    """Paths, questions, and what the package answers to them."""
    dice = random.Random(seed)
    found: list[tuple[str, dict[str, Any], Any]] = []
    for i in range(n):
        name = ("rummikub", "joker_rummy", "remi")[i % 3]
        rules = rs.get_rules(name)
        tiles = dice.sample(list(rules.deck), rules.hand_size + 12)
        hand, rest = rules.format(tiles[: rules.hand_size]), tiles[rules.hand_size :]
        asked = {"rules": name, "hand": hand}
        if i % 4 == 0 and rules.table_play != "none":
            table = " | ".join(map(rules.format, rs.solve(rest, rules).melds))
            turn = rs.to_dict(rs.best_turn(hand, table, rules))
            found.append(("turn", {**asked, "table": table}, {"turn": turn}))
        elif i % 4 == 1:
            hints = [rs.to_dict(x, rules) for x in rs.hints(rs.Position(hand, rules))][:20]
            found.append(("hints", asked, {"phase": "draw", "hints": hints}))
        else:
            found.append(("solve", asked, {"solution": rs.to_dict(rs.solve(hand, rules))}))
    return found


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096


def run(connections: int, seconds: float) -> Figures:
    """Keep so many connections busy with questions, each answer compared."""
    asked = questions(120)
    bodies = [(f"/api/{path}", json.dumps(q), answer) for path, q, answer in asked]
    figures = Figures(seconds)
    with tempfile.TemporaryDirectory() as folder, service(Path(folder)) as (url, process):
        host = url.removeprefix("http://")

        def client(first: int, until: float, kept: bool) -> None:
            link = http.client.HTTPConnection(host, timeout=30)
            for path, body, answer in cycle(bodies[first:] + bodies[:first]):
                if time.monotonic() > until:
                    break
                start = time.perf_counter()
                link.request("POST", path, body, {"content-type": "application/json"})
                text = link.getresponse().read()
                if kept:
                    figures.times.append(time.perf_counter() - start)
                if json.loads(text) != answer:
                    figures.wrong.append(f"{path} {body}")
            link.close()

        def crowd(length: float, kept: bool) -> None:
            until = time.monotonic() + length
            threads = [
                threading.Thread(target=client, args=(15 * i, until, kept))
                for i in range(connections)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        crowd(seconds / 4, kept=False)  # caches of the rules are filled
        figures.memory.append(resident(process.pid))
        crowd(seconds, kept=True)
        figures.memory.append(resident(process.pid))
    return figures


if __name__ == "__main__":
    print(run(8, 10))
