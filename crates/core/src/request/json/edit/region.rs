//! Reads the field `in`: the region of an edit.

use super::super::fields::mixed;
use super::super::node::Node;
use super::super::object::{Object, wrong_type};
use crate::request::{KeyPath, Malformed, NamedPart, NamedRegion, Region, nearest_or};

/// The fields of `in`.
const FIELDS: &[&str] = &["symbol", "section", "key", "dialect", "between", "body"];

const EXAMPLE: &str = r#""in":{"section":"Usage"}"#;

/// Reads the region in `in`.
pub fn read_region(object: &mut Object) -> Result<Option<Region>, Malformed> {
    match object.take("in") {
        None => Ok(None),
        Some(node) => parse_region(node).map(Some),
    }
}

/// Reads the regions in `in`: one, or a list.
pub(super) fn read_regions(object: &mut Object) -> Result<Vec<Region>, Malformed> {
    match object.take("in") {
        None => Ok(Vec::new()),
        Some(Node::List(nodes)) => nodes.into_iter().map(parse_region).collect(),
        Some(node) => Ok(vec![parse_region(node)?]),
    }
}

fn parse_region(node: Node) -> Result<Region, Malformed> {
    let members = match node {
        Node::Object(members) => members,
        other => return Err(wrong_type("in", "an object that names a region", &other)),
    };
    let mut object = Object::new("`in`", members);
    let part = object.either("body", NamedPart::Whole, NamedPart::Inside)?;
    let symbol = object.word("symbol")?;
    let section = object.word("section")?;
    let key = object.word("key")?;
    let dialect = object.word("dialect")?;
    let mut between = None;
    if object.has("between") {
        between = Some(object.words("between")?);
    }
    if let Some(stray) = object.names().next() {
        return Err(unknown_field(stray));
    }
    if dialect.is_some() && key.is_none() {
        return Err(Malformed::wrong(
            "`dialect` in `in` needs a `key`",
            "omit it, or give `key`",
        ));
    }
    match (symbol, section, key, between) {
        (Some(symbol), None, None, None) => Ok(Region::Symbol(NamedRegion::parse(&symbol, part)?)),
        (None, Some(section), None, None) => {
            Ok(Region::Section(NamedRegion::parse(&section, part)?))
        }
        (None, None, Some(key), None) => key_region(&key, dialect, part),
        (None, None, None, Some(markers)) => between_region(markers, part),
        (None, None, None, None) => Err(Malformed::wrong(
            "`in` names no region",
            format!("give one, for example {EXAMPLE}"),
        )),
        _ => Err(mixed(
            "`in` names several regions".into(),
            "give one of them",
            EXAMPLE,
        )),
    }
}

fn unknown_field(name: &str) -> Malformed {
    let known = format!("`in` has one of {}", FIELDS.join(", "));
    Malformed::wrong(
        format!("unknown field `{name}` in `in`"),
        nearest_or(name, FIELDS.iter().copied(), known),
    )
}

fn key_region(key: &str, dialect: Option<String>, part: NamedPart) -> Result<Region, Malformed> {
    if part == NamedPart::Inside {
        return Err(mixed(
            "`body` needs a symbol or section, not a key".into(),
            "leave it out",
            r#""in":{"key":"a.b"}"#,
        ));
    }
    Ok(Region::Key(KeyPath {
        dialect,
        ..KeyPath::parse(key)?
    }))
}

fn between_region(markers: Vec<String>, part: NamedPart) -> Result<Region, Malformed> {
    let Ok([begin, end]) = <[String; 2]>::try_from(markers) else {
        return Err(Malformed::wrong(
            "`between` needs exactly two marker lines",
            "give the line before the region and the line after it: [\"# begin\",\"# end\"]",
        ));
    };
    if part == NamedPart::Inside {
        return Err(mixed(
            "`body` needs a symbol or section, not `between`".into(),
            "leave it out",
            r##""in":{"between":["# begin","# end"]}"##,
        ));
    }
    Region::between(begin.into(), end.into())
}
