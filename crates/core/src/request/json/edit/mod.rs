//! Reads an edit object as a [`Step`]: the operation, the file, then the fields of the operation. [`find`] reads the
//! fields that find a text.

mod ensure;
mod find;
mod key;
mod region;
mod transfer;

use std::path::{Path, PathBuf};

use super::fields;
use super::fields::{OPERATIONS, Operation, SELECTING, mixed};
use super::object::{Object, chosen};
use crate::request::{
    Action, Append, AskedLines, Base, Create, DiffFormat, Edge, Inline, Insert, InsertAt, Lines,
    LinesAt, Malformed, MarkedConflicts, Merge, MergeSides, Move, PartFilter, PatchDiff, PatchMode,
    Proposals, RangeAnchors, Repeat, Selection, Step, StrayBlanks, TransferKind, VersionNames,
    Write, nearest_or, rule,
};
use crate::text::LineHash;
use ensure::read_ensure;
use find::{read_find, read_pick, read_replace, read_threshold, stray_threshold};
use transfer::read_transfer;

pub use find::read_matching;
pub use region::read_region;

/// The operation and path that the command line specifies for every edit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preset<'a> {
    /// The only allowed operation. Edits may omit it.
    pub operation: Option<&'a str>,
    /// The path of edits without a path.
    pub path: Option<&'a Path>,
}

/// The operation in `object`, or else the preset or implied operation.
pub(super) fn operation(
    object: &mut Object,
    preset: Preset<'_>,
) -> Result<&'static Operation, Malformed> {
    let name = object.word("op")?;
    if let (Some(name), Some(wanted)) = (&name, preset.operation)
        && name != wanted
    {
        return Err(mixed(
            format!(
                "{} is `{name}`, but the command is `{wanted}`",
                object.label()
            ),
            "`incise apply` accepts edits of every kind; this command accepts its own",
            fields::operation(wanted).map_or("", |operation| operation.example),
        ));
    }
    let default = preset.operation.or_else(|| fields::implied(object.names()));
    let Some(name) = name.as_deref().or(default) else {
        return Err(without_operation(object));
    };
    fields::operation(name).ok_or_else(|| {
        let names: Vec<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
        let message = format!("unknown operation `{name}` in {}", object.label());
        let known = format!("`op` is one of {}", names.join(", "));
        Malformed::wrong(message, nearest_or(name, names, known))
    })
}

/// The refusal of an edit without `op`, with an example of the operation that shares most of its fields.
fn without_operation(object: &Object) -> Malformed {
    let likely = OPERATIONS.iter().rev().max_by_key(|operation| {
        object
            .names()
            .filter(|name| operation.fields.contains(name))
            .count()
    });
    let example = likely.map_or("", |operation| operation.example);
    object.missing("op", format!("say what to do, for example {example}"))
}

/// Reads the step that `object` describes. The caller has already checked the field names.
pub(super) fn step(
    mut object: Object,
    operation: &Operation,
    preset: Preset<'_>,
) -> Result<Step, Malformed> {
    let expect_hash = object.hash("expect_hash")?;
    let repeat = read_repeat(&mut object)?;
    let path = read_path(&mut object, operation, preset.path)?;
    let below = match operation.name {
        "replace" => read_selection(&mut object)?,
        _ => None,
    };
    if below.is_some() && expect_hash.is_some() {
        return Err(not_for_several_files("expect_hash", NAME_ONE_FILE));
    }
    let action = read_action(&mut object, operation, &path)?;
    Ok(Step {
        below,
        expect_hash,
        repeat,
        ..Step::new(path, action)
    })
}

/// Reads the fields of `operation`, an edit of the file at `path`.
fn read_action(
    object: &mut Object,
    operation: &Operation,
    path: &Path,
) -> Result<Action, Malformed> {
    Ok(match operation.name {
        "replace" => Action::Replace(read_replace(object)?),
        "insert" => Action::Insert(read_insert(object)?),
        "append" => Action::Append(read_append(object)?),
        "ensure" => Action::Ensure(read_ensure(object)?),
        "set" => Action::Set(key::read_set(object)?),
        "unset" => Action::Unset(key::read_path(object)?),
        "lines" => Action::Lines(read_lines(object)?),
        "create" => Action::Create(read_create(object)?),
        "write" => Action::Write(read_write(object)?),
        "move" if object.has("in") => {
            Action::Transfer(read_transfer(object, path, TransferKind::Move)?)
        }
        "move" => Action::Move(read_rename(object)?),
        "copy" => Action::Transfer(read_transfer(object, path, TransferKind::Copy)?),
        "merge" => Action::Merge(read_merge(object)?),
        "patch" => Action::Patch(read_patch(object)?),
        _ => Action::Remove,
    })
}

