//! In which order the nodes of a street are gone through, and which of them share vectors.

use croupier_engine::Chips;

use crate::spot::Rake;
use crate::spot::tree::{Forest, Kind, Tree};
use crate::vectors::lanes::{LANES, V};

/// The lines of the last street are taken together until they have so many showdowns: enough to fill vectors, and few
/// enough for what they need to stay close to the processor.
const MAX_SHOWDOWNS: usize = 3 * LANES;

/// No row.
pub const NONE: u32 = u32::MAX;

/// Up to sixteen rows that are compared at once.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The reaches, by their rows.
    pub rows: Vec<u32>,
    /// Whether hands are compared.
    pub compares: bool,
    /// Whether what goes with each hand is needed.
    pub totals: bool,
    /// For each row the node at which hands are compared, and what a win is worth.
    pub showdowns: Vec<u32>,
    /// See `showdowns`.
    pub stakes: V,
    /// The cost of everything at a showdown.
    pub costs: V,
    /// Whether showdowns cost anything.
    pub has_costs: bool,
    /// For each row the node at which somebody has folded, and what that is worth.
    pub folds: Vec<u32>,
    /// See `folds`.
    pub gains: V,
}

/// Some lines of a street that are gone through together, for one player.
#[derive(Debug, Clone)]
pub struct Chunk {
    /// The first of the lines, and the first that is none of them.
    pub lines: std::ops::Range<usize>,
    /// The first of their nodes, and the first that is none of them.
    pub nodes: std::ops::Range<usize>,
    /// For each node, the row with the reach of the other player.
    pub rows: Vec<u32>,
    /// How many rows there are; those of the lines come first.
    pub row_count: usize,
    /// The hands that are compared together.
    pub batches: Vec<Batch>,
    /// The deals, up to sixteen of them side by side.
    pub deals: Vec<Deals>,
}

/// Up to sixteen nodes at which cards are dealt.
#[derive(Debug, Clone)]
pub struct Deals {
    /// The rows with the reach of the other player.
    pub rows: Vec<u32>,
    /// The nodes, counted from the first of the chunk.
    pub nodes: Vec<u32>,
    /// The lines that follow.
    pub lines: Vec<u32>,
}

/// A street as the solver sees it.
#[derive(Debug, Clone)]
pub struct StreetPlan {
    /// For each node, where its numbers begin among those of the player who decides, counted in actions.
    pub slots: Vec<u32>,
    /// For each node, which of the decisions of its player it is.
    pub ranks: Vec<u32>,
    /// How many actions of each player there are.
    pub actions: [usize; 2],
    /// How many decisions of each player there are.
    pub decisions: [usize; 2],
    /// For each player, the parts.
    pub chunks: [Vec<Chunk>; 2],
    /// How many lines begin the next street.
    pub deal_count: usize,
}

impl StreetPlan {
    /// Plans a street.
    #[must_use]
    pub fn new(tree: &Tree, street: usize, rake: &Rake) -> Self {
        let forest = &tree.streets[street];
        let mut slots = Vec::with_capacity(forest.nodes.len());
        let mut ranks = Vec::with_capacity(forest.nodes.len());
        let mut actions = [0_usize; 2];
        let mut decisions = [0_usize; 2];
        for node in &forest.nodes {
            let Kind::Decision { player } = node.kind else {
                slots.push(NONE);
                ranks.push(NONE);
                continue;
            };
            slots.push(actions[player] as u32);
            ranks.push(decisions[player] as u32);
            decisions[player] += 1;
            actions[player] += node.child_count as usize;
        }
        let is_last = street + 1 == tree.streets.len();
        let chunks = [0, 1].map(|player: usize| {
            let mut chunks = Vec::new();
            let mut first = 0;
            for end in 1..=forest.roots.len() {
                // Lines are taken together until their showdowns fill vectors; deals need all of them.
                let full = || {
                    is_last && {
                        let with_next =
                            count_showdowns(forest, first..(end + 1).min(forest.roots.len()));
                        with_next > MAX_SHOWDOWNS
                    }
                };
                if end == forest.roots.len() || full() {
                    chunks.push(Chunk::new(tree, forest, first..end, player, rake));
                    first = end;
                }
            }
            chunks
        });
        let is_deal = |kind: Kind| matches!(kind, Kind::Deal { .. });
        let deal_count = forest.nodes.iter().filter(|node| is_deal(node.kind)).count();
        Self { slots, ranks, actions, decisions, chunks, deal_count }
    }
}

