# Two commands do everything on a fresh machine with Python 3.11+ and make: `make diagrams` and `make test`.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: test diagrams bench soak format clean

test: .venv/ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto --cov --cov-report=term:skip-covered --cov-fail-under=90

diagrams: .venv/ready
	$(BIN)/phasebook draw --all --formats svg,png,mmd,md -o build/diagrams

bench: .venv/ready-bench
	$(BIN)/python -m tests.benchmarks

soak: .venv/ready-test
	$(BIN)/python -m pytest -n auto -m soak --soak tests

format: .venv/ready-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/ready: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[embedded]'
	@touch $@

.venv/ready-test: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[embedded,test]'
	@touch $@ .venv/ready

.venv/ready-bench: .venv/ready-test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[embedded,test,bench]'
	@touch $@
