//! Objects: texts and change sets that are too large for a line, named by the hash of their content.
//!
//! The path is `objects/<the 64 digits of the hash>`. The first byte is the format of the content, which follows. A large
//! object is written under a temporary name and renamed, but not synced. A small one is created under its final name.
//! The hash is checked on every read, so a torn or damaged object is missing, never wrong.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::os::fd::OwnedFd;

use rustix::buffer::spare_capacity;
use rustix::fs::{
    AtFlags, FlockOperation, OFlags, flock, fstat, fsync, renameat, statat, unlinkat,
};
use rustix::io::{Errno, pread, write};
use serde::Serialize;
use zstd::bulk::Compressor;

use super::Unavailable;
use super::entry::{FileNote, ObjectId, StoredChange};
use super::line::FileList;
use super::state_directory::PrivateDir;
use crate::change::ChangeSet;
use crate::memory;
use crate::random::random_digits;
use crate::text::hex;

/// The name of the directory of all objects.
pub(super) const OBJECTS: &str = "objects";

/// The prefix of temporary names.
const TEMPORARY: &str = ".new-";

/// The minimum size of compressed content, in bytes.
const MIN_COMPRESSED: usize = 4 * 1024;

/// The fastest level of zstd that compresses literals. The default needs about twice the time for the list of a
/// transaction, and saves a tenth of the space for source files.
const COMPRESSION_LEVEL: i32 = 1;

/// The maximum size of unpacked content, in bytes. An object that claims to be larger is damaged.
const CONTENT_LIMIT: usize = 64 << 20;

/// Content up to this size, in bytes, shares one compression context per thread. Creating a context takes longer than
/// compressing a page, and a context keeps memory in proportion to the content.
const MAX_SHARED_CONTEXT: usize = 256 << 10;

/// The maximum size of an object that is created under its final name, in bytes. One write fills it, so a killed
/// process leaves it empty or complete.
const MAX_DIRECT: usize = 4 * 1024;

/// The first byte of an object whose content is not compressed.
const PLAIN: u8 = 0;

/// The first byte of an object whose content is a zstd frame.
const ZSTD: u8 = 1;

impl ObjectId {
    /// The identifier of `content`.
    pub fn from_content(content: &[u8]) -> Self {
        Self(*blake3::hash(content).as_bytes())
    }

    /// The 64 lower-case hexadecimal digits.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }
}

/// An object that is ready for writing.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) id: ObjectId,
    file: Vec<u8>,
}

impl Packed {
    /// Packs `content`, whose name is `id`.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(id: ObjectId, content: &[u8]) -> Result<Self, Errno> {
        let file = pack(content)?;
        Ok(Self { id, file })
    }

    /// The size on disk, in bytes.
    pub(super) fn len(&self) -> usize {
        self.file.len()
    }
}

/// Returns `content` as it is stored, compressed if that saves space.
///
/// # Errors
/// If there is not enough memory.
pub(super) fn pack(content: &[u8]) -> Result<Vec<u8>, Errno> {
    if content.len() >= MIN_COMPRESSED
        && let Some(file) = compressed_file(content)?
    {
        return Ok(file);
    }
    plain_file(content)
}

/// Compresses `content`; `None` if compression fails or gains nothing.
fn compressed_file(content: &[u8]) -> Result<Option<Vec<u8>>, Errno> {
    let room = 1 + zstd::zstd_safe::compress_bound(content.len());
    let mut file = buffer(room)?;
    file.resize(room, 0);
    let Ok(written) = compress(content, &mut file[1..]) else {
        return Ok(None);
    };
    file[0] = ZSTD;
    file.truncate(1 + written);
    // A transaction of many files keeps many of these buffers.
    file.shrink_to_fit();
    if written < content.len() {
        Ok(Some(file))
    } else {
        Ok(None)
    }
}

/// Compresses `content` into `room`, and returns the number of bytes written.
fn compress(content: &[u8], room: &mut [u8]) -> io::Result<usize> {
    thread_local! {
        static CONTEXT: Cell<Option<Compressor<'static>>> = const { Cell::new(None) };
    }
    let mut context = match CONTEXT.take() {
        Some(context) => context,
        None => Compressor::new(COMPRESSION_LEVEL)?,
    };
    let written = context.compress_to_buffer(content, room);
    if content.len() <= MAX_SHARED_CONTEXT {
        CONTEXT.set(Some(context));
    }
    written
}

fn plain_file(content: &[u8]) -> Result<Vec<u8>, Errno> {
    let mut file = buffer(1 + content.len())?;
    file.push(PLAIN);
    file.extend_from_slice(content);
    Ok(file)
}

/// An empty buffer for `len` bytes, if there is enough memory.
pub(super) fn buffer(len: usize) -> Result<Vec<u8>, Errno> {
    let mut buffer = Vec::new();
    memory::reserve(&mut buffer, len).map_err(|_| Errno::NOMEM)?;
    Ok(buffer)
}

