//! Lines: how somebody gets to a node, as `x b120 c 8c x`.

use croupier_cards::{CardSet, parse};
use croupier_equity::problem::Combo;
use croupier_equity::symmetry::{Renaming, rename};

use crate::SolverError;
use crate::boards::Board;
use crate::boards::likes::first_like;
use crate::solver::Solver;
use crate::spot::tree::{Action, Kind};

/// A step of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A player's action.
    Action(Action),
    /// The largest bet or raise that is possible.
    AllIn,
    /// Cards that are dealt.
    Cards(CardSet),
}

/// Reads a line.
///
/// # Errors
///
/// [`SolverError::UnknownLine`] with the first step that cannot be read.
pub fn parse_line(line: &str) -> Result<Vec<Step>, SolverError> {
    let steps = line.split_whitespace().map(|text| {
        let small = text.to_ascii_lowercase();
        let amount = || small.get(1..).and_then(|digits| digits.parse().ok());
        match small.as_str() {
            "x" | "check" => return Ok(Step::Action(Action::Check)),
            "c" | "call" => return Ok(Step::Action(Action::Call)),
            "f" | "fold" => return Ok(Step::Action(Action::Fold)),
            "a" | "all-in" => return Ok(Step::AllIn),
            _ => {}
        }
        match (small.chars().next(), amount()) {
            (Some('b'), Some(amount)) => return Ok(Step::Action(Action::Bet(amount))),
            (Some('r'), Some(amount)) => return Ok(Step::Action(Action::Raise(amount))),
            _ => {}
        }
        match parse::cards(text) {
            Ok(cards) if !cards.is_empty() && cards.iter().all(|card| card.code() < 52) => {
                Ok(Step::Cards(cards.into_iter().collect()))
            }
            _ => Err(SolverError::UnknownLine {
                step: text.to_owned(),
                line: line.to_owned(),
                choices: "x, c, f, b120, r400, a, and cards such as 8c".to_owned(),
            }),
        }
    });
    steps.collect()
}

/// A node on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The street.
    pub street: usize,
    /// The number of the node on the street.
    pub node: usize,
    /// The player who decides, if one does.
    pub player: Option<usize>,
    /// For each deal, the board that stands for it, and which of its deals it is.
    pub deals: Vec<(usize, usize)>,
    /// The cards on the board.
    pub cards: CardSet,
    /// How suits are renamed to those of the board that stands for it.
    pub renaming: Renaming,
    /// Whether cards are to be dealt next.
    pub awaits_deal: bool,
}

impl Solver {
    /// Finds the node that a line leads to.
    ///
    /// # Errors
    ///
    /// [`SolverError::UnknownLine`] with what could be done instead.
    pub fn find(&self, line: &str) -> Result<Place, SolverError> {
        let steps = parse_line(line)?;
        let texts: Vec<&str> = line.split_whitespace().collect();
        let (mut street, mut node) = (0, 0);
        let mut deals = Vec::new();
        let mut board = &self.world.board;
        let mut cards = board.cards;
        // How suits of the cards that were dealt are renamed to those of the boards that stand for them.
        let mut renaming: Renaming = [0, 1, 2, 3];
        for (step, text) in steps.iter().zip(texts) {
            let forest = &self.world.tree.streets[street];
            let here = &forest.nodes[node];
            let actions = || here.children().map(|child| forest.nodes[child].action);
            let refused = |choices: String| SolverError::UnknownLine {
                step: text.to_owned(),
                line: line.to_owned(),
                choices,
            };
            match (here.kind, step) {
                (Kind::Decision { .. }, Step::Action(_) | Step::AllIn) => {
                    let matches = |action: Option<Action>| match step {
                        Step::Action(wanted) => action == Some(*wanted),
                        _ => matches!(action, Some(Action::Bet(_) | Action::Raise(_))),
                    };
                    let found = here.children().zip(actions()).rfind(|(_, each)| matches(*each));
                    let Some((child, _)) = found else {
                        let texts: Vec<String> =
                            actions().flatten().map(|action| action.to_string()).collect();
                        return Err(refused(texts.join(", ")));
                    };
                    node = child;
                }
                (Kind::Deal { line }, Step::Cards(dealt)) => {
                    let image = rename(*dealt, renaming);
                    let found = board.children.iter().enumerate().find_map(|(number, child)| {
                        let deal = child.deals.iter().position(|deal| deal.cards == image)?;
                        Some((number, deal))
                    });
                    let Some((number, deal)) = found else {
                        return Err(refused("cards that are in no other place".to_owned()));
                    };
                    let child = &board.children[number];
                    renaming = chain(renaming, inverse(child.deals[deal].renaming));
                    deals.push((number, deal));
                    board = child;
                    cards = CardSet::from_bits(cards.bits() | dealt.bits());
                    street += 1;
                    node = self.world.tree.streets[street].roots[line];
                }
                (Kind::Decision { .. }, Step::Cards(_)) => {
                    let texts: Vec<String> =
                        actions().flatten().map(|action| action.to_string()).collect();
                    return Err(refused(texts.join(", ")));
                }
                (Kind::Deal { .. }, _) => return Err(refused("cards that are dealt".to_owned())),
                (Kind::Fold { .. } | Kind::Showdown, _) => {
                    return Err(refused("nothing more: the hand is over".to_owned()));
                }
            }
        }
        let kind = self.world.tree.streets[street].nodes[node].kind;
        let player = match kind {
            Kind::Decision { player } => Some(player),
            _ => None,
        };
        let awaits_deal = matches!(kind, Kind::Deal { .. });
        Ok(Place { street, node, player, deals, cards, renaming, awaits_deal })
    }

    /// Returns the board of a place, and for each player the hands that can be there: their numbers, and the places where
    /// they are stored.
    pub(crate) fn board_at(&self, place: &Place) -> (&Board, [Vec<(u32, u32)>; 2]) {
        let mut board = &self.world.board;
        for &(number, _) in &place.deals {
            board = &board.children[number];
        }
        let hands = [0, 1].map(|player: usize| {
            let stored = board.hands[player].iter().zip(0..);
            let mut stored: Vec<(u64, u32)> = stored
                .map(|(&hand, at)| (self.hands[player][hand as usize].cards.bits(), at))
                .collect();
            stored.sort_unstable();
            let find = |(number, combo): (usize, &Combo)| {
                let image = first_like(rename(combo.cards, place.renaming), &board.group).bits();
                let at = stored.binary_search_by_key(&image, |&(set, _)| set).ok()?;
                (combo.cards.bits() & place.cards.bits() == 0)
                    .then_some((number as u32, stored[at].1))
            };
            self.hands[player].iter().enumerate().filter_map(find).collect()
        });
        (board, hands)
    }
}

/// Returns a renaming that does one, and then another.
fn chain(first: Renaming, then: Renaming) -> Renaming {
    first.map(|suit| then[suit])
}

fn inverse(renaming: Renaming) -> Renaming {
    let mut inverse = renaming;
    for (suit, image) in renaming.into_iter().enumerate() {
        inverse[image] = suit;
    }
    inverse
}
