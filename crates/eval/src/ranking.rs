//! A ranking of hands: a total order with a number, a place in the tables, and words for every hand.

use croupier_cards::{Card, CardSet};

use crate::badugi::{self, Badugi};
use crate::best::SmallCards;
use crate::card_split::CardSplit;
use crate::error::EvalError;
use crate::lanes::{self, LaneKind};
use crate::one_card::OneCard;
use crate::pips::PipRanking;
use crate::selection::{Counts, Rule, Zone};
use crate::shape::Shape;
use crate::special::Special;

/// The strength of a hand within its ranking: larger is better, and 0 is no hand.
pub type Strength = u32;

/// The way in which a ranking is computed.
#[derive(Debug)]
pub enum Method {
    /// By pairs, sequences and suits.
    Shape(Shape),
    /// By the most cards of different ranks and suits.
    Badugi(Badugi),
    /// By hands of its own beside the usual ones.
    Special(Special),
    /// By adding up the cards.
    Pips(PipRanking),
    /// By one card.
    OneCard(OneCard),
}

/// A ranking of hands.
#[derive(Debug)]
pub struct Ranking {
    /// The name, as game configurations write it.
    pub name: String,
    /// How it works.
    pub method: Method,
    /// Whether hands may hold wild cards and bugs.
    pub wild: bool,
}

/// The roles that cards of a hand have beside being themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Roles {
    /// Cards that may be any card. Jokers are wild unless they are bugs.
    pub wild: CardSet,
    /// Cards that are aces, or complete a straight or a flush.
    pub bugs: CardSet,
}

impl Roles {
    /// No card is wild, jokers excepted.
    pub const NONE: Self = Self { wild: CardSet::EMPTY, bugs: CardSet::EMPTY };

    /// Returns the cards of a set that need not be themselves.
    pub(crate) fn free_of(self, cards: CardSet) -> CardSet {
        cards.intersection(self.wild.union(self.bugs).union(CardSet::JOKERS))
    }
}

/// The place of a hand in the tables of its ranking, both numbers counted from 1 for the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing {
    /// The kind of hand.
    pub rank: u32,
    /// The hand within its kind.
    pub ordered_rank: u32,
}

impl Ranking {
    /// Returns the fewest and the most cards of one hand.
    #[must_use]
    pub fn card_counts(&self) -> (usize, usize) {
        match &self.method {
            Method::Shape(shape) => shape.card_counts(),
            Method::Badugi(_) => (1, badugi::MAX_CARDS),
            Method::Special(special) => (special.card_count(), special.card_count()),
            Method::Pips(pips) => (pips.minimum, pips.maximum),
            Method::OneCard(one) => (one.card_count(), one.card_count()),
        }
    }

    /// Returns the kernel that evaluates hands of natural cards in bulk, where there is one.
    #[must_use]
    pub fn lane(&self) -> Option<LaneKind> {
        match &self.method {
            Method::Shape(shape) => shape.lane(),
            Method::Badugi(badugi) => Some(badugi.lane()),
            _ => None,
        }
    }

    /// Tells whether aces are the lowest cards.
    #[must_use]
    pub fn has_low_aces(&self) -> bool {
        match &self.method {
            Method::Shape(shape) => shape.has_low_aces(),
            Method::Badugi(badugi) => *badugi == Badugi::AceLow,
            _ => false,
        }
    }

    /// Tells whether the deck of this ranking has the card.
    #[must_use]
    pub fn has_card(&self, card: Card) -> bool {
        match (&self.method, card.rank()) {
            (Method::Shape(shape), Some(rank)) => shape.has_rank(rank.index()),
            (_, Some(_)) => true,
            (_, None) => card.is_joker() && self.wild,
        }
    }

    /// Checks cards that are to be ranked, whatever their number.
    ///
    /// # Errors
    ///
    /// A card is unknown, stands twice, is not in the deck, or is wild where nothing is.
    pub fn check(&self, cards: &[Card], roles: Roles) -> Result<(), EvalError> {
        let mut held = CardSet::EMPTY;
        for &card in cards {
            if card.is_unknown() {
                return Err(EvalError::UnknownCard(card));
            }
            let is_wild = card.is_joker() || roles.wild.union(roles.bugs).contains(card);
            if is_wild && !self.wild {
                return Err(EvalError::NoWildCards { card, ranking: self.name.clone() });
            }
            if !is_wild && !self.has_card(card) {
                return Err(EvalError::NotInDeck { card, ranking: self.name.clone() });
            }
            if !held.insert(card) {
                return Err(EvalError::DuplicateCard(card));
            }
        }
        if let Some(card) = roles.wild.intersection(roles.bugs).iter().next() {
            return Err(EvalError::WildAndBug(card));
        }
        match roles.wild.union(roles.bugs).difference(held).iter().next() {
            Some(card) => Err(EvalError::WildCardNotHeld(card)),
            None => Ok(()),
        }
    }

    /// Ranks exactly these cards as one hand.
    ///
    /// # Errors
    ///
    /// As [`Ranking::check`], or the number of cards is not that of a hand.
    pub fn evaluate(&self, cards: &[Card], roles: Roles) -> Result<Strength, EvalError> {
        self.check(cards, roles)?;
        let (minimum, maximum) = self.card_counts();
        let no_hand = || EvalError::CardCount {
            ranking: self.name.clone(),
            given: cards.len(),
            minimum,
            maximum,
        };
        if !(minimum..=maximum).contains(&cards.len()) {
            return Err(no_hand());
        }
        self.strength(cards, roles).ok_or_else(|| EvalError::NoHand {
            ranking: self.name.clone(),
            hole: cards.to_vec(),
            board: Vec::new(),
        })
    }

