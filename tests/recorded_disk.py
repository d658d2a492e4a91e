#!/usr/bin/env python3
"""Disk images that record every write and flush in order. Loop devices can use them.

After a power cut, a disk may hold any state that the recording allows. Flushed data is present. Writes since the last
flush may be present in any combination. `Recording` creates such states: each prefix of the writes, and prefixes whose
last writes are reordered, partial, or torn between two blocks.

The images are in a file system that this script serves through /dev/fuse with the kernel's protocol (linux/fuse.h), so
that only Python is needed. All disks of one server share one order of events.

    recorded_disk.py LOG FUSE_FD FILE...      serve (started by `RecordedDisks`)
"""

import collections
import ctypes
import enum
import errno
import os
import random
import signal
import struct
import subprocess
import sys
from pathlib import Path

BLOCK = 4096
MOST_WRITTEN = 1 << 20

LIBC = ctypes.CDLL(None, use_errno=True)


def must(outcome):
    if outcome != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


# An event of a log: disk number, kind, offset, length. A write is followed by its bytes.
EVENT = struct.Struct("=BBQI")
WRITE, FLUSH = 0, 1

Event = collections.namedtuple("Event", "disk kind offset bytes")


class RecordedDisks:
    """Images that are served as `at/0`, `at/1` and so on. Writes change them at once."""

    def __init__(self, at, log, images):
        self.at, self.log = Path(at), Path(log)
        self.at.mkdir()
        self.log.touch()
        fuse = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={fuse},rootmode=40000,user_id=0,group_id=0".encode()
        must(LIBC.mount(b"recorded", os.fsencode(self.at), b"fuse", 0, options))
        command = [sys.executable, __file__, self.log, str(fuse), *images]
        self.server = subprocess.Popen(command, pass_fds=[fuse])
        os.close(fuse)

    def position(self):
        """The log position of the next event, for `Recording`."""
        return self.log.stat().st_size

    def close(self):
        subprocess.run(["umount", self.at], check=False)
        self.server.terminate()
        self.server.wait()


class Recording:
    """The events of a log."""

    def __init__(self, log, images):
        self.images, self.events, self.positions = images, [], []
        text, at = Path(log).read_bytes(), 0
        while at < len(text):
            disk, kind, offset, length = EVENT.unpack_from(text, at)
            self.positions.append(at)
            at += EVENT.size
            self.events.append(Event(disk, kind, offset, text[at : at + length]))
            at += length
        self.positions.append(at)

    def index(self, position):
        """The number of events before `position`."""
        return self.positions.index(position)

    def prefix(self, count):
        """The state if each disk writes at once and in order."""
        return [event for event in self.events[:count] if event.kind == WRITE]

    def reordered(self, count, seed):
        """Another possible state: some of the writes since each disk's last flush, in any order, some of them torn."""
        chance = random.Random(seed)
        chosen = []
        for disk in range(len(self.images)):
            own = [number for number in range(count) if self.events[number].disk == disk]
            flushed = max((n for n in own if self.events[n].kind == FLUSH), default=-1)
            chosen += [self.events[n] for n in own if n < flushed and self.events[n].kind == WRITE]
            loose = [self.events[n] for n in own if n > flushed]
            share = chance.choice([0.2, 0.5, 0.9])
            kept = [event for event in loose if chance.random() < share]
            chance.shuffle(kept)
            chosen += [torn(event, chance) if chance.random() < 0.3 else event for event in kept]
        return chosen

    def is_loose(self, count):
        """True if a disk has writes since its last flush, which could be reordered."""
        loose = collections.Counter()
        for event in self.events[:count]:
            loose[event.disk] = loose[event.disk] + 1 if event.kind == WRITE else 0
        return any(loose.values())

    def draw(self, writes, copies):
        """Writes `writes` to `copies` of the images."""
        for image, copy in zip(self.images, copies):
            subprocess.run(["cp", "--sparse=always", image, copy], check=True)
        files = [os.open(copy, os.O_WRONLY) for copy in copies]
        for write in writes:
            os.pwrite(files[write.disk], write.bytes, write.offset)
        for file in files:
            os.close(file)


def torn(event, chance):
    """Some adjacent blocks of a write."""
    blocks = range(0, len(event.bytes), BLOCK)
    first, last = sorted((chance.choice(blocks), chance.choice(blocks) + BLOCK))
    return event._replace(offset=event.offset + first, bytes=event.bytes[first:last])


