//! Sentences and hints about a new text: residue, form, encoding, syntax, validation.

use super::Caller;
use super::subject::Subject;
use crate::refusal::{EncodingFault, FormChange, Residue, ResidueKind, SyntaxError, Unaccepted};
use crate::render::escape::{excerpt, visible};
use crate::request::Means;

/// A kind of residue, in words.
pub fn residue_kind(kind: ResidueKind) -> &'static str {
    match kind {
        ResidueKind::Placeholder => "a placeholder for omitted text",
        ResidueKind::LineNumbers => "line numbers of a listing",
        ResidueKind::ConflictMarker => "a conflict marker",
        ResidueKind::PatchEnvelope => "a line of a patch envelope",
        ResidueKind::Truncation => "a notice of truncated text",
        ResidueKind::MarkdownFence => "a Markdown fence around the whole text",
    }
}

/// Text in a new text that does not belong in a file.
pub(super) fn residue(findings: &[Residue]) -> String {
    let Some(first) = findings.first() else {
        return "the new text contains something that does not belong in a file".to_owned();
    };
    let kind = residue_kind(first.kind);
    let more = match findings.len() {
        1 => String::new(),
        several => format!(", and {} more", several - 1),
    };
    format!(
        "the new text contains {kind}: {}{more}",
        excerpt(&first.text)
    )
}

/// The first of several syntax errors, and how many more there are.
pub fn syntax(errors: &[SyntaxError]) -> String {
    let Some(first) = errors.first() else {
        return "a syntax error".to_owned();
    };
    let (line, text) = (first.line, excerpt(&first.text));
    let missing = match first.missing {
        Some(missing) => format!(", `{missing}` is missing"),
        None => String::new(),
    };
    let more = match errors.len() {
        1 => String::new(),
        several => format!(", and {} more", several - 1),
    };
    format!("a syntax error at line {line}{missing}: {text}{more}")
}

pub(super) fn form(change: FormChange) -> String {
    match change {
        FormChange::Encoding => "would no longer be UTF-8".to_owned(),
        FormChange::NotIn(encoding) => format!("is in UTF-8, not in {encoding}"),
        FormChange::Foreign(encoding) => {
            format!("is in {encoding}, and the new text in UTF-8")
        }
        FormChange::LoneReturns => {
            "its lines end in bare carriage returns, so an edit by line sees one line".to_owned()
        }
        FormChange::ByteOrderMark => "would gain or lose its byte-order mark".to_owned(),
        FormChange::LineEndings => "would change its line endings, or mix them".to_owned(),
        FormChange::FinalNewline => "would gain or lose its final newline".to_owned(),
    }
}

pub(super) fn encoding_fault(encoding: &str, fault: EncodingFault) -> String {
    match fault {
        EncodingFault::Unmappable(character) => {
            let code = u32::from(character);
            format!(
                "{encoding} has no `{}` (U+{code:04X})",
                character.escape_debug()
            )
        }
        EncodingFault::NotUtf8 => {
            format!("is in {encoding}, and the new text is not UTF-8")
        }
        EncodingFault::InsideCharacter => {
            format!("the change begins or ends inside a character of {encoding}")
        }
        EncodingFault::Misread => {
            format!("the new text would be read as other characters in {encoding}")
        }
    }
}

/// The result of the command on the new text.
pub(super) fn validation_failed(command: &str, why: &Unaccepted) -> String {
    let command = excerpt(command.as_bytes());
    match why {
        Unaccepted::Exit(code) => format!("{command} rejects the new text: exit status {code}"),
        Unaccepted::Signal(signal) => format!("{command} was killed by signal {signal}"),
        Unaccepted::TimedOut(limit) => {
            let limit = limit.as_secs_f64();
            format!("{command} was still running after {limit} s")
        }
        Unaccepted::NotStarted(error) => {
            format!(
                "{command} could not be started: {}",
                visible(error.as_bytes())
            )
        }
        Unaccepted::Touched => {
            format!("{command} changed the new text instead of only checking it")
        }
    }
}

// Hints.

/// The way out for a text that holds this.
pub(super) fn without_residue_hint(kind: Option<ResidueKind>) -> &'static str {
    match kind {
        Some(ResidueKind::Placeholder) => "write out what the placeholder stands for",
        Some(ResidueKind::LineNumbers) => "give the lines without their numbers",
        Some(ResidueKind::ConflictMarker) => "decide between the two sides and delete the markers",
        Some(ResidueKind::PatchEnvelope) => "give only the text, or send everything as a patch",
        Some(ResidueKind::Truncation) => "give the complete text",
        Some(ResidueKind::MarkdownFence) => "give the text without the fence",
        None => "give the text without it",
    }
}

pub(super) fn form_hint(change: FormChange, subject: Subject<'_>, caller: Caller) -> String {
    match change {
        FormChange::Encoding => "give the new text in UTF-8".to_owned(),
        FormChange::NotIn(_) => match caller.named("encoding") {
            Some(encoding) => format!("omit {encoding}"),
            None => "omit the encoding".to_owned(),
        },
        FormChange::Foreign(encoding) => match caller.worded("encoding", example_of(encoding)) {
            Some(encoding) => format!("name the encoding, for example {encoding}"),
            None => "give the new text in bytes of the file's encoding, as base64".to_owned(),
        },
        FormChange::LoneReturns => {
            "find the text by its content, or convert the line endings first".to_owned()
        }
        FormChange::ByteOrderMark => {
            "start the new text like the file: with its byte-order mark, or without".to_owned()
        }
        FormChange::LineEndings => match caller.words.means {
            Means::Shell => format!(
                "`incise check files {}` shows its line endings; use them in the new text",
                subject.word()
            ),
            Means::Tools(_) => "use the line endings of the file in the new text".to_owned(),
        },
        FormChange::FinalNewline => {
            "end the new text like the file: with a newline, or without".to_owned()
        }
    }
}

pub(super) fn encoding_hint(fault: EncodingFault) -> &'static str {
    match fault {
        EncodingFault::Unmappable(_) => "use characters that the encoding has",
        EncodingFault::NotUtf8 => "give the new text in UTF-8; incise converts it",
        EncodingFault::InsideCharacter => "replace whole characters",
        EncodingFault::Misread => "include more of the surrounding text",
    }
}

/// A name that can be given where a file looks as if it were in `encoding`.
pub(super) fn example_of(encoding: &str) -> String {
    match encoding {
        utf16 if utf16.starts_with("UTF-16") => utf16.to_ascii_lowercase(),
        several if several.starts_with("Shift-JIS") => "shift_jis".to_owned(),
        _ => "latin1".to_owned(),
    }
}

pub(super) fn validation_failed_hint(why: &Unaccepted) -> &'static str {
    match why {
        Unaccepted::Exit(_) | Unaccepted::Signal(_) => {
            "fix the new text as the command reports; if the old text fails too, fix that first"
        }
        Unaccepted::TimedOut(_) => "use a faster command that checks only one file",
        Unaccepted::NotStarted(_) => {
            "no shell is used: name a program on the PATH, or a shell as in 'sh -c \"...\" sh {}'"
        }
        Unaccepted::Touched => {
            "use the command's check mode; let it change the file after the edit"
        }
    }
}
