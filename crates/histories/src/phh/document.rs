//! A file as hands: one, or one for each table.

use memchr::{memchr, memchr_iter, memmem};

use crate::error::{Fault, Place};
use crate::limits::{MAX_ACTIONS, MAX_HAND_BYTES, MAX_PLAYERS};
use crate::phh::field::Field;
use crate::phh::hand::{Hand, Room};
use crate::toml::{Fields, Kind, Name, Node, Reader, Tape, Value, Wrong, is_name_byte};

/// Where a hand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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

/// A hand as it is written.
#[derive(Clone, Copy)]
pub struct Record<'t> {
    /// Where it is.
    pub span: Span<'t>,
    /// All of its fields.
    pub fields: Fields<'t>,
    /// The text from where the hand begins.
    text: &'t str,
}

impl<'t> Record<'t> {
    /// Returns the fields as they are written.
    #[must_use]
    pub fn written(&self) -> &'t str {
        &self.text[..self.span.length.min(self.text.len())]
    }

    /// Returns where a value stands in the file.
    #[must_use]
    pub fn place(&self, value: Value<'t>) -> Place {
        place(self.text, value.start(), self.span.line)
    }

    /// Returns where a field stands in the file, or the item of a list there; the nearest place that is known, if any.
    #[must_use]
    pub fn find(&self, name: Name<'_>, item: Option<usize>) -> Option<Place> {
        match self.fields.get(name) {
            Some(value) => {
                let inner = item.and_then(|item| value.items()?.nth(item));
                Some(self.place(inner.unwrap_or(value)))
            }
            // A field that is missing has the place where the hand begins.
            None if self.span.key.is_empty() => None,
            None => {
                let line = self.span.line.saturating_sub(1).max(1);
                Some(Place { line, column: 1, action: None })
            }
        }
    }
}

/// Returns the line and the column of a byte of a text that begins on this line.
fn place(text: &str, at: usize, line: usize) -> Place {
    let before = text.get(..at.min(text.len())).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Place {
        line: line + memchr_iter(b'\n', before.as_bytes()).count(),
        column: before[start..].chars().count() + 1,
        action: None,
    }
}

/// A mistake in a hand: where the hand is, as far as it could be read, and what is wrong where.
pub type Broken<'t> = (Span<'t>, Fault, Place);

/// A hand that cannot be read: what is wrong where, and its fields, if they could be told apart.
pub struct Unread<'t> {
    /// The fault itself.
    pub fault: Fault,
    /// Where.
    pub place: Place,
    /// All that is written; nothing where it is no TOML.
    pub record: Option<Record<'t>>,
}

