//! Why a spot cannot be solved.

use croupier_cards::{Card, coded_errors};
use croupier_equity::EquityError;

coded_errors! {
    /// The reason why there is no solution.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum SolverError {
        /// A size of a bet cannot be read.
        #[error("'{0}' is no size of a bet: write 50%, 2.5x, 30c, e, 2e, 3e200%, pot, min or a")]
        Size(text: String),
        /// A size that is relative to a bet stands where there is none.
        #[error("'{0}' is a multiple of the bet before, and stands among the bets: use it for raises")]
        MultipleOfNothing(text: String),
        /// The spot itself makes no sense.
        #[error("{0}")]
        Spot(reason: String),
        /// A line leads nowhere.
        #[error("there is no '{step}' in the line '{line}', but {choices}")]
        UnknownLine {
            /// The step that is not there.
            step: String,
            /// The whole line.
            line: String,
            /// The actions that are possible there.
            choices: String,
        },
        /// The game cannot be solved from there.
        #[error("this game cannot be solved from there: {0}")]
        Unsupported(reason: String),
        /// A card is on the board twice or in no deck.
        #[error("the card {0} is on the board twice, or not in the deck of the game")]
        Board(card: Card),
        /// A player has no hand.
        #[error("player {player} has no possible hand: every one has a card of the board")]
        NoCombo {
            /// Which player, from 1.
            player: usize,
        },
        /// No hands of the two players go together.
        #[error("the players cannot both have hands at once, or almost never: their ranges have too few different cards")]
        NoDeal,
        /// A hand does not have as many cards as the game deals.
        #[error("player {player} has a hand of {given} cards, but the game deals {count}")]
        HandSize {
            /// Which player, from 1.
            player: usize,
            /// How many cards it has.
            given: usize,
            /// How many there should be.
            count: usize,
        },
        /// The tree needs more memory than is allowed.
        #[error(
            "the tree needs {needed} MB, and {allowed} MB are allowed: leave out sizes, narrow the ranges, use 16 bits, or begin on a later street"
        )]
        TooLarge {
            /// The memory that it needs, in megabytes.
            needed: u64,
            /// The memory that is allowed, in megabytes.
            allowed: u64,
        },
        /// The tree has more nodes than can be listed.
        #[error("the tree has more than {0} nodes: leave out sizes, or cap the raises")]
        TooManyNodes(most: usize),
        /// A line of the tree has more actions than are allowed.
        #[error(
            "a line of the tree has more than {0} actions: use larger sizes, cap the raises, or take smaller stacks"
        )]
        TooManyActions(most: usize),
        /// A strategy that was to be locked is none.
        #[error("the strategy that is locked at '{line}' is none: {reason}")]
        Lock {
            /// Where.
            line: String,
            /// The reason.
            reason: String,
        },
        /// The rules or the evaluation refused something.
        #[error("{0}")]
        Game(reason: String),
        /// A text that is no solution of this spot.
        #[error("this is no solution of the spot: {0}")]
        Damaged(reason: &'static str),
        /// A solution that was loaded does not have everything.
        #[error("a solution that was loaded cannot be improved or measured: solve the spot again")]
        Loaded,
        /// The callback for progress asked to stop.
        #[error("interrupted")]
        Interrupted,
    }
}

impl From<EquityError> for SolverError {
    fn from(error: EquityError) -> Self {
        Self::Game(error.to_string())
    }
}

impl From<croupier_engine::RuleError> for SolverError {
    fn from(error: croupier_engine::RuleError) -> Self {
        Self::Game(error.to_string())
    }
}
