//! The fault, in a sentence: lower-case, path first, no full stop.

use super::Caller;
use super::history::{conflict, nothing_to_undo, undo_conflict};
use super::impossible::impossible;
use super::patch::{bad_target, hunk_failed};
use super::plural::{count, in_words, numbers};
use crate::refusal::{
    EarlierEdit, EncodingFault, Escape, ExpectedCount, FormChange, KeyFault, Looked, MarkerFault,
    MergeConflict, NotAFile, Process, Reason, Refusal, Residue, ResidueKind, SuggestionFault,
    SyntaxError, Unaccepted, Unlike, Unshown, WhyNot,
};
use crate::render::escape::{excerpt, path, shortened, visible};
use crate::text::LineRange;

/// The whole message: path and line, number of the edit, sentence.
pub fn message(refusal: &Refusal, caller: Caller) -> String {
    let mut message = String::new();
    if let Some(shown) = &refusal.path {
        message += &path(shown);
        if let Some(lines) = lines(&refusal.reason) {
            message += &format!(":{}", lines.first());
        }
        message += ": ";
    }
    let mut sentence = sentence(&refusal.reason);
    if let Some(taken) = &refusal.taken {
        sentence += &format!("; {}", taken_by(taken, "its lines"));
    }
    match (refusal.request_line, refusal.edit) {
        (Some(line), _) => message += &format!("line {line} of the request: "),
        // Who reads a document may have named the edit: "edit 3 has no `new`".
        (None, Some(edit)) if caller.has_steps && !names_edit(&sentence, edit) => {
            message += &format!("edit {edit}: ");
        }
        _ => {}
    }
    shortened(message + &sentence)
}

fn names_edit(sentence: &str, edit: usize) -> bool {
    let name = format!("edit {edit}");
    let is_whole =
        |at: usize| !sentence[at + name.len()..].starts_with(|next: char| next.is_ascii_digit());
    sentence.match_indices(&name).any(|(at, _)| is_whole(at))
}

/// The lines that the refusal is about, when it is about one place.
fn lines(reason: &Reason) -> Option<LineRange> {
    match reason {
        Reason::Overlap { lines } | Reason::Indentation { lines, .. } => Some(*lines),
        Reason::AlreadyApplied { lines, .. } => lines.first().copied(),
        _ => None,
    }
}

/// Why a short anchor of another tool names no line.
fn unshown_anchor(unshown: &Unshown) -> String {
    match unshown {
        Unshown::NoTask { anchor } => format!(
            "`{}` is about what a task was shown, and the request is no task's",
            visible(anchor.as_bytes())
        ),
        Unshown::NoJournal { anchor } => format!(
            "`{}` is about what a task was shown, and no journal is kept that tells it",
            visible(anchor.as_bytes())
        ),
        Unshown::Tag { tag, .. } => format!(
            "stale: no text that this task was shown has the tag `{}`",
            visible(tag.as_bytes())
        ),
        Unshown::Lines { lines } if lines.count() == 1 => {
            format!("stale: this task was not shown line {}", lines.first())
        }
        Unshown::Lines { lines } => format!(
            "stale: this task was not shown all of lines {} to {}",
            lines.first(),
            lines.last()
        ),
        Unshown::Hash { anchor, .. } => format!(
            "stale: no line that this task was shown is `{}`, as far as such hashes are known",
            visible(anchor.as_bytes())
        ),
        Unshown::Several { anchor } => format!(
            "stale: `{}` was a line of several texts that this task was shown, and these are in different places by now",
            visible(anchor.as_bytes())
        ),
    }
}

