//! A malformed request: the problem and the hint.
//!
//! `Malformed` is not a refusal, because a refusal is about a file. `refusal` converts it to one.

/// The reason why a request is malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The kind of error.
    pub fault: Fault,
    /// The problem, as a sentence.
    pub message: String,
    /// The fix.
    pub hint: String,
    /// 1-based number of the edit in a batch.
    pub edit: Option<usize>,
}

/// The kinds of malformed requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A part is unknown, missing, out of range or of the wrong type.
    Wrong,
    /// Each part is valid, but the parts conflict.
    Mixed,
}

impl Malformed {
    /// Creates an error about one part of the request, with a hint.
    pub fn wrong(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            fault: Fault::Wrong,
            message: message.into(),
            hint: hint.into(),
            edit: None,
        }
    }

    /// Creates an error about an object with a repeated name. Messages refer to the object as `place`.
    pub fn repeated(name: &str, place: &str) -> Self {
        let message = format!("`{name}` is given twice in {place}");
        Self::wrong(message, "a name occurs once in an object")
    }

    /// Creates an error about conflicting parts, with a hint.
    pub fn mixed(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            fault: Fault::Mixed,
            ..Self::wrong(message, hint)
        }
    }

    /// Sets the number of the edit (1-based).
    #[must_use]
    pub fn of_edit(self, edit: usize) -> Self {
        Self {
            edit: Some(edit),
            ..self
        }
    }
}
