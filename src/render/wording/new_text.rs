//! Messages about the new text: residue, form, encoding, syntax, validation.

use super::plural::{count, in_words};
use super::subject::Subject;
use super::template::{Wording, optional, wording};
use super::{Caller, CommandKind};
use crate::refusal::{
    EncodingFault, FormChange, Residue, ResidueKind, SyntaxError, ValidationFault,
};
use crate::render::escape::{excerpt, visible};
use crate::request::{Means, Options};
use crate::text::LineRange;

/// The description of a kind of residue.
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

fn without_residue_hint(kind: ResidueKind) -> &'static str {
    match kind {
        ResidueKind::Placeholder => "write out what the placeholder stands for",
        ResidueKind::LineNumbers => "give the lines without their numbers",
        ResidueKind::ConflictMarker => "decide between the two sides and delete the markers",
        ResidueKind::PatchEnvelope => "give only the text, or send everything as a patch",
        ResidueKind::Truncation => "give the complete text",
        ResidueKind::MarkdownFence => "give the text without the fence",
    }
}

/// Content of the new text that does not belong in a file.
pub(super) fn residue(findings: &[Residue], caller: Caller) -> Wording {
    let keep = optional(
        "[; if you mean the text as it is, {}]",
        caller.switch("allow_residue"),
    );
    let Some(first) = findings.first() else {
        return wording(
            "the new text contains something that does not belong in a file",
            format!("give the text without it{keep}"),
        );
    };
    let (kind, text) = (residue_kind(first.kind), excerpt(&first.text));
    wording(
        format!("the new text contains {kind}: {text}{}", and_more(findings)),
        format!("{}{keep}", without_residue_hint(first.kind)),
    )
}

/// The first of several syntax errors, and the number of others.
pub fn syntax(errors: &[SyntaxError]) -> String {
    let Some(first) = errors.first() else {
        return "a syntax error".to_owned();
    };
    let (line, text) = (first.line, excerpt(&first.text));
    let missing = match first.missing {
        Some(missing) => format!(", `{missing}` is missing"),
        None => String::new(),
    };
    let shown = if first.text.is_empty() {
        String::new()
    } else {
        format!(": {text}")
    };
    format!(
        "a syntax error at line {line}{missing}{shown}{}",
        and_more(errors)
    )
}

fn and_more<T>(all: &[T]) -> String {
    match all.len() {
        1 => String::new(),
        several => format!(", and {} more", several - 1),
    }
}

pub(super) fn form(change: FormChange, subject: Subject<'_>) -> Wording {
    const OTHER_ENCODING: &str = "first convert the file to the encoding of the text to restore";
    let restores = subject.caller.command == CommandKind::Undo;
    match change {
        FormChange::Encoding if restores => wording("would no longer be UTF-8", OTHER_ENCODING),
        FormChange::Encoding => wording(
            "would no longer be UTF-8",
            "convert the added text to UTF-8",
        ),
        FormChange::ForeignIntoUtf8(encoding) => {
            let option = subject.caller.option_name("encoding");
            let option = option.as_deref().unwrap_or("the encoding");
            wording(
                format!("is in UTF-8, not in {encoding}"),
                format!("omit {option}"),
            )
        }
        FormChange::Utf8IntoForeign(encoding) => wording(
            format!("is in {encoding}, and the new text in UTF-8"),
            match subject.caller.text_option("encoding", example_of(encoding)) {
                _ if restores => OTHER_ENCODING.to_owned(),
                Some(encoding) => format!("name the encoding, for example {encoding}"),
                None => "give the new text in bytes of the file's encoding, as base64".to_owned(),
            },
        ),
        FormChange::LoneReturns => wording(
            "its lines end in bare carriage returns, so an edit by line sees one line",
            "find the text by its content, or convert the line endings first",
        ),
        FormChange::ByteOrderMark => wording(
            "would gain or lose its byte-order mark",
            "start the new text like the file: with its byte-order mark, or without",
        ),
        FormChange::Nul => wording(
            "would be binary: the new text has a NUL character",
            optional(
                "omit the character[, or {} writes it]",
                subject.caller.switch("binary"),
            ),
        ),
        FormChange::LineEndings => wording(
            "would change its line endings, or mix them",
            match subject.caller.words.means {
                Means::Shell => {
                    let file = subject.word();
                    format!(
                        "`incise check files {file}` shows its line endings; use them in the new text"
                    )
                }
                Means::Tools(_) => "use the line endings of the file in the new text".to_owned(),
            },
        ),
    }
}

