#!/usr/bin/env python3
"""Many writers: eight processes edit at once, alone and beside a tool that knows no locks.

    tests/writers.py [--edits N] [--seconds N] [--only NAME] [--program PATH]

Slow, and therefore run by hand (tests/writers.rs has a slice of it). N edits (1,000) by each process:

- `one`: all of one file; `hundred`: of a hundred files, in an order of its own;
- `in-place`: beside an editor that writes lines of its own into the file, at random moments;
- `rename-over`: the same, the editor renaming its new file over the old one;
- `flip`: for N seconds (60) a directory of the path is swapped for a link out of the root.

Lost edits, other errors than `locked`, undone writes of the editor and files touched outside fail the run.
The editor reads, waits for nobody and writes the whole file, so it takes away edits made meanwhile: those are
not counted. Where the file system has neither leases nor an exchange of names (NFS has not), the program's
last look comes just before its rename, and what the editor saves in between is lost: run it elsewhere.
"""

import argparse
import collections
import concurrent.futures
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
    """A tree, a place outside it, and how each run ended."""

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
        """Whether the line was written, as the program says."""
        run = self.run("append", path, "--text", line)
        said = "done" if run.returncode == 0 else "locked" if "holds the lock" in run.stderr else "refused"
        self.ends[said] += 1
        if said == "refused":
            self.errors.append(run.stderr.strip())
        return said == "done"

    def write_all(self, edits, path):
        """The lines that were written by all writers."""

        def write(writer):
            lines = (f"w{writer}-{number}" for number in range(edits))
            return [line for number, line in enumerate(lines) if self.append(path(writer, number), line)]

        with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
            return [line for written in pool.map(write, range(WRITERS)) for line in written]

    def lines(self):
        texts = (path.read_text() for path in self.tree.iterdir() if path.is_file())
        return collections.Counter(line for text in texts for line in text.splitlines())


def compare(world, written):
    """Every line that was announced stands there once, no other does, and nothing is left over."""
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


def beside_an_editor(world, options, save):
    """The editor's own lines are its first ones: it alone writes them, so each of its states ends a number."""
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
    """`d` is a directory of the tree, then a link to one outside it, as fast as it can be swapped."""
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


RACES = {"one": one, "hundred": hundred, "in-place": in_place, "rename-over": rename_over, "flip": flip}


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
