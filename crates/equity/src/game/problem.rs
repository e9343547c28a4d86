//! The question: the cards that players may hold at the showdown of a game.

use croupier_cards::Card;
use croupier_engine::definition::Definition;
use croupier_engine::{DefaultHooks, SetupError, ShowdownTable};

use super::script::Script;
use crate::EquityError;
use crate::problem::read_weight;

/// Stands for a card that is not known.
pub const UNKNOWN: u8 = u8::MAX;

/// Cards that a player may hold, and how likely that is beside the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// For each card that players hold in the end, its place in the deck, or [`UNKNOWN`].
    pub cards: Vec<u8>,
    /// The weight.
    pub weight: f64,
}

impl Known {
    /// Returns the known cards as bits of the deck.
    pub(crate) fn used(&self) -> u64 {
        used(&self.cards)
    }
}

/// Returns places in the deck as bits.
pub(crate) fn used(cards: &[u8]) -> u64 {
    cards.iter().filter(|&&card| card != UNKNOWN).fold(0, |bits, card| bits | 1 << card)
}

/// A question about the showdown of a game.
#[derive(Debug, Clone)]
pub struct GameProblem {
    pub(crate) definition: Definition,
    pub(crate) script: Script,
    /// The range of each player.
    pub players: Vec<Vec<Known>>,
    /// For each card of the board its place in the deck, or [`UNKNOWN`].
    pub board: Vec<u8>,
    /// Cards that nobody gets, as bits of the deck.
    pub dead: u64,
    /// The choices that were made about the game, as far as they are known.
    pub choices: Vec<Option<u8>>,
}

impl GameProblem {
    /// Returns a question about a game in which nothing is known.
    ///
    /// # Errors
    ///
    /// The deck is too large, or it depends on the play which cards there are.
    pub fn new(definition: &Definition) -> Result<Self, EquityError> {
        let mut definition = definition.clone();
        // Nobody declares anything here: the cards speak.
        definition.variant_rules.declared = false;
        if definition.deck.len() > 64 {
            return Err(EquityError::Unsupported("it has more than 64 cards"));
        }
        let script = Script::new(&definition)?;
        let nothing = Known { cards: vec![UNKNOWN; script.hole.len()], weight: 1.0 };
        Ok(Self {
            players: vec![vec![nothing]; definition.player_count()],
            board: vec![UNKNOWN; script.board.len()],
            dead: 0,
            choices: vec![None; script.choices.len()],
            definition,
            script,
        })
    }

    /// Returns what the game deals.
    #[must_use]
    pub const fn script(&self) -> &Script {
        &self.script
    }

    /// Returns the names of the choices about the game, each with the names of its values.
    #[must_use]
    pub fn choice_names(&self) -> &[(String, Vec<String>)] {
        &self.definition.variant_rules.choices
    }

    /// Returns how many kinds of hands share the pot.
    #[must_use]
    pub fn contest_count(&self) -> usize {
        self.definition.hand_types.len()
    }

    /// Returns the cards of the game.
    #[must_use]
    pub fn deck(&self) -> &[Card] {
        &self.definition.deck
    }

    /// Returns the places in the deck that are neither dead nor on the board, as bits.
    pub(crate) fn free(&self) -> u64 {
        let all = if self.deck().len() == 64 { u64::MAX } else { (1 << self.deck().len()) - 1 };
        all & !self.dead & !used(&self.board)
    }

    /// Checks the question; hands that are impossible weigh nothing afterwards.
    ///
    /// # Errors
    ///
    /// Whatever is wrong.
    pub fn check(&mut self) -> Result<(), EquityError> {
        let free = self.free();
        for (number, hands) in self.players.iter_mut().enumerate() {
            let player = number + 1;
            for hand in hands.iter_mut() {
                hand.weight = read_weight(player, hand.weight)?;
                if hand.used() & !free != 0 {
                    hand.weight = 0.0;
                }
            }
            if hands.iter().all(|hand| hand.weight == 0.0) {
                return Err(EquityError::NoCombo { player });
            }
        }
        let to_come = self.board.iter().filter(|&&card| card == UNKNOWN).count();
        let needed = self.players.len() * self.script.hole.len() + to_come;
        let left = free.count_ones() as usize;
        if needed > left {
            return Err(EquityError::DeckTooSmall { needed, left });
        }
        Ok(())
    }

    /// Returns a table for the showdowns.
    pub(crate) fn table(&self) -> Result<ShowdownTable, EquityError> {
        let wrong = |problems: Vec<SetupError>| {
            let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
            EquityError::Game(problems.join("; "))
        };
        let table = ShowdownTable::new(&self.definition, &DefaultHooks).map_err(wrong)?;
        table.map_err(|error| EquityError::Game(error.to_string()))
    }
}
