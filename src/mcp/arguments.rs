//! The arguments of a call, removed one by one with the type that they should have. An argument of another type, or
//! one that remains, is refused by name.

use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::request::json::{Node, Object, chosen, read_region, wrong_type};
use crate::request::rule::Choices;
use crate::request::{Malformed, Region, nearest};

/// The arguments of a call. `null` counts as absent.
pub(super) struct Arguments {
    tool: &'static str,
    object: Object,
    known_names: Vec<&'static str>,
}

impl Arguments {
    /// The arguments of `tool`.
    pub(super) fn new(tool: &'static str, members: Map<String, Value>) -> Self {
        let nodes = members.into_iter();
        let nodes = nodes.map(|(name, value)| (name, value.into()));
        Self {
            tool,
            object: Object::new(tool, nodes.collect()),
            known_names: Vec::new(),
        }
    }

    /// The arguments, after `name` is known to be one of the tool.
    fn known(&mut self, name: &'static str) -> &mut Object {
        self.known_names.push(name);
        &mut self.object
    }

    /// A string.
    pub(super) fn text(&mut self, name: &'static str) -> Result<Option<String>, Malformed> {
        self.known(name).word(name)
    }

    /// A required string, which may be empty.
    pub(super) fn needed_text(&mut self, name: &'static str) -> Result<String, Malformed> {
        let tool = self.tool;
        self.text(name)?.ok_or_else(|| missing(tool, name))
    }

    /// A whole number from 1.
    pub(super) fn ordinal(&mut self, name: &'static str) -> Result<Option<u64>, Malformed> {
        let Some(value) = self.known(name).take(name) else {
            return Ok(None);
        };
        // Some clients send every argument as a string.
        let number = match &value {
            Node::Text(digits) => digits.parse().ok(),
            other => other
                .as_integer()
                .and_then(|number| u64::try_from(number).ok()),
        };
        match number {
            Some(number) if number > 0 => Ok(Some(number)),
            _ => Err(wrong_type(name, "a whole number from 1", &value)),
        }
    }

    /// A whole number from 1, as a number of items.
    pub(super) fn count(&mut self, name: &'static str) -> Result<Option<usize>, Malformed> {
        let number = self.ordinal(name)?;
        Ok(number.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
    }

    /// True or false; `off` if absent.
    pub(super) fn either<T>(&mut self, name: &'static str, off: T, on: T) -> Result<T, Malformed> {
        self.known(name).either(name, off, on)
    }

    /// One of `choices`.
    pub(super) fn chosen<T: Copy>(
        &mut self,
        name: &'static str,
        choices: Choices<T>,
    ) -> Result<Option<T>, Malformed> {
        chosen(self.known(name), name, choices)
    }

    /// The region that `in` names.
    pub(super) fn region(&mut self) -> Result<Option<Region>, Malformed> {
        read_region(self.known("in"))
    }

    /// A path that is not empty.
    pub(super) fn path(&mut self, name: &'static str) -> Result<Option<PathBuf>, Malformed> {
        match self.text(name)? {
            Some(path) if names_no_file(&path) => Err(Malformed::wrong(
                format!("`{name}` names no file"),
                "give a path relative to the root",
            )),
            path => Ok(path.map(PathBuf::from)),
        }
    }

    /// One or more strings.
    pub(super) fn words(&mut self, name: &'static str) -> Result<Vec<String>, Malformed> {
        self.known(name).words(name)
    }

    /// One or more paths, none of them empty.
    pub(super) fn paths(&mut self, name: &'static str) -> Result<Vec<PathBuf>, Malformed> {
        let words = self.words(name)?;
        if words.iter().any(|path| names_no_file(path)) {
            return Err(Malformed::wrong(
                format!("`{name}` names no file"),
                "give paths relative to the root",
            ));
        }
        Ok(words.into_iter().map(PathBuf::from).collect())
    }

    /// A required path.
    pub(super) fn needed_path(&mut self, name: &'static str) -> Result<PathBuf, Malformed> {
        let tool = self.tool;
        self.path(name)?.ok_or_else(|| missing(tool, name))
    }

    /// Refuses any remaining argument.
    pub(super) fn finish(self) -> Result<(), Malformed> {
        let Some(name) = self.object.names().next() else {
            return Ok(());
        };
        let hint = match nearest(name, self.known_names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.known_names.is_empty() => format!("`{}` takes none", self.tool),
            None => format!("`{}` takes {}", self.tool, list(&self.known_names)),
        };
        let message = format!("unknown field `{name}` in the arguments of `{}`", self.tool);
        Err(Malformed::wrong(message, hint))
    }
}

fn names_no_file(path: &str) -> bool {
    path.is_empty() || path.contains('\0')
}

fn missing(tool: &str, name: &str) -> Malformed {
    Malformed::wrong(
        format!("`{tool}` has no `{name}`"),
        format!("give `{name}`"),
    )
}

fn list(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
