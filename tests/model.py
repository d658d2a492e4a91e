#!/usr/bin/env python3
"""Compares random commands with a simple model of their effect.

    tests/model.py [--seeds N] [--steps N] [--seed S] [--slice] [--program PATH]

Runs ten seeds (`--seeds`) of 2,000 commands each (`--steps`). The commands are edits of every kind, as flags and as
JSON, by three tasks and without a task, and views, undo, redo and refusals. Between them, another program edits the
files. The files have LF or CRLF line endings, byte-order marks, invalid UTF-8, missing final newlines, modes, extended
attributes and links. After each command, the exit status and the whole tree must equal those of the model. The model
shares no code with the program. In it, a file is a list of lines, an edit records the lines that it changed, and a task
knows the changes that it has seen.

The model cannot always decide whether an edit conflicts. One example is an undo whose lines have new neighbors. Another
is lines that one edit rewrote together, because their origin is unknown. The test then accepts and counts both a
refusal and the right result. `--slice` takes half a minute.
"""

import argparse
import collections
import json
import os
import random
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

TASKS = ["red", "green", "blue"]
NAMES = ["a.txt", "b.txt", "d/c.txt", "d/e.txt", "new/f.txt", "g.txt", "d/deep/er/h.txt"]
# Possible link names. `a.txt` is a target seen from the top directory, `../b.txt` one seen from `d`.
LINKS = ["link", "other link", "d/up", "d/other"]
ATTRIBUTE = "user.incise.model"
ABSENT = None


class Difference(Exception):
    """The program's result differs from the model."""


class Line:
    """A line and the changes to it that each task has not seen. The key is the entry that made the change. The value is
    the responsible task, and whether the change is in effect."""

    def __init__(self, text):
        self.text, self.unseen = text, {task: {} for task in TASKS}
        # Changes to lines that were rewritten together with this one. This line may come from any of them.
        self.perhaps = {task: {} for task in TASKS}
        # The entry that inserted this line together with others.
        self.born = None

    def changed(self, entry, by):
        for task in TASKS:
            if task == by:
                self.unseen[task], self.perhaps[task] = {}, {}
            else:
                self.unseen[task][entry] = [by, True]

    def turned(self, root, by):
        """Entry `root` was undone or redone by the task `by`, or without a task."""
        for task in TASKS:
            known = self.unseen[task].get(root)
            if known:
                known[1] = not known[1]
            elif task != by:
                self.unseen[task][root] = [by, True]

    def seen(self, task):
        """Marks changes as seen, except those that are undone and could be redone."""
        for changes in self.unseen, self.perhaps:
            changes[task] = {entry: change for entry, change in changes[task].items() if not change[1]}

    def is_closed_to(self, task):
        return any(is_closing(change, task) for change in self.unseen[task].values())

    def may_be_closed_to(self, task):
        return any(is_closing(change, task) for change in self.perhaps[task].values())


def is_closing(change, task):
    by, stands = change
    return by not in (None, task) and stands


def is_closed(lines, task):
    """True if one of `lines` is closed to the task. None if the model cannot decide."""
    if not task:
        return False
    if any(line.is_closed_to(task) for line in lines):
        return True
    return None if any(line.may_be_closed_to(task) for line in lines) else False


def rewritten_together(file, lines):
    """Records that an edit rewrote `lines` of the file at once. Each of several adjacent lines may come from any
    other."""
    block = []
    for line in [*file.lines, None]:
        if line in lines:
            block.append(line)
            continue
        for task in TASKS:
            changes = {}
            for other in block:
                changes.update(other.perhaps[task])
                # The change lists are shared, so that an undo applies to all copies.
                changes.update(other.unseen[task])
            for other in block if len(block) > 1 else []:
                other.perhaps[task].update(changes)
        block = []


class File:
    """A file: its lines, line endings and metadata."""

    def __init__(self, lines, ending=b"\n", mark=b"", final=True, mode=0o644, attribute=None):
        self.lines, self.ending, self.mark, self.final = lines, ending, mark, final
        self.mode, self.attribute = mode, attribute
        # Lines that another program changed since the last transaction.
        self.loose = set()
        # The lines that each task last saw.
        self.known = {}

    def bytes(self):
        text = self.ending.join(line.text for line in self.lines)
        return self.mark + text + (self.ending if self.final and self.lines else b"")

    def shape(self):
        return tuple((line, line.text) for line in self.lines), self.ending, self.mark, self.final


