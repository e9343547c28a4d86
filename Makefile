# Everything that a clone needs: Python 3.11 or later, a Rust toolchain and make.

PYTHON ?= python3
FUZZ_SECONDS ?= 30
# What `make demo` plays: any name that `croupier play --game` takes.
GAME ?= nlhe
JOBS ?= 2

# What is installed has the versions of these files: `make lock` writes them anew.
LOCKS := requirements
VENV := .venv
BIN := $(VENV)/bin
HEAVY := .venv-heavy
INSTALLED := $(VENV)/.installed
BENCH_INSTALLED := $(VENV)/.installed-bench
COVERAGE_INSTALLED := $(VENV)/.installed-coverage
BUILT := $(VENV)/.built
TUNED := $(VENV)/.tuned
# Beside the wheel, so that both go together.
PACKED := dist/.packed

# The page of the desk: what it is made of, what npm installs for it, and where it goes.
PAGE_SOURCES := web/index.html web/table.html web/vite.config.ts web/tsconfig.json $(shell find web/src web/public -type f)
NODE_INSTALLED := web/node_modules/.installed
PAGE := python/croupier/web/static/index.html

CORE := Cargo.toml Cargo.lock $(shell find crates -name '*.rs' -o -name Cargo.toml)
PACKAGE := $(shell find python/croupier -type f -not -path '*/web/static/*' -not -name '*.so' -not -name '*.pyc')
EXTRAS := cli,envs,plots,store,web,yaml
# What merges the counts of a first build for the second; where there is no rustup, it has to be there.
PROFILER = rustup component add llvm-tools 2>/dev/null || true;
TUNING := --pgo --config tools/tuning.toml

.DEFAULT_GOAL := help
.PHONY: help setup build tune coverage index names operations golden web-types page serve browser demo test test-slow test-games test-heavy attack check check-python check-rust check-web docs bench fuzz format dist check-dist audit lock clean

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(INSTALLED)  ## Make the virtual environment and install what development needs

build: $(BUILT)  ## Build the native core and install the package into the environment

tune: $(TUNED)  ## Build the core as wheels have it: twice, the second time for what was hot in the first

index: build  ## Make the index of the library of games anew
	$(BIN)/python -m croupier.games.configuration.index
	$(BIN)/python -m croupier.games.configuration.compile.classes
	$(BIN)/ruff format --quiet python/croupier/games/class_rules.py

names: build  ## List what `import croupier` offers anew
	$(BIN)/python tools/front_door.py

web-types: build  ## Write what the page knows of messages, cards and colours anew
	$(BIN)/python tools/web_types.py

operations: build  ## Write the stub and the lists of names of the table of operations anew
	$(BIN)/python tools/operations.py
	$(BIN)/python tools/front_door.py

page: $(PAGE)  ## Build the page of the desk; gets node where there is none

serve: build $(PAGE)  ## Build the desk, serve it and open it in a browser
	$(BIN)/croupier serve

browser: $(NODE_INSTALLED)  ## Find a browser for the tests, or get one without root
	web/browser

golden: build  ## Write anew what the commands print, to be read before it is committed
	$(BIN)/python tools/golden.py

demo: build  ## Play, check, convert and draw a match of GAME
	$(BIN)/python examples/demo.py "$(GAME)"

test: build $(PAGE) browser  ## Run the tests of the crates, of the package, of the page and of the documents
	cargo test --locked --workspace --quiet
	web/npm test --silent
	$(BIN)/pytest -n $(JOBS) --dist loadfile

test-slow: build $(PAGE) browser  ## Run the tests that take long, too
	cargo test --locked --workspace --release -- --include-ignored
	$(BIN)/pytest -n $(JOBS) --dist loadfile -m "not attack"

attack: build  ## Attack all promises for CROUPIER_ATTACK_SECONDS (1500), with CROUPIER_ATTACK_SEED
	$(BIN)/pytest -q -m attack tests/attack

test-games: build $(PAGE) browser  ## Play every game and every mix by the controls of the page
	$(BIN)/pytest -n $(JOBS) -rP -m slow tests/web/tables/test_page.py

