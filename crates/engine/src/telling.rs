//! A hand as people tell it: what was paid, what that comes to on the street, who is all-in, what comes back,
//! and who wins how much of which pot.

use croupier_cards::Card;

use crate::chips::Chips;
use crate::operation::{Log, Operation};
use crate::seats::Seat;

/// How many cards a board has at most in games of rooms.
const FULL_BOARD: usize = 5;

/// What happened, in the words of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Happening {
    Ante,
    Dead,
    Blind,
    Straddle,
    Post,
    BringIn,
    Deal,
    Board,
    Fold,
    Check,
    Call,
    Bet,
    Raise,
    Discard,
    Uncalled,
    Show,
    Muck,
}

/// Something that happened, and what it comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event<'a> {
    /// What happened.
    pub kind: Happening,
    /// The number of the street.
    pub street: usize,
    /// Whom it happened to; nobody for a board.
    pub seat: Option<Seat>,
    /// What was paid, or returned.
    pub amount: Chips,
    /// What the player has bet on the street then, antes and dead money left out.
    pub total: Chips,
    /// By how much a raise is above the bet before it.
    pub over: Chips,
    /// Whether the player has nothing left.
    pub all_in: bool,
    /// The cards that are dealt, discarded or shown.
    pub cards: &'a [Card],
    /// Bit n says whether card n that is dealt to a player lies face up.
    pub up: u32,
    /// The number of the board.
    pub board: usize,
}

/// What a player won of a pot on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Award {
    pub pot: usize,
    pub board: usize,
    pub seat: Seat,
    pub amount: Chips,
}

/// What is known of the table before the hand is told.
#[derive(Debug, Clone, Copy)]
pub struct Beginning<'a> {
    /// What players begin with.
    pub stacks: &'a [Chips],
    /// What each of them posts as a blind or straddle; late posts are negative.
    pub blinds: &'a [Chips],
    /// How much of what each of them posts as an ante is dead money.
    pub dead: &'a [Chips],
    /// What the largest blind costs in full, or 0 where only what was posted counts.
    pub price: Chips,
    /// How many boards there are.
    pub board_count: usize,
}

/// A hand that is told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told<'a> {
    /// What happened.
    pub events: Vec<Event<'a>>,
    /// What was won.
    pub awards: Vec<Award>,
    /// What was in each pot, by its number.
    pub pushed: Vec<(usize, Chips)>,
    /// What was paid and not returned.
    pub total_pot: Chips,
    /// How often the board was run.
    pub run_count: usize,
}

/// Tells a hand; nothing if what is known of the table is of another number of players.
#[must_use]
pub fn tell<'a>(log: &'a Log, beginning: &Beginning<'_>) -> Option<Told<'a>> {
    let count = beginning.stacks.len();
    if beginning.blinds.len() != count || beginning.dead.len() != count {
        return None;
    }
    let mut teller = Teller {
        told: Told {
            events: Vec::with_capacity(log.len()),
            awards: Vec::with_capacity(2),
            pushed: Vec::with_capacity(2),
            total_pot: 0,
            run_count: 1,
        },
        beginning,
        left: beginning.stacks.to_vec(),
        bets: vec![0; count],
        antes: vec![0; count],
        own: vec![0; count],
        street: 0,
        dealt_boards: vec![0; beginning.board_count.max(1)],
    };
    for operation in log.iter() {
        teller.add(operation)?;
    }
    // Nobody else put anything into the pot.
    for (seat, amount) in teller.own.into_iter().enumerate() {
        if amount > 0 {
            teller.told.awards.push(Award { pot: 0, board: 0, seat, amount });
        }
    }
    Some(teller.told)
}

struct Teller<'a, 'b> {
    told: Told<'a>,
    beginning: &'b Beginning<'b>,
    left: Vec<Chips>,
    bets: Vec<Chips>,
    antes: Vec<Chips>,
    /// What the last player in the hand gets back although others called it.
    own: Vec<Chips>,
    street: usize,
    dealt_boards: Vec<usize>,
}

