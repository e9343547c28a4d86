//! Any field that stands on one line: its name and its value.

use crate::document::is_key_byte;

/// What makes values of what is written.
pub trait Values<'a> {
    /// What is made.
    type Value;
    /// Why nothing can be made.
    type Error;

    /// Makes an integer.
    ///
    /// # Errors
    ///
    /// It cannot be made; likewise below.
    fn integer(&mut self, number: i64) -> Result<Self::Value, Self::Error>;
    /// Makes a number with a point.
    #[allow(clippy::missing_errors_doc)]
    fn decimal(&mut self, text: &'a str) -> Result<Self::Value, Self::Error>;
    /// Makes an infinite number.
    #[allow(clippy::missing_errors_doc)]
    fn infinity(&mut self, negative: bool) -> Result<Self::Value, Self::Error>;
    /// Makes a truth.
    #[allow(clippy::missing_errors_doc)]
    fn boolean(&mut self, truth: bool) -> Result<Self::Value, Self::Error>;
    /// Makes a time of day: hours, minutes and seconds.
    #[allow(clippy::missing_errors_doc)]
    fn time(&mut self, hour: u8, minute: u8, second: u8) -> Result<Self::Value, Self::Error>;
    /// Makes a text.
    #[allow(clippy::missing_errors_doc)]
    fn text(&mut self, text: &'a str) -> Result<Self::Value, Self::Error>;
    /// Makes a list.
    #[allow(clippy::missing_errors_doc)]
    fn list(&mut self, values: Vec<Self::Value>) -> Result<Self::Value, Self::Error>;
    /// Makes a table of names and values.
    #[allow(clippy::missing_errors_doc)]
    fn table(&mut self, fields: Vec<(&'a str, Self::Value)>) -> Result<Self::Value, Self::Error>;
}

/// Makes nothing: for who wants to know whether a line can be read.
pub struct Nothing;

impl Values<'_> for Nothing {
    type Value = ();
    type Error = std::convert::Infallible;

    fn integer(&mut self, _: i64) -> Result<(), Self::Error> {
        Ok(())
    }
    fn decimal(&mut self, _: &str) -> Result<(), Self::Error> {
        Ok(())
    }
    fn infinity(&mut self, _: bool) -> Result<(), Self::Error> {
        Ok(())
    }
    fn boolean(&mut self, _: bool) -> Result<(), Self::Error> {
        Ok(())
    }
    fn time(&mut self, _: u8, _: u8, _: u8) -> Result<(), Self::Error> {
        Ok(())
    }
    fn text(&mut self, _: &str) -> Result<(), Self::Error> {
        Ok(())
    }
    fn list(&mut self, _: Vec<()>) -> Result<(), Self::Error> {
        Ok(())
    }
    fn table(&mut self, _: Vec<(&str, ())>) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// For each byte, whether it may stand in a name.
static KEY_BYTES: [bool; 256] = {
    let mut found = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        found[byte] = is_key_byte(byte as u8);
        byte += 1;
    }
    found
};

/// What is on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line<'a> {
    /// White space or a comment.
    Blank,
    /// The name of a field, and what its value is written as, white space around it included.
    Field(&'a str, &'a str),
    /// Something else.
    Other,
}

/// Reads a line without its newline.
#[must_use]
pub fn line(row: &str) -> Line<'_> {
    let bytes = row.as_bytes();
    match bytes.first() {
        None => return Line::Blank,
        Some(b' ' | b'\t' | b'#') => {
            let start = row.trim_start_matches([' ', '\t']);
            let blank = start.is_empty() || start.starts_with('#') && is_text(start.as_bytes());
            return if blank { Line::Blank } else { Line::Other };
        }
        _ => {}
    }
    let length = bytes.iter().position(|&byte| !KEY_BYTES[usize::from(byte)]).unwrap_or(0);
    let mut sign = length;
    while let Some(b' ' | b'\t') = bytes.get(sign) {
        sign += 1;
    }
    if length > 0 && bytes.get(sign) == Some(&b'=') {
        Line::Field(&row[..length], &row[sign + 1..])
    } else {
        Line::Other
    }
}

/// Makes the value of a field; nothing, where it is written in another way than on one line without escapes.
///
/// # Errors
///
/// What is written cannot be made.
pub fn value<'a, V: Values<'a>>(
    text: &'a str,
    values: &mut V,
) -> Result<Option<V::Value>, V::Error> {
    let mut reader = Reader { text, at: 0 };
    reader.skip_blanks();
    let Some(value) = reader.value(values, 0)? else { return Ok(None) };
    reader.skip_blanks();
    Ok((reader.at == text.len()).then_some(value))
}

