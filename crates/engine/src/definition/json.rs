//! A game as JSON text: the form in which files are compiled, and in which games are kept.
//!
//! The stakes, the stacks and the number of players are no part of it.

use std::sync::Arc;

use croupier_cards::{Rank, parse};
use croupier_eval::ranking::Method;
use croupier_eval::selection::{Count, Counts, Rule};
use croupier_eval::{Qualifier, Ranking, registry};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error as ThisError;

use super::contest::{Contest, HandType, qualifier, ranking, write_qualifier, write_ranking};
use super::step::{Action, Arrangement, Step};
use super::{Definition, Structure, VariantRules};

/// A game that cannot be written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
#[error("hand type {0} is ranked by the caller's own code, which cannot be written down")]
pub struct Unwritable(pub usize);

/// A game, as it is written.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Game {
    /// The cards, two letters each.
    deck: String,
    structure: Structure,
    /// How many units 1 is, in which the amounts of the steps are counted.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    scale: i64,
    steps: Vec<Step>,
    hand_types: Vec<Hands>,
    #[serde(default)]
    terms: GameTerms,
}

/// The way in which hands compete, as it is written.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Hands {
    /// By a ranking of the core.
    Ranked {
        #[serde(deserialize_with = "ranking", serialize_with = "write_ranking")]
        ranking: &'static Ranking,
        cards: Cards,
        #[serde(
            default,
            deserialize_with = "qualifier",
            serialize_with = "write_qualifier",
            skip_serializing_if = "Option::is_none"
        )]
        qualifier: Option<Qualifier>,
    },
    /// By the lookup of a ranking.
    Lookup {
        #[serde(deserialize_with = "ranking", serialize_with = "write_ranking")]
        ranking: &'static Ranking,
        cards: Cards,
        #[serde(default, skip_serializing_if = "is_default")]
        low: bool,
    },
    /// In whatever other way.
    Contest(Contest),
}

/// The cards that may form a hand, as it is written.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Cards {
    /// So many of all cards.
    #[serde(default, skip_serializing_if = "is_default")]
    any: Option<usize>,
    /// So many hole cards and so many of the board, each none for all of them.
    #[serde(default, skip_serializing_if = "is_default")]
    pairs: Vec<(Option<usize>, Option<usize>)>,
    #[serde(default, skip_serializing_if = "is_default")]
    padding: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    minimum_cards: usize,
}

/// The rules that only some games have, as they are written.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
struct GameTerms {
    #[serde(skip_serializing_if = "is_default")]
    subsets: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    choices: Vec<(String, Vec<String>)>,
    #[serde(skip_serializing_if = "is_default")]
    declared: bool,
    #[serde(skip_serializing_if = "is_default")]
    shares_are_fixed: bool,
    #[serde(skip_serializing_if = "is_default")]
    odd_contest: usize,
    #[serde(deserialize_with = "rank", serialize_with = "write_rank")]
    #[serde(skip_serializing_if = "is_default")]
    trigger: Option<Rank>,
}

impl Definition {
    /// Reads a game, and how many units 1 is in it; nobody plays it yet.
    ///
    /// # Errors
    ///
    /// The text is no game; the message says where.
    pub fn from_json(text: &str) -> Result<(Self, i64), String> {
        let game: Game = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if game.scale < 1 {
            return Err(format!("1 cannot be {} units", game.scale));
        }
        let deck = parse::cards(&game.deck).map_err(|error| error.to_string())?;
        let hand_types = read_hand_types(game.hand_types, &game.steps)?;
        let GameTerms { subsets, choices, declared, shares_are_fixed, odd_contest, trigger } =
            game.terms;
        let mut definition = Self {
            deck: deck.into(),
            hand_types: hand_types.into(),
            steps: game.steps.into(),
            structure: game.structure,
            variant_rules: VariantRules {
                subsets,
                choices,
                declared,
                shares_are_fixed,
                odd_contest,
                trigger,
                ..VariantRules::default()
            },
            ..Self::default()
        };
        definition.find_variant_needs();
        Ok((definition, game.scale))
    }

    /// Writes the game, of whose units 1 is so many, without its stakes and stacks.
    ///
    /// # Errors
    ///
    /// Hands are ranked by code of the caller's.
    pub fn to_json(&self, scale: i64) -> Result<String, Unwritable> {
        let rules = self.variant_rules.clone();
        let hand_types = self.hand_types.iter().enumerate();
        let game = Game {
            deck: parse::text(&self.deck),
            structure: self.structure,
            scale,
            steps: self.steps.to_vec(),
            hand_types: hand_types
                .map(|(number, kind)| Hands::of(kind).ok_or(Unwritable(number)))
                .collect::<Result<_, _>>()?,
            terms: GameTerms {
                subsets: rules.subsets,
                choices: rules.choices,
                declared: rules.declared,
                shares_are_fixed: rules.shares_are_fixed,
                odd_contest: rules.odd_contest,
                trigger: rules.trigger,
            },
        };
        // Keys are texts, and numbers are finite: nothing can go wrong.
        Ok(serde_json::to_string(&game).unwrap_or_default())
    }
}

