//! The search for a text.

use bytes::Bytes;

use super::{AskedLines, Region};
use crate::snapshot::SiteId;

/// A text to search for.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// Literal bytes, or an expression in the language of `options`. Never empty.
    pub old: Bytes,
    /// The least exact kind of match that is accepted.
    pub matching: Match,
    /// The part of the file that is searched.
    pub scope: Scope,
    /// The interpretation of the text.
    pub options: PatternOptions,
}

/// The interpretation of a search text. Only the default can match in the tiers above `exact`, which compare lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternOptions {
    /// The language of the text.
    pub language: PatternLanguage,
    /// True if the search ignores case (`--ignore-case`).
    pub ignores_case: bool,
    /// True if a match must start and end at word boundaries (`--word`).
    pub whole_words: bool,
    /// True if a multi-line match that contains another match is refused: the shorter match may be the intended one.
    pub refuses_nested: bool,
}

impl PatternOptions {
    /// True if the text is a regular expression, whose groups the new text can refer to.
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
    /// Literal text.
    #[default]
    Literal,
    /// A regular expression (`--regex`). `^` and `$` match at line boundaries.
    Regex,
    /// A regular expression with look-around and backreferences (`--fancy`).
    FancyRegex,
    /// A name in any style, such as snake case. The new text takes the style of each match (`--preserve-case`).
    Name,
}

/// The least exact kind of match that is accepted (`--match`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Match {
    /// Exactly these bytes.
    Exact,
    /// Also the tiers that undo mechanical damage or reformatting.
    #[default]
    Mechanical,
    /// Also text that is at least this similar, and clearly more similar than the second-best match.
    Fuzzy(Threshold),
}

/// A similarity from 0.5 to 1.0, in hundredths so that comparisons are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Threshold(u8);

impl Threshold {
    /// The default for `--match fuzzy` and `--mode fuzzy`.
    pub const DEFAULT: Self = Self(80);

    /// Rounds `value` to hundredths. `None` outside 0.5 to 1.0.
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
    /// The only match. Several matches are refused.
    #[default]
    Only,
    /// The first match.
    First,
    /// The last match.
    Last,
    /// The `n`th match: 1 is the first, -1 the last. Never 0.
    Nth(i64),
    /// The match with this number. If there are others, the report contains their number.
    Occurrence(i64),
    /// All matches, at least one.
    All,
    /// All matches, which must be this many.
    Exactly(usize),
    /// The match with this ID, which a refusal printed for this text (`--site`).
    Site(SiteId),
}

/// The part of a file that is searched for a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The whole file.
    #[default]
    File,
    /// Only these lines of the original file.
    Within(AskedLines),
    /// Only this region.
    In(Box<Region>),
}
