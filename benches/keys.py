#!/usr/bin/env python3
"""How exact `incise set` and `incise unset` are on real documents, judged by parsers that are not ours.

    python3 benches/keys.py --incise target/release/incise [--keys 400] [--seed 1] [DIRECTORY ...]

Takes a random key of each of so many documents below the directories (the registry of cargo, and where npm and pip
keep theirs, unless others are named): Cargo.toml and pyproject.toml, package.json and other JSON, workflows and other
YAML, and INI files. It sets the key to another value of its type, sets it back, unsets it, and adds one beside it.
Python's tomllib, json and configparser, and PyYAML, must then read the old document with that one value changed; set
back, the bytes must be those of before. Everything else is wrong. Exits with 1 if anything is.
"""

import argparse
import collections
import configparser
import copy
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


def read_toml(text):
    return tomllib.loads(text)


def read_yaml(text):
    return yaml.load(text, Loader=yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader)


def read_ini(text):
    parser = configparser.ConfigParser(interpolation=None, default_section="\0")
    parser.optionxform = str
    parser.read_string(text)
    return {section: dict(parser[section]) for section in parser.sections()}


FORMATS = {
    "toml": (read_toml, re.compile(r"(Cargo|pyproject)\.toml$")),
    "json": (json.loads, re.compile(r"\.json$")),
    "yaml": (read_yaml, re.compile(r"\.ya?ml$")),
    "ini": (read_ini, re.compile(r"(\.ini|setup\.cfg|\.cfg|\.editorconfig|\.desktop|\.service)$")),
}

LARGEST = 200_000


def documents(directories, pattern):
    """The files whose names fit, one of each text."""
    found = {}
    for directory in directories:
        for folder, folders, names in os.walk(directory):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                if pattern.search(name) and os.path.isfile(path) and os.path.getsize(path) <= LARGEST:
                    raw = pathlib.Path(path).read_bytes()
                    found.setdefault(raw, path)
    return sorted((path, raw) for raw, path in found.items())


