//! How hunks are to be placed.

use bytes::Bytes;

use crate::request::PatchMode;

/// How hunks are to be placed.
#[derive(Clone, Debug)]
pub struct Placing {
    /// How far a hunk may have drifted.
    pub mode: PatchMode,
    /// What it means that some hunks are applied already.
    pub applied: Applied,
    /// The whole text the patch was made from, where the caller has it.
    pub base: Option<Bytes>,
}

/// What it means that some hunks, but not all, are applied already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Applied {
    /// A refusal that names them.
    #[default]
    Refuse,
    /// They are left out (`--idempotent`).
    Skip,
}
