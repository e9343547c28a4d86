//! Writes the table of matchups before the flop to the path that is given.

use croupier_equity::holdem::{matchups, preflop};

fn main() -> std::io::Result<()> {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!(
            "Say which file to write: crates/equity/src/holdem/preflop.bin is the one in use."
        );
        std::process::exit(2);
    };
    std::fs::write(path, preflop::pack(&matchups::compute()))
}
