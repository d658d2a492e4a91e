//! Several payloads as one transaction.

use super::{Ask, Payload};
use crate::request::{Malformed, Request};

/// One element of a list or stream, and what messages call it.
pub struct Element {
    /// "edit 3", "line 7".
    pub label: String,
    /// Its payload.
    pub payload: Payload,
}

/// All `elements` as one request: their steps in order, under the conditions they agree on.
///
/// # Errors
/// `bad_request` for an element that is no edit; `mixed_modes` when two state different conditions.
pub fn transaction(
    elements: impl IntoIterator<Item = Element>,
) -> Result<Option<Request>, Malformed> {
    let mut whole: Option<(Request, String)> = None;
    for Element { label, payload } in elements {
        let request = match payload.ask {
            Ask::Request(request) => request,
            ask => {
                return Err(Malformed::wrong(
                    format!("{label} asks for `{}`, which is no edit", ask.operation()),
                    "give it alone, or apply the elements each on its own with --each",
                ));
            }
        };
        match &mut whole {
            None => whole = Some((request, label)),
            Some((whole, first)) => join(whole, request, first, &label)?,
        }
    }
    Ok(whole.map(|(request, _)| request))
}

fn join(whole: &mut Request, other: Request, first: &str, label: &str) -> Result<(), Malformed> {
    if whole.terms != other.terms {
        return Err(Malformed::mixed(
            format!("{label} states other conditions (`dry_run`, `task`, ...) than {first}"),
            "one transaction has one set of conditions: state the same in all, or use --each",
        ));
    }
    if whole.expect_total.is_some() || other.expect_total.is_some() {
        return Err(Malformed::mixed(
            "`expect_total` is about one request, and there are several",
            "give each edit its own `expect`, or use --each",
        ));
    }
    whole.steps.extend(other.steps);
    Ok(())
}
