//! The way out of a search that found nothing, or too much.

use super::super::message::in_words;
use super::super::{Command, Setting, Steps};
use super::shell::{range, word_of};
use crate::refusal::{Candidate, ExpectedCount, Repair, WhyNot};

pub(super) fn not_found(file: &str, why: Option<&WhyNot>, setting: Setting) -> String {
    if let Some(evidence) = why.and_then(|why| evidence(why, setting)) {
        return evidence;
    }
    let nearest = why.and_then(|why| why.nearest.as_ref());
    let applied = why.is_some_and(|why| !why.new_text_at.is_empty());
    match nearest {
        _ if applied && matches!(setting.command, Command::Payload(_)) => {
            "if the edit is done already, nothing is left to do".to_owned()
        }
        _ if applied => {
            "if the edit is done already, nothing is left to do; --idempotent makes this a success"
                .to_owned()
        }
        Some(nearest) => {
            let range = range(nearest.lines);
            copy_from(file, &range)
        }
        None => copy_from(file, ""),
    }
}

/// Where the text can be copied from; standard input cannot be looked at again.
fn copy_from(file: &str, range: &str) -> String {
    match (file, range) {
        ("-", _) => "copy the text from what standard input holds".to_owned(),
        (_, "") => format!("copy the text from `incise view {file}`"),
        _ => format!("copy the text from `incise view {file} {range}`"),
    }
}

/// The way out that follows from what else was found.
fn evidence(why: &WhyNot, setting: Setting) -> Option<String> {
    if let Some((repair, lines)) = why.repair {
        let (lines, damage) = (in_words(lines), damage(repair));
        let way_out = match (repair, setting.command) {
            (Repair::Case, Command::Apply) => "\"ignore_case\": true finds it",
            (Repair::Case, Command::Payload(_)) => "give it as it is written there",
            (Repair::Case, _) => "--ignore-case finds it",
            (_, Command::Apply) => "\"fix\": \"escapes\" undoes that",
            (_, Command::Insert | Command::Payload(_)) => "give the text as it stands there",
            _ => "--fix escapes undoes that, or give the text with --old-file",
        };
        return Some(format!("it is at {lines} but for {damage}; {way_out}"));
    }
    if let Some((tier, lines)) = why.other_tier {
        let lines = in_words(lines);
        let word = match setting.command {
            Command::Payload(_) | Command::Apply => "\"match\": \"mechanical\"",
            _ => "--match mechanical",
        };
        return Some(format!("{word} would take {lines} (tier {tier})"));
    }
    if let Some(lines) = why.outside_scope.first() {
        let (words, range) = (in_words(*lines), range(*lines));
        return Some(format!(
            "it is at {words}, outside the lines looked at: --within {range}"
        ));
    }
    let (other, lines) = why.other_files.first()?;
    let (other, lines) = (word_of(other), in_words(*lines));
    let way_out = match setting.command {
        Command::Replace => "name only the files that hold it",
        _ => "give that path",
    };
    Some(format!("it is in {other}, at {lines}; {way_out}"))
}

/// What happened to a text on its way.
fn damage(repair: Repair) -> String {
    match repair {
        Repair::Escaped(letter) => format!("a backslash before `{letter}`"),
        Repair::ShellEscapes => "backslashes that a shell added".to_owned(),
        Repair::JsonEscapes => "the escapes of a JSON string".to_owned(),
        Repair::TypedNewlines => "`\\n` typed as two characters".to_owned(),
        Repair::TypedTabs => "`\\t` typed as two characters".to_owned(),
        Repair::LineEndings => "its line endings".to_owned(),
        Repair::Normalization => "its Unicode normalisation".to_owned(),
        Repair::NonBreakingSpaces => "non-breaking spaces".to_owned(),
        Repair::TypographicQuotes => "typographic quotes or dashes".to_owned(),
        Repair::HtmlEntities => "HTML entities".to_owned(),
        Repair::LineNumbers => "line numbers of a listing".to_owned(),
        Repair::MarkdownFence => "a Markdown fence".to_owned(),
        Repair::Case => "upper and lower case".to_owned(),
    }
}

pub(super) fn ambiguous(candidates: &[Candidate], setting: Setting) -> String {
    let first = candidates.first().map(|candidate| candidate.lines);
    match (setting.command, first) {
        (Command::Replace, _) if setting.steps == Steps::Several => {
            "add a line of context, or take every place: --all, in JSON \"pick\": \"all\""
                .to_owned()
        }
        (Command::Replace, _) => {
            "add a line of context, or --nth 1 or --site ID for one place, or --all for every one"
                .to_owned()
        }
        (Command::Apply, _) => {
            "add a line of context to \"old\", or set \"pick\" to a number or to \"all\"".to_owned()
        }
        (Command::Payload(names), _) => {
            let mut hint = format!("add a line of context to `{}`", names.old);
            if let Some(one) = names.one {
                hint += &format!(", or {one} for one place");
            }
            if let Some(all) = names.all {
                hint += &format!(", or {all} for every one");
            }
            hint
        }
        (_, Some(lines)) => format!("add a line of context, or --within {}", range(lines)),
        (_, None) => "add a line of context".to_owned(),
    }
}

pub(super) fn count_mismatch(
    file: &str,
    expected: ExpectedCount,
    found: usize,
    setting: Setting,
) -> String {
    let (count, ordinal) = match setting.command {
        Command::Apply => (format!("\"expect\": {found}"), format!("\"pick\": {found}")),
        _ => (format!("--expect {found}"), format!("--nth {found}")),
    };
    match (expected, found) {
        (_, 0) => copy_from(file, ""),
        (ExpectedCount::Exactly(_), _) if matches!(setting.command, Command::Payload(_)) => {
            format!(
                "add a line of context to leave out some places, or expect {found} if all are meant"
            )
        }
        (ExpectedCount::Ordinal(_), _) if matches!(setting.command, Command::Payload(_)) => {
            format!("{found} is the last place")
        }
        (ExpectedCount::Exactly(_), _) => {
            format!("add a line of context to leave out some places, or {count} if all are meant")
        }
        (ExpectedCount::Ordinal(_), _) => format!("{ordinal} is the last place"),
    }
}
