//! Jobs on several threads, whose results are taken in order: the answer never depends on the threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::EquityError;

/// A callback that is told how many jobs are done, of how many; `false` stops everything.
pub type Report<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// So many jobs are done between two reports.
pub const JOBS_A_ROUND: u64 = 64;

/// Does the jobs from `start` to `end` and takes their results in order.
///
/// # Errors
///
/// The error of the first job that failed.
pub fn run<T: Send>(
    jobs: std::ops::Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> Result<T, EquityError> + Sync,
    mut take: impl FnMut(T),
) -> Result<(), EquityError> {
    let count = (jobs.end - jobs.start) as usize;
    let threads = threads.min(count);
    if threads <= 1 {
        for job in jobs {
            take(work(job)?);
        }
        return Ok(());
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Result<T, EquityError>>>> =
        Mutex::new((0..count).map(|_| None).collect());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = work(jobs.start + number as u64);
                    if let Ok(mut results) = results.lock() {
                        results[number] = Some(result);
                    }
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    for result in results.into_iter().flatten() {
        take(result?);
    }
    Ok(())
}

/// Does all jobs in rounds, with a report after each.
///
/// # Errors
///
/// As [`run`], or [`EquityError::Interrupted`].
pub fn run_all<T: Send>(
    count: u64,
    threads: usize,
    report: Report<'_>,
    work: impl Fn(u64) -> Result<T, EquityError> + Sync,
    mut take: impl FnMut(T),
) -> Result<(), EquityError> {
    let mut start = 0;
    while start < count {
        let end = count.min(start + JOBS_A_ROUND);
        run(start..end, threads, &work, &mut take)?;
        start = end;
        if !report(end, count) {
            return Err(EquityError::Interrupted);
        }
    }
    Ok(())
}
