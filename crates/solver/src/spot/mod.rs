//! A spot: a game from some street on, two ranges, and what may be bet.
//!
//! | module | what is in it |
//! |---|---|
//! | [`sizes`] | sizes of bets as people write them |
//! | [`tree`] | the betting, played by the engine |
//! | [`last_round`] | the last bets of games with boards of several rows, cards face up, and others |

pub mod last_round;
pub mod sizes;
pub mod tree;

use std::sync::Arc;

use croupier_cards::{Card, CardSet};
use croupier_engine::chips::LIMIT;
use croupier_engine::definition::{Action, Automation, Dealing, Definition, Step};
use croupier_engine::{Chips, SetupError, Structure};
use croupier_equity::game::Script;
use croupier_equity::problem::Combo;

use crate::SolverError;
use crate::boards::MAX_HOLE_CARDS;
use crate::boards::strength::Judge;
use crate::spot::last_round::LastRound;
use crate::spot::sizes::{Menu, Thresholds};

/// A game of more betting rounds is refused: boards, and what is learnt on them, are nested as deep as rounds follow.
const MAX_ROUNDS: usize = 16;
/// The largest weight of a range is no smaller.
const MIN_WEIGHT: f64 = 1e-30;

/// The rake of every pot.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rake {
    /// Which part.
    pub rate: f64,
    /// At most so many chips; as many as there are when it is 0.
    pub cap: f64,
}

impl Rake {
    /// Returns what is taken of a pot.
    #[must_use]
    pub fn of(&self, pot: Chips) -> f64 {
        let part = self.rate * pot as f64;
        if self.cap > 0.0 { part.min(self.cap) } else { part }
    }
}

/// A spot to be solved: board, pot, stacks, ranges and sizes.
#[derive(Debug, Clone)]
pub struct Spot {
    /// The game from the spot on, for two players; the first of them acts first.
    pub definition: Arc<Definition>,
    /// The cards on the board.
    pub board: Vec<Card>,
    /// Cards that nobody can hold, though they are not on the board: those that lie face up, or were seen.
    pub dead: CardSet,
    /// How hands are compared where the board alone does not tell.
    pub last_round: Option<LastRound>,
    /// The chips in the middle.
    pub pot: Chips,
    /// The hands that the players may have.
    pub ranges: [Vec<Combo>; 2],
    /// The sizes of each player, street by street.
    pub menus: Vec<[Menu; 2]>,
    /// When sizes are added, enlarged and left out.
    pub thresholds: Thresholds,
    /// The rake.
    pub rake: Rake,
    /// Lines of bets that are possible beside those of the menus, as `x b120 r400`.
    pub added: Vec<String>,
    /// Lines that are left out, with all that would follow.
    pub removed: Vec<String>,
}

/// The operations that are done without being asked for while a tree is built: everything before the showdown.
const AUTOMATIONS: [Automation; 6] = [
    Automation::AntePosting,
    Automation::BetCollection,
    Automation::BlindOrStraddlePosting,
    Automation::CardBurning,
    Automation::HoleDealing,
    Automation::BoardDealing,
];

/// The betting rounds from which on a game can be solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Starts {
    /// How many cards the board has at the betting rounds that spots may begin with.
    pub boards: Vec<usize>,
    /// How many cards of each player nobody else sees.
    pub down: usize,
    /// How many cards of each player everybody sees.
    pub up: usize,
    /// Whether nothing but the last round can be solved, at the engine's table.
    pub is_last: bool,
}

/// Tells from where on a game can be solved: from a street on, or in its last round.
///
/// # Errors
///
/// [`SolverError::Unsupported`] with the reason why it cannot be solved at all.
pub fn find_starts(definition: &Definition) -> Result<Starts, SolverError> {
    let deck: CardSet = definition.deck.iter().copied().collect();
    if deck.len() as usize != definition.deck.len()
        || definition.deck.iter().any(|card| card.code() >= 52)
    {
        return Err(SolverError::Unsupported(
            "the deck has jokers, or a card more than once".to_owned(),
        ));
    }
    if let Some(starts) = find_streets(definition) {
        return Ok(starts);
    }
    let last_round::Counts { down, up, board } = last_round::check(definition)?;
    Ok(Starts { boards: vec![board], down, up, is_last: true })
}

