#!/usr/bin/env python3
"""Edits definitions of real sources by name with `incise`. Independent parsers judge the results.

    python3 benches/regions/regions.py --incise target/release/incise [--language python] [--seed 1] [--count 400]
        [--scratch DIRECTORY] [--sources DIRECTORY ...] [--peer patchloom]

Takes random definitions of each language, at most four per file. Parsers and sources:

- Python: `ast`, with the standard library and installed packages
- Rust: `syn`, with the cargo registry
- JavaScript: `acorn`, with npm packages
- TypeScript: its compiler, with npm packages
- C and C++: `libclang`, with the cargo registry
- Go: `go/parser`, with its standard library
- Java: `javac`, with sources given by `--sources`
- Ruby: its own parser, with its standard library
- shell: `bashlex`

The script downloads its requirements into the scratch directory, except Go, a JDK and Ruby.

Each definition gets these edits. It is replaced completely by name, with a comment added above it, once as in the file
and once without its indentation. It gets another name, which must be refused. Another definition is inserted after it.
It is deleted. Exact: the text is byte for byte as the judge says. Blank lines next to an insertion or a gap may differ.
Wrong: any other text, or a missing refusal. Refused: a refusal, counted by reason. A refusal is right if the language
does not allow the edit. Exits with 1 if a result is wrong, or more than 2 % are refused.

With a peer, both tools also replace and delete each definition whose name is unique in its file:
`patchloom ast replace-symbol PATH --symbol NAME --content TEXT --apply` and `delete-symbol`. The peer needs names like
`A::b`. It indents the text as the place is, so both tools get the text without indentation.
"""

import argparse
import ast
import collections
import functools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import sysconfig
import tempfile
import warnings

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = ["acorn@8", "typescript@5.9", "eslint@9", "webpack@5", "rxjs@7", "effect@3", "ra-ui-materialui@5"]

# Lines are counted from 1. `line` is the line of the name.
Definition = collections.namedtuple("Definition", "name first last line")


def python_definitions(text):
    """Functions and classes with their decorators, and the following comments that are indented deeper than the
    signature."""
    lines = text.split("\n")
    found = []

    def visit(node, path):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                visit(child, path)
                continue
            first = min([child.lineno] + [one.lineno for one in child.decorator_list])
            last = at = child.end_lineno
            while at < len(lines):
                body = lines[at].strip()
                if body and not (body.startswith("#") and indent_of(lines[at]) > child.col_offset):
                    break
                at += 1
                last = at if body else last
            found.append(Definition(".".join([*path, child.name]), first, last, child.lineno))
            visit(child, [*path, child.name])

    visit(ast.parse(text), [])
    return found


def python_all(paths):
    for path in paths:
        try:
            yield python_definitions(path.read_bytes().decode())
        except (ValueError, SyntaxError, RecursionError):
            yield None


def told_by(command, directory):
    """The definitions that a separate judge program prints, as one line of JSON per file."""

    def definitions(paths):
        said = subprocess.run(command, input="\n".join(map(str, paths)) + "\n", text=True, cwd=directory,
                              stdout=subprocess.PIPE, check=True).stdout
        for line in said.splitlines():
            found = json.loads(line)
            yield None if found is None else [Definition(*one) for one in found]

    return definitions


def below(root, *patterns):
    return [path for pattern in patterns for path in root.glob(pattern)
            if path.is_file() and not path.name.endswith((".d.ts", ".min.js"))]


def rust_judge(scratch):
    target = scratch / "target"
    subprocess.run(["cargo", "build", "-q", "--locked", "--target-dir", target, "--manifest-path",
                    HERE / "oracle/Cargo.toml"], check=True)
    return told_by([target / "debug/regions-oracle"], scratch)


def script_judge(scratch):
    if not (scratch / "node_modules").exists():
        (scratch / "package.json").write_text("{}")
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", "--legacy-peer-deps", *PACKAGES],
                       cwd=scratch, check=True)
    return told_by(["node", HERE / "scripts.mjs"], scratch)


def go_judge(scratch):
    program = scratch / "go-definitions"
    subprocess.run(["go", "build", "-o", program, HERE / "definitions.go"], check=True)
    return told_by([program], scratch)


