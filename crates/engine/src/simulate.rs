//! Many hands at once: a policy plays for everybody, on all cores.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use croupier_cards::{RandomNumbers, Seed, Shuffler};

use crate::chips::Chips;
use crate::definition::{Declaration, Definition};
use crate::error::{RuleError, SetupError};
use crate::hooks::Hooks;
use crate::operation::{Cards, Operation, OperationKind as Kind};
use crate::phases::declare::Declarations;
use crate::seats::{PerSeat, Seat, Seats};
use crate::state::{Phase, State};

/// How many hands a thread takes at once.
const CHUNK: u64 = 512;
/// How often the caller is told how far it is.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);
/// A sized bet or raise is at most so many times the smallest one.
const SIZED_RAISE: Chips = 4;

/// The probabilities of a player's random decisions; each takes one number from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Policy {
    /// How often a player folds who may.
    pub fold: f64,
    /// How often a player bets or raises who may.
    pub raise: f64,
    /// How often a bet or raise is not the smallest one, where the structure allows others.
    pub sized: f64,
    /// How often the bring-in is completed at once.
    pub complete: f64,
    /// How often a card is discarded.
    pub discard: f64,
}

impl Policy {
    /// Players who mostly call.
    pub const MIXED: Self =
        Self { fold: 0.08, raise: 0.12, sized: 0.3, complete: 0.2, discard: 0.25 };
    /// Players who only check, call and stand pat: every hand is a showdown.
    pub const CALL: Self = Self { fold: 0.0, raise: 0.0, sized: 0.0, complete: 0.0, discard: 0.0 };

    /// Decides for the player whose turn it is; raises are by whole chips of so many units.
    ///
    /// # Errors
    ///
    /// Nobody can decide anything, or the caller's own code failed: then the hand cannot be played on.
    #[inline]
    pub fn decide(
        &self,
        state: &mut State,
        chip: Chips,
        random: &mut RandomNumbers,
        hooks: &dyn Hooks,
    ) -> Result<(), RuleError> {
        if (state.phase != Phase::Bet || state.variant.is_some())
            && let Some(result) = self.decide_about_cards(state, random, hooks)
        {
            return result;
        }
        let Some(actor) = state.actor() else { return Err(RuleError::Stuck) };
        let chance = random.fraction();
        if state.bring_in_pending {
            if chance < self.complete && state.check_raise().is_ok() {
                return state.complete_bet_or_raise_to(None, None, hooks).map(drop);
            }
            return state.post_bring_in(None, hooks).map(drop);
        }
        // Only what is possible is chosen, so that nothing need be verified again.
        if chance < self.fold && state.checking_or_calling_amount().is_some_and(|cost| cost > 0) {
            state.apply_fold(actor);
        } else if chance < self.fold + self.raise
            && let Some(least) = state.minimum_raise_to()
            && least <= state.most_countable(actor)
        {
            let amount = self.choose_raise(state, (actor, least), chip, random, hooks)?;
            state.apply_raise(actor, amount);
        } else {
            state.apply_call(actor);
        }
        state.advance(hooks)
    }

    /// Decides about cards, if the player is to do that.
    #[inline(never)]
    fn decide_about_cards(
        &self,
        state: &mut State,
        random: &mut RandomNumbers,
        hooks: &dyn Hooks,
    ) -> Option<Result<(), RuleError>> {
        if let Some(seat) = state.drawer() {
            let cards = self.choose_discards(state, seat, random);
            return Some(state.stand_pat_or_discard(&cards, None, hooks).map(drop));
        }
        state.decider().is_some().then(|| self.decide_in_turn(state, random, hooks))
    }