// One flat table, as long as there are reasons: a sentence for each.
fn sentence(reason: &Reason) -> String {
    match reason {
        Reason::NotFound { wanted, why } => not_found(wanted, why.as_deref()),
        Reason::Ambiguous {
            wanted,
            count: found,
            ..
        } => {
            let places = count(*found, "place");
            format!("{} matches {places}; exactly 1 is needed", excerpt(wanted))
        }
        Reason::Key { key, why } => key_fault(key, why),
        Reason::Suggestion { rule, why } => suggestion_fault(rule, why),
        Reason::HalfBlock {
            present,
            missing,
            lines,
        } => format!(
            "{} is at {} without the {} that belongs to it",
            excerpt(present),
            in_words(*lines),
            excerpt(missing),
        ),
        Reason::NotThatSymbol { symbol, defined } => {
            let symbol = visible(symbol.as_bytes());
            match &defined[..] {
                [] => format!("the new text of `{symbol}` defines nothing"),
                names => format!(
                    "the new text of `{symbol}` defines {} instead",
                    listed(names)
                ),
            }
        }
        Reason::OtherSymbol { symbol } => format!(
            "`{}`, which stands beside the new text, would not be what it is",
            visible(symbol.as_bytes())
        ),
        Reason::BrokenSymbol { symbol, line } => format!(
            "`{}` has a syntax error at line {line}: nobody knows where it ends",
            visible(symbol.as_bytes())
        ),
        Reason::NoRegion { region, .. } => {
            format!("there is no {}", visible(region.to_string().as_bytes()))
        }
        Reason::SeveralRegions { region, candidates } => {
            let region = visible(region.to_string().as_bytes());
            let places = count(candidates.len(), "place");
            format!("{region} may be {places}; exactly 1 is needed")
        }
        Reason::CountMismatch {
            wanted,
            expected,
            found,
            ..
        } => count_mismatch(wanted, *expected, *found),
        Reason::AlreadyApplied { lines, entry: None } => {
            format!("already applied: {}", stands_at(lines))
        }
        Reason::AlreadyApplied {
            lines,
            entry: Some(entry),
        } => format!(
            "already applied: entry {entry} made this edit, and {}",
            stands_at(lines)
        ),
        Reason::Exists { len, lines } => {
            format!("there is a file already ({})", extent(*len, *lines))
        }
        Reason::EmptySearch { len, lines } => format!(
            "an empty SEARCH makes a new file, and there is one already ({})",
            extent(*len, *lines)
        ),
        Reason::OutOfRange {
            asked, lines: 0, ..
        } => format!("line {asked} is out of range: the file is empty"),
        Reason::OutOfRange {
            asked,
            lines,
            lowest,
        } => {
            let valid = valid_range(*lowest, *lines);
            let has = count(*lines, "line");
            format!("line {asked} is out of range: the file has {has}, valid is {valid}")
        }
        Reason::Overlap { lines } => {
            format!("two edits claim the same text in {}", in_words(*lines))
        }
        Reason::HunkFailed { failures, total } => hunk_failed(failures, *total),
        Reason::PartlyApplied { applied, total } => {
            let stand = if applied.len() == 1 {
                "stands"
            } else {
                "stand"
            };
            let applied = numbers("hunk", applied);
            format!("partly applied: {applied} of {total} already {stand} in the file")
        }
        Reason::MergeConflict { conflicts } => {
            format!("both sides changed {}", both(conflicts))
        }
        Reason::BadMarkers { line, why } => {
            let what = match why {
                MarkerFault::NoBase => "the conflict does not show what both sides were made from",
                MarkerFault::Nested => "a conflict begins inside another one",
                MarkerFault::Unbalanced => "a conflict marker stands where none can",
                MarkerFault::Open => "the conflict that begins there has no end",
            };
            format!("line {line}: {what}")
        }
        Reason::Shrink { before, after: 0 } => {
            let before = count(*before, "line");
            format!("would leave nothing of the file, which has {before}")
        }
        Reason::Shrink { before, after } => {
            let before = count(*before, "line");
            format!("would shrink the file from {before} to {after}, less than a third")
        }
        Reason::Residue { findings } => residue(findings),
        Reason::Indentation { lines, .. } => {
            let place = in_words(*lines);
            format!("the new lines are indented otherwise than the place of the old text, {place}")
        }
        Reason::IndentedString { text } => format!(
            "the new lines have to be indented for their place, and a line inside a string may be meant as it is: {}",
            excerpt(text)
        ),
        Reason::Misfit { errors } => {
            let errors = syntax(errors);
            format!("with the new lines indented to fit their place there would be {errors}")
        }
        Reason::Form(change) => form(*change),
        Reason::Encoding { encoding, fault } => encoding_fault(encoding, *fault),
        Reason::Syntax { errors } | Reason::UnparsedSymbol { errors } => {
            format!("there would be {}", syntax(errors))
        }
        Reason::ValidationFailed { command, why, .. } => validation_failed(command, why),
        Reason::Impossible(why) => visible(impossible(why).as_bytes()),
        Reason::Usage { message, .. }
        | Reason::BadRequest { message, .. }
        | Reason::MixedModes { message, .. } => visible(message.as_bytes()),
        Reason::BadPattern { problem: None } => "the regular expression is too big".to_owned(),
        Reason::BadPattern {
            problem: Some(problem),
        } => {
            let problem = visible(problem.as_bytes());
            format!("the regular expression is malformed: {problem}")
        }
        Reason::BadTarget { why } => bad_target(why),
        Reason::BackupIsTarget => {
            "the request changes the file that would be the backup of another".to_owned()
        }
        Reason::BadPatch { line, problem, .. } => {
            format!(
                "malformed diff: line {line}: {}",
                visible(problem.as_bytes())
            )
        }
        Reason::LeftoverLines { lines } => {
            let lines: Vec<usize> = lines.iter().map(|line| line.number()).collect();
            let belong = if lines.len() == 1 {
                "belongs"
            } else {
                "belong"
            };
            format!(
                "malformed diff: {} {belong} to no hunk",
                numbers("line", &lines)
            )
        }
        Reason::Stale { expected, found } => {
            let found = found.map_or("there is no file".to_owned(), |found| {
                format!("it is {found}")
            });
            format!("stale: expected {}, {found}", visible(expected.as_bytes()))
        }
        Reason::NotRebased { conflicts, .. } => {
            format!(
                "stale: this edit and what came since both change {}",
                both(conflicts)
            )
        }
        Reason::KeepsChanging => {
            "stale: others kept changing the file while it was being edited".to_owned()
        }
        Reason::LinesChanged { lines, .. } if lines.count() == 1 => {
            format!("stale: line {} is not what it was", lines.first())
        }
        Reason::LinesChanged { lines, .. } => format!(
            "stale: something between lines {} and {} has changed",
            lines.first(),
            lines.last()
        ),
        Reason::LineChanged {
            line,
            expected,
            found,
            ..
        } => format!("stale: line {line} has the hash {found}, not {expected}"),
        Reason::Unshown(unshown) => unshown_anchor(unshown),
        Reason::SiteGone { site, found } => {
            let places = count(*found, "place");
            format!("stale: none of {places} has the id {site} in the file as it is")
        }
        Reason::Conflict { conflicts } => conflict(conflicts),
        Reason::NothingToUndo { why } => nothing_to_undo(why),
        Reason::UndoConflict { entry, why } => undo_conflict(*entry, why),
        Reason::Locked {
            waited,
            holder,
            file,
        } => {
            let waited = waited.as_secs_f64();
            let process = match holder {
                Some(process) => format!("process {process}"),
                None => "another process".to_owned(),
            };
            let machine = file.as_ref().and_then(|file| file.machine.as_deref());
            let holder = match machine {
                Some(name) => format!("{process} on `{}`", visible(name.as_bytes())),
                None => process,
            };
            format!("{holder} holds the lock of its directory; waited {waited:.1} s")
        }
        Reason::RecoveryPending { log, owner, why } => {
            let log = path(log);
            match why {
                Some(why) => format!(
                    "an interrupted change is in the way and cannot be recovered: {} (log `{log}`)",
                    visible(why.as_bytes())
                ),
                None => format!(
                    "an interrupted change of user {owner} is in the way; its log is `{log}`"
                ),
            }
        }
        Reason::Missing | Reason::MissingUnmade | Reason::MissingTarget { .. } => {
            "there is no such file".to_owned()
        }
        Reason::MissingParent { directory } => {
            format!("the directory `{}` does not exist", path(directory))
        }
        Reason::Permission { during } => format!("cannot {during} it: permission denied"),
        Reason::NoSpace { during, error }
        | Reason::OpenFiles { during, error }
        | Reason::Io { during, error } => {
            format!("cannot {during} it: {}", visible(error.as_bytes()))
        }
        Reason::OpenElsewhere { processes } => open_elsewhere(processes),
        Reason::ClosedDirectory { during, directory } => format!(
            "cannot {during} the directory `{}`: permission denied",
            path(directory)
        ),
        Reason::NotTakenBack { error, kept } => {
            let kept = kept
                .as_ref()
                .map(|kept| format!("; the old file is {}", path(kept)));
            format!(
                "cannot take back the change of it: {}{}",
                visible(error.as_bytes()),
                kept.unwrap_or_default()
            )
        }
        Reason::MountPoint { during } => {
            format!(
                "cannot {during} it: its name cannot be given to another file, something is mounted on it"
            )
        }
        Reason::Attributes { name, error } => attributes(name.as_deref(), error),
        Reason::NotAFile { kind } => not_a_file(*kind).to_owned(),
        Reason::SyncFailed { error } => {
            let error = visible(error.as_bytes());
            format!("the file is written, but its directory could not be synced: {error}")
        }
        Reason::OutsideRoot { escape } => match escape {
            Escape::Name => "the path leads outside the root".to_owned(),
            Escape::Link => "a symbolic link on the path leads outside the root".to_owned(),
            Escape::Elsewhere => "the path is an absolute one of another system".to_owned(),
        },
        Reason::Protected { component } => {
            format!("`{}` is protected", visible(component.as_bytes()))
        }
        Reason::Binary { .. } => "the file is binary: there is a NUL in its first 8 KiB".to_owned(),
        Reason::TooLarge { len, limit } => {
            format!("the file has {len} bytes, the limit is {limit}")
        }
        Reason::TooMuchData { line, len, limit } => {
            let place = line.map_or(String::new(), |line| format!("line {line} of the diff: "));
            format!("{place}its binary data makes {len} bytes or more, the limit is {limit}")
        }
        Reason::EndlessInput { limit } => {
            format!("the input goes on beyond {limit} bytes, the limit")
        }
        Reason::ReadOnly { mode } => format!("the file is read-only (mode {mode:04o})"),
    }
}

