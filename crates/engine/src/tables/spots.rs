//! Spots of games so small that players are in the same ones again and again: what was found out and written there is
//! kept, and need not be worked out a second time.

use super::menu::{Bounds, MenuOptions};
use crate::definition::Definition;

/// The largest deck of a game whose spots are kept: with more cards they hardly ever come again.
const MAX_CARDS: usize = 8;
/// How many spots are kept for each table, and for all tables of a thread at most: powers of two.
const COUNT_OF_A_TABLE: usize = 4;
const MAX_COUNT: usize = 1024;

/// Tells whether the spots of a game are worth keeping.
pub(super) fn come_again(definition: &Definition) -> bool {
    definition.deck.len() <= MAX_CARDS
}

/// A spot: the legal moves and the observation of a player before a bet, found by all that the player knows.
#[derive(Debug, Default)]
pub(super) struct Spot {
    /// The number of the information set, if the spot was kept.
    pub(super) key: Option<i64>,
    pub(super) options: MenuOptions,
    pub(super) raises: Bounds,
    pub(super) observation: Vec<f32>,
}

/// The spots that were kept, each at a place that follows from its key. A new one takes the place of another.
#[derive(Debug, Default)]
pub(super) struct SpotCache(Vec<Spot>);

impl SpotCache {
    /// Makes room for the spots of so many tables; few tables, of which there may be many batches, need little.
    pub(super) fn new(tables: usize) -> Self {
        let count = (COUNT_OF_A_TABLE * tables.min(MAX_COUNT)).next_power_of_two().min(MAX_COUNT);
        Self::of_size(if tables == 0 { 0 } else { count })
    }

    fn of_size(count: usize) -> Self {
        Self((0..count).map(|_| Spot::default()).collect())
    }

    /// Returns the place of a spot, which may be that of another one; `None` where none are kept.
    #[inline]
    pub(super) fn place(&mut self, key: i64) -> Option<&mut Spot> {
        let last = self.0.len().wrapping_sub(1);
        self.0.get_mut(key as usize & last)
    }
}

impl Clone for SpotCache {
    /// Returns one that begins with nothing: what is in it can be found out again.
    fn clone(&self) -> Self {
        Self::of_size(self.0.len())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;

    use croupier_cards::{Deck, RandomNumbers};
    use croupier_eval::ranking::Method;
    use croupier_eval::{Rule, registry};

    use super::super::{Menu, Move, Rows, StackRange, TableSettings, Tables};
    use crate::definition::{
        Action, Automations, Betting, Dealing, Definition, HandType, Mode, Opening, Rules, Step,
        Structure,
    };
    use crate::with_arrays;

    macro_rules! arrays {
        ($($(#[$doc:meta])* $name:ident: $type:ty, |$widths:ident| $shape:expr;)*) => {
            #[derive(Debug, Clone, PartialEq)]
            struct Arrays {
                $($name: Vec<$type>,)*
            }

            impl Arrays {
                fn new(tables: &Tables) -> Self {
                    let widths = tables.widths();
                    Self { $($name: {
                        let $widths = widths;
                        let _ = $widths;
                        let shape: &[usize] = &$shape;
                        vec![<$type>::default(); tables.len() * shape.iter().product::<usize>()]
                    },)* }
                }

                fn rows(&mut self) -> Rows<'_> {
                    Rows { $($name: &mut self.$name,)* }
                }
            }
        };
    }

    with_arrays!(arrays);

    /// Returns a game of one card and a round of bets, with blinds.
    fn one_card(structure: Structure, stack: i64) -> Definition {
        let Method::Shape(shape) = &registry::get("kuhn").unwrap().method else { unreachable!() };
        let dealing = Dealing { hole: vec![false], ..Dealing::default() };
        let betting = Betting::new(Opening::Position, 1, None);
        let actions = [Action::Deal(dealing), Action::Bet(betting)];
        Definition {
            automations: Automations::ALL,
            deck: Deck::Kuhn.cards(0).into(),
            hand_types: [HandType::Lookup {
                shape: Arc::new(shape.clone()),
                rule: Rule::any(1),
                low: false,
            }]
            .into(),
            steps: actions.map(|action| Step::new(0, action)).into(),
            structure,
            trims_antes: true,
            antes: vec![1, 1],
            blinds: vec![0, 0],
            bring_in: 0,
            starting_stacks: vec![stack; 2],
            mode: Mode::Tournament,
            rules: Rules::CardRoom,
            board_count: 1,
            variant_rules: Default::default(),
        }
    }

    #[test]
    fn spots_that_were_kept_say_what_would_be_found_out() {
        let varied = Some(StackRange { least: 3, most: 9 });
        let cases = [
            (Structure::FixedLimit, 8, None),
            (Structure::NoLimit, 40, None),
            (Structure::NoLimit, 9, varied),
        ];
        for (structure, stack, stacks) in cases {
            let plan = TableSettings {
                count: 150,
                first: 0,
                seed: 1.into(),
                menu: Menu::new(vec![
                    Move::Fold,
                    Move::Call,
                    Move::Least,
                    Move::Pot(0.5),
                    Move::Most,
                ]),
                hands: None,
                moves_seats: true,
                duplicate: false,
                stacks,
                by_picks: false,
                history: 5,
                unit: Some(1),
                bots: Vec::new(),
                judge: None,
                forecast: None,
            };
            let game = one_card(structure, stack);
            let mut keeping = Tables::new(&game, plan.clone()).unwrap();
            let mut finding = Tables::new(&game, plan).unwrap();
            assert!(std::mem::take(&mut finding.shared.keeps_spots));
            let mut kept = Arrays::new(&keeping);
            let mut found = kept.clone();
            let threads = NonZeroUsize::new(2).unwrap();
            keeping.start(kept.rows(), threads).unwrap();
            finding.start(found.rows(), NonZeroUsize::MIN).unwrap();
            let mut random = RandomNumbers::new(1);
            for _ in 0..200 {
                assert_eq!(kept, found);
                let moves = kept.legal.len() / keeping.len();
                let decisions: Vec<i64> = kept
                    .legal
                    .chunks_exact(moves)
                    .map(|legal| {
                        let places: Vec<usize> =
                            (0..moves).filter(|&one| legal[one] == 1).collect();
                        places[(random.next() % places.len() as u64) as usize] as i64
                    })
                    .collect();
                keeping.step(&decisions, None, kept.rows(), threads).unwrap();
                finding.step(&decisions, None, found.rows(), NonZeroUsize::MIN).unwrap();
            }
            let known = keeping.spots.iter().flat_map(|cache| &cache.0);
            assert!(known.filter(|spot| spot.key.is_some()).count() > 10);
        }
    }
}
