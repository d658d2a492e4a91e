"""A git repository: its commits, the files that they changed, and the contents of these files.

Reads only the object store. Needs no work tree and writes nothing.
"""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from scratch import ENVIRONMENT

LARGEST = 512 * 1024
MOST_COMMITS = 50_000
PICKED = re.compile(
    r"cherry[- ]picked from (?:commit )?([0-9a-f]{7,40})"
    r"|\bcommit ([0-9a-f]{12,40}) upstream"
    r"|\bupstream commit ([0-9a-f]{12,40})"
    r"|\bback-?port(?:ed)?(?: of| from|:)? (?:commit )?([0-9a-f]{8,40})",
    re.I,
)


@dataclass(frozen=True)
class Change:
    """A commit's change to one file."""

    status: str
    old_mode: str
    new_mode: str
    old_id: str
    new_id: str
    old_path: str
    new_path: str

    def is_edit(self) -> bool:
        """True if only the contents of a regular file changed."""
        return self.status == "M" and self.old_mode == self.new_mode and self.old_mode.startswith("100")


@dataclass(frozen=True)
class Commit:
    """A commit, its parents, and data that identifies copies of it on other branches."""

    id: str
    parents: tuple[str, ...]
    identity: tuple[str, str, str]
    sources: tuple[str, ...]


class History:
    """The commits and files of a repository."""

    def __init__(self, path: Path):
        self.path = path
        self._git = ["git", "-c", "safe.directory=*", "-c", "core.quotePath=true", "-c", "diff.algorithm=myers"]
        inside = path if (path / "objects").is_dir() else self._directory(path)
        self._git += [f"--git-dir={inside}"]
        self._reader = subprocess.Popen(
            [*self._git, "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=ENVIRONMENT,
        )
        self.commits = list(self._commits())

    def _directory(self, path: Path) -> str:
        found = subprocess.run(
            [*self._git, "-C", str(path), "rev-parse", "--absolute-git-dir"],
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
        )
        if found.returncode != 0:
            raise SystemExit(f"{path}: no git repository: {found.stderr.strip()}")
        return found.stdout.strip()

    def close(self) -> None:
        """Ends the process that reads objects."""
        self._reader.stdin.close()
        self._reader.stdout.close()
        self._reader.wait()

    def git(self, *arguments: str) -> bytes:
        """The output of git, or nothing if it fails."""
        run = subprocess.run(
            [*self._git, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT, timeout=300
        )
        return run.stdout if run.returncode == 0 else b""

    def head(self) -> str:
        """The abbreviated id of the current commit."""
        return self.git("rev-parse", "--short=12", "HEAD").decode().strip()

    def blob(self, id: str) -> bytes | None:
        """The contents of a blob, or None if it is missing or too large."""
        self._reader.stdin.write(id.encode() + b"\n")
        self._reader.stdin.flush()
        header = self._reader.stdout.readline().split()
        if len(header) != 3:
            return None
        data = self._reader.stdout.read(int(header[2]))
        self._reader.stdout.read(1)
        return data if header[1] == b"blob" and len(data) <= LARGEST else None

    def _commits(self) -> Iterator[Commit]:
        """The commits of all branches and tags, newest first. Limited to the newest in a very long history."""
        form = "%H%x00%P%x00%at%x00%ae%x00%s%x00%B%x01"
        log = self.git("log", "--all", "--date-order", f"-n{MOST_COMMITS}", f"--format={form}").decode("utf-8", "replace")
        for record in log.split("\x01"):
            fields = record.lstrip("\n").split("\0")
            if len(fields) == 6:
                id, parents, time, author, subject, body = fields
                found = {group.lower() for match in PICKED.findall(body) for group in match if group}
                yield Commit(id, tuple(parents.split()), (time, author, subject), tuple(sorted(found)))

    def changes(self, old: str, new: str) -> list[Change]:
        """The differences between two commits."""
        raw = self.git("diff-tree", "-r", "-z", "--raw", "--no-abbrev", "-M", "-C", old, new)
        words = raw.decode("utf-8", "surrogateescape").split("\0")
        changes, at = [], 0
        while at < len(words) and words[at]:
            old_mode, new_mode, old_id, new_id, status = words[at].lstrip(":").split(" ")
            two = status[0] in "RC"
            paths = (words[at + 1], words[at + 2 if two else at + 1])
            changes.append(Change(status[0], old_mode, new_mode, old_id, new_id, *paths))
            at += 3 if two else 2
        return changes

    def edits(self, old: str, new: str) -> dict[str, Change]:
        """The files of which only the contents differ, by path."""
        return {change.new_path: change for change in self.changes(old, new) if change.is_edit()}

    def patch(self, old: str, new: str, *paths: str) -> bytes:
        """The diff between two commits, of all files or only of `paths`."""
        arguments = ["diff-tree", "-p", "-M", "-C", "--binary", "--full-index", "--no-color", old, new, "--"]
        return self.git(*arguments, *(f":(literal){path}" for path in paths))


def small_edits(history: History, random: Random, count: int) -> Iterator[tuple[str, str, bytes, bytes, bytes]]:
    """Single edits of files as (name, path, patch, text before, text after), at most two per commit."""
    given = 0
    for commit in shuffled([c for c in history.commits if len(c.parents) == 1], random):
        edits = sorted(history.edits(commit.parents[0], commit.id).items())
        for path, change in random.sample(edits, min(2, len(edits))):
            before, after = history.blob(change.old_id), history.blob(change.new_id)
            if before is None or after is None:
                continue
            patch = history.patch(commit.parents[0], commit.id, path)
            yield f"{commit.id[:12]} {path}", path, patch, before, after
            given += 1
        if given >= count:
            return


def shuffled(items: list, random: Random) -> list:
    """The items in random order."""
    return random.sample(items, len(items))
