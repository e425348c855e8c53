"""What pages need to answer is taken only if it is what Pyodide's lock names."""

import hashlib
import zipfile
from types import SimpleNamespace

import pytest

from tools.live import fetch

WHEEL = {"file_name": "one.whl", "sha256": hashlib.sha256(b"right").hexdigest()}


@pytest.fixture
def carrier(monkeypatch, tmp_path):
    """pip, in whose place a wheel is packed that carries some files."""

    def carries(**files):
        def download(command, **_):
            with zipfile.ZipFile(tmp_path / "carrier.whl", "w") as packed:
                for name, content in files.items():
                    packed.writestr(f"somewhere/{name}.whl", content)
            return SimpleNamespace(returncode=0)

        monkeypatch.setattr(fetch.subprocess, "run", download)
        return tmp_path

    return carries


def test_a_file_with_the_hash_of_the_lock_is_taken(carrier):
    folder = carrier(one="right", other="else")
    assert fetch.fetched(folder, [WHEEL]) == ""
    assert (folder / "one.whl").read_bytes() == b"right"


@pytest.mark.parametrize("files", [{"one": "wrong"}, {"other": "right"}])
def test_another_file_or_none_is_refused_and_named(carrier, files):
    folder = carrier(**files)
    assert "no one.whl" in fetch.fetched(folder, [WHEEL])
    assert not (folder / "one.whl").exists()


def test_without_a_registry_a_line_says_that_the_book_is_static(monkeypatch, capsys, tmp_path):
    said = SimpleNamespace(returncode=1, stderr="WARNING: slow\nERROR: no route\n")
    monkeypatch.setattr(fetch.subprocess, "run", lambda *_, **__: said)
    monkeypatch.setattr(fetch, "TARGET", tmp_path)
    (tmp_path / "before").touch()
    fetch.main()
    assert (tmp_path / "before").exists()
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("The pages will not answer") and line.endswith("(ERROR: no route)")


def test_faces_lead_to_their_files_under_names_of_their_own(tmp_path):
    fetch.formulas(fetch.NPM / "katex" / "dist", tmp_path)
    faces, rules = ((tmp_path / f"{name}.txt").read_text("utf8") for name in ("faces", "rules"))
    assert "KaTeX_" not in rules and "@font-face" not in rules and "Typed_Main" in rules
    named = set(fetch.re.findall(r"url\((fonts/[\w-]+\.woff2)\)", faces))
    assert len(named) == faces.count("@font-face") > 10
    assert all((tmp_path / name).is_file() for name in named)
