//! Messages about a text that was not found, or found too often.

use super::new_text::example_of;
use super::next::{both_ends, dry_run_call, view_call};
use super::plural::{are, count, have, in_words, verb};
use super::subject::{Subject, name_for};
use super::template::{Wording, optional, wording};
use super::{Caller, CommandKind};
use crate::refusal::{
    Candidate, EarlierEdit, ExpectedCount, FuzzyRejection, SearchExtent, TextRepair, WhyNot,
};
use crate::render::escape::{excerpt, visible};
use crate::request::{FieldNames, Options};
use crate::snapshot::SiteId;
use crate::text::LineRange;

pub(super) fn not_found(wanted: &[u8], why: Option<&WhyNot>, subject: Subject<'_>) -> Wording {
    wording(
        not_found_sentence(wanted, why),
        not_found_hint(subject, why),
    )
}

fn not_found_sentence(wanted: &[u8], why: Option<&WhyNot>) -> String {
    let wanted = excerpt(wanted);
    let Some(why) = why else {
        return format!("{wanted} is not in the file");
    };
    if let Some(taken) = &why.deleted_by {
        return format!("{wanted} is not in the file: {}", taken_by(taken, "it"));
    }
    let mut sentence = match why.searched {
        Some(lines) if !why.outside_scope.is_empty() => {
            format!("{wanted} is not in {}", in_words(lines))
        }
        _ if why.file_is_empty => format!("{wanted} is not in the file, which is empty"),
        _ if why.repair.is_some() || why.other_tier.is_some() => {
            format!("{wanted} is not in the file exactly as given")
        }
        _ if why.inside_word.is_some() => format!("{wanted} is not a whole word in the file"),
        _ => format!("{wanted} is not in the file"),
    };
    if why.other_misses > 0 {
        let others = count(why.other_misses, "other file");
        let were = verb(why.other_misses, "was", "were");
        sentence += &format!(", nor in {others} that {were} selected");
    }
    if let Some(limit) = search_limit(why.extent) {
        sentence += &format!("; {limit}");
    }
    if let Some((lines, why_not)) = why.rejection {
        sentence += &format!("; {} not accepted: {}", are(lines), rejection(why_not));
    }
    sentence
}

/// A phrase such as ``entry 3 of task `a` replaced it with `x` ``.
pub(super) fn taken_by(taken: &EarlierEdit, what: &str) -> String {
    let mut entry = format!("entry {}", taken.entry);
    if let Some(task) = &taken.task {
        entry += &format!(" of task `{}`", visible(task.as_bytes()));
    }
    if taken.theirs.new.is_empty() {
        format!("{entry} deleted {what}")
    } else {
        format!(
            "{entry} replaced {what} with {}",
            excerpt(&taken.theirs.new)
        )
    }
}

/// The reason why the most similar lines are not accepted.
fn rejection(why_not: FuzzyRejection) -> String {
    match why_not {
        FuzzyRejection::Threshold(hundredths) => {
            format!("less similar than the threshold of {hundredths} %")
        }
        FuzzyRejection::Rival(lines) => format!("{} almost as similar", are(lines)),
        FuzzyRejection::Edge => "the first or the last line differs".to_owned(),
        FuzzyRejection::FewLines => "less than two thirds of the lines match".to_owned(),
        FuzzyRejection::Sibling => "a line differs as in another, similar block".to_owned(),
        FuzzyRejection::Indentation => {
            "its lines are indented by different amounts there".to_owned()
        }
        FuzzyRejection::Changed => "the changed part must match exactly".to_owned(),
    }
}

/// The limit that a search reached.
fn search_limit(extent: SearchExtent) -> Option<&'static str> {
    match extent {
        SearchExtent::Everywhere => None,
        SearchExtent::WithoutEveryShift => Some(
            "the search with other indentation reached its limit, because such lines are too common",
        ),
        SearchExtent::WithoutSimilarity => {
            Some("text over 100,000 bytes is not searched by similarity")
        }
        SearchExtent::WithoutRepairs => Some("text over 1 MiB is not examined for damage"),
    }
}