    /// Decides what is neither a bet nor a discard.
    fn decide_in_turn(
        &self,
        state: &mut State,
        random: &mut RandomNumbers,
        hooks: &dyn Hooks,
    ) -> Result<(), RuleError> {
        let legal = state.legal(hooks)?;
        let Some(decision) = legal.first() else { return Err(RuleError::Stuck) };
        let mut cards: Cards = decision.cards.iter().copied().collect();
        random.shuffle(&mut cards);
        let (fewest, most) = decision.counts.unwrap_or((0, 0));
        let count = fewest + random.below((most.max(fewest) - fewest) as u32 + 1) as usize;
        let option = |random: &mut RandomNumbers| {
            let place = random.below(decision.options.len().max(1) as u32) as usize;
            decision.options.get(place).copied().unwrap_or(0)
        };
        cards.truncate(count);
        match decision.kind {
            Kind::CardSeparation => {
                if state.verify_card_separation(&cards).is_err() {
                    cards = state.first_separation();
                }
                state.separate_cards(&cards, None, hooks)
            }
            Kind::Declaration => {
                let declarations: Declarations =
                    (0..count).filter_map(|_| Declaration::from_number(option(random))).collect();
                state.declare(&declarations, None, hooks)
            }
            Kind::Choosing => {
                let value = usize::from(option(random));
                state.choose(value, None, hooks)
            }
            Kind::CardBuying => {
                let buys = random.fraction() < self.raise;
                state.buy_cards(buys, &cards, None, hooks)
            }
            kind => {
                let given = kind.info().given(|| random.fraction() < self.raise, &cards);
                state.decide(kind, given.ok_or(RuleError::Stuck)?, None, hooks)
            }
        }
        .map(drop)
    }

    fn choose_discards(&self, state: &State, seat: usize, random: &mut RandomNumbers) -> Cards {
        let Some(draw) = state.drawing() else { return Cards::new() };
        let choices = state.discardable(seat, draw.terms);
        let held = state.hole[seat].cards.iter().copied().enumerate();
        let held: Cards =
            held.filter(|(place, _)| choices >> place & 1 == 1).map(|(_, card)| card).collect();
        let mut cards: Cards =
            held.iter().copied().filter(|_| random.fraction() < self.discard).collect();
        if let Some((_, fewest, most)) = state.discard_bounds() {
            // Too few or too many: the first cards go, or stay.
            if !(fewest..=most).contains(&cards.len()) {
                cards = held.iter().copied().take(fewest.max(most.min(cards.len()))).collect();
            }
        }
        // All cards of the subset that the first one is in.
        let sets = state.discard_sets(seat, draw);
        if sets.is_empty() {
            return cards;
        }
        let Ok(chosen) = state.find_cards(seat, &cards) else { return cards };
        let whole = sets.iter().find(|&&set| set & chosen & chosen.wrapping_neg() != 0);
        match whole.or_else(|| sets.first()).filter(|&&set| set != chosen) {
            Some(&set) => state.cards_at(seat, set),
            None => cards,
        }
    }

    /// Chooses the amount of a raise for a player who can raise to a certain amount or more.
    fn choose_raise(
        &self,
        state: &State,
        (actor, least): (Seat, Chips),
        chip: Chips,
        random: &mut RandomNumbers,
        hooks: &dyn Hooks,
    ) -> Result<Chips, RuleError> {
        if let Some(fixed) = state.fixed_amounts(actor) {
            // Mostly there is nothing to choose.
            let choices = u32::try_from(fixed.len()).unwrap_or(0);
            let place = if choices > 1 { random.below(choices) as usize } else { 0 };
            return Ok(fixed.get(place).copied().unwrap_or(least));
        }
        if random.fraction() >= self.sized {
            return Ok(least);
        }
        let most = state.maximum_of(actor, hooks)?.min(state.most_countable(actor));
        let room = (most.min(SIZED_RAISE * least) - least) / chip.max(1);
        let room = u32::try_from(room).unwrap_or(u32::MAX - 1);
        Ok(least + chip * Chips::from(random.below(room + 1)))
    }
}

/// The result of many hands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// How many hands were played.
    pub hands: u64,
    /// How many of them went to a showdown.
    pub showdowns: u64,
    /// How many decisions were taken.
    pub decisions: u64,
    /// How many operations there were.
    pub operations: u64,
    /// The payoffs of players.
    pub payoffs: Vec<i128>,
    /// The sum of the squares of what each player won or lost in a hand.
    pub squares: Vec<i128>,
    /// In how many hands each player won more than they paid.
    pub wins: Vec<u64>,
    /// The sum of the rake.
    pub rake: i128,
    /// For each contest, how many showdowns it was won in, if that was asked for.
    pub parts: Vec<u64>,
    /// How many showdowns one player won alone, if that was asked for.
    pub scoops: u64,
}

