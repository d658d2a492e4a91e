//! Payloads that contain a diff.

use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::envelope::{enveloped, is_envelope};
use super::fields::{Asked, Fields};
use super::fields::{PATHS, quoted};
use super::hashline;
use super::payload::Shape;
use crate::patch::{self, FilePatch, PatchFormat, Strictness};
use crate::refusal::Refusals;
use crate::request::json::{Node, Object, wrong_type};
use crate::request::{Action, DiffFormat, Malformed, PatchDiff, PatchMode, Step, Threshold, rule};

/// The values of `type` in an `apply_patch_call` operation.
const OPERATIONS: &[&str] = &["create_file", "update_file", "delete_file"];

/// A diff from the payload, for `target` or for the files that the diff names.
pub fn diff_for(diff: Bytes, target: Option<PathBuf>) -> PatchDiff {
    PatchDiff {
        format: DiffFormat::Sent,
        target,
        ..PatchDiff::new(diff)
    }
}

/// A step for `patch`, which names its files, with this form of the answer.
fn patch_step(patch: PatchDiff, shape: Shape) -> Asked {
    Asked::Steps(vec![Step::new(".", Action::Patch(patch))], shape)
}

/// `path` and `patch`. An envelope names its files.
pub fn patch(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let text = fields
        .object
        .needed_text("patch", "`patch` is the text of the diff")?;
    if patch::is_hashline(&text) {
        return hashline_edits(&text, fields);
    }
    let path = target(&text, fields)?;
    Ok(patch_step(diff_for(text, path), Shape::Report))
}

/// The target in `path`; `None` if it is absent and the diff names its files.
fn target(text: &Bytes, fields: &mut Fields<'_>) -> Result<Option<PathBuf>, Malformed> {
    let has_path = PATHS.iter().any(|name| fields.object.has(name));
    if has_path {
        return fields.path().map(Some);
    }
    if names_its_files(text) {
        return Ok(None);
    }
    let label = fields.object.label();
    Err(Malformed::wrong(
        format!("{label} has no `path`, and the diff does not name its file"),
        format!(
            "give `path`, or `target` next to `diff`, for example {}",
            fields.mode.example
        ),
    ))
}

/// True if every part of the diff `text` names its file. A word above SEARCH/REPLACE blocks may be prose.
fn names_its_files(text: &Bytes) -> bool {
    if is_envelope(text) {
        return true;
    }
    let Ok(read) = patch::parse(text, Strictness::Repair) else {
        return false;
    };
    for file in &read.files {
        let has_name = file.names.old.is_some() || file.names.new.is_some();
        if !has_name || file.format == PatchFormat::SearchReplace {
            return false;
        }
    }
    !read.files.is_empty()
}

/// `input`, the argument of a function called `apply_patch`.
pub fn input(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let text = needed_patch("input", fields)?;
    if patch::is_hashline(&text) {
        return hashline_edits(&text, fields);
    }
    Ok(patch_step(enveloped_patch("input", text)?, Shape::Report))
}

/// The edits of a text in hashline notation. A path next to the text must match its sections.
fn hashline_edits(text: &[u8], fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let steps = hashline::steps(text)?;
    if PATHS.iter().any(|name| fields.object.has(name)) {
        let path = fields.path()?;
        if let Some(other) = steps.iter().find(|step| step.path != path) {
            return Err(Malformed::mixed(
                format!(
                    "the text is for `{}`, and `path` for `{}`",
                    other.path.display(),
                    path.display()
                ),
                "leave `path` out: each section names its file",
            )
            .into());
        }
    }
    Ok(Asked::Steps(steps, Shape::Report))
}

/// `patchText`, the patch in opencode's `apply_patch`.
pub fn patch_text(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let text = needed_patch("patchText", fields)?;
    let patch = enveloped_patch("patchText", text)?;
    Ok(patch_step(patch, Shape::Summary))
}

/// The patch text in the field `name`.
fn needed_patch(name: &str, fields: &mut Fields<'_>) -> Result<Bytes, Malformed> {
    let hint = format!("`{name}` is the text of the patch");
    fields.object.needed_text(name, &hint)
}

