# Thin doors over the project's own tools. `make run` and `make test` do everything on a fresh machine.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test thorough check mutants soak endurance bench before audit bundle pocket pocket-tests lock translations docs clean

run: $(VENV)/run.stamp
	@$(BIN)/lockup serve $(ARGS)

test: $(VENV)/test.stamp
	@$(BIN)/python -m tools.everything

# More of the same: every page in every language and engine, more games, more taps, more inputs.
MORE := LOCKUP_DEALS=12 LOCKUP_EARS=20 LOCKUP_EXAMPLES=100 LOCKUP_KILLS=10 LOCKUP_OTHERS=5 LOCKUP_PAGES=all LOCKUP_ROUNDS=6 \
	LOCKUP_SEARCHED=1 LOCKUP_STREAMS=50 LOCKUP_TAPS=24

thorough: $(VENV)/test.stamp
	@$(MORE) $(BIN)/python -m tools.everything

check: $(VENV)/test.stamp
	@$(BIN)/python -m tools.everything --fast $(ARGS)

mutants: $(VENV)/test.stamp
	@$(BIN)/python -m tools.mutants

soak: $(VENV)/test.stamp
	@$(BIN)/python -m tools.soak $(SEED)

endurance: $(VENV)/test.stamp
	@$(BIN)/python -m pytest -q --timeout 0 -m endurance tests

bench: $(VENV)/test.stamp
	@$(BIN)/python -m bench

before: $(VENV)/test.stamp
	@$(BIN)/python -m bench.before $(ARGS)

translations: $(VENV)/test.stamp
	@$(BIN)/python -m tools.translations

docs: $(VENV)/test.stamp
	@$(BIN)/python -m tools.reference

audit: $(VENV)/test.stamp
	@$(BIN)/uv tool run --from 'bandit>=1.8' bandit --quiet --severity-level medium --recursive companion migrations
	@$(BIN)/uv tool run --from 'pip-audit>=2.9' pip-audit --strict --requirement requirements.lock --require-hashes --disable-pip

bundle: $(VENV)/test.stamp
	@$(BIN)/python -m tools.bundle $(ARGS)
	@$(BIN)/python -m pytest -q --timeout 0 -m bundle tests/cli/test_bundle.py

pocket: $(VENV)/run.stamp
	@$(BIN)/python -m tools.pocket $(ARGS)

pocket-tests: $(VENV)/test.stamp
	@$(BIN)/python -m pip install -q --target build/pocket/pure --upgrade --no-deps --only-binary=:all: --platform any \
		hypothesis==6.155.7 sortedcontainers==2.4.0
	@ulimit -s 64000 && node --stack-size=60000 tools/pocket_tests.mjs build/pocket/node_modules/pyodide . \
		$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') build/pocket/pure \
		-q --hypothesis-profile=quick -m "not slow and not browser and not endurance and not bundle" $(ARGS)

lock: $(VENV)/test.stamp
	@$(BIN)/python -m tools.lock

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/made.stamp:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "Making the environment in $(VENV)."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run.stamp: $(VENV)/made.stamp requirements.lock pyproject.toml
	@echo "Installing what the app needs."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test.stamp: $(VENV)/run.stamp requirements-test.lock
	@echo "Installing what the tests need."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-test.lock
	@touch $@
