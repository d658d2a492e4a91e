//! A session that is a task by itself, and was not there before it began.

use std::hash::{BuildHasher, RandomState};

use super::workspace_journal::WorkspaceJournal;
use crate::journal::{Event, Unavailable};
use crate::run::world::JournalContext;

/// A task that ends with its process. To it, entries from before it began are nobody's: an agent that was started
/// again does not meet its own edits.
#[derive(Clone, Debug)]
pub struct Session {
    /// The name of the task, which no other one has.
    pub task: String,
    /// The number of the last entry from before it began.
    before: u64,
}

/// Entries that are looked at for transactions that have not ended.
const OPEN: usize = 16;

impl Session {
    /// A session of the program `name` that begins now.
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

    /// `event` as it is to this session.
    pub(super) fn see(&self, event: Event) -> Event {
        match event {
            Event::Entry(mut entry) if entry.id <= self.before => {
                entry.task = None;
                Event::Entry(entry)
            }
            event => event,
        }
    }
}

/// The number of the newest entry such that it and all before it have ended; 0 if there is none.
fn newest_entry(context: &JournalContext) -> Result<u64, Unavailable> {
    let Some(journal) = WorkspaceJournal::find(context)? else {
        return Ok(0);
    };
    let mut newest = None;
    let mut looked_at = 0;
    for event in journal.store.events()? {
        let Event::Entry(entry) = event? else {
            continue;
        };
        if !entry.is_committed {
            // It may be written only after the session has read the file.
            newest = Some(entry.id - 1);
        }
        newest.get_or_insert(entry.id);
        looked_at += 1;
        if looked_at == OPEN {
            break;
        }
    }
    Ok(newest.unwrap_or_default())
}
