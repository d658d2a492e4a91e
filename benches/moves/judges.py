"""Independent parsers. Each turns a file into a list of its declarations, without positions.

A type is split into its header and its members, so that moving a method between types keeps the combined list equal.
"""
import ast, inspect, pathlib, subprocess, tempfile


class Judge:
    """Asks a process about each file. It reads a path per line and prints its declarations on one line, or `!` for a
    syntax error."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def declarations(self, path):
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().strip()
        return None if line.startswith("!") else sorted(line.split())


class Python:
    def declarations(self, path):
        try:
            tree = ast.parse(pathlib.Path(path).read_bytes())
        except (SyntaxError, ValueError):
            return None
        found = []
        self.walk(tree.body, found)
        return sorted(found)

    def walk(self, body, found):
        for node in body:
            for inner in ast.walk(node):
                doc = getattr(inner, "body", None)
                if isinstance(doc, list) and doc and isinstance(doc[0], ast.Expr) and isinstance(doc[0].value, ast.Constant) and isinstance(doc[0].value.value, str):
                    doc[0].value.value = inspect.cleandoc(doc[0].value.value)
            if isinstance(node, (ast.ClassDef, ast.If, ast.Try)):
                inner, node.body = node.body + getattr(node, "orelse", []), []
                node.orelse = []
                found.append(ast.dump(node))
                self.walk(inner, found)
            else:
                found.append(ast.dump(node))


TYPESCRIPT = r"""
const ts = require(process.argv[2]);
const crypto = require("crypto");
const shape = (node, file) => {
  const parts = [];
  const walk = (one) => {
    let leaf = true;
    ts.forEachChild(one, (child) => { leaf = false; });
    parts.push(one.kind + (leaf ? one.getText(file) : ""));
    ts.forEachChild(one, walk);
    parts.push(")");
  };
  walk(node);
  return crypto.createHash("sha1").update(parts.join(" ")).digest("hex").slice(0, 16);
};
const list = (nodes, file, out) => {
  for (const node of nodes) {
    const members = node.members || (node.body && node.body.statements && ts.isModuleDeclaration(node) ? node.body.statements : null);
    if (members && (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isModuleDeclaration(node))) {
      out.push("H" + (node.name ? node.name.getText(file) : ""));
      list(members, file, out);
    } else out.push(shape(node, file));
  }
};
require("readline").createInterface({ input: process.stdin }).on("line", (path) => {
  const file = ts.createSourceFile(path, require("fs").readFileSync(path, "utf8"), 99, true);
  const out = [];
  if (!file.parseDiagnostics.length) list(file.statements, file, out);
  console.log(file.parseDiagnostics.length ? "!" : out.join(" "));
});
"""

GO = r"""
package main
import ("bufio"; "bytes"; "crypto/sha1"; "fmt"; "go/ast"; "go/format"; "go/parser"; "go/token"; "os"; "strings")
func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, lines.Text(), nil, 0)
		if err != nil { fmt.Println("!"); continue }
		var out []string
		for _, decl := range file.Decls {
			if group, ok := decl.(*ast.GenDecl); ok { group.Doc = nil }
			var text bytes.Buffer
			format.Node(&text, token.NewFileSet(), decl)
			out = append(out, fmt.Sprintf("%x", sha1.Sum([]byte(strings.Join(strings.Fields(text.String()), " "))))[:16])
		}
		fmt.Println(strings.Join(out, " "))
	}
}
"""

JAVA = r"""
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.util.*;
import javax.tools.*;
public class Judge {
    static void list(List<? extends Tree> trees, List<String> out) {
        for (Tree tree : trees) {
            if (tree instanceof ClassTree type) {
                out.add("H" + type.getSimpleName() + Integer.toHexString((type.getModifiers() + "" + type.getExtendsClause() + type.getImplementsClause()).hashCode()));
                list(type.getMembers(), out);
            } else out.add(Integer.toHexString(tree.toString().replaceAll("\\s+", " ").hashCode()));
        }
    }
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String path; (path = lines.readLine()) != null; ) {
            DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
            JavacTask task = (JavacTask) compiler.getTask(null, files, faults, List.of("-proc:none"), null, files.getJavaFileObjects(path));
            List<String> out = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) list(unit.getTypeDecls(), out);
            boolean wrong = faults.getDiagnostics().stream().anyMatch(one -> one.getKind() == Diagnostic.Kind.ERROR);
            System.out.println(wrong ? "!" : String.join(" ", out));
        }
    }
}
"""

RUST = r"""
use quote::ToTokens;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;
fn items(list: &[syn::Item], out: &mut Vec<String>) {
    for item in list {
        match item {
            syn::Item::Mod(one) if one.content.is_some() => {
                let mut head = one.clone();
                let inner = head.content.replace((Default::default(), vec![])).unwrap().1;
                out.push(head.to_token_stream().to_string());
                items(&inner, out);
            }
            syn::Item::Impl(one) => {
                let mut head = one.clone();
                out.extend(std::mem::take(&mut head.items).iter().map(|one| one.to_token_stream().to_string()));
                out.push(head.to_token_stream().to_string());
            }
            syn::Item::Trait(one) => {
                let mut head = one.clone();
                out.extend(std::mem::take(&mut head.items).iter().map(|one| one.to_token_stream().to_string()));
                out.push(head.to_token_stream().to_string());
            }
            other => out.push(other.to_token_stream().to_string()),
        }
    }
}
fn hash(text: &String) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:x}", hasher.finish())
}
fn main() {
    for path in std::io::stdin().lock().lines() {
        let text = std::fs::read_to_string(path.unwrap()).unwrap_or_default();
        let mut out = vec![];
        match syn::parse_file(&text) {
            Ok(file) => {
                items(&file.items, &mut out);
                println!("{}", out.iter().map(hash).collect::<Vec<_>>().join(" "));
            }
            Err(_) => println!("!"),
        }
    }
}
"""


RUBY = r"""
require "ripper"
require "digest"
def shape(node)
  return node unless node.is_a?(Array)
  return node[0, 2] if node[0].is_a?(Symbol) && node[0].to_s.start_with?("@")
  node.map { |one| shape(one) }
