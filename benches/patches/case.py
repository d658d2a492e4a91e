"""One case: a tree, a patch, and the expected tree. Also a case on disk, and the outcome of a run.

This module does not know the sources of cases or the tools.
"""

import enum
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

# Suffixes of files that tools leave next to a patched file. They do not count against a tool.
LITTER = (".rej", ".orig", ".porig", "~")


@dataclass(frozen=True)
class File:
    """The bytes of a file, and its executable bit."""

    text: bytes
    executable: bool = False


# The files of a directory by relative path. File names that are not UTF-8 have surrogate escapes.
Tree = dict[str, File]


@dataclass(frozen=True)
class Case:
    """The input for a tool and the expected result.

    `after` is None if the patch must be refused. `base` is the text from which the patch was made, if it differs from
    the patched file. Three-way tools need it. `theirs` is `base` with the patch applied.
    """

    group: str
    kind: str
    name: str
    before: Tree
    patch: bytes
    after: Tree | None
    base: bytes | None = None
    # `base` with the patch applied. Three-way tools need it.
    theirs: bytes | None = None
    # The patch names no file, so the tool gets the name.
    nameless: bool = False

    @property
    def only_path(self) -> str | None:
        """The path of the patched file if there is only one and it keeps its name."""
        names = set(self.before) | set(self.after or self.before)
        return names.pop() if len(names) == 1 and len(self.before) == 1 else None


class Outcome(enum.Enum):
    """The outcome of a run, in the order of the table columns."""

    RIGHT = "right"  # exit 0, and every byte and mode as it should be
    ORDER = "order"  # exit 0, and right but for the order of two neighbouring blocks
    WRONG = "wrong"  # exit 0, and another tree than the right one
    NO_OP = "no-op"  # exit 0, and nothing done though something had to be
    REFUSED = "refused"  # not 0, and nothing touched
    BROKEN = "broken"  # not 0, and something touched


class Work:
    """A case in a separate directory. `tree` contains its files. Other files are next to `tree`."""

    def __init__(self, directory: Path, case: Case):
        self.directory, self.case = directory, case
        self.tree = directory / "tree"
        self.patch = directory / "case.patch"
        self.base = directory / "base"
        self.theirs = directory / "theirs"
        self.tree.mkdir(parents=True)
        for path, file in case.before.items():
            target = self.tree / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.text)
            target.chmod(0o755 if file.executable else 0o644)
        self.patch.write_bytes(case.patch)
        if case.base is not None:
            self.base.write_bytes(case.base)
        if case.theirs is not None:
            self.theirs.write_bytes(case.theirs)

    def remove(self) -> None:
        """Removes the directory."""
        shutil.rmtree(self.directory, ignore_errors=True)

    def read(self) -> Tree:
        """The current tree without litter and without a repository's own directory."""
        tree: Tree = {}
        named = self.case.before.keys() | (self.case.after or {}).keys()
        for directory, below, names in os.walk(self.tree):
            if ".git" in below:
                below.remove(".git")
            for name in names:
                full = Path(directory, name)
                path = str(full.relative_to(self.tree))
                if full.is_symlink() or not full.is_file():
                    tree[path] = File(b"neither a file nor a directory")
                elif path in named or not name.endswith(LITTER):
                    tree[path] = File(full.read_bytes(), bool(full.stat().st_mode & 0o100))
        return tree

    def outcome(self, status: int) -> Outcome:
        """The outcome of a tool that exited with `status`."""
        case, now = self.case, self.read()
        untouched = now == case.before
        if status != 0:
            return Outcome.REFUSED if untouched else Outcome.BROKEN
        if case.after is not None and now == case.after:
            return Outcome.RIGHT
        if untouched:
            return Outcome.NO_OP
        if case.after is not None and is_reordered(now, case.after):
            return Outcome.ORDER
        return Outcome.WRONG


def is_reordered(left: Tree, right: Tree) -> bool:
    """True if the trees differ only in the order of two adjacent blocks of one file."""
    if left.keys() != right.keys():
        return False
    different = [path for path in left if left[path] != right[path]]
    return len(different) == 1 and blocks_swapped(left[different[0]].text, right[different[0]].text)


def blocks_swapped(left: bytes, right: bytes) -> bool:
    """True if the texts differ only in the order of two adjacent blocks of lines."""
    a, b = left.split(b"\n"), right.split(b"\n")
    if a == b or sorted(a) != sorted(b):
        return False
    start = next(i for i in range(len(a) + 1) if a[i : i + 1] != b[i : i + 1])
    end = next(i for i in range(len(a) + 1) if a[len(a) - 1 - i] != b[len(a) - 1 - i])
    # Blocks with equal first or last lines make the differing range too short, so widen it.
    for before in range(min(start, 12) + 1):
        for behind in range(min(end, 12) + 1):
            part = slice(start - before, len(a) - end + behind)
            if len(a[part]) <= 400 and is_rotated(a[part], b[part]):
                return True
    return False


def is_rotated(left: list[bytes], right: list[bytes]) -> bool:
    """True if `right` is `left` with its two parts exchanged."""
    return any(left[at:] + left[:at] == right for at in range(1, len(left)))
