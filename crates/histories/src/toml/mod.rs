//! TOML with places: one pass over a text gives every value of a hand, and where it stands.
//!
//! The reader makes a [`Tape`]: nodes in the order of the text, each with its place. Nothing is copied but texts
//! with escapes. Values are read off the tape: numbers keep all of their digits, since they are what
//! is written.

mod arrange;
mod bytes;
mod moments;
mod names;
mod reader;
mod words;

pub(crate) use bytes::is_name_byte;
pub use moments::Moment;
pub(crate) use reader::{Reader, Wrong};
pub use words::is_number;

use crate::phh::field::Field;

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    /// A name, and its value after it.
    Key,
    /// Likewise, between quotation marks.
    QuotedKey,
    /// Likewise, with escapes: `end` is its place among the texts of the tape.
    EscapedKey,
    /// A name of many parts, each a key; its value is after the last.
    Path,
    /// A line that begins a table: keys.
    Header,
    /// A line that begins another table of a list.
    ListHeader,
    /// Between single marks.
    Text,
    /// Between three marks.
    LongText,
    /// With escapes: `end` is its place among the texts of the tape.
    EscapedText,
    Integer,
    /// A number with a point or an exponent.
    Decimal,
    Infinity,
    NotANumber,
    Boolean,
    /// A date, a time, or both.
    Moment,
    List,
    Table,
}

/// A value, a key, or the beginning of a list or a table. Places count from where the hand begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    pub(crate) kind: Kind,
    /// The field of the standard that a key names.
    pub(crate) field: Option<Field>,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// How many nodes it is, with all that belong to it.
    pub(crate) size: u32,
}

/// The values of a hand, as they were read.
#[derive(Debug, Clone)]
pub struct Tape {
    pub(crate) nodes: Vec<Node>,
    pub(crate) texts: Vec<String>,
    /// Whether names of many parts or headers are to be put in order.
    pub(crate) tangled: bool,
    /// The field that came last, and for each which came after it the last time; the first has none before it.
    last: Option<Field>,
    followers: [Option<Field>; Field::ALL.len() + 1],
    /// For each field the line that it had last, where hands have it in common.
    lines: Vec<Line>,
}

/// A line of a hand, which may be that of the next hand, too.
#[derive(Debug, Clone, Default)]
struct Line {
    /// Where it begins in the text, and how long it is with its end; nothing where it is not known.
    start: usize,
    length: usize,
    /// The nodes that were read of it, with places that count from its beginning.
    nodes: Vec<Node>,
}

impl Default for Tape {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            texts: Vec::new(),
            tangled: false,
            last: None,
            followers: [None; Field::ALL.len() + 1],
            lines: Vec::new(),
        }
    }
}

impl Tape {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.texts.clear();
        self.tangled = false;
        self.last = None;
    }

    /// Returns the field that comes next, if it is as in the hand before.
    #[inline]
    fn guess(&self) -> Option<Field> {
        self.followers[self.last.map_or(0, |field| field as usize + 1)]
    }

    /// Says that the key which was read last names this field.
    #[inline]
    fn keep(&mut self, field: Field) {
        self.followers[self.last.map_or(0, |field| field as usize + 1)] = Some(field);
        self.last = Some(field);
        if let Some(node) = self.nodes.last_mut() {
            node.field = Some(field);
        }
    }

    /// Keeps the line of the field whose nodes begin here, for hands that have the same; places count from `base`.
    fn keep_line(&mut self, field: Field, first: usize, start: usize, length: usize, base: usize) {
        if self.lines.is_empty() {
            self.lines.resize_with(Field::ALL.len(), Line::default);
        }
        let (Some(line), Some(nodes)) =
            (self.lines.get_mut(field as usize), self.nodes.get(first..))
        else {
            return;
        };
        let before = (start - base) as u32;
        (line.start, line.length) = (start, length);
        line.nodes.clear();
        line.nodes.extend(nodes.iter().map(|node| Node {
            start: node.start - before,
            end: node.end - before,
            ..*node
        }));
    }

    /// Tells whether there is a field of this name, or one whose name has this as its first part.
    pub(crate) fn begins_with(&self, field: Field) -> bool {
        let mut at = 0;
        while let Some(&node) = self.nodes.get(at) {
            let key =
                if node.kind == Kind::Path { self.nodes.get(at + 1).copied() } else { Some(node) };
            if key.is_some_and(|key| key.field == Some(field)) {
                return true;
            }
            // A field whose value is broken has no size yet.
            at += (node.size as usize).max(1);
        }
        false
    }

    /// Returns the name that a key is.
    #[inline]
    pub(crate) fn name<'t>(&'t self, node: Node, text: &'t str) -> &'t str {
        if node.kind == Kind::Key {
            return text.get(node.start as usize..node.end as usize).unwrap_or_default();
        }
        self.quoted_name(node, text)
    }

    #[cold]
    fn quoted_name<'t>(&'t self, node: Node, text: &'t str) -> &'t str {
        let (start, end) = (node.start as usize, node.end as usize);
        match node.kind {
            Kind::EscapedKey => self.texts.get(end).map_or("", String::as_str),
            _ => text.get(start + 1..end - 1).unwrap_or_default(),
        }
    }
}

/// The name of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name<'t> {
    /// As in the standard.
    Field(Field),
    /// In another way.
    Other(&'t str),
}

impl<'t> Name<'t> {
    /// Finds out what a name is.
    #[must_use]
    pub fn new(name: &'t str) -> Self {
        Field::find(name).map_or(Self::Other(name), Self::Field)
    }

