//! A node of a solution: strategies, values and equities of all hands.

use crate::SolverError;
use crate::boards::{Board, width};
use crate::line::Place;
use crate::solver::Solver;
use crate::spot::tree::{Action, Kind, Node};
use crate::vectors::lanes::{LANES, V};
use crate::vectors::vector::SMALLEST;
use crate::walk::store::{Slot, Store};
use crate::walk::{At, Flat, Mode, Scratch, World, per_weight};

/// A node of a solution. Hands are those of the root, by number.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Where it is.
    pub place: Place,
    /// The actions that are possible.
    pub actions: Vec<Action>,
    /// The chips in the middle, bets included.
    pub pot: i64,
    /// The chips that each player has put in since the root.
    pub paid: [i64; 2],
    /// For each player and hand, its weight here: that of the range, and how often it plays like this.
    pub reaches: [Vec<f32>; 2],
    /// For each player and hand, the weight of the other's hands that go with it.
    pub totals: [Vec<f32>; 2],
    /// For each player and hand, what it wins from here on, in chips of the pot; not a number where it cannot be here.
    pub values: [Vec<f32>; 2],
    /// For each player and hand, the part of the pot that it wins if nobody bets any more.
    pub equities: [Vec<f32>; 2],
    /// For each action and hand of the player who decides, how often it is taken.
    pub strategy: Vec<Vec<f32>>,
    /// For each action and hand of the player who decides, its value.
    pub action_values: Vec<Vec<f32>>,
}

impl Solver {
    /// Looks at a node.
    ///
    /// # Errors
    ///
    /// There is no such line.
    pub fn view(&mut self, line: &str) -> Result<View, SolverError> {
        let place = self.find(line)?;
        let (_, numbers) = self.board_at(&place);
        let Self { world, store, reaches, rivers, .. } = self;
        let mut way = Way { reaches: reaches.clone(), board: &world.board, store };
        let mut line = 0;
        for (street, forest) in world.tree.streets.iter().enumerate().take(place.street) {
            // The nodes on the way are found from the last one.
            let next = world.line_on(&place, street + 1);
            let node = world.tree.streets[street + 1].origins[next];
            way.play(world, street, node);
            let (child, deal) = place.deals[street];
            way = way.deal(child, deal);
            debug_assert_eq!(forest.nodes[node].kind, Kind::Deal { line: next });
            line = next;
        }
        let at_root = way.reaches.clone();
        if let Some(rivers) = rivers
            && place.street + 1 == world.tree.streets.len()
            && place.street > 0
        {
            // Streets that were not kept are solved again, from the reaches that were.
            let boards = place.deals.iter().map(|&(child, deal)| (child as u32, deal as u32));
            let key = (boards.collect::<Vec<_>>(), line as u32);
            way.store = rivers.find(key, |target| {
                world.solve_line(place.street, way.board, line, &at_root, target)
            });
        }
        way.play(world, place.street, place.node);
        let Way { reaches, board, store } = way;
        let forest = &world.tree.streets[place.street];
        let node = forest.nodes[place.node];
        let mut scratch = Scratch::default();
        let half = self.spot.pot as f32 / 2.0;
        let counts = [0, 1].map(|player: usize| self.hands[player].len());
        let spread = |player: usize, values: &[f32], missing: f32| {
            let mut out = vec![missing; counts[player]];
            for &(number, place) in &numbers[player] {
                out[number as usize] = values[place as usize];
            }
            out
        };
        let mut view = View {
            actions: node.children().filter_map(|child| forest.nodes[child].action).collect(),
            pot: self.spot.pot + node.paid[0] + node.paid[1],
            paid: node.paid,
            reaches: [0, 1].map(|player: usize| {
                let reach = scaled(reaches[player].as_flattened(), self.scales[player]);
                spread(player, &reach, 0.0)
            }),
            totals: Default::default(),
            values: Default::default(),
            equities: Default::default(),
            strategy: Vec::new(),
            action_values: Vec::new(),
            place: place.clone(),
        };
        for player in 0..2 {
            let own = width(&board.hands[player]);
            let totals = world.totals(board, player, &reaches[1 - player]);
            let totals = totals.as_flattened();
            let odds = world.odds(board, player, &reaches[1 - player]);
            let at = At { street: place.street, board, player, mode: Mode::Value };
            let asked = (line, at_root[1 - player].as_slice());
            let rows = match &store.kept {
                Some(kept) => {
                    kept_rows(&kept[player], &node, place.node, board.hands[player].len())
                }
                None => {
                    let rows = world.values_at(at, store, asked, place.node, &mut scratch);
                    let row = |row: usize| rows[row * own..(row + 1) * own].as_flattened();
                    let each =
                        |(value, total): (&f32, &f32)| per_weight(*value, *total).unwrap_or(0.0);
                    (0..=node.child_count as usize)
                        .map(|number| row(number).iter().zip(totals).map(each).collect())
                        .collect()
                }
            };
            let paid = half + node.paid[player] as f32;
            let worth = |row: usize| {
                let values = rows[row].iter().zip(totals);
                let values: Vec<f32> = values
                    .map(|(value, total)| if *total >= SMALLEST { value + paid } else { f32::NAN })
                    .collect();
                spread(player, &values, f32::NAN)
            };
            view.values[player] = worth(0);
            let shares = odds.as_flattened().iter().zip(totals);
            let shares: Vec<f32> = shares
                .map(|(win, total)| {
                    per_weight(*win, *total).map_or(f32::NAN, |more| (more + 1.0) / 2.0)
                })
                .collect();
            view.equities[player] = spread(player, &shares, f32::NAN);
            let theirs = scaled(totals, self.scales[1 - player]);
            view.totals[player] = spread(player, &theirs, 0.0);
            if place.player == Some(player) {
                let strategy = world.strategy(store, board, &place, player);
                for action in 0..node.child_count as usize {
                    let row = strategy[action * own..(action + 1) * own].as_flattened();
                    view.strategy.push(spread(player, row, f32::NAN));
                    view.action_values.push(worth(action + 1));
                }
            }
        }
        Ok(view)
    }
}

