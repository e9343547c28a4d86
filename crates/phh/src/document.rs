//! A file as hands: one, or one for each table.

use crate::error::{Fault, Place};
use crate::hand::Hand;
use crate::{scan, style};

/// Where a hand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span<'a> {
    /// The key of the table, or nothing where the document is one hand.
    pub key: &'a str,
    /// The line where the hand begins, counted from 1.
    pub line: usize,
    /// Where the hand begins, in bytes.
    pub start: usize,
    /// How many bytes it has.
    pub length: usize,
}

/// Reads all hands of a document, in order. Whatever is wrong with one does not keep the others from being read.
pub fn hands(text: &str, mut visit: impl FnMut(Result<&Hand<'_>, (Fault, Place)>, Span<'_>)) {
    let first = text.as_ptr() as usize;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut hand = Hand::default();
    for block in blocks(text) {
        hand.clear();
        hand.start = block.text.as_ptr() as usize - first;
        hand.length = block.text.len();
        read(&block, &mut hand, &mut visit);
    }
}

/// A part of the document that is one hand.
struct Block<'a> {
    key: &'a str,
    text: &'a str,
    line: usize,
}

fn read<'a>(
    block: &Block<'a>,
    hand: &mut Hand<'a>,
    visit: &mut impl FnMut(Result<&Hand<'_>, (Fault, Place)>, Span<'_>),
) {
    hand.key = block.key;
    hand.line = block.line;
    let Hand { key, line, start, length, .. } = *hand;
    let span = Span { key, line, start, length };
    if scan::scan(block.text, block.line, hand).is_ok() {
        return visit(Ok(hand), span);
    }
    let plain = match style::plain(block.text, block.line) {
        Ok(plain) => plain,
        Err(error) => return visit(Err(error), span),
    };
    // A hand of its own, because it lives as long as the copy.
    let mut copy = Hand { key, start, length, ..Hand::default() };
    if scan::scan(&plain, block.line, &mut copy).is_err() {
        let place = Place { line: block.line, ..Place::default() };
        return visit(Err((Fault::TooFine, place)), span);
    }
    // Lines of the copy are not those of the file.
    (copy.line, copy.actions_line) = (block.line, 0);
    visit(Ok(&copy), span);
}

/// Splits a document at lines such as `[12]`; without any, it is one hand.
fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let mut rest = Some((text, 1, ""));
    std::iter::from_fn(move || {
        loop {
            let (part, line, key) = rest.take()?;
            let (block, next) = match find_header(part) {
                Some((start, end, next_key)) => {
                    let lines = part[..end].bytes().filter(|&byte| byte == b'\n').count();
                    (&part[..start], Some((&part[end..], line + lines, next_key)))
                }
                None => (part, None),
            };
            let has_next = next.is_some();
            rest = next;
            // What stands before the first table, or in an empty file, may be nothing at all.
            let empty = block.bytes().all(|byte| byte.is_ascii_whitespace());
            if !(key.is_empty() && empty) {
                return Some(Block { key, text: block.trim_end_matches(['\n', '\r']), line });
            }
            if !has_next {
                return None;
            }
        }
    })
}

/// Finds the next line that begins a table: where it starts, where the text after it starts, and its key.
fn find_header(text: &str) -> Option<(usize, usize, &str)> {
    let mut start = 0;
    loop {
        let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        if text.as_bytes().get(start) == Some(&b'[') {
            let line = text[start..line_end].trim_end();
            let key = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            if let Some(key) = key.map(str::trim).filter(|key| is_key(key)) {
                return Some((start, (line_end + 1).min(text.len()), key));
            }
        }
        if line_end == text.len() {
            return None;
        }
        // A table begins a line.
        start = line_end + text[line_end..].find("\n[")? + 1;
    }
}

fn is_key(key: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    !key.is_empty() && key.bytes().all(plain)
}
