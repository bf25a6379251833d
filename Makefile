# `make run` and `make test` are all that a newcomer needs; `make check` is what CI runs.
# Everything is made inside the tree: .venv (editable, for work) and .venv-wheel (the installed wheel).

PYTHON ?= python3
CC ?= cc
SHELL = /bin/bash
.SHELLFLAGS = -eu -o pipefail -c
.DEFAULT_GOAL := help

EXTRAS := cli,batch,polars,dask,plot,server
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
VENV := .venv
WHEEL := .venv-wheel
SOURCES := $(wildcard src_c/*.[ch] rummy_solver/*.p[yx]* rummy_solver/*.pxi)
STRICT := -std=c11 -pedantic -O3 -Wall -Wextra -Wshadow -Wconversion -Werror

.PHONY: machine help run test check check-full pythons lint format warnings typing mutants bench asan fuzz cov wheel wasm docs clean

help:
	@sed -n 's/^## //p' Makefile

## make run         build, then solve one hand of each of the five games
run: $(VENV)/.built
	@$(VENV)/bin/rummy-solver solve --rules rummyclub 'R1 Y1 B1 K5-8 B9 * B11 R12 R13 R1 Y4'
	@$(VENV)/bin/rummy-solver solve --rules joker_rummy '5s 6s 7s 9d 9h * Qh Kh Ah 2c 2d 4s Tc'
	@$(VENV)/bin/rummy-solver solve --rules basic_rummy '3s 4s 5s 3c 4c 5c Ad 2d 3d 4d 5h'
	@$(VENV)/bin/rummy-solver solve --rules rummikub 'R5-8 K7 B7 Y10 * Y12 B1 B2 K13 R13'
	@$(VENV)/bin/rummy-solver solve --rules remi 'R12 R13 R1 Y8 B8 K8 R8 B3-5 K2 * K4 R6 Y6'

## make test        run the tests against the sources
test: machine $(VENV)/.tools
	$(VENV)/bin/pytest

## make check       everything that must pass: lint, types, C warnings, tests of the installed wheel
check: machine $(WHEEL)/.installed
	$(MAKE) --no-print-directory BIN=$(WHEEL)/bin lint warnings typing
	$(WHEEL)/bin/pytest $(PYTEST)

## make check-full  the same with the slow tests and on every Python, sanitizers and coverage
check-full: pythons
	$(MAKE) --no-print-directory check PYTEST='-m "slow or not slow" -o faulthandler_timeout=3600'
	$(MAKE) --no-print-directory asan cov

## make pythons     `make check` on every Python from 3.10 to 3.14 that the machine has
pythons:
	@for version in 3.10 3.11 3.12 3.13 3.14; do \
	    python=$$(ls -d $(HOME)/.pyenv/versions/$$version.*/bin/python 2>/dev/null | tail -n 1 || true); \
	    python=$${python:-python$$version}; \
	    if ! $$python -c 0 2>/dev/null; then echo "==== Python $$version: not here ===="; continue; fi; \
	    echo "==== Python $$version ===="; \
	    $(MAKE) --no-print-directory PYTHON=$$python WHEEL=build/venv-$$version check; \
	done

