//! Random names.

use rustix::io::Errno;
use rustix::rand::{GetRandomFlags, getrandom};

use crate::text::hex;

/// The hexadecimal digits of random bytes.
pub fn random_digits<const BYTES: usize>() -> Result<String, Errno> {
    let mut bytes = [0_u8; BYTES];
    getrandom(&mut bytes, GetRandomFlags::empty())?;
    Ok(hex(&bytes))
}
