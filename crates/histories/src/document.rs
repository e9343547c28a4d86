//! A file as hands: one, or one for each table.

use memchr::memchr;

use crate::error::{Fault, Place};
use crate::hand::Hand;
use crate::nesting::Nesting;
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
    let whole = text.len();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Places count from the beginning of the file.
    let mark = whole - text.len();
    let mut hand = Hand::default();
    let mut blocks = Blocks::new(text);
    while let Some(block) = blocks.next() {
        hand.clear();
        let span = Span {
            key: block.key,
            line: block.line,
            start: block.start + mark,
            length: block.text().len(),
        };
        (hand.key, hand.line) = (span.key, span.line);
        (hand.start, hand.length) = (span.start, span.length);
        if scan::scan(block.text(), block.line, &mut hand).is_ok() {
            visit(Ok(&hand), span);
        } else {
            read_other(block, span, &mut blocks, &mut visit);
        }
    }
}

/// Reads a hand of another style.
fn read_other<'a>(
    block: Block<'a>,
    mut span: Span<'a>,
    blocks: &mut Blocks<'a>,
    visit: &mut impl FnMut(Result<&Hand<'_>, (Fault, Place)>, Span<'_>),
) {
    let mut plain = style::plain(block.text(), block.line);
    if plain.is_err()
        && let Some((longer, after)) = blocks.extended(&block)
        && let Ok(written) = style::plain(longer.text(), block.line)
    {
        span.length = longer.text().len();
        (plain, *blocks) = (Ok(written), after);
    }
    let plain = match plain {
        Ok(plain) => plain,
        Err(error) => return visit(Err(error), span),
    };
    // A hand of its own, because it lives as long as the copy.
    let Span { key, start, length, .. } = span;
    let mut copy = Hand { key, start, length, ..Hand::default() };
    if scan::scan(&plain, block.line, &mut copy).is_err() {
        let place = Place { line: block.line, ..Place::default() };
        return visit(Err((Fault::TooFine, place)), span);
    }
    // Lines of the copy are not those of the file.
    (copy.line, copy.actions_line) = (block.line, 0);
    visit(Ok(&copy), span);
}

/// A part of a document that is one hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block<'a> {
    /// The key of the table; empty where there is none.
    pub key: &'a str,
    /// Where the fields begin, in bytes of the document.
    pub start: usize,
    /// The fields, with the lines between this hand and the next one.
    fields: &'a str,
    /// The number of the first line, from 1.
    pub line: usize,
}

impl<'a> Block<'a> {
    /// Returns the fields.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.fields.trim_end_matches(['\n', '\r'])
    }

    /// Lists the lines, which end where there is a newline, after a carriage return or not.
    pub fn rows(&self) -> impl Iterator<Item = &'a str> {
        let text = self.text();
        let mut rest = Some(text);
        std::iter::from_fn(move || {
            let part = rest?;
            let (row, after) = match memchr(b'\n', part.as_bytes()) {
                Some(end) => (&part[..end], Some(&part[end + 1..])),
                None => (part, None),
            };
            rest = after;
            Some(row.strip_suffix('\r').unwrap_or(row))
        })
    }

    /// Tells whether lines within the fields begin tables of other kinds.
    #[must_use]
    pub fn has_tables(&self) -> bool {
        let mut nesting = Nesting::new();
        nesting.feed(self.fields);
        nesting.has_tables()
    }
}

/// Where the fields of the next hand begin.
#[derive(Debug, Clone, Copy)]
struct Head<'a> {
    key: &'a str,
    start: usize,
    line: usize,
}

/// The hands of a document: it is split at lines such as `[12]`; without any, it is one hand.
#[derive(Debug, Clone)]
pub struct Blocks<'a> {
    text: &'a str,
    head: Option<Head<'a>>,
}

impl<'a> Blocks<'a> {
    /// Takes a document without a byte order mark.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, head: Some(Head { key: "", start: 0, line: 1 }) }
    }

    /// Takes the rest of a document, where a hand of this key begins.
    #[must_use]
    pub const fn at(text: &'a str, key: &'a str, start: usize) -> Self {
        Self { text, head: Some(Head { key, start, line: 1 }) }
    }

    /// Returns the key of the next hand, and where its fields begin.
    #[must_use]
    pub fn peek(&self) -> Option<(&'a str, usize)> {
        self.head.map(|head| (head.key, head.start))
    }

    /// Returns a hand with the lines that only look as if they began others, since they stand in a text or a list
    /// of many lines; and the hands after it. Nothing, if there are no such lines.
    #[must_use]
    pub fn extended(&self, block: &Block<'a>) -> Option<(Block<'a>, Self)> {
        let mut after = self.clone();
        let mut nesting = Nesting::new();
        let (mut from, mut end) = (block.start, block.start + block.fields.len());
        loop {
            nesting.feed(&self.text[from..end]);
            if !nesting.is_open() {
                break;
            }
            from = end;
            end = match after.cut() {
                Some((_, end)) => end,
                // Nothing closes it.
                None => return None,
            };
        }
        let fields = &self.text[block.start..end];
        (fields.len() > block.fields.len()).then(|| (Block { fields, ..block.clone() }, after))
    }

    /// Finds where the next hand ends, and goes there.
    fn cut(&mut self) -> Option<(Head<'a>, usize)> {
        let head = self.head.take()?;
        let (mut at, mut line) = (head.start, head.line);
        let bytes = self.text.as_bytes();
        while at < bytes.len() {
            let end = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length + 1);
            line += 1;
            if bytes[at] == b'['
                && let Some(key) = table_key(&self.text[at..end])
            {
                self.head = Some(Head { key, start: end, line });
                return Some((head, at));
            }
            at = end;
        }
        Some((head, bytes.len()))
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Block<'a>;

    fn next(&mut self) -> Option<Block<'a>> {
        loop {
            let (Head { key, start, line }, end) = self.cut()?;
            let fields = &self.text[start..end];
            // What stands before the first table, or in an empty file, may be nothing at all.
            let is_blank = |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
            if !key.is_empty() || !fields.bytes().all(is_blank) {
                return Some(Block { key, start, fields, line });
            }
        }
    }
}

/// What TOML calls white space.
const BLANKS: [char; 2] = [' ', '\t'];

/// Returns the key of a line that begins a table.
fn table_key(line: &str) -> Option<&str> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line).trim_end_matches(BLANKS);
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    Some(inner.trim_matches(BLANKS)).filter(|key| is_key(key))
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(is_key_byte)
}

/// Tells whether a byte may stand in a key without quotation marks.
pub(crate) const fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}
