#!/usr/bin/env python3
"""Measures whether `incise set` and `incise unset` are exact on real documents. Independent parsers judge the results.

    python3 benches/keys.py --incise target/release/incise [--keys 400] [--seed 1] [--peer patchloom] [DIRECTORY ...]

Takes a random key from each of many documents below the directories (default: the cargo registry and the package
directories of npm and pip). Formats: TOML, JSON with and without comments, YAML with one or several documents, Java
properties, `.env` files and INI dialects. For each key, it sets another value of the same type, sets the old value
again, unsets the key, and adds a key next to it.

The judges are Python's tomllib and json, PyYAML, pyjson5, javaproperties, python-dotenv and the readers of
`tests/keys_readers.py`. They must read the old document with exactly that change. Setting the old value again must
restore the old bytes. Exception: the value alone does not determine its notation, such as line wraps, unneeded escapes,
an alias or octal digits. Formats without an installed judge are skipped. Every other result is wrong. Exits with 1 if a
result of `incise` is wrong.

A peer gets the same cases: `patchloom doc set`, `doc delete` and `doc append` with the value as JSON; yq and jq, which
print the whole document; crudini; augtool; and the libraries tomlkit, ruamel, dotenv (python-dotenv) and jsonc-parser
(give its package directory). A refusal has a nonzero status and an unchanged file. A missing change with status 0 is
wrong. A result is also wrong if it changes at least five lines more than the entry has.
"""

import argparse
import collections
import configparser
import copy
import importlib
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import tomllib

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))
import keys_readers


def read_toml(text):
    return tomllib.loads(text)


YAML = yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader


def read_yaml(text):
    return yaml.load(text, Loader=YAML)


def read_yamls(text):
    """The documents of a multi-document stream."""
    return list(yaml.load_all(text, Loader=YAML))


def is_stream(text):
    return len(read_yamls(text)) > 1


def read_commented(text):
    return importlib.import_module("pyjson5").loads(text)


def is_commented(text):
    """True if the text has comments or trailing commas."""
    try:
        json.loads(text)
    except ValueError:
        return True
    return False


def read_properties(text):
    return importlib.import_module("javaproperties").loads(text)


def read_env(text):
    """Rejects a file with a line that is not an assignment."""
    found = importlib.import_module("dotenv").dotenv_values(stream=io.StringIO(text), interpolate=False)
    if None in found.values() or any(re.search(r"\W", name) for name in found):
        raise ValueError("other lines")
    return dict(found)


# The INI dialects, each with a reader from `tests/keys_readers.py`.
DIALECTS = {"git": "git", "systemd": "systemd", "python": "configparser", "desktop": "glib", "php": "php",
            "mysql": "my_print_defaults", "npmrc": "ini of npm", "ini": "configparser with case"}
READERS = keys_readers.installed(tempfile.mkdtemp())[0]
READERS["configparser with case"] = keys_readers.each_file(keys_readers.python_ini(str))


def reader_of(dialect):
    """Returns a reader that maps a text to {section: {name: value}}. A repeated name has a tuple of values."""
    folder = tempfile.mkdtemp()

    def read(text):
        path = pathlib.Path(folder, "document")
        path.write_bytes(text.encode())
        found = READERS[DIALECTS[dialect]]([path])[0]
        if found is None:
            raise ValueError("unread")
        document = {}
        for (section, name), values in found.items():
            place = document.setdefault(section, {}) if section else document
            place[name] = values[0] if len(values) == 1 else tuple(values)
        return document

    return read


class Pattern:
    """The file names of a dialect, from the program's table. The names of `ini` exclude those of other dialects."""

    def __init__(self, dialect):
        source = pathlib.Path(__file__).resolve().parent.parent / "crates/core/src/resolve/key/dialect.rs"
        rows = re.findall(r'name: "(\w+)".*?files: "(.*?)"', source.read_text(), re.S)
        self.rows = {name: [re.compile("(^|/)" + re.escape(glob).replace(r"\*", "[^/]*") + "$") for glob in
                            files.replace("\\", " ").split()] for name, files in rows}
        self.dialect = dialect

    def search(self, path):
        def is_of(dialect):
            return any(pattern.search(path.lower()) for pattern in self.rows[dialect])

        return is_of(self.dialect) and not (self.dialect == "ini" and any(map(is_of, self.rows.keys() - {"ini"})))


