//! The rankings by shape that games use.

use croupier_cards::CardSet;

use super::{Kind, Pattern, Shape, Suits};
use crate::category::Category;
use crate::lanes::{self, LaneKind};

/// The ranking that a shape is; small hands are made by [`Shape::small`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShapeName {
    /// The usual high hands.
    High,
    /// High hands of 36 cards, in which flushes beat full houses.
    ShortDeck,
    /// High hands of the 40 cards without eights, nines and tens; flushes beat full houses.
    Stripped,
    /// High hands of the 20 cards from ten to ace, without flushes.
    Royal,
    /// Low hands in which aces are high, and straights and flushes count.
    DeuceToSeven,
    /// Low hands in which aces are low, and straights and flushes count.
    AceToSix,
    /// Low hands in which aces are low, and straights and flushes do not count.
    AceToFive,
    /// Ace-to-five hands without a pair or a card over the eight.
    EightOrBetter,
    /// The highest of the hands that ace-to-five calls the best: no pair before pairs.
    AceToFiveHigh,
    /// One card of three.
    Kuhn,
    /// Two cards of three ranks.
    Leduc,
    /// Three cards, where straights beat flushes.
    RhodeIsland,
    /// Rhode Island hands without jacks, queens and kings.
    Numeral211,
}

const DEUCE_TO_ACE: [u8; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const ACE_TO_KING: [u8; 13] = [12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const ACE_TO_EIGHT: [u8; 8] = [12, 0, 1, 2, 3, 4, 5, 6];
const SIX_TO_ACE: [u8; 9] = [4, 5, 6, 7, 8, 9, 10, 11, 12];
const TEN_TO_ACE: [u8; 5] = [8, 9, 10, 11, 12];
const WITHOUT_EIGHT_TO_TEN: [u8; 10] = [0, 1, 2, 3, 4, 5, 9, 10, 11, 12];
const WITHOUT_COURT: [u8; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12];
const JACK_TO_KING: [u8; 3] = [9, 10, 11];

fn groups(category: Category, multiplicities: &[u8], suits: Suits) -> Kind {
    Kind { category, pattern: Pattern::Groups(multiplicities.to_vec()), suits }
}

fn straight(category: Category, length: u8, wheel: bool, suits: Suits) -> Kind {
    Kind { category, pattern: Pattern::Straight { length, wheel }, suits }
}

/// No pair, pair, two pair and three of a kind of five cards.
fn weak(suits: Suits) -> Vec<Kind> {
    vec![
        groups(Category::HighCard, &[1; 5], suits),
        groups(Category::OnePair, &[2, 1, 1, 1], Suits::MIXED),
        groups(Category::TwoPair, &[2, 2, 1], Suits::MIXED),
        groups(Category::ThreeOfAKind, &[3, 1, 1], Suits::MIXED),
    ]
}

fn flush() -> Kind {
    groups(Category::Flush, &[1; 5], Suits::SAME)
}

fn full_house() -> Kind {
    groups(Category::FullHouse, &[3, 2], Suits::MIXED)
}

fn quads() -> Kind {
    groups(Category::FourOfAKind, &[4, 1], Suits::MIXED)
}

fn royal_flush() -> Kind {
    Kind {
        category: Category::RoyalFlush,
        pattern: Pattern::HighestStraight(5),
        suits: Suits::SAME,
    }
}

/// Five-card hands with straights and flushes, from no pair to the straight flush.
fn five_cards(wheel: bool, flush_beats_full_house: bool, royal: bool) -> Vec<Kind> {
    let mut kinds = weak(Suits::MIXED);
    kinds.push(straight(Category::Straight, 5, wheel, Suits::MIXED));
    if flush_beats_full_house {
        kinds.extend([full_house(), flush()]);
    } else {
        kinds.extend([flush(), full_house()]);
    }
    kinds.extend([quads(), straight(Category::StraightFlush, 5, wheel, Suits::SAME)]);
    if royal {
        kinds.push(royal_flush());
    }
    kinds
}

/// Five-card hands in which only pairs count.
fn pairs_only() -> Vec<Kind> {
    let mut kinds = weak(Suits::ANY);
    kinds.extend([full_house(), quads()]);
    kinds
}

fn three_cards() -> Vec<Kind> {
    vec![
        groups(Category::HighCard, &[1; 3], Suits::MIXED),
        groups(Category::OnePair, &[2, 1], Suits::MIXED),
        groups(Category::Flush, &[1; 3], Suits::SAME),
        straight(Category::Straight, 3, true, Suits::MIXED),
        groups(Category::ThreeOfAKind, &[3], Suits::MIXED),
        straight(Category::StraightFlush, 3, true, Suits::SAME),
    ]
}

/// The order of small hands, of two to four cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SmallOrder {
    /// Aces are high, high hands win.
    High,
    /// Aces are low, high hands win.
    HighAceLow,
    /// The 40 cards without eights, nines and tens; high hands win.
    Stripped,
    /// Aces are low, low hands win.
    AceToFive,
    /// Aces are high, low hands win.
    DeuceToSeven,
    /// Aces are low; hands without a pair win, the highest first.
    AceToFiveHigh,
}

impl Shape {
    /// Returns the ranking of this name.
    #[must_use]
    pub fn named(name: ShapeName) -> Self {
        match name {
            ShapeName::High => {
                Self::new(&DEUCE_TO_ACE, five_cards(true, false, true)).with_lane(LaneKind::High)
            }
            ShapeName::ShortDeck => {
                Self::new(&SIX_TO_ACE, five_cards(true, true, true)).with_lane(LaneKind::ShortDeck)
            }
            // There is no ten for a royal flush, but its place in the numbering is kept.
            ShapeName::Stripped => {
                let kinds = five_cards(true, true, false);
                let skipped_rank_above = Some(kinds.len() - 1);
                Self { skipped_rank_above, ..Self::new(&WITHOUT_EIGHT_TO_TEN, kinds) }
            }
            ShapeName::Royal => {
                let mut kinds = pairs_only();
                kinds.insert(4, straight(Category::Straight, 5, false, Suits::MIXED));
                kinds.push(royal_flush());
                // Five different ranks are always the straight, so there is no high card.
                kinds.remove(0);
                Self::new(&TEN_TO_ACE, kinds)
            }
            ShapeName::DeuceToSeven => Self::new(&DEUCE_TO_ACE, five_cards(false, false, true))
                .low()
                .with_lane(LaneKind::DeuceToSeven),
            ShapeName::AceToSix => Self::new(&ACE_TO_KING, five_cards(false, false, false))
                .low()
                .with_lane(LaneKind::AceToSix),
            ShapeName::AceToFive => {
                Self::new(&ACE_TO_KING, pairs_only()).low().with_lane(LaneKind::AceToFive)
            }
            ShapeName::EightOrBetter => {
                let kinds = vec![groups(Category::HighCard, &[1; 5], Suits::ANY)];
                let shape = Self::new(&ACE_TO_EIGHT, kinds).low().with_lane(LaneKind::AceToFive);
                // Clubs from the four to the eight.
                let weakest = CardSet::from_bits(0b111_1100);
                let floor = lanes::strength(LaneKind::AceToFive, weakest);
                Self { floor, other_ranks: true, ..shape }
            }
            ShapeName::AceToFiveHigh => {
                Self { low_kinds: true, ..Self::new(&ACE_TO_KING, pairs_only()) }
            }
            ShapeName::Kuhn => {
                Self::new(&JACK_TO_KING, vec![groups(Category::HighCard, &[1], Suits::SAME)])
            }
            ShapeName::Leduc => Self::new(
                &JACK_TO_KING,
                vec![
                    groups(Category::HighCard, &[1; 2], Suits::ANY),
                    groups(Category::OnePair, &[2], Suits::ANY),
                ],
            ),
            ShapeName::RhodeIsland => Self::new(&DEUCE_TO_ACE, three_cards()),
            ShapeName::Numeral211 => Self::new(&WITHOUT_COURT, three_cards()),
        }
    }

    /// Returns the ranking of hands of two to four cards by their pairs alone.
    #[must_use]
    pub fn small(size: u8, order: SmallOrder) -> Self {
        let kinds = match size {
            2 => vec![
                groups(Category::HighCard, &[1; 2], Suits::ANY),
                groups(Category::OnePair, &[2], Suits::ANY),
            ],
            3 => vec![
                groups(Category::HighCard, &[1; 3], Suits::ANY),
                groups(Category::OnePair, &[2, 1], Suits::ANY),
                groups(Category::ThreeOfAKind, &[3], Suits::ANY),
            ],
            _ => vec![
                groups(Category::HighCard, &[1; 4], Suits::ANY),
                groups(Category::OnePair, &[2, 1, 1], Suits::ANY),
                groups(Category::TwoPair, &[2, 2], Suits::ANY),
                groups(Category::ThreeOfAKind, &[3, 1], Suits::ANY),
                groups(Category::FourOfAKind, &[4], Suits::ANY),
            ],
        };
        let ranks: &[u8] = match order {
            SmallOrder::High | SmallOrder::DeuceToSeven => &DEUCE_TO_ACE,
            SmallOrder::Stripped => &WITHOUT_EIGHT_TO_TEN,
            _ => &ACE_TO_KING,
        };
        let shape = Self::new(ranks, kinds);
        match order {
            SmallOrder::AceToFive | SmallOrder::DeuceToSeven => shape.low(),
            SmallOrder::AceToFiveHigh => Self { low_kinds: true, ..shape },
            _ => shape,
        }
    }

    /// Returns the ranking with five of a kind on top, for hands with wild cards.
    #[must_use]
    pub fn with_five_of_a_kind(self) -> Self {
        let mut kinds = self.kinds;
        kinds.push(groups(Category::FiveOfAKind, &[5], Suits::ANY));
        Self { skipped_rank_above: self.skipped_rank_above, ..Self::new(&self.order, kinds) }
    }

    fn with_lane(mut self, lane: LaneKind) -> Self {
        self.lane = Some(lane);
        self
    }

    /// Returns the ranking without its kernel: strengths are digits, as wild cards need them.
    #[must_use]
    pub(crate) fn without_lane(mut self) -> Self {
        self.lane = None;
        self
    }
}
