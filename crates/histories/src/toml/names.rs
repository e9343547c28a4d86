//! Names that may stand in a table once.

use std::collections::HashSet;

use super::{Kind, Tape};
use crate::phh::field::Field;

/// The names of a table that was not read to its end.
pub(super) struct Names {
    /// Where the fields begin on the tape.
    first: usize,
    count: usize,
    /// Fields of the standard, as bits.
    known: u64,
    /// Some bits of each other name: most names have others than all before.
    bits: u64,
    many: Option<HashSet<String>>,
}

/// So many names are compared with each other one by one.
const FEW: usize = 64;

impl Names {
    pub(super) fn new(tape: &Tape) -> Self {
        let first = tape.nodes.len();
        Self { first, count: 0, known: 0, bits: 0, many: None }
    }

    /// Adds a field of the standard; false if it was there.
    #[inline]
    pub(super) fn add(&mut self, field: Field) -> bool {
        let is_new = self.known >> field as u32 & 1 == 0;
        self.known |= 1 << field as u32;
        is_new
    }

    /// Adds the name of another field of the tape; false if it was there.
    pub(super) fn add_other(&mut self, tape: &Tape, at: usize, text: &str) -> bool {
        let name = tape.name(tape.nodes[at], text);
        self.count += 1;
        if self.count > FEW {
            return self.add_many(tape, at, text);
        }
        let sum = |sum: usize, byte: u8| sum.wrapping_mul(31).wrapping_add(byte.into());
        let bit = 1 << (name.bytes().fold(name.len(), sum) & 63);
        let is_seen = self.bits & bit != 0;
        self.bits |= bit;
        !is_seen || !self.before(tape, at, text).any(|one| one == name)
    }

    /// Lists the names before a field.
    fn before<'t>(
        &self,
        tape: &'t Tape,
        end: usize,
        text: &'t str,
    ) -> impl Iterator<Item = &'t str> + use<'t> {
        let mut at = self.first;
        std::iter::from_fn(move || {
            while at < end {
                let node = tape.nodes[at];
                at += node.size as usize;
                if node.kind != Kind::Path && node.field.is_none() {
                    return Some(tape.name(node, text));
                }
            }
            None
        })
    }

    #[cold]
    fn add_many(&mut self, tape: &Tape, at: usize, text: &str) -> bool {
        let many = self.many.take();
        let before = || self.before(tape, at, text).map(str::to_owned).collect();
        let mut many = many.unwrap_or_else(before);
        let is_new = many.insert(tape.name(tape.nodes[at], text).to_owned());
        self.many = Some(many);
        is_new
    }
}
