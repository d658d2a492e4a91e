//! Report to bytes: sentences, diffs, JSON.