def java_judge(scratch):
    return told_by(["java", HERE / "Definitions.java"], scratch)


def ruby_judge(scratch):
    return told_by(["ruby", HERE / "definitions.rb"], scratch)


def installed(scratch, package):
    """Makes a Python package importable. Installs it into the scratch directory if necessary."""
    if not (scratch / "python" / package.split("==")[0]).exists():
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", scratch / "python", package],
                       check=True, stderr=subprocess.DEVNULL)
    sys.path.insert(0, str(scratch / "python"))


def bash_judge(scratch):
    """The functions that bashlex finds, if it can read the file."""
    installed(scratch, "bashlex==0.18")
    import bashlex

    def definitions(path):
        text = path.read_text()
        found = []

        def visit(node):
            if node.kind == "function":
                first, last = (text.count("\n", 0, at) + 1 for at in (node.pos[0], node.pos[1] - 1))
                found.append(Definition(node.name.word, first, last, text.count("\n", 0, node.name.pos[0]) + 1))
            for part in [*getattr(node, "parts", []), *getattr(node, "list", [])]:
                visit(part)

        for tree in bashlex.parse(text):
            visit(tree)
        return found

    def all_of(paths):
        for path in paths:
            try:
                yield definitions(path)
            except Exception:
                # bashlex supports neither `case` nor arithmetic, and raises various errors.
                yield None

    return all_of


def c_judge(scratch):
    return clang_judge(scratch, [], {"FUNCTION_DECL", "STRUCT_DECL", "ENUM_DECL", "UNION_DECL"})


def cpp_judge(scratch):
    return clang_judge(scratch, ["-x", "c++", "-std=c++20"], {
        "FUNCTION_DECL", "FUNCTION_TEMPLATE", "CXX_METHOD", "CONSTRUCTOR", "DESTRUCTOR", "CONVERSION_FUNCTION",
        "STRUCT_DECL", "CLASS_DECL", "CLASS_TEMPLATE", "ENUM_DECL", "UNION_DECL"})


