# Everything a newcomer needs: `make play` and `make test` set up whatever is missing by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PAGE := src/cinq/server/page/home.en.html
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print 2>/dev/null) $(wildcard src/cinq/games/*/*.ftl)
PORT ?= 8005
ARGS ?=

.PHONY: setup play test check bench slow shots chromium clean

setup: $(STAMP) $(PAGE)

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,lab]'
	touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	touch $@

$(PAGE): web/node_modules/.installed $(PAGE_SOURCES)
	cd web && npm run --silent build

play: setup
	$(BIN)/cinq serve --port $(PORT)

test: setup chromium
	$(MAKE) check
	$(BIN)/pytest -n 2 --dist loadfile -m "not slow" $(ARGS)
	cd web && npm test --silent

check: $(STAMP) web/node_modules/.installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/rulebook.py
	cd web && npm run --silent check

slow: setup chromium
	$(BIN)/pytest -m slow $(ARGS)

bench: setup
	$(BIN)/python -m bench $(ARGS)

shots: setup chromium
	$(BIN)/python tests/page/shots.py

# The browser that the page is tested in: Debian's own, never a download.
chromium:
	@command -v chromium >/dev/null || (apt-get update -qq && apt-get install -y -qq chromium >/dev/null)

clean:
	rm -rf $(VENV) web/node_modules src/cinq/server/page
