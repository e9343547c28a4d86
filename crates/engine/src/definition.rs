//! A game as data: the deck, the forced bets, the steps, the showdown.

use std::sync::Arc;

use croupier_cards::Card;
use croupier_eval::selection::Rule;
use croupier_eval::{Ranking, Shape};

use crate::chips::Chips;
use crate::seats::{Seat, Seats};

/// How much may be bet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Structure {
    /// The fixed amount of the round.
    FixedLimit,
    /// Up to the pot.
    PotLimit,
    /// Up to everything.
    NoLimit,
}

/// Who acts first in a betting round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opening {
    /// The player after the last blind or straddle, or the first player.
    Position,
    /// The player with the lowest up card, aces high.
    LowCard,
    /// The player with the highest up card, aces low.
    HighCard,
    /// The player with the lowest up cards, aces low.
    LowHand,
    /// The player with the highest up cards, aces high.
    HighHand,
}

/// Which rule book applies where tournaments and cash games differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Tournaments: no fold without need, all cards are shown, one run of the board.
    Tournament,
    /// Cash games.
    CashGame,
}

/// An operation that is no player's decision and can be done without being asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Automation {
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    CardBurning,
    HoleDealing,
    BoardDealing,
    RunoutCountSelection,
    HoleCardsShowingOrMucking,
    HandKilling,
    ChipsPushing,
    ChipsPulling,
}

/// A set of automations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Automations(u16);

impl Automations {
    /// Everything that can be automated.
    pub const ALL: Self = Self((1 << 11) - 1);

    /// Tells whether this operation is automated.
    #[must_use]
    pub const fn contains(self, automation: Automation) -> bool {
        self.0 >> automation as u8 & 1 == 1
    }
}

impl FromIterator<Automation> for Automations {
    fn from_iter<I: IntoIterator<Item = Automation>>(automations: I) -> Self {
        Self(automations.into_iter().fold(0, |bits, automation| bits | 1 << automation as u8))
    }
}

/// One step of a hand, on one of its streets.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step {
    /// The street that the step belongs to, as the game numbers them.
    pub street: usize,
    /// What is done.
    pub action: Action,
}

/// What is done in a step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Action {
    /// Cards are discarded and dealt.
    Deal(Dealing),
    /// Players bet.
    Bet(Betting),
}

/// Players discard; then cards are burnt and dealt: hole cards first, then those of the boards.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Dealing {
    /// How players discard, if they do.
    pub draw: Option<Drawing>,
    /// Whether a card is burnt.
    pub burn: bool,
    /// For each hole card, whether it is dealt face up.
    pub hole: Vec<bool>,
    /// How many cards are dealt to each board.
    pub board: usize,
}

/// What players may discard, in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// The fewest cards.
    pub minimum: usize,
    /// The most cards; none for all that a player holds.
    pub maximum: Option<usize>,
    /// Whether as many cards are dealt instead.
    pub replaces: bool,
}

impl Drawing {
    /// A draw of any number of cards.
    pub const ANY: Self = Self { minimum: 0, maximum: None, replaces: true };

    /// Discarding so many cards, no more and no less, for nothing.
    #[must_use]
    pub const fn discard(count: usize) -> Self {
        Self { minimum: count, maximum: Some(count), replaces: false }
    }
}

/// A betting round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Betting {
    /// Who acts first.
    pub opening: Opening,
    /// The smallest bet.
    pub minimum_bet: Chips,
    /// How many bets and raises there may be; none for any number.
    pub maximum_raises: Option<u32>,
}

impl Step {
    /// Returns the dealing, if this is one.
    #[must_use]
    pub const fn dealing(&self) -> Option<&Dealing> {
        match &self.action {
            Action::Deal(dealing) => Some(dealing),
            Action::Bet(_) => None,
        }
    }

    /// Returns the betting round, if this is one.
    #[must_use]
    pub const fn betting(&self) -> Option<&Betting> {
        match &self.action {
            Action::Bet(betting) => Some(betting),
            Action::Deal(_) => None,
        }
    }

    /// Tells whether players decide about their cards.
    #[must_use]
    pub fn has_card_decision(&self) -> bool {
        self.dealing().is_some_and(|dealing| dealing.draw.is_some())
    }
}

/// How hands compete for a share of the pot.
#[derive(Debug, Clone)]
pub enum HandType {
    /// A ranking of the core, and which cards may form the hand.
    Ranked {
        /// The ranking.
        ranking: &'static Ranking,
        /// Which cards may form the hand.
        rule: Rule,
    },
    /// A lookup by shape that somebody defined.
    Lookup {
        /// The lookup.
        shape: Arc<Shape>,
        /// Which cards may form the hand.
        rule: Rule,
        /// Whether the lowest hand wins.
        low: bool,
    },
    /// A ranking that the caller evaluates.
    Foreign,
}

/// A game with the stakes and stacks of one hand.
#[derive(Debug, Clone)]
pub struct Definition {
    /// What is done without being asked for.
    pub automations: Automations,
    /// The cards.
    pub deck: Vec<Card>,
    /// How hands compete; more than one split the pot.
    pub hand_types: Vec<HandType>,
    /// What is done between the forced bets and the showdown.
    pub steps: Vec<Step>,
    /// How much may be bet.
    pub structure: Structure,
    /// Whether what one player anted beyond the others is given back.
    pub trims_antes: bool,
    /// The antes by seat.
    pub antes: Vec<Chips>,
    /// The blinds and straddles by seat; posts are negative.
    pub blinds: Vec<Chips>,
    /// The bring-in, or 0.
    pub bring_in: Chips,
    /// The stacks.
    pub starting_stacks: Vec<Chips>,
    /// Which rule book applies.
    pub mode: Mode,
    /// How many boards there are.
    pub board_count: usize,
}

impl Definition {
    /// Returns no game at all, which stands where the game is kept elsewhere.
    pub(crate) fn nothing() -> Arc<Self> {
        Arc::new(Self {
            automations: Automations::default(),
            deck: Vec::new(),
            hand_types: Vec::new(),
            steps: Vec::new(),
            structure: Structure::NoLimit,
            trims_antes: false,
            antes: Vec::new(),
            blinds: Vec::new(),
            bring_in: 0,
            starting_stacks: Vec::new(),
            mode: Mode::Tournament,
            board_count: 0,
        })
    }

    /// Returns how many players there are.
    #[must_use]
    pub fn player_count(&self) -> usize {
        self.starting_stacks.len()
    }

    /// Returns all players.
    #[must_use]
    pub fn players(&self) -> Seats {
        Seats::first(self.player_count())
    }

    /// Returns how many streets there are.
    #[must_use]
    pub fn street_count(&self) -> usize {
        self.steps.last().map_or(0, |step| step.street.saturating_add(1))
    }

    /// Returns where the forced bets of a player stand: two players have theirs the other way round.
    pub(crate) fn forced_bet_place(&self, seat: Seat) -> usize {
        if self.player_count() == 2 { 1 - seat } else { seat }
    }

    /// Returns the ante that a player can pay.
    #[must_use]
    pub fn effective_ante(&self, seat: Seat) -> Chips {
        self.antes[self.forced_bet_place(seat)].min(self.starting_stacks[seat])
    }

    /// Returns the blind, straddle or post that a player can pay after the ante.
    #[must_use]
    pub fn effective_blind(&self, seat: Seat) -> Chips {
        let left = self.starting_stacks[seat] - self.effective_ante(seat);
        self.blinds[self.forced_bet_place(seat)].abs().min(left)
    }
}
