//! How many hands of no-limit hold'em a second are played, every player calling.

use std::sync::Arc;
use std::time::Instant;

use croupier_cards::{Deck, Shuffler};
use croupier_engine::{
    Automations, Definition, HandType, Mode, Opening, Plain, State, Street, Structure,
};
use croupier_eval::ranking::Method;
use croupier_eval::{Rule, registry};

fn main() {
    let Ok(high) = registry::get("high") else { return };
    let Method::Shape(shape) = &high.method else { return };
    let street = |burn: bool, hole: usize, board: usize| Street {
        burn,
        hole: vec![false; hole],
        board,
        draw: false,
        opening: Opening::Position,
        minimum_bet: 2,
        maximum_raises: None,
    };
    let definition = Arc::new(Definition {
        automations: Automations::ALL,
        deck: Deck::Standard.cards(0),
        hand_types: vec![HandType::Lookup {
            shape: Arc::new(shape.clone()),
            rule: Rule::any(5),
            low: false,
        }],
        streets: vec![
            street(false, 2, 0),
            street(true, 0, 3),
            street(true, 0, 1),
            street(true, 0, 1),
        ],
        structure: Structure::NoLimit,
        trims_antes: true,
        antes: vec![0; 6],
        blinds: vec![1, 2, 0, 0, 0, 0],
        bring_in: 0,
        starting_stacks: vec![200; 6],
        mode: Mode::Tournament,
        board_count: 1,
    });
    let hands = 200_000;
    let start = Instant::now();
    let mut operations = 0;
    for hand in 0..hands {
        let shuffler = Shuffler::from_seed(hand);
        let Ok(Ok(mut state)) = State::new(definition.clone(), shuffler, &Plain) else { return };
        while state.is_live() {
            if state.check_or_call(None, &Plain).is_err() {
                return;
            }
        }
        operations += state.log.len();
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{:.0} hands/s, {:.1} M operations/s, state {} bytes",
        hands as f64 / seconds,
        operations as f64 / seconds / 1e6,
        size_of::<State>()
    );
}
