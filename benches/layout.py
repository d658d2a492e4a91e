#!/usr/bin/env python3
"""Edits files that a formatter changed after they were read.

  layout.py PROGRAM [--tools DIR] [--files N] [--edits N] [--seed N] [--only NAME] [--show VERDICT] SOURCE ...

For each formatter, `before` is a file below SOURCE, formatted with the first options if there are any. `after` is
`before` formatted with the second options. The old text is a few lines of `before` that have another layout in `after`.
In the new text, an identifier is changed, or a line is deleted or inserted. PROGRAM makes the edit in `after`. Edits
that it refuses in `before` are not used. Nor are texts that occur twice apart from whitespace.

A result is right if formatting it gives `before` with the same edit, formatted once or twice. "Other lines" has the
same tokens on different lines, or equals the expected text when formatted with the first options. Then one token of the
old text is changed, removed or added. This stale text must be refused, unless `after` contains its tokens.

Formatters are searched for in DIR/venv/bin, DIR/node_modules (prettier) and PATH. Missing ones are skipped. Blocks that
begin or end inside a string or a comment are not used.
"""
import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

WORD = re.compile(r"\b[A-Za-z_][A-Za-z_0-9]{2,}")
KEYWORDS = set("""and assert async await break case catch class const continue def default define defined del do double
    elif else endif enum except extern finally float fn for from func function global goto if ifdef ifndef impl import in
    include inline int interface is lambda let long loop match mod move mut nonlocal not operator or package pass pub raise
    return self short signed sizeof static struct super switch template this throw trait try type typedef typename union
    unsigned unsafe use using var void volatile where while with yield""".split())
TOKEN = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|\w+|[^\w\s]")
VERDICTS = ["edits", "right", "other lines", "refused", "wrong", "stale", "taken"]
BLACK = """
import json, sys, black
for line in sys.stdin:
    asked = json.loads(line)
    try:
        out = black.format_str(asked["text"], mode=black.Mode(line_length=asked["options"]["width"]))
    except Exception:
        out = None
    print(json.dumps(out), flush=True)
"""
PRETTIER = """
const prettier = require(process.argv[1] + "/node_modules/prettier");
require("readline").createInterface({input: process.stdin}).on("line", async line => {
  const {text, name, options} = JSON.parse(line);
  let out = null;
  try { out = await prettier.format(text, {filepath: name, ...options}); } catch {}
  process.stdout.write(JSON.stringify(out) + "\\n");
});"""


