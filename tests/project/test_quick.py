"""The quick check of a change looks at what was changed, and fails if any of its parts does."""

import subprocess

import pytest

from tests.project import quick
from tools.book import ROOT


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository in a folder with a blank in its name, with one file committed."""
    root = tmp_path / "a book \u00fc"
    root.mkdir()
    (root / "old.py").write_text("x = 1\n", "utf8")
    author = "-c", "user.name=a", "-c", "user.email=a@example.org"
    for command in (("init", "-q"), ("add", "."), (*author, "commit", "-q", "-m", "one")):
        subprocess.run(["git", *command], cwd=root, check=True)
    monkeypatch.setattr(quick, "ROOT", root)
    return root


def test_what_differs_from_the_last_commit_and_what_is_new_was_changed(repository):
    assert quick.changed() == []
    (repository / "old.py").write_text("x = 2\n", "utf8")
    (repository / "new \u00fc.py").write_text("import os\n", "utf8")
    assert quick.changed() == ["new \u00fc.py", "old.py"]
    (repository / "old.py").unlink()
    assert quick.changed() == ["new \u00fc.py"]


def test_what_was_committed_on_a_branch_was_changed_too(repository):
    run = lambda *command: subprocess.run(["git", *command], cwd=repository, check=True)
    run("branch", "-m", "main")
    run("switch", "-q", "-c", "topic")
    (repository / "new.py").write_text("y = 1\n", "utf8")
    run("add", ".")
    run("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "two")
    assert quick.changed() == ["new.py"]
    run("branch", "-m", "main", "trunk")  # without a main there is the last commit
    assert quick.branch_point() == "HEAD" and quick.changed() == []


def test_without_git_the_files_of_the_topic_are_looked_at(repository, monkeypatch):
    (repository / "new.py").write_text("y = 1\n", "utf8")
    assert quick.looked_at(["pca"])[1] == ["new.py"]
    names = "mlbook/pca.py", "tests/topics/test_pca.py", "mlbook/trees/tree.py", "mlbook/svd.py"
    for name in names:
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text("z = 1\n", "utf8")
    with monkeypatch.context() as without:
        without.setattr(quick.shutil, "which", lambda name: None)
        why, found = quick.looked_at(["pca", "trees"])
        assert "no git" in why and found == sorted(names[:3])
    (repository / ".git").rename(repository / "else")
    assert quick.looked_at(["svd"])[1] == ["mlbook/svd.py"]


def test_what_is_to_be_written_is_counted_and_found_by_a_test_of_all_pages(repository):
    mark = quick.TO_WRITE
    (repository / "old.py").write_text(f"# {mark}\n# {mark}\n", "utf8")
    (repository / "new.py").write_text("# done\n", "utf8")
    assert quick.unwritten(["old.py", "new.py"]) == {"old.py": 2}
    file, _, name = quick.UNWRITTEN.partition("::")
    assert f"def {name}():" in (ROOT / file).read_text("utf8")


@pytest.mark.parametrize(
    "tool, text",
    [
        (("ruff", "check"), "import os\n"),
        (("ruff", "format", "--check"), "x =  1\n"),
        (("mypy",), "x: int = 'a'\n"),
    ],
)
def test_a_fault_in_a_changed_file_is_noticed(repository, tool, text):
    assert quick.passes(*tool, "old.py")
    (repository / "old.py").write_text(text, "utf8")
    assert not quick.passes(*tool, "old.py")


def test_the_estimators_of_a_topic_are_those_that_its_module_defines():
    assert quick.estimators(["pca", "how_it_checks"]) == ["PCA", "KernelPCA"]
    assert quick.estimators(["regularization"]) == ["Ridge", "Lasso", "ElasticNet"]
    assert quick.estimators(["svd", "metrics"]) == []


def test_a_place_is_in_a_file_of_its_name():
    assert quick.is_of("pca.ipynb, cell 3", ["chapters/pca.ipynb"])
    assert quick.is_of("mlbook/pca.py:12", ["mlbook/pca.py"])
    assert quick.is_of("index.md", ["index.md"])
    assert not quick.is_of("pca.ipynb, cell 3", ["chapters/kernel_pca.ipynb", "mlbook/pca.py"])


def test_one_part_that_fails_fails_all_and_is_named(monkeypatch, capsys):
    with pytest.raises(
        SystemExit, match=r"quick: there is no chapter 'pac', .*; chapters: .*pca, "
    ):
        quick.main(["pac"])
    monkeypatch.setattr(quick, "checks", lambda topics: [("tests", True), ("types", False)])
    with pytest.raises(SystemExit, match="quick: types FAILED"):
        quick.main(["pca"])
    assert capsys.readouterr().out == "quick: tests passed\n"


def test_without_a_topic_it_says_what_it_wants():
    with pytest.raises(SystemExit, match="make quick ONLY=pca"):
        quick.main([])