impl Summary {
    fn new(count: usize) -> Self {
        Self {
            payoffs: vec![0; count],
            squares: vec![0; count],
            wins: vec![0; count],
            ..Self::default()
        }
    }

    fn add_hand(&mut self, payoffs: &PerSeat<Chips>) {
        self.hands += 1;
        for (seat, &payoff) in payoffs.iter().enumerate() {
            self.payoffs[seat] += i128::from(payoff);
            self.squares[seat] += i128::from(payoff) * i128::from(payoff);
            self.wins[seat] += u64::from(payoff > 0);
        }
        self.rake -= i128::from(payoffs.iter().sum::<Chips>());
    }

    /// Adds which parts of the pot were won in a showdown, and whether one player won them all.
    #[cold]
    fn add_parts(&mut self, state: &State, hooks: &dyn Hooks) -> Result<(), RuleError> {
        let mut won = vec![false; state.definition.hand_types.len()];
        let mut winners = Seats::NONE;
        for operation in state.log.iter() {
            let Operation::ChipsPushing { amounts, board, hand_type, .. } = operation else {
                continue;
            };
            for (seat, _) in amounts.iter().enumerate().filter(|(_, amount)| **amount > 0) {
                winners.insert(seat);
            }
            match hand_type {
                Some(place) => won[usize::from(place)] = true,
                // The players who are left when all other hands have lost win all pots.
                None if board.is_none() => state.find_contested(winners, &mut won, hooks)?,
                None => {}
            }
        }
        self.parts.resize(won.len(), 0);
        for (count, won) in self.parts.iter_mut().zip(won) {
            *count += u64::from(won);
        }
        self.scoops += u64::from(winners.len() == 1);
        Ok(())
    }

    fn add(&mut self, other: &Self) {
        self.scoops += other.scoops;
        self.parts.resize(self.parts.len().max(other.parts.len()), 0);
        for (part, &hands) in self.parts.iter_mut().zip(&other.parts) {
            *part += hands;
        }
        self.hands += other.hands;
        self.showdowns += other.showdowns;
        self.decisions += other.decisions;
        self.operations += other.operations;
        self.rake += other.rake;
        for seat in 0..self.payoffs.len() {
            self.payoffs[seat] += other.payoffs[seat];
            self.squares[seat] += other.squares[seat];
            self.wins[seat] += other.wins[seat];
        }
    }
}

/// Hands to be played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimulationPlan {
    /// The number of the first hand, which decides its cards: parts of a run are played apart by it.
    pub first: u64,
    /// How many.
    pub hands: u64,
    /// How everybody plays.
    pub policy: Policy,
    /// How many units a chip is.
    pub chip: Chips,
    /// Decides cards and decisions; the same for any number of threads.
    pub seed: Seed,
    /// How many threads play; none for one on each core.
    pub threads: Option<NonZeroUsize>,
    /// Whether to count how often each part of the pot is won, which takes longer.
    pub parts: bool,
}

/// The reason why hands could not be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SimulationError {
    /// The game is wrong.
    Setup(Vec<SetupError>),
    /// A hand could not go on.
    Rule(RuleError),
}

/// A simulator of hands of one game, one after the other.
struct Simulator<'a> {
    state: State,
    plan: &'a SimulationPlan,
    random: RandomNumbers,
    summary: Summary,
}

impl<'a> Simulator<'a> {
    fn new(
        definition: &Arc<Definition>,
        plan: &'a SimulationPlan,
        hooks: &dyn Hooks,
    ) -> Result<Self, SimulationError> {
        let cards = Shuffler::from_seed(plan.seed);
        // Hands are dealt by the streams of even numbers.
        let random = RandomNumbers::new(cards.stream(u64::MAX).next_u64());
        let mut state = State::new(definition.clone(), cards.stream(0), hooks)
            .map_err(SimulationError::Setup)?
            .map_err(SimulationError::Rule)?;
        if !plan.parts {
            state.log.silence();
        }
        let summary = Summary::new(definition.player_count());
        Ok(Self { state, plan, random, summary })
    }

