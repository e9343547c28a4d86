//! From text to a tape.

use super::bytes::{BYTES, IN_BASIC, IN_LITERAL, IN_NAME, IN_WORD, end_of_text, is_control};
use super::names::Names;
use super::words::{Word, classify, short_number, shorten};
use super::{Kind, Node, Tape};
use crate::error::Fault;
use crate::limits::{MAX_DEPTH, MAX_HAND_BYTES};
use crate::phh::field::Field;

/// A fault, and the byte of the text at which it is.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) at: usize,
    pub(crate) fault: Fault,
}

type Read<T> = Result<T, Box<Wrong>>;

/// A reader of a text from some place on.
#[derive(Debug, Clone)]
pub(crate) struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pub(crate) at: usize,
    /// Where the hand begins: places on the tape count from here.
    base: usize,
    /// Where the field or the header begins that is being read.
    pub(crate) field_start: usize,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(text: &'a str, at: usize) -> Self {
        Self { text, bytes: text.as_bytes(), at, base: at, field_start: at }
    }

    /// Goes on to the next line; places count from there.
    pub(crate) fn next_line(&mut self) -> usize {
        if self.is_at_newline() {
            self.at += if self.peek() == Some(b'\r') { 2 } else { 1 };
        }
        self.base = self.at;
        self.at
    }

    /// Reads the fields up to the next header, or to the end; tells whether there is a header.
    pub(crate) fn fields(&mut self, tape: &mut Tape) -> Read<bool> {
        let mut names = Names::new(tape);
        loop {
            self.field_start = self.at;
            // Most lines begin with a name.
            if !matches!(self.peek(), Some(b'a'..=b'z')) {
                self.skip_lines()?;
                self.field_start = self.at;
            }
            match self.peek() {
                None => return Ok(false),
                Some(b'[') => return Ok(true),
                Some(_) if self.repeated_line(tape, &mut names) => continue,
                Some(_) => self.new_line(tape, &mut names)?,
            }
            self.end_line()?;
        }
    }

    /// Reads a header and what is left of its line: a node, and one for each part of the name.
    pub(crate) fn header(&mut self, tape: &mut Tape) -> Read<()> {
        let (start, node) = (self.at, tape.nodes.len());
        self.field_start = start;
        self.at += 1;
        let many = self.peek() == Some(b'[');
        self.at += usize::from(many);
        self.push(tape, if many { Kind::ListHeader } else { Kind::Header }, start)?;
        self.skip_blanks();
        let parts = self.path(tape)?;
        let closing: &[u8] = if many { b"]]" } else { b"]" };
        if !self.bytes[self.at..].starts_with(closing) {
            return Err(self.wrong("a table's name is not closed by a bracket"));
        }
        self.at += closing.len();
        self.end_line()?;
        tape.nodes[node].size = 1 + parts as u32;
        Ok(())
    }

    /// Takes over what was read of the same line of another hand, and passes over it; false if there is another line.
    ///
    /// Hands of a file are played at the same place for the same stakes, nearly always.
    #[inline]
    fn repeated_line(&mut self, tape: &mut Tape, names: &mut Names) -> bool {
        let Some(field) = tape.guess() else { return false };
        let Some(line) = tape.lines.get(field as usize) else { return false };
        let (at, length) = (self.at, line.length);
        let same = || {
            Some(
                self.bytes.get(line.start..line.start + length)?
                    == self.bytes.get(at..at + length)?,
            )
        };
        let before = at - self.base;
        let is_short = (before + length) as u64 <= MAX_HAND_BYTES;
        if length == 0 || !is_short || same() != Some(true) || !names.add(field) {
            return false;
        }
        let before = before as u32;
        tape.nodes.extend(line.nodes.iter().map(|node| Node {
            start: node.start + before,
            end: node.end + before,
            ..*node
        }));
        tape.last = Some(field);
        self.at = at + length;
        true
    }

    /// Reads the name and the value of a line, and keeps it for the next hand, if that may have the same.
    fn new_line(&mut self, tape: &mut Tape, names: &mut Names) -> Read<()> {
        let (start, first, texts) = (self.at, tape.nodes.len(), tape.texts.len());
        self.field(tape, names, 0)?;
        // A document of one hand has no use for it.
        if self.base > 0
            && self.peek() == Some(b'\n')
            && let Some(Node { kind: Kind::Key, field: Some(field), .. }) = tape.nodes.get(first)
            && field.is_common()
            && tape.texts.len() == texts
        {
            tape.keep_line(*field, first, start, self.at + 1 - start, self.base);
        }
        Ok(())
    }

    /// Reads a name and a value.
    fn field(&mut self, tape: &mut Tape, names: &mut Names, depth: usize) -> Read<()> {
        let first = tape.nodes.len();
        let mut parts = 1;
        if !self.expected_name(tape)? {
            parts = self.path(tape)?;
            if self.peek() != Some(b'=') {
                return Err(self.wrong("a name is followed by '=' and a value"));
            }
            self.at += 1;
            self.skip_blanks();
            if parts > 1 {
                tape.tangled = true;
                let node = tape.nodes[first];
                tape.nodes.insert(first, Node { kind: Kind::Path, field: None, size: 0, ..node });
            }
        }
        self.value(tape, depth + 1)?;
        let size = (tape.nodes.len() - first) as u32;
        let node = &mut tape.nodes[first];
        node.size = size;
        let is_new = match node.field {
            Some(field) if parts == 1 => names.add(field),
            _ => parts != 1 || names.add_other(tape, first, &self.text[self.base..]),
        };
        if !is_new {
            return Err(self.wrong("the same name is there twice"));
        }
        Ok(())
    }

    /// Reads a name of one part or of many, and returns how many they are.
    fn path(&mut self, tape: &mut Tape) -> Read<usize> {
        let mut parts = 0;
        loop {
            self.name(tape)?;
            parts += 1;
            self.skip_blanks();
            if self.peek() != Some(b'.') {
                return Ok(parts);
            }
            if parts > MAX_DEPTH {
                return Err(self.fault(Fault::TooDeep(MAX_DEPTH)));
            }
            self.at += 1;
            self.skip_blanks();
        }
    }

    /// Passes over the name of the field that is expected, up to its value; false if there is something else.
    ///
    /// Hands of a file have their fields in the same order, nearly always.
    #[inline]
    fn expected_name(&mut self, tape: &mut Tape) -> Read<bool> {
        let Some(field) = tape.guess() else { return Ok(false) };
        let (start, assigned) = (self.at, field.assigned().as_bytes());
        // Another blank would be no part of the value.
        let is_expected = self.bytes[start..].starts_with(assigned)
            && self.bytes.get(start + assigned.len()).is_some_and(|&byte| byte > b' ');
        if is_expected {
            self.at += field.name().len();
            self.push(tape, Kind::Key, start)?;
            tape.keep(field);
            self.at = start + assigned.len();
        }
        Ok(is_expected)
    }

    fn name(&mut self, tape: &mut Tape) -> Read<()> {
        let start = self.at;
        match self.peek() {
            Some(b'\'') => {
                self.literal()?;
                self.push(tape, Kind::QuotedKey, start)?;
            }
            Some(b'"') => {
                if self.basic(tape)? {
                    self.push(tape, Kind::QuotedKey, start)?;
                } else {
                    self.push_escaped(tape, Kind::EscapedKey, start)?;
                }
            }
            _ => {
                self.skip(IN_NAME);
                if self.at == start {
                    return Err(self.wrong("there is no name where one is expected"));
                }
                self.push(tape, Kind::Key, start)?;
            }
        }
        let last = tape.nodes.len() - 1;
        let field = Field::find(tape.name(tape.nodes[last], &self.text[self.base..]));
        if let Some(field) = field {
            tape.keep(field);
        }
        Ok(())
    }

    fn value(&mut self, tape: &mut Tape, depth: usize) -> Read<()> {
        let start = self.at;
        match self.peek() {
            Some(b'\'') if self.bytes[start..].starts_with(b"'''") => self.long(tape, b'\''),
            Some(b'\'') => {
                self.literal()?;
                self.push(tape, Kind::Text, start)
            }
            Some(b'"') if self.bytes[start..].starts_with(b"\"\"\"") => self.long(tape, b'"'),
            Some(b'"') => {
                if self.basic(tape)? {
                    self.push(tape, Kind::Text, start)
                } else {
                    self.push_escaped(tape, Kind::EscapedText, start)
                }
            }
            Some(b'[' | b'{') if depth > MAX_DEPTH => Err(self.fault(Fault::TooDeep(MAX_DEPTH))),
            Some(b'[') => self.list(tape, depth),
            Some(b'{') => self.table(tape, depth),
            Some(_) => self.word(tape),
            None => Err(self.wrong("there is no value where one is expected")),
        }
    }

    fn list(&mut self, tape: &mut Tape, depth: usize) -> Read<()> {
        let (start, node) = (self.at, tape.nodes.len());
        self.at += 1;
        self.push(tape, Kind::List, start)?;
        loop {
            self.common_items(tape);
            self.skip_lines()?;
            if self.peek() == Some(b']') {
                break;
            }
            self.value(tape, depth + 1)?;
            self.skip_lines()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.wrong("a list is not closed")),
            }
        }
        self.at += 1;
        self.close(tape, node);
        Ok(())
    }

    /// Reads items as nearly all lists have them, texts between apostrophes and short numbers with a comma and a blank
    /// between them, up to the end of the list or to an item that is written in another way.
    fn common_items(&mut self, tape: &mut Tape) {
        let Self { bytes, base, mut at, .. } = *self;
        // Places have room for this, and so have hands.
        let bytes = &bytes[..bytes.len().min(base + MAX_HAND_BYTES as usize)];
        loop {
            let found = match bytes.get(at) {
                Some(b'\'') => end_of_text(bytes, at + 1).map(|end| (Kind::Text, end)),
                Some(b'0'..=b'9' | b'i') => {
                    short_number(&bytes[at..]).map(|(kind, length)| (kind, at + length))
                }
                _ => None,
            };
            let Some((kind, end)) = found else { break };
            let next = match bytes.get(end) {
                Some(b',') => end + 1 + usize::from(bytes.get(end + 1) == Some(&b' ')),
                Some(b']') => end,
                _ => break,
            };
            let (start, end) = ((at - base) as u32, (end - base) as u32);
            tape.nodes.push(Node { kind, field: None, start, end, size: 1 });
            at = next;
        }
        self.at = at;
    }

    fn table(&mut self, tape: &mut Tape, depth: usize) -> Read<()> {
        let (start, node) = (self.at, tape.nodes.len());
        self.at += 1;
        self.push(tape, Kind::Table, start)?;
        self.skip_blanks();
        let mut names = Names::new(tape);
        if self.peek() != Some(b'}') {
            loop {
                self.skip_blanks();
                self.field(tape, &mut names, depth)?;
                self.skip_blanks();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => break,
                    _ => return Err(self.wrong("a table between braces is not closed")),
                }
            }
        }
        self.at += 1;
        self.close(tape, node);
        Ok(())
    }

    /// Says where a list or a table ends, and how many nodes it has.
    fn close(&self, tape: &mut Tape, node: usize) {
        let size = (tape.nodes.len() - node) as u32;
        let end = (self.at - self.base) as u32;
        if let Some(node) = tape.nodes.get_mut(node) {
            (node.size, node.end) = (size, end);
        }
    }

    /// Reads a number, a truth or a moment.
    #[inline]
    fn word(&mut self, tape: &mut Tape) -> Read<()> {
        let start = self.at;
        if let Some(kind) = self.short_number() {
            return self.push(tape, kind, start);
        }
        self.skip(IN_WORD);
        // A blank may stand between a date and a time.
        if self.at == start + 10
            && self.bytes[start + 4] == b'-'
            && let [b' ', b'0'..=b'9', ..] = self.bytes[self.at..]
        {
            self.at += 1;
            self.skip(IN_WORD);
        }
        let word = &self.text[start..self.at];
        match classify(word) {
            Word::Of(kind) => self.push(tape, kind, start),
            Word::OutOfBounds => Err(self.at(start, Fault::OutOfBounds(shorten(word)))),
            Word::Nothing if word.is_empty() => {
                Err(self.wrong("there is no value where one is expected"))
            }
            Word::Nothing => {
                let said = format!("'{}' is no value", shorten(word));
                Err(self.at(start, Fault::Toml(said)))
            }
        }
    }

    /// Passes over a number as nearly all are written; nothing if it is another.
    #[inline]
    fn short_number(&mut self) -> Option<Kind> {
        let (kind, length) = short_number(&self.bytes[self.at..])?;
        self.at += length;
        Some(kind)
    }

    /// Passes over a text between apostrophes.
    #[inline]
    fn literal(&mut self) -> Read<()> {
        self.at += 1;
        if let Some(end) = end_of_text(self.bytes, self.at) {
            self.at = end;
            return Ok(());
        }
        self.skip(IN_LITERAL);
        if self.peek() != Some(b'\'') {
            return Err(self.broken_text());
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a text between quotation marks; one with escapes is added to the texts, and false is returned.
    fn basic(&mut self, tape: &mut Tape) -> Read<bool> {
        let start = self.at + 1;
        self.at = start;
        self.skip(IN_BASIC);
        if self.peek() == Some(b'"') {
            self.at += 1;
            return Ok(true);
        }
        let mut made = self.text[start..self.at].to_owned();
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape(&mut made, false)?,
                _ => return Err(self.broken_text()),
            }
            let start = self.at;
            self.skip(IN_BASIC);
            made.push_str(&self.text[start..self.at]);
        }
        self.at += 1;
        tape.texts.push(made);
        Ok(false)
    }

    /// Reads a text between three marks.
    fn long(&mut self, tape: &mut Tape, mark: u8) -> Read<()> {
        let start = self.at;
        self.at += 3;
        let mut made = None;
        let mut from = self.at;
        if self.bytes[from..].starts_with(b"\r\n") {
            from += 2;
            self.at = from;
            made = Some(String::new());
        }
        loop {
            let Some(byte) = self.peek() else {
                return Err(self.wrong("a text of many lines is not closed"));
            };
            if byte == mark && self.bytes[self.at + 1..].starts_with(&[mark, mark]) {
                break;
            }
            let is_break = byte == b'\r' && self.bytes.get(self.at + 1) == Some(&b'\n');
            if is_break || byte == b'\\' && mark == b'"' {
                let made = made.get_or_insert_with(String::new);
                made.push_str(&self.text[from..self.at]);
                if is_break {
                    self.at += 1;
                } else {
                    self.escape(made, true)?;
                }
                from = self.at;
            } else if is_control(byte) && byte != b'\n' {
                return Err(self.broken_text());
            } else {
                self.at += 1;
            }
        }
        // Two more marks may belong to the text.
        let more = self.bytes[self.at + 3..].iter().take(2).take_while(|&&next| next == mark);
        self.at += more.count();
        let end = self.at;
        self.at += 3;
        match made {
            None => self.push(tape, Kind::LongText, start),
            Some(mut made) => {
                made.push_str(&self.text[from..end]);
                let newline = self.bytes[start + 3] == b'\n';
                tape.texts.push(if newline { made.split_off(1) } else { made });
                self.push_escaped(tape, Kind::EscapedText, start)
            }
        }
    }

    /// Reads what a backslash begins.
    fn escape(&mut self, made: &mut String, long: bool) -> Read<()> {
        let start = self.at;
        let wrong = |said: &str| Self::wrong_at(start, Fault::Toml(said.to_owned()));
        let no_escape = || wrong("a backslash is followed by something that has no meaning");
        self.at += 2;
        let unescaped = match self.bytes.get(start + 1) {
            Some(b'b') => '\u{8}',
            Some(b't') => '\t',
            Some(b'n') => '\n',
            Some(b'f') => '\u{c}',
            Some(b'r') => '\r',
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(letter @ (b'u' | b'U')) => {
                let count = if *letter == b'u' { 4 } else { 8 };
                let digits = self.text.get(self.at..self.at + count).ok_or_else(no_escape)?;
                let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                let code = is_hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten();
                self.at += count;
                code.and_then(char::from_u32).ok_or_else(|| wrong("an escape is no character"))?
            }
            Some(b' ' | b'\t' | b'\n' | b'\r') if long => {
                self.at = start + 1;
                self.skip_blanks();
                if !self.is_at_newline() {
                    return Err(no_escape());
                }
                while self.is_at_newline() || matches!(self.peek(), Some(b' ' | b'\t')) {
                    self.at += 1;
                }
                return Ok(());
            }
            _ => return Err(no_escape()),
        };
        made.push(unescaped);
        Ok(())
    }

    // White space.

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn skip(&mut self, class: u8) {
        let rest = &self.bytes[self.at..];
        let is_other = |byte: &u8| BYTES[usize::from(*byte)] & class == 0;
        self.at += rest.iter().position(is_other).unwrap_or(rest.len());
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn is_at_newline(&self) -> bool {
        match self.peek() {
            Some(b'\n') => true,
            Some(b'\r') => self.bytes.get(self.at + 1) == Some(&b'\n'),
            _ => false,
        }
    }

    /// Passes over blanks, newlines and comments.
    #[inline]
    fn skip_lines(&mut self) -> Read<()> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\n') => self.at += 1,
                Some(b'\r') if self.is_at_newline() => self.at += 2,
                Some(b'#') => self.comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn comment(&mut self) -> Read<()> {
        while let Some(byte) = self.peek() {
            if self.is_at_newline() {
                break;
            }
            if is_control(byte) {
                return Err(self.broken_text());
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Passes over what may stand after a field on its line.
    #[inline]
    fn end_line(&mut self) -> Read<()> {
        self.skip_blanks();
        match self.peek() {
            None | Some(b'\n') => Ok(()),
            Some(b'#') => self.comment(),
            _ if self.is_at_newline() => Ok(()),
            _ => Err(self.wrong("a line goes on where it should end")),
        }
    }

    // Nodes and errors.

    #[inline]
    fn push(&self, tape: &mut Tape, kind: Kind, start: usize) -> Read<()> {
        let (start, end) = (start - self.base, self.at - self.base);
        // Places have room for this, and so have hands.
        if end as u64 > MAX_HAND_BYTES {
            return Err(self.fault(Fault::hand_too_large(0)));
        }
        tape.nodes.push(Node { kind, field: None, start: start as u32, end: end as u32, size: 1 });
        Ok(())
    }

    /// Adds a node whose text is the last of the tape's.
    fn push_escaped(&self, tape: &mut Tape, kind: Kind, start: usize) -> Read<()> {
        self.push(tape, kind, start)?;
        let place = tape.texts.len() as u32 - 1;
        if let Some(node) = tape.nodes.last_mut() {
            node.end = place;
        }
        Ok(())
    }

    fn wrong(&self, said: &str) -> Box<Wrong> {
        self.fault(Fault::Toml(said.to_owned()))
    }

    fn fault(&self, fault: Fault) -> Box<Wrong> {
        Self::wrong_at(self.at, fault)
    }

    fn at(&self, at: usize, fault: Fault) -> Box<Wrong> {
        Self::wrong_at(at, fault)
    }

    fn wrong_at(at: usize, fault: Fault) -> Box<Wrong> {
        Box::new(Wrong { at, fault })
    }

    /// Says why a text or a comment cannot go on.
    fn broken_text(&self) -> Box<Wrong> {
        match self.peek() {
            None | Some(b'\n') => self.wrong("a text is not closed"),
            Some(_) if self.is_at_newline() => self.wrong("a text is not closed"),
            Some(byte) => {
                self.fault(Fault::Toml(format!("the character {byte:#04x} has no place here")))
            }
        }
    }
}
