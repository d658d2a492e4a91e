//! The output schemas of the tools: the schemas of the answers, cut off below the first level. Every client keeps the
//! schemas of all tools in its context, so they must be short.

use serde_json::{Map, Value, json};

use crate::schema::Document;

/// The outline of answers that have one of `shapes`.
pub(super) fn outline(shapes: &[(Document, &str)]) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut required: Option<Vec<Value>> = None;
    for (document, shape) in shapes {
        let document: Value = serde_json::from_str(document.text()).unwrap_or_default();
        let shape = &document["$defs"][*shape];
        let all = shape["properties"].as_object().into_iter().flatten();
        // The total of a shortened list is only in the answer, next to that list.
        for (name, property) in all.filter(|(name, _)| !name.ends_with("_total")) {
            let kind = kind_of(property, &document);
            match properties.get_mut(name) {
                None => {
                    properties.insert(name.clone(), kind);
                }
                // The shapes disagree, so the outline has no type.
                Some(known) if *known != kind => *known = json!({}),
                Some(_) => {}
            }
        }
        let needed: Vec<Value> = shape["required"].as_array().cloned().unwrap_or_default();
        match &mut required {
            None => required = Some(needed),
            Some(required) => required.retain(|name| needed.contains(name)),
        }
    }
    let mut outline = Map::new();
    outline.insert("type".to_owned(), "object".into());
    outline.insert("properties".to_owned(), properties.into());
    outline.insert("required".to_owned(), required.unwrap_or_default().into());
    outline
}

/// The type of a property, if it has one.
fn kind_of(property: &Value, document: &Value) -> Value {
    let target = property["$ref"].as_str().and_then(|reference| {
        let pointer = reference.strip_prefix('#')?;
        document.pointer(pointer)
    });
    match target.unwrap_or(property).get("type") {
        Some(kind) => json!({ "type": kind }),
        None => json!({}),
    }
}
