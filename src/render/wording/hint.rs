//! The way out of a refusal: a flag, a field or the next command. A flag that forces never comes first.

use std::path::{Path, PathBuf};

use super::history::undo_conflict_hint;
use super::message::in_words;
use super::{Command, Setting, Steps};
use crate::refusal::{
    Candidate, ExpectedCount, FormChange, HunkFailure, HunkWhy, NotAFile, Reason, Refusal, Repair,
    Unaccepted, WhyNot,
};
use crate::render::escape::{path, path_bytes, shortened, visible};
use crate::text::LineRange;

/// The way out, without `hint:`; never empty.
pub fn hint(refusal: &Refusal, setting: Setting) -> String {
    shortened(way_out(refusal, setting))
}

// One flat table, as long as there are reasons.
fn way_out(refusal: &Refusal, setting: Setting) -> String {
    let file = shell_word(refusal);
    match &refusal.reason {
        Reason::NotFound { why, .. } => not_found(&file, why.as_deref(), setting),
        Reason::Ambiguous { candidates, .. } => ambiguous(candidates, setting),
        Reason::CountMismatch {
            expected, found, ..
        } => count_mismatch(&file, *expected, *found, setting),
        Reason::AlreadyApplied { .. } => match setting.command {
            Command::Apply => "drop this edit, or set \"idempotent\": true to accept it".to_owned(),
            Command::Patch | Command::Payload(_) => "nothing is left to do for this file".to_owned(),
            _ => "nothing is left to do; --idempotent makes this a success".to_owned(),
        },
        Reason::Exists { .. } => exists(&file, setting),
        Reason::OutOfRange { lowest, lines, .. } => out_of_range(&file, *lowest, *lines, setting),
        Reason::Overlap { lines } => {
            let range = range(*lines);
            format!("join the two edits into one; `incise view {file} {range}` shows the lines")
        }
        Reason::HunkFailed { failures, .. } => hunk_failed(&file, failures),
        Reason::PartlyApplied { .. } => {
            "drop the hunks that are applied, or make the patch again from the file as it is; \
             --skip-applied leaves them out"
                .to_owned()
        }
        Reason::Shrink { .. } => {
            "check that the new text is whole; if it is meant to be that short, --force-shrink"
                .to_owned()
        }
        Reason::Residue { .. } => {
            "write out what the placeholder stands for; if the text is meant, --allow-residue"
                .to_owned()
        }
        Reason::Form(change) => form(*change, &file),
        Reason::Syntax { .. } => {
            "mend the new text; if the grammar is wrong about it, --syntax warn".to_owned()
        }
        Reason::ValidationFailed { why, .. } => validation_failed(why).to_owned(),
        Reason::Usage { hint, .. } => given(
            hint,
            "`incise --help` lists the commands, `incise COMMAND --help` their flags",
        ),
        Reason::BadRequest { hint, .. } | Reason::MixedModes { hint, .. } => {
            given(hint, "`incise apply --help` shows a request of each kind")
        }
        Reason::BadPatch { line, .. } => {
            format!("see line {line} of the diff; `git diff` and `diff -u` print what is read")
        }
        Reason::LeftoverLines { .. } => {
            "give every line of a hunk its ` `, `-` or `+`, and correct the counts in its `@@` line"
                .to_owned()
        }
        Reason::Stale { found: Some(_), .. } => {
            format!("read it again with `incise view {file}` and use the hash it prints")
        }
        Reason::Stale { found: None, .. } => {
            format!("the file is gone: find its new name, or make it with `incise create {file}`")
        }
        Reason::LineChanged { line, .. } => {
            format!("read it again with `incise view {file} {line}`")
        }
        Reason::SiteGone { .. } => {
            "run `incise check replace` again: it prints the ids of the places as they are"
                .to_owned()
        }
        Reason::Restless => "run the same command again when the others have finished".to_owned(),
        Reason::Conflict { conflicts } => {
            let view = match conflicts.first() {
                Some(first) => format!("incise view {file} {}", range(first.lines)),
                None => format!("incise view {file}"),
            };
            format!(
                "read the lines again with `{view}` and your --task, then edit what stands there; \
                 --on-conflict force overrules the other task"
            )
        }
        Reason::NothingToUndo { .. } => "`incise log` lists what there is".to_owned(),
        Reason::UndoConflict { entry, why } => undo_conflict_hint(&file, *entry, why),
        Reason::Locked {
            file: Some(lock), ..
        } if lock.machine.is_some() => {
            let lock = path(&lock.path);
            format!("try again; if that process has ended, remove `{lock}`")
        }
        Reason::Locked { .. } => "try again; --lock-timeout SECONDS waits longer".to_owned(),
        Reason::RecoveryPending { why: None, .. } => {
            "let that user run `incise recover` here; if there is no such log any more, look at the \
             files, then remove `.incise-pending` and `.incise-*` beside them"
                .to_owned()
        }
        Reason::RecoveryPending { why: Some(_), .. } => {
            "mend the cause and run `incise recover`, or look at the files, then remove the log and \
             `.incise-pending` beside them"
                .to_owned()
        }
        Reason::Missing => missing(&file, setting),
        Reason::MissingTarget { alike } => missing_target(alike, setting),
        Reason::MissingParent { directory } => missing_parent(&word_of(directory), setting),
        Reason::Permission { .. } => {
            format!("see who may write the file and its directory with `ls -ld {file}`")
        }
        Reason::NoSpace { .. } => {
            "free some space (`df -h`, `quota`) and run the same command again".to_owned()
        }
        Reason::NotAFile { kind } => not_a_file(*kind, &file),
        Reason::Io { .. } => "run the same command again once the cause is mended".to_owned(),
        Reason::SyncFailed { .. } => {
            format!(
                "the new text is in place: `sync` makes it durable, `incise view {file}` shows it"
            )
        }
        Reason::OutsideRoot { .. } => {
            "use a path inside the root, or name the directory with --root DIR".to_owned()
        }
        Reason::Protected { .. } => {
            "change version-control data with its own commands, such as `git config`".to_owned()
        }
        Reason::Binary => {
            "if these bytes are meant, --binary; a patch changes binary files without it".to_owned()
        }
        Reason::TooLarge { len, .. } => format!("--max-size {len} lets it through"),
        Reason::ReadOnly { .. } => {
            format!("`chmod u+w {file}` makes it writable; --allow-read-only replaces it as it is")
        }
    }
}