fn nodes_of(forest: &Forest, lines: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let end = forest.roots.get(lines.end).copied().unwrap_or(forest.nodes.len());
    forest.roots[lines.start]..end
}

fn count_showdowns(forest: &Forest, lines: std::ops::Range<usize>) -> usize {
    let nodes = &forest.nodes[nodes_of(forest, &lines)];
    nodes.iter().filter(|node| node.kind == Kind::Showdown).count()
}

impl Chunk {
    fn new(
        tree: &Tree,
        forest: &Forest,
        lines: std::ops::Range<usize>,
        player: usize,
        rake: &Rake,
    ) -> Self {
        let nodes = nodes_of(forest, &lines);
        let mut rows = vec![NONE; nodes.len()];
        let mut row_count = lines.len();
        let mut deals = Vec::new();
        // For each row, the node of its showdown, and that of its fold.
        let mut ends: Vec<(u32, u32)> = vec![(NONE, NONE); row_count];
        for (local, number) in nodes.clone().enumerate() {
            let node = &forest.nodes[number];
            if node.parent.is_none() {
                rows[local] = (forest.line_of(number) - lines.start) as u32;
            }
            let row = rows[local];
            match node.kind {
                Kind::Decision { player: actor } => {
                    for child in node.children() {
                        let own = actor == player;
                        rows[child - nodes.start] = if own { row } else { row_count as u32 };
                        if !own {
                            row_count += 1;
                            ends.push((NONE, NONE));
                        }
                    }
                }
                Kind::Fold { .. } => ends[row as usize].1 = local as u32,
                Kind::Showdown => ends[row as usize].0 = local as u32,
                Kind::Deal { line } => deals.push((local, line)),
            }
        }
        let half = tree.pot as f64 / 2.0;
        let pot = |called: Chips| tree.pot + 2 * called;
        let make = |rows: &[u32], compares: bool| {
            let mut batch = Batch {
                rows: rows.to_vec(),
                compares,
                totals: false,
                showdowns: vec![NONE; rows.len()],
                stakes: V::ZERO,
                costs: V::ZERO,
                has_costs: false,
                folds: vec![NONE; rows.len()],
                gains: V::ZERO,
            };
            for (lane, &row) in rows.iter().enumerate() {
                let (showdown, fold) = ends[row as usize];
                if showdown != NONE {
                    let called = forest.nodes[nodes.start + showdown as usize].called;
                    let taken = rake.of(pot(called)) / 2.0;
                    batch.showdowns[lane] = showdown;
                    batch.stakes.0[lane] = (half + called as f64 - taken) as f32;
                    batch.costs.0[lane] = -taken as f32;
                    batch.has_costs |= taken > 0.0;
                }
                if fold != NONE {
                    let node = &forest.nodes[nodes.start + fold as usize];
                    // What was called is raked, as in card rooms; states leave out the winner's last bet.
                    let stake = half + node.called as f64;
                    let won = node.kind != Kind::Fold { folder: player };
                    let gain = if won { stake - rake.of(pot(node.called)) } else { -stake };
                    batch.folds[lane] = fold;
                    batch.gains.0[lane] = gain as f32;
                }
            }
            batch.totals = batch.has_costs || batch.folds.iter().any(|&fold| fold != NONE);
            batch
        };
        // Rows with both kinds of ends first, so that few batches need both answers.
        let kind = |row: u32| match ends[row as usize] {
            (NONE, NONE) => None,
            (NONE, _) => Some(2),
            (_, NONE) => Some(1),
            _ => Some(0),
        };
        let mut compared: Vec<u32> =
            (0..row_count as u32).filter(|&row| matches!(kind(row), Some(0 | 1))).collect();
        compared.sort_by_key(|&row| kind(row));
        let folded: Vec<u32> = (0..row_count as u32).filter(|&row| kind(row) == Some(2)).collect();
        let batches = (compared.chunks(LANES).map(|rows| make(rows, true)))
            .chain(folded.chunks(LANES).map(|rows| make(rows, false)))
            .collect();
        let deals = deals.chunks(LANES).map(|deals: &[(usize, usize)]| Deals {
            rows: deals.iter().map(|&(node, _)| rows[node]).collect(),
            nodes: deals.iter().map(|&(node, _)| node as u32).collect(),
            lines: deals.iter().map(|&(_, line)| line as u32).collect(),
        });
        let deals = deals.collect();
        Self { lines, nodes, rows, row_count, batches, deals }
    }
}
