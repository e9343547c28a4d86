//! The names of the kinds of hands.

/// A kind of hand, such as two pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Category {
    HighCard,
    OnePair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
    FiveOfAKind,
    /// Four cards of one suit, as Canadian stud counts it.
    FourFlush,
    /// Four cards in sequence, as Canadian stud counts it.
    FourStraight,
    /// Three pairs and a seventh card (seven-card hands of New England).
    ThreePair,
    /// Six in sequence.
    LongStraight,
    /// Six of one suit.
    LongFlush,
    /// Seven in sequence.
    GrandStraight,
    /// Three, two and two of a kind.
    Villa,
    /// Three and three of a kind.
    Hotel,
    /// Four and two of a kind.
    Mansion,
    /// Seven of one suit.
    GrandFlush,
    /// Six in sequence of one suit.
    LongStraightFlush,
    /// Four and three of a kind.
    Palace,
    /// Seven in sequence of one suit.
    GrandStraightFlush,
}

impl Category {
    /// Returns the name as it stands in a table, such as `Two pair`.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::HighCard => "High card",
            Self::OnePair => "One pair",
            Self::TwoPair => "Two pair",
            Self::ThreeOfAKind => "Three of a kind",
            Self::Straight => "Straight",
            Self::Flush => "Flush",
            Self::FullHouse => "Full house",
            Self::FourOfAKind => "Four of a kind",
            Self::StraightFlush => "Straight flush",
            Self::RoyalFlush => "Royal flush",
            Self::FiveOfAKind => "Five of a kind",
            Self::FourFlush => "Four flush",
            Self::FourStraight => "Four straight",
            Self::ThreePair => "Three pair",
            Self::LongStraight => "Long straight",
            Self::LongFlush => "Long flush",
            Self::GrandStraight => "Grand straight",
            Self::Villa => "Villa",
            Self::Hotel => "Hotel",
            Self::Mansion => "Mansion",
            Self::GrandFlush => "Grand flush",
            Self::LongStraightFlush => "Long straight flush",
            Self::Palace => "Palace",
            Self::GrandStraightFlush => "Grand straight flush",
        }
    }
}
