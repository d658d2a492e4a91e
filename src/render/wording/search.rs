//! A search that found nothing, or too much.

use super::new_text::example_of;
use super::next::{both_ends, look, outline};
use super::plural::{are, count, have, in_words};
use super::subject::{Subject, called};
use super::{Caller, CommandKind};
use crate::refusal::{
    Candidate, EarlierEdit, ExpectedCount, Looked, RegionCandidate, TextRepair, Unlike, WhyNot,
};
use crate::render::escape::{excerpt, visible};
use crate::request::{FieldNames, Options, Region};
use crate::text::LineRange;

// Hints.

pub(super) fn not_found_hint(subject: Subject<'_>, why: Option<&WhyNot>, caller: Caller) -> String {
    if let Some(taken) = why.and_then(|why| why.taken.as_ref()) {
        return match look(subject, taken.lines, caller) {
            Some(look) => format!("read the current text with {look}, and edit that"),
            None => "read the current text, and edit that".to_owned(),
        };
    }
    if let Some(evidence) = why.and_then(|why| evidence(why, caller)) {
        return evidence;
    }
    if why.is_some_and(|why| why.file_is_empty) {
        return match caller.words.options {
            Options::Flags if !subject.is_stdin() => {
                format!("`incise append {} --text TEXT` adds to it", subject.word())
            }
            Options::Fields => "\"op\": \"append\" adds to it".to_owned(),
            _ => "nothing can be replaced in it".to_owned(),
        };
    }
    let nearest = why.and_then(|why| why.nearest.as_ref());
    copy_from(subject, nearest.map(|nearest| nearest.lines), caller)
}

/// The place that the text can be copied from; standard input cannot be looked at again.
fn copy_from(subject: Subject<'_>, lines: Option<LineRange>, caller: Caller) -> String {
    match look(subject, lines, caller) {
        _ if subject.is_stdin() => "copy the text from standard input".to_owned(),
        Some(look) => format!("copy the text from {look}"),
        None => "copy the text from the current file".to_owned(),
    }
}

/// The way out that follows from what else was found.
fn evidence(why: &WhyNot, caller: Caller) -> Option<String> {
    if let Some((repair, place)) = &why.repair {
        let (have, damage) = (have(place.lines), damage(*repair));
        let hint = undone(why, *repair, caller);
        return Some(format!("{have} it except for {damage}; {hint}"));
    }
    if let Some((tier, place)) = &why.other_tier {
        return Some(match caller.worded("match", "mechanical") {
            Some(mechanical) => {
                let lines = in_words(place.lines);
                format!("{mechanical} would match {lines} (tier {tier})")
            }
            None => format!("{} it in another form (tier {tier})", have(place.lines)),
        });
    }
    if let Some(encoding) = why.encoding {
        let named = caller.worded("encoding", example_of(encoding))?;
        return Some(format!(
            "the file is in {encoding}: name the encoding, for example {named}"
        ));
    }
    if let Some(place) = why.outside_scope.first() {
        let outside = format!("{} it", have(place.lines));
        return Some(match caller.worded("within", both_ends(place.lines)) {
            Some(within) => format!("{outside}; if you mean these lines, {within}"),
            None => outside,
        });
    }
    let (other, lines) = why.other_files.first()?;
    let (other, lines) = (called(other, caller), in_words(*lines));
    let hint = match caller.command {
        CommandKind::Replace if caller.is_typed() => "--if-found skips the files without it",
        _ => "give that path",
    };
    Some(format!("it is in {other}, at {lines}; {hint}"))
}

/// The way to undo the damage, or to avoid it.
fn undone(why: &WhyNot, repair: TextRepair, caller: Caller) -> String {
    if repair == TextRepair::Case {
        return match caller.switch("ignore_case") {
            Some(ignore_case) => format!("{ignore_case} finds it"),
            None => "write it as in the file".to_owned(),
        };
    }
    if repair == TextRepair::PatternEndings {
        return "`\\r\\n` matches such a line end, `\\r?\\n` both kinds".to_owned();
    }
    if repair == TextRepair::PatternDot {
        return "`(?s)` before the pattern lets `.` match line ends".to_owned();
    }
    // The text to insert beside is not repaired: what is inserted may be right as it is.
    let fix = match caller.command {
        CommandKind::Insert => None,
        _ if !why.repair_is_certain => None,
        _ => caller.worded("fix", "escapes"),
    };
    match fix {
        Some(fix) if caller.is_typed() => {
            format!("{fix} undoes that, or give the text with --old-file")
        }
        Some(fix) => format!("{fix} undoes that"),
        None => "give the text as it is in the file".to_owned(),
    }
}

