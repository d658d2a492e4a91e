"""The names that a compiler misses in a file, to compare with those that incise tells."""
import json, os, pathlib, re, subprocess, sys

TYPESCRIPT = r"""
const ts = require(process.argv[2]);
const names = new Set();
const program = ts.createProgram([process.argv[3]], { noResolve: true, target: 99, skipLibCheck: true, types: [] });
const file = program.getSourceFile(process.argv[3]);
for (const one of program.getSemanticDiagnostics(file))
  if ([2304, 2503, 2552, 2583, 2584, 2580, 18004].includes(one.code))
    names.add(file.text.slice(one.start, one.start + one.length));
console.log([...names].join("\n"));
"""

GO = r"""
package main
import ("fmt"; "go/ast"; "go/importer"; "go/parser"; "go/token"; "go/types"; "os"; "strings")
func main() {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, os.Args[1], nil, 0)
	if err != nil { panic(err) }
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil), FakeImportC: true, Error: func(err error) {
		if _, name, ok := strings.Cut(err.(types.Error).Msg, "undeclared name: "); ok { fmt.Println(name) }
		if _, name, ok := strings.Cut(err.(types.Error).Msg, "undefined: "); ok { fmt.Println(name) }
	}}
	config.Check("p", set, []*ast.File{file}, nil)
}
"""


def go_program(bench):
    program = bench.tree.parent / "go-missing"
    if not program.exists():
        source = program.with_suffix(".go")
        source.write_text(GO)
        subprocess.run(["go", "build", "-o", program, source], check=True)
    return program


def missing(bench, path):
    """The names that the compiler does not find in the file at `path`."""
    language = bench.options.language
    if language == "python":
        ran = subprocess.run([os.environ.get("PYFLAKES_PYTHON", sys.executable), "-m", "pyflakes", path], capture_output=True, text=True)
        return set(re.findall(r"undefined name '([^']+)'", ran.stdout))
    if language == "go":
        ran = subprocess.run([go_program(bench), path], capture_output=True, text=True)
        return None if ran.returncode else set(ran.stdout.split())
    if language == "java":
        # The files are of the module `java.base`, which has what is in their packages.
        ran = subprocess.run(["javac", "-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "9999", "-d", bench.tree / "classes", "--patch-module", f"java.base={bench.tree}", path], capture_output=True, text=True)
        return set(re.findall(r"symbol: +(?:class|variable|method) (\w+)", ran.stderr))
    if language == "typescript":
        script = pathlib.Path(bench.tree.parent / "missing.js")
        script.write_text(TYPESCRIPT)
        ran = subprocess.run(["node", script, bench.options.typescript, path], capture_output=True, text=True)
        return set(ran.stdout.split())
    if language == "rust":
        # A compiler that gives up early misses this name too.
        canary = bench.tree / "canary.rs"
        canary.write_bytes(path.read_bytes() + b"\nfn canary() { no_such_name_anywhere(); }\n")
        path = canary
        ran = subprocess.run(["rustc", "--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "--error-format", "json", "--out-dir", bench.tree, path], capture_output=True, text=True)
        found = set()
        for line in ran.stderr.splitlines():
            error = json.loads(line)
            code = (error.get("code") or {}).get("code")
            if code in ("E0425", "E0412", "E0405", "E0433", "E0404", "E0531", "E0422", "E0574", None) and error["level"] == "error":
                for quoted in re.findall(r"cannot find (?:\w+ )+`([^`]+)`|undeclared (?:\w+ )*`([^`]+)`|unresolved module or unlinked crate `([^`]+)`", error["message"]):
                    found |= {name for name in quoted if name}
        return found - {"no_such_name_anywhere"} if "no_such_name_anywhere" in found else None
    return set()


def compare(bench, report, a, b, texts):
    """Counts the names of one move: those that both tell, those of one alone."""
    told = set()
    for warning in report["warnings"]:
        if warning["code"] == "missing_names":
            told |= {one["name"] for one in warning["names"]}
    after = missing(bench, b)
    now = a.read_bytes(), b.read_bytes()
    a.write_bytes(texts[0])
    b.write_bytes(texts[1])
    known = [missing(bench, a), missing(bench, b)]
    a.write_bytes(now[0])
    b.write_bytes(now[1])
    if after is None or None in known:
        bench.counts["compiler gave up"] += 1
        return
    new = after - known[0] - known[1]
    bench.counts["names moved"] += 1
    bench.counts["names of both"] += len(new & told)
    bench.counts["names of the compiler alone"] += len(new - told)
    bench.counts["names of incise alone"] += len(told - after)
    if new - told or told - after:
        print(f"names: compiler alone {sorted(new - told)}, incise alone {sorted(told - after)}: {report['files'][0]['path']}")


def summary(bench):
    both, alone, ours = (bench.counts[f"names of {who}"] for who in ("both", "the compiler alone", "incise alone"))
    print(f"named {both} of {both + alone} ({100 * both / max(1, both + alone):.1f} %), named without an error {ours} ({100 * ours / max(1, both + ours):.1f} %)")
