//! Several payloads as one transaction.

use super::{Ask, Payload};
use crate::request::{Malformed, Request, Terms};

/// Payloads that become one request: their steps in order, under the conditions they agree on.
#[derive(Default)]
pub struct Transaction {
    whole: Option<Request>,
}

impl Transaction {
    /// Adds the edits of `payload`, which messages call `label`.
    ///
    /// # Errors
    /// `bad_request` for a payload that is no edit; `mixed_modes` when it states other conditions than
    /// those before.
    pub fn add(&mut self, label: &str, payload: Payload) -> Result<(), Malformed> {
        let request = match payload.ask {
            Ask::Request(request) => request,
            ask => {
                return Err(Malformed::wrong(
                    format!("{label} asks for `{}`, which is no edit", ask.operation()),
                    "give it alone, or apply each element on its own with --each",
                ));
            }
        };
        match &mut self.whole {
            None => self.whole = Some(request),
            Some(whole) => join(whole, request, label)?,
        }
        Ok(())
    }

    /// The request; `None` when nothing was added.
    pub fn finish(self) -> Option<Request> {
        self.whole
    }
}

fn join(whole: &mut Request, other: Request, label: &str) -> Result<(), Malformed> {
    let other_terms = Terms {
        words: whole.terms.words,
        ..other.terms
    };
    if whole.terms != other_terms {
        return Err(Malformed::mixed(
            format!(
                "{label} states other conditions (`dry_run`, `task`, ...) than those before it"
            ),
            "one transaction has one set of conditions: state the same in all, or use --each",
        ));
    }
    if whole.expect_total.is_some() || other.expect_total.is_some() {
        return Err(Malformed::mixed(
            "`expect_total` is about one request, and there are several",
            "give each edit its own `expect`, or use --each",
        ));
    }
    whole.terms.words = whole.terms.words.and(other.terms.words);
    whole.steps.extend(other.steps);
    Ok(())
}
