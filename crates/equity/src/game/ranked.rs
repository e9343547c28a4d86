//! Games that are a matter of rankings and selections alone.

use croupier_cards::CardSet;
use croupier_engine::definition::{Definition, HandType};
use croupier_eval::registry;

use super::script::Script;
use crate::contest::Contest;

/// A game in which nothing but the sets of hole and board cards decides.
#[derive(Debug, Clone)]
pub struct RankedGame {
    /// The cards of the game.
    pub deck: CardSet,
    /// How many hole cards each player has in the end.
    pub hole_count: usize,
    /// How many cards the board has in the end.
    pub board_count: usize,
    /// The contests for the pot.
    pub contests: Vec<Contest>,
}

/// With more contests it matters who gets the share of one that nobody wins.
const MAX_CONTESTS: usize = 2;

/// Returns a game as one of rankings and selections alone, if it is one.
#[must_use]
pub fn find(definition: &Definition, script: &Script) -> Option<RankedGame> {
    let deck: CardSet = definition.deck.iter().copied().collect();
    let jokers = definition.deck.iter().any(|card| card.is_joker() || card.is_unknown());
    if !script.is_decided_by_cards()
        || jokers
        || deck.len() as usize != definition.deck.len()
        || definition.hand_types.len() > MAX_CONTESTS
        || definition.hand_types.is_empty()
    {
        return None;
    }
    let (hole_count, board_count) = (script.hole.len(), script.board.len());
    let contest = |kind: &HandType| match kind {
        HandType::Ranked { ranking, rule, qualifier } => {
            let contest = Contest::new(ranking, rule.clone(), hole_count, board_count);
            Some(match qualifier {
                Some(qualifier) => contest.with_qualifier(qualifier.clone()),
                None => contest,
            })
        }
        HandType::Lookup { shape, rule, low } if *low == shape.is_low() => {
            let ranking = registry::find_shape(shape)?;
            Some(Contest::new(ranking, rule.clone(), hole_count, board_count))
        }
        HandType::Contest(_) | HandType::Lookup { .. } | HandType::Foreign => None,
    };
    let contests = definition.hand_types.iter().map(contest).collect::<Option<_>>()?;
    Some(RankedGame { deck, hole_count, board_count, contests })
}