/// Returns hand types, contests as plain ones where they are.
fn read_hand_types(hands: Vec<Hands>, steps: &[Step]) -> Result<Vec<HandType>, String> {
    let has_board = steps.iter().any(|step| step.board_count() > 0);
    // Boards that go, and hands that others leave cards over from, are looked at in the general way.
    let removes =
        |step: &Step| matches!(step.action, Action::Arrange(Arrangement::RemoveLowest { .. }));
    let unused = |hands: &Hands| match hands {
        Hands::Contest(contest) => {
            let mut entries = contest.cases.iter().filter_map(|case| case.entry.as_ref());
            entries.any(|entry| entry.unused_of.is_some())
        }
        _ => false,
    };
    let in_general = steps.iter().any(removes) || hands.iter().any(unused);
    hands
        .into_iter()
        .map(|hands| match hands {
            Hands::Ranked { ranking, cards, qualifier } => {
                Ok(HandType::Ranked { ranking, rule: cards.rule()?, qualifier })
            }
            Hands::Lookup { ranking, cards, low } => match &ranking.method {
                Method::Shape(shape) => {
                    let shape = Arc::new(shape.clone());
                    Ok(HandType::Lookup { shape, rule: cards.rule()?, low })
                }
                _ => Err(format!("the ranking {:?} has no lookup", ranking.name)),
            },
            Hands::Contest(contest) if in_general => Ok(HandType::Contest(contest.into())),
            Hands::Contest(contest) => Ok(contest.into_hand_type(has_board)),
        })
        .collect()
}

impl Hands {
    fn of(kind: &HandType) -> Option<Self> {
        Some(match kind {
            HandType::Ranked { ranking, rule, qualifier } => {
                Self::Ranked { ranking, cards: Cards::of(rule)?, qualifier: qualifier.clone() }
            }
            HandType::Lookup { shape, rule, low } => {
                let ranking = registry::find_shape(shape)?;
                Self::Lookup { ranking, cards: Cards::of(rule)?, low: *low }
            }
            HandType::Foreign => return None,
            HandType::Contest(contest) => Self::Contest(contest.as_ref().clone()),
        })
    }
}

impl Cards {
    fn of(rule: &Rule) -> Option<Self> {
        let count = |count: Count| match count {
            Count::Exactly(count) => Some(count),
            Count::All => None,
        };
        let (any, pairs) = match &rule.counts {
            Counts::Any(any) => (Some(*any), Vec::new()),
            Counts::Pairs(pairs) => {
                let pair = |&(hole, board): &(Count, Count)| (count(hole), count(board));
                (None, pairs.iter().map(pair).collect())
            }
        };
        let (padding, minimum_cards) = (rule.padding, rule.minimum_cards);
        // Subsets are the business of contests.
        let all = rule.hole.is_empty() && rule.board.is_empty();
        all.then_some(Self { any, pairs, padding, minimum_cards })
    }

    fn rule(self) -> Result<Rule, String> {
        let count = |count: Option<usize>| count.map_or(Count::All, Count::Exactly);
        let counts = match (self.any, self.pairs) {
            (Some(any), pairs) if pairs.is_empty() => Counts::Any(any),
            (None, pairs) if !pairs.is_empty() => Counts::Pairs(
                pairs.into_iter().map(|(hole, board)| (count(hole), count(board))).collect(),
            ),
            _ => return Err("cards are either any or pairs".to_owned()),
        };
        let (padding, minimum_cards) = (self.padding, self.minimum_cards);
        Ok(Rule { padding, minimum_cards, ..Rule::new(counts) })
    }
}

const fn one() -> i64 {
    1
}

// serde gives references, whatever the type.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_one(scale: &i64) -> bool {
    *scale == 1
}

/// Tells whether a value can be left out.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn rank<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Rank>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let mut characters = text.chars();
    match (characters.next().and_then(Rank::from_character), characters.next()) {
        (Some(rank), None) => Ok(Some(rank)),
        _ => Err(D::Error::custom(format!("there is no rank {text:?}"))),
    }
}

// serde gives references, whatever the type.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn write_rank<S: Serializer>(rank: &Option<Rank>, serializer: S) -> Result<S::Ok, S::Error> {
    rank.map(Rank::character).serialize(serializer)
}
