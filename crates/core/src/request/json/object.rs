//! The members of a JSON object, read one by one with their expected types.

use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;

use super::node::Node;
use crate::request::rule::{self, Choices};
use crate::request::{ExpectedHash, Malformed};

/// A JSON object whose members are removed as they are read. `null` counts as absent.
pub struct Object {
    label: String,
    members: Vec<(String, Node)>,
}

impl Object {
    /// Creates the object that messages call `label`.
    pub fn new(label: impl Into<String>, members: Vec<(String, Node)>) -> Self {
        Self {
            label: label.into(),
            members,
        }
    }

    /// The name of the object in messages.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The names of the remaining members, in the order of the document.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.members.iter().map(|(name, _)| name.as_str())
    }

    /// True if the member `name` exists and is not `null`.
    pub fn has(&self, name: &str) -> bool {
        self.members
            .iter()
            .any(|(known, node)| known == name && *node != Node::Null)
    }

    /// True if the member `name` is the string `word`. Does not remove it.
    pub fn is_word(&self, name: &str, word: &str) -> bool {
        self.members.iter().any(|(known, node)| match node {
            Node::Text(text) => known == name && text == word,
            _ => false,
        })
    }

    /// The first member with one of `names` that is a string. Does not remove it.
    pub fn peek_path<'s>(&'s self, names: &[&str]) -> Option<(&'s str, &'s str)> {
        self.members.iter().find_map(|(known, node)| match node {
            Node::Text(text) if names.contains(&known.as_str()) => Some((&**known, &**text)),
            _ => None,
        })
    }

    /// Removes and returns the member `name`.
    pub fn take(&mut self, name: &str) -> Option<Node> {
        let at = self.members.iter().position(|(known, _)| known == name)?;
        match self.members.remove(at).1 {
            Node::Null => None,
            node => Some(node),
        }
    }

    /// True if the member `name` is `null`, which elsewhere counts as absent.
    pub fn is_null(&self, name: &str) -> bool {
        let mut members = self.members.iter();
        members.any(|(known, node)| known == name && *node == Node::Null)
    }

    /// Takes a string.
    pub fn word(&mut self, name: &str) -> Result<Option<String>, Malformed> {
        match self.take(name) {
            None => Ok(None),
            Some(Node::Text(word)) => Ok(Some(word)),
            Some(other) => Err(wrong_type(name, "a string", &other)),
        }
    }

    /// Takes a string or a list of strings. Empty if absent.
    pub fn words(&mut self, name: &str) -> Result<Vec<String>, Malformed> {
        let nodes = match self.take(name) {
            None => Vec::new(),
            Some(Node::List(nodes)) => nodes,
            Some(one) => vec![one],
        };
        let mut words = Vec::with_capacity(nodes.len());
        for node in nodes {
            match node {
                Node::Text(word) => words.push(word),
                other => return Err(wrong_type(name, "a string or a list of strings", &other)),
            }
        }
        Ok(words)
    }

    /// Takes a text: a string, or an object with the bytes in Base64.
    pub fn text(&mut self, name: &str) -> Result<Option<Bytes>, Malformed> {
        match self.take(name) {
            None => Ok(None),
            Some(Node::Text(text)) => Ok(Some(text.into())),
            Some(Node::Object(members)) => encoded(name, &members).map(Some),
            Some(other) => Err(wrong_type(name, "a string or {\"base64\":\"...\"}", &other)),
        }
    }

    /// Takes a required text.
    pub fn needed_text(&mut self, name: &str, hint: &str) -> Result<Bytes, Malformed> {
        let text = self.text(name)?;
        text.ok_or_else(|| self.missing(name, hint))
    }

    /// The refusal of an object without the member `name`.
    pub fn missing(&self, name: &str, hint: impl Into<String>) -> Malformed {
        Malformed::wrong(format!("{} has no `{name}`", self.label), hint)
    }

    /// Takes a path, which must not be empty.
    pub fn path(&mut self, name: &str) -> Result<Option<PathBuf>, Malformed> {
        let Some(bytes) = self.text(name)? else {
            return Ok(None);
        };
        if bytes.is_empty() {
            return Err(Malformed::wrong(
                format!("`{name}` is empty"),
                "name a file",
            ));
        }
        Ok(Some(rule::path_of(bytes)))
    }

    /// Takes a truth value; `false` if absent.
    pub fn flag(&mut self, name: &str) -> Result<bool, Malformed> {
        self.either(name, false, true)
    }

    /// Takes a truth value: `on` for `true`, `off` for `false` or absent.
    pub fn either<T>(&mut self, name: &str, off: T, on: T) -> Result<T, Malformed> {
        match self.take(name) {
            None | Some(Node::Bool(false)) => Ok(off),
            Some(Node::Bool(true)) => Ok(on),
            Some(other) => Err(wrong_type(name, "true or false", &other)),
        }
    }

    /// Takes an integer.
    pub fn integer(&mut self, name: &str) -> Result<Option<i64>, Malformed> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        if let Some(number) = value.as_integer() {
            return Ok(Some(number));
        }
        Err(match value {
            Node::Number(number, _) if number.fract() == 0.0 => Malformed::wrong(
                format!("`{name}` is too large"),
                format!("`{name}` takes a whole number of at most 15 digits"),
            ),
            Node::Number(number, _) => Malformed::wrong(
                format!("`{name}` is {number}, which is not a whole number"),
                format!("`{name}` takes a whole number"),
            ),
            other => wrong_type(name, "a whole number", &other),
        })
    }

    /// Takes an integer that is not negative.
    pub fn count(&mut self, name: &str) -> Result<Option<usize>, Malformed> {
        let Some(number) = self.integer(name)? else {
            return Ok(None);
        };
        usize::try_from(number)
            .map(Some)
            .map_err(|_| Malformed::wrong(format!("`{name}` is {number}"), "counts begin at 0"))
    }

    /// Takes a number.
    pub fn number(&mut self, name: &str) -> Result<Option<f64>, Malformed> {
        match self.take(name) {
            None => Ok(None),
            Some(Node::Integer(number)) => Ok(Some(number as f64)),
            Some(Node::Number(number, _)) => Ok(Some(number)),
            Some(other) => Err(wrong_type(name, "a number", &other)),
        }
    }

    /// Takes a hash in the format of `--expect-hash`.
    pub fn hash(&mut self, name: &str) -> Result<Option<ExpectedHash>, Malformed> {
        let Some(word) = self.word(name)? else {
            return Ok(None);
        };
        ExpectedHash::parse(&word)
            .map(Some)
            .ok_or_else(|| Malformed::wrong(format!("`{name}` is `{word}`"), rule::HASH_FORMS))
    }

    /// Takes a list. Empty if absent.
    pub fn list(&mut self, name: &str) -> Result<Vec<Node>, Malformed> {
        match self.take(name) {
            None => Ok(Vec::new()),
            Some(Node::List(nodes)) => Ok(nodes),
            Some(other) => Err(wrong_type(name, "a list", &other)),
        }
    }
}

