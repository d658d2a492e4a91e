#!/usr/bin/env python3
"""Power cuts: the power goes at every call and after every write, and each time all is old or all is new.

    tests/powercut.py [--slice] [--only NAME] [--kind KIND] [--way cut|replay] [--program PATH]

Two ways, both on file systems of their own in loop devices:

- `cut`: the program is killed at a system call (or the call fails, or the program ends), then the file system
  is shut down by its own ioctl, everything that was not flushed dropped, or its log flushed first; it is
  mounted again. For the transaction recovery is killed and cut off in its turn.
- `replay`: the disk notes every write and flush (tests/recorded_disk.py), and is then given every state that
  it may have had: each prefix of the writes, and seeded others, where of what was not yet flushed some came
  first, some not at all, some in part. In the runs called busy something else flushes all the time.

The state directory is on the same file system, or on another one that is cut off too, but differently. After
each cut the next edit or `incise recover` settles it, and then:

- all is old or all is new, no file empty or torn, nothing left over in the tree or among the logs;
- new, if the program had ended with exit 0 and promised that; old, if it had ended with another status;
- `log` can be read; `undo` takes it back or refuses, and then changes nothing; the next edit can be undone.

With `--sync none` the same cuts must do harm, else this shows nothing: that is looked for too.

It needs root, strace, loop devices, /dev/fuse and mkfs for each kind; what is missing is skipped by name. All
mounts are in a mount namespace of their own and end with it. `--slice` takes a fixed sample of some seconds.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import fcntl
import itertools
import multiprocessing
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from fault import injection
from powercut_case import CASES, End, Expectation, Judge, Tally, World
from recorded_disk import LIBC, RecordedDisks, Recording, must

MIB = 1 << 20
ALL = 1 << 30

# What makes a file system, the megabytes it has, and how it is mounted.
KINDS = {
    "ext4": ("mkfs.ext4 -q -b 4096 -E nodiscard,lazy_itable_init=0", 64, ""),
    "ext4-plain": ("mkfs.ext4 -q -b 4096 -E nodiscard,lazy_itable_init=0", 64, "noauto_da_alloc"),
    "xfs": ("mkfs.xfs -q -K", 300, ""),
    "btrfs": ("mkfs.btrfs -q -K", 128, ""),
}

# One cannot be shut down; the other would only flush more often than what is replayed anyway.
NO_SHUTDOWN, NO_REPLAY = "btrfs", "ext4"

# _IOR('X', 125, u32): drop what is not in the log, or flush the log first.
SHUTDOWN, FLUSH, DROP = 0x8004587D, 1, 2


class Volume:
    """A file system in an image, mounted at `at`."""

    def __init__(self, base, name, kind):
        self.image, self.at, self.kind = base / f"{name}.image", base / name, kind
        command, size, self.options = KINDS[kind]
        self.at.mkdir()
        with open(self.image, "wb") as file:
            file.truncate(size * MIB)
        subprocess.run([*command.split(), self.image], check=True, capture_output=True)

    def mount(self, image=None):
        options = ",".join(option for option in ("loop", self.options) if option)
        run = subprocess.run(
            ["mount", "-o", options, image or self.image, self.at], capture_output=True, text=True
        )
        if run.returncode != 0:
            raise OSError(f"mount {self.kind}: {run.stderr}")

    def unmount(self):
        for attempt in range(50):
            if subprocess.run(["umount", self.at], capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        raise OSError(f"{self.at} is busy")

    def sync(self):
        file = os.open(self.at, os.O_RDONLY)
        must(LIBC.syncfs(file))
        os.close(file)

    def cut(self, how):
        """Everything after this is after the power cut."""
        file = os.open(self.at, os.O_RDONLY)
        fcntl.ioctl(file, SHUTDOWN, struct.pack("I", how))
        os.close(file)


class Bench:
    """The volumes of one job: one for tree and state directory, or one for each."""

    def __init__(self, program, kind, place):
        self.program = program
        room = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.base = Path(tempfile.mkdtemp(prefix="incise-powercut-", dir=room))
        names = ["tree", "state"] if place == "other" else ["tree"]
        self.volumes = [Volume(self.base, name, kind) for name in names]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for volume in self.volumes:
            subprocess.run(["umount", "--lazy", volume.at], capture_output=True)
        shutil.rmtree(self.base, ignore_errors=True)

    def mount(self, images=(None, None)):
        for volume, image in zip(self.volumes, images):
            volume.mount(image)

    def unmount(self):
        for volume in self.volumes:
            volume.unmount()

    def sync(self):
        for volume in self.volumes:
            volume.sync()

    def world(self, number):
        """A place that was not used before, on the volumes as they are."""
        return World(self.program, self.volumes[0].at / f"{number}/tree", self.volumes[-1].at / f"{number}/state")

    def cut(self, hows):
        for volume, how in zip(self.volumes, hows):
            volume.cut(how)
        self.unmount()
        self.mount()


def spread(items, most):
    """At most so many of them, evenly, the first and the last included."""
    items = list(items)
    if len(items) <= most:
        return items
    return [items[number * (len(items) - 1) // (most - 1)] for number in range(most)]


# How the volumes are shut down, by where the state directory is.
HOWS = {"same": [(DROP,), (FLUSH,)], "other": [(DROP, FLUSH), (FLUSH, DROP)]}


class Cuts:
    """The cuts of one case on one kind of file system."""

    def __init__(self, program, kind, place, name, most):
        self.program, self.kind, self.place, self.case, self.most = program, kind, place, CASES[name], most
        self.tally = Tally(f"cut {kind} {place} {name}")

    def run(self):
        expectation = Expectation(self.program, self.case)
        judge = Judge(self.case, expectation, self.tally)
        with Bench(self.program, self.kind, self.place) as bench:
            bench.mount()
            for number, job in enumerate(self.jobs(expectation.points)):
                self.one(bench, judge, number, job)
        return self.tally

    def jobs(self, calls):
        """(call, fault, call of the recovery, how it is shut down) of every run that is cut off; without a call
        it ends by itself."""
        both, one = HOWS[self.place], itertools.cycle(HOWS[self.place])
        ends = [(None, None, None, hows) for hows in both * 3]
        if self.case.removes or self.case.unsynced:
            return ends
        points = spread(calls, self.most)
        jobs = [(point, "KILL", None, hows) for point in points for hows in both]
        if self.case.thorough:
            again = [("renameat", 1), ("unlinkat", 1), ("unlinkat", 3), ("fsync", 1), ("renameat2", 1), ("fsync", 2)]
            jobs += [(point, "KILL", again[n % len(again)], next(one)) for n, point in enumerate(points)]
            jobs += [(point, "EIO", None, next(one)) for point in points]
        return jobs + ends

    def one(self, bench, judge, number, job):
        point, fault, second, hows = job
        world = bench.world(number)
        world.fill(self.case)
        bench.sync()
        for name in self.case.unsynced:
            (world.tree / name).write_bytes((world.tree / name).read_bytes())
        run = world.run([*self.case.args, "--json"], self.case.stdin, injection(point, fault) if point else ())
        end = End.of(run)
        for name in self.case.removes:
            (world.tree / name).unlink()
            bench.volumes[0].sync()
        bench.cut(hows)
        if second:
            world.run(["recover"], "", injection(second, "KILL"))
            bench.cut(hows)
        judge.look(world, end, f"{fault} at {point}, shut down {hows}" + (f", again at {second}" if second else ""))
        shutil.rmtree(world.tree.parent)
        shutil.rmtree(world.state.parent, ignore_errors=True)


class Replays:
    """The states of the disks while one case ran."""

    def __init__(self, program, kind, place, name, busy, prefixes, others):
        self.program, self.kind, self.place, self.case = program, kind, place, CASES[name]
        self.busy, self.prefixes, self.others = busy, prefixes, others
        self.tally = Tally(f"replay {kind} {place} {name}{' busy' if busy else ''}")

    def run(self):
        judge = Judge(self.case, Expectation(self.program, self.case), self.tally)
        with Bench(self.program, self.kind, self.place) as bench:
            world = bench.world(0)
            bench.mount()
            world.state.parent.mkdir(exist_ok=True, parents=True)
            world.fill(self.case)
            bench.unmount()
            recording, start, over, end = self.record(bench, world)
            copies = [volume.image.with_suffix(".copy") for volume in bench.volumes]
            for count, seed in self.states(recording, start):
                is_all = count == len(recording.events) and seed is None
                ended = dataclasses.replace(end, is_settled=is_all) if count >= over else End()
                writes = recording.prefix(count) if seed is None else recording.reordered(count, seed)
                recording.draw(writes, copies)
                what = f"after {count} events (it ends at {over})" + (f", order {seed}" if seed is not None else "")
                self.look(bench, judge, world, (copies, ended, what))
        return self.tally

    def record(self, bench, world):
        """Runs the case on disks that take notes: the notes, the number of the first and of those before its end."""
        live = [volume.image.with_suffix(".live") for volume in bench.volumes]
        images = [volume.image for volume in bench.volumes]
        for image, copy in zip(images, live):
            subprocess.run(["cp", "--sparse=always", image, copy], check=True)
        log = bench.base / "log"
        disks = RecordedDisks(bench.base / "disks", log, live)
        try:
            bench.mount([disks.at / str(number) for number in range(len(live))])
            start = disks.position()
            with busy(bench) if self.busy else contextlib.nullcontext():
                run = world.run([*self.case.args, "--json"], self.case.stdin)
            end, over = End.of(run), disks.position()
            bench.unmount()
        finally:
            disks.close()
        assert run.returncode == 0, run.stderr
        recording = Recording(log, images)
        return recording, recording.index(start), recording.index(over), end

    def states(self, recording, start):
        """(events, seed) of every state looked at; no seed: in order."""
        counts = range(start, len(recording.events) + 1)
        loose = [count for count in counts if recording.is_loose(count)]
        chance = random.Random(14)
        others = [(chance.choice(loose), seed) for seed in range(self.others)] if loose else []
        return [(count, None) for count in spread(counts, self.prefixes)] + others

    def look(self, bench, judge, world, state):
        copies, end, what = state
        try:
            bench.mount(copies)
        except OSError as error:
            self.tally.problems.append(f"{what}: {error}")
            return
        judge.look(world, end, what)
        bench.unmount()


@contextlib.contextmanager
def busy(bench):
    """Somebody else flushes the file systems meanwhile."""
    over = threading.Event()

    def flush():
        chance = random.Random(5)
        while not over.is_set():
            chance.choice(bench.volumes).sync()
            time.sleep(chance.uniform(0, 0.002))

    thread = threading.Thread(target=flush)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def jobs(options, program):
    """Everything there is to do."""
    kinds = [kind for kind in options.kind or KINDS if is_there(kind)]
    found = []
    for kind, place, name in itertools.product(kinds, HOWS, options.only or CASES):
        case = CASES[name]
        if options.way != "replay" and kind != NO_SHUTDOWN:
            most = 4 if options.slice else ALL if case.thorough else 40
            found.append(Cuts(program, kind, place, name, most))
        if options.way != "cut" and kind != NO_REPLAY and not (case.removes or case.unsynced):
            for is_busy in (False, True) if case.thorough or case.files > 10 else (False,):
                states = (4, 4) if options.slice else (ALL, 200) if case.thorough else (30, 20)
                found.append(Replays(program, kind, place, name, is_busy, *states))
    return found


def is_there(kind):
    return shutil.which(KINDS[kind][0].split()[0]) is not None


def private_mounts():
    """From here on, what this process mounts is seen by its children alone and ends with the last of them."""
    namespace, private_and_below = 0x20000, 0x44000
    must(LIBC.unshare(namespace))
    must(LIBC.mount(b"none", b"/", None, private_and_below, None))


def timed(job):
    start = time.monotonic()
    try:
        tally = job.run()
    except (OSError, subprocess.SubprocessError, AssertionError) as error:
        tally = job.tally
        tally.problems.append(f"could not go on: {error!r}")
    except KeyboardInterrupt:
        # What was mounted is unmounted by now; there is to be no next job.
        os._exit(130)
    tally.seconds = time.monotonic() - start
    return tally


def missing():
    """Why nothing can be done here, or `None`."""
    if os.geteuid() != 0:
        return "it needs root"
    if shutil.which("strace") is None:
        return "strace is missing"
    if not os.access("/dev/loop-control", os.W_OK):
        return "there are no loop devices"
    try:
        private_mounts()
    except OSError as error:
        return f"nothing may be mounted: {error}"
    return None


def judged(tallies):
    """Prints what was found; whether all is well."""
    by_kind, is_good = collections.Counter(), True
    for tally in tallies:
        way, kind, *_ = tally.title.split()
        by_kind[f"{way} {kind}"] += tally.cuts
        is_good = is_good and not tally.problems
    print(", ".join(f"{kind}: {cuts}" for kind, cuts in by_kind.items()))
    careless = [tally for tally in tallies if "-none" in tally.title]
    harm, cuts = sum(tally.harm for tally in careless), sum(tally.cuts for tally in careless)
    if careless:
        print(f"without syncing {harm} of {cuts} cuts did harm" + ("" if harm else ": this shows nothing"))
    print(f"{sum(by_kind.values())} cuts, {sum(len(tally.problems) for tally in tallies)} bad")
    return is_good and (harm > 0 or not careless)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--slice", action="store_true", help="a sample")
    parser.add_argument("--only", action="append", choices=CASES, metavar="NAME", help=", ".join(CASES))
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--way", choices=["cut", "replay"])
    parser.add_argument("--program", type=Path, default=Path(__file__).parent.parent / "target/debug/incise")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    why = missing()
    if why is not None:
        print(f"skipped: power cuts ({why})")
        return 0
    for kind in options.kind or KINDS:
        if not is_there(kind):
            print(f"skipped: power cuts on {kind} ({KINDS[kind][0].split()[0]} is missing)")
    if not os.access("/dev/fuse", os.W_OK) and options.way != "cut":
        print("skipped: replay of power cuts (/dev/fuse is missing)")
        options.way = "cut"
    pool = concurrent.futures.ProcessPoolExecutor(options.jobs, multiprocessing.get_context("fork"))
    tallies = []
    try:
        for tally in pool.map(timed, jobs(options, options.program.resolve())):
            tallies.append(tally)
            print(tally.line(), flush=True)
            for problem in tally.problems[:8]:
                print(f"  {problem}", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        return 130
    finally:
        pool.shutdown(cancel_futures=True)
    return 0 if judged(tallies) else 1


if __name__ == "__main__":
    sys.exit(main())
