//! Rules for requests from any source: command line, JSON or a dialect.
//!
//! Each source has different names for flags or fields, so messages with these names belong to the source.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;

use super::{
    AskedLines, ConflictStyle, Edge, Favour, Find, Fix, Inline, Insert, InsertAt, Malformed, Match,
    OnConflict, OnOpen, OnStale, OnSyntax, PatchMode, PatternLanguage, PatternOptions, Pick,
    RangeAnchors, Replace, RuleSet, StrayBlanks, Sync, Threshold, nearest,
};
use crate::encoding::{NoEncoding, TextEncoding};
use crate::snapshot::SiteId;
use crate::text::{LineAnchor, LineNumber, LineRange, StyledName};

/// The forms of an expected hash, for hints.
pub const HASH_FORMS: &str = "give blake3:HEX, sha256:HEX (64 digits) or 8 to 64 hexadecimal digits of the blake3 that `incise view` prints";

/// The encoding called `name`. `None` for UTF-8.
///
/// # Errors
/// A hint, if the encoding is not supported.
pub fn encoding(name: &str) -> Result<Option<TextEncoding>, &'static str> {
    TextEncoding::named(name).map_err(|why| match why {
        NoEncoding::Unknown => {
            "give a name such as utf-16le, latin1, windows-1252, shift_jis, euc-jp, gbk, big5 or koi8-r"
        }
        NoEncoding::Stateful => {
            "its bytes have different meanings in different positions: edit a copy in UTF-8, and convert that"
        }
    })
}

/// The default suffix of a backup.
pub const BACKUP_SUFFIX: &str = ".bak";

/// The words that a flag or field accepts, with their values.
pub type Choices<T> = &'static [(&'static str, T)];

