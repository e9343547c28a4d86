//! The kinds of fields of operations: their types, and where an entry of the log keeps them.

use crate::chips::Chips;
use crate::phases::arrange::MAX_DICE;
use crate::seats::Seat;
use crate::variants::state::Declared;

/// The type of a kind of field.
macro_rules! field_type {
    (player) => { Seat };
    (amount) => { Chips };
    (amounts) => { &'a [Chips] };
    (card) => { Card };
    (cards) => { &'a [Card] };
    // Bit n says whether card n lies face up.
    ((faces $cards:ident)) => { u32 };
    (face) => { bool };
    (status) => { bool };
    ((declarations $count:ident)) => { Declared };
    (count) => { u8 };
    (key) => { u8 };
    ((choice $key:ident)) => { u8 };
    // One byte for each die.
    (dice) => { [u8; MAX_DICE] };
    (runouts) => { Option<u32> };
    (pot) => { u8 };
    (board) => { Option<u8> };
    (contest) => { Option<u8> };
}

/// Puts a field where an entry keeps its kind.
macro_rules! pack {
    (cards, $field:ident, $entry:ident, $cards:ident, $amounts:ident) => {
        $cards = $field
    };
    (card, $field:ident, $entry:ident, $cards:ident, $amounts:ident) => {
        $cards = std::slice::from_ref($field)
    };
    (amounts, $field:ident, $entry:ident, $cards:ident, $amounts:ident) => {
        $amounts = $field
    };
    (player, $field:ident, $entry:ident, $($list:ident),*) => {
        $entry.seat = $field.pack() as u8
    };
    (board, $field:ident, $entry:ident, $($list:ident),*) => {
        $entry.seat = $field.pack() as u8
    };
    (status, $field:ident, $entry:ident, $($list:ident),*) => {
        $entry.small = $field.pack() as u8
    };
    (count, $field:ident, $entry:ident, $($list:ident),*) => {
        $entry.small = $field.pack() as u8
    };
    (key, $field:ident, $entry:ident, $($list:ident),*) => {
        $entry.small = $field.pack() as u8
    };
    (pot, $field:ident, $entry:ident, $($list:ident),*) => {
        $entry.small = $field.pack() as u8
    };
    ($kind:tt, $field:ident, $entry:ident, $($list:ident),*) => {
        $entry.value = $field.pack()
    };
}

/// Takes a field out of an entry.
macro_rules! unpack {
    (cards, $entry:ident, $log:ident, $range:ident) => {
        $log.cards.get($range.clone())?
    };
    (card, $entry:ident, $log:ident, $range:ident) => {
        *$log.cards.get($range.clone())?.first()?
    };
    (amounts, $entry:ident, $log:ident, $range:ident) => {
        $log.amounts.get($range.clone())?
    };
    (player, $entry:ident, $($log:ident),*) => {
        Packed::unpack_byte($entry.seat)
    };
    (board, $entry:ident, $($log:ident),*) => {
        Packed::unpack_byte($entry.seat)
    };
    (status, $entry:ident, $($log:ident),*) => {
        Packed::unpack_byte($entry.small)
    };
    (count, $entry:ident, $($log:ident),*) => {
        Packed::unpack_byte($entry.small)
    };
    (key, $entry:ident, $($log:ident),*) => {
        Packed::unpack_byte($entry.small)
    };
    (pot, $entry:ident, $($log:ident),*) => {
        Packed::unpack_byte($entry.small)
    };
    ($kind:tt, $entry:ident, $($log:ident),*) => {
        Packed::unpack($entry.value)
    };
}

pub(super) use {field_type, pack, unpack};

/// A value that is kept as a number.
pub(super) trait Packed: Sized {
    /// Returns the number; -1 stands for none.
    fn pack(&self) -> i64;

    /// Returns the value of a number.
    fn unpack(number: i64) -> Self;

    /// Returns the value of a number that was cut to a byte.
    fn unpack_byte(byte: u8) -> Self {
        Self::unpack(i64::from(byte.cast_signed()))
    }
}

/// Keeps types as numbers.
macro_rules! packed {
    ($($type:ty: $value:ident => $pack:expr, $number:ident => $unpack:expr;)*) => {$(
        impl Packed for $type {
            #[inline(always)]
            fn pack(&self) -> i64 {
                let $value = *self;
                $pack
            }

            #[inline(always)]
            fn unpack($number: i64) -> Self {
                $unpack
            }
        }
    )*};
}

packed! {
    Chips: value => value, number => number;
    Seat: value => value as i64, number => usize::from(number as u8);
    u32: value => i64::from(value), number => number as u32;
    u8: value => i64::from(value), number => number as u8;
    bool: value => i64::from(value), number => number != 0;
    Option<u32>: value => value.map_or(-1, i64::from), number => u32::try_from(number).ok();
    Option<u8>: value => value.map_or(-1, i64::from), number => u8::try_from(number).ok();
    [u8; MAX_DICE]: value => i64::from_le_bytes(value), number => number.to_le_bytes();
    Declared: value => value.to_number(), number => Self::from_number(number);
}
