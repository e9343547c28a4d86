//! The boards that can come, each with the hands that players can have on it.
//!
//! Deals that differ by nothing but suits that may be exchanged have one board, which stands for all of them.

use croupier_cards::{Card, CardSet};
use croupier_equity::problem::{Combo, Problem};
use croupier_equity::runouts::{binomial, visit_subsets};
use croupier_equity::symmetry::{Renaming, Symmetry, rename};

use crate::SolverError;
use crate::lanes::{LANES, NEVER_READ, NEVER_WRITTEN, Order};
use crate::spot::{Spot, is_possible};
use crate::strength::Strengths;
use crate::subsets::Subsets;

/// Hands of more cards are too many.
pub const MOST_HOLE_CARDS: usize = 5;
/// Odds of all pairs of hands are kept for hands of up to so many cards; others are run out.
const MOST_FOR_ODDS: usize = 2;
/// All suits as they are.
const SAME: Renaming = [0, 1, 2, 3];
/// More boards are not looked at.
const MOST_BOARDS: u64 = 2_000_000;

/// The hands of a player at the root, by number.
pub type Hands = [Vec<Combo>; 2];

/// A deal for which a board stands.
#[derive(Debug, Clone)]
pub struct Deal {
    /// The cards that are dealt.
    pub cards: CardSet,
    /// How suits are renamed to get from the board's own deal to this one.
    pub renaming: Renaming,
    /// For each hand of each player on the board, the place of its counterpart on the board before.
    pub places: [Vec<u32>; 2],
}

/// Another comparison of some hands of a complete board, for half of the pot.
#[derive(Debug)]
pub struct MoreContest {
    /// These hands in the order of strength.
    pub order: Order,
    /// Their places among those that are stored: the own ones, and the other's.
    pub places: [Vec<u32>; 2],
}

/// A board, and all that can follow.
#[derive(Debug)]
pub struct Board {
    /// The cards.
    pub cards: CardSet,
    /// The numbers of the hands that players can have, in the order in which they are stored: by strength where the
    /// board is complete.
    pub hands: [Vec<u32>; 2],
    /// The deals that led here, its own first; none for the first board.
    pub deals: Vec<Deal>,
    /// How likely each of the deals is for who knows both hands.
    pub chance: f32,
    /// The hands of both players for each of them as the one who asks: sorted where the board is complete.
    pub orders: [Order; 2],
    /// For each player what else is compared where two kinds of hands share the pot; the first is half of it then.
    pub contests: [Vec<MoreContest>; 2],
    /// For each player, by hands of both, the part of the runouts that is won less the part that is lost; empty where
    /// nobody needs it.
    pub odds: [Vec<f32>; 2],
    /// The boards after the next deal.
    pub children: Vec<Board>,
}

/// How many vectors the hands of a player fill.
#[must_use]
pub fn width(hands: &[u32]) -> usize {
    hands.len().div_ceil(LANES)
}

/// What boards are made of.
pub struct Boards<'a> {
    /// The hands at the root.
    pub hands: &'a Hands,
    /// How many cards each deal has.
    pub deals: Vec<usize>,
    /// On which streets there are showdowns with cards to come.
    pub all_ins: Vec<bool>,
    deck: CardSet,
    hole: usize,
    strengths: Vec<Strengths>,
    symmetry: Vec<Renaming>,
}

/// How much there is on one street: boards, and vectors of each player's hands on all of them; and on all boards
/// numbers of odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extent {
    /// How many boards there are.
    pub boards: u64,
    /// How many vectors the hands of each player fill on all of them.
    pub vectors: [u64; 2],
    /// How many hands each player has on all of them.
    pub hands: [u64; 2],
    /// How many numbers the odds of all-in hands are.
    pub odds: u64,
}

