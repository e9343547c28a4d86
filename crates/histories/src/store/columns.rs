//! Columns as Arrow has them: values one after the other, with bits for those that are there.

use std::any::Any;
use std::borrow::Cow;
use std::collections::HashMap;

use crate::identity::mixing::Mixing;

/// Bits, eight to a byte, the first one lowest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bits {
    bytes: Vec<u8>,
    length: usize,
    /// How many of them are not set.
    zeros: usize,
}

impl Bits {
    /// Adds a bit.
    #[inline]
    pub fn push(&mut self, bit: bool) {
        let place = self.length % 8;
        if place == 0 {
            self.bytes.push(u8::from(bit));
        } else if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << place;
        }
        self.length += 1;
        self.zeros += usize::from(!bit);
    }

    fn reserve(&mut self, count: usize) {
        self.bytes.reserve(count.div_ceil(8));
    }

    /// Adds bits that are not set until there are so many.
    fn fill(&mut self, length: usize) {
        self.bytes.resize(length.div_ceil(8), 0);
        self.zeros += length - self.length;
        self.length = length;
    }

    /// Gives the bytes away, and how many bits are not set.
    #[must_use]
    pub fn into_parts(self) -> (Vec<u8>, usize) {
        (self.bytes, self.zeros)
    }

    fn get(&self, number: usize) -> bool {
        self.bytes.get(number / 8).is_some_and(|byte| byte >> (number % 8) & 1 == 1)
    }
}

/// A column as Arrow is given it. The buffers stay where they are.
pub struct Exported {
    /// The name.
    pub name: Cow<'static, str>,
    /// Arrow's word for the type.
    pub format: &'static str,
    /// Whether values may be missing.
    pub nullable: bool,
    /// How many values there are.
    pub length: usize,
    /// How many of them are missing.
    pub nulls: usize,
    /// The buffers by Arrow's order; nothing stands for bits of which all are set.
    pub buffers: Vec<Option<Buffer>>,
    /// The values, where there are numbers of them.
    pub dictionary: Option<Box<Exported>>,
}

/// Memory that is given away, and who owns it.
pub struct Buffer {
    /// Where it begins.
    pub address: usize,
    /// The owner of the buffers, which frees them when it is dropped.
    pub owner: Box<dyn Any + Send + Sync>,
}

impl Buffer {
    /// Takes numbers.
    pub fn new<T: Send + Sync + 'static>(values: Vec<T>) -> Self {
        Self { address: values.as_ptr().expose_provenance(), owner: Box::new(values) }
    }
}

/// A column that grows.
pub trait Column: Default {
    /// Arrow's word for the type.
    const FORMAT: &'static str;
    /// The type as SQL has it, for the document.
    const SQL: &'static str;
    /// Whether values may be missing.
    const NULLABLE: bool;

    /// Makes room for so many more.
    fn reserve(&mut self, count: usize);

    /// Adds the values of another column; only some of them, if it is said which.
    fn append(&mut self, other: &Self, kept: Option<&[bool]>);

    /// Gives the column to Arrow.
    fn export(self, name: impl Into<Cow<'static, str>>) -> Exported;
}

/// A number of fixed size.
pub trait Number: Copy + Default + Send + Sync + 'static {
    /// Arrow's word for the type.
    const FORMAT: &'static str;
    /// SQL's.
    const SQL: &'static str;
}

macro_rules! numbers {
    ($($kind:ty: $format:literal $sql:literal,)*) => {
        $(impl Number for $kind {
            const FORMAT: &'static str = $format;
            const SQL: &'static str = $sql;
        })*
    };
}

numbers! {
    u8: "C" "UTINYINT",
    u16: "S" "USMALLINT",
    u32: "I" "UINTEGER",
    u64: "L" "UBIGINT",
    i64: "l" "BIGINT",
    f64: "g" "DOUBLE",
    [u8; 16]: "w:16" "BLOB",
    Day: "tdD" "DATE",
    Timestamp: "tsu:" "TIMESTAMP",
}

/// A day, counted from the first of 1970.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Day(pub i32);

/// Microseconds since the first of 1970, on some clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Timestamp(pub i64);

