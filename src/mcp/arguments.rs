//! The arguments of a call, taken out one by one as the types they should have. What is left over, or is
//! something else, is refused by name.

use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::request::{Malformed, nearest};

/// The arguments of a call. `null` counts as absent.
pub(super) struct Arguments {
    tool: &'static str,
    members: Map<String, Value>,
    asked: Vec<&'static str>,
}

impl Arguments {
    /// Those of `tool`.
    pub(super) fn new(tool: &'static str, members: Map<String, Value>) -> Self {
        Self {
            tool,
            members,
            asked: Vec::new(),
        }
    }

    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.asked.push(name);
        self.members.remove(name).filter(|value| !value.is_null())
    }

    /// A string.
    pub(super) fn text(&mut self, name: &'static str) -> Result<Option<String>, Malformed> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong_type(name, "a string", &other)),
        }
    }

    /// A string that must be there; it may be empty.
    pub(super) fn needed_text(&mut self, name: &'static str) -> Result<String, Malformed> {
        let tool = self.tool;
        self.text(name)?.ok_or_else(|| missing(tool, name))
    }

    /// A whole number from 1.
    pub(super) fn ordinal(&mut self, name: &'static str) -> Result<Option<u64>, Malformed> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        // Some clients send every argument as a string; a number in one means the same.
        let number = match &value {
            Value::String(digits) => digits.parse().ok(),
            value => value.as_u64(),
        };
        match number {
            Some(number) if number > 0 => Ok(Some(number)),
            _ => Err(wrong_type(name, "a whole number from 1", &value)),
        }
    }

    /// True or false; false when absent.
    pub(super) fn either<T>(&mut self, name: &'static str, off: T, on: T) -> Result<T, Malformed> {
        match self.take(name) {
            None | Some(Value::Bool(false)) => Ok(off),
            Some(Value::Bool(true)) => Ok(on),
            Some(other) => Err(wrong_type(name, "true or false", &other)),
        }
    }

    /// A path; not empty.
    pub(super) fn path(&mut self, name: &'static str) -> Result<Option<PathBuf>, Malformed> {
        match self.text(name)? {
            Some(path) if path.is_empty() || path.contains('\0') => Err(Malformed::wrong(
                format!("`{name}` names no file"),
                "give a path relative to the root",
            )),
            path => Ok(path.map(PathBuf::from)),
        }
    }

    /// A path that must be there.
    pub(super) fn needed_path(&mut self, name: &'static str) -> Result<PathBuf, Malformed> {
        let tool = self.tool;
        self.path(name)?.ok_or_else(|| missing(tool, name))
    }

    /// Nothing else was given.
    pub(super) fn finish(self) -> Result<(), Malformed> {
        let Some(name) = self.members.keys().next() else {
            return Ok(());
        };
        let hint = match nearest(name, self.asked.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.asked.is_empty() => format!("`{}` takes none", self.tool),
            None => format!("`{}` takes {}", self.tool, list(&self.asked)),
        };
        let message = format!("unknown field `{name}` in the arguments of `{}`", self.tool);
        Err(Malformed::wrong(message, hint))
    }
}

fn missing(tool: &str, name: &str) -> Malformed {
    Malformed::wrong(
        format!("`{tool}` has no `{name}`"),
        format!("give `{name}`"),
    )
}

fn wrong_type(name: &str, wanted: &str, found: &Value) -> Malformed {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    Malformed::wrong(
        format!("`{name}` is {found}"),
        format!("`{name}` takes {wanted}"),
    )
}

fn list(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
