//! The rows of a log, the newest first: a table of comma-separated values, or JSON as the site's own pages get it.

use std::borrow::Cow;

use super::error::{LogError, LogProblem};
use crate::builder::{LinePlace, shorten};
use crate::rooms::json::{BLANKS, Item, JsonValue, TextPlaces, parse};

/// A row of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<'a> {
    /// Its place in time.
    pub order: i128,
    /// The text of the row.
    pub text: Cow<'a, str>,
    /// When, as the log has it.
    pub at: Cow<'a, str>,
    /// The line of the file that it begins on, from 1.
    pub line: u32,
    /// The column where the text begins, from 1; 0 where there is none.
    pub column: u32,
    /// How the text stands in the file.
    pub written: Writing,
}

/// How a text stands in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// As it is.
    Plain,
    /// Between quotation marks; each of its own has two letters.
    Quoted,
    /// With letters that are written in other ways, so that nothing in it can be found.
    Escaped,
}

impl Row<'_> {
    /// Returns where the text begins.
    #[must_use]
    pub const fn begins(&self) -> LinePlace {
        LinePlace { line: self.line, byte: self.column }
    }

    /// Returns where a part of the text stands in the file.
    #[must_use]
    pub fn find(&self, part: &str) -> LinePlace {
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let Some(before) = self.text.get(..offset).filter(|_| self.written != Writing::Escaped)
        else {
            return self.begins();
        };
        let (lines, first, before) = match before.rfind('\n') {
            Some(end) => (before.matches('\n').count(), 1, &before[end + 1..]),
            None => (0, self.column, before),
        };
        let doubled = if self.written == Writing::Quoted { before.matches('"').count() } else { 0 };
        let passed = before.chars().count() + doubled;
        LinePlace { line: self.line + lines as u32, byte: first + passed as u32 }
    }
}

/// The most characters of a field.
const MAX_FIELD: usize = 1 << 17;
/// How many digits moments have.
const MOMENT_DIGITS: usize = 13;
/// How much is shown of a row that is none.
const SHOWN: usize = 60;

/// Reads a log, in the order of its lines.
#[must_use]
pub fn read_rows(text: &str) -> (Vec<Row<'_>>, Vec<LogProblem>) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start_matches(BLANKS).starts_with('{') {
        return match read_entries(text) {
            Ok(found) => found,
            Err(problem) => (Vec::new(), vec![problem]),
        };
    }
    let mut table = Table { rows: Vec::with_capacity(text.len() / 64), problems: Vec::new() };
    table.read(text);
    (table.rows, table.problems)
}

/// Reads a log of JSON.
fn read_entries(text: &str) -> Result<(Vec<Row<'_>>, Vec<LogProblem>), LogProblem> {
    let places = TextPlaces::new(text, 1);
    let document = read_document(text, &places)?;
    let Some(JsonValue::List(entries)) = document.get("logs").map(|logs| &logs.value) else {
        return Err(LogProblem::new(LogError::NoLogs, places.find(document.at)));
    };
    let (mut rows, mut problems) = (Vec::with_capacity(entries.len()), Vec::new());
    for entry in entries {
        match take_entry(entry, text, &places) {
            Some(row) => rows.push(row),
            None => problems.push(LogProblem::new(LogError::NoLogEntry, places.find(entry.at))),
        }
    }
    Ok((rows, problems))
}

/// Reads a file of JSON.
pub(super) fn read_document<'a>(
    text: &'a str,
    places: &TextPlaces<'_>,
) -> Result<Item<'a>, LogProblem> {
    let refuse = |reason, at| LogProblem::new(LogError::JsonSyntax { reason }, places.find(at));
    let start = text.len() - text.trim_start_matches(BLANKS).len();
    let (document, end) = parse(text, start).map_err(|broken| refuse(broken.why, broken.at))?;
    match text[end..].trim_start_matches(BLANKS) {
        "" => Ok(document),
        rest => Err(refuse("expecting nothing more", text.len() - rest.len())),
    }
}

