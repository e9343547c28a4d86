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

    /// Forgets all of them, and keeps their room.
    pub fn clear(&mut self) {
        self.text.clear();
        self.lengths.clear();
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
}
