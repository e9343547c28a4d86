//! Many tables of one game that are played in step: one decision at each of them at a time.
//!
//! What the players see is written into arrays, and what they decide is read from one, so that one decider can
//! serve thousands of tables. Stacks are those of the game at every hand, and players move on by a seat.

mod menu;
mod rows;

use std::num::{NonZeroU64, NonZeroUsize};

use croupier_cards::{Card, Seed, Shuffler};

pub use self::menu::{Menu, Move, Price, Prices};
pub use self::rows::{Kind, Rows, Widths};
use crate::chips::Chips;
use crate::definition::{Action, Definition};
use crate::error::{RuleError, SetupError};
use crate::hooks::Plain;
use crate::operation::Cards;
use crate::seats::Seat;
use crate::state::State;

/// Fewer tables than this are not worth another thread.
const LEAST_TABLES_OF_A_THREAD: usize = 64;
/// The bits of the number of a hand at its table; the bits above are those of the table.
const HAND_BITS: u32 = 32;

/// Why tables could not go on. All of them are as they were before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TablesError {
    /// The game is wrong.
    Setup(Vec<SetupError>),
    /// Players decide something that is neither a bet nor a discard.
    OtherDecisions,
    /// There are not as many decisions as tables.
    Count {
        /// How many there are.
        given: usize,
        /// How many tables there are.
        tables: usize,
    },
    /// A decision is not possible.
    Decision {
        /// The table.
        table: usize,
        /// The decision.
        given: i64,
        /// What is wrong.
        problem: Problem,
    },
    /// A hand could not go on.
    Rule {
        /// The table.
        table: usize,
        /// Why.
        error: RuleError,
    },
}

/// What is wrong with a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The menu has not so many moves.
    NoSuchMove,
    /// The move is not possible now.
    IllegalMove,
    /// The cards may not be discarded.
    Cards(RuleError),
}

/// A table.
#[derive(Debug, Clone)]
struct Table {
    state: State,
    /// The number of the hand.
    hand: u64,
    kind: Kind,
    /// What the moves of the menu are worth.
    prices: Prices,
}

/// Many tables of one game.
#[derive(Debug, Clone)]
pub struct Tables {
    tables: Vec<Table>,
    terms: Terms,
}

/// What all tables have in common.
#[derive(Debug, Clone)]
struct Terms {
    seeds: Shuffler,
    menu: Menu,
    widths: Widths,
    /// How many hands each table plays.
    hands: Option<NonZeroU64>,
}

