//! The hash that a step expects of its file. A step may be about several files, a diff for example; then nobody
//! can say which of them is meant.

use super::files::OpenedFiles;
use crate::change::Transaction;
use crate::refusal::{Fault, Reason, Refusal};
use crate::request::{ExpectedHash, Step};
use crate::snapshot::{RootedPath, Snapshot};

/// The file of a step whose hash is known, and that hash.
#[derive(Debug)]
pub struct ExpectedFile<'a> {
    hash: Option<&'a ExpectedHash>,
    place: Option<RootedPath>,
}

impl<'a> ExpectedFile<'a> {
    /// The file that `step` expects, and its hash.
    pub fn new(step: &'a Step) -> Self {
        Self {
            hash: step.expect_hash.as_ref(),
            place: None,
        }
    }

    /// Looks at `before`, the text read at `place`.
    ///
    /// # Errors
    /// `usage` when another file was looked at before; as [`expect_hash`].
    pub fn meet(&mut self, place: &RootedPath, before: Option<&Snapshot>) -> Result<(), Reason> {
        let Some(hash) = self.hash else {
            return Ok(());
        };
        if self.place.get_or_insert_with(|| place.clone()) == place {
            expect_hash(hash, before)
        } else {
            Err(Reason::hash_of_several())
        }
    }
}

/// Looks at the file that `transaction` finds, if `step` expects a hash of it.
///
/// # Errors
/// See [`ExpectedFile::meet`]; what the disk refuses.
pub fn expect_of_transaction(
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
        let met = expected.meet(&place, draft.before());
        met.map_err(|reason| Refusal::new(reason).at(place.shown()))?;
    }
    Ok(())
}

/// # Errors
/// `stale` when the text is another one, `missing` when there is none.
pub fn expect_hash(expected: &ExpectedHash, before: Option<&Snapshot>) -> Result<(), Reason> {
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
