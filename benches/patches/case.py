"""One case: a tree, a patch, and the tree that is right afterwards. Also a case on disk, and how a run of it went.

Nothing here knows where cases come from or which programs are run on them.
"""

import enum
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

# What tools leave beside a file that they patch. It is not held against them.
LITTER = (".rej", ".orig", ".porig", "~")


@dataclass(frozen=True)
class File:
    """The bytes of a file, and whether it may be executed."""

    text: bytes
    executable: bool = False


# The files of a directory by relative path. File names that are not UTF-8 have surrogate escapes.
Tree = dict[str, File]


@dataclass(frozen=True)
class Case:
    """What a tool is given and what is right.

    `after` is None where the right answer is to refuse. `base` is the text the patch was made from, where
    the patched file is another one: three-way tools want it. `theirs` is what the patch makes of that.
    """

    group: str
    kind: str
    name: str
    before: Tree
    patch: bytes
    after: Tree | None
    base: bytes | None = None
    # What the patch made of `base`: tools that merge three texts want it.
    theirs: bytes | None = None
    # The patch names no file: a tool has to be told which one it is.
    nameless: bool = False

    @property
    def only_path(self) -> str | None:
        """The file that is patched where it is one, and keeps its name."""
        names = set(self.before) | set(self.after or self.before)
        return names.pop() if len(names) == 1 and len(self.before) == 1 else None


class Outcome(enum.Enum):
    """How a run ended. The order is that of the tables' columns."""

    RIGHT = "right"  # exit 0, and every byte and mode as it should be
    ORDER = "order"  # exit 0, and right but for the order of two neighbouring blocks
    WRONG = "wrong"  # exit 0, and another tree than the right one
    NO_OP = "no-op"  # exit 0, and nothing done though something had to be
    REFUSED = "refused"  # not 0, and nothing touched
    BROKEN = "broken"  # not 0, and something touched


class Work:
    """A case in a directory of its own: the tree in `tree`, everything else beside it."""

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
        """Takes the directory away again."""
        shutil.rmtree(self.directory, ignore_errors=True)

    def read(self) -> Tree:
        """The tree as it is now, without litter and without a repository's own directory."""
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
        """What a tool that ended with `status` has done."""
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
    """Whether the trees differ in one file, and there only in the order of two neighbouring blocks."""
    if left.keys() != right.keys():
        return False
    different = [path for path in left if left[path] != right[path]]
    return len(different) == 1 and blocks_swapped(left[different[0]].text, right[different[0]].text)


def blocks_swapped(left: bytes, right: bytes) -> bool:
    """Whether one text is the other with two neighbouring blocks of lines exchanged."""
    a, b = left.split(b"\n"), right.split(b"\n")
    if a == b or sorted(a) != sorted(b):
        return False
    start = next(i for i in range(len(a) + 1) if a[i : i + 1] != b[i : i + 1])
    end = next(i for i in range(len(a) + 1) if a[len(a) - 1 - i] != b[len(a) - 1 - i])
    # Blocks that begin or end alike make the differing part look shorter than it is.
    for before in range(min(start, 12) + 1):
        for behind in range(min(end, 12) + 1):
            part = slice(start - before, len(a) - end + behind)
            if len(a[part]) <= 400 and is_rotated(a[part], b[part]):
                return True
    return False


def is_rotated(left: list[bytes], right: list[bytes]) -> bool:
    """Whether `left` is `right` cut in two with the parts exchanged."""
    return any(left[at:] + left[:at] == right for at in range(1, len(left)))