/// Returns the hands that players can have at the root, by the bits of their cards.
#[must_use]
pub fn possible_hands(spot: &Spot) -> Hands {
    let board: CardSet = spot.board.iter().copied().collect();
    [0, 1].map(|player: usize| {
        let mut hands: Vec<Combo> =
            spot.ranges[player].iter().filter(|combo| is_possible(combo, board)).copied().collect();
        hands.sort_unstable_by_key(|combo| combo.cards.bits());
        hands
    })
}

impl<'a> Boards<'a> {
    /// Prepares the boards of a spot.
    ///
    /// # Errors
    ///
    /// Hands are compared in a way that is not supported.
    pub fn new(
        spot: &Spot,
        hands: &'a Hands,
        all_ins: Vec<bool>,
        symmetric: bool,
    ) -> Result<Self, SolverError> {
        let (hole, board) = (spot.hole_count(), spot.board_count());
        if !(1..=MOST_HOLE_CARDS).contains(&hole) {
            return Err(SolverError::Unsupported(format!("players have {hole} hole cards")));
        }
        let strengths = Strengths::of_all(&spot.definition, hole, board)?;
        let problem = Problem {
            deck: spot.deck(),
            board: spot.board.iter().copied().collect(),
            dead: CardSet::EMPTY,
            hole_count: hole,
            board_count: board,
            players: hands.to_vec(),
            contests: Vec::new(),
        };
        let symmetry = if symmetric && strengths.iter().all(|each| each.ignores_names_of_suits) {
            Symmetry::of(&problem)
        } else {
            Symmetry::none()
        };
        Ok(Self {
            hands,
            deals: spot.deals(),
            all_ins,
            deck: spot.deck(),
            hole,
            strengths,
            symmetry: symmetry.renamings().to_vec(),
        })
    }

    /// Lists the deals that differ by more than suits: of each its renamings, its own first.
    fn orbits(
        &self,
        board: CardSet,
        count: usize,
        group: &[Renaming],
    ) -> Vec<Vec<(CardSet, Renaming)>> {
        let free = self.deck.bits() & !board.bits();
        let mut orbits = Vec::new();
        visit_subsets(free, count, &mut |bits| {
            let own = CardSet::from_bits(bits);
            let mut orbit: Vec<(CardSet, Renaming)> = vec![(own, SAME)];
            for &renaming in group {
                let image = rename(own, renaming);
                if image.bits() < bits {
                    return;
                }
                if orbit.iter().all(|(cards, _)| *cards != image) {
                    orbit.push((image, renaming));
                }
            }
            orbits.push(orbit);
        });
        orbits
    }

    /// Tells whether the odds of all-in hands are kept for boards of a street.
    fn keeps_odds(&self, street: usize) -> bool {
        self.hole <= MOST_FOR_ODDS
            && self.strengths.len() == 1
            && self.all_ins.get(street) == Some(&true)
    }

    fn numbers_on(&self, board: CardSet, before: &[u32], player: usize) -> Vec<u32> {
        let apart =
            |&&hand: &&u32| self.hands[player][hand as usize].cards.bits() & board.bits() == 0;
        before.iter().filter(apart).copied().collect()
    }

    /// Counts everything, street by street, without making it.
    ///
    /// # Errors
    ///
    /// There are more boards than anybody could solve.
    pub fn count(&self, board: CardSet) -> Result<Vec<Extent>, SolverError> {
        let mut all = 1_u64;
        let mut cards = (self.deck.len() - board.len()) as usize;
        for &deal in &self.deals {
            all = all.saturating_mul(binomial(cards, deal));
            cards -= deal.min(cards);
        }
        if all / self.symmetry.len() as u64 > MOST_BOARDS {
            let bytes = u128::from(all) * 64 * 1024;
            let needed = u64::try_from(bytes / 1_000_000).unwrap_or(u64::MAX);
            return Err(SolverError::TooLarge { needed, allowed: MOST_BOARDS / 10 });
        }
        let mut extents = vec![Extent::default(); self.deals.len() + 1];
        let every = [0, 1].map(|player: usize| (0..self.hands[player].len() as u32).collect());
        self.count_from(board, &every, 0, &self.symmetry, &mut extents);
        Ok(extents)
    }