fn given(hint: &Option<String>, otherwise: &str) -> String {
    hint.clone().unwrap_or_else(|| otherwise.to_owned())
}

fn not_found(file: &str, why: Option<&WhyNot>, setting: Setting) -> String {
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

fn ambiguous(candidates: &[Candidate], setting: Setting) -> String {
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

fn count_mismatch(file: &str, expected: ExpectedCount, found: usize, setting: Setting) -> String {
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

fn missing(file: &str, setting: Setting) -> String {
    match setting.command {
        Command::Replace | Command::Insert | Command::Lines | Command::Write => {
            format!("check the path; `incise create {file}` makes a new file")
        }
        Command::Apply => "check the path; \"op\": \"create\" makes a new file".to_owned(),
        Command::Payload(_) => "check the path".to_owned(),
        Command::Make | Command::Move | Command::Patch | Command::Other => {
            "check the path; it is relative to the working directory, or to -C DIR".to_owned()
        }
    }
}

fn exists(file: &str, setting: Setting) -> String {
    match setting.command {
        Command::Move => {
            format!("take another name, or `incise remove {file}` first if it can go")
        }
        Command::Patch => format!(
            "see what is there with `incise view {file}`; leave that part of the diff out, or move the \
             file away first"
        ),
        Command::Write => {
            format!("read it with `incise view {file}`; --overwrite replaces the whole text")
        }
        _ => format!(
            "change it with `incise replace {file}`, or its whole text with `incise write {file} --overwrite`"
        ),
    }
}

fn missing_target(alike: &[PathBuf], setting: Setting) -> String {
    let (target, strip) = match setting.command {
        Command::Apply => ("\"target\"", "\"strip\""),
        Command::Patch => ("--target", "--strip"),
        _ if alike.is_empty() => return "check the path".to_owned(),
        _ => return format!("a file of that name is {}", listed(alike)),
    };
    match alike {
        [] => format!(
            "check where you are (-C DIR), name the file with {target}, or say with {strip} how many \
             leading components its name has too many"
        ),
        [only] => {
            let only = word_of(only);
            format!("{only} has that name: if it is meant, {target} {only}")
        }
        [first, ..] => format!(
            "{} have that name: if one is meant, {target} {}",
            listed(alike),
            word_of(first)
        ),
    }
}

fn listed(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| word_of(file)).collect();
    names.join(", ")
}

fn missing_parent(directory: &str, setting: Setting) -> String {
    match setting.command {
        Command::Make | Command::Move => format!("--parents makes it, or `mkdir -p {directory}`"),
        Command::Apply => format!("\"parents\": true makes it, or `mkdir -p {directory}`"),
        _ => format!("check the path; `mkdir -p {directory}` makes the directory"),
    }
}

fn out_of_range(file: &str, lowest: usize, lines: usize, setting: Setting) -> String {
    match (setting.command, lines, lowest) {
        (Command::Insert, ..) => format!("--line {lines} is after the last line, as is --line -1"),
        (_, 0, 1..) => format!("put text into it with `incise append {file}`"),
        _ => format!("`incise view {file}` prints the lines with their numbers"),
    }
}

fn hunk_failed(file: &str, failures: &[HunkFailure]) -> String {
    if let Some(mode) = placing_mode(failures) {
        return format!(
            "--mode {mode} would place what is left; check it first with `incise check patch`"
        );
    }
    let why = failures.first().map(|failure| &failure.why);
    match why {
        Some(HunkWhy::NoMatch { .. } | HunkWhy::Doubtful(_) | HunkWhy::Conflict { .. }) => {
            let differs = why.and_then(HunkWhy::difference);
            let line = differs.map_or(String::new(), |differs| format!(" {}", differs.line));
            format!("make the patch again from the file as it is; see `incise view {file}{line}`")
        }
        Some(HunkWhy::Ambiguous { .. } | HunkWhy::NoAnchor | HunkWhy::Undecided { .. }) => {
            "make the patch with more lines of context, such as `git diff -U10`".to_owned()
        }
        Some(HunkWhy::Overlap { .. }) => "join the two hunks into one".to_owned(),
        Some(HunkWhy::AlreadyApplied { .. }) => {
            "drop the hunk that is applied, or --skip-applied".to_owned()
        }
        Some(HunkWhy::Truncated) => "get the whole patch: its end is missing".to_owned(),
        Some(HunkWhy::LeavesText { .. }) => {
            format!("`incise remove {file}` deletes the file whatever is in it")
        }
        Some(HunkWhy::Unverified { .. }) => {
            format!("please report it; meanwhile `incise replace {file}` makes the change")
        }
        _ => format!("make the patch again from the file as it is; see `incise view {file}`"),
    }
}

/// The mildest mode that would place every hunk that failed.
fn placing_mode(failures: &[HunkFailure]) -> Option<&'static str> {
    const BOLDNESS: [&str; 3] = ["tolerant", "merge", "fuzzy"];
    let boldness = |failure: &HunkFailure| {
        let mode = failure.would_place.as_ref()?.mode;
        BOLDNESS.iter().position(|bold| *bold == mode)
    };
    let modes: Option<Vec<usize>> = failures.iter().map(boldness).collect();
    Some(BOLDNESS[modes?.into_iter().max()?])
}

fn form(change: FormChange, file: &str) -> String {
    match change {
        FormChange::Encoding => "give the new text in the file's encoding, as UTF-8".to_owned(),
        FormChange::ByteOrderMark => {
            "begin the new text as the file begins: with its byte-order mark, or without".to_owned()
        }
        FormChange::LineEndings => {
            format!(
                "`incise check files {file}` tells how its lines end; end those of the new text so"
            )
        }
        FormChange::FinalNewline => {
            "end the new text as the file ends: with a newline, or without".to_owned()
        }
    }
}

fn validation_failed(why: &Unaccepted) -> &'static str {
    match why {
        Unaccepted::Exit(_) | Unaccepted::Signal(_) => {
            "mend the new text as the command says; if the old text fails as well, mend that first"
        }
        Unaccepted::TimedOut(_) => {
            "validate with a faster command: one that looks at one file only"
        }
        Unaccepted::NotStarted(_) => {
            "no shell is used: name a program on the PATH, or --validate 'sh -c \"...\" sh {}'"
        }
        Unaccepted::Touched => {
            "use the command's mode that only checks; let it change the file after the edit"
        }
    }
}

