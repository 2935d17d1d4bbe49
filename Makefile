PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SHARED := -n auto --maxprocesses 4 --dist worksteal # a process a core; who is done first takes over from the others

.PHONY: install serve test quick lint eval vectors peers screenshots clean

install: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "tiyan needs Python 3.11 or newer (set PYTHON=python3.11)" >&2; exit 1; }
	@test -x $(BIN)/python || { echo "creating $(VENV) …"; $(PYTHON) -m venv $(VENV); }
	@echo "installing (a few minutes the first time) …"
	@$(BIN)/python -m pip install --progress-bar on -e '.[test]'
	@touch $@

serve: install
	@$(BIN)/tiyan serve

test: install
	@tools/chromium.sh
	@$(BIN)/python -m pytest $(SHARED)

quick: install
	@$(BIN)/python -m pytest $(SHARED) -m "not slow and not browser"

lint: install
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

eval: install
	@$(BIN)/tiyan eval

vectors: install
	@$(BIN)/python -m index.shipping

peers:
	@test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	@.venv-peers/bin/python -m pip install --progress-bar on -e '.[peers]'
	@.venv-peers/bin/tiyan eval peers --markdown docs/peers.md --report peers.html

screenshots: install
	@tools/chromium.sh
	@$(BIN)/python tools/screenshots.py

clean:
	rm -rf $(VENV) build *.egg-info
