//! How many hands of no-limit hold'em a second are played, every player calling.

use std::sync::Arc;
use std::time::Instant;

use croupier_cards::{Deck, Shuffler};
use croupier_engine::{
    Action, Automations, Betting, Dealing, Definition, HandType, Mode, Opening, Plain, State, Step,
    Structure,
};
use croupier_eval::ranking::Method;
use croupier_eval::{Rule, registry};

fn main() {
    let Ok(high) = registry::get("high") else { return };
    let Method::Shape(shape) = &high.method else { return };
    let streets = [(false, 2, 0), (true, 0, 3), (true, 0, 1), (true, 0, 1)];
    let steps = streets.into_iter().enumerate().flat_map(|(street, (burn, hole, board))| {
        let dealing = Dealing { draw: None, burn, hole: vec![false; hole], board };
        let betting = Betting { opening: Opening::Position, minimum_bet: 2, maximum_raises: None };
        [Action::Deal(dealing), Action::Bet(betting)].map(|action| Step { street, action })
    });
    let definition = Arc::new(Definition {
        automations: Automations::ALL,
        deck: Deck::Standard.cards(0),
        hand_types: vec![HandType::Lookup {
            shape: Arc::new(shape.clone()),
            rule: Rule::any(5),
            low: false,
        }],
        steps: steps.collect(),
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
    let first = State::new(definition, Shuffler::from_seed(0), &Plain);
    let Ok(Ok(mut state)) = first else { return };
    for hand in 1..=hands {
        if state.restart(Shuffler::from_seed(hand), &Plain).is_err() {
            return;
        }
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
