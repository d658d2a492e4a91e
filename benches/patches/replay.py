"""Clean history cases: each commit's own diff, applied to its parent, gives the commit.

Commits that change symbolic links or submodules are not used, nor are those with very large files or very many.
"""

from collections import Counter
from random import Random

from case import Case, File, Tree
from history import Change, History, shuffled

MOST_FILES = 40
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


def replays(history: History, random: Random, count: int) -> list[Case]:
    """Commits applied to their parents, at most `count` of each shape."""
    taken: Counter[str] = Counter()
    cases = []
    for commit in shuffled([c for c in history.commits if len(c.parents) <= 1], random)[: 100 * count]:
        parent = commit.parents[0] if commit.parents else EMPTY_TREE
        changes = history.changes(parent, commit.id)
        trees = trees_of(history, changes)
        if trees is None:
            continue
        patch = history.patch(parent, commit.id)
        kind = shape(changes, trees, patch)
        if taken[kind] < count:
            taken[kind] += 1
            cases.append(Case("replay", kind, commit.id[:12], trees[0], patch, trees[1]))
    return cases


def trees_of(history: History, changes: list[Change]) -> tuple[Tree, Tree] | None:
    """The changed files before and after, or None if the commit is not suitable."""
    if not 1 <= len(changes) <= MOST_FILES:
        return None
    before: Tree = {}
    after: Tree = {}
    kept = {change.old_path for change in changes if change.status != "C"}
    for change in changes:
        for mode in (change.old_mode, change.new_mode):
            if mode not in ("000000", "100644", "100755"):
                return None
        sides = ((before, change.old_mode, change.old_id, change.old_path),)
        sides += ((after, change.new_mode, change.new_id, change.new_path),)
        if change.status == "C" and change.old_path not in kept:
            sides += ((after, change.old_mode, change.old_id, change.old_path),)
        for tree, mode, id, path in sides:
            if mode == "000000":
                continue
            text = history.blob(id)
            if text is None:
                return None
            tree[path] = File(text, mode == "100755")
    return before, after


def shape(changes: list[Change], trees: tuple[Tree, Tree], patch: bytes) -> str:
    """The rarest property of a commit, which determines its row in the table."""
    statuses = {change.status for change in changes}
    if b"\nGIT binary patch\n" in patch:
        return "binary files"
    if any(c.status not in "AD" and c.old_mode != c.new_mode for c in changes):
        return "mode changed"
    if statuses & {"R", "C"}:
        return "renamed or copied"
    if statuses & {"A", "D"}:
        return "created or deleted"
    if any(is_odd(file.text) for tree in trees for file in tree.values()):
        return "odd bytes"
    if len(changes) > 1:
        return "several files"
    return "one file"


def is_odd(text: bytes) -> bool:
    """True if a text is not UTF-8 lines that end in LF."""
    try:
        text.decode()
    except UnicodeDecodeError:
        return True
    return b"\r" in text or b"\f" in text or text.startswith(b"\xef\xbb\xbf") or text[-1:] not in (b"\n", b"")
