//! Detects the language of a file, and finds its definitions, syntax errors, names and lists.
//!
//! No I/O. Without the feature `grammars` (on by default) no language is supported, and only [`Layout`] finds anything.
//! C# and PHP require `grammars-all`.

#[cfg(feature = "grammars")]
mod bound;
#[cfg(feature = "grammars")]
mod braces;
#[cfg(feature = "grammars")]
mod c;
mod definition;
#[cfg(feature = "grammars")]
mod doubt;
mod error;
#[cfg(feature = "grammars")]
mod extent;
#[cfg(feature = "grammars")]
mod grammar;
#[cfg(feature = "grammars")]
mod indent;
#[cfg(feature = "grammars")]
mod language;
mod layout;
#[cfg(feature = "grammars")]
mod list;
mod name;
#[cfg(feature = "grammars")]
mod names;
mod node_list;
#[cfg(feature = "grammars")]
mod parse;
mod quoted;
#[cfg(feature = "grammars")]
mod tokens;
#[cfg(feature = "grammars")]
mod walk;
#[cfg(feature = "grammars")]
mod yaml;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

pub use definition::{AboveKind, Definition, LARGEST, PathPart, Undefined};
use error::Errors;
pub use error::SyntaxError;
#[cfg(feature = "grammars")]
use language::Language;
pub use layout::{Layout, Reading, Token, TokenKind};
pub use name::{Binding, NameUse, Names};
pub use node_list::{ChildOrder, NodeList};
#[cfg(feature = "grammars")]
pub use tree_sitter;

/// The maximum number of errors to return.
const MAX_ERRORS: usize = 10;

/// Returns the syntax errors of `text`, the file at `path`, in order. Empty if the language is not supported.
///
/// # Errors
/// `Undefined::Bound` if the language is supported, but the text is too large, nests too deeply or takes too long to
/// parse.
pub fn find(path: &Path, text: &[u8]) -> Result<Vec<SyntaxError>, Undefined> {
    let Errors {
        grammar,
        indentation,
    } = errors(path, text)?;
    let mut errors = if grammar.is_empty() {
        indentation
    } else {
        grammar
    };
    errors.truncate(MAX_ERRORS);
    Ok(errors)
}

/// True if `text`, the file at `path`, may be source code in a language that is not supported.
pub fn is_unparsed(path: &Path, text: &[u8]) -> bool {
    const PROSE: [&str; 9] = [
        "txt", "md", "rst", "adoc", "log", "csv", "tsv", "diff", "patch",
    ];
    let extension = path.extension().map(|extension| extension.to_str());
    let is_prose = match extension {
        Some(extension) => extension.is_some_and(|extension| PROSE.contains(&extension)),
        None => !text.starts_with(b"#!"),
    };
    !is_prose && !has_language(path, text)
}

/// Returns the errors of `after` that `before` does not have, if `after` has more errors. Both are contents of the
/// file at `path`.
///
/// # Errors
/// `Undefined::Bound` if the language is supported, but one of the texts is too large, nests too deeply or takes too
/// long to parse.
pub fn added(path: &Path, before: &[u8], after: &[u8]) -> Result<Vec<SyntaxError>, Undefined> {
    let after = errors(path, after)?;
    if after.grammar.is_empty() && after.indentation.is_empty() {
        return Ok(Vec::new());
    }
    let before = errors(path, before)?;
    let new = additional_errors(&before.grammar, after.grammar);
    if new.is_empty() {
        return Ok(additional_errors(&before.indentation, after.indentation));
    }
    Ok(new)
}

/// Returns the first errors of `after` that are not in `before`, if `after` has more errors.
fn additional_errors(before: &[SyntaxError], after: Vec<SyntaxError>) -> Vec<SyntaxError> {
    if after.len() <= before.len() {
        return Vec::new();
    }
    // The number of errors of each kind that `after` may repeat.
    let mut repeatable: HashMap<_, usize> = HashMap::new();
    for error in before {
        let kind = (error.missing, error.text.clone());
        *repeatable.entry(kind).or_default() += 1;
    }
    let mut additional = Vec::new();
    for error in after {
        match repeatable.get_mut(&(error.missing, error.text.clone())) {
            Some(count) if *count > 0 => *count -= 1,
            _ => additional.push(error),
        }
    }
    additional.truncate(MAX_ERRORS);
    additional
}

/// Returns the definitions of `text`, the file at `path`, in the order of their starts. In C and C++ files with
/// syntax errors, some uncertain definitions come last.
///
/// # Errors
/// If the definitions cannot be found: see [`Undefined`].
#[cfg(feature = "grammars")]
pub fn definitions(path: &Path, text: &[u8]) -> Result<Arc<[Definition]>, Undefined> {
    walk::definitions(path, text)
}