test-heavy: $(HEAVY)/.installed  ## Run what needs PyTorch, OpenSpiel and others, in an environment of its own
	rm -rf build/heavy && $(BIN)/maturin build --locked --release --out build/heavy
	$(HEAVY)/bin/python -m pip install --quiet --force-reinstall --no-deps build/heavy/*.whl
	$(HEAVY)/bin/python -m pytest -q -s --noconftest --import-mode=importlib -o addopts= tests/heavy

coverage: build $(PAGE) browser $(COVERAGE_INSTALLED)  ## Count which lines of the package the tests run
	mkdir -p build/coverage
	$(BIN)/pytest -n $(JOBS) --dist loadfile --cov --cov-report=html:build/coverage/html --cov-report=
	$(BIN)/coverage report --format=total
	$(BIN)/coverage report --format=markdown > build/coverage/summary.md

check: check-python check-rust check-web docs  ## Check format, style, types, stubs, layers and documents

check-python: build
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/stubtest croupier._native
	$(BIN)/lint-imports

check-rust:
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy --locked --workspace --all-targets --quiet -- -D warnings
	@# The fuzzer itself, which is C++, is not needed to look at its targets.
	CUSTOM_LIBFUZZER_PATH=none/libfuzzer.a cargo clippy --locked --manifest-path fuzz/Cargo.toml --quiet -- -D warnings

check-web: $(NODE_INSTALLED)
	web/npm run --silent check

docs: build  ## Build the site of the documents
	$(BIN)/python docs/site/build.py build/site

bench: tune $(BENCH_INSTALLED)  ## Measure Croupier and its peers
	$(BIN)/python -m benchmarks --write

dist: $(PACKED)  ## Build a wheel that needs no Rust

check-dist: dist  ## Install the wheel into an empty environment and run it there
	.ci/check-wheel $(PYTHON) dist/*.whl

audit:  ## Check licences, sources and advisories of the crates; builds cargo-deny the first time
	.ci/audit

lock: $(INSTALLED)  ## Write the newest versions of what development installs
	$(BIN)/python $(LOCKS)/lock.py

fuzz:  ## Fuzz the Rust crates, FUZZ_SECONDS for each target
	fuzz/run $(FUZZ_SECONDS)

format: $(INSTALLED) $(NODE_INSTALLED)  ## Format all code and fix what can be fixed
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .
	cargo fmt --all
	cargo fmt --manifest-path fuzz/Cargo.toml
	web/npm run --silent format

clean:  ## Remove everything that can be made again
	rm -rf $(VENV) $(HEAVY) .setup target dist build fuzz/target fuzz/artifacts web/node_modules
	rm -rf $(dir $(PAGE))
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find python -name '*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Trainers and peers take gigabytes, and nothing else needs them.
$(HEAVY)/.installed: $(LOCKS)/heavy.txt | $(INSTALLED)
	$(PYTHON) -m venv $(HEAVY)
	$(HEAVY)/bin/python -m pip install --quiet --requirement $<
	@touch $@

# The lock of the environment's Python: wheels with hashes, and nothing that is not listed. A Python newer
# than all locks gets the newest versions.
LOCK = $(LOCKS)/python-$$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])').txt
# What is not in the lock (peers of the benchmarks) must fit to it. Constraints have no hashes: pip would ask for all.
CONSTRAINTS := $(VENV)/constraints.txt
CONSTRAINED = export PIP_CONSTRAINT="$(CURDIR)/$(CONSTRAINTS)";

# Dependency groups need pip 25.1.
$(INSTALLED): pyproject.toml $(wildcard $(LOCKS)/*.txt) | $(BIN)/python
	@: > $(CONSTRAINTS); lock=$(LOCK); if [ -f "$$lock" ]; then \
		echo "Installing the versions of $$lock"; \
		sed -n 's/^\([^ ;]*==[^ ;]*\).*/\1/p' "$$lock" > $(CONSTRAINTS); \
		$(BIN)/python -m pip install --quiet --require-hashes --no-deps --only-binary :all: --requirement "$$lock"; \
	else \
		echo "There is no $$lock: installing the newest versions"; \
		$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1' && $(BIN)/python -m pip install --quiet --group dev; \
	fi
	@touch $@

$(BENCH_INSTALLED): pyproject.toml | $(INSTALLED)
	@$(CONSTRAINED) $(BIN)/python -m pip install --quiet --group bench
	@touch $@

$(COVERAGE_INSTALLED): pyproject.toml | $(INSTALLED)
	@$(CONSTRAINED) $(BIN)/python -m pip install --quiet --group coverage
	@touch $@

$(BUILT): $(INSTALLED) $(CORE)
	@$(CONSTRAINED) $(BIN)/maturin develop --locked --release --extras $(EXTRAS)
	@touch $@

# It takes long, and so is built anew only after something in it has changed.
$(PACKED): $(INSTALLED) $(PAGE) $(CORE) $(PACKAGE) tools/typical_work.py tools/rustc-for-tuning tools/tuning.toml
	rm -rf dist
	@$(PROFILER) $(CONSTRAINED) $(BIN)/maturin build $(TUNING) --locked --release --out dist
	@touch $@

$(TUNED): $(INSTALLED) $(CORE) tools/typical_work.py tools/rustc-for-tuning tools/tuning.toml
	@$(PROFILER) $(CONSTRAINED) $(BIN)/maturin develop $(TUNING) --locked --release --extras $(EXTRAS)
	@touch $(BUILT) $@

# The versions and checksums of the lock, which stays as it is. `npm ci` would ask for the programs of
# all other systems as well, which not every registry has.
$(NODE_INSTALLED): web/package.json web/package-lock.json web/npm | $(BIN)/python
	@web/npm install --no-save --silent --no-audit --no-fund
	@touch $@

$(PAGE): $(PAGE_SOURCES) $(NODE_INSTALLED)
	@web/npm run --silent build
	@touch $@
