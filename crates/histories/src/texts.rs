//! Texts as a column: all in one piece, with their lengths.

/// Texts, one after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// All of them.
    pub text: String,
    /// How many bytes each has.
    pub lengths: Vec<u32>,
}

impl Texts {
    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.lengths.push(text.len() as u32);
    }

    /// Returns how many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Tells whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// Lists them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.lengths.iter().map(move |&length| {
            let end = start + length as usize;
            let text = self.text.get(start..end).unwrap_or_default();
            start = end;
            text
        })
    }

    /// Adds others after these.
    pub fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
        self.lengths.extend_from_slice(&other.lengths);
    }
}

/// Returns a text without its quotation marks, single or three single ones.
pub(crate) fn unquote(text: &str) -> &str {
    for quote in ["'''", "'"] {
        let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            return inner;
        }
    }
    text
}

/// Lists the texts of a list in the plain style, as far as it is in that style.
pub(crate) fn quoted(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = list.strip_prefix('[').unwrap_or_default();
    std::iter::from_fn(move || {
        let quote = if rest.starts_with("'''") { "'''" } else { "'" };
        let inner = rest.strip_prefix(quote)?;
        let (text, after) = if quote.len() == 1 {
            // Names are short: this is faster than a search made for long texts.
            let end = inner.bytes().position(|byte| byte == b'\'')?;
            (&inner[..end], &inner[end + 1..])
        } else {
            inner.split_once(quote)?
        };
        rest = after.strip_prefix(", ").unwrap_or_default();
        Some(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let mut texts = Texts::default();
        for text in ["a", "", "é"] {
            texts.push(text);
        }
        texts.append(&texts.clone());
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["a", "", "é", "a", "", "é"]);
        assert_eq!((texts.len(), texts.is_empty()), (6, false));
    }

    #[test]
    fn quotation_marks_are_left_out() {
        assert_eq!(["'a'", "'''b's'''", "12", "''"].map(unquote), ["a", "b's", "12", ""]);
        let list = "['a', '''b's''', '', 'c]']";
        assert_eq!(quoted(list).collect::<Vec<_>>(), ["a", "b's", "", "c]"]);
        assert_eq!(quoted("[]").count() + quoted("").count(), 0);
    }
}
