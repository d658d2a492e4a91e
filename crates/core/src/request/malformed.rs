//! A malformed request: the problem and the hint.
//!
//! This is not a refusal, because a refusal is about a file. `refusal` converts it to one.

/// Why something is no request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The kind of mistake.
    pub fault: Fault,
    /// The fault, a sentence.
    pub message: String,
    /// The text to write instead.
    pub hint: String,
    /// 1-based number of the edit in a batch.
    pub edit: Option<usize>,
}

/// The two ways to be malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Something is unknown, missing, out of range or of another type.
    Wrong,
    /// Each part is right, but they do not belong together.
    Mixed,
}

impl Malformed {
    /// Something wrong, and the way out.
    pub fn wrong(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            fault: Fault::Wrong,
            message: message.into(),
            hint: hint.into(),
            edit: None,
        }
    }

    /// An object, which messages call `place`, in which two members have this name.
    pub fn repeated(name: &str, place: &str) -> Self {
        let message = format!("`{name}` is given twice in {place}");
        Self::wrong(message, "a name occurs once in an object")
    }

    /// Things that do not belong together, and which do.
    pub fn mixed(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            fault: Fault::Mixed,
            ..Self::wrong(message, hint)
        }
    }

    /// This fault, of edit number `edit` (1-based).
    #[must_use]
    pub fn of_edit(self, edit: usize) -> Self {
        Self {
            edit: Some(edit),
            ..self
        }
    }
}
