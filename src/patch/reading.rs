//! The readings of a hunk that its text alone cannot decide between.
//!
//! Whoever has the target tries the primary reading first and takes another only if its old side fits and
//! the primary one does not. Nothing here looks at a target, and nothing is guessed twice: each reading
//! undoes one kind of damage over the whole hunk.

use bytes::Bytes;

use super::line::bare;
use super::{Hunk, HunkLine, LineKind, RepairKind, entity, quote};

/// Another way to read a hunk.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The damage it undoes.
    pub kind: RepairKind,
    /// The hunk read so: one, or the pieces between lines of dots in order.
    pub hunks: Vec<Hunk>,
}

impl Hunk {
    /// The other readings, those that undo the least first. Each differs from the primary reading.
    ///
    /// One that differs in added lines alone has no evidence in any target: it may be taken only where
    /// another hunk of the same patch shows the damage in its old lines.
    ///
    /// A reading's hunk has readings of its own, for damage that came together; two deep is enough.
    pub fn readings(&self) -> Vec<Reading> {
        let whole = [
            (RepairKind::LineEndings, self.with_lf()),
            (RepairKind::LostContextBlank, self.with_context_blank()),
            (RepairKind::LostContextBlank, self.without_context_blank()),
            (RepairKind::HtmlEntities, self.unescaped()),
            (
                RepairKind::HtmlEntitiesOldSide,
                self.with_angles_unescaped(),
            ),
            (RepairKind::SmartQuotes, self.with_plain_quotes()),
            (RepairKind::LineNumberPrefixes, self.without_numbers()),
        ];
        let mut readings: Vec<Reading> = Vec::new();
        for (kind, hunk) in whole {
            if let Some(hunk) = hunk.filter(|hunk| hunk.lines != self.lines) {
                readings.push(Reading {
                    kind,
                    hunks: vec![hunk],
                });
            }
        }
        if let Some(hunks) = self.pieces() {
            readings.push(Reading {
                kind: RepairKind::ElidedLines,
                hunks,
            });
        }
        readings
    }

    fn with_texts(&self, mut text: impl FnMut(&HunkLine) -> Option<Bytes>) -> Self {
        let line = |line: &HunkLine| HunkLine {
            kind: line.kind,
            text: text(line).unwrap_or_else(|| line.text.clone()),
        };
        Self {
            lines: self.lines.iter().map(line).collect(),
            ..self.clone()
        }
    }

    /// CRLF in every line was put there on the way.
    fn with_lf(&self) -> Option<Self> {
        let all = self
            .lines
            .iter()
            .all(|line| line.text.ends_with(b"\r\n") || !line.text.ends_with(b"\n"));
        all.then(|| {
            self.with_texts(|line| {
                let body = line.text.strip_suffix(b"\r\n")?;
                Some([body, b"\n"].concat().into())
            })
        })
    }

    /// Context lines were written without marker: the blank that was taken for one is theirs.
    fn with_context_blank(&self) -> Option<Self> {
        Some(self.with_texts(|line| {
            (is_context(line) && !bare(&line.text).is_empty())
                .then(|| [b" ", &line.text[..]].concat().into())
        }))
    }

    /// Some context lines were written without marker, those that begin with a blank were not.
    fn without_context_blank(&self) -> Option<Self> {
        let mixed = self
            .lines
            .iter()
            .any(|line| is_context(line) && !is_blank(line) && !line.text.starts_with(b" "));
        mixed.then(|| {
            self.with_texts(|line| {
                (is_context(line) && line.text.starts_with(b" ")).then(|| line.text.slice(1..))
            })
        })
    }

    /// `&lt;` and its like stand for what they name; in the added lines too, unless those hold the bare
    /// characters as well.
    fn unescaped(&self) -> Option<Self> {
        let added_escaped = self.added_lines_are_escaped();
        Some(self.with_texts(|line| {
            (line.kind != LineKind::Added || added_escaped)
                .then(|| entity::unescaped(&line.text, entity::Set::All))
                .flatten()
        }))
    }

    /// Only `&lt;` and `&gt;` stand for what they name; offered where that makes a difference.
    fn with_angles_unescaped(&self) -> Option<Self> {
        let added_escaped = self.added_lines_are_escaped();
        let hunk = self.with_texts(|line| {
            (line.kind != LineKind::Added || added_escaped)
                .then(|| entity::unescaped(&line.text, entity::Set::Angles))
                .flatten()
        });
        (Some(&hunk.lines) != self.unescaped().as_ref().map(|all| &all.lines)).then_some(hunk)
    }

    fn added_lines_are_escaped(&self) -> bool {
        let added = || {
            self.lines
                .iter()
                .filter(|line| line.kind == LineKind::Added)
        };
        !added().any(|line| entity::has_bare(&line.text))
    }

