//! The search for a text.

use bytes::Bytes;

use super::{AskedLines, Region};
use crate::snapshot::SiteId;

/// A text to search for.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// The text: literal bytes, or an expression according to `reading`. Never empty.
    pub old: Bytes,
    /// The least exact match that counts.
    pub matching: Match,
    /// The part of the file that is searched.
    pub scope: Scope,
    /// The meaning of the text.
    pub options: PatternOptions,
}

/// The meaning of a search text. Anything but the default finds exact places only: the tiers above
/// `exact` compare literal lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternOptions {
    /// The language of the text.
    pub language: PatternLanguage,
    /// True if upper and lower case are the same (`--ignore-case`).
    pub ignores_case: bool,
    /// True if a match must start and end at word boundaries (`--word`).
    pub whole_words: bool,
    /// True if a multi-line match is refused if it contains another match: the shorter one may be meant.
    pub refuses_nested: bool,
}

impl PatternOptions {
    /// True if the text is an expression, whose groups the new text may name.
    pub fn is_expression(self) -> bool {
        matches!(
            self.language,
            PatternLanguage::Regex | PatternLanguage::FancyRegex
        )
    }
}

/// The language of a search text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PatternLanguage {
    /// Nothing: it stands for itself.
    #[default]
    Literal,
    /// Regular expressions (`--regex`); `^` and `$` match at lines.
    Regex,
    /// Regular expressions with look-around and references back (`--fancy`).
    FancyRegex,
    /// Names: it is one, which is found in every style, and the new text takes the style of its place
    /// (`--preserve-case`).
    Name,
}

/// The least exact match that counts (`--match`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Match {
    /// The very bytes.
    Exact,
    /// The tiers that only undo mechanical damage, and those of a formatter.
    #[default]
    Mechanical,
    /// Similar text, at least this similar, clearly better than the second-best place.
    Fuzzy(Threshold),
}

/// A similarity from 0.5 to 1.0, in hundredths so that it compares exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Threshold(u8);

impl Threshold {
    /// The usual one of `--match fuzzy` and `--mode fuzzy`.
    pub const DEFAULT: Self = Self(80);

    /// `value` rounded to hundredths, or `None` outside 0.5 to 1.0.
    pub fn new(value: f64) -> Option<Self> {
        if !(0.5..=1.0).contains(&value) {
            return None;
        }
        Some(Self((value * 100.0).round() as u8))
    }

    /// The similarity, 0.5 to 1.0.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// The selection among several matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// The only one; several are a refusal.
    #[default]
    Only,
    /// The first of one or more.
    First,
    /// The last of one or more.
    Last,
    /// The `n`th: 1 is the first, -1 the last; never 0.
    Nth(i64),
    /// The place with this number; if there are others, the report says how many.
    Occurrence(i64),
    /// All of them, at least one.
    All,
    /// All of them, which must be this many.
    Exactly(usize),
    /// The place with this id, which a refusal printed for this text (`--site`).
    Site(SiteId),
}

/// The part of a file that is searched for a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// In the whole file.
    #[default]
    File,
    /// In these lines of the original file only.
    Within(AskedLines),
    /// In a region only.
    In(Box<Region>),
}
