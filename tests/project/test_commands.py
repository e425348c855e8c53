"""README, `make help` and CONTRIBUTING name what is there: commands and modules; what lint says."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec

import pytest
import yaml

from tests.book.chapters import CHAPTERS
from texproof.errors import Refuted
from tools.book import ROOT

PROJECT = (ROOT / "pyproject.toml").read_text("utf8")
TOOLS = "ruff", "mypy", "lint-imports", "python"
SOURCED = ". tools/environment.sh && env"


def test_contributing_names_every_command_and_no_other():
    guide, makefile = ((ROOT / name).read_text("utf8") for name in ("CONTRIBUTING.md", "Makefile"))
    section = guide.split("\n## Commands of make\n")[1].split("\n## ")[0]
    named = re.findall(r"^\| `make ([a-z-]+)", section, re.M)
    (targets,) = re.findall(r"^\.PHONY: (.+)$", makefile, re.M)
    rules = re.findall(r"^([a-z-]+):(?!=)", makefile, re.M)
    assert set(named) == set(targets.split()) == set(rules)
    helped = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    listed = re.findall(r"^make (\S+) +\S", helped, re.M)
    assert ["help", *listed] == targets.split() and len(listed) <= 15


def test_contributing_names_commands_that_are_there():
    section = (ROOT / "CONTRIBUTING.md").read_text("utf8").split("\n## Further commands\n")[1]
    table = section.split("\n## ")[0]
    named = re.findall(r"python -m ((?:tests|tools|benchmarks)[\w.]*)", table)
    assert len(named) > 15 and all(find_spec(name) for name in named)
    files = re.findall(r"-r (requirements\S*\.txt)", table)
    assert len(files) == 4 and all((ROOT / name).is_file() for name in files)


def names_below(folder):
    """The modules in a folder, and its folders that are packages or, in `_ext`, hold modules."""
    modules = {path.stem for path in (ROOT / folder).glob("[!_]*.py")}
    return modules | {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")}


def test_contributing_says_where_every_module_is():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf8")
    places = text.split("\n## Where things are\n")[1].split("\n## ")[0]
    _, package, tools, site = re.split(r"^### .*\n", places, flags=re.M)
    for folder, part in {"mlbook": package, "tools": tools, "_ext": site}.items():
        named = {name.split("/")[-1] for name in re.findall(r"`([\w./]+?)(?:/|\.py)?`", part)}
        named |= {name.split(".")[0] for name in named}
        assert names_below(folder) - named == set(), f"CONTRIBUTING.md, Where things are: {folder}"
    folders = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout
    top = {name.split("/")[0] for name in folders.split() if "/" in name and name[0] != "."}
    assert {name for name in top if f"`{name}/" not in places} == set()


def test_a_shell_sets_for_them_what_make_sets():
    names = "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "PYTHONHASHSEED", "SOURCE_DATE_EPOCH"
    names += "TEXPROOF_VERDICTS", "MPLCONFIGDIR", "MPLBACKEND"
    unset = {name: value for name, value in os.environ.items() if name not in names}
    environment = unset | {"PATH": "/usr/bin:/bin", "MPLBACKEND": "agg"}
    for given in ({}, {"TEXPROOF_VERDICTS": "off"}):
        found = []
        for command in (["make", "-s", "--eval=show:;@env", "show"], ["sh", "-c", SOURCED]):
            run = subprocess.run(
                command, cwd=ROOT, env=environment | given, capture_output=True, text=True
            )
            here = dict(line.split("=", 1) for line in run.stdout.splitlines() if "=" in line)
            found.append({name: here.get(name) for name in (*names, "PATH")})
        assert found[0] == found[1] and found[0]["MPLBACKEND"] is None
        assert found[0]["TEXPROOF_VERDICTS"] == given.get(
            "TEXPROOF_VERDICTS", f"{ROOT}/.cache/verdicts"
        )


def test_ci_runs_what_must_pass_before_a_change_is_merged():
    lines = (ROOT / ".ci" / "run").read_text("utf8").splitlines()
    assert "CI=true make --keep-going check browsers </dev/null" in lines
    assert re.search(r"^check: lint test ##", (ROOT / "Makefile").read_text("utf8"), re.M)


BY_HAND = """python -m venv .venv
source .venv/bin/activate
pip install -r requirements/lab.txt
pip install -e . -e ./texproof
jupyter lab --notebook-dir chapters
"""
INSTALLED_AS = {"sklearn": "scikit-learn"}  # where the name of the import is another


def pins(lock):
    """{package: its lines} of a lock, each with its release and the systems that it is for."""
    found = {}
    for name, rest in re.findall(r"^([\w.-]+)(==[^\\\n]+)", (ROOT / lock).read_text("utf8"), re.M):
        found.setdefault(name, set()).add(rest.partition(" ;")[0].strip())
    return found


def test_readme_shows_a_true_step_and_how_a_false_one_is_refused():
    readme = (ROOT / "README.md").read_text("utf8")
    ((code, answer),) = re.findall(r"```python\n(.+?)```.+?```\n(.+?)```", readme, re.S)
    true, wrong = code.rsplit("# The same with a wrong sign.", 1)
    space = {}
    exec(true, space)
    with pytest.raises(Refuted) as refused:
        exec(wrong, space)
    assert f"Refuted: {refused.value}" == " ".join(answer.split())


def test_readme_lists_the_chapters():
    linked = re.findall(r"\(chapters/(\w+)\.ipynb\)", (ROOT / "README.md").read_text("utf8"))
    assert {chapter.name for chapter in CHAPTERS} - {*linked} == {"famous_errors", "production"}


def test_readme_has_the_commands_that_need_no_make():
    readme = (ROOT / "README.md").read_text("utf8")
    assert f"\n```\n{BY_HAND}```\n" in readme


def test_readme_names_the_pythons_of_the_package():
    *others, newest = re.findall(r'"Programming Language :: Python :: ([\d.]+)"', PROJECT)
    assert f'requires-python = ">={others[0]}"' in PROJECT
    readme = (ROOT / "README.md").read_text("utf8")
    assert f"\nPython {', '.join(others)} or {newest}, `make`" in readme


def test_they_install_what_the_chapters_and_the_package_import():
    imported = {"jupyterlab", "ipykernel"}
    for cell in (cell for chapter in CHAPTERS for cell in chapter.code):
        imported |= {*re.findall(r"^\s*(?:import|from) (\w+)", cell.source, re.M)}
    wanted = {INSTALLED_AS.get(name, name) for name in imported - {*sys.stdlib_module_names}}
    (dependencies,) = re.findall(r"^dependencies = \[(.+)\]", PROJECT, re.M)
    wanted |= {*re.findall(r"[a-z]+", dependencies)}
    wanted -= {"mlbook", "texproof"}  # which are here
    assert {"numpy", "dask", "xgboost"} <= wanted <= {*pins("requirements/lab.txt")}


def test_they_install_the_releases_that_the_tests_run_with():
    lab, all_of_it = pins("requirements/lab.txt"), pins("requirements.txt")
    both = lab.keys() & all_of_it.keys()
    assert len(both) > 50
    assert not {name for name in both if not lab[name] <= all_of_it[name]}


def test_pre_commit_runs_what_lint_runs():
    (listed,) = re.findall(r"for tool in (.+); do", (ROOT / "Makefile").read_text("utf8"))
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf8"))
    (hooks,) = (each["hooks"] for each in config["repos"])
    assert [hook["entry"] for hook in hooks] == [
        f".venv/bin/{tool}" for tool in shlex.split(listed)
    ]
    assert all(not hook["pass_filenames"] and "files" not in hook for hook in hooks)


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
    lines = re.findall("said by (.+)", run.stdout)
    assert (
        lines == ["ruff check", "ruff format", "mypy", "lint-imports --no-cache", "python -m"]
        and run.returncode
    )
    assert "failed: ruff check, ruff format --check, mypy\n" in run.stdout


@pytest.mark.parametrize("tool", TOOLS)
def test_lint_fails_if_one_tool_does(lint, tool):
    assert lint(tool).returncode


def test_lint_passes_if_all_tools_do(lint):
    run = lint()
    assert not run.returncode and "failed" not in run.stdout
