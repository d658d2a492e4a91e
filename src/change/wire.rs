//! The JSON forms of change sets and records.