class Link:
    """A symbolic link."""

    def __init__(self, target):
        self.target = target

    def shape(self):
        return self.target


class Change:
    """One change of a transaction. It can be applied and reverted."""

    def __init__(self, kind, file, **more):
        self.kind, self.file = kind, file
        self.__dict__.update(more)


class Entry:
    def __init__(self, number, kind, task, changes, targets=(), roots=()):
        self.number, self.kind, self.task, self.changes = number, kind, task, changes
        self.targets, self.roots = list(targets), list(roots)
        self.names, self.after = set(), {}


class World:
    """The model."""

    def __init__(self):
        self.files, self.links, self.entries = {}, {}, []
        self.serial = 0


    def fresh(self, dice):
        self.serial += 1
        words = ["alpha", "beta", "gamma", "delta", "$1", "\\n", "  indented", "ünï"]
        return f"{dice.choice(words)} {self.serial} {'x' * dice.randrange(30)}end".encode()

    # Applying and reverting changes.

    def name_of(self, file):
        if isinstance(file, Link):
            return next((name for name, there in self.links.items() if there is file), None)
        return next((name for name, there in self.files.items() if there is file), None)

    def make(self, change):
        """Applies one change."""
        file, kind = change.file, change.kind
        if kind == "set":
            change.line.text = change.new
        elif kind == "add":
            file.lines[change.at:change.at] = change.lines
        elif kind == "drop":
            del file.lines[change.at:change.at + len(change.lines)]
        elif kind == "create":
            self.files[change.name] = file
        elif kind == "remove":
            del self.files[change.name]
        elif kind == "move":
            del self.files[change.name]
            self.files[change.to] = file
        elif kind in ("unlink", "relink"):
            del self.links[change.name]
            if kind == "relink":
                self.links[change.to] = file
        elif kind == "link":
            self.links[change.name] = file

    def take_back(self, change):
        """Reverts one change."""
        file, kind = change.file, change.kind
        if kind == "set":
            change.line.text = change.old
        elif kind == "add":
            for line in change.lines:
                file.lines.remove(line)
        elif kind == "drop":
            file.lines[change.at:change.at] = change.lines
        elif kind == "create":
            del self.files[change.name]
        elif kind == "remove":
            self.files[change.name] = file
        elif kind == "move":
            del self.files[change.to]
            self.files[change.name] = file
        elif kind in ("unlink", "relink"):
            if kind == "relink":
                del self.links[change.to]
            self.links[change.name] = file
        elif kind == "link":
            del self.links[change.name]

    # History.

    def commit(self, kind, task, changes, targets=(), roots=()):
        entry = Entry(len(self.entries) + 1, kind, task, changes, targets, roots)
        for change in changes:
            entry.names |= {getattr(change, "name", None), getattr(change, "to", None)} - {None}
            name = self.name_of(change.file)
            if name:
                entry.names.add(name)
        for change in changes:
            entry.after[change.file] = (self.name_of(change.file), change.file.shape())
        self.entries.append(entry)
        return entry

    def standing(self):
        taken = set()
        for entry in reversed(self.entries):
            if entry.number not in taken:
                taken.update(entry.targets)
        return {entry.number for entry in self.entries} - taken

    def latest(self):
        """The entry that a plain `undo` reverts: the newest one in effect that is not an undo."""
        stands = self.standing()
        return next((e for e in reversed(self.entries) if e.kind != "undo" and e.number in stands), None)

    def redoable(self):
        """The newest undo in effect. None if a later entry edits one of its files, because then `redo` refuses."""
        stands, edited = self.standing(), set()
        for entry in reversed(self.entries):
            if entry.kind == "undo" and entry.number in stands:
                return None if entry.names & edited else entry
            if entry.kind == "edit":
                edited |= entry.names
        return None

    def outlook(self, entries):
        """The outcome of undoing `entries`, newest first: "free" (must succeed), "held" (must be refused) or "either".
        None if the model does not know the resulting text."""
        outlook = "free"
        touched = set()
        for entry in entries:
            for change in entry.changes:
                # A restored file or link would have a name that is in use.
                taken = change.kind in ("remove", "move", "unlink", "relink") and (
                    change.name in self.files or change.name in self.links)
                if taken:
                    return None
        for entry in entries:
            for file, (name, shape) in entry.after.items():
                now = (self.name_of(file), file.shape())
                if now == (name, shape) and file not in touched:
                    continue
                mine = [change for change in entry.changes if change.file is file]
                if any(change.kind != "set" for change in mine) or now[0] is None or now[0] != name:
                    return None
                places = {line: at for at, line in enumerate(file.lines)}
                then = [line for line, _ in shape[0]]
                texts = dict(shape[0])
                for change in mine:
                    if change.line not in places:
                        return None
                    wanted = change.new
                    if change.line.text != wanted:
                        return "held" if len(entries) == 1 and change.line.text != change.old else None
                    around = neighbours(file.lines, places[change.line])
                    before = neighbours(then, then.index(change.line))
                    if [(line, line and line.text) for line in around] != [(line, texts.get(line)) for line in before]:
                        outlook = "either"
            touched |= set(entry.after)
        return outlook


