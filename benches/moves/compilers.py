"""Finds the undefined names that a compiler reports in a file, to compare them with those that incise reports."""
import functools, json, os, pathlib, re, subprocess, sys, tempfile

from judges import Judge

TYPESCRIPT = r"""
const ts = require(process.argv[2]);
const options = { noResolve: true, target: 99, skipLibCheck: true, types: [] };
const host = ts.createCompilerHost(options);
const read = host.getSourceFile;
const library = new Map();
host.getSourceFile = (path, ...rest) => {
  if (!path.includes("/lib.")) return read(path, ...rest);
  if (!library.has(path)) library.set(path, read(path, ...rest));
  return library.get(path);
};
require("readline").createInterface({ input: process.stdin }).on("line", (path) => {
  const names = new Set();
  const program = ts.createProgram([path], options, host);
  const file = program.getSourceFile(path);
  for (const one of program.getSemanticDiagnostics(file))
    if ([2304, 2503, 2552, 2583, 2584, 2580, 18004].includes(one.code))
      names.add(file.text.slice(one.start, one.start + one.length));
  console.log([...names].join(" "));
});
"""

GO = r"""
package main
import ("fmt"; "go/ast"; "go/importer"; "go/parser"; "go/token"; "go/types"; "os"; "strings")
func main() {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, os.Args[1], nil, 0)
	if err != nil { panic(err) }
	config := types.Config{Importer: importer.ForCompiler(set, "gc", nil), FakeImportC: true, Error: func(err error) {
		if _, name, ok := strings.Cut(err.(types.Error).Msg, "undeclared name: "); ok { fmt.Println(name) }
		if _, name, ok := strings.Cut(err.(types.Error).Msg, "undefined: "); ok { fmt.Println(name) }
	}}
	config.Check("p", set, []*ast.File{file}, nil)
}
"""


JAVA = r"""
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import javax.tools.*;
public class Missing {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Pattern symbol = Pattern.compile("symbol: +(?:class|variable|method) (\\w+)|^package (\\w+) does not exist");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String path; (path = lines.readLine()) != null; ) {
            // The files are of the module `java.base`, which has what is in their packages.
            String module = "java.base=" + Path.of(path).getParent();
            List<String> options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "9999", "-d", args[0], "--patch-module", module);
            StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
            DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
            compiler.getTask(null, files, faults, options, null, files.getJavaFileObjects(path)).call();
            List<String> names = new ArrayList<>();
            for (Diagnostic<?> fault : faults.getDiagnostics()) {
                Matcher found = symbol.matcher(fault.getMessage(Locale.ENGLISH));
                if (fault.getKind() == Diagnostic.Kind.ERROR && found.find()) names.add(found.group(1) == null ? found.group(2) : found.group(1));
            }
            System.out.println(String.join(" ", names));
            files.close();
        }
    }
}
"""

