#!/usr/bin/env python3
"""Compares the size of the output of `incise` with that of other tools, in bytes.

    python3 benches/answers.py target/release/incise           # prints the table
    python3 benches/answers.py target/release/incise --write   # updates the table in docs/agents.md

The script runs sed, patch and git. It does not run codex and aider: TEMPLATES contains their output.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

PATH = "packages/checkout/source/payment/validators/card_numbers.mjs"
PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs/agents.md"
BEGIN, END = "<!-- answers -->\n", "<!-- /answers -->\n"
# From codex-rs/apply-patch/src/lib.rs (print_summary) and aider/coders/base_coder.py (apply_edits).
TEMPLATES = {
    "codex `apply_patch`": "Success. Updated the following files:\nM {path}\n",
    "aider": "Applied edit to {path}\n",
}


class World:
    """A directory with one file, and a separate journal."""

    def __init__(self, program, text):
        self.program = program
        self.dir = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.dir.name, "work")
        self.file = self.root / PATH
        self.file.parent.mkdir(parents=True)
        self.file.write_text(text)

    def run(self, *words, stdin=""):
        environment = dict(os.environ, INCISE_STATE_DIR=self.dir.name + "/state")
        done = subprocess.run(
            words, cwd=self.root, env=environment, input=stdin, capture_output=True, text=True
        )
        return done.stdout + done.stderr

    def incise(self, *words, stdin=""):
        return self.run(self.program, *words, stdin=stdin)


def lines(count=99):
    return "".join(f"    let value{n} = read({n});\n" for n in range(1, count + 1))


def without_diff(answer):
    report = json.loads(answer)
    for file in report["files"]:
        del file["diff"]
    return json.dumps(report, separators=(",", ":"))


def diff_of(numbers, shift=0):
    """A unified diff that changes the given lines. Its line numbers are too low by `shift`."""
    text = f"--- a/{PATH}\n+++ b/{PATH}\n"
    for n in numbers:
        text += f"@@ -{n - 1 - shift},3 +{n - 1 - shift},3 @@\n"
        for line in (n - 1, n, n + 1):
            old = f"    let value{line} = read({line});\n"
            text += " " + old if line != n else "-" + old + "+" + old.replace("read", "load")
    return text


def read_lines(program):
    world = World(program, lines(20_000))
    call = {"name": "read_lines", "arguments": {"path": PATH}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "b", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    ]
    stdin = "".join(json.dumps(message) + "\n" for message in messages)
    answers = [json.loads(line) for line in world.incise("mcp", "--root", ".", stdin=stdin).splitlines()
               if line.startswith("{")]
    [answer] = [answer for answer in answers if answer.get("id") == 2]
    return answer["result"]["content"][0]["text"]


def rows(program):
    def world(text=None):
        return World(program, text or lines())

    one = ("replace", PATH, "--old", "value50 = read(50)", "--new", "value50 = load(50)")
    same = "  x = 1;\n" * 19
    spread = "".join(f"a{n};\nb;\n\n\n" for n in range(61))
    yield "one edit of one line", world().incise(*one)
    yield "the same with `--diff`", world().incise(*one, "--diff")
    yield "the same with `--json`, without `diff`", without_diff(world().incise(*one, "--json"))
    for name, text in TEMPLATES.items():
        yield f"the same in {name}", text.format(path=PATH)
    yield "the same with `sed -i`", world().run("sed", "-i", "s/value50 = read/value50 = load/", PATH)
    diff = diff_of([20, 40, 60, 80])
    yield "a diff of four hunks", world().incise("patch", stdin=diff)
    yield "the same, if the lines are 4 lines further down", world("//\n" * 4 + lines()).incise("patch", stdin=diff)
    yield "the same with `git apply`", world().run("git", "apply", stdin=diff)
    yield "the same with `patch -p1`", world().run("patch", "-p1", stdin=diff)
    yield "61 matches with `--all`", world(spread).incise("replace", PATH, "--old", "b;", "--new", "c;", "--all")
    twice = ("replace", PATH, "--old", "x = 1", "--new", "x = 2")
    yield "a refusal: 19 matches", world(same).incise(*twice)
    yield "the same with `--json`", world(same).incise(*twice, "--json")
    yield "the first line of `view`", world().incise("view", PATH, "1:2").split("\n")[0] + "\n"
    yield "a page of `read_lines` over MCP", read_lines(program)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--write", action="store_true", help="update the table in docs/agents.md")
    parser.add_argument("--show", action="store_true", help="also print the outputs")
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    table = "| answer | bytes |\n|---|---|\n"
    for name, answer in rows(program):
        table += f"| {name} | {len(answer.encode()):,} |\n"
        if options.show and len(answer) < 4000:
            print(f"--- {name}\n{answer}")
    if not options.write:
        print(f"path: {len(PATH)} bytes\n{table}", end="")
        return
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    PAGE.write_text(head + BEGIN + table + END + rest.split(END)[1])


main()
