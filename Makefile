# What a newcomer types. Needs Python 3.12 and make; everything else is installed into .venv.
#
#   make demo        the whole job on this machine, from a sample directory to a published partition; leaves nothing running
#   make up, down    the same, left running with its web pages; and its end
#   make test        lint, types, import rules and every test that is not slow
#   make test-slow   the tests that take minutes
#   make test-distributed   the services of docker-compose.yaml as processes, a worker killed half way
#   make score       recall and retention of the shipped policy
#   make bench       speed of one core, as ratios measured in one run
#   make venv, lint  parts of the above

SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3.12
BIN := .venv/bin
STAMP := .venv/.synced
LOGS := var/make
UV_VERSION := $(shell sed -n '/^name = "uv"$$/{n;s/version = "\(.*\)"/\1/p}' uv.lock)
CORPORA := $(or $(REDACTORY_CORPORA),$(wildcard ../shared/corpus))

export UV_PYTHON_DOWNLOADS := never
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONPATH :=
ifneq ($(CORPORA),)
export REDACTORY_CORPORA := $(abspath $(CORPORA))
endif

# $(call step,NAME,COMMAND): one line; the command's output only where it fails, and then all of it.
step = mkdir -p $(LOGS); printf '%-12s ' '$(1)'; s=$$SECONDS; \
	if $(2) >$(LOGS)/$(1).log 2>&1; then echo "ok ($$((SECONDS - s)) s)"; \
	else echo "FAILED"; echo; cat $(LOGS)/$(1).log; exit 1; fi

# $(call twice,MARKERS): the tests so marked; what failed of them runs once more.
twice = $(BIN)/pytest -q -m "$(1)" || { echo "Once more, what failed:"; $(BIN)/pytest -q -m "$(1)" --lf --lfnf=none; }

.PHONY: help venv demo up down test test-slow test-distributed score bench lint slapd servers chromium

help:
	@sed -n 's/^#   //p' Makefile

venv: $(STAMP)

$(STAMP): uv.lock pyproject.toml .python-version
	@bash scripts/venv.sh "$(PYTHON)" "$(UV_VERSION)"
	@touch $@

demo: $(STAMP)
	@exec $(BIN)/python -m redactory.demo run

up: $(STAMP)
	@exec $(BIN)/python -m redactory.demo up

down: $(STAMP)
	@exec $(BIN)/python -m redactory.demo down

lint: $(STAMP)
	@$(call step,ruff,$(BIN)/ruff check .)
	@$(call step,mypy,$(BIN)/mypy include/redactory plugins)
	@$(call step,imports,env PYTHONPATH=plugins $(BIN)/lint-imports)

slapd:
	@bash scripts/slapd.sh

servers:
	@bash scripts/servers.sh

chromium:
	@bash scripts/chromium.sh

test: $(STAMP) slapd servers chromium lint
	@$(BIN)/pytest -q -n 2 --dist loadfile -m "not slow and not distributed"

# What failed runs once more: these tests start schedulers and browsers, which a busy machine may keep waiting.
# A fault fails both times.
test-slow: $(STAMP) slapd servers chromium
	@$(call twice,slow and not distributed)

test-distributed: $(STAMP) slapd servers
	@$(call twice,distributed)

score: $(STAMP)
	@$(BIN)/python -m redactory.score

bench: $(STAMP)
	@$(BIN)/python -m redactory.bench
