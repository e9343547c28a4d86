//! What happened, operation by operation.

use croupier_cards::Card;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::chips::Chips;
use crate::particulars::Declared;
use crate::phases::arrange::MAXIMUM_DICE;
use crate::seats::Seat;

/// Cards that a caller names; most operations have a few.
pub type Cards = SmallVec<[Card; 16]>;

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operation<'a> {
    AntePosting {
        seat: Seat,
        amount: Chips,
    },
    BetCollection {
        bets: &'a [Chips],
    },
    BlindOrStraddlePosting {
        seat: Seat,
        amount: Chips,
    },
    CardBurning {
        card: Card,
    },
    /// Bit n of `up` says whether card n lies face up.
    HoleDealing {
        seat: Seat,
        cards: &'a [Card],
        up: u32,
    },
    BoardDealing {
        cards: &'a [Card],
        /// Whether everybody sees them at once.
        up: bool,
    },
    /// Bit n of `up` says whether everybody sees card n.
    StandingPatOrDiscarding {
        seat: Seat,
        cards: &'a [Card],
        up: u32,
    },
    CardExposing {
        seat: Seat,
        cards: &'a [Card],
    },
    CardPassing {
        seat: Seat,
        cards: &'a [Card],
    },
    CardSeparation {
        seat: Seat,
        cards: &'a [Card],
    },
    /// For so many pots, or for all of them.
    Declaration {
        seat: Seat,
        declared: Declared,
        count: u8,
    },
    Choosing {
        seat: Seat,
        /// The number of the choice.
        key: u8,
        value: u8,
    },
    /// Nothing is paid, and nothing discarded, where nothing is bought.
    CardBuying {
        seat: Seat,
        amount: Chips,
        cards: &'a [Card],
        buys: bool,
    },
    CardProtecting {
        seat: Seat,
        amount: Chips,
        pays: bool,
    },
    BoardReplacing {
        seat: Seat,
        cards: &'a [Card],
    },
    /// One byte for each die.
    DiceRolling {
        values: [u8; MAXIMUM_DICE],
    },
    BoardRemoval {
        cards: &'a [Card],
    },
    Folding {
        seat: Seat,
    },
    CheckingOrCalling {
        seat: Seat,
        amount: Chips,
    },
    BringInPosting {
        seat: Seat,
        amount: Chips,
    },
    CompletionBettingOrRaisingTo {
        seat: Seat,
        amount: Chips,
    },
    RunoutCountSelection {
        seat: Seat,
        count: Option<u32>,
    },
    HoleCardsShowingOrMucking {
        seat: Seat,
        cards: &'a [Card],
    },
    HandKilling {
        seat: Seat,
    },
    ChipsPushing {
        amounts: &'a [Chips],
        pot: u8,
        board: Option<u8>,
        hand_type: Option<u8>,
    },
    ChipsPulling {
        seat: Seat,
        amount: Chips,
    },
    NoOperation,
}

/// The kind of an operation, as it is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Kind {
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    CardBurning,
    HoleDealing,
    BoardDealing,
    StandingPatOrDiscarding,
    CardExposing,
    CardPassing,
    CardSeparation,
    Declaration,
    Choosing,
    CardBuying,
    CardDeclining,
    CardProtecting,
    CardExposureDeclining,
    BoardReplacing,
    DiceRolling,
    BoardRemoval,
    Folding,
    CheckingOrCalling,
    BringInPosting,
    CompletionBettingOrRaisingTo,
    RunoutCountSelection,
    HoleCardsShowingOrMucking,
    HandKilling,
    ChipsPushing,
    ChipsPulling,
    NoOperation,
}

/// An operation as it is written down: sixteen bytes, lists elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    kind: Kind,
    seat: u8,
    /// How many cards or amounts it has.
    count: u8,
    /// Where they begin.
    start: u32,
    /// An amount, the cards that lie face up, or whatever else is a number.
    value: Chips,
}

/// All operations of a hand, and remarks on some of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Log {
    entries: Vec<Entry>,
    cards: Vec<Card>,
    amounts: Vec<Chips>,
    remarks: Vec<(usize, String)>,
    /// Whether operations are only counted.
    silent: bool,
    unwritten: usize,
}

/// What stands for no number.
const NONE: u8 = u8::MAX;