/// The refusal of a field with the wrong type.
pub fn wrong_type(name: &str, wanted: &str, found: &Node) -> Malformed {
    Malformed::wrong(
        format!("`{name}` is {}", found.kind()),
        format!("`{name}` takes {wanted}"),
    )
}

/// Decodes `{"base64":"..."}`.
fn encoded(name: &str, members: &[(String, Node)]) -> Result<Bytes, Malformed> {
    let [(key, Node::Text(digits))] = members else {
        return Err(not_base64(name));
    };
    if key != "base64" {
        return Err(not_base64(name));
    }
    STANDARD.decode(digits).map(Bytes::from).map_err(|error| {
        Malformed::wrong(
            format!("`{name}` is not valid Base64: {error}"),
            "standard alphabet, with padding",
        )
    })
}

fn not_base64(name: &str) -> Malformed {
    Malformed::wrong(
        format!("`{name}` is an object other than {{\"base64\":\"...\"}}"),
        format!("`{name}` takes a string or {{\"base64\":\"...\"}}"),
    )
}

/// The value of the field `name`, which must be one of `choices`.
pub fn chosen<T: Copy>(
    object: &mut Object,
    name: &str,
    choices: Choices<T>,
) -> Result<Option<T>, Malformed> {
    let Some(word) = object.word(name)? else {
        return Ok(None);
    };
    rule::chosen(&word, choices).map(Some).map_err(|near| {
        let hint = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("`{name}` takes one of {}", rule::listed(choices)),
        };
        Malformed::wrong(format!("`{name}` is `{word}`"), hint)
    })
}
