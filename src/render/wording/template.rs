//! The parts of a message.

/// The message and the hint of a fault.
pub(super) struct Wording {
    pub(super) sentence: String,
    pub(super) hint: String,
}

pub(super) fn wording(sentence: impl Into<String>, hint: impl Into<String>) -> Wording {
    Wording {
        sentence: sentence.into(),
        hint: hint.into(),
    }
}

/// `template` with `more` instead of `{}`. Without `more`, the part in brackets is omitted.
pub(super) fn optional(template: &'static str, more: Option<String>) -> String {
    let (before, rest) = template.split_once('[').unwrap_or((template, ""));
    let (part, after) = rest.split_once(']').unwrap_or((rest, ""));
    match more {
        Some(more) => format!("{before}{}{after}", part.replacen("{}", &more, 1)),
        None => format!("{before}{after}"),
    }
}
