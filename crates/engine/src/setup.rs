//! Checking a definition and starting a hand.

use std::sync::Arc;

use croupier_cards::{Card, Shuffler};
use smallvec::SmallVec;

use crate::cards::piles::{Hole, MAX_HOLE_CARDS, Pending, Pile, Stock};
use crate::chips::{LIMIT, UNKNOWN_STACK};
use crate::definition::{Definition, Drawing, Step};
use crate::error::{RuleError, SetupError};
use crate::hooks::Hooks;
use crate::operation::Log;
use crate::seats::{MAX_PLAYERS, Order, PerSeat, Seats};
use crate::state::{Phase, State, Uncompared};
use crate::variants::state::VariantState;

/// The most boards of a hand.
pub const MAX_BOARDS: usize = 64;
/// The most cards that lie on a board.
const MAX_BOARD_CARDS: usize = 52;
/// The most streets of a hand.
const MAX_STREETS: usize = 64;

impl Definition {
    /// Lists everything that is wrong with the definition: with the game, and with what it is played for.
    #[must_use]
    pub fn problems(&self) -> Vec<SetupError> {
        let mut problems = self.game_problems();
        problems.append(&mut self.stake_problems());
        problems
    }

    /// Lists what is wrong with the game, whatever it is played for.
    fn game_problems(&self) -> Vec<SetupError> {
        let mut problems = Vec::new();
        let mut check = |wrong: bool, problem: SetupError| {
            if wrong {
                problems.push(problem);
            }
        };
        check(self.steps.is_empty(), SetupError::NoStreets);
        check(self.street_count() > MAX_STREETS, SetupError::TooManyStreets);
        let in_order = self.steps.windows(2).all(|pair| pair[0].street <= pair[1].street);
        check(!in_order, SetupError::StreetOrder);
        let dealings = || self.steps.iter().filter_map(Step::dealing);
        // Only games that keep track of more may deal to the board first.
        let mut first = dealings().filter(|deal| {
            !self.variant_rules.keeps_variant_state || deal.board == 0 || !deal.hole.is_empty()
        });
        let starts_with_hole_cards = first.next().is_some_and(|deal| !deal.hole.is_empty());
        check(!self.steps.is_empty() && !starts_with_hole_cards, SetupError::NoHoleCards);
        let draws = dealings().filter_map(|deal| deal.draw);
        let impossible = |draw: Drawing| draw.maximum.is_some_and(|most| most < draw.minimum);
        check(draws.into_iter().any(impossible), SetupError::DrawBounds);
        check(self.hand_types.is_empty(), SetupError::NoHandTypes);
        check(!self.has_sound_terms(), SetupError::VariantRules);
        // Numbers of a file may be as large as can be.
        let add = |sum: usize, count: usize| sum.saturating_add(count);
        let hole = self.steps.iter().map(Step::hole_count).fold(0, add);
        check(hole > MAX_HOLE_CARDS, SetupError::TooManyHoleCards(hole));
        let board = dealings().map(|deal| deal.board).fold(0, add);
        check(board > MAX_BOARD_CARDS, SetupError::TooManyBoardCards(board));
        problems
    }

    /// Lists what is wrong with forced bets, smallest bets, stacks and the number of boards: all that can be wrong where a
    /// game without problems is played for something else.
    #[must_use]
    pub fn stake_problems(&self) -> Vec<SetupError> {
        let mut problems = Vec::new();
        let count = self.player_count();
        let mut check = |wrong: bool, problem: SetupError| {
            if wrong {
                problems.push(problem);
            }
        };
        let negative = self.bring_in < 0 || self.antes.iter().any(|&ante| ante < 0);
        check(negative, SetupError::NegativeForcedBet);
        let forced = self.antes.iter().chain(&self.blinds).chain([&self.bring_in]);
        check(forced.clone().all(|&amount| amount == 0), SetupError::NoForcedBet);
        if let Some(seat) = self.starting_stacks.iter().position(|&stack| stack <= 0) {
            check(true, SetupError::EmptyStack(seat));
        }
        let blinds = self.blinds.iter().any(|&blind| blind != 0);
        check(blinds && self.bring_in > 0, SetupError::BringInAndBlinds);
        let mut bets = self.steps.iter().filter_map(Step::betting).map(|one| one.minimum_bet);
        let smallest_bet = bets.clone().next().unwrap_or(i64::MAX);
        check(self.bring_in >= smallest_bet, SetupError::BringInTooLarge);
        if let Some(bet) = bets.find(|bet| !(1..=LIMIT).contains(bet)) {
            check(true, SetupError::SmallestBet(bet));
        }
        check(!(2..=MAX_PLAYERS).contains(&count), SetupError::PlayerCount(count));
        let boards = self.board_count;
        check(!(1..=MAX_BOARDS).contains(&boards), SetupError::BoardCount(boards as isize));
        check(self.variant_rules.keeps_variant_state && boards != 1, SetupError::SubsetsAndBoards);
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
        shuffler: Shuffler,
        hooks: &dyn Hooks,
    ) -> Result<Result<Self, RuleError>, Vec<SetupError>> {
        let problems = definition.problems();
        if problems.is_empty() {
            Ok(Self::start(definition, shuffler, hooks).map(|state| *state))
        } else {
            Err(problems)
        }
    }

