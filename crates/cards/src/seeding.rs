//! The seed of the process: what decides where nobody has given a seed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::shuffle::{EntropyError, Shuffler};

/// What streams without a seed of their own begin with, once the process has a seed.
static SEEDS: Mutex<Option<ChaCha8Rng>> = Mutex::new(None);

/// Whether the process has a seed: programs that never give one need not wait for each other.
static IS_SEEDED: AtomicBool = AtomicBool::new(false);

/// Makes all that follows in this process the same every time, or unforeseeable again.
///
/// ```
/// use croupier_cards::{Shuffler, seeding};
///
/// seeding::seed(Some(7));
/// let first = Shuffler::fresh().unwrap();
/// let second = Shuffler::fresh().unwrap();
/// seeding::seed(Some(7));
/// assert_eq!(Shuffler::fresh().unwrap(), first);
/// assert_eq!(Shuffler::fresh().unwrap(), second);
/// seeding::seed(None);
/// ```
pub fn seed(seed: Option<u64>) {
    let mut seeds = seeds();
    *seeds = seed.map(ChaCha8Rng::seed_from_u64);
    IS_SEEDED.store(seed.is_some(), Ordering::Release);
}

impl Shuffler {
    /// Starts the next stream of the process's seed, or one that nobody can foretell if it has none.
    ///
    /// # Errors
    ///
    /// The operating system's source of randomness failed.
    pub fn fresh() -> Result<Self, EntropyError> {
        if IS_SEEDED.load(Ordering::Acquire)
            && let Some(stream) = seeds().as_mut()
        {
            return Ok(Self::next_of(stream));
        }
        Self::from_entropy()
    }
}

fn seeds() -> MutexGuard<'static, Option<ChaCha8Rng>> {
    // A thread that panics leaves a stream, which is as good as any.
    SEEDS.lock().unwrap_or_else(PoisonError::into_inner)
}
