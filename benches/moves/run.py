"""Moves definitions between real files and back. Independent parsers judge both moves.

    python3 benches/moves/run.py INCISE LANGUAGE DIRECTORY [-n 400] [--names] [--typescript DIR] [--rust DIR]

A move is not counted if the refusal was right, because the target defines the name, or a place is inside `#if`. A type
that receives a method has its body on separate lines. A move is wrong if a file does not parse, if the combined
declarations or lines of both files change, or if the move back does not restore both files. Whitespace differences are
counted separately. `--names` compares the reported missing names with the errors of a compiler.
"""
import argparse, collections, json, os, pathlib, random, re, shutil, subprocess, tempfile

from judges import judge
import compilers

ENDINGS = {"python": [".py"], "typescript": [".ts"], "go": [".go"], "java": [".java"], "rust": [".rs"], "c": [".c"], "ruby": [".rb"]}
TYPES = {"class", "module", "struct", "interface", "impl", "trait", "enum", "record", "union"}


class Bench:
    def __init__(self, options):
        self.options = options
        self.judge = judge(options.language, options.typescript, options.rust)
        self.tree = pathlib.Path(tempfile.mkdtemp(prefix="moves"))
        self.counts = collections.Counter()
        self.refusals = collections.Counter()

    def incise(self, *args):
        ran = subprocess.run([self.options.incise, *args, "-C", self.tree, "--no-journal"], capture_output=True, text=True)
        return ran

    def outline(self, name):
        ran = subprocess.run([self.options.incise, "view", name, "--outline", "--full", "--json", "-C", self.tree], capture_output=True, text=True)
        try:
            outline = json.loads(ran.stdout).get("outline", [])
        except json.JSONDecodeError:
            return []
        lines = (self.tree / name).read_text().splitlines()
        for one in outline:
            one["indent"] = lines[one["start"] - 1][:1].isspace()
        return outline


def parent(entry, outline):
    """The innermost other entry that contains `entry`."""
    around = [one for one in outline if one is not entry and one["start"] <= entry["start"] and entry["end"] <= one["end"]]
    return min(around, key=lambda one: one["end"] - one["start"], default=None)


def last(entry):
    """The last part of the name of `entry`."""
    return re.split(r"::|\.", entry["name"])[-1]


def unique(outline):
    """The entries whose last name is unique in the file, except entries of a group such as `(A = 1)`."""
    outline = [one for one in outline if one["indent"] == bool(parent(one, outline))]
    parts = collections.Counter(last(one) for one in outline)
    return [one for one in outline if "@" not in one["name"] and parts[last(one)] == 1]


def is_local(entry, outline):
    """True if the entry is inside a function."""
    around = parent(entry, outline)
    return around is not None and (around["kind"] not in TYPES or is_local(around, outline))


def place_back(entry, outline, lines):
    """The flags that give the position of `entry` among its siblings. None if it has no adjacent sibling."""
    above, up = entry["start"] - 1, parent(entry, outline)
    while above > 0 and re.match(r"\s*(#[^!\[]|//[^!]|/?\*|#$|//$)", lines[above - 1]):
        above -= 1
    siblings = [one for one in outline if parent(one, outline) is up]
    at = siblings.index(entry)
    is_unique = lambda one: sum(re.split("[@(]", other["name"])[0] == one["name"] for other in outline) == 1
    if at > 0 and is_unique(siblings[at - 1]) and not "".join(lines[siblings[at - 1]["end"] : above]).strip():
        return ["--after", siblings[at - 1]["name"]]
    if at + 1 < len(siblings) and is_unique(siblings[at + 1]):
        below = siblings[at + 1]["start"] - 1
        while below > entry["end"] and re.match(r"\s*(#|//|/?\*)", lines[below - 1]):
            below -= 1
        if not "".join(lines[entry["end"] : below]).strip():
            return ["--before", siblings[at + 1]["name"]]
    if up is None and not "".join(lines[entry["end"] :]).strip():
        return ["--at", "end"]
    return None


def has_lines(entry, lines):
    """True if the body of a type is on separate lines."""
    return entry["start"] < entry["end"] and not lines[entry["end"] - 1].rstrip().endswith("{}")


def is_in_condition(entry, lines):
    """True if an entry of a C file is inside `#if`."""
    above = [line.lstrip() for line in lines[: entry["start"]]]
    return sum(line.startswith("#if") for line in above) > sum(line.startswith("#endif") for line in above)


def words(path):
    return sorted(line.strip() for line in path.read_text().splitlines() if line.strip())