/// The patch in the envelope of the field `name`.
fn enveloped_patch(name: &str, text: Bytes) -> Result<PatchDiff, Malformed> {
    if is_envelope(&text) {
        return Ok(PatchDiff::new(text));
    }
    Err(Malformed::wrong(
        format!("`{name}` does not begin with `*** Begin Patch`"),
        "a diff of another kind is given as {\"path\":\"a.txt\",\"patch\":\"...\"}",
    ))
}

/// `path` and `diff`: SEARCH/REPLACE blocks, or any other diff of this file.
pub fn blocks(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let hint = "`diff` is the text of the SEARCH/REPLACE blocks";
    let text = fields.object.needed_text("diff", hint)?;
    if patch::is_hashline(&text) {
        return hashline_edits(&text, fields);
    }
    let Some(path) = target(&text, fields)? else {
        return Ok(patch_step(diff_for(text, None), Shape::Report));
    };
    // Errors in the diff are reported when it is applied.
    let read = patch::parse(&text, Strictness::Repair).unwrap_or_default();
    let mut files = read.files.iter();
    if let Some(named) = files.find_map(|file| other_file(file, &path)) {
        return Err(Malformed::mixed(
            format!(
                "the diff is for `{}`, and `path` for `{}`",
                named.display(),
                path.display()
            ),
            "remove the file name from the diff, or send one payload for each file",
        )
        .into());
    }
    Ok(patch_step(diff_for(text, Some(path)), Shape::Report))
}

/// The file that `file` names, if it differs from `path`. Above a block, a word of prose is not a file name.
fn other_file<'f>(file: &'f FilePatch, path: &Path) -> Option<&'f Path> {
    let name = file.named_elsewhere(path)?;
    let looks_like_path = name
        .as_os_str()
        .as_encoded_bytes()
        .iter()
        .any(|byte| b"./".contains(byte));
    if file.format == PatchFormat::SearchReplace && !looks_like_path {
        return None;
    }
    Some(name)
}

/// `diff` or `diff_file`, `target`, and the fields that control the placement of hunks.
pub fn diff(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    if let Some(path) = PATHS.iter().find(|name| fields.object.has(name)) {
        return Err(Malformed::mixed(
            format!("`{path}` and `target` both name the file of the diff"),
            "give `target` alone",
        )
        .into());
    }
    let object = &mut fields.object;
    let mode = patch_mode(object)?;
    // A caller who does not want validation or exact placement does not want line counts checked either.
    let is_lenient = object.has("strict_validation")
        || matches!(mode, Some(PatchMode::Tolerant | PatchMode::Fuzzy(_)));
    let lenient = if is_lenient {
        DiffFormat::Recount
    } else if object.has("diff") {
        DiffFormat::Sent
    } else {
        DiffFormat::Repair
    };
    let format = object.either("strict_validation", lenient, DiffFormat::Strict)?;
    let target = object.path("target")?;
    let text = match object.text("diff")? {
        Some(text) => text,
        None => {
            let file = object.path("diff_file")?.unwrap_or_default();
            (fields.read)(&file)?
        }
    };
    let patch = PatchDiff {
        mode,
        format,
        ..diff_for(text, target)
    };
    Ok(patch_step(patch, Shape::Report))
}

fn patch_mode(object: &mut Object) -> Result<Option<PatchMode>, Malformed> {
    let mut threshold = None;
    if let Some(number) = object.number("fuzzy_threshold")? {
        threshold = Threshold::new(number);
        if threshold.is_none() {
            return Err(Malformed::wrong(
                format!("`fuzzy_threshold` is {number}"),
                "a similarity from 0.5 to 1.0",
            ));
        }
    }
    let Some(word) = object.word("mode")? else {
        return match threshold {
            None => Ok(None),
            Some(_) => Err(stray_threshold()),
        };
    };
    let mode = rule::chosen(&word, rule::MODE_WORDS).map_err(|near| {
        let hint = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "next to `diff` it is one of {}",
                rule::listed(rule::MODE_WORDS)
            ),
        };
        Malformed::wrong(format!("`mode` is `{word}`"), hint)
    })?;
    mode.with(threshold).map(Some).ok_or_else(stray_threshold)
}

