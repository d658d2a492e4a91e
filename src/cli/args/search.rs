//! The flags for a text search, shared by `replace` and `insert`.

use bytes::Bytes;
use clap::Args;

use super::region::{RegionArgs, first_given};
use super::shared::choice;
use crate::refusal::Reason;
use crate::request::{
    AskedLines, Find, Match, PatternLanguage, PatternOptions, Region, Scope, Threshold, rule,
};

/// The search for a text: how it is read, how exactly it has to match, and in which part of the file.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Treat the text to find as a regular expression
    #[arg(long)]
    regex: bool,
    /// Same as --regex, with look-around and back-references
    #[arg(long)]
    fancy: bool,
    /// Ignore case
    #[arg(long)]
    ignore_case: bool,
    /// Match whole words only
    #[arg(short = 'w', long)]
    word: bool,
    /// Search lines A to B only; `A:` goes to the end, `$` is the last
    #[arg(
        long,
        value_name = "A:B",
        allow_hyphen_values = true,
        conflicts_with_all = ["symbol", "section", "between", "body"]
    )]
    within: Option<String>,
    #[command(flatten)]
    region: RegionArgs,
    /// Tolerance: exact, mechanical (default) or fuzzy
    #[arg(long = "match", value_name = "MODE")]
    matching: Option<String>,
    /// Similarity for fuzzy, 0.5 to 1.0 (default 0.8)
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    threshold: Option<f64>,
}

impl SearchArgs {
    /// The first flag that is given.
    pub(super) fn first_given(&self) -> Option<&'static str> {
        self.first_search_flag()
            .or_else(|| self.region.first_given())
    }

    /// The first flag that is given and applies only to a text search.
    pub(super) fn first_search_flag(&self) -> Option<&'static str> {
        first_given([
            ("--regex", self.regex),
            ("--fancy", self.fancy),
            ("--ignore-case", self.ignore_case),
            ("--word", self.word),
            ("--within", self.within.is_some()),
            ("--match", self.matching.is_some()),
            ("--threshold", self.threshold.is_some()),
        ])
    }

    /// The region to search, if one is named.
    pub(super) fn region(&self) -> Result<Option<Region>, Reason> {
        self.region.region()
    }

    /// The search for `old`, with these flags.
    pub(super) fn find(&self, old: Bytes) -> Result<Find, Reason> {
        Ok(Find {
            old,
            matching: self.matching()?,
            scope: self.scope()?,
            options: self.pattern_options(),
        })
    }

    fn pattern_options(&self) -> PatternOptions {
        PatternOptions {
            refuses_nested: false,
            language: match (self.fancy, self.regex) {
                (true, _) => PatternLanguage::FancyRegex,
                (false, true) => PatternLanguage::Regex,
                (false, false) => PatternLanguage::Literal,
            },
            ignores_case: self.ignore_case,
            whole_words: self.word,
        }
    }

    fn scope(&self) -> Result<Scope, Reason> {
        let Some(text) = &self.within else {
            return Ok(match self.region()? {
                Some(region) => Scope::In(Box::new(region)),
                None => Scope::File,
            });
        };
        match AskedLines::parse(text) {
            Some(lines) => Ok(Scope::Within(lines)),
            None => Err(Reason::usage(
                format!("`--within {text}` is not a range of lines"),
                "a range is A:B or A:, with lines from 1; `$` is the last line",
            )),
        }
    }

    /// True if `--match exact` is given.
    pub(super) fn is_exact(&self) -> bool {
        self.matching.as_deref() == Some("exact")
    }

    fn matching(&self) -> Result<Match, Reason> {
        let threshold = self.threshold.map(parse_threshold).transpose()?;
        choice("--match", self.matching.as_deref(), rule::MATCH_WORDS)?
            .unwrap_or_default()
            .with(threshold)
            .ok_or_else(|| threshold_without_fuzzy("--match"))
    }
}

/// The refusal of `--threshold` when `flag` is not `fuzzy`.
pub(super) fn threshold_without_fuzzy(flag: &str) -> Reason {
    Reason::usage(
        format!("`--threshold` belongs to `{flag} fuzzy`"),
        format!("add {flag} fuzzy, or omit --threshold"),
    )
}

/// The similarity `value`, if it is in the valid range.
pub(super) fn parse_threshold(value: f64) -> Result<Threshold, Reason> {
    Threshold::new(value).ok_or_else(|| {
        Reason::usage(
            format!("`--threshold {value}` is not a similarity"),
            "a number from 0.5 to 1.0",
        )
    })
}
