"""Merge cases: files that both sides of a merge changed, and backported commits.

- *no conflict*: `git merge-file` succeeds, and its result is right.
- *same lines*: it conflicts, and the committed lines follow from the sides. For each line, the change in its count from
  the base is the sum of both sides' changes. If both sides made the same change, it may also count once.
- *adapted*: it conflicts, and people committed other lines. A tool can find these lines if both sides changed
  different words of a line. Usually it cannot.

A file that equals one of the sides is not used, because nothing shows that it was merged.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

from case import Case, File
from drift import Drift, drifted_picks
from history import History, shuffled
from scratch import Scratch

GROUPS = ("merged", "same", "changed")


def conflicts(history: History, random: Random, count: int) -> list[Case]:
    """At most `count` cases of each class from merges, and as many from backports."""
    return drawn("merge", merged_files(history, random), count) + drawn("backport", drifted_picks(history, random), count)


def drawn(what: str, drifts: Iterator[Drift], count: int) -> list[Case]:
    """At most `count` cases of each class, all with different texts."""
    taken: Counter[str] = Counter()
    seen = set()
    cases = []
    with Scratch() as scratch:
        for tried, drift in enumerate(drifts):
            if tried >= 1000 * count or all(taken[group] >= count for group in GROUPS):
                break
            texts = (drift.base, drift.before, drift.patched_base)
            if len(set(texts)) < 3 or drift.after in texts or hash(texts) in seen:
                continue
            seen.add(hash(texts))
            merged = scratch.merged(drift.before, drift.base, drift.patched_base)
            group = "merged" if merged is not None else "same" if has_same_lines(drift) else "changed"
            if taken[group] >= count:
                continue
            taken[group] += 1
            trees = ({drift.path: File(drift.before)}, drift.patch, {drift.path: File(merged or drift.after)})
            cases.append(Case(group, what, drift.name, *trees, base=drift.base, theirs=drift.patched_base))
    return cases


def has_same_lines(drift: Drift) -> bool:
    """True if the committed lines follow from the lines of both sides, in any order."""
    base, *changed = (Counter(text.split(b"\n")) for text in (drift.base, drift.before, drift.patched_base, drift.after))
    lines = set(base).union(*changed)
    for line in lines:
        ours, theirs, both = (side[line] - base[line] for side in changed)
        if both != ours + theirs and not both == ours == theirs:
            return False
    return True


def merged_files(history: History, random: Random) -> Iterator[Drift]:
    """Every file of a merge that differs from both parents."""
    for merge in shuffled([c for c in history.commits if len(c.parents) == 2], random):
        changed = list(changed_in_both(history, merge.id))
        if not changed:
            continue
        bases = history.git("merge-base", "--all", *merge.parents).decode().split()
        if len(bases) != 1:
            continue
        for path, our_id, their_id, id in changed:
            base_id = history.git("rev-parse", "-q", "--verify", f"{bases[0]}:{path}").decode().strip()
            texts = [history.blob(one) for one in (base_id, our_id, their_id, id)] if base_id else [None]
            if any(text is None or b"\0" in text for text in texts):
                continue
            base, ours, theirs, committed = texts
            patch = history.patch(bases[0], merge.parents[1], path)
            yield Drift(f"{merge.id[:12]} {path}", path, base, theirs, patch, ours, committed)


def changed_in_both(history: History, merge: str) -> Iterator[tuple[str, str, str, str]]:
    """The path, the blob ids in both parents, and the blob id in the merge, of regular files that differ from both."""
    raw = history.git("diff-tree", "-r", "-c", "-z", "--raw", "--no-abbrev", "--no-commit-id", merge)
    words = raw.decode("utf-8", "surrogateescape").split("\0")
    for head, path in zip(words[::2], words[1::2]):
        fields = head.lstrip(":").split(" ")
        if len(fields) == 7 and fields[6] == "MM" and all(mode.startswith("100") for mode in fields[:3]):
            yield path, *fields[3:6]
