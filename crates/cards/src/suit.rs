//! The four suits.

/// A suit: clubs, diamonds, hearts, spades, in the order that breaks ties for a bring-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(u8);

/// How many suits there are.
pub const COUNT: usize = 4;
/// The one-character names of the suits.
pub const CHARACTERS: [u8; COUNT] = *b"cdhs";
/// The English names of the suits.
pub const NAMES: [&str; COUNT] = ["clubs", "diamonds", "hearts", "spades"];

impl Suit {
    /// Returns the suit of this index, 0 (clubs) to 3 (spades).
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < COUNT as u8 { Some(Self(index)) } else { None }
    }

    /// Reads a suit from its lower-case character.
    #[must_use]
    pub fn from_character(character: char) -> Option<Self> {
        let index = CHARACTERS.iter().position(|&known| char::from(known) == character)?;
        Some(Self(index as u8))
    }

    /// Returns 0 for clubs to 3 for spades.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the character of this suit, such as `c`.
    #[must_use]
    pub const fn character(self) -> char {
        CHARACTERS[self.0 as usize] as char
    }

    /// Returns the English name, such as `clubs`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }
}
