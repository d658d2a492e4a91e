#!/usr/bin/env python3
"""Sets, unsets and adds random keys, and compares the results with the programs that read each format.

    tests/keys_readers.py [--program PATH] [--seed N] [--cases N] [--only FORMAT ...] [--show N]

For each format, the script writes random documents and keeps those that all its readers parse alike. It then sets,
unsets and adds a key `--cases` times each. Afterwards every reader must see the old document with exactly that change.
After a refusal, the file must be unchanged. Exits with 1 if a case is wrong.

Names and skips readers that are not installed: git, PHP, Java, my_print_defaults, testparm, postgres, node with npm,
the libraries of systemd and GLib, bash, python-dotenv, PyYAML and ruamel.yaml. Python's tomllib, json and configparser
are always available. Short readers for EditorConfig, pacman, sysctl and WireGuard follow their manuals.
"""

import argparse
import collections
import configparser
import copy
import ctypes
import glob
import importlib.util
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

# ---------------------------------------------------------------- readers: files -> {(section, name): [values]} or a tree


def each_file(read):
    """Turns a reader of one file into a reader of many. A document that it cannot read is None."""

    def read_all(paths):
        found = []
        for path in paths:
            try:
                found.append(read(path))
            except Exception:
                found.append(None)
        return found

    return read_all


def output(*words, **options):
    return subprocess.run(words, capture_output=True, check=True, **options).stdout.decode()


def entries(pairs):
    found = {}
    for section, name, value in pairs:
        found.setdefault((section, name), []).append(value)
    return found


def git(path):
    pairs = []
    for entry in output("git", "config", "-z", "--list", "--file", str(path)).split("\0")[:-1]:
        key, _, value = entry.partition("\n")
        section, _, name = key.rpartition(".")
        pairs.append((section, name, value))
    return entries(pairs)


def python_ini(folds=str.lower, **options):
    def read(path):
        parser = configparser.ConfigParser(interpolation=None, default_section="\0", **options)
        parser.optionxform = folds
        parser.read_string(path.read_text())
        return entries((section, name, value) for section in parser.sections() for name, value in parser[section].items())

    return read


def interpolated(path):
    """Python's default parser. A dangling reference stands for itself."""
    parser = configparser.ConfigParser(default_section="\0")
    parser.read_string(path.read_text())
    pairs = []
    for section in parser.sections():
        for name in parser[section]:
            try:
                value = parser.get(section, name)
            except configparser.InterpolationMissingOptionError:
                value = parser.get(section, name, raw=True)
            pairs.append((section, name, value))
    return entries(pairs)


def tox(path):
    """tox 4: an unescaped `#` begins a comment anywhere."""
    found = python_ini()(path)
    return {key: [re.sub(r"\s*(?<!\\)#.*", "", value).replace("\\#", "#") for value in values] for key, values in found.items()}


def coverage(path):
    """coverage: unset variables are empty."""

    def value_of(found):
        return "$" if found[0] == "$$" else ""

    variable = re.compile(r"\$(?:\$|\w+|\{\w+(?:\?|-[^}]*)?\})")
    found = python_ini()(path)
    return {key: [variable.sub(value_of, value) for value in values] for key, values in found.items()}


def systemd(library):
    """systemd's configuration parser."""
    word, number = ctypes.c_char_p, ctypes.c_int
    taken = ctypes.CFUNCTYPE(number, word, word, ctypes.c_uint, word, ctypes.c_uint, word, number, word, *[ctypes.c_void_p] * 2)
    asked = ctypes.CFUNCTYPE(number, ctypes.c_void_p, word, word, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(number),
                             ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p)
    pairs = []

    @taken
    def take(_unit, _file, _line, section, _section_line, name, _type, value, _data, _user):
        pairs.append([(part or b"").decode() for part in (section, name, value)])
        return 0

    @asked
    def ask(_table, _section, _name, callback, kind, data, _user):
        callback[0], kind[0], data[0] = ctypes.cast(take, ctypes.c_void_p).value, 0, None
        return 1

    def read(path):
        pairs.clear()
        if library.config_parse(None, str(path).encode(), None, None, ask, None, 0, None, None) < 0:
            raise ValueError("unread")
        return entries(pairs)

    return read


def glib(library):
    """GLib's key file parser, which reads desktop entries."""
    library.g_key_file_new.restype = ctypes.c_void_p
    for name in ("g_key_file_get_groups", "g_key_file_get_keys"):
        getattr(library, name).restype = ctypes.POINTER(ctypes.c_char_p)
    library.g_key_file_get_string.restype = ctypes.c_char_p

    def read(path):
        file, raw = ctypes.c_void_p(library.g_key_file_new()), path.read_bytes()
        if not library.g_key_file_load_from_data(file, raw, ctypes.c_size_t(len(raw)), 2, None):
            raise ValueError("unread")
        pairs = []
        for section in library.g_key_file_get_groups(file, None):
            if section is None:
                break
            for name in library.g_key_file_get_keys(file, section, None, None):
                if name is None:
                    break
                value = library.g_key_file_get_string(file, section, name, None)
                pairs.append((section.decode(), name.decode(), value.decode()))
        return entries(pairs)

    return read


def samba(path):
    section, pairs = "", []
    # The output of testparm cannot show a value with a line break, and Samba does not support such values.
    for line in output("testparm", "--suppress-prompt", "--skip-logic-checks", str(path)).splitlines():
        if line.startswith("["):
            section = line[1:-1]
        elif ":" in line.partition(" = ")[0] and "idmap" not in line:
            name, _, value = line.strip().partition(" =")
            pairs.append((section, name, value[1:]))
    return entries(pairs)


