# Two commands do everything on a fresh machine with Python 3.11+ and make: `make diagrams` and `make test`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTHONS ?= python3.11 python3.12 python3.13

.PHONY: test test-all docs-sync diagrams bench soak format clean

test: $(VENV)/ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto --dist worksteal $(PYTEST_OPTIONS) --cov --cov-report=term:skip-covered --cov-fail-under=90

# The same on every Python of PYTHONS that is installed, each in a .venv of its own; it names the others.
test-all:
	@tested=; \
	for python in $(PYTHONS); do \
		if $$python -c pass 2>/dev/null; then \
			echo "== $$($$python --version)"; \
			$(MAKE) --no-print-directory test PYTHON=$$python VENV=.venv-$$python || exit 1; \
			tested="$$tested $$python"; \
		else \
			echo "== $$python is not installed, so it was not tested."; \
		fi; \
	done; \
	test -n "$$tested" || { echo "None of $(PYTHONS) is installed; name yours: make test-all PYTHONS=..."; exit 1; }; \
	echo "== tested on:$$tested"

docs-sync: $(VENV)/ready
	$(BIN)/phasebook docs sync

diagrams: $(VENV)/ready
	$(BIN)/phasebook draw --all --formats svg,png,mmd,md -o build/diagrams

bench: $(VENV)/ready-bench
	@$(MAKE) --no-print-directory build/node-bench/ready || echo "It is measured without boardgame.io."
	$(BIN)/python -m tests.benchmarks

soak: $(VENV)/ready-test
	$(BIN)/python -m pytest -n auto --dist worksteal -m soak --soak tests

format: $(VENV)/ready-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv .venv-* build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready: pyproject.toml | $(VENV)/bin/python
	$(PIP) -e '.[embedded]'
	@touch $@

$(VENV)/ready-test: pyproject.toml | $(VENV)/bin/python
	$(PIP) -e '.[embedded,test]'
	@touch $@ $(VENV)/ready

# What the tests of pages and docs sites need, beside Chromium: make .venv/ready-browser, then make test.
$(VENV)/ready-browser: $(VENV)/ready-test | build/node/ready
	$(PIP) -e '.[embedded,test,browser]'
	@touch $@

# Mermaid and D2 themselves, which draw in tests what we write for them; and for benchmarks, boardgame.io.
build/node/ready build/node-bench/ready: build/%/ready: tests/%/package.json
	@command -v npm >/dev/null || { echo "npm is not installed: apt-get install nodejs npm"; exit 1; }
	@mkdir -p build/$*
	@cp $< build/$*/
	npm install --prefix build/$* --ignore-scripts --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

$(VENV)/ready-bench: $(VENV)/ready-test
	$(PIP) -e '.[embedded,test,bench]'
	@touch $@
