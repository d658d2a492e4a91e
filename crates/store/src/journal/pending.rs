//! The content of files that another tool is about to edit, kept in one private file per call until the tool reports
//! the edit.
//!
//! If a call fails or is refused, no call retrieves its file, and a later call sweeps the file.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use rustix::fs::{AtFlags, OFlags, statat, unlinkat};
use rustix::io::Errno;

use super::Unavailable;
use super::entry::ObjectId;
use super::secret::{Secrets, errno};
use super::state_directory::PrivateDir;
use super::store::JournalStore;
use crate::snapshot::Fingerprint;

const PENDING: &str = "pending";
/// The age in seconds after which a file belongs to a call that never ended.
const ABANDONED: u64 = 60 * 60;

impl JournalStore {
    /// Keeps `content` for the call `key`. `now` is in milliseconds since 1970 (UTC).
    ///
    /// # Errors
    /// If the content cannot be written.
    pub fn keep_pending(&self, key: &str, content: &[u8], now: u64) -> Result<(), Unavailable> {
        let pending = self.directory.enter_or_create(PENDING)?;
        sweep(&pending, now);
        let name = file_name(key);
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC;
        let mut file = File::from(
            pending
                .file(&name, flags)
                .map_err(|error| pending.fault(&name, error))?,
        );
        file.write_all(content)
            .map_err(|error| pending.fault(&name, errno(&error)))
    }

    /// Returns and removes the content that was kept for the call `key`; `None` if there is none.
    ///
    /// # Errors
    /// If the content cannot be read.
    pub fn take_pending(&self, key: &str) -> Result<Option<Vec<u8>>, Unavailable> {
        let Some(pending) = self.directory.enter(PENDING)? else {
            return Ok(None);
        };
        let name = file_name(key);
        let mut file = match pending.file(&name, OFlags::RDONLY) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(pending.fault(&name, error)),
        };
        let mut content = Vec::new();
        file.read_to_end(&mut content)
            .map_err(|error| pending.fault(&name, errno(&error)))?;
        // If the file cannot be removed, it is swept later.
        let _ = unlinkat(&pending.fd, &name, AtFlags::empty());
        Ok(Some(content))
    }

    /// True if earlier entries show that the file `name` of the workspace, or its `text`, is private.
    ///
    /// # Errors
    /// If the list of private files cannot be read.
    pub fn knows_private(&self, name: &Path, text: &Fingerprint) -> Result<bool, Unavailable> {
        Ok(Secrets::read(&self.directory)?.contains(name, text))
    }
}

/// Removes the files of calls that never ended. A file that cannot be removed stays until the next sweep.
fn sweep(pending: &PrivateDir, now: u64) {
    for name in pending.names().unwrap_or_default() {
        let Ok(stat) = statat(&pending.fd, &name, AtFlags::SYMLINK_NOFOLLOW) else {
            continue;
        };
        let written = u64::try_from(stat.st_mtime).unwrap_or_default();
        if (now / 1000).saturating_sub(written) > ABANDONED {
            let _ = unlinkat(&pending.fd, &name, AtFlags::empty());
        }
    }
}

/// A file name of fixed length, because a key may contain any characters.
fn file_name(key: &str) -> String {
    ObjectId::from_content(key.as_bytes()).hex()
}
