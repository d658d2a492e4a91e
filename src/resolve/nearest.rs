//! Why a text was not found: evidence from the text itself.

use bytes::Bytes;

use crate::refusal::Reason;
use crate::request::Find;
use crate::snapshot::Snapshot;
use crate::text::Span;

/// The refusal for `find`, which is nowhere in the bytes `window` of `now`.
pub(super) fn not_found(
    find: &Find,
    _new: Option<&Bytes>,
    _now: &Snapshot,
    _window: Span,
) -> Reason {
    Reason::NotFound {
        wanted: find.old.clone(),
        why: None,
    }
}
