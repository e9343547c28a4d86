//! A game as data: the deck, the forced bets, the steps, the showdown.

mod condition;
mod contest;
mod json;
mod simplify;
mod soundness;
mod step;
mod street;
mod ways;

use std::sync::Arc;

use croupier_cards::{Card, Rank};
use serde::{Deserialize, Serialize};

use crate::chips::Chips;
use crate::seats::{Seat, Seats};

pub use condition::{Condition, Faces};
pub use contest::{
    Case, Contest, HandRules, HandType, Role, Source, Special, Take, TakeCount, UpCardOrder,
    UpCardRanking, Way, Wild, WildCards,
};
pub use json::Unwritable;
pub use step::{
    Action, AfterBet, Arrangement, BetTerms, Betting, Buying, CardAfter, Chooser, Choosing,
    Dealing, Deciding, Decision, Declaration, Declaring, Direction, DiscardChoice, DiscardPlace,
    DrawTerms, Drawing, Exposing, Opening, Passing, Separating, Step, SubsetId, SubsetMask,
};
pub use street::Street;
pub use ways::Ways;

/// The betting structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Structure {
    /// The fixed amount of the round.
    FixedLimit,
    /// Up to the pot.
    PotLimit,
    /// Up to everything.
    NoLimit,
}

/// The set of rules, where tournaments and cash games differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Tournaments: no fold without need, all cards are shown, one run of the board.
    Tournament,
    /// Cash games.
    CashGame,
}

/// The set of rules, where card rooms and PokerKit differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Card rooms', as the rule books have them.
    CardRoom,
    /// PokerKit's, for programs that count on them.
    PokerKit,
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

impl Automation {
    /// All of them with their names, in the order of their bits.
    pub const ALL: [(&'static str, Self); 11] = [
        ("Ante posting", Self::AntePosting),
        ("Bet collection", Self::BetCollection),
        ("Blind or straddle posting", Self::BlindOrStraddlePosting),
        ("Card burning", Self::CardBurning),
        ("Hole dealing", Self::HoleDealing),
        ("Board dealing", Self::BoardDealing),
        ("Runout-count selection", Self::RunoutCountSelection),
        ("Hole cards showing or mucking", Self::HoleCardsShowingOrMucking),
        ("Hand killing", Self::HandKilling),
        ("Chips pushing", Self::ChipsPushing),
        ("Chips pulling", Self::ChipsPulling),
    ];
}

/// A set of automations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Automations(u16);

impl Automations {
    /// Everything that can be automated.
    pub const ALL: Self = Self((1 << Automation::ALL.len()) - 1);

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

/// A game with the stakes and stacks of one hand. What does not depend on these is shared by all copies.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The operations that are done without being asked for.
    pub automations: Automations,
    /// The cards.
    pub deck: Arc<[Card]>,
    /// How hands compete; more than one split the pot.
    pub hand_types: Arc<[HandType]>,
    /// The steps between the forced bets and the showdown.
    pub steps: Arc<[Step]>,
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
    /// Whose rules apply.
    pub rules: Rules,
    /// How many boards there are.
    pub board_count: usize,
    /// The rules that only some games have.
    pub variant_rules: VariantRules,
}

/// The rules that only some games have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VariantRules {
    /// The names of the subsets of cards.
    pub subsets: Vec<String>,
    /// The names of the choices about the game, each with the names of its values.
    pub choices: Vec<(String, Vec<String>)>,
    /// Whether players win only what they declared for.
    pub declared: bool,
    /// Whether the share of a contest without a winner goes to the first one that has one.
    pub shares_are_fixed: bool,
    /// The contest that gets the odd chip, if it has a winner.
    pub odd_contest: usize,
    /// The rank after which the next card dealt face up is wild.
    pub trigger: Option<Rank>,
    /// Whether hands compete in other ways than by cards alone.
    pub has_contests: bool,
    /// Whether the player after the largest blind is asked for a straddle before the cards.
    pub optional_straddle: bool,
    /// Whether cards, choices and declarations are kept track of beyond what most games need.
    pub keeps_variant_state: bool,
}