    fn count_from(
        &self,
        board: CardSet,
        before: &[Vec<u32>; 2],
        street: usize,
        group: &[Renaming],
        extents: &mut [Extent],
    ) {
        let hands = [0, 1].map(|player: usize| self.numbers_on(board, &before[player], player));
        let extent = &mut extents[street];
        extent.boards += 1;
        for (player, hands) in hands.iter().enumerate() {
            extent.vectors[player] += width(hands) as u64;
            extent.hands[player] += hands.len() as u64;
        }
        if self.keeps_odds(street) {
            extent.odds += 2 * hands[0].len() as u64 * hands[1].len() as u64;
        }
        let Some(&deal) = self.deals.get(street) else { return };
        for orbit in self.orbits(board, deal, group) {
            let own = orbit[0].0;
            let next = CardSet::from_bits(board.bits() | own.bits());
            self.count_from(next, &hands, street + 1, &stabiliser(group, own), extents);
        }
    }

    /// Makes the first board and all that can follow.
    ///
    /// # Errors
    ///
    /// The evaluation refused a hand.
    pub fn make(&self, board: CardSet) -> Result<Board, SolverError> {
        let every = [0, 1].map(|player: usize| (0..self.hands[player].len() as u32).collect());
        let mut made = self.make_from(board, &every, Vec::new(), 0, &self.symmetry)?;
        if (0..self.deals.len()).any(|street| self.keeps_odds(street)) {
            self.find_odds(&mut made, 0)?;
        }
        Ok(made)
    }

    fn make_from(
        &self,
        cards: CardSet,
        before: &[Vec<u32>; 2],
        orbit: Vec<(CardSet, Renaming)>,
        street: usize,
        group: &[Renaming],
    ) -> Result<Board, SolverError> {
        let mut hands = [0, 1].map(|player: usize| self.numbers_on(cards, &before[player], player));
        let is_complete = street == self.deals.len();
        let mut strengths = [Vec::new(), Vec::new()];
        let mut contests = [Vec::new(), Vec::new()];
        if is_complete {
            for player in 0..2 {
                let sets = self.sets(&hands[player], player);
                let found = self.strengths[0].on(cards, &sets)?;
                let mut order: Vec<(u32, u32)> =
                    found.into_iter().zip(hands[player].iter().copied()).collect();
                order.sort_unstable();
                hands[player] = order.iter().map(|&(_, hand)| hand).collect();
                strengths[player] = order.iter().map(|&(strength, _)| strength).collect();
            }
            if let Some(second) = self.strengths.get(1) {
                contests = self.contests(cards, &hands, &strengths, second)?;
            }
        }
        let orders =
            [0, 1].map(|player: usize| self.order(&hands, &strengths, player, is_complete));
        let places = self.places(before);
        let deals: Vec<Deal> = (orbit.into_iter())
            .map(|(dealt, renaming)| Deal {
                cards: dealt,
                renaming,
                places: [0, 1].map(|player: usize| {
                    let sets = self.sets(&hands[player], player);
                    let image = |set: u64| rename(CardSet::from_bits(set), renaming).bits();
                    let find =
                        |set| places[player].binary_search_by_key(&image(set), |&(set, _)| set);
                    // Every counterpart is there: ranges are the same when suits are renamed.
                    sets.iter().map(|&set| find(set).map_or(0, |at| places[player][at].1)).collect()
                }),
            })
            .collect();
        let mut children = Vec::new();
        let mut chance = 1.0;
        if let Some(&deal) = self.deals.get(street.wrapping_sub(1)) {
            let left = (self.deck.len() - cards.len()) as usize + deal - 2 * self.hole;
            chance = 1.0 / binomial(left, deal) as f32;
        }
        if let Some(&deal) = self.deals.get(street) {
            for orbit in self.orbits(cards, deal, group) {
                let own = orbit[0].0;
                let next = CardSet::from_bits(cards.bits() | own.bits());
                let rest = stabiliser(group, own);
                children.push(self.make_from(next, &hands, orbit, street + 1, &rest)?);
            }
        }
        Ok(Board {
            cards,
            hands,
            deals,
            chance,
            orders,
            contests,
            odds: [Vec::new(), Vec::new()],
            children,
        })
    }

