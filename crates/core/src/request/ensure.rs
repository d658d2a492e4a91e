//! A line, or a block between two marker lines, that a file must contain exactly once, or not at all.
//!
//! [`Ensure::new`] is the only constructor, so its rules apply to every source of requests.

use bytes::Bytes;

use super::{InsertAt, Malformed, Region};
use crate::text::LineEnding;

/// The default comment character of a marker line.
const COMMENT: &str = "#";

/// A state that a file must have. The edit creates the state if necessary.
#[derive(Clone, Debug, PartialEq)]
pub struct Ensure {
    /// The state.
    pub state: Ensured,
    /// The region whose body must have the state. `None` means the whole file.
    pub region: Option<Box<Region>>,
}

/// The state of the file.
#[derive(Clone, Debug, PartialEq)]
pub enum Ensured {
    /// The file contains this line once.
    Line {
        /// The line, without an ending.
        text: Bytes,
        /// A regular expression for the lines that the line replaces.
        matching: Option<Bytes>,
        /// The edit if the line is missing.
        missing: IfMissing,
    },
    /// The file does not contain the line.
    NoLine {
        /// The line, without an ending.
        text: Option<Bytes>,
        /// A regular expression for the line.
        matching: Option<Bytes>,
    },
    /// The file contains this text once, between two marker lines.
    Block {
        /// The text.
        text: Bytes,
        /// The marker lines.
        marker: Marker,
        /// The edit if the block is missing.
        missing: IfMissing,
    },
    /// The file does not contain the block.
    NoBlock(Marker),
}

/// The edit if the line or the block is missing.
#[derive(Clone, Debug, PartialEq)]
pub struct IfMissing {
    /// The position of the new line or block; by default, the end.
    pub at: InsertAt,
    /// The position if the text of `at` does not occur. If set, several matches are allowed: the edit goes before the
    /// first or after the last match.
    pub otherwise: Option<InsertAt>,
    /// True if a missing file is created (`--create`).
    pub makes_file: bool,
}

/// The two lines around a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// `# BEGIN NAME`
    pub begin: Bytes,
    /// `# END NAME`
    pub end: Bytes,
}

/// The options as the caller gave them, before they are checked.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// `--line`
    pub line: Option<Bytes>,
    /// `--matching`
    pub matching: Option<Bytes>,
    /// `--block`
    pub block: Option<Bytes>,
    /// `--marker`
    pub marker: Option<Bytes>,
    /// `--comment`
    pub comment: Option<Bytes>,
    /// `--before`, `--after`, `--at-start` or `--at-end`
    pub at: Option<InsertAt>,
    /// `--at-start` or `--at-end` together with `--before` or `--after`
    pub otherwise: Option<InsertAt>,
    /// `--symbol`, `--section` or `--between`
    pub region: Option<Region>,
    /// `--absent`
    pub is_absent: bool,
    /// `--create`
    pub makes_file: bool,
}

impl Ensure {
    /// Checks and combines `wishes`.
    ///
    /// # Errors
    /// Missing, conflicting or empty options.
    pub fn new(wishes: Wishes) -> Result<Self, Malformed> {
        let Wishes {
            line,
            matching,
            block,
            marker,
            comment,
            at,
            otherwise,
            region,
            is_absent,
            makes_file,
        } = wishes;
        if region.is_some() && makes_file {
            return Err(Malformed::mixed(
                "a new file has no regions",
                "omit the region, or `create`",
            ));
        }
        if matches!(region, Some(Region::Key(_))) {
            return Err(Malformed::wrong(
                "the entry of a key has no lines inside it",
                "`set` sets the value of a key",
            ));
        }
        if is_absent && (at.is_some() || makes_file) {
            return Err(Malformed::mixed(
                "`absent` needs no position",
                "omit the position, and `create`",
            ));
        }
        let missing = IfMissing {
            at: at.unwrap_or(InsertAt::End),
            otherwise,
            makes_file,
        };
        let state = if line.is_some() || matching.is_some() {
            if block.is_some() || marker.is_some() || comment.is_some() {
                return Err(Malformed::mixed(
                    "the request has a line and a block",
                    "`line` works with `matching`; `block` works with `marker` and `comment`",
                ));
            }
            let matching = matching.map(one_pattern).transpose()?;
            match (line.map(one_line).transpose()?, is_absent) {
                (text, true) => Ensured::NoLine { text, matching },
                (Some(text), false) => Ensured::Line {
                    text,
                    matching,
                    missing,
                },
                (None, false) => return Err(without_line()),
            }
        } else {
            let marker = Marker::new(marker, comment)?;
            match (block, is_absent) {
                (Some(_), true) => {
                    return Err(Malformed::mixed(
                        "an absent block has no text",
                        "its marker is enough",
                    ));
                }
                (None, true) => Ensured::NoBlock(marker),
                (Some(text), false) => Ensured::Block {
                    text: marker.apart_from(text)?,
                    marker,
                    missing,
                },
                (None, false) => {
                    return Err(Malformed::wrong(
                        "the text of the block is missing",
                        "`block` is the text between the two marker lines",
                    ));
                }
            }
        };
        Ok(Self {
            state,
            region: region.map(Box::new),
        })
    }

