//! The last betting round of any game: what the others see lies on the table, and nothing but bets is left to decide.

use std::sync::Arc;

use croupier_cards::Card;
use croupier_engine::definition::{Action, Decision, Definition, HandType, Step};
use croupier_engine::{Betting, Dealing, Opening};
use croupier_equity::EquityError;
use croupier_equity::game::{Claims, Script};
use croupier_eval::{Rule, registry};

use crate::SolverError;
use crate::boards::MAX_HOLE_CARDS;

/// The last round of a game, and the values of hands there.
#[derive(Debug, Clone)]
pub struct LastRound {
    /// The whole game.
    pub definition: Arc<Definition>,
    /// The values of hands.
    pub claims: Arc<Claims>,
}

/// The numbers of cards in the last round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Cards of each player that nobody else sees.
    pub down: usize,
    /// Cards of each player that everybody sees.
    pub up: usize,
    /// Cards on the board.
    pub board: usize,
}

fn refuse<T>(reason: &str) -> Result<T, SolverError> {
    Err(SolverError::Unsupported(reason.to_owned()))
}

fn explain(error: EquityError) -> SolverError {
    match error {
        EquityError::Unsupported(reason) => SolverError::Unsupported(reason.to_owned()),
        other => other.into(),
    }
}

/// Returns the last betting round, if nothing follows that players decide.
fn last_bet(definition: &Definition) -> Result<&Betting, SolverError> {
    if definition.variant_rules.declared {
        return refuse("players declare what they play for");
    }
    for step in definition.steps.iter() {
        match &step.action {
            Action::Decide(deciding) => match deciding.decision {
                Decision::Expose(_) | Decision::Separate(_) => {}
                Decision::Pass(_) => return refuse("players know cards that they passed on"),
                Decision::Declare(_) => return refuse("players declare what they play for"),
                Decision::Choose(_) => return refuse("players choose what is played"),
                _ => return refuse("players may pay for other cards"),
            },
            _ if !step.when.is_empty() => return refuse("cards decide what is dealt"),
            _ => {}
        }
    }
    if definition.variant_rules.trigger.is_some() {
        return refuse("which cards are wild depends on the order in which all were dealt");
    }
    let Some(Step { action: Action::Bet(betting), .. }) = definition.steps.last() else {
        return refuse("something is dealt or decided after the last bets");
    };
    if betting.terms.then.is_some() {
        return refuse("players decide about more than bets to the end");
    }
    Ok(betting)
}

/// Counts the cards of the last round of a game.
///
/// # Errors
///
/// [`SolverError::Unsupported`] with the reason why it cannot be solved.
pub fn count(definition: &Definition) -> Result<Counts, SolverError> {
    last_bet(definition)?;
    let script = Script::new(definition).map_err(explain)?;
    let up = script.hole.iter().filter(|slot| slot.up).count();
    let counts = Counts { down: script.hole.len() - up, up, board: script.board.len() };
    if !(1..=MAX_HOLE_CARDS).contains(&counts.down) {
        let count = counts.down;
        return Err(SolverError::Unsupported(format!("players have {count} hole cards")));
    }
    Ok(counts)
}

/// Tells whether the last round of a game can be solved, whatever the cards: with the first ones of the deck.
///
/// # Errors
///
/// As [`count`].
pub fn check(definition: &Definition) -> Result<Counts, SolverError> {
    let counts = count(definition)?;
    let mut deck = definition.deck.iter().copied();
    let mut take = |count: usize| -> Vec<Card> { deck.by_ref().take(count).collect() };
    let (one, two, board) = (take(counts.up), take(counts.up), take(counts.board));
    Claims::new(definition, &[one, two], &board).map_err(explain)?;
    Ok(counts)
}

impl LastRound {
    /// Puts on the table what everybody sees.
    ///
    /// # Errors
    ///
    /// As [`count`]; or there are more or fewer cards than that.
    pub fn new(
        definition: &Arc<Definition>,
        shown: &[Vec<Card>; 2],
        board: &[Card],
    ) -> Result<Self, SolverError> {
        let counts = count(definition)?;
        if board.len() != counts.board || shown.iter().any(|cards| cards.len() != counts.up) {
            let Counts { up, board: on_board, .. } = counts;
            return Err(SolverError::Spot(format!(
                "this game is solved in its last round, with {up} cards of each player face up and {on_board} on the board, not with {} and {}, and {}",
                shown[0].len(),
                shown[1].len(),
                board.len(),
            )));
        }
        let claims = Claims::new(definition, shown, board).map_err(explain)?;
        Ok(Self { definition: Arc::clone(definition), claims: Arc::new(claims) })
    }
}

/// Returns a game that has nothing but the bets of the last round of another: the first player acts first.
///
/// # Errors
///
/// As [`count`].
pub(crate) fn bets_of(definition: &Definition) -> Result<Definition, SolverError> {
    let betting = Betting { opening: Opening::Position, ..last_bet(definition)?.clone() };
    let counts = count(definition)?;
    let dealt = Dealing { hole: vec![false; counts.down], ..Dealing::default() };
    let ranking = registry::get("high").map_err(|error| SolverError::Game(error.to_string()))?;
    Ok(Definition {
        steps: [Step::new(0, Action::Deal(dealt)), Step::new(0, Action::Bet(betting))].into(),
        // Hands are compared elsewhere.
        hand_types: [HandType::Ranked { ranking, rule: Rule::any(1), qualifier: None }].into(),
        variant_rules: Default::default(),
        board_count: 1,
        ..definition.clone()
    })
}
