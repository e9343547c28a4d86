//! Players: sets of them, orders of them, and a value for each.

use std::fmt;
use std::ops::{Deref, DerefMut, Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of a player: 0 is the first to the left of the button.
pub type Seat = usize;

/// The most players of a hand.
pub const MAX_PLAYERS: usize = 24;

/// A set of players as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
pub struct Seats(u32);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Returns the first so many players.
    #[must_use]
    #[inline]
    pub const fn first(count: usize) -> Self {
        Self(!u32::MAX.unbounded_shl(count as u32))
    }

    /// Returns the players for whom something holds.
    #[must_use]
    #[inline]
    pub fn of(count: usize, mut holds: impl FnMut(Seat) -> bool) -> Self {
        let mut bits = 0;
        for seat in 0..count.min(MAX_PLAYERS) {
            bits |= u32::from(holds(seat)) << seat;
        }
        Self(bits)
    }

    /// Tells whether the player is a member; nobody beyond the last seat is.
    #[must_use]
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        seat < MAX_PLAYERS && self.0 >> seat & 1 == 1
    }

    /// Adds a player.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat;
    }

    /// Removes a player.
    #[inline]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat);
    }

    /// Tells whether nobody is a member.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells whether there is more than one player, which is quicker to say than how many there are.
    #[must_use]
    #[inline]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Tells whether there are more than two players.
    #[must_use]
    #[inline]
    pub const fn has_many(self) -> bool {
        Self(self.0 & self.0.wrapping_sub(1)).has_several()
    }

    /// Returns the only player.
    #[must_use]
    #[inline]
    pub const fn only(self) -> Option<Seat> {
        if self.has_several() { None } else { self.lowest() }
    }

    /// Returns how many players there are.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the first player.
    #[must_use]
    #[inline]
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// Returns the members for whom something holds.
    #[must_use]
    #[inline]
    pub fn filter(self, mut holds: impl FnMut(Seat) -> bool) -> Self {
        let mut found = 0;
        let mut left = self.0;
        while let Some(seat) = Self(left).lowest() {
            left &= left - 1;
            found |= u32::from(holds(seat)) << seat;
        }
        Self(found)
    }

    /// Returns the players of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Tells whether all members are among others.
    #[must_use]
    pub const fn is_subset(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// Returns the members from a seat on, and those before it.
    #[inline]
    const fn halves(self, start: Seat) -> [Self; 2] {
        let before = Self::first(start).0;
        [Self(self.0 & !before), Self(self.0 & before)]
    }

    /// Lists the players in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let seat = Self(bits).lowest()?;
            bits &= bits - 1;
            Some(seat)
        })
    }

    /// Lists the players clockwise from a seat.
    #[inline]
    pub fn from_seat(self, start: Seat) -> impl Iterator<Item = Seat> {
        let [first, second] = self.halves(start);
        first.iter().chain(second.iter())
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(players: I) -> Self {
        let mut seats = Self::NONE;
        for seat in players {
            seats.insert(seat);
        }
        seats
    }
}

/// Players whose turns are to come, clockwise from a seat.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Order {
    /// The players still to come.
    pub seats: Seats,
    /// Where the order begins.
    start: u8,
}

impl Order {
    /// Nobody.
    pub const NONE: Self = Self { seats: Seats::NONE, start: 0 };

    /// Returns these players clockwise from a seat.
    #[must_use]
    pub const fn new(seats: Seats, start: Seat) -> Self {
        Self { seats, start: start as u8 }
    }

    /// Returns whose turn it is.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Seat> {
        // No order begins beyond the last bit.
        let first = Seats(self.seats.0 & u32::MAX << (self.start & 31));
        // Players before the start come last.
        let next = if first.is_empty() { self.seats } else { first };
        next.lowest()
    }

    /// Tells whether nobody is to come.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.seats.is_empty()
    }

    /// Lists the players in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        self.seats.from_seat(usize::from(self.start))
    }
}

impl PartialEq for Order {
    /// Compares who comes when; where the order begins does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.seats == other.seats && self.first() == other.first()
    }
}

/// One value for each player.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PerSeat<T> {
    /// How many there are, beside the first of them and not behind the seats where nobody sits.
    count: u8,
    values: [T; MAX_PLAYERS],
}

impl<T: Copy + Default> PerSeat<T> {
    /// Returns the same value for so many players.
    #[must_use]
    pub fn all(value: T, count: usize) -> Self {
        let count = count.min(MAX_PLAYERS);
        let mut values = [T::default(); MAX_PLAYERS];
        values[..count].fill(value);
        Self { values, count: count as u8 }
    }

    /// Gives so many players the usual value each, whatever those had who were there before.
    #[inline]
    pub fn reset(&mut self, count: usize) {
        let count = count.min(MAX_PLAYERS);
        let before = usize::from(self.count).min(MAX_PLAYERS);
        self.values[..before].fill(T::default());
        self.count = count as u8;
    }
}

impl<T> PerSeat<T> {
    /// Returns the addresses of the values of seats where nobody sits.
    pub(crate) fn unused(&self) -> std::ops::Range<usize> {
        let seats = self.values[usize::from(self.count).min(MAX_PLAYERS)..].as_ptr_range();
        seats.start.addr()..seats.end.addr()
    }
}

impl<T: Copy + Default> Default for PerSeat<T> {
    fn default() -> Self {
        Self::all(T::default(), 0)
    }
}

impl<T: Copy + Default> FromIterator<T> for PerSeat<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut seats = Self { values: [T::default(); MAX_PLAYERS], count: 0 };
        for (place, value) in seats.values.iter_mut().zip(values) {
            *place = value;
            seats.count += 1;
        }
        seats
    }
}

impl<T> Deref for PerSeat<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.values[..usize::from(self.count).min(MAX_PLAYERS)]
    }
}

impl<T> DerefMut for PerSeat<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..usize::from(self.count).min(MAX_PLAYERS)]
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    /// Returns the value of a player, without asking how many there are: nobody beyond the last has any but the usual
    /// value.
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.values[seat]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[seat]
    }
}

impl<T: PartialEq> PartialEq for PerSeat<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize> Serialize for PerSeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<T>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_go_round() {
        let seats: Seats = [0, 2, 5].into_iter().collect();
        assert_eq!(seats.from_seat(2).collect::<Vec<_>>(), [2, 5, 0]);
        assert_eq!(seats.from_seat(6).collect::<Vec<_>>(), [0, 2, 5]);
        assert_eq!(Order::new(seats, 3).first(), Some(5));
        assert_eq!(Order::new(seats, 3), Order::new(seats, 4));
        assert_ne!(Order::new(seats, 3), Order::new(seats, 0));
        assert_eq!(Order::NONE.first(), None);
    }

    #[test]
    fn no_more_values_than_seats() {
        let seats: PerSeat<u8> = (0..100).collect();
        assert_eq!(seats.len(), MAX_PLAYERS);
        assert_eq!(*PerSeat::all(3_u8, 2), [3, 3]);
    }
}
