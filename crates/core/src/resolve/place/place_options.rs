//! The options of a placement.

use bytes::Bytes;

use crate::request::{PatchMode, Repeat};
use crate::syntax::Layout;

/// The options of a placement.
#[derive(Clone, Debug)]
pub struct PlaceOptions {
    /// The drift that is allowed.
    pub mode: PatchMode,
    /// The treatment of hunks that are already applied.
    pub repeat: Repeat,
    /// The text that the patch was made from, if the caller has it.
    pub base: Option<Bytes>,
    /// The layout rules of the file, if hunks may match in another layout.
    pub layout: Option<Layout>,
}

impl PlaceOptions {
    /// The options for `mode`. Refuses partly applied patches, and has neither a base nor a layout.
    pub fn in_mode(mode: PatchMode) -> Self {
        Self {
            mode,
            repeat: Repeat::Refuse,
            base: None,
            layout: None,
        }
    }
}