/// Finds the streets from which on a game can be solved: nothing but deals to the board and bets follow, and hands are
/// compared by what players hold and the board.
fn find_streets(definition: &Definition) -> Option<Starts> {
    let rounds = (0..definition.steps.len()).filter(|&step| is_start(definition, step));
    let boards: Vec<usize> = rounds.map(|step| board_before(definition, step)).collect();
    // Cards that are discarded before that are gone.
    let down = Script::new(definition).ok()?.hole.len();
    let board = definition.steps.iter().filter_map(Step::dealing).map(|deal| deal.board).sum();
    let found = !boards.is_empty()
        && (1..=MAX_HOLE_CARDS).contains(&down)
        && Judge::kinds(definition, down, board).is_ok();
    found.then_some(Starts { boards, down, up: 0, is_last: false })
}

fn board_before(definition: &Definition, step: usize) -> usize {
    definition.steps[..step].iter().filter_map(Step::dealing).map(|deal| deal.board).sum()
}

/// Tells whether a step is a betting round from which on players decide about nothing but bets.
fn is_start(definition: &Definition, step: usize) -> bool {
    let follows = |step: &Step| match &step.action {
        Action::Deal(deal) => deal.draw.is_none() && deal.hole.is_empty() && step.when.is_empty(),
        Action::Bet(betting) => betting.terms == Default::default() && step.when.is_empty(),
        Action::Decide(_) | Action::Arrange(_) => false,
    };
    let is_standard = !definition.variant_rules.keeps_variant_state && definition.board_count == 1;
    let is_bet = |step: &Step| step.betting().is_some();
    is_standard
        && is_bet(&definition.steps[step])
        && definition.steps.last().is_some_and(is_bet)
        && definition.steps[step..].iter().all(follows)
        && definition.steps[..step]
            .iter()
            .all(|step| step.dealing().is_none_or(|deal| !deal.hole.contains(&true)))
}

/// The table where a spot begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpotTable {
    /// How many cards the board has.
    pub board: usize,
    /// The chips in the middle.
    pub pot: Chips,
    /// The stacks behind.
    pub stacks: [Chips; 2],
    /// The smallest bet, or the first of fixed ones; that of the game when it is 0.
    pub minimum_bet: Chips,
    /// How many units a chip of the game is.
    pub chip: Chips,
}

/// Cuts a game down to what follows from a street on: the pot becomes antes, and what was dealt is dealt at once.
///
/// # Errors
///
/// There is no such street, or something is decided after it that is no bet.
pub fn cut(definition: &Definition, table: &SpotTable) -> Result<Definition, SolverError> {
    if table.pot <= 0 || table.stacks.iter().any(|&stack| stack < 0) {
        return Err(SolverError::Spot(
            "the pot must be positive, and no stack negative".to_owned(),
        ));
    }
    let Some(Starts { down: held, .. }) = find_streets(definition) else {
        return stake(last_round::bets_of(definition)?, table);
    };
    let rounds = (0..definition.steps.len()).filter(|&step| is_start(definition, step));
    let at = |&step: &usize| board_before(definition, step) == table.board;
    let Some(first) = rounds.clone().rfind(at) else {
        let known: Vec<String> =
            rounds.map(|step| board_before(definition, step).to_string()).collect();
        let from = match known.as_slice() {
            [] => "nowhere, since players decide about more than bets to the end".to_owned(),
            boards => format!("with {} cards on the board", boards.join(", ")),
        };
        return Err(SolverError::Unsupported(format!(
            "there are {} cards on the board, and it can be solved {from}",
            table.board
        )));
    };
    let street = definition.steps[first].street;
    let dealt = Dealing { hole: vec![false; held], board: table.board, ..Dealing::default() };
    let mut steps = vec![Step::new(street, Action::Deal(dealt))];
    steps.extend(definition.steps[first..].iter().cloned());
    stake(Definition { steps: steps.into(), ..definition.clone() }, table)
}

