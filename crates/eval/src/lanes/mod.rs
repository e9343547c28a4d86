//! Table-free evaluation of suit masks.