/// The reason to consider a place that has the text but for damage.
pub fn evidence_of_damage(repair: TextRepair) -> String {
    format!("the same except for {}", damage(repair))
}

/// The damage to a text on its way.
fn damage(repair: TextRepair) -> String {
    match repair {
        TextRepair::Escaped(letter) => format!("a backslash before `{letter}`"),
        TextRepair::ShellEscapes => "backslashes that a shell added".to_owned(),
        TextRepair::JsonEscapes => "the escapes of a JSON string".to_owned(),
        TextRepair::TypedNewlines => "`\\n` typed as two characters".to_owned(),
        TextRepair::TypedTabs => "`\\t` typed as two characters".to_owned(),
        TextRepair::Normalization => "its Unicode normalization".to_owned(),
        TextRepair::NonBreakingSpaces => "non-breaking spaces".to_owned(),
        TextRepair::TypographicQuotes | TextRepair::PlainQuotes => {
            "typographic quotes or dashes".to_owned()
        }
        TextRepair::HtmlEntities => "HTML entities".to_owned(),
        TextRepair::LineNumbers => "line numbers of a listing".to_owned(),
        TextRepair::MarkdownFence => "a Markdown fence".to_owned(),
        TextRepair::LastEnding => "the line ending after it".to_owned(),
        TextRepair::Case => "upper and lower case".to_owned(),
        TextRepair::PatternEndings => "the carriage returns before its line ends".to_owned(),
        TextRepair::PatternDot => "line ends, which `.` does not match".to_owned(),
    }
}

pub(super) fn ambiguous_hint(candidates: &[Candidate], caller: Caller) -> String {
    let more = "add a line of context";
    let first = candidates
        .first()
        .map(|candidate| both_ends(candidate.lines));
    match (caller.words.options, caller.command) {
        (Options::Payload(names), CommandKind::Replace) => ambiguous_in(names),
        (Options::Flags, CommandKind::Replace) if caller.has_steps => {
            format!("{more}, or take every place: --all")
        }
        (Options::Flags, CommandKind::Replace) if caller.has_files => {
            format!("{more}, or --nth 1 for the first of each file, or --all for every one")
        }
        (Options::Flags, CommandKind::Replace) => {
            format!("{more}, or --nth 1 or --site ID for one place, or --all for every one")
        }
        (Options::Fields, CommandKind::Replace) => format!(
            "{more} to \"old\", or \"pick\": 1 or \"site\": \"ID\" for one place, or \"pick\": \"all\" for every one"
        ),
        (_, CommandKind::Ensure) => "delete the extra matches, or be more specific".to_owned(),
        _ => match first.and_then(|lines| caller.worded("within", lines)) {
            Some(within) => format!("{more}, or {within}"),
            None => more.to_owned(),
        },
    }
}

pub(super) fn no_region_hint(
    region: &Region,
    nearest: &[String],
    subject: Subject<'_>,
    caller: Caller,
) -> String {
    let look = match region {
        Region::Symbol(_) | Region::Section(_) | Region::Key(_) => outline(subject, caller),
        _ => look(subject, None, caller),
    };
    match (nearest.first(), look) {
        (Some(name), _) => format!("did you mean `{}`?", visible(name.as_bytes())),
        (None, Some(look)) if !subject.is_stdin() => format!("see {look}"),
        _ => "name a region that exists".to_owned(),
    }
}

pub(super) fn several_regions_hint(
    region: &Region,
    candidates: &[RegionCandidate],
    caller: Caller,
) -> String {
    match (region, candidates.first()) {
        (Region::Symbol(named) | Region::Section(named), Some(first)) => {
            let name = first.words(&named.name);
            let way = match caller.words.options {
                Options::Flags => format!("--{} '{}'", region.option(), visible(name.as_bytes())),
                Options::Payload(FieldNames {
                    symbol: Some(symbol),
                    ..
                }) => format!("\"{symbol}\": \"{}\"", visible(name.as_bytes())),
                _ => format!("\"{}\": \"{}\"", region.option(), visible(name.as_bytes())),
            };
            let number = match region {
                Region::Section(named) => {
                    format!(" its number (`{}[0]`)", visible(named.name.as_bytes()))
                }
                _ => String::new(),
            };
            format!("give more of its path,{number} or its line: {way}")
        }
        _ => "use marker lines that occur once".to_owned(),
    }
}

fn ambiguous_in(names: &FieldNames) -> String {
    let mut hint = "add a line of context".to_owned();
    if let Some(old) = names.old {
        hint += &format!(" to `{old}`");
    }
    if let Some(one) = names.one {
        hint += &format!(", or {one} for one place");
    }
    if let Some(all) = names.all {
        hint += &format!(", or {all} for every one");
    }
    hint
}

