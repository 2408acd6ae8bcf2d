# Two commands do everything on a fresh machine with Python 3.11+ and make: `make diagrams` and `make test`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTHONS ?= python3.11 python3.12 python3.13
# Tests start hundreds of processes. Where PYTHONDONTWRITEBYTECODE is set, each would compile every module that it uses.
COMPILED := $(BIN)/python -m compileall -q fsm games diagrams phasebook tests

.PHONY: test test-all docs docs-sync diagrams bench limits soak format clean

test: $(VENV)/ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(COMPILED)
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

# The documentation as a site, in build/site/.
docs: $(VENV)/ready-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

diagrams: $(VENV)/ready
	$(BIN)/phasebook draw --all --formats svg,png,mmd,md -o build/diagrams

# Measures beside others and writes docs/benchmarks.md; with QUICK=1, only roughly, into build/bench/.
bench: build/bench-env/ready
	@$(MAKE) --no-print-directory build/node-bench/ready || echo "It is measured without the peers for node."
	build/bench-env/bin/python -m tests.benchmarks $(if $(QUICK),--quick)

# Every benchmark that has a limit, or those of ONLY="engine uno"; fails when one is missed. All take most of an hour.
limits: build/bench-env/ready
	@$(MAKE) --no-print-directory build/node-bench/ready || echo "It is measured without the peers for node."
	build/bench-env/bin/python -m tests.benchmarks $(or $(ONLY),--limits)

soak: $(VENV)/ready-test
	$(COMPILED)
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

$(VENV)/ready-docs: pyproject.toml | $(VENV)/bin/python
	$(PIP) -e '.[embedded,docs]'
	@touch $@

# What the tests of pages and docs sites need, beside Chromium: make .venv/ready-browser, then make test.
$(VENV)/ready-browser: $(VENV)/ready-test | build/node/ready
	$(PIP) -e '.[embedded,test,browser]'
	@touch $@

# Mermaid and D2 themselves, which draw in tests what we write for them; and for benchmarks, XState and boardgame.io.
build/node/ready build/node-bench/ready: build/%/ready: tests/%/package.json
	@command -v npm >/dev/null || { echo "npm is not installed: apt-get install nodejs npm"; exit 1; }
	@mkdir -p build/$*
	@cp $< build/$*/
	npm install --prefix build/$* --ignore-scripts --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

# An environment for benchmarks alone. A peer that cannot be installed stops nothing: the page names it.
build/bench-env/ready: pyproject.toml tests/benchmarks/peers.txt
	test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[embedded,bench]'
	@grep -v '^#' tests/benchmarks/peers.txt | while read -r peer; do \
		$(@D)/bin/python -m pip install --quiet --disable-pip-version-check "$$peer" \
			|| echo "$$peer could not be installed, so it will be named and not measured."; \
	done
	@touch $@