/// Puts the pot and the stacks of a spot into a game: the pot becomes antes.
fn stake(definition: Definition, table: &SpotTable) -> Result<Definition, SolverError> {
    let mut steps = definition.steps.clone();
    let bets = Arc::make_mut(&mut steps).iter_mut().filter_map(|step| match &mut step.action {
        Action::Bet(betting) => Some(betting),
        _ => None,
    });
    let mut first = None;
    for betting in bets {
        // Bets of a fixed size keep their proportions from street to street.
        let unit = *first.get_or_insert(betting.minimum_bet);
        betting.minimum_bet = match definition.structure {
            _ if table.minimum_bet == 0 => betting.minimum_bet.saturating_mul(table.chip),
            Structure::FixedLimit => {
                table.minimum_bet.saturating_mul(betting.minimum_bet) / unit.max(1)
            }
            _ => table.minimum_bet,
        };
    }
    let chips = table.stacks.iter().try_fold(table.pot, |sum, &stack| sum.checked_add(stack));
    if chips.is_none_or(|chips| chips > LIMIT) {
        return Err(SolverError::Spot(SetupError::TooManyChips.to_string()));
    }
    let halves = [table.pot / 2, table.pot - table.pot / 2];
    check(Definition {
        automations: AUTOMATIONS.into_iter().collect(),
        steps,
        trims_antes: false,
        // Two players have their antes the other way round.
        antes: vec![halves[1], halves[0]],
        blinds: vec![0; 2],
        bring_in: 0,
        starting_stacks: vec![table.stacks[0] + halves[0], table.stacks[1] + halves[1]],
        ..definition
    })
}

/// Returns a whole game of two players as the solver plays it.
///
/// # Errors
///
/// Something is decided in it that is no bet.
pub fn whole(definition: &Definition) -> Result<Definition, SolverError> {
    let first = definition.steps.iter().position(|step| step.betting().is_some());
    if !first.is_some_and(|step| is_start(definition, step)) || definition.bring_in > 0 {
        return Err(SolverError::Unsupported(
            "players decide about more than bets, or cards lie face up".to_owned(),
        ));
    }
    check(Definition { automations: AUTOMATIONS.into_iter().collect(), ..definition.clone() })
}

fn check(definition: Definition) -> Result<Definition, SolverError> {
    let problems = definition.problems();
    if definition.player_count() != 2 {
        let count = definition.player_count();
        return Err(SolverError::Spot(format!("a spot has two players, not {count}")));
    }
    match problems.first() {
        Some(problem) => Err(SolverError::Spot(problem.to_string())),
        None => Ok(definition),
    }
}

impl Spot {
    /// Returns the cards of the game.
    #[must_use]
    pub fn deck(&self) -> CardSet {
        self.definition.deck.iter().copied().collect()
    }

    /// Returns the cards that nobody can hold.
    #[must_use]
    pub fn taken(&self) -> CardSet {
        let board: CardSet = self.board.iter().copied().collect();
        CardSet::from_bits(board.bits() | self.dead.bits())
    }

    /// Returns how many hole cards a player has.
    #[must_use]
    pub fn hole_count(&self) -> usize {
        self.definition.steps.iter().map(Step::hole_count).sum()
    }

    /// Returns how many cards are dealt to the board before each betting round but the first.
    #[must_use]
    pub fn deals(&self) -> Vec<usize> {
        let first = self.definition.steps.iter().position(|step| step.betting().is_some());
        let mut deals = Vec::new();
        let mut dealt = 0;
        for step in self.definition.steps.iter().skip(first.unwrap_or(0) + 1) {
            match &step.action {
                Action::Deal(deal) => dealt += deal.board,
                Action::Bet(_) => deals.push(std::mem::take(&mut dealt)),
                Action::Decide(_) | Action::Arrange(_) => {}
            }
        }
        deals
    }