    /// Starts a hand of a game in which [`Definition::problems`] finds nothing wrong. A state is large: it is played
    /// where it is made.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    pub fn start(
        definition: Arc<Definition>,
        shuffler: Shuffler,
        hooks: &dyn Hooks,
    ) -> Result<Box<Self>, RuleError> {
        let mut state = Self::lay_out(definition, shuffler);
        state.begin(hooks)?;
        Ok(state)
    }

    /// Starts a hand as [`State::start`] does, with a deck in the order in which it is dealt. It is `None` where these
    /// are not the cards of the game.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    pub fn start_with_deck(
        definition: Arc<Definition>,
        shuffler: Shuffler,
        deck: &[Card],
        hooks: &dyn Hooks,
    ) -> Result<Option<Box<Self>>, RuleError> {
        let sorted = |cards: &[Card]| {
            let mut codes: Vec<u8> = cards.iter().map(|card| card.code()).collect();
            codes.sort_unstable();
            codes
        };
        if sorted(deck) != sorted(&definition.deck) {
            return Ok(None);
        }
        let mut state = Self::lay_out(definition, shuffler);
        let order: Vec<Card> = deck.iter().rev().copied().collect();
        state.deck.lay(&order);
        state.begin_with_deck(hooks)?;
        Ok(Some(state))
    }

    /// Returns an empty table.
    fn lay_out(definition: Arc<Definition>, shuffler: Shuffler) -> Box<Self> {
        let count = definition.player_count();
        let mut state = Box::new(Self {
            shuffler: Uncompared(shuffler),
            duplicates: false,
            replenished: Uncompared(false),
            phase: Phase::Ante,
            deck: Stock::default(),
            board: Pile::new(),
            mucked: SmallVec::new(),
            burnt: SmallVec::new(),
            discarded: Pile::new(),
            active: Seats::NONE,
            bets: PerSeat::all(0, count),
            largest_bet: 0,
            forced: 0,
            unposted: 0,
            stacks: PerSeat::all(0, count),
            payoffs: PerSeat::all(0, count),
            hole: PerSeat::all(Hole::default(), count),
            step: None,
            return_step: None,
            return_count: 0,
            all_in: false,
            folded: false,
            log: Log::default(),
            ante_pending: Seats::NONE,
            collect_pending: false,
            blind_pending: Seats::NONE,
            burn_pending: false,
            hole_pending: PerSeat::all(Pending::default(), count),
            hole_left: 0,
            board_pending: SmallVec::from_elem(0, definition.board_count),
            draw_pending: Order::NONE,
            deciders: Order::NONE,
            arrange_pending: false,
            shared: SmallVec::from_elem(0, definition.steps.len()),
            opener: None,
            bring_in_pending: false,
            completion_pending: false,
            actors: Order::NONE,
            raise_amount: 0,
            raise_count: 0,
            acted: Seats::NONE,
            short_all_ins: SmallVec::new(),
            runout_pending: Seats::NONE,
            runout_count: None,
            runouts_chosen: false,
            showdown: Order::NONE,
            kill_pending: Seats::NONE,
            contenders: Seats::NONE,
            pots: None,
            sub_pots: SmallVec::new(),
            pushed: 0,
            pull_pending: Seats::NONE,
            variant: VariantState::start(&definition),
            ranks: Default::default(),
            showdown_pots: Default::default(),
            definition: Uncompared(definition),
        });
        state.log.reserve();
        state
    }

    /// Starts another hand of the same game in the same place.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    pub fn restart(&mut self, shuffler: Shuffler, hooks: &dyn Hooks) -> Result<(), RuleError> {
        self.shuffler.0 = shuffler;
        self.clear();
        self.begin(hooks)
    }

    /// Starts a hand as [`State::start`] does, in the place of a hand of this game or of another one.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    pub fn restart_as(
        &mut self,
        definition: &Arc<Definition>,
        shuffler: Shuffler,
        hooks: &dyn Hooks,
    ) -> Result<(), RuleError> {
        if !Arc::ptr_eq(&self.definition, definition) {
            self.definition.0 = definition.clone();
            self.make_room();
        }
        self.restart(shuffler, hooks)
    }

    /// Starts another hand of the same game in the same place, with another stream of the same randomness.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    pub fn restart_stream(&mut self, number: u64, hooks: &dyn Hooks) -> Result<(), RuleError> {
        self.shuffler.restart(number);
        self.clear();
        self.begin(hooks)
    }

    /// Starts another hand as [`State::restart_stream`] does, with these cards on top of the deck; an unknown one stands for
    /// whatever comes.
    ///
    /// # Errors
    ///
    /// The deck has not all of the cards, or the caller's own code failed. The state must be started again then.
    pub fn restart_dealt(
        &mut self,
        number: u64,
        first: &[Card],
        hooks: &dyn Hooks,
    ) -> Result<(), RuleError> {
        self.shuffler.restart(number);
        self.clear();
        self.deck.shuffle(&self.definition.deck, &mut self.shuffler);
        if !self.deck.bring_up(first) {
            return Err(RuleError::Stuck);
        }
        self.begin_with_deck(hooks)
    }

    /// Starts another hand in the same place, for which the rules, the boards and what is played for are changed first:
    /// nothing else of the game may be. The deck is not shuffled: somebody knows which cards come.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the stakes then, or the caller's own code failed. The state must be
    /// started again before it is used.
    pub fn restart_changed(
        &mut self,
        change: impl FnOnce(&mut Definition),
        hooks: &dyn Hooks,
    ) -> Result<Result<(), RuleError>, Vec<SetupError>> {
        change(Arc::make_mut(&mut self.definition));
        let problems = self.definition.stake_problems();
        if !problems.is_empty() {
            return Err(problems);
        }
        self.make_room();
        self.clear();
        self.deck.lay(&self.definition.deck);
        Ok(self.begin_with_deck(hooks))
    }

    /// Makes room for as many players, boards and steps as the game has.
    fn make_room(&mut self) {
        let count = self.definition.player_count();
        self.bets.reset(count);
        self.stacks.reset(count);
        self.payoffs.reset(count);
        self.hole.reset(count);
        self.hole_pending.reset(count);
        self.board_pending.resize(self.definition.board_count, 0);
        self.shared.resize(self.definition.steps.len(), 0);
    }

    /// Takes everything off the table.
    pub(crate) fn clear(&mut self) {
        self.duplicates = false;
        *self.replenished = false;
        self.board.clear();
        self.mucked.clear();
        self.burnt.clear();
        self.discarded.clear();
        self.hole.iter_mut().for_each(Hole::clear);
        self.bets.fill(0);
        self.largest_bet = 0;
        self.forced = 0;
        self.unposted = 0;
        self.payoffs.fill(0);
        self.step = None;
        self.return_step = None;
        self.return_count = 0;
        self.all_in = false;
        self.folded = false;
        self.log.clear();
        self.ante_pending = Seats::NONE;
        self.collect_pending = false;
        self.blind_pending = Seats::NONE;
        self.burn_pending = false;
        self.hole_pending.fill(Pending::default());
        self.hole_left = 0;
        self.board_pending.fill(0);
        self.draw_pending = Order::NONE;
        self.deciders = Order::NONE;
        self.arrange_pending = false;
        self.shared.fill(0);
        self.opener = None;
        self.bring_in_pending = false;
        self.completion_pending = false;
        self.actors = Order::NONE;
        self.raise_amount = 0;
        self.raise_count = 0;
        self.acted = Seats::NONE;
        self.short_all_ins.clear();
        self.runout_pending = Seats::NONE;
        self.runout_count = None;
        self.runouts_chosen = false;
        self.showdown = Order::NONE;
        self.kill_pending = Seats::NONE;
        self.contenders = Seats::NONE;
        self.pots = None;
        self.sub_pots.clear();
        self.pushed = 0;
        self.pull_pending = Seats::NONE;
        self.variant = VariantState::start(&self.definition);
        self.ranks.clear();
    }

    /// Shuffles the deck and does what is automated.
    fn begin(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        self.deck.shuffle(&self.definition.deck, &mut self.shuffler);
        self.begin_with_deck(hooks)
    }

    /// Does what is automated at the start.
    fn begin_with_deck(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        self.active = self.definition.players();
        self.stacks.copy_from_slice(&self.definition.starting_stacks);
        self.begin_ante();
        self.advance(hooks)
    }
}
