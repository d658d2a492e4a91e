//! `incise set` and `incise unset`: keys in documents.

use std::ffi::OsString;
use std::path::PathBuf;

use bytes::Bytes;
use clap::Args;

use crate::cli::foreign::{ALL, EDITS, SET, UNSET};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::cli::text_source::TextSource;
use crate::refusal::{Reason, Refusals};
use crate::request::{Action, KeyPath, NewValue, Request, SetKey, Value, ValueType};

/// Precedes a value that begins like a flag. No word of a command line can contain this character.
pub(crate) const DASHED: &str = "\0";

/// The arguments of `incise set`.
#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    /// Document to edit; its name shows the format: JSON, TOML, YAML, INI, .env or .properties
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Keys and values; a key is a path such as `a.b` or `list.0`; `list.+` adds an element
    #[arg(value_name = "KEY VALUE", allow_negative_numbers = true)]
    pairs: Vec<OsString>,
    /// Edit this document too, in the same way
    #[arg(long, value_name = "PATH")]
    also: Vec<PathBuf>,
    /// The value is a string
    #[arg(long, conflicts_with_all = ["number", "bool", "null", "value_json"])]
    string: bool,
    /// The value is a number
    #[arg(long, conflicts_with_all = ["bool", "null", "value_json"])]
    number: bool,
    /// The value is true or false
    #[arg(long, conflicts_with_all = ["null", "value_json"])]
    bool: bool,
    /// The value is null; give only keys
    #[arg(long, conflicts_with = "value_json")]
    null: bool,
    /// The value is JSON: a list, an object or any other value
    #[arg(long)]
    value_json: bool,
    /// Create a missing key, after its siblings
    #[arg(long)]
    create: bool,
    /// Format, if the name does not show it; git, systemd, php, env, json and others
    #[arg(long, value_name = "NAME")]
    dialect: Option<String>,
    /// Read the value of the key from FILE, `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "null")]
    from_file: Option<PathBuf>,
}

impl SetArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "set",
        about: "Set a key in JSON, TOML, YAML, INI or .env; nothing else changes",
        examples: [
            "set Cargo.toml package.version 1.2.0",
            "set ci.yml jobs.test.steps.0.name build --create",
        ],
        usage: "set PATH KEY VALUE [KEY VALUE]... [FLAGS]",
        foreign_flags: &[SET, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let rules = SetRules {
            value_type: self.value_type(),
            dialect: self.dialect,
            creates: self.create,
        };
        let mut paths = vec![Self::PAGE.require_path(self.path)?];
        paths.extend(self.also);
        let mut words = Vec::new();
        for word in self.pairs {
            words.push(utf8(word)?);
        }
        if let Some(source) = self.from_file {
            let Ok([key]) = <[String; 1]>::try_from(words) else {
                return Err(Self::usage("`--from-file` is the value of one key").into());
            };
            let text = TextSource::File(source, "--from-file");
            let text = intake.text_for(&paths, text)?;
            return Ok(intake.steps(paths, &[rules.set_to_text(&key, text)?])?);
        }
        if words.is_empty() {
            return Err(Self::usage("no KEY is given").into());
        }
        let words_of_a_key = if self.null { 1 } else { 2 };
        let mut actions = Vec::new();
        for words in words.chunks(words_of_a_key) {
            actions.push(match words {
                [key, value] => rules.parse_and_set(key, value.clone())?,
                [key] if self.null => rules.set(key, NewValue::Typed(Value::Null))?,
                _ => return Err(Self::no_value(&words[0]).into()),
            });
        }
        Ok(intake.steps(paths, &actions)?)
    }

    /// The type that the flags give; `None` without such a flag.
    fn value_type(&self) -> Option<ValueType> {
        if self.string {
            Some(ValueType::Text)
        } else if self.number {
            Some(ValueType::Number)
        } else if self.bool {
            Some(ValueType::Bool)
        } else if self.value_json {
            Some(ValueType::Json)
        } else {
            None
        }
    }

    /// The refusal of a key without a value.
    fn no_value(key: &str) -> Reason {
        if !key.contains('=') {
            return Self::usage("a key has no value");
        }
        Reason::usage(
            format!("the key `{key}` has no value"),
            "write the key and the value as two words: `incise set PATH KEY VALUE`",
        )
    }

    fn usage(message: &str) -> Reason {
        Reason::usage(message.to_owned(), format!("`incise {}`", Self::PAGE.usage))
    }
}

/// The flags that apply to every key of `incise set`.
struct SetRules {
    dialect: Option<String>,
    creates: bool,
    /// `None` if the value decides its type.
    value_type: Option<ValueType>,
}

impl SetRules {
    fn set(&self, key: &str, value: NewValue) -> Result<Action, Reason> {
        Ok(Action::Set(SetKey {
            key: key_in(key, self.dialect.as_deref())?,
            value,
            creates: self.creates,
        }))
    }

    fn parse_and_set(&self, key: &str, text: String) -> Result<Action, Reason> {
        self.set(key, NewValue::parse(text, self.value_type)?)
    }

    /// Sets `key` to the content of a file.
    fn set_to_text(&self, key: &str, text: Bytes) -> Result<Action, Reason> {
        let text = String::from_utf8(text.into()).map_err(|_| {
            Reason::usage("the value is not UTF-8", "documents with keys are in UTF-8")
        })?;
        self.parse_and_set(key, text)
    }
}

/// The arguments of `incise unset`.
#[derive(Debug, Args)]
pub(crate) struct UnsetArgs {
    /// Document to edit
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Keys to delete, with values and comments on the same line
    #[arg(value_name = "KEY")]
    keys: Vec<OsString>,
    /// Edit this document too, in the same way
    #[arg(long, value_name = "PATH")]
    also: Vec<PathBuf>,
    /// Format, if the name does not show it; git, systemd, php, env, json and others
    #[arg(long, value_name = "NAME")]
    dialect: Option<String>,
}

impl UnsetArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "unset",
        about: "Delete a key from JSON, TOML, YAML, INI or .env; nothing else changes",
        examples: [
            "unset package.json scripts.postinstall",
            "unset app.ini server.debug --idempotent",
        ],
        usage: "unset PATH KEY [KEY]... [FLAGS]",
        foreign_flags: &[UNSET, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let mut paths = vec![Self::PAGE.require_path(self.path)?];
        paths.extend(self.also);
        if self.keys.is_empty() {
            return Err(
                Reason::usage("no KEY is given", format!("`incise {}`", Self::PAGE.usage)).into(),
            );
        }
        let mut actions = Vec::new();
        for key in self.keys {
            actions.push(Action::Unset(key_in(&utf8(key)?, self.dialect.as_deref())?));
        }
        Ok(intake.steps(paths, &actions)?)
    }
}

/// The key `path` in a document of this dialect.
pub(super) fn key_in(path: &str, dialect: Option<&str>) -> Result<KeyPath, Reason> {
    Ok(KeyPath {
        dialect: dialect.map(str::to_owned),
        ..KeyPath::parse(path)?
    })
}

/// `word` without the mark of a value that begins like a flag.
fn utf8(word: OsString) -> Result<String, Reason> {
    let text = word.into_string().map_err(|word| {
        Reason::usage(
            format!("`{}` is not UTF-8", word.to_string_lossy()),
            "documents with keys are in UTF-8",
        )
    })?;
    match text.strip_prefix(DASHED) {
        Some(value) => Ok(value.to_owned()),
        None => Ok(text),
    }
}
