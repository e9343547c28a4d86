//! The steps of a hand: what is dealt, bet and decided, one after the other.

use serde::{Deserialize, Serialize};

use super::condition::Condition;
use super::contest::UpCardOrder;
use super::json::is_default;
use crate::chips::Chips;

/// The number of a named subset of cards; the game gives the names.
pub type SubsetId = u8;
/// Subsets as bits.
pub type SubsetMask = u64;

/// One step of a hand, on one of its streets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The street that the step belongs to, as the game numbers them.
    pub street: usize,
    /// The act of the step.
    pub action: Action,
    /// The step is left out unless all of this holds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Vec<Condition>,
}

/// The kind of a step.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Cards are discarded and dealt.
    Deal(Dealing),
    /// Players bet.
    Bet(Betting),
    /// Players decide about their cards, or about the game.
    Decide(Deciding),
    /// The dealer does something with the boards.
    Arrange(Arrangement),
}

/// The first player to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
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
    /// The player with the lowest up card, aces low.
    LowCardAceLow,
    /// The player with the highest up card, aces high; a joker is the highest.
    HighCardAceHigh,
    /// The player with the best up cards, as a ranking has it.
    Shown(UpCardOrder),
    /// The player after the one who acted last.
    LastActor,
}

impl Opening {
    /// Tells whether cards that lie face up say who acts first.
    #[must_use]
    pub const fn is_by_cards(self) -> bool {
        !matches!(self, Self::Position | Self::LastActor)
    }
}

/// Players discard; then cards are burnt and dealt: hole cards first, then those of the boards.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Dealing {
    /// How players discard, if they do.
    #[serde(skip_serializing_if = "is_default")]
    pub draw: Option<Drawing>,
    /// Whether a card is burnt.
    #[serde(skip_serializing_if = "is_default")]
    pub burn: bool,
    /// For each hole card, whether it is dealt face up.
    #[serde(skip_serializing_if = "is_default")]
    pub hole: Vec<bool>,
    /// How many cards are dealt to each board.
    #[serde(skip_serializing_if = "is_default")]
    pub board: usize,
    /// The subset that the hole cards join.
    #[serde(skip_serializing_if = "is_default")]
    pub hole_subset: Option<SubsetId>,
    /// For each board card, its subsets; empty where there are none.
    #[serde(skip_serializing_if = "is_default")]
    pub board_subsets: Vec<SubsetMask>,
    /// Whether the board cards lie face down until the showdown.
    #[serde(skip_serializing_if = "is_default")]
    pub board_down: bool,
    /// Whether the rank of the last card of the board is wild from now on.
    #[serde(skip_serializing_if = "is_default")]
    pub marks_wild: bool,
}

/// The discards of players, in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// The fewest cards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub minimum: usize,
    /// The most cards; none for all that a player holds.
    pub maximum: Option<usize>,
    /// Whether cards are dealt instead.
    pub replaces: bool,
    /// The conditions beside that.
    #[serde(default, skip_serializing_if = "is_default")]
    pub terms: DrawTerms,
}

/// The conditions on cards that are discarded, beside their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct DrawTerms {
    /// The player who draws first; none for the first player.
    #[serde(skip_serializing_if = "is_default")]
    pub opening: Option<Opening>,
    /// How many cards more than were discarded are dealt instead.
    #[serde(skip_serializing_if = "is_default")]
    pub more: i8,
    /// The face of the cards that are dealt instead; none for that of the discarded ones.
    #[serde(skip_serializing_if = "is_default")]
    pub up: Option<bool>,
    /// The subset that cards dealt instead join.
    #[serde(skip_serializing_if = "is_default")]
    pub joins: Option<SubsetId>,
    /// The subsets of which cards may be discarded; 0 for all cards.
    #[serde(skip_serializing_if = "is_default")]
    pub from: SubsetMask,
    /// Which cards must go.
    #[serde(skip_serializing_if = "is_default")]
    pub choice: DiscardChoice,
    /// Where they go.
    #[serde(skip_serializing_if = "is_default")]
    pub to: DiscardPlace,
}

/// The cards that must be discarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscardChoice {
    /// Those that the player likes.
    #[default]
    Free,
    /// All cards of a rank that lies in these subsets of the board, and no others.
    MatchingRanks(SubsetMask),
    /// All cards of one subset that the player likes.
    WholeSubset,
}

/// The place where discarded cards go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscardPlace {
    /// To the other discards, face down.
    #[default]
    Down,
    /// To the other discards, for all to see.
    Up,
    /// To these subsets of the board.
    Board(SubsetMask),
}

impl Drawing {
    /// A draw of any number of cards.
    pub const ANY: Self =
        Self { minimum: 0, maximum: None, replaces: true, terms: DrawTerms::NONE };

