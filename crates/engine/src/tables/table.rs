//! One table of a batch.

use std::ops::Range;
use std::sync::Arc;

use croupier_cards::{Card, RandomNumbers, Seed, Shuffler};
use smallvec::SmallVec;

use super::SharedSettings;
use super::StackRange;
use super::bots::Stake;
use super::decisions::{Asked, Choice, Kind};
use super::memory::{Memory, known_discards};
use super::menu::{Bounds, MenuOptions, Move};
use super::picks::{Outcome, Picked, pick};
use super::refusals::Problem;
use super::rows::{Row, Widths};
use super::spots::SpotCache;
use crate::chips::Chips;
use crate::error::RuleError;
use crate::hooks::DefaultHooks;
use crate::seats::Seat;
use crate::state::State;

/// The bits of the number of a hand at its table; the bits above are those of the table.
const HAND_BITS: u32 = 32;
/// The mark of a move that is not possible.
const IMPOSSIBLE: Chips = -1;
/// The streams of stacks, and those of bots.
const STACKS: u64 = 1 << 62;
const BOTS: u64 = 1 << 63;

/// A table. What checks a decision comes first, so that little is to be brought near for it.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
pub(super) struct Table {
    asked: Option<Asked>,
    raises: Bounds,
    /// The bet or raise of each move of the menu, 0 where it is no bet, and [`IMPOSSIBLE`].
    offers: SmallVec<[Chips; 6]>,
    /// The number of the hand.
    hand: u64,
    /// How many hands are left.
    left: Option<u64>,
    /// The number that the cards follow from, together with that of the hand.
    number: u64,
    /// By how many seats everybody has moved before the first hand.
    shift: usize,
    /// By how many seats everybody has moved in this hand.
    moved: usize,
    picked: Picked,
    random: SmallVec<[RandomNumbers; 2]>,
    /// The stakes after the last bet, where they are asked for.
    stake: Option<Box<Stake>>,
    /// Hands that are over and were recorded: the number of each, and its end.
    pub(super) recorded: Option<Vec<(u64, State)>>,
    memory: Memory,
    pub(super) state: State,
}

impl Table {
    pub(super) fn new(state: State, players: usize) -> Self {
        Self {
            state,
            number: 0,
            shift: 0,
            moved: 0,
            hand: 0,
            left: None,
            asked: None,
            picked: Picked::default(),
            offers: SmallVec::new(),
            raises: Bounds::default(),
            memory: Memory::new(players),
            random: SmallVec::new(),
            stake: None,
            recorded: None,
        }
    }

    /// Returns the addresses of what is rarely looked at.
    pub(super) fn unused(&self) -> [Range<usize>; 7] {
        let state = &self.state;
        let shuffler = std::ptr::from_ref(&state.shuffler).addr();
        [
            state.bets.unused(),
            state.stacks.unused(),
            state.payoffs.unused(),
            state.hole.unused(),
            state.hole_pending.unused(),
            self.memory.unused(),
            shuffler..shuffler + size_of_val(&state.shuffler),
        ]
    }

    /// Returns where the decisions of the hand are, which lie elsewhere.
    #[inline]
    pub(super) fn decisions(&self) -> *const u8 {
        self.memory.place()
    }

    /// Takes a place among the tables.
    pub(super) fn place(&mut self, number: u64, shift: usize, shared: &SharedSettings) {
        (self.number, self.shift) = (number, shift);
        self.start(shared);
    }

    /// Begins with another seed.
    pub(super) fn reseed(&mut self, seed: Seed, number: Option<u64>, shared: &SharedSettings) {
        self.state.shuffler.0 = Shuffler::from_seed(seed);
        self.number = number.unwrap_or(self.number);
        self.start(shared);
    }

    fn start(&mut self, shared: &SharedSettings) {
        (self.hand, self.left) = (0, None);
        self.random.clear();
        if shared.bots.iter().any(Option::is_some) {
            for player in 0..shared.widths.players {
                self.random.push(RandomNumbers::new(self.bot_seed(player)));
            }
        }
    }

    /// Returns the seed of the random numbers of a player whom the core plays.
    pub(super) fn bot_seed(&self, player: usize) -> u64 {
        let place = self.number << 10 | (self.shift as u64) << 5 | player as u64;
        self.state.shuffler.stream(BOTS | place).next_u64()
    }

