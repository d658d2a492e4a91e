//! The tools of Serena, which edit by symbol.
//!
//! The fields of a call do not show the operation on a symbol; only the name of the tool does. A name path matches
//! the end of a symbol's path. `[0]` after a name selects among symbols with the same name. Line numbers are 0-based.

use super::fields::{Asked, Fields, Mode, quoted};
use super::members::has_member;
use super::mode::{PLAIN, named};
use super::payload::{Dialect, Reading};
use super::python;
use super::string::{new_text, replacement};
use crate::refusal::Refusals;
use crate::request::json::{Node, Object};
use crate::request::{
    Action, AskedLines, Edge, FieldNames, FilePart, Insert, InsertAt, Lines, LinesAt, Malformed,
    Match, NamedPart, NamedRegion, PatternLanguage, Pick, Region, nearest_or,
};
use crate::text::{LineNumber, LineRange};

/// A field that only these tools have.
const RELATIVE_PATH: &str = "relative_path";

/// The fields that name a symbol.
const SYMBOL_FIELDS: &[&str] = &["name_path", "name_path_pattern"];

const SYMBOL: FieldNames = FieldNames {
    symbol: Some("name_path"),
    ..FieldNames::NONE
};

const ALL_MATCHES: Option<&str> = Some("\"allow_multiple_occurrences\": true");

/// A mode that the tool name selects.
const TOOL: Mode = Mode {
    dialect: Dialect::Serena,
    ..PLAIN
};

/// A tool that writes a definition at a symbol.
const BODY_TOOL: Mode = Mode {
    needs: &["name_path", "body"],
    names: SYMBOL,
    ..TOOL
};

/// Fields of the tools that only search for symbols, and limits of their answers.
const SEARCH_FIELDS: &[&str] = &[
    "depth",
    "include_body",
    "include_info",
    "include_kinds",
    "exclude_kinds",
    "substring_matching",
    "max_matches",
    "max_answer_chars",
];

/// The modes by tool name.
const TOOLS: &[(&str, Mode)] = &[
    (
        "replace_symbol_body",
        Mode {
            example: r#"{"name":"replace_symbol_body","arguments":{"name_path":"A/f","relative_path":"a.py","body":"def f(self):\n    return 1"}}"#,
            read: replace_symbol,
            ..BODY_TOOL
        },
    ),
    (
        "insert_after_symbol",
        Mode {
            example: r#"{"name":"insert_after_symbol","arguments":{"name_path":"A/f","relative_path":"a.py","body":"def g(self):\n    return 1"}}"#,
            read: |fields| insert_at(fields, Edge::After),
            ..BODY_TOOL
        },
    ),
    (
        "insert_before_symbol",
        Mode {
            example: r#"{"name":"insert_before_symbol","arguments":{"name_path":"A/f","relative_path":"a.py","body":"def g(self):\n    return 1"}}"#,
            read: |fields| insert_at(fields, Edge::Before),
            ..BODY_TOOL
        },
    ),
    (
        "safe_delete_symbol",
        Mode {
            needs: &["name_path|name_path_pattern"],
            takes: &["delete_even_if_used", "propagate"],
            names: SYMBOL,
            example: r#"{"name":"safe_delete_symbol","arguments":{"name_path":"A/f","relative_path":"a.py","delete_even_if_used":true}}"#,
            read: delete_symbol,
            ..TOOL
        },
    ),
    (
        "find_symbol",
        Mode {
            needs: &["name_path|name_path_pattern"],
            takes: SEARCH_FIELDS,
            names: SYMBOL,
            example: r#"{"name":"find_symbol","arguments":{"name_path_pattern":"A/f","relative_path":"a.py","include_body":true}}"#,
            read: find_symbol,
            ..TOOL
        },
    ),
    (
        "get_symbols_overview",
        Mode {
            takes: &["depth", "max_answer_chars"],
            example: r#"{"name":"get_symbols_overview","arguments":{"relative_path":"a.py"}}"#,
            read: overview,
            ..TOOL
        },
    ),
    (
        "read_file",
        Mode {
            takes: &["start_line", "end_line", "max_answer_chars"],
            example: r#"{"name":"read_file","arguments":{"relative_path":"a.py","start_line":0,"end_line":9}}"#,
            read: read_file,
            ..TOOL
        },
    ),
    (
        "replace_lines",
        Mode {
            needs: &["start_line", "end_line", "content"],
            example: r#"{"name":"replace_lines","arguments":{"relative_path":"a.py","start_line":2,"end_line":4,"content":"x\n"}}"#,
            read: replace_lines,
            ..TOOL
        },
    ),
    (
        "delete_lines",
        Mode {
            needs: &["start_line", "end_line"],
            example: r#"{"name":"delete_lines","arguments":{"relative_path":"a.py","start_line":2,"end_line":4}}"#,
            read: delete_lines,
            ..TOOL
        },
    ),
];

