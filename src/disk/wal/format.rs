//! The bytes of a log: a line for each thing it says, each after a hash of itself.
//!
//! The first line tells how many of what follow, so that a log which was cut off is known as such. Names
//! are JSON texts: they may hold newlines and bytes that are not UTF-8.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::record::TransactionLog;

/// Hexadecimal digits of a line's hash.
const DIGITS: usize = 16;

/// The version this program writes and reads.
const VERSION: u32 = 1;

/// Longest log that is read, bytes.
pub(super) const MAX_LEN: u64 = 1 << 30;

/// A log that cannot be trusted to be what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Damaged;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LogHead {
    version: u32,
    directories: usize,
    operations: usize,
}

/// The bytes of `log`; `None` when it cannot be written down.
pub(super) fn encode(log: &TransactionLog) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let head = LogHead {
        version: VERSION,
        directories: log.directories.len(),
        operations: log.operations.len(),
    };
    push(&mut bytes, &head)?;
    for directory in &log.directories {
        push(&mut bytes, directory)?;
    }
    for operation in &log.operations {
        push(&mut bytes, operation)?;
    }
    Some(bytes)
}

fn push(bytes: &mut Vec<u8>, value: &impl Serialize) -> Option<()> {
    let start = bytes.len();
    bytes.extend_from_slice(&[b' '; DIGITS + 1]);
    serde_json::to_writer(&mut *bytes, value).ok()?;
    let (head, line) = bytes[start..].split_at_mut(DIGITS + 1);
    head[..DIGITS].copy_from_slice(&hash(line));
    bytes.push(b'\n');
    Some(())
}

/// The log that `bytes` hold.
///
/// # Errors
/// When a single bit is not as written, a line is missing or too many, or the names are not sound.
pub(super) fn decode(bytes: &[u8]) -> Result<TransactionLog, Damaged> {
    let body = bytes.strip_suffix(b"\n").ok_or(Damaged)?;
    let mut lines = body.split(|&byte| byte == b'\n');
    let head: LogHead = read(lines.next())?;
    if head.version != VERSION {
        return Err(Damaged);
    }
    let mut log = TransactionLog::default();
    for _ in 0..head.directories {
        log.directories.push(read(lines.next())?);
    }
    for _ in 0..head.operations {
        log.operations.push(read(lines.next())?);
    }
    match lines.next() {
        None if log.is_sound() => Ok(log),
        _ => Err(Damaged),
    }
}

fn read<T: DeserializeOwned>(line: Option<&[u8]>) -> Result<T, Damaged> {
    let (found, rest) = line
        .ok_or(Damaged)?
        .split_at_checked(DIGITS)
        .ok_or(Damaged)?;
    let json = rest.strip_prefix(b" ").ok_or(Damaged)?;
    if found != hash(json) {
        return Err(Damaged);
    }
    serde_json::from_slice(json).map_err(|_| Damaged)
}

fn hash(line: &[u8]) -> [u8; DIGITS] {
    let mut digits = [0; DIGITS];
    digits.copy_from_slice(&blake3::hash(line).to_hex().as_bytes()[..DIGITS]);
    digits
}
