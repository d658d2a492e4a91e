//! The functions that need grammars.

mod bound;
mod braces;
mod c;
mod doubt;
mod extent;
mod grammar;
mod indent;
mod language;
mod list;
mod names;
mod parse;
mod rename;
mod tokens;
mod walk;
mod yaml;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use crate::definition::{Definition, LARGEST, Undefined};
use crate::error::Errors;
use crate::name::Names;
use crate::node_list::NodeList;
use incise_text::text::Span;
use language::Language;

/// Returns the definitions of `text`, the file at `path`, in the order of their starts. In C and C++ files with
/// syntax errors, some uncertain definitions come last.
///
/// # Errors
/// If the definitions cannot be found: see [`Undefined`].
pub fn definitions(path: &Path, text: &[u8]) -> Result<Arc<[Definition]>, Undefined> {
    walk::definitions(path, text)
}

/// True if both files are in the same language, so that definitions can be moved from one to the other.
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

/// True if both files see each other's top-level definitions, because they are in the same package.
pub fn shares_package((path, text): (&Path, &[u8]), (other_path, other): (&Path, &[u8])) -> bool {
    let language = Language::detect(path, text);
    let package = package_line(text);
    matches!(language, Some(Language::Go | Language::Java))
        && path.parent() == other_path.parent()
        && package == package_line(other)
}

fn package_line(text: &[u8]) -> Option<&[u8]> {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.find(|line| line.starts_with(b"package "))
}

/// True if functions in the file at `path` may share a name if their parameters differ.
pub fn has_overloads(path: &Path) -> bool {
    Language::detect(path, b"").is_some_and(Language::has_overloads)
}

/// Returns the offset in `text` of a body for definition `number` of `all`, if that is only a declaration and the
/// grammar has not found the body.
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

/// Returns the 0-based numbers of the lines of `text` that begin inside a string. `path` determines the language. Doc
/// strings are omitted, because their indentation has no meaning.
pub fn lines_in_strings(path: &Path, text: &[u8]) -> HashSet<usize> {
    match Language::detect(path, text) {
        Some(language) => parse::lines_in_strings(language, text),
        None => HashSet::new(),
    }
}

/// True if an edit of a JavaScript or TypeScript file joins the statement after it to the text before it, because that
/// text has no semicolon. `before` and `after` are the two texts, each with the end of the edited part.
pub fn joins_next(path: &Path, before: (&[u8], usize), after: (&[u8], usize)) -> bool {
    match Language::detect(path, before.0) {
        Some(language @ (Language::JavaScript | Language::TypeScript | Language::Tsx)) => {
            parse::begins_statement(language, before) == Some(true)
                && parse::begins_statement(language, after) == Some(false)
        }
        _ => false,
    }
}

/// Returns the number of TypeScript overloads in `definitions` that are not directly above another overload or the
/// implementation of their function.
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

/// Returns the offset of the `#endif` of the include guard around `text`, the C header at `path`.
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

/// Returns the comma-separated lists in `text`, the file at `path`, in the order of their starts, outer lists first.
pub fn lists(path: &Path, text: &[u8]) -> Vec<NodeList> {
    match Language::detect(path, text) {
        Some(language) if text.len() <= LARGEST => list::lists(language, text),
        _ => Vec::new(),
    }
}

/// Returns the errors of `text`, the file at `path`. Empty if the language is not supported.
pub(crate) fn parse_errors(path: &Path, text: &[u8]) -> Result<Errors, Undefined> {
    match Language::detect(path, text) {
        None if !yaml::is_yaml(path) => Ok(Errors::default()),
        _ if text.len() > LARGEST => Err(Undefined::Bound),
        None => yaml::errors(text),
        Some(language) => parse::errors(language, text).ok_or(Undefined::Bound),
    }
}

/// True if each of `edits`, the new texts of spans of `text` in order, replaces a name with another one. Such edits of
/// the file at `path` add no syntax errors.
pub fn replaces_names<'n>(
    path: &Path,
    text: &[u8],
    edits: impl Iterator<Item = (Span, &'n [u8])>,
) -> bool {
    Language::detect(path, text)
        .is_some_and(|language| rename::replaces_names(language, text, edits))
}

/// True if the language of `text`, the file at `path`, is supported.
pub fn has_language(path: &Path, text: &[u8]) -> bool {
    yaml::is_yaml(path) || Language::detect(path, text).is_some()
}

/// True if a file at `path` may be in a supported language, whatever its content.
pub fn may_have_language(path: &Path) -> bool {
    yaml::is_yaml(path) || language::is_possible(path)
}