def mysql(path):
    pairs = []
    for section in sorted(set(re.findall(r"^\s*\[([^\]]*)\]", path.read_text(), re.M))):
        for line in output("my_print_defaults", f"--defaults-file={path}", section).removesuffix("\n").split("\n--"):
            name, _, value = line.removeprefix("--").partition("=")
            if name:
                pairs.append((section, name.replace("_", "-"), value))
    return entries(pairs)


def postgres(path):
    """The server, which prints one setting of a configuration file."""
    pairs = []
    folder = Path(tempfile.mkdtemp(dir=path.parent))
    shutil.copyfile(path, folder / "postgresql.conf")
    for name in sorted(set(re.findall(r"^[ \t]*([A-Za-z_][\w.]*)", path.read_text(), re.M))):
        value = output("postgres", "-C", name, "-D", str(folder))
        pairs.append(("", name.lower(), value.removesuffix("\n")))
    return entries(pairs)


def editorconfig(has_inline):
    """EditorConfig as specified. Older programs also accept a comment after a space, and a colon as the separator."""

    def read(path):
        section, pairs = "", []
        for line in path.read_text().splitlines():
            line = line.strip()
            if has_inline:
                line = re.sub(r"\s[#;].*", "", line).strip()
            if not line or line[0] in "#;":
                continue
            if line[0] == "[" and line[-1] == "]":
                section = line[1:-1]
                continue
            found = re.fullmatch(r"(.*?)\s*[=:]\s*(.*)" if has_inline else r"(.*?)\s*=\s*(.*)", line)
            if found:
                pairs.append((section, found[1].lower(), found[2]))
        return {key: values[-1:] for key, values in entries(pairs).items()}

    return read


def pacman(has_inline):
    """pacman's `parse_ini`. Older versions cut a line at `#`."""

    def read(path):
        section, pairs = "", []
        for line in path.read_text().splitlines():
            line = (line.partition("#")[0] if has_inline else line).strip(" \t")
            if not line or line[0] == "#":
                continue
            if line[0] == "[" and line[-1] == "]":
                section = line[1:-1]
                continue
            name, _, value = line.partition("=")
            pairs.append((section, name.strip(" \t"), value.strip(" \t")))
        return entries(pairs)

    return read


def sysctl(path):
    """Lines as in sysctl.d(5)."""
    pairs = []
    for line in path.read_text().splitlines():
        line = line.strip()
        if line and line[0] not in "#;":
            name, sign, value = line.partition("=")
            if not sign:
                raise ValueError("unread")
            pairs.append(("", name.strip(), value.strip()))
    return entries(pairs)


def wireguard(path):
    """wg-quick's parser: cuts at `#`, splits at the first `=`. Numbers sections of the same name."""
    lines = [line.partition("#")[0].strip() for line in path.read_text().splitlines()]
    headings = [line.lower() for line in lines if line.startswith("[")]
    section, seen, pairs = "", collections.Counter(), []
    for line in lines:
        if line.startswith("["):
            heading = line.lower()
            section = line[1:-1] + (f"[{seen[heading]}]" if headings.count(heading) > 1 else "")
            seen[heading] += 1
        elif line:
            name, _, value = line.partition("=")
            pairs.append((section, name.strip().lower(), value.strip()))
    return entries(pairs)


def through(*words, script):
    """A reader in another language. It gets one path per line and prints one JSON document for each."""

    def read_all(paths):
        names = "".join(f"{path}\n" for path in paths)
        ran = subprocess.run([*words, script], input=names, capture_output=True, text=True, check=True)
        return [document_of(json.loads(line)) for line in ran.stdout.splitlines()]

    return read_all


def document_of(found):
    if found is None:
        return None
    pairs = []
    for section, value in found.items():
        names = value.items() if isinstance(value, dict) else [(None, value)]
        for name, value in names:
            place = ("", section) if name is None else (section, name)
            if isinstance(value, dict):
                pairs.extend((place[0], f"{place[1]}[{inner}]", value) for inner, value in value.items())
                continue
            pairs.extend((*place, value) for value in (value if isinstance(value, list) else [value]))
    return entries(pairs)


PHP = r"""while (($path = fgets(STDIN)) !== false) { $found = @parse_ini_file(rtrim($path, "\n"), true);
  echo json_encode($found === false ? null : (object) array_map(fn($part) => is_array($part) ? (object) $part : $part, $found),
                   JSON_INVALID_UTF8_SUBSTITUTE), "\n"; }"""

NODE = r"""const ini = require('INI'), fs = require('fs');
for (const path of fs.readFileSync(0, 'utf8').split('\n').slice(0, -1)) {
  const plain = v => v instanceof Array ? v.map(plain) : typeof v == 'object' && v !== null
    ? Object.fromEntries(Object.entries(v).map(([n, v]) => [n, plain(v)])) : String(v);
  let found = null;
  try { found = plain(ini.parse(fs.readFileSync(path, 'utf8'))); } catch {}
  console.log(JSON.stringify(found));
}"""

