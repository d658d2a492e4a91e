#!/usr/bin/env python3
"""Fault injection: kills the program at each of its system calls, or makes that call fail.

    tests/fault.py [--slice] [--only NAME] [--lacking WHAT] [--program PATH]

Counts the system calls that each editing command makes. Then repeats the run in a fresh tree once for each call, by
name and number. Each time, that call fails or the process is killed there. These conditions must hold:

- A completed run leaves no temporary files. After exit 0 or `sync_failed` the tree is new. After any other status it
  is old.
- After a killed run, each file is complete. The next edit in one of its directories makes the tree entirely old or
  entirely new. After `incise recover`, the tree and the state directory contain no temporary files.
- The same holds if recovery is killed too.
- `incise undo` undoes a run that reported an undo. A run that could not keep its history warns.

The faults include calls on the state directory. For a stream (`--each`), these conditions hold for every element.

The test needs strace and the permission to trace. It is skipped with a message otherwise. `--slice` runs a fixed sample
that takes a few seconds. `--lacking` simulates a file system without locks, without exchange of names, without unnamed
files or links, or with inode numbers derived from names (debug builds only). `incise recover` must leave no temporary
files there either.
"""

import argparse
import collections
import concurrent.futures
import errno
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Signals by name. A process that a signal ends has the negated number or 128 plus the number as its status.
SIGNALS = {"KILL": 9, "TERM": 15, "INT": 2}

ERRORS = ["EIO", "ENOSPC", "EACCES", "EINTR", "ENOSYS", "EXDEV"]

# Calls that change files, or that decide about a change. Other calls only read, map memory or start the program.
CALLS = """openat openat2 read pread64 write pwrite64 fstat newfstatat statx readlinkat getdents64 mkdirat
    unlinkat renameat renameat2 linkat symlinkat fchmod fchown fchownat flistxattr fgetxattr fsetxattr fremovexattr
    llistxattr lgetxattr lsetxattr fsync fdatasync syncfs flock fcntl ftruncate lseek getrandom copy_file_range""".split()
WRITES = """openat write pwrite64 mkdirat unlinkat renameat renameat2 linkat symlinkat fchmod fchown fchownat
    fsetxattr lsetxattr fsync fdatasync syncfs flock ftruncate""".split()

# Calls with which recovery changes files.
SECOND = ["renameat", "unlinkat", "renameat2", "linkat", "fsync", "unlinkat", "openat", "flock"]

# Features that a file system may lack, and the call that then fails. `NUMBERS` makes a debug build derive inode numbers
# from names.
LACKS = {"locks": "flock:error=ENOLCK", "exchange": "renameat2:error=EINVAL", "nameless": "linkat:error=EOPNOTSUPP"}
LACKING = []
NUMBERS = {"INCISE_TEST_INODES_BY_NAME": "1"}

ACCESS_LIST = "system.posix_acl_access"

# Seconds. Longer than the timestamp granularity of any file system.
TICK = 0.02

TEN = {
    "edits": [
        {"op": "replace", "path": "f0", "old": "old 0", "new": "new 0"},
        {"op": "replace", "path": "f1", "old": "old 1", "new": "new 1"},
        {"op": "replace", "path": "d/f8", "old": "old 8", "new": "new 8"},
        {"op": "create", "path": "n0", "text": "made 0\n"},
        {"op": "create", "path": "d/n1", "text": "made 1\n"},
        {"op": "create", "path": "e/g/n2", "text": "made 2\n", "parents": True},
        {"op": "remove", "path": "f2"},
        {"op": "remove", "path": "d/f9"},
        {"op": "move", "path": "f4", "to": "d/m4"},
        {"op": "move", "path": "f5", "to": "m\n5"},
    ]
}

PATCH = """--- a/f0
+++ b/f0
@@ -1,2 +1,2 @@
-old 0
+new 0
 line
--- a/f1
+++ b/f1
@@ -1,2 +1,2 @@
-old 1
+new 1
 line
"""