end
# `node` without the bodies of the types in it, whose statements are listed.
def head(node, out)
  return node unless node.is_a?(Array)
  return node.map { |one| head(one, out) } unless [:class, :module, :sclass].include?(node[0])
  list(node[-1][1], out)
  node[0..-2]
end
def list(statements, out)
  statements.each do |one|
    out << Digest::SHA1.hexdigest(shape(head(one, out)).inspect)[0, 16] unless one == [:void_stmt]
  end
end
STDOUT.sync = true
STDIN.each_line(chomp: true) do |path|
  tree = Ripper.sexp(File.binread(path).force_encoding("UTF-8"))
  out = []
  list(tree[1], out) if tree
  puts tree ? out.join(" ") : "!"
end
"""


class C:
    """The tokens of each declaration and directive, as libclang reads them. An unknown type is not a syntax error."""

    def __init__(self):
        import clang.cindex as clang
        self.clang, self.index = clang, clang.Index.create()

    def declarations(self, path):
        unit = self.index.parse(str(path), args=["-xc", "-std=gnu11", "-nostdinc"])
        if any("expected" in one.spelling and one.severity >= 3 for one in unit.diagnostics):
            return None
        lines = pathlib.Path(path).read_text().split("\n")
        tokens = [one for one in unit.get_tokens(extent=unit.cursor.extent) if one.kind != self.clang.TokenKind.COMMENT]
        found, words, depth, last, directive = [], [], 0, 0, 0
        for token in tokens:
            word, line = token.spelling, token.location.line
            # A function ends at the end of its line, but `} name;` continues. A macro without `;` ends at an empty
            # line.
            is_end = word == "#" or line > last + 1 or last <= directive or words[-1:] in ([";"], ["}"])
            if depth == 0 and line > last and words and is_end:
                found.append(" ".join(words))
                words = []
            if word == "#" and line > max(last, directive):
                directive = line
                while lines[directive - 1].endswith("\\"):
                    directive += 1
            if line > directive:
                depth += {"{": 1, "}": -1}.get(word, 0)
            words.append(word)
            last = line
        return sorted([*found, " ".join(words)])


def judge(language, typescript, rust):
    """The parser for `language`. `typescript` is the directory of the npm package. `rust` is an empty or already built
    directory."""
    directory = pathlib.Path(tempfile.mkdtemp())
    if language == "python":
        return Python()
    if language == "c":
        return C()
    if language == "ruby":
        (directory / "judge.rb").write_text(RUBY)
        return Judge(["ruby", directory / "judge.rb"])
    if language == "typescript":
        (directory / "judge.js").write_text(TYPESCRIPT)
        return Judge(["node", directory / "judge.js", typescript])
    if language == "go":
        (directory / "main.go").write_text(GO)
        subprocess.run(["go", "build", "-o", directory / "judge", directory / "main.go"], check=True)
        return Judge([directory / "judge"])
    if language == "java":
        (directory / "Judge.java").write_text(JAVA)
        return Judge(["java", directory / "Judge.java"])
    rust = pathlib.Path(rust)
    if not (rust / "target/release/judge").exists():
        (rust / "src").mkdir(parents=True)
        (rust / "src/main.rs").write_text(RUST)
        (rust / "Cargo.toml").write_text('[package]\nname = "judge"\nversion = "0.1.0"\nedition = "2021"\n[workspace]\n[dependencies]\nsyn = { version = "2", features = ["full"] }\nquote = "1"\n')
        subprocess.run(["cargo", "build", "--release", "-q"], cwd=rust, check=True)
    return Judge([rust / "target/release/judge"])