/// Reads all hands of a document, in order. Whatever is wrong with one does not keep the others from being read.
pub fn hands(text: &str, visit: impl FnMut(Result<&Hand<'_>, Unread<'_>>, Span<'_>)) {
    visit_hands(Hands::new(text), text, usize::MAX, visit);
}

/// Reads the hands of a document that begin before a place; returns where the last of them ends.
pub fn visit_hands(
    mut all: Hands,
    text: &str,
    end: usize,
    mut visit: impl FnMut(Result<&Hand<'_>, Unread<'_>>, Span<'_>),
) -> usize {
    let mut room = Room::default();
    while all.stage != Stage::Headers || all.at < end {
        let Some(read) = all.next(text) else { break };
        match read {
            Err((span, fault, place)) => visit(Err(Unread { fault, place, record: None }), span),
            Ok(record) => {
                let mut hand = Hand::new(std::mem::take(&mut room));
                match hand.read(record) {
                    Ok(()) => visit(Ok(&hand), record.span),
                    Err((fault, place)) => {
                        visit(Err(Unread { fault, place, record: Some(record) }), record.span);
                    }
                }
                room = hand.into_room();
            }
        }
    }
    all.at
}

/// The hands of a document, one after the other. The text is given each time, and must be the same.
#[derive(Debug, Clone)]
pub struct Hands {
    at: usize,
    line: usize,
    stage: Stage,
    /// The key of the only hand, where a part of a document is read.
    part: Option<String>,
    tape: Tape,
}

/// The place of a hand in the text and on the tape.
#[derive(Debug, Clone, Copy)]
struct Extent {
    at: usize,
    line: usize,
    /// The node of the key, and where its places count from.
    key: Option<(Node, usize)>,
    /// The table that is the hand, if not all that was read.
    table: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// At the beginning.
    Start,
    /// At the fields before any header, all of which are tables: hands. The next one has this node.
    Tables(usize),
    /// At a header, or at the end.
    Headers,
}

/// The field that every hand has, and no document of many.
const VARIANT: Field = Field::Variant;

impl Hands {
    /// Begins with a document.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { at, line: 1, stage: Stage::Start, part: None, tape: Tape::default() }
    }

    /// Begins where a hand of a document begins, at the line of this number.
    #[must_use]
    pub(crate) fn from(text: &str, at: usize, line: usize) -> Self {
        match at {
            0 => Self::new(text),
            _ => Self { at, line, stage: Stage::Headers, ..Self::new("") },
        }
    }

    /// Begins with a part of a document: the fields of one hand, and the key of its table, if it has one.
    #[must_use]
    pub fn part(key: &str) -> Self {
        Self { part: Some(key.to_owned()), ..Self::new("") }
    }

    /// Reads the next hand; nothing at the end.
    pub fn next<'t>(&'t mut self, text: &'t str) -> Option<Result<Record<'t>, Broken<'t>>> {
        let (extent, wrong) = self.step(text)?;
        Some(self.view(text, extent, wrong))
    }

    fn step(&mut self, text: &str) -> Option<(Extent, Option<Box<Wrong>>)> {
        if self.stage == Stage::Start {
            let extent = Extent { at: self.at, line: self.line, key: None, table: None };
            self.stage = Stage::Headers;
            match self.begin(text) {
                Ok(Found::Nothing) => {}
                Ok(Found::Tables) => self.stage = Stage::Tables(0),
                Ok(Found::Hand) => return Some((extent, None)),
                Err(wrong) => return Some((extent, Some(wrong))),
            }
        }
        if let Stage::Tables(node) = self.stage {
            if let Some(&key) = self.tape.nodes.get(node) {
                self.stage = Stage::Tables(node + key.size as usize);
                let at = Self::new(text).at;
                let (key, table) = (Some((key, at)), Some(node + 1));
                return Some((Extent { at, line: 1, key, table }, None));
            }
            self.stage = Stage::Headers;
        }
        if self.at < text.len() { Some(self.table(text)) } else { None }
    }

    /// Reads what stands before any header.
    fn begin(&mut self, text: &str) -> Result<Found, Box<Wrong>> {
        let start = self.at;
        self.tape.clear();
        let is_long = (text.len() - start) as u64 > MAX_HAND_BYTES;
        if is_long
            && !text[start..].starts_with('[')
            && memmem::find(text.as_bytes(), b"\n[").is_none()
        {
            self.go(text, text.len());
            return Err(Box::new(Wrong { at: start, fault: Fault::hand_too_large(0) }));
        }
        let tape = &mut self.tape;
        let mut reader = Reader::new(text, start);
        let read = reader.fields(tape);
        let is_hand = self.part.is_some() || tape.begins_with(VARIANT);
        let is_more = match read {
            Ok(is_more) => is_more,
            Err(wrong) => {
                // Tables after it may be hands, unless it is one itself.
                self.recover(text, if is_hand { text.len() } else { reader.field_start });
                return Err(wrong);
            }
        };
        if is_hand && is_more {
            let given = usize::from(self.part.as_ref().is_some_and(|key| !key.is_empty()));
            let read = read_tables(&mut reader, tape, |_, _| true);
            let read = read.and_then(|()| arrange(tape, text, start, given));
            self.go(text, text.len());
            return read.map(|()| Found::Hand);
        }
        let arranged = arrange(tape, text, start, 0);
        self.go(text, reader.at);
        arranged?;
        let fields = Fields::new(&self.tape, &text[start..]);
        let is_table = |value: Value<'_>| value.kind() == Kind::Table;
        if is_hand || !is_more && !fields.is_empty() && !{ fields }.any(|(_, one)| is_table(one)) {
            return Ok(Found::Hand);
        }
        let mut outside = fields.filter(|(_, value)| !is_table(*value));
        match outside.next() {
            None if fields.is_empty() => Ok(Found::Nothing),
            None => Ok(Found::Tables),
            Some((name, value)) => {
                let at = start + value.start();
                Err(Box::new(Wrong { at, fault: Fault::Outside(name.text().to_owned()) }))
            }
        }
    }

    /// Reads a hand that has a header.
    fn table(&mut self, text: &str) -> (Extent, Option<Box<Wrong>>) {
        self.tape.clear();
        let start = self.at;
        let mut extent = Extent { at: start, line: self.line, key: None, table: None };
        let mut reader = Reader::new(text, start);
        let tape = &mut self.tape;
        let header = match reader.header(tape) {
            Ok(()) => tape.nodes[0],
            Err(wrong) => {
                self.recover(text, start);
                return (extent, Some(wrong));
            }
        };
        let key = tape.nodes[1];
        extent.key = Some((key, start));
        let is_alone = header.size == 2 && header.kind == Kind::Header;
        if is_alone {
            tape.nodes.clear();
            extent.at = reader.next_line();
            // The next hand begins after the line of the header.
            extent.line += memchr_iter(b'\n', &text.as_bytes()[start..extent.at]).count();
        } else {
            tape.tangled = true;
        }
        let read = reader.fields(tape).and_then(|is_more| {
            let belongs = |tape: &Tape, header: usize| {
                let named = tape.nodes[header + 1];
                let is_part = tape.nodes[header].size > 2 || !is_alone;
                is_part && tape.name(named, &text[extent.at..]) == tape.name(key, &text[start..])
            };
            if is_more { read_tables(&mut reader, tape, belongs) } else { Ok(()) }
        });
        match &read {
            Ok(()) => self.go(text, reader.at),
            Err(_) => self.recover(text, reader.field_start),
        }
        let tape = &mut self.tape;
        let read = read.and_then(|()| match header.kind {
            Kind::ListHeader if header.size == 2 => {
                let name = tape.name(key, &text[start..]).to_owned();
                Err(Box::new(Wrong { at: start, fault: Fault::Outside(name) }))
            }
            _ => arrange(tape, text, extent.at, 1),
        });
        (extent, read.err())
    }

    /// Returns what was read, or what is wrong with it; the reader stands at its end.
    fn view<'t>(
        &'t self,
        text: &'t str,
        extent: Extent,
        wrong: Option<Box<Wrong>>,
    ) -> Result<Record<'t>, Broken<'t>> {
        let whole = &text[extent.at..];
        let length = whole[..self.at - extent.at].trim_end_matches(['\n', '\r']).len();
        let key = extent.key.map_or("", |(node, base)| self.tape.name(node, &text[base..]));
        let key = self.part.as_deref().unwrap_or(key);
        let span = Span { key, line: extent.line, start: extent.at, length };
        if let Some(wrong) = wrong {
            let Wrong { at, fault } = *wrong;
            let place = place(whole, at.saturating_sub(extent.at), extent.line);
            let is_size = fault == Fault::hand_too_large(0);
            return Err((span, if is_size { Fault::hand_too_large(length) } else { fault }, place));
        }
        let all = Fields::new(&self.tape, whole);
        let fields = extent.table.and_then(|node| all.of(node)).unwrap_or(all);
        let record = Record { span, fields, text: whole };
        let here = Place { line: extent.line, ..Place::default() };
        if length as u64 > MAX_HAND_BYTES && extent.table.is_none() {
            return Err((span, Fault::hand_too_large(length), here));
        }
        match check_counts(fields) {
            Ok(()) => Ok(record),
            Err(fault) => Err((span, fault, here)),
        }
    }

    /// Goes on to a place.
    fn go(&mut self, text: &str, at: usize) {
        self.line += memchr_iter(b'\n', &text.as_bytes()[self.at..at]).count();
        self.at = at;
    }

    /// Goes on to the next line that looks like a header, after that at which something is wrong.
    fn recover(&mut self, text: &str, wrong: usize) {
        let mut at = wrong.min(text.len());
        while let Some(length) = memchr(b'\n', &text.as_bytes()[at..]) {
            at += length + 1;
            if is_header(&text[at..]) {
                return self.go(text, at);
            }
        }
        self.go(text, text.len());
    }
}

