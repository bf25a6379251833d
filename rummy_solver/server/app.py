"""The application: its routes, and how what goes wrong is told."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import Response

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
from rummy_solver.server import answers, models
from rummy_solver.server.limits import BodyLimit, Workers, problem
from rummy_solver.server.settings import Settings

STATIC = Path(__file__).parent / "static"
KINDS = {NotationError: "notation", HandError: "hand", TableError: "table", RuleSetError: "rules"}
ERRORS: dict[int | str, dict[str, Any]] = {
    413: {"description": "The body is too long."},
    422: {"description": "Something in the request is wrong; the error says what and where."},
    503: {"description": "No answer within the limits of the service."},
}

Ask = Callable[[Any], dict[str, Any]]


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
    if STATIC.exists():
        app.mount("/", StaticFiles(directory=STATIC, html=True))
    return app


# ---- routes ---------------------------------------------------------------------------------


def _add_questions(app: FastAPI, workers: Workers, settings: Settings) -> None:
    post = partial(app.post, responses=ERRORS)

    @post("/api/solve")
    async def solve(question: models.SolveQuestion) -> dict[str, Any]:
        """Find the best melds of a hand."""
        return await workers.run(partial(answers.solve_answer, question))

    @post("/api/closings")
    async def closings(question: models.ClosingsQuestion) -> dict[str, Any]:
        """List every way to close, or every reason why there is none."""
        return await workers.run(partial(answers.closings_answer, question))

    @post("/api/turn")
    async def turn(question: models.TurnQuestion) -> dict[str, Any]:
        """Find the best turn at a table, with its steps."""
        work = partial(answers.turn_answer, question, settings.node_limit)
        return await workers.run(work)

    @post("/api/hints")
    async def hints(question: models.HintsQuestion) -> dict[str, Any]:
        """Tell what a seat should do now, and why."""
        return await workers.run(partial(answers.hints_answer, question))

    @post("/api/batch")
    async def batch(question: models.BatchQuestion) -> dict[str, Any]:
        """Answer one question for many hands."""
        return await workers.run(partial(answers.batch_answer, question))


@cache
def _tables() -> bytes:
    """Return the rule sets for the core in the browser, as the running package has them."""
    return json.dumps(all_rule_tables(), separators=(",", ":")).encode()


def _add_rules(app: FastAPI) -> None:
    @app.get("/api/health")
    async def health() -> dict[str, str]:
        """Tell that the service is up."""
        return {"status": "ok", "version": app.version}

    @app.get("/api/rules")
    async def all_rules() -> dict[str, Any]:
        """List the rule sets."""
        return {"rules": [answers.rules_answer(get_rules(name)) for name in rule_names()]}

    @app.get("/api/rules/{name}", responses={404: {"description": "No such rule set."}})
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
    path = [str(part)[:40] for part in first["loc"] if part != "body"]
    text = f"{'.'.join(path) or 'body'}: {first['msg']}"
    return problem(422, "request", text[:300], field=path[0] if path else None)


async def _http(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    return problem(fault.status_code, "request", str(fault.detail))


def _add_handlers(app: FastAPI) -> None:
    app.add_exception_handler(answers.FieldError, _wrong_field)
    app.add_exception_handler(SearchLimitError, _beyond)
    app.add_exception_handler(RummyError, _wrong)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
