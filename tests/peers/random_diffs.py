#!/usr/bin/env python3
"""Applies random valid diffs with `git apply` and `incise patch`. The resulting trees must be equal, byte for byte.

  random_diffs.py --exe target/release/incise --diffs 1000000 --seed 1

Each batch has two trees of random files. `git diff` writes their difference, and both tools apply it to copies of the
first tree. A file may differ in random lines, mode, line endings or bytes. It may also be new, deleted or a link. Files
consist of few distinct lines, so that blocks repeat, or of many. They have LF, CRLF or mixed endings, with or without a
final newline. They are UTF-8, Latin-1 or binary. Names contain spaces, quotes, tabs and non-ASCII letters. In one batch
of four, lines were added above or below in the target, and all lines are distinct. Prints the seed of a batch that
differs, and exits with 1.
"""
import argparse, os, random, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from record import tree

ENV = dict(os.environ, GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL="/dev/null", GIT_CEILING_DIRECTORIES=tempfile.gettempdir())
WORDS = ["if x:", "    return 1", "}", "", "end", "  a = b", "# note", "foo(bar)", "é à ü", "日本", "\tx", "x " * 40, "---", "+++ b", "@@ -1 +1 @@", "diff", "\\ No"]


def line(draw, few, own):
    if own:
        return f"line {draw.random()}".encode()
    if few:
        return draw.choice(WORDS[: draw.choice((3, 5, len(WORDS)))]).encode()
    return draw.choice(WORDS + [f"v{draw.randrange(10 ** 6)} = {draw.randrange(100)}"] * 40).encode()


def text(draw, own):
    few = not own and draw.random() < 0.4
    ending = draw.choice([b"\n"] * 8 + [b"\r\n", None])
    lines = [line(draw, few, own) + (ending or draw.choice((b"\n", b"\r\n"))) for _ in range(draw.choice((0, 1, 2, 5, 20, 60)))]
    if lines and draw.random() < 0.15:
        lines[-1] = lines[-1].rstrip(b"\r\n") or b"x"
    return lines, few, ending or b"\n"


def changed(draw, lines, few, ending, own):
    lines = list(lines)
    for _ in range(draw.choice((1, 1, 2, 3, 6))):
        at = draw.randrange(len(lines) + 1)
        end = min(len(lines), at + draw.choice((0, 0, 1, 1, 2, 5)))
        new = [line(draw, few, own) + ending for _ in range(draw.choice((0, 1, 1, 2, 4)))]
        if new and at and not lines[at - 1].endswith(b"\n"):
            lines[at - 1] += ending
        lines[at:end] = new
    if lines and draw.random() < 0.1:
        lines[-1] = lines[-1].rstrip(b"\r\n") if lines[-1].endswith(b"\n") else lines[-1] + ending
    return lines


def name(draw, number):
    stem = draw.choice(["f", "a b", "ü", "q\"q", "tab\tx", "dir/x", "dir/deep/y", "#h", "-dash", "日"])
    return f"{stem}{number}{draw.choice(['', '.txt', '.py'])}"


def write(path, data, executable=False):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    os.chmod(path, 0o755 if executable else 0o644)


