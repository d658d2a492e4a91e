//! Semantic roles and their look. Nothing else knows a colour, and none is global: whether there are colours at
//! all is a value that the caller passes down.
//!
//! Of `colored` that takes its colours and their codes. Its styled strings are left alone: they ask the environment
//! and a switch of the whole process, which belongs to the program that embeds us, and they hold text, while a line
//! of a diff may be any bytes.

use colored::Color;

/// Whether roles have colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// No escape sequence is written.
    #[default]
    Plain,
    /// Roles are written in their colours.
    Coloured,
}

/// The role of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The header lines of a file in a diff.
    Header,
    /// The `@@` line of a hunk.
    Hunk,
    /// A removed line.
    Removed,
    /// The part of a removed line that differs from its new form.
    RemovedPart,
    /// An added line.
    Added,
    /// The part of an added line that differs from its old form.
    AddedPart,
    /// A side remark: line numbers, what was cut, `dry run`.
    Aside,
    /// The word that says what was done.
    Done,
    /// The word that says that something was refused.
    Refused,
    /// The word `warning:`.
    Warning,
    /// The word `hint:`.
    Hint,
}

impl Role {
    /// Colour and weight.
    fn look(self) -> (Option<Color>, &'static str) {
        match self {
            Self::Header => (None, "1"),
            Self::Hunk => (Some(Color::Cyan), ""),
            Self::Removed => (Some(Color::Red), ""),
            Self::RemovedPart => (Some(Color::Red), "1;7"),
            Self::Added => (Some(Color::Green), ""),
            Self::AddedPart => (Some(Color::Green), "1;7"),
            Self::Aside => (None, "2"),
            Self::Done => (Some(Color::Green), "1"),
            Self::Refused => (Some(Color::Red), "1"),
            Self::Warning => (Some(Color::Yellow), "1"),
            Self::Hint => (Some(Color::Cyan), "1"),
        }
    }
}

impl Paint {
    /// Writes `text` in the look of `role`; an empty text writes nothing.
    pub fn write(self, out: &mut Vec<u8>, role: Role, text: impl AsRef<[u8]>) {
        let text = text.as_ref();
        if self == Self::Plain || text.is_empty() {
            out.extend_from_slice(text);
            return;
        }
        let (colour, weight) = role.look();
        let colour = colour.map(|colour| colour.to_fg_str());
        let codes = [weight, colour.as_deref().unwrap_or("")];
        let codes: Vec<&str> = codes.into_iter().filter(|code| !code.is_empty()).collect();
        out.extend_from_slice(format!("\x1b[{}m", codes.join(";")).as_bytes());
        out.extend_from_slice(text);
        out.extend_from_slice(b"\x1b[0m");
    }
}

#[cfg(test)]
mod tests {
    use super::{Paint, Role};

    fn written(paint: Paint, role: Role, text: &str) -> String {
        let mut out = Vec::new();
        paint.write(&mut out, role, text);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn plain_writes_no_escape_and_colour_does() {
        assert_eq!(written(Paint::Plain, Role::Removed, "x"), "x");
        assert_eq!(
            written(Paint::Coloured, Role::Removed, "x"),
            "\x1b[31mx\x1b[0m"
        );
        assert_eq!(
            written(Paint::Coloured, Role::Done, "x"),
            "\x1b[1;32mx\x1b[0m"
        );
        assert_eq!(written(Paint::Coloured, Role::Header, ""), "");
    }
}
