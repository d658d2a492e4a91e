"""Asks git about texts outside a repository: their diff, their merge, and whether a patch applies."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

# Excludes the configuration of the user and the machine, and repositories around the scratch directory.
ENVIRONMENT = dict(
    os.environ,
    GIT_CONFIG_GLOBAL="/dev/null",
    GIT_CONFIG_NOSYSTEM="1",
    GIT_CEILING_DIRECTORIES=tempfile.gettempdir() + ":/dev/shm",
    GIT_OPTIONAL_LOCKS="0",
    GIT_TERMINAL_PROMPT="0",
    LC_ALL="C.UTF-8",
    NO_COLOR="1",
)
TIMEOUT = 60


def scratch_root() -> str | None:
    """The best place for scratch directories: in memory, if possible."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


class Scratch:
    """A temporary directory."""

    def __enter__(self) -> "Scratch":
        self.directory = Path(tempfile.mkdtemp(prefix="incise-bench-", dir=scratch_root()))
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.directory, ignore_errors=True)

    def _git(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            ["git", *arguments],
            cwd=self.directory,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=ENVIRONMENT,
            timeout=TIMEOUT,
        )

    def _write(self, **texts: bytes) -> None:
        for name, text in texts.items():
            (self.directory / name).write_bytes(text)

    def merged(self, ours: bytes, base: bytes, theirs: bytes) -> bytes | None:
        """The three-way line merge, or None if it conflicts."""
        self._write(ours=ours, base=base, theirs=theirs)
        run = self._git("merge-file", "-p", "-q", "ours", "base", "theirs")
        return run.stdout if run.returncode == 0 else None

    def diff(self, old: bytes, new: bytes, context: int = 3) -> bytes:
        """The diff of two texts."""
        self._write(old=old, new=new)
        return self._git("diff", "--no-index", "--no-color", "--text", f"-U{context}", "old", "new").stdout

    def git_applies(self, path: str, text: bytes, patch: bytes) -> bool:
        """True if `git apply` accepts the patch for this text."""
        target = self.directory / "tree" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text)
        self._write(patch=patch)
        run = self._git("apply", "--check", "--directory=tree", "patch")
        shutil.rmtree(self.directory / "tree")
        return run.returncode == 0
