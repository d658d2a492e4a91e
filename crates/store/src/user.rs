//! The user who runs the process.

use std::sync::OnceLock;

/// The effective user ID of the process.
pub fn user_id() -> u32 {
    static USER: OnceLock<u32> = OnceLock::new();
    *USER.get_or_init(|| rustix::process::geteuid().as_raw())
}
