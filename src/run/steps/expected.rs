//! Checks the hash that a step expects of its file. A step with several files, such as a diff, must not have a hash: it
//! would be unclear which file has it.

use super::files::OpenedFiles;
use crate::change::Transaction;
use crate::refusal::{Fault, Reason, Refusal};
use crate::request::{ExpectedHash, Step};
use crate::snapshot::{RootedPath, Snapshot};

/// The hash that a step expects, and the place of the file that was compared with it.
#[derive(Debug)]
pub struct ExpectedFile<'a> {
    hash: Option<&'a ExpectedHash>,
    place: Option<RootedPath>,
}

impl<'a> ExpectedFile<'a> {
    pub fn new(step: &'a Step) -> Self {
        Self {
            hash: step.expect_hash.as_ref(),
            place: None,
        }
    }

    /// Compares the hash with `before`, the text at `place`.
    ///
    /// # Errors
    /// `usage` if an earlier call was for another place, and the errors of [`check_hash`].
    pub fn check(&mut self, place: &RootedPath, before: Option<&Snapshot>) -> Result<(), Reason> {
        let Some(hash) = self.hash else {
            return Ok(());
        };
        if self.place.get_or_insert_with(|| place.clone()) == place {
            check_hash(hash, before)
        } else {
            Err(Reason::hash_of_several())
        }
    }
}

/// Compares the hash that `step` expects, if any, with the file of `transaction`.
///
/// # Errors
/// The errors of [`ExpectedFile::check`] and the faults of the disk.
pub fn check_transaction_hash(
    step: &Step,
    transaction: &Transaction,
    files: &mut OpenedFiles<'_>,
) -> Result<(), Refusal> {
    let mut expected = ExpectedFile::new(step);
    if expected.hash.is_none() {
        return Ok(());
    }
    for recorded in &transaction.files {
        let Some(name) = recorded.names().last() else {
            continue;
        };
        let place = files.load_name(name)?;
        let draft = files.drafts.at(&place)?;
        expected
            .check(&place, draft.before())
            .map_err(|reason| reason.at(place.shown()))?;
    }
    Ok(())
}

/// Compares the text of a file with a hash.
///
/// # Errors
/// `stale` if the hash differs, `missing` if there is no file.
pub fn check_hash(expected: &ExpectedHash, before: Option<&Snapshot>) -> Result<(), Reason> {
    let Some(before) = before else {
        return Err(Fault::Missing.into());
    };
    if expected.matches(before.original().bytes(), || before.fingerprint()) {
        return Ok(());
    }
    Err(Reason::Stale {
        expected: expected.to_string(),
        found: Some(before.fingerprint()),
    })
}
