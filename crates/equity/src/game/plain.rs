//! Games that are a matter of rankings and selections alone.

use croupier_cards::CardSet;
use croupier_engine::definition::{Contest as GameContest, Definition, HandType};
use croupier_eval::Standing;

use super::script::Script;
use crate::contest::Contest;

/// A game in which nothing but the sets of hole and board cards decides.
#[derive(Debug, Clone)]
pub struct PlainGame {
    /// The cards of the game.
    pub deck: CardSet,
    /// How many hole cards each player has in the end.
    pub hole_count: usize,
    /// How many cards the board has in the end.
    pub board_count: usize,
    /// What is compared.
    pub contests: Vec<Contest>,
}

/// With more contests it matters who gets the share of one that nobody wins.
const MOST_CONTESTS: usize = 2;

/// Returns a game as a plain one, if it is one.
#[must_use]
pub fn find(definition: &Definition, script: &Script) -> Option<PlainGame> {
    let deck: CardSet = definition.deck.iter().copied().collect();
    let jokers = definition.deck.iter().any(|card| card.is_joker() || card.is_unknown());
    if !script.is_plain()
        || jokers
        || deck.len() as usize != definition.deck.len()
        || definition.hand_types.len() > MOST_CONTESTS
        || definition.hand_types.is_empty()
    {
        return None;
    }
    let (hole_count, board_count) = (script.hole.len(), script.board.len());
    let contest = |kind: &HandType| match kind {
        HandType::Ranked { ranking, rule } => {
            Some(Contest::new(ranking, rule.clone(), hole_count, board_count))
        }
        HandType::Contest(contest) => {
            let (ranked, qualifier) = without_qualifier(contest, board_count > 0)?;
            let HandType::Ranked { ranking, rule } = ranked else { return None };
            let contest = Contest::new(ranking, rule, hole_count, board_count);
            Some(contest.with_qualifier(qualifier))
        }
        HandType::Lookup { .. } | HandType::Foreign => None,
    };
    let contests = definition.hand_types.iter().map(contest).collect::<Option<_>>()?;
    Some(PlainGame { deck, hole_count, board_count, contests })
}

/// Returns a contest without its qualifier as a hand type, and the qualifier.
fn without_qualifier(contest: &GameContest, has_board: bool) -> Option<(HandType, Standing)> {
    let mut bare = contest.clone();
    let [case] = bare.cases.as_mut_slice() else { return None };
    let (rank, ordered_rank) = case.entry.as_mut()?.qualifier.take()?;
    Some((bare.into_hand_type(has_board), Standing { rank, ordered_rank }))
}