    /// Typographic quotes and dashes stand for plain ones.
    fn with_plain_quotes(&self) -> Option<Self> {
        Some(self.with_texts(|line| quote::plain(&line.text)))
    }

    /// Every old line has its number before it, as in a listing.
    fn without_numbers(&self) -> Option<Self> {
        let old: Vec<&Bytes> = self.old_side().collect();
        let first = old.first().and_then(|line| Numbered::of(line))?;
        let in_order = old.iter().enumerate().all(|(at, line)| {
            Numbered::of(line).is_some_and(|found| {
                found.number == first.number + at && found.separator == first.separator
            })
        });
        (old.len() >= 2 && in_order).then(|| {
            self.with_texts(|line| {
                let found = Numbered::of(&line.text)?;
                (found.separator == first.separator).then(|| line.text.slice(found.len..))
            })
        })
    }

    /// The pieces between context lines of dots, those of context only too: they say where the others are.
    fn pieces(&self) -> Option<Vec<Self>> {
        if !self.lines.iter().any(HunkLine::is_elision) {
            return None;
        }
        let mut pieces = Vec::new();
        for lines in self.lines.split(HunkLine::is_elision) {
            if lines.iter().all(|line| is_context(line) && is_blank(line)) {
                continue;
            }
            let is_first = pieces.is_empty();
            pieces.push(Self {
                old: self.old.filter(|_| is_first),
                new: self.new.filter(|_| is_first),
                scopes: self.scopes.iter().filter(|_| is_first).cloned().collect(),
                lines: lines.to_vec(),
                at_end: false,
                ..self.clone()
            });
        }
        if let Some(last) = pieces.last_mut() {
            last.at_end = self.at_end && !self.lines.last().is_some_and(HunkLine::is_elision);
        }
        (!pieces.is_empty()).then_some(pieces)
    }
}

fn is_context(line: &HunkLine) -> bool {
    line.kind == LineKind::Context
}

fn is_blank(line: &HunkLine) -> bool {
    line.text.trim_ascii().is_empty()
}

/// A number before a line of a listing: `  12 | `, `12:`, `12` and a tab.
pub(super) struct Numbered {
    pub(super) number: usize,
    pub(super) separator: &'static [u8],
    /// Bytes up to the text.
    pub(super) len: usize,
}

impl Numbered {
    const SEPARATORS: [&'static [u8]; 7] = [
        b" | ",
        b"| ",
        b"|",
        b"\t",
        "\u{2192}".as_bytes(),
        b": ",
        b":",
    ];

    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let blanks = line.iter().take_while(|&&byte| byte == b' ').count();
        let digits = line[blanks..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let number = std::str::from_utf8(&line[blanks..blanks + digits])
            .ok()?
            .parse()
            .ok()?;
        let rest = &line[blanks + digits..];
        let stripped = rest.trim_ascii_end();
        let separator = Self::SEPARATORS.into_iter().find(|&separator| {
            rest.starts_with(separator)
                || stripped == separator.trim_ascii_end() && !stripped.is_empty()
        })?;
        let len = blanks + digits + separator.len().min(stripped.len().max(1));
        Some(Self {
            number,
            separator,
            len,
        })
    }
}

/// Words by which a comment of dots says that it stands for other lines.
const PLACEHOLDERS: [&str; 12] = [
    "existing",
    "unchanged",
    "rest",
    "omitted",
    "remaining",
    "same",
    "previous",
    "other",
    "more",
    "skip",
    "truncated",
    "before",
];

/// Whether a line is dots that stand for lines left out: `...`, `# ... rest unchanged ...`.
pub(super) fn is_elision(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let inner = without_comment_signs(text);
    let without_dots = |text: &[u8]| -> Option<Vec<u8>> {
        let text = String::from_utf8_lossy(text).replace('\u{2026}', "...");
        let trimmed = text.trim_matches('.').trim();
        let dotted = text.starts_with("...") || text.ends_with("...");
        dotted.then(|| trimmed.to_ascii_lowercase().into_bytes())
    };
    match without_dots(inner) {
        None => false,
        Some(words) if words.is_empty() => true,
        Some(words) => {
            inner.len() < text.len()
                && words
                    .split(|byte| !byte.is_ascii_alphabetic())
                    .any(|word| PLACEHOLDERS.iter().any(|known| known.as_bytes() == word))
        }
    }
}

fn without_comment_signs(text: &[u8]) -> &[u8] {
    let mut inner = text;
    for open in [
        &b"<!--"[..],
        b"/*",
        b"//",
        b"--",
        b"#",
        b";",
        b"%",
        b"(",
        b"[",
    ] {
        if let Some(rest) = inner.strip_prefix(open) {
            inner = rest;
            break;
        }
    }
    for close in [&b"-->"[..], b"*/", b")", b"]"] {
        if let Some(rest) = inner.strip_suffix(close) {
            inner = rest;
            break;
        }
    }
    inner.trim_ascii()
}
