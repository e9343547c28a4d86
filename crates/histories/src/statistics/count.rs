//! A hand that was played: for each player what was done, and what was won.

use croupier_cards::Card;
use croupier_engine::seats::MAX_PLAYERS;
use croupier_engine::{
    Cards, Chips, Definition, Operation, PerSeat, Seat, Seats, State, UNKNOWN_STACK,
};

use super::betting::{Act, Betting};
use super::counters::{Counts, Statistic};
use super::position::{self, Position};
use crate::replay::replayer::is_hidden;
use crate::replay::settle::Winnings;

/// The end of the hand as the record has it, in units that may be finer than those of the state.
#[derive(Debug, Clone, Copy)]
pub struct CountedEnd<'a> {
    /// How many units of the record, and of what is counted, a unit of the state is.
    pub factor: Chips,
    /// The stacks at the end, of which some may be unknown.
    pub finishing: Option<&'a [Chips]>,
    /// The chips that players took out of the pots.
    pub winnings: Option<&'a [Chips]>,
}

/// The counts of a player in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatCount {
    /// Where the player sat.
    pub position: Position,
    /// The chances, and what was made of them.
    pub counts: Counts<u16>,
    /// The chips that were won or lost, in units, after what the house took.
    pub net: Chips,
    /// The same without what the house took.
    pub gross: Chips,
    /// The chips that came out of the pots in the replay, in units.
    pub received: Chips,
    /// Whether the player was there at the showdown.
    pub showdown: bool,
    /// Whether it is known what was won: it is not after a showdown of hidden cards whose record says nothing.
    pub settled: bool,
}

/// Everybody was all-in before the last card, and all cards are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllIn {
    /// The board when betting ended.
    pub board: Cards,
    /// The hands of those who were left.
    pub hands: Vec<(Seat, Cards)>,
    /// The pots in units, and who could win them.
    pub pots: Vec<(Chips, Seats)>,
}

/// The counts of a hand.
#[derive(Debug, Clone, PartialEq)]
pub struct HandCount {
    /// The smallest bet, which is the big blind where there is one, in units.
    pub bet: Chips,
    /// The players.
    pub seats: Vec<SeatCount>,
    /// The stakes when nobody could act any more.
    pub all_in: Option<AllIn>,
    /// The chips that players paid into the pots, in units of the state.
    pub paid: PerSeat<Chips>,
    /// Whether cards of a showdown stayed unknown.
    pub hidden: bool,
}

/// Counts a hand that came to its end; nothing for one that did not.
#[must_use]
pub fn count(state: &State, record: CountedEnd<'_>) -> Option<HandCount> {
    count_and_watch(state, record, &mut ())
}

/// An observer of the operations of a hand that is counted, each before it is taken.
pub(crate) trait Watcher {
    /// Sees an operation, and what happened before it.
    fn see(&mut self, operation: &Operation<'_>, before: &Betting);
}

impl Watcher for () {
    #[inline]
    fn see(&mut self, _: &Operation<'_>, _: &Betting) {}
}

/// Counts a hand that came to its end, in front of somebody who wants to know more of it.
pub(crate) fn count_and_watch(
    state: &State,
    record: CountedEnd<'_>,
    watcher: &mut impl Watcher,
) -> Option<HandCount> {
    if state.is_live() {
        return None;
    }
    let definition = &*state.definition;
    let boards = Boards::new(definition);
    let count = state.player_count();
    let seat_count = |seat: Seat| SeatCount {
        position: position::find(definition, seat),
        counts: Counts::default(),
        net: 0,
        gross: state.payoffs[seat] * record.factor,
        received: 0,
        showdown: false,
        settled: true,
    };
    let mut seats: Vec<SeatCount> = (0..count).map(seat_count).collect();
    let mut follower = Follower::new(state, &boards);
    for number in 0..state.log.len() {
        let Some(operation) = state.log.get(number) else { continue };
        watcher.see(&operation, &follower.betting);
        follower.follow(&operation, &mut seats);
    }
    let showdown = !state.folded;
    let winnings = Winnings::new(state);
    let hidden = showdown && is_hidden(state);
    for (seat, one) in seats.iter_mut().enumerate() {
        let recorded = winnings.recorded(state, record, seat);
        one.settled = recorded.is_some() || !hidden;
        one.net = match recorded {
            Some(net) => net,
            None if hidden => 0,
            None => one.gross,
        };
        one.received *= record.factor;
        let won = one.net + winnings.paid[seat] * record.factor > 0;
        let stayed = showdown && !follower.betting.folded.contains(seat);
        one.showdown = stayed;
        if follower.has_second_round {
            let saw = follower.saw.contains(seat);
            one.counts.add(Statistic::SawFlop, saw);
            if saw {
                one.counts.add(Statistic::WentToShowdown, stayed);
                if one.settled {
                    one.counts.add(Statistic::WonWhenSawFlop, won);
                }
            }
        } else if boards.rounds > 1 {
            one.counts.add_chance(Statistic::SawFlop);
        }
        if stayed && one.settled {
            one.counts.add(Statistic::WonAtShowdown, won);
        }
    }
    let mut all_in = if showdown { follower.find_all_in(&winnings, &boards) } else { None };
    for (pot, _) in all_in.iter_mut().flat_map(|all_in| &mut all_in.pots) {
        *pot *= record.factor;
    }
    Some(HandCount { bet: boards.bet * record.factor, seats, all_in, paid: winnings.paid, hidden })
}

/// The boards of a game, and its number of betting rounds.
struct Boards {
    /// How many cards of a board there are before anybody bets, and in the end.
    first: usize,
    last: usize,
    rounds: usize,
    bet: Chips,
}

impl Boards {
    fn new(definition: &Definition) -> Self {
        let mut boards = Self { first: 0, last: 0, rounds: 0, bet: Chips::MAX };
        for step in definition.steps.iter() {
            if let Some(betting) = step.betting() {
                boards.rounds += 1;
                boards.bet = boards.bet.min(betting.minimum_bet);
            } else if let Some(dealing) = step.dealing() {
                boards.last += dealing.board;
                if boards.rounds == 0 {
                    boards.first += dealing.board;
                }
            }
        }
        if boards.rounds == 0 {
            boards.bet = 0;
        }
        boards
    }