/// Returns the definitions of a text.
///
/// # Errors
/// Always `Undefined::Language`, because no language is supported.
#[cfg(not(feature = "grammars"))]
pub fn definitions(_: &Path, _: &[u8]) -> Result<Arc<[Definition]>, Undefined> {
    Err(Undefined::Language)
}

/// True if both files are in the same language, so that definitions can be moved from one to the other.
#[cfg(feature = "grammars")]
pub fn shares_definitions(
    (path, text): (&Path, &[u8]),
    (other_path, other): (&Path, &[u8]),
) -> bool {
    match (
        Language::detect(path, text),
        Language::detect(other_path, other),
    ) {
        (Some(language), Some(other)) => language.shares_definitions(other),
        _ => false,
    }
}

/// Returns the names in `text`, the file at `path`. Empty if the language is not supported.
#[cfg(feature = "grammars")]
pub fn names(path: &Path, text: &[u8]) -> Names {
    let Some(language) = Language::detect(path, text) else {
        return Names::default();
    };
    if text.len() > LARGEST {
        return Names::default();
    }
    match (parse::tree(language, text), walk::definitions(path, text)) {
        (Some(tree), Ok(definitions)) => names::names(language, text, &tree, &definitions),
        _ => Names::default(),
    }
}

/// Returns the names in a text.
#[cfg(not(feature = "grammars"))]
pub fn names(_: &Path, _: &[u8]) -> Names {
    Names::default()
}

/// True if both files see each other's top-level definitions, because they are in the same package.
#[cfg(feature = "grammars")]
pub fn shares_package((path, text): (&Path, &[u8]), (other_path, other): (&Path, &[u8])) -> bool {
    let language = Language::detect(path, text);
    let package = package_line(text);
    matches!(language, Some(Language::Go | Language::Java))
        && path.parent() == other_path.parent()
        && package == package_line(other)
}

#[cfg(feature = "grammars")]
fn package_line(text: &[u8]) -> Option<&[u8]> {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.find(|line| line.starts_with(b"package "))
}

/// True if both files see each other's top-level definitions.
#[cfg(not(feature = "grammars"))]
pub fn shares_package(_: (&Path, &[u8]), _: (&Path, &[u8])) -> bool {
    false
}

/// True if functions in the file at `path` may share a name if their parameters differ.
#[cfg(feature = "grammars")]
pub fn has_overloads(path: &Path) -> bool {
    Language::detect(path, b"").is_some_and(Language::has_overloads)
}

/// True if functions may share a name.
#[cfg(not(feature = "grammars"))]
pub fn has_overloads(_: &Path) -> bool {
    false
}

/// True if definitions can be moved from one file to the other.
#[cfg(not(feature = "grammars"))]
pub fn shares_definitions(_: (&Path, &[u8]), _: (&Path, &[u8])) -> bool {
    false
}

/// Returns the offset in `text` of a body for definition `number` of `all`, if that is only a declaration and the
/// grammar has not found the body.
#[cfg(feature = "grammars")]
pub fn hidden_body(all: &[Definition], number: usize, text: &[u8]) -> Option<usize> {
    if !all[number].is_declaration {
        return None;
    }
    let name = &all[number].path.last()?.name;
    let mut defined = Vec::new();
    for definition in all {
        let has_name = definition
            .path
            .last()
            .is_some_and(|last| last.name == *name);
        if has_name && !definition.is_declaration {
            defined.push(definition.whole.range());
        }
    }
    c::bodies(text, name.as_bytes()).find(|at| !defined.iter().any(|whole| whole.contains(at)))
}

/// Returns the offset of a body for a definition that is only a declaration.
#[cfg(not(feature = "grammars"))]
pub fn hidden_body(_: &[Definition], _: usize, _: &[u8]) -> Option<usize> {
    None
}

/// Returns the 0-based numbers of the lines of `text` that begin inside a string. `path` determines the language. Doc
/// strings are omitted, because their indentation has no meaning.
#[cfg(feature = "grammars")]
pub fn lines_in_strings(path: &Path, text: &[u8]) -> HashSet<usize> {
    match Language::detect(path, text) {
        Some(language) => parse::lines_in_strings(language, text),
        None => HashSet::new(),
    }
}

/// Returns the 0-based numbers of the lines of a text that begin inside a string.
#[cfg(not(feature = "grammars"))]
pub fn lines_in_strings(_: &Path, _: &[u8]) -> HashSet<usize> {
    HashSet::new()
}