    /// Has stacks of its own from the next hand on.
    pub(super) fn set_stacks(&mut self, stacks: &[Chips]) {
        if *self.state.definition.starting_stacks != *stacks {
            Arc::make_mut(&mut self.state.definition).starting_stacks.copy_from_slice(stacks);
        }
    }

    /// Deals a hand, however far the last one came; these cards come first.
    pub(super) fn begin(
        &mut self,
        cards: &[Card],
        shared: &SharedSettings,
        spots: &mut SpotCache,
        row: &mut Row<'_, '_>,
    ) -> Result<(), RuleError> {
        if self.left.is_some() && self.asked.is_some() {
            // It was not played to its end.
            self.hand += 1;
        }
        self.left = Some(shared.hands.map_or(u64::MAX, |hands| hands.get()));
        row.finished()[0] = 0;
        row.payoffs().fill(0);
        row.expected().fill(0.0);
        self.deal(cards, shared)?;
        self.go_on(None, shared, spots, row)
    }

    /// Returns what is asked for now.
    pub(super) const fn asked(&self) -> Option<Asked> {
        self.asked
    }

    fn deal(&mut self, cards: &[Card], shared: &SharedSettings) -> Result<(), RuleError> {
        let stream = self.number << HAND_BITS | (self.hand & ((1 << HAND_BITS) - 1));
        if let Some(StackRange { least, most }) = shared.stacks {
            let mut random = self.state.shuffler.stream(STACKS | stream);
            let room = u32::try_from(most - least).unwrap_or(u32::MAX - 1);
            let draw = |_| least + Chips::from(random.below(room + 1));
            let stacks: SmallVec<[Chips; 8]> = (0..shared.widths.players).map(draw).collect();
            self.set_stacks(&stacks);
        }
        self.moved = self.player_of_hand(0, self.hand, shared);
        self.picked = Picked::default();
        self.stake = None;
        self.state.log.silence_if(self.recorded.is_none());
        if cards.is_empty() {
            self.state.restart_stream(stream, &DefaultHooks)?;
        } else {
            self.state.restart_dealt(stream, cards, &DefaultHooks)?;
        }
        self.memory.begin(&self.state);
        Ok(())
    }

    /// Deals all cards anew that the player who decides does not see, and writes what the player sees, which is the same.
    pub(super) fn redeal(
        &mut self,
        seed: Seed,
        shared: &SharedSettings,
        spots: &mut SpotCache,
        row: &mut Row<'_, '_>,
    ) -> Result<(), RuleError> {
        let Some(asked) = self.asked else { return Ok(()) };
        let place = self.number << HAND_BITS | (self.hand & ((1 << HAND_BITS) - 1));
        let mut random = Shuffler::from_seed(seed).stream(place);
        let Some(mut other) = self.state.imagine(asked.seat, &mut random) else { return Ok(()) };
        // Decisions of others that are not shown yet stay as they are.
        other.variant = self.state.variant.take();
        other.shuffler = self.state.shuffler.clone();
        other.log = std::mem::take(&mut self.state.log);
        self.state = other;
        self.asked = self.state.asked(&DefaultHooks)?;
        self.memory.find_key(&self.state, &asked);
        self.write(shared, spots, row)
    }

    /// Checks a decision.
    #[inline]
    pub(super) fn check(
        &self,
        given: i64,
        amount: Option<i64>,
        shared: &SharedSettings,
    ) -> Result<(), Problem> {
        let Some(asked) = &self.asked else { return Ok(()) };
        if asked.kind == Kind::Bet {
            let place = usize::try_from(given).ok();
            return match place.and_then(|place| self.offers.get(place)) {
                None if place
                    .is_some_and(|place| place < shared.widths.moves + shared.widths.picks) =>
                {
                    Err(Problem::IllegalMove)
                }
                None => Err(Problem::UnknownMove),
                Some(&IMPOSSIBLE) => Err(Problem::IllegalMove),
                Some(_) if shared.menu.moves()[given as usize] == Move::Any => {
                    self.check_amount(asked.seat, amount)
                }
                Some(_) => Ok(()),
            };
        }
        if shared.widths.picks == 0 {
            return self.state.verify_decision(asked, given, &DefaultHooks).map_err(|error| {
                match error {
                    Some(error) => Problem::Rule(error),
                    None => Problem::UnknownMove,
                }
            });
        }
        match self.pick(asked, given, shared) {
            None => Err(Problem::UnknownMove),
            Some(Outcome::Refused) => Err(Problem::IllegalMove),
            Some(_) => Ok(()),
        }
    }

