//! Git binary patches: inflates their blocks, and applies literals and deltas.
//!
//! The formats follow git's `diff.c` and `patch-delta.c`. Inflation is limited by the size that a block states, and
//! that size by the number of compressed bytes. A wrong size causes an error, not a large allocation.

use std::ops::Range;

use bytes::Bytes;

/// The maximum compression ratio of Deflate.
pub(super) const MAX_RATIO: usize = 1032;

/// A decoded git binary patch: the forward half, and the backward half if the patch has one.
#[derive(Clone, Debug, PartialEq)]
pub struct Binary {
    /// The change from the old text to the new text.
    pub forward: BinaryDelta,
    /// The change from the new text to the old text.
    pub backward: Option<BinaryDelta>,
}

/// One direction of a git binary patch, inflated.
#[derive(Clone, Debug, PartialEq)]
pub enum BinaryDelta {
    /// The complete result.
    Literal(Bytes),
    /// A git pack delta for the source.
    Delta(Bytes),
}

impl Binary {
    /// Returns the new content produced from `source`. `None` if a delta was made from a text of another length, or is
    /// damaged.
    ///
    /// A literal ignores the source. The caller must check that `source` is the old text, by the backward half
    /// ([`Binary::is_undone_by`]) or the blob names.
    pub fn apply(&self, source: &[u8]) -> Option<Bytes> {
        self.forward.apply(source)
    }

    /// True if the backward half turns `result` into `source`. `None` if the patch has no backward half.
    pub fn is_undone_by(&self, source: &[u8], result: &[u8]) -> Option<bool> {
        let backward = self.backward.as_ref()?;
        Some(backward.apply(result).is_some_and(|back| back == source))
    }

    pub(super) fn reversed(&self) -> Option<Self> {
        Some(Self {
            forward: self.backward.clone()?,
            backward: Some(self.forward.clone()),
        })
    }
}

impl BinaryDelta {
    /// True if the patch contains the complete result.
    pub fn is_literal(&self) -> bool {
        matches!(self, Self::Literal(_))
    }

    /// The stated length of the result in bytes.
    pub fn result_len(&self) -> u64 {
        match self {
            Self::Literal(text) => text.len() as u64,
            Self::Delta(delta) => {
                let mut code = &delta[..];
                let lengths = varint(&mut code).and_then(|_| varint(&mut code));
                lengths.unwrap_or(0)
            }
        }
    }

    /// Applies this direction to `source`; see [`Binary::apply`].
    pub fn apply(&self, source: &[u8]) -> Option<Bytes> {
        match self {
            Self::Literal(text) => Some(text.clone()),
            Self::Delta(delta) => apply_delta(source, delta),
        }
    }
}

/// Applies a pack delta: two lengths, then copies from the source and insertions.
fn apply_delta(source: &[u8], delta: &[u8]) -> Option<Bytes> {
    let mut code = delta;
    let expected = varint(&mut code)?;
    let length = varint(&mut code)?;
    // Check the length first, because a few bytes of copy operations can produce a huge result.
    if expected != source.len() as u64 || output_len(code)? != length {
        return None;
    }
    let mut out: Vec<u8> = Vec::new();
    while let Some((&op, rest)) = code.split_first() {
        code = rest;
        let part = if op & 0x80 != 0 {
            let (at, len) = copy_operands(op, &mut code)?;
            source.get(at..at.saturating_add(len))?
        } else if op != 0 {
            take(&mut code, usize::from(op))?
        } else {
            return None;
        };
        out.extend_from_slice(part);
    }
    Some(out.into())
}

/// The number of bytes that the operations in `code` produce.
fn output_len(mut code: &[u8]) -> Option<u64> {
    let mut total = 0u64;
    while let Some((&op, rest)) = code.split_first() {
        code = rest;
        let len = if op & 0x80 != 0 {
            copy_operands(op, &mut code)?.1
        } else {
            take(&mut code, usize::from(op))?.len()
        };
        total = total.saturating_add(len as u64);
    }
    Some(total)
}

fn take<'a>(code: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (part, rest) = code.split_at_checked(count)?;
    *code = rest;
    Some(part)
}

fn byte(code: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = code.split_first()?;
    *code = rest;
    Some(byte)
}

/// Reads a variable-length integer: seven bits per byte, least significant first.
fn varint(code: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..63).step_by(7) {
        let next = byte(code)?;
        value |= u64::from(next & 0x7f) << shift;
        if next & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// Reads the offset and length of a copy. Each bit of `op` indicates that one of their bytes follows.
fn copy_operands(op: u8, code: &mut &[u8]) -> Option<(usize, usize)> {
    let at = operand(op, 0..4, code)?;
    let len = operand(op, 4..7, code)?;
    Some((at, if len == 0 { 0x1_0000 } else { len }))
}

fn operand(op: u8, bits: Range<u32>, code: &mut &[u8]) -> Option<usize> {
    let mut value = 0;
    for (index, bit) in bits.enumerate() {
        if op & (1 << bit) != 0 {
            value |= usize::from(byte(code)?) << (8 * index);
        }
    }
    Some(value)
}

/// Inflates `packed`. `None` unless the result has exactly `size` bytes.
pub(super) fn inflate(packed: &[u8], size: usize) -> Option<Bytes> {
    if size > packed.len().saturating_mul(MAX_RATIO) {
        return None;
    }
    let text = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(packed, size).ok()?;
    if text.len() == size {
        Some(Bytes::from(text))
    } else {
        None
    }
}
