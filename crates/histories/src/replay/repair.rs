//! Repairs: what was done that the record does not say.

use croupier_engine::{Chips, Seat};

/// A repair of a record that left something out, or has too much of it, where it cannot have been otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// Cards that are known were neither shown nor mucked at the last showdown: they are shown.
    Shown(Seat),
    /// The record ends before the showdown, and all cards are known: they are shown.
    MissingShow(Seat),
    /// Somebody shows, or hides, what was shown or hidden before: nothing is done.
    RepeatedShow(Seat),
    /// A raise that is too small puts everybody else all-in: it is the smallest one.
    RaiseAllIn {
        /// The amount that is recorded.
        amount: Chips,
        /// The amount that it counts as.
        least: Chips,
    },
    /// A raise against the rules: it is believed.
    OddRaise(Chips),
    /// The big blind of two players checks before anybody acted: nothing is done.
    IdleCheck(Seat),
    /// Nobody took boards out of play.
    MissingRemoval,
    /// A card that was not written down: it is dealt, and unknown.
    UnknownCard(Seat),
    /// Cards are dealt before anybody shows: who is to show does not, for now.
    ShowLater(Seat),
    /// Nothing says what a forced bet that was not posted in full cost others.
    ShortBlind,
}

/// A repair, and before or instead of which action it was done, counted from 1; none after the last one.
pub type Repaired = (Repair, Option<usize>);

impl Repair {
    /// Returns the word for it.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Shown(_) => "shown",
            Self::MissingShow(_) => "missing-show",
            Self::RepeatedShow(_) => "repeated-show",
            Self::RaiseAllIn { .. } => "raise-all-in",
            Self::OddRaise(_) => "odd-raise",
            Self::IdleCheck(_) => "idle-check",
            Self::MissingRemoval => "missing-removal",
            Self::UnknownCard(_) => "unknown-card",
            Self::ShowLater(_) => "show-later",
            Self::ShortBlind => "short-blind",
        }
    }

    /// Says what was done and why; `show` writes amounts.
    pub fn message(self, show: impl Fn(Chips) -> String) -> String {
        match self {
            Self::Shown(seat) => format!("p{}'s cards are known, so they are shown", seat + 1),
            Self::MissingShow(seat) => format!("p{} shows the cards that are known", seat + 1),
            Self::RepeatedShow(seat) => format!("p{} is not asked to show again", seat + 1),
            Self::RaiseAllIn { amount, least } => format!(
                "a raise to {} puts everybody else all-in; it counts as the smallest raise, to {}, of which nobody can call more",
                show(amount),
                show(least)
            ),
            Self::OddRaise(amount) => {
                format!("a raise to {} is against the rules, but recorded", show(amount))
            }
            Self::IdleCheck(seat) => format!("p{} owes nothing and is not to act", seat + 1),
            Self::MissingRemoval => "the lowest boards are taken out of play".to_owned(),
            Self::UnknownCard(seat) => format!("p{} is dealt an unknown card", seat + 1),
            Self::ShowLater(seat) => format!("p{}'s cards stay face down for now", seat + 1),
            Self::ShortBlind => {
                "nothing says what a forced bet that was not posted in full cost others: all of it"
                    .to_owned()
            }
        }
    }
}