JAVA = r"""import java.io.*; import java.nio.file.*; import java.util.*;
class Reader { public static void main(String[] words) throws Exception {
  BufferedReader in = new BufferedReader(new InputStreamReader(System.in)); String path;
  PrintStream out = new PrintStream(System.out, false, "UTF-8");
  while ((path = in.readLine()) != null) { String line = "null"; Properties all = new Properties();
    try (Reader_ r = new Reader_(path)) { all.load(r); StringJoiner parts = new StringJoiner(",", "{", "}");
      for (String name : all.stringPropertyNames()) parts.add(text(name) + ":" + text(all.getProperty(name)));
      line = parts.toString(); } catch (IllegalArgumentException e) {} out.println(line); } out.flush(); }
  static class Reader_ extends InputStreamReader { Reader_(String p) throws Exception { super(new FileInputStream(p), "UTF-8"); } }
  static String text(String s) { StringBuilder b = new StringBuilder("\"");
    for (char c : s.toCharArray()) b.append(String.format("\\u%04x", (int) c)); return b + "\""; } }"""


def dotenv(path):
    found = importlib.import_module("dotenv").dotenv_values(path)
    if None in found.values():
        raise ValueError("no assignment")
    return entries(("", name, value) for name, value in found.items())


def bash(path):
    script = 'set -ea; . "$1" && env -0'
    found = output("env", "-i", "bash", "--norc", "-c", script, "bash", str(path))
    pairs = [entry.partition("=") for entry in found.split("\0")[:-1]]
    return entries(("", name, value) for name, _, value in pairs if name not in ("PWD", "SHLVL", "_", "OLDPWD"))


def pyyaml(path):
    return importlib.import_module("yaml").safe_load(path.read_text())


def ruamel(path):
    reader = importlib.import_module("ruamel.yaml").YAML(typ="safe", pure=True)
    return reader.load(path.read_text())


def installed(scratch):
    """The installed readers by name, and the names of the missing ones."""
    java = Path(scratch, "Reader.java")
    java.write_text(JAVA)
    node_ini = next(iter(glob.glob("/usr/*/node_modules/npm/node_modules/ini") + glob.glob("/usr/share/nodejs/ini")), None)
    readers = {
        "json": each_file(lambda path: json.loads(path.read_text())),
        "tomllib": each_file(lambda path: tomllib.loads(path.read_text())),
        "configparser": each_file(python_ini()),
        "interpolated": each_file(interpolated),
        "tox": each_file(tox),
        "coverage": each_file(coverage),
        "configparser with comments": each_file(python_ini(inline_comment_prefixes=("#", ";"))),
        "parser of supervisor": each_file(python_ini(inline_comment_prefixes=(";", "#"), strict=False)),
        "specification": each_file(editorconfig(has_inline=False)),
        "older programs": each_file(editorconfig(has_inline=True)),
        "parse_ini": each_file(pacman(has_inline=False)),
        "older parse_ini": each_file(pacman(has_inline=True)),
        "sysctl.d(5)": each_file(sysctl),
        "wg-quick": each_file(wireguard),
    }
    missing = []

    def offer(name, is_there, reader):
        if is_there:
            readers[name] = reader()
        else:
            missing.append(name)

    def library(pattern):
        return next(iter(sorted(glob.glob(pattern))), None)

    shared = library("/usr/lib/*/systemd/libsystemd-shared-*.so") or library("/usr/lib/systemd/libsystemd-shared-*.so")
    keys = library("/usr/lib/*/libglib-2.0.so.0") or library("/usr/lib*/libglib-2.0.so.0")
    offer("git", shutil.which("git"), lambda: each_file(git))
    offer("php", shutil.which("php"), lambda: through("php", "-r", script=PHP))
    offer("java", shutil.which("javac"), lambda: through("java", script=str(java)))
    offer("my_print_defaults", shutil.which("my_print_defaults"), lambda: each_file(mysql))
    offer("testparm", shutil.which("testparm"), lambda: each_file(samba))
    offer("postgres", shutil.which("postgres"), lambda: each_file(postgres))
    offer("ini of npm", shutil.which("node") and node_ini,
          lambda: through("node", "-e", script=NODE.replace("INI", node_ini)))
    offer("systemd", shared, lambda: each_file(systemd(ctypes.CDLL(shared))))
    offer("glib", keys, lambda: each_file(glib(ctypes.CDLL(keys))))
    offer("bash", shutil.which("bash"), lambda: each_file(bash))
    for name, module, reader in (("python-dotenv", "dotenv", dotenv), ("PyYAML", "yaml", pyyaml),
                                 ("ruamel.yaml", "ruamel", ruamel)):
        offer(name, importlib.util.find_spec(module), lambda reader=reader: each_file(reader))
    return readers, missing


# ------------------------------------------------------------------------------------------------ line formats

