//! The betting so far, as far as statistics ask.

use croupier_engine::{Chips, PerSeat, Seat, Seats, State};

use super::counters::{Counts, Statistic};
use super::position::{BIG_BLIND, BUTTON, CUTOFF, Position, SMALL_BLIND};

/// An action of a player in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Fold,
    /// Check or call, with what it costs.
    Call(Chips),
    /// Bet, complete or raise to so much.
    Raise(Chips),
}

/// Follows the betting of a hand, and counts.
pub(crate) struct Betting {
    /// The round, counted from 0.
    street: u8,
    /// Whether somebody acted since cards were dealt.
    acted_since_deal: bool,
    /// Whether bets were collected since somebody acted: the round is over.
    collected: bool,
    has_flop: bool,
    bets: PerSeat<Chips>,
    highest: Chips,
    stacks: PerSeat<Chips>,
    pub(crate) folded: Seats,
    /// The players who acted on this street, and those who checked on it.
    acted: Seats,
    checked: Seats,
    /// How often there was a bet or a raise on this street, and how many called the last one.
    raises: u32,
    callers: u32,
    /// Whether somebody put chips in without being forced to.
    entered: bool,
    /// The players who made the first and the second raise before the flop.
    raisers: [Option<Seat>; 2],
    stealer: Option<Seat>,
    /// The last to bet or raise on this street, before the flop, and on the flop.
    aggressor: Option<Seat>,
    opener: Option<Seat>,
    flop_aggressor: Option<Seat>,
    /// The player who made a continuation bet, on this street and on the flop.
    continuation: Option<Seat>,
    flop_continuation: Option<Seat>,
    entry_counted: Seats,
    raise_counted: Seats,
}

impl Betting {
    /// Starts a hand; some games have a flop.
    pub(super) fn new(state: &State, has_flop: bool) -> Self {
        let count = state.player_count();
        let mut stacks = PerSeat::all(0, count);
        stacks.copy_from_slice(&state.definition.starting_stacks[..count]);
        Self {
            street: 0,
            acted_since_deal: false,
            collected: false,
            has_flop,
            bets: PerSeat::all(0, count),
            highest: 0,
            stacks,
            folded: Seats::NONE,
            acted: Seats::NONE,
            checked: Seats::NONE,
            raises: 0,
            callers: 0,
            entered: false,
            raisers: [None; 2],
            stealer: None,
            aggressor: None,
            opener: None,
            flop_aggressor: None,
            continuation: None,
            flop_continuation: None,
            entry_counted: Seats::NONE,
            raise_counted: Seats::NONE,
        }
    }

    /// Returns the round, counted from 0.
    pub(crate) const fn street(&self) -> u8 {
        self.street
    }

    /// Returns how many players there are.
    pub(crate) fn len(&self) -> usize {
        self.stacks.len()
    }

    /// Returns what a player has bet on this street.
    pub(crate) fn bet(&self, seat: Seat) -> Chips {
        self.bets[seat]
    }

    /// Returns what a player has left.
    pub(crate) fn stack(&self, seat: Seat) -> Chips {
        self.stacks[seat]
    }

    /// Returns by how much the highest bet of this street is above all others.
    pub(crate) fn uncalled(&self) -> Chips {
        let is_less = |&&bet: &&Chips| bet < self.highest;
        let below = self.bets.iter().filter(is_less).max().copied().unwrap_or(0);
        let highest = self.bets.iter().filter(|&&bet| bet == self.highest).count();
        if highest > 1 { 0 } else { self.highest - below }
    }

    /// Takes an ante.
    pub(super) fn ante(&mut self, seat: Seat, amount: Chips) {
        self.stacks[seat] -= amount;
    }

    /// Takes a blind or a bring-in.
    pub(super) fn force(&mut self, seat: Seat, amount: Chips) {
        self.pay_to(seat, self.bets[seat] + amount);
    }

    /// Notes that somebody decided to bring in.
    pub(super) const fn bring_in(&mut self) {
        (self.acted_since_deal, self.collected) = (true, false);
    }

    fn pay_to(&mut self, seat: Seat, bet: Chips) {
        self.stacks[seat] -= bet - self.bets[seat];
        self.bets[seat] = bet;
        self.highest = self.highest.max(bet);
    }

    /// Takes the bets in.
    pub(super) fn collect(&mut self) {
        self.bets.fill(0);
        self.highest = 0;
        self.collected = true;
    }

    /// Tells whether the round that somebody acted in is over.
    pub(super) const fn is_round_over(&self) -> bool {
        self.acted_since_deal && self.collected
    }

    /// Notes that cards are dealt or discarded: the first time after somebody acted, a street begins.
    pub(super) const fn deal(&mut self) {
        if !self.acted_since_deal {
            return;
        }
        match self.street {
            0 => self.opener = self.aggressor,
            1 => {
                self.flop_aggressor = self.aggressor;
                self.flop_continuation = self.continuation;
            }
            _ => {}
        }
        self.street = self.street.saturating_add(1);
        self.acted_since_deal = false;
        (self.acted, self.checked) = (Seats::NONE, Seats::NONE);
        (self.raises, self.callers) = (0, 0);
        (self.aggressor, self.continuation) = (None, None);
    }