    fn check_amount(&self, seat: Seat, amount: Option<i64>) -> Result<(), Problem> {
        let Bounds { least: minimum, most: maximum, .. } = self.raises;
        let Some(amount) = amount else { return Err(Problem::NoAmount { minimum, maximum }) };
        let fixed = self.state.fixed_amounts(seat);
        let fits = fixed.is_none_or(|amounts| amounts.contains(&amount));
        if (minimum..=maximum).contains(&amount) && fits {
            Ok(())
        } else {
            Err(Problem::Amount { amount, minimum, maximum })
        }
    }

    /// Finds out what comes of a pick; `None` where there is no such pick at all.
    fn pick(&self, asked: &Asked, given: i64, shared: &SharedSettings) -> Option<Outcome> {
        let Widths { moves, picks, .. } = shared.widths;
        let place = usize::try_from(given).ok().filter(|&place| place < moves + picks)?;
        let Some(place) = place.checked_sub(moves) else { return Some(Outcome::Refused) };
        Some(pick(&self.state, asked, self.picked, place, place + 1 == picks))
    }

    /// Does what was decided, which was checked before, and goes on.
    pub(super) fn step(
        &mut self,
        given: i64,
        amount: Option<i64>,
        shared: &SharedSettings,
        spots: &mut SpotCache,
        row: &mut Row<'_, '_>,
    ) -> Result<(), RuleError> {
        row.finished()[0] = 0;
        row.payoffs().fill(0);
        row.expected().fill(0.0);
        let Some(asked) = self.asked else { return Ok(()) };
        let choice = if asked.kind == Kind::Bet {
            let to = self.offers.get(given as usize).copied().unwrap_or_default();
            match shared.menu.moves().get(given as usize) {
                Some(Move::Any) => Choice::RaiseTo(amount.unwrap_or(self.raises.least)),
                Some(Move::Fold) => Choice::Fold,
                Some(Move::Call) if self.state.bring_in_pending => Choice::BringIn,
                Some(Move::Call) => Choice::Call,
                _ => Choice::RaiseTo(to),
            }
        } else if shared.widths.picks == 0 {
            Choice::Other(given)
        } else {
            match self.pick(&asked, given, shared) {
                Some(Outcome::Done(number)) => Choice::Other(number),
                Some(Outcome::More(picked)) => {
                    self.picked = picked;
                    return self.write(shared, spots, row);
                }
                _ => return Err(RuleError::Stuck),
            }
        };
        self.apply(&asked, choice, shared)?;
        self.go_on(Some(asked.seat), shared, spots, row)
    }

    /// Does what a player has decided, which is possible.
    #[inline]
    fn apply(
        &mut self,
        asked: &Asked,
        choice: Choice,
        shared: &SharedSettings,
    ) -> Result<(), RuleError> {
        self.memory.note(&self.state, asked, choice);
        self.picked = Picked::default();
        let state = &mut self.state;
        match choice {
            Choice::Fold => state.apply_fold(asked.seat),
            Choice::Call => state.apply_call(asked.seat),
            Choice::RaiseTo(to) => state.apply_raise(asked.seat, to),
            _ => {
                self.stake = None;
                return state.choose_for(asked, choice, &DefaultHooks);
            }
        }
        if shared.forecast.is_some() {
            self.stake.get_or_insert_default().update(state);
        }
        state.advance(&DefaultHooks)
    }

    /// Deals hands and plays for those whom the core plays until somebody else is asked, and writes what for. If no hand
    /// is left, the end of the last one is written as the player in the seat that decided sees it.
    fn go_on(
        &mut self,
        decided: Option<Seat>,
        shared: &SharedSettings,
        spots: &mut SpotCache,
        row: &mut Row<'_, '_>,
    ) -> Result<(), RuleError> {
        loop {
            while !self.state.is_live() {
                self.end_hand(shared, row);
                if self.left == Some(0) {
                    self.asked = None;
                    self.write_end(decided, shared, row);
                    return Ok(());
                }
                self.deal(&[], shared)?;
            }
            let asked = self.state.asked(&DefaultHooks)?.ok_or(RuleError::Stuck)?;
            self.memory.find_key(&self.state, &asked);
            self.asked = Some(asked);
            let player = self.player_at(asked.seat, shared);
            let Some(bot) = &shared.bots[player] else { return self.write(shared, spots, row) };
            let chance = self.random[player].next();
            let choice = bot.choose(&self.state, &asked, chance)?;
            self.apply(&asked, choice, shared)?;
        }
    }