    fn sets(&self, hands: &[u32], player: usize) -> Vec<u64> {
        hands.iter().map(|&hand| self.hands[player][hand as usize].cards.bits()).collect()
    }

    /// Returns the places of hands by their cards.
    fn places(&self, hands: &[Vec<u32>; 2]) -> [Vec<(u64, u32)>; 2] {
        [0, 1].map(|player: usize| {
            let sets = self.sets(&hands[player], player);
            let mut places: Vec<(u64, u32)> = sets.into_iter().zip(0..).collect();
            places.sort_unstable();
            places
        })
    }

    fn order(
        &self,
        hands: &[Vec<u32>; 2],
        strengths: &[Vec<u32>; 2],
        player: usize,
        is_complete: bool,
    ) -> Order {
        let sets = [0, 1].map(|player: usize| self.sets(&hands[player], player));
        let other = 1 - player;
        let cards = |set: &u64, missing: u8| {
            let mut codes = CardSet::from_bits(*set).iter().map(Card::code);
            [codes.next().unwrap_or(missing), codes.next().unwrap_or(missing)]
        };
        let mut found: Vec<(u64, u32)> = sets[other].iter().copied().zip(0..).collect();
        found.sort_unstable();
        let none = (width(&hands[other]) * LANES) as u32;
        let same = |set: &u64| match found.binary_search_by_key(set, |&(set, _)| set) {
            // Who has one card has it alone.
            Ok(at) if self.hole > 1 => found[at].1,
            _ => none,
        };
        let mut groups = Vec::new();
        if is_complete {
            let (own, other) = (&strengths[player], &strengths[other]);
            let (mut one, mut two) = (0, 0);
            while one < own.len() || two < other.len() {
                let least = match (own.get(one), other.get(two)) {
                    (Some(own), Some(other)) => *own.min(other),
                    (Some(only), None) | (None, Some(only)) => *only,
                    (None, None) => break,
                };
                one += own[one..].iter().take_while(|each| **each == least).count();
                two += other[two..].iter().take_while(|each| **each == least).count();
                groups.push((one as u32, two as u32));
            }
        }
        Order {
            own: sets[player].iter().map(|set| cards(set, NEVER_WRITTEN)).collect(),
            other: sets[other].iter().map(|set| cards(set, NEVER_READ)).collect(),
            same: sets[player].iter().map(same).collect(),
            groups,
            subsets: (self.hole > 2)
                .then(|| Box::new(Subsets::new(&sets[player], &sets[other], self.hole))),
        }
    }

