//! All operations of a hand, as small entries.

use croupier_cards::Card;
use serde::{Deserialize, Serialize};

use super::{Operation, OperationKind as Kind};
use crate::chips::Chips;
use crate::seats::Seat;

/// An operation as it is written down: sixteen bytes, lists elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LogEntry {
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

/// All operations of a hand, and commentaries on some of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[repr(C)]
pub struct Log {
    pub(super) unwritten: usize,
    /// Whether operations are only counted.
    pub(super) silent: bool,
    pub(super) entries: Vec<LogEntry>,
    pub(super) cards: Vec<Card>,
    pub(super) amounts: Vec<Chips>,
    commentaries: Vec<(usize, String)>,
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
        self.entries.capacity() * size_of::<LogEntry>()
            + self.cards.capacity()
            + self.amounts.capacity() * size_of::<Chips>()
            + self.commentaries.iter().map(|(_, text)| text.capacity()).sum::<usize>()
            + self.commentaries.capacity() * size_of::<(usize, String)>()
    }

    /// Forgets everything, but keeps the room for more.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.cards.clear();
        self.amounts.clear();
        self.commentaries.clear();
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
        let whole = |entry: &LogEntry| {
            let (start, count) = (entry.start as usize, usize::from(entry.count));
            start.checked_add(count).is_some_and(|end| {
                count == 0 || end <= self.cards.len() || end <= self.amounts.len()
            }) && count <= u32::BITS as usize * 2
        };
        self.entries.iter().all(whole)
    }

    /// Returns the commentary on an operation.
    #[must_use]
    pub fn commentary(&self, number: usize) -> Option<&str> {
        let commentary = self.commentaries.iter().find(|(place, _)| *place == number);
        commentary.map(|(_, text)| text.as_str())
    }

    /// Writes a commentary on an operation down.
    pub(crate) fn comment_on(&mut self, number: usize, text: String) {
        self.commentaries.push((number, text));
    }

    /// Adds an entry with its list.
    #[inline(always)]
    pub(super) fn write(&mut self, mut entry: LogEntry, cards: &[Card], amounts: &[Chips]) {
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

    /// Returns what an operation is, its number of a player, its amount, and its cards, which is quicker than to read it;
    /// other operations have other things there.
    #[must_use]
    #[inline]
    pub fn outline(&self, number: usize) -> Option<(Kind, Seat, Chips, &[Card])> {
        let entry = self.entries.get(number)?;
        let start = entry.start as usize;
        let cards = self.cards.get(start..start + usize::from(entry.count)).unwrap_or_default();
        Some((entry.kind, Seat::from(entry.seat), entry.value, cards))
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

    /// Makes two records of every row: one with much in it, one with little.
    macro_rules! samples {
        ($(
            $(#[$doc:meta])*
            $name:ident {
                $($field:ident: $kind:tt $(= $python:ident $about:literal)?),* $(,)?
            } $(sum $sum:ident of $summed:ident)?
            verify $verify:ident [$($how:ident)*] -> $result:ident $verify_doc:literal,
            can $can:ident $can_doc:literal,
            do $act:ident($($argument:ident: $taken:ident $(= $default:tt)?),*) $act_doc:literal,
            $who:ident, $word:literal, [$($automation:ident)?], [$($sentence:literal),*];
        )*) => {
            vec![$(
                Operation::$name { $($field: samples!(@much $kind)),* },
                Operation::$name { $($field: samples!(@little $kind)),* },
            )*]
        };
        (@much player) => { 23 };
        (@much amount) => { 1 << 55 };
        (@much amounts) => { &[5, -7, 0] };
        (@much card) => { Card::new(51) };
        (@much cards) => { const { &[Card::new(3), Card::UNKNOWN] } };
        (@much (faces $cards:ident)) => { u32::MAX };
        (@much (declarations $count:ident)) => { Declared::of(&Declaration::ALL) };
        (@much (choice $key:ident)) => { 2 };
        (@much dice) => { [6, 1, 0, 0, 0, 0, 0, 0] };
        (@much runouts) => { Some(2) };
        (@much board) => { Some(1) };
        (@much contest) => { Some(0) };
        (@much count) => { 3 };
        (@much key) => { 1 };
        (@much pot) => { 1 };
        (@much $status:ident) => { true };
        (@little amounts) => { &[] };
        (@little card) => { Card::new(0) };
        (@little cards) => { &[] };
        (@little (declarations $count:ident)) => { Declared::default() };
        (@little face) => { false };
        (@little status) => { false };
        (@little dice) => { [0; 8] };
        (@little runouts) => { None };
        (@little board) => { None };
        (@little contest) => { None };
        (@little $number:tt) => { 0 };
    }

    #[test]
    fn what_is_written_can_be_read() {
        let operations: Vec<Operation<'_>> = crate::operations!(samples);
        let mut log = Log::default();
        operations.iter().for_each(|operation| log.push_with(|| *operation));
        assert_eq!(log.iter().collect::<Vec<_>>(), operations);
        assert_eq!(log.get(operations.len()), None);
        assert_eq!(size_of::<LogEntry>(), 16);
        // Every row of the table is tried.
        for (number, info) in OPERATIONS.iter().enumerate() {
            assert_eq!((info.kind as usize, info.kind.info()), (number, info));
            assert!(log.entries.iter().any(|entry| entry.kind == info.kind), "{}", info.name);
        }
    }
}
