#!/usr/bin/env python3
"""Repeats merges, cherry-picks and rebases from real histories with git, with and without `incise` as its merge driver.

    python3 tests/git_driver.py [--program target/release/incise] [--cases 20] [CLONE ...]

Takes conflicting merge commits of each clone (default: this repository). For each, git repeats the merge, picks the
last non-merge commit of the other side onto our side, and rebases that commit onto our side. After each command:

- A file that git merges alone must have git's content, byte for byte. Exception: a conflict marker says that the merged
  text has a duplicate definition or a syntax error.
- A file must have our conflict markers if and only if git lists it as unmerged.
- For each conflict of git, the script counts whether it is merged as committed, merged differently, or left.

If `jj` is installed, it repeats the merges too, with `incise` as its merge tool. The files that jj then calls resolved
must equal those that git gets from the driver, and have no markers.

The script does not write to the given clones. Exits with 1 if one of the first two conditions fails.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent.parent
MARKER = b"<<<<<<< ours: "
# Reasons for conflicts that git does not detect.
CHECKED = (b": the merged text has this twice", b": the merged text is not valid syntax")


class Clone:
    """A copy of a clone, with a work tree for the merges."""

    def __init__(self, source: Path, directory: Path, program: Path):
        self.directory = directory
        driver = f"'{program}' merge --git-driver -q -- %O %A %B %L %P"
        self.environment = dict(
            os.environ,
            GIT_CONFIG_GLOBAL="/dev/null",
            GIT_CONFIG_NOSYSTEM="1",
            GIT_EDITOR="true",
            GIT_LFS_SKIP_SMUDGE="1",
            INCISE_STATE_DIR=str(directory) + ".state",
            LC_ALL="C.UTF-8",
        )
        subprocess.run(
            ["git", "-c", "safe.directory=*", "clone", "-q", "--shared", "--no-checkout", str(source), str(directory)],
            check=True, env=self.environment,
        )
        for name, value in (
            ("merge.incise.driver", driver),
            ("user.name", "t"),
            ("user.email", "t@example.org"),
            ("core.autocrlf", "false"),
            ("gc.auto", "0"),
            ("rerere.enabled", "false"),
        ):
            self.git("config", name, value)

    def git(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        """Runs git in the copy."""
        return subprocess.run(["git", *arguments], cwd=self.directory, capture_output=True, env=self.environment)

    def words(self, *arguments: str) -> list[str]:
        """Runs git and splits its output at newlines and NUL."""
        text = self.git(*arguments).stdout.decode("utf-8", "surrogateescape")
        return [word for word in text.replace("\0", "\n").split("\n") if word]

    def drive(self, with_driver: bool) -> None:
        """Makes `incise` or git merge all files."""
        attributes = self.directory / ".git" / "info" / "attributes"
        attributes.parent.mkdir(exist_ok=True)
        attributes.write_text("* merge=incise\n" if with_driver else "* merge\n")

    def state(self) -> tuple[dict[str, str], set[str]]:
        """The blobs of merged files, and the paths of unmerged files."""
        merged, unmerged = {}, set()
        for entry in self.words("ls-files", "-s", "-z"):
            head, path = entry.split("\t", 1)
            _, blob, stage = head.split(" ")
            if stage == "0":
                merged[path] = blob
            else:
                unmerged.add(path)
        return merged, unmerged

    def done(self, start: str, command: list[str], with_driver: bool) -> tuple[dict[str, str], set[str]]:
        """The state after running `command` at the commit `start`."""
        self.drive(with_driver)
        for ended in (["merge", "--abort"], ["cherry-pick", "--abort"], ["rebase", "--abort"]):
            self.git(*ended)
        self.git("checkout", "-q", "-f", "--detach", start)
        self.git("reset", "-q", "--hard", start)
        self.git("clean", "-qfdx")
        self.git(*command)
        return self.state()


class Changes:
    """A copy of a clone for jj."""

    CONFIG = """
