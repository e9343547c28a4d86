//! The thirteen ranks.

/// A rank, 0 (deuce) to 12 (ace): the order of most games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// How many ranks there are.
pub const COUNT: usize = 13;
/// The one-character names of the ranks, from deuce to ace.
pub const CHARACTERS: [u8; COUNT] = *b"23456789TJQKA";
/// The English names of the ranks, from deuce to ace.
pub const NAMES: [&str; COUNT] = [
    "Deuce", "Trey", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen",
    "King", "Ace",
];
/// The English names of several cards of a rank, from deuces to aces.
pub const PLURALS: [&str; COUNT] = [
    "Deuces", "Treys", "Fours", "Fives", "Sixes", "Sevens", "Eights", "Nines", "Tens", "Jacks",
    "Queens", "Kings", "Aces",
];

impl Rank {
    /// The highest rank of most games, and the lowest of some.
    pub const ACE: Self = Self(12);

    /// Returns the rank of this index: 0 is the deuce, 12 the ace.
    ///
    /// An index past the ace gives `None`.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < COUNT as u8 { Some(Self(index)) } else { None }
    }

    /// Reads a rank from its character; `10` is the business of the parser.
    #[must_use]
    pub fn from_character(character: char) -> Option<Self> {
        let index = CHARACTERS.iter().position(|&known| char::from(known) == character)?;
        Some(Self(index as u8))
    }

    /// Returns 0 for the deuce to 12 for the ace.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the character of this rank, such as `T`.
    #[must_use]
    pub const fn character(self) -> char {
        CHARACTERS[self.0 as usize] as char
    }

    /// Returns the English name, such as `Deuce`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// Returns the English name of several cards of this rank, such as `Sixes`.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        PLURALS[self.0 as usize]
    }
}
