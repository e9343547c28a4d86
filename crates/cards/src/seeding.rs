//! The seed of the process: what decides where nobody has given a seed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rand_chacha::ChaCha8Rng;

use crate::seed::Seed;
use crate::shuffle::{EntropyError, Shuffler, start};

/// The source of seeds for streams without one of their own, once the process has a seed.
static SEEDS: Mutex<Option<Source>> = Mutex::new(None);

/// Whether the process has a seed: programs that never give one need not wait for each other.
static IS_SEEDED: AtomicBool = AtomicBool::new(false);

/// The seed of the process.
struct Source {
    stream: ChaCha8Rng,
    /// Whether the seed is below 2^64; seeds that are drawn from it are, too.
    is_small: bool,
}

/// Makes all that follows in this process the same every time, or unforeseeable again.
///
/// ```
/// use croupier_cards::{Shuffler, seeding};
///
/// seeding::seed(Some(7.into()));
/// let first = Shuffler::fresh().unwrap();
/// let second = Shuffler::fresh().unwrap();
/// seeding::seed(Some(7.into()));
/// assert_eq!(Shuffler::fresh().unwrap(), first);
/// assert_eq!(Shuffler::fresh().unwrap(), second);
/// seeding::seed(None);
/// ```
pub fn seed(seed: Option<Seed>) {
    let mut seeds = seeds();
    *seeds = seed.map(|seed| Source { stream: start(seed), is_small: seed.small().is_some() });
    IS_SEEDED.store(seed.is_some(), Ordering::Release);
}

/// Returns a seed for something that was given none: of 256 bits, or 64 where that of the process has no more.
///
/// # Errors
///
/// The operating system's source of randomness failed.
pub fn draw() -> Result<Seed, EntropyError> {
    if IS_SEEDED.load(Ordering::Acquire)
        && let Some(source) = seeds().as_mut()
    {
        let mut next = Shuffler::next_of(&mut source.stream);
        return Ok(if source.is_small { next.next_u64().into() } else { next.next_seed() });
    }
    Ok(Shuffler::from_entropy()?.next_seed())
}

impl Shuffler {
    /// Starts the next stream of the process's seed, or one that nobody can foretell if it has none.
    ///
    /// # Errors
    ///
    /// The operating system's source of randomness failed.
    pub fn fresh() -> Result<Self, EntropyError> {
        if IS_SEEDED.load(Ordering::Acquire)
            && let Some(source) = seeds().as_mut()
        {
            return Ok(Self::next_of(&mut source.stream));
        }
        Self::from_entropy()
    }
}

fn seeds() -> MutexGuard<'static, Option<Source>> {
    // A thread that panics leaves a stream, which is as good as any.
    SEEDS.lock().unwrap_or_else(PoisonError::into_inner)
}