/// Tools that need the references to a symbol, which this program does not find, each with a hint.
const UNSUPPORTED_TOOLS: &[(&str, &str)] = &[
    (
        "rename_symbol",
        "`replace` with `preserve_case` or `word` and a `glob` finds a name in all files",
    ),
    (
        "find_referencing_symbols",
        "search the files for the name with another tool",
    ),
];

/// A mode that is recognized by its fields.
pub(super) const REPLACE: Mode = Mode {
    needs: &["needle", "repl", "mode"],
    takes: &["allow_multiple_occurrences"],
    names: named("needle", ALL_MATCHES, None),
    example: r#"{"relative_path":"a.py","needle":"x","repl":"y","mode":"literal"}"#,
    read: replace_content,
    ..TOOL
};

/// The same mode in earlier releases.
pub(super) const REPLACE_REGEX: Mode = Mode {
    needs: &["regex", "repl"],
    takes: &["allow_multiple_occurrences"],
    names: named("regex", ALL_MATCHES, None),
    example: r#"{"relative_path":"a.py","regex":"x+","repl":"y"}"#,
    read: replace_regex,
    ..TOOL
};

/// The mode of the tool called `tool`, with or without a client's prefix: `mcp__serena__find_symbol`.
///
/// # Errors
/// A tool that is not supported, and symbol names without a tool name.
pub fn mode_of_tool(
    tool: Option<&str>,
    members: &[(String, Node)],
    label: &str,
) -> Result<Option<&'static Mode>, Malformed> {
    let names_symbol = SYMBOL_FIELDS.iter().any(|name| has_member(members, name));
    if !names_symbol && !has_member(members, RELATIVE_PATH) {
        return Ok(None);
    }
    if let Some(tool) = tool {
        for (name, hint) in UNSUPPORTED_TOOLS {
            if is_called(tool, name) {
                let message =
                    format!("`{name}` needs the references of a symbol, which incise cannot find");
                return Err(Malformed::wrong(message, *hint));
            }
        }
        for (name, mode) in TOOLS {
            if is_called(tool, name) {
                return Ok(Some(mode));
            }
        }
    }
    if names_symbol || has_member(members, "body") || has_member(members, "new_name") {
        return Err(unknown_tool(tool, label));
    }
    Ok(None)
}

/// The refusal of fields whose meaning depends on the tool name.
fn unknown_tool(tool: Option<&str>, label: &str) -> Malformed {
    let complete = format!("send the complete call, for example {}", TOOLS[0].1.example);
    let Some(tool) = tool else {
        let message = format!(
            "only the name of the tool says what to do with the symbol, but {label} has none"
        );
        return Malformed::wrong(message, complete);
    };
    let names = TOOLS.iter().map(|(name, _)| *name);
    Malformed::wrong(
        format!("`{tool}` is not a known tool that edits by symbol"),
        nearest_or(tool, names, complete),
    )
}

/// True if `tool` is the tool `name`, possibly with the name of a server before it.
fn is_called(tool: &str, name: &str) -> bool {
    let before = tool.strip_suffix(name);
    before.is_some_and(|before| before.is_empty() || before.ends_with(['_', '.', '/', ':', '-']))
}

/// True if `name` is a field of a mode that the tool name selects.
pub fn is_known(name: &str) -> bool {
    SYMBOL_FIELDS.contains(&name) || name == RELATIVE_PATH
}

/// Checks that the members are the fields of `mode`.
///
/// # Errors
/// A field that the mode does not have, and a missing field.
pub fn check(mode: &Mode, members: &[(String, Node)], label: &str) -> Result<(), Malformed> {
    let names = members.iter().map(|(name, _)| name.as_str());
    let mut unknown = names.filter(|name| !super::fields::is_common(name) && !mode.has(name));
    if let Some(unknown) = unknown.next() {
        return Err(Malformed::wrong(
            format!("unknown field `{unknown}` in {label}"),
            nearest_or(unknown, mode.fields(), mode.known_fields(&[RELATIVE_PATH])),
        ));
    }
    for need in mode.needs {
        let present = need.split('|').filter(|name| has_member(members, name));
        match present.count() {
            0 => {
                return Err(Malformed::wrong(
                    format!(
                        "{label} has no `{}`",
                        need.split('|').next().unwrap_or(need)
                    ),
                    format!("for example {}", mode.example),
                ));
            }
            1 => {}
            _ => {
                return Err(Malformed::mixed(
                    format!("{} mean the same in {label}", quoted(need.split('|'))),
                    "give one of them",
                ));
            }
        }
    }
    Ok(())
}

