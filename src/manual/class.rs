//! What an exit code means, whatever the refusal: the number is all that a script sees.

use crate::refusal::{Code, ExitClass};

/// What is said of an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassPage {
    /// The class.
    pub class: ExitClass,
    /// What it says of the call and the files, in a line.
    pub meaning: &'static str,
    /// What it asks of the caller, in a line.
    pub advice: &'static str,
}

impl ClassPage {
    /// The page of `class`.
    pub fn of(class: ExitClass) -> Self {
        let (meaning, advice) = match class {
            ExitClass::Done => (
                "done, or already in the wanted state, or a dry run that would succeed",
                "go on; no need to read the file again: the diff is what was written",
            ),
            ExitClass::Refused => (
                "the request does not fit the file; nothing was written",
                "change the request as the hint says; the same call fails again",
            ),
            ExitClass::Usage => (
                "the call, its JSON or its diff is malformed; nothing was written",
                "mend the call; no file was looked at",
            ),
            ExitClass::Stale => (
                "the file is not what the call rests on; nothing was written",
                "read the file again, then decide again",
            ),
            ExitClass::Io => (
                "the system said no; nothing was written, or all was put back",
                "mend the cause that is named; then the same call may succeed",
            ),
            ExitClass::Policy => (
                "a rule forbids it; nothing was written",
                "do not try again in another way: ask, or edit something else",
            ),
        };
        Self {
            class,
            meaning,
            advice,
        }
    }

    /// The codes of the class.
    pub fn codes(self) -> impl Iterator<Item = Code> {
        let of_class = move |code: &Code| code.class() == self.class;
        Code::ALL.iter().copied().filter(of_class)
    }
}