fn not_a_file(kind: NotAFile, file: &str) -> String {
    match kind {
        NotAFile::Directory => format!("name a file inside it; `ls {file}` lists them"),
        NotAFile::DanglingLink => format!("`readlink {file}` tells where it leads"),
        NotAFile::Link => "name the file itself".to_owned(),
        NotAFile::Fifo | NotAFile::Socket | NotAFile::Device => {
            "only regular files can be edited; PATH `-` edits standard input".to_owned()
        }
        NotAFile::LinkInPatch => {
            "make the link with `ln -s`, and leave it out of the patch".to_owned()
        }
        NotAFile::SubmoduleInPatch => format!(
            "leave it out of the patch; `git -C {file} checkout COMMIT` moves the submodule"
        ),
        NotAFile::NoName => "give the path of a file".to_owned(),
        NotAFile::TrailingSlash => {
            "leave out the `/` at the end, or name a file inside the directory".to_owned()
        }
        NotAFile::BelowAFile => {
            "check the path: one of the directories it names is a file".to_owned()
        }
    }
}

/// Arguments which, added to the same call in place of any of the same name, make it succeed; empty
/// where there are none, or where the caller must look first.
pub fn retry(refusal: &Refusal, setting: Setting) -> Vec<String> {
    let words = |flag: &str, value: String| vec![flag.to_owned(), value];
    let is_json = matches!(setting.command, Command::Apply | Command::Payload(_));
    if setting.steps == Steps::Several || is_json {
        return Vec::new();
    }
    match (&refusal.reason, setting.command) {
        (Reason::NotFound { why: Some(why), .. }, command) => found_retry(why, command),
        (Reason::Ambiguous { .. }, Command::Replace) => words("--nth", "1".to_owned()),
        (Reason::Ambiguous { candidates, .. }, Command::Insert) => match &candidates[..] {
            [first, rest @ ..] if rest.iter().all(|other| other.lines != first.lines) => {
                words("--within", range(first.lines))
            }
            _ => Vec::new(),
        },
        (Reason::CountMismatch { found: 0, .. }, _) => Vec::new(),
        (
            Reason::CountMismatch {
                expected, found, ..
            },
            Command::Replace,
        ) => match expected {
            ExpectedCount::Exactly(_) => words("--expect", found.to_string()),
            ExpectedCount::Ordinal(_) => words("--nth", found.to_string()),
        },
        (Reason::AlreadyApplied { .. }, Command::Replace) => vec!["--idempotent".to_owned()],
        (Reason::HunkFailed { failures, .. }, Command::Patch) => {
            placing_mode(failures).map_or(Vec::new(), |mode| words("--mode", mode.to_owned()))
        }
        (Reason::Exists { .. }, Command::Write) => vec!["--overwrite".to_owned()],
        (Reason::OutOfRange { lines, .. }, Command::Insert) => words("--line", lines.to_string()),
        _ => Vec::new(),
    }
}