    /// Counts a decision, and then takes it.
    pub(super) fn act(
        &mut self,
        seat: Seat,
        act: Act,
        position: Position,
        counts: &mut Counts<u16>,
    ) {
        let to_call = (self.highest - self.bets[seat]).max(0);
        // A player with no more than the call, or facing nobody who could call more, cannot raise.
        let others_can_call =
            (0..self.stacks.len()).any(|other| other != seat && self.is_live(other));
        let can_raise = self.stacks[seat] > to_call && others_can_call;
        let situation = Situation { seat, act, position, to_call, can_raise };
        if self.street == 0 {
            self.count_opening(&situation, counts);
        } else {
            self.count_later(&situation, counts);
        }
        self.take(seat, act, to_call);
    }

    /// Tells whether a player is in the hand and has chips left.
    fn is_live(&self, seat: Seat) -> bool {
        !self.folded.contains(seat) && self.stacks[seat] > 0
    }

    /// Counts a decision of the first round.
    fn count_opening(&mut self, situation: &Situation, counts: &mut Counts<u16>) {
        let &Situation { seat, act, position, to_call, can_raise } = situation;
        let (folds, raises) = (act == Act::Fold, matches!(act, Act::Raise(_)));
        let calls = !folds && !raises && to_call > 0;
        let first = !self.acted.contains(seat);
        if first {
            counts.add_chance(Statistic::Vpip);
            counts.add_chance(Statistic::Pfr);
        }
        if (calls || raises) && !self.entry_counted.contains(seat) {
            self.entry_counted.insert(seat);
            counts.add_done(Statistic::Vpip);
        }
        if raises && !self.raise_counted.contains(seat) {
            self.raise_counted.insert(seat);
            counts.add_done(Statistic::Pfr);
        }
        if first && self.raises == 0 && to_call > 0 {
            counts.add(Statistic::Limp, calls);
        }
        let may_steal = matches!(position, SMALL_BLIND | BUTTON | CUTOFF);
        if may_steal && first && self.raises == 0 && !self.entered && can_raise {
            counts.add(Statistic::Steal, raises);
            if raises {
                self.stealer = Some(seat);
            }
        }
        let own = self.aggressor == Some(seat);
        match self.raises {
            1 if !own => {
                if can_raise {
                    counts.add(Statistic::ThreeBet, raises);
                    if self.callers > 0 {
                        counts.add(Statistic::Squeeze, raises);
                    }
                }
                let is_blind = matches!(position, SMALL_BLIND | BIG_BLIND);
                if is_blind && first && self.stealer.is_some() && self.callers == 0 {
                    counts.add(Statistic::FoldToSteal, folds);
                    if can_raise {
                        counts.add(Statistic::Resteal, raises);
                    }
                }
            }
            2 if !own => {
                if self.raisers[0] == Some(seat) {
                    counts.add(Statistic::FoldToThreeBet, folds);
                }
                if can_raise {
                    counts.add(Statistic::FourBet, raises);
                }
            }
            3 if !own && self.raisers[1] == Some(seat) => {
                counts.add(Statistic::FoldToFourBet, folds);
            }
            _ => {}
        }
    }

    /// Counts a decision of a later round.
    fn count_later(&mut self, situation: &Situation, counts: &mut Counts<u16>) {
        let &Situation { seat, act, to_call, can_raise, .. } = situation;
        let (folds, raises) = (act == Act::Fold, matches!(act, Act::Raise(_)));
        let calls = !folds && !raises && to_call > 0;
        if calls {
            counts.add_chance(Statistic::AggressionFactor);
        }
        if raises {
            counts.add_done(Statistic::AggressionFactor);
        }
        if calls || raises || folds {
            counts.add(Statistic::AggressionFrequency, raises);
        }
        if self.checked.contains(seat) && to_call > 0 {
            self.checked.remove(seat);
            if can_raise {
                counts.add(Statistic::CheckRaise, raises);
            }
        }
        if !self.has_flop || self.street > 2 {
            return;
        }
        let (bet, fold, favourite) = match self.street {
            1 => {
                (Statistic::FlopContinuationBet, Statistic::FoldToFlopContinuationBet, self.opener)
            }
            _ => (
                Statistic::TurnContinuationBet,
                Statistic::FoldToTurnContinuationBet,
                self.flop_continuation.filter(|_| self.flop_aggressor == self.flop_continuation),
            ),
        };
        let first = !self.acted.contains(seat);
        if favourite == Some(seat) && self.raises == 0 && first {
            counts.add(bet, raises);
            if raises {
                self.continuation = Some(seat);
            }
        } else if self.continuation.is_some_and(|who| who != seat) && self.raises == 1 {
            counts.add(fold, folds);
        }
        if self.street == 1
            && self.raises == 0
            && first
            && let Some(opener) = self.opener
            && opener != seat
            && self.is_live(opener)
            && !self.acted.contains(opener)
        {
            counts.add(Statistic::Donk, raises);
        }
    }

    fn take(&mut self, seat: Seat, act: Act, to_call: Chips) {
        (self.acted_since_deal, self.collected) = (true, false);
        self.acted.insert(seat);
        match act {
            Act::Fold => self.folded.insert(seat),
            Act::Call(amount) => {
                self.pay_to(seat, self.bets[seat] + amount);
                if to_call > 0 {
                    self.callers += 1;
                    self.entered = true;
                } else {
                    self.checked.insert(seat);
                }
            }
            Act::Raise(to) => {
                self.pay_to(seat, to);
                if self.street == 0
                    && let Some(raiser) = self.raisers.get_mut(self.raises as usize)
                {
                    *raiser = Some(seat);
                }
                self.raises += 1;
                self.callers = 0;
                self.entered = true;
                self.aggressor = Some(seat);
            }
        }
    }
}

/// The situation of a decision.
struct Situation {
    seat: Seat,
    act: Act,
    position: Position,
    to_call: Chips,
    can_raise: bool,
}
