"""The workflow files are what GitHub's schema asks for; the schema comes with check-jsonschema, offline."""

import subprocess
import sys
from pathlib import Path

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
