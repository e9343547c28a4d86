//! JSON with places: values that keep numbers as they are written and members in their order.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;

use crate::builder::LinePlace;
use crate::writers::json::quote;

/// No record is nested as deeply.
const MAX_DEPTH: usize = 100;

/// A value, and where it begins in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item<'t> {
    pub(crate) value: JsonValue<'t>,
    pub(crate) at: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JsonValue<'t> {
    Null,
    Truth(bool),
    /// As it is written.
    Number(&'t str),
    Text(Cow<'t, str>),
    List(Vec<Item<'t>>),
    /// Of members of one name the last one counts.
    Object(Vec<Member<'t>>),
}

/// A member of an object.
pub(crate) type Member<'t> = (Cow<'t, str>, Item<'t>);

/// A mistake in JSON, with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct JsonError {
    pub(crate) at: usize,
    pub(crate) why: &'static str,
}

type Parsed<T> = Result<T, JsonError>;

/// What may stand between values.
pub(crate) const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// Reads the value that begins at a place, and returns it with the place behind it.
pub(crate) fn parse(text: &str, at: usize) -> Parsed<(Item<'_>, usize)> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at };
    let item = reader.value(0)?;
    Ok((item, reader.at))
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    const fn broken<T>(&self, why: &'static str) -> Parsed<T> {
        Err(JsonError { at: self.at, why })
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Parsed<Item<'t>> {
        let at = self.at;
        let value = match self.peek() {
            Some(b'"') => JsonValue::Text(self.text()?),
            Some(b'{' | b'[') if depth >= MAX_DEPTH => {
                return self.broken("it is nested too deeply");
            }
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Item { value, at })
    }

    fn word(&mut self) -> Parsed<JsonValue<'t>> {
        let words = [
            ("null", JsonValue::Null),
            ("true", JsonValue::Truth(true)),
            ("false", JsonValue::Truth(false)),
        ];
        for (word, value) in words {
            if self.bytes[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        self.broken("expecting a value")
    }

    fn number(&mut self) -> Parsed<JsonValue<'t>> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        let whole = self.digits();
        if whole == 0 {
            return self.broken("expecting a value");
        }
        if whole > 1 && self.bytes[self.at - whole] == b'0' {
            self.at -= whole - 1;
            return self.broken("a number begins with a zero");
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return self.broken("expecting digits behind the point");
            }
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            if self.digits() == 0 {
                return self.broken("expecting an exponent");
            }
        }
        Ok(JsonValue::Number(&self.text[start..self.at]))
    }

    fn digits(&mut self) -> usize {
        let count = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        count
    }

    fn text(&mut self) -> Parsed<Cow<'t, str>> {
        let start = self.at + 1;
        self.at = start;
        let mut made: Option<String> = None;
        let mut done = start;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let out = made.get_or_insert_default();
                    out.push_str(&self.text[done..self.at]);
                    let escaped = self.escape()?;
                    out.push(escaped);
                    done = self.at;
                }
                Some(0..0x20) => return self.broken("a text has a control character"),
                Some(_) => self.at += 1,
                None => return self.broken("a text has no end"),
            }
        }
        let last = &self.text[done..self.at];
        self.at += 1;
        Ok(match made {
            None => Cow::Borrowed(last),
            Some(mut out) => {
                out.push_str(last);
                Cow::Owned(out)
            }
        })
    }

    fn escape(&mut self) -> Parsed<char> {
        let letter = self.bytes.get(self.at + 1).copied();
        let unescaped = match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            None => {
                self.at = self.bytes.len();
                return self.broken("a text has no end");
            }
            _ => return self.broken("a backslash begins nothing that is known"),
        };
        self.at += 2;
        Ok(unescaped)
    }

    /// Reads a character of UTF-16; halves of characters have no place in a text, and are replaced.
    fn unicode(&mut self) -> Parsed<char> {
        let first = self.four()?;
        if (0xd800..0xdc00).contains(&first) && self.bytes[self.at..].starts_with(b"\\u") {
            let before = self.at;
            let second = self.four()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = before;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// Reads the four digits of an escape, and passes over them.
    fn four(&mut self) -> Parsed<u32> {
        let Some(digits) = self.bytes.get(self.at + 2..self.at + 6) else {
            self.at = self.bytes.len();
            return self.broken("a text has no end");
        };
        let mut code = 0;
        for &digit in digits {
            let Some(value) = char::from(digit).to_digit(16) else {
                return self.broken("expecting four digits behind \\u");
            };
            code = code * 16 + value;
        }
        self.at += 6;
        Ok(code)
    }

    fn list(&mut self, depth: usize) -> Parsed<JsonValue<'t>> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(JsonValue::List(items));
        }
        loop {
            self.skip_blanks();
            items.push(self.value(depth + 1)?);
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return self.broken("expecting a comma, or the end of a list"),
            }
        }
        self.at += 1;
        Ok(JsonValue::List(items))
    }

    fn object(&mut self, depth: usize) -> Parsed<JsonValue<'t>> {
        let mut members = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(JsonValue::Object(members));
        }
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'"') {
                return self.broken("expecting the name of a member, between double quotes");
            }
            let name = self.text()?;
            self.skip_blanks();
            if self.peek() != Some(b':') {
                return self.broken("expecting a colon");
            }
            self.at += 1;
            self.skip_blanks();
            members.push((name, self.value(depth + 1)?));
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return self.broken("expecting a comma, or the end of an object"),
            }
        }
        self.at += 1;
        Ok(JsonValue::Object(members))
    }
}

