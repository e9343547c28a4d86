//! How much a document may be: more than any real hand needs, and less than would harm a reader.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Fault;

/// The most bytes of a file, unless another number is set.
pub const MAX_FILE_BYTES: u64 = 256 << 20;
/// The most bytes of a hand.
pub const MAX_HAND_BYTES: u64 = 1 << 20;
/// The most actions of a hand.
pub const MAX_ACTIONS: u64 = 10_000;
/// The most players of a hand.
pub const MAX_PLAYERS: u64 = 24;
/// How deep lists and tables may lie in each other, and how many points a key may have.
pub const MAX_DEPTH: usize = 32;

static FILE_BYTES: AtomicU64 = AtomicU64::new(MAX_FILE_BYTES);

/// Says how many bytes a file may have from now on.
pub fn set_file_bytes(most: u64) {
    FILE_BYTES.store(most, Ordering::Relaxed);
}

/// Returns how many bytes a file may have.
pub(crate) fn file_bytes() -> u64 {
    FILE_BYTES.load(Ordering::Relaxed)
}

/// Checks the size of a file.
pub(crate) fn check_file(given: u64) -> Result<(), Fault> {
    let most = file_bytes();
    if given <= most { Ok(()) } else { Err(Fault::FileTooLarge { given, most }) }
}