    /// The edit if the line or block is missing. `None` if it must be absent.
    pub fn missing(&self) -> Option<&IfMissing> {
        match &self.state {
            Ensured::Line { missing, .. } | Ensured::Block { missing, .. } => Some(missing),
            Ensured::NoLine { .. } | Ensured::NoBlock(_) => None,
        }
    }

    /// The text of the line or block that the file must contain.
    pub fn text(&self) -> Option<&Bytes> {
        match &self.state {
            Ensured::Line { text, .. } | Ensured::Block { text, .. } => Some(text),
            Ensured::NoLine { .. } | Ensured::NoBlock(_) => None,
        }
    }
}

impl Marker {
    fn new(name: Option<Bytes>, comment: Option<Bytes>) -> Result<Self, Malformed> {
        let Some(name) = name else {
            return Err(Malformed::wrong(
                "neither a line nor a block is named",
                "`line` is a line that the file must contain once; `block` with `marker` is text between two marker lines",
            ));
        };
        let comment = comment.unwrap_or_else(|| COMMENT.into());
        let mut bytes = name.iter().chain(&comment);
        if name.trim_ascii().is_empty() || bytes.any(|byte| b"\r\n".contains(byte)) {
            return Err(Malformed::wrong(
                "a marker name is not empty and has no line break",
                "for example `managed by make`; its lines are `# BEGIN managed by make` and `# END managed by make`",
            ));
        }
        Ok(Self {
            begin: marker_line(b"BEGIN", name.trim_ascii(), comment.trim_ascii()),
            end: marker_line(b"END", name.trim_ascii(), comment.trim_ascii()),
        })
    }

    /// True if `line` is the marker line `wanted`, at any indentation.
    pub fn is(wanted: &Bytes, line: &[u8]) -> bool {
        line.trim_ascii() == wanted
    }

    /// Returns `text`, or an error if a line of `text` is one of the marker lines.
    fn apart_from(&self, text: Bytes) -> Result<Bytes, Malformed> {
        for line in <[u8]>::split(&text, |&byte| byte == b'\n') {
            if Self::is(&self.begin, line) || Self::is(&self.end, line) {
                return Err(Malformed::wrong(
                    "the block contains one of its marker lines",
                    "give the text between the two lines; they are added",
                ));
            }
        }
        Ok(text)
    }
}

/// Returns the line `# WORD name`. A comment syntax with two parts, such as `<!-- -->`, encloses the words.
fn marker_line(word: &[u8], name: &[u8], comment: &[u8]) -> Bytes {
    let signs = comment.iter().position(u8::is_ascii_whitespace);
    let (open, close) = comment.split_at(signs.unwrap_or(comment.len()));
    let mut parts = vec![open, word, name, close.trim_ascii()];
    parts.retain(|part| !part.is_empty());
    parts.join(&b' ').into()
}

