//! Finds out what a game needs from its steps and contests, so that simple games cost no more than they must.

use croupier_eval::selection::{Count, Counts, Rule};

use super::Definition;
use super::contest::{Case, Contest, HandRules, HandType, Source, Take, TakeCount};
use super::step::{Action, Opening};

impl Definition {
    /// Finds out what a game must keep track of. To be called when it is complete.
    pub fn find_variant_needs(&mut self) {
        let has_terms = self.steps.iter().any(|step| {
            !step.when.is_empty()
                || match &step.action {
                    Action::Deal(dealing) => {
                        dealing.hole_subset.is_some()
                            || !dealing.board_subsets.is_empty()
                            || dealing.board_down
                            || dealing.marks_wild
                            || dealing.draw.is_some_and(|draw| draw.terms != Default::default())
                    }
                    Action::Bet(betting) => {
                        betting.terms.then.is_some() || betting.opening == Opening::LastActor
                    }
                    Action::Decide(_) | Action::Arrange(_) => true,
                }
        });
        let qualified = |kind: &HandType| {
            matches!(kind, HandType::Ranked { qualifier: Some(_), .. }) || kind.contest().is_some()
        };
        // Where some contest is plain, somebody has a hand in it; where none is, maybe nobody has.
        self.variant_rules.has_contests = self.variant_rules.declared
            || self.hand_types.iter().any(|kind| kind.contest().is_some())
            || self.hand_types.iter().all(qualified);
        let has_contests = self.hand_types.iter().filter_map(HandType::contest).any(|contest| {
            let special = contest.cases.iter().any(Case::needs_variant_state);
            contest.cases.len() > 1 || special || contest.otherwise.is_some()
        });
        self.variant_rules.keeps_variant_state = has_terms
            || has_contests
            || self.variant_rules.declared
            || self.variant_rules.trigger.is_some();
    }
}

impl Case {
    fn needs_variant_state(&self) -> bool {
        let entry = |entry: &HandRules| {
            entry.faces.is_some() || !entry.wild.is_empty() || entry.hole_subsets != 0
        };
        !self.when.is_empty() || self.entry.as_ref().is_none_or(entry)
    }
}

impl Contest {
    /// Returns the contest as a plain hand type where it is one, which is ranked faster.
    #[must_use]
    pub fn into_hand_type(self, has_board: bool) -> HandType {
        let to_ranked = || {
            let [Case { when, entry: Some(entry) }] = self.cases.as_slice() else { return None };
            let [way] = &entry.ways[..] else { return None };
            let is_unconditional = when.is_empty()
                && entry.hole_subsets == 0
                && entry.faces.is_none()
                && entry.wild.is_empty()
                && entry.preferred == 0
                && entry.unused_of.is_none()
                && !entry.empty_is_best
                && self.otherwise.is_none()
                && !self.last_resort;
            let all = |source: &Option<Source>| *source == Some(Source::All);
            let exact = |take: &Take| match take.count {
                TakeCount::Exactly(count) if !take.optional => Some(count),
                _ => None,
            };
            let counts = match way.groups.as_slice() {
                [both] if all(&both.hole) && all(&both.board) => Counts::Any(exact(both)?),
                // Without a board, cards that everybody shares are as good as hole cards.
                [hole] if all(&hole.hole) && hole.board.is_none() && !has_board => {
                    Counts::Any(exact(hole)?)
                }
                [hole] if all(&hole.hole) && hole.board.is_none() => {
                    Counts::Pairs(vec![(Count::Exactly(exact(hole)?), Count::Exactly(0))])
                }
                [hole, board]
                    if all(&hole.hole)
                        && hole.board.is_none()
                        && all(&board.board)
                        && board.hole.is_none() =>
                {
                    Counts::Pairs(vec![(
                        Count::Exactly(exact(hole)?),
                        Count::Exactly(exact(board)?),
                    )])
                }
                _ => return None,
            };
            let rule = Rule {
                padding: entry.padding,
                minimum_cards: entry.minimum_cards,
                ..Rule::new(counts)
            };
            let qualifier = entry.qualifier.clone();
            is_unconditional.then_some(HandType::Ranked { ranking: entry.ranking, rule, qualifier })
        };
        to_ranked().unwrap_or_else(|| HandType::Contest(self.into()))
    }
}