/// Reads tables as long as they are wanted: the tape and the node of the header say which.
fn read_tables(
    reader: &mut Reader<'_>,
    tape: &mut Tape,
    wanted: impl Fn(&Tape, usize) -> bool,
) -> Result<(), Box<Wrong>> {
    loop {
        let (at, count) = (reader.at, tape.nodes.len());
        reader.header(tape)?;
        if !wanted(tape, count) {
            reader.at = at;
            tape.nodes.truncate(count);
            return Ok(());
        }
        tape.tangled = true;
        if !reader.fields(tape)? {
            return Ok(());
        }
    }
}

/// Puts tables together; places of the tape count from `start`.
fn arrange(tape: &mut Tape, text: &str, start: usize, given: usize) -> Result<(), Box<Wrong>> {
    tape.arrange(&text[start..], given).map_err(|mut wrong| {
        wrong.at += start;
        wrong
    })
}

/// Checks how many actions and players there are.
fn check_counts(fields: Fields<'_>) -> Result<(), Fault> {
    for (name, value) in fields {
        let (what, most) = match name {
            Name::Field(Field::Actions) => ("actions", MAX_ACTIONS),
            Name::Field(Field::StartingStacks) => ("players", MAX_PLAYERS),
            _ => continue,
        };
        if value.most_items() as u64 <= most {
            continue;
        }
        let given = value.items().map_or(0, |items| items.count() as u64);
        if given > most {
            return Err(Fault::TooMuch { what, given, most });
        }
    }
    Ok(())
}

/// The content before any header.
enum Found {
    Nothing,
    Hand,
    Tables,
}

/// The white space of TOML.
const BLANKS: [char; 2] = [' ', '\t'];

/// Tells whether a text begins with a line that begins a table, and is nothing else in most documents.
pub(crate) fn is_header(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('[') else { return false };
    let line = rest.split('\n').next().unwrap_or_default();
    let line = line.strip_suffix('\r').unwrap_or(line).trim_end_matches(BLANKS);
    let name = line.strip_suffix(']').unwrap_or_default().trim_matches(BLANKS);
    !name.is_empty() && name.bytes().all(is_name_byte)
}
