//! The games that hands are played in.

use std::sync::Arc;

use croupier_cards::Shuffler;
use croupier_engine::{
    Action, Automation, Automations, Chips, Definition, Mode, Plain, Rules, SetupError, State, Step,
};

use crate::replay::Game;

/// What a hand's record does not say is done.
const AUTOMATIONS: [Automation; 7] = [
    Automation::AntePosting,
    Automation::BetCollection,
    Automation::BlindOrStraddlePosting,
    Automation::RunoutCountSelection,
    Automation::HandKilling,
    Automation::ChipsPushing,
    Automation::ChipsPulling,
];

/// What a game deals, and which fields its hands have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
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

impl Shape {
    fn new(game: &Game) -> Self {
        let count = game.definition.street_count();
        let (mut hole_counts, mut board_counts) = (vec![0; count], vec![0; count]);
        let (mut is_draw, mut is_stud) = (false, false);
        for step in &game.definition.steps {
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

/// What a hand begins with, in units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Start {
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

/// Where hands of one game are played, one after the other.
pub(crate) struct GameTable {
    code: String,
    pub(crate) shape: Arc<Shape>,
    pub(crate) state: State,
    /// For each round of betting, whether the small bet is the smallest one.
    small_bets: Vec<bool>,
}

impl GameTable {
    fn new(game: &Game) -> Option<Self> {
        let automations = AUTOMATIONS.into_iter().collect();
        let definition =
            Definition { automations, mode: Mode::CashGame, ..game.definition.clone() };
        let bets = || definition.steps.iter().filter_map(Step::betting);
        let smallest = bets().map(|betting| betting.minimum_bet).min();
        let small_bets = bets().map(|betting| Some(betting.minimum_bet) == smallest).collect();
        let state = State::new(Arc::new(definition), Shuffler::from_seed(0), &Plain).ok()?.ok()?;
        Some(Self { code: game.code.clone(), shape: Arc::new(Shape::new(game)), state, small_bets })
    }

    /// Starts a hand.
    pub(crate) fn start(&mut self, start: &Start, rules: Rules) -> Result<(), Vec<SetupError>> {
        let automations: Automations = AUTOMATIONS
            .into_iter()
            .filter(|&one| one != Automation::RunoutCountSelection || !start.chooses_runs)
            .collect();
        let small_bets = &self.small_bets;
        let started = self.state.restart_changed(
            |definition| {
                definition.automations = automations;
                definition.rules = rules;
                definition.board_count = start.board_count;
                definition.antes.clone_from(&start.antes);
                definition.blinds.clone_from(&start.blinds);
                definition.starting_stacks.clone_from(&start.stacks);
                definition.trims_antes = start.trims_antes;
                definition.bring_in = start.bring_in;
                let bets = definition.steps.iter_mut().filter_map(|step| match &mut step.action {
                    Action::Bet(betting) => Some(betting),
                    _ => None,
                });
                for (betting, &is_small) in bets.zip(small_bets) {
                    betting.minimum_bet = if is_small { start.small_bet } else { start.big_bet };
                }
            },
            &Plain,
        )?;
        // Nothing of the caller's is asked at the start, so nothing of it can fail.
        started.map_err(|_| Vec::new())
    }
}

/// The games by their codes, and where they are played. Each thread has its own.
pub struct Games {
    tables: Vec<GameTable>,
}

impl Games {
    /// Takes the games that can be played; one that cannot be set up is left out.
    #[must_use]
    pub fn new(games: &[Game]) -> Self {
        Self { tables: games.iter().filter_map(GameTable::new).collect() }
    }

    /// Returns what a game deals.
    #[must_use]
    pub fn shape(&self, code: &str) -> Option<&Shape> {
        self.tables.iter().find(|table| table.code == code).map(|table| &*table.shape)
    }

    pub(crate) fn find(&mut self, code: &str) -> Option<&mut GameTable> {
        // The game of the last hand is likely that of the next.
        let place = self.tables.iter().position(|table| table.code == code)?;
        if place > 0 {
            self.tables.swap(0, place);
        }
        self.tables.first_mut()
    }

    /// Returns the end of the hand of this game that was played last.
    #[must_use]
    pub fn played(&self, code: &str) -> Option<&State> {
        self.tables.iter().find(|table| table.code == code).map(|table| &table.state)
    }
}