QUOTED = ['"a b"', '"a ; b"', '"a # b"']
PLAIN = ["1", "on", "a b", "/usr/bin/x -a", "ü", "0644", "10.0.0.1/24", "a=b", "x:y", ""]
# The parts of random documents: headings, names, separators, values as written, and trailing comments.
LINES = {
    "git": dict(
        file=".gitconfig", readers=["git"], headings=["core", 'remote "origin"', 'branch "a.b"', 'x "q\\"r"', "alias"],
        names=["name", "url", "fetch", "bare", "x-y"], signs=[" = ", "=", "\t=\t"], repeats=True,
        values=PLAIN + QUOTED + ['p\\\\q', 'say \\"x\\"', 'a \\\n    b', 'a" # "b', "\\t x"], behind=["", " ; c", "# c", "\t# c"],
        comments=["# c", "; x = 1", "\t# [y]", ""], indents=["\t", "", "  "]),
    "systemd": dict(
        file="x.service", readers=["systemd"], headings=["Unit", "Service", "Install"], names=["After", "ExecStart", "User", "Environment"],
        signs=["=", " = "], repeats=True, values=PLAIN + ["a # b", "a ; b", "a \\\n  b", "a \\\n# c\n  b", '"x y" z'], behind=[""],
        comments=["# c", "; c", ""], indents=["", " "]),
    "python": dict(
        file="setup.cfg", readers=["configparser", "configparser with comments"], headings=["metadata", "tool:x", "a.b"],
        names=["name", "install_requires", "long-name", "x.y"], signs=[" = ", "=", ": ", ":"],
        values=PLAIN + ["\n    a\n    b", "a\n  b\n    c", "\n    x >= 1 # c\n    y", "a#b", '"q"'], behind=[""],
        comments=["# c", "; c", ""], indents=["", ""]),
    "interpolated": dict(
        file=".pylintrc", readers=["interpolated", "configparser with comments"], headings=["MAIN", "tool:x"],
        names=["jobs", "load-plugins", "x.y"], signs=[" = ", "=", ":"], values=PLAIN + ["a\n  b", "a#b"], behind=[""],
        comments=["# 5%", "; c", ""], indents=[""]),
    "tox": dict(
        file="tox.ini", readers=["tox", "configparser with comments"], headings=["tox", "testenv", "testenv:x"],
        names=["deps", "commands", "set_env"], signs=[" = ", "="], values=PLAIN + ["\n    a\n    b", "a;b"], behind=[""],
        comments=["# c", "; c", ""], indents=[""]),
    "coverage": dict(
        file=".coveragerc", readers=["coverage", "configparser with comments"], headings=["run", "report"],
        names=["source", "omit", "exclude_lines"], signs=[" = ", "="], values=PLAIN + ["\n    a\n    b", "x$"], behind=[""],
        comments=["# $x", "; c", ""], indents=[""]),
    "ini": dict(
        file="a.ini", readers=["configparser", "configparser with comments", "interpolated", "systemd", "glib"], headings=["a", "b c", "d.e"],
        names=["name", "other", "x_y"], signs=[" = ", "="], values=["1", "a b", "/x/y", "x:y", "ü"], behind=[""],
        comments=["# c", ""], indents=["", ""]),
    "php": dict(
        file="php.ini", readers=["php"], headings=["PHP", "opcache", "a b"], names=["memory_limit", "x.y", "ext"], signs=[" = ", "="],
        values=["128M", "Off", "a b", "/x/y", '"a ; b"', "'q'", '"a\n b"', "-1", "", '"x \\" y"'], behind=["", " ; c", ";c"],
        comments=["; c", ";x = 1", ""], indents=["", "  "]),
    "mysql": dict(
        file="my.cnf", readers=["my_print_defaults"], headings=["mysqld", "client", "mysqldump"], names=["port", "sql_mode", "log-bin", "init-file"],
        signs=[" = ", "="], values=["1", "a b", "/x/y", '"a # b"', "'q'", "C:\\\\x", "a\\sb", "a;b", "x=y"],
        behind=["", " # c", "#c"], comments=["# c", "; c", ""], indents=["", " "], repeats=True),
    "samba": dict(
        file="smb.conf", readers=["testparm"], headings=["global", "homes", "data"], names=["x:one", "x:two", "y:three"], signs=[" = ", "="],
        values=["1", "a b", "/x/y", "a ; b", "a # b", "%u \\\n  b", '"q"'], behind=[""], comments=["# c", "; c", ""], indents=["   ", ""]),
    "desktop": dict(
        file="x.desktop", readers=["glib"], headings=["Desktop Entry", "Desktop Action x"], names=["Name", "Exec", "Name[de]", "X-Y"],
        signs=["=", " = "], values=PLAIN + ["a # b", "a;b;", "a\\sb", "a\\nb", "\\\\x"], behind=[""], comments=["# c", ""], indents=[""]),
    "npmrc": dict(
        file=".npmrc", readers=["ini of npm"], headings=[], names=["registry", "@a:registry", "//x.y/:_authToken", "save-exact"],
        signs=["=", " = "], values=["1", "a b", "https://x.y/", "a\\;b", '"q"', "true", "${X}"], behind=["", " ; c"],
        comments=["# c", "; c", ""], indents=[""]),
    "env": dict(
        file=".env", readers=["python-dotenv", "bash"], headings=[], names=["A", "B_C", "PATH2", "D"], signs=["="],
        values=["1", "a-b", '"a b"', "'a b'", '"a # b"', "", '"x\ny"', "'a\nb'", "https://x.y/?q=1", "'$x'"], behind=["", " # c"],
        comments=["# c", "# X=1", ""], indents=["", "export "]),
    "properties": dict(
        file="a.properties", readers=["java"], headings=[], names=["a", "a.b", "c\\ d", "e\\:f", "g"], signs=["=", " = ", ": ", " ", ":"],
        values=["1", "a b ", "x\\ty", "a \\\n  b", "\\u00fc", "ü", "C:\\\\x", "", "# x", "a\\\\"], behind=[""],
        comments=["# c", "! c", "", "#x=1\\"], indents=["", "  "]),
}

