//! A game to read hands of.

use std::sync::Arc;

use croupier_cards::Deck;
use croupier_engine::{
    Action, Automations, Betting, Dealing, Definition, HandType, Mode, Opening, Rules, Step,
    Structure,
};
use croupier_eval::ranking::Method;
use croupier_eval::{Rule, registry};
use croupier_histories::Game;

/// Returns no-limit hold'em.
pub fn holdem() -> Option<Game> {
    let high = registry::get("high").ok()?;
    let Method::Shape(shape) = &high.method else { return None };
    let streets = [(false, 2, 0), (true, 0, 3), (true, 0, 1), (true, 0, 1)];
    let steps = streets.into_iter().enumerate().flat_map(|(street, (burn, hole, board))| {
        let dealing = Dealing { burn, hole: vec![false; hole], board, ..Dealing::default() };
        let betting = Betting::new(Opening::Position, 1, None);
        [Action::Deal(dealing), Action::Bet(betting)].map(|action| Step::new(street, action))
    });
    let definition = Definition {
        automations: Automations::default(),
        deck: Deck::Standard.cards(0).into(),
        hand_types: [HandType::Lookup {
            shape: Arc::new(shape.clone()),
            rule: Rule::any(5),
            low: false,
        }]
        .into(),
        steps: steps.collect(),
        structure: Structure::NoLimit,
        trims_antes: true,
        antes: vec![0; 2],
        blinds: vec![1, 2],
        bring_in: 0,
        starting_stacks: vec![200; 2],
        mode: Mode::CashGame,
        rules: Rules::CardRoom,
        board_count: 1,
        variant_rules: Default::default(),
    };
    let required = ["antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions"];
    let required = required.map(str::to_owned).to_vec();
    Some(Game { code: "NT".to_owned(), definition: definition.into(), required })
}
