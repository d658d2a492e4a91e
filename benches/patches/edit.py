"""A small edit from the history in parts, from which the other modules make damaged patches and refusal cases."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hunk import Hunk, Line, copied, letters, parse, places, printed
from scratch import Scratch


@dataclass(frozen=True)
class Edit:
    """A commit's edit of one file. Texts are lists of lines, whose last line is empty because they end in LF.

    The old side of every hunk occurs once in the text, so the patch is clear even without line numbers.
    """

    name: str
    path: str
    before: list[str]
    after: list[str]
    hunks: list[Hunk]
    scratch: Scratch

    def own(self) -> list[Hunk]:
        """A copy of the hunks that may be modified."""
        return copied(self.hunks)

    def with_context(self, lines: int) -> list[Hunk] | None:
        """The hunks with another number of context lines."""
        diff = self.scratch.diff("\n".join(self.before).encode(), "\n".join(self.after).encode(), lines)
        return parse(diff.decode())

    def sites(self, hunks: list[Hunk]) -> Iterator["Site"]:
        """Every hunk line that is in the old text."""
        for hunk in hunks:
            old, new = hunk.old_at - 1, hunk.new_at - 1
            for number, line in enumerate(hunk.lines):
                if line.sign in (" ", "-"):
                    yield Site(hunk, number, old, new)
                old += line.sign in (" ", "-")
                new += line.sign in (" ", "+")


@dataclass(frozen=True)
class Site:
    """A hunk line: its index in the hunk, and its line number in the old and the new text (from 0)."""

    hunk: Hunk
    number: int
    old: int
    new: int

    @property
    def line(self) -> Line:
        """The line."""
        return self.hunk.lines[self.number]

    def is_inner_context(self) -> bool:
        """True if the line and both its neighbors are context."""
        near = self.hunk.lines[max(0, self.number - 1) : self.number + 2]
        return len(near) == 3 and all(line.sign == " " for line in near)

    def is_telling(self) -> bool:
        """True if the line has enough text to be distinctive."""
        return letters(self.line.text) >= 8


@dataclass(frozen=True)
class Damaged:
    """A damaged patch, and the texts if they differ from those of the edit."""

    patch: str
    before: list[str] | None = None
    after: list[str] | None = None
    # The patch names no file, so the tools get the name.
    nameless: bool = False


def edit_of(scratch: Scratch, name: str, path: str, patch: bytes, before: bytes, after: bytes) -> Edit | None:
    """The edit, if it is small and simple and its place is clear."""
    try:
        texts = [text.decode() for text in (before, after, patch)]
    except UnicodeDecodeError:
        return None
    if any("\r" in text or not text.endswith("\n") for text in texts) or not re.fullmatch(r"[\w./+-]+", path):
        return None
    edit = Edit(name, path, texts[0].split("\n"), texts[1].split("\n"), parse(texts[2]), scratch)
    if not 12 <= len(edit.before) <= 3000 or not 1 <= len(edit.hunks) <= 6:
        return None
    for hunk in edit.hunks:
        once = len(places(edit.before, hunk.old())) == 1
        if not once or len(hunk.lines) > 120 or max(letters(text) for text in hunk.old()) <= 3:
            return None
    return edit


def diff_of(edit: Edit, hunks: list[Hunk], names: list[str] | None = None) -> str:
    """The diff of these hunks."""
    return printed(edit.path, hunks, names)


def only(edit: Edit, hunk: Hunk) -> Edit:
    """The edit with only this hunk."""
    at = places(edit.before, hunk.old())[0]
    after = edit.before[:at] + hunk.new() + edit.before[at + len(hunk.old()) :]
    return replace(edit, after=after, hunks=[replace(hunk, new_at=hunk.old_at)])
