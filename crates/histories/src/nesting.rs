//! Whether a part of a TOML document is complete: no text and no list is open at its end.

use crate::limits::MOST_DEPTH;

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
    /// How many points stand in the key or the number that is being read.
    points: usize,
    too_deep: bool,
}

impl Nesting {
    pub(crate) const fn new() -> Self {
        Self {
            inside: Inside::Plain,
            brackets: Vec::new(),
            broken: false,
            has_tables: false,
            points: 0,
            too_deep: false,
        }
    }

    /// Tells whether a text or a list is open that a later line may close.
    pub(crate) fn is_open(&self) -> bool {
        let in_text = matches!(self.inside, Inside::Text { count: 3, .. });
        !self.broken && !self.too_deep && (in_text || !self.brackets.is_empty())
    }

    /// Tells whether lists and tables lie deeper in each other than they may, or a key has more parts than that.
    pub(crate) const fn is_too_deep(&self) -> bool {
        self.too_deep
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
        let byte = bytes[at - 1];
        if byte == b'.' {
            // A reader of TOML looks at all parts of a key for each of them.
            self.points += 1;
            self.too_deep |= self.points > MOST_DEPTH;
        } else if matches!(byte, b'\n' | b'=' | b',' | b'[' | b']' | b'{' | b'}') {
            self.points = 0;
        }
        match byte {
            b'#' => self.inside = Inside::Comment,
            mark @ (b'"' | b'\'') => {
                let three = bytes[at..].starts_with(&[mark, mark]);
                self.inside = Inside::Text { mark, count: if three { 3 } else { 1 } };
                return at + if three { 2 } else { 0 };
            }
            bracket @ (b'[' | b'{') => {
                self.has_tables |= line_is_blank && self.brackets.is_empty();
                // What is too deep is not followed further down.
                self.too_deep |= self.brackets.len() == MOST_DEPTH;
                if !self.too_deep {
                    self.brackets.push(bracket);
                }
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
    fn depth_has_a_limit() {
        let deep = |count: usize| {
            [
                format!("a{} = 1", ".a".repeat(count)),
                format!("[a{}]", ".'a' ".repeat(count)),
                format!("a = {{b{} = 1}}", ". b".repeat(count)),
                format!("a = {}{}", "[".repeat(count), "]".repeat(count)),
                format!("a = {}1{}", "{a=".repeat(count), "}".repeat(count)),
            ]
        };
        for text in deep(MOST_DEPTH) {
            assert!(!nesting(&text).is_too_deep(), "{text}");
        }
        for text in deep(MOST_DEPTH + 1) {
            assert!(nesting(&text).is_too_deep(), "{text}");
            assert!(!nesting(&text).is_open(), "{text}");
        }
        let points = format!("a = '{0}' # {0}\nb = [1.5, 2.5]", ".".repeat(99));
        assert!(!nesting(&points).is_too_deep());
    }

    #[test]
    fn parts_go_on_where_others_end() {
        let mut nesting = nesting("a = '''x\n");
        nesting.feed("[7]\n'''\nb = 1\n");
        assert!(!nesting.is_open() && !nesting.has_tables());
    }
}
