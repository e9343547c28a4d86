//! Rows of any bytes give the same strengths, or the same error, at every level of vector code.

#![no_main]

use arbitrary::Arbitrary;
use croupier_cards::{Card, CardSet};
use croupier_eval::batch::{Level, evaluate_rows};
use croupier_eval::lanes::{LaneKind, strength};
use libfuzzer_sys::fuzz_target;

#[derive(Debug, Arbitrary)]
struct Input {
    kind: u8,
    width: u8,
    /// How many more results are asked for than there are whole rows.
    surplus: u8,
    /// Whether every row is turned into distinct cards, so that most rows are hands.
    repair: bool,
    bytes: Vec<u8>,
}

const WIDEST: u8 = 9;

fuzz_target!(|input: Input| {
    let kind = LaneKind::ALL[usize::from(input.kind) % LaneKind::ALL.len()];
    let width = usize::from(input.width % (WIDEST + 1));
    let mut rows = input.bytes;
    if input.repair && width > 0 {
        rows.chunks_mut(width).for_each(make_distinct);
    }
    let count = rows.len().checked_div(width).unwrap_or(0) + usize::from(input.surplus % 2);

    let mut expected = None;
    for level in Level::available() {
        let mut out = vec![0; count];
        let result = evaluate_rows(kind, &rows, width, &mut out, level);
        let outcome = result.map(|()| out);
        let expected = expected.get_or_insert_with(|| outcome.clone());
        assert_eq!(outcome, *expected, "{level:?}");
    }
    let Some(Ok(strengths)) = expected else { return };
    for (row, found) in rows.chunks(width.max(1)).zip(strengths) {
        let set: CardSet = row.iter().map(|&code| Card::new(code)).collect();
        assert_eq!(set.len() as usize, row.len(), "{row:?} was taken for a hand");
        assert_eq!(found, strength(kind, set), "{row:?}");
    }
});

/// Replaces bytes that are no card of the deck, or that the row has already, by the next card.
fn make_distinct(row: &mut [u8]) {
    let mut held = CardSet::EMPTY;
    for byte in row {
        let mut code = *byte % 52;
        while !held.insert(Card::new(code)) {
            code = (code + 1) % 52;
        }
        *byte = code;
    }
}