/// The processes that have the file open for writing.
fn open_elsewhere(processes: &[Process]) -> String {
    match processes {
        [] => "it is open for writing in another process".to_owned(),
        processes => format!("it is open for writing in {}", named(processes)),
    }
}

/// `process 41 (`logger`)`, one after the other.
pub fn named(processes: &[Process]) -> String {
    let named = processes.iter().map(|process| match &process.name {
        Some(name) => format!("process {} (`{}`)", process.id, visible(name.as_bytes())),
        None => format!("process {}", process.id),
    });
    named.collect::<Vec<_>>().join(", ")
}

/// Which attribute the new file would not have.
fn attributes(name: Option<&str>, error: &str) -> String {
    let error = visible(error.as_bytes());
    match name {
        Some(name) => {
            let name = visible(name.as_bytes());
            format!("cannot keep its extended attribute `{name}`: {error}")
        }
        None => format!("cannot read its extended attributes: {error}"),
    }
}

fn not_found(wanted: &[u8], why: Option<&WhyNot>) -> String {
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
            format!("{wanted} is not in the file as it was given")
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
fn taken_by(taken: &EarlierEdit, what: &str) -> String {
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

fn suggestion_fault(rule: &str, why: &SuggestionFault) -> String {
    match why {
        SuggestionFault::OtherText => {
            "it is not the text that the suggestions are about".to_owned()
        }
        SuggestionFault::OtherLines(lines) => {
            format!(
                "{} not what the suggestion of `{rule}` is about",
                are(*lines)
            )
        }
        SuggestionFault::NoPlace => format!("the suggestion of `{rule}` has no place in it"),
        SuggestionFault::TwoPlaces => {
            format!("the place of the suggestion of `{rule}` can be read in two ways")
        }
        SuggestionFault::Overlap(lines, other) if other == rule => {
            format!(
                "two suggestions of `{rule}` change the same text, {}",
                in_words(*lines)
            )
        }
        SuggestionFault::Overlap(lines, other) => {
            format!(
                "the suggestions of `{other}` and `{rule}` change the same text, {}",
                in_words(*lines)
            )
        }
    }
}

fn key_fault(key: &str, why: &KeyFault) -> String {
    match why {
        KeyFault::Missing { table: None, .. } => format!("there is no key `{key}`"),
        KeyFault::Missing {
            table: Some(table), ..
        } => format!("there is no key `{key}`; `{table}` has none of that name"),
        KeyFault::Several { lines, .. } => {
            let lines: Vec<_> = lines.iter().map(|line| line.number()).collect();
            format!(
                "the key `{key}` is there several times: {}",
                numbers("line", &lines)
            )
        }
        KeyFault::Closed { name, line } => {
            format!("`{key}` is {name} at line {line}, which is not changed in its place")
        }
        KeyFault::OtherType { there } => format!("`{key}` is {there}, and the new value is none"),
        KeyFault::Unwritable { format, what } => format!("{format} cannot write {what}"),
        KeyFault::Unread {
            format,
            line,
            problem,
            ..
        } => format!("it cannot be read as {format}: {problem}, at line {line}"),
        KeyFault::Unproven => format!(
            "`{key}` cannot be changed by itself: what would come of it says something else besides"
        ),
        KeyFault::Reread { format, number } => {
            format!(
                "programs that read {format} take `{number}` for another value than its digits say"
            )
        }
        KeyFault::UnknownDialect { name, .. } => format!("`{name}` is not a dialect"),
        KeyFault::NoFormat { .. } => "its name tells no format that has keys".to_owned(),
    }
}

/// `lines 3-5 are`.
fn are(lines: LineRange) -> String {
    let verb = if lines.first() == lines.last() {
        "is"
    } else {
        "are"
    };
    format!("{} {verb}", in_words(lines))
}

/// Why the most similar lines are not taken.
fn not_taken(unlike: Unlike) -> String {
    match unlike {
        Unlike::Threshold(hundredths) => {
            format!("less alike than the threshold of {hundredths} %")
        }
        Unlike::Rival(lines) => format!("{} nearly as much alike", are(lines)),
        Unlike::Edge => "the first or the last line is another one there".to_owned(),
        Unlike::FewLines => "less than two thirds of the text stand there line by line".to_owned(),
        Unlike::Sibling => "a line differs there as that of another block would".to_owned(),
        Unlike::Indentation => "its lines are indented there by different steps".to_owned(),
        Unlike::Changed => "what is to be changed must stand there as it was given".to_owned(),
    }
}

/// The place where a search stopped.
fn bound(looked: Looked) -> Option<&'static str> {
    match looked {
        Looked::Everywhere => None,
        Looked::WithoutEveryShift => Some(
            "the search at other indentation stopped at its bound, for such lines are there too often",
        ),
        Looked::WithoutSimilarity => {
            Some("a text of more than 100,000 bytes is not looked for by similarity")
        }
        Looked::WithoutRepairs => Some("a text of more than 1 MiB is not examined for damage"),
    }
}

fn stands_at(lines: &[LineRange]) -> String {
    match lines {
        [] => "the new text is there".to_owned(),
        [one] => format!("the new text is there at {}", in_words(*one)),
        [first, rest @ ..] => {
            let more = count(rest.len(), "other place");
            format!("the new text is there at {} and {more}", in_words(*first))
        }
    }
}

/// A kind of residue, in words.
pub fn residue_kind(kind: ResidueKind) -> &'static str {
    match kind {
        ResidueKind::Placeholder => "a placeholder for text that was left out",
        ResidueKind::LineNumbers => "line numbers of a listing",
        ResidueKind::ConflictMarker => "a conflict marker",
        ResidueKind::PatchEnvelope => "a line of a patch's envelope",
        ResidueKind::Truncation => "a notice that text was cut",
        ResidueKind::MarkdownFence => "a Markdown fence around the whole text",
    }
}

