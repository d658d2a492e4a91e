#!/usr/bin/env python3
"""Compares the time of incise and of other tools for the same tasks.

  python3 benches/speed.py [--program target/release/incise] [--runs 7] [--only WORD] [--small]

Each tool works on a fresh copy. The tools take turns. The minimum of all runs counts: processor time (user and system)
and wall time of the tool and its child processes, including a shell. `cp` of the same data is the lower bound. Tools
that are missing or too old are skipped. Every result is compared with the first tool's. --small uses a hundredth of the
data.

`floor` (benches/floor.c) makes only the system calls of one transaction. It needs a C compiler. If rustc is installed,
an empty Rust program is measured too. If strace is installed, the system calls and page faults of a small edit are
counted.
"""

import argparse
import json
import os
import random
import functools
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def text(lines):
    """A text of lines of 100 bytes that differ in their number. Every hundredth line contains `needle`."""
    filler = "the quick brown fox jumps over the lazy dog and runs on through the wood to its den now"
    return "".join(
        f"{number:09} {'needle' if number % 100 == 0 else 'common'} {filler}"[:99] + "\n" for number in range(lines)
    )


def diff(lines, hunks):
    """A diff of `text(lines)` with `hunks` hunks. Each changes one line."""
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
    """A task: its name, its directory, and the command of each tool."""

    def __init__(self, name, make, commands, before=None, changes=True, runs=None, is_counted=False):
        self.name, self.make, self.commands = name, make, commands
        # A command that runs in each copy before the measurement.
        self.before = before
        # True if the task changes the directory. If not, all tools use the same directory.
        self.changes = changes
        # The maximum number of runs.
        self.runs = runs
        # True if system calls and page faults are counted too.
        self.is_counted = is_counted


