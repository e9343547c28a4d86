//! Many tables of one game that are played in step: one decision at each of them at a time.
//!
//! Observations are written into arrays, and decisions are read from one, so that one decider can
//! serve thousands of tables. Some of the players may be bots, whom the core plays.

mod bots;
mod decisions;
mod encoding;
mod memory;
mod menu;
mod picks;
mod refusals;
mod rows;
mod spots;
mod table;

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use croupier_cards::{Card, Seed, Shuffler};

pub use self::bots::{Bot, Forecast, Judge, Stake, Weights};
pub use self::decisions::{Asked, Choice, Kind};
pub use self::encoding::Encoding;
pub use self::menu::{Bounds, Menu, MenuOption, MenuOptions, Move};
pub use self::refusals::{TableRefusal, TablesError};
use self::rows::Row;
pub use self::rows::{Rows, Widths};
use self::spots::SpotCache;
use self::table::Table;
use crate::cards::piles::MAX_HOLE_CARDS;
use crate::chips::Chips;
use crate::definition::{Action, Decision, Definition, Step};
use crate::error::RuleError;
use crate::hooks::DefaultHooks;
use crate::state::State;

/// How many tables ahead those are brought near that are looked at one after the other.
const AHEAD: usize = 8;
/// Fewer tables than this are not worth another thread.
const MIN_TABLES_OF_A_THREAD: usize = 64;

/// Stacks are drawn between these bounds for every hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StackRange {
    /// The smallest stack.
    pub least: Chips,
    /// The largest stack.
    pub most: Chips,
}

/// The settings by which tables are played.
#[derive(Debug, Clone)]
pub struct TableSettings {
    /// How many tables there are.
    pub count: usize,
    /// The number of the first table.
    pub first: u64,
    /// The seed of the cards.
    pub seed: Seed,
    /// The moves.
    pub menu: Menu,
    /// How many hands each table plays; on and on where it is `None`.
    pub hands: Option<NonZeroU64>,
    /// Whether players move on by a seat with every hand.
    pub moves_seats: bool,
    /// Whether as many tables as there are players have the same cards, each with the players by a seat further.
    pub duplicate: bool,
    /// Between which bounds stacks are drawn; those of the game where it is `None`.
    pub stacks: Option<StackRange>,
    /// Whether decisions on cards are taken one card at a time.
    pub by_picks: bool,
    /// How many decisions of a hand are remembered.
    pub history: usize,
    /// The amount that counts as one in floats of observations; none are written where it is `None`.
    pub unit: Option<Chips>,
    /// Those whom the core plays, by player.
    pub bots: Vec<Option<Arc<dyn Bot>>>,
    /// The values of hands, where they are asked for.
    pub judge: Option<Arc<dyn Judge>>,
    /// The expectations of hands in which all are all-in, where they are asked for.
    pub forecast: Option<Arc<dyn Forecast>>,
}

/// The source of the seeds for tables that are reset.
#[derive(Debug, Clone)]
pub enum Reseeding {
    /// From what they were before: the next hand.
    Keep,
    /// From one seed and the number of the table.
    One(Seed),
    /// From a seed for each of them.
    Each(Vec<Seed>),
}

/// Many tables of one game.
#[derive(Debug, Clone)]
pub struct Tables {
    tables: Vec<Table>,
    shared: SharedSettings,
    first: u64,
    duplicate: bool,
    near: Near,
    /// Those of each thread.
    spots: Vec<SpotCache>,
}

/// The settings that all tables have in common.
#[derive(Debug, Clone)]
struct SharedSettings {
    menu: Menu,
    widths: Widths,
    hands: Option<NonZeroU64>,
    moves_seats: bool,
    stacks: Option<StackRange>,
    encoding: Option<Encoding>,
    bots: Vec<Option<Arc<dyn Bot>>>,
    judge: Option<Arc<dyn Judge>>,
    forecast: Option<Arc<dyn Forecast>>,
    keeps_spots: bool,
}

impl SharedSettings {
    /// Writes what the other arrays of a row say as floats, where they are asked for.
    fn write_observation(&self, row: &mut Row<'_, '_>) {
        if let Some(encoding) = &self.encoding {
            encoding.write(self.widths, row);
        }
    }
}

