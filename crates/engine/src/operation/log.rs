//! All operations of a hand, as small entries.

use croupier_cards::Card;
use serde::{Deserialize, Serialize};

use super::{Operation, OperationKind as Kind};
use crate::chips::Chips;
use crate::seats::Seat;

/// An operation as it is written down: sixteen bytes, lists elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// The player, or another number that fits in a byte.
    pub(super) seat: u8,
    /// Whatever else fits in a byte.
    pub(super) small: u8,
    /// How many cards or amounts it has.
    pub(super) count: u8,
    /// Where they begin.
    pub(super) start: u32,
    /// An amount, the cards that lie face up, or whatever else is a number.
    pub(super) value: Chips,
}

/// All operations of a hand, and remarks on some of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[repr(C)]
pub struct Log {
    pub(super) unwritten: usize,
    /// Whether operations are only counted.
    pub(super) silent: bool,
    pub(super) entries: Vec<Entry>,
    pub(super) cards: Vec<Card>,
    pub(super) amounts: Vec<Chips>,
    remarks: Vec<(usize, String)>,
}

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
        self.silence_if(true);
    }

    /// Only counts operations from now on, or writes them down again.
    pub(crate) fn silence_if(&mut self, silent: bool) {
        self.silent = silent;
    }

    /// Tells whether operations are only counted.
    pub(crate) fn is_silent(&self) -> bool {
        self.silent
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
                    (entry.value, entry.small) = (0, 0);
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

    /// Adds an entry with its list.
    #[inline(always)]
    pub(super) fn write(&mut self, mut entry: Entry, cards: &[Card], amounts: &[Chips]) {
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

    /// Returns what an operation is, its number of a player, its amount, and how many cards it has, which is quicker
    /// than to read it; other operations have other things there.
    #[must_use]
    #[inline]
    pub fn outline(&self, number: usize) -> Option<(Kind, Seat, Chips, usize)> {
        let entry = self.entries.get(number)?;
        Some((entry.kind, Seat::from(entry.seat), entry.value, usize::from(entry.count)))
    }

    /// Lists all operations.
    pub fn iter(&self) -> impl Iterator<Item = Operation<'_>> {
        (0..self.len()).filter_map(|number| self.get(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Declaration;
    use crate::operation::OPERATIONS;
    use crate::variants::state::Declared;

    #[test]
    fn what_is_written_can_be_read() {
        let (cards, amounts) = ([Card::new(3), Card::UNKNOWN], [5, -7, 0]);
        let operations = [
            Operation::AntePosting { seat: 23, amount: 1 << 55 },
            Operation::BetCollection { bets: &amounts },
            Operation::BlindOrStraddlePosting { seat: 1, amount: 2 },
            Operation::StraddlePosting { seat: 2, amount: 4, posts: true },
            Operation::StraddlePosting { seat: 2, amount: 0, posts: false },
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
            Operation::NoOperation {},
        ];
        let mut log = Log::default();
        operations.iter().for_each(|operation| log.push_with(|| *operation));
        assert_eq!(log.iter().collect::<Vec<_>>(), operations);
        assert_eq!(log.get(operations.len()), None);
        assert_eq!(size_of::<Entry>(), 16);
        // Every row of the table is tried.
        for (number, info) in OPERATIONS.iter().enumerate() {
            assert_eq!((info.kind as usize, info.kind.info()), (number, info));
            assert!(log.entries.iter().any(|entry| entry.kind == info.kind), "{}", info.name);
        }
    }
}
