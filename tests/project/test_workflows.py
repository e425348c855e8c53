"""The workflows are what GitHub's schema asks for, leave time enough, and publish what was tested.

GitHub's rules for a job are evaluated here as its documentation has them: a job whose condition
calls no function of status runs only if all jobs that it needs, and those that these need, have
succeeded; `always()` and its like lift that.
"""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec

import pytest
import yaml

from benchmarks.book import JOBS
from tools.book import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ACTIONS = sorted((ROOT / ".github" / "actions").glob("*/action.yml"))
MAKEFILE = (ROOT / "Makefile").read_text("utf8")
READ = {path.stem: yaml.safe_load(path.read_text("utf8")) for path in WORKFLOWS}
TESTS = READ["tests"]["jobs"]
PUBLISH = "build", "deploy"
INSTALLED = ".venv/installed"  # what make sets up
STATUS = re.compile(r"\b(always|success|failure|cancelled)\(\)")
MAIN = {"github.ref": "refs/heads/main", "github.event_name": "push"}
FACTOR = (
    2  # of what was measured: a runner is slower than the machine, and jobs begin by installing
)


def check(schema, *files):
    """check-jsonschema's answer for these files."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    return subprocess.run([*command, *files], capture_output=True, text=True)


@pytest.mark.parametrize(
    "schema, files", [("github-workflows", WORKFLOWS), ("github-actions", ACTIONS)]
)
def test_workflows_and_actions_are_valid(schema, files):
    assert files
    run = check(schema, *files)
    assert run.returncode == 0, run.stdout


def test_an_invalid_workflow_is_refused(tmp_path):
    broken = WORKFLOWS[0].read_text("utf8").replace("runs-on:", "runs-at:")
    (tmp_path / "broken.yml").write_text(broken, "utf8")
    assert check("github-workflows", tmp_path / "broken.yml").returncode == 1


# --- what runs -----------------------------------------------------------------------------------


def runs(job):
    """The commands of a job."""
    return [step["run"] for step in job["steps"] if "run" in step]


EVERY_RUN = [
    run for workflow in READ.values() for job in workflow["jobs"].values() for run in runs(job)
]


def test_what_the_workflows_make_is_in_the_makefile():
    made = {
        word
        for run in EVERY_RUN
        if run.startswith("make ")
        for word in re.sub(r'"[^"]*"', "", run).split()[1:]
        if "=" not in word
    }
    assert {"lint", "nightly", "publish", "test"} <= made - {INSTALLED}
    assert made - {INSTALLED} <= {*re.findall(r"^([\w-]+):", MAKEFILE, re.M)}


def test_what_the_workflows_run_without_make_is_there_after_what_installs_it():
    for job in (job for workflow in READ.values() for job in workflow["jobs"].values()):
        alone = [run for run in runs(job) if "python -m" in run]
        installs = [run for run in runs(job) if run in (f"make {INSTALLED}", "make publish")]
        assert bool(alone) <= bool(installs)
        assert all(run.startswith(". tools/environment.sh && ") for run in alone)
    named = re.findall(r"python -m (\S+)", "\n".join(EVERY_RUN))
    assert {
        "tests.project.determinism",
        "tests.project.kernels",
        "tests.releases",
        "tools.licences",
    } <= {*named}
    assert {"tools.site.pdf", "tools.site.offline", "tools.site.report"} <= {*named}
    assert all(find_spec(name) for name in named)


def test_the_jobs_of_the_tests_are_together_what_one_machine_runs():
    alone = (ROOT / ".ci" / "run").read_text("utf8")
    assert re.search(r"^\.ci/browsers$", alone, re.M)
    together = {job: runs(TESTS[job]) for job in JOBS}
    assert together["lint"] == ["make lint"]
    package = "tests texproof/tests --ignore=tests/site"
    assert together["package"] == [f'make test TESTS="{package}"']
    assert together["notebooks"] == ["make test TESTS=chapters"]
    assert together["site"] == [".ci/browsers", "make test TESTS=tests/site", "make browsers"]
    install, kernels = together["kernels"]
    assert install == f"make {INSTALLED}" and kernels.endswith(
        "python -m tests.project.kernels lda svd"
    )
    assert f"\n{kernels} </dev/null" in alone


def test_all_is_run_on_the_oldest_and_the_newest_python_and_on_each_at_night():
    versions = [job["strategy"]["matrix"]["python"] for name, job in TESTS.items() if name in JOBS]
    assert versions == [versions[0]] * len(JOBS)
    project = (ROOT / "pyproject.toml").read_text("utf8")
    named = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project)
    assert versions[0] == [named[0], named[-1]] and len(named) > 1
    assert READ["nightly"]["jobs"]["nightly"]["strategy"]["matrix"]["python"] == named


def test_nothing_that_is_released_or_that_runs_at_night_takes_a_verdict_from_a_store():
    anew = [*READ["nightly"]["jobs"].values(), TESTS["build"]]
    for job in anew:
        (setup,) = (step for step in job["steps"] if step.get("uses") == "./.github/actions/setup")
        assert setup["with"]["verdicts"] is False
    of_tests = READ["tests"]["env"]["VERDICTS"]
    assert evaluate(of_tests, {"github.ref": "refs/tags/2.0"}) is False
    assert evaluate(of_tests, MAIN) is True
    (action,) = ACTIONS
    _, off, _, store = yaml.safe_load(action.read_text("utf8"))["runs"]["steps"]
    assert off["if"] == "inputs.verdicts != 'true'" and '"TEXPROOF_VERDICTS=off"' in off["run"]
    assert store["if"] == "inputs.verdicts == 'true'"
    kept = re.search(r"^export TEXPROOF_VERDICTS \?= \$\(CURDIR\)/(.+)$", MAKEFILE, re.M)[1]
    assert store["with"]["path"] == kept


# --- time ----------------------------------------------------------------------------------------


def test_a_job_may_take_twice_as_long_as_was_measured():
    measured = json.loads((ROOT / "benchmarks" / "book.json").read_text("utf8"))
    # what was not measured by itself takes no longer than the suite that it is a part of
    seconds = {job: measured.get(job, measured["suite"])["seconds"] for job in JOBS}
    limits = {job: 60 * TESTS[job]["timeout-minutes"] for job in JOBS}
    assert {job for job in JOBS if limits[job] < FACTOR * seconds[job]} == set()
    nightly = READ["nightly"]["jobs"]
    assert 60 * nightly["nightly"]["timeout-minutes"] >= FACTOR * measured["suite"]["seconds"]
    assert 60 * nightly["browsers"]["timeout-minutes"] >= FACTOR * seconds["site"]
    latest = 60 * READ["latest"]["jobs"]["latest"]["timeout-minutes"]
    assert latest >= FACTOR * sum(seconds[job] for job in JOBS if job != "package")


# --- publication ---------------------------------------------------------------------------------


class Status:
    """What the functions of status say of the jobs that one needs, and those that these need."""

    def __init__(self, results):
        self.results = results

    def success(self):
        return all(result == "success" for result in self.results)

    def failure(self):
        return "failure" in self.results

    def cancelled(self):
        return "cancelled" in self.results

    def always(self):
        return True


def evaluate(condition, context, status=None):
    """The value of an expression of GitHub's in the part of its language that is used here."""
    text = re.sub(r"^\$\{\{(.*)\}\}$", r"\1", str(condition).strip())
    text = re.sub(r"!(?!=)", " not ", text.replace("&&", " and ").replace("||", " or "))
    text = re.sub(r"\bneeds\.(\w+)\.result", r"context['needs.\1']", text)
    text = re.sub(r"\bgithub\.\w+", lambda found: f"context[{found[0]!r}]", text)
    text = STATUS.sub(r"status.\1()", text)
    known = {"context": context, "status": status}
    return eval(text.strip(), known | {"startsWith": lambda a, b: a.startswith(b)})