# The second of its two hunks does not match.
PARTLY = """--- a/f0
+++ b/f0
@@ -1 +1 @@
-old 0
+new 0
@@ -2 +2 @@
-nowhere
+somewhere
"""

ENVELOPE = """*** Begin Patch
*** Update File: f0
@@
-old 0
+new 0
*** Delete File: f2
*** Add File: x/n0
+made
*** End Patch
"""

# Each side changes a different word.
CONFLICT = """<<<<<<< ours
limit = 2, retries = 3
||||||| base
limit = 1, retries = 3
=======
limit = 1, retries = 4
>>>>>>> theirs
"""

MOVE_OVER = [{"op": "remove", "path": "f1"}, {"op": "move", "path": "f0", "to": "f1"}]

# Removes a link, moves another link to its name, moves a third link, and replaces one with a file.
LINKS = [
    {"op": "remove", "path": "l0"},
    {"op": "move", "path": "l1", "to": "l0"},
    {"op": "move", "path": "d/l2", "to": "g/l2", "parents": True},
    {"op": "remove", "path": "l3"},
    {"op": "create", "path": "l3", "text": "made\n"},
    {"op": "replace", "path": "f6", "old": "old 6", "new": "new 6"},
]

# Changes the case of a name on a case-insensitive file system, alone and together with an edit.
RESPELL = [{"op": "move", "path": "f0", "to": "F0"}, {"op": "replace", "path": "F0", "old": "old 0", "new": "new 0"}]

# Creates, redirects and removes links, and turns files into links and links into files.
PATCH_LINK = """diff --git a/l9 b/l9
new file mode 120000
--- /dev/null
+++ b/l9
@@ -0,0 +1 @@
+f3
\\ No newline at end of file
diff --git a/l0 b/l0
index 1111111..2222222 120000
--- a/l0
+++ b/l0
@@ -1 +1 @@
-f6
\\ No newline at end of file
+f7
\\ No newline at end of file
diff --git a/l1 b/l1
deleted file mode 120000
--- a/l1
+++ /dev/null
@@ -1 +0,0 @@
-nowhere
\\ No newline at end of file
diff --git a/l3 b/l3
deleted file mode 120000
--- a/l3
+++ /dev/null
@@ -1 +0,0 @@
-f7
\\ No newline at end of file
diff --git a/l3 b/l3
new file mode 100644
--- /dev/null
+++ b/l3
@@ -0,0 +1 @@
+text
diff --git a/f3 b/f3
deleted file mode 100644
--- a/f3
+++ /dev/null
@@ -1,2 +0,0 @@
-old 3
-line
diff --git a/f3 b/f3
new file mode 120000
--- /dev/null
+++ b/f3
@@ -0,0 +1 @@
+f4
\\ No newline at end of file
"""

REPLACE = ["replace", "f0", "--old", "old 0", "--new", "new 0"]

