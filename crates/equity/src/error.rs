//! Errors: what can be wrong with a question.

use croupier_cards::{Card, coded_errors};
use croupier_eval::batch::BatchError;

coded_errors! {
    /// The reason why there is no answer.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum EquityError {
        /// A pot needs players.
        #[error("there must be at least two players, not {0}")]
        TooFewPlayers(given: usize),
        /// A showdown needs a hand to compare.
        #[error("there must be at least one kind of hand to compare")]
        NoContest,
        /// The board is longer than the game's.
        #[error("the board has {given} cards, but the game has {count}")]
        BoardTooLong {
            /// How many cards were given.
            given: usize,
            /// How many there are at the end.
            count: usize,
        },
        /// A card stands on the board twice, or is dead and on the board.
        #[error("the card {0} is there twice: on the board, or among the dead cards")]
        DuplicateCard(card: Card),
        /// A card is not in the deck of the game.
        #[error("the card {0} is not in the deck of the game")]
        NotInDeck(card: Card),
        /// A player has no hand.
        #[error(
            "player {player} has no possible hand left: every one has a card of the board or a dead card"
        )]
        NoCombo {
            /// Which player, from 1.
            player: usize,
        },
        /// A hand has too many cards.
        #[error("player {player} has a hand of {given} cards, but the game has {count}")]
        HandTooLong {
            /// Which player, from 1.
            player: usize,
            /// How many cards it has.
            given: usize,
            /// How many there are at the end.
            count: usize,
        },
        /// A weight makes no sense.
        #[error("player {player} has a hand with the weight {weight}: expected a number from 0 to 1e12")]
        Weight {
            /// Which player, from 1.
            player: usize,
            /// The weight as text.
            weight: String,
        },
        /// No hands of the players go together.
        #[error("the players cannot all have hands at once: their ranges have too few different cards")]
        NoDeal,
        /// The deck is too small.
        #[error("{needed} more cards are needed, but only {left} are left in the deck")]
        DeckTooSmall {
            /// How many cards must be dealt.
            needed: usize,
            /// How many there are.
            left: usize,
        },
        /// An exact answer was asked for that would take too long, or needs hands of one size.
        #[error("an exact answer is out of reach here: {0}")]
        NotExact(reason: &'static str),
        /// There are no equities of a game.
        #[error("there are no equities of this game: {0}")]
        Unsupported(reason: &'static str),
        /// The game itself is wrong.
        #[error("the game cannot be shown down: {0}")]
        Game(reason: String),
        /// A kernel refused cards.
        #[error("{0}")]
        Batch(error: BatchError),
        /// The callback for progress asked to stop.
        #[error("interrupted")]
        Interrupted,
    }
}

impl From<BatchError> for EquityError {
    fn from(error: BatchError) -> Self {
        Self::Batch(error)
    }
}