/// Text in a new text that does not belong in a file.
fn residue(findings: &[Residue]) -> String {
    let Some(first) = findings.first() else {
        return "the new text holds what does not belong in a file".to_owned();
    };
    let kind = residue_kind(first.kind);
    let more = match findings.len() {
        1 => String::new(),
        several => format!(", and {} more", several - 1),
    };
    format!("the new text holds {kind}: {}{more}", excerpt(&first.text))
}

/// Names, the first few of them, in back-ticks.
fn listed(names: &[String]) -> String {
    let shown = names
        .iter()
        .take(3)
        .map(|name| format!("`{}`", visible(name.as_bytes())));
    shown.collect::<Vec<_>>().join(", ")
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

/// The result of the command on the new text.
fn validation_failed(command: &str, why: &Unaccepted) -> String {
    let command = excerpt(command.as_bytes());
    match why {
        Unaccepted::Exit(code) => format!("{command} rejects the new text: exit status {code}"),
        Unaccepted::Signal(signal) => format!("{command} was ended by signal {signal}"),
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
            format!("{command} changed the new text instead of only looking at it")
        }
    }
}

fn count_mismatch(wanted: &[u8], expected: ExpectedCount, found: usize) -> String {
    let matches = format!("{} matches {}", excerpt(wanted), count(found, "place"));
    match expected {
        ExpectedCount::Exactly(expected) => format!("{matches}; {expected} were expected"),
        ExpectedCount::Ordinal(ordinal) => format!("{matches}; there is no number {ordinal}"),
    }
}

