//! Many files at once, on all threads.
//!
//! | module | what is in it |
//! |---|---|
//! | [`read`] | what came of every hand, as columns |
//! | `file` | a file as text, with bytes that are none at their places |
//! | `parts` | large files in parts, for all threads |
//! | [`texts`] | texts as a column |

pub(crate) mod file;
pub(crate) mod parts;
pub mod read;
pub mod texts;
