//! How hunks are to be placed.

use bytes::Bytes;

use crate::request::{PatchMode, Repeat};

/// How hunks are to be placed.
#[derive(Clone, Debug)]
pub struct Placing {
    /// How far a hunk may have drifted.
    pub mode: PatchMode,
    /// Whether hunks that are applied already are left out; else they are a refusal that names them.
    pub repeat: Repeat,
    /// The whole text the patch was made from, where the caller has it.
    pub base: Option<Bytes>,
}
