# Presumed: Python 3.11 or newer, make, a package registry.  Nothing else.
PYTHON ?= python3
REQUIREMENTS ?= requirements.txt

VENV := .venv
INSTALLED := $(VENV)/installed
LAB_INSTALLED := $(VENV)/installed-lab
KATEX := _vendor/_static/katex/katex.min.css
LIVE := _vendor/_live/pyodide-lock.json

# What tools/environment.sh sets for commands without make.
# The same bits at every run: order of sets, threads of BLAS, dates in figures.
export PYTHONHASHSEED := 0
export OPENBLAS_NUM_THREADS := 1
export OMP_NUM_THREADS := 1
export SOURCE_DATE_EPOCH := 0
unexport MPLBACKEND
# The folder of stored verdicts; with TEXPROOF_VERDICTS=off every statement is decided anew.
export TEXPROOF_VERDICTS ?= $(CURDIR)/.cache/verdicts
# A home that cannot be written is none: Matplotlib keeps its list of fonts here.
export MPLCONFIGDIR := $(CURDIR)/$(VENV)/matplotlib
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

.PHONY: help setup book publish new notebooks quick test browsers check lint nightly lab bench lock clean

help:
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-10s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
	@echo "CONTRIBUTING.md has the commands that are needed less often."

setup: $(INSTALLED) ## installs what tests of the package need, in about a minute; builds nothing

# Two builds at once would overwrite each other's pages, so tools/run_alone.py makes the second one wait.
book: $(INSTALLED) $(KATEX) $(LIVE) ## builds the pages that changed since the last build, in seconds
	@python tools/run_alone.py python -m tools.site pages
	@echo "The book is built. Open file://$(CURDIR)/_build/draft/_build/html/index.html"

publish: $(INSTALLED) $(KATEX) $(LIVE) ## builds the site as readers get it, in _build/html
	@python tools/run_alone.py python -m tools.site publish
	@echo "The site is built. Open file://$(CURDIR)/_build/html/index.html"

new: $(INSTALLED) ## begins a chapter: TOPIC=naive_bayes TITLE="Naive Bayes" AFTER=lda LABEL=bayes
	python -m tools.new_chapter "$(TOPIC)" "$(TITLE)" "$(AFTER)" "$(LABEL)"
	python -m tools.notebooks $(TOPIC)

notebooks: $(INSTALLED) ## executes the chapters and stores their outputs; ONLY="pca svm" these two
	python -m tools.notebooks $(ONLY)
	python -m tools.pages

quick: $(INSTALLED) $(KATEX) $(LIVE) ## tests a change of one topic, in 1 to 3 minutes: ONLY=pca
	@python -m tests.project.quick $(ONLY)

# TESTS=chapters runs the tests in that folder; the workflow divides the tests in this way.
# Of the corpora one sixth is run, which the commit determines.  Tests that are marked nightly are left
# out, and so are the checker's own tests if nothing they depend on was changed; CI=true runs these.
test: $(INSTALLED) $(KATEX) $(LIVE) ## runs the tests that need no browser; ONLY="pca svm" of these topics
	python -m pytest --numprocesses auto -m "not browser and not nightly" --only="$(ONLY)" \
		$(if $(CI)$(ONLY)$(TESTS),,--by-change) $(TESTS)

# Tests the site in the browsers that are installed.  It opens one page in six, which the commit
# determines, and leaves out the tests that are marked nightly; with PAGES=all, and in the nightly
# workflow, it opens all pages and runs all tests.
browsers: PAGES ?= $(if $(filter nightly,$(GITHUB_WORKFLOW)),all)
browsers: $(INSTALLED) $(KATEX) $(LIVE) ## tests the site in Chromium and in Firefox; PAGES=all all of its pages
	python -m pytest --numprocesses 2 $(if $(PAGES),--whole -m browser,-m "browser and not nightly") tests/site

check: lint test ## runs lint, then test; both must pass before a change is merged

lint: $(INSTALLED) $(KATEX) ## checks lint, format, types, imports and spelling, and prints what each tool reports
	@failed=; \
	for tool in "ruff check" "ruff format --check" mypy "lint-imports --no-cache --no-logo" "python -m tools.spelling"; do \
		echo "$$tool"; $$tool || failed="$$failed, $$tool"; \
	done; \
	if [ "$$failed" ]; then echo "failed: $${failed#, }"; exit 1; fi

# Besides, the second opinions, the fuzzing, the seeds and all cases of the corpora.
nightly: $(INSTALLED) $(KATEX) $(LIVE) ## runs all tests that need no browser, and decides every statement anew
	TEXPROOF_VERDICTS=off FUZZ_EXAMPLES=500 python -m pytest --numprocesses auto --whole -m "not browser"

lab: $(LAB_INSTALLED) ## opens the chapters in JupyterLab
	jupyter lab --notebook-dir chapters

# A quarter of an hour on a machine that does nothing else; ONLY="pca svm" measures these and stores nothing.
bench: $(INSTALLED) ## measures the package beside other libraries, for the page on speed
	python -m benchmarks $(ONLY)
	python -m tools.pages.speed

# uv locks for every platform and Python at once.
lock: ## locks the newest releases that requirements/*.in allow; needs uv
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv"; exit 1; }
	for list in main:requirements.txt lab:requirements/lab.txt audit:requirements/audit.txt \
			mutants:requirements/mutants.txt "releases:requirements/releases.txt --no-deps"; do \
		uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
			--custom-compile-command "make lock" requirements/$${list%%:*}.in \
			--output-file $${list#*:} || exit 1; \
	done

clean: ## removes everything that these commands have made
	rm -rf $(VENV) _build _vendor build dist texproof/build _ext/node_modules tools/site/lighthouse/node_modules *.egg-info texproof/src/*.egg-info
	rm -rf $(addprefix pages/,reference $(addsuffix .md,language ledger letters notes other_books speed subjects))
	rm -rf .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

$(INSTALLED): $(REQUIREMENTS) pyproject.toml texproof/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	@echo "Installing into $(VENV): about a minute, once."
	@$(PYTHON) tools/run_alone.py $(PYTHON) -m venv $(VENV)
	@python tools/run_alone.py python -m pip install --quiet --disable-pip-version-check --requirement $(REQUIREMENTS)
	@python tools/run_alone.py python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . --editable ./texproof
	@touch $@

$(LAB_INSTALLED): $(INSTALLED) requirements/lab.txt
	python -m pip install --quiet --disable-pip-version-check --requirement requirements/lab.txt
	@touch $@

# The style sheet and fonts of formulas, the typeface of the text, and the tools that make the site light.
$(KATEX): $(INSTALLED) _ext/package-lock.json
	@python tools/run_alone.py python -m tools.site.typefaces

# Downloads Python for the reader's browser, once.  If it cannot be reached the book is static, or with
# MLBOOK_LIVE=required the build fails.
$(LIVE): $(KATEX) tools/live/fetch.py
	@python tools/run_alone.py python -m tools.live.fetch
