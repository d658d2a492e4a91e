//! Detects the language of a file, and finds its definitions, syntax errors, names and lists.
//!
//! No function reads a file. Without the feature `grammars` (on by default) no language is supported, and only
//! [`Layout`] finds anything. C# and PHP require `grammars-all`.

mod definition;
mod error;
mod layout;
mod name;
mod node_list;
mod pieces;
mod quoted;
#[cfg(feature = "grammars")]
mod with_grammars;
#[cfg(not(feature = "grammars"))]
mod without_grammars;

use std::collections::HashMap;
use std::path::Path;

pub use definition::{AboveKind, Definition, LARGEST, PathPart, Undefined};
use error::Errors;
pub use error::SyntaxError;
pub use layout::{Layout, Reading, Token, TokenKind};
pub use name::{Binding, NameUse, Names};
pub use node_list::{ChildOrder, NodeList};
pub use pieces::{begins_piece, is_valid_alone, parts_around, piece_end, piece_start};
#[cfg(feature = "grammars")]
pub use tree_sitter;
use with_grammars::parse_errors;
pub use with_grammars::{
    definitions, has_language, has_overloads, header_guard_end, hidden_body, joins_next,
    lines_in_strings, lists, may_have_language, names, replaces_names, shares_definitions,
    shares_package, torn_overloads,
};
#[cfg(not(feature = "grammars"))]
use without_grammars as with_grammars;

/// The maximum number of errors to return.
const MAX_ERRORS: usize = 10;

/// Returns the syntax errors of `text`, the file at `path`, in order. Empty if the language is not supported.
///
/// # Errors
/// `Undefined::Bound` if the language is supported, but the text is too large, nests too deeply or takes too long to
/// parse.
pub fn errors(path: &Path, text: &[u8]) -> Result<Vec<SyntaxError>, Undefined> {
    let Errors {
        grammar,
        indentation,
    } = parse_errors(path, text)?;
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
pub fn added_errors(
    path: &Path,
    before: &[u8],
    after: &[u8],
) -> Result<Vec<SyntaxError>, Undefined> {
    let after = parse_errors(path, after)?;
    if after.grammar.is_empty() && after.indentation.is_empty() {
        return Ok(Vec::new());
    }
    let before = parse_errors(path, before)?;
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

#[cfg(all(test, feature = "grammars"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use super::{
        Definition, LARGEST, Undefined, added_errors, definitions, errors, is_unparsed, names,
    };

    /// The line and the missing token of each error in `text`, a file with this name.
    fn found(name: &str, text: &str) -> Vec<(usize, Option<&'static str>)> {
        let found = errors(Path::new(name), text.as_bytes()).unwrap();
        found
            .into_iter()
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
    fn errors_have_a_line_and_the_missing_token() {
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
            errors(Path::new("a.py"), text.as_bytes()),
            Err(Undefined::Bound)
        );
        let new = |name: &str| added_errors(Path::new(name), b"", text.as_bytes());
        assert_eq!(new("a.py"), Err(Undefined::Bound));
        assert_eq!(new("a.txt"), Ok(Vec::new()));
    }

    #[test]
    fn blocks_of_a_text_with_another_error_are_checked_too() {
        let before = "x = (]\n\nclass A:\n    def f(self):\n        pass\n";
        let after = before.replace("pass\n", "x\n      y\n");
        let errors = added_errors(Path::new("a.py"), before.as_bytes(), after.as_bytes()).unwrap();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].text, "y");
    }

    #[test]
    fn only_more_errors_than_before_count_and_only_the_new_are_named() {
        let new = |before: &str, after: &str| {
            let errors = added_errors(Path::new("a.rs"), before.as_bytes(), after.as_bytes());
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
        let found = errors(Path::new("a.json"), deep.as_bytes());
        assert_eq!(found, Err(Undefined::Bound));
    }
}

/// Compiles and runs the examples of the README.
#[cfg(all(doctest, feature = "grammars"))]
#[doc = include_str!("../README.md")]
struct Readme;