const NAME_ONE_FILE: &str = "name the file in `path`, and omit the fields that select others";

/// The selection of files in the directory `path`, if the edit has one.
fn read_selection(object: &mut Object) -> Result<Option<Selection>, Malformed> {
    if !SELECTING.iter().any(|name| object.has(name)) {
        return Ok(None);
    }
    if object.has("expect") {
        let hint = "use `\"pick\": \"all\"` here and `expect_total` next to `edits`, which counts the matches in all files";
        return Err(not_for_several_files("expect", hint));
    }
    if object.has("site") {
        return Err(not_for_several_files("site", NAME_ONE_FILE));
    }
    Ok(Some(Selection {
        globs: object.words("glob")?,
        excluded: object.words("exclude")?,
        types: object.words("type")?,
        excluded_types: object.words("type_not")?,
        has_hidden: object.flag("hidden")?,
        has_ignored: object.flag("no_ignore")?,
    }))
}

/// The refusal of `field` in an edit of several selected files.
fn not_for_several_files(field: &str, hint: &'static str) -> Malformed {
    Malformed::mixed(
        format!("`{field}` is for one file, but `glob` and similar fields select several"),
        hint,
    )
}

fn read_path(
    object: &mut Object,
    operation: &Operation,
    default: Option<&Path>,
) -> Result<PathBuf, Malformed> {
    match (object.path("path")?, default) {
        (Some(path), Some(default)) if path != default => Err(mixed(
            format!(
                "{} names `{}`, and `{}` is named too",
                object.label(),
                path.display(),
                default.display()
            ),
            "name the file once",
            operation.example,
        )),
        (Some(path), _) => Ok(path),
        (None, Some(default)) => Ok(default.to_owned()),
        (None, None) if operation.name == "patch" => Ok(PathBuf::from(".")),
        (None, None) => {
            let hint = format!("name the file, for example {}", operation.example);
            Err(object.missing("path", hint))
        }
    }
}

fn read_insert(object: &mut Object) -> Result<Insert, Malformed> {
    let text = object.needed_text("text", "`text` is the text to insert")?;
    let at = read_insert_at(object)?;
    let inline = object.either("inline", Inline::WholeLines, Inline::Inline)?;
    Insert {
        at,
        text,
        inline,
        has_line_zero: true,
        pick: read_pick(object)?,
    }
    .checked()
}

/// Fields that control how the text of `before` or `after` is found.
const TEXT_FIELDS: &[&str] = &[
    "within",
    "match",
    "threshold",
    "regex",
    "fancy",
    "ignore_case",
    "word",
    "pick",
    "expect",
    "site",
];

fn read_insert_at(object: &mut Object) -> Result<InsertAt, Malformed> {
    let line = object.integer("line")?;
    let before = object.text("before")?;
    let after = object.text("after")?;
    if let Some(edge) = chosen(object, "at", rule::EDGE_WORDS)? {
        if line.is_some() || before.is_some() || after.is_some() {
            return Err(several_places());
        }
        return read_at_edge(object, edge);
    }
    match (line, before, after) {
        (Some(line), None, None) => read_at_line(object, line),
        (None, Some(old), None) => Ok(InsertAt::BeforeText(read_find(object, old)?.checked()?)),
        (None, None, Some(old)) => Ok(InsertAt::AfterText(read_find(object, old)?.checked()?)),
        (None, None, None) => Err(Malformed::wrong(
            format!(
                "{} has none of `line`, `before`, `after` and `at`",
                object.label()
            ),
            "add a position, for example \"line\":3 for after line 3",
        )),
        _ => Err(several_places()),
    }
}

/// The position after `line`. Other fields for positions are refused.
fn read_at_line(object: &Object, line: i64) -> Result<InsertAt, Malformed> {
    let mut text_fields = TEXT_FIELDS.iter().chain(&["in"]);
    if let Some(stray) = text_fields.find(|name| object.has(name)) {
        let owners = match *stray {
            "in" => "`before`, `after` and `at`",
            _ => "`before` and `after`",
        };
        return Err(mixed(
            format!("`{stray}` belongs to {owners}, not to `line`"),
            "`line` works with `text` and `inline`",
            r#"{"op":"insert","path":"a.txt","line":3,"text":"x\n"}"#,
        ));
    }
    InsertAt::line(line).ok_or_else(|| {
        Malformed::wrong(
            format!("`line` is {line}"),
            "0 is the beginning, -1 the end, N is after line N",
        )
    })
}

fn several_places() -> Malformed {
    mixed(
        "`line`, `before`, `after` and `at` each set the position".into(),
        "give one of them",
        r#"{"op":"insert","path":"a.txt","after":"use std::fs;\n","text":"use std::io;\n"}"#,
    )
}