def leaves(value, path=()):
    """The paths to values without parts that have a type that every format has."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if isinstance(name, str) and name and "\n" not in name:
                yield from leaves(inner, path + (name,))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, path + (index,))
    elif isinstance(value, (str, bool, int)) and path:
        yield path, value


def spelled(path):
    def part(name):
        if isinstance(name, int):
            return str(name)
        if re.search(r"[.\[\]'\"]", name) or name == "+":
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
    # The sign of a comment inside a value is read in two ways in INI files, and refused.
    odd = [] if kind == "ini" else ["x: y # z"]
    return dice.choice(["changed", "off", "1.10", "a b", "it's", 'say "x"', "null", "ünï", "-", "12", *odd])


def is_same(one, another):
    """Whether both are of one type and equal, all the way down; the order of a table's names means nothing."""
    if type(one) is not type(another):
        return False
    if isinstance(one, dict):
        return one.keys() == another.keys() and all(is_same(one[name], another[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(another) and all(map(is_same, one, another))
    return one == another


class Case:
    def __init__(self, incise, kind, path, raw, key, scratch):
        self.incise, self.read, self.raw, self.key = incise, FORMATS[kind][0], raw, key
        self.document = self.read(raw.decode())
        name = os.path.basename(path)
        self.file = pathlib.Path(scratch, name if kind != "ini" else name + ".ini")
        self.kind = kind
        self.environment = dict(os.environ, INCISE_STATE_DIR=os.path.join(scratch, "state"))

    def run(self, *words):
        ran = subprocess.run(
            [self.incise, words[0], str(self.file), *words[1:], "-q", "--no-journal", "--json"],
            env=self.environment, capture_output=True, text=True,
        )
        if ran.returncode == 0:
            return None
        if not ran.stdout:
            return f"status {ran.returncode}: {ran.stderr}"
        error = json.loads(ran.stdout)["error"]
        return re.sub(r"`[^`]*`|\d+", "_", error["message"].split(": ", 1)[-1])

    def judged(self, refusal, expected):
        if refusal:
            return "refused", refusal
        try:
            found = self.read(self.file.read_bytes().decode())
        except Exception as error:
            return "wrong", f"unreadable: {error}"
        return ("exact", "") if is_same(found, expected) else ("wrong", "another document")

    def changed(self, value):
        document = copy.deepcopy(self.document)
        at(document, self.key[:-1])[self.key[-1]] = value
        return document

    def works(self, dice):
        """Each kind of work, with its outcome."""
        old = at(self.document, self.key)
        new = other(old, dice, self.kind)
        if new == old:
            new = "another"
        key = spelled(self.key)
        self.file.write_bytes(self.raw)
        refusal = self.set(key, new)
        outcome = self.judged(refusal, self.changed(new))
        yield "set", outcome
        if outcome[0] == "exact":
            if isinstance(old, str):
                # A value that needs quotes would leave them to the old one, which is right and no identity.
                self.file.write_bytes(self.raw)
                self.set(key, "changed" if old != "changed" else "another")
            refusal = self.set(key, old)
            if refusal:
                yield "set back", ("refused", refusal)
            else:
                same = self.file.read_bytes() == self.raw
                if not same and isinstance(old, str) and "\n" in old.strip() and self.kind == "ini":
                    # One line does not tell how far the others were indented.
                    same = is_same(self.read(self.file.read_bytes().decode()), self.document)
                yield "set back", ("exact", "") if same else ("wrong", "other bytes")
        self.file.write_bytes(self.raw)
        document = copy.deepcopy(self.document)
        del at(document, self.key[:-1])[self.key[-1]]
        yield "unset", self.judged(self.run("unset", key), document)
        self.file.write_bytes(self.raw)
        document = copy.deepcopy(self.document)
        beside = at(document, self.key[:-1])
        if isinstance(beside, list):
            beside.append("added")
            key = spelled(self.key[:-1]) + ".+"
        else:
            beside["zz_added"] = "added"
            key = spelled(self.key[:-1] + ("zz_added",))
        yield "add", self.judged(self.run("set", key, "added", "--create", "--string"), document)

    def set(self, key, value):
        words = ["set", key, written(value)]
        text = written(value)
        if text.startswith("-") and not re.fullmatch(r"-\d+", text):
            value_file = self.file.parent / "value"
            value_file.write_text(text)
            words = ["set", key, "--from-file", str(value_file)]
        return self.run(*words)


def main():
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("--incise", default="target/release/incise")
    cli.add_argument("--keys", type=int, default=400, help="keys of each format")
    cli.add_argument("--seed", type=int, default=1)
    cli.add_argument("--show", type=int, default=5, help="wrong and refused cases to show, of each")
    cli.add_argument("directories", nargs="*")
    asked = cli.parse_args()
    home = pathlib.Path.home()
    directories = asked.directories or [home / ".cargo/registry/src", "/usr/lib/node_modules", "/usr/lib/python3"]
    incise = os.path.abspath(asked.incise)
    is_wrong = False
    print(f"{'format':7}{'work':10}{'exact':>7}{'wrong':>7}{'refused':>9}  documents")
    for kind, (read, pattern) in FORMATS.items():
        dice = random.Random(asked.seed)
        found = documents(directories, pattern)
        dice.shuffle(found)
        table = collections.defaultdict(collections.Counter)
        shown = collections.Counter()
        reasons = collections.Counter()
        count = files = 0
        rounds = 0
        while count < asked.keys and found and rounds < 20:
            rounds += 1
            for path, raw in found:
                if count >= asked.keys:
                    break
                try:
                    keys = list(leaves(read(raw.decode())))
                except Exception:
                    continue
                if not keys:
                    continue
                files += rounds == 1
                key, _ = dice.choice(keys)
                count += 1
                with tempfile.TemporaryDirectory(dir="/dev/shm") as scratch:
                    os.makedirs(os.path.join(scratch, "state"), 0o700)
                    for work, (outcome, why) in Case(incise, kind, path, raw, key, scratch).works(dice):
                        table[work][outcome] += 1
                        if outcome == "refused":
                            reasons[work, why] += 1
                        if outcome == "wrong":
                            is_wrong = True
                        if outcome != "exact" and shown[kind, outcome] < asked.show:
                            shown[kind, outcome] += 1
                            print(f"  {outcome}: {work} {spelled(key)} in {path}: {why}", file=sys.stderr)
        for work, outcomes in table.items():
            row = [outcomes[outcome] for outcome in ("exact", "wrong", "refused")]
            print(f"{kind:7}{work:10}{row[0]:7}{row[1]:7}{row[2]:9}  {files}")
        for (work, why), times in reasons.most_common():
            print(f"    refused {times}: {work}: {why}")
    sys.exit(is_wrong)


if __name__ == "__main__":
    main()