    /// Returns the name.
    #[must_use]
    pub const fn text(self) -> &'t str {
        match self {
            Self::Field(field) => field.name(),
            Self::Other(name) => name,
        }
    }
}

/// Names and values: those of a hand, or those of a table.
#[derive(Clone, Copy)]
pub struct Fields<'t> {
    tape: &'t Tape,
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Fields<'t> {
    /// Takes the fields of a tape; `text` is what they were read from.
    pub(crate) const fn new(tape: &'t Tape, text: &'t str) -> Self {
        Self { tape, text, at: 0, end: tape.nodes.len() }
    }

    /// Tells whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.at == self.end
    }

    /// Returns the fields of the table of this node.
    pub(crate) fn of(self, node: usize) -> Option<Self> {
        Value { tape: self.tape, text: self.text, at: node }.fields()
    }

    /// Returns the value of a field.
    #[must_use]
    pub fn get(mut self, name: Name<'_>) -> Option<Value<'t>> {
        self.find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

impl<'t> Iterator for Fields<'t> {
    type Item = (Name<'t>, Value<'t>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let Self { tape, text, at, .. } = *self;
        let node = tape.nodes.get(at)?;
        self.at = at + node.size as usize;
        let name = match node.field {
            Some(field) => Name::Field(field),
            None => Name::Other(tape.name(*node, text)),
        };
        Some((name, Value { tape, text, at: at + 1 }))
    }
}

/// A value of a tape.
#[derive(Clone, Copy)]
pub struct Value<'t> {
    tape: &'t Tape,
    text: &'t str,
    at: usize,
}

impl<'t> Value<'t> {
    #[inline]
    fn node(self) -> &'t Node {
        static NOTHING: Node =
            Node { kind: Kind::NotANumber, field: None, start: 0, end: 0, size: 1 };
        self.tape.nodes.get(self.at).unwrap_or(&NOTHING)
    }

    /// Returns what it is; texts are all `Kind::Text`.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.node().kind {
            Kind::LongText | Kind::EscapedText => Kind::Text,
            kind => kind,
        }
    }

    /// Returns where it begins, in bytes from where the hand begins.
    #[must_use]
    pub fn start(self) -> usize {
        self.node().start as usize
    }

    /// Returns what is written, if it is a number, a truth or a moment.
    #[must_use]
    pub fn written(self) -> &'t str {
        let node = self.node();
        self.text.get(node.start as usize..node.end as usize).unwrap_or_default()
    }

    /// Returns the bytes of a number with digits, as it is written; nothing if it is something else.
    #[inline]
    pub(crate) fn decimal_number(self) -> Option<&'t [u8]> {
        let node = self.node();
        let is_number = matches!(node.kind, Kind::Integer | Kind::Decimal);
        let range = node.start as usize..node.end as usize;
        is_number.then(|| self.text.as_bytes().get(range)).flatten()
    }

    /// Tells whether it is infinity, without a sign.
    #[inline]
    pub(crate) fn is_infinity(self) -> bool {
        let node = self.node();
        node.kind == Kind::Infinity && node.end - node.start == 3
    }

    /// Returns how many values a list has at most; 0 if it is none.
    #[inline]
    pub(crate) fn most_items(self) -> usize {
        let node = self.node();
        if node.kind == Kind::List { node.size as usize - 1 } else { 0 }
    }

    /// Returns the text that it is.
    #[must_use]
    #[inline]
    pub fn text(self) -> Option<&'t str> {
        let node = self.node();
        let (start, end) = (node.start as usize, node.end as usize);
        match node.kind {
            Kind::Text => self.text.get(start + 1..end - 1),
            Kind::LongText => {
                let inner = self.text.get(start + 3..end - 3)?;
                Some(inner.strip_prefix('\n').unwrap_or(inner))
            }
            Kind::EscapedText => self.tape.texts.get(end).map(String::as_str),
            _ => None,
        }
    }

    /// Returns the truth that it is.
    #[must_use]
    pub fn truth(self) -> Option<bool> {
        (self.node().kind == Kind::Boolean).then(|| self.written() == "true")
    }

    /// Returns the moment that it is.
    #[must_use]
    pub fn moment(self) -> Option<Moment> {
        (self.node().kind == Kind::Moment).then(|| Moment::parse(self.written())).flatten()
    }

    /// Lists the values of a list; nothing if it is none.
    #[must_use]
    #[inline]
    pub fn items(self) -> Option<Items<'t>> {
        let node = self.node();
        let Self { tape, text, at } = self;
        (node.kind == Kind::List).then(|| Items {
            tape,
            text,
            at: at + 1,
            end: at + node.size as usize,
        })
    }

    /// Lists the fields of a table; nothing if it is none.
    #[must_use]
    pub fn fields(self) -> Option<Fields<'t>> {
        let node = self.node();
        let Self { tape, text, at } = self;
        (node.kind == Kind::Table).then(|| Fields {
            tape,
            text,
            at: at + 1,
            end: at + node.size as usize,
        })
    }
}

/// The values of a list.
#[derive(Clone, Copy)]
pub struct Items<'t> {
    tape: &'t Tape,
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Iterator for Items<'t> {
    type Item = Value<'t>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let value = Value { tape: self.tape, text: self.text, at: self.at };
        let size = match value.node() {
            Node { kind: Kind::List | Kind::Table, size, .. } => *size as usize,
            _ => 1,
        };
        self.at += size;
        Some(value)
    }
}
