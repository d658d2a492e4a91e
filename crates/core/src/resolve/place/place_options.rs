//! The hunks to place in a text, and the options.

use bytes::Bytes;

use crate::patch::{FilePatch, Hunk};
use crate::request::{PatchMode, Repeat};
use crate::snapshot::Snapshot;
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

/// The hunks of a patch, and the text to place them in.
#[derive(Clone, Copy)]
pub struct Placement<'p> {
    pub patch: &'p FilePatch,
    /// The hunks of `patch`, or some of them.
    pub hunks: &'p [Hunk],
    pub now: &'p Snapshot,
    pub options: &'p PlaceOptions,
}