    /// Discarding so many cards, no more and no less, for nothing.
    #[must_use]
    pub const fn discard(count: usize) -> Self {
        Self { minimum: count, maximum: Some(count), replaces: false, terms: DrawTerms::NONE }
    }
}

impl DrawTerms {
    /// Nothing beside the number of cards.
    pub const NONE: Self = Self {
        opening: None,
        more: 0,
        up: None,
        joins: None,
        from: 0,
        choice: DiscardChoice::Free,
        to: DiscardPlace::Down,
    };
}

/// A betting round.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Betting {
    /// The player who acts first.
    pub opening: Opening,
    /// The smallest bet.
    pub minimum_bet: Chips,
    /// How many bets and raises there may be; none for any number.
    pub maximum_raises: Option<u32>,
    /// The conditions beside that.
    #[serde(default, skip_serializing_if = "is_default")]
    pub terms: BetTerms,
}

/// The conditions of a betting round, beside the bets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct BetTerms {
    /// Whether the player who brought it in may raise when everybody just calls.
    #[serde(skip_serializing_if = "is_default")]
    pub bring_in_option: bool,
    /// The bet that is possible, too, when somebody shows a pair.
    #[serde(skip_serializing_if = "is_default")]
    pub pair_bet: Option<Chips>,
    /// Whether players without cards can only call.
    #[serde(skip_serializing_if = "is_default")]
    pub call_without_cards: bool,
    /// The decision of each player, once, after the first bet, call or check.
    #[serde(skip_serializing_if = "is_default")]
    pub then: Option<AfterBet>,
}

/// A decision of a player after betting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterBet {
    /// Discards.
    Discard(Drawing),
    /// Turns cards face up.
    Expose(Exposing),
}

/// A decision of the players, in turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Deciding {
    /// The player who decides first.
    pub opening: Opening,
    /// The subject of the decision.
    pub decision: Decision,
    /// The card that each player is dealt after deciding.
    #[serde(default, skip_serializing_if = "is_default")]
    pub then: Option<CardAfter>,
}

/// A card for each player after a decision, and its face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CardAfter {
    /// How many cards.
    pub count: usize,
    /// Whether it lies face up for a player all of whose cards do.
    pub up_if_all_up: bool,
    /// Whether it lies face up for any other player.
    pub up_otherwise: bool,
}

/// The subject of a decision.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Turns cards face up.
    Expose(Exposing),
    /// Passes cards to another player; all at the same time.
    Pass(Passing),
    /// Puts all cards into subsets.
    Separate(Separating),
    /// Declares for which part of the pot the hand plays.
    Declare(Declaring),
    /// One player chooses something about the game.
    Choose(Choosing),
    /// Buys cards.
    Buy(Buying),
    /// Pays for turning the last card face up.
    Protect {
        /// The cost.
        cost: Chips,
    },
    /// Replaces cards of the board.
    Replace {
        /// How many.
        count: usize,
    },
}

/// A step in which cards are turned face up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Exposing {
    /// The fewest cards.
    pub minimum: usize,
    /// The most cards.
    pub maximum: usize,
    /// Whether they are turned at once, and not when everybody has chosen.
    #[serde(default, skip_serializing_if = "is_default")]
    pub immediate: bool,
}

/// Passing cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Passing {
    /// How many cards.
    pub count: usize,
    /// To whom.
    pub direction: Direction,
    /// Whether they arrive face up.
    #[serde(default, skip_serializing_if = "is_default")]
    pub up: bool,
}

/// To whom cards are passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To the next player.
    Left,
    /// To the player before.
    Right,
    /// To the player half way round.
    Across,
}

/// Putting cards into subsets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Separating {
    /// The subsets in order, each with its number of cards.
    pub parts: Vec<(SubsetId, usize)>,
    /// The fewest cards of a subset that lie face down, and face up.
    #[serde(default, skip_serializing_if = "is_default")]
    pub faces: Vec<(SubsetId, usize, usize)>,
    /// The subset that must be better than another one, as pairs of high hands compare.
    #[serde(default, skip_serializing_if = "is_default")]
    pub better: Option<(SubsetId, SubsetId)>,
}

/// Declaring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Declaring {
    /// The declarations that are allowed, as bits of [`Declaration`].
    pub options: u8,
    /// Whether there is a declaration for each pot.
    #[serde(default, skip_serializing_if = "is_default")]
    pub per_pot: bool,
    /// Whether nobody knows before everybody has declared.
    #[serde(default, skip_serializing_if = "is_default")]
    pub simultaneous: bool,
}

/// The part of the pot that a hand plays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Declaration {
    /// For high.
    High = 1,
    /// For low.
    Low = 2,
    /// For both, or nothing.
    Both = 3,
}

