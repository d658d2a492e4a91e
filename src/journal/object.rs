//! Objects: what is too large for a line, by the hash of its content.
//!
//! `objects/ab/<the other 62 digits>`: one byte that says how the rest is packed, then the rest. Written
//! to a temporary name and renamed, not synced; the hash is checked on every reading, so that a torn or
//! damaged object is missing, never wrong.

use std::os::fd::OwnedFd;

use rustix::fs::{AtFlags, FlockOperation, OFlags, accessat, flock, fstat, renameat, unlinkat};
use rustix::io::{Errno, read, write};

use super::Unavailable;
use super::entry::ObjectId;
use super::place::PrivateDir;

/// The directory of all objects.
pub(super) const OBJECTS: &str = "objects";
/// Prefix of names that are being written.
pub(super) const TEMPORARY: &str = ".new-";

/// Contents from this size on are compressed, bytes.
const COMPRESS_FROM: usize = 4 * 1024;
const LEVEL: i32 = 3;
/// No object unpacks to more than this, bytes; what claims to is damaged.
pub(super) const CONTENT_LIMIT: usize = 64 << 20;

const PLAIN: u8 = 0;
const ZSTD: u8 = 1;

impl ObjectId {
    /// The name of `content`.
    pub fn of(content: &[u8]) -> Self {
        Self(*blake3::hash(content).as_bytes())
    }

    /// The 64 lower-case hexadecimal digits.
    pub fn hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }
}

/// An object that is ready to be written.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) id: ObjectId,
    file: Vec<u8>,
}

impl Packed {
    /// Packs `content`, whose name is `id`.
    pub(super) fn new(id: ObjectId, content: &[u8]) -> Self {
        let plain = || [&[PLAIN], content].concat();
        let file = match content.len() {
            0..COMPRESS_FROM => plain(),
            _ => compressed(content).unwrap_or_else(plain),
        };
        Self { id, file }
    }

    /// Bytes it takes on disk.
    pub(super) fn len(&self) -> usize {
        self.file.len()
    }
}

/// `content` compressed, unless it cannot be or would not get smaller.
fn compressed(content: &[u8]) -> Option<Vec<u8>> {
    let mut file = vec![0; 1 + zstd::zstd_safe::compress_bound(content.len())];
    let written = zstd::bulk::compress_to_buffer(content, &mut file[1..], LEVEL).ok()?;
    file[0] = ZSTD;
    file.truncate(1 + written);
    (written < content.len()).then_some(file)
}

/// What a file's bytes unpack to.
fn unpacked(file: &[u8]) -> Option<Vec<u8>> {
    match file.split_first()? {
        (&PLAIN, content) => Some(content.to_vec()),
        (&ZSTD, frame) => {
            let stated = zstd::zstd_safe::get_frame_content_size(frame).ok()??;
            let len = usize::try_from(stated)
                .ok()
                .filter(|&len| len <= CONTENT_LIMIT)?;
            zstd::bulk::decompress(frame, len).ok()
        }
        _ => None,
    }
}

/// The names of the directory and the file that hold `id`.
pub(super) fn names(id: ObjectId) -> (String, String) {
    let mut directory = id.hex();
    let file = directory.split_off(2);
    (directory, file)
}

/// Whether there is an object `id`, whole or not.
pub(super) fn is_stored(state: &PrivateDir, id: ObjectId) -> bool {
    let (directory, name) = names(id);
    let path = format!("{OBJECTS}/{directory}/{name}");
    accessat(
        &state.fd,
        &path,
        rustix::fs::Access::EXISTS,
        AtFlags::empty(),
    )
    .is_ok()
}

/// Writes `object` below `state`, in the place of a damaged one if there is one.
pub(super) fn put(state: &PrivateDir, object: &Packed) -> Result<(), Unavailable> {
    let (directory, name) = names(object.id);
    let directory = state.enter_or_make(OBJECTS)?.enter_or_make(&directory)?;
    let fault = |error| directory.fault(&name, error);
    let temporary = format!("{TEMPORARY}{}", random_digits().map_err(fault)?);
    let file = begin(&directory, &temporary).map_err(fault)?;
    let written = write_all(&file, &object.file)
        .and_then(|()| renameat(&directory.fd, &temporary, &directory.fd, &name));
    written.map_err(|error| {
        // The first error is the one to tell; a file left over is swept later.
        let _ = unlinkat(&directory.fd, &temporary, AtFlags::empty());
        fault(error)
    })
}

/// Makes the file `temporary`, locked as long as it is open: its writer lives.
fn begin(directory: &PrivateDir, temporary: &str) -> Result<OwnedFd, Errno> {
    loop {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        let file = directory.file(temporary, flags)?;
        let _ = flock(&file, FlockOperation::NonBlockingLockExclusive);
        // Somebody who tidies up may have taken it for a dead writer's before it was locked.
        if fstat(&file)?.st_nlink > 0 {
            return Ok(file);
        }
    }
}

/// Removes what writers below `state` left that died before their object had its name.
pub(super) fn drop_unfinished(state: &PrivateDir) -> Result<(), Unavailable> {
    let Some(objects) = state.enter(OBJECTS)? else {
        return Ok(());
    };
    let shelves = objects.names();
    for name in shelves.map_err(|error| state.fault(OBJECTS, error))? {
        let Some(shelf) = objects.enter(&name)? else {
            continue;
        };
        let names = shelf.names().map_err(|error| objects.fault(&name, error))?;
        for name in names.iter().filter(|name| name.starts_with(TEMPORARY)) {
            let is_dead = shelf
                .file(name, OFlags::RDONLY)
                .is_ok_and(|file| flock(file, FlockOperation::NonBlockingLockExclusive).is_ok());
            if is_dead {
                let _ = unlinkat(&shelf.fd, name.as_str(), AtFlags::empty());
            }
        }
    }
    Ok(())
}

/// The content of `id`, if it is stored and whole.
pub(super) fn content(state: &PrivateDir, id: ObjectId) -> Option<Vec<u8>> {
    let (directory, name) = names(id);
    let directory = state.enter(OBJECTS).ok()??.enter(&directory).ok()??;
    let file = directory.file(&name, OFlags::RDONLY).ok()?;
    let content = unpacked(&read_all(&file)?)?;
    (ObjectId::of(&content) == id).then_some(content)
}

fn read_all(file: &OwnedFd) -> Option<Vec<u8>> {
    let len = usize::try_from(fstat(file).ok()?.st_size).ok()?;
    if len > CONTENT_LIMIT {
        return None;
    }
    let mut bytes = vec![0; len];
    let mut filled = 0;
    while filled < len {
        match read(file, &mut bytes[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(Errno::INTR) => {}
            Err(_) => return None,
        }
    }
    bytes.truncate(filled);
    Some(bytes)
}

/// Writes all of `bytes`.
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

/// 128 random bits in hexadecimal.
fn random_digits() -> Result<String, Errno> {
    let mut bytes = [0_u8; 16];
    rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
