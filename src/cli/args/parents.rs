//! `--parents` as a policy.

use crate::request::Parents;

/// The policy that the flag stands for. A flag is a truth value only where clap hands it over.
pub(super) fn policy(is_given: bool) -> Parents {
    if is_given {
        Parents::Make
    } else {
        Parents::Refuse
    }
}