impl Tables {
    /// Seats players at so many tables; the seed decides all cards.
    ///
    /// # Errors
    ///
    /// The game is wrong.
    pub fn new(definition: &Definition, plan: TableSettings) -> Result<Self, TablesError> {
        let definition = Arc::new(definition.automated());
        let mut widths = find_widths(&definition, &plan.menu, plan.by_picks);
        widths.history = plan.history;
        let encoding = plan.unit.map(|unit| Encoding::new(&definition, widths, unit));
        widths.shares = usize::from(plan.judge.is_some());
        widths.expected = if plan.forecast.is_some() { widths.players } else { 0 };
        widths.observation = encoding.as_ref().map_or(0, |encoding| encoding.size);
        let mut bots = plan.bots;
        bots.resize(widths.players, None);
        let shared = SharedSettings {
            widths,
            menu: plan.menu,
            hands: plan.hands,
            moves_seats: plan.moves_seats,
            stacks: plan.stacks,
            encoding,
            bots,
            judge: plan.judge,
            forecast: plan.forecast,
            keeps_spots: spots::come_again(&definition),
        };
        let mut state = State::new(definition, Shuffler::from_seed(plan.seed), &DefaultHooks)
            .map_err(TablesError::Setup)?
            .map_err(|error| TableRefusal::stuck(0, &error))?;
        state.log.silence();
        let table = Table::new(state, widths.players);
        let tables = vec![table; plan.count];
        let near = Near::new(&tables);
        let (first, duplicate) = (plan.first, plan.duplicate);
        let spots = Vec::new();
        let mut tables = Self { tables, shared, first, duplicate, near, spots };
        for place in 0..plan.count {
            let (number, shift) = tables.place_of(place);
            tables.tables[place].place(number, shift, &tables.shared);
        }
        Ok(tables)
    }

    /// Returns the number that the cards of a table follow from, and by how many seats its players are shifted.
    fn place_of(&self, place: usize) -> (u64, usize) {
        let (number, players) = (self.first + place as u64, self.shared.widths.players as u64);
        if self.duplicate { (number / players, (number % players) as usize) } else { (number, 0) }
    }

    /// Returns how many tables there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Tells whether there are no tables.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Returns the hand at a table, with all its cards.
    #[must_use]
    pub fn state(&self, table: usize) -> Option<&State> {
        self.tables.get(table).map(|table| &table.state)
    }

    /// Returns the sizes of the rows.
    #[must_use]
    pub fn widths(&self) -> Widths {
        self.shared.widths
    }

    /// Returns how floats tell what players see, if they do.
    #[must_use]
    pub fn encoding(&self) -> Option<&Encoding> {
        self.shared.encoding.as_ref()
    }

    /// Returns the seed of the random numbers of a player whom the core plays at a table, as [`RandomNumbers`](croupier_cards::RandomNumbers) takes it.
    #[must_use]
    pub fn bot_seed(&self, table: usize, player: usize) -> Option<u64> {
        Some(self.tables.get(table)?.bot_seed(player))
    }

    /// Keeps the hands of these tables, from the next one on, and those of no others.
    ///
    /// # Errors
    ///
    /// There is no such table.
    pub fn record(&mut self, chosen: &[usize]) -> Result<(), TablesError> {
        self.check_tables(chosen)?;
        for table in &mut self.tables {
            table.recorded = None;
        }
        for &place in chosen {
            self.tables[place].recorded = Some(Vec::new());
        }
        Ok(())
    }

    /// Takes the hands that were kept: the table, the number of the hand, its end, and the player in each seat.
    pub fn take_recorded(&mut self) -> Vec<(usize, u64, State, Vec<usize>)> {
        let mut taken = Vec::new();
        let shared = &self.shared;
        for (place, table) in self.tables.iter_mut().enumerate() {
            let hands = table.recorded.as_mut().map(std::mem::take).unwrap_or_default();
            for (hand, state) in hands {
                let seats = 0..shared.widths.players;
                let players = seats.map(|seat| table.player_of_hand(seat, hand, shared)).collect();
                taken.push((place, hand, state, players));
            }
        }
        taken
    }

    fn check_tables(&self, chosen: &[usize]) -> Result<(), TablesError> {
        let tables = self.tables.len();
        match chosen.iter().find(|&&place| place >= tables) {
            Some(&table) => Err(TableRefusal::UnknownTable { table, tables }.into()),
            None => Ok(()),
        }
    }