/// The given edge of the region in `in`.
fn read_at_edge(object: &mut Object, edge: Edge) -> Result<InsertAt, Malformed> {
    const EXAMPLE: &str =
        r#"{"op":"insert","path":"a.md","in":{"section":"Usage"},"at":"end","text":"x\n"}"#;
    if let Some(stray) = TEXT_FIELDS.iter().find(|name| object.has(name)) {
        return Err(mixed(
            format!("`{stray}` belongs to `before` and `after`, not to `at`"),
            "`at` works with `in` and `text`",
            EXAMPLE,
        ));
    }
    read_region(object)?
        .map(|region| InsertAt::Region(Box::new(region), edge))
        .ok_or_else(|| {
            mixed(
                "`at` is an edge of a region, but there is no `in`".into(),
                "give both",
                EXAMPLE,
            )
        })
}

fn read_append(object: &mut Object) -> Result<Append, Malformed> {
    Ok(Append {
        text: object.needed_text("text", "`text` is the text to append")?,
        must_exist: object.flag("existing")?,
    })
}

fn read_lines(object: &mut Object) -> Result<Lines, Malformed> {
    Ok(Lines {
        at: read_lines_at(object)?,
        may_rename: object.flag("rename")?,
        text: object.needed_text(
            "text",
            "`text` is the new content; \"text\":\"\" deletes the lines",
        )?,
    })
}

fn read_lines_at(object: &mut Object) -> Result<LinesAt, Malformed> {
    let numbers = ["start", "end", "start_hash", "end_hash"];
    let number = numbers.into_iter().find(|name| object.has(name));
    match (read_region(object)?, number) {
        (Some(region), None) => Ok(LinesAt::Region(Box::new(region))),
        (None, _) => {
            let range = read_range(object)?;
            Ok(LinesAt::Numbers(range, read_anchors(object, range)?))
        }
        (Some(_), Some(number)) => Err(mixed(
            format!("`in` and `{number}` both select lines"),
            "give one of them",
            r#"{"op":"lines","path":"a.md","in":{"section":"Usage"},"text":"x\n"}"#,
        )),
    }
}

/// The expected hashes of the lines in `range`. A range of several lines needs the hashes of both ends.
fn read_anchors(object: &mut Object, range: AskedLines) -> Result<RangeAnchors, Malformed> {
    let anchors = RangeAnchors {
        first: read_line_hash(object, "start_hash")?,
        last: read_line_hash(object, "end_hash")?,
    };
    let has_one_hash = anchors.first.is_some() != anchors.last.is_some();
    if has_one_hash && !range.is_one() {
        return Err(Malformed::wrong(
            "`start_hash` and `end_hash` belong together",
            "give both, as a view with anchors prints them",
        ));
    }
    Ok(anchors)
}

fn read_line_hash(object: &mut Object, name: &str) -> Result<Option<LineHash>, Malformed> {
    let Some(word) = object.word(name)? else {
        return Ok(None);
    };
    LineHash::parse(&word).map(Some).ok_or_else(|| {
        Malformed::wrong(
            format!("`{name}` is `{word}`"),
            "twelve hexadecimal digits that start with a letter, as in a view with anchors",
        )
    })
}

fn read_range(object: &mut Object) -> Result<AskedLines, Malformed> {
    let Some(start) = read_line_number(object, "start")? else {
        let hint = "`start` and `end` are the first and the last line, from 1";
        return Err(object.missing("start", hint));
    };
    let end = read_line_number(object, "end")?;
    let last = end.as_ref().unwrap_or(&start);
    AskedLines::parse(&format!("{start}:{last}")).ok_or_else(|| {
        Malformed::wrong(
            match &end {
                Some(end) => format!("`start` {start} and `end` {end} are not a range of lines"),
                None => format!("`start` {start} is not a line"),
            },
            "lines count from 1; -1 or \"$\" is the last; `start` is not after `end`",
        )
    })
}

/// The number of a line as text. Negative numbers count from the end, and `$` is the last line.
fn read_line_number(object: &mut Object, name: &str) -> Result<Option<String>, Malformed> {
    const LAST: &str = "$";
    if object.is_word(name, LAST) {
        object.take(name);
        return Ok(Some(LAST.to_owned()));
    }
    Ok(object.integer(name)?.map(|number| number.to_string()))
}

fn read_create(object: &mut Object) -> Result<Create, Malformed> {
    Ok(Create {
        text: object.needed_text(
            "text",
            "`text` is the whole file; \"text\":\"\" makes it empty",
        )?,
        makes_parents: object.flag("parents")?,
    })
}

fn read_write(object: &mut Object) -> Result<Write, Malformed> {
    Ok(Write {
        text: object.needed_text("text", "`text` is the whole file; \"text\":\"\" empties it")?,
        overwrites: object.flag("overwrite")?,
        makes_parents: false,
    })
}