# name: (arguments, standard input)
COMMANDS = {
    "ten": (["apply", "-"], json.dumps(TEN)),
    "ten-full": (["apply", "-", "--sync", "full"], json.dumps(TEN)),
    "ten-none": (["apply", "-", "--sync", "none"], json.dumps(TEN)),
    "ten-backup": (["apply", "-", "--backup", "--no-journal"], json.dumps(TEN)),
    "replace": (["replace", "f0", "--old", "old 0", "--new", "new 0"], ""),
    "replace-two": (["replace", "f0", "f1", "--old", "line", "--new", "LINE"], ""),
    "replace-backup": (["replace", "f0", "--old", "old 0", "--new", "new 0", "--backup"], ""),
    "replace-full": (["replace", "f0", "--old", "old 0", "--new", "new 0", "--sync", "full"], ""),
    "in-place": (["replace", "f0", "--old", "old 0\nline", "--new", "new", "--in-place"], ""),
    "in-place-two": (["replace", "f0", "f6", "--old", "line", "--new", "longer", "--in-place"], ""),
    "insert": (["insert", "f0", "--line", "1", "--text", "more"], ""),
    "append": (["append", "f0", "--text", "more"], ""),
    "lines": (["lines", "f0", "1", "--text", "new"], ""),
    "create": (["create", "x/y/z", "--parents", "--text", "new"], ""),
    "write": (["write", "f0", "--overwrite", "--text", "new"], ""),
    "remove": (["remove", "f0"], ""),
    "move": (["move", "f0", "d/f0"], ""),
    "remove-link": (["remove", "l0"], ""),
    "move-link": (["move", "l0", "d/l0"], ""),
    "respell": (["move", "f0", "F0"], ""),
    "respell-edit": (["apply", "-"], json.dumps(RESPELL)),
    "patch-link": (["patch", "-"], PATCH_LINK),
    "links": (["apply", "-"], json.dumps(LINKS)),
    "move-over": (["apply", "-"], json.dumps(MOVE_OVER)),
    "patch": (["patch", "-"], PATCH),
    "patch-output": (["patch", "-", "--output", "out"], PATCH.partition("--- a/f1")[0]),
    "patch-conflicts": (["patch", "-", "--output", "out"], PARTLY),
    "patch-rejects": (["patch", "-", "--reject-file", "f0.rej"], PARTLY),
    "patch-in-file": (["patch", "-", "--in-file"], PARTLY + PATCH[PATCH.index("--- a/f1") :]),
    "utf16": (["replace", "u0", "f1", "--old", "line", "--new", "Zeile ß"], ""),
    "set": (["set", "k.toml", "port", "2"], ""),
    "unset": (["unset", "k.toml", "port"], ""),
    "ensure": (["ensure", "f0", "--line", "more"], ""),
    "merge": (["merge", "f3", "f0", "theirs"], ""),
    "merge-conflicts": (["merge", "f3", "f0", "f5", "--conflicts", "diff3", "-o", "out"], ""),
    "merge-driver": (["merge", "--git-driver", "f3", "f0", "f5", "7", "f0"], ""),
    "merge-solve": (["merge", "--solve", "conflict"], ""),
    "save-plan": ([*REPLACE, "-n", "--save-plan", "plan"], ""),
    "apply-plan": (["apply", "../plan"], ""),
    "each": (["apply", "-", "--each"], json.dumps(TEN)),
    "envelope": ([], ENVELOPE),
    "undo": (["undo"], ""),
    "redo": (["redo"], ""),
}

# Commands that run before the tested command, without faults.
EARLIER = {"undo": [REPLACE], "redo": [REPLACE, ["undo"]]}

# Commands that run as on a case-insensitive file system. Debug builds only.
FOLDED = {"respell", "respell-edit"}
WITHOUT_CASE = {"INCISE_TEST_NAMES_WITHOUT_CASE": "1"}

# Commands that need another name for the program (`argv[0]`).
NAMES = {"envelope": "apply_patch"}

# The status of a successful run, if it is not 0.
ENDS = {"patch-conflicts": 1, "patch-rejects": 1, "patch-in-file": 1, "merge-conflicts": 1, "merge-driver": 1}


class Place:
    """A directory tree to edit and a state directory."""

    env = {}

    def __init__(self, program, tree, state):
        self.program, self.tree, self.state = program, Path(tree), Path(state)

    def run(self, args, stdin="", strace=(), program=None):
        env = {"PATH": os.environ["PATH"], "INCISE_STATE_DIR": str(self.state), **self.env}
        if "inodes" in LACKING:
            env |= NUMBERS
        if lacking() and not strace:
            strace = [*TRACED, "/dev/null", "-e", "trace=" + ",".join(failing()), *lacking()]
        command = [*strace, str(program or self.program), *args]
        return subprocess.run(
            command, input=stdin, capture_output=True, text=True, errors="replace", cwd=self.tree, env=env, timeout=120
        )

    def files(self):
        """All paths, including directories and links. A file has its bytes, mode, attributes and owner."""
        found = {}
        for path in sorted(self.tree.rglob("*")):
            name, status = str(path.relative_to(self.tree)), path.lstat()
            if path.is_symlink():
                found[name] = ("link", os.readlink(path), attributes(path), (status.st_uid, status.st_gid))
            elif path.is_dir():
                found[name] = ("directory",)
            else:
                owner = (status.st_uid, status.st_gid)
                found[name] = (path.read_bytes(), oct(status.st_mode), attributes(path), owner)
        return found

    def logs(self):
        txn = self.state / "txn"
        return sorted(os.listdir(txn)) if txn.exists() else []


