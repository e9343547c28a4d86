//! How many hands of a room's text a second are read, built, played and proved on one core: give the name of a format,
//! and files.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use croupier_histories::builder::Games;
use croupier_histories::rooms::{ReadResult, Room, RoomReader};

/// Apart from what surrounds it, so that a profile can tell it.
#[inline(never)]
fn read(reader: &mut RoomReader, text: &str) -> Vec<ReadResult> {
    reader.read(text, 1, true).0
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let room = arguments.next().and_then(|name| Room::find(&name));
    let (Some(room), Some(game)) = (room, support::holdem()) else { return };
    let texts = arguments.filter_map(|path| std::fs::read(path).ok());
    let texts: Vec<String> =
        texts.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    let text = texts.join("\n\n\n");
    let mut reader = RoomReader::new(room, Games::new(&[game]));
    let (mut best, mut count, mut good) = (f64::MAX, 0, 0);
    for _ in 0..10 {
        let start = Instant::now();
        let readings = read(&mut reader, &text);
        best = best.min(start.elapsed().as_secs_f64());
        count = readings.len();
        good = readings.iter().filter(|reading| reading.hand.is_ok()).count();
    }
    println!("{count} hands, {good} of them right: {:.0} hands/s", count as f64 / best);
}
