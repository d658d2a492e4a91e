//! The options of placing.

use bytes::Bytes;

use crate::request::{PatchMode, Repeat};
use crate::syntax::Layout;

/// The options of placing.
#[derive(Clone, Debug)]
pub struct Placing {
    /// How far a hunk may have drifted.
    pub mode: PatchMode,
    /// Skips hunks that are applied already, or refuses them.
    pub repeat: Repeat,
    /// The whole text that the patch was made from, if the caller has it.
    pub base: Option<Bytes>,
    /// The rules by which the file may have another layout than the patch, if there are any.
    pub layout: Option<Layout>,
}
