//! The transcript of a hand: what was paid, what that comes to on the street, who is all-in, what comes back,
//! and who wins how much of which pot. It is one walk over what was played, and all writers have what they say from it.

use croupier_cards::Card;
use croupier_engine::{Chips, Log, Operation, Seat};

/// How many cards a board has at most in games of rooms.
const FULL_BOARD: usize = 5;

/// The kind of an event, in the words of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum EventKind {
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
    /// The kind of the event.
    pub kind: EventKind,
    /// The number of the street.
    pub street: usize,
    /// The player of the event; none for a board.
    pub seat: Option<Seat>,
    /// The chips that were paid, or returned.
    pub amount: Chips,
    /// The player's bet on the street then, antes and dead money left out.
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

/// The share of a player in a pot on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Award {
    pub pot: usize,
    pub board: usize,
    pub seat: Seat,
    pub amount: Chips,
}

/// The table before the hand.
#[derive(Debug, Clone, Copy)]
pub struct OpeningTable<'a> {
    /// The stacks of players before the hand.
    pub stacks: &'a [Chips],
    /// The blind or straddle of each of them; late posts are negative.
    pub blinds: &'a [Chips],
    /// How much of what each of them posts as an ante is dead money.
    pub dead: &'a [Chips],
    /// The full price of the largest blind, or 0 where only what was posted counts.
    pub price: Chips,
    /// How many boards there are.
    pub board_count: usize,
    /// The raises of the record, by how many raises there were before, where something else was played.
    pub recorded_raises: &'a [(usize, Chips)],
}

/// The end of the hand as the record has it, beside that of the rules, which take no rake.
#[derive(Debug, Clone, Copy, Default)]
pub struct RecordedEnd<'a> {
    /// The stacks of players at the end.
    pub finishing_stacks: Option<&'a [Chips]>,
    /// The winnings of players from the pots.
    pub winnings: Option<&'a [Chips]>,
    /// Whether stacks are those of a game with a cap, which are smaller than those of the record.
    pub capped: bool,
    /// The chips that the house paid players instead of what their hands win; nothing if there is no such thing.
    pub cash_outs: &'a [Chips],
    /// The chips that the house added to the pot.
    pub added: Chips,
}

/// A hand as people tell it: events, awards and pots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Transcript<'a> {
    /// The events of the hand.
    pub events: Vec<Event<'a>>,
    /// The awards of the pots.
    pub awards: Vec<Award>,
    /// The amount of each pot, by its number.
    pub pushed: Vec<(usize, Chips)>,
    /// The chips that were paid and not returned.
    pub total_pot: Chips,
    /// How often the board was run.
    pub run_count: usize,
    /// The chips that were taken from the pot, jackpots and the like included; nothing before the record was asked.
    pub taken: Chips,
}

/// Writes down what was played; nothing if what is known of the table is of another number of players.
#[must_use]
pub fn transcribe<'a>(log: &'a Log, opening: &OpeningTable<'_>) -> Option<Transcript<'a>> {
    let count = opening.stacks.len();
    if opening.blinds.len() != count || opening.dead.len() != count {
        return None;
    }
    let mut scribe = Scribe {
        transcript: Transcript {
            events: Vec::with_capacity(log.len()),
            awards: Vec::with_capacity(2),
            pushed: Vec::with_capacity(2),
            total_pot: 0,
            run_count: 1,
            taken: 0,
        },
        opening,
        left: opening.stacks.to_vec(),
        bets: vec![0; count],
        antes: vec![0; count],
        own: vec![0; count],
        street: 0,
        dealt_boards: vec![0; opening.board_count.max(1)],
        raises: 0,
    };
    for (place, operation) in log.iter().enumerate() {
        let operation = match operation {
            Operation::CompletionBettingOrRaisingTo { seat, amount } => {
                let amount = scribe.recorded_raise(log, place, seat, amount);
                Operation::CompletionBettingOrRaisingTo { seat, amount }
            }
            other => other,
        };
        scribe.add(operation)?;
    }
    // Nobody else put anything into the pot.
    for (seat, amount) in scribe.own.into_iter().enumerate() {
        if amount > 0 {
            scribe.transcript.awards.push(Award { pot: 0, board: 0, seat, amount });
        }
    }
    Some(scribe.transcript)
}

