#!/usr/bin/env python3
"""Simulates power cuts at every call and after every write. Each time, the tree must be entirely old or entirely new.

    tests/powercut.py [--slice] [--only NAME] [--kind KIND] [--way cut|replay] [--program PATH]

There are two methods. Both use file systems in loop devices:

- `cut`: The program is killed at a system call, the call fails, or the program ends. An ioctl then shuts down the file
  system. It drops all unflushed data, or flushes its log first. The file system is mounted again. In thorough cases,
  recovery is killed and cut off too.
- `replay`: The disk records every write and flush (tests/recorded_disk.py). The test then creates states that the disk
  may have had: prefixes of the writes, and seeded variants. In a variant, unflushed writes are reordered, missing or
  partial. In `busy` runs, another thread flushes all the time.

The state directory is on the same file system, or on another one that is cut differently. After each cut, the next edit
or `incise recover` completes or reverts the transaction. Then:

- The tree is entirely old or entirely new. No file is empty or torn. No temporary files or logs are left.
- The tree is new if the program exited with 0 and promised that. It is old if the program exited with another status.
- `log` succeeds. `undo` succeeds, or refuses and changes nothing. The next edit can be undone.

With `--sync none`, the same cuts must do harm, because otherwise the test would prove nothing.

Needs root, strace, loop devices, /dev/fuse and mkfs for each kind. Tests without their tools are skipped with a
message. All mounts are in a private mount namespace and end with it. `--slice` takes a fixed sample that lasts seconds.
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

# The mkfs command, the size in megabytes and the mount options of each kind.
KINDS = {
    "ext4": ("mkfs.ext4 -q -b 4096 -E nodiscard,lazy_itable_init=0", 64, ""),
    "ext4-plain": ("mkfs.ext4 -q -b 4096 -E nodiscard,lazy_itable_init=0", 64, "noauto_da_alloc"),
    "xfs": ("mkfs.xfs -q -K", 300, ""),
    "btrfs": ("mkfs.btrfs -q -K", 128, ""),
}

# btrfs cannot be shut down. ext4 only flushes more often than ext4-plain, which is replayed.
NO_SHUTDOWN, NO_REPLAY = "btrfs", "ext4"

# _IOR('X', 125, u32). The argument decides whether the log is flushed first.
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
        """Cuts the power."""
        file = os.open(self.at, os.O_RDONLY)
        fcntl.ioctl(file, SHUTDOWN, struct.pack("I", how))
        os.close(file)


class Bench:
    """The volumes of one job: one for both tree and state directory, or one for each."""

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
        """A new place on the existing volumes."""
        return World(self.program, self.volumes[0].at / f"{number}/tree", self.volumes[-1].at / f"{number}/state")

    def cut(self, hows):
        for volume, how in zip(self.volumes, hows):
            volume.cut(how)
        self.unmount()
        self.mount()


def spread(items, most):
    """At most `most` items, evenly spaced, including the first and the last."""
    items = list(items)
    if len(items) <= most:
        return items
    return [items[number * (len(items) - 1) // (most - 1)] for number in range(most)]


# The shutdown of each volume, by the location of the state directory.
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
        """(call, fault, call of the recovery, kind of shutdown) for each run. Without a call, the run ends by
        itself."""
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
    """The possible states of the disks during one case."""

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
        """Runs the case on recording disks. Returns the recording, the first event of the run, the events before its
        end, and the end."""
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
        """(events, seed) of every state to check. Without a seed, the writes are in order."""
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
    """Flushes the file systems from another thread."""
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
    """All jobs to run."""
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
    """Makes later mounts visible only to child processes. The mounts end with the last of them."""
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
        # Everything is unmounted. Do not start another job.
        os._exit(130)
    tally.seconds = time.monotonic() - start
    return tally


def missing():
    """The missing requirement for all tests, or `None`."""
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
    """Prints the results. Returns true if there is no problem."""
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
    parser.add_argument("--slice", action="store_true", help="run a sample")
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