    /// Plays a hand; its number decides its cards and decisions.
    fn play(&mut self, number: u64, hooks: &dyn Hooks) -> Result<(), RuleError> {
        let SimulationPlan { policy, chip, .. } = self.plan;
        let mut random = self.random.stream(number);
        self.state.restart_stream(2 * number, hooks)?;
        while self.state.is_live() {
            policy.decide(&mut self.state, *chip, &mut random, hooks)?;
            self.summary.decisions += 1;
        }
        self.summary.showdowns += u64::from(!self.state.folded);
        self.summary.operations += self.state.log.len() as u64;
        if self.plan.parts && !self.state.folded {
            self.summary.add_parts(&self.state, hooks)?;
        }
        self.summary.add_hand(&self.state.payoffs);
        Ok(())
    }
}

/// Plays hands on one thread, with the caller's own rules; `progress` is told how many are done and may stop it.
///
/// # Errors
///
/// The game is wrong, or a hand could not go on.
pub fn simulate_here(
    definition: &Definition,
    plan: &SimulationPlan,
    hooks: &dyn Hooks,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Summary, SimulationError> {
    let definition = Arc::new(definition.automated().without_asking_before_cards());
    let mut simulator = Simulator::new(&definition, plan, hooks)?;
    for number in 0..plan.hands {
        if number % CHUNK == 0 && !progress(number) {
            break;
        }
        simulator.play(plan.first + number, hooks).map_err(SimulationError::Rule)?;
    }
    Ok(simulator.summary)
}

/// Plays hands on many threads; `progress` is told now and then how many are done, and may stop it.
///
/// # Errors
///
/// The game is wrong, or a hand could not go on.
pub fn simulate(
    definition: &Definition,
    plan: &SimulationPlan,
    hooks: &(dyn Hooks + Sync),
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Summary, SimulationError> {
    let definition = Arc::new(definition.automated().without_asking_before_cards());
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = plan.threads.map_or_else(cores, NonZeroUsize::get);
    let (next, done, stopped) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let finished = Finished::default();
    let work = || -> Result<Summary, SimulationError> {
        let mut simulator = Simulator::new(&definition, plan, hooks)?;
        while !stopped.load(Ordering::Relaxed) {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= plan.hands {
                break;
            }
            let last = plan.hands.min(first + CHUNK);
            for number in first..last {
                simulator.play(plan.first + number, hooks).map_err(|error| {
                    stopped.store(true, Ordering::Relaxed);
                    SimulationError::Rule(error)
                })?;
            }
            done.fetch_add(last - first, Ordering::Relaxed);
        }
        Ok(simulator.summary)
    };
    std::thread::scope(|scope| {
        let start = || {
            // However the work ends, it is over then.
            let _over = finished.on_drop();
            work()
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(start)).collect();
        while !finished.wait(threads, PROGRESS_INTERVAL) {
            if !progress(done.load(Ordering::Relaxed)) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        let mut summary = Summary::new(definition.player_count());
        for worker in workers {
            match worker.join() {
                Ok(part) => summary.add(&part?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(summary)
    })
}

/// The number of workers that have finished.
#[derive(Default)]
struct Finished {
    count: Mutex<usize>,
    changed: Condvar,
}

impl Finished {
    /// Waits until so many have finished, but not longer than this, and tells whether they have.
    fn wait(&self, all: usize, longest: Duration) -> bool {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(count, longest, |count| *count < all);
        *waited.unwrap_or_else(PoisonError::into_inner).0 >= all
    }

    /// Counts one more when what it returns is dropped.
    fn on_drop(&self) -> Over<'_> {
        Over(self)
    }
}

/// A guard that counts its worker as finished when it is dropped.
struct Over<'a>(&'a Finished);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        *self.0.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.changed.notify_all();
    }
}
