//! `incise merge --git-driver` as git calls it. All words after the flags are names, even if they begin with `-`. The
//! exit status follows the rules of git.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::Path;

use super::output::Outcome;
use crate::refusal::ExitClass;
use crate::report::{Report, SettledRegion};

const FLAG: &str = "--git-driver";

/// The number of words that git puts after the flags: `%O %A %B %L %P`, and possibly `%S %X %Y`.
const WORD_COUNT: usize = 5;
const WORD_COUNT_WITH_LABELS: usize = 8;

/// The index of `%L`, the length of conflict markers. File names precede it.
const SIZE_INDEX: usize = 3;

/// The status if the file is neither merged nor marked. Git treats a status up to 128 as a conflict with markers in
/// the file.
const FAILED: u8 = 129;

/// True if `args` call a merge driver.
pub(super) fn is_driver_call(args: &[OsString]) -> bool {
    let mut flags = args.iter().take_while(|arg| *arg != "--");
    flags.next().is_some_and(|verb| verb == "merge") && flags.any(|arg| arg == FLAG)
}

/// `args` with `--` before the words of git, unless `args` has one. A file name may begin with `-`.
pub(super) fn with_end_of_flags(args: &[OsString]) -> Cow<'_, [OsString]> {
    if !is_driver_call(args) {
        return Cow::Borrowed(args);
    }
    for count in [WORD_COUNT_WITH_LABELS, WORD_COUNT] {
        let Some(start) = args.len().checked_sub(count) else {
            continue;
        };
        let (flags, words) = args.split_at(start);
        if are_git_words(words) && !flags.iter().any(|flag| flag == "--") {
            let end = OsString::from("--");
            let all = flags.iter().chain([&end]).chain(words);
            return Cow::Owned(all.cloned().collect());
        }
    }
    Cow::Borrowed(args)
}

/// True if `words` begin with three file names and a number.
fn are_git_words(words: &[OsString]) -> bool {
    let size = words[SIZE_INDEX].as_encoded_bytes();
    let is_number = !size.is_empty() && size.iter().all(u8::is_ascii_digit);
    let mut files = words[..SIZE_INDEX].iter();
    is_number && !files.any(|word| word.as_encoded_bytes().starts_with(b"-"))
}

/// Gives the file in the refusals of `report` the `name` that git uses. Git calls with the names of temporary files.
pub(super) fn name_file(report: &mut Report, name: &Path) {
    for refusal in &mut report.refusals {
        if refusal.path.is_some() {
            refusal.path = Some(name.to_owned());
        }
    }
}

/// The exit status for git: 1 for conflicts that are marked in the file, and for files without lines, such as binary
/// files. Git then keeps our side, as without a driver. `signal_status` is the status of a run that a signal ended.
pub(super) fn status(outcome: &Outcome, signal_status: Option<u8>) -> u8 {
    match outcome.class {
        ExitClass::Done => 0,
        ExitClass::Refused if outcome.is_written => 1,
        ExitClass::Policy => 1,
        _ => signal_status.unwrap_or(FAILED),
    }
}

/// A line for each region of the file `name` that a rule resolved, as in `report`. Git shows these lines.
pub(super) fn settled_lines(report: &Report, name: &Path) -> Vec<u8> {
    let mut regions: Vec<&SettledRegion> = Vec::new();
    for file in &report.files {
        regions.extend(&file.outcome.settled);
    }
    if let Some(merged) = &report.merged {
        regions.extend(&merged.settled);
    }
    let mut text = Vec::new();
    for region in regions {
        text.extend_from_slice(b"settled ");
        text.extend_from_slice(name.as_os_str().as_encoded_bytes());
        text.extend_from_slice(format!(":{} {}\n", region.lines, region.rule.name()).as_bytes());
    }
    text
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{is_driver_call, with_end_of_flags};

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn arguments_from_git_are_not_flags() {
        for (args, expected) in [
            (
                "merge --git-driver -q o a b 7 --ours",
                "merge --git-driver -q -- o a b 7 --ours",
            ),
            (
                "merge --git-driver o a b 7 --ours -s HEAD side",
                "merge --git-driver -- o a b 7 --ours -s HEAD side",
            ),
            (
                "merge --git-driver o a b 7 --",
                "merge --git-driver -- o a b 7 --",
            ),
            (
                "merge --git-driver -- o a b 7 -q",
                "merge --git-driver -- o a b 7 -q",
            ),
            (
                "merge --git-driver o a b 7 x -q",
                "merge --git-driver o a b 7 x -q",
            ),
            ("merge --git-driver o a b 7", "merge --git-driver o a b 7"),
            ("merge o a b 7 --ours", "merge o a b 7 --ours"),
        ] {
            assert_eq!(
                with_end_of_flags(&words(args))[..],
                words(expected),
                "{args}"
            );
        }
        assert!(!is_driver_call(&words("merge -- --git-driver a b")));
    }
}