    /// Starts the first hands and writes what is to be decided.
    ///
    /// # Errors
    ///
    /// A hand could not be dealt.
    pub fn start(&mut self, rows: Rows<'_>, threads: NonZeroUsize) -> Result<(), TablesError> {
        self.visit(rows, threads, |table, _, shared, spots, row| {
            table.begin(&[], shared, spots, row)
        })
    }

    /// Gives the tables stacks of their own from the next hand on: as many for each as there are players.
    ///
    /// # Errors
    ///
    /// A stack is not above 0.
    pub fn set_stacks(&mut self, stacks: &[Chips]) -> Result<(), TablesError> {
        let rows = stacks.chunks_exact(self.shared.widths.players.max(1));
        if rows.len() != self.tables.len() {
            return Err(TableRefusal::DecisionsShape {
                given: rows.len(),
                tables: self.tables.len(),
            }
            .into());
        }
        for (table, row) in rows.clone().enumerate() {
            if let Some(&amount) = row.iter().find(|stack| !(1..=MAX_STACK).contains(*stack)) {
                let (minimum, maximum) = (1, MAX_STACK);
                return Err(TableRefusal::StackSize { table, amount, minimum, maximum }.into());
            }
        }
        for (table, row) in self.tables.iter_mut().zip(rows) {
            table.set_stacks(row);
        }
        Ok(())
    }

    /// Begins a new hand at these tables, however far the last one came; others stay as they are. Cards come first in
    /// the order in which they are given, as many for each of the tables; an unknown one stands for any.
    ///
    /// # Errors
    ///
    /// There is no such table, there are not as many seeds as tables, a card cannot be dealt, or a hand could not be.
    pub fn reset(
        &mut self,
        chosen: &[usize],
        seeds: &Reseeding,
        cards: &[Card],
        rows: Rows<'_>,
        threads: NonZeroUsize,
    ) -> Result<(), TablesError> {
        self.check_tables(chosen)?;
        if let Reseeding::Each(seeds) = seeds
            && seeds.len() != chosen.len()
        {
            return Err(
                TableRefusal::DecisionsShape { given: seeds.len(), tables: chosen.len() }.into()
            );
        }
        self.check_cards(chosen, cards)?;
        let width = cards.len() / chosen.len().max(1);
        let mut cards_of = vec![None; self.tables.len()];
        for (index, &place) in chosen.iter().enumerate() {
            cards_of[place] = Some(&cards[index * width..][..width]);
            let number = self.place_of(place).0;
            let table = &mut self.tables[place];
            match seeds {
                Reseeding::Keep => {}
                Reseeding::One(seed) => table.reseed(*seed, Some(number), &self.shared),
                // Wherever the table stands, its hands are those of the seed.
                Reseeding::Each(seeds) => table.reseed(seeds[index], Some(0), &self.shared),
            }
        }
        self.visit(rows, threads, |table, place, shared, spots, row| match cards_of[place] {
            Some(cards) => table.begin(cards, shared, spots, row),
            None => Ok(()),
        })
    }

    /// Checks whether the deck has all cards that are to come first.
    fn check_cards(&self, chosen: &[usize], cards: &[Card]) -> Result<(), TablesError> {
        if cards.is_empty() {
            return Ok(());
        }
        let deck = self.tables.first().map_or(&[][..], |table| &table.state.definition.deck);
        let width = cards.len() / chosen.len().max(1);
        if width * chosen.len() != cards.len() || width > deck.len() {
            let (given, tables) = (cards.len(), chosen.len());
            return Err(TableRefusal::DealtCardCount { given, tables }.into());
        }
        for (cards, &table) in cards.chunks_exact(width).zip(chosen) {
            let known = cards.iter().enumerate().filter(|(_, card)| !card.is_unknown());
            for (place, &card) in known {
                let before = cards[..=place].iter().filter(|&&other| other == card).count();
                if before > deck.iter().filter(|&&other| other == card).count() {
                    return Err(TableRefusal::DealtCards { table, card }.into());
                }
            }
        }
        Ok(())
    }

