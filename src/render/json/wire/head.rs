//! The first keys of reports other than the report of an edit.

use serde::Serialize;

use super::super::{SCHEMA, error};
use super::JsonError;
use crate::refusal::{ExitClass, Refusal};
use crate::render::style::ShownLimits;
use crate::render::wording::Caller;

/// The first keys of the reports of `check conflicts`, `check files` and `recover`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Head"))]
pub struct JsonHead {
    /// `incise.report/1`.
    pub schema: &'static str,
    /// True if the exit status is 0.
    pub ok: bool,
    /// The same as `ok`.
    pub success: bool,
    /// `check conflicts`, `check files` or `recover`.
    pub operation: &'static str,
    /// True if `recover` recovered or deleted anything; always false for a check.
    pub changed: bool,
    /// The error that determines the exit status: a file that could not be read or recovered, or else the first
    /// conflict. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<JsonError>,
    /// All errors, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<JsonError>,
    /// The total, if `errors` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors_total: Option<usize>,
}

impl JsonHead {
    /// The head for `operation`, which changed nothing and ended with `class` and `refusals`.
    pub fn new(
        operation: &'static str,
        class: ExitClass,
        refusals: &[Refusal],
        caller: Caller,
        limits: &ShownLimits,
    ) -> Self {
        let ok = class == ExitClass::Done;
        let (mut errors, mut errors_total) = error::each(refusals, caller, limits);
        let error = errors.first().cloned();
        if refusals.len() < 2 {
            (errors, errors_total) = (Vec::new(), None);
        }
        Self {
            schema: SCHEMA,
            ok,
            success: ok,
            operation,
            changed: false,
            error,
            errors,
            errors_total,
        }
    }
}