fn extend<T: Copy>(to: &mut Vec<T>, from: &[T], kept: Option<&[bool]>) {
    match kept {
        None => to.extend_from_slice(from),
        Some(kept) => {
            to.extend(from.iter().zip(kept).filter(|(_, kept)| **kept).map(|(value, _)| *value))
        }
    }
}

fn extend_bits(to: &mut Bits, from: &Bits, kept: Option<&[bool]>) {
    (0..from.length)
        .filter(|&number| kept.is_none_or(|kept| kept[number]))
        .for_each(|number| to.push(from.get(number)));
}

/// Numbers of which each is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Numbers<T>(pub Vec<T>);

impl<T: Number> Numbers<T> {
    /// Adds a number.
    #[inline]
    pub fn push(&mut self, value: T) {
        self.0.push(value);
    }
}

impl<T: Number> Column for Numbers<T> {
    const FORMAT: &'static str = T::FORMAT;
    const SQL: &'static str = T::SQL;
    const NULLABLE: bool = false;

    fn reserve(&mut self, count: usize) {
        self.0.reserve(count);
    }

    fn append(&mut self, other: &Self, kept: Option<&[bool]>) {
        extend(&mut self.0, &other.0, kept);
    }

    fn export(self, name: impl Into<Cow<'static, str>>) -> Exported {
        Exported {
            name: name.into(),
            format: T::FORMAT,
            nullable: false,
            length: self.0.len(),
            nulls: 0,
            buffers: vec![None, Some(Buffer::new(self.0))],
            dictionary: None,
        }
    }
}

/// Numbers of which some may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Optional<T> {
    values: Vec<T>,
    valid: Bits,
}

impl<T: Number> Optional<T> {
    /// Adds a number, or nothing.
    #[inline]
    pub fn push(&mut self, value: Option<T>) {
        self.values.push(value.unwrap_or_default());
        self.valid.push(value.is_some());
    }

    /// Adds nothing until there are so many.
    pub fn fill(&mut self, length: usize) {
        self.values.resize(length, T::default());
        self.valid.fill(length);
    }

    /// Changes a number.
    pub fn set(&mut self, number: usize, value: T) {
        let Some(place) = self.values.get_mut(number) else { return };
        *place = value;
        if !self.valid.get(number) {
            self.valid.bytes[number / 8] |= 1 << (number % 8);
            self.valid.zeros -= 1;
        }
    }
}

impl<T: Number> Column for Optional<T> {
    const FORMAT: &'static str = T::FORMAT;
    const SQL: &'static str = T::SQL;
    const NULLABLE: bool = true;

    fn reserve(&mut self, count: usize) {
        self.values.reserve(count);
        self.valid.reserve(count);
    }

    fn append(&mut self, other: &Self, kept: Option<&[bool]>) {
        extend(&mut self.values, &other.values, kept);
        extend_bits(&mut self.valid, &other.valid, kept);
    }

    fn export(self, name: impl Into<Cow<'static, str>>) -> Exported {
        Exported {
            name: name.into(),
            format: T::FORMAT,
            nullable: true,
            length: self.values.len(),
            nulls: self.valid.zeros,
            buffers: vec![Some(Buffer::new(self.valid.bytes)), Some(Buffer::new(self.values))],
            dictionary: None,
        }
    }
}

/// Truths of which each is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags(Bits);

impl Flags {
    /// Adds a truth.
    #[inline]
    pub fn push(&mut self, value: bool) {
        self.0.push(value);
    }
}

impl Column for Flags {
    const FORMAT: &'static str = "b";
    const SQL: &'static str = "BOOLEAN";
    const NULLABLE: bool = false;

    fn reserve(&mut self, count: usize) {
        self.0.reserve(count);
    }

    fn append(&mut self, other: &Self, kept: Option<&[bool]>) {
        extend_bits(&mut self.0, &other.0, kept);
    }

    fn export(self, name: impl Into<Cow<'static, str>>) -> Exported {
        Exported {
            name: name.into(),
            format: Self::FORMAT,
            nullable: false,
            length: self.0.length,
            nulls: 0,
            buffers: vec![None, Some(Buffer::new(self.0.bytes))],
            dictionary: None,
        }
    }
}

/// Truths of which some may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OptionalFlags {
    values: Bits,
    valid: Bits,
}

