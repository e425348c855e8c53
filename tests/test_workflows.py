"""The workflow files are what GitHub's schema asks for; the schema comes with check-jsonschema, offline."""

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

WORKFLOWS = sorted((Path(__file__).parent.parent / ".github" / "workflows").glob("*.yml"))


def check(*files):
    """check-jsonschema's answer for these files."""
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.github-workflows",
    ]
    return subprocess.run([*command, *files], capture_output=True, text=True)


def test_workflows_are_valid():
    assert WORKFLOWS
    run = check(*WORKFLOWS)
    assert run.returncode == 0, run.stdout


def test_an_invalid_workflow_is_refused(tmp_path):
    broken = WORKFLOWS[0].read_text("utf8").replace("runs-on:", "runs-at:")
    (tmp_path / "broken.yml").write_text(broken, "utf8")
    assert check(tmp_path / "broken.yml").returncode == 1


def test_the_site_is_published_with_its_address_and_with_the_book_as_pdf_and_as_zip(tmp_path):
    root = WORKFLOWS[0].parents[2]
    publish = yaml.safe_load((root / ".github" / "workflows" / "publish.yml").read_text("utf8"))
    runs = [step["run"] for step in publish["jobs"]["build"]["steps"] if "run" in step]
    (tmp_path / "_config.yml").write_text((root / "_config.yml").read_text("utf8"), "utf8")
    told = {**os.environ, "ADDRESS": "https://owner.github.io/name"}
    subprocess.run(runs[0], shell=True, cwd=tmp_path, env=told, check=True)
    config = yaml.safe_load((tmp_path / "_config.yml").read_text("utf8"))
    assert config["html"]["baseurl"] == "https://owner.github.io/name"
    targets = re.findall(r"^(\w+): book$", (root / "Makefile").read_text("utf8"), re.M)
    assert runs[1] == "make pdf zip" and {"pdf", "zip"} <= {*targets}
    assert runs[2] == "cp _build/mlbook.pdf _build/mlbook.zip _build/html"


def test_what_the_workflows_make_is_in_the_makefile():
    texts = [path.read_text("utf8") for path in WORKFLOWS]
    made = {
        word
        for text in texts
        for line in re.findall(r"run: make (.+)", text)
        for word in line.split()
    }
    makefile = (WORKFLOWS[0].parents[2] / "Makefile").read_text("utf8")
    assert {"audit", "determinism"} <= made <= {*re.findall(r"^([\w-]+):", makefile, re.M)}