/// Returns `text` without its line ending, or an error if it is not exactly one line.
fn one_line(text: Bytes) -> Result<Bytes, Malformed> {
    let line = text.slice(..LineEnding::strip(&text).len());
    if line.is_empty() {
        Err(Malformed::wrong(
            "the line is empty, so it cannot be distinguished from other empty lines",
            "give the text of the line",
        ))
    } else if line.iter().any(|byte| b"\r\n".contains(byte)) {
        Err(Malformed::wrong(
            "`line` contains several lines",
            "for several lines, use `block` and `marker`",
        ))
    } else {
        Ok(line)
    }
}

fn one_pattern(pattern: Bytes) -> Result<Bytes, Malformed> {
    if pattern.is_empty() {
        Err(Malformed::wrong(
            "an empty expression matches every line",
            "`matching` selects the line to replace, for example `^port *=`",
        ))
    } else {
        Ok(pattern)
    }
}

fn without_line() -> Malformed {
    Malformed::wrong(
        "the line is missing",
        "`line` is the new content of the matching line",
    )
}

#[cfg(test)]
mod tests {
    use super::{Ensure, Ensured, Wishes};
    use crate::request::InsertAt;

    fn marker(name: &'static str, comment: Option<&'static str>) -> (String, String) {
        let wishes = Wishes {
            marker: Some(name.into()),
            comment: comment.map(Into::into),
            is_absent: true,
            ..Wishes::default()
        };
        let Ensured::NoBlock(marker) = Ensure::new(wishes).unwrap().state else {
            panic!("no block");
        };
        let text = |bytes: bytes::Bytes| String::from_utf8(bytes.into()).unwrap();
        (text(marker.begin), text(marker.end))
    }

    #[test]
    fn markers_are_comments() {
        let lines = |begin: &str, end: &str| (begin.to_owned(), end.to_owned());
        assert_eq!(marker("x y", None), lines("# BEGIN x y", "# END x y"));
        assert_eq!(marker("x", Some("//")), lines("// BEGIN x", "// END x"));
        assert_eq!(marker("x", Some("")), lines("BEGIN x", "END x"));
        assert_eq!(
            marker("x", Some("<!-- -->")),
            lines("<!-- BEGIN x -->", "<!-- END x -->")
        );
    }

    #[test]
    fn what_says_nothing_or_too_much_is_refused() {
        let refused = |wishes: Wishes, why: &str| {
            let message = Ensure::new(wishes).unwrap_err().message;
            assert!(message.contains(why), "{message}");
        };
        let line = |line: &'static str| Wishes {
            line: Some(line.into()),
            ..Wishes::default()
        };
        refused(Wishes::default(), "neither a line nor a block");
        refused(line(""), "is empty");
        refused(line("\n"), "is empty");
        refused(line("a\nb"), "several lines");
        refused(line("a\rb"), "several lines");
        refused(
            Wishes {
                matching: Some("^x".into()),
                ..Wishes::default()
            },
            "the line is missing",
        );
        refused(
            Wishes {
                matching: Some("".into()),
                ..line("x")
            },
            "matches every line",
        );
        refused(
            Wishes {
                marker: Some("m".into()),
                ..line("x")
            },
            "a line and a block",
        );
        refused(
            Wishes {
                at: Some(InsertAt::Beginning),
                is_absent: true,
                ..line("x")
            },
            "needs no position",
        );
        let block = |block: Option<&'static str>, name: &'static str| Wishes {
            block: block.map(Into::into),
            marker: Some(name.into()),
            ..Wishes::default()
        };
        refused(block(None, "m"), "text of the block is missing");
        refused(block(Some("x"), " "), "has no line break");
        refused(block(Some("x"), "a\nb"), "has no line break");
        refused(
            block(Some("a\n  # END m\r\nb"), "m"),
            "one of its marker lines",
        );
        refused(
            Wishes {
                is_absent: true,
                ..block(Some("x"), "m")
            },
            "has no text",
        );
    }

    #[test]
    fn one_ending_of_a_line_is_not_meant() {
        let wishes = Wishes {
            line: Some("x\r\n".into()),
            ..Wishes::default()
        };
        assert_eq!(Ensure::new(wishes).unwrap().text().unwrap(), "x");
    }
}
