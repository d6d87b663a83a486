# make run: set up and open the editor (without a display: complete the sample and write files).
# make test: set up and run every check that the continuous integration runs.
# Both make and use .venv at the root; delete it to start afresh.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Once after installing, so that the first drag does not wait some ten seconds for it.
COMPILE = $(BIN)/python -c "import models.solver, models.body.reach_kernel"

.PHONY: run test check figures clean

run: $(VENV)/.runtime
	$(BIN)/python main.py $(FILE)

test: export OPENBLAS_NUM_THREADS = 1
test: $(VENV)/.dev check
	./.ci/with-display $(BIN)/python -m pytest

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

figures: $(VENV)/.dev
	./.ci/with-display $(BIN)/python docs/make_pictures.py

$(VENV)/.runtime: pyproject.toml
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	$(COMPILE)
	touch $@

$(VENV)/.dev: pyproject.toml
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,training,bench]'
	$(COMPILE)
	touch $@ $(VENV)/.runtime

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
