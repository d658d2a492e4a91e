"""Drift cases: a patch applied to a different text than it was made from, as the maintainers did.

A backport is a commit that was repeated on another branch. The other source is merges of files that both sides changed.
The expected result is the committed one, if the patch and the two texts determine it.
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
    """A patch made from `base`, the text to which it is applied, and the committed result."""

    name: str
    path: str
    base: bytes
    patched_base: bytes
    patch: bytes
    before: bytes
    after: bytes


def picks(history: History, random: Random, count: int) -> list[Case]:
    """Commits that were repeated on another branch. The first commit's diff is applied to the second commit's
    parent."""
    return sorted_out("backport", history, drifted_picks(history, random), count)


def merges(history: History, random: Random, count: int) -> list[Case]:
    """Merges of files that both sides changed. The merged side's diff is applied to the first parent."""
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
    """The class of the case, or None if it is not used.

    *clean*: `git apply` accepts the patch. *line merge*: it does not, and a three-way line merge gives the committed
    text. *transplant*: such a merge conflicts, and exactly the lines of the patch were changed. *adapted*: such a merge
    conflicts, and the maintainers also changed other lines. A tool can find only some of these results.
    """
    merged = scratch.merged(drift.before, drift.base, drift.patched_base)
    same = merged == drift.after
    if not same and changed_lines(drift.patch) != changed_lines(scratch.diff(drift.before, drift.after, 0)):
        return "adapted" if merged is None else None
    if scratch.git_applies(drift.path, drift.before, drift.patch):
        return "clean"
    return "line merge" if same else "transplant"


def changed_lines(patch: bytes) -> Counter[tuple[str, str]]:
    """Counts how often each line is removed and added."""
    lines = (line for hunk in parse(patch.decode("latin-1")) for line in hunk.lines)
    return Counter((line.sign, line.text) for line in lines if line.sign in "+-")


def drifted_picks(history: History, random: Random) -> Iterator[Drift]:
    """Every file of every repeated commit, if the second commit met a different text."""
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
    """Pairs of commits that make the same change. The later one names the earlier one, or they have equal times,
    authors and subjects."""
    plain = [commit for commit in history.commits if len(commit.parents) == 1]
    by_prefix = {commit.id[:7]: commit for commit in plain}
    twins = defaultdict(list)
    for commit in plain:
        twins[commit.identity].append(commit.id)
        named = by_prefix.get(commit.sources[0][:7]) if len(commit.sources) == 1 else None
        if named and named.id.startswith(commit.sources[0]):
            yield named.id, commit.id
    for same in twins.values():
        # Commits are newest first, so the last one is the original.
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
