#!/usr/bin/env python3
"""Opens a `--format html` page of a change to 500 files in a real browser, in light and dark mode.

    python3 tests/browser.py [--program target/debug/incise]

Uses headless Chromium (`chromium`, `chromium-browser` or `google-chrome`). The page must show every file and have the
background of the color scheme. The console must stay empty: no blocked scripts or styles, no invalid markup. Skipped
with a message if no browser is installed.
"""

import argparse
import html.parser
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zlib

FILES = 500
NAMES = ["<script>alert(1)<", "&amp;.txt", "\"quoted'.txt", "bell\a.txt", "line\nbreak.txt", "\u202etxt.txt"]
TEXT = "<script>document.title = 'run'</script>\n<img src=x onerror=alert(1)>\n\x1b[31mred\0\n]]>--><!--\n"
SCHEMES = {"dark": 0, "light": 1}


class Reader(html.parser.HTMLParser):
    """Collects the elements and the text of a page."""

    def __init__(self):
        super().__init__()
        self.elements, self.attributes, self.text = set(), set(), []

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data):
        self.text.append(data)


def browser():
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def look(program, page, scheme, work, *args):
    """Returns the browser's console messages and its output."""
    command = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr"]
    command += [f"--user-data-dir={work / 'profile'}", f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}"]
    ran = subprocess.run([*command, *args, page.as_uri()], capture_output=True, timeout=300)
    said = [line for line in ran.stderr.decode(errors="replace").splitlines() if "CONSOLE" in line]
    return said, ran.stdout.decode(errors="replace")


def ground(picture):
    """Returns the RGB color of the first pixel of a PNG file. No PNG filter changes the first pixel of the first
    row."""
    data, at, packed = picture.read_bytes(), 8, b""
    while at < len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if kind == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    return tuple(zlib.decompressobj().decompress(packed, 4)[1:4])


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default="target/debug/incise", type=pathlib.Path)
    program = arguments.parse_args().program.resolve()
    chromium = browser()
    if chromium is None:
        print("skipped: Chromium is not installed")
        return 0
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch)
        tree = work / "tree"
        tree.mkdir()
        for number in range(FILES - len(NAMES)):
            (tree / f"{number:03}.txt").write_text(f"old {number}\n" * 3 + TEXT.replace("\0", ""))
        for name in NAMES:
            (tree / name).write_text("old\n" + TEXT.replace("\0", ""))
        edit = [program, "check", "replace", "-C", tree, ".", "--regex", "--old", "^old", "--new", "<b>new"]
        edit += ["--all", "--format", "html"]
        environment = {**os.environ, "INCISE_STATE_DIR": str(work / "state")}
        ran = subprocess.run(edit, capture_output=True, env=environment)
        if ran.returncode != 0:
            sys.exit(f"the edit failed: {ran.stderr.decode()}")
        page = work / "page.html"
        page.write_bytes(ran.stdout)
        for scheme in SCHEMES:
            picture = work / f"{scheme}.png"
            said, _ = look(chromium, page, scheme, work, f"--screenshot={picture}", "--window-size=1000,800")
            failed += [f"{scheme}: {line}" for line in said]
            shade = sum(ground(picture)) / 3
            if (shade > 128) != (scheme == "light"):
                failed.append(f"{scheme}: the ground is {ground(picture)}")
        said, shown = look(chromium, page, "light", work, "--dump-dom")
        failed += said
        reader = Reader()
        reader.feed(shown)
        text = "".join(reader.text)
        if reader.elements & {"script", "img", "iframe", "link", "object"}:
            failed.append(f"elements: {sorted(reader.elements)}")
        if any(name.startswith("on") for name in reader.attributes):
            failed.append(f"attributes: {sorted(reader.attributes)}")
        for wanted in ["500 files", "would edit 000.txt", "<script>alert(1)<", "<b>new", "onerror=alert(1)", "\\e[31mred"]:
            if wanted not in text:
                failed.append(f"not shown: {wanted!r}")
        if shown.count('<section id="file-') != FILES:
            failed.append(f"{shown.count('<section id=')} files are shown")
    print("\n".join(failed) or f"browser: {FILES} files in light and dark mode, nothing on the console")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