    /// Returns how often a bot would do what at each table, where it can say so; nothing where nothing is decided.
    ///
    /// # Errors
    ///
    /// A hand could not go on.
    pub fn weigh(&self, bot: &dyn Bot) -> Result<Option<Vec<Weights>>, TablesError> {
        let tables = self.tables.iter().enumerate();
        let weighed = tables.map(|(table, one)| match one.asked() {
            Some(asked) => bot
                .weigh(&one.state, &asked)
                .map_err(|error| TableRefusal::stuck(table, &error).into()),
            None => Ok(Some(Weights::new())),
        });
        weighed.collect()
    }

    /// Returns the same tables, which go on by themselves; they record nothing.
    #[must_use]
    pub fn branch(&self) -> Self {
        let mut tables = self.clone();
        for table in &mut tables.tables {
            table.recorded = None;
        }
        tables
    }

    /// Deals the cards anew that the player who decides does not see, at every table but those that are recorded: hands as
    /// they may be for all that the player knows.
    ///
    /// # Errors
    ///
    /// A hand could not go on.
    pub fn redeal(
        &mut self,
        seed: Seed,
        rows: Rows<'_>,
        threads: NonZeroUsize,
    ) -> Result<(), TablesError> {
        self.visit(rows, threads, |table, _, shared, spots, row| {
            if table.recorded.is_some() { Ok(()) } else { table.redeal(seed, shared, spots, row) }
        })
    }

    /// Does what was decided at every table, and writes what is to be decided next. What is given for a table that
    /// has nothing to decide is ignored. Amounts are for moves that need one.
    ///
    /// # Errors
    ///
    /// A decision is not possible, in which case nothing was done, or a hand could not go on.
    pub fn step(
        &mut self,
        decisions: &[i64],
        amounts: Option<&[i64]>,
        rows: Rows<'_>,
        threads: NonZeroUsize,
    ) -> Result<(), TablesError> {
        for given in [decisions.len(), amounts.map_or(decisions.len(), <[i64]>::len)] {
            if given != self.tables.len() {
                return Err(
                    TableRefusal::DecisionsShape { given, tables: self.tables.len() }.into()
                );
            }
        }
        let amount = |number: usize| amounts.map(|amounts| amounts[number]);
        for (number, (table, &given)) in self.tables.iter().zip(decisions).enumerate() {
            if let Some(later) = self.tables.get(number + AHEAD) {
                let start = std::ptr::from_ref(later).cast();
                bring_near(start);
                bring_near(start.wrapping_add(Near::LINE));
            }
            table
                .check(given, amount(number), &self.shared)
                .map_err(|problem| TableRefusal::decision(number, given, &problem))?;
        }
        self.visit(rows, threads, |table, number, shared, spots, row| {
            table.step(decisions[number], amount(number), shared, spots, row)
        })
    }