impl OptionalFlags {
    /// Adds a truth, or nothing.
    #[inline]
    pub fn push(&mut self, value: Option<bool>) {
        self.values.push(value.unwrap_or(false));
        self.valid.push(value.is_some());
    }
}

impl Column for OptionalFlags {
    const FORMAT: &'static str = "b";
    const SQL: &'static str = "BOOLEAN";
    const NULLABLE: bool = true;

    fn reserve(&mut self, count: usize) {
        self.values.reserve(count);
        self.valid.reserve(count);
    }

    fn append(&mut self, other: &Self, kept: Option<&[bool]>) {
        extend_bits(&mut self.values, &other.values, kept);
        extend_bits(&mut self.valid, &other.valid, kept);
    }

    fn export(self, name: impl Into<Cow<'static, str>>) -> Exported {
        Exported {
            name: name.into(),
            format: Self::FORMAT,
            nullable: true,
            length: self.values.length,
            nulls: self.valid.zeros,
            buffers: vec![
                Some(Buffer::new(self.valid.bytes)),
                Some(Buffer::new(self.values.bytes)),
            ],
            dictionary: None,
        }
    }
}

/// Texts that are nearly all different, of which some may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Strings {
    text: Vec<u8>,
    /// Where each ends.
    ends: Vec<i32>,
    valid: Bits,
}

impl Strings {
    /// Adds a text, or nothing.
    #[inline]
    pub fn push(&mut self, text: Option<&str>) {
        self.text.extend_from_slice(text.unwrap_or_default().as_bytes());
        self.ends.push(self.text.len() as i32);
        self.valid.push(text.is_some());
    }
}

fn export_texts(
    name: Cow<'static, str>,
    text: Vec<u8>,
    ends: &[i32],
    valid: Option<Bits>,
) -> Exported {
    let mut offsets = Vec::with_capacity(ends.len() + 1);
    offsets.push(0);
    offsets.extend_from_slice(ends);
    Exported {
        name,
        format: "u",
        nullable: valid.is_some(),
        length: ends.len(),
        nulls: valid.as_ref().map_or(0, |valid| valid.zeros),
        buffers: vec![
            valid.map(|valid| Buffer::new(valid.bytes)),
            Some(Buffer::new(offsets)),
            Some(Buffer::new(text)),
        ],
        dictionary: None,
    }
}

impl Column for Strings {
    const FORMAT: &'static str = "u";
    const SQL: &'static str = "VARCHAR";
    const NULLABLE: bool = true;

    fn reserve(&mut self, count: usize) {
        self.ends.reserve(count);
        self.valid.reserve(count);
    }

    fn append(&mut self, other: &Self, kept: Option<&[bool]>) {
        let mut start = 0;
        for (number, &end) in other.ends.iter().enumerate() {
            let end = end as usize;
            if kept.is_none_or(|kept| kept[number]) {
                self.text.extend_from_slice(&other.text[start..end]);
                self.ends.push(self.text.len() as i32);
                self.valid.push(other.valid.get(number));
            }
            start = end;
        }
    }

    fn export(self, name: impl Into<Cow<'static, str>>) -> Exported {
        export_texts(name.into(), self.text, &self.ends, Some(self.valid))
    }
}

/// Texts of which there are few different ones: each is kept once. An empty text is one that is missing.
#[derive(Debug, Clone, Default)]
pub struct Words {
    codes: Vec<i32>,
    valid: Bits,
    texts: Vec<u8>,
    ends: Vec<i32>,
    places: HashMap<Box<str>, i32, Mixing>,
    /// The text that came last.
    last: i32,
    /// The text that followed each of them last time: tables, seats and actions come in much the same order.
    following: Vec<i32>,
    /// The places of texts that have numbers elsewhere.
    numbered: Vec<Option<i32>>,
}

impl Words {
    /// Adds a text.
    #[inline]
    pub fn push(&mut self, text: &str) {
        let code = if text.is_empty() { 0 } else { self.find(text) };
        self.codes.push(code);
        self.valid.push(!text.is_empty());
    }