fn read_rename(object: &mut Object) -> Result<Move, Malformed> {
    let Some(to) = object.path("to")? else {
        return Err(object.missing("to", "`to` is the new path"));
    };
    let makes_parents = object.flag("parents")?;
    Ok(Move { to, makes_parents })
}

fn read_merge(object: &mut Object) -> Result<Merge, Malformed> {
    let is_solved = object.flag("solve")?;
    let is_partial = object.flag("partial")?;
    if is_solved && (object.has("base") || object.has("theirs")) {
        return Err(Malformed::mixed(
            "`solve` is combined with `base` or `theirs`",
            "`solve` resolves conflict markers in the file, which contain both sides and the base",
        ));
    }
    if is_partial && !is_solved {
        return Err(Malformed::mixed(
            "`partial` needs `solve`",
            "`partial` keeps conflicts between their markers in the file: add `solve`",
        ));
    }
    let sides = if is_solved {
        MergeSides::Marked
    } else {
        MergeSides::Given {
            base: object.needed_text("base", "`base` is the common ancestor of both sides")?,
            theirs: object.needed_text("theirs", "`theirs` is the other side")?,
        }
    };
    let accepts = object.either("accept", Proposals::Settle, Proposals::Accept)?;
    if accepts == Proposals::Accept && !is_solved {
        return Err(Malformed::mixed(
            "`accept` needs `solve`",
            "add `solve`: `accept` takes the proposals between the markers of the file",
        ));
    }
    Ok(Merge {
        sides,
        rules: chosen(object, "rules", rule::RULES_WORDS)?.unwrap_or_default(),
        favour: chosen(object, "favour", rule::FAVOUR_WORDS)?,
        proposals: accepts,
        conflicts: is_partial.then(MarkedConflicts::default),
        leaves_conflicts: is_partial,
        name: None,
        labels: VersionNames::default(),
    })
}

fn read_blanks(object: &mut Object) -> Result<StrayBlanks, Malformed> {
    let Some(word) = object.word("whitespace")? else {
        return Ok(StrayBlanks::Keep);
    };
    rule::chosen(&word, rule::BLANKS_WORDS).map_err(|_| {
        Malformed::wrong(
            format!("`whitespace` is `{word}`"),
            format!("it is one of {}", rule::listed(rule::BLANKS_WORDS)),
        )
    })
}

fn read_patch(object: &mut Object) -> Result<PatchDiff, Malformed> {
    let diff = object.needed_text("diff", "`diff` is the text of the patch")?;
    let is_strict = object.flag("strict_format")?;
    let recounts = object.flag("recount")?;
    if is_strict && recounts {
        return Err(Malformed::mixed(
            "`recount` is combined with `strict_format`",
            "`strict_format` refuses a damaged diff, `recount` repairs it: give one of the two",
        ));
    }
    Ok(PatchDiff {
        diff,
        format: match (is_strict, recounts) {
            (true, _) => DiffFormat::Strict,
            (false, true) => DiffFormat::Recount,
            (false, false) => DiffFormat::Sent,
        },
        target: object.path("target")?,
        strip: object.count("strip")?,
        is_reverse: object.flag("reverse")?,
        mode: read_mode(object)?,
        base: object.text("base")?.map(Base::Text),
        conflicts: None,
        leaves_conflicts: false,
        parts: PartFilter {
            include: object.words("include")?,
            exclude: object.words("exclude")?,
        },
        blanks: read_blanks(object)?,
        empty: object.either("allow_empty", Repeat::Refuse, Repeat::Accept)?,
    })
}

fn read_mode(object: &mut Object) -> Result<Option<PatchMode>, Malformed> {
    let threshold = read_threshold(object)?;
    let Some(mode) = chosen(object, "mode", rule::MODE_WORDS)? else {
        return match threshold {
            Some(_) => Err(stray_threshold("mode")),
            None => Ok(None),
        };
    };
    let mode = mode.with(threshold);
    mode.map(Some).ok_or_else(|| stray_threshold("mode"))
}

/// Reads `idempotent`, which was formerly called `once` in `append` and `skip_applied` in `patch`.
fn read_repeat(object: &mut Object) -> Result<Repeat, Malformed> {
    let old = ["once", "skip_applied"]
        .into_iter()
        .find(|name| object.has(name));
    let name = match old {
        Some(old) if object.has("idempotent") => {
            return Err(Malformed::mixed(
                format!("`{old}` is the old name of `idempotent`, and both are given"),
                "give `idempotent`",
            ));
        }
        Some(old) => old,
        None => "idempotent",
    };
    object.either(name, Repeat::Refuse, Repeat::Accept)
}