    /// Visits all tables with their rows, on several threads where that pays.
    fn visit(
        &mut self,
        mut rows: Rows<'_>,
        threads: NonZeroUsize,
        work: impl Fn(
            &mut Table,
            usize,
            &SharedSettings,
            &mut SpotCache,
            &mut Row<'_, '_>,
        ) -> Result<(), RuleError>
        + Sync,
    ) -> Result<(), TablesError> {
        let (shared, near) = (&self.shared, &self.near);
        let most = self.tables.len().div_ceil(MIN_TABLES_OF_A_THREAD).max(1);
        let size = self.tables.len().div_ceil(threads.get().min(most)).max(1);
        let work =
            |first: usize, tables: &mut [Table], spots: &mut SpotCache, mut rows: Rows<'_>| {
                for place in 0..tables.len() {
                    let mut row = Row::new(&mut rows, place, shared.widths);
                    // Thousands of tables are more than is kept near: the next ones are fetched meanwhile.
                    if let Some(later) = tables.get(place + AHEAD) {
                        near.fetch(later);
                        row.histories(place + AHEAD).into_iter().for_each(bring_near);
                    }
                    if let Some(next) = tables.get(place + 1) {
                        bring_near(next.decisions());
                    }
                    work(&mut tables[place], first + place, shared, spots, &mut row)
                        .map_err(|error| TableRefusal::stuck(first + place, &error))?;
                }
                Ok(())
            };
        let parts = self.tables.len().div_ceil(size);
        if self.spots.len() < parts {
            let kept = if shared.keeps_spots { size } else { 0 };
            self.spots.resize_with(parts, || SpotCache::new(kept));
        }
        if let (true, Some(spots)) = (parts <= 1, self.spots.first_mut()) {
            return work(0, &mut self.tables, spots, rows);
        }
        std::thread::scope(|scope| {
            let chunks = self.tables.chunks_mut(size).zip(&mut self.spots).enumerate();
            let workers: Vec<_> = chunks
                .map(|(number, (tables, spots))| {
                    let rows = rows.split_off(tables.len(), shared.widths);
                    let work = &work;
                    scope.spawn(move || work(number * size, tables, spots, rows))
                })
                .collect();
            let mut result = Ok(());
            for worker in workers {
                match worker.join() {
                    Ok(part) => result = result.and(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            result
        })
    }
}

/// The parts of a table to load into the cache before it is played.
#[derive(Debug, Clone)]
struct Near(Box<[u16]>);

impl Near {
    const LINE: usize = 64;

    /// Leaves out what is not looked at: seats where nobody sits, and the source of shuffles, for which a deal can wait.
    fn new(tables: &[Table]) -> Self {
        let Some(table) = tables.first() else { return Self(Box::default()) };
        let start = std::ptr::from_ref(table).addr();
        let unused = table.unused();
        let is_used = |offset: &usize| {
            let end = (offset + Self::LINE).min(size_of::<Table>());
            !unused.iter().any(|part| part.start <= start + offset && start + end <= part.end)
        };
        let offsets = (0..size_of::<Table>()).step_by(Self::LINE).filter(is_used);
        Self(offsets.filter_map(|offset| u16::try_from(offset).ok()).collect())
    }

    /// Asks for a table to be brought near.
    #[inline]
    fn fetch(&self, table: &Table) {
        let start = std::ptr::from_ref(table).cast::<u8>();
        for &offset in &self.0 {
            bring_near(start.wrapping_add(usize::from(offset)));
        }
    }
}

/// Asks for what lies at an address to be brought near: into the second cache, for the first one has no room for as many.
#[inline(always)]
fn bring_near(place: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: nothing is read or written, whatever the address is.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(place.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// The largest stack: all of a table's together stay far below what counts as unknown.
pub const MAX_STACK: Chips = 1 << 50;

/// Finds out how large the rows must be.
fn find_widths(definition: &Definition, menu: &Menu, by_picks: bool) -> Widths {
    let steps = &definition.steps;
    let held: usize = steps.iter().map(Step::hole_count).sum();
    let passes = |step: &Step| match step.deciding().map(|deciding| &deciding.decision) {
        Some(Decision::Pass(passing)) => passing.count,
        _ => 0,
    };
    // For a moment somebody may hold cards that were passed on and more.
    let passed = steps.iter().map(passes).max().unwrap_or(0);
    let hole = (held + passed).min(MAX_HOLE_CARDS);
    let board: usize = steps.iter().map(Step::board_count).sum();
    let has_draw = |step: &Step| match &step.action {
        Action::Deal(dealing) => dealing.draw.is_some(),
        Action::Bet(betting) => betting.terms.then.is_some(),
        Action::Decide(deciding) => matches!(&deciding.decision, Decision::Buy(_)),
        Action::Arrange(_) => false,
    };
    let draws = steps.iter().filter(|step| has_draw(step)).count();
    let options = |step: &Step| match step.deciding().map(|deciding| &deciding.decision) {
        Some(Decision::Choose(choosing)) => usize::from(choosing.count),
        Some(Decision::Separate(separating)) => separating.parts.len(),
        // Declarations are numbered from 1.
        Some(Decision::Declare(_)) => 4,
        Some(Decision::Replace { .. }) => board * definition.board_count,
        // Yes and no are options of any game.
        _ => 0,
    };
    let on_cards = draws > 0 || steps.iter().any(Step::has_card_decision);
    let options = steps.iter().map(options).max().unwrap_or(0);
    let picks = options.max(if on_cards { hole } else { 0 }).max(2);
    Widths {
        players: definition.player_count(),
        hole,
        // Where cards run short in stud, everybody shares one.
        board: (board * definition.board_count).max(1),
        discards: draws * hole,
        moves: menu.moves().len(),
        picks: if by_picks && (on_cards || definition.asks_before_cards()) { picks + 1 } else { 0 },
        history: 0,
        observation: 0,
        shares: 0,
        expected: 0,
    }
}
