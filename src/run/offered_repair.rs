//! Checks the repair that a refusal offers for a damaged text (`--fix escapes`).

use crate::refusal::{Reason, Refusal};
use crate::request::{Action, Fix, Request, Run};

/// Withdraws the repair in `refusals` of `request` if the repaired edit would be refused too, such as for a syntax
/// error in its result. `refusals_of` makes a dry run, which does not run the command of `--validate`.
pub(super) fn check(
    refusals: &mut [Refusal],
    request: &Request,
    refusals_of: impl FnOnce(&Request) -> Vec<Refusal>,
) {
    let [refusal] = refusals else {
        return;
    };
    if let Reason::NotFound { why: Some(why), .. } = &mut refusal.reason
        && why.repair_is_certain
    {
        why.repair_is_certain =
            request.terms.validate.is_none() && refusals_of(&repaired(request)).is_empty();
    }
}

/// A dry run of `request` that repairs all texts.
fn repaired(request: &Request) -> Request {
    let mut repaired = request.clone();
    repaired.terms.run = Run::DryRun;
    for step in &mut repaired.steps {
        if let Action::Replace(replace) = &mut step.action {
            replace.fix = Fix::Escapes;
        }
    }
    repaired
}
