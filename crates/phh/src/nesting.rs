//! Whether a part of a TOML document is complete: no text and no list is open at its end.

/// Where a reader of TOML stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Nothing, or brackets.
    Plain,
    Comment,
    /// A text that ends with so many of these quotation marks.
    Text {
        mark: u8,
        count: u8,
    },
}

/// Follows a document part by part; parts end where lines do.
#[derive(Debug, Clone)]
pub(crate) struct Nesting {
    inside: Inside,
    brackets: Vec<u8>,
    broken: bool,
    has_tables: bool,
}

impl Nesting {
    pub(crate) const fn new() -> Self {
        Self { inside: Inside::Plain, brackets: Vec::new(), broken: false, has_tables: false }
    }

    /// Tells whether a text or a list is open that a later line may close.
    pub(crate) fn is_open(&self) -> bool {
        let in_text = matches!(self.inside, Inside::Text { count: 3, .. });
        !self.broken && (in_text || !self.brackets.is_empty())
    }

    /// Tells whether a line begins a table.
    pub(crate) const fn has_tables(&self) -> bool {
        self.has_tables
    }

    /// Reads on.
    pub(crate) fn feed(&mut self, part: &str) {
        let bytes = part.as_bytes();
        let mut at = 0;
        let mut line_is_blank = true;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match self.inside {
                Inside::Comment if byte == b'\n' => self.inside = Inside::Plain,
                Inside::Comment => {}
                Inside::Plain => at = self.feed_plain(bytes, at, line_is_blank),
                Inside::Text { mark, count } => match byte {
                    b'\\' if mark == b'"' => at += 1,
                    // A text of one line that goes on in the next is an error.
                    b'\n' if count == 1 => self.inside = Inside::Plain,
                    _ if byte == mark && count == 1 => self.inside = Inside::Plain,
                    _ if byte == mark && bytes[at..].starts_with(&[mark, mark]) => {
                        // Two more marks may belong to the text.
                        let more = bytes[at + 2..].iter().take(2).take_while(|&&next| next == mark);
                        at += 2 + more.count();
                        self.inside = Inside::Plain;
                    }
                    _ => {}
                },
            }
            line_is_blank = byte == b'\n' || line_is_blank && byte.is_ascii_whitespace();
        }
    }

    /// Reads what begins before `at`, and returns where to go on.
    fn feed_plain(&mut self, bytes: &[u8], at: usize, line_is_blank: bool) -> usize {
        match bytes[at - 1] {
            b'#' => self.inside = Inside::Comment,
            mark @ (b'"' | b'\'') => {
                let three = bytes[at..].starts_with(&[mark, mark]);
                self.inside = Inside::Text { mark, count: if three { 3 } else { 1 } };
                return at + if three { 2 } else { 0 };
            }
            bracket @ (b'[' | b'{') => {
                self.has_tables |= line_is_blank && self.brackets.is_empty();
                self.brackets.push(bracket);
            }
            b']' | b'}' => self.broken |= self.brackets.pop().is_none(),
            // Lists have no fields: somebody forgot to close one.
            b'=' => self.broken |= self.brackets.last() == Some(&b'['),
            _ => {}
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nesting(text: &str) -> Nesting {
        let mut nesting = Nesting::new();
        nesting.feed(text);
        nesting
    }

    #[test]
    fn texts_and_lists_may_be_open() {
        for (text, open) in [
            ("a = 1\n", false),
            ("a = '''x\n", true),
            ("a = '''x'''\n", false),
            ("a = \"\"\"x\\\"\"\"\n", true),
            ("a = \"\"\"x\"\"\"\"\"\n", false),
            ("a = \"'''\"\n", false),
            ("a = '\"\"\"'\n", false),
            ("# '''\n", false),
            ("a = [1,\n", true),
            ("a = [1,\nb = 2\n", false),
            ("a = [{b = 1},\n", true),
            ("a = ']'\n", false),
            ("a = '\n", false),
        ] {
            assert_eq!(nesting(text).is_open(), open, "{text:?}");
        }
    }

    #[test]
    fn tables_are_seen() {
        for (text, tables) in [
            ("a = [1]\n", false),
            ("  [b]\n", true),
            ("[b.c]\n", true),
            ("a = '''\n[b]\n'''\n", false),
            ("a = [\n[1]\n]\n", false),
        ] {
            assert_eq!(nesting(text).has_tables(), tables, "{text:?}");
        }
    }

    #[test]
    fn parts_go_on_where_others_end() {
        let mut nesting = nesting("a = '''x\n");
        nesting.feed("[7]\n'''\nb = 1\n");
        assert!(!nesting.is_open() && !nesting.has_tables());
    }
}
