"""Runs `incise patch` on the recorded cases and compares its results with those of the tools."""
import base64, json, os, shutil, subprocess, tempfile

SIDE = (".orig", ".rej", ".svnpatch.rej", "~")


class Unsupported(Exception):
    """The call uses a feature that `incise patch` does not support."""


def plant(tree, root):
    os.makedirs(root)
    for path, what in sorted(tree.items()):
        full = os.path.join(root, path)
        if what[0] == "d":
            os.makedirs(full, exist_ok=True)
    for path, what in sorted(tree.items()):
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        if what[0] == "l":
            os.symlink(what[1], full)
        elif what[0] == "f":
            with open(full, "wb") as file:
                file.write(base64.b64decode(what[2]))
            os.chmod(full, what[1])


def harvest(root):
    from record import tree
    return tree(root)


def is_side(path, case):
    """True if a tool left this file next to its targets: a backup, a reject file, or a file that the suite writes."""
    if case["suite"] == "busybox" and path in ("actual", "expected"):
        return True
    if path in case["before"]:
        if path.endswith(SIDE):
            return case["before"].get(path) != case["after"].get(path)
        # The shell creates the output file of a call before the call.
        is_empty = case["before"][path][0] == "f" and not case["before"][path][2]
        return is_empty and path.encode() not in base64.b64decode(case["patch"])
    return path.encode() not in base64.b64decode(case["patch"])


def comparable(tree, case):
    """Files and links with their executable bits, without files that a tool leaves next to its targets."""
    out = {}
    for path, what in tree.items():
        if what[0] != "d" and not is_side(path, case):
            out[path] = ("l", what[1]) if what[0] == "l" else ("f", bool(what[1] & 0o100), what[2])
    return out


def arguments(case):
    """The `incise patch` arguments that are equivalent to the call's arguments."""
    options, tool = case["options"], case["tool"]
    args, strip = [], None
    silent = set()
    if tool == "patch":
        silent = set("-s -f -t -u -b -z -V -B -Y -i -d -v -N --force --batch --quiet --silent --unified --backup --suffix "
                     "--version-control --prefix --input --directory --binary --verbose --forward -T -Z --set-time "
                     "--set-utc --no-backup-if-mismatch --backup-if-mismatch --quoting-style --basename-prefix "
                     "--follow-symlinks --reject-file -r --reject-format -g --get -F --fuzz".split())
        for name, value in options:
            if name in ("-p", "--strip"):
                strip = value
            elif name in ("-R", "--reverse"):
                args.append("--reverse")
            elif name == "--dry-run":
                args.append("-n")
            elif name in ("-l", "--ignore-whitespace"):
                args += ["--mode", "tolerant"]
            elif name in ("-o", "--output"):
                args += ["--output", value]
            elif name not in silent:
                raise Unsupported(name)
        if any(name in ("-N", "--forward") for name, _ in options):
            args.append("--idempotent")
        if case["files"]:
            args += ["--target", case["files"][0]]
    elif tool == "git":
        silent = set("-v -q --verbose --quiet --index --unidiff-zero --binary --unsafe-paths -N --intent-to-add -z "
                     "--allow-binary-replacement --no-add --apply --allow-overlap".split())
        shows = False
        for name, value in options:
            if name == "-p":
                strip = value
            elif name in ("-R", "--reverse"):
                args.append("--reverse")
            elif name == "--check":
                args.append("-n")
            elif name in ("--stat", "--numstat", "--summary"):
                args.append(name)
                shows = True
            elif name in ("--recount", "--allow-empty"):
                args.append(name)
            elif name in ("--include", "--exclude"):
                args += [name, value]
            elif name == "--whitespace":
                # `warn` and `nowarn` keep trailing whitespace, as `incise` does without the option.
                word = {"strip": "fix", "error-all": "error"}.get(value, value)
                args += [] if word in ("warn", "nowarn") else [name, word]
            elif name in ("--ignore-whitespace", "--ignore-space-change"):
                args += ["--mode", "tolerant"]
            elif name not in silent or name in ("--no-add",):
                raise Unsupported(name)
        if shows and any(name == "--apply" for name, _ in options):
            args.append("--apply")
    elif tool == "hg":
        silent = set("-f --force --no-commit -m --message -d --date -u --user --exact -s --similarity -q --quiet -v --verbose "
                     "--import-branch -e --edit --edit --close-branch --debug -l --logfile --traceback --config -R "
                     "--repository --secret --obsolete -n".split())
        strip = "1"
        for name, value in options:
            if name in ("-p", "--strip"):
                strip = value
            elif name not in silent:
                raise Unsupported(name)
    elif tool == "svn":
        silent = set("--password --username --config-dir --config-option --no-auth-cache --non-interactive "
                     "--force-interactive --quiet -q".split())
        for name, value in options:
            if name == "--strip":
                strip = value
            elif name == "--reverse-diff":
                args.append("--reverse")
            elif name == "--dry-run":
                args.append("-n")
            elif name == "--ignore-whitespace":
                args += ["--mode", "tolerant"]
            elif name not in silent:
                raise Unsupported(name)
    elif tool == "wiggle":
        args += ["--target", "f", "--mode", "merge"]
    elif tool == "jsdiff":
        for name, value in options:
            if name != "fuzzFactor" and not (name == "autoConvertLineEndings" and value):
                raise Unsupported(name)
        args += ["--target", "f"]
    if strip is not None:
        args += ["--strip", strip or "0"]
    return args


