#!/usr/bin/env python3
"""Replaces another tool while that tool's own tests run, and records each call.

Started under the name of the tool (`patch`, `git`, `hg`, `svn`). A call that applies a patch becomes one case: the tree
before, the patch, the arguments, the status and the tree after. Other calls are passed through without a record. The
tests see the output and status of the real tool, so they run as usual.

Environment: PEER_REAL_<TOOL> is the real program, PEER_CASES the directory for the cases, and PEER_SUITE the name of
the suite. PEER_SCOPE lists the directories to record; calls elsewhere are passed through without a record.
"""
import base64, json, os, stat, subprocess, sys, uuid

BYTES = 4 << 20
ENTRIES = 5_000
HIDDEN = {".git", ".hg", ".svn"}


def tree(root):
    """Maps each path to ["f", mode, base64], ["l", target] or ["d"]. None if the tree is too large to keep."""
    out, size = {}, 0
    for folder, names, files in os.walk(root):
        names[:] = [n for n in names if n not in HIDDEN]
        for name in names + files:
            if len(out) > ENTRIES:
                return None
            path = os.path.join(folder, name)
            key = os.path.relpath(path, root)
            try:
                info = os.lstat(path)
                if stat.S_ISLNK(info.st_mode):
                    out[key] = ["l", os.readlink(path)]
                elif stat.S_ISDIR(info.st_mode):
                    out[key] = ["d"]
                elif stat.S_ISREG(info.st_mode):
                    size += info.st_size
                    if size > BYTES:
                        return None
                    with open(path, "rb") as file:
                        out[key] = ["f", stat.S_IMODE(info.st_mode), base64.b64encode(file.read()).decode()]
            except OSError:
                continue
    return out


def operands(args, with_value, subcommand=None):
    """The options of a call as (name, value or None), and its operands."""
    options, rest, only = [], [], False
    words = iter(args)
    for word in words:
        if only or word == "-" or not word.startswith("-"):
            rest.append(word)
        elif word == "--":
            only = True
        elif word.startswith("--"):
            name, sign, value = word.partition("=")
            options.append((name, value if sign else next(words, "") if name in with_value else None))
        else:
            at = 1
            while at < len(word):
                name = "-" + word[at]
                at += 1
                if name in with_value:
                    options.append((name, word[at:] or next(words, "")))
                    break
                options.append((name, None))
    return options, rest


PATCH_VALUES = set("-p -i -o -d -F -D -r -V -z -B -Y -g".split()) | set(
    "--strip --input --output --directory --fuzz --ifdef --reject-file --version-control --suffix --prefix "
    "--basename-prefix --get --reject-format --read-only --quoting-style".split())
GIT_VALUES = {"-p", "-C", "--directory", "--include", "--exclude", "--build-fake-ancestor", "--whitespace"}
HG_VALUES = set("-p -b -d -u -m -l -s -R -e -t".split()) | set(
    "--strip --base --date --user --message --logfile --similarity --prefix --repository --cwd --config --encoding".split())
SVN_VALUES = set("--strip --password --username --config-dir --config-option --set-depth --editor-cmd".split())


def parse(tool, args):
    """A call that applies a patch, as {options, files, patches, top}. None for any other call."""
    if tool == "patch":
        options, rest = operands(args, PATCH_VALUES)
        said = dict(options)
        if "--version" in said or "-v" in said or "--help" in said:
            return None
        top = said.get("-d") or said.get("--directory") or "."
        patches = [said.get("-i") or said.get("--input") or (rest[1] if len(rest) > 1 else "-")]
        return dict(options=options, files=rest[:1], patches=patches, top=top, base=top)
    if tool == "git":
        words = list(args)
        while words and words[0] in ("-c", "-C"):
            if words[0] == "-C":
                return None
            words = words[2:]
        if words[:1] != ["apply"]:
            return None
        options, rest = operands(words[1:], GIT_VALUES)
        top = subprocess.run([os.environ["PEER_REAL_GIT"], "rev-parse", "--show-toplevel"], capture_output=True, text=True)
        top = top.stdout.strip() or "."
        return dict(options=options, files=[], patches=rest or ["-"], top=top, base=".")
    if tool == "hg":
        options, rest = operands(args, HG_VALUES)
        if rest[:1] not in (["import"], ["patch"]):
            return None
        said = dict(options)
        at = ["-R", said.get("-R") or said.get("--repository")] if "-R" in said or "--repository" in said else []
        top = subprocess.run([os.environ["PEER_REAL_HG"], *at, "root"], capture_output=True, text=True).stdout.strip()
        return dict(options=options, files=[], patches=rest[1:] or ["-"], top=top, base=top) if top else None
    if tool == "svn":
        options, rest = operands(args, SVN_VALUES)
        if rest[:1] != ["patch"] or len(rest) < 2:
            return None
        top = rest[2] if len(rest) > 2 else "."
        return dict(options=options, files=[], patches=rest[1:2], top=top, base=top)
    return None


def main():
    tool = os.environ.get("PEER_TOOL") or os.path.basename(sys.argv[0])
    real = os.environ["PEER_REAL_" + tool.upper()]
    args = sys.argv[1:]
    call = parse(tool, args)
    if call is None:
        os.execv(real, [real, *args])
    top = os.path.realpath(call["top"])
    if not top.startswith(tuple(os.environ["PEER_SCOPE"].split(os.pathsep))):
        os.execv(real, [real, *args])
    stdin = sys.stdin.buffer.read() if "-" in call["patches"] else None
    before = tree(top)
    patch = b""
    for name in call["patches"]:
        if name == "-":
            patch += stdin
            continue
        for place in (name, os.path.join(top, name)):
            if os.path.isfile(place):
                with open(place, "rb") as file:
                    patch += file.read()
                break
    done = subprocess.run([real, *args], input=stdin) if stdin is not None else subprocess.run([real, *args])
    after = tree(top)
    if before is not None and after is not None and patch:
        case = dict(suite=os.environ["PEER_SUITE"], tool=tool, args=args, options=call["options"], files=call["files"],
                    base=os.path.relpath(os.path.realpath(call["base"]), top), before=before, after=after,
                    status=done.returncode, patch=base64.b64encode(patch).decode(),
                    test=os.environ.get("PEER_TEST", ""))
        name = os.path.join(os.environ["PEER_CASES"], uuid.uuid4().hex + ".json")
        with open(name + "~", "w") as file:
            json.dump(case, file)
        os.rename(name + "~", name)
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


if __name__ == "__main__":
    sys.exit(main())