    const fn has_flop(&self) -> bool {
        self.last > self.first
    }
}

/// Follows the operations of a hand.
struct Follower {
    betting: Betting,
    has_flop: bool,
    /// How many cards of boards were there when betting began.
    first: usize,
    dealt: usize,
    has_second_round: bool,
    /// The players who were in when the second round began.
    saw: Seats,
    count: usize,
    board: Cards,
    /// How many cards were on the board when somebody acted last.
    board_at_last_act: usize,
    hands: [[Card; LARGEST_HAND]; MAX_PLAYERS],
    held: PerSeat<u8>,
    /// Antes that belong to the main pot, whoever paid them.
    antes: PerSeat<Chips>,
    trims_antes: bool,
    pushed: Chips,
    strange: bool,
}

/// The most hole cards of a game whose all-in hands are looked at.
const LARGEST_HAND: usize = 6;

impl Follower {
    fn new(state: &State, boards: &Boards) -> Self {
        let count = state.player_count();
        Self {
            betting: Betting::new(state, boards.has_flop()),
            has_flop: boards.has_flop(),
            first: boards.first * state.definition.board_count,
            dealt: 0,
            has_second_round: false,
            saw: Seats::NONE,
            count,
            board: Cards::new(),
            board_at_last_act: 0,
            hands: [[Card::UNKNOWN; LARGEST_HAND]; MAX_PLAYERS],
            held: PerSeat::all(0, count),
            antes: PerSeat::all(0, count),
            trims_antes: state.definition.trims_antes,
            pushed: 0,
            strange: state.definition.board_count != 1,
        }
    }

    fn follow(&mut self, operation: &Operation<'_>, seats: &mut [SeatCount]) {
        match *operation {
            Operation::AntePosting { seat, amount } => {
                self.betting.ante(seat, amount);
                if !self.trims_antes {
                    self.antes[seat] += amount;
                }
            }
            Operation::BlindOrStraddlePosting { seat, amount } => self.betting.force(seat, amount),
            Operation::BringInPosting { seat, amount } => {
                self.betting.force(seat, amount);
                self.betting.bring_in();
            }
            Operation::BetCollection { .. } => self.betting.collect(),
            Operation::Folding { seat } => self.act(seat, Act::Fold, seats),
            Operation::CheckingOrCalling { seat, amount } => {
                self.act(seat, Act::Call(amount), seats);
            }
            Operation::CompletionBettingOrRaisingTo { seat, amount } => {
                self.act(seat, Act::Raise(amount), seats);
            }
            Operation::CardBurning { .. } => self.deal(),
            Operation::HoleDealing { seat, cards, .. } => {
                self.deal();
                self.hold(seat, cards);
            }
            Operation::StandingPatOrDiscarding { .. } => {
                self.deal();
                self.strange = true;
            }
            Operation::BoardDealing { cards, .. } => {
                self.deal();
                self.dealt += cards.len();
                if self.has_flop && self.dealt > self.first {
                    self.begin_second_round();
                }
                self.board.extend_from_slice(cards);
            }
            Operation::HoleCardsShowingOrMucking { seat, cards } => {
                let known = cards.iter().all(|card| !card.is_unknown());
                if known && cards.len() == usize::from(self.held[seat]) {
                    self.held[seat] = 0;
                    self.hold(seat, cards);
                }
            }
            Operation::ChipsPushing { amounts, .. } => {
                for (one, &amount) in seats.iter_mut().zip(amounts) {
                    one.received += amount;
                    self.pushed += amount;
                }
            }
            Operation::DiceRolling { .. } | Operation::BoardRemoval { .. } => self.strange = true,
            Operation::RunoutCountSelection { .. } => {}
            // Other decisions in the betting are bets before the cards; most games have none.
            _ => match operation.info() {
                info if info.is_bet => {
                    if let Some((seat, amount)) = operation.paid_by_choice() {
                        self.betting.force(seat, amount);
                    }
                }
                info => {
                    self.strange |= info.is_decision;
                    // Between two rounds players may pass, turn up or declare instead of being dealt cards.
                    if info.is_decision && self.betting.is_round_over() {
                        self.deal();
                    }
                }
            },
        }
    }

