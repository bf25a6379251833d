"""The package for JavaScript gives the answers of the Python core: golden cases, random ones."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rummy_solver as rs
from rummy_solver.export import OBJECTIVES as OBJECTIVES_EXPORTED
from support.wasm_questions import Question, expected, rules_of

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
OBJECTIVES = ("tiles", "points", "penalty", ["tiles"], ["penalty", "points"], ["points", "tiles"])
OKEYS = ("K6", "R1", "B13")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built package; it takes clang, lld, make and node."""
    for tool in ("clang", "wasm-ld", "node", "make"):
        assert shutil.which(tool), f"{tool}: needed to build and run the package for JavaScript"
    out = tmp_path_factory.mktemp("package")
    build = ("make", "-s", "-C", ROOT / "wasm", f"OUT={out}", f"STATIC={out / 'static'}")
    subprocess.run([*build, f"PYTHON={sys.executable}"], check=True, capture_output=True)
    return out


def check(package: Path, questions: list[Question]) -> None:
    text = "".join(json.dumps(question) + "\n" for question in questions)
    node = ["node", Path(__file__).with_name("answer.mjs"), package]
    run = subprocess.run(node, input=text, text=True, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr
    answers = run.stdout.splitlines()
    assert len(answers) == len(questions) > 0
    for question, line in zip(questions, answers, strict=True):
        answer = json.loads(line)
        want = expected(question)
        if "error" in want:
            assert answer.get("error") == want["error"], (question, answer)
        else:
            assert answer == json.loads(json.dumps(want)), question


def rows(*names: str) -> Iterator[Question]:
    for name in names:
        lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
        yield from map(json.loads, lines)


def test_golden_hands(package: Path) -> None:
    names = [f"solve/{path.name}" for path in sorted((GOLDEN / "solve").glob("*.jsonl"))]
    check(
        package,
        [
            {"ask": ask, "rules": row["rules"], "hand": row["hand"], "objective": objective}
            for row in rows(*names)
            if isinstance(row.get("rules"), str)
            for ask, objective in (
                ("solve", "tiles"), ("solve", "points"), ("solve", "penalty"),
                ("opening", "tiles"), ("best_discards", None), ("closings", None),
            )
        ],
    )  # fmt: skip


def test_golden_melds(package: Path) -> None:
    plain = [row for row in rows("melds/melds.jsonl") if not row["knobs"] and "okey" not in row]
    check(package, [{**row, "ask": "possible_melds", "hand": row["tiles"]} for row in plain])


def test_golden_distances(package: Path) -> None:
    asked = []
    for row in rows("distance/distance.jsonl", "distance/closing_odds.jsonl"):
        for rules in row["rules"]:
            options = {"seen": row["seen"]}
            asked += [
                {"ask": ask, "rules": rules, "hand": row["hand"], "options": options}
                for ask in ("distance", "useful", "nearest")
            ]
    check(package, asked)


@pytest.mark.parametrize("rules", ["basic_rummy", "joker_rummy"])
def test_golden_turns(package: Path, rules: str) -> None:
    asked = []
    for row in rows(f"turns/{rules}.jsonl"):
        for goal in ("tiles", "penalty", "points"):
            options = {"objective": goal, "opened": row["opened"]}
            question = {"ask": "best_turn", "rules": rules, "hand": row["hand"]}
            asked.append({**question, "table": row["table"], "options": options})
    check(package, asked)


def test_golden_rearrangements(package: Path) -> None:
    asked = []
    for row in rows("turns/rummikub_opening.jsonl", "turns/rummikub_policies.jsonl"):
        options = {"objective": "tiles", "opened": row["opened"]}
        question = {"ask": "best_turn", "rules": "rummikub", "hand": row["rack"]}
        asked.append({**question, "table": row["table"], "options": options})
    check(package, asked)


def random_questions(seed: int, n: int) -> Iterator[Question]:
    dice = random.Random(seed)
    for _ in range(n):
        name = dice.choice(rs.rule_names())
        okey = dice.choice(OKEYS) if name == "okey" else None
        rules = rules_of(name, okey)
        deck = list(rules.deck)
        least, most = {"joker_rummy": (1, 20), "rummikub": (1, 36)}.get(name, (1, 16))
        exact = rules.hand_size + (rules.closing != "out") * dice.randint(0, 1)
        tiles = dice.sample(deck, dice.choice((exact, exact, dice.randint(least, most))))
        question = {"rules": name, "hand": rules.format(tiles), "codes": [int(x) for x in tiles]}
        ask = dice.choice(
            ("solve", "evaluate", "opening", "best_discards", "closings", "closings", "distance",
             "useful", "rank_discards", "best_pairs", "possible_melds", "best_turn", "parse")
        )  # fmt: skip
        question |= {"ask": ask} | ({"okey": okey} if okey else {})
        if ask in ("solve", "evaluate", "opening"):
            question["objective"] = dice.choice(OBJECTIVES)
        if ask == "best_turn":
            options = {"objective": dice.choice(("tiles", "penalty", "points"))}
            question |= {"table": "", "options": options | {"opened": dice.random() < 0.5}}
        if ask == "closings":
            question["options"] = {"opened": dice.random() < 0.5}
        yield question


def test_random_hands(package: Path) -> None:
    check(package, list(random_questions(20, 1500)))


@pytest.mark.slow
def test_ten_thousand_random_hands(package: Path) -> None:
    check(package, list(random_questions(21, 10_000)))


@pytest.mark.parametrize(
    ("rules", "hand", "position"),
    [
        ("rummikub", "R5 R14", 2),
        ("rummikub", "R5 X3 K1", 2),
        ("joker_rummy", "5s J", 2),
        ("rummikub", "R5 R5 R5", 3),
        ("rummikub", "R5 F", 2),
        ("basic_rummy", "5s *", 2),
    ],
)
def test_wrong_tiles_are_told_with_their_place(
    package: Path, rules: str, hand: str, position: int
) -> None:
    question = {"ask": "parse", "rules": rules, "hand": hand}
    node = ["node", Path(__file__).with_name("answer.mjs"), package]
    run = subprocess.run(
        node, input=json.dumps(question), text=True, capture_output=True, check=True
    )
    answer = json.loads(run.stdout)
    assert answer["position"] == position
    with pytest.raises(rs.RummyError) as fault:
        rs.Hand.parse(hand, rules)
    assert answer["message"] == str(fault.value)


def test_the_package_is_ready_to_be_published(package: Path) -> None:
    plain = json.loads((package / "package.json").read_text(encoding="utf-8"))
    assert plain["version"] == rs.__version__
    assert (package / "rummy_solver.d.ts").exists()
    names = {path.name for pattern in plain["files"] for path in package.glob(pattern)}
    assert {"rummy_solver.js", "rummy_solver.wasm", "rules.json", "LICENSE", "README.md"} <= names
    imported = (package / "rummy_solver.js").read_text(encoding="utf-8").count(' from "./')
    assert imported == 2


def test_the_package_is_small(package: Path) -> None:
    assert sum(path.stat().st_size for path in package.iterdir() if path.is_file()) < 250_000


def test_every_objective_that_is_exported_is_typed(package: Path) -> None:
    types = (package / "rummy_solver.d.ts").read_text(encoding="utf-8")
    for name in OBJECTIVES_EXPORTED:
        names = [part for part in name.split(",") if part]
        assert f"readonly [{', '.join(map(json.dumps, names))}]" in types or name in types
