//! A session that is a task.

use std::hash::{BuildHasher, RandomState};

use super::workspace_journal::WorkspaceJournal;
use crate::journal::{Event, Unavailable};
use crate::run::world::JournalContext;

/// The maximum number of entries to check for open transactions.
const MAX_ENTRIES: usize = 16;

/// A task that ends with its process. Entries from before its start count as entries of no task, so a restarted agent
/// has no conflict with edits from before the restart.
#[derive(Clone, Debug)]
pub struct Session {
    /// The unique name of the task.
    pub task: String,
    /// The number of the last entry before the start.
    before: u64,
}

impl Session {
    /// Starts a session of the program `name`.
    #[cfg_attr(
        not(feature = "mcp"),
        allow(dead_code, reason = "only a server has sessions")
    )]
    pub fn begin(name: &str, context: &JournalContext) -> Self {
        let random = RandomState::new().hash_one(name) >> 32;
        Self {
            task: format!("{name}-{random:08x}"),
            // If the journal cannot be read, every entry counts.
            before: newest_entry(context).unwrap_or_default(),
        }
    }

    /// `event`, without its task if it is from before the start.
    pub(super) fn without_older_tasks(&self, event: Event) -> Event {
        match event {
            Event::Entry(mut entry) if entry.id <= self.before => {
                entry.task = None;
                Event::Entry(entry)
            }
            event => event,
        }
    }
}

/// The number of the newest entry before any open transaction; 0 if there is none. Checks at most [`MAX_ENTRIES`] entries.
fn newest_entry(context: &JournalContext) -> Result<u64, Unavailable> {
    let Some(journal) = WorkspaceJournal::find(context)? else {
        return Ok(0);
    };
    let mut newest = None;
    let mut checked = 0;
    for event in journal.store.events()? {
        let Event::Entry(entry) = event? else {
            continue;
        };
        if !entry.is_committed {
            // The transaction may be committed after the session has read the file.
            newest = Some(entry.id - 1);
        }
        newest.get_or_insert(entry.id);
        checked += 1;
        if checked == MAX_ENTRIES {
            break;
        }
    }
    Ok(newest.unwrap_or_default())
}