/// Lists and tables in each other are read so deep.
const DEEPEST: usize = 8;
/// Tables have so many names, each of which is compared with all before it; larger ones are for another reader.
const MOST_NAMES: usize = 256;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    #[inline]
    fn value<V: Values<'a>>(
        &mut self,
        values: &mut V,
        depth: usize,
    ) -> Result<Option<V::Value>, V::Error> {
        match self.peek() {
            Some(mark @ (b'\'' | b'"')) => match self.quoted(mark) {
                Some(text) => values.text(text).map(Some),
                None => Ok(None),
            },
            Some(b'[') if depth < DEEPEST => self.list(values, depth),
            Some(b'{') if depth < DEEPEST => self.table(values, depth),
            Some(_) => self.word(values),
            None => Ok(None),
        }
    }

    /// Reads a text without escapes on one line.
    fn quoted(&mut self, mark: u8) -> Option<&'a str> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut end = start;
        loop {
            let byte = *bytes.get(end)?;
            // Nearly all bytes are none of these.
            if byte > b'\'' && byte != b'\\' && byte != 0x7F {
                end += 1;
                continue;
            }
            match byte {
                _ if byte == mark => break,
                b'\\' if mark == b'"' => return None,
                _ if is_control(byte) => return None,
                _ => end += 1,
            }
        }
        // An empty text before a third mark begins one that may have many lines.
        if end == start && bytes.get(end + 1) == Some(&mark) {
            return if mark == b'\'' { self.thrice_quoted() } else { None };
        }
        self.at = end + 1;
        Some(&self.text[start..end])
    }

    /// Reads a text between three single marks, which may have single ones in it.
    fn thrice_quoted(&mut self) -> Option<&'a str> {
        let start = self.at + 3;
        let end = start + self.text[start..].find("'''")?;
        let text = &self.text[start..end];
        // A fourth mark may belong to the text.
        if self.text.as_bytes().get(end + 3) == Some(&b'\'') || !is_text(text.as_bytes()) {
            return None;
        }
        self.at = end + 3;
        Some(text)
    }

    fn list<V: Values<'a>>(
        &mut self,
        values: &mut V,
        depth: usize,
    ) -> Result<Option<V::Value>, V::Error> {
        self.at += 1;
        let mut made = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() == Some(b']') {
                break;
            }
            let Some(value) = self.value(values, depth + 1)? else { return Ok(None) };
            made.push(value);
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Ok(None),
            }
        }
        self.at += 1;
        values.list(made).map(Some)
    }

    /// Reads a table between braces whose names need no quotation marks.
    fn table<V: Values<'a>>(
        &mut self,
        values: &mut V,
        depth: usize,
    ) -> Result<Option<V::Value>, V::Error> {
        self.at += 1;
        let mut made: Vec<(&'a str, V::Value)> = Vec::new();
        self.skip_blanks();
        let mut ends = self.peek() == Some(b'}');
        while !ends {
            self.skip_blanks();
            let Some(name) = self.name() else { return Ok(None) };
            // A name that comes twice is for the reader of everything to refuse.
            if made.len() == MOST_NAMES || made.iter().any(|(known, _)| *known == name) {
                return Ok(None);
            }
            let Some(value) = self.value(values, depth + 1)? else { return Ok(None) };
            made.push((name, value));
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => ends = true,
                _ => return Ok(None),
            }
        }
        self.at += 1;
        values.table(made).map(Some)
    }

    /// Reads a name and the sign behind it, up to the value.
    fn name(&mut self) -> Option<&'a str> {
        let start = self.at;
        while self.peek().is_some_and(is_key_byte) {
            self.at += 1;
        }
        let name = &self.text[start..self.at];
        self.skip_blanks();
        if name.is_empty() || self.peek() != Some(b'=') {
            return None;
        }
        self.at += 1;
        self.skip_blanks();
        Some(name)
    }

    /// Reads a number, a truth or a time.
    fn word<V: Values<'a>>(&mut self, values: &mut V) -> Result<Option<V::Value>, V::Error> {
        let rest = &self.text[self.at..];
        let bytes = rest.as_bytes();
        let ends = |byte: &u8| matches!(byte, b',' | b']' | b'}' | b' ' | b'\t');
        let length = bytes.iter().position(ends).unwrap_or(bytes.len());
        let word = &rest[..length];
        self.at += length;
        match word {
            "true" => return values.boolean(true).map(Some),
            "false" => return values.boolean(false).map(Some),
            "inf" | "+inf" => return values.infinity(false).map(Some),
            "-inf" => return values.infinity(true).map(Some),
            _ => {}
        }
        match number(word.as_bytes()) {
            Some(Written::Integer(number)) => values.integer(number).map(Some),
            Some(Written::Decimal) => values.decimal(word).map(Some),
            None => match time(word.as_bytes()) {
                Some((hour, minute, second)) => values.time(hour, minute, second).map(Some),
                None => Ok(None),
            },
        }
    }
}