/// Takes an entry as a row; nothing if it is none.
fn take_entry<'a>(entry: &Item<'a>, text: &str, places: &TextPlaces<'_>) -> Option<Row<'a>> {
    let order = match &entry.get("created_at")?.value {
        JsonValue::Number(written) => written.parse().ok()?,
        JsonValue::Text(written) => written.trim().parse().ok()?,
        _ => return None,
    };
    let said = entry.get("msg")?;
    let (JsonValue::Text(message), JsonValue::Text(at)) = (&said.value, &entry.get("at")?.value)
    else {
        return None;
    };
    let quoted = format!("{}\"", message.replace('"', "\\\""));
    let is_quoted = text.get(said.at + 1..)?.starts_with(&quoted);
    let begins = places.find(said.at);
    Some(Row {
        order,
        text: message.clone(),
        at: at.clone(),
        line: begins.line,
        column: begins.byte + 1,
        written: if is_quoted { Writing::Quoted } else { Writing::Escaped },
    })
}

/// Puts rows in the order of time. Somebody may have joined logs of the same game.
pub fn sort_rows(rows: &mut Vec<Row<'_>>) {
    // The newest row stands first, so among rows of one moment the last one is the oldest.
    rows.reverse();
    if !rows.is_sorted_by_key(|row| row.order) {
        rows.sort_by_key(|row| row.order);
    }
    rows.dedup_by(|next, row| next.order == row.order && next.text == row.text);
}

struct Table<'a> {
    rows: Vec<Row<'a>>,
    problems: Vec<LogProblem>,
}

impl<'a> Table<'a> {
    fn read(&mut self, text: &'a str) {
        let mut columns = None;
        let mut rest = Fields::new(text, 1);
        if lacks_header(text) {
            columns = Some([0, 1, 2]);
            let first = text.split('\n').next().unwrap_or(text);
            if !is_row(&read_one(first)) {
                self.problems.push(LogProblem::of_line(LogError::FirstRowTorn, 1));
                rest = Fields::new(text.get(first.len() + 1..).unwrap_or(""), 2);
            }
        }
        let mut values: Vec<Field<'a>> = Vec::with_capacity(4);
        let mut last = 1;
        loop {
            let line = rest.line;
            match rest.next_row(&mut values) {
                Next::End => break,
                Next::TooLong => {
                    let error = LogError::LogFieldTooLong { most: MAX_FIELD };
                    self.problems.push(LogProblem::of_line(error, line));
                    continue;
                }
                Next::Row => {}
            }
            if values.is_empty() {
                continue;
            }
            let Some(places) = columns else {
                columns = find_columns(&values);
                if columns.is_none() {
                    self.problems.push(refuse(LogError::NotALog, &values, line));
                    return;
                }
                continue;
            };
            last = line;
            match take_row(&mut values, places, line) {
                Some(row) => self.rows.push(row),
                None => self.problems.push(refuse(LogError::NotALogRow, &values, line)),
            }
        }
        if !text.ends_with(['\n', '\r']) {
            self.mark_torn_row(last);
        }
    }

    /// Says that the last row is torn, if it is: then the log was cut off in it.
    fn mark_torn_row(&mut self, last: u32) {
        let digits = |row: &Row<'_>| row.order.to_string().len();
        if let Some(row) = self.rows.last().filter(|row| row.line == last) {
            let before =
                self.rows.len().checked_sub(2).map_or(0, |place| digits(&self.rows[place]));
            // Orders are moments, which all have as many digits.
            if before < MOMENT_DIGITS || digits(row) >= before {
                return;
            }
            self.rows.pop();
        } else if self.problems.last().is_some_and(|problem| problem.at.line == last) {
            self.problems.pop();
        } else {
            return;
        }
        self.problems.push(LogProblem::of_line(LogError::LastRowTorn, last));
    }
}