impl<'t> Item<'t> {
    /// Returns the member of a name, if it is an object that has one.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        let JsonValue::Object(members) = &self.value else { return None };
        members.iter().rev().find(|(one, _)| one == name).map(|(_, item)| item)
    }

    pub(crate) const fn is_null(&self) -> bool {
        matches!(self.value, JsonValue::Null)
    }

    /// Tells whether it says nothing: null, or an empty text, list or object.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.value {
            JsonValue::Null => true,
            JsonValue::Text(text) => text.is_empty(),
            JsonValue::List(items) => items.is_empty(),
            JsonValue::Object(members) => members.is_empty(),
            JsonValue::Truth(_) | JsonValue::Number(_) => false,
        }
    }

    /// Writes it on one line.
    pub(crate) fn write(&self, out: &mut String) {
        match &self.value {
            JsonValue::Null => out.push_str("null"),
            JsonValue::Truth(truth) => out.push_str(if *truth { "true" } else { "false" }),
            JsonValue::Number(written) if is_countable(written) => out.push_str(written),
            // A number too large to calculate with is kept as it is written.
            JsonValue::Number(written) => quote(written, out),
            JsonValue::Text(text) => quote(text, out),
            JsonValue::List(items) => {
                write_list(items, out, |item, out| item.write(out));
            }
            JsonValue::Object(members) => write_members(members, out),
        }
    }

    /// Returns what it looks like, or the beginning of that.
    pub(crate) fn shown(&self) -> String {
        let mut text = String::new();
        match &self.value {
            JsonValue::Text(inner) => text = format!("'{inner}'"),
            _ => self.write(&mut text),
        }
        match text.char_indices().nth(40) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }
}

/// Tells whether a number has few enough digits, and none too far from the point, to be read again.
fn is_countable(written: &str) -> bool {
    let (mantissa, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    mantissa.len() <= 20 && exponent.parse::<i32>().is_ok_and(|power| (-20..=20).contains(&power))
}

/// Writes values between brackets.
pub(crate) fn write_list<T>(items: &[T], out: &mut String, write: impl Fn(&T, &mut String)) {
    out.push('[');
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        write(item, out);
    }
    out.push(']');
}

/// Writes the members of an object, each name once.
pub(crate) fn write_members(members: &[Member<'_>], out: &mut String) {
    let mut last = HashSet::new();
    let mut kept: Vec<&Member<'_>> =
        members.iter().rev().filter(|(name, _)| last.insert(name.as_ref())).collect();
    kept.reverse();
    out.push('{');
    for (place, (name, item)) in kept.into_iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        quote(name, out);
        out.push(':');
        item.write(out);
    }
    out.push('}');
}

/// Where the lines of a text begin.
pub(crate) struct TextPlaces<'t> {
    text: &'t str,
    /// The number of the first line.
    line: u32,
    ends: Vec<usize>,
    /// The byte that was looked for last, and its column: a line may be a whole file.
    last: Cell<(usize, u32)>,
}

impl<'t> TextPlaces<'t> {
    pub(crate) fn new(text: &'t str, line: u32) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).collect();
        Self { text, line, ends, last: Cell::new((0, 1)) }
    }

    /// Returns the line of a byte, and the column in characters, from 1.
    pub(crate) fn find(&self, at: usize) -> LinePlace {
        let before = self.ends.partition_point(|&end| end < at);
        let start = before.checked_sub(1).map_or(0, |last| self.ends[last] + 1);
        let (last, column) = self.last.get();
        let (from, first) = if (start..=at).contains(&last) { (last, column) } else { (start, 1) };
        let passed = self.text.get(from..at).unwrap_or_default().chars().count();
        let column = first + passed as u32;
        self.last.set((at, column));
        LinePlace { line: self.line + before as u32, byte: column }
    }

    /// Returns the line of a byte.
    pub(crate) fn find_line(&self, at: usize) -> u32 {
        self.line + self.ends.partition_point(|&end| end < at) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, JsonError> {
        let (item, end) = parse(text, 0)?;
        assert_eq!(end, text.len());
        let mut out = String::new();
        item.write(&mut out);
        Ok(out)
    }

    #[test]
    fn values_are_written_as_they_were() {
        for text in [
            "{\"a\":1.50,\"b\":[true,null,-0.5e-3],\"c\":{}}",
            "\"Zo\u{eb} \\\"x\\\" \\n\"",
            "[]",
            "1E5",
        ] {
            assert_eq!(written(text).as_deref(), Ok(text));
        }
        assert_eq!(written("[ \"\\u00e9\\ud83d\\ude00\\ud800x\" ]").unwrap(), "[\"é😀\u{fffd}x\"]");
        assert_eq!(written("{\"a\":1,\"b\":2,\"a\":3}").unwrap(), "{\"b\":2,\"a\":3}");
        assert_eq!(written("1e1000000000").unwrap(), "\"1e1000000000\"");
    }

    #[test]
    fn what_is_no_json_is_refused_at_its_place() {
        for (text, at) in [
            ("{\"a\" 1}", 5),
            ("[1,]", 3),
            ("[01]", 2),
            ("\"x\u{1}\"", 2),
            ("\"x", 2),
            ("\"\\", 2),
            ("\"\\u12", 5),
            ("{\"a\":", 5),
            ("-", 1),
            ("1.", 2),
            ("NaN", 0),
            ("", 0),
        ] {
            let Err(broken) = parse(text, 0) else { panic!("{text}") };
            assert_eq!(broken.at, at, "{text}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(parse(&deep, 0).unwrap_err().why, "it is nested too deeply");
    }
}
