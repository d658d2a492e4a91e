#!/usr/bin/env python3
"""Time of the same work by incise and by other tools.

  python3 benches/speed.py [--program target/release/incise] [--runs 7] [--only WORD] [--small]

Each tool works on a fresh copy, the tools take turns, and the least of all runs counts: processor time (user and
system) and wall time of the tool and what it starts, a shell included. `cp` of the same data is the floor. A tool that
is not installed is left out. Every result is compared with the first tool's. --small takes a hundredth of the data.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def text(lines):
    """A text whose lines differ by their number, 100 bytes each; every hundredth has `needle`."""
    filler = "the quick brown fox jumps over the lazy dog and runs on through the wood to its den now"
    return "".join(
        f"{number:09} {'needle' if number % 100 == 0 else 'common'} {filler}"[:99] + "\n" for number in range(lines)
    )


def diff(lines, hunks):
    """A diff that changes a line in each of `hunks` places of `text(lines)`."""
    content = text(lines).splitlines(keepends=True)
    out = ["--- a/file\n", "+++ b/file\n"]
    for hunk in range(hunks):
        at = (2 * hunk + 1) * lines // (2 * hunks)
        out.append(f"@@ -{at - 2},7 +{at - 2},7 @@\n")
        out += [" " + line for line in content[at - 3 : at]]
        out += ["-" + content[at], "+" + content[at].replace("common", "changed")]
        out += [" " + line for line in content[at + 1 : at + 4]]
    return "".join(out)


class Work:
    """The name of a task, how to make its directory, and the command of each tool."""

    def __init__(self, name, make, commands):
        self.name, self.make, self.commands = name, make, commands


def works(scale):
    lines = 1_000_000 // scale
    files = 10_000 // scale
    plain = "--no-journal --sync none"

    def one(lines):
        return lambda directory: (directory / "file").write_text(text(lines))

    def patched(lines, hunks):
        def make(directory):
            one(lines)(directory)
            (directory / "fix.diff").write_text(diff(lines, hunks))

        return make

    def batch(directory):
        one(20_000 // scale)(directory)
        edits = [
            {"op": "replace", "path": "file", "old": f"{2 * number:09} ", "new": f"no {number} "}
            for number in range(10_000 // scale)
        ]
        (directory / "edits.json").write_text(json.dumps({"edits": edits}))

    def many(directory):
        for number in range(files):
            path = directory / f"tree/{number // 100}/{number}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text(40))

    def many_patched(directory):
        many(directory)
        lines = diff(40, 1).splitlines(keepends=True)
        names = sorted((directory / "tree").rglob("*.txt"))
        parts = [
            f"--- a/{name.relative_to(directory)}\n+++ b/{name.relative_to(directory)}\n{''.join(lines[2:])}"
            for name in names
        ]
        (directory / "fix.diff").write_text("".join(parts))

    last = f"{lines - 1:09} common"
    each = "--old '000000003 common' --new x --all"
    return [
        Work("one replacement, 1 kB", one(10), {
            "incise": "incise replace file --old '000000003 common' --new x -q",
            "incise, no journal, no sync": f"incise replace file --old '000000003 common' --new x -q {plain}",
            "sed -i": "sed -i 's/000000003 common/x/' file",
            "sd": "sd -F '000000003 common' x file",
            "perl -pi": "perl -pi -e 's/000000003 common/x/' file",
        }),
        Work(f"one replacement, {lines // 10_000} MB", one(lines), {
            "cp": "cp file copy && mv copy file",
            "incise": f"incise replace file --old '{last}' --new x -q",
            "incise, no journal, no sync": f"incise replace file --old '{last}' --new x -q {plain}",
            "sed -i": f"sed -i 's/{last}/x/' file",
            "sd": f"sd -F '{last}' x file",
            "perl -pi": f"perl -pi -e 's/{last}/x/' file",
        }),
        Work(f"{lines} replacements, {lines // 10_000} MB", one(lines), {
            "cp": "cp file copy && mv copy file",
            "incise": "incise replace file --old quick --new slow --all -q",
            "incise, no journal, no sync": f"incise replace file --old quick --new slow --all -q {plain}",
            "sed -i": "sed -i 's/quick/slow/g' file",
            "sd": "sd -F quick slow file",
            "perl -pi": "perl -pi -e 's/quick/slow/g' file",
        }),
        Work(f"a diff of 100 hunks, {lines // 10_000} MB", patched(lines, 100), {
            "cp": "cp file copy && mv copy file",
            "incise": "incise patch fix.diff -q",
            "incise, no journal, no sync": f"incise patch fix.diff -q {plain}",
            "patch": "patch -s -p1 < fix.diff",
            "git apply": "git apply fix.diff",
        }),
        Work(f"a diff of {10_000 // scale} hunks, {lines // 10_000} MB", patched(lines, 10_000 // scale), {
            "cp": "cp file copy && mv copy file",
            "incise": "incise patch fix.diff -q",
            "incise, no journal, no sync": f"incise patch fix.diff -q {plain}",
            "patch": "patch -s -p1 < fix.diff",
            "git apply": "git apply fix.diff",
        }),
        Work(f"{10_000 // scale} edits of one file in one request", batch, {
            "cp": "cp file copy && mv copy file",
            "incise": "incise apply edits.json -q",
            "incise, no journal, no sync": f"incise apply edits.json -q {plain}",
        }),
        Work(f"one edit in each of {files} files", many, {
            "cp": "cp -r tree copy",
            "incise": f"incise replace --glob 'tree/**' {each} -q",
            "incise, no journal, no sync": f"incise replace --glob 'tree/**' {each} -q {plain}",
            "sed -i": "sed -i 's/000000003 common/x/' tree/*/*.txt",
            "sd": "sd -F '000000003 common' x tree/*/*.txt",
            "fastmod": "fastmod --accept-all -F '000000003 common' x tree",
            "perl -pi": "perl -pi -e 's/000000003 common/x/' tree/*/*.txt",
        }),
        Work(f"one patch over {files} files", many_patched, {
            "cp": "cp -r tree copy",
            "incise": "incise patch fix.diff -q",
            "incise, no journal, no sync": f"incise patch fix.diff -q {plain}",
            "patch": "patch -s -p1 < fix.diff",
            "git apply": "git apply fix.diff",
        }),
        Work(f"one edit in each of {files} files, and its undo", many, {
            "cp": "cp -r tree copy",
            "incise": f"incise replace --glob 'tree/**' {each} -q && incise undo -q",
        }),
    ]


def measured(command, directory, environment):
    """Processor and wall time of `command`, in milliseconds."""
    begin = time.monotonic()
    process = subprocess.Popen(["sh", "-c", command], cwd=directory, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begin
    if process.returncode:
        sys.exit(f"{command}: exit status {process.returncode}")
    return 1000 * (usage.ru_utime + usage.ru_stime), 1000 * wall


def state(directory):
    names = sorted(path for path in directory.rglob("*") if path.is_file() and not path.name.endswith(".orig"))
    return [(path.name, path.read_bytes()) for path in names]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/incise")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", default="")
    parser.add_argument("--small", action="store_true")
    asked = parser.parse_args()
    scratch = Path(tempfile.mkdtemp(prefix="incise-speed-"))
    try:
        (scratch / "bin").mkdir()
        (scratch / "bin/incise").symlink_to(asked.program.resolve(strict=True))
        environment = {
            "PATH": f"{scratch / 'bin'}:{os.environ['PATH']}",
            "HOME": str(scratch),
            "INCISE_STATE_DIR": str(scratch / "state"),
        }
        for work in works(100 if asked.small else 1):
            if asked.only in work.name:
                compare(work, asked.runs, scratch, environment)
    finally:
        shutil.rmtree(scratch)


def compare(work, runs, scratch, environment):
    model, copy = scratch / "model", scratch / "copy"
    model.mkdir()
    work.make(model)
    tools = {tool: command for tool, command in work.commands.items()
             if shutil.which(command.split()[0], path=environment["PATH"])}
    least, made = {}, None
    for _ in range(runs):
        for tool, command in tools.items():
            shutil.copytree(model, copy)
            figures = measured(command, copy, environment)
            least[tool] = tuple(map(min, figures, least.get(tool, figures)))
            if tool != "cp" and len(least) <= len(tools):
                result = state(copy)
                made = made or result
                if result != made:
                    sys.exit(f"{work.name}: {tool} made another text")
            shutil.rmtree(copy)
    shutil.rmtree(model)
    print(f"| {work.name} | processor, ms | wall, ms |\n|---|---|---|")
    for tool, (processor, wall) in least.items():
        print(f"| {tool} | {processor:.1f} | {wall:.1f} |")
    print(flush=True)


if __name__ == "__main__":
    main()