// Hints.

fn not_found_hint(subject: Subject<'_>, why: Option<&WhyNot>) -> String {
    if let Some(taken) = why.and_then(|why| why.deleted_by.as_ref()) {
        return match view_call(subject, taken.lines) {
            Some(call) => format!("read the current text with {call}, and edit that"),
            None => "read the current text, and edit that".to_owned(),
        };
    }
    if let Some(evidence) = why.and_then(|why| other_evidence(why, subject.caller)) {
        return evidence;
    }
    if why.is_some_and(|why| why.file_is_empty) {
        return match subject.caller.words.options {
            Options::Flags if !subject.is_stdin() => {
                format!("`incise append {} --text TEXT` adds to it", subject.word())
            }
            Options::Fields => "\"op\": \"append\" adds to it".to_owned(),
            _ => "nothing can be replaced in it".to_owned(),
        };
    }
    let nearest = why.and_then(|why| why.nearest.as_ref());
    copy_from(subject, nearest.map(|nearest| nearest.lines))
}

/// The source for a copy of the text. Standard input cannot be read again.
fn copy_from(subject: Subject<'_>, lines: Option<LineRange>) -> String {
    if subject.is_stdin() {
        return "copy the text from standard input".to_owned();
    }
    match view_call(subject, lines) {
        Some(call) => format!("copy the text from {call}"),
        None => "copy the text from the current file".to_owned(),
    }
}

/// The hint from other evidence.
fn other_evidence(why: &WhyNot, caller: Caller) -> Option<String> {
    if let Some((repair, place)) = &why.repair {
        let (have, damage) = (have(place.lines), damage_name(*repair));
        let hint = damage_advice(why, *repair, caller);
        return Some(format!("{have} it except for {damage}; {hint}"));
    }
    if let Some(place) = &why.inside_word {
        let inside = format!("{} it inside a longer word", have(place.lines));
        let word = caller.option_name("word");
        return Some(inside + &optional("[; without {} it matches there]", word));
    }
    if let Some((tier, place)) = &why.other_tier {
        return Some(match caller.text_option("match", "mechanical") {
            Some(mechanical) => {
                let lines = in_words(place.lines);
                format!("{mechanical} would match {lines} (tier {tier})")
            }
            None => format!("{} it in another form (tier {tier})", have(place.lines)),
        });
    }
    if let Some(encoding) = why.encoding {
        let named = caller.text_option("encoding", example_of(encoding))?;
        return Some(format!(
            "the file is in {encoding}: name the encoding, for example {named}"
        ));
    }
    if let Some(place) = why.outside_scope.first() {
        let outside = format!("{} it", have(place.lines));
        let within = caller.text_option("within", both_ends(place.lines));
        return Some(outside + &optional("[; if you mean these lines, {}]", within));
    }
    let (other, lines) = why.other_files.first()?;
    let (other, lines) = (name_for(other, caller), in_words(*lines));
    let hint = match caller.command {
        CommandKind::Replace if caller.is_typed() => "--if-found skips the files without it",
        _ => "give that path",
    };
    Some(format!("it is in {other}, at {lines}; {hint}"))
}

/// The option that undoes the damage, or advice to avoid it.
fn damage_advice(why: &WhyNot, repair: TextRepair, caller: Caller) -> String {
    if repair == TextRepair::Case {
        return match caller.switch("ignore_case") {
            Some(ignore_case) => format!("{ignore_case} finds it"),
            None => "write it as in the file".to_owned(),
        };
    }
    if repair == TextRepair::PatternDot {
        return "`(?s)` before the pattern lets `.` match line ends".to_owned();
    }
    // `insert` repairs no texts: the inserted text may be correct even if the text to find is damaged.
    let fix = match caller.command {
        CommandKind::Insert => None,
        _ if !why.repair_is_certain => None,
        _ => caller.text_option("fix", "escapes"),
    };
    match fix {
        Some(fix) if caller.is_typed() => {
            format!("{fix} undoes that, or give the text with --old-file")
        }
        Some(fix) => format!("{fix} undoes that"),
        None => "give the text as it is in the file".to_owned(),
    }
}

