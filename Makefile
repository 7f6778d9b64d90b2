# The one place that knows how jacknine is run, tested and built.
PYTHON ?= python3
BIN := .venv/bin
# A virtual environment is as fresh as the lock it was made from.
RUN := .venv/run.stamp
DEV := .venv/dev.stamp

export PYTHON

.DEFAULT_GOAL := help
.PHONY: help serve test test-long check fix bench duel golden build lock clean lint chromium

help: ## list what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(RUN) ## start the table and print its address (ARGS="--port 8001" is handed on)
	@$(BIN)/jacknine serve $(ARGS)

test: $(DEV) chromium lint ## everything CI runs: the checks, then every test at CI size
	$(BIN)/pytest

test-long: $(DEV) chromium lint ## the same tests at full counts, two at a time, then the browser's (hours)
	JACKNINE_LONG=1 $(BIN)/pytest --timeout=7200 -n 2 --dist worksteal -m "not browser"
	JACKNINE_LONG=1 $(BIN)/pytest --timeout=7200 -m browser

check: $(DEV) lint ## formatting, lint, types, import floors and house rules; changes nothing
	$(BIN)/pytest -q tests/test_house.py

fix: $(DEV) ## format the sources and apply the safe lint fixes
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(RUN) ## print figures and write bench/results.json; PEERS=1 adds the other engines, as ratios
	$(BIN)/python -m bench.run $(if $(PEERS),--peers)

duel: $(RUN) ## our players against other programs and each other, PAIRS= of deals each; ONLY=colver or =jass picks some
	$(BIN)/python -m bench.duels $(if $(PAIRS),--pairs $(PAIRS)) $(if $(OURS),--ours $(OURS)) $(if $(ONLY),--only "$(ONLY)")

golden: $(DEV) ## rewrite the golden files from what the program does now; read the diff
	$(BIN)/pytest -q --rewrite-golden

build: $(RUN) ## build the wheel into dist/
	$(BIN)/python -m hatchling build --target wheel

lock: ## pin the dependencies of pyproject.toml anew into requirements/
	tools/lock.sh

clean: ## remove everything that make has made, the virtual environments too
	rm -rf .venv bench/peers/.venv .cache dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

lint: $(DEV)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

chromium:
	@tools/chromium.sh

$(RUN): requirements/run.txt requirements/build.txt pyproject.toml
	@tools/venv.sh run build

$(DEV): requirements/dev.txt pyproject.toml
	@tools/venv.sh dev
