//! The output schemas of the tools: the schema of what is printed, cut off below its first level, because
//! every client carries every tool's schema in its context.

use serde_json::{Map, Value, json};

use crate::schema::Document;

/// The outline of answers that are one of these shapes of `kinds`.
pub(super) fn outline(shapes: &[(Document, &str)]) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut required: Option<Vec<Value>> = None;
    for (kind, shape) in shapes {
        let document: Value = serde_json::from_str(kind.text()).unwrap_or_default();
        let shape = &document["$defs"][*shape];
        let all = shape["properties"].as_object().into_iter().flatten();
        // How many there are of what was cut is told where it was cut: more may come than the outline has.
        for (name, property) in all.filter(|(name, _)| !name.ends_with("_total")) {
            let more = outlined(property, &document);
            match properties.get_mut(name) {
                None => {
                    properties.insert(name.clone(), more);
                }
                // Two shapes that say different things of a property: nothing is said of it.
                Some(known) if *known != more => *known = json!({}),
                Some(_) => {}
            }
        }
        let needed: Vec<Value> = shape["required"].as_array().cloned().unwrap_or_default();
        required = Some(match required {
            None => needed,
            Some(before) => before
                .into_iter()
                .filter(|name| needed.contains(name))
                .collect(),
        });
    }
    let mut outline = Map::new();
    outline.insert("type".to_owned(), "object".into());
    outline.insert("properties".to_owned(), properties.into());
    outline.insert("required".to_owned(), required.unwrap_or_default().into());
    outline
}

/// The type of a property, where it has one.
fn outlined(property: &Value, document: &Value) -> Value {
    let target = property["$ref"].as_str().and_then(|reference| {
        let pointer = reference.strip_prefix('#')?;
        document.pointer(pointer)
    });
    match target.unwrap_or(property).get("type") {
        Some(kind) => json!({ "type": kind }),
        None => json!({}),
    }
}