    fn act(&mut self, seat: Seat, act: Act, seats: &mut [SeatCount]) {
        let one = &mut seats[seat];
        self.betting.act(seat, act, one.position, &mut one.counts);
        self.board_at_last_act = self.board.len();
    }

    fn deal(&mut self) {
        self.betting.deal();
        if !self.has_flop && self.betting.street() > 0 {
            self.begin_second_round();
        }
    }

    fn begin_second_round(&mut self) {
        if !self.has_second_round {
            self.has_second_round = true;
            let folded = self.betting.folded;
            self.saw = Seats::of(self.count, |seat| !folded.contains(seat));
        }
    }

    fn hold(&mut self, seat: Seat, cards: &[Card]) {
        for &card in cards {
            match self.hands[seat].get_mut(usize::from(self.held[seat])) {
                Some(place) => *place = card,
                None => self.strange = true,
            }
            self.held[seat] = self.held[seat].saturating_add(1);
        }
    }

    /// Returns what was at stake, if cards were to come when somebody acted last, and all hands are known.
    fn find_all_in(&self, winnings: &Winnings, boards: &Boards) -> Option<AllIn> {
        if self.strange || !self.has_flop || self.board_at_last_act >= boards.last {
            return None;
        }
        let mut hands = Vec::new();
        for seat in (0..self.count).filter(|&seat| !self.betting.folded.contains(seat)) {
            let held = self.hands[seat].get(..usize::from(self.held[seat]))?;
            if held.is_empty() || held.iter().any(|card| card.is_unknown()) {
                return None;
            }
            hands.push((seat, Cards::from_slice(held)));
        }
        let board = Cards::from_slice(self.board.get(..self.board_at_last_act)?);
        let unknown = board.iter().any(|card| card.is_unknown());
        let pots = self.find_pots(winnings);
        // Something that is not known here was done with chips.
        let whole = pots.iter().map(|&(pot, _)| pot).sum::<Chips>() == self.pushed;
        (!unknown && hands.len() > 1 && whole).then_some(AllIn { board, hands, pots })
    }

    /// Returns the pots of those who did not fold, the main pot first.
    fn find_pots(&self, winnings: &Winnings) -> Vec<(Chips, Seats)> {
        let stays = |seat: Seat| !self.betting.folded.contains(seat);
        let paid = |seat: Seat| winnings.paid[seat] - self.antes[seat];
        let mut levels: Vec<Chips> =
            (0..self.count).filter(|&seat| stays(seat)).map(paid).collect();
        levels.sort_unstable();
        levels.dedup();
        let mut pots = Vec::with_capacity(levels.len());
        let (mut below, mut more) = (0, self.antes.iter().sum::<Chips>());
        let highest = levels.last().copied();
        for level in levels {
            // A player who folded may have paid more than all who did not.
            let top = if Some(level) == highest { Chips::MAX } else { level };
            let part = |seat: Seat| paid(seat).min(top) - paid(seat).min(below);
            let pot = (0..self.count).map(part).sum::<Chips>() + more;
            if pot > 0 {
                pots.push((pot, Seats::of(self.count, |seat| stays(seat) && paid(seat) >= level)));
                more = 0;
            }
            below = level;
        }
        pots
    }
}

impl Winnings {
    /// Returns what a player won or lost by the record, if it says so.
    fn recorded(&self, state: &State, record: CountedEnd<'_>, seat: Seat) -> Option<Chips> {
        let start = state.definition.starting_stacks[seat];
        if let Some(&end) = record.finishing.and_then(|stacks| stacks.get(seat))
            && end != UNKNOWN_STACK
            && start != UNKNOWN_STACK
        {
            return Some(end - start * record.factor);
        }
        let amounts =
            record.winnings.filter(|amounts| amounts.iter().any(|&amount| amount != 0))?;
        if amounts.len() != self.paid.len() {
            return None;
        }
        // Some rooms count a bet that nobody called among the winnings of who made it: then more is won than
        // was paid.
        let all = amounts.iter().sum::<Chips>();
        let with_returned = all > self.paid.iter().sum::<Chips>() * record.factor;
        let returned = if with_returned && amounts[seat] > 0 { self.returned[seat] } else { 0 };
        Some(amounts[seat] - (returned + self.paid[seat]) * record.factor)
    }
}