def needed(job):
    """The names of the jobs that one names."""
    names = job.get("needs", [])
    return [names] if isinstance(names, str) else names


def dry_run(jobs, failing=(), context=MAIN, end="failure"):
    """{job: its result} of a run in which the steps of some jobs end in this way."""
    found, above = {}, {}
    while len(found) < len(jobs):
        ready = {
            name for name in jobs if name not in found and found.keys() >= {*needed(jobs[name])}
        }
        assert ready, "jobs that wait for each other"
        for name in ready:
            job = jobs[name]
            above[name] = {*needed(job)}.union(*(above[one] for one in needed(job)))
            status = Status([found[one] for one in above[name]])
            condition = job.get("if", True)
            results = {f"needs.{one}": found[one] for one in needed(job)}
            wanted = evaluate(condition, context | results, status)
            if not wanted or not (STATUS.search(str(condition)) or status.success()):
                found[name] = "skipped"
            elif name in failing and not forgiving(job):
                found[name] = end
            else:
                found[name] = "success"
    return found


def forgiving(job):
    """Whether a job passes although one of its steps fails, as a whole or in its last word."""
    steps = job["steps"]
    forgiven = any(each.get("continue-on-error") for each in (job, *steps))
    return forgiven or any(re.search(r"\|\|\s*(true|:)\s*$", run, re.M) for run in runs(job))


