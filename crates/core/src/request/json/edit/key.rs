//! Reads the fields for a key and its value.

use super::super::node::Node;
use super::super::object::Object;
use crate::request::{KeyPath, Malformed, NewValue, SetKey, Value, ValueType, is_number};

pub(super) fn read_set(object: &mut Object) -> Result<SetKey, Malformed> {
    let key = read_path(object)?;
    let is_null = object.is_null("value");
    let value = match (object.take("value"), object.word("value_json")?) {
        (Some(node), None) => NewValue::Typed(json(node)?),
        (None, Some(text)) => NewValue::parse(text, Some(ValueType::Json))?,
        (None, None) if is_null => NewValue::Typed(Value::Null),
        (None, None) => {
            let hint = "give `value` in the type that the key should have";
            return Err(object.missing("value", hint));
        }
        (Some(_), Some(_)) => {
            return Err(Malformed::mixed(
                "`value` and `value_json` both set the value",
                "give one of them",
            ));
        }
    };
    Ok(SetKey {
        key,
        value,
        creates: object.flag("create")?,
    })
}

pub(super) fn read_path(object: &mut Object) -> Result<KeyPath, Malformed> {
    let Some(key) = object.word("key")? else {
        let hint = "`key` is a path of names separated by dots, for example `package.version`";
        return Err(object.missing("key", hint));
    };
    Ok(KeyPath {
        dialect: object.word("dialect")?,
        ..KeyPath::parse(&key)?
    })
}

/// Converts `node` to a value.
///
/// # Errors
/// An object with a repeated name, or a number whose digits may be lost.
fn json(node: Node) -> Result<Value, Malformed> {
    Ok(match node {
        Node::Null => Value::Null,
        Node::Bool(truth) => Value::Bool(truth),
        Node::Integer(number) => Value::Number(number.to_string()),
        Node::Number(number, digits) if digits.is_empty() => {
            return Err(Malformed::wrong(
                format!("the number {number} of `value` may have had more digits"),
                "`value_json` is a string and keeps all digits",
            ));
        }
        Node::Number(_, digits) => Value::Number(digits),
        Node::Text(text) => Value::Text(text),
        Node::List(elements) => {
            Value::List(elements.into_iter().map(json).collect::<Result<_, _>>()?)
        }
        Node::Object(members) => {
            let mut values = Vec::with_capacity(members.len());
            for (name, value) in members {
                values.push((name, json(value)?));
            }
            Value::Map(values)
        }
        Node::Repeating(name, _) => {
            return Err(Malformed::wrong(
                format!("an object in `value` contains `{name}` twice"),
                "each name may occur only once",
            ));
        }
    })
}

impl NewValue {
    /// Parses `text` as a value of the type `kind`, if a type is given.
    ///
    /// # Errors
    /// The text is not a value of that type.
    pub fn parse(text: String, kind: Option<ValueType>) -> Result<Self, Malformed> {
        match kind {
            None => Ok(Self::AsThere(text)),
            Some(ValueType::Text) => Ok(Self::Text(text)),
            Some(ValueType::Number) if is_number(&text) => Ok(Self::Typed(Value::Number(text))),
            Some(ValueType::Number) => Err(wrong_value(&text, "number", "for example 12 or -0.5")),
            Some(ValueType::Bool) => match text.as_str() {
                "true" => Ok(Self::Typed(Value::Bool(true))),
                "false" => Ok(Self::Typed(Value::Bool(false))),
                _ => Err(wrong_value(&text, "truth value", "it is true or false")),
            },
            Some(ValueType::Json) => match Node::read(text.as_bytes()) {
                Ok(node) => Ok(Self::Typed(json(node)?)),
                Err(error) => Err(wrong_value(&text, "JSON", &error.to_string())),
            },
        }
    }
}

fn wrong_value(text: &str, kind: &str, hint: &str) -> Malformed {
    Malformed::wrong(
        format!("the value `{text}` is not a {kind}"),
        hint.to_owned(),
    )
}
