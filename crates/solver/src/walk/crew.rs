//! Threads that wait for work: going through a tree once may take less time than starting a thread.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A thread that waits looks again and again for so long, and sleeps then. What one thread does alone between two tasks takes less,
/// and waking one that sleeps may take longer than its task, above all on virtual machines.
const WATCH: Duration = Duration::from_millis(2);
/// How often who waits looks before giving way to other threads.
const LOOKS: usize = 64;
/// The number that is given out when there is no more work.
const OVER: usize = usize::MAX;

type Work<'a> = &'a (dyn Fn(usize) + Sync);

/// A group of threads, the caller's first, that do their tasks together.
#[derive(Default)]
pub struct Crew {
    helpers: usize,
    /// How often work was given out.
    given: AtomicUsize,
    /// How many helpers are at work.
    busy: AtomicUsize,
    gate: Mutex<Gate>,
    woken: Condvar,
    done: Condvar,
}

#[derive(Default)]
struct Gate {
    work: Option<Work<'static>>,
    panic: Option<Box<dyn Any + Send>>,
}

/// A guard that sends the helpers home, whatever happens.
struct Dismissal<'a>(&'a Crew);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.give(|given| given.store(OVER, Ordering::Release));
    }
}

impl Crew {
    /// Lets so many threads, the caller's among them, wait for work while something is done.
    pub fn with<T>(threads: usize, body: impl FnOnce(&Self) -> T) -> T {
        let crew = Self { helpers: threads.saturating_sub(1), ..Self::default() };
        if crew.helpers == 0 {
            return body(&crew);
        }
        thread::scope(|scope| {
            let _dismissal = Dismissal(&crew);
            for helper in 1..=crew.helpers {
                let crew = &crew;
                scope.spawn(move || crew.help(helper));
            }
            body(&crew)
        })
    }

    /// Returns how many threads there are.
    pub const fn len(&self) -> usize {
        self.helpers + 1
    }

    /// Does some work on all threads, each told its number; the caller does something else first.
    pub fn run(&self, first: impl FnOnce(), work: Work<'_>) {
        if self.helpers > 0 {
            // SAFETY: nobody uses it after the wait below, which is not left before all helpers are done with it.
            let work = unsafe { std::mem::transmute::<Work<'_>, Work<'static>>(work) };
            self.lock().work = Some(work);
            self.busy.store(self.helpers, Ordering::Release);
            self.give(|given| _ = given.fetch_add(1, Ordering::Release));
        }
        let own = catch_unwind(AssertUnwindSafe(|| {
            first();
            work(0);
        }));
        let is_done = || self.busy.load(Ordering::Acquire) == 0;
        if !watch(is_done) {
            let mut gate = self.lock();
            while !is_done() {
                gate = self.done.wait(gate).unwrap_or_else(PoisonError::into_inner);
            }
        }
        let panic = own.err().or_else(|| self.lock().panic.take());
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }

    /// Changes what was given out, and wakes who sleeps.
    fn give(&self, change: impl FnOnce(&AtomicUsize)) {
        let gate = self.lock();
        change(&self.given);
        drop(gate);
        self.woken.notify_all();
    }

    /// Does what is given out until that is over.
    fn help(&self, number: usize) {
        let mut seen = 0;
        loop {
            let is_new = || self.given.load(Ordering::Acquire) != seen;
            watch(is_new);
            let mut gate = self.lock();
            while !is_new() {
                gate = self.woken.wait(gate).unwrap_or_else(PoisonError::into_inner);
            }
            seen = self.given.load(Ordering::Acquire);
            let Some(work) = gate.work.filter(|_| seen != OVER) else { return };
            drop(gate);
            let panic = catch_unwind(AssertUnwindSafe(|| work(number))).err();
            let mut gate = self.lock();
            gate.panic = gate.panic.take().or(panic);
            self.busy.fetch_sub(1, Ordering::AcqRel);
            drop(gate);
            self.done.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Gate> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks for a while whether something is true.
fn watch(is_true: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    loop {
        for _ in 0..LOOKS {
            if is_true() {
                return true;
            }
            std::hint::spin_loop();
        }
        if start.elapsed() > WATCH {
            return false;
        }
        thread::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_works_every_time() {
        for threads in 1..5 {
            let counts: Vec<AtomicUsize> = (0..threads).map(|_| AtomicUsize::new(0)).collect();
            let sum = Crew::with(threads, |crew| {
                let mut first = 0;
                for _ in 0..200 {
                    crew.run(|| first += 1, &|number| {
                        _ = counts[number].fetch_add(1, Ordering::Relaxed)
                    });
                }
                // A thread that has waited long sleeps until it is woken.
                thread::sleep(3 * WATCH);
                crew.run(|| first += 1, &|number| {
                    _ = counts[number].fetch_add(1, Ordering::Relaxed);
                });
                first
            });
            assert_eq!(sum, 201);
            assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 201));
        }
    }

    #[test]
    fn a_panic_of_anybody_is_one_of_the_caller() {
        for number in 0..3 {
            let caught = catch_unwind(|| {
                Crew::with(3, |crew| crew.run(|| (), &|own| assert_ne!(own, number)));
            });
            assert!(caught.is_err());
        }
    }
}