/// What finds the text after all, where it is at one place.
fn found_retry(why: &WhyNot, command: Command) -> Vec<String> {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match (&why.repair, why.other_tier, &why.outside_scope[..]) {
        (Some((Repair::Case, _)), ..) => owned(Repair::Case.arguments()),
        // The text to insert beside is not repaired: what is inserted may be right as it is.
        (Some(_), ..) if command == Command::Insert => Vec::new(),
        (Some((repair, _)), ..) => owned(repair.arguments()),
        (None, Some(_), _) => owned(&["--match", "mechanical"]),
        (None, None, [lines]) => owned(&["--within", &range(*lines)]),
        _ => Vec::new(),
    }
}

/// `3:5`, as `view`, `lines` and `--within` take it.
fn range(lines: LineRange) -> String {
    format!("{}:{}", lines.first(), lines.last())
}

/// The refusal's path as a word of a shell command, or `PATH`.
fn shell_word(refusal: &Refusal) -> String {
    match &refusal.path {
        Some(shown) => word_of(shown),
        None => "PATH".to_owned(),
    }
}

/// `shown` as a word of a shell command that stands for this very path, on one line and in plain sight: what
/// a terminal would obey or not show is written in the `$'...'` of POSIX 2024, bash, ksh and zsh.
fn word_of(shown: &Path) -> String {
    let mut bytes = path_bytes(shown).into_owned();
    if bytes.len() > 1 && bytes.starts_with(b"-") {
        // No option.
        bytes.splice(..0, *b"./");
    }
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+,@%=:".contains(letter);
    let seen = visible(&bytes);
    match seen.as_bytes() == &bytes[..] && !bytes.contains(&b'\t') {
        false => format!("$'{}'", escaped(&bytes)),
        true if !seen.is_empty() && seen.chars().all(is_plain) => seen,
        true => format!("'{}'", seen.replace('\'', "'\\''")),
    }
}

/// `bytes` as they stand between `$'` and `'`: printable ASCII as it is, everything else in octal, which no
/// digit after it can be taken into.
fn escaped(bytes: &[u8]) -> String {
    let mut word = String::new();
    for &byte in bytes {
        match byte {
            b'\'' | b'\\' => word.extend(['\\', char::from(byte)]),
            b'\n' => word.push_str("\\n"),
            b'\t' => word.push_str("\\t"),
            b' '..=b'~' => word.push(char::from(byte)),
            _ => word.push_str(&format!("\\{byte:03o}")),
        }
    }
    word
}