/// True if an edit of a JavaScript or TypeScript file joins the statement after it to the text before it, because that
/// text has no semicolon. `before` and `after` are the two texts, each with the end of the edited part.
#[cfg(feature = "grammars")]
pub fn joins_next(path: &Path, before: (&[u8], usize), after: (&[u8], usize)) -> bool {
    match Language::detect(path, before.0) {
        Some(language @ (Language::JavaScript | Language::TypeScript | Language::Tsx)) => {
            parse::begins_statement(language, before) == Some(true)
                && parse::begins_statement(language, after) == Some(false)
        }
        _ => false,
    }
}

/// Always false, because no language is supported.
#[cfg(not(feature = "grammars"))]
pub fn joins_next(_: &Path, _: (&[u8], usize), _: (&[u8], usize)) -> bool {
    false
}

/// Returns the number of TypeScript overloads in `definitions` that are not directly above another overload or the
/// implementation of their function.
#[cfg(feature = "grammars")]
pub fn torn_overloads(path: &Path, text: &[u8], definitions: &[Definition]) -> usize {
    let language = Language::detect(path, text);
    if !matches!(language, Some(Language::TypeScript | Language::Tsx)) {
        return 0;
    }
    let mut implemented = HashSet::new();
    for definition in definitions {
        if definition.body.is_some() {
            implemented.insert(&definition.path);
        }
    }
    // Backward, so that the next definition with the same parent is known.
    let mut next_of = HashMap::new();
    let mut torn = 0;
    for definition in definitions.iter().rev() {
        let path = &definition.path;
        let next = next_of.insert(definition.parent, path);
        let is_overload = definition.parameters.is_some() && definition.body.is_none();
        if is_overload && implemented.contains(path) && next != Some(path) {
            torn += 1;
        }
    }
    torn
}

/// Always 0, because no language is supported.
#[cfg(not(feature = "grammars"))]
pub fn torn_overloads(_: &Path, _: &[u8], _: &[Definition]) -> usize {
    0
}

/// Returns the offset of the `#endif` of the include guard around `text`, the C header at `path`.
#[cfg(feature = "grammars")]
pub fn header_guard_end(path: &Path, text: &[u8]) -> Option<usize> {
    let language = Language::detect(path, text)?;
    if !matches!(language, Language::C | Language::Cpp) || text.len() > LARGEST {
        return None;
    }
    let tree = parse::tree(language, text)?;
    let mut cursor = tree.walk();
    let mut children = tree.root_node().named_children(&mut cursor);
    let guard = children.find(|child| !child.is_extra())?;
    if guard.kind() != "preproc_ifdef" || !walk::is_header_guard(guard, text) {
        return None;
    }
    if children.any(|child| !child.is_extra()) {
        return None;
    }
    let mut cursor = guard.walk();
    let end = guard.children(&mut cursor).last()?;
    if end.kind() != "#endif" {
        return None;
    }
    Some(end.start_byte())
}

/// Always `None`, because no language is supported.
#[cfg(not(feature = "grammars"))]
pub fn header_guard_end(_: &Path, _: &[u8]) -> Option<usize> {
    None
}

/// Returns the comma-separated lists in `text`, the file at `path`, in the order of their starts, outer lists first.
#[cfg(feature = "grammars")]
pub fn lists(path: &Path, text: &[u8]) -> Vec<NodeList> {
    match Language::detect(path, text) {
        Some(language) if text.len() <= LARGEST => list::lists(language, text),
        _ => Vec::new(),
    }
}

/// Returns the comma-separated lists in a text.
#[cfg(not(feature = "grammars"))]
pub fn lists(_: &Path, _: &[u8]) -> Vec<NodeList> {
    Vec::new()
}

#[cfg(feature = "grammars")]
fn errors(path: &Path, text: &[u8]) -> Result<Errors, Undefined> {
    match Language::detect(path, text) {
        None if !yaml::is_yaml(path) => Ok(Errors::default()),
        _ if text.len() > LARGEST => Err(Undefined::Bound),
        None => yaml::errors(text),
        Some(language) => parse::errors(language, text).ok_or(Undefined::Bound),
    }
}

/// True if the language of `text`, the file at `path`, is supported.
#[cfg(feature = "grammars")]
pub fn has_language(path: &Path, text: &[u8]) -> bool {
    yaml::is_yaml(path) || Language::detect(path, text).is_some()
}

