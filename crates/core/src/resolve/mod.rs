//! Turns an action and a snapshot into a [`Resolution`] or a refusal.
//!
//! The functions are pure, and only this module decides where an edit goes. `locate` finds text tier by
//! tier, `nearest` explains why a text was not found, `place` finds the locations of hunks, and `region` finds named
//! regions.

mod already_inserted;
mod cursor;
mod doubled;
pub mod draft;
mod edits;
mod ending;
mod ensure;
mod file_text;
mod fitting;
mod follow;
mod indentation;
mod insert;
mod key;
mod lines;
mod locate;
mod mark;
mod modified;
mod moved_names;
mod nearest;
pub mod place;
mod reading;
mod rebase;
pub mod region;
mod relaid;
mod replace;
mod resolution;
mod rewrite;
mod shifted_strings;
mod suggestions;
mod three_way;

#[cfg(test)]
mod tests;

use doubled::refuse_doubled;
pub use ensure::{DefaultPosition, ensure};
pub use file_text::FileText;
pub use follow::{MovedLines, anchors_of, is_renumbered, lines_now};
pub use insert::append;
pub use insert::insert;
pub use key::{counts_elements, is_element, new_number, set, unset, value_of};
pub use lines::{changed_since, lines};
pub use moved_names::{MoveSource, MoveTarget, MovedNames, NameLines, moved_names};
pub use nearest::{Explain, first_match};
pub use rebase::Rebased;
pub(crate) use replace::styles_of;
pub use replace::{count_sites, is_inside_new_text, matches_nowhere, replace, replace_with};
pub use resolution::{
    Decider, ExactPlaces, HunkStatus, PlacedHunk, Resolution, Resolved, SettledRegion, Site, Sites,
    Tier, Transform,
};
pub use suggestions::suggestions;
pub use three_way::{MarkedMerge, MergeRefusal, merge, settle};
pub(crate) use three_way::{merge_cleanly, merge_patch};