impl Tables {
    /// Seats players at so many tables; the seed decides all cards. Without a number of hands they play on and on.
    ///
    /// # Errors
    ///
    /// The game is wrong, or has decisions that are neither bets nor discards.
    pub fn new(
        definition: &Definition,
        count: usize,
        seed: Seed,
        menu: Menu,
        hands: Option<NonZeroU64>,
    ) -> Result<Self, TablesError> {
        if definition.steps.iter().any(|step| matches!(step.action, Action::Decide(_)))
            || definition
                .steps
                .iter()
                .filter_map(|step| step.betting())
                .any(|bet| bet.terms.then.is_some())
        {
            return Err(TablesError::OtherDecisions);
        }
        let definition = definition.automated();
        let seeds = Shuffler::from_seed(seed);
        let terms = Terms { widths: find_widths(&definition, &menu), seeds, menu, hands };
        let mut state = State::new(definition, terms.seeds.stream(0), &Plain)
            .map_err(TablesError::Setup)?
            .map_err(|error| TablesError::Rule { table: 0, error })?;
        state.log.silence();
        let table = Table { state, hand: 0, kind: Kind::Nothing, prices: Prices::new() };
        Ok(Self { tables: vec![table; count], terms })
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

    /// Returns the sizes of the rows.
    #[must_use]
    pub fn widths(&self) -> Widths {
        self.terms.widths
    }

    /// Starts the first hands and writes what is to be decided.
    ///
    /// # Errors
    ///
    /// A hand could not be dealt.
    pub fn start(&mut self, rows: Rows<'_>, threads: NonZeroUsize) -> Result<(), TablesError> {
        self.visit(rows, threads, |table, number, terms, rows| {
            table.hand = 0;
            rows.finished[0] = 0;
            rows.payoffs.fill(0);
            table.deal(number, terms)?;
            table.go_on(number, terms, rows)
        })
    }

    /// Does what was decided at every table, and writes what is to be decided next. What is given for a table that
    /// has nothing to decide is ignored.
    ///
    /// # Errors
    ///
    /// A decision is not possible, in which case nothing was done, or a hand could not go on.
    pub fn step(
        &mut self,
        decisions: &[i64],
        rows: Rows<'_>,
        threads: NonZeroUsize,
    ) -> Result<(), TablesError> {
        if decisions.len() != self.tables.len() {
            let (given, tables) = (decisions.len(), self.tables.len());
            return Err(TablesError::Count { given, tables });
        }
        for (number, (table, &given)) in self.tables.iter().zip(decisions).enumerate() {
            table.check(given).map_err(|problem| TablesError::Decision {
                table: number,
                given,
                problem,
            })?;
        }
        self.visit(rows, threads, |table, number, terms, rows| {
            rows.finished[0] = 0;
            rows.payoffs.fill(0);
            table.decide(decisions[number])?;
            table.go_on(number, terms, rows)
        })
    }

    /// Visits all tables with their rows, on several threads where that pays.
    fn visit(
        &mut self,
        mut rows: Rows<'_>,
        threads: NonZeroUsize,
        work: impl Fn(&mut Table, usize, &Terms, &mut Rows<'_>) -> Result<(), RuleError> + Sync,
    ) -> Result<(), TablesError> {
        let terms = &self.terms;
        let most = self.tables.len().div_ceil(LEAST_TABLES_OF_A_THREAD).max(1);
        let size = self.tables.len().div_ceil(threads.get().min(most)).max(1);
        let work = |first: usize, tables: &mut [Table], mut rows: Rows<'_>| {
            for (place, table) in tables.iter_mut().enumerate() {
                let mut row = rows.split_off(1, terms.widths);
                work(table, first + place, terms, &mut row)
                    .map_err(|error| TablesError::Rule { table: first + place, error })?;
            }
            Ok(())
        };
        if size >= self.tables.len() {
            return work(0, &mut self.tables, rows);
        }
        std::thread::scope(|scope| {
            let chunks = self.tables.chunks_mut(size).enumerate();
            let workers: Vec<_> = chunks
                .map(|(number, tables)| {
                    let rows = rows.split_off(tables.len(), terms.widths);
                    let work = &work;
                    scope.spawn(move || work(number * size, tables, rows))
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

impl Table {
    /// Deals a hand.
    fn deal(&mut self, number: usize, terms: &Terms) -> Result<(), RuleError> {
        let stream = (number as u64) << HAND_BITS | (self.hand & ((1 << HAND_BITS) - 1));
        self.state.restart(terms.seeds.stream(stream), &Plain)
    }

    /// Checks a decision.
    #[inline]
    fn check(&self, given: i64) -> Result<(), Problem> {
        match self.kind {
            Kind::Nothing => Ok(()),
            Kind::Bet => {
                let place = usize::try_from(given).ok();
                match place.and_then(|place| self.prices.get(place)) {
                    None => Err(Problem::NoSuchMove),
                    Some(price) if price.legal => Ok(()),
                    Some(_) => Err(Problem::IllegalMove),
                }
            }
            Kind::Discard => {
                let cards = self.cards_at(given).ok_or(Problem::NoSuchMove)?;
                let verified = self.state.verify_standing_pat_or_discarding(&cards);
                verified.map(drop).map_err(Problem::Cards)
            }
        }
    }

    /// Returns the cards of the player who is to discard that lie at these places.
    fn cards_at(&self, places: i64) -> Option<Cards> {
        let held = &self.state.hole[self.state.drawer()?].cards;
        let places = u32::try_from(places).ok()?;
        if held.len() < 32 && places >> held.len() != 0 {
            return None;
        }
        let cards = held.iter().enumerate().filter(|(place, _)| places >> place & 1 == 1);
        Some(cards.map(|(_, &card)| card).collect())
    }

    /// Does what was decided; it was checked before.
    fn decide(&mut self, given: i64) -> Result<(), RuleError> {
        match self.kind {
            Kind::Nothing => Ok(()),
            Kind::Discard => {
                let cards = self.cards_at(given).unwrap_or_default();
                self.state.stand_pat_or_discard(&cards, None, &Plain).map(drop)
            }
            Kind::Bet => {
                let price = self.prices.get(given as usize).copied().unwrap_or_default();
                let state = &mut self.state;
                if price.to > 0 {
                    state.complete_bet_or_raise_to(Some(price.to), None, &Plain).map(drop)
                } else if state.bring_in_pending {
                    state.post_bring_in(None, &Plain).map(drop)
                } else if price.added == 0
                    && state.checking_or_calling_amount().is_some_and(|cost| cost > 0)
                {
                    state.fold(None, &Plain).map(drop)
                } else {
                    state.check_or_call(None, &Plain).map(drop)
                }
            }
        }
    }

    /// Deals hands until something is to be decided, and writes what that is.
    fn go_on(
        &mut self,
        number: usize,
        terms: &Terms,
        rows: &mut Rows<'_>,
    ) -> Result<(), RuleError> {
        while !self.state.is_live() {
            if self.kind == Kind::Nothing && self.has_played(terms) {
                break;
            }
            let count = terms.widths.players;
            for (seat, payoff) in self.state.payoffs.iter().enumerate() {
                rows.payoffs[self.player_at(seat, count)] += payoff;
            }
            rows.finished[0] += 1;
            self.hand += 1;
            self.kind = Kind::Nothing;
            if self.has_played(terms) {
                break;
            }
            self.deal(number, terms)?;
        }
        self.write(terms, rows)
    }

    /// Tells whether all hands were played.
    fn has_played(&self, terms: &Terms) -> bool {
        terms.hands.is_some_and(|hands| self.hand >= hands.get())
    }

    /// Returns the player in a seat: everybody moves on by a seat every hand.
    fn player_at(&self, seat: Seat, count: usize) -> usize {
        (seat + (self.hand % count as u64) as usize) % count
    }

    /// Writes what is to be decided, and what the player sees who decides.
    fn write(&mut self, terms: &Terms, rows: &mut Rows<'_>) -> Result<(), RuleError> {
        let state = &self.state;
        let widths = terms.widths;
        let drawer = state.drawer();
        let Some(seat) = drawer.or_else(|| state.actor()).filter(|_| state.is_live()) else {
            self.kind = Kind::Nothing;
            self.prices.clear();
            rows.kinds[0] = Kind::Nothing as u8;
            rows.legal.fill(0);
            rows.amounts.fill(0);
            rows.choices[0] = 0;
            rows.bounds.fill(0);
            return Ok(());
        };
        self.kind = if drawer.is_some() { Kind::Discard } else { Kind::Bet };
        rows.kinds[0] = self.kind as u8;
        rows.seats[0] = seat as u8;
        rows.players[0] = self.player_at(seat, widths.players) as u8;
        rows.streets[0] = state.street().unwrap_or(0) as u8;
        write_view(state, seat, widths, rows);
        match self.kind {
            Kind::Discard => {
                let (fewest, most) =
                    state.discard_bounds().map_or((0, 0), |(_, fewest, most)| (fewest, most));
                let choices = state.drawing().map_or(0, |draw| state.discardable(seat, draw.terms));
                rows.choices[0] = choices;
                rows.bounds.copy_from_slice(&[fewest as u8, most as u8]);
                rows.legal.fill(0);
                rows.amounts.fill(0);
            }
            _ => {
                rows.choices[0] = 0;
                rows.bounds.fill(0);
                terms.menu.price(&self.state, seat, &Plain, &mut self.prices)?;
                for (place, price) in self.prices.iter().enumerate() {
                    rows.legal[place] = u8::from(price.legal);
                    rows.amounts[place] = price.added;
                }
            }
        }
        Ok(())
    }
}

/// Writes what a player sees of the cards and the chips.
#[inline]
fn write_view(state: &State, seat: Seat, widths: Widths, rows: &mut Rows<'_>) {
    rows.pots[0] = state.chips_put_in();
    for (place, cards) in rows.cards.chunks_exact_mut(widths.hole.max(1)).enumerate() {
        let other = (seat + place) % widths.players;
        let hole = &state.hole[other];
        let mut held = hole.cards.iter().enumerate();
        for code in cards {
            *code = match held.next() {
                Some((index, card)) if place == 0 || hole.is_up(index) => card.code(),
                _ => Card::UNKNOWN.code(),
            };
        }
    }
    let mut board = state.board.iter();
    for code in rows.board.iter_mut() {
        *code = match board.next() {
            Some(entry) if entry.up => entry.card.code(),
            _ => Card::UNKNOWN.code(),
        };
    }
    for place in 0..widths.players {
        let other = (seat + place) % widths.players;
        rows.stacks[place] = state.stacks[other];
        rows.bets[place] = state.bets[other];
        rows.statuses[place] = u8::from(state.active.contains(other));
    }
}

/// Finds out how large the rows must be.
fn find_widths(definition: &Definition, menu: &Menu) -> Widths {
    let deals = definition.steps.iter().filter_map(|step| match &step.action {
        Action::Deal(dealing) => Some(dealing),
        _ => None,
    });
    let (mut hole, mut board) = (0, 0);
    for dealing in deals {
        let more = dealing.draw.map_or(0, |draw| draw.terms.more.max(0));
        hole += dealing.hole.len() + more as usize;
        board += dealing.board;
    }
    Widths {
        players: definition.player_count(),
        hole,
        // Where cards run short in stud, everybody shares one.
        board: (board * definition.board_count).max(1),
        moves: menu.moves().len(),
    }
}

impl State {
    /// Returns all chips that were put in and are not yet won, bets included.
    pub(crate) fn chips_put_in(&self) -> Chips {
        -self.payoffs.iter().sum::<Chips>()
    }
}