## make format      let ruff and clang-format lay out the code
format: $(VENV)/.tools
	$(VENV)/bin/ruff check --fix-only --quiet .
	$(VENV)/bin/ruff format .
	$(VENV)/bin/clang-format -i src_c/*.[ch] tests/c/*.[ch]

## make mutants     change closings, points and rules in small ways: the tests must notice; takes long
mutants: $(VENV)/.tools
	$(PIP) $(VENV)/bin/pip install -q 'rummy-solver[mutants]'
	PATH="$(abspath $(VENV))/bin:$$PATH" mutmut run
	$(VENV)/bin/mutmut results

## make bench       figures by class of hand beside those of other programs, into build/benchmarks.json
bench: $(VENV)/.tools
	$(PIP) $(VENV)/bin/pip install -q 'rummy-solver[bench]'
	$(VENV)/bin/python -m benchmarks --json build/benchmarks.json

## make asan        the tests under the address and undefined behaviour sanitizers
asan: $(VENV)/.tools
	rm -rf build/asan
	RUMMY_SOLVER_SANITIZE=1 $(VENV)/bin/python setup.py -q build --build-base build/asan --build-lib build/asan/lib
	LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
	PYTHONMALLOC=malloc PYTHONPATH=$(CURDIR)/build/asan/lib $(VENV)/bin/pytest $(PYTEST)

## make fuzz        SECONDS=60 for each target: the core by libFuzzer, the Python package by atheris
fuzz: machine $(VENV)/.tools
	$(PIP) $(VENV)/bin/pip install -q 'rummy-solver[fuzz]'
	$(VENV)/bin/python tests/fuzz/run.py $(or $(SECONDS),60)

## make cov         coverage of the Python and the C lines, as text and under build/cov
cov: $(VENV)/.tools
	rm -rf build/cov
	RUMMY_SOLVER_COVERAGE=1 $(VENV)/bin/python setup.py -q build --build-base build/cov --build-lib build/cov/lib
	PYTHONPATH=$(CURDIR)/build/cov/lib $(VENV)/bin/pytest --cov --cov-report=term --cov-report=html:build/cov/python $(PYTEST)
	$(VENV)/bin/gcovr build/cov --print-summary --html-details build/cov/c.html

## make wheel       sdist, and the wheel that is built from it, into dist/
wheel: $(VENV)/.tools
	$(call build-dist,$(VENV))
	if [ "$$(uname)" = Linux ]; then $(VENV)/bin/auditwheel show dist/*.whl; fi
	$(PYTHON) -m venv --clear build/empty
	$(PIP) build/empty/bin/pip install -q dist/*.whl
	build/empty/bin/python -I tests/support/pages.py README.md

## make wasm        the npm package into wasm/dist; needs clang and lld
wasm: $(VENV)/.built
	$(MAKE) --no-print-directory -C wasm PYTHON=$(abspath $(VENV))/bin/python

## make docs        the documentation site into site/
docs: $(VENV)/.tools
	$(PIP) $(VENV)/bin/pip install -q 'rummy-solver[docs]'
	$(VENV)/bin/mkdocs build --strict

clean:
	rm -rf $(VENV) $(WHEEL) build dist mutants site *.egg-info rummy_solver/_core.c rummy_solver/*.so

# ---- steps of check ---------------------------------------------------------------------------

BIN ?= $(VENV)/bin

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror src_c/*.[ch] tests/c/*.[ch]

# The strict flags are for our C; what Cython writes is compiled with -Wall -Wextra at most. Clang reads
# the same files as for Windows, without its headers: nothing may need an extension of gcc, or 64 bits.
warnings:
	@for file in src_c/*.c; do echo "$(CC) $(STRICT) $$file"; $(CC) $(STRICT) -c $$file -o /dev/null; done
	@if command -v clang >/dev/null; then for cpu in x86_64 i386; do \
	    echo "clang for Windows on $$cpu"; \
	    clang --target=$$cpu-pc-windows-msvc -fms-compatibility-version=19.30 -ffreestanding -isystem wasm/include \
	        $(STRICT) -fsyntax-only src_c/*.c; \
	done; fi

# stubtest runs elsewhere, so that it reads the installed core.
typing:
	$(BIN)/mypy
	cd tests/typing && $(abspath $(BIN))/stubtest rummy_solver._core --allowlist stubtest.txt --ignore-unused-allowlist --ignore-disjoint-bases

# What a Python environment cannot bring: compilers, and node for the package for JavaScript.
machine:
	@bash .ci/install

# ---- environments -----------------------------------------------------------------------------

define build-dist
	rm -rf dist
	$(PIP) $(1)/bin/python -m build -q --outdir dist .
	$(1)/bin/python tests/support/check_dist.py dist
endef

$(VENV)/.built: $(SOURCES) setup.py pyproject.toml
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(PIP) $(VENV)/bin/pip install -q 'setuptools>=77' 'cython>=3.1'
	$(PIP) $(VENV)/bin/pip install -q --no-build-isolation -e '.[cli]'
	@touch $@

# The package is there already, so this brings what its extras name and builds nothing.
$(VENV)/.tools: $(VENV)/.built
	$(PIP) $(VENV)/bin/pip install -q 'rummy-solver[$(EXTRAS),dev]'
	@touch $@

$(WHEEL)/.installed: FORCE
	test -x $(WHEEL)/bin/python || $(PYTHON) -m venv $(WHEEL)
	$(PIP) $(WHEEL)/bin/pip install -q 'build>=1.2'
	$(call build-dist,$(WHEEL))
	$(PIP) $(WHEEL)/bin/pip install -q --no-deps --force-reinstall dist/*.whl
	$(PIP) $(WHEEL)/bin/pip install -q 'rummy-solver[$(EXTRAS),dev]'
	@cd tests && $(abspath $(WHEEL))/bin/python -c 'import rummy_solver as r; assert "site-packages" in r.__file__, r.__file__'
	@touch $@

.PHONY: FORCE
FORCE:
