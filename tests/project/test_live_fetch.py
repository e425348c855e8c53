"""What pages need to answer is taken only if it is what Pyodide's lock names, and where it is from."""

import hashlib
import io
import re
import urllib.error
import zipfile
from types import SimpleNamespace

import pytest

from tools.book import ROOT
from tools.live import fetch

WHEEL = {"file_name": "one.whl", "sha256": hashlib.sha256(b"right").hexdigest()}
BOTH = [WHEEL, {"file_name": "two.whl", "sha256": hashlib.sha256(b"too").hexdigest()}]


@pytest.fixture
def sources(monkeypatch, tmp_path):
    """Pyodide's release and PyPI, in whose places stand some files; None is no answer at all."""
    addresses = []

    def stand(release, carrier):
        def answer(address, timeout):
            addresses.append(address)
            assert timeout <= 10  # who is offline does not wait for long
            name = address.rpartition("/")[2].removesuffix(".whl")
            if release is None:
                raise urllib.error.URLError("no route")
            if name not in release:
                raise urllib.error.HTTPError(address, 404, "Not Found", {}, io.BytesIO())
            return io.BytesIO(release[name].encode())

        def download(command, **_):
            addresses.append(command[-1])
            if carrier is None:
                return SimpleNamespace(returncode=1, stderr="WARNING: slow\nERROR: no route\n")
            with zipfile.ZipFile(tmp_path / "open_webui-1-py3-none-any.whl", "w") as packed:
                for name, content in carrier.items():
                    # dated 1980: before that no zip can be, and Python 3.14 asks SOURCE_DATE_EPOCH
                    about = zipfile.ZipInfo(f"somewhere/{name}.whl")
                    packed.writestr(about, content)
            return SimpleNamespace(returncode=0)

        monkeypatch.setattr(fetch.urllib.request, "urlopen", answer)
        monkeypatch.setattr(fetch.subprocess, "run", download)
        return addresses

    return stand


def test_the_release_is_asked_first_and_the_carrier_then_not_at_all(sources, tmp_path):
    addresses = sources(dict(one="right", two="too"), dict(one="right", two="too"))
    assert fetch.fetch_wheels(tmp_path, BOTH, "1.2") == ""
    home = "https://cdn.jsdelivr.net/pyodide/v1.2/full/"
    assert addresses == [f"{home}one.whl", f"{home}two.whl"]
    assert (tmp_path / "one.whl").read_bytes() == b"right"


@pytest.mark.parametrize("release", [None, {}, {"one": "wrong"}, {"one": "right", "two": "wrong"}])
def test_the_carrier_gives_all_where_the_release_does_not(sources, tmp_path, release):
    addresses = sources(release, dict(one="right", two="too", other="else"))
    assert fetch.fetch_wheels(tmp_path, BOTH, "1.2") == ""
    assert len(addresses) <= 3 and addresses[-1] == fetch.CARRIER  # one refusal is enough
    assert (tmp_path / "one.whl").read_bytes() == b"right"
    assert (tmp_path / "two.whl").read_bytes() == b"too"


@pytest.mark.parametrize("files", [{"one": "wrong"}, {"other": "right"}])
def test_another_file_or_none_is_refused_and_named(sources, tmp_path, files):
    sources(files, files)
    problem = fetch.fetch_wheels(tmp_path, [WHEEL], "1.2")
    assert "v1.2/full/ " in problem and "no one.whl that Pyodide's lock names" in problem
    assert not (tmp_path / "one.whl").exists()


def test_without_a_source_a_line_says_that_the_book_is_static(
    sources, monkeypatch, capsys, tmp_path
):
    sources(None, None)
    monkeypatch.delenv("MLBOOK_LIVE", raising=False)
    monkeypatch.setattr(fetch, "TARGET", tmp_path)
    (tmp_path / "before").touch()
    fetch.main()
    assert (tmp_path / "before").exists()
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("The pages will not answer") and line.endswith("(ERROR: no route)")


def test_without_a_source_nothing_is_published(sources, monkeypatch, tmp_path):
    sources(None, None)
    monkeypatch.setenv("MLBOOK_LIVE", "required")
    monkeypatch.setattr(fetch, "TARGET", tmp_path)
    with pytest.raises(SystemExit, match="The pages will not answer"):
        fetch.main()


def test_the_address_of_the_release_is_the_one_that_its_loader_has():
    loader = (fetch.NPM / "pyodide" / "pyodide.mjs").read_text("utf8")
    before, after = fetch.RELEASE.split("{version}")
    assert re.search(re.escape(before) + r"\$\{\w+\}" + re.escape(after), loader)


def test_the_carrier_is_named_where_dependencies_are_and_the_sizes_are_said_alike():
    texts = [
        (ROOT / name).read_text("utf8") for name in ("CONTRIBUTING.md", "requirements/main.in")
    ]
    texts.append(fetch.__doc__)
    for text in texts:
        assert re.search("open[- ]webui", text, re.I) and "106 MB" in text
    megabytes = sum(file.stat().st_size for file in fetch.TARGET.rglob("*") if file.is_file()) / 1e6
    if megabytes:  # the pages of a build without a network are static
        kept = {re.search(r"(\d+) MB", text)[1] for text in (texts[0], fetch.__doc__)}
        assert kept == {f"{megabytes:.0f}"}


def test_faces_lead_to_their_files_under_names_of_their_own(tmp_path):
    fetch.install_katex(fetch.NPM / "katex" / "dist", tmp_path)
    faces, rules = ((tmp_path / f"{name}.txt").read_text("utf8") for name in ("faces", "rules"))
    assert "KaTeX_" not in rules and "@font-face" not in rules and "Typed_Main" in rules
    named = set(re.findall(r"url\((fonts/[\w-]+\.woff2)\)", faces))
    assert len(named) == faces.count("@font-face") > 10
    assert all((tmp_path / name).is_file() for name in named)