/// The line numbers that are accepted, in words.
pub fn valid_range(lowest: usize, lines: usize) -> String {
    match lines {
        0 if lowest > 0 => "none, it is empty".to_owned(),
        _ if lowest == lines => lowest.to_string(),
        _ => format!("{lowest} to {lines}"),
    }
}

/// How much text a file has.
fn extent(len: u64, lines: usize) -> String {
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    format!("{}, {}", count(lines, "line"), count(len, "byte"))
}

fn encoding_fault(encoding: &str, fault: EncodingFault) -> String {
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
            format!("the new text would be read as another one in {encoding}")
        }
    }
}

fn form(change: FormChange) -> String {
    match change {
        FormChange::Encoding => "would no longer be UTF-8".to_owned(),
        FormChange::NotIn(encoding) => format!("is in UTF-8, not in {encoding}"),
        FormChange::Foreign(encoding) => {
            format!("is in {encoding}, and the new text in UTF-8")
        }
        FormChange::LoneReturns => {
            "ends its lines in carriage returns alone: to an edit by line it is one line".to_owned()
        }
        FormChange::ByteOrderMark => "would gain or lose its byte-order mark".to_owned(),
        FormChange::LineEndings => "would change its line endings, or mix them".to_owned(),
        FormChange::FinalNewline => "would gain or lose its final newline".to_owned(),
    }
}

