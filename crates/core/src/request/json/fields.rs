//! A table with the fields of each operation, and the refusals of unknown or misplaced fields.

use super::object::Object;
use crate::request::{Malformed, nearest};

/// The word in a request's optional `schema` field.
pub const SCHEMA: &str = "incise.request/1";

/// An operation of `incise.request/1` and its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The value of `op`.
    pub name: &'static str,
    /// The fields of the operation, in addition to [`COMMON`] and, for a single edit, [`ENVELOPE`].
    pub fields: &'static [&'static str],
    /// A complete edit.
    pub example: &'static str,
}

impl Operation {
    /// True if an edit with this operation can have the field `name`.
    pub fn has(&self, name: &str) -> bool {
        COMMON.contains(&name) || self.fields.contains(&name)
    }
}

/// Fields that select files in a directory.
pub const SELECTING: &[&str] = &["glob", "exclude", "type", "type_not", "hidden", "no_ignore"];

/// Fields of every edit.
pub const COMMON: &[&str] = &["op", "path", "expect_hash", "idempotent"];

/// Fields of the whole request, next to `edits` or in the object of a single edit.
pub const ENVELOPE: &[&str] = &[
    "schema",
    "task",
    "dry_run",
    "force_shrink",
    "allow_residue",
    "binary",
    "encoding",
    "allow_read_only",
    "in_place",
    "backup",
    "sync",
    "on_open",
    "no_journal",
    "on_conflict",
    "on_stale",
    "syntax",
    "max_size",
    "lock_timeout",
];

/// Fields that are only valid next to `edits`.
const BATCH: &[&str] = &["edits", "path", "expect_total", "expect_hash", "idempotent"];

/// Every operation.
pub const OPERATIONS: &[Operation] = &[
    Operation {
        name: "replace",
        fields: &[
            "old",
            "new",
            "pick",
            "expect",
            "within",
            "in",
            "match",
            "threshold",
            "regex",
            "fancy",
            "ignore_case",
            "word",
            "preserve_case",
            "case_escapes",
            "site",
            "fix",
            "keep_indent",
            "glob",
            "exclude",
            "type",
            "type_not",
            "hidden",
            "no_ignore",
        ],
        example: r#"{"op":"replace","path":"a.txt","old":"x","new":"y"}"#,
    },
    Operation {
        name: "insert",
        fields: &[
            "line",
            "before",
            "after",
            "text",
            "inline",
            "pick",
            "expect",
            "site",
            "within",
            "in",
            "at",
            "match",
            "threshold",
            "regex",
            "fancy",
            "ignore_case",
            "word",
        ],
        example: r#"{"op":"insert","path":"a.txt","line":3,"text":"x\n"}"#,
    },
    Operation {
        name: "append",
        fields: &["text", "existing", "once"],
        example: r#"{"op":"append","path":"a.txt","text":"x\n"}"#,
    },
    Operation {
        name: "ensure",
        fields: &[
            "line", "matching", "block", "marker", "comment", "before", "after", "at_start",
            "at_end", "regex", "absent", "create", "in",
        ],
        example: r#"{"op":"ensure","path":"a.txt","line":"x = 1","matching":"^x ="}"#,
    },
    Operation {
        name: "set",
        fields: &["key", "dialect", "value", "value_json", "create"],
        example: r#"{"op":"set","path":"a.toml","key":"package.version","value":"1.2.0"}"#,
    },
    Operation {
        name: "unset",
        fields: &["key", "dialect"],
        example: r#"{"op":"unset","path":"a.toml","key":"package.version"}"#,
    },
    Operation {
        name: "lines",
        fields: &[
            "start",
            "end",
            "start_hash",
            "end_hash",
            "in",
            "rename",
            "text",
        ],
        example: r#"{"op":"lines","path":"a.txt","start":3,"end":5,"text":"x\n"}"#,
    },
    Operation {
        name: "create",
        fields: &["text", "parents"],
        example: r#"{"op":"create","path":"a.txt","text":"x\n"}"#,
    },
    Operation {
        name: "write",
        fields: &["text", "overwrite"],
        example: r#"{"op":"write","path":"a.txt","text":"x\n","overwrite":true}"#,
    },
    Operation {
        name: "remove",
        fields: &[],
        example: r#"{"op":"remove","path":"a.txt"}"#,
    },
    Operation {
        name: "move",
        fields: &["to", "parents", "in"],
        example: r#"{"op":"move","path":"a.txt","to":"b.txt"}"#,
    },
    Operation {
        name: "copy",
        fields: &["to", "in"],
        example: r#"{"op":"copy","path":"a.py","in":{"symbol":"A"},"to":"b.py"}"#,
    },
    Operation {
        name: "merge",
        fields: &[
            "base", "theirs", "favour", "rules", "solve", "partial", "accept",
        ],
        example: r#"{"op":"merge","path":"a.txt","base":"x\n","theirs":"y\n"}"#,
    },
    Operation {
        name: "patch",
        fields: &[
            "diff",
            "target",
            "mode",
            "threshold",
            "strip",
            "reverse",
            "strict_format",
            "recount",
            "include",
            "exclude",
            "whitespace",
            "allow_empty",
            "skip_applied",
            "base",
        ],
        example: r#"{"op":"patch","diff":"--- a/a.txt\n+++ b/a.txt\n@@ ..."}"#,
    },
];

/// Pairs of fields that imply an operation if `op` is missing. No other operation has both fields.
const IMPLYING_PAIRS: &[([&str; 2], &str)] = &[
    (["old", "new"], "replace"),
    (["start", "text"], "lines"),
    (["before", "text"], "insert"),
    (["after", "text"], "insert"),
    (["key", "value"], "set"),
];

