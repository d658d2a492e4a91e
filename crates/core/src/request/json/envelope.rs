//! Reads the fields that apply to the whole request.

use std::ffi::OsString;
use std::path::Path;

use super::fields::{SCHEMA, mixed};
use super::node::Node;
use super::object::{Object, chosen, wrong_type};
use crate::encoding::TextEncoding;
use crate::request::{
    Backup, ExpectedHash, Journaling, Lift, Limits, Malformed, OnSyntax, Options, Run, Step, Terms,
    Words, rule,
};

/// Removes the fields of the whole request from `object`.
pub fn terms(object: &mut Object) -> Result<Terms, Malformed> {
    check_schema(object)?;
    Ok(Terms {
        run: object.either("dry_run", Run::Commit, Run::DryRun)?,
        task: object.word("task")?,
        lift: Lift {
            shrink: object.flag("force_shrink")?,
            residue: object.flag("allow_residue")?,
            binary: object.flag("binary")?,
            read_only: object.flag("allow_read_only")?,
            in_place: object.flag("in_place")?,
            form: false,
        },
        backup: backup(object)?,
        sync: chosen(object, "sync", rule::SYNC_WORDS)?.unwrap_or_default(),
        journaling: object.either("no_journal", Journaling::On, Journaling::Off)?,
        on_conflict: chosen(object, "on_conflict", rule::ON_CONFLICT_WORDS)?.unwrap_or_default(),
        on_stale: chosen(object, "on_stale", rule::ON_STALE_WORDS)?.unwrap_or_default(),
        on_open: chosen(object, "on_open", rule::ON_OPEN_WORDS)?.unwrap_or_default(),
        on_syntax: on_syntax(object)?,
        encoding: encoding(object)?,
        limits: limits(object)?,
        ..of_document()
    })
}

/// The default conditions of a document.
pub(super) fn of_document() -> Terms {
    Terms {
        words: Words::default().with(Options::Fields),
        ..Terms::default()
    }
}

fn check_schema(object: &mut Object) -> Result<(), Malformed> {
    match object.word("schema")? {
        Some(word) if word != SCHEMA => Err(Malformed::wrong(
            format!("`schema` is `{word}`"),
            format!("this program reads `{SCHEMA}`"),
        )),
        _ => Ok(()),
    }
}

fn backup(object: &mut Object) -> Result<Option<Backup>, Malformed> {
    let suffix = match object.take("backup") {
        None | Some(Node::Bool(false)) => return Ok(None),
        Some(Node::Bool(true)) => rule::BACKUP_SUFFIX.to_owned(),
        Some(Node::Text(suffix)) if rule::is_backup_suffix(suffix.as_bytes()) => suffix,
        Some(Node::Text(suffix)) => {
            return Err(Malformed::wrong(
                format!("`backup` is `{suffix}`"),
                "the suffix is added to the file name: not empty and without `/`",
            ));
        }
        Some(other) => return Err(wrong_type("backup", "true or a suffix", &other)),
    };
    Ok(Some(Backup {
        suffix: OsString::from(suffix),
    }))
}

fn on_syntax(object: &mut Object) -> Result<OnSyntax, Malformed> {
    let chosen = chosen(object, "syntax", rule::SYNTAX_WORDS)?;
    match chosen {
        Some(OnSyntax::Warn | OnSyntax::Refuse) if !rule::HAS_SYNTAX => Err(Malformed::wrong(
            "`syntax` needs a check that this build does not include",
            "omit it, or build with the cargo feature `syntax`",
        )),
        chosen => Ok(chosen.unwrap_or_default()),
    }
}

fn encoding(object: &mut Object) -> Result<Option<TextEncoding>, Malformed> {
    let Some(name) = object.word("encoding")? else {
        return Ok(None);
    };
    rule::encoding(&name).map_err(|hint| Malformed::wrong(format!("`encoding` is `{name}`"), hint))
}

fn limits(object: &mut Object) -> Result<Limits, Malformed> {
    let mut limits = Limits::default();
    if let Some(text) = number_or_word(object, "max_size")? {
        limits.max_size = rule::parse_size(&text).ok_or_else(|| {
            Malformed::wrong(
                format!("`max_size` is `{text}`"),
                "give bytes, or a string with K, M or G",
            )
        })?;
    }
    if let Some(text) = number_or_word(object, "lock_timeout")? {
        limits.lock_timeout = rule::parse_time(&text).ok_or_else(|| {
            Malformed::wrong(
                format!("`lock_timeout` is `{text}`"),
                "give seconds, or a string with ms or s",
            )
        })?;
    }
    Ok(limits)
}

fn number_or_word(object: &mut Object, name: &str) -> Result<Option<String>, Malformed> {
    match object.take(name) {
        None => Ok(None),
        Some(Node::Text(word)) => Ok(Some(word)),
        Some(Node::Integer(number)) => Ok(Some(number.to_string())),
        Some(other) => Err(wrong_type(name, "a whole number or a string", &other)),
    }
}

/// `path` without a leading `./`.
fn without_dot(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}

/// Sets the hash next to `edits` on every edit. All edits must be of one file.
pub(super) fn spread_hash(steps: &mut [Step], hash: &ExpectedHash) -> Result<(), Malformed> {
    let mut paths = steps.iter().map(|step| without_dot(&step.path));
    let first = paths.next();
    let one_file =
        paths.all(|path| Some(path) == first) && steps.iter().all(|step| step.below.is_none());
    let has_own = steps.iter().any(|step| step.expect_hash.is_some());
    if !one_file || has_own {
        return Err(mixed(
            "`expect_hash` next to `edits` needs edits of one file without `expect_hash`".into(),
            "give each edit its own",
            r#"{"op":"replace","path":"a.txt","expect_hash":"1f2e3d4c","old":"x","new":"y"}"#,
        ));
    }
    for step in steps {
        step.expect_hash = Some(hash.clone());
    }
    Ok(())
}
