"""One build of the core for the checks and for the fuzz targets."""

from __future__ import annotations

import pytest

from support.c_checks import Core, can_fuzz


@pytest.fixture(scope="session")
def fuzzing(tmp_path_factory: pytest.TempPathFactory) -> bool:
    return can_fuzz(tmp_path_factory.mktemp("fuzz"))


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory, fuzzing: bool) -> Core:
    return Core(tmp_path_factory.mktemp("c"), fuzzing=fuzzing)