/// Serializes `value` as JSON.
///
/// # Errors
/// If `value` cannot be serialized, or there is not enough memory for the text.
pub(super) fn to_json(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    /// A buffer whose growth may fail.
    struct Growing(Vec<u8>);
    impl Write for Growing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let room = self.0.capacity() - self.0.len();
            if room < bytes.len() {
                // Growing by at least the current size avoids frequent copies.
                let more = bytes.len().max(self.0.len());
                memory::reserve(&mut self.0, more).map_err(|_| io::Error::from(Errno::NOMEM))?;
            }
            self.0.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut text = Growing(Vec::new());
    serde_json::to_writer(&mut text, value)?;
    Ok(text.0)
}

/// Unpacks the content of a file; `None` if it is damaged.
pub(super) fn unpack(file: &[u8]) -> Option<Vec<u8>> {
    match file.split_first()? {
        (&PLAIN, content) => Some(content.to_vec()),
        (&ZSTD, frame) => {
            let len = zstd::zstd_safe::get_frame_content_size(frame).ok()??;
            let len = usize::try_from(len).ok()?;
            if len > CONTENT_LIMIT {
                return None;
            }
            zstd::bulk::decompress(frame, len).ok()
        }
        _ => None,
    }
}

/// True if there is a file for the object `id`, damaged or not. An empty file is unfinished.
pub(super) fn is_stored(state: &PrivateDir, id: ObjectId) -> bool {
    let path = format!("{OBJECTS}/{}", id.hex());
    statat(&state.fd, &path, AtFlags::SYMLINK_NOFOLLOW).is_ok_and(|stat| stat.st_size > 0)
}

/// Writes objects.
#[derive(Debug)]
pub(super) struct ObjectWriter<'a> {
    state: &'a PrivateDir,
    /// The directory of all objects, opened for the first one.
    objects: Option<PrivateDir>,
    /// The temporary name. Consecutive objects share it.
    temporary: Option<String>,
}

impl<'a> ObjectWriter<'a> {
    /// A writer below `state`. Creates nothing yet.
    pub(super) fn new(state: &'a PrivateDir) -> Self {
        Self {
            state,
            objects: None,
            temporary: None,
        }
    }

    /// Writes `object`. Replaces a damaged object.
    pub(super) fn put(&mut self, object: &Packed) -> Result<(), Unavailable> {
        let name = object.id.hex();
        let objects = match self.objects.take() {
            Some(objects) => objects,
            None => self.state.enter_or_create(OBJECTS)?,
        };
        let objects = self.objects.insert(objects);
        if object.len() <= MAX_DIRECT && create_object(objects, &name, &object.file).is_ok() {
            return Ok(());
        }
        let temporary = match self.temporary.take() {
            Some(name) => name,
            None => temporary_name(objects)?,
        };
        if let Err(error) = write_object(objects, &temporary, &name, &object.file) {
            return Err(objects.fault(&name, error));
        }
        self.temporary = Some(temporary);
        Ok(())
    }
}

/// A new temporary name for `objects`.
pub(super) fn temporary_name(objects: &PrivateDir) -> Result<String, Unavailable> {
    let digits = random_digits::<16>().map_err(|error| objects.fault(TEMPORARY, error))?;
    Ok(format!("{TEMPORARY}{digits}"))
}

/// Creates the file `name` in `directory` with `bytes`. Fails if the file exists.
fn create_object(directory: &PrivateDir, name: &str, bytes: &[u8]) -> Result<(), Errno> {
    let file = directory.file(name, OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL)?;
    let written = write_all(&file, bytes);
    if written.is_err() {
        let _ = unlinkat(&directory.fd, name, AtFlags::empty());
    }
    written
}

/// Writes `bytes` to the file `temporary` in `directory`, and renames it to `name`.
pub(super) fn write_object(
    directory: &PrivateDir,
    temporary: &str,
    name: &str,
    bytes: &[u8],
) -> Result<(), Errno> {
    let file = create_locked(directory, temporary)?;
    let mut written = write_all(&file, bytes);
    if written.is_ok() {
        written = renameat(&directory.fd, temporary, &directory.fd, name);
    }
    if written.is_err() {
        // If the file cannot be removed, it is swept later.
        let _ = unlinkat(&directory.fd, temporary, AtFlags::empty());
    }
    written
}

/// Syncs the objects `stored` below `state`, and their names.
pub(super) fn sync(state: &PrivateDir, stored: &[Packed]) -> Result<(), Unavailable> {
    let Some(objects) = state.enter(OBJECTS)? else {
        return Ok(());
    };
    for object in stored {
        let name = object.id.hex();
        let file = objects.file(&name, OFlags::RDONLY);
        file.and_then(fsync)
            .map_err(|error| objects.fault(&name, error))?;
    }
    fsync(&objects.fd).map_err(|error| state.fault(OBJECTS, error))
}

