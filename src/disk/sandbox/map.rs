//! Memory maps of large files. With [`crate::disk::commit::lease`] the only place with `unsafe`.

use std::fs::File;
use std::io;

use bytes::Bytes;

/// The text of `file` without copying it.
///
/// The map shows what other processes write to the file meanwhile, and reading a page that one of them
/// cut off kills with SIGBUS: targets are unharmed then, since nothing has been renamed. A text that was
/// torn by a writer is found out before the rename, when size, times and inode are compared.
#[allow(
    unsafe_code,
    reason = "a map is the only way to read a gigabyte without holding one"
)]
pub(in crate::disk) fn map(file: &File) -> io::Result<Bytes> {
    // SAFETY: the map is private and read-only, and outlives every slice (`Bytes` owns it). Rust asks that
    // nobody changes the bytes behind a shared slice; another process can. The slice is only ever read as
    // plain bytes with bounds checks (no `str`, no type with invalid values is built on it unchecked), so
    // such a change can give a wrong text, never a wild access; and a wrong text is not committed.
    let map = unsafe { memmap2::MmapOptions::new().map(file)? };
    Ok(Bytes::from_owner(map))
}
