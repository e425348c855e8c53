"""The commands of `make`: README names them all, CI runs what must pass, lint hides nothing."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = "ruff", "mypy", "python"


def test_readme_names_every_command_and_no_other():
    readme, makefile = ((ROOT / name).read_text("utf8") for name in ("README.md", "Makefile"))
    named = re.findall(r"^(?:\| `)?make ([a-z-]+)", readme, re.M)
    (targets,) = re.findall(r"^\.PHONY: (.+)$", makefile, re.M)
    rules = re.findall(r"^([a-z-]+):(?!=)", makefile, re.M)
    assert set(named) == set(targets.split()) == set(rules)


def test_ci_runs_what_must_pass_before_a_change_is_merged():
    lines = (ROOT / ".ci" / "run").read_text("utf8").splitlines()
    assert "CI=true make --keep-going check browsers </dev/null" in lines
    assert re.search(r"^check: lint test$", (ROOT / "Makefile").read_text("utf8"), re.M)


@pytest.fixture
def lint(tmp_path):
    """`make lint` with tools that only say their name; those named fail."""

    def run(*failing):
        programs = tmp_path / ".venv" / "bin"
        programs.mkdir(parents=True)
        shutil.copy(ROOT / "Makefile", tmp_path)
        for tool in TOOLS:
            program = programs / tool
            program.write_text(f"#!/bin/sh\necho said by {tool} $1\nexit {int(tool in failing)}\n")
            program.chmod(0o755)
        done = [".venv/installed", "_vendor/_static/katex/katex.min.css"]
        old = [f"--old-file={path}" for path in done]
        return subprocess.run(["make", *old, "lint"], cwd=tmp_path, capture_output=True, text=True)

    return run


def test_lint_prints_what_every_tool_says_and_fails_if_any_did(lint):
    run = lint("ruff", "mypy")
    said = re.findall("said by (.+)", run.stdout)
    assert said == ["ruff check", "ruff format", "mypy", "python -m"] and run.returncode
    assert "failed: ruff check, ruff format --check, mypy\n" in run.stdout


@pytest.mark.parametrize("tool", TOOLS)
def test_lint_fails_if_one_tool_does(lint, tool):
    assert lint(tool).returncode


def test_lint_passes_if_all_tools_do(lint):
    run = lint()
    assert not run.returncode and "failed" not in run.stdout