    /// Adds a text that has a small number elsewhere: it is looked for once.
    #[inline]
    pub fn push_numbered(&mut self, number: usize, text: impl FnOnce() -> Cow<'static, str>) {
        let code = match self.numbered.get(number) {
            Some(&Some(code)) => code,
            _ => {
                let text = text();
                if text.is_empty() {
                    return self.push("");
                }
                let code = self.find(&text);
                self.numbered.resize(self.numbered.len().max(number + 1), None);
                self.numbered[number] = Some(code);
                code
            }
        };
        self.codes.push(code);
        self.valid.push(true);
    }

    fn bytes(&self, code: i32) -> &[u8] {
        let place = code as usize;
        let start = if place == 0 { 0 } else { self.ends[place - 1] as usize };
        let end = self.ends.get(place).map_or(0, |&end| end as usize);
        self.texts.get(start..end).unwrap_or_default()
    }

    fn word(&self, code: i32) -> &str {
        std::str::from_utf8(self.bytes(code)).unwrap_or_default()
    }

    fn find(&mut self, text: &str) -> i32 {
        if let Some(&likely) = self.following.get(self.last as usize)
            && self.bytes(likely) == text.as_bytes()
        {
            self.last = likely;
            return likely;
        }
        let code = match self.places.get(text) {
            Some(&code) => code,
            None => {
                let code = self.ends.len() as i32;
                self.texts.extend_from_slice(text.as_bytes());
                self.ends.push(self.texts.len() as i32);
                self.following.push(code);
                self.places.insert(text.into(), code);
                code
            }
        };
        self.following[self.last as usize] = code;
        self.last = code;
        code
    }
}

impl Column for Words {
    const FORMAT: &'static str = "i";
    const SQL: &'static str = "VARCHAR";
    const NULLABLE: bool = true;

    fn reserve(&mut self, count: usize) {
        self.codes.reserve(count);
        self.valid.reserve(count);
    }

    fn append(&mut self, other: &Self, kept: Option<&[bool]>) {
        // Rows that are not kept bring no words with them.
        let mut codes = vec![-1; other.ends.len()];
        for (number, &code) in other.codes.iter().enumerate() {
            if kept.is_some_and(|kept| !kept[number]) {
                continue;
            }
            let valid = other.valid.get(number);
            let mut moved = 0;
            if valid {
                let place = &mut codes[code as usize];
                if *place < 0 {
                    *place = self.find(other.word(code));
                }
                moved = *place;
            }
            self.codes.push(moved);
            self.valid.push(valid);
        }
    }

    fn export(self, name: impl Into<Cow<'static, str>>) -> Exported {
        Exported {
            name: name.into(),
            format: Self::FORMAT,
            nullable: true,
            length: self.codes.len(),
            nulls: self.valid.zeros,
            buffers: vec![Some(Buffer::new(self.valid.bytes)), Some(Buffer::new(self.codes))],
            dictionary: Some(Box::new(export_texts("".into(), self.texts, &self.ends, None))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_put_one_after_the_other() {
        let mut words = Words::default();
        ["b", "", "a", "b"].iter().for_each(|word| words.push(word));
        let mut all = Words::default();
        all.push("a");
        all.append(&words, Some(&[true, true, false, true]));
        all.append(&words, None);
        let said = |words: &Words| -> Vec<String> {
            let text = |(number, &code): (usize, &i32)| match words.valid.get(number) {
                true => words.word(code).to_owned(),
                false => "-".to_owned(),
            };
            words.codes.iter().enumerate().map(text).collect()
        };
        assert_eq!(said(&all), ["a", "b", "-", "b", "b", "-", "a", "b"]);
        assert_eq!(all.ends.len(), 2);
        let mut strings = Strings::default();
        strings.push(Some("één"));
        strings.push(None);
        let mut more = Strings::default();
        more.append(&strings, Some(&[false, true]));
        more.append(&strings, None);
        assert_eq!(
            (more.text.as_slice(), more.ends.as_slice()),
            ("één".as_bytes(), &[0, 5, 5][..])
        );
        assert_eq!(more.valid.zeros, 2);
    }

    #[test]
    fn values_can_be_set_later() {
        let mut column = Optional::<i64>::default();
        (0..3).for_each(|_| column.push(None));
        column.fill(10);
        column.set(9, 7);
        column.set(9, 8);
        column.set(10, 8);
        assert_eq!((column.values[9], column.valid.zeros, column.valid.get(9)), (8, 9, true));
    }
}