/// True if the language of a text is supported.
#[cfg(not(feature = "grammars"))]
pub fn has_language(_: &Path, _: &[u8]) -> bool {
    false
}

/// True if a file at `path` may be in a supported language, whatever its content.
#[cfg(feature = "grammars")]
pub fn may_have_language(path: &Path) -> bool {
    yaml::is_yaml(path) || language::is_possible(path)
}

/// True if a file at `path` may be in a supported language.
#[cfg(not(feature = "grammars"))]
pub fn may_have_language(_: &Path) -> bool {
    false
}

#[cfg(not(feature = "grammars"))]
fn errors(_: &Path, _: &[u8]) -> Result<Errors, Undefined> {
    Ok(Errors::default())
}

#[cfg(all(test, feature = "grammars"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use super::{Definition, LARGEST, Undefined, added, definitions, find, is_unparsed, names};

    /// The line and the missing token of each error in `text`, a file with this name.
    fn found(name: &str, text: &str) -> Vec<(usize, Option<&'static str>)> {
        let errors = find(Path::new(name), text.as_bytes()).unwrap();
        let errors = errors.into_iter();
        errors
            .map(|error| (error.line.number(), error.missing))
            .collect()
    }

    #[test]
    fn each_language_has_texts_that_are_right_and_wrong() {
        for (name, right, wrong) in [
            ("a.rs", "fn f() { g(1) }\n", "fn f() { g(1 }\n"),
            (
                "a.py",
                "def f(x):\n    return x\n",
                "def f(x:\n    return x\n",
            ),
            (
                "a.js",
                "const f = (x) => <a>{x}</a>;\n",
                "const f = (x => ;\n",
            ),
            ("a.ts", "const x: number = 1;\n", "const x: = 1;\n"),
            (
                "b.ts",
                "interface X<in A, in out B = C, out D> {}\n",
                "interface X<in A, out B C> {}\n",
            ),
            ("a.tsx", "const x: X = <a/>;\n", "const x: X = <a>;\n"),
            (
                "a.go",
                "package a\n\nfunc f() {}\n",
                "package a\n\nfunc f() {\n",
            ),
            (
                "a.c",
                "int f(void) { return 1; }\n",
                "int f(void) { return 1;\n",
            ),
            ("a.cpp", "class A { int x; };\n", "class A { int x; ;\n"),
            ("a.java", "class A { int x; }\n", "class A { int x }\n"),
            ("a.rb", "def f\n  1\nend\n", "def f\n  1\n"),
            ("a.sh", "if x; then\n  y\nfi\n", "if x; then\n  y\n"),
            ("a.json", "{\"a\": [1, 2]}\n", "{\"a\": [1, 2}\n"),
            ("a.toml", "a = [1]\n", "a = [1\nb = 2\n"),
            ("a.yaml", "a:\n  - b: 1\n", "a: [1\nb: }\n"),
            ("a.css", "a { color: red; }\n", "a { color: red;\n"),
            ("a.cs", "class A { int x; }\n", "class A { int x }\n"),
            ("a.php", "<?php\nf(1);\n", "<?php\nf(1;\n"),
        ] {
            assert_eq!(found(name, right), [], "{name}: {right}");
            let is_rare = ["a.cs", "a.php"].contains(&name);
            let is_known = !is_rare || cfg!(feature = "grammars-all");
            assert_eq!(found(name, wrong).is_empty(), !is_known, "{name}: {wrong}");
        }
    }

    #[test]
    fn yaml_of_many_lines_is_read() {
        assert_eq!(found("a.yaml", &"- a: 1\n".repeat(70_000)), []);
        let wrong = "- a: 1\n".repeat(70_000) + "b: [\n";
        assert_eq!(
            found("a.yml", &wrong).first().map(|error| error.0),
            Some(70_001)
        );
    }

    #[test]
    fn the_line_and_what_is_missing_are_told() {
        let text = "fn f() {\n    let x = ;\n    g(1\n}\n";
        assert_eq!(found("a.rs", text), [(2, None), (3, Some(")"))]);
    }

    #[test]
    fn a_script_is_known_by_its_first_line() {
        assert_ne!(found("run", "#!/bin/sh\nif x; then\n"), []);
        assert_ne!(found("run", "#!/usr/bin/env python3\nx = (\n"), []);
        assert_eq!(found("run", "x = (\n"), []);
        assert_eq!(found("notes.txt", "#!/usr/bin/python3\nx = (\n"), []);
    }

    #[test]
    fn a_large_text_is_not_parsed() {
        let text = "#".repeat(LARGEST + 1);
        assert_eq!(
            find(Path::new("a.py"), text.as_bytes()),
            Err(Undefined::Bound)
        );
        let new = |name: &str| added(Path::new(name), b"", text.as_bytes());
        assert_eq!(new("a.py"), Err(Undefined::Bound));
        assert_eq!(new("a.txt"), Ok(Vec::new()));
    }

    #[test]
    fn the_blocks_of_a_text_with_another_error_are_judged_too() {
        let before = "x = (]\n\nclass A:\n    def f(self):\n        pass\n";
        let after = before.replace("pass\n", "x\n      y\n");
        let errors = added(Path::new("a.py"), before.as_bytes(), after.as_bytes()).unwrap();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].text, "y");
    }

    #[test]
    fn only_more_errors_than_before_count_and_only_the_new_are_named() {
        let new = |before: &str, after: &str| {
            let errors = added(Path::new("a.rs"), before.as_bytes(), after.as_bytes());
            let lines = errors.unwrap().into_iter().map(|error| error.line.number());
            lines.collect::<Vec<_>>()
        };
        let (right, wrong) = ("fn a() { b() }\n", "fn a() { b( }\n");
        let other = "fn c() { let = 1; }\n";
        assert_eq!(new(right, wrong), [1]);
        assert!(new(wrong, right).is_empty());
        assert!(new(wrong, &format!("{right}{wrong}")).is_empty());
        assert_eq!(new(wrong, &format!("{wrong}{other}")), [2]);
        assert_eq!(new("", wrong), [1]);
    }

    #[test]
    fn the_blocks_of_python_are_those_of_cpython() {
        for (text, lines) in [
            ("def f(a):\n    if a:\n    return 1\n", &[3][..]),
            ("def f(a):\n    x = 1\n        return 1\n", &[3]),
            (
                "class A:\n    def f(self):\n        if a:\n            x = 1\n      y = 2\n",
                &[5],
            ),
            ("if a:\n\tx = 1\n        y = 2\n", &[3]),
            ("  x = 1\n", &[1]),
            ("if a:\n", &[2]),
            ("if a:  # why\n    # nothing\nx = 1\n", &[3]),
            ("if a: x = 1\n    y = 2\n", &[2]),
            ("x = 1\n\x0cif a:\n    y\n", &[]),
            ("if a:\n    x = [\n1,\n  2]\n    y = '''\n:\n'''\nz\n", &[]),
            (
                "if a and \\\n  b:\n    x\n        # far\n  # near\nelse:\n y\n",
                &[],
            ),
            ("x = {1:\n  2}\ny = a[1:\n2]\nf = lambda x: \\\n  x\n", &[]),
            ("if a:\r\n    x = f\"{b['c']}:\"\r\n    y\r\n", &[]),
            ("\u{feff}x = 1\ny = 2\n", &[]),
            (
                "class A:\n    '''doc'''\n    def f(self): pass\n\n\nx\n",
                &[],
            ),
        ] {
            let found: Vec<usize> = found("a.py", text)
                .into_iter()
                .map(|(line, _)| line)
                .collect();
            assert_eq!(found, lines, "{text}");
        }
    }

    #[test]
    fn a_name_is_bound_by_a_c_definition_that_only_the_first_parse_finds() {
        let text = "int f(int a b) { int c; return c; }\nint g(void) { return 1; }\n";
        let path = Path::new("a.c");
        let found = definitions(path, text.as_bytes()).unwrap();
        let order: Vec<String> = found.iter().map(Definition::name).collect();
        assert_eq!(order, ["g", "f"]);
        let bindings = names(path, text.as_bytes()).bindings;
        assert!(bindings["f"][0].is_file);
        assert!(!bindings["c"][0].is_file);
    }

    #[test]
    fn a_text_is_not_parsed_where_its_language_is_not_known() {
        let unparsed = |name: &str, text: &str| is_unparsed(Path::new(name), text.as_bytes());
        assert!(!unparsed("a.py", "x\n"));
        assert!(unparsed("a.lua", "x\n"));
        assert!(!unparsed("a.md", "x\n") && !unparsed("LICENSE", "x\n"));
        assert!(unparsed("run", "#!/usr/bin/lua\n"));
    }

    #[test]
    fn a_text_that_nests_too_deeply_is_not_parsed() {
        let deep = "[".repeat(100_000);
        let found = find(Path::new("a.json"), deep.as_bytes());
        assert_eq!(found, Err(Undefined::Bound));
    }
}

/// Compiles and runs the examples of the README.
#[cfg(all(doctest, feature = "grammars"))]
#[doc = include_str!("../README.md")]
struct Readme;
