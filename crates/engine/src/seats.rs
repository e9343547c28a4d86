//! Sets of players.

use serde::{Deserialize, Serialize};

/// The number of a player: 0 is the first to the left of the button.
pub type Seat = usize;

/// The most players of a hand.
pub const MAXIMUM_PLAYERS: usize = 64;

/// A set of players as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
pub struct Seats(u64);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Returns the first so many players.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        if count >= MAXIMUM_PLAYERS { Self(u64::MAX) } else { Self((1 << count) - 1) }
    }

    /// Returns the players for whom something holds.
    #[must_use]
    pub fn of(count: usize, mut holds: impl FnMut(Seat) -> bool) -> Self {
        let mut seats = Self::NONE;
        for seat in 0..count {
            if holds(seat) {
                seats.insert(seat);
            }
        }
        seats
    }

    /// Tells whether the player is a member; nobody beyond the last seat is.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat < MAXIMUM_PLAYERS && self.0 >> seat & 1 == 1
    }

    /// Adds a player.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat;
    }

    /// Removes a player.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat);
    }

    /// Tells whether nobody is a member.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many players there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the first player.
    #[must_use]
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// Returns the players of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Lists the players in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let seat = Self(bits).lowest()?;
            bits &= bits - 1;
            Some(seat)
        })
    }

    /// Lists the players clockwise from one of them.
    pub fn from_seat(self, start: Seat, count: usize) -> impl Iterator<Item = Seat> {
        (0..count)
            .map(move |step| (start + step) % count.max(1))
            .filter(move |&seat| self.contains(seat))
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
