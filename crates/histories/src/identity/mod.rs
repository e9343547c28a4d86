//! Hands and players that are the same, wherever they are found.
//!
//! | module | what is in it |
//! |---|---|
//! | [`fingerprint`] | what makes a hand the same hand in every format |
//! | [`people`] | names by which players can be told apart |
//! | `sha256` | the hash of fingerprints |
//! | `mixing` | hashes that take little time and cannot be foreseen |

pub mod fingerprint;
pub(crate) mod mixing;
pub mod people;
mod sha256;