LINES |= {
    "supervisor": dict(
        file="supervisord.conf", readers=["parser of supervisor"], headings=["supervisord", "program:x", "group:a b"],
        names=["command", "autostart", "environment"], signs=["=", " = "],
        values=["1", "a b", "/x/y", "a;b", "A=1,\n  B=2", "%(x)s"], behind=["", " ; c"], comments=["; c", "# c", ""], indents=[""]),
    "editorconfig": dict(
        file=".editorconfig", readers=["specification", "older programs"], headings=["*", "*.{js,py}", "[a-z].c", "lib/**.js"],
        names=["indent_size", "charset", "end_of_line"], signs=[" = ", "="], values=["1", "utf-8", "a b", "a#b"], behind=[""],
        comments=["# c", "; c", ""], indents=["", "  "]),
    "pacman": dict(
        file="pacman.conf", readers=["parse_ini", "older parse_ini"], headings=["options", "core", "extra"],
        names=["Include", "Server", "SigLevel", "HoldPkg"], signs=[" = ", "="], repeats=True,
        values=["/etc/x", "a b", "https://x.y/$repo/os", "a;b"], behind=[""], comments=["# c", "#X = y", ""], indents=[""]),
    "sysctl": dict(
        file="sysctl.conf", readers=["sysctl.d(5)"], headings=[], names=["net.ipv4.ip_forward", "vm.x", "kernel.a/b", "-kernel.y"],
        signs=[" = ", "=", " ="], values=["1", "a b", "1 # 2", "x;y", "4 5\t6"], behind=[""], comments=["# c", "; c", ""], indents=["", " "]),
    "postgres": dict(
        file="postgresql.conf", readers=["postgres"], headings=[], names=["a.one", "a.two", "b.three", "c.x_y"], signs=[" = ", "=", " ", "\t"],
        values=["1", "on", "'a b'", "'it''s'", "100MB", "'a # b'", "'x\\\\y'", "-1.5"], behind=["", "\t# c", " # c"],
        comments=["# c", "#a.zz = 1", ""], indents=["", "  "]),
    "wireguard": dict(
        file="wg0.conf", readers=["wg-quick"], headings=["Interface", "Peer", "Other"], names=["PublicKey", "AllowedIPs", "PostUp"],
        signs=[" = ", "="], repeats=True, several="Peer",
        values=["abc=", "10.0.0.1/24, ::1", "a; b", "x"], behind=["", " # c", "# c"], comments=["# c", ""], indents=["", "  "]),
}

TEXTS = ["", "a", "a b", "#ff0000", "a;b", "a ; b", "a # b", "a#", ";", "#", 'say "hi"', "it's", "p\\q", "C:\\new\\table", "a\\", "\\", "\\n",
         " lead", "trail ", " ", "\t", "a\tb", "$HOME", "${x}", "a$", "`id`", "%d", "%(x)s", "%", "a=b", "=", "a: b", "a:", ":", "[x]", "[", "]",
         "{a}", "{", "(a)", "a|b", "a&b", "a && b", "!x", "@x", "^a", "*", "&a", "a,b", "?", "- a", "-", "--", "---", "...", "ü", "日本", "é\u00a0",
         "true", "no", "Off", "yes", "y", "none", "null", "~", "3.10", "1.0", "1e3", "0o7", "0x1F", "08", "1_000", "-1", "+1", ".5", "1.", "12:30",
         "1979-05-27", "inf", ".nan", "a\nb", "a\n\nb", "a\n# b", "a\n  b", "a\n", "\na", "x\n[y]", "x\ny = z", '"q"', "'q'", '"', "'", '""', "''",
         '"a', "a'b\"c", "x" * 90, "a  b", "<<", "//x", "/* x */", "\\u00e9", "a\\;b", "E_ALL & ~E_NOTICE", "128M", "a\r\nb", "'a' # b", "\U0001f600"]
LETTERS = "ab 01\"'\\#;=:$%[]{}()&|!@^*?<>,.-_/~`+\tü\n"
NAMES = ["zz", "zz", "yy", "new-name", "new-name", "new.name", "New", "n_1", "a b", "x[de]", "ü", "#x", "a=b", "a:b", "1", "x;y", '"q"', ""]
SECTIONS = ["new", "New Section", "new.part", "a]b", "core", "x y z"]


def any_text(dice):
    if dice.random() < 0.75:
        return dice.choice(TEXTS)
    return "".join(dice.choice(LETTERS) for _ in range(dice.randint(1, 8)))


def lines_document(kind, dice):
    spec = LINES[kind]
    lines = []
    headings = dice.sample(spec["headings"], dice.randint(1, len(spec["headings"]))) if spec["headings"] else []
    headings += [spec["several"]] * dice.randint(0, 2) if "several" in spec else []
    for heading in [None, *headings]:
        if heading:
            lines.append(f"[{heading}]")
        elif spec["headings"]:
            lines.extend(dice.choices(spec["comments"], k=dice.randint(0, 2)))
            continue
        count = dice.randint(0 if heading else 2, 5)
        names = dice.choices(spec["names"], k=count) if spec.get("repeats") else dice.sample(spec["names"], min(count, len(spec["names"])))
        indent, sign = dice.choice(spec["indents"]), dice.choice(spec["signs"])
        for name in names:
            if dice.random() < 0.3:
                lines.append(dice.choice(spec["comments"]))
            if dice.random() < 0.2:
                sign = dice.choice(spec["signs"])
            lines.append(f"{indent}{name}{sign}{dice.choice(spec['values'])}{dice.choice(spec['behind'])}")
        if dice.random() < 0.5:
            lines.append("")
    ending = dice.choice(["\n", "\n", "\n", "\r\n"]) if kind in ("git", "php", "npmrc", "properties", "desktop") else "\n"
    return "\n".join(lines).replace("\n", ending) + dice.choice([ending, ending, ""])


def part(name):
    if re.fullmatch(r"[\w-]+", name) and not name.isdigit():
        return name
    return json.dumps(name, ensure_ascii=False) if "\\" in name or "'" in name else f"'{name}'"


def spelled(*names):
    return ".".join(part(name) for name in names if name is not None)


