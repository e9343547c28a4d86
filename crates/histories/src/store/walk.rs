//! Rows that are written while a hand is counted: actions with their pots, boards and hole cards.

use croupier_cards::Card;
use croupier_engine::{Chips, Operation, OperationKind, Seat, Seats, State, UNKNOWN_STACK};

use crate::statistics::Betting;
use crate::statistics::count::Watcher;

/// Something that a player did with chips.
#[derive(Debug, Clone, Copy)]
pub(super) struct ActionRow {
    pub(super) player: u8,
    pub(super) street: u8,
    pub(super) kind: OperationKind,
    pub(super) amount: Chips,
}

/// Follows a hand.
#[derive(Debug, Clone, Default)]
pub(super) struct Walk {
    pub(super) actions: Vec<ActionRow>,
    /// The pots when the second, the third and the fourth round begin.
    pub(super) pots: [Option<Chips>; 3],
    /// How many bets and raises there were in the first round.
    pub(super) raises: usize,
    /// The players who were in when the second round began.
    pub(super) saw: Seats,
    /// A text that is written anew again and again.
    pub(super) text: String,
    board: Vec<Card>,
    hands: Vec<Vec<Card>>,
    flop_stacks: Vec<Chips>,
    /// The pot, bets included, in units of the state.
    pot: Chips,
    /// The round in which somebody acted last, if any.
    acted: Option<u8>,
    /// How many cards of a board there are in the end.
    last: usize,
    /// How many cards lie there when cards of the board come, each time after the first round.
    before_deals: Vec<usize>,
    has_unknown_stack: Seats,
}

impl Walk {
    /// Begins with a hand.
    pub(super) fn begin(&mut self, state: &State) {
        let definition = &*state.definition;
        let count = state.player_count();
        self.actions.clear();
        self.board.clear();
        self.flop_stacks.clear();
        self.hands.iter_mut().for_each(Vec::clear);
        self.hands.resize_with(count.max(self.hands.len()), Vec::new);
        (self.pots, self.raises, self.saw, self.pot) = ([None; 3], 0, Seats::NONE, 0);
        self.acted = None;
        self.last = 0;
        self.before_deals.clear();
        let mut has_bet = false;
        for step in definition.steps.iter() {
            if step.betting().is_some() {
                has_bet = true;
            } else if let Some(dealing) = step.dealing() {
                if has_bet && dealing.board > 0 {
                    self.before_deals.push(self.last * definition.board_count);
                }
                self.last += dealing.board;
            }
        }
        let stacks = &definition.starting_stacks;
        self.has_unknown_stack = Seats::of(count, |seat| stacks[seat] == UNKNOWN_STACK);
    }

    /// Returns the cards of the first board.
    pub(super) fn first_board(&self, state: &State) -> &[Card] {
        if state.definition.board_count == 1 {
            return self.board.get(..self.last).unwrap_or(&self.board);
        }
        &[]
    }

    /// Returns how many boards there were.
    pub(super) fn count_boards(&self, state: &State) -> u8 {
        if state.definition.board_count > 1 {
            return state.definition.board_count.min(255) as u8;
        }
        if self.board.is_empty() {
            return 0;
        }
        1 + u8::from(self.board.len() > self.last)
    }

    /// Returns the second largest stack of those who were there when the second round began.
    pub(super) fn flop_stack(&self) -> Option<Chips> {
        let known = !self.saw.is_empty()
            && !self.saw.iter().any(|seat| self.has_unknown_stack.contains(seat));
        known.then(|| second_largest(self.saw.iter().map(|seat| self.flop_stacks[seat])))
    }

    /// Returns the hole cards of a player.
    pub(super) fn hole_cards(&self, seat: Seat) -> &[Card] {
        &self.hands[seat]
    }

    fn act(&mut self, kind: OperationKind, seat: Seat, amount: Chips, before: &Betting) {
        self.actions.push(ActionRow { player: seat as u8, street: before.street(), kind, amount });
        self.pot += amount;
    }

    fn decide(&mut self, kind: OperationKind, seat: Seat, amount: Chips, before: &Betting) {
        self.act(kind, seat, amount, before);
        self.acted = Some(before.street());
    }

    /// Notes that cards come: of a board, or in games without one the first time after somebody acted, a round begins.
    fn deal(&mut self, is_board: bool, before: &Betting) {
        let round = if self.before_deals.is_empty() {
            self.acted.map(usize::from)
        } else if is_board {
            let dealt = self.board.len();
            self.before_deals.iter().position(|&number| number == dealt)
        } else {
            None
        };
        let Some(round) = round else { return };
        let Some(place) = self.pots.get_mut(round) else { return };
        if place.is_some() {
            return;
        }
        *place = Some(self.pot);
        if round == 0 {
            self.saw = Seats::of(before.len(), |seat| !before.folded.contains(seat));
            self.flop_stacks.extend((0..before.len()).map(|seat| before.stack(seat)));
        }
    }
}

impl Watcher for Walk {
    fn see(&mut self, operation: &Operation<'_>, before: &Betting) {
        use OperationKind as Of;
        match *operation {
            Operation::AntePosting { seat, amount } => {
                self.act(Of::AntePosting, seat, amount, before);
            }
            Operation::BlindOrStraddlePosting { seat, amount } => {
                self.act(Of::BlindOrStraddlePosting, seat, amount, before);
            }
            Operation::BringInPosting { seat, amount } => {
                self.decide(Of::BringInPosting, seat, amount, before);
            }
            Operation::Folding { seat } => {
                self.decide(Of::Folding, seat, 0, before);
            }
            Operation::CheckingOrCalling { seat, amount } => {
                self.decide(Of::CheckingOrCalling, seat, amount, before);
            }
            Operation::CompletionBettingOrRaisingTo { seat, amount } => {
                self.raises += usize::from(before.street() == 0);
                let paid = amount - before.bet(seat);
                self.decide(Of::CompletionBettingOrRaisingTo, seat, paid, before);
            }
            Operation::BetCollection { .. } => self.pot -= before.uncalled(),
            Operation::HoleDealing { seat, cards, .. } => {
                self.deal(false, before);
                self.hands[seat].extend_from_slice(cards);
            }
            Operation::StandingPatOrDiscarding { seat, cards, .. } => {
                self.deal(false, before);
                for card in cards {
                    let held = &mut self.hands[seat];
                    let place = held.iter().position(|one| one == card);
                    let place = place.or_else(|| held.iter().position(|one| one.is_unknown()));
                    if let Some(place) = place.or_else(|| held.len().checked_sub(1)) {
                        held.remove(place);
                    }
                }
            }
            Operation::BoardDealing { cards, .. } => {
                self.deal(true, before);
                self.board.extend_from_slice(cards);
            }
            Operation::HoleCardsShowingOrMucking { seat, cards } => {
                let known = cards.iter().all(|card| !card.is_unknown());
                if known && cards.len() == self.hands[seat].len() && !cards.is_empty() {
                    self.hands[seat].clear();
                    self.hands[seat].extend_from_slice(cards);
                }
            }
            _ => {
                let info = operation.info();
                if let (true, Some((seat, amount))) = (info.is_bet, operation.paid_by_choice()) {
                    self.act(info.kind, seat, amount, before);
                }
            }
        }
    }
}

fn second_largest(stacks: impl Iterator<Item = Chips>) -> Chips {
    let (mut first, mut second) = (0, 0);
    for stack in stacks {
        if stack > first {
            (first, second) = (stack, first);
        } else if stack > second {
            second = stack;
        }
    }
    second
}
