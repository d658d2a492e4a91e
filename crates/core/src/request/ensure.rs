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
pub struct EnsureOptions {
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

impl EnsureOptions {
    /// # Errors
    /// Options that cannot be combined.
    fn check(&self) -> Result<(), Malformed> {
        if self.region.is_some() && self.makes_file {
            return Err(Malformed::mixed(
                "a new file has no regions",
                "omit the region, or `create`",
            ));
        }
        if matches!(self.region, Some(Region::Key(_))) {
            return Err(Malformed::wrong(
                "the entry of a key has no lines inside it",
                "`set` sets the value of a key",
            ));
        }
        if self.is_absent && (self.at.is_some() || self.makes_file) {
            return Err(Malformed::mixed(
                "`absent` needs no position",
                "omit the position, and `create`",
            ));
        }
        let has_line = self.line.is_some() || self.matching.is_some();
        let has_block = self.block.is_some() || self.marker.is_some() || self.comment.is_some();
        if has_line && has_block {
            return Err(Malformed::mixed(
                "the request has a line and a block",
                "`line` works with `matching`; `block` works with `marker` and `comment`",
            ));
        }
        Ok(())
    }
}

impl Ensure {
    /// Checks and combines `options`.
    ///
    /// # Errors
    /// Missing, conflicting or empty options.
    pub fn new(options: EnsureOptions) -> Result<Self, Malformed> {
        options.check()?;
        let EnsureOptions {
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
        } = options;
        let missing = IfMissing {
            at: at.unwrap_or(InsertAt::End),
            otherwise,
            makes_file,
        };
        let has_line = line.is_some() || matching.is_some();
        let state = match marker {
            _ if has_line => line_state(line, matching, is_absent, missing)?,
            Some(marker) => block_state(block, Marker::new(marker, comment)?, is_absent, missing)?,
            None => return Err(missing_name(block.is_some())),
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

fn line_state(
    line: Option<Bytes>,
    matching: Option<Bytes>,
    is_absent: bool,
    missing: IfMissing,
) -> Result<Ensured, Malformed> {
    if matching.as_ref().is_some_and(Bytes::is_empty) {
        return Err(Malformed::wrong(
            "an empty expression matches every line",
            "`matching` selects the line to replace, for example `^port *=`",
        ));
    }
    let text = line.map(one_line).transpose()?;
    if is_absent {
        return Ok(Ensured::NoLine { text, matching });
    }
    let Some(text) = text else {
        return Err(Malformed::wrong(
            "the line is missing",
            "`line` is the new content of the matching line",
        ));
    };
    Ok(Ensured::Line {
        text,
        matching,
        missing,
    })
}

fn block_state(
    block: Option<Bytes>,
    marker: Marker,
    is_absent: bool,
    missing: IfMissing,
) -> Result<Ensured, Malformed> {
    match block {
        None if is_absent => Ok(Ensured::NoBlock(marker)),
        Some(_) if is_absent => Err(Malformed::mixed(
            "an absent block has no text",
            "its marker is enough",
        )),
        Some(text) => Ok(Ensured::Block {
            text: marker.checked_text(text)?,
            marker,
            missing,
        }),
        None => Err(Malformed::wrong(
            "the text of the block is missing",
            "`block` is the text between the two marker lines",
        )),
    }
}

fn missing_name(has_block: bool) -> Malformed {
    if has_block {
        return Malformed::wrong(
            "the marker of the block is missing",
            "`marker` names the two marker lines around the text",
        );
    }
    Malformed::wrong(
        "neither a line nor a block is named",
        "`line` is a line that the file must contain once; `block` with `marker` is text between two marker lines",
    )
}

impl Marker {
    fn new(name: Bytes, comment: Option<Bytes>) -> Result<Self, Malformed> {
        let comment = comment.unwrap_or_else(|| COMMENT.into());
        let mut bytes = name.iter().chain(&comment);
        if name.trim_ascii().is_empty() || bytes.any(|byte| b"\r\n".contains(byte)) {
            return Err(Malformed::wrong(
                "the marker name is empty, or it or the comment has a line break",
                "for example `managed by make`; its lines are `# BEGIN managed by make` and `# END managed by make`",
            ));
        }
        Ok(Self {
            begin: marker_line(b"BEGIN", name.trim_ascii(), comment.trim_ascii()),
            end: marker_line(b"END", name.trim_ascii(), comment.trim_ascii()),
        })
    }

    /// True if `line` is the marker line `marker_line`, at any indentation.
    pub fn is(marker_line: &Bytes, line: &[u8]) -> bool {
        line.trim_ascii() == marker_line
    }

    /// Returns `text`, or an error if a line of `text` is one of the marker lines.
    fn checked_text(&self, text: Bytes) -> Result<Bytes, Malformed> {
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
    let open_len = comment.iter().position(u8::is_ascii_whitespace);
    let (open, close) = comment.split_at(open_len.unwrap_or(comment.len()));
    let mut parts = vec![open, word, name, close.trim_ascii()];
    parts.retain(|part| !part.is_empty());
    parts.join(&b' ').into()
}

/// Returns `text` without its line ending, or an error if it is not exactly one line.
fn one_line(text: Bytes) -> Result<Bytes, Malformed> {
    let line = text.slice(..LineEnding::strip(&text).len());
    if line.is_empty() {
        return Err(Malformed::wrong(
            "the line is empty, so it cannot be distinguished from other empty lines",
            "give the text of the line",
        ));
    }
    if line.iter().any(|byte| b"\r\n".contains(byte)) {
        return Err(Malformed::wrong(
            "`line` contains several lines",
            "for several lines, use `block` and `marker`",
        ));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::{Ensure, EnsureOptions, Ensured};
    use crate::request::InsertAt;

    fn marker(name: &'static str, comment: Option<&'static str>) -> (String, String) {
        let options = EnsureOptions {
            marker: Some(name.into()),
            comment: comment.map(Into::into),
            is_absent: true,
            ..EnsureOptions::default()
        };
        let Ensured::NoBlock(marker) = Ensure::new(options).unwrap().state else {
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
        let actual = marker("x", Some("<!-- -->"));
        assert_eq!(actual, lines("<!-- BEGIN x -->", "<!-- END x -->"));
    }

    #[test]
    fn incomplete_or_contradictory_options_are_refused() {
        let refused = |options: EnsureOptions, why: &str| {
            let message = Ensure::new(options).unwrap_err().message;
            assert!(message.contains(why), "{message}");
        };
        let line = |line: &'static str| EnsureOptions {
            line: Some(line.into()),
            ..EnsureOptions::default()
        };
        refused(EnsureOptions::default(), "neither a line nor a block");
        refused(line(""), "is empty");
        refused(line("\n"), "is empty");
        refused(line("a\nb"), "several lines");
        refused(line("a\rb"), "several lines");
        refused(
            EnsureOptions {
                matching: Some("^x".into()),
                ..EnsureOptions::default()
            },
            "the line is missing",
        );
        refused(
            EnsureOptions {
                matching: Some("".into()),
                ..line("x")
            },
            "matches every line",
        );
        refused(
            EnsureOptions {
                marker: Some("m".into()),
                ..line("x")
            },
            "a line and a block",
        );
        refused(
            EnsureOptions {
                at: Some(InsertAt::Beginning),
                is_absent: true,
                ..line("x")
            },
            "needs no position",
        );
        let block = |block: Option<&'static str>, name: &'static str| EnsureOptions {
            block: block.map(Into::into),
            marker: Some(name.into()),
            ..EnsureOptions::default()
        };
        refused(block(None, "m"), "text of the block is missing");
        refused(block(Some("x"), " "), "the marker name is empty");
        refused(block(Some("x"), "a\nb"), "has a line break");
        refused(
            block(Some("a\n  # END m\r\nb"), "m"),
            "one of its marker lines",
        );
        refused(
            EnsureOptions {
                is_absent: true,
                ..block(Some("x"), "m")
            },
            "has no text",
        );
    }

    #[test]
    fn one_ending_of_a_line_is_not_meant() {
        let options = EnsureOptions {
            line: Some("x\r\n".into()),
            ..EnsureOptions::default()
        };
        assert_eq!(Ensure::new(options).unwrap().text().unwrap(), "x");
    }
}
