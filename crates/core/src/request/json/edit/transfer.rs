//! Reads a move or copy of definitions or sections: the fields `in` and `to`.

use std::path::{Path, PathBuf};

use super::super::fields::mixed;
use super::super::node::Node;
use super::super::object::{Object, chosen};
use super::region::{read_region, read_regions};
use crate::request::{
    Edge, Malformed, NamedPart, NamedRegion, Region, Transfer, TransferAt, TransferKind, rule,
};

const EXAMPLE: &str =
    r#"{"op":"move","path":"a.py","in":{"symbol":"A"},"to":{"path":"b.py","after":"B"}}"#;

/// Reads the move or copy that `object` describes, an edit of the file at `path`.
pub(super) fn read_transfer(
    object: &mut Object,
    path: &Path,
    kind: TransferKind,
) -> Result<Transfer, Malformed> {
    if object.has("parents") {
        return Err(mixed(
            "`parents` belongs to the move of a whole file, but `in` names a part".into(),
            "omit it",
            EXAMPLE,
        ));
    }
    let regions = read_regions(object)?;
    let Some(first) = regions.first() else {
        let hint = format!("name the definition or section, for example {EXAMPLE}");
        return Err(object.missing("in", hint));
    };
    let (to, at) = match object.take("to") {
        Some(Node::Object(members)) if !members.iter().any(|(name, _)| name == "base64") => {
            read_place(Object::new("`to`", members), first, path)?
        }
        Some(node) => {
            let mut to = Object::new("`to`", vec![("to".to_owned(), node)]);
            (to.path("to")?, TransferAt::End)
        }
        None => (None, TransferAt::End),
    };
    let Some(to) = to else {
        let hint = format!("name the other file, for example {EXAMPLE}");
        return Err(object.missing("to", hint));
    };
    Transfer {
        regions,
        kind,
        to,
        at,
    }
    .checked()
}

/// Reads the file and position in `to`. The default file is `path`. A name in `to` is of the same kind as `first`.
fn read_place(
    mut to: Object,
    first: &Region,
    path: &Path,
) -> Result<(Option<PathBuf>, TransferAt), Malformed> {
    const FIELDS: &str = "`to` has `path`, and one of `after`, `before` and `at`";
    let file = to.path("path")?.unwrap_or_else(|| path.to_owned());
    let after = to.word("after")?;
    let before = to.word("before")?;
    let inside = read_region(&mut to)?;
    let edge = chosen(&mut to, "at", rule::EDGE_WORDS)?;
    if let Some(stray) = to.names().next() {
        return Err(Malformed::wrong(
            format!("unknown field `{stray}` in `to`"),
            format!("{FIELDS}, for example {EXAMPLE}"),
        ));
    }
    let at = match (after, before, inside, edge) {
        (Some(name), None, None, None) => at_name(first, &name, Edge::After)?,
        (None, Some(name), None, None) => at_name(first, &name, Edge::Before)?,
        (None, None, Some(region), edge) => {
            TransferAt::Region(Box::new(region), edge.unwrap_or(Edge::End))
        }
        (None, None, None, Some(Edge::Start)) => TransferAt::Start,
        (None, None, None, None | Some(Edge::End)) => TransferAt::End,
        _ => {
            return Err(mixed(
                "`to` has several positions".into(),
                &format!("{FIELDS}; `at` before or after needs an `in`"),
                EXAMPLE,
            ));
        }
    };
    Ok((Some(file), at))
}

fn at_name(first: &Region, name: &str, edge: Edge) -> Result<TransferAt, Malformed> {
    let named = NamedRegion::parse(name, NamedPart::Whole)?;
    let region = match first {
        Region::Section(_) => Region::Section(named),
        _ => Region::Symbol(named),
    };
    Ok(TransferAt::Region(Box::new(region), edge))
}
