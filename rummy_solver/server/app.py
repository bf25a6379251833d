"""The application: its routes, and how what goes wrong is told."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache, partial, reduce
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match, Mount

from rummy_solver.errors import (
    HandError,
    NotationError,
    RuleSetError,
    RummyError,
    SearchLimitError,
    TableError,
)
from rummy_solver.export import all_rule_tables
from rummy_solver.rulesets import get_rules, rule_names
from rummy_solver.server import answers, documents, models
from rummy_solver.server.bodies import StrictRoute
from rummy_solver.server.limits import BodyLimit, Workers, problem
from rummy_solver.server.settings import Settings

if TYPE_CHECKING:
    from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
KINDS = {NotationError: "notation", HandError: "hand", TableError: "table", RuleSetError: "rules"}
WRONG = {
    400: "The body is no JSON.",
    413: "The body is too long.",
    422: "Something in the request is wrong; the error says what and where.",
    503: "No answer within the limits of the service.",
}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "model": documents.WrongAnswer} for status, text in WRONG.items()
}

Handler = TypeVar("Handler", bound=Callable[..., Any])


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the service.

    Parameters
    ----------
    settings
        Its limits; None: the usual ones.
    """
    from rummy_solver import __version__

    known = settings or Settings()
    workers = Workers(known)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        workers.open()
        yield
        workers.close()

    app = FastAPI(
        title="rummy-solver", version=__version__, lifespan=life, docs_url=None, redoc_url=None,
        description="Exact answers about rummy hands: melds, closings, turns, discards.",
        openapi_url="/api/openapi.json",
    )  # fmt: skip
    app.add_middleware(BodyLimit, most=known.most_bytes)
    _add_handlers(app)
    _add_questions(app, workers, known)
    _add_rules(app)
    app.router.routes.append(Pages("/", StaticFiles(directory=STATIC, html=True)))
    return app


class Pages(Mount):
    """The files of the page, which leave the paths of the questions alone."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Tell whether a request is for the page."""
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            return Match.NONE, {}
        return super().matches(scope)


# ---- routes ---------------------------------------------------------------------------------


def _add_questions(app: FastAPI, workers: Workers, settings: Settings) -> None:
    app.router.route_class = StrictRoute

    def post(path: str, *models: Any) -> Callable[[Handler], Handler]:
        model = reduce(or_, models)
        responses = {200: {"model": model}, **ERRORS}
        return app.post(f"/api/{path}", response_class=Response, responses=responses)

    async def answered(work: Callable[[], Mapping[str, Any]]) -> Response:
        """Answer in a thread that solves: the text of a large answer takes time as well."""
        text = await workers.run(lambda: json.dumps(work(), separators=(",", ":"), allow_nan=False))
        return Response(text, media_type="application/json")

    @post("solve", documents.SolveAnswer)
    async def solve(question: models.SolveQuestion) -> Response:
        """Find the best melds of a hand."""
        return await answered(partial(answers.solve_answer, question))

    @post("closings", documents.ClosingsAnswer)
    async def closings(question: models.ClosingsQuestion) -> Response:
        """List every way to close, or every reason why there is none."""
        return await answered(partial(answers.closings_answer, question))

    @post("turn", documents.TurnAnswer)
    async def turn(question: models.TurnQuestion) -> Response:
        """Find the best turn at a table, with its steps."""
        return await answered(partial(answers.turn_answer, question, settings.node_limit))

    @post("hints", documents.HintsAnswer)
    async def hints(question: models.HintsQuestion) -> Response:
        """Tell what a seat should do now, and why."""
        return await answered(partial(answers.hints_answer, question, settings.node_limit))

    @post("batch", documents.SolvedBatch, documents.ClosedBatch, documents.DistanceBatch)
    async def batch(question: models.BatchQuestion) -> Response:
        """Answer one question for many hands."""
        return await answered(partial(answers.batch_answer, question, settings.deadline))


@cache
def _tables() -> bytes:
    """Return the rule sets for the core in the browser, as the running package has them."""
    return json.dumps(all_rule_tables(), separators=(",", ":")).encode()


def _add_rules(app: FastAPI) -> None:
    def get(path: str, model: Any, **more: Any) -> Callable[[Handler], Handler]:
        responses = {200: {"model": model}, **more.pop("responses", {})}
        return app.get(path, response_model=None, responses=responses, **more)

    @get("/api/health", documents.Health)
    async def health() -> dict[str, str]:
        """Tell that the service is up."""
        return {"status": "ok", "version": app.version}

    @get("/api/rules", documents.RulesAnswer)
    async def all_rules() -> dict[str, Any]:
        """List the rule sets."""
        return {"rules": [answers.rules_answer(get_rules(name)) for name in rule_names()]}

    missing = {"description": "No such rule set.", "model": documents.WrongAnswer}

    @get("/api/rules/{name}", documents.GameAnswer, responses={404: missing})
    async def rules(name: str) -> dict[str, Any]:
        """Show one rule set."""
        if name not in rule_names():
            raise HTTPException(404, f"rule set: expected one of {', '.join(rule_names())}")
        return answers.rules_answer(get_rules(name))

    @app.get("/wasm/rules.json", include_in_schema=False)
    async def tables() -> Response:
        return Response(_tables(), media_type="application/json")


# ---- what goes wrong ------------------------------------------------------------------------


def _place(fault: RummyError) -> dict[str, Any]:
    number = re.search(r"position (\d+)", f"{fault.where or ''} {fault}")
    return {"where": fault.where, "position": int(number[1]) if number else None}


async def _wrong_field(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, answers.FieldError)
    kind = KINDS.get(type(fault.fault), "input")
    return problem(422, kind, str(fault), field=fault.field, **_place(fault.fault))


async def _wrong(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, RummyError)
    return problem(422, KINDS.get(type(fault), "input"), str(fault), **_place(fault))


async def _beyond(_: Request, fault: Exception) -> Response:
    return problem(503, "limit", str(fault))


async def _malformed(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, RequestValidationError)
    first = fault.errors()[0]
    if first["type"] == "json_invalid":
        why = str(first["ctx"]["error"])
        return problem(422, "request", f"body, character {first['loc'][-1]}: {why}"[:300])
    path = [str(part)[:40] for part in first["loc"] if part != "body"]
    text = f"{'.'.join(path) or 'body'}: {first['msg']}"
    return problem(422, "request", text[:300], field=path[0] if path else None)


async def _http(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    answer = problem(fault.status_code, "request", str(fault.detail))
    answer.headers.update(fault.headers or {})
    return answer


def _add_handlers(app: FastAPI) -> None:
    app.add_exception_handler(answers.FieldError, _wrong_field)
    app.add_exception_handler(SearchLimitError, _beyond)
    app.add_exception_handler(RummyError, _wrong)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