    /// Returns what is compared beside the first kind of hand: the second one; and each of them once more between those
    /// who both have no hand of the other, since it wins all of the pot then.
    fn contests(
        &self,
        cards: CardSet,
        hands: &[Vec<u32>; 2],
        first: &[Vec<u32>; 2],
        second: &Strengths,
    ) -> Result<[Vec<MoreContest>; 2], SolverError> {
        let second = [
            second.on(cards, &self.sets(&hands[0], 0))?,
            second.on(cards, &self.sets(&hands[1], 1))?,
        ];
        let sorted = |strengths: &[Vec<u32>; 2], among: &dyn Fn(usize, usize) -> bool| {
            let places = [0, 1].map(|player: usize| {
                let mut places: Vec<u32> = (0..hands[player].len() as u32)
                    .filter(|&place| among(player, place as usize))
                    .collect();
                places.sort_by_key(|&place| strengths[player][place as usize]);
                places
            });
            let pick = |of: &[Vec<u32>; 2]| {
                [0, 1].map(|player: usize| {
                    places[player]
                        .iter()
                        .map(|&place| of[player][place as usize])
                        .collect::<Vec<_>>()
                })
            };
            let (numbers, strengths) = (pick(hands), pick(strengths));
            [0, 1].map(|player: usize| MoreContest {
                order: self.order(&numbers, &strengths, player, true),
                places: [places[player].clone(), places[1 - player].clone()],
            })
        };
        let all: [[MoreContest; 2]; 3] = [
            sorted(&second, &|_, _| true),
            sorted(first, &|player, place| second[player][place] == 0),
            sorted(&second, &|player, place| first[player][place] == 0),
        ];
        let mut found = [Vec::new(), Vec::new()];
        for [one, two] in all {
            if !one.places[0].is_empty() && !one.places[1].is_empty() {
                found[0].push(one);
                found[1].push(two);
            }
        }
        Ok(found)
    }

    /// Counts wins less losses of all pairs of hands over all runouts, and keeps them where they are needed.
    fn find_odds(&self, board: &mut Board, street: usize) -> Result<Vec<f32>, SolverError> {
        let (rows, columns) = (board.hands[0].len(), board.hands[1].len());
        let mut counts = vec![0.0_f32; rows * columns];
        for child in &mut board.children {
            let is_complete = street + 1 == self.deals.len();
            let of_child =
                if is_complete { pair_off(child) } else { self.find_odds(child, street + 1)? };
            let width = child.hands[1].len();
            for deal in &child.deals {
                for (row, &place) in of_child.chunks_exact(width.max(1)).zip(&deal.places[0]) {
                    let into = &mut counts[place as usize * columns..][..columns];
                    for (count, &place) in row.iter().zip(&deal.places[1]) {
                        into[place as usize] += count;
                    }
                }
            }
        }
        let order = &board.orders[0];
        for (row, [one, two]) in counts.chunks_exact_mut(columns.max(1)).zip(&order.own) {
            for (count, cards) in row.iter_mut().zip(&order.other) {
                if cards.contains(one) || cards.contains(two) {
                    *count = 0.0;
                }
            }
        }
        if self.keeps_odds(street) {
            let mut left = (self.deck.len() - board.cards.len()) as usize - 2 * self.hole;
            let mut runouts = 1.0;
            for &deal in &self.deals[street..] {
                runouts *= binomial(left, deal) as f32;
                left -= deal;
            }
            let own: Vec<f32> = counts.iter().map(|count| count / runouts).collect();
            let mut other = vec![0.0; own.len()];
            for (row, values) in own.chunks_exact(columns).enumerate() {
                for (column, value) in values.iter().enumerate() {
                    other[column * rows + row] = -value;
                }
            }
            board.odds = [own, other];
        }
        Ok(counts)
    }
}

/// Returns for all pairs of hands on a complete board who wins: 1, 0 or -1 for the first player. Hands that share a card
/// are compared, too.
fn pair_off(board: &Board) -> Vec<f32> {
    let order = &board.orders[0];
    let (rows, columns) = (order.own.len(), order.other.len());
    let mut counts = vec![0.0_f32; rows * columns];
    let (mut own, mut other) = (0, 0);
    for &(own_end, other_end) in &order.groups {
        for row in own..own_end as usize {
            let into = &mut counts[row * columns..][..columns];
            into[..other].fill(1.0);
            into[other_end as usize..].fill(-1.0);
        }
        (own, other) = (own_end as usize, other_end as usize);
    }
    counts
}

/// Returns the renamings that leave cards what they are.
fn stabiliser(group: &[Renaming], cards: CardSet) -> Vec<Renaming> {
    group.iter().filter(|renaming| rename(cards, **renaming) == cards).copied().collect()
}