def trial(bench, dice, files):
    """Makes one move and the move back. Returns the outcome."""
    source, target = dice.sample(files, 2)
    ending = ENDINGS[bench.options.language][0]
    shutil.rmtree(bench.tree)
    bench.tree.mkdir()
    a, b = bench.tree / f"a{ending}", bench.tree / f"b{ending}"
    a.write_bytes(source.read_bytes())
    b.write_bytes(target.read_bytes())
    before = bench.judge.declarations(a), bench.judge.declarations(b)
    if None in before:
        return "skipped: does not parse"
    outline, there = bench.outline(a.name), bench.outline(b.name)
    entries = unique(outline)
    if not entries:
        return "skipped: no definition"
    entry = dice.choice(entries)
    lines = a.read_text().splitlines(keepends=True)
    back = place_back(entry, outline, lines)
    if back is None:
        return "skipped: nothing beside it"
    lines_there = target.read_text().splitlines()
    up, place, beside, around = parent(entry, outline), [], None, None
    depth = lambda name: len(re.split(r"::|\.", name))
    if up is not None and bench.options.language != "rust" and depth(entry["name"]) != depth(up["name"]) + 1:
        return "skipped: inside the value of a field"
    if up is not None and up["kind"] in TYPES:
        types = [one for one in unique(there) if one["kind"] == up["kind"] and has_lines(one, lines_there) and not is_local(one, there)]
        if not types:
            return "skipped: no such type in the other file"
        around = dice.choice(types)
        place = ["--into", around["name"]]
    elif up is not None:
        return "skipped: inside a function or module"
    elif dice.random() < 0.5:
        tops = [one for one in unique(there) if parent(one, there) is None]
        if tops:
            side, beside = dice.choice(["--after", "--before"]), dice.choice(tops)
            place = [side, beside["name"]]
    is_taken = any(last(one) == last(entry) and parent(one, there) is around for one in there)
    names = [a.name, "--symbol", entry["name"], "--to", b.name, *place]
    words_before = sorted(words(a) + words(b))
    texts = a.read_bytes(), b.read_bytes()
    ran = bench.incise("move", *names, "--json")
    report = json.loads(ran.stdout or "{}")
    if ran.returncode:
        if (a.read_bytes(), b.read_bytes()) != texts:
            return "wrong: refused, and files changed"
        if is_taken:
            return "skipped: refused, as the target defines the name"
        if bench.options.language == "c" and (is_in_condition(entry, lines) or beside and is_in_condition(beside, lines_there)):
            return "skipped: refused, as a place is in a condition"
        message = report.get("error", {}).get("message", ran.stderr)
        if ran.returncode > 100:
            return f"wrong: {message}: {source} -> {target}: {' '.join(names)}"
        bench.refusals[re.sub(r"`[^`]*`|\d+|^\S+: ", "*", message)[:90]] += 1
        return "refused"
    after = bench.judge.declarations(a), bench.judge.declarations(b)
    case = f"{source} -> {target}: {' '.join(names)}"
    if None in after:
        return f"wrong: does not parse: {case}"
    if sorted(before[0] + before[1]) != sorted(after[0] + after[1]) or len(after[0]) >= len(before[0]):
        return f"wrong: other declarations: {case}"
    if sorted(words(a) + words(b)) != words_before:
        return f"wrong: other lines: {case}"
    if is_taken:
        return "skipped: not moved back, as the target has two of the name"
    if bench.options.names:
        compilers.compare(bench, report, a, b, texts, case)
    moved = entry["name"]
    if up is not None:
        known = {one["name"] for one in there}
        members = [one["name"] for one in bench.outline(b.name) if one["name"] not in known and last(one) == last(entry)]
        moved = members[0] if members else entry["name"]
    ran = bench.incise("move", b.name, "--symbol", moved, "--to", a.name, *back, "--json")
    if ran.returncode:
        message = json.loads(ran.stdout or "{}").get("error", {}).get("message", ran.stderr)
        bench.refusals["back: " + re.sub(r"`[^`]*`|\d+|^\S+: ", "*", message)[:90]] += 1
        return f"not back: {message}: {case} {back}"
    if (a.read_bytes(), b.read_bytes()) == texts:
        return "right"
    content = lambda text: [line.strip() for line in text.decode(errors="replace").splitlines() if line.strip()]
    if content(a.read_bytes()) == content(texts[0]) and content(b.read_bytes()) == content(texts[1]):
        return f"whitespace differs: {case} {back}"
    return f"wrong: not as it was: {case} {back}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("incise")
    parser.add_argument("language", choices=ENDINGS)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("-n", type=int, default=400)
    parser.add_argument("--names", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--typescript")
    parser.add_argument("--rust", default="/tmp/judge")
    options = parser.parse_args()
    options.incise = os.path.abspath(options.incise)
    bench, dice = Bench(options), random.Random(options.seed)
    files = [path for path in options.directory.rglob("*") if path.suffix in ENDINGS[options.language] and path.is_file() and 300 < path.stat().st_size < 60_000 and not path.name.endswith(".d.ts")]
    files = sorted(path for path in files if path.read_bytes().isascii() or True)
    done = 0
    while done < options.n:
        try:
            outcome = trial(bench, dice, files)
        except UnicodeDecodeError:
            continue
        bench.counts[outcome if outcome.startswith("skipped") else outcome.split(":")[0]] += 1
        if outcome.startswith(("wrong", "not back", "whitespace")):
            print(outcome)
        done += not outcome.startswith("skipped")
    print(options.language, dict(bench.counts))
    for message, count in bench.refusals.most_common():
        print(f"  {count}  {message}")
    if options.names:
        compilers.summary(bench)


main()