def attributes(path):
    """The extended attributes of a file or link, including access control lists."""
    try:
        names = os.listxattr(path, follow_symlinks=False)
        return {name: os.getxattr(path, name, follow_symlinks=False) for name in names}
    except OSError as error:
        if error.errno != errno.ENOTSUP:
            raise
        return {}


def adorn(path, number):
    """Adds extended attributes of every class and an access control list."""
    value = f"of {number}".encode() * (1 + number)
    # `user::rw-, user:1000:r--, group::---, mask::r--, other::---` as the kernel stores it.
    entries = [(1, 6, -1), (2, 4, 1000 + number), (4, 0, -1), (16, 4, -1), (32, 0, -1)]
    acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
    wanted = {"user.note": value, "trusted.note": value, "security.selinux": b"u:r:t:s0\0", ACCESS_LIST: acl}
    for name, value in wanted.items():
        try:
            os.setxattr(path, name, value, follow_symlinks=False)
        except OSError as error:
            # The file system does not support it, or the user may not set it.
            if error.errno not in (errno.ENOTSUP, errno.EPERM):
                raise


class World(Place):
    """A place in a temporary directory that is deleted at the end."""

    def __init__(self, program, command):
        self.env = WITHOUT_CASE if command in FOLDED else {}
        self.base = Path(tempfile.mkdtemp(prefix="incise-fault-")).resolve()
        super().__init__(program, self.base / "tree", self.base / "state")
        (self.tree / "d").mkdir(parents=True)
        for number in range(10):
            where = self.tree / ("d" if number > 7 else ".")
            (where / f"f{number}").write_text(f"old {number}\nline\n")
        (self.tree / "u0").write_text("old u\nline\n", encoding="utf-16")
        (self.tree / "k.toml").write_text("port = 1 # the first\n")
        (self.tree / "theirs").write_text("old 3\nline\nmore\n")
        (self.tree / "conflict").write_text(CONFLICT)
        (self.tree / "f1").chmod(0o640)
        # The other files have no attributes, because `incise` writes those files in a different way.
        for number in (0, 2, 4, 8):
            adorn(self.tree / ("d" if number > 7 else ".") / f"f{number}", number)
        os.link(self.tree / "f6", self.tree / "twin")
        os.symlink("f0", self.tree / "link")
        os.symlink("nowhere", self.tree / "dangling")
        for link, target in [("l0", "f6"), ("l1", "nowhere"), ("d/l2", "../f7"), ("l3", "f7")]:
            (self.tree / link).symlink_to(target)
            adorn(self.tree / link, 1)
        if os.geteuid() == 0:
            for name in ("l0", "f0", "f2"):
                os.chown(self.tree / name, 1234, 1235, follow_symlinks=False)
        plan = subprocess.run(
            [str(program), "check", *REPLACE, "--format", "plan"], capture_output=True, cwd=self.tree, env={}
        )
        (self.base / "plan").write_bytes(plan.stdout)
        for earlier in EARLIER.get(command, []):
            self.run(earlier)
        # Wait, because `incise` checks recently changed files more closely, which would make the calls vary.
        time.sleep(TICK)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.base)

    def run_as(self, name, args, stdin="", strace=()):
        """Runs the program, under another name if `name` is not None."""
        if name is None:
            return self.run(args, stdin, strace)
        program = self.base / name
        if not program.exists():
            program.symlink_to(self.program)
        return self.run(args, stdin, strace, program)


