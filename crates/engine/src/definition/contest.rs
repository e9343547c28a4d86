//! How hands compete for a share of the pot.

use std::sync::Arc;

use croupier_cards::{Rank, Suit};
use croupier_eval::selection::Rule;
use croupier_eval::{Qualifier, Ranking, Shape, Standing, registry};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::condition::Condition;
use super::json::is_default;
use super::step::{SubsetId, SubsetMask};
use super::ways::Ways;

/// The way in which hands compete for a share of the pot.
#[derive(Debug, Clone)]
pub enum HandType {
    /// A ranking of the core, and which cards may form the hand.
    Ranked {
        /// The ranking.
        ranking: &'static Ranking,
        /// Which cards may form the hand.
        rule: Rule,
        /// The least hand that wins; none where any will do.
        qualifier: Option<Qualifier>,
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
    /// Whatever else a game has: subsets, wild cards, conditions.
    Contest(Arc<Contest>),
}

impl HandType {
    /// Tells whether the caller ranks the hands.
    #[must_use]
    pub const fn is_foreign(&self) -> bool {
        matches!(self, Self::Foreign)
    }

    /// Returns the contest, if this is one.
    #[must_use]
    pub fn contest(&self) -> Option<&Contest> {
        match self {
            Self::Contest(contest) => Some(contest),
            _ => None,
        }
    }
}

/// A contest for a share of the pot.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// The name; may be empty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// How hands are made; the first that applies to a player counts.
    pub cases: Vec<Case>,
    /// The winner of this share where nobody has a hand.
    #[serde(default, skip_serializing_if = "is_default")]
    pub otherwise: Option<Special>,
    /// Whether this is held only where no other contest has a winner.
    #[serde(default, skip_serializing_if = "is_default")]
    pub last_resort: bool,
}

/// One way to make hands, on a condition.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// All of this must hold.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when: Vec<Condition>,
    /// How hands are made; none where there is no such contest then.
    pub entry: Option<HandRules>,
}

/// The rules by which hands are made.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HandRules {
    /// How they rank.
    #[serde(deserialize_with = "ranking", serialize_with = "write_ranking")]
    pub ranking: &'static Ranking,
    /// Which cards may form a hand: the best of all ways counts.
    pub ways: Ways,
    /// Only hole cards of these subsets count; 0 for all.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hole_subsets: SubsetMask,
    /// Only hole cards that were dealt face up count, or only those that were not.
    #[serde(default, skip_serializing_if = "is_default")]
    pub faces: Option<bool>,
    /// Whether fewer cards than asked for do.
    #[serde(default, skip_serializing_if = "is_default")]
    pub padding: bool,
    /// A player with fewer hole cards has no hand.
    #[serde(default, skip_serializing_if = "is_default")]
    pub minimum_cards: usize,
    /// Whether no cards at all are the best hand.
    #[serde(default, skip_serializing_if = "is_default")]
    pub empty_is_best: bool,
    /// The place in the ranking's tables that a hand must reach.
    #[serde(
        default,
        deserialize_with = "qualifier",
        serialize_with = "write_qualifier",
        skip_serializing_if = "Option::is_none"
    )]
    pub qualifier: Option<Qualifier>,
    /// Which cards are wild.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wild: Vec<Wild>,
    /// A player with one of these ranks in the hole beats all players without one.
    #[serde(
        default,
        deserialize_with = "ranks",
        serialize_with = "write_ranks",
        skip_serializing_if = "is_default"
    )]
    pub preferred: u16,
    /// Hole cards that the hand of another contest uses do not count.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unused_of: Option<usize>,
}

/// Cards that form a hand: so many of each group.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Way {
    /// The groups.
    pub groups: Vec<Take>,
}

/// Cards of which so many are taken.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Take {
    /// The hole cards to take from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hole: Option<Source>,
    /// The board cards to take from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub board: Option<Source>,
    /// How many are taken.
    pub count: TakeCount,
    /// Whether nothing is taken where there are too few; otherwise there is no hand.
    #[serde(default, skip_serializing_if = "is_default")]
    pub optional: bool,
}

/// Cards of a zone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// All of them.
    All,
    /// Those of subsets, or the card of a subset with an index.
    Subsets(Vec<(SubsetId, Option<usize>)>),
}