def make(draw, root, count, drifted):
    """Creates the trees `a` and `b`, and the tree `now` to which the diff is applied."""
    for number in range(count):
        path = name(draw, number)
        paths = {side: os.path.join(root, side, path) for side in ("a", "b", "now")}
        kind = draw.random()
        executable = draw.random() < 0.1
        if kind < 0.04 and not drifted:
            binary = [bytes(draw.randrange(256) for _ in range(draw.choice((10, 400)))) + b"\0" for _ in range(2)]
            for side, data in (("a", binary[0]), ("now", binary[0]), ("b", binary[1])):
                write(paths[side], data)
            continue
        lines, few, ending = text(draw, drifted)
        new = changed(draw, lines, few, ending, drifted)
        if draw.random() < 0.05:
            # Encode both sides, because a tool does not insert UTF-8 into a file with another encoding.
            lines, new = ([l.decode().encode("latin-1", "replace") for l in side] for side in (lines, new))
        now = list(lines)
        if drifted:
            # The changed lines have unchanged lines around them. The target has additional lines before or after those.
            above, below, more = ([line(draw, False, True) + b"\n" for _ in range(draw.randrange(10, 14))] for _ in range(3))
            ended = [l if l.endswith(b"\n") else l + ending for l in lines], [l if l.endswith(b"\n") else l + ending for l in new]
            lines, new = above + ended[0] + below, above + ended[1] + below
            now = above[:1] + more[: draw.randrange(9)] + lines[1:-1] + more[: draw.randrange(9)] + below[-1:]
        if kind > 0.06 or drifted:
            write(paths["a"], b"".join(lines), executable)
            write(paths["now"], b"".join(now), executable)
        if kind < 0.94 or drifted:
            write(paths["b"], b"".join(new), executable ^ (draw.random() < 0.05))


def files(root):
    """All paths except directories, because git removes directories that a deletion leaves empty."""
    return {path: what for path, what in tree(root).items() if what[0] != "d"}


def batch(exe, seed, count):
    """The fault of the batch with this seed, or None."""
    draw = random.Random(seed)
    drifted = seed % 4 == 3
    root = tempfile.mkdtemp(prefix="diffs-")
    try:
        for side in ("a", "b", "now"):
            os.makedirs(os.path.join(root, side))
        make(draw, root, count, drifted)
        context = draw.choice((3, 3, 3, 1, 2, 5, 8)) if drifted else draw.choice((3, 3, 3, 0, 1, 2, 5, 8))
        diff = subprocess.run(["git", "diff", "--no-index", "--binary", "--no-prefix", "--no-color", "--no-renames", f"-U{context}", "a", "b"],
                              cwd=root, capture_output=True, env=ENV).stdout
        with open(os.path.join(root, "diff"), "wb") as file:
            file.write(diff)
        os.rename(os.path.join(root, "now"), os.path.join(root, "git"))
        shutil.copytree(os.path.join(root, "git"), os.path.join(root, "incise"), symlinks=True)
        zero = ["--unidiff-zero"] if context == 0 else []
        theirs = subprocess.run(["git", "apply", "-p1", "--whitespace=nowarn", *zero, "../diff"], cwd=os.path.join(root, "git"), capture_output=True, env=ENV)
        ours = subprocess.run([exe, "patch", "--strip", "1", "--root", ".", "--no-journal", "--sync", "none", "-q", "../diff"],
                              cwd=os.path.join(root, "incise"), capture_output=True, env=dict(ENV, INCISE_STATE_DIR=os.path.join(root, "state")))
        if theirs.returncode and ours.returncode:
            return f"both refuse: {theirs.stderr[:300]!r}"
        if theirs.returncode or ours.returncode:
            return f"git apply {theirs.returncode} {theirs.stderr[:300]!r}, incise {ours.returncode} {ours.stderr[:600]!r}"
        left, right = (files(os.path.join(root, side)) for side in ("git", "incise"))
        # Without context, `git apply` itself sometimes picks the wrong one of two equal lines.
        if left != right and (drifted or right != files(os.path.join(root, "b"))):
            names = [n for n in sorted(set(left) | set(right)) if left.get(n) != right.get(n)]
            return f"{names[:5]} differ"
        return None
    finally:
        shutil.rmtree(root, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exe", default="target/release/incise")
    parser.add_argument("--diffs", type=int, default=10_000)
    parser.add_argument("--batch", type=int, default=500, help="files per diff")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    exe = os.path.abspath(args.exe)
    bad, done = 0, 0
    for seed in range(args.seed, args.seed + max(1, args.diffs // args.batch)):
        why = batch(exe, seed, args.batch)
        done += args.batch
        if why:
            bad += 1
            print(f"seed {seed}: {why}")
    print(f"{done} diffs in batches of {args.batch}")
    print(f"{done // args.batch - bad} passed, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
