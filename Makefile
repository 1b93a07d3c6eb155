# Play, test and check Paddock. Every target makes what it needs and can be repeated cheaply.
MAKEFLAGS += --no-print-directory
BIN := .venv/bin
# `make play` plays interpreted where nothing compiles; work on Paddock needs the real engine.
compiled := PADDOCK_BUILD=$${PADDOCK_BUILD-compiled}

# A worker takes whole files, in the order of tests/conftest.py.
by_file := --dist loadfile --no-loadscope-reorder

.PHONY: play test quick check fix bench golden build web types fixtures shots audit sbom api docs dist wheels lock lowest clean

play: .venv/run
	@$(BIN)/python setup.py -q build_ext --inplace
	@$(BIN)/paddock serve

test: build
	@$(BIN)/pytest -q -n auto $(by_file)

# The engine, the rules and their words, for everyday work: no server, no browser, and none of the files that try
# thousands of games.
quick: build
	@$(BIN)/pytest -q -n auto $(by_file) tests/core tests/games tests/web \
		$(foreach many,properties perft position,--ignore-glob='*/test_$(many).py')

check: .venv/dev
	@echo "paddock: format, lint, types, layers"
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

fix: .venv/dev
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: .venv/peers build
	@for what in engine search peers; do echo "paddock: bench $$what"; $(BIN)/paddock bench $$what || exit 1; done

golden: build
	@$(BIN)/python -m tests.golden

# The site, made from web/ into the package; only this needs node.
web: types
	@cd web && npm ci --silent && npm run --silent check && npm run --silent test && npm run --silent build

types: build
	@$(BIN)/python -m tools.typescript

# Positions for web/dev.html, where faces are drawn.
fixtures: build
	@$(BIN)/python -m tools.fixtures

# Pictures of every screen, into build/shots.
shots: build
	@$(BIN)/python -m tools.shots

# What is known against the packages that Paddock ships with; needs the network.
audit: .venv/audit
	@$(BIN)/python -m tools.packages audit

# Bills of materials (CycloneDX), into build/.
sbom: .venv/audit
	@$(BIN)/python -m tools.packages sbom

# docs/api.md, from the docstrings.
api: build
	@$(BIN)/python -m tools.api

# The documentation as a site, into build/site; a link that leads nowhere fails.
docs: .venv/dev
	@$(BIN)/python -m tools.site

# An sdist and a wheel for this Python, into dist/.
dist: .venv/pack
	@rm -rf dist && PADDOCK_BUILD=compiled $(BIN)/python -m build

# Wheels for CPython 3.11 to 3.14 on this system, into dist/; see [tool.cibuildwheel].
wheels: .venv/pack
	@$(BIN)/cibuildwheel --output-dir dist

# The versions that we test and build with.
lock: .venv/pack
	@$(BIN)/uv pip compile -q --universal --python-version 3.11 --upgrade --no-emit-index-url --no-annotate \
		--custom-compile-command 'make lock' --all-extras pyproject.toml -o lock.txt

# Do the lowest versions that pyproject.toml allows still work?
lowest: .venv/pack build
	@$(BIN)/uv venv -q --clear --python $(BIN)/python build/lowest
	@PADDOCK_BUILD=later $(BIN)/uv pip install -q --python build/lowest --resolution lowest-direct -e '.[play]'
	@$(BIN)/uv pip install -q --python build/lowest -c lock.txt httpx hypothesis pytest pytest-asyncio pytest-timeout
	@build/lowest/bin/pytest -q -p no:cacheprovider -W ignore::DeprecationWarning tests/cli/test_play.py \
		tests/server/test_tables.py tests/server/test_own_agents.py tests/server/test_connection.py

build: .venv/dev
	@$(compiled) $(BIN)/python setup.py -q build_ext --inplace

clean:
	rm -rf .venv build dist src/*.egg-info src/paddock/built.json
	find src -name '*.so' -delete

# The build requirements stay in .venv, so that neither pip nor a rebuild fetches them again.
.venv/run: pyproject.toml | $(BIN)/python
	@echo "paddock: installing what it needs to run and to compile"
	@$(BIN)/pip install -q $$($(BIN)/python -c 'import tomllib as t; print(*t.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@$(call install,.[play])

.venv/dev: pyproject.toml | .venv/run
	@echo "paddock: installing what its tests and checks need"
	@$(call install,.[dev])

.venv/peers: pyproject.toml | .venv/dev
	@echo "paddock: installing the engines it is measured against"
	@$(call install,.[peers])

.venv/pack: pyproject.toml | .venv/dev
	@echo "paddock: installing what makes packages"
	@$(call install,.[pack])

.venv/audit: pyproject.toml | .venv/dev
	@echo "paddock: installing what looks through its packages"
	@$(call install,.[audit])

# With the versions that we test with; others may have any that pyproject.toml allows.
install = PADDOCK_BUILD=later $(BIN)/pip install -q --no-build-isolation -c lock.txt -e '$(1)' && touch $@

$(BIN)/python:
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "paddock: making .venv with $$($$python --version)"; \
			$$python -m venv .venv || { rm -rf .venv; exit 1; }; exit 0; \
		fi; \
	done; echo "paddock: Python 3.11 or newer was not found; name one with PYTHON=..." >&2; exit 1