fn stray_threshold() -> Malformed {
    Malformed::mixed(
        "`fuzzy_threshold` belongs to \"mode\":\"fuzzy\"",
        "give both, or leave it out",
    )
}

/// An `apply_patch_call`: an operation on a file.
pub fn call(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let id = fields.object.word("call_id")?;
    let example = fields.mode.example;
    if let Some(path) = PATHS.iter().find(|name| fields.object.has(name)) {
        let message = format!("`{path}` is next to `operation`, not in it");
        return Err(Malformed::mixed(message, format!("for example {example}")).into());
    }
    if let Some(kind) = fields.object.word("type")?
        && kind != "apply_patch_call"
    {
        let message = format!("`type` is `{kind}`");
        return Err(Malformed::wrong(message, "a call is `apply_patch_call`").into());
    }
    let operation = match fields.object.take("operation") {
        Some(Node::Object(members)) => Object::new("`operation`", members),
        Some(other) => return Err(wrong_type("operation", "an object", &other).into()),
        None => Object::new("`operation`", Vec::new()),
    };
    let patch = operation_patch(operation, example)?;
    Ok(patch_step(patch, Shape::PatchCall(id)))
}

fn operation_patch(mut operation: Object, example: &str) -> Result<PatchDiff, Malformed> {
    const FIELDS: [&str; 3] = ["type", "path", "diff"];
    if let Some(unknown) = operation.names().find(|name| !FIELDS.contains(name)) {
        return Err(Malformed::wrong(
            format!("unknown field `{unknown}` in `operation`"),
            format!("it has `type`, `path` and `diff`, for example {example}"),
        ));
    }
    let kind = operation.word("type")?.unwrap_or_default();
    if !OPERATIONS.contains(&kind.as_str()) {
        return Err(Malformed::wrong(
            format!("`type` of `operation` is `{kind}`"),
            format!("it is one of {}", quoted(OPERATIONS.iter().copied())),
        ));
    }
    let Some(path) = operation.path("path")? else {
        return Err(operation.missing("path", format!("for example {example}")));
    };
    let text = operation.text("diff")?;
    let (header, text) = match (kind.as_str(), text) {
        ("delete_file", None) => ("Delete", Bytes::new()),
        ("delete_file", Some(_)) => {
            return Err(Malformed::mixed(
                "`delete_file` is next to `diff`",
                "a deletion has none: {\"type\":\"delete_file\",\"path\":\"a.txt\"}",
            ));
        }
        // That tool joins the lines of the new file, so an empty last line stands for the final newline.
        ("create_file", Some(text)) => ("Add", text.slice(..without_lone_plus(&text).len())),
        (_, Some(text)) => ("Update", text),
        (kind, None) => {
            return Err(Malformed::wrong(
                format!("`operation` of type `{kind}` has no `diff`"),
                format!("for example {example}"),
            ));
        }
    };
    let diff = enveloped(header, &path, &text).ok_or_else(|| unusable_name(&path))?;
    Ok(diff_for(diff, Some(path)))
}

/// `diff` without a final line that is only `+`.
fn without_lone_plus(diff: &[u8]) -> &[u8] {
    let without_newline = diff.strip_suffix(b"\n").unwrap_or(diff);
    let without_ending = without_newline
        .strip_suffix(b"\r")
        .unwrap_or(without_newline);
    match without_ending.strip_suffix(b"+") {
        Some(rest) if rest.ends_with(b"\n") => rest,
        _ => diff,
    }
}

/// The refusal of a name that an envelope cannot represent.
fn unusable_name(path: &Path) -> Malformed {
    Malformed::wrong(
        format!("`path` is `{}`", path.display()),
        "a patch cannot contain a name with a line break or with spaces around it",
    )
}