impl Declaration {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::High, Self::Low, Self::Both];

    /// Returns the declaration with a number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&declaration| declaration as u8 == number)
    }

    /// Tells whether it is among options.
    #[must_use]
    pub const fn is_among(self, options: u8) -> bool {
        options >> self as u8 & 1 == 1
    }
}

/// Choosing something about the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Choosing {
    /// The number of the choice among the choices of the game.
    pub key: u8,
    /// How many values there are.
    pub count: u8,
    /// The player who chooses.
    pub chooser: Chooser,
}

/// The player who chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chooser {
    /// The player after the blinds; the button where there is none.
    AfterBlinds,
    /// The button.
    Button,
    /// The first player to the left of the button.
    First,
}

/// Buying cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Buying {
    /// How many cards.
    pub count: usize,
    /// The cost; none for as much as is in the pot.
    pub cost: Option<Chips>,
    /// Whether as many cards are discarded first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub discards: bool,
    /// Whether the new cards lie face up.
    #[serde(default, skip_serializing_if = "is_default")]
    pub up: bool,
}

/// An act of the dealer on the boards.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Arrangement {
    /// Rolls dice, which lie in a subset of the board.
    Roll {
        /// How many.
        dice: usize,
        /// The subset.
        subset: SubsetId,
    },
    /// Takes subsets out of play of which the last card is the lowest, unless all are equal.
    RemoveLowest {
        /// The subsets.
        subsets: Vec<SubsetId>,
        /// The fewest cards of a subset that counts.
        #[serde(default, skip_serializing_if = "is_default")]
        minimum: usize,
    },
}

impl Betting {
    /// Returns a plain betting round.
    #[must_use]
    pub const fn new(opening: Opening, minimum_bet: Chips, maximum_raises: Option<u32>) -> Self {
        let terms = BetTerms {
            bring_in_option: false,
            pair_bet: None,
            call_without_cards: false,
            then: None,
        };
        Self { opening, minimum_bet, maximum_raises, terms }
    }
}

impl Step {
    /// Returns a step without conditions.
    #[must_use]
    pub const fn new(street: usize, action: Action) -> Self {
        Self { street, action, when: Vec::new() }
    }

    /// Returns the dealing, if this is one.
    #[must_use]
    #[inline]
    pub const fn dealing(&self) -> Option<&Dealing> {
        match &self.action {
            Action::Deal(dealing) => Some(dealing),
            _ => None,
        }
    }

    /// Returns the betting round, if this is one.
    #[must_use]
    #[inline]
    pub const fn betting(&self) -> Option<&Betting> {
        match &self.action {
            Action::Bet(betting) => Some(betting),
            _ => None,
        }
    }

    /// Returns the decision, if this is one.
    #[must_use]
    pub const fn deciding(&self) -> Option<&Deciding> {
        match &self.action {
            Action::Decide(deciding) => Some(deciding),
            _ => None,
        }
    }

    /// Lists the amounts of chips that the step is about.
    pub fn amounts_mut(&mut self) -> impl Iterator<Item = &mut Chips> {
        let (one, other) = match &mut self.action {
            Action::Bet(betting) => {
                (Some(&mut betting.minimum_bet), betting.terms.pair_bet.as_mut())
            }
            Action::Decide(deciding) => match &mut deciding.decision {
                Decision::Buy(buying) => (buying.cost.as_mut(), None),
                Decision::Protect { cost } => (Some(cost), None),
                _ => (None, None),
            },
            Action::Deal(_) | Action::Arrange(_) => (None, None),
        };
        one.into_iter().chain(other)
    }

    /// Tells whether players decide something beside their bets.
    #[must_use]
    pub fn has_card_decision(&self) -> bool {
        match &self.action {
            Action::Deal(dealing) => dealing.draw.is_some(),
            Action::Bet(betting) => betting.terms.then.is_some(),
            Action::Decide(_) => true,
            Action::Arrange(_) => false,
        }
    }

    /// Returns how many hole cards a player can be dealt for good.
    #[must_use]
    pub fn hole_count(&self) -> usize {
        match &self.action {
            Action::Deal(dealing) => {
                let more = dealing.draw.map_or(0, |draw| draw.terms.more.max(0));
                dealing.hole.len() + usize::try_from(more).unwrap_or(0)
            }
            Action::Decide(deciding) => {
                let bought = match &deciding.decision {
                    Decision::Buy(buying) if !buying.discards => buying.count,
                    _ => 0,
                };
                bought + deciding.then.map_or(0, |then| then.count)
            }
            Action::Bet(_) | Action::Arrange(_) => 0,
        }
    }

    /// Returns how many board cards are dealt to each board.
    #[must_use]
    pub fn board_count(&self) -> usize {
        self.dealing().map_or(0, |dealing| dealing.board)
    }
}
