"""Texts of equal blocks, and patches to some of them. Only consistent line numbers distinguish the blocks.

Uses no repository, so the expected result is known by construction. *One offset*: exactly one shift explains all hunks.
*Several offsets*: several shifts do, and the patch must be refused.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from case import Case, File

BLOCK = ["open", "    read(item)", "    check(item)", "    }", "    write(item)", "    close(item)", "}", ""]
MOST_DRIFT = 20


@dataclass(frozen=True)
class Hunk:
    """Lines `start..end` of the text from which the patch was made. It replaces line `at`."""

    start: int
    at: int
    end: int

    def stands(self, old: list[str], now: list[str], offset: int) -> bool:
        """True if the old side is in `now`, `offset` lines further down."""
        first = self.start + offset
        return first >= 0 and now[first : self.end + offset] == old[self.start : self.end]


@dataclass(frozen=True)
class Drawn:
    """An old and a current text, some hunks, and the common error of their line numbers."""

    old: list[str]
    now: list[str]
    drift: int
    hunks: list[Hunk]
    error: int

    def offsets(self) -> list[int]:
        """All shifts of the stated numbers at which every hunk matches."""
        reach = len(self.now) + len(self.old)
        return [
            offset
            for offset in range(-reach, reach)
            if all(hunk.stands(self.old, self.now, offset + self.error) for hunk in self.hunks)
        ]

    def places(self, hunk: Hunk) -> int:
        """The number of places in `now` with the old side of `hunk`."""
        reach = len(self.now)
        return sum(hunk.stands(self.old, self.now, offset) for offset in range(-reach, reach))

    def patch(self) -> bytes:
        """The hunks as a unified diff."""
        lines = ["--- a/twins.txt", "+++ b/twins.txt"]
        for hunk in self.hunks:
            first, count = hunk.start + 1 + self.error, hunk.end - hunk.start
            lines.append(f"@@ -{first},{count} +{first},{count} @@")
            for number in range(hunk.start, hunk.end):
                changed = number == hunk.at
                lines.append(("-" if changed else " ") + self.old[number])
                if changed:
                    lines.append("+    new(item)")
        return ("\n".join(lines) + "\n").encode()

    def after(self) -> list[str]:
        """The expected lines."""
        lines = list(self.now)
        for hunk in self.hunks:
            lines[hunk.at + self.drift] = "    new(item)"
        return lines


def drawn(random: Random) -> Drawn:
    """A text of 2 to 9 blocks with 1 to 4 hunks, uneven context, and a drift."""
    length, count = random.randint(4, len(BLOCK)), random.randint(2, 9)
    head = [f"head {number}" for number in range(random.randint(MOST_DRIFT, 2 * MOST_DRIFT))]
    tail = [f"tail {number}" for number in range(random.randint(0, 12))]
    old = head + BLOCK[:length] * count + tail
    inside, lead, trail = random.randint(1, length - 2), random.randint(1, 3), random.randint(1, 3)
    hunks: list[Hunk] = []
    for block in sorted(random.sample(range(count), random.randint(1, min(4, count)))):
        at = len(head) + block * length + inside
        behind = hunks[-1].end if hunks else 0
        hunks.append(Hunk(max(at - lead, behind), at, min(at + 1 + trail, at - inside + length)))
    drift = random.randint(-MOST_DRIFT, MOST_DRIFT)
    strange = [f"strange {number}" for number in range(drift)]
    now = (old[:1] + strange if drift > 0 else []) + old[1 if drift > 0 else -drift :]
    near, far = random.randint(-3, 3), random.randint(-MOST_DRIFT, 3 * MOST_DRIFT)
    return Drawn(old, now, drift, hunks, random.choice([0, 0, near, far]))


def is_one_offset(case: Drawn) -> bool:
    """True if the right shift is the only one that explains all hunks, and the text alone is ambiguous."""
    is_twin = any(case.places(hunk) > 1 for hunk in case.hunks)
    return is_twin and case.offsets() == [case.drift - case.error]


def is_several_offsets(case: Drawn) -> bool:
    """True if several shifts explain all hunks, and the stated line numbers do not match."""
    offsets = case.offsets()
    return len(offsets) > 1 and 0 not in offsets


KINDS: list[tuple[str, Callable[[Drawn], bool]]] = [("twins", is_one_offset), ("refuse", is_several_offsets)]


def twins(random: Random, count: int) -> Iterator[Case]:
    """`count` cases of each kind."""
    for group, belongs in KINDS:
        made = 0
        while made < count:
            case = drawn(random)
            if not belongs(case):
                continue
            made += 1
            kind = belongs.__name__.removeprefix("is_").replace("_", " ")
            after = None if group == "refuse" else {"twins.txt": text(case.after())}
            yield Case(group, f"twins, {kind}", f"twins {made}", {"twins.txt": text(case.now)}, case.patch(), after)


def text(lines: list[str]) -> File:
    """The file with these lines."""
    return File("".join(f"{line}\n" for line in lines).encode())
