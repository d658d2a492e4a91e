#!/usr/bin/env python3
"""Compares the tokens that an agent needs to edit a function by its name and by quoting its text.

    python3 benches/regions/tokens.py --incise target/release/incise [--count 200] [--seed 1] [--scratch DIRECTORY]
        REPOSITORY...

Takes random commits from the REPOSITORIES (git directories or clones), the same number from each. From each commit it
takes one file whose changed lines are all inside one function. `incise view --outline` finds the functions of both
texts. A name that is not unique is given with its line. The script expresses the commit's change in these ways:

- quote function: the whole function before and after, as a SEARCH/REPLACE block
- quote three around: the changed lines with three context lines, as in a diff, or more to be unique in the file
- quote lines: the changed lines with the context that makes them unique in the file, one block for each place
- name function: `incise lines PATH --symbol NAME` with the whole new function
- name lines: `incise replace PATH --symbol NAME` with the changed lines and the context that makes them unique in the
  function, one edit for each place

Each is counted as the text that a model writes in that notation, and as the JSON of a call. The script applies the
edits by name. They must give the file of the commit byte for byte. js-tiktoken counts `o200k_base` tokens. The script
downloads it into the scratch directory.
"""

import argparse
import collections
import difflib
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

ENDINGS = ("py", "rs", "js", "ts", "tsx", "go", "c", "cc", "cpp", "h", "java", "rb")
LARGEST = 200_000
KINDS = {"function", "method", "constructor"}
WAYS = ["quote function", "quote three around", "quote lines", "name function", "name lines"]
NAMED = WAYS[3:]
COUNTER = """
const { Tiktoken } = require("js-tiktoken/lite");
const encoding = new Tiktoken(require("js-tiktoken/ranks/o200k_base"));
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => encoding.encode(text, "all").length)));
"""

Function = collections.namedtuple("Function", "name first last")
Edit = collections.namedtuple("Edit", "repository commit path name before after old new hunks")


def git(repository, *words, **more):
    return subprocess.run(["git", "-C", repository, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **more)


def text_of(repository, name):
    """The text of a blob, if it is small, UTF-8, and all its lines end in a newline."""
    shown = git(repository, "cat-file", "blob", name)
    try:
        text = shown.stdout.decode()
    except UnicodeDecodeError:
        return None
    return text if shown.returncode == 0 and len(text) < LARGEST and text.endswith("\n") and "\r" not in text else None


def functions(incise, path, scratch):
    """The functions in a file. None if `incise` cannot read it."""
    shown = subprocess.run([incise, "view", path, "--outline", "--json", "--full"], cwd=scratch, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, check=False)
    if shown.returncode != 0:
        return []
    outline = json.loads(shown.stdout)["outline"]
    counts = collections.Counter(one["name"] for one in outline)

    def asked(one):
        return one["name"] if counts[one["name"]] == 1 else f"{one['name']}@{one['start']}"

    return [Function(asked(one), one["start"], one["end"]) for one in outline if one["kind"] in KINDS]


def innermost(found, first, last):
    """The smallest function that contains these lines."""
    holding = [one for one in found if one.first <= first and last <= one.last]
    return min(holding, key=lambda one: one.last - one.first, default=None)


def hunks_of(old, new):
    """The ranges of changed lines as half-open (first, last) in both texts."""
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(a, b, c, d) for kind, a, b, c, d in codes if kind != "equal"]


