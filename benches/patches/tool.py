"""The compared programs: their command lines, their supported cases, and whether they are installed.

Every program runs in the case's tree, in a separate process group that is killed on timeout. No program reads the
user's configuration.
"""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from case import Work
from scratch import ENVIRONMENT

TIMED_OUT = 124


@dataclass(frozen=True)
class Tool:
    """A program with its options. Each case fills in the words in braces: `{patch}`, `{tree}`, `{file}` (the patched
    file in the tree), `{base}` (the text from which the patch was made), `{theirs}` (`{base}` with the patch applied)."""

    name: str
    command: str
    # The command for a patch that names no file. Tools without it do not get such patches.
    nameless: str | None = None
    # Prepares the tree for the tool.
    prepare: Callable[[Work], None] | None = None
    # On exit status 0, the output is the new text of the file.
    prints: bool = False
    # The tool runs only if the base of the patch is known.
    three_way: bool = False
    # The tool leaves conflict markers in the file, as its users expect. This counts as a refusal.
    leaves_markers: bool = False

    @property
    def program(self) -> str:
        """The program that must be installed."""
        return shlex.split(self.command)[0]

    def template(self, work: Work) -> str | None:
        """The command for a case, or None if the tool does not support the case."""
        command = self.nameless if work.case.nameless else self.command
        if command is None or ("{file}" in command and work.case.only_path is None):
            return None
        return None if self.three_way and work.case.base is None else command

    def run(self, work: Work, seconds: float) -> int | None:
        """The exit status for a case, or None if the tool does not support the case."""
        template = self.template(work)
        if template is None:
            return None
        if self.prepare:
            self.prepare(work)
        filled = {"patch": str(work.patch), "tree": str(work.tree), "base": str(work.base), "theirs": str(work.theirs)}
        filled["file"] = work.case.only_path or ""
        output = work.directory / "output"
        ended = status([word.format_map(filled) for word in shlex.split(template)], work, output, seconds)
        if self.leaves_markers and ended != 0 and ended != TIMED_OUT:
            path = filled["file"]
            (work.tree / path).write_bytes(work.case.before[path].text)
        if self.prints and ended == 0:
            (work.tree / filled["file"]).write_bytes(output.read_bytes())
        return ended


def status(command: list[str], work: Work, output: Path, seconds: float) -> int:
    """The exit status of a command in the case's tree. Writes its output to the file `output`."""
    home = str(work.directory / "home")
    environment = dict(ENVIRONMENT, HOME=home, INCISE_STATE_DIR=home + "/incise", TERM="dumb")
    with output.open("wb") as stdout:
        process = subprocess.Popen(
            command,
            cwd=work.tree,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return TIMED_OUT


def commit_tree(work: Work) -> None:
    """Makes the tree a repository that contains its files and the patch's base, as a three-way merge needs."""

    def git(*arguments: str) -> None:
        subprocess.run(
            ["git", *arguments],
            cwd=work.tree,
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
            timeout=60,
        )

    git("init", "-q", "--template=")
    git("add", "-A", "-f", ".")
    git("hash-object", "--no-filters", "-w", str(work.base))


def tools(incise: str) -> list[Tool]:
    """All programs of this benchmark, `incise` first."""
    mine = f"{shlex.quote(incise)} patch {{patch}} -C {{tree}} --no-journal -q"
    merge = mine + " --mode merge --skip-applied"
    gnu = "patch -p1 -f -s -r - --no-backup-if-mismatch -i {patch}"
    gnu_file = "patch -f -s -r - --no-backup-if-mismatch {file} {patch}"
    git = "git apply --whitespace=nowarn"
    return [
        Tool("incise", mine, mine + " --target {file}"),
        Tool("incise --mode merge", merge, merge + " --target {file}"),
        Tool("incise --mode merge --base", merge + " --base {base}", three_way=True),
        Tool("patch", gnu, gnu_file),
        Tool("patch -F3", gnu + " -F3", gnu_file + " -F3"),
        Tool("git apply", git + " {patch}"),
        Tool("git apply, loose", git + " --recount -C1 --ignore-whitespace {patch}"),
        Tool("git apply --3way", git + " --3way {patch}", prepare=commit_tree, three_way=True),
        Tool("wiggle", "wiggle {file} {patch}", "wiggle {file} {patch}", prints=True),
        Tool("wiggle, three texts", "wiggle -m {file} {base} {theirs}", three_way=True, prints=True),
        Tool("incise merge", f"{shlex.quote(incise)} merge --no-journal -q {{base}} {{file}} {{theirs}}", three_way=True),
        Tool("git merge-file", "git merge-file -q {file} {base} {theirs}", three_way=True, leaves_markers=True),
        Tool("mergiraf", "mergiraf merge {base} {file} {theirs} -o {file} -p {file}", three_way=True, leaves_markers=True),
        Tool("weave-driver", "weave-driver {base} {file} {theirs} -l 7 -p {file}", three_way=True, leaves_markers=True),
        Tool("mpatch --atomic", "mpatch --atomic {patch} {tree}"),
    ]


def installed(candidates: list[Tool]) -> tuple[list[Tool], list[str]]:
    """The installed tools, and the names of the missing programs."""
    there = [tool for tool in candidates if shutil.which(tool.program)]
    missing = {tool.program for tool in candidates if tool not in there}
    return there, sorted(missing)


def version(program: str) -> str:
    """The version output of a program, in one line."""
    try:
        run = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=10, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return Path(program).name
    lines = (run.stdout + run.stderr).strip().splitlines()
    return lines[0] if lines else Path(program).name
