"""Unified diffs of one file, as hunks that can be modified and printed. The result may be malformed.

Texts are strings whose lines end in LF, because damage is done to text and not to bytes.
"""

import copy
import re
from dataclasses import dataclass, field

HEADER = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(?: (.*))?$")


@dataclass
class Line:
    """A line of a hunk. An empty sign is not printed. `\\` marks a missing newline."""

    sign: str
    text: str


@dataclass
class Hunk:
    """A hunk. `counts` and `header` override the printed values."""

    old_at: int
    new_at: int
    title: str
    lines: list[Line] = field(default_factory=list)
    counts: tuple[int, int] | None = None
    header: str | None = None

    def old(self) -> list[str]:
        """The lines before the change."""
        return [line.text for line in self.lines if line.sign in (" ", "-")]

    def new(self) -> list[str]:
        """The lines after the change."""
        return [line.text for line in self.lines if line.sign in (" ", "+")]

    def of_sign(self, sign: str) -> list[Line]:
        """The lines that begin with `sign`. They may be modified in place."""
        return [line for line in self.lines if line.sign == sign]

    def freeze(self) -> None:
        """Keeps the current header, even if the lines change later."""
        self.counts = (len(self.old()), len(self.new()))

    def printed(self) -> list[str]:
        """The hunk as diff lines."""
        old, new = self.counts or (len(self.old()), len(self.new()))
        header = self.header
        if header is None:
            header = f"@@ -{self.old_at},{old} +{self.new_at},{new} @@ {self.title}".rstrip()
        return ([header] if header else []) + [line.sign + line.text for line in self.lines]


def parse(diff: str) -> list[Hunk]:
    """The hunks of a well-formed diff of one file."""
    hunks: list[Hunk] = []
    old = new = 0
    for text in diff.split("\n"):
        if text.startswith("\\") and hunks:
            hunks[-1].lines.append(Line("\\", text[1:]))
        elif old > 0 or new > 0:
            sign, rest = text[:1] or " ", text[1:]
            hunks[-1].lines.append(Line(sign, rest))
            old -= sign in " -"
            new -= sign in " +"
        elif header := HEADER.match(text):
            old, new = int(header[2] or 1), int(header[4] or 1)
            hunks.append(Hunk(int(header[1]), int(header[3]), header[5] or ""))
    return hunks


def named(path: str) -> list[str]:
    """The two file header lines."""
    return [f"--- a/{path}", f"+++ b/{path}"]


def printed(path: str, hunks: list[Hunk], names: list[str] | None = None) -> str:
    """A diff of these hunks. `names` replaces the two file header lines."""
    lines = named(path) if names is None else names
    return "".join(line + "\n" for line in lines + [line for hunk in hunks for line in hunk.printed()])


def copied(hunks: list[Hunk]) -> list[Hunk]:
    """Deep copies of the hunks."""
    return copy.deepcopy(hunks)


def places(lines: list[str], wanted: list[str]) -> list[int]:
    """All indexes at which `wanted` begins in `lines`."""
    if not wanted:
        return []
    return [
        at
        for at in range(len(lines) - len(wanted) + 1)
        if lines[at] == wanted[0] and lines[at : at + len(wanted)] == wanted
    ]


def letters(text: str) -> int:
    """The number of letters, digits and underscores, which measures how distinctive a line is."""
    return len(re.findall(r"\w", text))
