//! How many hands of no-limit hold'em a second are read, played and checked on one core: give files or folders.

#[path = "../tests/support/mod.rs"]
mod support;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use croupier_histories::{Columns, Field, FieldRules, hands, read_files};

fn find(path: &Path, found: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        entries.flatten().for_each(|entry| find(&entry.path(), found));
    } else if path.extension().is_some_and(|extension| extension == "phh" || extension == "phhs") {
        found.push(path.to_owned());
    }
}

/// Apart from reading, so that a profile can tell both.
#[inline(never)]
fn check(read: &dyn Fn() -> Columns) -> Columns {
    read()
}

fn main() {
    let mut paths = Vec::new();
    std::env::args().skip(1).for_each(|path| find(Path::new(&path), &mut paths));
    paths.sort();
    let Some(game) = support::holdem() else { return };
    let games = [game];
    let texts: Vec<String> =
        paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let required = games[0].required.iter().filter_map(|name| Field::find(name)).collect();
    let rules =
        Arc::new(FieldRules { required: vec![("NT".to_owned(), required)], ..Default::default() });
    let one = NonZeroUsize::new(1);
    let read = || read_files(&paths, &games, None, None, one, &|_| true);
    let (mut parse, mut play, mut look, mut count) = (f64::MAX, f64::MAX, f64::MAX, 0);
    for _ in 0..5 {
        let start = Instant::now();
        count = 0;
        texts.iter().for_each(|text| hands(text, |_, _| count += 1));
        parse = parse.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let columns = read();
        play = play.min(start.elapsed().as_secs_f64());
        drop(columns);
        let start = Instant::now();
        let columns = check(&|| read_files(&paths, &games, Some(&rules), None, one, &|_| true));
        look = look.min(start.elapsed().as_secs_f64());
        drop(columns);
    }
    let columns = read();
    println!("{count} hands, {} problems", columns.problems.len());
    for problem in columns.problems.iter().take(10) {
        println!("  {:?} {}: {}", paths[problem.file], problem.key, problem.fault);
    }
    println!(
        "parsing: {:.0} MB/s, {:.0} hands/s",
        bytes as f64 / parse / 1e6,
        f64::from(count) / parse
    );
    println!("with replay: {:.0} hands/s", f64::from(count) / play);
    println!("with a strict check: {:.0} hands/s", f64::from(count) / look);
}