def neighbours(lines, at):
    get = lambda i: lines[i] if 0 <= i < len(lines) else None
    return [get(at - 2), get(at - 1), get(at + 1), get(at + 2)]


class Run:
    """One seed, run with the program and the model."""

    def __init__(self, program, seed, base):
        self.program, self.dice, self.world = program, random.Random(seed), World()
        self.tree, self.state = Path(base, "tree"), Path(base, "state")
        self.tree.mkdir()
        self.counts = collections.Counter()
        self.last = None
        self.has_attributes = True
        self.start()

    def start(self):
        kinds = [
            dict(),
            dict(ending=b"\r\n", mode=0o600),
            dict(mark=b"\xef\xbb\xbf", attribute=b"kept"),
            dict(mode=0o755, attribute=b"x" * 100),
        ]
        for name, kind in zip(NAMES, kinds):
            lines = [Line(self.world.fresh(self.dice)) for _ in range(30)]
            if name == "a.txt":
                lines[7].text = b"caf\xe9 \xff latin"
            self.world.files[name] = File(lines, **kind)
        self.world.links = {"link": Link("a.txt"), "d/up": Link("../b.txt")}
        for name, file in self.world.files.items():
            self.write(name, file)
        for name, link in self.world.links.items():
            (self.tree / name).symlink_to(link.target)

    def write(self, name, file):
        """Writes a file as another program would."""
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.bytes())
        path.chmod(file.mode)
        if file.attribute is not None:
            try:
                os.setxattr(path, ATTRIBUTE, file.attribute)
            except OSError:
                self.has_attributes = False


    def run(self, *args, stdin=None):
        env = {"INCISE_STATE_DIR": str(self.state), "PATH": "/usr/bin:/bin"}
        command = [self.program, *map(str, args)]
        run = subprocess.run(command, cwd=self.tree, env=env, input=stdin, capture_output=True)
        self.last = (command, stdin, run)
        return run.returncode

    def found(self):
        found = {}
        for path in sorted(self.tree.rglob("*")):
            name = str(path.relative_to(self.tree))
            if path.is_symlink():
                found[name] = ("link", os.readlink(path))
            elif path.is_file():
                attribute = None
                if self.has_attributes and ATTRIBUTE in os.listxattr(path):
                    attribute = os.getxattr(path, ATTRIBUTE)
                found[name] = ("file", path.read_bytes(), stat.S_IMODE(path.stat().st_mode), attribute)
        return found

    def meant(self):
        meant = {name: ("link", link.target) for name, link in self.world.links.items()}
        for name, file in self.world.files.items():
            attribute = file.attribute if self.has_attributes else None
            meant[name] = ("file", file.bytes(), file.mode, attribute)
        return meant

    def compare(self, status, expected):
        """Compares with the model. `expected` is None if both success and a conflict are right."""
        if expected is None:
            self.counts["either"] += 1
            expected = 3 if status == 3 else 0
        if status != expected:
            raise Difference(f"status {status}, not {expected}")
        found, meant = self.found(), self.meant()
        for name in sorted(set(found) | set(meant)):
            if found.get(name) != meant.get(name):
                raise Difference(f"{name}:\n  found {found.get(name)}\n  meant {meant.get(name)}")

    # Effects of edits on the model.

    def edit(self, task, changes, closed, status):
        """Updates the model and returns the expected status of an edit by `task`. `closed` says whether a line belongs
        to another task. If it is None, the actual `status` decides."""
        if closed is None:
            self.counts["either"] += 1
            closed = status == 3
        if task and closed:
            return 3
        for change in changes:
            change.file.__dict__.get("loose", set()).clear()
        for change in changes:
            self.world.make(change)
        entry = self.world.commit("edit", task, changes)
        for change in changes:
            for line in lines_of(change):
                line.changed(entry.number, task)
                if change.kind in ("add", "create"):
                    line.born = entry.number
            if isinstance(change.file, File):
                change.file.known[task] = [line.text for line in change.file.lines]
        return 0

    def turn(self, entries, kind, by=None):
        """Undoes `entries`, newest first."""
        made = []
        for entry in entries:
            for change in reversed(entry.changes):
                self.world.take_back(change)
                made.append(inverted(change))
        roots = sorted({root for entry in entries for root in entry.roots or [entry.number]})
        targets = [entry.number for entry in entries]
        self.world.commit(kind, by, made, targets, roots)
        for entry in entries:
            for change in entry.changes:
                for line in lines_of(change):
                    for root in entry.roots or [entry.number]:
                        line.turned(root, by)

    def fresh(self, file):
        """A new line for the file: ASCII only if the file contains invalid UTF-8."""
        is_utf8 = all(is_text(line.text) for line in file.lines)
        text = self.world.fresh(self.dice)
        while not is_utf8 and not text.isascii():
            text = self.world.fresh(self.dice)
        return text

    # Steps.

    def file(self):
        name = self.dice.choice(sorted(self.world.files))
        return name, self.world.files[name]

    def typed(self, name):
        """The name, or a link to it."""
        leads = {"a.txt": "a.txt", "../b.txt": "b.txt"}
        links = [typed for typed, link in self.world.links.items() if leads[link.target] == name]
        return links[0] if links and self.dice.random() < 0.3 else name

    def task(self):
        return self.dice.choice(TASKS + [None])

    def by(self, task):
        return ["--task", task] if task else []

    def run_counted(self, name, file, args, task):
        """Runs an edit that gives lines by number. If the task last saw other content, the edit must be refused as
        stale. It is then repeated with the current hash."""
        status = self.run(*args, *self.by(task), "-q")
        if status != 3 or not task or b": stale: expected " not in self.last[2].stderr:
            return status
        self.compare(status, 3)
        if file.known.get(task) == [line.text for line in file.lines]:
            raise Difference(f"stale, though {task} knows the text")
        self.counts["renumbered"] += 1
        self.run("view", name, "--json")
        now = json.loads(self.last[2].stdout)["fingerprint"]
        return self.run(*args, "--expect-hash", now, *self.by(task), "-q")

    def ascii(self, file):
        """Indexes of the lines that are valid UTF-8."""
        return [at for at, line in enumerate(file.lines) if is_text(line.text)]

    def step_set(self):
        name, file = self.file()
        choices = self.ascii(file)
        if not choices:
            return
        at, task = self.dice.choice(choices), self.task()
        line, new = file.lines[at], self.fresh(file)
        closed = is_closed([line], task)
        typed = self.typed(name)
        way = self.dice.randrange(5)
        text = new.decode()
        # The `lines` command would add the missing final newline to the last line.
        if way == 0 and (file.final or at + 1 < len(file.lines)):
            args, stdin = ["lines", typed, f"{at + 1}:{at + 1}", "--text", text], None
        elif way == 1:
            request = {"op": "replace", "path": typed, "old": line.text.decode(), "new": text, "match": "exact"}
            args, stdin = ["apply", *self.by(task)], json.dumps(request).encode()
        elif way == 2:
            payload = {"file_path": str(self.tree / typed), "old_string": line.text.decode(), "new_string": text}
            args, stdin = ["apply", *self.by(task)], json.dumps(payload).encode()
        else:
            args = ["replace", typed, "--old", line.text.decode(), "--new", text, "--match", "exact", *self.by(task)]
            stdin = None
        def ran(args):
            if "lines" in args[:2]:
                return self.run_counted(typed, file, args, task)
            return self.run(*args, "-q", stdin=stdin)

        change = Change("set", file, line=line, old=line.text, new=new)
        look = self.dice.choice([None, None, None, "dry", "force"])
        if look == "dry":
            status = ran(["check", *args])
            return self.compare(status, closed if closed is None else 3 if closed else 0)
        if look == "force":
            args, closed = args + ["--on-conflict", "force"], False
        status = ran(args)
        self.compare(status, self.edit(task, [change], closed, status))

    def step_add(self):
        name, file = self.file()
        task = self.task()
        at = self.dice.randrange(len(file.lines) + 1)
        if at == len(file.lines) and not file.final:
            return
        lines = [Line(self.fresh(file)) for _ in range(self.dice.choice([1, 1, 2]))]
        text = "\n".join(line.text.decode() for line in lines)
        if at == len(file.lines) and self.dice.random() < 0.7:
            args = ["append", self.typed(name), "--text", text]
        else:
            args = ["insert", self.typed(name), "--line", at, "--text", text]
        change = Change("add", file, at=at, lines=lines)
        # A position between two lines that another task inserted together is inside its text.
        around = file.lines[at - 1:at + 1] if at else []
        closed = task and len(around) == 2 and around[0].born == around[1].born and all(
            by not in (None, task) and stands
            for line in around
            for by, stands in [line.unseen[task].get(line.born, (None, False))]
        )
        if task and not closed and len(around) == 2:
            # The same holds between two lines that another task rewrote together.
            known = [{**line.perhaps[task], **line.unseen[task]} for line in around]
            common = set(known[0]) & set(known[1])
            closed = None if any(is_closing(known[0][entry], task) for entry in common) else False
        status = self.run_counted(args[1], file, args, task)
        self.compare(status, self.edit(task, [change], closed, status))

    def step_drop(self):
        """Deletes lines without a task, because a task cannot know a place without lines."""
        name, file = self.file()
        count = self.dice.choice([1, 2, 3])
        if len(file.lines) < 25 + count or not file.final:
            return
        at = self.dice.randrange(len(file.lines) - count)
        change = Change("drop", file, at=at, lines=file.lines[at:at + count])
        status = self.run("lines", self.typed(name), f"{at + 1}:{at + count}", "--text", "", "-q")
        self.compare(status, self.edit(None, [change], False, status))

    def step_batch(self):
        """Edits several files in one transaction."""
        task, changes, edits, taken = self.task(), [], [], set()
        for _ in range(self.dice.choice([2, 3, 5])):
            name, file = self.file()
            choices = [at for at in self.ascii(file) if file.lines[at] not in taken]
            if not choices:
                continue
            line = file.lines[self.dice.choice(choices)]
            taken.add(line)
            new = self.fresh(file)
            edits.append({"op": "replace", "path": name, "old": line.text.decode(), "new": new.decode(),
                          "match": "exact"})
            changes.append(Change("set", file, line=line, old=line.text, new=new))
        if not edits:
            return
        closed = is_closed([change.line for change in changes], task)
        wrong = self.dice.random() < 0.2
        if wrong:
            edits.append({"op": "replace", "path": edits[0]["path"], "old": "no such text", "new": "x"})
        request = json.dumps({"edits": edits}).encode()
        status = self.run("apply", *self.by(task), "-q", stdin=request)
        self.compare(status, 1 if wrong else self.edit(task, changes, closed, status))

    def step_create(self):
        free = [name for name in NAMES if name not in self.world.files]
        if not free:
            return
        name, task = self.dice.choice(free), self.task()
        lines = [Line(self.world.fresh(self.dice)) for _ in range(30)]
        file = File(lines, mode=0o666 & ~umask())
        text = file.bytes()
        args = ["create", name, "--text-file", "-", "--parents", *self.by(task), "-q"]
        change = Change("create", file, name=name)
        status = self.run(*args, stdin=text)
        self.compare(status, self.edit(task, [change], False, status))

    def step_remove(self):
        name, file = self.file()
        if len(self.world.files) < 4:
            return
        task = self.task()
        closed = is_closed(file.lines, task)
        if name in ("a.txt", "b.txt"):
            return
        change = Change("remove", file, name=name)
        status = self.run("remove", name, *self.by(task), "-q")
        self.compare(status, self.edit(task, [change], closed, status))

    def step_link(self):
        """Removes or renames a link itself."""
        links = sorted(self.world.links)
        if not links:
            return
        name = self.dice.choice(links)
        free = [to for to in LINKS if to not in self.world.links and ("/" in to) == ("/" in name)]
        link = self.world.links[name]
        if self.dice.random() < 0.5:
            change, args = Change("unlink", link, name=name), ["remove", name]
        else:
            to = self.dice.choice(free)
            change, args = Change("relink", link, name=name, to=to), ["move", name, to]
        status = self.run(*args, "-q")
        self.compare(status, self.edit(None, [change], False, status))

    def step_move(self):
        name, file = self.file()
        free = [name for name in NAMES if name not in self.world.files]
        if not free or name in ("a.txt", "b.txt"):
            return
        to = self.dice.choice(free)
        change = Change("move", file, name=name, to=to)
        status = self.run("move", name, to, "--parents", *self.by(self.dice.choice([None])), "-q")
        self.compare(status, self.edit(None, [change], False, status))

    def step_write(self):
        """Writes the whole file with some lines changed."""
        name, file = self.file()
        if any(not is_text(line.text) for line in file.lines):
            return
        task, changes, text = self.task(), [], []
        chosen = set(self.dice.sample(range(len(file.lines)), k=min(3, len(file.lines))))
        for at, line in enumerate(file.lines):
            if at in chosen:
                changes.append(Change("set", file, line=line, old=line.text, new=self.fresh(file)))
                text.append(changes[-1].new)
            else:
                text.append(line.text)
        if not changes:
            return
        closed = is_closed([change.line for change in changes], task)
        whole = file.mark + file.ending.join(text) + (file.ending if file.final else b"")
        args = ["write", name, "--overwrite", "--text-file", "-", *self.by(task), "-q"]
        status = self.run(*args, stdin=whole)
        expected = self.edit(task, changes, closed, status)
        if expected == 0:
            rewritten_together(file, {change.line for change in changes})
        if task and expected == 0:
            for line in file.lines:
                line.seen(task)
        self.compare(status, expected)

    def step_view(self):
        name, file = self.file()
        task = self.dice.choice(TASKS)
        first = self.dice.randrange(len(file.lines)) + 1
        last = min(len(file.lines), first + self.dice.choice([0, 3, 10, 100]))
        lines = [] if self.dice.random() < 0.2 else [f"{first}:{last}"]
        status = self.run("view", self.typed(name), *lines, *self.by(task))
        for at, line in enumerate(file.lines):
            if not lines or first <= at + 1 <= last:
                line.seen(task)
        file.known[task] = [line.text for line in file.lines]
        self.compare(status, 0)

    def step_undo(self):
        entry = self.world.latest()
        self.taken_back(["undo"], entry and [entry], "undo")

    def step_undo_of(self):
        stands = self.world.standing()
        recent = [e for e in self.world.entries[-30:] if e.number in stands and e.kind != "undo"]
        if recent:
            entry = self.dice.choice(recent)
            self.taken_back(["undo", entry.number], [entry], "undo")

    def step_redo(self):
        entry = self.world.redoable()
        self.taken_back(["redo"], entry and [entry], "redo")

    def step_undo_of_task(self):
        stands, task = self.world.standing(), self.dice.choice(TASKS)
        entries = [e for e in reversed(self.world.entries)
                   if e.kind == "edit" and e.number in stands and e.task == task]
        if len(entries) <= 6:
            # If no other task is named, the task itself is the author of the undo.
            self.taken_back(["undo", "--task", task], entries, "undo", task)

    def taken_back(self, args, entries, kind, by=None):
        if not entries:
            return self.compare(self.run(*args, "-q"), 1)
        outlook = self.world.outlook(entries)
        if outlook is None:
            self.counts["not decided"] += 1
            return
        status = self.run(*args, "-q")
        if outlook == "either" and status == 3 or outlook == "held":
            self.counts["held"] += 1
            return self.compare(status, 3)
        lines = [line for entry in entries for change in entry.changes for line in lines_of(change)]
        closed = is_closed(lines, by)
        if status == 3 and closed is not False:
            self.counts["not decided"] += 1
            return
        self.turn(entries, kind, by)
        self.counts[kind] += 1
        self.compare(status, 0)

    def step_foreign(self):
        """Another program changes a line or the mode."""
        name, file = self.file()
        if self.dice.random() < 0.3:
            file.mode = self.dice.choice([0o600, 0o644, 0o640, 0o755])
            (self.tree / name).chmod(file.mode)
            return
        line = self.dice.choice(file.lines)
        line.text = self.fresh(file)
        file.loose.add(line)
        rewritten_together(file, file.loose)
        (self.tree / name).write_bytes(file.bytes())

    def step_refused(self):
        """Runs commands that must be refused and write nothing."""
        name, file = self.file()
        count = len(file.lines)
        stale = ["replace", name, "--old", "x", "--new", "y", "--expect-hash", "0123456789abcdef"]
        calls = [
            (["replace", name, "--old", "no such text at all", "--new", "x"], None, 1),
            (["create", name, "--text", "other"], None, 1),
            (["lines", name, f"{count + 1}:{count + 2}", "--text", "x"], None, 1),
            (["lines", name, "0:1", "--text", "x"], None, 2),
            (["remove", "no such file"], None, 4),
            (["apply"], b'{"op":"replace","path":', 2),
            (["apply"], b'{"op":"replace","path":"x","path":"y","old":"a","new":"b"}', 2),
            (["write", name, "--text", "x"], None, 1),
            (["write", name, "--overwrite", "--text", "x"], None, 1),
            (stale, None, 3),
            (["undo", "999999"], None, 1),
        ]
        args, stdin, expected = self.dice.choice(calls)
        self.compare(self.run(*args, *self.by(self.task() if args[0] != "undo" else None), stdin=stdin), expected)

    STEPS = {
        "set": 30, "add": 8, "drop": 4, "batch": 8, "create": 4, "remove": 2, "move": 4, "link": 2, "write": 4, "view": 12,
        "undo": 14, "undo_of": 6, "redo": 8, "undo_of_task": 2, "foreign": 3, "refused": 6,
    }

    def step(self):
        step = self.dice.choices(list(self.STEPS), weights=self.STEPS.values())[0]
        self.counts[step] += 1
        self.last = None
        getattr(self, f"step_{step}")()


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def is_text(line):
    try:
        line.decode()
        return True
    except UnicodeDecodeError:
        return False


