//! Qualifiers: what a hand must be at least.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::ranking::{Ranking, Standing, Strength};

/// The least hand that wins: a place in the tables of its ranking.
///
/// To find the place of a hand takes longer than to rank it, and stronger hands have better places:
/// so it is remembered which strengths were found to do, and which not to.
#[derive(Debug)]
pub struct Qualifier {
    worst: Standing,
    /// The least strength that is known to do.
    enough: AtomicU32,
    /// The largest strength that is known not to do.
    too_little: AtomicU32,
}

impl Clone for Qualifier {
    fn clone(&self) -> Self {
        let copy = |known: &AtomicU32| AtomicU32::new(known.load(Ordering::Relaxed));
        let (enough, too_little) = (copy(&self.enough), copy(&self.too_little));
        Self { worst: self.worst, enough, too_little }
    }
}

impl Qualifier {
    /// Makes a qualifier of the worst place that does.
    #[must_use]
    pub fn new(worst: Standing) -> Self {
        Self { worst, enough: AtomicU32::new(u32::MAX), too_little: AtomicU32::new(0) }
    }

    /// Returns the worst place that does.
    #[must_use]
    pub const fn worst(&self) -> Standing {
        self.worst
    }

    /// Tells whether a hand of this strength is good enough.
    #[must_use]
    pub fn admits(&self, ranking: &Ranking, strength: Strength) -> bool {
        if strength >= self.enough.load(Ordering::Relaxed) {
            return true;
        }
        if strength <= self.too_little.load(Ordering::Relaxed) {
            return false;
        }
        let admits = ranking.standing(strength).is_some_and(|standing| standing <= self.worst);
        if admits {
            self.enough.fetch_min(strength, Ordering::Relaxed);
        } else {
            self.too_little.fetch_max(strength, Ordering::Relaxed);
        }
        admits
    }
}