/// The symbol that the call names.
fn symbol(object: &mut Object) -> Result<Region, Malformed> {
    let mut name = None;
    for field in SYMBOL_FIELDS {
        name = object.word(field)?.or(name);
    }
    let region = NamedRegion::parse(&name.unwrap_or_default(), NamedPart::Shown)?;
    Ok(Region::Symbol(region))
}

fn replace_region(region: Region, text: bytes::Bytes) -> Asked {
    let lines = Lines::new(LinesAt::Region(Box::new(region)), text);
    Asked::Actions(vec![Action::Lines(lines)])
}

/// Replaces the symbol with `body`, and keeps the blank lines around it.
fn replace_symbol(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let region = symbol(&mut fields.object)?;
    let body = fields.object.needed_text(
        "body",
        "`body` is the complete definition, with its signature",
    )?;
    if body.trim_ascii().is_empty() {
        return Err(Malformed::wrong(
            "`body` is empty: nothing would be left of the symbol",
            format!("to delete it: {}", example_of("safe_delete_symbol")),
        )
        .into());
    }
    Ok(replace_region(region, body))
}

fn example_of(tool: &str) -> &'static str {
    let mode = TOOLS.iter().find(|(name, _)| *name == tool);
    mode.map_or("", |(_, mode)| mode.example)
}

/// Inserts `body` before or after the symbol.
fn insert_at(fields: &mut Fields<'_>, edge: Edge) -> Result<Asked, Refusals> {
    let region = symbol(&mut fields.object)?;
    let body = new_text(&mut fields.object, "body")?;
    let insert = Insert::lines(InsertAt::Region(Box::new(region), edge), body).checked()?;
    Ok(Asked::Actions(vec![Action::Insert(insert)]))
}

/// Deletes the symbol, but only if the call does not ask to check for references.
fn delete_symbol(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let region = symbol(&mut fields.object)?;
    let is_forced = fields.object.flag("delete_even_if_used")?;
    let propagates = fields.object.flag("propagate")?;
    if !is_forced || propagates {
        return Err(Malformed::wrong(
            "`safe_delete_symbol` needs the references of the symbol, which incise cannot find",
            "search for its name with another tool; \"delete_even_if_used\": true deletes it without that check",
        )
        .into());
    }
    Ok(replace_region(region, bytes::Bytes::new()))
}

/// Returns the text of the only symbol with the name.
fn find_symbol(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let object = &mut fields.object;
    let region = symbol(object)?;
    if object.flag("substring_matching")? {
        return Err(Malformed::wrong(
            "`substring_matching` finds several symbols, but incise returns one",
            "give the complete name; `get_symbols_overview` lists them",
        )
        .into());
    }
    for kinds in ["include_kinds", "exclude_kinds"] {
        match object.take(kinds) {
            None => {}
            Some(Node::List(list)) if list.is_empty() => {}
            Some(_) => {
                return Err(Malformed::wrong(
                    format!(
                        "`{kinds}` uses the kinds of language servers, which incise does not know"
                    ),
                    "give more of the path of the symbol instead",
                )
                .into());
            }
        }
    }
    take_all(object, SEARCH_FIELDS);
    Ok(Asked::View(FilePart::Region(region), Reading::Symbol))
}

/// Lists the symbols of the file. `depth` is the number of levels below the outermost one.
fn overview(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let depth = fields.object.integer("depth")?.unwrap_or_default();
    take_all(&mut fields.object, &["max_answer_chars"]);
    let depth = Some(usize::try_from(depth).unwrap_or_default() + 1);
    Ok(Asked::View(FilePart::Outline(depth), Reading::Shown))
}

/// Reads the lines from `start_line` to `end_line`, 0-based and inclusive.
fn read_file(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    take_all(&mut fields.object, &["max_answer_chars"]);
    let first = fields.object.integer("start_line")?;
    let last = fields.object.integer("end_line")?;
    let part = match (first.unwrap_or_default(), last) {
        (0, None) => FilePart::Whole,
        (first, None) if first > 0 => {
            FilePart::Lines(AskedLines::ToEnd(range(first, first)?.first()))
        }
        // Negative numbers count from the end of the file; -1 is the last line.
        (first, last) if first < 0 && last.is_none_or(|last| last < 0) => FilePart::Lines(
            AskedLines::FromEnd(range_from_end(first, last.unwrap_or(-1))?),
        ),
        (first, last) => FilePart::Lines(range(first, last.unwrap_or(first))?.into()),
    };
    Ok(Asked::View(part, Reading::Text))
}