class Lines:
    """A line format. A document is {(section, name): [values]}."""

    def __init__(self, kind):
        self.kind, self.spec = kind, LINES[kind]

    def document(self, dice):
        return lines_document(self.kind, dice)

    def key(self, section, name):
        if not self.spec["headings"]:
            return spelled(name) if section == "" else spelled(section, name)
        if self.kind == "wireguard":
            return f"{section}.{spelled(name)}"
        # `remote.origin` is the section `[remote "origin"]`.
        return spelled(*section.split(".", 1), name) if self.kind == "git" else spelled(section, name)

    def operation(self, work, before, dice):
        """The arguments after the path, and the expected document."""
        after = copy.deepcopy(before)
        keys = sorted(before)
        if work == "add":
            sections = sorted({section for section, _ in keys}) or [""]
            is_new = self.spec["headings"] and dice.random() < 0.3
            section = dice.choice(SECTIONS) if is_new else dice.choice(sections)
            name, value = dice.choice(NAMES), any_text(dice)
            if self.kind == "samba":
                # testparm prints unknown names only if they contain a colon, and only in sections that it knows.
                section, name = dice.choice(sections), f"z:{name.strip().lower()}"
            if self.kind == "postgres":
                # The server accepts unknown names only if they contain a dot.
                name = f"z.{dice.choice(['a', 'b_c', 'New'])}"
            folding = ("git", "python", "interpolated", "tox", "coverage", "ini", "supervisor", "editorconfig", "postgres", "wireguard")
            shown = name.lower() if self.kind in folding else name
            if self.kind == "mysql":
                shown = name.replace("_", "-")
            place = section.lower() if self.kind == "git" and section not in sections else section
            if (place, shown) in before:
                return None
            after[place, shown] = [value]
            return ["set", self.key(section, name), value, "--create"], after
        if not keys:
            return None
        section, name = dice.choice(keys)
        values = after[section, name]
        index = dice.randrange(len(values))
        key = self.key(section, name) + (f"[{index}]" if len(values) > 1 else "")
        if work == "unset":
            del values[index]
            if not values:
                del after[section, name]
            return ["unset", key], after
        values[index] = any_text(dice)
        return ["set", key, values[index]], after

    def is_same(self, wanted, found):
        if found is None:
            return False
        if self.kind == "ini":
            # Some readers of this format ignore case in names.
            wanted, found = ({(section, name.lower()): values for (section, name), values in document.items()} for document in (wanted, found))
        if wanted.keys() != found.keys():
            return False
        return all(len(wanted[key]) == len(found[key]) and all(map(self.is_value, wanted[key], found[key])) for key in wanted)

    def is_value(self, wanted, found):
        if wanted == found:
            return True
        if self.kind == "php":
            words = {"on": "1", "yes": "1", "true": "1", "off": "", "no": "", "false": "", "none": "", "null": ""}
            return words.get(wanted.lower()) == found or wanted.startswith("E_") and found.isdigit()
        if self.kind == "interpolated":
            return wanted.replace("%%", "%") == found
        return self.kind == "samba" and wanted == found.strip()


# ------------------------------------------------------------------------------------------------ trees

WORDS = ["a", "b", "name", "x-y", "list", "deep", "long name", "a.b", "ü", "on"]


def any_tree(dice, depth=3, can_null=True):
    roll = dice.random()
    if depth and (roll < 0.3 or depth == 3):
        return {name: any_tree(dice, depth - 1, can_null) for name in dice.sample(WORDS, dice.randint(1 if depth == 3 else 0, 4))}
    if depth and roll < 0.5:
        return [any_tree(dice, depth - 1, can_null) for _ in range(dice.randint(0, 3))]
    scalars = ["text", "two words", "it's", 'say "x"', "", "12", "true", "é", "a: b # c", 7, -3, 2.5, True, False, "one\ntwo\n"]
    return dice.choice(scalars + [None] if can_null else scalars)


def json_document(dice):
    tree = any_tree(dice)
    indent, signs = dice.choice([None, 2, 4, "\t"]), dice.choice([(",", ":"), (", ", ": ")])
    text = json.dumps(tree, indent=indent, separators=(signs[0].rstrip() if indent else signs[0], signs[1]), ensure_ascii=dice.random() < 0.5)
    return text.replace("[]", "[ ]" if dice.random() < 0.3 else "[]") + dice.choice(["\n", ""])


def toml_value(value, dice):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        parts = [toml_value(inner, dice) for inner in value]
        if parts and dice.random() < 0.4:
            return "[\n  " + ",\n  ".join(parts) + dice.choice([",", "", ", # c"]) + "\n]"
        return "[" + ", ".join(parts) + "]"
    if isinstance(value, dict):
        inner = ", ".join(f"{toml_name(name)} = {toml_value(inner, dice)}" for name, inner in value.items())
        return "{ " + inner.replace("\n", " ").replace("# c", "") + " }" if "\n" not in inner else "{}"
    if isinstance(value, str):
        if "'" not in value and "\n" not in value and dice.random() < 0.3:
            return f"'{value}'"
        if "\n" in value and dice.random() < 0.5:
            return f'"""\n{value}"""'
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def toml_name(name):
    return name if re.fullmatch(r"[\w-]+", name, re.A) else json.dumps(name, ensure_ascii=False)