# The judge of each format, its file names, and a filter for the documents to use.
FORMATS = {
    "toml": (read_toml, re.compile(r"\.toml$"), None),
    "json": (json.loads, re.compile(r"\.json$"), None),
    "jsonc": (read_commented, re.compile(r"\.(jsonc?|code-workspace)$"), is_commented),
    "yaml": (read_yaml, re.compile(r"\.ya?ml$"), None),
    "yamls": (read_yamls, re.compile(r"\.ya?ml$"), is_stream),
    "properties": (read_properties, re.compile(r"\.properties$"), None),
    "env": (read_env, re.compile(r"(^|[./])env(\.\w+)?$"), None),
    **{dialect: (reader_of(dialect), Pattern(dialect), None) for dialect, reader in DIALECTS.items() if reader in READERS},
}

# A new name that the judge accepts.
ADDED = {"git": "zz-added", "desktop": "zz-added", "mysql": "zz-added"}

# The suffix of a case's file if the original name does not determine the format.
ENDINGS = {"env": ".env"}

LARGEST = 200_000


def documents(directories, pattern):
    """The files with matching names. Files with equal content are returned once."""
    found = {}
    for directory in directories:
        for folder, folders, names in os.walk(directory):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                if pattern.search(path) and os.path.isfile(path) and os.path.getsize(path) <= LARGEST:
                    raw = pathlib.Path(path).read_bytes()
                    found.setdefault(raw, path)
    return sorted((path, raw) for raw, path in found.items())