    /// Returns the strength of the best hand of all of these natural cards, without looking for its cards.
    ///
    /// `None` where that is not possible without trying the hands; [`Ranking::best`] does that.
    #[must_use]
    pub fn strength_of_natural(&self, cards: &[Card]) -> Option<Strength> {
        let lane = self.lane()?;
        let set: CardSet = cards.iter().copied().collect();
        let known = set.difference(lane.deck()).is_empty() && set.len() as usize == cards.len();
        if !known || !lane.card_counts().contains(&set.len()) {
            return None;
        }
        let strength = lanes::strength(lane, set);
        match &self.method {
            Method::Shape(shape) if strength < shape.floor() => None,
            _ => Some(strength),
        }
    }

    /// Returns the strength of the best hand, none where there is none, where a kernel ranks distinct cards of the deck
    /// in a usual way; nothing where the cards have to be looked at more closely.
    #[must_use]
    #[inline]
    pub fn standard_strength(
        &self,
        hole: &[Card],
        board: &[Card],
        rule: &Rule,
    ) -> Option<Option<Strength>> {
        match &self.method {
            // Wild cards give hands of a shape other numbers.
            Method::Shape(shape) if !self.wild => {
                let score = shape.score_of_standard(hole, board, rule, shape.is_low())?;
                Some((score >= shape.floor()).then_some(score))
            }
            _ => None,
        }
    }

    /// Returns the strength of the best hand under a rule, without looking for its cards.
    ///
    /// `None` where there is no hand, or where the cards are none of this ranking.
    #[must_use]
    pub fn best_strength(&self, hole: &[Card], board: &[Card], rule: &Rule) -> Option<Strength> {
        self.standard_strength(hole, board, rule)
            .unwrap_or_else(|| self.best_strength_without_kernel(hole, board, rule))
    }

    /// Apart, so that the usual games stay short.
    #[inline(never)]
    fn best_strength_without_kernel(
        &self,
        hole: &[Card],
        board: &[Card],
        rule: &Rule,
    ) -> Option<Strength> {
        let most = self.card_counts().1;
        if rule.counts == Counts::Any(most) && rule.allows_all_cards(hole.len()) {
            let cards: SmallCards = hole.iter().chain(board).copied().collect();
            if let Some(strength) = self.strength_of_natural(&cards) {
                return Some(strength);
            }
            if cards.len() == most && !self.wild {
                // All cards are the hand: there is nothing to choose.
                self.check(&cards, Roles::NONE).ok()?;
                return self.strength(&cards, Roles::NONE).filter(|&strength| strength > 0);
            }
        }
        if !rule.has_enough(hole.len(), board.len()) {
            return None;
        }
        if let Some(split) = CardSplit::of(rule)
            && let Some(strength) = self.best_strength_of_split(hole, board, split, Roles::NONE)
        {
            return (strength > 0).then_some(strength);
        }
        let choices = rule.choices(
            Zone { subsets: &[], count: hole.len() },
            Zone { subsets: &[], count: board.len() },
        );
        self.best_strength_with(hole, board, &choices, Roles::NONE)
    }

    /// Returns the strength of cards that passed [`Ranking::check`]; `None` where they are no hand.
    pub(crate) fn strength(&self, cards: &[Card], roles: Roles) -> Option<Strength> {
        match &self.method {
            Method::Shape(shape) => {
                let set: CardSet = cards.iter().copied().collect();
                if self.wild && (!shape.is_low() || !roles.free_of(set).is_empty()) {
                    return shape.strength_of_wild(set, roles);
                }
                match shape.lane() {
                    Some(lane) => {
                        let strength = lanes::strength(lane, cards.iter().copied().collect());
                        (strength >= shape.floor()).then_some(strength)
                    }
                    None => shape.place(cards).map(|placed| shape.pack(&placed)),
                }
            }
            Method::Badugi(badugi) => {
                let set: CardSet = cards.iter().copied().collect();
                (!set.is_empty()).then(|| lanes::strength(badugi.lane(), set))
            }
            Method::Special(special) => Some(special.evaluate(cards)),
            Method::Pips(pips) => Some(pips.evaluate(cards)),
            Method::OneCard(one) => {
                let free = roles.wild.union(roles.bugs);
                let free = cards.iter().any(|card| free.contains(*card));
                // A wild card, or a bug, is the best card of all.
                Some(if free { one.best_strength() } else { one.evaluate(cards) })
            }
        }
    }

    /// Returns the place of a strength in the ranking's tables; `None` where no hand has it.
    #[must_use]
    pub fn standing(&self, strength: Strength) -> Option<Standing> {
        let (rank, ordered_rank) = match &self.method {
            Method::Shape(shape) => shape.standing(&shape.unpack(strength)?),
            Method::Badugi(badugi) => badugi.standing(strength)?,
            Method::Special(special) => special.standing(strength)?,
            Method::Pips(pips) => pips.standing(strength)?,
            Method::OneCard(one) => one.standing(strength)?,
        };
        Some(Standing { rank, ordered_rank })
    }
}
