//! Small steps through a line of text.

/// A text of which the beginning is taken off, step by step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scan<'t> {
    pub(super) rest: &'t str,
}

impl<'t> Scan<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { rest: text }
    }

    /// Takes a word off, whatever the size of its letters; tells whether it was there.
    pub(super) fn word(&mut self, word: &str) -> bool {
        match strip_word(self.rest, word) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes a text off; tells whether it was there.
    pub(super) fn text(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes everything off for which this holds.
    pub(super) fn take(&mut self, holds: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|letter| !holds(letter)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Takes digits off, if there are some.
    pub(super) fn digits(&mut self) -> Option<&'t str> {
        let digits = self.take(|letter| letter.is_ascii_digit());
        (!digits.is_empty()).then_some(digits)
    }

    /// Takes a number off that begins with a digit and has points and commas.
    pub(super) fn amount(&mut self) -> Option<&'t str> {
        if !self.rest.starts_with(|letter: char| letter.is_ascii_digit()) {
            return None;
        }
        Some(self.take(|letter| letter.is_ascii_digit() || letter == '.' || letter == ','))
    }

    /// Takes blanks off.
    pub(super) fn blanks(&mut self) -> bool {
        let before = self.rest.len();
        self.rest = self.rest.trim_start();
        self.rest.len() < before
    }

    /// Takes everything off before a text, and the text; nothing where it is not there.
    pub(super) fn until(&mut self, text: &str) -> Option<&'t str> {
        let (taken, rest) = cut(self.rest, text)?;
        self.rest = rest;
        Some(taken)
    }
}

/// Takes a word off, whatever the size of its letters.
pub(super) fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let start = text.as_bytes().get(..word.len())?;
    // Nearly all words differ in the first letter, of which this bit is the size.
    let size = |letter: Option<&u8>| letter.map(|letter| letter | 0x20);
    if size(start.first()) != size(word.as_bytes().first()) {
        return None;
    }
    if start.eq_ignore_ascii_case(word.as_bytes()) { text.get(word.len()..) } else { None }
}

/// Finds a word, whatever the size of its letters, from a place on.
pub(super) fn find_word(text: &str, word: &str, from: usize) -> Option<usize> {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let last = text.len().checked_sub(word.len())?;
    let first = word.first()?;
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    (from..=last).find(|&place| {
        (text[place] == lower || text[place] == upper)
            && text[place..place + word.len()].eq_ignore_ascii_case(word)
    })
}

/// Finds a text in a short one, by its second letter: the first is a blank in most. To prepare a quicker search would
/// take longer than this.
pub(super) fn find(text: &str, part: &str) -> Option<usize> {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    let &[_, mark, ..] = part else { return memchr::memmem::find(text, part) };
    let mut from = 1;
    while let Some(next) = memchr::memchr(mark, text.get(from..)?) {
        let place = from + next - 1;
        if text[place..].starts_with(part) {
            return Some(place);
        }
        from += next + 1;
    }
    None
}

/// Finds the last place of a text in a short one.
pub(super) fn find_last(text: &str, part: &str) -> Option<usize> {
    let mut found = find(text, part)?;
    // Parts begin with a letter of one byte.
    while let Some(next) = text.get(found + 1..).and_then(|rest| find(rest, part)) {
        found += 1 + next;
    }
    Some(found)
}

/// Cuts a short text at the first place of another, as `str::split_once` does.
pub(super) fn cut<'t>(text: &'t str, part: &str) -> Option<(&'t str, &'t str)> {
    find(text, part).map(|place| (&text[..place], &text[place + part.len()..]))
}

/// Cuts a short text at the last place of another, as `str::rsplit_once` does.
pub(super) fn cut_last<'t>(text: &'t str, part: &str) -> Option<(&'t str, &'t str)> {
    find_last(text, part).map(|place| (&text[..place], &text[place + part.len()..]))
}

/// Tells whether texts come one after the other, with anything between them.
pub(super) fn has_in_order(text: &str, parts: &[&str]) -> bool {
    let mut rest = text;
    parts.iter().all(|part| match find(rest, part) {
        Some(place) => {
            rest = &rest[place + part.len()..];
            true
        }
        None => false,
    })
}

/// Reads a number that is small enough to count seats, players and levels.
pub(super) fn small_number(digits: &str) -> Option<u32> {
    (digits.len() <= 9).then(|| digits.parse().ok()).flatten()
}

/// Returns the last word of a text.
pub(super) fn last_word(text: &str) -> &str {
    memchr::memrchr(b' ', text.as_bytes()).map_or(text, |place| &text[place + 1..])
}

/// Returns the first word of a text.
pub(super) fn first_word(text: &str) -> &str {
    memchr::memchr(b' ', text.as_bytes()).map_or(text, |place| &text[..place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_where_the_standard_library_finds_them() {
        let texts =
            ["", "a", " a", "xx", "x xx", "aaab", "ab ab", "é a é", "A collected $1 from pot"];
        let parts = ["", "a", " a", "ab", "aab", "x ", "é", " é", " collected ", "zz", "A", "pot"];
        for text in texts {
            for part in parts {
                assert_eq!(find(text, part), text.find(part), "{part:?} in {text:?}");
                if part.starts_with(|first: char| first.is_ascii()) {
                    assert_eq!(find_last(text, part), text.rfind(part), "{part:?} in {text:?}");
                }
            }
        }
    }

    #[test]
    fn words_are_taken_off_whatever_the_size_of_their_letters() {
        assert_eq!(strip_word("Folds (auth)", "folds"), Some(" (auth)"));
        assert_eq!(strip_word("all-in", "ALL-IN"), Some(""));
        assert_eq!(strip_word("x", ""), Some("x"));
        // These differ in the bit that is the size of letters.
        assert_eq!(strip_word("@a", "`a"), None);
        assert_eq!(strip_word("[a", "{a"), None);
        assert_eq!(strip_word("fold", "folds"), None);
        assert_eq!(strip_word("é", "e"), None);
    }
}
