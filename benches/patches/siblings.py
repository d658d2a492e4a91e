"""Texts of almost equal entries, and a patch to one of them. The text has changed since the patch was made.

Uses no repository, so the expected result is known by construction. Each entry has a distinct heading and a few
distinct lines. *Told*: the hunk's lines match the meant entry or none. The right result is that entry or a refusal.
*Decoy*: all hunk lines, or all except the first, are in another entry. Only a line number could show which entry is
meant, so a tool that goes by the lines is wrong there through no fault of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from case import Case, File

NAMES = ["abbrev", "balanced", "debug", "inherits", "lodash", "wrappy"]

# The lines of each kind of entry. Patches change a line from the third on.
ENTRIES = {
    "yarn.lock": [
        "{name}@^{at}.1.0:",
        '  version "{at}.1.{few}"',
        "  integrity sha512-{hash:x}",
        "  dependencies:",
        '    ms "2.1.2"',
        '    once "^1.3.0"',
        "",
    ],
    "Cargo.lock": [
        "[[package]]",
        'name = "{name}"',
        'version = "1.{few}.0"',
        'source = "registry"',
        "dependencies = [",
        ' "cfg-if",',
        ' "libc",',
        "]",
        "",
    ],
    "package-lock.json": [
        '    "node_modules/{name}": {{',
        '      "version": "1.0.0",',
        '      "license": "MIT",',
        '      "engines": {{',
        '        "node": ">=12"',
        "      }}",
        "    }},",
    ],
    "CHANGELOG.md": ["## 2.{at}.0", "", "### Changed", "", "- Speed", "", "### Fixed", "", "- A leak", ""],
    "style.css": [".{name} {{", "  display: flex;", "  margin: 0 auto;", "  color: inherit;", "  border: none;", "}}", ""],
    "parse.c": [
        "static int {name}_show(struct dev *dev)",
        "{{",
        "\tint err = check(dev);",
        "\tif (err)",
        "\t\treturn err;",
        "\tlock(dev);",
        "\treturn print(dev);",
        "}}",
        "",
    ],
    "test_pages.py": [
        "def test_{name}(client):",
        '    page = client.get("/")',
        "    assert page.ok",
        "    assert page.title",
        "    assert not page.errors",
        "",
    ],
    "site.ini": ["[{name}]", "enabled = true", "retries = 3", "timeout = 30", "verbose = false", ""],
}

CHANGES = ["context changed", "removed changed", "gone", "moved", "shifted"]
CONTEXT = 3


@dataclass(frozen=True)
class Drawn:
    """The current text, a hunk made from an earlier text, and the expected result. None if the patch must be
    refused."""

    path: str
    change: str
    now: list[str]
    old: list[str]
    patch: list[str]
    after: list[str] | None
    # The hunk header names the entry's heading, which is outside the hunk.
    is_named: bool

    def places(self, old: list[str]) -> int:
        """The number of occurrences of `old` in the text."""
        return sum(self.now[at : at + len(old)] == old for at in range(len(self.now)))

    def kind(self) -> str:
        """The kind of case: `told` if the lines show the meant entry, otherwise `decoy`."""
        is_there = self.places(self.old) > 0 and self.change not in ("context changed", "removed changed")
        is_here = self.change == "shifted" and (self.is_named or self.places(self.old) == 1)
        is_nearly = self.change == "gone" and self.places(self.old[1:]) == 1
        if (is_there and not is_here) or is_nearly:
            return "decoy"
        # A sibling has all lines, and the meant entry does not.
        return "decoy" if self.places(self.old) == 1 and "changed" in self.change else "told"


def entry(path: str, name: str, at: int) -> list[str]:
    """The lines of entry number `at`."""
    return [line.format(name=name, at=at, few=at % 3, hash=at * 7919) for line in ENTRIES[path]]


def drawn(random: Random) -> Drawn:
    """A text of 2 to 5 entries, a hunk for one of them, and a change."""
    path, change = random.choice(list(ENTRIES)), random.choice(CHANGES)
    entries = [entry(path, name, at + 1) for at, name in enumerate(NAMES[: random.randint(2, 5)])]
    meant = random.randrange(len(entries))
    own = entries[meant]
    inside = random.choice([number for number in range(2, len(own)) if own[number].strip()])
    removed = random.randint(0, 1)
    base = sum(entries, [])
    at = meant * len(own) + inside
    start, stop = max(at - CONTEXT, 0), min(at + removed + CONTEXT, len(base))
    added = own[inside] + " and more"
    is_named = random.random() < 0.5 and inside > CONTEXT and base.count(own[0]) == 1 and own[inside] not in ("}", "    },")
    lead = [" " + line for line in base[start:at]]
    gone = ["-" + line for line in base[at : at + removed]]
    trail = [" " + line for line in base[at + removed : stop]]
    header = f"@@ -{start + 1},{stop - start} +{start + 1},{stop - start + 1 - removed} @@"
    header += f" {own[0].strip()}" if is_named else ""
    now, place = [list(one) for one in entries], meant if change != "gone" else None
    if change == "context changed":
        lines = [number for number in range(1, len(own)) if own[number].strip() and not (removed and number == inside)]
        now[meant][random.choice(lines)] += " !"
    elif change == "removed changed":
        now[meant][inside] += " !"
        place = None if removed else meant
    elif change == "gone":
        del now[meant]
    elif change == "moved":
        place = random.randrange(len(entries))
        now.insert(place, now.pop(meant))
    else:
        place = meant + 1
        now.insert(0, entry(path, NAMES[-1], 9))
    after = None
    if place is not None:
        lines = [list(one) for one in now]
        lines[place][inside : inside + removed] = [added]
        after = sum(lines, [])
    patch = [f"--- a/{path}", f"+++ b/{path}", header, *lead, *gone, "+" + added, *trail]
    return Drawn(path, change, sum(now, []), base[start:stop], patch, after, is_named)


def siblings(random: Random, count: int) -> Iterator[Case]:
    """`count` cases for each kind of text."""
    for number in range(count * len(ENTRIES)):
        one = drawn(random)
        after = None if one.after is None else {one.path: text(one.after)}
        before, patch = {one.path: text(one.now)}, text(one.patch).text
        yield Case("siblings", f"siblings, {one.kind()}", f"{one.change} {number + 1}", before, patch, after)


def text(lines: list[str]) -> File:
    """The file with these lines."""
    return File("".join(f"{line}\n" for line in lines).encode())