impl Log {
    /// Returns how many operations there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len() + self.unwritten
    }

    /// Tells whether nothing happened yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Only counts operations from now on: nobody will ask what they were.
    pub(crate) fn silence(&mut self) {
        self.silent = true;
    }

    /// Returns how many bytes of memory the log takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.cards.capacity()
            + self.amounts.capacity() * size_of::<Chips>()
            + self.remarks.iter().map(|(_, text)| text.capacity()).sum::<usize>()
            + self.remarks.capacity() * size_of::<(usize, String)>()
    }

    /// Forgets everything, but keeps the room for more.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.cards.clear();
        self.amounts.clear();
        self.remarks.clear();
        self.unwritten = 0;
    }

    /// Makes room for an ordinary hand at once.
    pub(crate) fn reserve(&mut self) {
        self.entries.reserve(64);
        self.cards.reserve(64);
        self.amounts.reserve(32);
    }

    /// Makes cards unknown that a player, or a spectator, did not see when they were dealt or discarded.
    ///
    /// From `secret` on, others' decisions are not known either.
    pub(crate) fn censor(&mut self, observer: Option<Seat>, secret: Option<u32>) {
        let secret = secret.map_or(usize::MAX, |start| start as usize);
        for (number, entry) in self.entries.iter_mut().enumerate() {
            let own = observer == Some(Seat::from(entry.seat));
            let shown = match entry.kind {
                Kind::HoleDealing if !own => entry.value as u32,
                Kind::StandingPatOrDiscarding if !own => entry.value as u32,
                Kind::CardPassing | Kind::CardSeparation | Kind::CardBuying if !own => 0,
                Kind::CardExposing if !own && number >= secret => 0,
                Kind::Declaration if !own && number >= secret => {
                    entry.value = 0;
                    continue;
                }
                Kind::BoardDealing if entry.value == 0 => 0,
                Kind::CardBurning => 0,
                _ => continue,
            };
            let range = entry.start as usize..entry.start as usize + usize::from(entry.count);
            let cards = self.cards.get_mut(range).unwrap_or_default();
            for (index, card) in cards.iter_mut().enumerate() {
                if shown.checked_shr(index as u32).unwrap_or(0) & 1 == 0 {
                    *card = Card::UNKNOWN;
                }
            }
        }
    }

    /// Tells whether all operations have the cards and amounts that they speak of.
    pub(crate) fn is_sound(&self) -> bool {
        let whole = |entry: &Entry| {
            let (start, count) = (entry.start as usize, usize::from(entry.count));
            start.checked_add(count).is_some_and(|end| {
                count == 0 || end <= self.cards.len() || end <= self.amounts.len()
            }) && count <= u32::BITS as usize * 2
        };
        self.entries.iter().all(whole)
    }

    /// Returns the remark on an operation.
    #[must_use]
    pub fn remark(&self, number: usize) -> Option<&str> {
        let remark = self.remarks.iter().find(|(place, _)| *place == number);
        remark.map(|(_, text)| text.as_str())
    }

    /// Writes a remark on an operation down.
    pub(crate) fn remark_on(&mut self, number: usize, text: String) {
        self.remarks.push((number, text));
    }

    /// Lists all operations.
    pub fn iter(&self) -> impl Iterator<Item = Operation<'_>> {
        (0..self.len()).filter_map(|number| self.get(number))
    }

    /// Writes an operation down.
    #[inline]
    pub(crate) fn push(&mut self, operation: &Operation<'_>) {
        if self.silent {
            self.unwritten += 1;
        } else {
            self.write(operation);
        }
    }

    /// Writes an operation down, apart from whoever does it: the code of a hand must fit into the processor's cache.
    #[inline(never)]
    fn write(&mut self, operation: &Operation<'_>) {
        use Operation as O;
        let mut entry = Entry { kind: Kind::NoOperation, seat: 0, count: 0, start: 0, value: 0 };
        let mut by_seat = |kind: Kind, seat: Seat, value: Chips| {
            (entry.kind, entry.seat, entry.value) = (kind, seat as u8, value);
        };
        let mut cards: &[Card] = &[];
        let mut amounts: &[Chips] = &[];
        let burnt;
        match *operation {
            O::AntePosting { seat, amount } => by_seat(Kind::AntePosting, seat, amount),
            O::BetCollection { bets } => {
                entry.kind = Kind::BetCollection;
                amounts = bets;
            }
            O::BlindOrStraddlePosting { seat, amount } => {
                by_seat(Kind::BlindOrStraddlePosting, seat, amount);
            }
            O::CardBurning { card } => {
                entry.kind = Kind::CardBurning;
                burnt = [card];
                cards = &burnt;
            }
            O::HoleDealing { seat, cards: dealt, up } => {
                by_seat(Kind::HoleDealing, seat, Chips::from(up));
                cards = dealt;
            }
            O::BoardDealing { cards: dealt, up } => {
                by_seat(Kind::BoardDealing, 0, Chips::from(up));
                cards = dealt;
            }
            O::StandingPatOrDiscarding { seat, cards: thrown, up } => {
                by_seat(Kind::StandingPatOrDiscarding, seat, Chips::from(up));
                cards = thrown;
            }
            O::CardExposing { seat, cards: turned } => {
                by_seat(Kind::CardExposing, seat, 0);
                cards = turned;
            }
            O::CardPassing { seat, cards: passed } => {
                by_seat(Kind::CardPassing, seat, 0);
                cards = passed;
            }
            O::CardSeparation { seat, cards: separated } => {
                by_seat(Kind::CardSeparation, seat, 0);
                cards = separated;
            }
            O::Declaration { seat, declared, count } => {
                by_seat(Kind::Declaration, seat, declared.to_number(count));
            }
            O::Choosing { seat, key, value } => {
                by_seat(Kind::Choosing, seat, Chips::from(u16::from_le_bytes([value, key])));
            }
            O::CardBuying { seat, amount, cards: thrown, buys } => {
                by_seat(if buys { Kind::CardBuying } else { Kind::CardDeclining }, seat, amount);
                cards = thrown;
            }
            O::CardProtecting { seat, amount, pays } => {
                let kind = if pays { Kind::CardProtecting } else { Kind::CardExposureDeclining };
                by_seat(kind, seat, amount);
            }
            O::BoardReplacing { seat, cards: replaced } => {
                by_seat(Kind::BoardReplacing, seat, 0);
                cards = replaced;
            }
            O::DiceRolling { values } => {
                by_seat(Kind::DiceRolling, 0, Chips::from_le_bytes(values));
            }
            O::BoardRemoval { cards: removed } => {
                entry.kind = Kind::BoardRemoval;
                cards = removed;
            }
            O::Folding { seat } => by_seat(Kind::Folding, seat, 0),
            O::CheckingOrCalling { seat, amount } => by_seat(Kind::CheckingOrCalling, seat, amount),
            O::BringInPosting { seat, amount } => by_seat(Kind::BringInPosting, seat, amount),
            O::CompletionBettingOrRaisingTo { seat, amount } => {
                by_seat(Kind::CompletionBettingOrRaisingTo, seat, amount);
            }
            O::RunoutCountSelection { seat, count } => {
                by_seat(Kind::RunoutCountSelection, seat, count.map_or(-1, Chips::from));
            }
            O::HoleCardsShowingOrMucking { seat, cards: shown } => {
                by_seat(Kind::HoleCardsShowingOrMucking, seat, 0);
                cards = shown;
            }
            O::HandKilling { seat } => by_seat(Kind::HandKilling, seat, 0),
            O::ChipsPushing { amounts: pushed, pot, board, hand_type } => {
                let parts = [pot, board.unwrap_or(NONE), hand_type.unwrap_or(NONE), 0];
                by_seat(Kind::ChipsPushing, 0, Chips::from(u32::from_le_bytes(parts)));
                amounts = pushed;
            }
            O::ChipsPulling { seat, amount } => by_seat(Kind::ChipsPulling, seat, amount),
            O::NoOperation => {}
        }
        if let [card] = cards {
            (entry.start, entry.count) = (self.cards.len() as u32, 1);
            self.cards.push(*card);
        } else if !cards.is_empty() {
            (entry.start, entry.count) = (self.cards.len() as u32, cards.len() as u8);
            self.cards.extend_from_slice(cards);
        } else if !amounts.is_empty() {
            (entry.start, entry.count) = (self.amounts.len() as u32, amounts.len() as u8);
            self.amounts.extend_from_slice(amounts);
        }
        self.entries.push(entry);
    }

    /// Returns an operation.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Operation<'_>> {
        use Operation as O;
        let Entry { kind, seat, count, start, value } = *self.entries.get(number)?;
        let (seat, amount) = (Seat::from(seat), value);
        let range = start as usize..start as usize + usize::from(count);
        let cards = || self.cards.get(range.clone());
        let amounts = || self.amounts.get(range.clone());
        Some(match kind {
            Kind::AntePosting => O::AntePosting { seat, amount },
            Kind::BetCollection => O::BetCollection { bets: amounts()? },
            Kind::BlindOrStraddlePosting => O::BlindOrStraddlePosting { seat, amount },
            Kind::CardBurning => O::CardBurning { card: *cards()?.first()? },
            Kind::HoleDealing => O::HoleDealing { seat, cards: cards()?, up: value as u32 },
            Kind::BoardDealing => O::BoardDealing { cards: cards()?, up: value != 0 },
            Kind::StandingPatOrDiscarding => {
                O::StandingPatOrDiscarding { seat, cards: cards()?, up: value as u32 }
            }
            Kind::CardExposing => O::CardExposing { seat, cards: cards()? },
            Kind::CardPassing => O::CardPassing { seat, cards: cards()? },
            Kind::CardSeparation => O::CardSeparation { seat, cards: cards()? },
            Kind::Declaration => {
                let (declared, count) = Declared::from_number(value);
                O::Declaration { seat, declared, count }
            }
            Kind::Choosing => {
                let [value, key] = (value as u16).to_le_bytes();
                O::Choosing { seat, key, value }
            }
            Kind::CardBuying => O::CardBuying { seat, amount, cards: cards()?, buys: true },
            Kind::CardDeclining => O::CardBuying { seat, amount, cards: cards()?, buys: false },
            Kind::CardProtecting => O::CardProtecting { seat, amount, pays: true },
            Kind::CardExposureDeclining => O::CardProtecting { seat, amount, pays: false },
            Kind::BoardReplacing => O::BoardReplacing { seat, cards: cards()? },
            Kind::DiceRolling => O::DiceRolling { values: value.to_le_bytes() },
            Kind::BoardRemoval => O::BoardRemoval { cards: cards()? },
            Kind::Folding => O::Folding { seat },
            Kind::CheckingOrCalling => O::CheckingOrCalling { seat, amount },
            Kind::BringInPosting => O::BringInPosting { seat, amount },
            Kind::CompletionBettingOrRaisingTo => O::CompletionBettingOrRaisingTo { seat, amount },
            Kind::RunoutCountSelection => {
                O::RunoutCountSelection { seat, count: u32::try_from(value).ok() }
            }
            Kind::HoleCardsShowingOrMucking => {
                O::HoleCardsShowingOrMucking { seat, cards: cards()? }
            }
            Kind::HandKilling => O::HandKilling { seat },
            Kind::ChipsPushing => {
                let [pot, board, hand_type, _] = (value as u32).to_le_bytes();
                let maybe = |number: u8| (number != NONE).then_some(number);
                O::ChipsPushing {
                    amounts: amounts()?,
                    pot,
                    board: maybe(board),
                    hand_type: maybe(hand_type),
                }
            }
            Kind::ChipsPulling => O::ChipsPulling { seat, amount },
            Kind::NoOperation => O::NoOperation,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Declaration;

    #[test]
    fn what_is_written_can_be_read() {
        let (cards, amounts) = ([Card::new(3), Card::UNKNOWN], [5, -7, 0]);
        let operations = [
            Operation::AntePosting { seat: 23, amount: 1 << 55 },
            Operation::BetCollection { bets: &amounts },
            Operation::BlindOrStraddlePosting { seat: 1, amount: 2 },
            Operation::CardBurning { card: Card::new(51) },
            Operation::HoleDealing { seat: 2, cards: &cards, up: 0b10 },
            Operation::BoardDealing { cards: &cards, up: true },
            Operation::BoardDealing { cards: &cards, up: false },
            Operation::StandingPatOrDiscarding { seat: 0, cards: &[], up: 0 },
            Operation::StandingPatOrDiscarding { seat: 0, cards: &cards, up: u32::MAX },
            Operation::CardExposing { seat: 1, cards: &cards },
            Operation::CardPassing { seat: 2, cards: &cards },
            Operation::CardSeparation { seat: 3, cards: &cards },
            Operation::Declaration { seat: 4, declared: Declared::of(&Declaration::ALL), count: 3 },
            Operation::Choosing { seat: 5, key: 1, value: 2 },
            Operation::CardBuying { seat: 6, amount: 9, cards: &cards, buys: true },
            Operation::CardBuying { seat: 6, amount: 0, cards: &[], buys: false },
            Operation::CardProtecting { seat: 7, amount: 5, pays: true },
            Operation::CardProtecting { seat: 7, amount: 0, pays: false },
            Operation::BoardReplacing { seat: 8, cards: &cards },
            Operation::DiceRolling { values: [6, 1, 0, 0, 0, 0, 0, 0] },
            Operation::BoardRemoval { cards: &cards },
            Operation::Folding { seat: 4 },
            Operation::CheckingOrCalling { seat: 5, amount: 0 },
            Operation::BringInPosting { seat: 6, amount: 1 },
            Operation::CompletionBettingOrRaisingTo { seat: 7, amount: 10 },
            Operation::RunoutCountSelection { seat: 1, count: None },
            Operation::RunoutCountSelection { seat: 1, count: Some(2) },
            Operation::HoleCardsShowingOrMucking { seat: 3, cards: &cards },
            Operation::HandKilling { seat: 9 },
            Operation::ChipsPushing { amounts: &amounts, pot: 1, board: None, hand_type: Some(0) },
            Operation::ChipsPulling { seat: 8, amount: 3 },
            Operation::NoOperation,
        ];
        let mut log = Log::default();
        operations.iter().for_each(|operation| log.push(operation));
        assert_eq!(log.iter().collect::<Vec<_>>(), operations);
        assert_eq!(log.get(operations.len()), None);
        assert_eq!(size_of::<Entry>(), 16);
    }
}
