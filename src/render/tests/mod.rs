//! Whole rendered values, and laws of what is drawn.

mod diff;
mod human;
mod json;
mod paper;
mod refusal;
mod short;
mod words;