/// The number of cards that are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TakeCount {
    /// So many.
    Exactly(usize),
    /// All that there are.
    All,
    /// As many as a hand of this size lacks, or all.
    UpTo(usize),
}

/// The cards that are wild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Wild {
    /// The cards.
    pub cards: WildCards,
    /// The role of cards that lie face down.
    pub down: Role,
    /// The role of cards that lie face up.
    pub up: Role,
}

/// Cards that are wild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WildCards {
    /// Cards of these ranks, as bits from the deuce.
    Ranks(#[serde(deserialize_with = "ranks", serialize_with = "write_ranks")] u16),
    /// Jokers.
    Jokers,
    /// Cards of the rank that a step marked.
    Marked,
    /// Cards of the lowest rank on the board, aces high; 0 for the whole board.
    LowestBoard(SubsetMask),
    /// Cards of a player's lowest rank in the hole, aces high: of the cards dealt face down, or of all.
    LowestHole {
        /// Whether only cards dealt face down count.
        down: bool,
    },
    /// Cards of the rank that was dealt face up after the last card of the game's trigger.
    Following,
}

/// The cards that a wild card may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Any card.
    Wild,
    /// An ace, or whatever completes a straight or a flush.
    Bug,
    /// Itself.
    Natural,
}

/// A card in the hole that wins where nobody has a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// Whether the highest wins, not the lowest; aces are high.
    pub highest: bool,
    /// The suit; none for that of the last card on the board.
    #[serde(deserialize_with = "suit", serialize_with = "write_suit")]
    pub suit: Option<Suit>,
}

/// The comparison of up cards that decides who acts first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct UpCardOrder {
    /// How they rank.
    pub by: UpCardRanking,
    /// The subsets of the board whose cards count for everybody.
    #[serde(default, skip_serializing_if = "is_default")]
    pub board: SubsetMask,
}

/// The ranking of up cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UpCardRanking {
    /// High hands, aces high.
    High,
    /// Low hands, aces low.
    AceToFive,
    /// Low hands, aces high.
    DeuceToSeven,
    /// Hands without pairs first, then high cards; aces are low.
    AceToFiveHigh,
}

pub(super) fn qualifier<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Qualifier>, D::Error> {
    let place = Option::<(u32, u32)>::deserialize(deserializer)?;
    let standing = |(rank, ordered_rank)| Standing { rank, ordered_rank };
    Ok(place.map(|place| Qualifier::new(standing(place))))
}

pub(super) fn ranking<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<&'static Ranking, D::Error> {
    let name = String::deserialize(deserializer)?;
    registry::get(&name).map_err(D::Error::custom)
}

fn ranks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.chars().try_fold(0, |mask, character| match Rank::from_character(character) {
        Some(rank) => Ok(mask | 1 << rank.index()),
        None => Err(D::Error::custom(format!("there is no rank {character:?}"))),
    })
}

fn suit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Suit>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let mut characters = text.chars();
    match (characters.next().and_then(Suit::from_character), characters.next()) {
        (Some(suit), None) => Ok(Some(suit)),
        _ => Err(D::Error::custom(format!("there is no suit {text:?}"))),
    }
}

// serde gives references, whatever the type.
#[allow(clippy::ref_option)]
pub(super) fn write_qualifier<S: Serializer>(
    qualifier: &Option<Qualifier>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let place = qualifier.as_ref().map(Qualifier::worst);
    place.map(|place| (place.rank, place.ordered_rank)).serialize(serializer)
}

pub(super) fn write_ranking<S: Serializer>(
    ranking: &&'static Ranking,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&ranking.name)
}

fn write_ranks<S: Serializer>(ranks: &u16, serializer: S) -> Result<S::Ok, S::Error> {
    let held = (0..u16::BITS as u8).filter(|index| ranks >> index & 1 == 1);
    let characters = held.filter_map(Rank::from_index).map(Rank::character);
    serializer.collect_str(&characters.collect::<String>())
}

fn write_suit<S: Serializer>(suit: &Option<Suit>, serializer: S) -> Result<S::Ok, S::Error> {
    suit.map(Suit::character).serialize(serializer)
}