def test_the_site_is_published_from_main_when_every_job_has_passed():
    assert set(TESTS) == {*JOBS, *PUBLISH}
    assert set(dry_run(TESTS).values()) == {"success"}


@pytest.mark.parametrize("end", ["failure", "cancelled"])
@pytest.mark.parametrize("job", JOBS)
def test_nothing_is_published_where_a_job_has_failed(job, end):
    """A planted failure in a chapter, for example, fails the job `notebooks`."""
    results = dry_run(TESTS, failing={job}, end=end)
    assert results[job] == end and {results[name] for name in PUBLISH} == {"skipped"}


@pytest.mark.parametrize("ref", ["refs/heads/topic", "refs/pull/7/merge", "refs/tags/2.0"])
def test_nothing_is_published_from_elsewhere(ref):
    results = dry_run(TESTS, context={**MAIN, "github.ref": ref})
    assert {results[name] for name in PUBLISH} == {"skipped"}
    assert {results[name] for name in JOBS} == {"success"}


def test_no_other_workflow_publishes():
    acting = {
        (name, job)
        for name, workflow in READ.items()
        for job, about in workflow["jobs"].items()
        for step in about["steps"]
        if step.get("uses", "").startswith("actions/deploy-pages@")
    }
    assert acting == {("tests", "deploy")}


@pytest.mark.parametrize(
    "job, change",
    [
        ("build", {"needs": ["lint", "package", "site", "kernels"]}),
        ("build", {"if": "always() && github.ref == 'refs/heads/main'"}),
        ("deploy", {"needs": "lint"}),
        ("deploy", {"needs": [], "if": "!cancelled()"}),
        ("notebooks", {"continue-on-error": True}),
        ("notebooks", {"steps": [{"run": "make test TESTS=chapters || true"}]}),
    ],
)
def test_a_gate_that_lets_a_failed_chapter_pass_is_seen(job, change):
    jobs = TESTS | {job: TESTS[job] | change}
    results = dry_run(jobs, failing={"notebooks"})
    assert {results["notebooks"], results["build"], results["deploy"]} & {"success"}


def test_a_condition_that_asks_for_the_result_itself_holds():
    asks = "always() && needs.build.result == 'success' && github.ref == 'refs/heads/main'"
    jobs = TESTS | {"deploy": TESTS["deploy"] | {"if": asks}}
    assert dry_run(jobs)["deploy"] == "success"
    assert dry_run(jobs, failing={"notebooks"})["deploy"] == "skipped"


def test_the_site_is_published_with_its_address_what_answers_and_the_book_as_pdf_and_as_zip(
    tmp_path,
):
    address, made, printed, answers, copied = runs(TESTS["build"])
    (tmp_path / "_config.yml").write_text((ROOT / "_config.yml").read_text("utf8"), "utf8")
    environment = {**os.environ, "ADDRESS": "https://owner.github.io/name"}
    subprocess.run(address, shell=True, cwd=tmp_path, env=environment, check=True)
    config = yaml.safe_load((tmp_path / "_config.yml").read_text("utf8"))
    assert config["html"]["baseurl"] == "https://owner.github.io/name"
    assert made == "make publish" and printed.endswith(
        "sh && python -m tools.site.pdf && python -m tools.site.offline"
    )
    assert copied == "cp _build/mlbook.pdf _build/mlbook.zip _build/html"
    assert TESTS["build"]["env"]["MLBOOK_LIVE"] == "required"
    ask = lambda: subprocess.run(answers, shell=True, cwd=tmp_path).returncode
    lock = tmp_path / "_build" / "html" / "_live" / "pyodide-lock.json"
    lock.parent.mkdir(parents=True)
    assert ask()
    lock.write_text("{}")
    assert not ask()
