//! Builds requests in code: each call adds a step.

use std::path::PathBuf;

use bytes::Bytes;

use super::{
    Action, Append, Create, Find, Fix, Indent, Inline, Insert, InsertAt, Lines, LinesAt, Malformed,
    Match, Means, Move, OneOrMore, Options, PatchDiff, PatternOptions, Pick, RangeAnchors, Replace,
    Request, Run, Scope, Step, Terms, Tools, Words, Write, json,
};
use crate::text::LineRange;

impl Words {
    /// The vocabulary of a program that uses this library: no flags, and no hints about the next command.
    pub const EMBEDDED: Self = Self {
        options: Options::Unavailable,
        means: Means::Tools(Tools {
            reader: None,
            preview: None,
            history: None,
            names_task: false,
        }),
    };
}

impl Find {
    /// Finds `old` literally, anywhere in the file. The tiers above `exact` may match.
    pub fn literal(old: impl AsRef<[u8]>) -> Self {
        Self {
            old: Bytes::copy_from_slice(old.as_ref()),
            matching: Match::Mechanical,
            scope: Scope::File,
            options: PatternOptions::default(),
        }
    }
}

impl Replace {
    /// Replaces the only match of `find` with `new`.
    pub fn only(find: Find, new: impl AsRef<[u8]>) -> Self {
        Self {
            find,
            new: Bytes::copy_from_slice(new.as_ref()),
            pick: Pick::Only,
            fix: Fix::Suggest,
            indent: Indent::Fitted,
            has_case_escapes: false,
        }
    }
}

impl Insert {
    /// Inserts `text` at `at`, as whole lines.
    pub fn lines(at: InsertAt, text: Bytes) -> Self {
        Self {
            at,
            text,
            inline: Inline::WholeLines,
            has_line_zero: true,
            pick: Pick::Only,
        }
    }
}

impl Lines {
    /// Replaces the lines `at` with `text`.
    pub fn new(at: LinesAt, text: Bytes) -> Self {
        Self {
            at,
            text,
            may_rename: false,
        }
    }

    /// Replaces the lines with these numbers with `text`.
    pub fn numbered(lines: LineRange, text: Bytes) -> Self {
        let anchors = RangeAnchors::default();
        Self::new(LinesAt::Numbers(lines.into(), anchors), text)
    }
}

impl Create {
    /// Creates a file with `text`, and its parent directories.
    pub fn with_parents(text: Bytes) -> Self {
        Self {
            text,
            makes_parents: true,
        }
    }
}

impl Write {
    /// Writes a complete file and its parent directories, and replaces an existing file.
    pub fn with_parents(text: Bytes) -> Self {
        Self {
            text,
            overwrites: true,
            makes_parents: true,
        }
    }
}

impl PatchDiff {
    /// Applies `diff` to the files that it names.
    pub fn new(diff: Bytes) -> Self {
        Self {
            diff,
            ..Self::default()
        }
    }
}

impl Default for Request {
    fn default() -> Self {
        Self::new()
    }
}

/// Each call adds a step. Paths are relative to the directory in which the request runs.
impl Request {
    /// Creates a request without steps.
    pub fn new() -> Self {
        Self::from(Vec::new()).under(Terms {
            words: Words::EMBEDDED,
            ..Terms::default()
        })
    }

    /// Parses a request in its JSON form, `incise.request/1`.
    ///
    /// # Errors
    /// Returns every error of the document, in the order of the edits.
    pub fn from_json(document: &[u8]) -> Result<Self, OneOrMore<Malformed>> {
        json::parse(document)
    }

    /// Replaces `old`, which must occur once, with `new`.
    #[must_use]
    pub fn replace(
        self,
        path: impl Into<PathBuf>,
        old: impl AsRef<[u8]>,
        new: impl AsRef<[u8]>,
    ) -> Self {
        let replace = Replace::only(Find::literal(old), new);
        self.step(path, Action::Replace(replace))
    }

    /// Inserts `text` as whole lines before `place`, which must occur once.
    #[must_use]
    pub fn insert_before(
        self,
        path: impl Into<PathBuf>,
        place: impl AsRef<[u8]>,
        text: impl AsRef<[u8]>,
    ) -> Self {
        self.insert(path, InsertAt::BeforeText(Find::literal(place)), text)
    }

    /// Inserts `text` as whole lines after `place`, which must occur once.
    #[must_use]
    pub fn insert_after(
        self,
        path: impl Into<PathBuf>,
        place: impl AsRef<[u8]>,
        text: impl AsRef<[u8]>,
    ) -> Self {
        self.insert(path, InsertAt::AfterText(Find::literal(place)), text)
    }

    fn insert(self, path: impl Into<PathBuf>, at: InsertAt, text: impl AsRef<[u8]>) -> Self {
        let insert = Insert::lines(at, Bytes::copy_from_slice(text.as_ref()));
        self.step(path, Action::Insert(insert))
    }

    /// Appends `text` to a file. Creates the file if it is missing.
    #[must_use]
    pub fn append(self, path: impl Into<PathBuf>, text: impl AsRef<[u8]>) -> Self {
        let append = Append {
            text: Bytes::copy_from_slice(text.as_ref()),
            must_exist: false,
        };
        self.step(path, Action::Append(append))
    }

    /// Creates a file with `text`, and its parent directories.
    #[must_use]
    pub fn create(self, path: impl Into<PathBuf>, text: impl AsRef<[u8]>) -> Self {
        let create = Create::with_parents(Bytes::copy_from_slice(text.as_ref()));
        self.step(path, Action::Create(create))
    }

    /// Writes a complete file, and replaces an existing one.
    #[must_use]
    pub fn write(self, path: impl Into<PathBuf>, text: impl AsRef<[u8]>) -> Self {
        let write = Write::with_parents(Bytes::copy_from_slice(text.as_ref()));
        self.step(path, Action::Write(write))
    }

    /// Deletes a file.
    #[must_use]
    pub fn remove(self, path: impl Into<PathBuf>) -> Self {
        self.step(path, Action::Remove)
    }

    /// Moves or renames a file. No file may exist at the new path.
    #[must_use]
    pub fn rename(self, path: impl Into<PathBuf>, to: impl Into<PathBuf>) -> Self {
        let rename = Move {
            to: to.into(),
            makes_parents: true,
        };
        self.step(path, Action::Move(rename))
    }

    /// Applies a diff of any format to the files that it names.
    #[must_use]
    pub fn patch(self, diff: impl AsRef<[u8]>) -> Self {
        let diff = Bytes::copy_from_slice(diff.as_ref());
        self.step(".", Action::Patch(PatchDiff::new(diff)))
    }

    /// Adds a step of any kind, with options that the other methods leave at their defaults.
    #[must_use]
    pub fn step(mut self, path: impl Into<PathBuf>, action: Action) -> Self {
        self.steps.push(Step::new(path, action));
        self
    }

    /// Makes this request a dry run: the report shows the changes, and nothing is written.
    #[must_use]
    pub fn dry_run(mut self) -> Self {
        self.terms.run = Run::DryRun;
        self
    }
}