enum Written {
    Integer(i64),
    Decimal,
}

/// So many digits are no more than an `i64` has room for.
const MOST_DIGITS: usize = 18;

fn number(word: &[u8]) -> Option<Written> {
    let (negative, unsigned) = match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    };
    let mut whole = 0_i64;
    let mut count = 0;
    while let Some(digit @ b'0'..=b'9') = unsigned.get(count) {
        if count == MOST_DIGITS {
            return None;
        }
        whole = whole * 10 + i64::from(digit - b'0');
        count += 1;
    }
    let leading_zero = count > 1 && unsigned[0] == b'0';
    if count == 0 || leading_zero {
        return None;
    }
    match unsigned.get(count) {
        None => Some(Written::Integer(if negative { -whole } else { whole })),
        Some(b'.') => {
            let places = &unsigned[count + 1..];
            // Longer ones are for a reader that says what is wrong with them.
            let plain =
                (1..=MOST_DIGITS).contains(&places.len()) && places.iter().all(u8::is_ascii_digit);
            plain.then_some(Written::Decimal)
        }
        Some(_) => None,
    }
}

/// Reads a time such as `12:34:56`.
fn time(word: &[u8]) -> Option<(u8, u8, u8)> {
    let &[h1, h0, b':', m1, m0, b':', s1, s0] = word else { return None };
    let two = |tens: u8, ones: u8, below: u8| {
        let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
        let number = digits.then(|| (tens - b'0') * 10 + (ones - b'0'))?;
        (number < below).then_some(number)
    };
    Some((two(h1, h0, 24)?, two(m1, m0, 60)?, two(s1, s0, 60)?))
}

/// Tells whether a byte may stand in no text.
const fn is_control(byte: u8) -> bool {
    byte < b' ' && byte != b'\t' || byte == 0x7F
}

fn is_text(bytes: &[u8]) -> bool {
    !bytes.iter().any(|&byte| is_control(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_plain(text: &str) -> bool {
        matches!(value(text, &mut Nothing), Ok(Some(())))
    }

    #[test]
    fn values_of_one_line() {
        for plain in [
            " 'NT'",
            "'it\"s'",
            "\"it's\"",
            "''",
            "'''it's'''",
            "''''''",
            " 12 ",
            "-3",
            "+0",
            "2.50",
            "-0.5",
            "inf",
            "-inf",
            "true",
            "07:46:28",
            "[]",
            "[1, 2.5,'a' , inf]",
            "[1,]",
            "[[1], ['x']]",
            "123456789012345678",
            "{}",
            "{ }",
            "{a = 1}",
            "{a=1,b-c = 'x' , d = {e = [2.5]}}",
        ] {
            assert!(is_plain(plain), "{plain:?}");
        }
        for other in [
            "",
            "'a",
            "'''a",
            "'''a''''",
            "\"\"\"a\"\"\"",
            "\"\\n\"",
            "'a\u{7}'",
            "007",
            "1_000",
            "1e5",
            "1.",
            ".5",
            "nan",
            "24:00:00",
            "07:46:28.5",
            "2009-07-01",
            "[1",
            "[1 2]",
            "[,]",
            "[1,,2]",
            "1 # one",
            "1 2",
            "{a = 1",
            "{a = 1,}",
            "{a = 1, a = 2}",
            "{a.b = 1}",
            "{'a' = 1}",
            "{a 1}",
            "{= 1}",
            "{a = 1]",
            "[1}",
            "1}",
            "0x10",
            "1234567890123456789",
            "yes",
            "1.1234567890123456789",
        ] {
            assert!(!is_plain(other), "{other:?}");
        }
    }

    #[test]
    fn lines() {
        assert_eq!(line(""), Line::Blank);
        assert_eq!(line(" \t"), Line::Blank);
        assert_eq!(line("# a"), Line::Blank);
        assert_eq!(line("# \u{1}"), Line::Other);
        assert_eq!(line("a = 1"), Line::Field("a", " 1"));
        assert_eq!(line("a=1"), Line::Field("a", "1"));
        assert_eq!(line("a.b = 1"), Line::Other);
        assert_eq!(line("'a' = 1"), Line::Other);
        assert_eq!(line(" a = 1"), Line::Other);
        assert_eq!(line("a"), Line::Other);
    }
}
