//! What happened, operation by operation.

use croupier_cards::Card;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::chips::Chips;
use crate::seats::Seat;

/// Cards of one operation; most operations have a few.
pub type Cards = SmallVec<[Card; 16]>;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Operation {
    AntePosting {
        seat: Seat,
        amount: Chips,
    },
    BetCollection {
        bets: Box<[Chips]>,
    },
    BlindOrStraddlePosting {
        seat: Seat,
        amount: Chips,
    },
    CardBurning {
        card: Card,
    },
    /// Bit n of `up` says whether card n lies face up.
    HoleDealing {
        seat: Seat,
        cards: Cards,
        up: u64,
    },
    BoardDealing {
        cards: Cards,
    },
    StandingPatOrDiscarding {
        seat: Seat,
        cards: Cards,
    },
    Folding {
        seat: Seat,
    },
    CheckingOrCalling {
        seat: Seat,
        amount: Chips,
    },
    BringInPosting {
        seat: Seat,
        amount: Chips,
    },
    CompletionBettingOrRaisingTo {
        seat: Seat,
        amount: Chips,
    },
    RunoutCountSelection {
        seat: Seat,
        count: Option<u32>,
    },
    HoleCardsShowingOrMucking {
        seat: Seat,
        cards: Cards,
    },
    HandKilling {
        seat: Seat,
    },
    ChipsPushing {
        amounts: Box<[Chips]>,
        pot: u8,
        board: Option<u8>,
        hand_type: Option<u8>,
    },
    ChipsPulling {
        seat: Seat,
        amount: Chips,
    },
    NoOperation,
}