impl Default for Definition {
    /// No game at all, which stands where the game is kept elsewhere.
    fn default() -> Self {
        Self {
            automations: Automations::default(),
            deck: Arc::default(),
            hand_types: Arc::default(),
            steps: Arc::default(),
            structure: Structure::NoLimit,
            trims_antes: false,
            antes: Vec::new(),
            blinds: Vec::new(),
            bring_in: 0,
            starting_stacks: Vec::new(),
            mode: Mode::Tournament,
            rules: Rules::CardRoom,
            board_count: 0,
            variant_rules: VariantRules::default(),
        }
    }
}

impl Definition {
    /// Counts the bets of the steps in another unit: of those in which 1 was `from`, 1 is `to` then. Nothing where they are
    /// no whole numbers then, or too large; the game is of no use in that case.
    #[must_use]
    pub fn rescale_steps(&mut self, from: i64, to: i64) -> Option<()> {
        if from == to {
            return Some(());
        }
        let change = |amount: &mut Chips| {
            let product = i128::from(*amount) * i128::from(to);
            let exact = product % i128::from(from) == 0;
            *amount = Chips::try_from(product / i128::from(from)).ok().filter(|_| exact)?;
            Some(())
        };
        Arc::make_mut(&mut self.steps).iter_mut().flat_map(Step::amounts_mut).try_for_each(change)
    }

    /// Returns the game with everything automated.
    #[must_use]
    pub fn automated(&self) -> Self {
        Self { automations: Automations::ALL, ..self.clone() }
    }

    /// Tells whether somebody is asked for something before the cards.
    #[must_use]
    pub fn asks_before_cards(&self) -> bool {
        self.optional_straddle().is_some()
    }

    /// Returns the game in which nobody is asked for anything before the cards.
    #[must_use]
    pub fn without_asking_before_cards(mut self) -> Self {
        self.variant_rules.optional_straddle = false;
        self
    }

    /// Returns who is asked for a straddle, and its full amount: the player after the largest blind, if the game leaves
    /// it open, for twice as much. Two players have nobody after the blinds, and who posts something else does not
    /// straddle.
    #[must_use]
    pub fn optional_straddle(&self) -> Option<(Seat, Chips)> {
        let count = self.player_count();
        if !self.variant_rules.optional_straddle || count < 3 {
            return None;
        }
        let blinds = self.blinds.iter().enumerate().filter(|&(_, &blind)| blind > 0);
        let (seat, blind) = blinds.max_by_key(|&(seat, &blind)| (blind, seat))?;
        let next = (seat + 1) % count;
        (self.blinds[next] == 0).then_some((next, 2 * blind))
    }

    /// Tells whether the rules of card rooms apply where PokerKit's are others.
    #[must_use]
    #[inline]
    pub fn is_card_room(&self) -> bool {
        self.rules == Rules::CardRoom
    }

    /// Tells whether cards that lie face up say who opens: there is no button then.
    #[must_use]
    pub fn is_stud(&self) -> bool {
        let mut openings = self.steps.iter().filter_map(Step::betting).map(|bet| bet.opening);
        openings.next().is_some_and(Opening::is_by_cards)
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

    /// Returns what a forced bet costs those who call it in full; PokerKit goes by what was posted.
    pub(crate) const fn full_price(&self, forced: Chips) -> Chips {
        match self.rules {
            Rules::CardRoom => forced,
            Rules::PokerKit => 0,
        }
    }

    /// Returns what the largest blind or straddle costs those who call it; 0 where that is what was posted. Posts are
    /// the affair of those who post them.
    #[must_use]
    pub fn blind_price(&self) -> Chips {
        self.full_price(self.blinds.iter().copied().fold(0, Chips::max))
    }

    /// Tells whether somebody may not have a blind, a straddle or the bring-in, so that rule books differ in what
    /// others pay.
    #[must_use]
    pub fn has_short_forced_bet(&self) -> bool {
        let left = |seat: Seat| self.starting_stacks[seat] - self.effective_ante(seat);
        self.unposted_blinds() > 0
            || self.bring_in > 0 && (0..self.player_count()).any(|seat| left(seat) < self.bring_in)
    }

    /// Returns what is missing of the blinds because their players do not have as much.
    pub(crate) fn unposted_blinds(&self) -> Chips {
        // Whose place is whose seat goes both ways.
        let owed = self.blinds.iter().enumerate().filter(|(_, owed)| **owed > 0);
        owed.map(|(place, owed)| owed - self.effective_blind(self.forced_bet_place(place))).sum()
    }
}