    fn end_hand(&mut self, shared: &SharedSettings, row: &mut Row<'_, '_>) {
        for (seat, payoff) in self.state.payoffs.iter().enumerate() {
            row.payoffs()[self.player_at(seat, shared)] += payoff;
        }
        row.finished()[0] += 1;
        if let Some(forecast) = &shared.forecast {
            let found = self.stake.as_ref().and_then(|stake| forecast.expect(stake, &self.state));
            for (seat, payoff) in self.state.payoffs.iter().enumerate() {
                let expected = found.as_ref().map_or(*payoff as f64, |found| found[seat]);
                row.expected()[self.player_at(seat, shared)] += expected;
            }
        }
        if let Some(recorded) = &mut self.recorded
            && !self.state.log.is_silent()
        {
            recorded.push((self.hand, self.state.clone()));
        }
        self.hand += 1;
        self.left = self.left.map(|left| left.saturating_sub(1));
    }

    /// Returns the player in a seat.
    #[inline]
    fn player_at(&self, seat: Seat, shared: &SharedSettings) -> usize {
        let (place, count) = (seat + self.moved, shared.widths.players);
        // Both are below the count: to divide would take longer.
        if place >= count { place - count } else { place }
    }

    /// Returns the player in a seat in a hand.
    pub(super) fn player_of_hand(&self, seat: Seat, hand: u64, shared: &SharedSettings) -> usize {
        let count = shared.widths.players;
        let moved = if shared.moves_seats { (hand % count as u64) as usize } else { 0 };
        (seat + self.shift + moved) % count
    }

    /// Writes what is to be decided, and what the player sees who decides.
    fn write(
        &mut self,
        shared: &SharedSettings,
        spots: &mut SpotCache,
        row: &mut Row<'_, '_>,
    ) -> Result<(), RuleError> {
        let Some(asked) = self.asked else {
            self.write_end(None, shared, row);
            return Ok(());
        };
        let widths = shared.widths;
        let seat = asked.seat;
        row.kinds()[0] = asked.kind as u8;
        row.seats()[0] = seat as u8;
        row.players()[0] = self.player_at(seat, shared) as u8;
        row.streets()[0] = self.state.street().unwrap_or(0) as u8;
        write_view(&self.state, seat, widths, row);
        self.memory.write(row);
        if let Some(judge) = &shared.judge {
            row.shares()[0] = judge.share(&self.state, seat, self.memory.key() as u64) as f32;
        }
        if asked.kind != Kind::Bet {
            self.write_picks(&asked, widths, row);
            shared.write_observation(row);
            return Ok(());
        }
        let key = self.memory.key();
        let Some(spot) = spots.place(key) else {
            let mut options = MenuOptions::new();
            self.raises = shared.menu.evaluate(&self.state, seat, &DefaultHooks, &mut options)?;
            self.write_options(&options, widths, row);
            shared.write_observation(row);
            return Ok(());
        };
        if spot.key == Some(key) {
            self.raises = spot.raises;
            self.write_options(&spot.options, widths, row);
            row.observations().copy_from_slice(&spot.observation);
            return Ok(());
        }
        spot.key = None;
        self.raises = shared.menu.evaluate(&self.state, seat, &DefaultHooks, &mut spot.options)?;
        self.write_options(&spot.options, widths, row);
        shared.write_observation(row);
        spot.raises = self.raises;
        spot.observation.clear();
        spot.observation.extend_from_slice(row.observations());
        spot.key = Some(key);
        Ok(())
    }

    /// Writes the end of the last hand as the player in a seat sees it; without a player, nothing is seen.
    fn write_end(&mut self, seat: Option<Seat>, shared: &SharedSettings, row: &mut Row<'_, '_>) {
        self.write_nothing(row);
        match seat {
            Some(seat) => {
                row.seats()[0] = seat as u8;
                row.players()[0] = self.player_at(seat, shared) as u8;
                write_view(&self.state, seat, shared.widths, row);
                self.memory.write(row);
            }
            None => row.statuses().fill(0),
        }
        shared.write_observation(row);
    }

