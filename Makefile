# Two commands on a fresh machine with Python 3.11 or newer: `make kits` and `make test`.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: kits docs test test-all test-nightly fuzz bench check format clean

# Every bundled game, into output/.
kits: .venv/.ready
	$(BIN)/pnp build

# The documentation as a site, into build/site/.
docs: .venv/.ready
	$(BIN)/python -m tests.docs_site

# Lint, types, the import contract, and the tests that are quick.
test: .venv/.ready
	$(BIN)/python -m tests

# The same with the slow tests.
test-all: .venv/.ready
	$(BIN)/python -m tests --all

# The same with all combinations of parameters.
test-nightly: .venv/.ready
	$(BIN)/python -m tests --nightly

# Mutated files of every kind, for two minutes; `make fuzz FOR=nightly` takes four hours.
FOR ?= short
fuzz: .venv/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	$(BIN)/python -m tests.fuzzing --for $(FOR)

# The speed beside other libraries, of commands, and of large sets; `make bench PART=growth` measures one part.
PART ?=
ROUNDS ?= 5
bench: .venv/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python -m benchmarks --rounds $(ROUNDS) $(PART)

check: format test

format: .venv/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.venv/.ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "pnp needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv output build dist
