"""Cases of drift: a patch put on another text than it was made from, where the maintainers did the same.

A backport is a commit made a second time elsewhere; the other source is merges of files that both sides
changed. The right answer is what was committed, where the patch and the two texts can tell it at all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from case import Case, File
from history import History, shuffled
from hunk import parse
from scratch import Scratch


@dataclass(frozen=True)
class Drift:
    """A patch made from `base`, the text it was put on, and what the maintainers made of that."""

    name: str
    path: str
    base: bytes
    patched_base: bytes
    patch: bytes
    before: bytes
    after: bytes


def picks(history: History, random: Random, count: int) -> list[Case]:
    """Commits that were made a second time elsewhere: the first one's diff onto the second one's parent."""
    return sorted_out("backport", history, drifted_picks(history, random), count)


def merges(history: History, random: Random, count: int) -> list[Case]:
    """Merges of files that both sides changed: the merged side's diff onto the first parent."""
    return sorted_out("merge", history, drifted_merges(history, random), count)


def sorted_out(what: str, history: History, drifts: Iterator[Drift], count: int) -> list[Case]:
    """At most `count` cases of each class."""
    taken: Counter[str] = Counter()
    cases = []
    with Scratch() as scratch:
        for tried, drift in enumerate(drifts):
            if tried >= 100 * count:
                break
            group = difficulty(scratch, drift)
            if group is None or taken[group] >= count:
                continue
            taken[group] += 1
            trees = ({drift.path: File(drift.before)}, drift.patch, {drift.path: File(drift.after)})
            texts = {"base": drift.base, "theirs": drift.patched_base}
            cases.append(Case(group, f"{what}, {group}", drift.name, *trees, **texts))
    return cases


def difficulty(scratch: Scratch, drift: Drift) -> str | None:
    """How hard the case is, or None where nobody needs a tool for it.

    *clean*: `git apply` takes the patch. *line merge*: it does not, and the result is that of a three-way
    merge by lines. *transplant*: such a merge conflicts, and yet the very lines of the patch went and came.
    *adapted*: it conflicts, and the maintainers changed other lines as well; only some of these a tool can know.
    """
    merged = scratch.merged(drift.before, drift.base, drift.patched_base)
    same = merged == drift.after
    if not same and changed_lines(drift.patch) != changed_lines(scratch.diff(drift.before, drift.after, 0)):
        return "adapted" if merged is None else None
    if scratch.git_applies(drift.path, drift.before, drift.patch):
        return "clean"
    return "line merge" if same else "transplant"


def changed_lines(patch: bytes) -> Counter[tuple[str, str]]:
    """How often each line is removed and added."""
    lines = (line for hunk in parse(patch.decode("latin-1")) for line in hunk.lines)
    return Counter((line.sign, line.text) for line in lines if line.sign in "+-")


def drifted_picks(history: History, random: Random) -> Iterator[Drift]:
    """Every file of every commit that was made again, where the second one met another text."""
    by_id = {commit.id: commit for commit in history.commits}
    seen = set()
    for first, second in shuffled(list(pairs(history)), random):
        first, second = by_id[first], by_id[second]
        theirs = history.edits(first.parents[0], first.id)
        ours = history.edits(second.parents[0], second.id)
        for path in sorted(theirs.keys() & ours.keys()):
            their, our = theirs[path], ours[path]
            if their.old_id == our.old_id or (their.old_id, our.old_id) in seen:
                continue
            seen.add((their.old_id, our.old_id))
            ids = (their.old_id, their.new_id, our.old_id, our.new_id)
            name = f"{first.id[:12]} at {second.id[:12]} {path}"
            yield from drift_of(history, name, path, ids, history.patch(first.parents[0], first.id, path))


def pairs(history: History) -> Iterator[tuple[str, str]]:
    """Commits that are one change made twice: the later one names the earlier one, or time, author and
    subject are the same."""
    plain = [commit for commit in history.commits if len(commit.parents) == 1]
    by_prefix = {commit.id[:7]: commit for commit in plain}
    twins = defaultdict(list)
    for commit in plain:
        twins[commit.identity].append(commit.id)
        named = by_prefix.get(commit.sources[0][:7]) if len(commit.sources) == 1 else None
        if named and named.id.startswith(commit.sources[0]):
            yield named.id, commit.id
    for same in twins.values():
        # Newest first, so the last one is the original.
        yield from ((same[-1], later) for later in same[:-1])


def drifted_merges(history: History, random: Random) -> Iterator[Drift]:
    """Every file that both sides of a merge changed."""
    for merge in shuffled([c for c in history.commits if len(c.parents) == 2], random):
        ours, theirs = merge.parents
        bases = history.git("merge-base", "--all", ours, theirs).decode().split()
        if len(bases) != 1:
            continue
        our, their = history.edits(bases[0], ours), history.edits(bases[0], theirs)
        both = sorted(our.keys() & their.keys())
        result = history.edits(ours, merge.id) if both else {}
        for path in both:
            if path not in result or our[path].new_id == their[path].new_id:
                continue
            ids = (our[path].old_id, their[path].new_id, our[path].new_id, result[path].new_id)
            name = f"{merge.id[:12]} {path}"
            yield from drift_of(history, name, path, ids, history.patch(bases[0], theirs, path))


def drift_of(history: History, name: str, path: str, ids: tuple[str, ...], patch: bytes) -> Iterator[Drift]:
    """The drift of one file, unless one of its texts is missing or binary."""
    texts = [history.blob(id) for id in ids]
    if all(text is not None and b"\0" not in text for text in texts) and b"\n@@ " in patch:
        base, patched_base, before, after = texts
        yield Drift(name, path, base, patched_base, patch, before, after)