fn take_all(object: &mut Object, names: &[&str]) {
    for name in names {
        object.take(name);
    }
}

/// The lines from `first` to `last`, both 0-based.
fn range(first: i64, last: i64) -> Result<LineRange, Malformed> {
    let (Some(from), Some(to)) = (line(first), line(last)) else {
        return Err(no_range(first, last));
    };
    LineRange::new(from, to).ok_or_else(|| no_range(first, last))
}

/// The lines from `first` to `last`, both negative and counted from the end; -1 is the last line.
fn range_from_end(first: i64, last: i64) -> Result<LineRange, Malformed> {
    let (Some(from), Some(to)) = (first.checked_neg(), last.checked_neg()) else {
        return Err(no_range(first, last));
    };
    range(to - 1, from - 1).map_err(|_| no_range(first, last))
}

fn line(index: i64) -> Option<LineNumber> {
    usize::try_from(index).ok().map(LineNumber::after_lines)
}

fn no_range(first: i64, last: i64) -> Malformed {
    Malformed::wrong(
        format!("`start_line` {first} and `end_line` {last} are not a range of lines"),
        "with `relative_path` they count from 0, and `start_line` is not after `end_line`",
    )
}

fn replace_numbered(fields: &mut Fields<'_>, text: bytes::Bytes) -> Result<Asked, Refusals> {
    if !fields.object.has(RELATIVE_PATH) {
        return Err(Malformed::wrong(
            "only with `relative_path` is it known that lines count from 0",
            "give `relative_path`, and lines from 0",
        )
        .into());
    }
    let first = fields.object.integer("start_line")?.unwrap_or(-1);
    let last = fields.object.integer("end_line")?.unwrap_or(-1);
    let lines = Lines::numbered(range(first, last)?, text);
    Ok(Asked::Actions(vec![Action::Lines(lines)]))
}

fn replace_lines(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let text = fields
        .object
        .needed_text("content", "`delete_lines` deletes lines")?;
    // The tool adds a newline to a text without one, even if the text is empty.
    let text = if text.is_empty() { "\n".into() } else { text };
    replace_numbered(fields, text)
}

fn delete_lines(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    replace_numbered(fields, bytes::Bytes::new())
}

/// Replaces `needle` with `repl`, as literal text or as a Python regular expression.
fn replace_content(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    match fields.object.word("mode")?.as_deref() {
        Some("literal") => {
            let manner = fields.manner()?;
            let object = &mut fields.object;
            let old = super::string::needed_old_text(object, "needle")?;
            let new = new_text(object, "repl")?;
            let pick = pick_matches(object)?;
            Ok(Asked::Actions(vec![replacement(old, new, pick, manner)?]))
        }
        Some("regex") => expression(fields, "needle", python::marked_groups),
        other => Err(Malformed::wrong(
            format!("`mode` is `{}`", other.unwrap_or_default()),
            "with `needle` it is `literal` or `regex`",
        )
        .into()),
    }
}

fn replace_regex(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    expression(fields, "regex", python::template)
}

fn pick_matches(object: &mut Object) -> Result<Pick, Malformed> {
    object.either("allow_multiple_occurrences", Pick::Only, Pick::All)
}

fn expression(
    fields: &mut Fields<'_>,
    name: &str,
    groups: fn(&str) -> Result<String, Malformed>,
) -> Result<Asked, Refusals> {
    let manner = super::fields::Manner {
        matching: Match::Exact,
        ..fields.manner()?
    };
    let object = &mut fields.object;
    let source = needed_word(object, name)?;
    let new = needed_word(object, "repl")?;
    let (source, new) = (python::expression(&source)?, groups(&new)?);
    let pick = pick_matches(object)?;
    let mut action = replacement(source.into(), new.into(), pick, manner)?;
    if let Action::Replace(replace) = &mut action {
        replace.find.options.language = PatternLanguage::Regex;
        replace.find.options.refuses_nested = true;
        replace.has_case_escapes = true;
    }
    Ok(Asked::Actions(vec![action]))
}

fn needed_word(object: &mut Object, name: &str) -> Result<String, Malformed> {
    object.word(name)?.ok_or_else(|| {
        Malformed::wrong(
            format!("there is no `{name}`"),
            "give an expression as a string",
        )
    })
}