impl Transcript<'_> {
    /// Returns what each player won from the pots.
    #[must_use]
    pub fn winnings(&self, count: usize) -> Vec<Chips> {
        let mut won = vec![0; count];
        for award in &self.awards {
            if let Some(sum) = won.get_mut(award.seat) {
                *sum += award.amount;
            }
        }
        won
    }

    /// Makes the awards what the record says, if it says it and that can be; tells whether they are that.
    pub fn match_record(&mut self, ends: &[Chips], recorded: &RecordedEnd<'_>) -> bool {
        let gross = self.winnings(ends.len());
        let same = recorded.finishing_stacks.is_some_and(|stacks| stacks == ends);
        if same && !recorded.capped && self.is_possible(&gross, recorded) {
            // The record says what the rules say.
            self.awards.retain(|award| award.amount != 0);
            self.taken = self.total_pot - gross.iter().sum::<Chips>();
            return true;
        }
        let net = self.find_recorded(ends, &gross, recorded);
        let Some((net, told)) = net else {
            self.taken = self.total_pot - gross.iter().sum::<Chips>();
            return false;
        };
        if gross.iter().zip(&net).any(|(&one, &other)| (one != 0) != (other != 0)) {
            // Cards are unknown, and the rules cannot tell who won.
            let won = net.iter().enumerate().filter(|(_, amount)| **amount != 0);
            let award = |(seat, &amount)| Award { pot: 0, board: 0, seat, amount };
            self.awards = won.map(award).collect();
        } else {
            self.lower(gross.iter().zip(&net).map(|(one, other)| one - other));
        }
        self.taken = self.total_pot - net.iter().sum::<Chips>();
        told
    }

    /// Returns what players won by the record, in the first of the ways that records say it which can be, and whether
    /// that is the first that the record has.
    fn find_recorded(
        &self,
        ends: &[Chips],
        gross: &[Chips],
        recorded: &RecordedEnd<'_>,
    ) -> Option<(Vec<Chips>, bool)> {
        let count = ends.len();
        if let Some(stacks) = recorded.finishing_stacks.filter(|_| !recorded.capped)
            && stacks.len() == count
        {
            let paid = |seat: usize| recorded.cash_outs.get(seat).copied().unwrap_or(0);
            let net: Vec<Chips> = (0..count)
                .map(|seat| gross[seat] - (ends[seat] - (stacks[seat] - paid(seat))))
                .collect();
            if self.is_possible(&net, recorded) {
                return Some((net, true));
            }
        }
        let alone = recorded.finishing_stacks.is_none();
        let winnings = recorded.winnings.filter(|winnings| winnings.len() == count)?;
        if self.is_possible(winnings, recorded) {
            return Some((winnings.to_vec(), alone));
        }
        // Some records count a bet that nobody called among the winnings of who made it.
        let mut net = winnings.to_vec();
        for event in &self.events {
            if let (EventKind::Uncalled, Some(seat)) = (event.kind, event.seat) {
                net[seat] -= event.amount;
            }
        }
        self.is_possible(&net, recorded).then_some((net, alone))
    }

    /// Takes from the pot what the only winner does not get; tells whether there is one who has won more.
    pub(crate) fn take(&mut self, amount: Chips) -> bool {
        let Some(seat) = self.awards.first().map(|award| award.seat) else { return false };
        let won: Chips = self.awards.iter().map(|award| award.amount).sum();
        if amount < 0 || amount >= won || self.awards.iter().any(|award| award.seat != seat) {
            return false;
        }
        self.lower((0..=seat).map(|one| if one == seat { amount } else { 0 }));
        self.taken += amount;
        true
    }

    fn is_possible(&self, net: &[Chips], recorded: &RecordedEnd<'_>) -> bool {
        let somebody = net.iter().any(|&won| won != 0) || !recorded.cash_outs.is_empty();
        let sum = net.iter().try_fold(0, |sum: Chips, &won| sum.checked_add(won));
        somebody
            && net.iter().all(|&won| won >= 0)
            && sum.is_some_and(|sum| sum <= self.total_pot + recorded.added)
    }

    /// Takes from what players won, largest first, what they did not get.
    fn lower(&mut self, less: impl Iterator<Item = Chips>) {
        for (seat, mut missing) in less.enumerate() {
            let awards = self.awards.iter().enumerate();
            let mut places: Vec<usize> =
                awards.filter(|(_, award)| award.seat == seat).map(|(place, _)| place).collect();
            places.sort_by_key(|&place| -self.awards[place].amount);
            for place in places {
                let award = &mut self.awards[place];
                let part = if missing > 0 { missing.min(award.amount) } else { missing };
                award.amount -= part;
                missing -= part;
            }
        }
        self.awards.retain(|award| award.amount != 0);
    }
}

