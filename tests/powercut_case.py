"""The cases of `tests/powercut.py`, and the checks of the state after a cut.

A case is a command and its promise. A world is a tree and a state directory. This module does not know the file systems
and the cuts.
"""

import collections
import dataclasses
import json
import re
import subprocess
import tempfile
from pathlib import Path

from fault import REPLACE, TEN, WRITES, Place, calls_in, difference, noting, without_own

# From a hundred files on, the program syncs whole file systems.
MANY = 130

FILLER = "".join(f"line {number} of what fills some blocks\n" for number in range(400))


def many():
    """A patch to so many files that the program syncs whole file systems."""
    return "".join(
        f"--- a/g{n}\n+++ b/g{n}\n@@ -1 +1 @@\n-old {n}\n+new {n}\n" for n in range(MANY)
    )


@dataclasses.dataclass
class Case:
    """A command, and its promise for a power cut after exit 0: `new`, `either` or nothing (`None`)."""

    args: list
    promise: str | None
    stdin: str = ""
    # Commands that run first.
    before: tuple = ()
    # Files that the user then removes and flushes to disk.
    removes: tuple = ()
    # Files that the user wrote just before, without flushing them.
    unsynced: tuple = ()
    # True if calls fail too, and recovery is cut off.
    thorough: bool = False
    files: int = 10


def full(args):
    return Case([*args, "--sync", "full"], "new")


APPLY = ["apply", "-"]
APPEND = ["append", "f0", "--text", "more"]
CREATE = ["create", "x/y/z", "--parents", "--text", FILLER]
MOVE = ["move", "f0", "d/f0"]

CASES = {
    "replace": Case(REPLACE, "either"),
    "replace-full": full(REPLACE),
    "append": Case(APPEND, "either"),
    "append-full": full(APPEND),
    "create": Case(CREATE, "either"),
    "create-full": full(CREATE),
    "remove": Case(["remove", "f0"], "either"),
    "remove-full": full(["remove", "f0"]),
    "move": Case(MOVE, "either"),
    "move-full": full(MOVE),
    "ten": Case(APPLY, "new", json.dumps(TEN), thorough=True),
    "many": Case(["patch", "-"], "new", many(), files=MANY),
    "undo": Case(["undo"], "new", before=((APPLY, json.dumps(TEN)),)),
    "moved-on": Case(APPLY, "new", json.dumps(TEN), removes=("n0",)),
    "unsynced": Case(["replace", "f0", "f1", "--old", "line\n", "--new", "LINE\n"], "new", unsynced=("f0", "f1")),
    "replace-none": Case([*REPLACE, "--sync", "none"], None),
    "ten-none": Case([*APPLY, "--sync", "none"], None, json.dumps(TEN)),
    "many-none": Case(["patch", "-", "--sync", "none"], None, many(), files=MANY),
}


class World(Place):
    """A tree and a state directory on any file systems."""

    def fill(self, case):
        (self.tree / "d").mkdir(parents=True)
        (self.tree / "e").mkdir()
        for number in range(10):
            where = self.tree / ("d" if number > 7 else ".")
            (where / f"f{number}").write_text(f"old {number}\nline\n{FILLER}")
        for number in range(case.files if case.files > 10 else 0):
            (self.tree / f"g{number}").write_text(f"old {number}\n{FILLER[:200]}")
        (self.tree / "f1").chmod(0o640)
        for args, stdin in case.before:
            run = self.run(args, stdin)
            assert run.returncode == 0, run.stderr

    def left_in_state(self):
        return self.logs() + [str(path) for path in self.state.rglob(".new-*")]


def contents(files):
    return {name: entry for name, entry in files.items() if entry != ("directory",)}


def shortened(files):
    """A readable difference."""
    shown = {
        name: " -> ".join("nothing" if side is None else f"{side[0][:7]!r} ({len(side[0])})" for side in sides)
        for name, sides in list(files.items())[:5]
    }
    return f"{shown} and {len(files) - 5} more" if len(files) > 5 else str(shown)


class Expectation:
    """The effect of a case on the tree without a cut, and the calls at which it can be cut."""

    def __init__(self, program, case):
        with tempfile.TemporaryDirectory(prefix="incise-powercut-") as base:
            world = World(program, Path(base, "tree"), Path(base, "state"))
            world.fill(case)
            self.old = world.files()
            trace = Path(base, "trace")
            run = world.run(case.args, case.stdin, noting(trace))
            assert run.returncode == 0, run.stderr
            self.new = world.files()
            for name in case.removes:
                del self.new[name]
            self.points = points(trace.read_text(), world.tree)


# Output is written after the edit. A lock or an opened file leaves nothing on disk.
NOTHING_CHANGES = r"\bwrite\([12],|\bflock\(|\bopenat\((?!.*O_CREAT)"


def points(trace, tree):
    """Calls that change something, by name and number. Skips the calls before the tree is opened."""
    return [
        (name, number)
        for name, number, line in calls_in(trace, tree)
        if name in WRITES and not re.search(NOTHING_CHANGES, line)
    ]