def lines_of(change):
    """The lines that a change affects."""
    if change.kind == "set":
        return [change.line]
    if change.kind in ("add", "drop"):
        return change.lines
    if change.kind in ("create", "remove"):
        return change.file.lines
    return []


def inverted(change):
    """The inverse of a change."""
    more = {key: value for key, value in vars(change).items() if key not in ("kind", "file")}
    if change.kind == "set":
        more["old"], more["new"] = change.new, change.old
    if change.kind in ("move", "relink"):
        more["name"], more["to"] = change.to, change.name
    kinds = {
        "add": "drop", "drop": "add", "create": "remove", "remove": "create", "unlink": "link", "link": "unlink",
    }
    return Change(kinds.get(change.kind, change.kind), change.file, **more)


def walk(program, seed, steps, counts):
    base = tempfile.mkdtemp(prefix="incise-model-")
    run = Run(program, seed, base)
    for number in range(1, steps + 1):
        try:
            run.step()
        except Difference as difference:
            print(f"seed {seed}, step {number}: {difference}")
            if run.last:
                command, stdin, ended = run.last
                print("  command", command[1:], "stdin", stdin)
                print("  said", ended.stdout.decode(errors="replace"), ended.stderr.decode(errors="replace"))
            print("  kept in", base)
            return False
    counts.update(run.counts)
    shutil.rmtree(base)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--seed", type=int, help="run only this seed")
    parser.add_argument("--slice", action="store_true", help="run two seeds of 200 steps")
    parser.add_argument("--program", default="target/debug/incise")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    seeds = [options.seed] if options.seed is not None else range(1, options.seeds + 1)
    steps = options.steps
    if options.slice:
        seeds, steps = [1, 2], 200
    counts = collections.Counter()
    failed = [seed for seed in seeds if not walk(program, seed, steps, counts)]
    print(f"{len(list(seeds))} seeds of {steps} steps, {len(failed)} with a difference")
    print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
