//! The caller's vocabulary, so that a report can suggest a fix in the caller's terms: the names of options, and the
//! commands or tools for the next step. `render` has the sentences.
//!
//! This module also finds the known word that is most similar to an unknown word.

use strsim::osa_distance;

/// The caller's vocabulary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The names of options.
    pub options: Options,
    /// The tools for the next step.
    pub means: Means,
}

/// The names of options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Options {
    /// The flags of the command that was typed.
    #[default]
    Flags,
    /// The flags that every editing command has, for input without fields, such as the envelope of `apply`.
    CommonFlags,
    /// The fields of `incise.request/1`.
    Fields,
    /// The fields of another tool, together with the fields of our envelope.
    Payload(&'static FieldNames),
    /// No options, because the call accepts none.
    Unavailable,
}

/// The caller's tools for the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Means {
    /// Shell commands, including `incise`.
    #[default]
    Shell,
    /// The tools of a server.
    Tools(Tools),
}

/// The tools of a server that a hint can name, because the server offers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tools {
    /// The command or tool that reads files.
    pub reader: Option<Reader>,
    /// The name of the tool that previews an edit.
    pub preview: Option<&'static str>,
    /// The name of the tool that lists past edits.
    pub history: Option<&'static str>,
    /// True if the call named its task, so the next call has to name it too.
    pub names_task: bool,
}

/// A tool that reads files, by its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// `path`, `start` and `end`.
    Lines(&'static str),
    /// `command` (`view`), `path` and `view_range`.
    Editor(&'static str),
    /// `path`. Returns the complete text.
    Text(&'static str),
}

/// The names that another tool uses for the fields in hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldNames {
    /// The text to find.
    pub old: Option<&'static str>,
    /// The field that selects every match, such as `"replace_all": true`.
    pub all: Option<&'static str>,
    /// The field that selects one of several matches.
    pub one: Option<&'static str>,
    /// The field with the line to insert after.
    pub line: Option<&'static str>,
    /// The field with the name of a symbol.
    pub symbol: Option<&'static str>,
    /// Fields of our edits that the tool has too, with the same names and values.
    pub shared: &'static [&'static str],
}

impl FieldNames {
    /// The names for a tool without such fields.
    pub const NONE: Self = Self {
        old: None,
        all: None,
        one: None,
        line: None,
        symbol: None,
        shared: &[],
    };
}

impl Words {
    /// The vocabulary of a command line.
    pub const TYPED: Self = Self {
        options: Options::Flags,
        means: Means::Shell,
    };

    /// Replaces the names of options.
    #[must_use]
    pub fn with(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// The common vocabulary of both.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        if self == others {
            self
        } else {
            self.with(Options::Payload(&FieldNames::NONE))
        }
    }
}

/// The word of `known` that is most similar to `word`. Up to a third of its letters may differ, and always one.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let mut nearest = None;
    let mut least = usize::MAX;
    for candidate in known {
        let bound = (candidate.len() / 3).max(1);
        // The distance is at least the difference in length. This check skips very long words.
        if length.abs_diff(candidate.chars().count()) > bound {
            continue;
        }
        let distance = osa_distance(word, candidate);
        if distance <= bound && distance < least {
            nearest = Some(candidate);
            least = distance;
        }
    }
    nearest
}

/// The hint that asks for the word of `known` most similar to `word`. Without a similar word, `otherwise`.
pub fn nearest_or<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: String,
) -> String {
    match nearest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => otherwise,
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn each_of_the_four_slips_is_one() {
        for slip in ["pat", "paths", "pith", "ptah"] {
            assert_eq!(nearest(slip, ["path"]), Some("path"), "{slip}");
        }
        assert_eq!(nearest("", ["path"]), None);
        assert_eq!(nearest("phat x", ["path"]), None);
    }

    #[test]
    fn only_a_near_word_is_offered() {
        let known = ["path", "old", "new", "expect_hash"];
        assert_eq!(nearest("paht", known), Some("path"));
        assert_eq!(nearest("expecthash", known), Some("expect_hash"));
        assert_eq!(nearest("colour", known), None);
    }
}
