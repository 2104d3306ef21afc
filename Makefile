# Everything a newcomer needs: `make play` and `make test` set up whatever is missing by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
STAMP := $(VENV)/.installed
PAGE := src/cinq/server/static/home.en.html
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print 2>/dev/null) $(wildcard src/cinq/games/*/*.ftl)
# `make play HOST=0.0.0.0` lets others on this network in; a HOST of the environment is not read.
HOST := 127.0.0.1
PORT ?= 8005
ARGS ?=

.PHONY: setup play test check bench slow proof chaos soak plant interleavings fuzz hostile audit shots browser lock wheel clean

setup: $(STAMP) $(PAGE)

# Exactly the versions of requirements.lock, hatchling among them; nothing is resolved here.
$(STAMP): pyproject.toml requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes --requirement requirements.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

# After a change of the ranges in pyproject.toml; add ARGS=--upgrade for the newest versions within them.
# A uv.lock would be the same pins with the registry's address in every line.
lock: $(STAMP)
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-annotate --custom-compile-command "make lock" --quiet --output-file requirements.lock $(ARGS)

web/node_modules/.installed: web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "npm is missing: install Node 20 or newer, https://nodejs.org" >&2; exit 1; }
	cd web && npm ci --no-audit --no-fund --loglevel=error
	touch $@

$(PAGE): web/node_modules/.installed $(PAGE_SOURCES)
	cd web && npm run --silent build

play: setup
	$(BIN)/cinq serve --host $(HOST) --port $(PORT)

test: setup browser
	$(MAKE) check
	$(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder -m "not slow and not scale" $(ARGS)
	cd web && npm test --silent

# Two checks at a time, each with its output in one piece.
CHECKS := check-types check-style check-imports check-rulebook check-page
.PHONY: $(CHECKS)
check: $(STAMP) web/node_modules/.installed
	@$(MAKE) --jobs 2 --keep-going $(if $(filter output-sync,$(.FEATURES)),--output-sync) --no-print-directory $(CHECKS)

check-types:
	$(BIN)/mypy

check-style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check

check-imports:
	$(BIN)/lint-imports

check-rulebook:
	$(BIN)/python tools/rulebook.py

check-page:
	cd web && npm run --silent check

slow: setup browser
	$(BIN)/pytest -m "slow and not scale" $(ARGS)

# Several servers over real PostgreSQL, Redis and nginx, with faults; skipped where they cannot be installed.
.PHONY: test-scale chaos-scale load
test-scale: setup
	-@$(BIN)/python -m tools.services >/dev/null
	$(BIN)/pytest -n 2 --dist loadfile -m scale tests/scale $(ARGS)

# What a move costs each process, embedded and scaled, up to 5,000 tables; ends by itself.
# ARGS="--sizes 100 500" for less, ARGS=--write writes the figures and the picture of docs/scale.md.
load: setup
	@$(BIN)/python -m tools.services >/dev/null
	$(BIN)/python -m tests.scale.load $(ARGS)

# Every fault, for longer; writes the table of docs/reliability.md. ARGS="worker_killed --tables 5" for less.
chaos-scale: setup
	@$(BIN)/python -m tools.services >/dev/null
	$(BIN)/python -m tests.scale.chaos $(ARGS)

# Plants known bugs, one at a time, in a copy of the tree: fails if the tests let one pass.
plant: $(STAMP) web/node_modules/.installed
	$(BIN)/python tools/plant.py $(ARGS)

# A million random interleavings of what connections say: nobody may get a chair without its token.
interleavings: $(STAMP)
	$(BIN)/python -m tests.server.interleavings.drive $(or $(ARGS),1000000 --processes 2)

# Compiled engines against the rules, a million moves a game, with a table in proof.md; ARGS="dix-mille --moves 20000" for less.
proof: $(STAMP)
	$(BIN)/python -m cinq.fast.proof --report proof.md $(ARGS)

# Mutations of a kept corpus for every decoder and a whole room; what fails is written to the corpus.
fuzz: $(STAMP)
	CINQ_FUZZ=$(or $(EXAMPLES),20000) $(BIN)/pytest -n 2 tests/server/fuzz $(ARGS)

# A million hostile frames, while another table is watched; FRAMES=100000 for fewer.
hostile: $(STAMP)
	CINQ_HOSTILE=$(or $(FRAMES),1000000) $(BIN)/pytest -s tests/server/websocket/test_flood.py $(ARGS)

# Known vulnerabilities of the dependencies; says so when no advisory source can be reached.
audit: $(STAMP)
	$(BIN)/python tools/audit.py

# Breaks a server in nine ways while people play; writes docs/reliability.md. ARGS="kill --tables 10" for less.
chaos: setup
	$(BIN)/python -m tests.chaos $(ARGS)

# Half an hour of a busy server: its memory and its workers' must be flat. Writes soak.md. ARGS="--minutes 5" for less.
soak: setup
	$(BIN)/python -m tests.soak $(ARGS)

bench: setup
	$(BIN)/python -m bench $(ARGS)

shots: setup browser
	$(BIN)/python tests/page/pictures/shots.py

# dist/cinq-*.whl, the built page included: serves a table where there is no Node.
wheel: setup
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

# Finds the browser that the page is tested in, or says how to get one.
browser: $(STAMP)
	@$(BIN)/python -m tools.browser >/dev/null

clean:
	rm -rf $(VENV) web/node_modules src/cinq/server/static