def edit_of(args, repository, commit, scratch):
    """The commit's edit of one function, if there is one."""
    listed = git(repository, "diff-tree", "-r", "--no-commit-id", "--diff-filter=M", commit).stdout.decode(errors="replace")
    for line in listed.splitlines():
        head, path = line.split("\t", 1)
        before_name, after_name = head.split()[2:4]
        ending = path.rsplit(".", 1)[-1]
        if ending not in ENDINGS:
            continue
        before, after = text_of(repository, before_name), text_of(repository, after_name)
        if before is None or after is None:
            continue
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
        hunks = hunks_of(old, new)
        if not hunks or len(old) + len(new) > 8000:
            continue
        sides = []
        for text, first, last in ((before, hunks[0][0], hunks[-1][1]), (after, hunks[0][2], hunks[-1][3])):
            (scratch / f"a.{ending}").write_text(text)
            sides.append(innermost(functions(args.incise, f"a.{ending}", scratch), first + 1, max(first + 1, last)))
        one, other = sides
        if one is None or other is None or one.name != other.name:
            continue
        # The function must begin at the same line, and have the same number of lines below it.
        if one.first != other.first or len(old) - one.last != len(new) - other.last:
            continue
        lines = [(a - one.first + 1, b - one.first + 1, c - one.first + 1, d - one.first + 1) for a, b, c, d in hunks]
        if lines[0][0] < 1:
            continue
        return Edit(repository, commit, path, one.name, before, after, old[one.first - 1 : one.last],
                    new[other.first - 1 : other.last], lines)
    return None


def widened(edit, count):
    """The places of the edit with `count` lines around them. Joins places that touch."""
    places = []
    for a, b, c, d in edit.hunks:
        above, below = min(a, count), min(len(edit.old) - b, count)
        place = (a - above, b + below, c - above, d + below)
        if places and place[0] <= places[-1][1]:
            place = (places[-1][0], place[1], places[-1][2], place[3])
            places.pop()
        places.append(place)
    return places


def unique(edit, within, around=0):
    """The places of the edit as pairs of old and new text. Each has `around` context lines, or as many as make it
    unique in `within`."""
    pairs = []
    used = 0
    hunks = widened(edit, around)
    while hunks:
        a, b, c, d = hunks.pop(0)
        up = True
        while True:
            old = "".join(edit.old[a:b])
            if a < b and within.count(old) == 1 and ("\n" + within).count("\n" + old) == 1:
                break
            if (up or b == len(edit.old)) and a > used:
                a, c = a - 1, c - 1
            elif b < len(edit.old):
                b, d = b + 1, d + 1
            else:
                return None
            up = not up
            # Join the places that the widened one touches.
            while hunks and hunks[0][0] <= b:
                _, b, _, d = hunks.pop(0)
        used = b
        pairs.append((old, "".join(edit.new[c:d])))
    return pairs


def block(old, new):
    return f"<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def heredoc(text):
    return f" <<'EOF'\n{text}EOF\n"


def quote(edit, pairs):
    """The edit as SEARCH/REPLACE blocks, and as the JSON of a call."""
    steps = [{"op": "replace", "path": edit.path, "old": old, "new": new} for old, new in pairs]
    return f"{edit.path}\n" + "".join(block(old, new) for old, new in pairs), steps


def ways(edit):
    """Each way as its own notation and as the JSON of a call. `None` if one of the ways is not possible."""
    old, new = "".join(edit.old), "".join(edit.new)
    in_file, in_function, in_three = unique(edit, edit.before), unique(edit, old), unique(edit, edit.before, 3)
    if None in (in_file, in_function, in_three) or edit.before.count(old) != 1:
        return None
    region = {"symbol": edit.name}
    steps = [{"op": "replace", "path": edit.path, "in": region, "old": a, "new": b} for a, b in in_function]
    whole = {"op": "lines", "path": edit.path, "in": region, "text": new}
    call = f"incise replace {edit.path} --symbol {quoted(edit.name)}"
    blocks = "".join(block(a, b) for a, b in in_function)
    return {
        "quote function": quote(edit, [(old, new)]),
        "quote three around": quote(edit, in_three),
        "quote lines": quote(edit, in_file),
        "name function": (f"incise lines {edit.path} --symbol {quoted(edit.name)} --text-file -{heredoc(new)}", [whole]),
        "name lines": (f"{call} --blocks -{heredoc(blocks)}", steps),
    }


