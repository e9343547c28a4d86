//! A game's steps and contests as JSON text, the form in which configurations are compiled.

use croupier_cards::Rank;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::contest::{Contest, HandType};
use super::step::{Action, Arrangement, Step};
use super::{Definition, Terms};

/// What a configuration becomes: steps, contests, and what only some games have.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// What is done between the forced bets and the showdown.
    pub steps: Vec<Step>,
    /// How hands compete.
    pub contests: Vec<Contest>,
    /// What only some games have.
    #[serde(default)]
    pub terms: ProgramTerms,
}

/// What only some games have, as it is written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProgramTerms {
    subsets: Vec<String>,
    choices: Vec<(String, Vec<String>)>,
    declared: bool,
    odd_contest: usize,
    #[serde(deserialize_with = "rank")]
    trigger: Option<Rank>,
}

impl Program {
    /// Reads a program.
    ///
    /// # Errors
    ///
    /// The text is no program; the message says where.
    pub fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// Makes it the program of a game.
    pub fn put_into(self, definition: &mut Definition) {
        let has_board = self.steps.iter().any(|step| step.board_count() > 0);
        // Boards that go, and hands that others leave cards over from, are looked at in the general way.
        let removes =
            |step: &Step| matches!(step.action, Action::Arrange(Arrangement::RemoveLowest { .. }));
        let entries = self.contests.iter().flat_map(|contest| &contest.cases);
        let mut entries = entries.filter_map(|case| case.entry.as_ref());
        let in_general =
            self.steps.iter().any(removes) || entries.any(|entry| entry.unused_of.is_some());
        let hand_type = |contest: Contest| {
            if in_general {
                HandType::Contest(contest.into())
            } else {
                contest.into_hand_type(has_board)
            }
        };
        definition.steps = self.steps;
        definition.hand_types = self.contests.into_iter().map(hand_type).collect();
        definition.terms = Terms {
            subsets: self.terms.subsets,
            choices: self.terms.choices,
            declared: self.terms.declared,
            shares_are_fixed: true,
            odd_contest: self.terms.odd_contest,
            trigger: self.terms.trigger,
            ..std::mem::take(&mut definition.terms)
        };
        definition.find_particulars();
    }
}

fn rank<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Rank>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let mut characters = text.chars();
    match (characters.next().and_then(Rank::from_character), characters.next()) {
        (Some(rank), None) => Ok(Some(rank)),
        _ => Err(D::Error::custom(format!("there is no rank {text:?}"))),
    }
}
