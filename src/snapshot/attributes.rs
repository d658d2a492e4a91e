//! The extended attributes of a file, access lists among them: names and values, as the system gives them. And whose
//! it is.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// The extended attributes of a file, in the order the system lists them, and its owner where a file is to come
/// back with it. Written down, they are the list alone: users have other numbers elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Attributes {
    list: Vec<Attribute>,
    #[serde(skip)]
    owner: Option<Owner>,
}

/// Whose a file is: user and group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner(pub u32, pub u32);

/// An extended attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    /// Its name, `user.note` for one.
    #[serde(with = "crate::text::wire")]
    #[cfg_attr(test, schemars(with = "crate::text::wire::WireText"))]
    pub name: Bytes,
    /// Its value.
    #[serde(with = "crate::text::wire")]
    #[cfg_attr(test, schemars(with = "crate::text::wire::WireText"))]
    pub value: Bytes,
}

impl Attributes {
    /// These.
    pub fn new(list: Vec<Attribute>) -> Self {
        Self { list, owner: None }
    }

    /// These, of a file of this `owner`.
    #[must_use]
    pub fn owned_by(self, owner: Option<Owner>) -> Self {
        Self { owner, ..self }
    }

    /// The owner, where a file is to come back with it.
    pub fn owner(&self) -> Option<Owner> {
        self.owner
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &Attribute> {
        self.list.iter()
    }

    /// Whether a file can have them: each name is one, and comes once.
    pub fn are_sound(&self) -> bool {
        let is_name = |name: &[u8]| !name.is_empty() && !name.contains(&0);
        self.list.iter().enumerate().all(|(number, attribute)| {
            let mut before = self.list[..number].iter();
            is_name(&attribute.name) && before.all(|other| other.name != attribute.name)
        })
    }
}