    /// Writes that all hands were played.
    fn write_nothing(&mut self, row: &mut Row<'_, '_>) {
        self.offers.clear();
        self.raises = Bounds::default();
        row.kinds()[0] = Kind::Nothing as u8;
        row.legal().fill(0);
        row.amounts().fill(0);
        row.shares().fill(0.0);
        self.write_choices(row, 0, (0, 0));
    }

    /// Writes which moves of the menu there are.
    fn write_options(&mut self, options: &MenuOptions, widths: Widths, row: &mut Row<'_, '_>) {
        self.offers.resize(options.len(), IMPOSSIBLE);
        for (offer, option) in self.offers.iter_mut().zip(options) {
            *offer = if option.legal { option.to } else { IMPOSSIBLE };
        }
        for (amount, option) in row.amounts().iter_mut().zip(options) {
            *amount = option.added;
        }
        let legal = row.legal();
        for (place, option) in legal.iter_mut().zip(options) {
            *place = u8::from(option.legal);
        }
        legal[widths.moves..].fill(0);
        self.write_choices(row, 0, (0, 0));
    }

    /// Writes what there is to pick from in a decision that is no bet.
    fn write_picks(&mut self, asked: &Asked, widths: Widths, row: &mut Row<'_, '_>) {
        self.raises = Bounds::default();
        row.legal().fill(0);
        row.amounts().fill(0);
        self.write_choices(row, asked.choices, (asked.fewest, asked.most));
        for place in 0..widths.picks {
            let end = place + 1 == widths.picks;
            let outcome = pick(&self.state, asked, self.picked, place, end);
            row.legal()[widths.moves + place] = u8::from(outcome != Outcome::Refused);
        }
    }

    fn write_choices(&self, row: &mut Row<'_, '_>, choices: u64, (fewest, most): (usize, usize)) {
        let Bounds { least, most: highest, pot } = self.raises;
        row.raises().copy_from_slice(&[least, highest, pot]);
        row.choices()[0] = choices as i64;
        row.bounds().copy_from_slice(&[fewest as u8, most as u8]);
        row.picked()[0] = self.picked.number as i64;
    }
}

/// Writes what a player sees of the cards and the chips.
#[inline]
fn write_view(state: &State, seat: Seat, widths: Widths, row: &mut Row<'_, '_>) {
    row.pots()[0] = state.chips_put_in();
    let from = round(seat, widths.players);
    for ((place, other), cards) in from.zip(row.cards().chunks_exact_mut(widths.hole.max(1))) {
        let hole = &state.hole[other];
        if place > 0 && hole.up == 0 {
            cards.fill(Card::UNKNOWN.code());
            continue;
        }
        let mut held = hole.cards.iter().enumerate();
        for code in cards {
            *code = match held.next() {
                Some((index, card)) if place == 0 || hole.is_up(index) => card.code(),
                _ => Card::UNKNOWN.code(),
            };
        }
    }
    let mut board = state.board.iter();
    for code in row.board().iter_mut() {
        *code = match board.next() {
            Some(entry) if entry.up => entry.card.code(),
            _ => Card::UNKNOWN.code(),
        };
    }
    if widths.discards > 0 {
        let mut known = known_discards(state, seat);
        let unknown = Card::UNKNOWN;
        row.discards().fill_with(|| known.next().unwrap_or(unknown).code());
    }
    for ((_, other), stack) in round(seat, widths.players).zip(row.stacks()) {
        *stack = state.stacks[other];
    }
    for ((_, other), bet) in round(seat, widths.players).zip(row.bets()) {
        *bet = state.bets[other];
    }
    for ((_, other), status) in round(seat, widths.players).zip(row.statuses()) {
        *status = u8::from(state.active.contains(other));
    }
}

/// Lists all players from a seat on, each with how far away they are. To divide would take longer.
#[inline]
fn round(seat: Seat, players: usize) -> impl Iterator<Item = (usize, Seat)> {
    (0..players).map(move |place| {
        let other = seat + place;
        (place, if other >= players { other - players } else { other })
    })
}

impl State {
    /// Returns all chips that were put in and are not yet won, bets included.
    #[must_use]
    pub fn chips_put_in(&self) -> Chips {
        -self.payoffs.iter().sum::<Chips>()
    }
}