/// Takes the values of a row; nothing if it is none.
fn take_row<'a>(values: &mut [Field<'a>], places: [usize; 3], line: u32) -> Option<Row<'a>> {
    let [entry, at, order] = places;
    if places == [0, 1, 2] && values.len() != 3 {
        return None;
    }
    let order = values.get(order)?.text.trim().parse().ok()?;
    values.get(entry.max(at))?;
    let at = std::mem::take(&mut values[at].text);
    let Field { text, before, is_quoted } = std::mem::take(&mut values[entry]);
    // Nothing is before it in a log as it is downloaded.
    let column = before.chars().count() as u32 + 1;
    let written = if is_quoted { Writing::Quoted } else { Writing::Plain };
    Some(Row { order, text, at, line, column: column + u32::from(is_quoted), written })
}

fn refuse(error: LogError, values: &[Field<'_>], line: u32) -> LogProblem {
    let texts: Vec<&str> = values.iter().map(|value| &*value.text).collect();
    let excerpt = shorten(&texts.join(","), SHOWN).to_owned();
    LogProblem { excerpt, ..LogProblem::of_line(error, line) }
}

fn find_columns(header: &[Field<'_>]) -> Option<[usize; 3]> {
    let find =
        |name: &str| header.iter().position(|column| column.text.trim().eq_ignore_ascii_case(name));
    Some([find("entry")?, find("at")?, find("order")?])
}

/// Tells whether a log begins with a row, or in the middle of one with the next one whole.
fn lacks_header(text: &str) -> bool {
    let rows: Vec<Vec<Field<'_>>> = text.split('\n').take(2).map(read_one).collect();
    let first = &rows[0];
    !first.is_empty() && find_columns(first).is_none() && rows.iter().any(|row| is_row(row))
}

fn read_one(line: &str) -> Vec<Field<'_>> {
    let mut values = Vec::new();
    let mut fields = Fields::new(line, 1);
    let _ = fields.next_row(&mut values);
    values
}

/// Tells whether values are a row of the log, rather than the names of columns.
fn is_row(values: &[Field<'_>]) -> bool {
    let [_, at, order] = values else { return false };
    let (at, order) = (at.text.as_bytes(), &order.text);
    let shape = b"dddd-dd-ddT";
    let fits = |(given, shape): (&u8, &u8)| match shape {
        b'd' => given.is_ascii_digit(),
        other => given == other,
    };
    at.len() >= shape.len()
        && at.iter().zip(shape).all(fits)
        && !order.is_empty()
        && order.chars().all(char::is_numeric)
}

enum Next {
    Row,
    TooLong,
    End,
}

/// Cuts a table into rows and fields. Fields may stand between quotation marks, and go over several lines then.
struct Fields<'a> {
    text: &'a str,
    /// The text from the beginning of the line on.
    from: &'a str,
    line: u32,
}

/// A field of a row.
#[derive(Debug, Clone, Default)]
struct Field<'a> {
    text: Cow<'a, str>,
    /// The text before it on its line.
    before: &'a str,
    /// Whether it begins with a quotation mark that is no part of it.
    is_quoted: bool,
}

impl<'a> Fields<'a> {
    const fn new(text: &'a str, line: u32) -> Self {
        Self { text, from: text, line }
    }

    fn next_row(&mut self, values: &mut Vec<Field<'a>>) -> Next {
        values.clear();
        if self.text.is_empty() {
            return Next::End;
        }
        let is_blank = self.text.starts_with(['\n', '\r']);
        let mut too_long = false;
        loop {
            let before = &self.from[..self.from.len() - self.text.len()];
            let is_quoted = self.text.starts_with('"');
            let text = self.next_field();
            too_long |= text.len() > MAX_FIELD;
            values.push(Field { text, before, is_quoted });
            let bytes = self.text.as_bytes();
            match bytes.first() {
                Some(b',') => {
                    self.text = &self.text[1..];
                    continue;
                }
                Some(b'\r') => {
                    let end = if bytes.get(1) == Some(&b'\n') { 2 } else { 1 };
                    self.text = &self.text[end..];
                }
                Some(_) => self.text = &self.text[1..],
                None => {}
            }
            break;
        }
        self.line += 1;
        self.from = self.text;
        if is_blank {
            // There is nothing on the line.
            values.clear();
        }
        if too_long { Next::TooLong } else { Next::Row }
    }