def works(scale):
    lines = 1_000_000 // scale
    files = 10_000 // scale
    entries = 8_900 // scale
    plain = "--no-journal --sync none"

    def one(lines):
        return lambda directory: (directory / "file").write_text(text(lines))

    def patched(lines, hunks):
        def make(directory):
            one(lines)(directory)
            (directory / "fix.diff").write_text(diff(lines, hunks))

        return make

    def sides(lines, changes):
        """Two sides of a merge with `changes` changes each. There is an unchanged line between any two changes."""

        def make(directory):
            base = text(lines).splitlines(keepends=True)
            step = lines // changes
            for side, first in (("file", 0), ("theirs", step // 2)):
                content = list(base)
                for at in range(first, lines, step):
                    content[at] = content[at].replace("the quick", side)
                (directory / side).write_text("".join(content))
            (directory / "base").write_text("".join(base))

        return make

    def batch(directory):
        one(20_000 // scale)(directory)
        edits = [
            {"op": "replace", "path": "file", "old": f"{2 * number:09} ", "new": f"no {number} "}
            for number in range(10_000 // scale)
        ]
        (directory / "edits.json").write_text(json.dumps({"edits": edits}))

    def stream(count, others=0):
        """A file of 300 + `others` lines, and a stream of edits of the first 300. Each edit is an entry of the
        journal."""

        def make(directory):
            one(300 + others)(directory)
            edits = []
            for number in range(count):
                turn, line = number // 300, number % 300
                old, new = (f"{line:09} " + "x" * turn for turn in (turn, turn + 1))
                edits.append({"op": "replace", "path": "file", "old": old, "new": new})
            (directory / "edits").write_text("".join(json.dumps(edit) + "\n" for edit in edits))

        return make

    def alike(directory):
        """Random lines. The old text is 20 of them, and 3 of these are reworded."""
        words = "buffer cursor parser token stream writer reader config option result frame batch queue range".split()
        chance = random.Random(1)
        content = [f"    let {' '.join(chance.choices(words, k=4))} = {number * 7919 % lines};\n" for number in range(lines)]
        (directory / "file").write_text("".join(content))
        place = lines // 10 * 7
        block = content[place : place + 20]
        for number in (4, 9, 15):
            block[number] = f"what was line {number}, put in other words altogether\n"
        (directory / "old").write_text("".join(block))
        hunk = [" " + line for line in block]
        (directory / "new").write_text("".join(block[:10] + ["changed\n"] + block[11:]))
        hunk[10] = "-" + block[10] + "+changed\n"
        (directory / "fix.diff").write_text(f"--- a/file\n+++ b/file\n@@ -{place},20 +{place},20 @@\n{''.join(hunk)}")

    def tree(count, has, lines=40):
        """`count` files, a hundred per directory. Those for which `has` is true contain `needle`."""

        def make(directory):
            usual = text(lines).replace("needle", "common")
            for number in range(count):
                path = directory / f"tree/{number // 100}/{number}.txt"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(usual + "a needle\n" if has(number) else usual)

        return make

    def flat(directory):
        (directory / "tree").mkdir()
        for number in range(lines):
            (directory / f"tree/{number}.txt").write_text("common\n")

    def many_patched(directory):
        tree(files, lambda _: True)(directory)
        parts = []
        for name in sorted((directory / "tree").rglob("*.txt")):
            name = name.relative_to(directory)
            last = text(40).splitlines(keepends=True)[-3:]
            context = "".join(" " + line.replace("needle", "common") for line in last)
            parts.append(f"--- a/{name}\n+++ b/{name}\n@@ -38,4 +38,4 @@\n{context}-a needle\n+a pin\n")
        (directory / "fix.diff").write_text("".join(parts))

    def nothing(directory):
        pass

    last = f"{lines - 1:09} common"
    each = "--glob 'tree/**' --old 'a needle' --new 'a pin' --all"
    searched = "rg -l 'a needle' tree | xargs sd -F 'a needle' 'a pin'"
    return [
        Work("start", nothing, {
            "incise": "incise --version >/dev/null",
            "true": "/bin/true",
            "empty Rust program": "empty",
            "sd": "sd --version >/dev/null",
            "patch": "patch --version >/dev/null",
        }, changes=False),
        Work("one replacement, 1 kB", one(10), {
            "floor": "floor '000000003 common' x file",
            "incise": "incise replace file --old '000000003 common' --new x -q",
            "incise, no journal, no sync": f"incise replace file --old '000000003 common' --new x -q {plain}",
            "sed -i": "sed -i 's/000000003 common/x/' file",
            "sd": "sd -F '000000003 common' x file",
            "perl -pi": "perl -pi -e 's/000000003 common/x/' file",
        }, is_counted=True),
        Work("one hunk, 1 kB", patched(10, 1), {
            "floor": "floor '000000005 common' '000000005 changed' file",
            "incise": "incise patch fix.diff -q",
            "incise, no journal, no sync": f"incise patch fix.diff -q {plain}",
            "patch": "patch -s -p1 < fix.diff",
            "git apply": "git apply fix.diff",
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
        Work(f"a text that is not there, {lines // 10_000} MB", one(lines), {
            "incise": "! incise replace file --old '000000003 needle the quick' --new x -q 2>/dev/null",
            "incise, 3 lines": f"! incise replace file --old '{'a line of needles that is nowhere at all' * 3}' --new x -q 2>/dev/null",
            "rg": "rg -qF '000000003 needle the quick' file || true",
        }, changes=False),
        *(
            Work(f"a diff of {hunks} hunks, {lines // 10_000} MB", patched(lines, hunks), {
                "cp": "cp file copy && mv copy file",
                "incise": "incise patch fix.diff -q",
                "incise, no journal, no sync": f"incise patch fix.diff -q {plain}",
                "patch": "patch -s -p1 < fix.diff",
                # It takes minutes for the largest diff.
                **({"git apply": "git apply fix.diff"} if hunks < 1_000 else {}),
            }, runs=3)
            for hunks in (1, 100, 10_000 // scale)
        ),
        Work(f"lines that are alike, of {lines}", alike, {
            "incise": f"incise replace file --match fuzzy --threshold 0.5 --old-file old --new-file new -q {plain}",
            "incise, not alike enough": f"! incise replace file --match fuzzy --threshold 0.99 --old-file old --new y -q {plain} 2>/dev/null",
        }),
        Work(f"a hunk that is alike, of {lines} lines", alike, {
            "incise": f"incise patch fix.diff --mode fuzzy -q {plain}",
        }),
        *(
            Work(f"a merge of {lines} lines with {changes} changes on each side", sides(lines, changes), {
                "incise": "incise merge base file theirs -q",
                "incise, no journal, no sync": f"incise merge base file theirs -q {plain}",
                "git merge-file": "git merge-file -q file base theirs",
            })
            for lines, changes in ((10_000 // min(scale, 10), 100), (480_000 // scale, 3_200 // scale))
        ),
        Work(f"{10_000 // scale} edits of one file in one request", batch, {
            "cp": "cp file copy && mv copy file",
            "incise": "incise apply edits.json -q",
            "incise, no journal, no sync": f"incise apply edits.json -q {plain}",
        }),
        Work(f"{4_000 // scale} edits of a task in a stream", stream(4_000 // scale), {
            "incise": "incise apply --each edits --task a --sync none -q",
        }, runs=3),
        Work(f"an edit beside {entries} of another task", stream(entries, 1), {
            "incise": "incise replace file --old '000000300 ' --new y --task b -q",
        }, before="incise apply --each edits --task a --sync none -q", runs=2),
        Work(f"undo of {entries} edits of a task", stream(entries), {
            "incise": "incise undo --task a -q",
        }, before="incise apply --each edits --task a --sync none -q", runs=2),
        Work(f"a replacement in {-(-5_000 // scale // 73)} of {5_000 // scale} files", tree(5_000 // scale, lambda number: number % 73 == 5), {
            "incise": f"incise replace {each} -q",
            "incise, no journal, no sync": f"incise replace {each} -q {plain}",
            "rg and sd": searched,
            "fastmod": "fastmod --accept-all -F 'a needle' 'a pin' tree",
        }),
        Work(f"a text that {10 * files} files lack", tree(10 * files, lambda _: False), {
            "incise": f"! incise replace {each} -q 2>/dev/null",
            "rg": "rg -lF 'a needle' tree || true",
        }, changes=False),
        Work(f"a replacement in one of {20 * files} files", tree(20 * files, lambda number: number == 7, 5), {
            "incise": f"incise replace {each} -q",
            "rg and sd": searched,
        }, runs=2),
        Work(f"a text that {lines} files of one directory lack", flat, {
            "incise": f"! incise replace {each} -q 2>/dev/null",
            "rg": "rg -lF 'a needle' tree || true",
        }, changes=False, runs=2),
        Work(f"one edit in each of {files} files", tree(files, lambda _: True), {
            "cp": "cp -r tree copy",
            "floor": "floor 'a needle' 'a pin' tree/*/*.txt",
            "incise": f"incise replace {each} -q",
            "incise, no journal, no sync": f"incise replace {each} -q {plain}",
            "sed -i": "sed -i 's/a needle/a pin/' tree/*/*.txt",
            "sd": "sd -F 'a needle' 'a pin' tree/*/*.txt",
            "fastmod": "fastmod --accept-all -F 'a needle' 'a pin' tree",
            "perl -pi": "perl -pi -e 's/a needle/a pin/' tree/*/*.txt",
        }),
        Work(f"one patch over {files} files", many_patched, {
            "cp": "cp -r tree copy",
            "floor": "floor 'a needle' 'a pin' tree/*/*.txt",
            "incise": "incise patch fix.diff -q",
            "incise, no journal, no sync": f"incise patch fix.diff -q {plain}",
            "patch": "patch -s -p1 < fix.diff",
            "git apply": "git apply fix.diff",
        }),
        Work(f"undo of one edit in each of {files} files", tree(files, lambda _: True), {
            "cp": "cp -r tree copy",
            "incise": "incise undo -q",
        }, before=f"incise replace {each} -q", runs=3),
        Work(f"one edit in each of {20 * files} files", tree(20 * files, lambda _: True, 5), {
            "cp": "cp -r tree copy",
            "incise": f"incise replace {each} -q",
            "incise, no journal, no sync": f"incise replace {each} -q {plain}",
        }, runs=2),
    ]


def measured(command, directory, environment):
    """The processor time and wall time of `command`, in milliseconds."""
    begin = time.monotonic()
    process = subprocess.Popen(["sh", "-c", command], cwd=directory, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begin
    if process.returncode:
        sys.exit(f"{command}: exit status {process.returncode}")
    return 1000 * (usage.ru_utime + usage.ru_stime), 1000 * wall


@functools.cache
def may_trace():
    """True if strace is installed and can trace."""
    return shutil.which("strace") is not None and subprocess.run(["strace", "-c", "true"], capture_output=True).returncode == 0


def system_calls(command, directory, environment):
    """The number of system calls of `command`, which must not need a shell."""
    table = directory / "calls"
    traced = ["strace", "-f", "-c", "-o", table, *shlex.split(command)]
    subprocess.run(traced, cwd=directory, env=environment, check=True)
    total = next(line for line in table.read_text().splitlines() if line.endswith("total"))
    return total.split()[3]


def page_faults(command, directory, environment):
    """The number of page faults of `command`, which must not need a shell."""
    process = subprocess.Popen(shlex.split(command), cwd=directory, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_minflt


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
        if shutil.which("cc") and sys.platform == "linux":
            source = ROOT / "benches/floor.c"
            subprocess.run(["cc", "-O2", "-o", scratch / "bin/floor", source], check=True)
        if shutil.which("rustc"):
            empty = scratch / "empty.rs"
            empty.write_text("fn main() {}\n")
            subprocess.run(["rustc", "-O", "-o", scratch / "bin/empty", empty], check=True)
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


# The oldest versions that support the flags used here.
OLDEST = {"sd": (1, 0)}


@functools.cache
def is_known(program, path):
    """True if a program is installed and recent enough."""
    found = shutil.which(program, path=path)
    if found is None or program not in OLDEST:
        return found is not None
    told = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
    version = re.search(r"(\d+)\.(\d+)", told)
    return version is not None and tuple(map(int, version.groups())) >= OLDEST[program]


def is_installed(command, path):
    """True if the programs of a command are installed: the first word, and the one that `xargs` runs."""
    words = command.removeprefix("! ").split()
    programs = words[:1] + [after for word, after in zip(words, words[1:]) if word == "xargs"]
    return all(is_known(program, path) for program in programs)


def compare(work, runs, scratch, environment):
    model, copy = scratch / "model", scratch / "copy"
    model.mkdir()
    work.make(model)
    tools = {tool: command for tool, command in work.commands.items()
             if is_installed(command, environment["PATH"])}
    least, made = {}, None
    for _ in range(min(runs, work.runs or runs)):
        for tool, command in tools.items():
            if work.changes:
                shutil.copytree(model, copy)
            if work.before:
                measured(work.before, copy, environment)
            figures = measured(command, copy if work.changes else model, environment)
            is_first = tool not in least
            least[tool] = tuple(map(min, figures, least.get(tool, figures)))
            if tool != "cp" and work.changes and is_first and not command.startswith("! "):
                result = state(copy)
                made = made or result
                if result != made:
                    sys.exit(f"{work.name}: {tool} gave a different result")
            shutil.rmtree(copy, ignore_errors=True)
    titles, counted = "", {tool: "" for tool in tools}
    if work.is_counted and may_trace():
        titles = " system calls | page faults |"
        for tool, command in tools.items():
            for count in (system_calls, page_faults):
                shutil.copytree(model, copy)
                counted[tool] += f" {count(command, copy, environment)} |"
                shutil.rmtree(copy)
    shutil.rmtree(model)
    print(f"| {work.name} | processor, ms | wall, ms |{titles}\n|---|---|---|{'---|' * titles.count('|')}")
    for tool, (processor, wall) in least.items():
        print(f"| {tool} | {processor:.1f} | {wall:.1f} |{counted[tool]}")
    print(flush=True)


if __name__ == "__main__":
    main()
