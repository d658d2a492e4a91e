//! Members of a JSON object, by name.

use crate::request::json::Node;

/// True if a member is called `wanted`.
pub fn has_member(members: &[(String, Node)], wanted: &str) -> bool {
    members.iter().any(|(name, _)| name == wanted)
}

/// The text of the member called `wanted`.
pub fn member_text<'m>(members: &'m [(String, Node)], wanted: &str) -> Option<&'m str> {
    members.iter().find_map(|(name, node)| match node {
        Node::Text(text) if name == wanted => Some(text.as_str()),
        _ => None,
    })
}