COMMENT = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(/\*[\s\S]*?\*/|//[^\n]*)')
CLASS = re.compile(r"(?<!\.)\b(?:class|interface)\s+\w+[^{;=()]*\{|\bnew\s+[\w.<>?, ]+\([^(){}]*\)\s*\{")


@functools.cache
def typescript(package):
    script = pathlib.Path(tempfile.mkdtemp()) / "missing.js"
    script.write_text(TYPESCRIPT)
    return Judge(["node", script, package])


@functools.cache
def java():
    directory = pathlib.Path(tempfile.mkdtemp())
    (directory / "Missing.java").write_text(JAVA)
    return Judge(["java", directory / "Missing.java", directory])


def go_program(bench):
    program = bench.tree.parent / "go-missing"
    if not program.exists():
        source = program.with_suffix(".go")
        source.write_text(GO)
        subprocess.run(["go", "build", "-o", program, source], check=True)
    return program


def java_missing(bench, path, names):
    """Those of `names` that are not a variable, method or type in the file at `path`. javac does not report an unknown
    method if one of its arguments is unknown."""
    probes = "".join(f" Object v{n} = {n}; Object m{n} = {n}(); Class<?> c{n} = {n}.class;" for n in sorted(names))
    probe = bench.tree / "canary.java"
    text, count = CLASS.subn(rf"\g<0>{probes}", COMMENT.sub(lambda one: one[0] if one[1] is None else " ", path.read_text()))
    probe.write_text(text)
    found = java().declarations(probe)
    return {name for name in names if found.count(name) >= 3 * count}


CANARY = "no_such_name_anywhere"
RUST_ERRORS = re.compile(
    r"cannot find (?:\w+ )+`([^`]+)`|undeclared (?:\w+ )*`([^`]+)`|unresolved module or unlinked crate `([^`]+)`|expected \w+, found (?:\w+ )+`([^`]+)`")


def rust(bench, text):
    """The undefined names and macros in a Rust text. The caller removes `#[cfg]` and the modules of other files.

    If the compiler gives up early, it does not report the canary either."""
    prelude = "#![no_std]\nextern crate std;\nextern crate alloc;\n" if bench.is_without_std else ""
    path = bench.tree / "canary.rs"
    path.write_text(f"{prelude}{text}\nfn canary() {{ {CANARY}(); }}\n")
    words = ["rustc", "--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "--error-format", "json", "--out-dir", bench.tree, path]
    ran = subprocess.run(words, capture_output=True, text=True)
    names, macros = set(), set()
    bench.opaque_count = ran.stderr.count('"message":"opaque"')
    for line in ran.stderr.splitlines():
        error = json.loads(line)
        code = (error.get("code") or {}).get("code")
        if code in ("E0425", "E0412", "E0405", "E0433", "E0404", "E0531", "E0422", "E0574", None) and error["level"] == "error":
            found = {name for quoted in RUST_ERRORS.findall(error["message"]) for name in quoted if name and (code or "cannot find" in error["message"])}
            names |= found
            if error["message"].startswith("cannot find macro"):
                macros |= found
    return names, macros


def missing(bench, path):
    """The names that the compiler reports as undefined in the file at `path`."""
    language = bench.options.language
    if language == "python":
        ran = subprocess.run([os.environ.get("PYFLAKES_PYTHON", sys.executable), "-m", "pyflakes", path], capture_output=True, text=True)
        return set(re.findall(r"undefined name '([^']+)'", ran.stdout))
    if language == "go":
        ran = subprocess.run([go_program(bench), path], capture_output=True, text=True)
        return None if ran.returncode else set(ran.stdout.split())
    if language == "java":
        # javac reports no undefined names in a class with an unknown supertype, because the class may inherit them.
        canary = bench.tree / "canary.java"
        text, count = CLASS.subn(r"\g<0> Object canary = noSuchName;", COMMENT.sub(lambda one: one[0] if one[1] is None else " ", path.read_text()))
        canary.write_text(text)
        found = java().declarations(canary)
        return set(found) - {"noSuchName"} if found.count("noSuchName") == count else None
    if language == "typescript":
        return set(typescript(bench.options.typescript).declarations(path))
    if language == "rust":
        text = re.sub(r"#!?\[cfg\([^\]]*\)\]|#\[test\]|#!\[[^\]]*\]|//!.*", "", path.read_text())
        text = re.sub(r"(?m)^(\s*(?:pub(?:\([^)]*\))? )?mod \w+);", r"\1 {}", text)
        names, macros = rust(bench, text)
        if macros:
            # rustc skips the arguments of unknown macros. Define each macro with expressions as arguments.
            stub = "macro_rules! %s { ($($one:expr),* $(,)?) => {{ $(let _ = $one;)* }}; ($($one:tt)*) => { compile_error!(\"opaque\"); } }\n"
            more, _ = rust(bench, "".join(stub % name for name in macros) + text)
            names |= more
        return names - {CANARY} if CANARY in names else None
    return set()


def compare(bench, report, a, b, texts, case):
    """Counts the names of one move: those that both report, and those that only one reports."""
    told = set()
    for warning in report["warnings"]:
        if warning["code"] == "missing_names":
            told |= {one["name"] for one in warning["names"]}
    bench.is_without_std = any(b"alloc::" in text for text in texts)
    bench.opaque_count = 0
    after = missing(bench, b)
    opaque_after = bench.opaque_count
    now = a.read_bytes(), b.read_bytes()
    a.write_bytes(texts[0])
    b.write_bytes(texts[1])
    known = [missing(bench, a), missing(bench, b)]
    a.write_bytes(now[0])
    b.write_bytes(now[1])
    if after is None or None in known or opaque_after > bench.opaque_count:
        bench.counts["compiler gave up"] += 1
        return
    if bench.options.language == "java":
        after |= java_missing(bench, b, told - after)
    new = after - known[0] - known[1]
    bench.counts["names moved"] += 1
    bench.counts["names of both"] += len(new & told)
    bench.counts["names of the compiler alone"] += len(new - told)
    bench.counts["names of incise alone"] += len(told - after)
    if new - told or told - after:
        print(f"names: compiler alone {sorted(new - told)}, incise alone {sorted(told - after)}: {case}")


def summary(bench):
    both, alone, ours = (bench.counts[f"names of {who}"] for who in ("both", "the compiler alone", "incise alone"))
    print(f"named {both} of {both + alone} ({100 * both / max(1, both + alone):.1f} %), named without an error {ours} ({100 * ours / max(1, both + ours):.1f} %)")
