//! Members of a JSON object, by name.

use crate::request::json::Node;

/// The member called `wanted`.
pub fn member<'m>(members: &'m [(String, Node)], wanted: &str) -> Option<&'m Node> {
    let (_, node) = members.iter().find(|(name, _)| name == wanted)?;
    Some(node)
}

/// True if a member is called `wanted`.
pub fn has_member(members: &[(String, Node)], wanted: &str) -> bool {
    member(members, wanted).is_some()
}

/// The text of the member called `wanted`.
pub fn member_text<'m>(members: &'m [(String, Node)], wanted: &str) -> Option<&'m str> {
    match member(members, wanted)? {
        Node::Text(text) => Some(text),
        _ => None,
    }
}

/// The list in the member called `wanted`.
pub fn member_list<'m>(members: &'m [(String, Node)], wanted: &str) -> Option<&'m [Node]> {
    match member(members, wanted)? {
        Node::List(list) => Some(list),
        _ => None,
    }
}