def toml_document(dice):
    lines = []

    def table(tree, above):
        inner = []
        for name, value in tree.items():
            is_tables = isinstance(value, list) and value and all(isinstance(part, dict) for part in value)
            if is_tables or isinstance(value, dict) and dice.random() < 0.7:
                inner.append((name, value, is_tables))
            elif isinstance(value, dict) and value and dice.random() < 0.4 and not any(map(bool, map(is_parts, value.values()))):
                lines.extend(f"{toml_name(name)}.{toml_name(key)} = {toml_value(leaf, dice)}" for key, leaf in value.items())
            else:
                sign = dice.choice([" = ", " = ", "="])
                lines.append(f"{toml_name(name)}{sign}{toml_value(value, dice)}{dice.choice(['', '', ' # c'])}")
            if dice.random() < 0.1:
                lines.append(dice.choice(["# c", ""]))
        for name, value, is_tables in inner:
            path = [*above, toml_name(name)]
            for part in value if is_tables else [value]:
                lines.extend([dice.choice(["", "# c"]), ("[[{}]]" if is_tables else "[{}]").format(".".join(path))])
                table(part, path)

    table(any_tree(dice, can_null=False), [])
    return "\n".join(lines).lstrip("\n") + "\n"


def is_parts(value):
    return isinstance(value, (dict, list))


def yaml_scalar(value, dice, is_flow=False):
    if not isinstance(value, str):
        return json.dumps(value) if value is not None else dice.choice(["null", "~"])
    is_plain = re.fullmatch(r"[a-z][a-z ]*[a-z]", value) and value not in ("true", "null", "on")
    if is_plain and dice.random() < 0.6:
        return value
    if "\n" not in value and dice.random() < 0.5:
        return "'" + value.replace("'", "''") + "'"
    return json.dumps(value, ensure_ascii=False)


def yaml_lines(value, column, dice):
    """The text after a colon or dash. Its lines are at `column`."""
    pad = " " * column
    if isinstance(value, str) and value.endswith("\n") and dice.random() < 0.6:
        return " |\n" + "".join(f"{pad}{line}\n" for line in value.splitlines())
    if not is_parts(value) or not value or dice.random() < 0.2:
        return f" {yaml_flow(value, dice)}{dice.choice(['', '', ' # c'])}\n"
    text = "\n"
    for name in value if isinstance(value, dict) else range(len(value)):
        if dice.random() < 0.15:
            text += dice.choice(["\n", f"{pad}# c\n"])
        head = f"{yaml_scalar(name, dice)}:" if isinstance(value, dict) else "-"
        inner = value[name]
        # An entry may begin right after the dash.
        body = yaml_lines(inner, column + 2, dice)
        if head == "-" and is_parts(inner) and body.startswith("\n" + pad + "  ") and dice.random() < 0.7:
            body = " " + body[1:].lstrip(" ")
        text += pad + head + body
    return text