/// Returns weights as the ranges have them.
fn scaled(weights: &[f32], scale: f64) -> Vec<f32> {
    weights.iter().map(|weight| (f64::from(*weight) * scale) as f32).collect()
}

/// Returns the rows of a node and of those after it.
fn kept_rows(kept: &[f32], node: &Node, number: usize, count: usize) -> Vec<Vec<f32>> {
    let nodes = std::iter::once(number).chain(node.children());
    nodes.map(|node| kept[node * count..(node + 1) * count].to_vec()).collect()
}

/// A step on the way to a node.
struct Way<'a> {
    reaches: [Vec<V>; 2],
    board: &'a Board,
    store: &'a mut Store,
}

impl Way<'_> {
    /// Lets players act on a street until they come to a node.
    fn play(&mut self, world: &World, street: usize, node: usize) {
        let forest = &world.tree.streets[street];
        let mut path = vec![node];
        while let Some(parent) = path.last().and_then(|&last| forest.nodes[last].parent) {
            path.push(parent as usize);
        }
        for pair in path.windows(2).rev() {
            let [child, parent] = *pair else { continue };
            let here = &forest.nodes[parent];
            let Kind::Decision { player } = here.kind else { continue };
            let width = width(&self.board.hands[player]);
            let slot = Slot::new(&world.plans[street], parent, here.child_count as usize, width);
            let mut parts = vec![V::ZERO; slot.numbers.len()];
            let numbers = &self.store.players[player];
            numbers.split(&world.kernels.0, &slot, false, &self.reaches[player], &mut parts);
            let action = child - here.first_child as usize;
            self.reaches[player] = parts[action * width..(action + 1) * width].to_vec();
        }
    }
}

impl<'a> Way<'a> {
    /// Deals cards.
    fn deal(mut self, child: usize, deal: usize) -> Self {
        let board: &'a Board = &self.board.children[child];
        for player in 0..2 {
            let before = std::mem::take(&mut self.reaches[player]);
            let mut after = vec![V::ZERO; width(&board.hands[player])];
            let places = after.as_flattened_mut().iter_mut().zip(&board.places(deal)[player]);
            for (reach, &place) in places {
                *reach = before.as_flattened()[place as usize];
            }
            self.reaches[player] = after;
        }
        let store = match self.store.children[child].get_mut() {
            Ok(next) => next,
            Err(poisoned) => poisoned.into_inner(),
        };
        Way { reaches: self.reaches, board, store }
    }
}

impl World {
    /// Returns the line on which a place is on a street.
    fn line_on(&self, place: &Place, street: usize) -> usize {
        let (mut at, mut node) = (place.street, place.node);
        loop {
            let line = self.tree.streets[at].line_of(node);
            if at == street {
                return line;
            }
            node = self.tree.streets[at].origins[line];
            at -= 1;
        }
    }

    fn strategy(&self, store: &Store, board: &Board, place: &Place, player: usize) -> Vec<V> {
        let width = width(&board.hands[player]);
        let node = &self.tree.streets[place.street].nodes[place.node];
        let plan = &self.plans[place.street];
        let slot = Slot::new(plan, place.node, node.child_count as usize, width);
        let mut out = vec![V::ZERO; slot.numbers.len()];
        let certain = vec![V::all(1.0); width];
        store.players[player].split(&self.kernels.0, &slot, false, &certain, &mut out);
        out
    }

    /// Returns what of the other's reach goes with each hand of a player.
    pub(crate) fn totals(&self, board: &Board, player: usize, reach: &[V]) -> Vec<V> {
        let own = width(&board.hands[player]);
        let mut totals = vec![V::ZERO; own * LANES];
        let packed = self.alone(reach);
        self.kernels.0.add_up(&board.order, player, &packed, &mut totals, &mut Vec::new());
        first_lane(&totals, own)
    }

    fn alone(&self, reach: &[V]) -> Vec<V> {
        let mut packed = vec![V::ZERO; reach.len() * LANES + 1];
        self.kernels.0.pack(reach, reach.len(), &[0], &mut packed);
        packed
    }

    /// Returns what of the other's reach each hand of a player beats over all runouts, less what beats it.
    fn odds(&self, board: &Board, player: usize, reach: &[V]) -> Vec<V> {
        let own = width(&board.hands[player]);
        let mut wins = vec![V::ZERO; own * LANES];
        self.run_out(board, player, &self.alone(reach), &mut wins, &mut Vec::new());
        first_lane(&wins, own)
    }
}

fn first_lane(packed: &[V], width: usize) -> Vec<V> {
    let mut out = vec![V::ZERO; width];
    for (value, vector) in out.as_flattened_mut().iter_mut().zip(packed) {
        *value = vector.0[0];
    }
    out
}