/// The value of `word`.
///
/// # Errors
/// The most similar valid word, if there is one.
pub fn chosen<T: Copy>(
    word: &str,
    choices: &[(&'static str, T)],
) -> Result<T, Option<&'static str>> {
    let choice = choices.iter().find(|(known, _)| *known == word);
    choice
        .map(|(_, value)| *value)
        .ok_or_else(|| nearest(word, words(choices)))
}

/// The words without their values.
pub fn words<'c, T>(choices: &'c [(&'static str, T)]) -> impl Iterator<Item = &'static str> + 'c {
    choices.iter().map(|(word, _)| *word)
}

/// The words, separated by commas.
pub fn listed<T>(choices: &[(&'static str, T)]) -> String {
    words(choices).collect::<Vec<_>>().join(", ")
}

/// The words of `--match`.
pub const MATCH_WORDS: Choices<Match> = &[
    ("exact", Match::Exact),
    ("mechanical", Match::Mechanical),
    ("fuzzy", Match::Fuzzy(Threshold::DEFAULT)),
];

/// The words of `--fix`.
pub const FIX_WORDS: Choices<Fix> = &[("escapes", Fix::Escapes)];

/// The words of `--whitespace`.
pub const BLANKS_WORDS: Choices<StrayBlanks> =
    &[("fix", StrayBlanks::Fix), ("error", StrayBlanks::Refuse)];

/// The words of `--mode`.
pub const MODE_WORDS: Choices<PatchMode> = &[
    ("strict", PatchMode::Strict),
    ("tolerant", PatchMode::Tolerant),
    ("merge", PatchMode::Merge),
    ("fuzzy", PatchMode::Fuzzy(Threshold::DEFAULT)),
];

/// The words of `--syntax`.
pub const SYNTAX_WORDS: Choices<OnSyntax> = &[
    ("off", OnSyntax::Ignore),
    ("warn", OnSyntax::Warn),
    ("refuse", OnSyntax::Refuse),
];

/// The words of `--conflicts`.
pub const CONFLICT_WORDS: Choices<ConflictStyle> = &[
    ("merge", ConflictStyle::Merge),
    ("diff3", ConflictStyle::Diff3),
    ("zdiff3", ConflictStyle::Zdiff3),
];

/// The words of `--rules`.
pub const RULES_WORDS: Choices<RuleSet> = &[
    ("none", RuleSet::None),
    ("proved", RuleSet::Proved),
    ("all", RuleSet::All),
];

/// The words of the field `favour`.
pub const FAVOUR_WORDS: Choices<Favour> = &[
    ("ours", Favour::Ours),
    ("theirs", Favour::Theirs),
    ("union", Favour::Union),
];

/// The words of `--at`.
pub const EDGE_WORDS: Choices<Edge> = &[
    ("before", Edge::Before),
    ("after", Edge::After),
    ("start", Edge::Start),
    ("end", Edge::End),
];

/// The words of `--sync`.
pub const SYNC_WORDS: Choices<Sync> = &[
    ("none", Sync::None),
    ("file", Sync::File),
    ("full", Sync::Full),
];

/// The words of `--on-open`.
pub const ON_OPEN_WORDS: Choices<OnOpen> = &[("warn", OnOpen::Warn), ("refuse", OnOpen::Refuse)];

/// The words of `--on-conflict`.
pub const ON_CONFLICT_WORDS: Choices<OnConflict> = &[
    ("refuse", OnConflict::Refuse),
    ("warn", OnConflict::Warn),
    ("force", OnConflict::Force),
    ("skip", OnConflict::Skip),
    ("merge", OnConflict::Merge),
];

/// The words of `--on-stale`.
pub const ON_STALE_WORDS: Choices<OnStale> = &[
    ("refuse", OnStale::Refuse),
    ("rebase", OnStale::Rebase),
    ("merge", OnStale::Merge),
];

/// The words of `--on-conflict` for an undo. An undo is one transaction, so `skip` is missing.
pub const ON_CONFLICT_OF_UNDO: Choices<OnConflict> = &[
    ("refuse", OnConflict::Refuse),
    ("warn", OnConflict::Warn),
    ("force", OnConflict::Force),
    ("merge", OnConflict::Merge),
];

impl Match {
    /// Sets the similarity, if one is given. `None` if this mode has no similarity.
    pub fn with(self, threshold: Option<Threshold>) -> Option<Self> {
        match (self, threshold) {
            (Self::Fuzzy(_), Some(threshold)) => Some(Self::Fuzzy(threshold)),
            (matching, None) => Some(matching),
            _ => None,
        }
    }
}

impl PatchMode {
    /// Sets the similarity, if one is given. `None` if this mode has no similarity.
    pub fn with(self, threshold: Option<Threshold>) -> Option<Self> {
        match (self, threshold) {
            (Self::Fuzzy(_), Some(threshold)) => Some(Self::Fuzzy(threshold)),
            (mode, None) => Some(mode),
            _ => None,
        }
    }
}

impl Find {
    /// Returns the search if it is valid.
    ///
    /// # Errors
    /// An empty text, or a pattern with a fuzzy match.
    pub fn checked(self) -> Result<Self, Malformed> {
        if self.old.is_empty() {
            return Err(Malformed::wrong(
                "the text to find is empty",
                "`insert` adds text at a line, `append` at the end, `write` replaces the whole file",
            ));
        }
        if self.options != PatternOptions::default() && matches!(self.matching, Match::Fuzzy(_)) {
            return Err(Malformed::mixed(
                "a pattern matches or does not: it cannot be similar",
                "give either a pattern (regex, ignore case, word) or a fuzzy match",
            ));
        }
        Ok(self)
    }
}

impl Replace {
    /// Returns the replacement if it is valid.
    ///
    /// # Errors
    /// An empty old text, equal texts, or options that do not fit the kind of text.
    pub fn checked(mut self) -> Result<Self, Malformed> {
        self.find = self.find.checked()?;
        if self.find.old == self.new && self.find.options == PatternOptions::default() {
            return Err(Malformed::wrong(
                "old and new text are the same",
                "give the text that should replace it",
            ));
        }
        if self.find.options.language == PatternLanguage::Name {
            self.names()?;
        }
        if self.has_case_escapes && !self.find.options.is_expression() {
            return Err(Malformed::mixed(
                "case escapes need a regular expression",
                "use a regular expression, or omit the case escapes",
            ));
        }
        if let Some((sign, group)) = self.foreign_group() {
            return Err(Malformed::wrong(
                format!("`{sign}` is not a group in the new text of a pattern"),
                format!("`{group}` is; with case escapes `\\{sign}` is the literal text"),
            ));
        }
        if self.find.options != PatternOptions::default() && self.fix == Fix::Escapes {
            return Err(Malformed::mixed(
                "the backslashes of a pattern are intended: there is nothing to repair",
                "give either a pattern (regex, ignore case, word) or a repair of escapes",
            ));
        }
        Ok(self)
    }

    /// The first group reference in the new text in the notation of `sed` or Python, and its form in our notation.
    fn foreign_group(&self) -> Option<(String, String)> {
        if !self.find.options.is_expression() || self.has_case_escapes {
            return None;
        }
        for at in memchr::memchr_iter(b'\\', &self.new) {
            let after = &self.new[at + 1..];
            if let Some(digit) = after.first().filter(|byte| byte.is_ascii_digit()) {
                let number = char::from(*digit);
                let group = match after.get(1) {
                    Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_') => {
                        format!("${{{number}}}")
                    }
                    _ => format!("${number}"),
                };
                return Some((format!("\\{number}"), group));
            }
            if let Some(rest) = after.strip_prefix(b"g<")
                && let Some(end) = memchr::memchr(b'>', rest)
            {
                let name = String::from_utf8_lossy(&rest[..end]);
                return Some((format!("\\g<{name}>"), format!("${{{name}}}")));
            }
        }
        None
    }

    /// Parses the old and the new text as names with a style.
    ///
    /// # Errors
    /// One text is not a name, both have the same words, or the search is also a pattern.
    pub fn names(&self) -> Result<(StyledName, StyledName), Malformed> {
        let name_alone = PatternOptions {
            language: PatternLanguage::Name,
            ..PatternOptions::default()
        };
        if self.find.options != name_alone {
            return Err(name_and_pattern());
        }
        let (old, new) = (styled_name(&self.find.old)?, styled_name(&self.new)?);
        if old.has_words_of(&new) {
            return Err(Malformed::wrong(
                "old and new name have the same words",
                "they are the same in every style; omit the option",
            ));
        }
        Ok((old, new))
    }
}

fn styled_name(text: &[u8]) -> Result<StyledName, Malformed> {
    let name = std::str::from_utf8(text).ok().and_then(StyledName::parse);
    name.ok_or_else(|| {
        Malformed::wrong(
            format!(
                "`{}` is not a name in a known style",
                String::from_utf8_lossy(text)
            ),
            "names are like fooBar, FooBar, foo_bar, FOO_BAR or foo-bar",
        )
    })
}

impl PatternLanguage {
    /// Combines two languages. A pattern wins over a literal, and an expression with look-around over a plain
    /// expression.
    ///
    /// # Errors
    /// One language is names, and the other is a pattern.
    pub fn or(self, other: Self) -> Result<Self, Malformed> {
        match (self, other) {
            (Self::Literal, asked) | (asked, Self::Literal) => Ok(asked),
            (Self::Name, Self::Name) => Ok(Self::Name),
            (Self::Name, _) | (_, Self::Name) => Err(name_and_pattern()),
            (Self::Regex, Self::Regex) => Ok(Self::Regex),
            (Self::FancyRegex, _) | (_, Self::FancyRegex) => Ok(Self::FancyRegex),
        }
    }
}

fn name_and_pattern() -> Malformed {
    Malformed::mixed(
        "renaming in all styles matches whole names, not a pattern",
        "omit regex, ignore case and word",
    )
}

impl Insert {
    /// Returns the insertion if it is valid.
    ///
    /// # Errors
    /// An empty text, a pick without a text to find or of several matches, or `inline` at a complete line.
    pub fn checked(self) -> Result<Self, Malformed> {
        if self.text.is_empty() {
            return Err(Malformed::wrong(
                "the text to insert is empty",
                "give the text that should be there",
            ));
        }
        let is_by_text = matches!(self.at, InsertAt::BeforeText(_) | InsertAt::AfterText(_));
        if self.pick != Pick::Only && !is_by_text {
            return Err(Malformed::mixed(
                "a match can only be selected if there is a text to find",
                "give the text before or after which to insert",
            ));
        }
        if matches!(self.pick, Pick::All | Pick::Exactly(2..)) {
            return Err(Malformed::wrong(
                "an insertion needs exactly one match",
                "select one by its number",
            ));
        }
        if self.inline == Inline::Inline && !is_by_text {
            let place = match self.at {
                InsertAt::Region(..) => "a region",
                _ => "a line number",
            };
            return Err(Malformed::mixed(
                format!("{place} refers to whole lines, but `inline` to a position within a line"),
                "inline needs the text before or after which to insert",
            ));
        }
        Ok(self)
    }
}

/// The pick of exactly `count` matches.
///
/// # Errors
/// A count of 0, which is not an edit.
pub fn exactly(count: usize) -> Result<Pick, Malformed> {
    match count {
        0 => Err(Malformed::wrong(
            "an edit of 0 matches is not an edit",
            "expect 1 or more; a dry run looks without writing",
        )),
        count => Ok(Pick::Exactly(count)),
    }
}

impl InsertAt {
    /// Converts a line number to a position: 0 is the beginning, -1 the end, and `n` is after line `n`.
    pub fn line(line: i64) -> Option<Self> {
        match line {
            0 => Some(Self::Beginning),
            -1 => Some(Self::End),
            line => usize::try_from(line)
                .ok()
                .and_then(LineNumber::new)
                .map(Self::After),
        }
    }
}

/// The lines from `first` to `last`, 1-based and inclusive. `None` if the numbers are invalid or out of order.
pub fn line_range(first: i64, last: i64) -> Option<LineRange> {
    let first_line = LineNumber::new(usize::try_from(first).ok()?)?;
    let last_line = LineNumber::new(usize::try_from(last).ok()?)?;
    LineRange::new(first_line, last_line)
}

/// Parses lines, optionally with anchors: `A:HASH..B:HASH`, `A:HASH`.
pub fn parse_anchored_lines(text: &str) -> Option<(AskedLines, RangeAnchors)> {
    let anchors = match text.split_once("..") {
        Some((first, last)) => Some((LineAnchor::parse(first)?, LineAnchor::parse(last)?)),
        None => LineAnchor::parse(text).map(|only| (only, only)),
    };
    let Some((first, last)) = anchors else {
        return Some((AskedLines::parse(text)?, RangeAnchors::default()));
    };
    let hashes = RangeAnchors {
        first: Some(first.hash),
        last: Some(last.hash),
    };
    Some((LineRange::new(first.line, last.line)?.into(), hashes))
}

/// The pick of the match with the ID `text`.
pub fn site_of(text: &str) -> Result<Pick, Malformed> {
    SiteId::parse(text).map(Pick::Site).ok_or_else(|| {
        Malformed::wrong(
            format!("`{text}` is not a match ID"),
            "eight hexadecimal digits, as a dry run prints them next to each match",
        )
    })
}

/// True if this build can check syntax (cargo feature `syntax`).
pub const HAS_SYNTAX: bool = cfg!(feature = "syntax");

/// Parses a size in bytes: digits, then nothing, `K`, `M` or `G` (powers of 1024).
pub fn parse_size(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let shift = match &text[digits.len()..] {
        "" => 0,
        "K" | "k" | "KiB" => 10,
        "M" | "m" | "MiB" => 20,
        "G" | "g" | "GiB" => 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

/// Parses a time: digits, then `ms`, `s` or nothing (seconds).
pub fn parse_time(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let number = digits.parse().ok()?;
    match &text[digits.len()..] {
        "" | "s" => Some(Duration::from_secs(number)),
        "ms" => Some(Duration::from_millis(number)),
        _ => None,
    }
}

/// True if `suffix`, added to a file name, gives another valid name in the same directory.
pub fn is_backup_suffix(suffix: &[u8]) -> bool {
    !suffix.is_empty() && !suffix.contains(&b'/') && !suffix.contains(&0)
}

/// Converts `bytes` to a path.
pub fn path_of(bytes: Bytes) -> PathBuf {
    OsString::from_vec(bytes.into()).into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{is_backup_suffix, parse_anchored_lines, parse_size, parse_time};

    #[test]
    fn anchors_are_distinguished_from_ranges() {
        let shown = |text| {
            parse_anchored_lines(text).map(|(range, anchors)| {
                let hash = anchors
                    .last
                    .map_or_else(String::new, |hash| hash.to_string());
                format!("{} {hash}", range.in_text(9).unwrap())
            })
        };
        assert_eq!(shown("3:5").as_deref(), Some("3-5 "));
        assert_eq!(shown("3:1345").as_deref(), Some("3-1345 "));
        assert_eq!(shown("3:a345c0ffee11").as_deref(), Some("3 a345c0ffee11"));
        assert_eq!(
            shown("3:a345c0ffee11..5:bc02c0ffee22").as_deref(),
            Some("3-5 bc02c0ffee22")
        );
        for wrong in [
            "5:a345c0ffee11..3:bc02c0ffee22",
            "3:a345c0ffee11..",
            "3..5",
            "3:a345c0ffee11:5:bc02c0ffee22",
            "0:a345c0ffee11",
            "3:a345",
        ] {
            assert_eq!(shown(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sizes_and_times_have_units() {
        assert_eq!(parse_size("12"), Some(12));
        assert_eq!(parse_size("2G"), Some(2 << 30));
        assert_eq!(parse_size("4KiB"), Some(4096));
        assert_eq!(parse_size("99999999999G"), None);
        assert_eq!(parse_size("1.5M"), None);
        assert_eq!(parse_time("200ms"), Some(Duration::from_millis(200)));
        assert_eq!(parse_time("2"), Some(Duration::from_secs(2)));
        assert_eq!(parse_time("2h"), None);
        assert_eq!(parse_time("-1"), None);
    }

    #[test]
    fn a_backup_stays_in_its_directory() {
        assert!(is_backup_suffix(b".bak"));
        assert!(!is_backup_suffix(b""));
        assert!(!is_backup_suffix(b"/../x"));
    }
}