def yaml_flow(value, dice):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{yaml_scalar(name, dice)}: {yaml_flow(inner, dice)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(yaml_flow(inner, dice) for inner in value) + "]"
    return yaml_scalar(value, dice, True)


def yaml_document(dice):
    text = yaml_lines(any_tree(dice), 0, dice).lstrip("\n ")
    return dice.choice(["", "", "---\n", "# c\n"]) + (text if dice.random() < 0.9 else text.rstrip("\n"))


class Trees:
    """A format with tables and lists."""

    def __init__(self, kind):
        self.kind = kind
        self.spec = {"json": dict(file="a.json", readers=["json"]), "toml": dict(file="a.toml", readers=["tomllib"]),
                     "yaml": dict(file="a.yaml", readers=["PyYAML", "ruamel.yaml"])}[kind]
        self.document = {"json": json_document, "toml": toml_document, "yaml": yaml_document}[kind]

    def paths(self, value, path=()):
        yield path
        if is_parts(value):
            for name in value if isinstance(value, dict) else range(len(value)):
                yield from self.paths(value[name], (*path, name))

    def spelled(self, path):
        return ".".join(str(name) if isinstance(name, int) else part(name) for name in path)

    def typed(self, old, dice):
        """A command-line value, its flags and its meaning. `old` is the existing value, if any."""
        text = any_text(dice)
        roll = dice.random()
        if roll < 0.4:
            return text, ["--string"], text
        if roll < 0.5:
            number = dice.choice(["0", "12", "-7", "2.5", "100000"])
            return number, ["--number"], json.loads(number)
        if roll < 0.6:
            return dice.choice([("true", ["--bool"], True), ("false", ["--bool"], False)])
        if roll < 0.75:
            value = any_tree(dice, 2, self.kind != "toml")
            return json.dumps(value), ["--value-json"], value
        if isinstance(old, bool):
            return "false", [], False
        if isinstance(old, (int, float)):
            number = dice.choice(["0", "12", "-7", "2.5", "3.10", "1e3"])
            return number, [], json.loads(number)
        if isinstance(old, str):
            return text, [], text
        is_number = re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?", text)
        return text, [], json.loads(text) if is_number or text in ("true", "false") else text

    def operation(self, work, before, dice):
        after = copy.deepcopy(before)
        paths = list(self.paths(before))
        if work == "add":
            above = dice.choice([path for path in paths if is_parts(at(before, path))])
            container = at(after, above)
            text, flags, value = self.typed(None, dice)
            if isinstance(container, list):
                names = ["+"]
                is_among_texts = container and all(isinstance(inner, str) for inner in container)
                if self.kind == "yaml" and not flags and is_among_texts and re.search(r"[eE]|\..*0$", text):
                    # Among strings, `incise` writes a number as a string if YAML versions read it differently.
                    value = text
                container.append(value)
            else:
                names = dice.choice([[dice.choice(NAMES)]] * 3 + [["new", "inner"], ["new", "+"], ["new", "0"], ["new", "+", "name"]])
                if names[0] in container or not names[0] and self.kind == "yaml":
                    return None
                for name in reversed(names[1:]):
                    value = [value] if name in ("+", "0") else {name: value}
                container[names[0]] = value
            key = ".".join([self.spelled(above), *(name if name in ("+", "0") else part(name) for name in names)]).lstrip(".")
            return ["set", key, text, "--create", *flags], after
        if len(paths) < 2:
            return None
        path = dice.choice(paths[1:])
        if work == "unset":
            del at(after, path[:-1])[path[-1]]
            return ["unset", self.spelled(path)], after
        text, flags, value = self.typed(at(before, path), dice)
        if is_parts(at(before, path)) and not flags:
            return None
        at(after, path[:-1])[path[-1]] = value
        return ["set", self.spelled(path), text, *flags], after

    def is_same(self, wanted, found):
        if isinstance(wanted, float) and isinstance(found, int) or isinstance(wanted, int) and isinstance(found, float):
            return not isinstance(wanted, bool) and not isinstance(found, bool) and wanted == found
        if type(wanted) is not type(found):
            return False
        if isinstance(wanted, dict):
            if self.kind == "toml":
                # An array of tables disappears with its last heading.
                wanted, found = ({name: value for name, value in tree.items() if value != []} for tree in (wanted, found))
            return wanted.keys() == found.keys() and all(self.is_same(wanted[name], found[name]) for name in wanted)
        if isinstance(wanted, list):
            return len(wanted) == len(found) and all(map(self.is_same, wanted, found))
        return wanted == found


def at(tree, path):
    for name in path:
        tree = tree[name]
    return tree


# ------------------------------------------------------------------------------------------------ the test


def run(format, options, readers, scratch):
    """The outcomes for a format, and up to `--show` wrong cases."""
    dice = random.Random(f"{options.seed} {format.kind}")
    names = [name for name in format.spec["readers"] if name in readers]
    counts, reasons, wrong = collections.Counter(), collections.Counter(), []
    documents, is_unread = [], 0
    for number in range(max(options.cases // 8, 3)):
        path = Path(scratch, "documents", str(number), format.spec["file"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(format.document(dice).encode())
        documents.append(path)
    readings = {name: readers[name](documents) for name in names}
    usable = []
    for number, path in enumerate(documents):
        first, *others = [readings[name][number] for name in names]
        if first and all(format.is_same(first, other) for other in others):
            usable.append((path, first))
    environment = dict(os.environ, INCISE_STATE_DIR=str(Path(scratch, "state")))
    cases = []
    for work in ("set", "unset", "add"):
        count = 0
        while count < options.cases:
            path, before = dice.choice(usable)
            operation = format.operation(work, before, dice)
            if operation is None:
                continue
            count += 1
            words, after = operation
            file = Path(scratch, "cases", f"{work}{count}", format.spec["file"])
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, file)
            command = [options.program, words[0], str(file), *words[1:2]]
            if len(words) > 2:
                # Use standard input, because a value may look like a flag.
                command += ["--from-file", "-", *words[3:]]
            ran = subprocess.run([*command, "--json", "--no-journal"], env=environment, capture_output=True,
                                 input=words[2].encode() if len(words) > 2 else b"")
            case = (words, path.read_bytes().decode(), file, after)
            if ran.returncode == 0:
                cases.append((work, case))
            elif file.read_bytes() != path.read_bytes():
                wrong.append((case, "refused, but changed"))
            else:
                counts[work, "refused"] += 1
                report = json.loads(ran.stdout) if ran.stdout else {"error": {"message": ran.stderr.decode()}}
                reasons[work + ": " + re.sub(r"`[^`]*`|\d+|^.*?: ", "", report["error"]["message"])] += 1
                if ran.returncode > 5:
                    wrong.append((case, f"status {ran.returncode}"))
    for name in names:
        for (work, case), found in zip(cases, readers[name]([case[2] for _, case in cases])):
            if not format.is_same(case[3], found):
                wrong.append((case, f"{name} reads {found!r}"))
                counts[work, "wrong"] += 1
    for work, _ in cases:
        counts[work, "done"] += 1
    print(f"{format.kind:10} {len(usable)} of {len(documents)} documents, by {', '.join(names)}:",
          "; ".join(f"{work} {counts[work, 'done']} done, {counts[work, 'refused']} refused, {counts[work, 'wrong']} wrong"
                    for work in ("set", "unset", "add")), flush=True)
    for (words, text, file, _), why in wrong[:options.show]:
        print(f"  WRONG {words!r}\n    {text!r}\n    {file.read_bytes().decode()!r}\n    {why}")
    if options.reasons:
        for reason, count in reasons.most_common(12):
            print(f"    {count:5} {reason}")
    return len(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/incise")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--reasons", action="store_true")
    options = parser.parse_args()
    options.program = str(Path(options.program).resolve())
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        readers, missing = installed(scratch)
        for name in missing:
            print(f"not installed, skipped: {name}")
        formats = [Lines(kind) for kind in LINES] + [Trees(kind) for kind in ("json", "toml", "yaml")]
        for format in formats:
            if options.only and format.kind not in options.only:
                continue
            if not any(name in readers for name in format.spec["readers"]):
                print(f"{format.kind:10} skipped: no reader is installed")
                continue
            work = Path(scratch, format.kind)
            wrong += run(format, options, readers, work)
            shutil.rmtree(work)
    print(f"wrong: {wrong}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