def clang_judge(scratch, language, names):
    """The functions and types that clang reads without errors, and the doc comments directly above them."""
    installed(scratch, "libclang==18.1.1")
    from clang import cindex
    index = cindex.Index.create()
    own = language + [f"-I{path}" for path in pathlib.Path("/usr/lib/gcc").glob("*/*/include")]
    kinds = {getattr(cindex.CursorKind, name) for name in names}
    around = kinds | {cindex.CursorKind.NAMESPACE, cindex.CursorKind.LINKAGE_SPEC, cindex.CursorKind.UNEXPOSED_DECL}

    @functools.cache
    def headers_below(root):
        return {header.parent for header in (root.rglob("*.h") if root else [])}

    def name_of(one, line):
        """The name as written, after the names of its enclosing scopes."""
        head = line.encode()[:one.location.column - 1].decode(errors="replace")
        written = re.search(r"((?:\w+(?:<[^<>]*>)?\s*::\s*)*)$", head)[1]
        parts = re.findall(r"\w+", re.sub(r"<[^<>]*>", "", written))
        parts.append(re.sub(r"(?<=\w)<.*>$", "", one.spelling))
        one = one.lexical_parent
        while one is not None and one.kind != cindex.CursorKind.TRANSLATION_UNIT:
            name = re.sub(r"(?<=\w)<.*>$", "", one.spelling)
            if re.fullmatch(r"~?\w+", name) and one.kind != cindex.CursorKind.LINKAGE_SPEC:
                parts.insert(0, name)
            one = one.lexical_parent
        return "::".join(parts)

    def with_all_above(first, lines):
        """The first line that belongs to the definition at `first`."""
        at = first - 2
        # A macro alone on the line above a function belongs to it. clang does not see the macro if it is empty.
        while at > 0 and re.fullmatch(r"[A-Z_][A-Z0-9_]+|\[\[.*\]\]", lines[at].strip()):
            first, at = at + 1, at - 1
        # Skip plain comments between them.
        while at >= 0 and re.match(r"\s*//", lines[at]):
            if re.match(r"\s*///(?!/)", lines[at]):
                first = at + 1
            at -= 1
        while at >= 0 and lines[at].rstrip().endswith("*/"):
            top = at
            while top > 0 and "/*" not in lines[top]:
                top -= 1
            if not re.match(r"\s*/\*[*!](?![*/])", lines[top]):
                break
            first, at = top + 1, top - 1
        return first

    def definitions(path):
        root = next((up for up in path.parents if (up / "Cargo.toml").exists() or (up / "CMakeLists.txt").exists()), None)
        headers = sorted({path.parent} | headers_below(root))
        # After a missing header, clang reports no more errors unless it is told to continue.
        unit = index.parse(str(path), args=own + ["-ferror-limit=0"] + [f"-I{header}" for header in headers], options=0x200)
        errors = {one.location.line for one in unit.diagnostics
                  if one.severity >= 3 and one.location.file and one.location.file.name == str(path)}
        lines = path.read_bytes().decode().split("\n")
        found = []
        # The ends of the declarations that begin at an offset. `struct s {} t;` is one declaration, but clang reports
        # two.
        ends = {}

        def visit(one):
            place = one.extent
            if not one.location.file or one.location.file.name != str(path):
                return
            ends[place.start.offset] = max(ends.get(place.start.offset, 0), place.end.line)
            first, last, line = place.start.line, place.end.line, one.location.line
            name = one.spelling and re.sub(r"(?<=\w)<.*>$", "", one.spelling)
            is_named = re.fullmatch(r"~?\w+", name or "") and name.lstrip("~") in lines[line - 1]
            # The definition may begin with a macro from another file.
            is_here = place.start.file and place.start.file.name == str(path) and first <= line <= last
            if one.kind in kinds and one.is_definition() and is_named and is_here \
                    and not errors & set(range(first - 2, last + 1)) and not lines[first - 1][:place.start.column - 1].strip():
                found.append((place.start.offset, Definition(name_of(one, lines[line - 1]), with_all_above(first, lines), last, line)))
            if one.kind in around:
                for inner in one.get_children():
                    visit(inner)

        for one in unit.cursor.get_children():
            visit(one)
        return [one._replace(last=max(one.last, ends[start])) for start, one in found]

    def all_of(paths):
        for path in paths:
            try:
                yield definitions(path)
            except (ValueError, cindex.TranslationUnitLoadError):
                yield None

    return all_of


class Language:
    """A language: its judge, its sources, its comment prefix, a definition to insert, and file name patterns for other
    directories."""

    def __init__(self, judge, sources, sign, made, *patterns):
        self.judge, self.sources, self.sign, self.made, self.patterns = judge, sources, sign, made, patterns


def python_made(_one, _all, _head):
    return "def zz_made():\n    pass"


def c_made(_one, _all, _head):
    return "int zz_made(void)\n{\n    return 1;\n}"


def bash_made(_one, _all, _head):
    return "zz_made() {\n  true\n}"


def go_made(_one, _all, head):
    """A method for an interface, a constant for a list, or a function."""
    if re.match(r"(func|type|const|var)\b", head):
        return "func zzMade() int {\n\treturn 1\n}"
    return "zzMade() int" if re.match(r"\s*\w+\(", head) else "zzMade = int"


def java_made(_one, _all, head):
    return "class ZzMade {\n}"


def ruby_made(_one, _all, _head):
    return "def zz_made\n  1\nend"


def rust_made(one, _all, _head):
    return "fn zz_made() {\n    loop {}\n}"


def script_made(one, found, head):
    """A method next to a method. A member is inside a class or an interface and does not begin a statement."""
    is_statement = re.match(r"(export |declare |default |async |abstract )*(function|class|const|let|var|interface|enum|type|namespace|module)\b", head.strip())
    return "function zzMade() {\n  return 1;\n}" if is_statement else "zzMade() {\n  return 1;\n}"