class Server:
    """A formatter that runs in one process, because it starts slowly."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def options(self, **options):
        def run(text, name):
            asked = {"text": text, "name": name, "options": options}
            self.process.stdin.write(json.dumps(asked) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())
        return run


def command(*words):
    def run(text, _name):
        done = subprocess.run(words, input=text, capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else None
    return run


def before_gofmt(text, _name):
    """Unformatted Go: spaces instead of tabs, nothing aligned."""
    lines = []
    for line in text.split("\n"):
        body = line.lstrip("\t")
        depth = len(line) - len(body)
        if not re.search(r"[\"'`]|//|/\*", body):
            body = re.sub(r"(\S)[ \t]{2,}", r"\1 ", body)
        lines.append("  " * depth + body)
    return "\n".join(lines)


def formatters(tools):
    """Rows of name, file suffixes, first formatter and second formatter."""
    venv = lambda name: shutil.which(os.path.join(tools, "venv/bin", name)) or shutil.which(name)
    rows = []
    if venv("black"):
        black = Server(os.path.join(tools, "venv/bin/python"), "-c", BLACK).options
        rows += [("black", [".py"], None, black(width=88)),
                 ("black, 100 to 60 columns", [".py"], black(width=100), black(width=60))]
    if venv("ruff"):
        ruff = lambda *options: command(venv("ruff"), "format", "-q", *options, "-")
        other = ["--config", "indent-width=2", "--config", "format.quote-style='single'"]
        rows += [("ruff format", [".py"], None, ruff("--line-length", "80")),
                 ("ruff format, other indentation", [".py"], ruff("--line-length", "60"), ruff("--line-length", "100", *other))]
    if venv("rustfmt"):
        rust = lambda config: command(venv("rustfmt"), "--edition", "2021", "--config", config)
        rows += [("rustfmt, 100 to 70 columns", [".rs"], rust("max_width=100"), rust("max_width=70,tab_spaces=2")),
                 ("rustfmt, 70 to 110 columns", [".rs"], rust("max_width=70"), rust("max_width=110"))]
    if venv("node") and os.path.isdir(os.path.join(tools, "node_modules/prettier")):
        prettier = Server("node", "-e", PRETTIER, tools).options
        wide = prettier(printWidth=110, singleQuote=True, trailingComma="none", tabWidth=4, arrowParens="avoid")
        for name, ends in [("JavaScript", [".js", ".mjs"]), ("TypeScript", [".ts"])]:
            rows += [(f"prettier, {name}, other options", ends, prettier(), wide),
                     (f"prettier, {name}, 60 columns", ends, prettier(), prettier(printWidth=60))]
        prose = {"proseWrap": "always", "printWidth": 72}
        rows += [("prettier, Markdown", [".md"], None, prettier(**prose)),
                 ("prettier, Markdown, code as it is", [".md"], None, prettier(**prose, embeddedLanguageFormatting="off")),
                 ("prettier, JSON", [".json"], None, prettier(printWidth=120, objectWrap="collapse"))]
    if venv("clang-format"):
        clang = lambda style: command(venv("clang-format"), "--assume-filename=a.cc",
                                      f"--style={{{style}, SortIncludes: false, BreakStringLiterals: false}}")
        llvm, webkit = clang("BasedOnStyle: LLVM"), clang("BasedOnStyle: WebKit, ColumnLimit: 66")
        ends = [".c", ".h", ".cpp", ".cc"]
        rows += [("clang-format", ends, None, llvm), ("clang-format, LLVM to WebKit", ends, llvm, webkit)]
    if venv("taplo"):
        rows.append(("taplo", [".toml"], None, command(venv("taplo"), "fmt", "-o", "column_width=60", "-")))
    if venv("gofmt"):
        rows.append(("gofmt", [".go"], before_gofmt, command(venv("gofmt"))))
    return rows


def sources(directories, ends):
    found = []
    for directory in directories:
        for root, _, names in os.walk(directory):
            found += [os.path.join(root, name) for name in names
                      if name.endswith(tuple(ends)) and not name.endswith((".min.js", ".d.ts"))]
    return sorted(found)


def trimmed(lines):
    return "\n".join(line.strip() for line in lines)


def cuts_literal(old):
    odd = any(old.count(quote) % 2 for quote in ['"""', "'''", "`", '"']) or "<<" in old
    return odd or old.count("/*") != old.count("*/") or re.match(r"\s*\*", old)


def drawn(before, after, is_code, rng):
    """Lines of `before` that have another layout in `after`, and their replacement."""
    lines, there = before.splitlines(keepends=True), trimmed(after.splitlines())
    for _ in range(60):
        count = rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 8])
        if len(lines) <= count:
            continue
        start = rng.randrange(len(lines) - count)
        block = lines[start:start + count]
        old = "".join(block)
        words = list(WORD.finditer(old))
        if not block[0].strip() or not block[-1].strip() or len(words) < 2 or cuts_literal(old):
            continue
        if before.count(old) != 1 or squeezed(before).count(squeezed(old)) > 1 or trimmed(block) in there:
            continue
        if before.rfind("/*", 0, before.index(old)) > before.rfind("*/", 0, before.index(old)):
            continue
        inner = [at for at in range(1, count - 1) if block[at].rstrip().endswith((";", ","))]
        kind = rng.choice(["word", "word", "line"])
        if kind == "word" or not inner or not is_code:
            word = rng.choice(words)
            if word.group() in KEYWORDS:
                continue
            return old, old[:word.end()] + "_x" + old[word.end():]
        at = rng.choice(inner)
        more = [] if rng.random() < 0.5 else [block[at], block[at]]
        return old, "".join(block[:at] + more + block[at + 1:])
    return None


def tokens_in(text):
    """The tokens of `text`. A backslash continues a line, so it is not a token."""
    return [token for token in TOKEN.finditer(text) if token.group() != "\\"]


def tokens_of(text):
    return " ".join(token.group() for token in tokens_in(text))


def stale(old, rng):
    """`old` with one token changed, removed or added. Removes no first or last token, because that only shortens the
    text."""
    tokens = tokens_in(old)
    kind = rng.choice(["changed", "left out", "added"])
    token = rng.choice(tokens[1:-1] if kind == "left out" and len(tokens) > 2 else tokens)
    text = token.group()
    if kind == "changed":
        text = text + "q" if re.match(r"\w", text) else {'"': '"q"', "'": "'q'"}.get(text[0], "%" if text != "%" else "@")
    text = {"left out": "", "added": text + " zq "}.get(kind, text)
    return old[:token.start()] + text + old[token.end():]


def squeezed(text):
    return text and re.sub(r"\s+", "", re.sub(r",(\s*[)\]}>])", r"\1", text))


class Trial:
    """The formatted file in a separate directory."""

    def __init__(self, program, name, text):
        self.directory = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.program, self.path, self.text = program, os.path.join(self.directory, name), text

    def replace(self, old, new, text=None):
        """The text after the edit, or `None` if the edit was refused."""
        text = text or self.text
        with open(self.path, "w", newline="") as file:
            file.write(text)
        words = [self.program, "replace", self.path, "--old", old, "--new", new, "--no-journal", "-q"]
        status = subprocess.run(words, capture_output=True, text=True).returncode
        with open(self.path, newline="") as file:
            result = file.read()
        if status and result != text:
            sys.exit(f"refused, but written: {self.path}")
        return None if status else result

    def close(self):
        shutil.rmtree(self.directory)


def measure(given, row, counts):
    _, ends, first, second = row
    rng = random.Random(given.seed)
    files = sources(given.sources, ends)
    rng.shuffle(files)
    for path in files:
        if counts["files"] == given.files:
            break
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            text = file.read()
        if not 400 < len(text) < 40_000 or "\r" in text or "\ufffd" in text:
            continue
        name = "a" + os.path.splitext(path)[1]
        before = first(text, name) if first else text
        after = before and second(before, name)
        if not after or after == before:
            continue
        counts["files"] += 1
        trial = Trial(given.program, name, after)
        for _ in range(given.edits):
            edit = drawn(before, after, ends[0] not in (".c", ".md"), rng)
            wanted = edit and second(before.replace(*edit, 1), name)
            if not wanted or wanted == after or trial.replace(*edit, before) is None:
                continue
            counts["edits"] += 1
            result = trial.replace(*edit)
            made = result and second(result, name)
            if result is None:
                verdict = "refused"
            elif made == wanted or made == second(wanted, name):
                verdict = "right"
            elif squeezed(made) == squeezed(wanted) or first and first(result, name) == before.replace(*edit, 1):
                verdict = "other lines"
            else:
                verdict = "wrong"
            counts[verdict] += 1
            damaged = stale(edit[0], rng)
            if squeezed(damaged) != squeezed(edit[0]) and tokens_of(damaged) not in tokens_of(after):
                counts["stale"] += 1
                taken = trial.replace(damaged, "replaced")
                counts["taken"] += taken is not None
                if taken is not None and given.show == "taken":
                    print(path, "stale:", damaged, sep="\n")
            if verdict == given.show:
                print(path, "old:", edit[0], "new:", edit[1], "result:", result, sep="\n")
        trial.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--tools", default=".")
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--edits", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--show")
    given = parser.parse_args()
    print("| formatter | files |", " | ".join(VERDICTS), "|\n|" + "---|" * (len(VERDICTS) + 2))
    for row in formatters(given.tools):
        if given.only in row[0]:
            counts = collections.Counter()
            measure(given, row, counts)
            print("|", row[0], "|", counts["files"], "|", " | ".join(str(counts[key]) for key in VERDICTS), "|", flush=True)


main()
