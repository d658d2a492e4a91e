//! Payloads to requests, and the refusals of those that are none.

mod reading;
