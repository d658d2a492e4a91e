"""Unified diffs of one file as hunks that can be changed and printed again, well-formed or not.

Texts here are strings whose lines end in LF: damage is done to texts, not to bytes.
"""

import copy
import re
from dataclasses import dataclass, field

HEADER = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(?: (.*))?$")


@dataclass
class Line:
    """A line of a hunk. A sign that is empty is not printed; `\\` marks a missing newline."""

    sign: str
    text: str


@dataclass
class Hunk:
    """A hunk. `counts` and `header` are what is printed where that is not what is true."""

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
        """The lines that begin with `sign`, to be changed in place."""
        return [line for line in self.lines if line.sign == sign]

    def freeze(self) -> None:
        """Lets the header say what it says now, whatever happens to the lines."""
        self.counts = (len(self.old()), len(self.new()))

    def printed(self) -> list[str]:
        """The hunk as lines of a diff."""
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
    """The two lines that name the file."""
    return [f"--- a/{path}", f"+++ b/{path}"]


def printed(path: str, hunks: list[Hunk], names: list[str] | None = None) -> str:
    """A diff of these hunks, below `names` where they are not the usual two lines."""
    lines = named(path) if names is None else names
    return "".join(line + "\n" for line in lines + [line for hunk in hunks for line in hunk.printed()])


def copied(hunks: list[Hunk]) -> list[Hunk]:
    """Hunks that may be changed without changing these."""
    return copy.deepcopy(hunks)


def places(lines: list[str], wanted: list[str]) -> list[int]:
    """Where `wanted` begins in `lines`, from 0."""
    if not wanted:
        return []
    return [
        at
        for at in range(len(lines) - len(wanted) + 1)
        if lines[at] == wanted[0] and lines[at : at + len(wanted)] == wanted
    ]


def letters(text: str) -> int:
    """How many letters, digits and underscores there are: what makes a line tell something."""
    return len(re.findall(r"\w", text))
