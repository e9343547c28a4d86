//! How many hands of no-limit hold'em a second are read and played on one core: give files or folders.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use croupier_cards::Deck;
use croupier_engine::{
    Action, Automations, Betting, Dealing, Definition, HandType, Mode, Opening, Step, Structure,
};
use croupier_eval::ranking::Method;
use croupier_eval::{Rule, registry};
use croupier_phh::{Game, hands, read_files};

fn find(path: &Path, found: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        entries.flatten().for_each(|entry| find(&entry.path(), found));
    } else if path.extension().is_some_and(|extension| extension == "phh" || extension == "phhs") {
        found.push(path.to_owned());
    }
}

fn main() {
    let mut paths = Vec::new();
    std::env::args().skip(1).for_each(|path| find(Path::new(&path), &mut paths));
    paths.sort();
    let Ok(high) = registry::get("high") else { return };
    let Method::Shape(shape) = &high.method else { return };
    let streets = [(false, 2, 0), (true, 0, 3), (true, 0, 1), (true, 0, 1)];
    let steps = streets.into_iter().enumerate().flat_map(|(street, (burn, hole, board))| {
        let dealing = Dealing { draw: None, burn, hole: vec![false; hole], board };
        let betting = Betting { opening: Opening::Position, minimum_bet: 1, maximum_raises: None };
        [Action::Deal(dealing), Action::Bet(betting)].map(|action| Step { street, action })
    });
    let definition = Definition {
        automations: Automations::default(),
        deck: Deck::Standard.cards(0),
        hand_types: vec![HandType::Lookup {
            shape: Arc::new(shape.clone()),
            rule: Rule::any(5),
            low: false,
        }],
        steps: steps.collect(),
        structure: Structure::NoLimit,
        trims_antes: true,
        antes: vec![0; 2],
        blinds: vec![1, 2],
        bring_in: 0,
        starting_stacks: vec![200; 2],
        mode: Mode::CashGame,
        board_count: 1,
    };
    let games = [Game { code: "NT".to_owned(), definition, required: Vec::new() }];
    let texts: Vec<String> =
        paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let (mut parse, mut play, mut count) = (f64::MAX, f64::MAX, 0);
    for _ in 0..5 {
        let start = Instant::now();
        count = 0;
        texts.iter().for_each(|text| hands(text, |_, _| count += 1));
        parse = parse.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let columns = read_files(&paths, &games, None, NonZeroUsize::new(1), &|| true);
        play = play.min(start.elapsed().as_secs_f64());
        if play < f64::MAX && columns.problems.len() > 10_000 {
            println!("{} problems", columns.problems.len());
        }
    }
    let columns = read_files(&paths, &games, None, NonZeroUsize::new(1), &|| true);
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
}