# The tracer's command line up to the output file.
TRACED = ["strace", "-f", "-qq", "-o"]


def lacking():
    """The strace arguments that simulate the missing features of the file system."""
    return [word for what in LACKING if what in LACKS for word in ("-e", f"inject={LACKS[what]}")]


def failing():
    """Calls that always fail."""
    return [LACKS[what].partition(":")[0] for what in LACKING if what in LACKS]


def noting(trace):
    """The command prefix that records system calls in the file `trace`."""
    return [*TRACED, str(trace), "-e", "trace=" + ",".join(CALLS), *lacking()]


def injection(point, fault):
    """The command prefix that makes one call fail or kills the process there. `point` is its name and number."""
    call, number = point
    kind = "signal" if fault in SIGNALS else "error"
    once = f"inject={call}:{kind}={fault}:when={number}"
    return [*TRACED, "/dev/null", "-e", "trace=" + ",".join({call, *failing()}), *lacking(), "-e", once]


def calls_in(trace, tree):
    """Returns (name, number, line) of each call in a trace. Skips calls of the loader, which come before the tree is
    opened."""
    counts, started = collections.Counter(), False
    for line in trace.splitlines():
        found = re.match(r"\d+\s+(\w+)\(", line)
        if not found:
            continue
        name = found.group(1)
        counts[name] += 1
        started = started or str(tree) in line
        if started:
            yield name, counts[name], line


def without_own(files):
    own = re.compile(r"(^|/)\.incise-(pending|lock|[0-9a-f]{32}(\.\w+)?~?(=[0-9a-f]{16})*)$")
    return {name: entry for name, entry in files.items() if not own.search(name)}


def tells_of_owners(said, run):
    """True if a report or the printed output says that an owner or a group has changed."""
    codes = [warning.get("code") for warning in said.get("warnings", [])]
    is_printed = run is not None and "could not be kept" in run.stderr
    return "owner_changed" in codes or "group_changed" in codes or is_printed


def without_owners(files):
    return {name: (entry[0], *entry[2:-1]) for name, entry in files.items()}