# The kernel's protocol.

class Code(enum.IntEnum):
    LOOKUP = 1
    FORGET = 2
    GETATTR = 3
    SETATTR = 4
    OPEN = 14
    READ = 15
    WRITE = 16
    STATFS = 17
    RELEASE = 18
    FSYNC = 20
    FLUSH = 25
    INIT = 26
    OPENDIR = 27
    RELEASEDIR = 29
    INTERRUPT = 36
    DESTROY = 38
    BATCH_FORGET = 42


UNANSWERED = (Code.FORGET, Code.BATCH_FORGET, Code.INTERRUPT)
BIG_WRITES, MAX_PAGES = 1 << 5, 1 << 22

REQUEST = struct.Struct("=IIQQIIIHH")
ANSWER = struct.Struct("=IiQ")
ATTRIBUTES = struct.Struct("=QQQQQQIIIIIIIIII")
TRANSFER = struct.Struct("=QQI")
FOREVER = 1 << 30
ROOT = 1


class Server:
    """Serves the files. Inode 2 is file 0, and so on."""

    def __init__(self, log, fuse, images):
        self.fuse = fuse
        self.log = os.open(log, os.O_WRONLY | os.O_APPEND)
        self.files = [os.open(image, os.O_RDWR) for image in images]

    def serve(self):
        while True:
            try:
                request = os.read(self.fuse, MOST_WRITTEN + BLOCK)
            except OSError as error:
                if error.errno == errno.ENODEV:
                    return
                if error.errno in (errno.EINTR, errno.EAGAIN, errno.ENOENT):
                    continue
                raise
            _, code, unique, node, *_ = REQUEST.unpack_from(request)
            if code in UNANSWERED:
                continue
            try:
                error, answer = 0, self.answer(code, node, request[REQUEST.size :])
            except OSError as failure:
                error, answer = -failure.errno, b""
            os.write(self.fuse, ANSWER.pack(ANSWER.size + len(answer), error, unique) + answer)

    def answer(self, code, node, body):
        match code:
            case Code.INIT:
                flags = BIG_WRITES | MAX_PAGES
                return struct.pack(
                    "=IIIIHHIIHHI28x", 7, 31, 1 << 17, flags, 16, 12, MOST_WRITTEN, 1, MOST_WRITTEN // BLOCK, 0, 0
                )
            case Code.LOOKUP:
                name = body.rstrip(b"\0")
                if not name.isdigit() or int(name) >= len(self.files):
                    raise OSError(errno.ENOENT, "no such disk")
                node = int(name) + 2
                return struct.pack("=QQQQII", node, 0, FOREVER, FOREVER, 0, 0) + self.attributes(node)
            case Code.GETATTR | Code.SETATTR:
                return struct.pack("=QII", FOREVER, 0, 0) + self.attributes(node)
            case Code.OPEN | Code.OPENDIR:
                return struct.pack("=QII", 0, 0, 0)
            case Code.READ:
                _, offset, size = TRANSFER.unpack_from(body)
                return os.pread(self.files[node - 2], size, offset)
            case Code.WRITE:
                _, offset, size = TRANSFER.unpack_from(body)
                text = body[40 : 40 + size]
                self.note(node - 2, WRITE, offset, text)
                os.pwrite(self.files[node - 2], text, offset)
                return struct.pack("=II", size, 0)
            case Code.FSYNC:
                self.note(node - 2, FLUSH, 0, b"")
                return b""
            case Code.STATFS:
                return struct.pack("=QQQQQIIII24x", 0, 0, 0, 0, 0, BLOCK, 255, BLOCK, 0)
            case Code.RELEASE | Code.RELEASEDIR | Code.FLUSH | Code.DESTROY:
                return b""
        raise OSError(errno.ENOSYS, "not of use here")

    def note(self, disk, kind, offset, text):
        os.write(self.log, EVENT.pack(disk, kind, offset, len(text)) + text)

    def attributes(self, node):
        if node == ROOT:
            size, mode = 0, 0o40700
        else:
            size, mode = os.fstat(self.files[node - 2]).st_size, 0o100600
        return ATTRIBUTES.pack(node, size, size // 512, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, BLOCK, 0)


def main():
    # If the parent dies, die too, so that no mount stays.
    LIBC.prctl(1, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    log, fuse, *images = sys.argv[1:]
    Server(log, int(fuse), images).serve()


if __name__ == "__main__":
    main()