def leaves(value, path=()):
    """The paths to scalar values of types that every format supports."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if isinstance(name, str) and "\n" not in name and not {'"', "'"} <= set(name):
                yield from leaves(inner, path + (name,))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, path + (index,))
    elif isinstance(value, (str, bool, int)) and path:
        yield path, value


def is_plain(key, value, kind):
    """True if the key can hold any value and all programs agree on the meaning of its value. GLib reads no other
    encodings. Programs read `$` in .env files in two ways."""
    return not (kind == "env" and "$" in value or kind == "desktop" and key[-1] == "Encoding")


def keeps_notation(kind, raw, document, path):
    """True if the value alone determines its notation. It does not determine line wraps or aliases."""
    value = at(document, path)
    if kind in DIALECTS:
        # A name without a value is also empty, PHP reads `On` as 1, and spaces at the end become escapes.
        return "\n" not in value and value in raw and value not in ("", "1") and value == value.strip()
    if kind == "env":
        # A bare value gets quotes if a shell would split it.
        return not re.search(r"[^\w./:@%+,=?{}-]", value)
    if kind == "properties":
        # `incise` escapes letters or not, as the rest of the file does.
        return value and value.isascii() and value in raw and not re.search(r"^[^#!\n]*\\\r?\n", raw, re.M)
    if kind == "toml":
        # Excludes escapes, other digits, and lines that end in a backslash.
        return value != "" and str(value).lower() in raw.lower() and "\n" not in str(value)
    if kind in ("json", "jsonc"):
        # Excludes escapes that JSON does not need, such as `\\/`.
        return not isinstance(value, str) or json.dumps(value, ensure_ascii=False) in raw
    if kind not in ("yaml", "yamls"):
        return True
    nodes = list(yaml.compose_all(raw, Loader=YAML))
    node, path = (nodes[path[0]], path[1:]) if kind == "yamls" else (nodes[0], path)
    for name in path:
        above, node = node, inner_node(node, name)
        if node is None or not above.start_mark.index <= node.start_mark.index <= above.end_mark.index:
            # The value comes from an alias.
            return False
    if isinstance(value, int) and not isinstance(value, bool):
        return node.value == str(value)
    return node.style == "|" or node.start_mark.line == node.end_mark.line


def inner_node(node, name):
    if isinstance(node, yaml.SequenceNode):
        return node.value[name]
    values = [value for key, value in node.value if key.value == name]
    return values[-1] if values else None


def spelled(path):
    def part(name):
        if isinstance(name, int):
            return str(name)
        if re.search(r"[.\[\]'\"]", name) or name in ("", "+"):
            return f'"{name}"' if '"' not in name else f"'{name}'"
        return name

    return ".".join(part(name) for name in path)


def at(document, path):
    for name in path:
        document = document[name]
    return document


def written(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def other(value, dice, kind):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + dice.randint(1, 9)
    # INI programs read a comment character inside a value in two ways, so `incise` refuses it. PHP has words for
    # booleans.
    odd = [] if kind in ("ini", "python") else ["x: y # z"]
    words = [] if kind == "php" else ["off", "null"]
    quoted = [] if kind == "ini" else ['say "x"']
    return dice.choice(["changed", "1.10", "a b", "it's", "ünï", "-", "12", *odd, *words, *quoted])


def is_same(one, another):
    """True if both values have the same types and are equal. The order of keys in a table does not matter."""
    if type(one) is not type(another):
        return False
    if isinstance(one, dict):
        return one.keys() == another.keys() and all(is_same(one[name], another[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(another) and all(map(is_same, one, another))
    return one == another


class Incise:
    """`incise`. Each method edits `file` and returns the reason for a refusal, or None."""

    def __init__(self, program, _kind, scratch):
        self.program, self.scratch = program, scratch
        self.dialect = ["--dialect", _kind] if _kind in DIALECTS else []
        self.environment = dict(os.environ, INCISE_STATE_DIR=os.path.join(scratch, "state"))

    def set(self, file, path, value):
        words = ["set", spelled(path), written(value)]
        if words[2].startswith("-") and not re.fullmatch(r"-\d+", words[2]):
            value_file = pathlib.Path(self.scratch, "value")
            value_file.write_text(words[2])
            words = ["set", words[1], "--from-file", str(value_file)]
        return self.run(file, *words)

    def unset(self, file, path):
        return self.run(file, "unset", spelled(path))

    def add(self, file, path, name, value):
        key = spelled(path) + ".+" if name is None else spelled(path + (name,))
        return self.run(file, "set", key.lstrip("."), value, "--create", "--string")

    def run(self, file, *words):
        ran = subprocess.run([self.program, words[0], str(file), *words[1:], *self.dialect, "-q", "--no-journal", "--json"],
                             env=self.environment, capture_output=True, text=True)
        if ran.returncode == 0:
            return None
        if not ran.stdout:
            return f"status {ran.returncode}: {ran.stderr}"
        error = json.loads(ran.stdout)["error"]
        return re.sub(r"`[^`]*`|\d+", "_", error["message"].split(": ", 1)[-1])


class Patchloom:
    """`patchloom doc`. Its help requires quotes around names with dots, and JSON values."""

    def __init__(self, program, kind, scratch):
        # Values that it sets in INI, properties and .env files are strings.
        self.program, self.scratch, self.kind = program, scratch, kind

    def spelled(self, path):
        def part(name):
            if isinstance(name, int):
                return f"[{name}]"
            return json.dumps(name, ensure_ascii=False) if re.search(r"[.\[\]\"\\/]", name) else name

        return ".".join(map(part, path)).replace(".[", "[")

    def set(self, file, path, value):
        return self.run("set", str(file), self.spelled(path), json.dumps(value, ensure_ascii=False))

    def unset(self, file, path):
        return self.run("delete", str(file), self.spelled(path))

    def add(self, file, path, name, value):
        if name is None:
            return self.run("append", str(file), self.spelled(path) or ".", json.dumps(value))
        return self.set(file, path + (name,), value)

    def run(self, work, file, *words):
        ran = subprocess.run([self.program, "doc", work, "--apply", "--json", "--", file, *words], cwd=self.scratch,
                             capture_output=True, text=True)
        if ran.returncode == 0:
            return None
        said = (ran.stdout or ran.stderr).strip()
        try:
            said = str(json.loads(said).get("error", said))
        except ValueError:
            pass
        return "status _: " + re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"|/\S+|\d+", "_", said)[:90]


class Filter:
    """A program that prints the changed document and uses the language of jq."""

    def __init__(self, program, kind, scratch):
        self.program, self.kind, self.scratch = program, kind, scratch

    def set(self, file, path, value):
        return self.run(file, f"setpath({json.dumps(path)}; {json.dumps(value)})")

    def unset(self, file, path):
        return self.run(file, f"delpaths([{json.dumps(path)}])")

    def add(self, file, path, name, value):
        if name is None:
            return self.run(file, f"setpath({json.dumps(path)}; getpath({json.dumps(path)}) + [{json.dumps(value)}])")
        return self.set(file, path + (name,), value)

    def run(self, file, program):
        options = ["-y"] if "yq" in os.path.basename(self.program) else []
        ran = subprocess.run([self.program, *options, program, str(file)], capture_output=True)
        if ran.returncode:
            return "status _"
        pathlib.Path(file).write_bytes(ran.stdout)
        return None


# The peers and the formats that they edit.
PEERS = {
    "patchloom": (Patchloom, {"toml", "json", "jsonc", "yaml", "yamls", "ini", "properties", "env"}),
    "jq": (Filter, {"json"}),
    "yq": (Filter, {"yaml"}),
}


class Crudini:
    def __init__(self, program, _kind, _scratch):
        self.program = program

    def set(self, file, path, value):
        return self.run("--set", str(file), *self.words(path), value)

    def unset(self, file, path):
        return self.run("--del", str(file), *self.words(path))

    def add(self, file, path, name, value):
        return self.set(file, path + (name,), value)

    def words(self, path):
        return path if len(path) > 1 else ("", *path)

    def run(self, *words):
        ran = subprocess.run([self.program, *words], capture_output=True, text=True)
        return ran.stderr.strip().splitlines()[-1][:60] if ran.returncode else None


class Augtool:
    """Augeas, with a lens for each format."""

    LENSES = {"php": "PHP", "desktop": "Desktop", "mysql": "MySQL", "properties": "Properties"}

    def __init__(self, program, kind, _scratch):
        self.program, self.kind, self.lens = program, kind, self.LENSES[kind]

    def node(self, file, path):
        def quoted(name):
            return re.sub(r"([ \[\]()!|=,\\/])", r"\\\1", name)

        if self.kind == "mysql":
            return f"/files{file}/target[. = '{path[0]}']/" + "/".join(map(quoted, path[1:]))
        return f"/files{file}/" + "/".join(map(quoted, path))

    def set(self, file, path, value):
        value = value.replace("\\", "\\\\").replace('"', '\\"')
        return self.run(file, f'set "{self.node(file, path)}" "{value}"')

    def unset(self, file, path):
        return self.run(file, f'rm "{self.node(file, path)}"')

    def add(self, file, path, name, value):
        return self.set(file, path + (name,), value)

    def run(self, file, command):
        words = [self.program, "--noautoload", "--transform", f"{self.lens} incl {file}"]
        ran = subprocess.run(words, input=command + "\nsave\n", capture_output=True, text=True)
        return "status _" if ran.returncode or "Saved" not in ran.stdout else None


class Library:
    """A library that reads a document, changes it and writes it."""

    def __init__(self, program, kind, scratch):
        self.name, self.kind, self.scratch = os.path.basename(program), kind, scratch

    def set(self, file, path, value):
        return self.change(file, lambda place: place.__setitem__(path[-1], value), path[:-1])

    def unset(self, file, path):
        return self.change(file, lambda place: place.__delitem__(path[-1]), path[:-1])

    def add(self, file, path, name, value):
        if name is None:
            return self.change(file, lambda place: place.append(value), path)
        return self.set(file, path + (name,), value)

    def change(self, file, work, path):
        text = pathlib.Path(file).read_bytes().decode()
        try:
            if self.name == "tomlkit":
                library = importlib.import_module("tomlkit")
                document = library.parse(text)
                work(at(document, path))
                text = library.dumps(document)
            else:
                library = importlib.import_module("ruamel.yaml").YAML()
                library.preserve_quotes, library.width = True, 4096
                document = library.load(text)
                work(at(document, path))
                out = io.StringIO()
                library.dump(document, out)
                text = out.getvalue()
        except Exception as error:
            return type(error).__name__
        pathlib.Path(file).write_bytes(text.encode())
        return None


class Jsonc:
    """The jsonc-parser package of Visual Studio Code."""

    SCRIPT = """const [home, file, path, value] = process.argv.slice(1), fs = require('fs'), jsonc = require(home);
