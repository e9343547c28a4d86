//! Whether steps and contests speak only of what the game has.

use super::condition::Condition;
use super::contest::{Contest, HandRules, HandType, Source, WildCards};
use super::step::{
    Action, Arrangement, Choosing, Dealing, Deciding, Decision, Declaring, DiscardChoice,
    DiscardPlace, Drawing, Step, SubsetId, SubsetMask,
};
use super::{AfterBet, Definition, VariantRules};
use crate::phases::arrange::MAX_DICE;

/// The most subsets: two bits of a mask are taken.
const MAX_SUBSETS: usize = 62;

impl Definition {
    /// Tells whether steps and contests speak only of subsets, choices and contests that there are.
    pub(crate) fn has_sound_terms(&self) -> bool {
        let rules = &self.variant_rules;
        rules.subsets.len() <= MAX_SUBSETS
            && rules.choices.iter().all(|(_, values)| values.len() < usize::from(u8::MAX))
            && rules.choices.len() < usize::from(u8::MAX)
            && self.steps.iter().all(|step| rules.allow_step(step))
            && self
                .hand_types
                .iter()
                .filter_map(HandType::contest)
                .all(|contest| rules.allow_contest(contest, self.hand_types.len()))
            && (!rules.declared || (1..=2).contains(&self.hand_types.len()))
    }
}

impl VariantRules {
    fn has_subset(&self, subset: SubsetId) -> bool {
        usize::from(subset) < self.subsets.len()
    }

    fn has_subsets(&self, subsets: SubsetMask) -> bool {
        subsets >> self.subsets.len() == 0
    }

    fn allow_condition(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Choice { key, values } => {
                let choice = self.choices.get(usize::from(*key));
                choice.is_some_and(|(_, known)| {
                    values.iter().all(|&value| usize::from(value) < known.len())
                })
            }
            Condition::Color { subsets, .. }
            | Condition::Suit { subsets, .. }
            | Condition::Value { subsets, .. } => self.has_subsets(*subsets),
            Condition::HandSize { .. } | Condition::Faces(_) => true,
        }
    }

    fn allow_step(&self, step: &Step) -> bool {
        step.when.iter().all(|condition| self.allow_condition(condition))
            && match &step.action {
                Action::Deal(dealing) => self.allow_dealing(dealing),
                Action::Bet(betting) => match betting.terms.then {
                    Some(AfterBet::Discard(draw)) => self.allow_drawing(draw),
                    Some(AfterBet::Expose(exposing)) => exposing.minimum <= exposing.maximum,
                    None => true,
                },
                Action::Decide(deciding) => self.allow_deciding(deciding),
                Action::Arrange(Arrangement::Roll { dice, subset }) => {
                    (1..=MAX_DICE).contains(dice) && self.has_subset(*subset)
                }
                Action::Arrange(Arrangement::RemoveLowest { subsets, .. }) => {
                    subsets.iter().all(|&subset| self.has_subset(subset))
                }
            }
    }

    fn allow_dealing(&self, dealing: &Dealing) -> bool {
        let subsets = &dealing.board_subsets;
        (subsets.is_empty() || subsets.len() == dealing.board)
            && subsets.iter().all(|&subsets| self.has_subsets(subsets))
            && dealing.hole_subset.is_none_or(|subset| self.has_subset(subset))
            && dealing.draw.is_none_or(|draw| self.allow_drawing(draw))
    }

    fn allow_drawing(&self, draw: Drawing) -> bool {
        let place = match draw.terms.to {
            DiscardPlace::Board(subsets) => self.has_subsets(subsets),
            DiscardPlace::Down | DiscardPlace::Up => true,
        };
        let choice = match draw.terms.choice {
            DiscardChoice::MatchingRanks(subsets) => self.has_subsets(subsets),
            DiscardChoice::Free | DiscardChoice::WholeSubset => true,
        };
        place
            && choice
            && self.has_subsets(draw.terms.from)
            && draw.terms.joins.is_none_or(|subset| self.has_subset(subset))
    }

    fn allow_deciding(&self, deciding: &Deciding) -> bool {
        match &deciding.decision {
            Decision::Expose(exposing) => exposing.minimum <= exposing.maximum,
            Decision::Pass(passing) => passing.count > 0,
            Decision::Separate(separating) => {
                let parts = separating.parts.iter().map(|&(subset, _)| subset);
                let faces = separating.faces.iter().map(|&(subset, _, _)| subset);
                let better = separating.better.into_iter().flat_map(|(one, other)| [one, other]);
                parts.chain(faces).chain(better).all(|subset| self.has_subset(subset))
            }
            Decision::Declare(Declaring { options, .. }) => options & 0b1110 != 0,
            Decision::Choose(Choosing { key, count, .. }) => {
                let choice = self.choices.get(usize::from(*key));
                choice.is_some_and(|(_, values)| *count > 0 && values.len() == usize::from(*count))
            }
            Decision::Buy(buying) => buying.count > 0 && buying.cost.is_none_or(|cost| cost >= 0),
            Decision::Protect { cost } => *cost >= 0,
            Decision::Replace { count } => *count > 0,
        }
    }

    fn allow_contest(&self, contest: &Contest, count: usize) -> bool {
        !contest.cases.is_empty()
            && contest.cases.iter().all(|case| {
                case.when.iter().all(|condition| self.allow_condition(condition))
                    && case.entry.as_ref().is_none_or(|entry| self.allow_entry(entry, count))
            })
    }

    fn allow_entry(&self, entry: &HandRules, count: usize) -> bool {
        let source = |source: &Option<Source>| match source {
            Some(Source::Subsets(parts)) => {
                parts.iter().all(|&(subset, _)| self.has_subset(subset))
            }
            Some(Source::All) | None => true,
        };
        let wild = |cards: WildCards| match cards {
            WildCards::LowestBoard(subsets) => self.has_subsets(subsets),
            _ => true,
        };
        self.has_subsets(entry.hole_subsets)
            && entry.unused_of.is_none_or(|other| other < count)
            && entry.wild.iter().all(|rule| wild(rule.cards))
            && !entry.ways.is_empty()
            && entry.ways.iter().flat_map(|way| &way.groups).all(|take| {
                (take.hole.is_some() || take.board.is_some())
                    && source(&take.hole)
                    && source(&take.board)
            })
    }
}
