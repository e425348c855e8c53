"""What npm has of the site's looks is copied to where pages find it, the sheet at the end."""

from tools.site import typefaces


def test_fonts_and_the_sheet_are_copied_as_the_lock_has_them(tmp_path, monkeypatch):
    commands = []

    def npm(command, check):
        commands.append([*map(str, command)])
        for name in (
            "katex/dist/katex.min.css",
            "katex/dist/fonts/KaTeX_Main-Regular.ttf",
            "katex/dist/fonts/KaTeX_Main-Regular.woff",
            "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
        ):
            path = typefaces.PACKAGES / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(name)

    monkeypatch.setattr(typefaces, "PACKAGES", tmp_path / "_ext" / "node_modules")
    monkeypatch.setattr(typefaces, "TARGET", tmp_path / "_static")
    monkeypatch.setattr(typefaces, "SHEET", tmp_path / "_static" / "katex" / "katex.min.css")
    monkeypatch.setattr(typefaces.subprocess, "run", npm)
    typefaces.install_packages()
    typefaces.copy_fonts()
    ((_, ci, prefix, folder, *flags),) = commands
    assert (ci, prefix, folder) == ("ci", "--prefix", str(tmp_path / "_ext"))
    assert "--ignore-scripts" in flags
    found = {path.relative_to(tmp_path / "_static") for path in tmp_path.glob("_static/**/*.*")}
    assert {path.as_posix() for path in found} == {
        "katex/katex.min.css",
        "katex/fonts/KaTeX_Main-Regular.ttf",
        "serif/source-serif-4-latin-wght-normal.woff2",
    }


def test_the_sheet_is_the_one_that_make_waits_for():
    text = (typefaces.ROOT / "Makefile").read_text("utf8")
    assert f"\nKATEX := {typefaces.SHEET.relative_to(typefaces.ROOT).as_posix()}\n" in text
