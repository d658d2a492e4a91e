//! Leases. While this process holds a lease on a file, no process has the file open for writing. A process that opens
//! the file for writing waits.
//!
//! Linux has leases (`F_SETLEASE`, see `fcntl(2)`) for files that the user owns, on local file systems. The kernel
//! notifies the holder of a waiting process. A process waits at most `/proc/sys/fs/lease-break-time`.

use std::fs::File;

use rustix::io::Errno;

/// The result of a request for a lease against writers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::disk) enum Lease {
    /// The lease is held until the file is closed.
    Held,
    /// Another process has the file open for writing.
    Busy,
    /// Leases are not supported by this system, by this file system or for this file.
    Unavailable,
}

/// Requests a lease against writers on `file`, which is open only for reading.
pub(in crate::disk) fn take(file: &File) -> Lease {
    match system::take(file) {
        Ok(()) => Lease::Held,
        Err(Errno::AGAIN) => Lease::Busy,
        Err(_) => Lease::Unavailable,
    }
}

/// True if the lease on `file` is still held and no process waits for its end.
pub(in crate::disk) fn is_unbroken(file: &File) -> bool {
    system::is_unbroken(file)
}

/// Ends the lease on `file` before the file is closed.
#[cfg(test)]
pub(in crate::disk) fn end(file: &File) {
    system::end(file);
}

#[cfg(linux_calls)]
mod system {
    use std::fs::File;
    use std::os::fd::AsRawFd;

    use libc::{F_GETLEASE, F_RDLCK, F_SETLEASE, SIGURG, c_int};
    use rustix::io::Errno;

    /// The command that selects the signal. The constant is from `asm-generic/fcntl.h`, and is not in `libc`.
    const F_SETSIG: c_int = 10;

    pub(in crate::disk) fn take(file: &File) -> Result<(), Errno> {
        // The default signal, SIGIO, kills a process without a handler. SIGURG is ignored by default.
        fcntl(file, F_SETSIG, SIGURG)?;
        fcntl(file, F_SETLEASE, c_int::from(F_RDLCK as i16)).map(|_| ())
    }

    pub(in crate::disk) fn is_unbroken(file: &File) -> bool {
        fcntl(file, F_GETLEASE, 0) == Ok(c_int::from(F_RDLCK as i16))
    }

    #[cfg(test)]
    pub(in crate::disk) fn end(file: &File) {
        let _ = fcntl(file, F_SETLEASE, c_int::from(libc::F_UNLCK as i16));
    }

    #[allow(
        unsafe_code,
        reason = "no safe interface to these three commands exists"
    )]
    fn fcntl(file: &File, command: c_int, argument: c_int) -> Result<c_int, Errno> {
        // SAFETY: the descriptor is open as long as `file` is borrowed. The three commands above take a number or
        // nothing, and do not access our memory.
        let answer = unsafe { libc::fcntl(file.as_raw_fd(), command, argument) };
        match answer {
            -1 => Err(Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO)),
            answer => Ok(answer),
        }
    }
}

#[cfg(not(linux_calls))]
mod system {
    use std::fs::File;

    use rustix::io::Errno;

    pub(in crate::disk) fn take(_: &File) -> Result<(), Errno> {
        Err(Errno::NOTSUP)
    }

    pub(in crate::disk) fn is_unbroken(_: &File) -> bool {
        false
    }

    #[cfg(test)]
    pub(in crate::disk) fn end(_: &File) {}
}