class Case:
    """A command, its effect on the tree and its system calls."""

    def __init__(self, program, name):
        self.program, self.name = program, name
        self.args, self.stdin = COMMANDS[name]
        self.called, self.end = NAMES.get(name), ENDS.get(name, 0)
        with World(program, name) as world:
            self.old = world.files()
        with World(program, name) as world:
            run = world.run_as(self.called, self.args, self.stdin)
            assert run.returncode == self.end, (name, run.stderr)
            self.new = world.files()
            assert world.logs() == [], world.logs()
        self.points = self.count()

    def count(self):
        with World(self.program, self.name) as world:
            trace = world.base / "trace"
            world.run_as(self.called, self.args, self.stdin, noting(trace))
            found = [point for point in calls_in(trace.read_text(), world.tree) if point[0] not in failing()]
            # Skip writes to standard output and standard error, which come after the edit.
            return [(name, number) for name, number, line in found if not re.search(r"\bwrite\([12],", line)]

    def fail(self, point, fault):
        """Makes the call fail once."""
        with World(self.program, self.name) as world:
            args = self.args if self.called else [*self.args, "--json"]
            run = world.run_as(self.called, args, self.stdin, injection(point, fault))
            now = world.files()
            whole = without_own(now)
            if "--each" in self.args:
                return self.each(run, whole) or self.settle(world, whole, [])
            said = json.loads(run.stdout) if run.stdout and not self.called else {}
            code = said.get("error", {}).get("code")
            is_new = run.returncode == 0 or code == "sync_failed"
            if self.end:
                # A reject file exists if the report names it. Conflict markers remain in the file if the report gives
                # their lines. The report can contain other refusals too.
                left = any(file.get("conflict_lines") for file in said.get("files", []))
                is_new = left or bool(said.get("asides"))
                if is_new and code != "hunk_failed":
                    return self.settle(world, now, [])
            if self.called and run.returncode == 1:
                is_new = "the file is written" in run.stderr
            expected = self.new if is_new else self.old
            if fault in SIGNALS and run.returncode not in (self.end, -SIGNALS[fault], 128 + SIGNALS[fault]):
                return f"the status does not tell of the signal: {run.returncode} {run.stderr}"
            if run.returncode < 0 and fault in SIGNALS:
                expected = self.old
            if tells_of_owners(said, run):
                # Owners that could not be kept must be reported.
                whole, expected = without_owners(whole), without_owners(expected)
                return None if whole == expected else f"owners aside: {difference(expected, whole)}"
            if whole != expected:
                return f"exit {run.returncode} {code}: {difference(expected, whole)} {run.stderr}"
            # A lock file that could not be removed belongs to a dead process, so the next run takes it over.
            left_over = [name for name in now if name not in whole and not name.endswith(".incise-lock")]
            is_told = any(w.get("code") == "left_over" for w in said.get("warnings", []))
            is_told = is_told or self.called and "could not be deleted" in run.stderr
            may_be_silent = run.returncode != 0 and point[0] in ("unlinkat", "newfstatat", "readlinkat")
            if left_over and not is_told and not may_be_silent:
                return f"left over: {left_over}"
            return self.settle(world, expected, left_over) or self.undone(world, point, fault, run, said)

    def each(self, run, whole):
        """Checks that every element of the stream is old or new, as its report line says."""
        reports = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        # If a stream breaks off after its last element, it has a report line of its own.
        reports = [report for report in reports if report.get("path") != "-"]
        for number, edit in enumerate(TEN["edits"]):
            names = [edit[key] for key in ("path", "to") if key in edit]
            says = reports[number] if number < len(reports) else {}
            aside = without_owners if tells_of_owners(says, None) else lambda files: files
            now, *sides = map(aside, (whole, self.old, self.new))
            is_old, is_new = (all(now.get(n) == side.get(n) for n in names) for side in sides)
            if not is_old and not is_new:
                return f"element {number} is neither: {[whole.get(name) for name in names]}"
            if number < len(reports):
                error = reports[number].get("error")
                says_new = error is None or error["code"] == "sync_failed"
                if says_new != is_new:
                    return f"element {number} says {error}, but is {'new' if is_new else 'old'}"
        aside = without_owners if any(tells_of_owners(said, None) for said in reports) else lambda files: files
        if run.returncode == 0 and aside(whole) != aside(self.new):
            return f"exit 0: {difference(self.new, whole)}"
        return None

    def undone(self, world, point, fault, run, said):
        """Checks that the history is as the report of a successful run says."""
        if run.returncode != 0 or "--no-journal" in self.args or self.new == self.old:
            return None
        if self.name in ("patch-output", "save-plan"):
            return None
        if said.get("undo") is None and not self.called:
            return None if said.get("warnings") else f"neither to be undone nor a warning: {said}"
        if point[0] == "statx" and fault == "ENOSYS":
            # Real systems either have or lack this call. The path of the journal depends on it.
            return None
        in_place = [arg for arg in self.args if arg == "--in-place"]
        undo = world.run(["undo", *in_place, *([said["undo"]] if "undo" in said else [])])
        if self.called and "warning" in run.stderr and undo.returncode != 0:
            return None
        if undo.returncode != 0:
            return f"undo {said.get('undo')}: {undo.returncode} {undo.stderr}"
        files = {name: entry for name, entry in world.files().items() if entry != ("directory",)}
        old = {name: entry for name, entry in self.old.items() if entry != ("directory",)}
        if "--backup" in self.args:
            files = {name: entry for name, entry in files.items() if not name.endswith(".bak")}
        return None if files == old else f"after undo: {difference(old, files)}"

    def settle(self, world, expected, _left):
        run = world.run(["recover"])
        if run.returncode != 0:
            return f"recover: {run.stderr}"
        if world.files() != expected:
            return f"after recover: {difference(expected, world.files())}"
        if world.logs():
            return f"logs left: {world.logs()}"
        return None

    def kill(self, point, second=None):
        """Kills the process at the call. If `second` is given, kills the recovery there."""
        with World(self.program, self.name) as world:
            run = world.run_as(self.called, self.args, self.stdin, injection(point, "KILL"))
            if run.returncode >= 0:
                return f"not killed at {point}"
            # Two names may briefly refer to each other's file, but no file is partial.
            whole = {entry[0] for entry in [*self.old.values(), *self.new.values()]}
            for name, entry in world.files().items():
                is_mixture = "--in-place" in self.args and name in (*self.args, "twin")
                if entry[0] not in whole and ".incise" not in name and not is_mixture:
                    return f"torn {name}: {entry}"
            if second is not None:
                world.run(["recover"], "", injection(second, "KILL"))
            # Any later edit in one of the directories completes or reverts the transaction.
            later = world.run(["append", "f7", "--text", "later"])
            if later.returncode != 0:
                return f"the next run: {later.returncode} {later.stderr}"
            (world.tree / "f7").write_text("old 7\nline\n")
            whole = without_own(world.files())
            if "--each" in self.args:
                return self.each(run, whole) or self.settle(world, whole, [])
            if whole not in (self.old, self.new):
                return f"mixture: old {difference(self.old, whole)} new {difference(self.new, whole)}"
            return self.settle(world, whole, [])


