#!/usr/bin/env python3
"""Stress test: eight processes edit at once, alone and next to a program that does not use locks.

    tests/writers.py [--edits N] [--seconds N] [--only NAME] [--program PATH]

Slow, so only `.ci/slow` runs it. tests/writers.rs runs a part of it. Each process makes N edits (default 1,000):

- `one`: All processes edit one file. `hundred`: They edit a hundred files, each in a different order.
- `killed`: All processes edit one file, and three of ten are killed at a random moment. All reported edits must be in
  the file. Any other edit belongs to a killed process.
- `transactions`: Each transaction edits three files in three directories, in a random order (N / 50 transactions).
- `names`: All processes try to create the same new files (2 N). Exactly one process creates each, completely, and the
  others are refused.
- `in-place`: An editor writes its own lines into the same file at random moments.
- `rename-over`: As `in-place`, but the editor renames its new file over the old one.
- `flip`: For N seconds (default 60), a directory of the path is swapped with a link that leads out of the root.

The test fails if an edit is lost, a run fails with an error other than `locked`, an editor's write is undone, or a file
outside the root is touched. The editor reads the file and later writes all of it, which removes edits made in between.
The test does not count those. The file system must have leases or be able to exchange names. On others, such as NFS,
the program compares the file just before its rename, and loses what the editor saves in between.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

WRITERS = 8


class World:
    """A tree, a place outside it, and the outcomes of the runs."""

    def __init__(self, program, base):
        self.program, self.tree, self.state = program, Path(base, "tree"), Path(base, "state")
        self.outside = Path(base, "outside")
        self.tree.mkdir()
        self.outside.mkdir()
        self.ends, self.errors = collections.Counter(), []

    def run(self, *args):
        env = {"INCISE_STATE_DIR": str(self.state)}
        command = [self.program, *args, "--sync", "none", "--no-journal", "-q", "--root", "."]
        return subprocess.run(command, cwd=self.tree, env=env, capture_output=True, text=True)

    def append(self, path, line):
        """Appends the line. Returns true if the program reports success."""
        run = self.run("append", path, "--text", line)
        said = "done" if run.returncode == 0 else "locked" if "holds the lock" in run.stderr else "refused"
        self.ends[said] += 1
        if said == "refused":
            self.errors.append(run.stderr.strip())
        return said == "done"

    def write_all(self, edits, path):
        """The lines that all writers wrote."""

        def write(writer):
            lines = (f"w{writer}-{number}" for number in range(edits))
            return [line for number, line in enumerate(lines) if self.append(path(writer, number), line)]

        with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
            return [line for written in pool.map(write, range(WRITERS)) for line in written]

    def lines_of(self, name):
        return collections.Counter(Path(self.tree, name).read_text().splitlines())

    def lines(self):
        texts = (path.read_text() for path in self.tree.iterdir() if path.is_file())
        return collections.Counter(line for text in texts for line in text.splitlines())


def compare(world, written):
    """Checks that every reported line is present once, that there are no other lines, and that nothing is left over."""
    found, expected = world.lines(), collections.Counter(written)
    lost, extra = expected - found, found - expected
    left = [name for name in os.listdir(world.tree) if name.startswith(".incise")]
    print(f"  {len(written)} written, {lost.total()} lost, {extra.total()} more, {len(left)} left over")
    return not lost and not extra and not left and not world.errors


def one(world, options):
    Path(world.tree, "f").write_text("")
    return compare(world, world.write_all(options.edits, lambda *_: "f"))


def hundred(world, options):
    for number in range(100):
        Path(world.tree, f"f{number}").write_text("")
    return compare(world, world.write_all(options.edits, lambda w, n: f"f{(w * 37 + n * 7) % 100}"))


def killed(world, options):
    """A killed process may have written or not. No other process loses a line or has to wait."""
    Path(world.tree, "f").write_text("")
    env = {"INCISE_STATE_DIR": str(world.state)}

    def write(writer):
        done, lost, dice = [], [], random.Random(writer)
        for number in range(options.edits):
            line = f"w{writer}-{number}"
            command = [world.program, "append", "f", "--text", line, "--sync", "none", "-q", "--root", "."]
            run = subprocess.Popen(command, cwd=world.tree, env=env, stderr=subprocess.PIPE, text=True)
            if dice.random() < 0.3:
                # About the duration of a run.
                time.sleep(dice.uniform(0, 0.02))
                run.kill()
            said = run.communicate()[1]
            (done if run.returncode == 0 else lost).append(line)
            world.ends["done" if run.returncode == 0 else "killed" if run.returncode < 0 else "refused"] += 1
            if run.returncode > 0:
                world.errors.append(said.strip())
        return done, lost

    with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
        results = list(pool.map(write, range(WRITERS)))
    done = collections.Counter(line for lines, _ in results for line in lines)
    dead = collections.Counter(line for _, lines in results for line in lines)
    found = world.lines_of("f")
    missing, extra = done - found, found - done - dead
    twice = [line for line, count in found.items() if count > 1]
    print(f"  {done.total()} done, {dead.total()} killed, of which {(found & dead).total()} had written")
    print(f"  {missing.total()} lost, {extra.total()} more, {len(twice)} twice")
    world.run("recover")
    left = [name for name in os.listdir(world.tree) if name.startswith(".incise")]
    is_mixed = world.ends["killed"] > 0 and world.ends["done"] > 0
    return not missing and not extra and not twice and not left and not world.errors and is_mixed


def transactions(world, options):
    """Each transaction is atomic, and there are no deadlocks."""
    names = ["x/f", "y/f", "z/f"]
    for name in names:
        Path(world.tree, name).parent.mkdir()
        Path(world.tree, name).write_text("")
    count = max(1, options.edits // 50)

    def write(writer):
        dice = random.Random(writer)
        for number in range(count):
            edits = [{"op": "append", "path": name, "text": f"{writer}-{number}"} for name in names]
            dice.shuffle(edits)
            env = {"INCISE_STATE_DIR": str(world.state)}
            command = [world.program, "apply", "-", "--sync", "none", "-q"]
            run = subprocess.run(
                command, cwd=world.tree, env=env, input=json.dumps(edits), capture_output=True, text=True, timeout=60
            )
            world.ends["done" if run.returncode == 0 else "refused"] += 1
            if run.returncode:
                world.errors.append(run.stderr.strip())

    with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))
    texts = [Path(world.tree, name).read_text() for name in names]
    left = [path for path in world.tree.rglob("*") if ".incise" in path.name]
    is_whole = texts[0] == texts[1] == texts[2] and len(texts[0].splitlines()) == WRITERS * count
    print(f"  {WRITERS * count} transactions, {len(texts[0].splitlines())} lines in each file, {len(left)} left over")
    return is_whole and not left and not world.errors


def names(world, options):
    """If several processes create one file, exactly one succeeds."""
    count = 2 * options.edits

    def write(writer):
        made = []
        for number in range(count):
            run = world.run("create", f"n{number}", "--text", f"made by {writer}\n" * 50)
            world.ends["done" if run.returncode == 0 else f"exit {run.returncode}"] += 1
            if run.returncode == 0:
                made.append((number, writer))
            elif "the file already exists" not in run.stderr:
                world.errors.append(run.stderr.strip())
        return made

    with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
        made = [one for some in pool.map(write, range(WRITERS)) for one in some]
    whole = all(Path(world.tree, f"n{n}").read_text() == f"made by {w}\n" * 50 for n, w in made)
    print(f"  {len(made)} made of {count}, {len(dict(made))} different; whole: {whole}")
    found = sorted(os.listdir(world.tree))
    return whole and len(made) == len(dict(made)) == count == len(found) and not world.errors


def beside_an_editor(world, options, save):
    """Only the editor writes the first line, which has the number of its latest save."""
    path, over, rounds, undone = Path(world.tree, "f"), threading.Event(), [0], [0]
    path.write_text("editor 0\n")

    def edit():
        while not over.is_set():
            time.sleep(random.uniform(0, 0.02))
            text = path.read_text()
            head, _, rest = text.partition("\n")
            if head != f"editor {rounds[0]}":
                undone[0] += 1
            rounds[0] += 1
            save(path, f"editor {rounds[0]}\n{rest}")

    editor = threading.Thread(target=edit)
    editor.start()
    try:
        world.write_all(options.edits, lambda *_: "f")
    finally:
        over.set()
        editor.join()
    if not path.read_text().startswith(f"editor {rounds[0]}\n"):
        undone[0] += 1
    print(f"  {rounds[0]} writes of the editor, {undone[0]} undone by ours")
    return not world.errors and rounds[0] > 0 and undone[0] == 0


def in_place(world, options):
    def save(path, text):
        with open(path, "r+") as file:
            file.write(text)
            file.truncate()

    return beside_an_editor(world, options, save)


def rename_over(world, options):
    def save(path, text):
        new = path.with_name("editor.tmp")
        new.write_text(text)
        new.rename(path)

    return beside_an_editor(world, options, save)


def flip(world, options):
    """Swaps `d` between a directory of the tree and a link to a directory outside, as fast as possible."""
    real, link = Path(world.tree, "real"), Path(world.tree, "link")
    inner, over, flips = Path(world.tree, "d"), threading.Event(), [0]
    real.mkdir()
    inner.symlink_to("real")
    Path(world.outside, "f").write_text("outside\n")
    Path(real, "f").write_text("inside\n")

    def swap():
        while not over.is_set():
            link.symlink_to(["../outside", "real"][flips[0] % 2])
            link.rename(inner)
            flips[0] += 1

    def write(writer):
        until, number = time.monotonic() + options.seconds, 0
        while time.monotonic() < until:
            kind = ["append", "create"][number % 2]
            name = "d/f" if kind == "append" else f"d/n{writer}-{number}"
            run = world.run(kind, name, "--text", "x")
            world.ends["done" if run.returncode == 0 else f"exit {run.returncode}"] += 1
            number += 1

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            list(pool.map(write, range(3)))
    finally:
        over.set()
        swapper.join()
    outside = {path.name: path.read_text() for path in world.outside.iterdir()}
    print(f"  {flips[0]} flips, outside: {len(outside)} files")
    is_mixed = world.ends["done"] > 0 and len(world.ends) > 1
    return outside == {"f": "outside\n"} and is_mixed


RACES = {
    "one": one,
    "hundred": hundred,
    "killed": killed,
    "transactions": transactions,
    "names": names,
    "in-place": in_place,
    "rename-over": rename_over,
    "flip": flip,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--only", action="append", choices=RACES)
    parser.add_argument("--program", type=Path, default=Path(__file__).parent.parent / "target/debug/incise")
    options = parser.parse_args()
    bad = 0
    for name in options.only or RACES:
        with tempfile.TemporaryDirectory(prefix="incise-writers-") as base:
            world, start = World(options.program.resolve(), base), time.monotonic()
            print(f"{name}:", flush=True)
            is_good = RACES[name](world, options)
            ends = ", ".join(f"{count} {end}" for end, count in sorted(world.ends.items()))
            print(f"  {ends}; {time.monotonic() - start:.0f} s; {'good' if is_good else 'BAD'}", flush=True)
            for error, count in collections.Counter(world.errors).most_common(3):
                print(f"  {count} times: {error}")
            bad += not is_good
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
