//! The extended attributes of a file, access lists among them: names and values, as the system gives them.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// The extended attributes of a file, in the order the system lists them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Attributes(Vec<Attribute>);

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
    pub fn new(attributes: Vec<Attribute>) -> Self {
        Self(attributes)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &Attribute> {
        self.0.iter()
    }

    /// Whether a file can have them: each name is one, and comes once.
    pub fn are_sound(&self) -> bool {
        let is_name = |name: &[u8]| !name.is_empty() && !name.contains(&0);
        self.0.iter().enumerate().all(|(number, attribute)| {
            let mut before = self.0[..number].iter();
            is_name(&attribute.name) && before.all(|other| other.name != attribute.name)
        })
    }
}