/// The operation that the fields `names` imply. `None` if they imply none or several.
pub fn implied<'a>(names: impl Iterator<Item = &'a str>) -> Option<&'static str> {
    let names: Vec<&str> = names.collect();
    let mut implied = None;
    for ([first, second], operation) in IMPLYING_PAIRS {
        if names.contains(first) && names.contains(second) {
            if implied.is_some() {
                return None;
            }
            implied = Some(*operation);
        }
    }
    implied
}

/// The operation called `name`.
pub fn operation(name: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|operation| operation.name == name)
}

/// Refuses fields that belong neither to `operation`, nor to every edit, nor to the whole request.
pub(super) fn check_single(object: &Object, operation: &Operation) -> Result<(), Malformed> {
    check(object, operation, &[COMMON, operation.fields, ENVELOPE])
}

/// Refuses fields that belong neither to `operation` nor to every edit.
pub(super) fn check_edit(object: &Object, operation: &Operation) -> Result<(), Malformed> {
    check(object, operation, &[COMMON, operation.fields])
}

/// Refuses fields next to `edits` that belong in an edit, or are unknown.
pub(super) fn check_envelope(object: &Object) -> Result<(), Malformed> {
    let known = [BATCH, ENVELOPE];
    let Some(name) = first_unknown(object, &known) else {
        return Ok(());
    };
    if COMMON.contains(&name) || !owners(name).is_empty() {
        return Err(mixed(
            format!("`{name}` belongs in an edit, not next to `edits`"),
            &format!("next to `edits`, the fields are {}", list(&known.concat())),
            r#"{"edits":[{"op":"replace","path":"a.txt","old":"x","new":"y"}],"dry_run":true}"#,
        ));
    }
    Err(unknown(name, object.label(), &known.concat()))
}

fn check(object: &Object, operation: &Operation, known: &[&[&str]]) -> Result<(), Malformed> {
    let Some(name) = first_unknown(object, known) else {
        return Ok(());
    };
    if ENVELOPE.contains(&name) || BATCH.contains(&name) {
        return Err(mixed(
            format!(
                "`{name}` belongs to the whole request, but is in {}",
                object.label()
            ),
            "put it next to `edits`",
            r#"{"edits":[...],"dry_run":true}"#,
        ));
    }
    let owners = owners(name);
    if owners.is_empty() {
        return Err(unknown(name, object.label(), &known.concat()));
    }
    let operation_name = operation.name;
    let message = format!(
        "`{name}` belongs to {}, not to `{operation_name}`",
        list(&owners)
    );
    let hint = match operation.fields {
        [] => format!("`{operation_name}` accepts only `path`, `expect_hash` and `idempotent`"),
        fields => format!("`{operation_name}` accepts {}", list(fields)),
    };
    Err(mixed(message, &hint, operation.example))
}

/// The refusal of conflicting fields.
pub(super) fn mixed(message: String, hint: &str, example: &str) -> Malformed {
    Malformed::mixed(message, format!("{hint}, for example {example}"))
}

/// The first field that is in no list of `known`.
fn first_unknown<'a>(object: &'a Object, known: &[&[&str]]) -> Option<&'a str> {
    object
        .names()
        .find(|name| !known.iter().any(|list| list.contains(name)))
}

/// The operations that have a field `name`.
fn owners(name: &str) -> Vec<&'static str> {
    OPERATIONS
        .iter()
        .filter(|operation| operation.fields.contains(&name))
        .map(|operation| operation.name)
        .collect()
}

fn unknown(name: &str, place: &str, known: &[&str]) -> Malformed {
    if name == "validate" {
        return Malformed::wrong(
            format!("`validate` is in {place}, but a request cannot run commands"),
            "omit it; only the command line can name a command to run",
        );
    }
    if is_foreign_anchor(name) {
        return Malformed::wrong(
            format!(
                "`{name}` in {place} names lines in the way of another tool, and needs the fields of that tool"
            ),
            "use `start`, `end`, `start_hash` and `end_hash` of the op `lines`; a view with anchors shows the hashes",
        );
    }
    let translated = foreign_field(name).filter(|field| known.contains(field));
    let hint = match translated.or_else(|| nearest(name, known.iter().copied())) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known there: {}", list(known)),
    };
    Malformed::wrong(format!("unknown field `{name}` in {place}"), hint)
}

/// True if `name` is a field for short line hashes (`12:a3`, `12#ZP`) in other tools. These tools compute their
/// hashes differently. Most hashes are so short that several lines share one.
pub fn is_foreign_anchor(name: &str) -> bool {
    matches!(
        name,
        "anchor"
            | "pos"
            | "set_line"
            | "replace_lines"
            | "insert_after"
            | "start_anchor"
            | "end_anchor"
    )
}

/// Our name for a field that other tools call `name`.
fn foreign_field(name: &str) -> Option<&'static str> {
    Some(match name {
        "file" | "file_path" | "filePath" | "filename" | "target_file" => "path",
        "operation" | "action" | "command" | "type" => "op",
        "old_str" | "old_string" | "old_text" | "oldText" | "old_content" | "search" | "find"
        | "pattern" => "old",
        "new_str" | "new_string" | "new_text" | "newText" | "replace" | "replacement" => "new",
        "content" | "contents" | "new_content" | "file_text" | "insert_text" => "text",
        "insert_line" | "line_number" | "after_line" => "line",
        "start_line" | "startLine" => "start",
        "end_line" | "endLine" => "end",
        "replace_all" | "replaceAll" | "all" | "occurrence" | "nth" => "pick",
        "expected_replacements" | "expected_matches" | "count" => "expect",
        "new_path" | "destination" | "new_name" => "to",
        "patch" => "diff",
        _ => return None,
    })
}

fn list(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