    /// Takes a field, up to the comma or the end of the line behind it.
    fn next_field(&mut self) -> Cow<'a, str> {
        let text = self.text;
        let bytes = text.as_bytes();
        if bytes.first() != Some(&b'"') {
            return Cow::Borrowed(self.take_bare());
        }
        let mut begin = 1;
        let mut field: Cow<'a, str> = Cow::Borrowed("");
        loop {
            let Some(end) = memchr::memchr(b'"', &bytes[begin..]).map(|end| begin + end) else {
                // It never ends.
                add(&mut field, &text[begin..]);
                self.count_lines(text);
                self.text = "";
                return field;
            };
            add(&mut field, &text[begin..end]);
            if bytes.get(end + 1) == Some(&b'"') {
                add(&mut field, "\"");
                begin = end + 2;
                continue;
            }
            self.count_lines(&text[..end]);
            self.text = &text[end + 1..];
            // Whatever stands behind the quotation mark belongs to the field.
            let more = self.take_bare();
            add(&mut field, more);
            return field;
        }
    }

    fn take_bare(&mut self) -> &'a str {
        let bytes = self.text.as_bytes();
        let comma = memchr::memchr3(b',', b'\n', b'\r', bytes).unwrap_or(bytes.len());
        let (field, rest) = self.text.split_at(comma);
        self.text = rest;
        field
    }

    /// Counts the lines of what the text begins with.
    fn count_lines(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let Some(last) = memchr::memrchr2(b'\n', b'\r', bytes) else { return };
        self.from = &self.text[last + 1..];
        let ends = bytes.iter().enumerate().filter(|&(place, &byte)| {
            byte == b'\n' || byte == b'\r' && bytes.get(place + 1) != Some(&b'\n')
        });
        self.line += ends.count() as u32;
    }
}

fn add<'a>(field: &mut Cow<'a, str>, more: &'a str) {
    if more.is_empty() {
        return;
    }
    if field.is_empty() {
        *field = Cow::Borrowed(more);
    } else {
        field.to_mut().push_str(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(i128, String, u32)> {
        let (mut rows, problems) = read_rows(text);
        assert!(problems.is_empty(), "{problems:?}");
        sort_rows(&mut rows);
        rows.into_iter().map(|row| (row.order, row.text.into_owned(), row.line)).collect()
    }

    #[test]
    fn rows_are_read_in_the_order_of_time() {
        let text = "entry,at,order\nlater,b,2\n\"say \"\"so\"\",\nnow\",a,1\n";
        let expected = [(1, "say \"so\",\nnow".to_owned(), 3), (2, "later".to_owned(), 2)];
        assert_eq!(rows(text), expected);
        assert_eq!(rows("order,entry,at\r\n7,x,b\r\n\r\n3,y,a\r\n")[1], (7, "x".to_owned(), 2));
        let twice = "entry,at,order\nb,y,2\na,x,1\nb,y,2\na,x,1\n";
        assert_eq!(rows(twice).len(), 2);
    }

    #[test]
    fn torn_rows_are_named() {
        let head = "entry,at,order\n";
        let good = "\"x\",2021-01-01T00:00:00Z,160000000000000\n";
        for (text, torn) in [
            (format!("{head}{good}\"y\",2021-01-01T00:0"), LogError::LastRowTorn),
            (format!("{head}{good}\"y\",2021-01-01T00:00:00Z,16000"), LogError::LastRowTorn),
            (format!("rn of,2021,1\n{good}"), LogError::FirstRowTorn),
        ] {
            let (rows, problems) = read_rows(&text);
            assert_eq!((rows.len(), &problems[0].error), (1, &torn), "{text}");
        }
        let (_, problems) = read_rows("a,b,c\nd,e,f\n");
        assert_eq!(problems[0].error, LogError::NotALog);
        let text = format!("{head}x,y\n");
        let (_, problems) = read_rows(&text);
        assert_eq!((&problems[0].error, problems[0].at.line), (&LogError::NotALogRow, 2));
    }
}
