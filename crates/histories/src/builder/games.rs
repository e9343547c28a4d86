//! The games that hands are played in.

use std::sync::Arc;

use croupier_engine::{Chips, Rules, SetupError, State};

use crate::replay::Game;
use crate::replay::start::{self, StartTerms};

/// The cards that a game deals, and the fields that its hands have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameShape {
    /// How many hole cards a player is dealt on each street.
    pub hole_counts: Vec<usize>,
    /// How many board cards there are at the end of each street.
    pub board_counts: Vec<usize>,
    /// Whether players discard.
    pub is_draw: bool,
    /// Whether some hole cards lie face up.
    pub is_stud: bool,
    pub(crate) has_blinds: bool,
    pub(crate) has_bring_in: bool,
    pub(crate) has_small_bet: bool,
    pub(crate) has_big_bet: bool,
    pub(crate) has_min_bet: bool,
}

impl GameShape {
    fn new(game: &Game) -> Self {
        let count = game.definition.street_count();
        let (mut hole_counts, mut board_counts) = (vec![0; count], vec![0; count]);
        let (mut is_draw, mut is_stud) = (false, false);
        for step in game.definition.steps.iter() {
            let Some(dealing) = step.dealing() else { continue };
            hole_counts[step.street] += dealing.hole.len();
            board_counts[step.street..].iter_mut().for_each(|sum| *sum += dealing.board);
            is_draw |= dealing.draw.is_some();
            is_stud |= dealing.hole.contains(&true);
        }
        let has = |name: &str| game.required.iter().any(|field| field == name);
        Self {
            hole_counts,
            board_counts,
            is_draw,
            is_stud,
            has_blinds: has("blinds_or_straddles"),
            has_bring_in: has("bring_in"),
            has_small_bet: has("small_bet"),
            has_big_bet: has("big_bet"),
            has_min_bet: has("min_bet"),
        }
    }
}

/// The stacks and forced bets of a hand, in units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StartAmounts {
    pub(crate) antes: Vec<Chips>,
    pub(crate) blinds: Vec<Chips>,
    pub(crate) trims_antes: bool,
    pub(crate) bring_in: Chips,
    pub(crate) small_bet: Chips,
    pub(crate) big_bet: Chips,
    pub(crate) stacks: Vec<Chips>,
    pub(crate) board_count: usize,
    /// Whether the text says how often the board is run.
    pub(crate) chooses_runs: bool,
}

/// A table at which hands of one game are played, one after the other.
pub(crate) struct GameTable {
    pub(crate) shape: Arc<GameShape>,
    inner: start::Start,
}

impl GameTable {
    fn new(game: &Game) -> Option<Self> {
        Some(Self { shape: Arc::new(GameShape::new(game)), inner: start::Start::new(game)? })
    }

    pub(crate) const fn state(&self) -> &State {
        &self.inner.state
    }

    pub(crate) const fn state_mut(&mut self) -> &mut State {
        &mut self.inner.state
    }

    /// Starts a hand.
    pub(crate) fn start(
        &mut self,
        start: &StartAmounts,
        rules: Rules,
    ) -> Result<(), Vec<SetupError>> {
        let terms = StartTerms {
            rules,
            board_count: start.board_count,
            trims_antes: start.trims_antes,
            bring_in: start.bring_in,
            small_bet: start.small_bet,
            big_bet: start.big_bet,
            asks_for_runs: start.chooses_runs,
        };
        let started = self.inner.restart(&terms, |definition| {
            definition.antes.clone_from(&start.antes);
            definition.blinds.clone_from(&start.blinds);
            definition.starting_stacks.clone_from(&start.stacks);
        })?;
        // Nothing of the caller's is asked at the start, so nothing of it can fail.
        started.map_err(|_| Vec::new())
    }
}

/// The games by their codes, and where they are played. Each thread has its own.
pub struct Games {
    known: Vec<Game>,
    /// Those that were played; the last one first.
    tables: Vec<GameTable>,
}

impl Games {
    /// Takes the games that can be played; one that cannot be set up is not known.
    #[must_use]
    pub fn new(games: &[Game]) -> Self {
        Self { known: games.to_vec(), tables: Vec::new() }
    }

    /// Returns what a game deals.
    #[must_use]
    pub fn shape(&mut self, code: &str) -> Option<&GameShape> {
        self.find(code).map(|table| &*table.shape)
    }

    pub(crate) fn find(&mut self, code: &str) -> Option<&mut GameTable> {
        let place = match self.tables.iter().position(|table| table.inner.code == code) {
            Some(place) => place,
            None => {
                let game = self.known.iter().find(|game| game.code == code)?;
                self.tables.push(GameTable::new(game)?);
                self.tables.len() - 1
            }
        };
        // The game of the last hand is likely that of the next.
        if place > 0 {
            self.tables.swap(0, place);
        }
        self.tables.first_mut()
    }

    /// Returns the end of the hand of this game that was played last.
    #[must_use]
    pub fn played(&self, code: &str) -> Option<&State> {
        self.tables.iter().find(|table| table.inner.code == code).map(GameTable::state)
    }
}