struct Scribe<'a, 'b> {
    transcript: Transcript<'a>,
    opening: &'b OpeningTable<'b>,
    left: Vec<Chips>,
    bets: Vec<Chips>,
    antes: Vec<Chips>,
    /// The chips that the last player in the hand gets back although others called them.
    own: Vec<Chips>,
    street: usize,
    dealt_boards: Vec<usize>,
    /// How many raises there were so far.
    raises: usize,
}

impl<'a> Scribe<'a, '_> {
    fn add(&mut self, operation: Operation<'a>) -> Option<()> {
        match operation {
            Operation::AntePosting { seat, amount } => self.post_ante(seat, amount)?,
            Operation::BlindOrStraddlePosting { seat, amount } => {
                let kind = self.name_blind(seat)?;
                self.pay(kind, seat, amount, 0)?;
            }
            Operation::BringInPosting { seat, amount } => {
                self.pay(EventKind::BringIn, seat, amount, 0)?;
            }
            Operation::Folding { seat } => {
                let total = *self.bets.get(seat)?;
                self.push(Event { total, ..self.event(EventKind::Fold, Some(seat)) });
            }
            Operation::CheckingOrCalling { seat, amount } => {
                let kind = if amount == 0 { EventKind::Check } else { EventKind::Call };
                self.pay(kind, seat, amount, 0)?;
            }
            Operation::CompletionBettingOrRaisingTo { seat, amount: total } => {
                let price = if self.street == 0 { self.opening.price } else { 0 };
                let high = self.bets.iter().copied().fold(price, Chips::max);
                let kind = if high == 0 { EventKind::Bet } else { EventKind::Raise };
                self.pay(kind, seat, total - self.bets.get(seat)?, total - high)?;
            }
            Operation::BetCollection { bets } => self.collect(bets)?,
            Operation::HoleDealing { seat, cards, up } => {
                self.push(Event { cards, up, ..self.event(EventKind::Deal, Some(seat)) });
            }
            Operation::BoardDealing { cards, .. } => self.deal_board(cards),
            Operation::StandingPatOrDiscarding { seat, cards, .. } => {
                self.push(Event { cards, ..self.event(EventKind::Discard, Some(seat)) });
            }
            Operation::HoleCardsShowingOrMucking { seat, cards } => {
                if cards.is_empty() {
                    self.push(self.event(EventKind::Muck, Some(seat)));
                } else if cards.iter().any(|card| !card.is_unknown()) {
                    // Otherwise they stay face down for now.
                    self.push(Event { cards, ..self.event(EventKind::Show, Some(seat)) });
                }
            }
            Operation::ChipsPushing { amounts, pot, board, .. } => {
                self.award(amounts, usize::from(pot), board.map(usize::from))?;
            }
            _ => {}
        }
        Some(())
    }

    /// Returns what a raise was raised to by the record, as long as no more of it was called.
    fn recorded_raise(&mut self, log: &Log, place: usize, seat: Seat, total: Chips) -> Chips {
        let raise = self.raises;
        self.raises += 1;
        let said = self.opening.recorded_raises.iter().find(|(one, _)| *one == raise);
        let Some(&(_, said)) = said else { return total };
        let called = log.iter().skip(place).find_map(|operation| match operation {
            Operation::BetCollection { bets } => bets.get(seat).copied(),
            _ => None,
        });
        if called.is_some_and(|called| called <= said) { said } else { total }
    }

    fn event(&self, kind: EventKind, seat: Option<Seat>) -> Event<'a> {
        let street = self.street;
        let cards: &'a [Card] = &[];
        let (amount, total, over, all_in, up, board) = (0, 0, 0, false, 0, 0);
        Event { kind, street, seat, amount, total, over, all_in, cards, up, board }
    }

    fn push(&mut self, event: Event<'a>) {
        self.transcript.events.push(event);
    }

    /// Takes what a player bets, and says so.
    fn pay(&mut self, kind: EventKind, seat: Seat, amount: Chips, over: Chips) -> Option<()> {
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
        let dead = amount.min(*self.opening.dead.get(seat)?);
        for (kind, amount) in [(EventKind::Ante, amount - dead), (EventKind::Dead, dead)] {
            if amount != 0 {
                self.push(Event { amount, total, all_in, ..self.event(kind, Some(seat)) });
            }
        }
        Some(())
    }

    /// Returns what a blind is called: the third one is a straddle.
    fn name_blind(&self, seat: Seat) -> Option<EventKind> {
        let blinds = self.opening.blinds;
        if *blinds.get(seat)? < 0 {
            return Some(EventKind::Post);
        }
        let before = blinds.iter().take(seat).filter(|&&blind| blind > 0).count();
        Some(if before >= 2 { EventKind::Straddle } else { EventKind::Blind })
    }

    fn collect(&mut self, bets: &[Chips]) -> Option<()> {
        let antes =
            self.antes.iter().any(|&ante| ante != 0) && self.bets.iter().all(|&bet| bet == 0);
        let paid = std::mem::take(if antes { &mut self.antes } else { &mut self.bets });
        if paid != bets {
            self.give_back(&paid, bets)?;
        }
        self.transcript.total_pot += bets.iter().sum::<Chips>();
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
                self.push(Event { amount, ..self.event(EventKind::Uncalled, Some(seat)) });
            }
            if called > kept {
                // The last player in the hand gets back what others called before they folded,
                // which rooms count as a part of the pot.
                self.transcript.total_pot += called - kept;
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
            self.transcript.run_count += 1;
            let kept = FULL_BOARD.saturating_sub(self.count_late_cards());
            self.dealt_boards.fill(kept);
            place = 0;
        }
        if let Some(size) = self.dealt_boards.get_mut(place) {
            *size += cards.len();
        }
        let board = place + (self.transcript.run_count - 1) * self.dealt_boards.len();
        self.push(Event { cards, board, ..self.event(EventKind::Board, None) });
    }

    /// Returns how many cards a run deals: those dealt after the betting was over.
    fn count_late_cards(&self) -> usize {
        let events = self.transcript.events.iter();
        let late = events.skip_while(|event| event.kind != EventKind::Show);
        let first = late.filter(|event| event.kind == EventKind::Board && event.board == 0);
        first.map(|event| event.cards.len()).sum()
    }

    /// Keeps what players win; who is left alone wins every run.
    fn award(&mut self, amounts: &[Chips], pot: usize, board: Option<usize>) -> Option<()> {
        let sum: Chips = amounts.iter().sum();
        match self.transcript.pushed.iter_mut().find(|(number, _)| *number == pot) {
            Some((_, pushed)) => *pushed += sum,
            None => self.transcript.pushed.push((pot, sum)),
        }
        let boards = match board {
            Some(board) => board..board + 1,
            None => 0..self.transcript.run_count,
        };
        for (seat, &amount) in amounts.iter().enumerate() {
            if amount == 0 {
                continue;
            }
            let amount = amount + std::mem::take(self.own.get_mut(seat)?);
            let count = boards.len() as Chips;
            for board in boards.clone() {
                let odd = Chips::from((board as Chips) < amount % count);
                self.transcript.awards.push(Award {
                    pot,
                    board,
                    seat,
                    amount: amount / count + odd,
                });
            }
        }
        Some(())
    }
}