def other_format(patch):
    lines = patch.split(b"\n")
    if any(line.startswith(b"***************") for line in lines):
        return "context diff"
    if not any(line.startswith((b"@@", b"diff --git", b"Index:", b"GIT binary patch")) for line in lines):
        import re
        if any(re.match(rb"\d+(,\d+)?[acd]\d*", line) for line in lines):
            return "ed script or normal diff"
    return None


def judge(case, exe, extra=()):
    """Returns (verdict, detail, report of incise) for one case."""
    patch = base64.b64decode(case["patch"])
    try:
        args = arguments(case)
    except Unsupported as why:
        return "not supported", str(why), None
    why = other_format(patch)
    if why:
        return "not supported", why, None
    scratch = tempfile.mkdtemp(prefix="peer-")
    try:
        root = os.path.join(scratch, "tree")
        plant(case["before"], root)
        diff = os.path.join(scratch, "diff")
        with open(diff, "wb") as file:
            file.write(patch)
        env = dict(os.environ, INCISE_STATE_DIR=os.path.join(scratch, "state"))
        # These options print statistics, not a report.
        form = [] if any(arg in ("--stat", "--numstat", "--summary") for arg in args) else ["--json"]
        done = subprocess.run([exe, "patch", diff, "-C", os.path.join(root, case["base"]), "--root", root, "--no-journal",
                               *form, *args, *(e for e in extra if "--mode" not in args)],
                              capture_output=True, env=env, stdin=subprocess.DEVNULL, timeout=60)
        after = harvest(root)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            report = {} if not form else {"error": {"code": "no report", "message": (done.stdout + done.stderr).decode("utf-8", "replace")[:400]}}
        mine = comparable(after, case)
        theirs = comparable(case["after"], case)
        before = comparable(case["before"], case)
        theirs_done = case["status"] == 0
        if case["tool"] == "svn":
            theirs_done = theirs_done and not any(p.endswith(".svnpatch.rej") for p in case["after"])
        code = (report.get("error") or {}).get("code")
        if done.returncode and mine != before:
            return "broken", code, report
        if done.returncode not in range(6):
            return "broken", f"status {done.returncode}", report
        if done.returncode == 0 and theirs_done:
            return ("same bytes" if mine == theirs else "other bytes"), None, report
        if done.returncode == 0:
            again = any(file.get("changed") is False for file in report.get("files", []))
            return "accepted", "applied already" if again else None, report
        return ("both refuse" if not theirs_done else "refused"), code, report
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
