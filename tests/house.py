#!/usr/bin/env python3
"""Code metrics, to compare before and after a refactoring.

  house.py                        this tree
  house.py --tree DIR             another checkout
  house.py --program target/debug/incise
                                  also the files that a plain `replace` runs through (valgrind, debug build)

Counts in `src/` and the crates, without tests:
  lines        lines of code without blank lines and comments, and all lines
  names        types (struct, enum, trait, type, union) that share their name with another type
  circle       the largest number of files in a dependency cycle; a module that only re-exports counts as the files
               that it re-exports
  two-variant  enums with two variants, per 10,000 lines of code
  largest      the largest file
  readable     functions called `of`; doc lines that begin with a pronoun or question word, per 1,000 doc lines; names
               that are rebound at once (`let x = ..; let x = f(x)`), per 10,000 lines of code
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--program", type=Path)
    parser.add_argument("--list", action="store_true", help="also list the names, cycles and files")
    asked = parser.parse_args()
    source = asked.tree
    roots = [asked.tree / "src", *sorted(asked.tree.glob("crates/*/src"))]
    files = {path: Source(path.read_text()) for root in roots for path in sorted(root.rglob("*.rs"))
             if not is_test(path.relative_to(root))}
    code = sum(file.code_lines for file in files.values())
    rooms = collections.Counter()
    counts = collections.Counter()
    for path, file in files.items():
        room = room_of(path.relative_to(source))
        rooms[room] += file.code_lines
        counts[room] += 1
    print(f"files        {len(files)}")
    print(f"lines        {code} of code, {sum(file.all_lines for file in files.values())} in all")
    names = collections.defaultdict(list)
    for path, file in files.items():
        for name in file.types:
            names[name].append(path.relative_to(source))
    total = sum(len(places) for places in names.values())
    shared = {name: places for name, places in names.items() if len(places) > 1}
    sharing = sum(len(places) for places in shared.values())
    print(f"names        {sharing} of {total} types share theirs: {100 * sharing / total:.1f} %")
    graph = {}
    for root in roots:
        graph.update(uses(root, {path: file for path, file in files.items() if path.is_relative_to(root)}))
    circles = circles_of(graph)
    print(f"circle       {len(circles[0]) if circles else 1} files; {len(circles)} circles in all")
    pairs = [(path, name) for path, file in files.items() for name in file.two_variants]
    print(f"two-variant  {len(pairs)} enums, {10_000 * len(pairs) / code:.1f} per 10,000 lines")
    largest = max(files.items(), key=lambda item: item[1].all_lines)
    print(f"largest      {largest[0].relative_to(source)}, {largest[1].all_lines} lines")
    called_of, docs, vague, rebound = readable(files.values())
    print(f"readable     {called_of} functions called `of`; {vague} vague of {docs} doc lines, "
          f"{1_000 * vague / docs:.1f} per 1,000; {rebound} rebound names, {10_000 * rebound / code:.1f} per 10,000 lines")
    passed = passed_files(asked.program, source) if asked.program else None
    if passed is not None:
        print(f"passed       {len(passed)} files by a plain `replace`")
    print("rooms        " + ", ".join(f"{room} {counts[room]}/{lines}" for room, lines in sorted(rooms.items())))
    if asked.list:
        for name, places in sorted(shared.items(), key=lambda item: (-len(item[1]), item[0])):
            print(f"name {name}: {' '.join(map(str, places))}")
        for circle in circles:
            print(f"circle: {' '.join(str(path.relative_to(source)) for path in circle)}")
        for path, name in pairs:
            print(f"two-variant {name}: {path.relative_to(source)}")
        for path in passed or []:
            print(f"passed: {path}")


def is_test(path):
    return path.name == "tests.rs" or "tests" in path.parts[:-1]


class Source:
    """The code of one file without tests, comments and string contents."""

    def __init__(self, text):
        self.source, self.text = text, without_tests(bare(text))
        lines = [line for line in self.text.split("\n") if line.strip()]
        self.code_lines = len(lines)
        self.all_lines = text.count("\n")
        self.types = re.findall(r"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union|type)\s+([A-Z]\w*)",
                                without_bodies(self.text), re.M)
        self.two_variants = [name for name, body in enums(self.text) if len(variants(body)) == 2]


VAGUE = r"(?:Those|These|They|The same|It|Its|What|Who|Whose|Where|Whoever)\b"


def readable(files):
    """Returns four counts: functions called `of`, doc comment lines, doc lines that begin with a vague word, and names
    that are rebound at once from their old value."""
    files = list(files)
    called_of = sum(len(re.findall(r"\bfn of\b", file.text)) for file in files)
    docs = [line for file in files for line in re.findall(r"^[ \t]*//[/!] (.*)", file.source, re.M)]
    vague = sum(re.match(VAGUE, line) is not None for line in docs)
    rebound = sum(len(re.findall(r"\blet (?:mut )?(\w+)\b[^;=]*= [^;]*;\s*let (?:mut )?\1\b[^;=]*= [^;]*\b\1\b", file.text))
                  for file in files)
    return called_of, len(docs), vague, rebound


def bare(text):
    """`text` with blank comments and empty strings. The line numbers stay the same."""
    token = re.compile(r'//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\[^\n]{1,8}?|[^\\\'\n])\'', re.S)

    def blank(found):
        inside = "\n" * found.group().count("\n")
        return inside if found.group().startswith("/") else '""' + inside
    return token.sub(blank, text)


def without_tests(text):
    """`text` without the items marked `#[cfg(test)]`."""
    while found := re.search(r"#\[cfg\((?:all\()?test\b[^\]]*\]\s*", text):
        end = item_end(text, found.end())
        text = text[:found.start()] + text[end:]
    return text


def item_end(text, at):
    depth = 0
    for place in range(at, len(text)):
        sign = text[place]
        if sign in "{([":
            depth += 1
        elif sign in "})]":
            depth -= 1
            if depth == 0 and sign == "}":
                return place + 1
        elif sign == ";" and depth == 0:
            return place + 1
    return len(text)


def without_bodies(text):
    """`text` without bodies of functions and of `impl` and `trait` blocks, because associated types are not counted."""
    out, at = [], 0
    for found in re.finditer(r"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:impl\b|(?:const\s+)?fn\b)", text, re.M):
        if found.start() < at:
            continue
        out.append(text[at:found.start()])
        at = item_end(text, found.end())
    out.append(text[at:])
    return "".join(out)


def enums(text):
    for found in re.finditer(r"\benum\s+(\w+)[^{;]*\{", text):
        yield found.group(1), text[found.end():item_end(text, found.end() - 1) - 1]


def variants(body):
    body = re.sub(r"#\[[^\]]*\]", "", body)
    depth, part, parts = 0, "", []
    for sign in body:
        if sign in "{([<":
            depth += 1
        elif sign in "})]>":
            depth -= 1
        if sign == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += sign
    return [part for part in parts + [part] if part.strip()]


class Module:
    def __init__(self, path, parent):
        self.path, self.parent, self.children, self.passes_on, self.globs = path, parent, {}, {}, []


def room_of(path):
    """The module of the package, or the crate, that contains a file."""
    parts = path.parts
    if parts[0] == "crates":
        return "/".join(parts[:2])
    return parts[1].removesuffix(".rs")


def uses(source, files):
    """The files that each file uses. Follows re-exports to the defining file."""
    root = Module(source / "lib.rs", None)
    modules = {root.path: root}
    queue = [root]
    while queue:
        module = queue.pop()
        directory = (module.path.parent if module.path.name in ("mod.rs", "lib.rs") else module.path.with_suffix(""))
        for name in re.findall(r"^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;", files[module.path].text, re.M):
            for path in (directory / f"{name}.rs", directory / name / "mod.rs"):
                if path in files:
                    child = Module(path, module)
                    module.children[name] = modules[path] = child
                    queue.append(child)
    for path, module in modules.items():
        for segments, name in imports(files[path].text):
            if name == "*":
                module.globs.append(segments)
            else:
                module.passes_on[name] = segments

    known = {}

    def resolve(module, segments):
        """The file that defines `segments`, seen from `module`. Stops at cyclic imports, whose paths grow without
        limit."""
        name = (module.path, tuple(segments))
        if len(segments) > 10:
            return None
        if name not in known:
            known[name] = None
            known[name] = follow(module, list(segments))
        return known[name]

    def follow(module, segments):
        if segments and segments[0] == "crate":
            module, segments = root, segments[1:]
        while segments and segments[0] in ("self", "super"):
            module = module if segments[0] == "self" else module.parent
            segments = segments[1:]
            if module is None:
                return None
        if not segments:
            return module.path
        first, rest = segments[0], segments[1:]
        if first in module.children:
            return resolve(module.children[first], rest)
        if first in defined(files[module.path].text):
            return module.path
        if first in module.passes_on:
            found = resolve(module, module.passes_on[first] + rest)
            if found:
                return found
        for glob in module.globs:
            found = resolve(module, glob + [first] + rest)
            if found:
                return found
        return None

    graph = {path: set() for path in modules}
    for path, module in modules.items():
        text = files[path].text
        wanted = [segments for segments, _ in imports(text, public=False)]
        body = re.sub(r"^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+[^;]*;", "", text, flags=re.M)
        wanted += [path.split("::") for path in re.findall(r"\b(?:(?:crate|super|self)(?:::\w+)+)", body)]
        wanted += [path.split("::") for path in re.findall(r"(?<![\w:])[a-z_]\w*(?:::\w+)+", body)
                   if path.split("::")[0] in module.children or path.split("::")[0] in module.passes_on]
        for segments in wanted:
            found = resolve(module, segments)
            if found and found != path:
                graph[path].add(found)
    return graph


DEFINED = {}


def defined(text):
    if text not in DEFINED:
        DEFINED[text] = set(re.findall(r"\b(?:struct|enum|trait|union|type|fn|const|static|macro_rules!)\s+(\w+)", text))
    return DEFINED[text]


def imports(text, public=None):
    """The `use` paths of `text` and the imported names. If `public` is false, only private imports."""
    for found in re.finditer(r"^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]*);", text, re.M):
        if public is None or bool(found.group(1)) == public:
            yield from tree_of(found.group(2), [])


def tree_of(text, above):
    text = text.strip().removeprefix("::")
    brace = text.find("{")
    if brace < 0:
        path, _, alias = text.partition(" as ")
        segments = above + [part.strip() for part in path.split("::") if part.strip()]
        if segments[-1] == "self":
            segments = segments[:-1]
        if segments[-1:] == ["*"]:
            yield segments[:-1], "*"
        else:
            yield segments, (alias.strip() or segments[-1])
        return
    above = above + [part.strip() for part in text[:brace].split("::") if part.strip()]
    depth, part = 0, ""
    for sign in text[brace + 1:text.rindex("}")] + ",":
        if sign == "," and depth == 0:
            if part.strip():
                yield from tree_of(part, above)
            part = ""
            continue
        depth += (sign == "{") - (sign == "}")
        part += sign


def circles_of(graph):
    """The strongly connected components of `graph` with more than one file, largest first (Tarjan 1972)."""
    index, low, on, stack, found = {}, {}, set(), [], []

    def visit(start):
        work = [(start, iter(sorted(graph[start])))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on.add(start)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on.add(other)
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in on:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = []
                    while True:
                        part.append(stack.pop())
                        on.discard(part[-1])
                        if part[-1] == node:
                            break
                    if len(part) > 1:
                        found.append(sorted(part))
    for node in sorted(graph):
        if node not in index:
            visit(node)
    return sorted(found, key=len, reverse=True)


def passed_files(program, source):
    """The files of `source` with functions that a plain `replace` calls, as callgrind reports for a debug build."""
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "work" / "a.txt"
        target.parent.mkdir()
        target.write_text("one\ntwo\nthree\n")
        counts = Path(scratch) / "counts"
        environment = {"PATH": os.environ["PATH"], "HOME": scratch}
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", program.resolve(),
                        "replace", "a.txt", "--old", "two", "--new", "2"],
                       cwd=target.parent, env=environment, check=True, capture_output=True)
        if target.read_text() != "one\n2\nthree\n":
            sys.exit("house.py: the replace changed nothing")
        names = set(re.findall(r"^c?f[lie]=\(\d+\) (.+)$", counts.read_text(), re.M))
    ours = {path.relative_to(source).as_posix() for path in source.rglob("*.rs")}
    return sorted(name for name in ours if any(passed == name or passed.endswith(f"/{name}") for passed in names))


if __name__ == "__main__":
    main()
