//! Errors: what can be wrong with a batch.

use croupier_cards::coded::Value;
use croupier_cards::coded_errors;

coded_errors! {
    /// The reason why a batch was not evaluated.
    ///
    /// `index` is always the number of the hand, counted from 0 over the whole input. When several
    /// hands are wrong, the first one is named.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum BatchError {
        /// Hands of this many cards do not exist in the ranking.
        #[error("hands of {width} cards are not possible here: {minimum} to {maximum} are")]
        Width {
            /// How many cards each row has.
            width: usize,
            /// The smallest number that is possible.
            minimum: usize,
            /// The largest number that is possible.
            maximum: usize,
        },
        /// The cards do not divide into rows.
        #[error("{length} cards do not divide into rows of {width}")]
        PartialRow {
            /// How many cards there are.
            length: usize,
            /// How many cards each row should have.
            width: usize,
        },
        /// The inputs describe different numbers of hands.
        #[error("one input has {first} hands, another has {second}")]
        UnequalInputs {
            /// How many hands the first input has.
            first: usize,
            /// How many hands another input has.
            second: usize,
        },
        /// The output has no room for exactly one strength for each hand.
        #[error("there are {hands} hands, but the output has room for {room}")]
        OutputLength {
            /// How many hands there are.
            hands: usize,
            /// How many strengths the output holds.
            room: usize,
        },
        /// A byte is none of the 52 cards.
        #[error("hand {index}: {value} is not a card, cards are 0 to 51")]
        CardOutOfRange {
            /// Which hand.
            index: usize,
            /// The byte.
            value: u8,
        },
        /// A hand has the same card twice.
        #[error("hand {index} has a card twice")]
        DuplicateCard {
            /// Which hand.
            index: usize,
        },
        /// A hand has a card that the ranking's deck does not have.
        #[error("hand {index} has a card that is not in the deck")]
        NotInDeck {
            /// Which hand.
            index: usize,
        },
        /// A hand has too few or too many cards for the ranking.
        #[error("hand {index} has {count} cards, which the ranking does not allow")]
        CardCount {
            /// Which hand.
            index: usize,
            /// How many cards it has.
            count: u32,
        },
        /// A set or a mask has a bit that stands for none of the 52 cards.
        #[error("hand {index} has bits that are not cards")]
        NotACard {
            /// Which hand.
            index: usize,
        },
    }
}

impl BatchError {
    /// Returns the same error for a hand that comes `offset` hands later.
    #[must_use]
    pub(super) fn shifted(mut self, offset: usize) -> Self {
        match &mut self {
            Self::CardOutOfRange { index, .. }
            | Self::DuplicateCard { index }
            | Self::NotInDeck { index }
            | Self::CardCount { index, .. }
            | Self::NotACard { index } => *index += offset,
            Self::Width { .. }
            | Self::PartialRow { .. }
            | Self::UnequalInputs { .. }
            | Self::OutputLength { .. } => {}
        }
        self
    }
}

impl From<&BatchError> for Value {
    fn from(error: &BatchError) -> Self {
        Self::Text(error.to_string())
    }
}

coded_errors! {
    /// The reason why an array of the caller's cannot be read or written.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ArrayError {
        /// It has other items.
        #[error("{what} must be an array of {items}: {reason}")]
        ArrayItems {
            /// The array.
            what: String,
            /// The type that its items must have.
            items: &'static str,
            /// What is wrong.
            reason: String,
        },
        /// It does not lie in memory in one piece.
        #[error("{what} must lie in memory without gaps (C-contiguous); copy it first")]
        ArrayGaps {
            /// The array.
            what: String,
        },
        /// Nothing can be written to it.
        #[error("{what} must be writable")]
        ArrayReadOnly {
            /// The array.
            what: String,
        },
        /// It has other dimensions.
        #[error("{what} must have two dimensions, not {given}")]
        ArrayDimensions {
            /// The array.
            what: String,
            /// How many it has.
            given: usize,
        },
        /// There is no row for each suit.
        #[error("the array of suit masks must have 4 rows, one for each suit, not {given}")]
        SuitMaskRows {
            /// How many there are.
            given: usize,
        },
        /// What is read lies where something is written.
        #[error("the output must not share memory with the hands")]
        OutputSharesMemory,
        /// Arrays of hands of the ranking are not evaluated in this way.
        #[error("{ranking} has no {what}")]
        NoBulkEvaluation {
            /// The name of the ranking.
            ranking: String,
            /// What it does not have.
            what: &'static str,
        },
    }
}
