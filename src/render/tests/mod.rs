//! Complete outputs, and properties of diffs.

mod diff;
mod human;
mod json;
mod paper;
mod refusal;
mod short;
mod words;
