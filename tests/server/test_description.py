"""The service does what its OpenAPI description says, whatever is sent to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from fastapi.testclient import TestClient
from schemathesis.config import SchemathesisConfig

from rummy_solver.server import create_app
from support.server_questions import QUESTIONS, questions

APP = create_app()
CONFIG = SchemathesisConfig.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": [400, 413, 422]}}}
)
API = schemathesis.openapi.from_asgi("/api/openapi.json", APP, config=CONFIG)
# What a hand may be is a matter of its rules, which the description cannot say.
LEFT_OUT = [schemathesis.checks.CHECKS.get_one("positive_data_acceptance")]


def examples(n: int) -> hypothesis.settings:
    return hypothesis.settings(
        max_examples=n, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )  # fmt: skip


@API.parametrize()
@examples(25)
def test_any_request(case: Any) -> None:
    case.call_and_validate(excluded_checks=LEFT_OUT)


@pytest.mark.slow
@API.parametrize()
@examples(600)
def test_any_request_at_length(case: Any) -> None:
    case.call_and_validate(excluded_checks=LEFT_OUT)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(APP) as ready:  # an error of the server is raised here
        yield ready


def ask_many(client: TestClient, path: str, n: int) -> Counter[int]:
    """Ask plausible questions; the answers have the form that the description tells."""
    statuses: Counter[int] = Counter()

    @examples(n)
    @hypothesis.given(questions(path))
    def one(question: dict[str, Any]) -> None:
        answer = client.post(f"/api/{path}", json=question)
        statuses[answer.status_code] += 1
        assert answer.status_code in (200, 422, 503), answer.text
        API[f"/api/{path}"]["POST"].validate_response(answer)

    one()
    return statuses


@pytest.mark.parametrize("path", QUESTIONS)
def test_plausible_questions(client: TestClient, path: str) -> None:
    statuses = ask_many(client, path, 80)
    assert statuses[200] > 20


@pytest.mark.slow
@pytest.mark.parametrize("path", QUESTIONS)
def test_many_plausible_questions(client: TestClient, path: str) -> None:
    assert ask_many(client, path, 1500)[200] > 400