pub(super) fn encoding_fault(encoding: &str, fault: EncodingFault) -> Wording {
    match fault {
        EncodingFault::Unmappable(character) => {
            let (shown, code) = (character.escape_debug(), u32::from(character));
            wording(
                format!("{encoding} has no `{shown}` (U+{code:04X})"),
                "use characters that the encoding has",
            )
        }
        EncodingFault::NotUtf8 => wording(
            format!("is in {encoding}, and the new text is not UTF-8"),
            "give the new text in UTF-8; incise converts it",
        ),
        EncodingFault::InsideCharacter => wording(
            format!("the change begins or ends inside a character of {encoding}"),
            "replace whole characters",
        ),
        EncodingFault::Misread => wording(
            format!("the new text would be read as other characters in {encoding}"),
            "include more of the surrounding text",
        ),
    }
}

/// An encoding name that the caller can use for a file that seems to be in `encoding`.
pub(super) fn example_of(encoding: &str) -> String {
    match encoding {
        utf16 if utf16.starts_with("UTF-16") => utf16.to_ascii_lowercase(),
        several if several.starts_with("Shift-JIS") => "shift_jis".to_owned(),
        _ => "latin1".to_owned(),
    }
}

/// The result of the validation command.
pub(super) fn validation_failed(command: &str, why: &ValidationFault) -> Wording {
    let command = excerpt(command.as_bytes());
    match why {
        ValidationFault::Exit(code) => wording(
            format!("{command} rejects the new text: exit status {code}"),
            rejected_hint(),
        ),
        ValidationFault::Signal(signal) => wording(
            format!("{command} was killed by signal {signal}"),
            rejected_hint(),
        ),
        ValidationFault::TimedOut(limit) => {
            let limit = limit.as_secs_f64();
            wording(
                format!("{command} was still running after {limit} s"),
                "use a faster command that checks only one file",
            )
        }
        ValidationFault::NotStarted(error) => {
            let error = visible(error.as_bytes());
            wording(
                format!("{command} could not be started: {error}"),
                "no shell is used: name a program on the PATH, or a shell as in 'sh -c \"...\" sh {}'",
            )
        }
        ValidationFault::Touched => wording(
            format!("{command} changed the new text instead of only checking it"),
            "use the command's check mode; let it change the file after the edit",
        ),
    }
}

fn rejected_hint() -> &'static str {
    "fix the new text as the command reports; if the old text fails too, fix that first"
}

pub(super) fn shrink(before: usize, after: usize, subject: Subject<'_>) -> Wording {
    let (before, force) = (count(before, "line"), subject.caller.switch("force_shrink"));
    if after > 0 {
        return wording(
            format!("would shrink the file from {before} to {after}, less than a third"),
            optional(
                "check that the new text is complete[; if it is meant to be that short, {}]",
                force,
            ),
        );
    }
    let hint = match (subject.caller.words.options, subject.caller.words.means) {
        (Options::Fields, _) => "\"op\": \"remove\" deletes the file".to_owned(),
        (_, Means::Shell) if !subject.is_stdin() => {
            format!("`incise remove {}` deletes the file", subject.word())
        }
        _ => "check if only a part of the file was meant".to_owned(),
    };
    wording(
        format!("would empty the file, which has {before}"),
        hint + &optional("[; if it is meant to be empty, {}]", force),
    )
}

pub(super) fn indentation(lines: LineRange, caller: Caller) -> Wording {
    let place = in_words(lines);
    wording(
        format!("the new lines are not indented like the old text at {place}"),
        optional(
            "give both texts as whole lines, indented as in the file[; if you mean the new text as it is, {}]",
            caller.switch("keep_indent"),
        ),
    )
}

pub(super) fn indented_string(text: &[u8]) -> Wording {
    let text = excerpt(text);
    wording(
        format!(
            "the new lines need to be indented, but a line inside a string may be meant as it is: {text}"
        ),
        "indent the text as in the file",
    )
}

pub(super) fn misfit(errors: &[SyntaxError], caller: Caller) -> Wording {
    let errors = syntax(errors);
    wording(
        format!("with the new lines indented like the old ones, there would be {errors}"),
        optional(
            "give both texts as whole lines, indented as in the file[; if you mean them as they are, {}]",
            caller.text_option("syntax", "off"),
        ),
    )
}

pub(super) fn syntax_errors(errors: &[SyntaxError], caller: Caller) -> Wording {
    wording(
        format!("there would be {}", syntax(errors)),
        optional(
            "fix the new text, or replace the deleted lines[; if the grammar is wrong, {}]",
            caller.text_option("syntax", "warn"),
        ),
    )
}

pub(super) fn unparsed_symbol(errors: &[SyntaxError]) -> Wording {
    wording(
        format!("there would be {}", syntax(errors)),
        "fix the new text, or replace the deleted lines; if the grammar is wrong, use the text or line numbers instead",
    )
}

pub(super) fn not_parsed(caller: Caller) -> Wording {
    wording(
        "the file is too large or nests too deeply to check its syntax",
        match caller.text_option("syntax", "warn") {
            Some(warn) => format!("{warn} writes it anyway"),
            None => "split the file".to_owned(),
        },
    )
}
