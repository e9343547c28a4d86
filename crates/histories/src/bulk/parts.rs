//! Large files in parts, so that all threads have something to do with one of them.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use memchr::{memchr_iter, memmem};

use crate::bulk::file::Document;
use crate::bulk::read::KeepGoing;
use crate::phh::document::{Span, Unread, is_header};
use crate::phh::hand::Hand;

/// As much of a file is one part.
const PART: usize = 1 << 22;

/// Tells whether a file of so many bytes is shared among threads.
#[must_use]
pub(crate) const fn is_large(bytes: u64) -> bool {
    bytes >= 2 * PART as u64
}

/// Returns how many threads there are to be for so many files.
pub(crate) fn count_threads(threads: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    threads.map_or_else(cores, NonZeroUsize::get)
}

/// The visitor that is given each hand.
type Visit<'a, W> = dyn Fn(&mut W, Result<&Hand<'_>, Unread<'_>>, Span<'_>) + Sync + 'a;
/// The result of a part, or nothing yet; where the part begins, and where its last hand ends.
type Read<T> = Mutex<Option<(Range<usize>, T)>>;

/// Reads the hands of a large file on many threads, and returns what came of its parts, in order: the same hands as of
/// the whole, whatever is in it.
///
/// A line that looks like the beginning of a hand may stand in the middle of one. So each part is read up to where the
/// last hand that begins in it ends; where that is not where the next part begins, that one is read anew.
///
/// Each thread has what `start` makes; `read` gives it a hand, and `finish` takes what came of a part; `going` is
/// asked before each part.
pub(crate) fn share<W, T: Send>(
    document: &Document,
    threads: usize,
    going: &KeepGoing<'_>,
    start: &(dyn Fn() -> W + Sync),
    read: &Visit<'_, W>,
    finish: &(dyn Fn(&mut W) -> T + Sync),
) -> Vec<T> {
    share_in(document, PART, threads, going, start, read, finish)
}

fn share_in<W, T: Send>(
    document: &Document,
    size: usize,
    threads: usize,
    going: &KeepGoing<'_>,
    start: &(dyn Fn() -> W + Sync),
    read: &Visit<'_, W>,
    finish: &(dyn Fn(&mut W) -> T + Sync),
) -> Vec<T> {
    let text = &document.text;
    let parts = cut(text, size);
    let found: Vec<Read<T>> = parts.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    let read_part = |worker: &mut W, begin: usize, line: usize, end: usize| {
        let reached =
            document.hands_between(begin, line, end, |hand, span| read(worker, hand, span));
        (begin..reached, finish(worker))
    };
    let work = || {
        let mut worker = start();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((range, line)) = parts.get(number) else { return };
            if !going(range.len() as u64) {
                next.store(parts.len(), Ordering::Relaxed);
                return;
            }
            let made = read_part(&mut worker, range.start, *line, range.end);
            if let Ok(mut place) = found[number].lock() {
                *place = Some(made);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(parts.len()) {
            scope.spawn(work);
        }
        work();
    });
    let mut results = Vec::new();
    let mut reached = 0;
    let mut worker = None;
    for ((range, _), made) in parts.iter().zip(found) {
        // Nothing is read any more where somebody wants it to end.
        let Some((own, made)) = made.into_inner().ok().flatten() else { break };
        if own.start == reached {
            reached = own.end;
            results.push(made);
        } else if reached < range.end {
            let worker = worker.get_or_insert_with(start);
            let line = 1 + memchr_iter(b'\n', &text.as_bytes()[..reached]).count();
            let (own, made) = read_part(worker, reached, line, range.end);
            reached = own.end;
            results.push(made);
        }
    }
    results
}

/// Cuts a text where hands seem to begin; each part has the number of its first line.
fn cut(text: &str, size: usize) -> Vec<(Range<usize>, usize)> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let (mut start, mut line) = (0, 1);
    while start < bytes.len() {
        let mut end = bytes.len();
        let from = start.saturating_add(size).min(bytes.len());
        for found in memmem::find_iter(&bytes[from..], b"\n[") {
            let place = from + found + 1;
            if text.get(place..).is_some_and(is_header) {
                end = place;
                break;
            }
        }
        parts.push((start..end, line));
        line += memchr_iter(b'\n', &bytes[start..end]).count();
        start = end;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Fault;

    type Seen = (String, usize, usize, usize, Option<Fault>);

    fn read_shared(text: &str, size: usize) -> Vec<Seen> {
        let document = Document::new(text.as_bytes().to_vec()).unwrap();
        let parts = share_in(
            &document,
            size,
            2,
            &|_| true,
            &Vec::new,
            &|seen: &mut Vec<Seen>, hand, span| {
                let fault = hand.err().map(|unread| unread.fault);
                seen.push((span.key.to_owned(), span.line, span.start, span.length, fault));
            },
            &std::mem::take,
        );
        parts.into_iter().flatten().collect()
    }

    #[test]
    fn parts_are_the_whole() {
        let hand = |key: usize, more: &str| format!("[{key}]\nvariant = 'NT'\n{more}\n");
        let mut texts = vec![
            (1..40).map(|key| hand(key, "")).collect::<String>(),
            String::new(),
            "variant = 'NT'\nactions = [\n]\n".to_owned(),
            format!("variant = 'NT'\n[_more]\na = 1\n{}", hand(1, "")),
            "1 = {variant = 'NT'}\n2 = {variant = 'NT'}\n[3]\nvariant = 'NT'\n".to_owned(),
        ];
        // Lines that look like hands, and are none.
        let tricks =
            ["_a = '''\n[7]\nvariant = 'NT'\n'''", "_a = [\n[7]\n,\n[8]\n]", "_a = '", "[x"];
        for trick in tricks {
            texts.push(
                (1..30).map(|key| hand(key, if key % 3 == 0 { trick } else { "" })).collect(),
            );
        }
        texts.push("é".repeat(50) + &hand(1, "") + &hand(2, "[2._b]\nc = 1"));
        for text in texts {
            let whole = read_shared(&text, usize::MAX);
            for size in [1, 7, 30, 64, 200] {
                assert_eq!(read_shared(&text, size), whole, "{size} {text}");
            }
        }
    }

    #[test]
    fn nothing_is_read_after_the_end_is_wanted() {
        let text = "[1]\nvariant = 'NT'\n".repeat(20);
        let document = Document::new(text.into_bytes()).unwrap();
        let asked = AtomicUsize::new(0);
        let reported = AtomicUsize::new(0);
        let going = |bytes: u64| {
            reported.fetch_add(bytes as usize, Ordering::Relaxed);
            asked.fetch_add(1, Ordering::Relaxed) < 3
        };
        let found =
            share_in(&document, 20, 1, &going, &|| 0, &|count, _, _| *count += 1, &|count| {
                std::mem::take(count)
            });
        assert_eq!(found.len(), 3);
        assert!((60..200).contains(&reported.into_inner()));
    }
}