/// The evidence for a location that differs only by damage.
pub fn evidence_of_damage(repair: TextRepair) -> String {
    format!("the same except for {}", damage_name(repair))
}

/// The description of the damage to a text.
fn damage_name(repair: TextRepair) -> String {
    match repair {
        TextRepair::Escaped(letter) => format!("a backslash before `{letter}`"),
        TextRepair::ShellEscapes => "backslashes that a shell added".to_owned(),
        TextRepair::TypedNewlines => "`\\n` typed as two characters".to_owned(),
        TextRepair::TypedTabs => "`\\t` typed as two characters".to_owned(),
        TextRepair::TypographicQuotes | TextRepair::PlainQuotes => {
            "typographic quotes or dashes".to_owned()
        }
        TextRepair::HtmlEntities => "HTML entities".to_owned(),
        TextRepair::LineNumbers => "line numbers of a listing".to_owned(),
        TextRepair::Case => "upper and lower case".to_owned(),
        TextRepair::PatternDot => "line ends, which `.` does not match".to_owned(),
    }
}

// Sentences.

pub(super) fn ambiguous(
    wanted: &[u8],
    places: usize,
    candidates: &[Candidate],
    caller: Caller,
) -> Wording {
    let (wanted, places) = (excerpt(wanted), count(places, "place"));
    let more = "add a line of context";
    let first = candidates
        .first()
        .map(|candidate| both_ends(candidate.lines));
    let hint = match (caller.words.options, caller.command) {
        (Options::Payload(names), CommandKind::Replace) => payload_hint(names),
        (Options::Flags, CommandKind::Replace) if caller.has_steps => {
            format!("{more}, or --all for every match")
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
        _ => optional(
            "add a line of context[, or {}]",
            first.and_then(|lines| caller.text_option("within", lines)),
        ),
    };
    wording(
        format!("{wanted} matches {places}; exactly 1 is needed"),
        hint,
    )
}

fn payload_hint(names: &FieldNames) -> String {
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

pub(super) fn count_mismatch(
    wanted: &[u8],
    expected: ExpectedCount,
    found: usize,
    in_all_files: bool,
    subject: Subject<'_>,
) -> Wording {
    let (wanted, places) = (excerpt(wanted), count(found, "place"));
    let sentence = match expected {
        ExpectedCount::Exactly(expected) => {
            let were = verb(expected, "was", "were");
            format!("{wanted} matches {places}; {expected} {were} expected")
        }
        ExpectedCount::Together(expected) => {
            let were = verb(expected, "was", "were");
            format!("the texts match {places} together; {expected} {were} expected")
        }
        ExpectedCount::Ordinal(ordinal) => {
            format!("{wanted} matches {places}; there is no number {ordinal}")
        }
    };
    let hint = match (expected, subject.caller.words.options) {
        _ if found == 0 => copy_from(subject, None),
        (ExpectedCount::Exactly(_) | ExpectedCount::Together(_), options) => {
            let all = match options {
                Options::Fields if in_all_files => Some(format!("\"expect_total\": {found}")),
                _ => subject.caller.number_option("expect", found),
            };
            let all = all.unwrap_or_else(|| format!("expect {found}"));
            format!("add a line of context to exclude some places, or {all} if you mean all")
        }
        (ExpectedCount::Ordinal(_), Options::Flags) => format!("--nth {found} is the last place"),
        (ExpectedCount::Ordinal(_), _) => {
            let last = subject.caller.number_option("pick", found);
            format!(
                "{} is the last place",
                last.unwrap_or_else(|| found.to_string())
            )
        }
    };
    wording(sentence, hint)
}

pub(super) fn already_applied(
    lines: &[LineRange],
    entry: Option<u64>,
    is_repeatable: bool,
    caller: Caller,
) -> Wording {
    let place = new_text_location(lines);
    let sentence = match entry {
        None => format!("already applied: {place}"),
        Some(entry) => format!("already applied: entry {entry} made this edit, and {place}"),
    };
    let mut hint = already_applied_hint(caller);
    if is_repeatable {
        hint += &optional("[; {} makes the edit once more]", repeat_option(caller));
    }
    wording(sentence, hint)
}

fn new_text_location(lines: &[LineRange]) -> String {
    match lines {
        [] => "the new text is there".to_owned(),
        [one] => format!("the new text is at {}", in_words(*one)),
        [first, rest @ ..] => {
            let more = count(rest.len(), "other place");
            format!("the new text is at {} and {more}", in_words(*first))
        }
    }
}

fn already_applied_hint(caller: Caller) -> String {
    match (caller.switch("idempotent"), caller.words.options) {
        (Some(_), Options::Flags) if caller.command == CommandKind::Patch => {
            "nothing is left to do for this file".to_owned()
        }
        (Some(idempotent), Options::Fields) => {
            format!("remove this edit, or set {idempotent} to accept it")
        }
        (Some(idempotent), _) => {
            format!("nothing is left to do; {idempotent} makes this a success")
        }
        (None, _) => "nothing is left to do for this file".to_owned(),
    }
}

/// The option that selects a match. With it, an edit that was made before is repeated.
fn repeat_option(caller: Caller) -> Option<String> {
    match caller.words.options {
        Options::Flags if caller.has_files => caller.number_option("expect", "N"),
        Options::Flags => Some("--nth 1".to_owned()),
        Options::Payload(names) => names.one.map(str::to_owned),
        _ => caller.number_option("pick", 1),
    }
}

pub(super) fn site_gone(site: SiteId, found: usize, caller: Caller) -> Wording {
    let places = count(found, "place");
    let hint = match (caller.option_name("site"), dry_run_call(caller)) {
        _ if caller.is_typed() => {
            "`incise check replace` without --site prints the current IDs".to_owned()
        }
        (Some(site), Some(call)) => {
            format!("{call} without {site} lists the current IDs")
        }
        _ => "list the matches again".to_owned(),
    };
    wording(
        format!("stale: none of {places} in the current file has the ID {site}"),
        hint,
    )
}

pub(super) fn bad_pattern(problem: Option<&str>, caller: Caller) -> Wording {
    let hint = pattern_hint(problem, caller);
    match problem {
        None => wording("the regular expression is too big", hint),
        Some(problem) => {
            let problem = visible(problem.as_bytes());
            wording(
                format!("the regular expression is malformed: {problem}"),
                hint,
            )
        }
    }
}

/// True if only `--fancy` supports the pattern, because it has look-around or backreferences.
fn needs_fancy(problem: Option<&str>) -> bool {
    problem.is_some_and(|problem| problem.ends_with("not supported"))
}

fn pattern_hint(problem: Option<&str>, caller: Caller) -> String {
    if caller.command == CommandKind::Ensure {
        return "a backslash makes the next character literal".to_owned();
    }
    if needs_fancy(problem)
        && let Some(fancy) = caller.switch("fancy")
    {
        return format!("{fancy} supports it");
    }
    match caller.option_name("regex") {
        Some(regex) => format!("without {regex} the text is literal"),
        None => "otherwise the text is literal".to_owned(),
    }
}

pub(super) fn nothing_selected(caller: Caller) -> Wording {
    let [no_ignore, hidden] = ["no_ignore", "hidden"]
        .map(|option| optional("[ ({} includes them)]", caller.switch(option)));
    let hint = format!(
        "skipped: ignored files{no_ignore}, hidden files{hidden}, and files that the globs and types exclude; globs are relative to the working directory"
    );
    wording("no file is selected", hint)
}