LANGUAGES = {
    "python": Language(lambda _: python_all, lambda _: below(pathlib.Path(sysconfig.get_path("stdlib")), "**/*.py"),
                       "#", python_made, "**/*.py"),
    "rust": Language(rust_judge, lambda _: below(pathlib.Path.home() / ".cargo/registry/src", "*/*/src/**/*.rs"), "//",
                     rust_made, "**/*.rs"),
    "c": Language(c_judge, lambda _: below(pathlib.Path.home() / ".cargo/registry/src", "*/*/**/*.c"), "//", c_made,
                  "**/*.c"),
    "javascript": Language(script_judge, lambda scratch: below(
        scratch / "node_modules", "eslint/lib/**/*.js", "webpack/lib/**/*.js", "acorn/dist/*.mjs"), "//", script_made,
        "**/*.js", "**/*.mjs"),
    "typescript": Language(script_judge, lambda scratch: below(
        scratch / "node_modules", "rxjs/src/**/*.ts", "effect/src/**/*.ts", "ra-*/src/**/*.ts"), "//", script_made,
        "**/*.ts"),
    "go": Language(go_judge, lambda _: below(pathlib.Path("/usr/share"), "go-*/src/**/*.go"), "//", go_made, "**/*.go"),
    "java": Language(java_judge, lambda _: [], "//", java_made, "**/*.java"),
    "ruby": Language(ruby_judge, lambda _: below(pathlib.Path("/usr/lib/ruby"), "**/*.rb"), "#", ruby_made, "**/*.rb"),
    "cpp": Language(cpp_judge, lambda _: below(pathlib.Path.home() / ".cargo/registry/src", "*/*/**/*.cc", "*/*/**/*.cpp"),
                    "//", c_made, "**/*.cc", "**/*.cpp", "**/*.hpp"),
    "bash": Language(bash_judge, lambda _: below(pathlib.Path("/usr"), "lib/**/*.sh", "share/**/*.sh"), "#", bash_made,
                     "**/*.sh", "**/*.bash"),
    "tsx": Language(script_judge, lambda scratch: below(scratch / "node_modules", "ra-*/src/**/*.tsx"), "//", script_made,
                    "**/*.tsx"),
}


def indent_of(line):
    return len(line) - len(line.lstrip())


def blank_from(lines, at, step):
    """The number of blank lines from index `at`, forwards or backwards."""
    count = 0
    while 0 <= at < len(lines) and not lines[at].strip():
        count, at = count + 1, at + step
    return count


def scratch_directory():
    return tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)


