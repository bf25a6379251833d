"""Time per hand by class in node, where the core is WebAssembly, beside the Python package."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import rummy_solver as rs
from benchmarks.hands import CLASSES, KINDS, hands
from benchmarks.timing import checksum, interleaved

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "wasm" / "dist"


def in_node(questions: list[dict[str, object]]) -> list[dict[str, float]]:
    """Nanoseconds per hand and the checksum of the values, for each class."""
    script = Path(__file__).with_name("javascript.mjs")
    command = ["node", str(script), str(PACKAGE)]
    run = subprocess.run(
        command, input=json.dumps(questions), capture_output=True, text=True, check=True
    )
    found: list[dict[str, float]] = json.loads(run.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.javascript", description=__doc__)
    parser.add_argument("--number", type=int, default=1000, help="hands of each class")
    options = parser.parse_args()
    if not (PACKAGE / "rummy_solver.wasm").exists():
        sys.exit("wasm/dist: expected the package for JavaScript, run `make wasm` first")
    classes = [(kind, *row) for kind in KINDS for row in CLASSES]
    dealt = [hands(*row, options.number) for row in classes]
    answers = in_node(
        [
            {"rules": name, "hands": [list(hand.codes()) for hand in deals]}
            for (_, name, _, _), deals in zip(classes, dealt, strict=True)
        ]
    )
    print("ns per hand of a value, CPU time, least of 5")
    print(f"{'class':28} {'python':>8} {'node':>8} {'ratio':>6}")
    for (kind, name, size, jokers), deals, answer in zip(classes, dealt, answers, strict=True):
        ask = partial(rs.evaluate, rules=rs.get_rules(name))
        if checksum(map(ask, deals)) != answer["checksum"]:
            sys.exit(f"{kind} {name}: node does not say what Python says")
        work = {"python": lambda deals=deals, ask=ask: [ask(hand) for hand in deals]}
        native = 1e9 * interleaved(work)["python"] / len(deals)
        label = f"{kind} {name} {size} J={jokers}"
        print(f"{label:28} {native:8,.0f} {answer['ns']:8,.0f} {answer['ns'] / native:6.1f}")


if __name__ == "__main__":
    main()