    /// Returns how many cards the board has in the end.
    #[must_use]
    pub fn board_count(&self) -> usize {
        self.definition.steps.iter().filter_map(Step::dealing).map(|deal| deal.board).sum()
    }

    /// Checks everything that can be wrong with it, but for sizes, which the tree finds out.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), SolverError> {
        let spot = |reason: &str| Err(SolverError::Spot(reason.to_owned()));
        let deck = self.deck();
        if deck.len() as usize != self.definition.deck.len()
            || self.definition.deck.iter().any(|card| card.code() >= 52)
        {
            return Err(SolverError::Unsupported(
                "the deck has jokers, or a card more than once".to_owned(),
            ));
        }
        let mut board = CardSet::EMPTY;
        for &card in &self.board {
            if card.is_unknown() || !deck.contains(card) || !board.insert(card) {
                return Err(SolverError::Board(card));
            }
        }
        let outside = self.dead.bits() & (board.bits() | !deck.bits());
        if let Some(card) = CardSet::from_bits(outside).iter().next() {
            return Err(SolverError::Board(card));
        }
        let rounds = self.deals().len() + 1;
        if rounds > MAX_ROUNDS {
            return Err(SolverError::Unsupported(format!(
                "expected at most {MAX_ROUNDS} betting rounds, got {rounds}"
            )));
        }
        let board = self.taken();
        let Rake { rate, cap } = self.rake;
        if !((0.0..1.0).contains(&rate) && cap.is_finite() && cap >= 0.0) {
            return spot(
                "the rake must be a part of the pot from 0 to 1, and its cap not negative",
            );
        }
        let Thresholds { add_all_in, force_all_in, merge, .. } = self.thresholds;
        if [add_all_in, force_all_in, merge].iter().any(|part| !(part.is_finite() && *part >= 0.0))
        {
            return spot("thresholds are parts of the pot, and not negative");
        }
        let count = self.hole_count();
        for (player, range) in self.ranges.iter().enumerate() {
            let player = player + 1;
            for combo in range {
                let given = combo.cards.len() as usize;
                if given != count {
                    return Err(SolverError::HandSize { player, given, count });
                }
                if !(combo.weight.is_finite() && combo.weight >= 0.0 && combo.weight <= 1e6) {
                    return spot("weights are numbers from 0 to a million");
                }
                if combo.cards.bits() & !deck.bits() != 0 {
                    return spot("a range has a card that is not in the deck of the game");
                }
            }
            let largest = range.iter().map(|combo| combo.weight).fold(0.0, f64::max);
            if largest > 0.0 && largest < MIN_WEIGHT {
                return Err(SolverError::Spot(format!(
                    "the weights of player {player} are too small: expected the largest to be at least {MIN_WEIGHT:e}, got {largest:e}"
                )));
            }
            let mut sets: Vec<u64> = range.iter().map(|combo| combo.cards.bits()).collect();
            sets.sort_unstable();
            if sets.windows(2).any(|pair| pair[0] == pair[1]) {
                return spot("a range has the same hand twice");
            }
            if !range.iter().any(|combo| is_possible(combo, board)) {
                return Err(SolverError::NoCombo { player });
            }
        }
        let possible = |player: usize| {
            self.ranges[player].iter().filter(move |combo| is_possible(combo, board))
        };
        let apart =
            |combo: &Combo| possible(1).any(|other| other.cards.bits() & combo.cards.bits() == 0);
        if !possible(0).any(apart) {
            return Err(SolverError::NoDeal);
        }
        self.menus.iter().flatten().try_for_each(Menu::check)
    }
}

/// Tells whether a hand is in a range and leaves the board alone.
pub(crate) fn is_possible(combo: &Combo, board: CardSet) -> bool {
    combo.weight > 0.0 && combo.cards.bits() & board.bits() == 0
}
