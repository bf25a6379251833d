"""The HTTP service, asked in the same process: answers, places of faults, limits."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

import rummy_solver as rs
from rummy_solver.server import Settings, answers, create_app, models
from rummy_solver.server.limits import BodyLimit

QUESTIONS = ("solve", "closings", "turn", "hints", "batch")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(), raise_server_exceptions=False) as ready:
        yield ready


def ask(client: TestClient, path: str, **question: Any) -> dict[str, Any]:
    answer = client.post(f"/api/{path}", json=question)
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    return document


def error(client: TestClient, path: str, status: int = 422, **question: Any) -> dict[str, Any]:
    answer = client.post(f"/api/{path}", json=question)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()["error"]
    return found


def test_health(client: TestClient) -> None:
    assert client.get("/api/health").json() == {"status": "ok", "version": rs.__version__}


def test_solve_by_text_texts_and_codes(client: TestClient) -> None:
    hand = rs.Hand.parse("5s 6s 7s 9d 9h * Kc", "joker_rummy")
    forms = ("5s 6s 7s 9d 9h * Kc", "5s 6s 7s 9d 9h * Kc".split(), list(hand.codes()))
    found = [ask(client, "solve", rules="joker_rummy", hand=form)["solution"] for form in forms]
    assert found[0] == found[1] == found[2] == rs.to_dict(rs.solve(hand, "joker_rummy"))


def test_tiles_as_codes(client: TestClient) -> None:
    answer = ask(client, "solve", rules="joker_rummy", hand="5s 6s 7s Kc", tiles="codes")
    assert answer["solution"]["deadwood"] == [52]
    assert answer["solution"]["melds"][0]["tiles"] == [5, 6, 7]
    assert answer["solution"]["melds"][0]["kind"] == "run"


def test_a_hand_that_does_not_open(client: TestClient) -> None:
    answer = ask(client, "solve", rules="joker_rummy", hand="2s 2h 2d", opening=True)
    assert answer == {"solution": None}


def test_rules_with_knobs(client: TestClient) -> None:
    rules = {"name": "joker_rummy", "knobs": {"opening_points": 6}}
    answer = ask(client, "solve", rules=rules, hand="2s 2h 2d", opening=True)
    assert answer["solution"]["points"] == 6


def test_closings(client: TestClient) -> None:
    hand = "R1-4 R7-9 K5-8 K11-13 *"
    answer = ask(client, "closings", rules="remi", hand=hand)
    assert answer["closings"] == [rs.to_dict(x) for x in rs.closings(hand, "remi")]
    assert answer["faults"] == []


def test_why_a_hand_does_not_close(client: TestClient) -> None:
    answer = ask(client, "closings", rules="joker_rummy", hand="7s 7h 7d Ks")
    assert answer["closings"] == []
    assert [fault["code"] for fault in answer["faults"]] == ["opening_short"]


def test_turn_with_steps(client: TestClient) -> None:
    turn = ask(client, "turn", hand="R4 R5 B4", table="R1-3 | R4 Y4 K4")["turn"]
    assert turn["goes_out"] is True
    assert [move["text"] for move in turn["moves"]]


def test_hints(client: TestClient) -> None:
    hand = "7s 9h Jh Qh 3c 4c 5c 7c 8c 9c"
    position = rs.Position(hand, "basic_rummy", discards="2d Th")
    answer = ask(client, "hints", rules="basic_rummy", hand=hand, discards=["2d Th"])
    assert answer["phase"] == "draw"
    assert answer["hints"] == [rs.to_dict(hint, "basic_rummy") for hint in rs.hints(position)][:20]
    fault = error(client, "hints", rules="basic_rummy", hand=hand, discards=["2d Xh"])
    assert (fault["field"], fault["position"]) == ("discards", 2)


def test_batch(client: TestClient) -> None:
    hands = ["R1-3", [1, 2, 3, 5], "K5 K6 K7 R1 *"]
    answer = ask(client, "batch", rules="remi", hands=hands)
    assert answer["value"] == [rs.evaluate(hand, "remi") for hand in hands]
    closed = ask(client, "batch", rules="remi", ask="close", hands=["R1-4 R7-9 K5-8 K11-13 *"])
    assert closed == {"closable": [True], "pattern": ["bicolor"]}
    far = ask(client, "batch", rules="remi", ask="distance", hands=["R1-4 R7-9 K5-8 K11-13"])
    assert far == {"distance": [0]}


def test_rules(client: TestClient) -> None:
    listed = client.get("/api/rules").json()["rules"]
    assert [game["name"] for game in listed] == list(rs.rule_names())
    assert client.get("/api/rules/remi").json() in listed
    assert client.get("/api/rules/nope").status_code == 404


def test_the_tables_for_the_browser_are_those_of_the_package(client: TestClient) -> None:
    tables = client.get("/wasm/rules.json").json()
    assert list(tables["rules"]) == list(rs.rule_names())


# ---- what is wrong ------------------------------------------------------------------------------


def test_a_wrong_tile_is_told_with_its_place(client: TestClient) -> None:
    fault = error(client, "solve", rules="rummikub", hand="R5 R6 R14")
    assert (fault["kind"], fault["field"], fault["position"]) == ("notation", "hand", 3)
    fault = error(client, "turn", hand="R5", table="R1-3 | R5 X3")
    assert (fault["field"], fault["position"]) == ("table", 2)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ({"hand": "R5 R5 R5"}, "hand"),
        ({"hand": [5, 5, 5]}, "hand"),
        ({"hand": [78]}, "hand"),
        ({"hand": "R5", "rules": "nope"}, "rules"),
        ({"hand": "R5", "rules": {"name": "remi", "knobs": {"nope": 1}}}, "rules"),
        ({"hand": "R5", "rules": "okey"}, "rules"),
        ({"hand": "R5", "objective": "nope"}, "rules"),
        ({"hand": "R5", "objective": ["tiles", "tiles"]}, "rules"),
        ({"hand": "R5\0"}, "notation"),
        ({"hand": [79]}, "request"),
        ({"hand": [-1]}, "request"),
        ({"hand": [True]}, "request"),
        ({"hand": [1.5]}, "request"),
        ({"hand": None}, "request"),
        ({"hand": {"R5": 1}}, "request"),
        ({"hand": "R1 " * 5000}, "request"),
        ({"hand": [1] * 5000}, "request"),
        ({"hand": "R5", "extra": 1}, "request"),
        ({"hand": "R5", "opening": 1}, "request"),
        ({"hand": "R5", "opening": "yes"}, "request"),
        ({}, "request"),
    ],
)
def test_wrong_questions(client: TestClient, question: dict[str, Any], kind: str) -> None:
    assert error(client, "solve", **question)["kind"] == kind


@pytest.mark.parametrize("path", QUESTIONS)
@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"null", b"[]", b'"R5"', b"\x00", b"\xff\xfe", b"[" * 100_000,
        b'{"hand":' * 20_000, b'{"hand": "\\ud800"}', b'{"hands": ["\\ud800"]}',
        b'{"rules": "\\ud800", "hand": "R5"}', b'{"\\ud800": 1}', b'{"hand": [1e999]}',
        b'{"hand": [' + b"9" * 5000 + b"]}", b'{"hand": NaN}',
        b'{"hand": "R5", "rules": {"name": "remi", "knobs": {"jokers": 1e999}}}',
        b'{"hand": "R5", "rules": {"name": "remi", "knobs": {"tile_points": {"a": []}}}}',
        b'{"hand": "R5", "rules": {"name": "remi", "knobs": {"name": 7}}}',
        b'{"hand": "R5", "hands": ["R5"], "hand": "R5", "hands": ["R5"]}',
        b'{"hand": "R5", "launched": ' + b"9" * 4000 + b"}", b'{"hand": -Infinity}',
        b'{"rules": {"name": "remi", "knobs": {"jokers": 1, "jokers": 2}}, "hand": "R5"}',
        b'{"hand": ' + b"[" * 900 + b"]" * 900 + b"}", b'{"hands": [' + b"[]," * 20000 + b"[]]}",
    ],
)  # fmt: skip
def test_hostile_bodies_are_the_fault_of_the_client(
    client: TestClient, path: str, body: bytes
) -> None:
    headers = {"content-type": "application/json"}
    answer = client.post(f"/api/{path}", content=body, headers=headers)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]


def test_a_key_twice_is_told(client: TestClient) -> None:
    body = '{"hand": "R5", "hand": "R6"}'
    answer = client.post("/api/solve", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"] == "body, character 0: key 'hand' comes twice"


def test_a_method_that_is_not_there_names_the_one_that_is(client: TestClient) -> None:
    answer = client.get("/api/solve")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert client.get("/api/nope").status_code == 404


def test_a_body_of_ten_megabytes(client: TestClient) -> None:
    body = json.dumps({"hand": "R" * 10_000_000}).encode()
    assert client.post("/api/solve", content=body).status_code == 413
    pieces = (body[i : i + 100_000] for i in range(0, len(body), 100_000))
    assert client.post("/api/solve", content=pieces).status_code == 413
    huge = {"content-length": "9" * 30}
    assert client.post("/api/solve", content=b"{}", headers=huge).status_code == 413


def test_no_way_out_of_the_folder_of_the_page(client: TestClient) -> None:
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "//etc/passwd", "/nope"):
        assert client.get(path).status_code == 404


# ---- limits -------------------------------------------------------------------------------------


def test_beyond_the_nodes_of_a_search() -> None:
    with TestClient(create_app(Settings(node_limit=1))) as client:
        question = {"hand": "R4 R5 B4 K5 K6 Y4", "table": "R1-3 | R4 Y4 K4 | B4-7 | K5-9"}
        for path in ("turn", "hints"):
            assert error(client, path, 503, **question)["kind"] == "limit"


def test_a_batch_ends_with_its_deadline() -> None:
    questions = models.BatchQuestion(rules="remi", hands=["R1-3"] * 100)
    assert len(answers.batch_answer(questions, 60)["value"]) == 100
    with pytest.raises(rs.SearchLimitError, match="100 hands within 0 s, got 32"):
        answers.batch_answer(questions, 0)


def test_a_hand_has_at_most_forty_tiles(client: TestClient) -> None:
    hand = "R1-13 R1-13 Y1-13 Y1 Y2"
    assert error(client, "solve", hand=hand)["message"] == "hand: expected at most 40 tiles, got 41"
    assert ask(client, "solve", hand=hand[:-3])["solution"]["tile_count"] == 39
    fault = error(client, "batch", hands=["R1", "R1-13 R1-13 Y1-13"])
    assert fault["field"] == "hands, number 2"


def test_beyond_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "solve_answer", lambda _: time.sleep(0.3))
    with TestClient(create_app(Settings(deadline=0.02))) as client:
        answer = client.post("/api/solve", json={"hand": "R5"})
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "1"
        assert "0.02 s" in answer.json()["error"]["message"]
        assert client.get("/api/health").status_code == 200


def test_the_loop_answers_while_a_question_is_solved(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def wait(_: object) -> dict[str, bool]:
        begun.set()
        return {"in time": go_on.wait(20)}

    monkeypatch.setattr(answers, "solve_answer", wait)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(client.post, "/api/solve", json={"hand": "R5"})
        assert begun.wait(20)
        assert client.get("/api/health").status_code == 200
        go_on.set()
        assert slow.result().json() == {"in time": True}


def test_too_many_at_once() -> None:
    with TestClient(create_app(Settings(most_waiting=0))) as client:
        assert error(client, "solve", 503, hand="R5")["kind"] == "limit"


def test_a_question_that_is_over_makes_room_for_the_next() -> None:
    with TestClient(create_app(Settings(most_waiting=1))) as client:
        for _ in range(3):
            assert ask(client, "solve", hand="R5")
            assert error(client, "solve", hand="X5")


def test_what_waits_beyond_its_deadline_is_never_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    go_on = threading.Event()

    def wait(question: object) -> dict[str, bool]:
        begun.append(question)
        return {"in time": go_on.wait(20)}

    monkeypatch.setattr(answers, "solve_answer", wait)
    with TestClient(create_app(Settings(deadline=0.05, threads=1))) as client:
        for _ in range(3):
            error(client, "solve", 503, hand="R5")
        go_on.set()
    assert len(begun) == 1


def test_a_service_can_be_started_again() -> None:
    app = create_app()
    for _ in range(2):
        with TestClient(app) as client:
            assert ask(client, "solve", hand="R5")


def test_the_description_has_examples_that_work(client: TestClient) -> None:
    description = client.get("/api/openapi.json").json()
    schemas = description["components"]["schemas"]
    asked = 0
    for path, methods in description["paths"].items():
        if "post" not in methods:
            continue
        body = methods["post"]["requestBody"]["content"]["application/json"]["schema"]
        for example in schemas[body["$ref"].rsplit("/", 1)[1]]["examples"]:
            assert client.post(path, json=example).status_code == 200
            asked += 1
    assert asked >= len(QUESTIONS)


async def _heard(messages: list[dict[str, Any]], most: int = 10) -> list[dict[str, Any]]:
    """What an application behind the limit of bodies receives."""
    heard: list[dict[str, Any]] = []
    left = iter(messages)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        heard.extend([await receive(), await receive()])

    async def receive() -> dict[str, Any]:
        return next(left)

    async def send(message: Any) -> None:
        heard.append(message)

    await BodyLimit(app, most)({"type": "http", "headers": []}, receive, send)
    return heard


def test_a_body_in_pieces_arrives_in_one_and_then_the_end() -> None:
    end = {"type": "http.disconnect"}
    pieces = [{"body": b"ab", "more_body": True}, {"body": b"c"}]
    requests = [{"type": "http.request"} | piece for piece in pieces]
    whole = {"type": "http.request", "body": b"abc", "more_body": False}
    assert asyncio.run(_heard([*requests, end])) == [whole, end]
    assert asyncio.run(_heard([requests[0], end])) == []  # gone before all of it was there
    assert asyncio.run(_heard(requests, most=2))[0]["status"] == 413
