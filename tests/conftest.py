"""What all tests share: the seed of their random numbers, and how hypothesis runs."""

from __future__ import annotations

import random

import hypothesis
import numpy as np
import pytest

import rummy_solver

DEFAULT_SEED = 20261

hypothesis.settings.register_profile("default", deadline=None, print_blob=True)
hypothesis.settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seed",
        type=int,
        default=DEFAULT_SEED,
        help="seed of the fixtures `rng` and `np_rng` (each test draws its own numbers from it)",
    )


def pytest_report_header(config: pytest.Config) -> str:
    seed = config.getoption("seed")
    return f"rummy_solver {rummy_solver.__version__} from {rummy_solver.__file__}, seed {seed}"


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> str:
    """The seed of this test: the session's and the test's own name, shown when it fails."""
    name = f"{request.config.getoption('seed')}:{request.node.nodeid}"
    request.node.add_report_section("setup", "seed", f"{name} (repeat with --seed)")
    return name


@pytest.fixture
def rng(seed: str) -> random.Random:
    """Random numbers that repeat from run to run."""
    return random.Random(seed)


@pytest.fixture
def np_rng(rng: random.Random) -> np.random.Generator:
    """The same for arrays."""
    return np.random.default_rng(rng.getrandbits(64))