/// Creates the file `temporary`, which is locked while it is open. The lock shows that its writer is alive.
fn create_locked(directory: &PrivateDir, temporary: &str) -> Result<OwnedFd, Errno> {
    loop {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        let file = directory.file(temporary, flags)?;
        let _ = flock(&file, FlockOperation::NonBlockingLockExclusive);
        // Another process may have taken the file for an orphan and removed it before it was locked.
        if fstat(&file)?.st_nlink > 0 {
            return Ok(file);
        }
    }
}

/// Removes the temporary files of dead writers below `state`.
pub(super) fn drop_unfinished(state: &PrivateDir) -> Result<(), Unavailable> {
    let Some(objects) = state.enter(OBJECTS)? else {
        return Ok(());
    };
    let names = objects
        .names()
        .map_err(|error| state.fault(OBJECTS, error))?;
    for name in names.iter().filter(|name| name.starts_with(TEMPORARY)) {
        let is_dead = objects
            .file(name, OFlags::RDONLY)
            .is_ok_and(|file| flock(file, FlockOperation::NonBlockingLockExclusive).is_ok());
        if is_dead {
            let _ = unlinkat(&objects.fd, name.as_str(), AtFlags::empty());
        }
    }
    Ok(())
}

/// The content of `id`; `None` if it is missing or damaged.
pub(super) fn read_content(state: &PrivateDir, id: ObjectId) -> Option<Vec<u8>> {
    let objects = state.enter(OBJECTS).ok()??;
    let file = objects.file(&id.hex(), OFlags::RDONLY).ok()?;
    let content = unpack(&read_all(&file)?)?;
    if ObjectId::from_content(&content) == id {
        Some(content)
    } else {
        None
    }
}

fn read_all(file: &OwnedFd) -> Option<Vec<u8>> {
    let len = usize::try_from(fstat(file).ok()?.st_size).ok()?;
    read_at(file, 0, len).ok()?
}

/// The `len` bytes of `file` at `start`; `None` if there are fewer, or too many to be valid.
pub(super) fn read_at(file: &OwnedFd, start: u64, len: usize) -> Result<Option<Vec<u8>>, Errno> {
    if len == 0 || len > CONTENT_LIMIT {
        return Ok(None);
    }
    let mut bytes = buffer(len)?;
    while bytes.len() < len {
        let at = start + bytes.len() as u64;
        match pread(file, spare_capacity(&mut bytes), at) {
            Ok(0) => return Ok(None),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(len);
    Ok(Some(bytes))
}

pub(super) fn write_all(file: &OwnedFd, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match write(file, bytes) {
            Ok(0) => return Err(Errno::NOSPC),
            Ok(count) => bytes = &bytes[count..],
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads change sets. A list is read once for all notes in it.
pub(super) struct ChangeReader<'a> {
    directory: &'a PrivateDir,
    lists: HashMap<ObjectId, Option<Vec<FileNote>>>,
}

impl<'a> ChangeReader<'a> {
    pub(super) fn new(directory: &'a PrivateDir) -> Self {
        Self {
            directory,
            lists: HashMap::new(),
        }
    }

    /// The change set of `note`, which is at `stored`; `None` if it is missing or damaged.
    pub(super) fn read(&mut self, note: &FileNote, stored: StoredChange) -> Option<ChangeSet> {
        let mut changes: ChangeSet = match stored.note {
            None => {
                let json = read_content(self.directory, stored.object)?;
                serde_json::from_slice(&json).ok()?
            }
            Some(number) => self.changes_in_list(stored.object, number)?.clone(),
        };
        if stored.is_inverse {
            changes = changes.invert();
        }
        let len_before = note.before.map_or(0, |text| text.len);
        let len_after = note.after.map_or(0, |text| text.len);
        if changes.base_len() as u64 != len_before || changes.result_len() as u64 != len_after {
            return None;
        }
        Some(changes)
    }

    /// The change set of note `number` in `list`.
    fn changes_in_list(&mut self, list: ObjectId, number: usize) -> Option<&ChangeSet> {
        let directory = self.directory;
        let notes = self
            .lists
            .entry(list)
            .or_insert_with(|| read_files(directory, FileList::List(list)));
        notes.as_ref()?.get(number)?.changes.loaded()
    }
}

/// The notes of a line, from the line itself or from its list; `None` if the list is missing or damaged.
pub(super) fn read_files(directory: &PrivateDir, files: FileList) -> Option<Vec<FileNote>> {
    match files {
        FileList::Files(notes) => Some(notes),
        FileList::List(id) => {
            let json = read_content(directory, id)?;
            match serde_json::from_slice(&json).ok()? {
                FileList::Files(notes) => Some(notes),
                FileList::List(_) => None,
            }
        }
    }
}