[user]
name = "t"
email = "t@example.org"
[merge-tools.incise]
program = {program}
merge-args = ["merge", "$base", "$left", "$right", "$marker_length", "$path", "-o", "$output", "--conflicts", "diff3"]
merge-conflict-exit-codes = [1]
merge-tool-edits-conflict-markers = false
"""

    def __init__(self, clone: Clone, directory: Path, program: Path):
        self.directory = directory
        config = directory.with_suffix(".toml")
        config.write_text(self.CONFIG.format(program=json.dumps(str(program))))
        self.environment = dict(clone.environment, JJ_CONFIG=str(config))
        clone.git("clone", "-q", "--shared", "--no-checkout", str(clone.directory), str(directory))
        self.jj("git", "init", "--colocate")

    def jj(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs jj in the copy."""
        return subprocess.run(
            ["jj", "--no-pager", "--color=never", *arguments],
            cwd=self.directory, capture_output=True, env=self.environment, encoding="utf-8", errors="surrogateescape",
        )

    def conflicts(self) -> set[str]:
        """The paths with conflicts."""
        listed = self.jj("resolve", "--list").stdout.splitlines()
        return {re.split(r" {2,}", line)[0] for line in listed}

    def merge(self, ours: str, theirs: str, driven: tuple[dict[str, str], set[str]]) -> tuple[int, int, list[str]]:
        """Returns the number of conflicts in jj, the number that `incise` resolves, and the faults. `driven` is git's
        result."""
        self.jj("new", ours, theirs)
        before = self.conflicts()
        found = []
        for path in before:
            run = self.jj("resolve", "--tool", "incise", "--", f'file:"{path}"')
            if "Tool exited" in run.stderr:
                found.append(f"{path}: jj says {run.stderr}")
        resolved = before - self.conflicts()
        for path in resolved:
            text = (self.directory / path).read_bytes()
            blob = hashlib.sha1(b"blob %d\0" % len(text) + text).hexdigest()
            if MARKER in text or blob != driven[0].get(path, blob):
                found.append(f"{path}: jj has another text than git")
        return len(before), len(resolved), found


def commands(ours: str, theirs: str, last: str) -> dict[str, tuple[str, list[str]]]:
    """The git commands and the commit at which each starts. `last` has a single parent. A rebase of several commits
    would stop at the first conflict, and the driver would get further than git."""
    return {
        "merge": (ours, ["merge", "-q", "--no-commit", "--no-ff", theirs]),
        "cherry-pick": (ours, ["cherry-pick", "--no-commit", last]),
        "rebase": (last, ["rebase", "-q", "--onto", ours, f"{last}~1", last]),
    }


def faults(clone: Clone, plain: tuple[dict, set], driven: tuple[dict, set]) -> list[str]:
    """The violated conditions after a command with the driver."""
    (git_merged, _), (merged, unmerged) = plain, driven
    found = []
    for path in git_merged:
        if merged.get(path) != git_merged[path] and not is_checked(clone.directory / path):
            found.append(f"{path}: git merges it otherwise")
    for path in merged.keys() - git_merged.keys() | unmerged:
        file = clone.directory / path
        has_markers = file.is_file() and not file.is_symlink() and MARKER in file.read_bytes()
        if has_markers and path in merged:
            found.append(f"{path}: it has markers, and counts as merged")
    return found


def is_checked(file: Path) -> bool:
    """True if a marker in `file` has a reason that git does not detect."""
    return file.is_file() and any(reason in file.read_bytes() for reason in CHECKED)


def main() -> int:
    """Runs the merges and prints the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", nargs="*", type=Path, help="git repositories (default: this one)")
    parser.add_argument("--program", type=Path, default=HERE / "target/release/incise")
    parser.add_argument("--cases", type=int, default=20, help="merges per clone (default 20)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    is_wrong = False
    for source in asked.clone or [HERE]:
        counts: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as scratch:
            clone = Clone(source.resolve(), Path(scratch) / "clone", asked.program.resolve())
            merges = [line.split() for line in clone.words("rev-list", "--all", "--merges", "--parents")]
            merges = [merge for merge in merges if len(merge) == 3]
            Random(asked.seed).shuffle(merges)
            taken, changes = 0, None
            for commit, ours, theirs in merges:
                if taken >= asked.cases:
                    break
                if clone.git("merge-tree", "--write-tree", ours, theirs).returncode != 1:
                    continue
                taken += 1
                committed = dict(
                    (entry.split("\t", 1)[1], entry.split()[2]) for entry in clone.words("ls-tree", "-r", "-z", commit)
                )
                [last] = clone.words("rev-list", "-1", "--no-merges", theirs)
                for name, (start, command) in commands(ours, theirs, last).items():
                    plain = clone.done(start, command, with_driver=False)
                    driven = clone.done(start, command, with_driver=True)
                    for fault in faults(clone, plain, driven):
                        is_wrong = True
                        print(f"{name} {ours[:12]} {theirs[:12]}: {fault}")
                    settled = plain[1] - driven[1]
                    counts[f"{name}: files git leaves"] += len(plain[1])
                    counts[f"{name}: of these merged"] += len(settled)
                    if name != "merge":
                        continue
                    alike = [path for path in settled if committed.get(path) == driven[0].get(path)]
                    counts["merge: as committed"] += len(alike)
                    if shutil.which("jj"):
                        changes = changes or Changes(clone, Path(scratch) / "changes", asked.program.resolve())
                        before, resolved, found = changes.merge(ours, theirs, driven)
                        counts["jj: files it leaves"] += before
                        counts["jj: of these merged"] += resolved
                        for fault in found:
                            is_wrong = True
                            print(f"jj {ours[:12]} {theirs[:12]}: {fault}")
        print(f"{source}: {taken} merges; " + ", ".join(f"{name} {count}" for name, count in counts.items()), flush=True)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