@dataclasses.dataclass
class End:
    """The end of the run before the cut."""

    # `None` if it was killed.
    status: int | None = None
    # True if a refusal says that something was written.
    is_written: bool = False
    # True if all changes and the history were on disk before the cut.
    is_settled: bool = False

    @staticmethod
    def of(run):
        if run.returncode < 0:
            return End()
        said = json.loads(run.stdout) if run.stdout.startswith("{") else {}
        return End(run.returncode, bool(said.get("error", {}).get("written")))


class Tally:
    """The results of one job."""

    def __init__(self, title):
        self.title, self.cuts, self.problems, self.seconds = title, 0, [], 0
        self.sides, self.undone, self.harm = collections.Counter(), collections.Counter(), 0

    def line(self):
        def shown(counter):
            return ", ".join(f"{count} {what}" for what, count in sorted(counter.items()))

        harm = f"; harmed {self.harm}, as it may be" if self.harm else ""
        undone = f"; undo: {shown(self.undone)}" if self.undone else ""
        bad = f"; {len(self.problems)} BAD" if self.problems else ""
        return f"{self.title}: {self.cuts} cuts: {shown(self.sides)}{undone}{harm}{bad} ({self.seconds:.0f} s)"


class Judge:
    """Checks the state after a cut."""

    def __init__(self, case, expectation, tally):
        self.case, self.expectation, self.tally = case, expectation, tally

    def look(self, world, end, what):
        self.tally.cuts += 1
        try:
            problem = self.problem(world, end)
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            problem = repr(error)
        if problem is None:
            return
        if self.case.promise is None:
            self.tally.harm += 1
        else:
            self.tally.problems.append(f"{what}, {end}: {problem}")

    def settled_by_edit(self, world):
        edit = world.run(["append", "f7", "--text", "later"])
        if edit.returncode == 0:
            (world.tree / "f7").write_text(f"old 7\nline\n{FILLER}")
            return None
        # Only `recover` settles a log that is inside the tree because there was no state directory.
        if edit.returncode == 3 and "/.incise/" in edit.stderr and world.run(["recover"]).returncode == 0:
            return None
        return f"the next edit: {edit.returncode} {edit.stderr}"

    def problem(self, world, end):
        before = without_own(world.files())
        # Any edit in one of the directories settles the transaction. `recover` then has nothing to do.
        is_by_edit = self.tally.cuts % 3 == 0 and not end.is_settled
        if is_by_edit:
            problem = self.settled_by_edit(world)
            if problem is not None:
                return problem
        whole = without_own(world.files())
        run = world.run(["recover"])
        if run.returncode != 0:
            return f"recover: {run.returncode} {run.stderr}"
        found = world.files()
        if is_by_edit and without_own(found) != whole:
            return f"recover after an edit changes {shortened(difference(whole, found))}"
        whole = without_own(found)
        # An undo deletes directories that the edit created after it deletes the files. A cut may leave them empty.
        told = contents if self.case.args[0] == "undo" else dict
        old, new = self.expectation.old, self.expectation.new
        if told(whole) not in (told(old), told(new)):
            mixture = {side: shortened(difference(files, whole)) for side, files in (("old", old), ("new", new))}
            return f"mixture: {mixture}; recover found {shortened(difference(whole, before))}"
        side = "new" if told(whole) == told(new) else "old"
        if found != whole:
            return f"left over: {sorted(set(found) - set(whole))}"
        if world.left_in_state():
            return f"left over in the state directory: {world.left_in_state()}"
        if self.demanded(end) not in (None, side):
            return f"it is {side}"
        self.tally.sides[side] += 1
        return None if is_by_edit else self.history(world, end, side)

    def demanded(self, end):
        """The required side, or None."""
        if end.status == 0:
            return "new" if self.case.promise == "new" else None
        return "old" if end.status is not None and not end.is_written else None

    @property
    def is_first(self):
        """True if the case is the last change to the initial tree."""
        return not (self.case.before or self.case.removes)

    def history(self, world, end, side):
        """Checks that the log is readable, and that undo restores or refuses correctly."""
        log = world.run(["log", "--json"])
        if log.returncode != 0:
            return f"log: {log.returncode} {log.stderr}"
        json.loads(log.stdout)
        before = world.files()
        undo = world.run(["undo", "--json"])
        said = json.loads(undo.stdout)
        now = world.files()
        if undo.returncode != 0:
            code = said["error"]["code"]
            if now != before:
                return f"undo refuses ({code}) and changes {shortened(difference(before, now))}"
        elif self.is_first and contents(now) != contents(self.expectation.old):
            return f"undo makes {shortened(difference(self.expectation.old, now))}"
        if undo.returncode != 0 and end.is_settled and self.is_first:
            return f"undo refuses ({code}) although all was on the disk"
        if end.status == 0 and side == "new":
            self.tally.undone["done" if undo.returncode == 0 else code] += 1
        return self.next_edit(world)

    def next_edit(self, world):
        before = world.files()
        for args in (["append", "f7", "--text", "later"], ["undo"]):
            run = world.run(args)
            if run.returncode != 0:
                return f"the next {args[0]}: {run.returncode} {run.stderr}"
        now = world.files()
        return None if now == before else f"after the next undo: {shortened(difference(before, now))}"