def applied(args, edit, steps, scratch):
    """The outcome of the edit: `exact`, `wrong`, or the code of the refusal."""
    name = "a." + edit.path.rsplit(".", 1)[-1]
    (scratch / name).write_text(edit.before)
    request = {"edits": [{**step, "path": name} for step in steps]}
    ran = subprocess.run([args.incise, "apply", "--json", "--no-journal", "-"], cwd=scratch, input=json.dumps(request).encode(),
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    if ran.returncode != 0:
        return json.loads(ran.stdout)["error"]["code"]
    return "exact" if (scratch / name).read_text() == edit.after else "wrong"


def counted(texts, scratch):
    """The number of tokens of each text."""
    if not (scratch / "node_modules" / "js-tiktoken").exists():
        subprocess.run(["npm", "install", "--silent", "js-tiktoken@1.0"], cwd=scratch, check=True)
    ran = subprocess.run(["node", "-e", COUNTER], cwd=scratch, input=json.dumps(texts), text=True, stdout=subprocess.PIPE, check=True)
    return json.loads(ran.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incise", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scratch")
    parser.add_argument("--most", type=int, default=4000, help="maximum number of commits to examine per repository")
    parser.add_argument("repositories", nargs="+")
    args = parser.parse_args()
    args.incise = str(pathlib.Path(args.incise).resolve())
    scratch = pathlib.Path(args.scratch or tempfile.mkdtemp()).resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    chosen = random.Random(args.seed)
    edits, outcomes = [], collections.Counter()
    share = -(-args.count // len(args.repositories))
    for repository in args.repositories:
        commits = git(repository, "log", "--all", "--no-merges", "--format=%H", "-n", "20000").stdout.decode().split()
        commits.sort()
        chosen.shuffle(commits)
        wanted = min(args.count, len(edits) + share)
        for commit in commits[: args.most]:
            if len(edits) == wanted:
                break
            edit = edit_of(args, repository, commit, scratch)
            texts = edit and ways(edit)
            if texts:
                for way in NAMED:
                    outcome = applied(args, edit, texts[way][1], scratch)
                    outcomes[way, outcome] += 1
                    if outcome != "exact":
                        print(f"{outcome}: {way} {edit.repository} {edit.commit} {edit.path} {edit.name}", file=sys.stderr)
                edits.append((edit, texts))
        print(f"{repository}: {len(edits)} edits so far", file=sys.stderr)
    texts = []
    for _, written in edits:
        for way in WAYS:
            own, steps = written[way]
            texts += [own, json.dumps(steps[0] if len(steps) == 1 else {"edits": steps}, ensure_ascii=False)]
    tokens = iter(counted(texts, scratch))
    sums = {way: [[], []] for way in WAYS}
    for _ in edits:
        for way in WAYS:
            for column in sums[way]:
                column.append(next(tokens))
    changed = [sum(max(b - a, d - c) for a, b, c, d in edit.hunks) for edit, _ in edits]
    lengths = [len(edit.old) for edit, _ in edits]
    print(f"{len(edits)} edits of {len(args.repositories)} histories, seed {args.seed}; functions of {statistics.median(lengths):.0f} "
          f"lines, {statistics.median(changed):.0f} of them changed (medians)\n")
    print("| way | tokens | median | of `quote function` | of `quote three around` | as JSON | median |\n|---|---|---|---|---|---|---|")
    for way in WAYS:
        own, call = sums[way]
        of = [f"{100 * sum(own) / sum(sums[base][0]):.0f} %" for base in WAYS[:2]]
        print(f"| {way} | {sum(own)} | {statistics.median(own):.0f} | {' | '.join(of)} | {sum(call)} | {statistics.median(call):.0f} |")
    print()
    for (way, outcome), count in sorted(outcomes.items()):
        print(f"{way}: {outcome} {count}")
    return 1 if any(outcome == "wrong" for _, outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