class Trial:
    def __init__(self, program, judge, language, peer=None):
        self.program, self.judge, self.language, self.peer = program, judge, language, peer
        self.counts = collections.Counter()
        self.reasons = collections.Counter()
        self.notes, self.besides = [], []

    def parses(self, text, suffix):
        with tempfile.NamedTemporaryFile(suffix=suffix) as file:
            file.write(text.encode())
            file.flush()
            return next(iter(self.judge([pathlib.Path(file.name)]))) is not None

    def ran(self, directory, args, new):
        return subprocess.run([self.program, *args, "--json"], input=new.encode(), capture_output=True,
                              env={**os.environ, "INCISE_STATE_DIR": directory + "/state"})

    def is_ambiguous(self, text, suffix, name):
        with scratch_directory() as directory:
            file = pathlib.Path(directory, "f" + suffix)
            file.write_bytes(text.encode())
            ran = self.ran(directory, ["view", file, "--symbol", name], "")
        return json.loads(ran.stdout or ran.stderr).get("error", {}).get("code") == "ambiguous"

    def edit(self, path, text, kind, args, new, is_exact, plain=None):
        """Makes one edit. `plain` is a simple form of the result. The judge uses it to decide whether the edit is
        allowed."""
        with scratch_directory() as directory:
            file = pathlib.Path(directory, "f" + path.suffix)
            file.write_bytes(text.encode())
            ran = self.ran(directory, [args[0], file, *args[1:], "--text-file", "-", "--no-journal", "--allow-residue",
                                       "--force-shrink", "--syntax", "off"], new)
            after = file.read_bytes().decode()
        reason = ""
        if ran.returncode == 0:
            verdict = "exact" if is_exact(after) else "wrong"
        else:
            error = json.loads(ran.stdout or ran.stderr or b"{}").get("error", {})
            reason = error.get("code", "?") + ": " + re.sub(r"^\S+: |`[^`]*`|\d+", "_", error.get("message", ""))[:70]
            if after != text:
                verdict = "wrong"
            elif is_exact(None) or plain is not None and not self.parses(plain, path.suffix):
                verdict = "exact"
            else:
                verdict = "refused"
                self.reasons[reason] += 1
        self.counts[kind, verdict] += 1
        if verdict != "exact":
            said = reason or "wrote another text"
            self.notes.append(f"{verdict}: {kind} {path} {' '.join(args[1:3])}: {said}")

    def beside(self, path, text, name, flat, is_replaced, is_taken_out):
        """Makes the same two edits with `incise` and with the peer."""
        peer = os.path.basename(self.peer)
        theirs = name.replace(".", "::")
        for kind, new, is_exact in [("replace", flat, is_replaced), ("delete", "", is_taken_out)]:
            ours = ["lines", "FILE", "--symbol", name, "--text-file", "-", "--no-journal", "--allow-residue",
                    "--force-shrink", "--syntax", "off", "-q"]
            content = ["--content", new.removesuffix("\n")] if new else []
            other = ["ast", f"{kind}-symbol", "FILE", "--symbol", theirs, *content, "--apply"]
            for tool, program, words in [("incise", self.program, ours), (peer, self.peer, other)]:
                with scratch_directory() as directory:
                    file = pathlib.Path(directory, "f" + path.suffix)
                    file.write_bytes(text.encode())
                    ran = subprocess.run([program, *[str(file) if word == "FILE" else word for word in words]],
                                         input=new.encode(), capture_output=True, cwd=directory,
                                         env={**os.environ, "INCISE_STATE_DIR": directory + "/state"})
                    after = file.read_bytes().decode()
                verdict = "exact" if ran.returncode == 0 and is_exact(after) else "refused"
                if verdict != "exact" and (ran.returncode == 0 or after != text):
                    verdict = "wrong"
                    self.besides.append(f"{tool}: {kind} {name} in {path}")
                self.counts[f"beside: {kind} {tool}", verdict] += 1

    def all_of(self, path, text, one, found):
        lines = text.split("\n")
        before, own, rest = lines[:one.first - 1], lines[one.first - 1:one.last], lines[one.last:]
        is_lone = [other.name for other in found].count(one.name) == 1
        name = one.name if is_lone else f"{one.name}@{one.line}"
        if self.is_ambiguous(text, path.suffix, name):
            # A definition that the judge does not list has the same name.
            name = f"{one.name}@{one.line}"
        indent = own[0][:indent_of(own[0])]
        sign = self.language.sign

        def joined(*parts):
            return "\n".join(line for part in parts for line in part)

        marked = [f"{indent}{sign} marked", *own]
        expected = joined(before, marked, rest)
        place = ["lines", "--symbol", name]
        self.edit(path, text, "replace", place, joined(marked) + "\n", lambda after: after == expected)
        if indent and all(not line.strip() or line.startswith(indent) for line in own):
            flat = joined([line.removeprefix(indent) if line.strip() else line for line in marked]) + "\n"
            self.edit(path, text, "replace flat", place, flat, lambda after: after == expected)
        last_name = one.name.replace("::", ".").split(".")[-1]
        other = list(own)
        at = one.line - one.first
        other[at] = re.sub(rf"(?<![\w$]){re.escape(last_name)}(?![\w$])", "zzOther", other[at], count=1)
        # If the line contains the name twice, the first may be another symbol: `struct tree *tree(void)`.
        is_once = len(re.findall(rf"(?<![\w$]){re.escape(last_name)}(?![\w$])", own[at])) == 1
        if other != own and is_once and last_name not in ("constructor", "default"):
            self.edit(path, text, "other name", place, joined(other) + "\n", lambda after: after is None)

        above, below = blank_from(lines, one.first - 2, -1), blank_from(lines, one.last, 1)

        def is_taken_out(after):
            if after is None:
                return False
            up = before[:len(before) - above]
            down = rest[below:]
            if not rest and after == joined(up, [""]):
                # The line above the last one keeps its newline.
                return True
            middle = range(0, max(above, below) + 1)
            return any(after == joined(up, [""] * blanks, down) or after == joined(up, before[len(up):], rest[:blanks], down)
                       or after == joined(up, rest[:below], down) or after == joined(up, before[len(up):], down)
                       for blanks in middle)

        self.edit(path, text, "delete", ["lines", "--symbol", name], "", is_taken_out, joined(before, rest))
        is_flat = all(not line.strip() or line.startswith(indent) for line in own)
        if self.peer and is_lone and is_flat:
            flat = joined([line.removeprefix(indent) if line.strip() else line for line in marked]) + "\n"
            self.beside(path, text, one.name, flat, lambda after: after == expected, is_taken_out)

        made = [indent + line if line else line for line in self.language.made(one, found, lines[one.line - 1]).split("\n")]
        heads = {other.first for other in found if lines[other.first - 1].startswith(indent + lines[other.first - 1].lstrip()[:1])}
        is_next = one.last + below + 1 in heads and bool(below)

        def is_put(after):
            if after is None:
                return False
            gaps = [below] if is_next else range(0, 4)
            return any(after == joined(before, own, [""] * gap, made, [""] * more, rest)
                       for gap in gaps for more in ([0] if is_next else range(0, 4)))

        put = joined([line.removeprefix(indent) for line in made]) + "\n"
        self.edit(path, text, "insert after", ["insert", "--symbol", name, "--at", "after"], put, is_put,
                  joined(before, own, made, rest))