def difference(expected, found):
    names = sorted(set(expected) | set(found))
    return {name: (expected.get(name), found.get(name)) for name in names if expected.get(name) != found.get(name)}


# In a slice, these commands run every n-th fault. Other commands run two faults.
STRIDES = {"ten": 29, "replace": 97, "create": 97}


def work(case, selected):
    """Returns (title, function) for every fault of a case."""
    calls = [point for point in case.points if point[0] in CALLS]
    writes = [point for point in case.points if point[0] in WRITES]
    jobs = [(f"KILL at {p}", lambda p=p: case.kill(p)) for p in writes]
    for number, point in enumerate(writes):
        # Kill recovery at one of its calls. If recovery makes fewer calls, it completes.
        second = (SECOND[number % len(SECOND)], 1 + number // len(SECOND) % 9)
        jobs.append((f"KILL at {point}, then {second}", lambda p=point, s=second: case.kill(p, s)))
    for fault in ERRORS:
        jobs += [(f"{fault} at {p}", lambda p=p, f=fault: case.fail(p, f)) for p in calls]
    for fault in ("TERM", "INT"):
        jobs += [(f"{fault} at {p}", lambda p=p, f=fault: case.fail(p, f)) for p in calls]
    if selected == "slice":
        return jobs[:: STRIDES.get(case.name, max(1, len(jobs) // 2))]
    return jobs


def may_trace():
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--slice", action="store_true", help="run a sample that takes a few seconds")
    parser.add_argument("--only", action="append", help="run one command: " + ", ".join(COMMANDS))
    parser.add_argument("--lacking", action="append", default=[], choices=["inodes", *LACKS])
    parser.add_argument("--program", type=Path, default=Path(__file__).parent.parent / "target/debug/incise")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if not may_trace():
        print("skipped: fault injection (strace is missing or cannot trace)")
        return 0
    LACKING.extend(options.lacking)
    program = options.program.resolve()
    names = options.only or COMMANDS
    bad = total = 0
    for name in names:
        case = Case(program, name)
        jobs = work(case, "slice" if options.slice else "all")
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            outcomes = pool.map(lambda job: job[1](), jobs)
            for (what, _), outcome in zip(jobs, outcomes):
                if outcome is not None:
                    bad += 1
                    print(f"{name}: {what}: {outcome}", flush=True)
        total += len(jobs)
        print(f"{name}: {len(jobs)} faults at {len(case.points)} calls", flush=True)
    print(f"{total} faults, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