fn not_a_file(kind: NotAFile) -> &'static str {
    match kind {
        NotAFile::Directory => "it is a directory, not a file",
        NotAFile::DanglingLink => "it is a symbolic link that leads nowhere",
        NotAFile::Link => "it is a symbolic link, and a report is never written through one",
        NotAFile::LinkItself => "it is a symbolic link, which has no text of its own",
        NotAFile::LinkUnsaid => "it is a symbolic link, and the diff does not say so",
        NotAFile::NoLink => "it is no symbolic link, and one was expected",
        NotAFile::Fifo => "it is a named pipe, not a file",
        NotAFile::Socket => "it is a socket, not a file",
        NotAFile::Device => "it is a device, not a file",
        NotAFile::ChangedLink => {
            "the path leads through a symbolic link that the same request makes, changes or takes away"
        }
        NotAFile::SubmoduleInPatch => "the patch is about a submodule, which has no text",
        NotAFile::NoName => "it is empty or ends in `.` or `..`, which names no file",
        NotAFile::TrailingSlash => "a `/` at its end names a directory, not a file",
        NotAFile::BelowAFile => "the path goes on behind a file, which is no directory",
    }
}

/// The lines that both sides of a merge changed.
fn both(conflicts: &[MergeConflict]) -> String {
    let lines = conflicts.iter().map(|conflict| in_words(conflict.lines));
    lines.collect::<Vec<_>>().join(", ")
}