def tried(asked, language, scratch):
    judge = language.judge(scratch)
    dice = random.Random(asked.seed)
    paths = sorted([path for root in asked.sources for path in below(root.resolve(), *language.patterns)]
                   if asked.sources else language.sources(scratch))
    dice.shuffle(paths)
    trial, done = Trial(asked.incise.resolve(), judge, language, asked.peer), 0
    while paths and done < asked.count:
        some, paths = paths[:200], paths[200:]
        texts = [path.read_bytes() for path in some]
        # Skip minified files, in which definitions share lines.
        fit = [path for path, text in zip(some, texts)
               if b"\r" not in text and len(text) < 1 << 19 and max(map(len, text.split(b"\n"))) < 2000]
        for path, found in zip(fit, judge(fit)):
            if not found or done >= asked.count:
                continue
            text = path.read_bytes().decode()
            for one in dice.sample(found, min(4, len(found), asked.count - done)):
                trial.all_of(path, text, one, found)
                done += 1
    return trial, done


def main():
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--incise", required=True, type=pathlib.Path)
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--scratch", type=pathlib.Path)
    parser.add_argument("--sources", type=pathlib.Path, nargs="+", help="source directories instead of the defaults")
    parser.add_argument("--peer", help="the path or name of patchloom")
    parser.add_argument("--notes", type=int, default=20)
    asked = parser.parse_args()
    scratch = (asked.scratch or pathlib.Path(tempfile.mkdtemp())).resolve()
    is_bad = False
    for name in asked.language or LANGUAGES:
        trial, done = tried(asked, LANGUAGES[name], scratch)
        print(f"{name}: {done} definitions")
        for kind in sorted({kind for kind, _ in trial.counts}):
            counts = {verdict: trial.counts[kind, verdict] for verdict in ("exact", "wrong", "refused")}
            is_bad |= counts["wrong"] > 0 and not (kind.startswith("beside") and not kind.endswith("incise"))
            print(f"  {kind:14}", *(f"{verdict} {count}" for verdict, count in counts.items()))
        refused = sum(trial.reasons.values())
        tries = sum(count for (kind, _), count in trial.counts.items() if not kind.startswith("beside"))
        is_bad |= refused > 0.02 * tries
        for reason, count in trial.reasons.most_common():
            print(f"  refused {count}: {reason}")
        for note in sorted(trial.notes, reverse=True)[:asked.notes] + trial.besides[:asked.notes]:
            print("  ", note)
        sys.stdout.flush()
    return int(is_bad)


if __name__ == "__main__":
    sys.exit(main())