const text = fs.readFileSync(file, 'utf8'), options = {formattingOptions: {insertSpaces: true, tabSize: 2}};
const edits = jsonc.modify(text, JSON.parse(path), value === undefined ? undefined : JSON.parse(value), options);
fs.writeFileSync(file, jsonc.applyEdits(text, edits));"""

    def __init__(self, program, _kind, _scratch):
        self.program = program

    def set(self, file, path, value):
        return self.run(file, path, json.dumps(value))

    def unset(self, file, path):
        return self.run(file, path)

    def add(self, file, path, name, value):
        return self.set(file, path + (-1 if name is None else name,), value)

    def run(self, file, path, *value):
        ran = subprocess.run(["node", "-e", self.SCRIPT, self.program, str(file), json.dumps(path), *value], capture_output=True)
        return "status _" if ran.returncode else None


class Dotenv:
    """The editing functions of python-dotenv."""

    def __init__(self, _program, _kind, _scratch):
        self.library = importlib.import_module("dotenv")

    def set(self, file, path, value):
        return self.result(self.library.set_key(file, path[-1], value, quote_mode="auto"))

    def unset(self, file, path):
        return self.result(self.library.unset_key(file, path[-1]))

    def add(self, file, path, name, value):
        return self.set(file, (name,), value)

    def result(self, found):
        return None if found[0] else "not done"


PEERS |= {
    "dotenv": (Dotenv, {"env"}),
    "crudini": (Crudini, {"ini", "python", "systemd", "desktop", "php", "mysql"}),
    "augtool": (Augtool, set(Augtool.LENSES)),
    "tomlkit": (Library, {"toml"}),
    "ruamel": (Library, {"yaml"}),
    "jsonc-parser": (Jsonc, {"json", "jsonc"}),
}


def changed_lines(before, after):
    """The number of lines of both texts in the range that differs."""
    before, after = before.splitlines(), after.splitlines()
    head = next((at for at, pair in enumerate(zip(before, after)) if pair[0] != pair[1]), min(len(before), len(after)))
    before, after = before[head:][::-1], after[head:][::-1]
    tail = next((at for at, pair in enumerate(zip(before, after)) if pair[0] != pair[1]), min(len(before), len(after)))
    return len(before) - tail, len(after) - tail


class Case:
    def __init__(self, kind, path, raw, key, scratch):
        self.read, self.raw, self.key, self.kind = FORMATS[kind][0], raw, key, kind
        self.document = self.read(raw.decode())
        self.file = pathlib.Path(scratch, os.path.basename(path) + ENDINGS.get(kind, ""))

    def judged(self, refusal, expected):
        if refusal:
            is_whole = self.file.read_bytes() == self.raw
            return ("refused", refusal) if is_whole else ("wrong", f"changed at another status: {refusal}")
        try:
            found = self.read(self.file.read_bytes().decode())
        except Exception as error:
            return "wrong", f"unreadable: {error}"
        if self.kind in DIALECTS:
            expected = {name: value for name, value in expected.items() if value != {}}
        if not is_same(found, expected):
            return "wrong", "another document"
        removed, added = changed_lines(self.raw, self.file.read_bytes())
        entry = str(at(self.document, self.key)).count("\n") + 5
        if min(removed, added) > entry:
            return "wrong", "other lines"
        return "exact", ""

    def changed(self, value):
        document = copy.deepcopy(self.document)
        at(document, self.key[:-1])[self.key[-1]] = value
        return document

    def works(self, dice, tool):
        """Yields each kind of work with its outcome."""
        old = at(self.document, self.key)
        new = other(old, dice, self.kind)
        if new == old:
            new = "another"
        self.file.write_bytes(self.raw)
        outcome = self.judged(tool.set(self.file, self.key, new), self.changed(new))
        yield "set", outcome
        if outcome[0] == "exact":
            yield "set back", self.set_back(tool, old)
        self.file.write_bytes(self.raw)
        document = copy.deepcopy(self.document)
        del at(document, self.key[:-1])[self.key[-1]]
        yield "unset", self.judged(tool.unset(self.file, self.key), document)
        self.file.write_bytes(self.raw)
        document = copy.deepcopy(self.document)
        beside = at(document, self.key[:-1])
        is_list = isinstance(beside, list)
        if is_list:
            beside.append("added")
        else:
            beside[ADDED.get(self.kind, "zz_added")] = "added"
        name = None if is_list else ADDED.get(self.kind, "zz_added")
        yield "add", self.judged(tool.add(self.file, self.key[:-1], name, "added"), document)

    def set_back(self, tool, old):
        if isinstance(old, str):
            # A value that needs quotes would leave them around the old value. That is right, but does not restore the
            # old bytes.
            self.file.write_bytes(self.raw)
            tool.set(self.file, self.key, "changed" if old != "changed" else "another")
        changed = self.file.read_bytes()
        refusal = tool.set(self.file, self.key, old)
        if refusal:
            is_whole = self.file.read_bytes() == changed
            return ("refused", refusal) if is_whole else ("wrong", f"changed at another status: {refusal}")
        if self.file.read_bytes() == self.raw:
            return "exact", ""
        if not keeps_notation(self.kind, self.raw.decode(), self.document, self.key):
            return self.judged(None, self.document)
        return "wrong", "other bytes"


def drawn(found, kind, keys, dice):
    """Draws `keys` keys, one from each document, and repeats the documents until there are enough."""
    read, _, is_meant = FORMATS[kind]
    usable = []
    for path, raw in found:
        try:
            # Skip texts that are not in this format or have no keys.
            if is_meant and not is_meant(raw.decode()):
                continue
            there = [(key, value) for key, value in leaves(read(raw.decode())) if is_plain(key, value, kind)]
        except Exception:
            continue
        if there:
            usable.append((path, raw, there))
        if len(usable) >= keys:
            break
    count = 0
    while usable and count < min(keys, 20 * len(usable)):
        for path, raw, there in usable[:keys - count]:
            count += 1
            yield path, raw, dice.choice(there)[0]


class Table:
    def __init__(self, name, kind, show):
        self.name, self.kind, self.show = name, kind, show
        self.works = collections.defaultdict(collections.Counter)
        self.shown, self.reasons, self.files = collections.Counter(), collections.Counter(), set()

    def add(self, path, key, work, outcome, why):
        self.files.add(path)
        self.works[work][outcome] += 1
        if outcome == "exact":
            return
        self.reasons[outcome, work, why] += 1
        self.shown[outcome] += 1
        if self.shown[outcome] <= self.show:
            print(f"  {self.name}: {outcome}: {work} {spelled(key)} in {path}: {why}", file=sys.stderr)

    def is_wrong(self):
        return any(outcomes["wrong"] for outcomes in self.works.values())

    def print(self):
        for work, outcomes in self.works.items():
            row = [outcomes[outcome] for outcome in ("exact", "wrong", "refused")]
            print(f"{self.kind:11}{self.name:11}{work:10}{row[0]:7}{row[1]:7}{row[2]:9}  {len(self.files)}")
        for (outcome, work, why), times in self.reasons.most_common(12):
            print(f"    {outcome} {times}: {work}: {why}")


def main():
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("--incise", default="target/release/incise")
    cli.add_argument("--keys", type=int, default=400, help="keys per format")
    cli.add_argument("--seed", type=int, default=1)
    cli.add_argument("--show", type=int, default=5, help="number of wrong and of refused cases to print")
    cli.add_argument("--format", choices=FORMATS, action="append", help="test only this format (can be repeated)")
    cli.add_argument("--peer", action="append", default=[], help=f"another program, a path or a name: {', '.join(PEERS)}")
    cli.add_argument("directories", nargs="*")
    asked = cli.parse_args()
    home = pathlib.Path.home()
    directories = asked.directories or [home / ".cargo/registry/src", "/usr/lib/node_modules", "/usr/lib/python3"]
    tools = [(os.path.abspath(asked.incise), "incise", Incise, set(FORMATS))]
    tools += [(peer, os.path.basename(peer), *PEERS[os.path.basename(peer)]) for peer in asked.peer]
    is_wrong = False
    print(f"{'format':11}{'tool':11}{'work':10}{'exact':>7}{'wrong':>7}{'refused':>9}  documents")
    for kind in asked.format or FORMATS:
        pattern = FORMATS[kind][1]
        dice = random.Random(asked.seed)
        found = documents(directories, pattern)
        dice.shuffle(found)
        tables = [Table(name, kind, asked.show) for _, name, _, _ in tools]
        for at_case, (path, raw, key) in enumerate(drawn(found, kind, asked.keys, dice)):
            for (program, _, make, kinds), table in zip(tools, tables):
                if kind not in kinds:
                    continue
                with tempfile.TemporaryDirectory(dir="/dev/shm") as scratch:
                    os.makedirs(os.path.join(scratch, "state"), 0o700)
                    # Give every tool the same values.
                    case_dice = random.Random(f"{asked.seed} {at_case}")
                    tool = make(program, kind, scratch)
                    for work, (outcome, why) in Case(kind, path, raw, key, scratch).works(case_dice, tool):
                        table.add(path, key, work, outcome, why)
        for table in tables:
            table.print()
        sys.stdout.flush()
        is_wrong |= tables[0].is_wrong()
    sys.exit(is_wrong)


if __name__ == "__main__":
    main()
