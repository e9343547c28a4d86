//! A file as text: bytes that are no UTF-8 are a fault of the hand that they stand in, and of no other.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::from_utf8;

use crate::error::{Fault, Place};
use crate::limits;
use crate::phh::document::{Hands, Span, Unread, visit_hands};
use crate::phh::hand::Hand;

/// With more places that are no UTF-8, a file is no text.
const MAX_WRONG: usize = 1000;
/// The byte in place of one that is no UTF-8, so that all others stay in their places.
const STAND_IN: u8 = b'?';

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The text.
    pub text: String,
    /// Bytes that are no UTF-8, by their places.
    wrong: Vec<(usize, u8)>,
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, is too large, or is no text.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        Self::open_into(path, Vec::new())
    }

    /// Reads a file into the room of another.
    ///
    /// # Errors
    ///
    /// It cannot be read, is too large, or is no text.
    pub fn open_into(path: &Path, mut bytes: Vec<u8>) -> Result<Self, Fault> {
        let unreadable = |error: std::io::Error| Fault::File(error.to_string());
        let file = File::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        limits::check_file(size)?;
        bytes.clear();
        // A byte more, so that the end is found without more room.
        bytes.reserve(size as usize + 1);
        // A file may grow while it is read.
        file.take(limits::file_bytes()).read_to_end(&mut bytes).map_err(unreadable)?;
        Self::new(bytes)
    }

    /// Takes what is in a file.
    ///
    /// # Errors
    ///
    /// It is no text.
    pub fn new(bytes: Vec<u8>) -> Result<Self, Fault> {
        let mut bytes = match String::from_utf8(bytes) {
            Ok(text) => return Ok(Self { text, wrong: Vec::new() }),
            Err(error) => error.into_bytes(),
        };
        let mut wrong = Vec::new();
        let mut done = 0;
        while let Err(error) = from_utf8(&bytes[done..]) {
            let start = done + error.valid_up_to();
            done = error.error_len().map_or(bytes.len(), |length| start + length);
            wrong.extend(
                bytes[start..done].iter().enumerate().map(|(at, &byte)| (start + at, byte)),
            );
            bytes[start..done].fill(STAND_IN);
            if wrong.len() > MAX_WRONG {
                let place = wrong[0].0;
                return Err(Fault::Toml(format!("the bytes from {place} on are no UTF-8")));
            }
        }
        let text = String::from_utf8(bytes).unwrap_or_default();
        Ok(Self { text, wrong })
    }

    /// Returns the room that it takes, for another.
    #[must_use]
    pub fn into_room(self) -> Vec<u8> {
        self.text.into_bytes()
    }

    /// Reads all hands, as `hands` does.
    pub fn hands(&self, visit: impl FnMut(Result<&Hand<'_>, Unread<'_>>, Span<'_>)) {
        self.hands_between(0, 1, usize::MAX, visit);
    }

    /// Reads the hands from a place on, where one begins at the line of this number, that begin before another; returns
    /// where the last of them ends.
    pub(crate) fn hands_between(
        &self,
        start: usize,
        line: usize,
        end: usize,
        mut visit: impl FnMut(Result<&Hand<'_>, Unread<'_>>, Span<'_>),
    ) -> usize {
        let all = Hands::from(&self.text, start, line);
        visit_hands(all, &self.text, end, |hand, span| match self.fault(&span) {
            Some((fault, place)) => visit(Err(Unread { fault, place, record: None }), span),
            None => visit(hand, span),
        })
    }

    /// Returns what is wrong with the bytes of a hand.
    fn fault(&self, span: &Span<'_>) -> Option<(Fault, Place)> {
        let from = self.wrong.partition_point(|&(place, _)| place < span.start);
        let &(place, byte) = self.wrong.get(from).filter(|one| one.0 < span.start + span.length)?;
        let before = self.text.get(span.start..place)?;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let place = Place {
            line: span.line + before.bytes().filter(|&byte| byte == b'\n').count(),
            column: before[start..].chars().count() + 1,
            action: None,
        };
        Some((Fault::Encoding(byte), place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<(String, Option<Place>)> {
        let document = Document::new(bytes.to_vec()).unwrap();
        assert_eq!(document.text.len(), bytes.len());
        let mut found = Vec::new();
        document.hands(|hand, span| {
            found.push((span.key.to_owned(), hand.err().map(|unread| unread.place)));
        });
        found
    }

    #[test]
    fn bytes_are_a_fault_of_their_hand() {
        let text = b"[1]\nhand = 1\n[2]\nhand = 2\nevent = 'B\xffb'\n[3]\nhand = 3\n";
        let found = read(text);
        let keys: Vec<&str> = found.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["1", "2", "3"]);
        assert_eq!(found[1].1, Some(Place { line: 5, column: 11, action: None }));
        assert!(found[0].1.is_none() && found[2].1.is_none());
    }

    #[test]
    fn characters_may_be_cut_off_at_the_end() {
        let text = "[1]\nevent = 'a'\n[2]\nevent = '€".as_bytes();
        assert!(
            read(&text[..text.len() - 1])
                .iter()
                .map(|(_, place)| place.is_some())
                .eq([false, true])
        );
    }

    #[test]
    fn a_mark_moves_nothing() {
        let found = read(b"\xef\xbb\xbf[1]\nevent = '\xe9'\n[2]\nevent = 'e'\n");
        assert_eq!(found[0].1, Some(Place { line: 2, column: 10, action: None }));
        assert!(found[1].1.is_none());
    }

    #[test]
    fn what_is_no_text_is_no_file_of_hands() {
        let fault = Document::new([b"hand".to_vec(), vec![0xff; 5000]].concat()).unwrap_err();
        assert_eq!(fault.to_string(), "this is no TOML: the bytes from 4 on are no UTF-8");
    }
}