pub(super) fn count_mismatch_hint(
    subject: Subject<'_>,
    in_all_files: bool,
    expected: ExpectedCount,
    found: usize,
    caller: Caller,
) -> String {
    let ordinal = match caller.words.options {
        Options::Flags => Some(format!("--nth {found}")),
        _ => caller.numbered("pick", found),
    };
    let count = match (caller.words.options, in_all_files) {
        (Options::Fields, true) => Some(format!("\"expect_total\": {found}")),
        _ => caller.numbered("expect", found),
    };
    let less = "add a line of context to exclude some places";
    match (expected, found) {
        (_, 0) => copy_from(subject, None, caller),
        (ExpectedCount::Exactly(_), _) => match count {
            Some(count) => format!("{less}, or {count} if you mean all"),
            None => format!("{less}, or expect {found} if you mean all"),
        },
        (ExpectedCount::Ordinal(_), _) => match ordinal {
            Some(ordinal) => format!("{ordinal} is the last place"),
            None => format!("{found} is the last place"),
        },
    }
}

// Sentences.

pub(super) fn not_found(wanted: &[u8], why: Option<&WhyNot>) -> String {
    let wanted = excerpt(wanted);
    let Some(why) = why else {
        return format!("{wanted} is not in the file");
    };
    if let Some(taken) = &why.taken {
        return format!("{wanted} is not in the file: {}", taken_by(taken, "it"));
    }
    let mut absent = match why.searched {
        Some(lines) if !why.outside_scope.is_empty() => {
            format!("{wanted} is not in {}", in_words(lines))
        }
        _ if why.file_is_empty => format!("{wanted} is not in the file, which is empty"),
        _ if why.repair.is_some() || why.other_tier.is_some() => {
            format!("{wanted} is not in the file exactly as given")
        }
        _ => format!("{wanted} is not in the file"),
    };
    if why.other_misses > 0 {
        let others = count(why.other_misses, "other file");
        let were = if why.other_misses == 1 { "was" } else { "were" };
        absent += &format!(", nor in {others} that {were} selected");
    }
    if let Some(bound) = bound(why.looked) {
        absent += &format!("; {bound}");
    }
    if let Some((lines, unlike)) = why.unlike {
        absent += &format!("; {} not taken: {}", are(lines), not_taken(unlike));
    }
    absent
}

/// `entry 3 of task `a` replaced it by `x``.
pub(super) fn taken_by(taken: &EarlierEdit, what: &str) -> String {
    let mut entry = format!("entry {}", taken.entry);
    if let Some(task) = &taken.task {
        entry += &format!(" of task `{}`", visible(task.as_bytes()));
    }
    if taken.theirs.new.is_empty() {
        format!("{entry} deleted {what}")
    } else {
        format!("{entry} replaced {what} by {}", excerpt(&taken.theirs.new))
    }
}

/// Why the most similar lines are not taken.
fn not_taken(unlike: Unlike) -> String {
    match unlike {
        Unlike::Threshold(hundredths) => {
            format!("less similar than the threshold of {hundredths} %")
        }
        Unlike::Rival(lines) => format!("{} almost as similar", are(lines)),
        Unlike::Edge => "the first or the last line differs".to_owned(),
        Unlike::FewLines => "less than two thirds of the lines match".to_owned(),
        Unlike::Sibling => "a line differs as in another, similar block".to_owned(),
        Unlike::Indentation => "its lines are indented by different amounts there".to_owned(),
        Unlike::Changed => "the changed part must match exactly".to_owned(),
    }
}

/// The place where a search stopped.
fn bound(looked: Looked) -> Option<&'static str> {
    match looked {
        Looked::Everywhere => None,
        Looked::WithoutEveryShift => Some(
            "the search with other indentation reached its limit, because such lines are too common",
        ),
        Looked::WithoutSimilarity => Some("text over 100,000 bytes is not searched by similarity"),
        Looked::WithoutRepairs => Some("text over 1 MiB is not examined for damage"),
    }
}

pub(super) fn count_mismatch(wanted: &[u8], expected: ExpectedCount, found: usize) -> String {
    let matches = format!("{} matches {}", excerpt(wanted), count(found, "place"));
    match expected {
        ExpectedCount::Exactly(expected) => format!("{matches}; {expected} were expected"),
        ExpectedCount::Ordinal(ordinal) => format!("{matches}; there is no number {ordinal}"),
    }
}

pub(super) fn stands_at(lines: &[LineRange]) -> String {
    match lines {
        [] => "the new text is there".to_owned(),
        [one] => format!("the new text is at {}", in_words(*one)),
        [first, rest @ ..] => {
            let more = count(rest.len(), "other place");
            format!("the new text is at {} and {more}", in_words(*first))
        }
    }
}
