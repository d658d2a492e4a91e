"""Patches that do not belong to the text to which they are applied. They must be refused.

Every function is a kind and a row of the table. It takes an edit, other edits and a random source. It returns the patch
and the text, or None if this edit does not allow such a case.
"""

import re
from random import Random

from edit import Damaged, Edit, diff_of, only
from hunk import Hunk, letters, places


def telling_removals(hunk: Hunk) -> list[str]:
    """The removed lines that are distinctive."""
    return [line.text for line in hunk.of_sign("-") if letters(line.text) >= 8]


def removing_hunk(edit: Edit, random: Random) -> Hunk | None:
    """A hunk that has context and removes a distinctive line."""
    hunks = [hunk for hunk in edit.own() if telling_removals(hunk) and len(hunk.of_sign(" ")) >= 4]
    return random.choice(hunks) if hunks else None


def region_removed(edit: Edit, others: list[Edit], random: Random) -> Damaged | None:
    hunk = removing_hunk(edit, random)
    if hunk is None:
        return None
    at = places(edit.before, hunk.old())[0]
    before = edit.before[: max(0, at - 4)] + edit.before[at + len(hunk.old()) + 4 :]
    return gone(edit, hunk, before)


def removed_line_gone(edit: Edit, others: list[Edit], random: Random) -> Damaged | None:
    """The text has the context, but not the lines to remove."""
    hunk = removing_hunk(edit, random)
    if hunk is None:
        return None
    at = places(edit.before, hunk.old())[0]
    context = [line.text for line in hunk.of_sign(" ")]
    return gone(edit, hunk, edit.before[:at] + context + edit.before[at + len(hunk.old()) :])


def region_rewritten(edit: Edit, others: list[Edit], random: Random) -> Damaged | None:
    """The text has lines of another file in place of the hunk's lines."""
    hunk, other = removing_hunk(edit, random), random.choice(others)
    if hunk is None or other.path == edit.path or len(other.before) < len(hunk.old()) + 20:
        return None
    at, count = places(edit.before, hunk.old())[0], len(hunk.old())
    start = random.randrange(len(other.before) - count)
    lines = other.before[start : start + count]
    if sum(letters(line) for line in lines) < 20:
        return None
    return gone(edit, hunk, edit.before[:at] + lines + edit.before[at + count :])


def another_file(edit: Edit, others: list[Edit], random: Random) -> Damaged | None:
    """The text is another file of the same type."""
    other, suffix = random.choice(others), edit.path.rpartition(".")[2]
    hunk = removing_hunk(edit, random)
    if hunk is None or other.path == edit.path or other.path.rpartition(".")[2] != suffix:
        return None
    if any(letters(text) >= 8 and text in other.before for text in hunk.old()):
        return None
    return gone(edit, hunk, other.before)


def gone(edit: Edit, hunk: Hunk, before: list[str]) -> Damaged | None:
    """Only this hunk, with a text that contains no removed line, not the result of the hunk, and not all its
    additions."""
    if any(text in before for text in telling_removals(hunk)) or places(before, hunk.new()):
        return None
    added = [line.text for line in hunk.of_sign("+") if letters(line.text) >= 8]
    if added and all(text in before for text in added):
        return None
    return Damaged(diff_of(edit, [hunk]), before)


def changed_on_both_sides(edit: Edit, others: list[Edit], random: Random) -> Damaged | None:
    """The text has a different word in place of one that the patch removes or changes."""
    hunk = removing_hunk(edit, random)
    if hunk is None:
        return None
    text = random.choice(telling_removals(hunk))
    added = "\n".join(line.text for line in hunk.of_sign("+"))
    words = [word for word in re.findall(r"\w{4,}|\d+", text) if not re.search(rf"\b{word}\b", added)]
    if not words:
        return None
    word = random.choice(words)
    other = str(int(word) * 2 + 7) if word.isdecimal() else word + "_legacy"
    changed = re.sub(rf"\b{word}\b", other, text)
    at = places(edit.before, hunk.old())[0] + hunk.old().index(text)
    before = edit.before[:at] + [changed] + edit.before[at + 1 :]
    return gone(edit, hunk, before) if changed != text else None


def twins_without_numbers(edit: Edit, others: list[Edit], random: Random) -> Damaged | None:
    """The hunk's surroundings occur twice in the text, and no line number distinguishes them."""
    hunk = random.choice(edit.own())
    at = places(edit.before, hunk.old())[0]
    block = edit.before[max(0, at - 5) : at + len(hunk.old()) + 5]
    end = min(len(edit.before) - 1, at + len(hunk.old()) + 5)
    apart = min(len(edit.before) - 1, end + random.randint(3, 40))
    before = edit.before[:apart] + block + edit.before[apart:]
    if len(places(before, hunk.old())) != 2:
        return None
    hunk.header = random.choice(["@@", "@@ ... @@"])
    return Damaged(diff_of(edit, [hunk]), before)


def addition_without_a_place(edit: Edit, others: list[Edit], random: Random) -> Damaged | None:
    """Only added lines, without a position."""
    hunks = [hunk for hunk in edit.own() if sum(letters(line.text) for line in hunk.of_sign("+")) > 6]
    if not hunks:
        return None
    hunk = random.choice(hunks)
    hunk.lines, hunk.header = hunk.of_sign("+"), "@@"
    return Damaged(diff_of(edit, [hunk]))


def cut_off(edit: Edit, others: list[Edit], random: Random) -> Damaged | None:
    """The patch ends inside a change, and its header still has the full counts."""
    hunks = edit.own()
    last = hunks[-1]
    changes = [number for number, line in enumerate(last.lines) if line.sign in ("+", "-")]
    if len(changes) < 3:
        return None
    last.freeze()
    last.lines = last.lines[: random.choice(changes[1:])]
    return Damaged(diff_of(edit, hunks))


def one_hunk_of_several(edit: Edit, others: list[Edit], random: Random) -> Damaged | None:
    """All hunks except one match. Nothing may be written."""
    if len(edit.hunks) < 2:
        return None
    hunk = random.choice(edit.hunks)
    single = region_removed(only(edit, hunk), others, random)
    if single is None or any(len(places(single.before, h.old())) != (h is not hunk) for h in edit.hunks):
        return None
    return Damaged(diff_of(edit, edit.own()), single.before)


KINDS = [
    region_removed,
    removed_line_gone,
    region_rewritten,
    another_file,
    changed_on_both_sides,
    twins_without_numbers,
    addition_without_a_place,
    cut_off,
    one_hunk_of_several,
]