impl<'a> Teller<'a, '_> {
    fn add(&mut self, operation: Operation<'a>) -> Option<()> {
        match operation {
            Operation::AntePosting { seat, amount } => self.post_ante(seat, amount)?,
            Operation::BlindOrStraddlePosting { seat, amount } => {
                let kind = self.name_blind(seat)?;
                self.pay(kind, seat, amount, 0)?;
            }
            Operation::BringInPosting { seat, amount } => {
                self.pay(Happening::BringIn, seat, amount, 0)?;
            }
            Operation::Folding { seat } => {
                let total = *self.bets.get(seat)?;
                self.push(Event { total, ..self.event(Happening::Fold, Some(seat)) });
            }
            Operation::CheckingOrCalling { seat, amount } => {
                let kind = if amount == 0 { Happening::Check } else { Happening::Call };
                self.pay(kind, seat, amount, 0)?;
            }
            Operation::CompletionBettingOrRaisingTo { seat, amount: total } => {
                let price = if self.street == 0 { self.beginning.price } else { 0 };
                let high = self.bets.iter().copied().fold(price, Chips::max);
                let kind = if high == 0 { Happening::Bet } else { Happening::Raise };
                self.pay(kind, seat, total - self.bets.get(seat)?, total - high)?;
            }
            Operation::BetCollection { bets } => self.collect(bets)?,
            Operation::HoleDealing { seat, cards, up } => {
                self.push(Event { cards, up, ..self.event(Happening::Deal, Some(seat)) });
            }
            Operation::BoardDealing { cards, .. } => self.deal_board(cards),
            Operation::StandingPatOrDiscarding { seat, cards, .. } => {
                self.push(Event { cards, ..self.event(Happening::Discard, Some(seat)) });
            }
            Operation::HoleCardsShowingOrMucking { seat, cards } => {
                if cards.is_empty() {
                    self.push(self.event(Happening::Muck, Some(seat)));
                } else if cards.iter().any(|card| !card.is_unknown()) {
                    // Otherwise they stay face down for now.
                    self.push(Event { cards, ..self.event(Happening::Show, Some(seat)) });
                }
            }
            Operation::ChipsPushing { amounts, pot, board, .. } => {
                self.award(amounts, usize::from(pot), board.map(usize::from))?;
            }
            _ => {}
        }
        Some(())
    }

    fn event(&self, kind: Happening, seat: Option<Seat>) -> Event<'a> {
        let street = self.street;
        let cards: &'a [Card] = &[];
        let (amount, total, over, all_in, up, board) = (0, 0, 0, false, 0, 0);
        Event { kind, street, seat, amount, total, over, all_in, cards, up, board }
    }

    fn push(&mut self, event: Event<'a>) {
        self.told.events.push(event);
    }

    /// Takes what a player bets, and says so.
    fn pay(&mut self, kind: Happening, seat: Seat, amount: Chips, over: Chips) -> Option<()> {
        let total = self.bets.get_mut(seat)?;
        *total += amount;
        let total = *total;
        let left = self.left.get_mut(seat)?;
        *left -= amount;
        let all_in = *left == 0 && amount > 0;
        self.push(Event { amount, total, over, all_in, ..self.event(kind, Some(seat)) });
        Some(())
    }

    fn post_ante(&mut self, seat: Seat, amount: Chips) -> Option<()> {
        let left = self.left.get_mut(seat)?;
        *left -= amount;
        let all_in = *left == 0;
        *self.antes.get_mut(seat)? += amount;
        let total = *self.bets.get(seat)?;
        let dead = amount.min(*self.beginning.dead.get(seat)?);
        for (kind, amount) in [(Happening::Ante, amount - dead), (Happening::Dead, dead)] {
            if amount != 0 {
                self.push(Event { amount, total, all_in, ..self.event(kind, Some(seat)) });
            }
        }
        Some(())
    }

    /// Returns what a blind is called: the third one is a straddle.
    fn name_blind(&self, seat: Seat) -> Option<Happening> {
        let blinds = self.beginning.blinds;
        if *blinds.get(seat)? < 0 {
            return Some(Happening::Post);
        }
        let before = blinds.iter().take(seat).filter(|&&blind| blind > 0).count();
        Some(if before >= 2 { Happening::Straddle } else { Happening::Blind })
    }

    fn collect(&mut self, bets: &[Chips]) -> Option<()> {
        let antes =
            self.antes.iter().any(|&ante| ante != 0) && self.bets.iter().all(|&bet| bet == 0);
        let paid = std::mem::take(if antes { &mut self.antes } else { &mut self.bets });
        if paid != bets {
            self.give_back(&paid, bets)?;
        }
        self.told.total_pot += bets.iter().sum::<Chips>();
        let none = vec![0; paid.len()];
        if antes {
            self.antes = none;
        } else {
            self.bets = none;
            self.street += 1;
        }
        Some(())
    }

    /// Gives back what nobody called.
    fn give_back(&mut self, paid: &[Chips], bets: &[Chips]) -> Option<()> {
        let mut sorted = paid.to_vec();
        sorted.sort_unstable();
        let called = *sorted.get(sorted.len().checked_sub(2)?)?;
        for (seat, (&bet, &kept)) in paid.iter().zip(bets).enumerate() {
            if bet <= kept {
                continue;
            }
            *self.left.get_mut(seat)? += bet - kept;
            if bet > called.max(kept) {
                let amount = bet - called.max(kept);
                self.push(Event { amount, ..self.event(Happening::Uncalled, Some(seat)) });
            }
            if called > kept {
                // The last player in the hand gets back what others called before they folded,
                // which rooms count as a part of the pot.
                self.told.total_pot += called - kept;
                *self.own.get_mut(seat)? = called - kept;
            }
        }
        Some(())
    }

    /// Finds out which board cards belong to: the first that is not as long as the street.
    fn deal_board(&mut self, cards: &'a [Card]) {
        let shortest = |boards: &[usize]| {
            let shortest = boards.iter().enumerate().min_by_key(|(_, size)| **size);
            shortest.map_or((0, 0), |(place, size)| (place, *size))
        };
        let (mut place, size) = shortest(&self.dealt_boards);
        if size + cards.len() > FULL_BOARD {
            // All boards are full, so the cards are run again.
            self.told.run_count += 1;
            let kept = FULL_BOARD.saturating_sub(self.count_late_cards());
            self.dealt_boards.fill(kept);
            place = 0;
        }
        if let Some(size) = self.dealt_boards.get_mut(place) {
            *size += cards.len();
        }
        let board = place + (self.told.run_count - 1) * self.dealt_boards.len();
        self.push(Event { cards, board, ..self.event(Happening::Board, None) });
    }

    /// Returns how many cards a run deals: those dealt after the betting was over.
    fn count_late_cards(&self) -> usize {
        let events = self.told.events.iter();
        let late = events.skip_while(|event| event.kind != Happening::Show);
        let first = late.filter(|event| event.kind == Happening::Board && event.board == 0);
        first.map(|event| event.cards.len()).sum()
    }

    /// Keeps what players win; who is left alone wins every run.
    fn award(&mut self, amounts: &[Chips], pot: usize, board: Option<usize>) -> Option<()> {
        let sum: Chips = amounts.iter().sum();
        match self.told.pushed.iter_mut().find(|(number, _)| *number == pot) {
            Some((_, pushed)) => *pushed += sum,
            None => self.told.pushed.push((pot, sum)),
        }
        let boards = match board {
            Some(board) => board..board + 1,
            None => 0..self.told.run_count,
        };
        for (seat, &amount) in amounts.iter().enumerate() {
            if amount == 0 {
                continue;
            }
            let amount = amount + std::mem::take(self.own.get_mut(seat)?);
            let count = boards.len() as Chips;
            for board in boards.clone() {
                let odd = Chips::from((board as Chips) < amount % count);
                self.told.awards.push(Award { pot, board, seat, amount: amount / count + odd });
            }
        }
        Some(())
    }
}
