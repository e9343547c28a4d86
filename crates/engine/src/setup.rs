//! Checking a definition and starting a hand.

use std::sync::Arc;

use croupier_cards::Shuffler;
use smallvec::SmallVec;

use crate::chips::{LIMIT, UNKNOWN_STACK};
use crate::definition::Definition;
use crate::error::{RuleError, SetupError};
use crate::hooks::Hooks;
use crate::seats::{MAXIMUM_PLAYERS, Seats};
use crate::state::{Hole, Pending, Phase, State};

/// The most boards of a hand.
const MAXIMUM_BOARDS: usize = 64;
/// The most cards that a player is dealt, or that lie on a board.
const MAXIMUM_CARDS: usize = 52;

impl Definition {
    /// Lists everything that is wrong with the definition.
    #[must_use]
    pub fn problems(&self) -> Vec<SetupError> {
        let mut problems = Vec::new();
        let count = self.player_count();
        let mut check = |wrong: bool, problem: SetupError| {
            if wrong {
                problems.push(problem);
            }
        };
        check(self.streets.is_empty(), SetupError::NoStreets);
        let first = self.streets.first();
        check(first.is_some_and(|street| street.hole.is_empty()), SetupError::NoHoleCards);
        let negative = self.bring_in < 0 || self.antes.iter().any(|&ante| ante < 0);
        check(negative, SetupError::NegativeForcedBet);
        let forced = self.antes.iter().chain(&self.blinds).chain([&self.bring_in]);
        check(forced.clone().all(|&amount| amount == 0), SetupError::NoForcedBet);
        if let Some(seat) = self.starting_stacks.iter().position(|&stack| stack <= 0) {
            check(true, SetupError::EmptyStack(seat));
        }
        let blinds = self.blinds.iter().any(|&blind| blind != 0);
        check(blinds && self.bring_in > 0, SetupError::BringInAndBlinds);
        let smallest_bet = first.map_or(i64::MAX, |street| street.minimum_bet);
        check(self.bring_in >= smallest_bet, SetupError::BringInTooLarge);
        check(!(2..=MAXIMUM_PLAYERS).contains(&count), SetupError::PlayerCount(count));
        let boards = self.board_count;
        check(!(1..=MAXIMUM_BOARDS).contains(&boards), SetupError::BoardCount(boards as i64));
        check(self.hand_types.is_empty(), SetupError::NoHandTypes);
        let hole: usize = self.streets.iter().map(|street| street.hole.len()).sum();
        let board: usize = self.streets.iter().map(|street| street.board).sum();
        check(hole > MAXIMUM_CARDS || board > MAXIMUM_CARDS, SetupError::TooManyCards);
        for (what, given) in [("antes", self.antes.len()), ("blinds", self.blinds.len())] {
            check(given != count, SetupError::Length { what, given, count });
        }
        let known = self.starting_stacks.iter().filter(|&&stack| stack != UNKNOWN_STACK);
        let all = known
            .chain(forced)
            .try_fold(0_i64, |sum, &amount| sum.checked_add(amount.checked_abs()?));
        check(all.is_none_or(|all| all > LIMIT), SetupError::TooManyChips);
        problems
    }
}

impl State {
    /// Starts a hand: the deck is shuffled, and what is automated is done.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the definition.
    pub fn new(
        definition: Arc<Definition>,
        mut shuffler: Shuffler,
        hooks: &dyn Hooks,
    ) -> Result<Result<Self, RuleError>, Vec<SetupError>> {
        let problems = definition.problems();
        if !problems.is_empty() {
            return Err(problems);
        }
        let count = definition.player_count();
        let mut deck: SmallVec<_> = definition.deck.iter().copied().collect();
        shuffler.shuffle(&mut deck);
        let streets = definition.streets.len();
        let mut state = Self {
            shuffler,
            phase: Phase::Ante,
            deck,
            board: SmallVec::new(),
            mucked: SmallVec::new(),
            burnt: SmallVec::new(),
            discarded: SmallVec::from_elem(SmallVec::new(), streets),
            active: definition.players(),
            bets: SmallVec::from_elem(0, count),
            stacks: definition.starting_stacks.iter().copied().collect(),
            payoffs: SmallVec::from_elem(0, count),
            hole: SmallVec::from_elem(Hole::default(), count),
            street: None,
            return_street: None,
            return_count: 0,
            all_in: false,
            folded: false,
            log: Vec::with_capacity(64),
            remarks: Vec::new(),
            ante_pending: Seats::NONE,
            collect_pending: false,
            blind_pending: Seats::NONE,
            burn_pending: false,
            hole_pending: SmallVec::from_elem(Pending::default(), count),
            hole_left: 0,
            board_pending: SmallVec::from_elem(0, definition.board_count),
            draw_pending: Seats::NONE,
            shared: SmallVec::from_elem(0, streets),
            opener: None,
            bring_in_pending: false,
            completion_pending: false,
            actors: SmallVec::new(),
            raise_amount: 0,
            raise_count: 0,
            acted: Seats::NONE,
            short_all_ins: SmallVec::new(),
            runout_pending: Seats::NONE,
            runout_count: None,
            runouts_chosen: false,
            showdown: SmallVec::new(),
            kill_pending: Seats::NONE,
            pots: None,
            sub_pots: std::collections::VecDeque::new(),
            pushed: 0,
            pull_pending: Seats::NONE,
            ranks: Default::default(),
            definition,
        };
        state.begin_ante();
        Ok(state.advance(hooks).map(|()| state))
    }
}
