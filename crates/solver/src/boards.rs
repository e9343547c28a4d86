//! The boards that can come, each with the hands that players can have on it.
//!
//! Deals that differ by nothing but suits that may be exchanged have one board, which stands for all of them; and on a
//! board hands that differ by nothing but such suits are one, which counts as often as there are such hands.

use croupier_cards::CardSet;
use croupier_equity::problem::{Combo, Problem};
use croupier_equity::runouts::{binomial, visit_subsets};
use croupier_equity::symmetry::{Renaming, Symmetry, rename};

use crate::SolverError;
use crate::lanes::{LANES, NEVER_READ, NEVER_WRITTEN, Order, V};
use crate::likes::{Likes, first_like, stabiliser};
use crate::spot::{Spot, is_possible};
use crate::strength::Strengths;
use crate::subsets::Subsets;
use crate::walk::Flat;

/// Hands of more cards are too many.
pub const MOST_HOLE_CARDS: usize = 5;
/// Odds of all pairs of hands are kept for hands of up to so many cards; others are run out.
const MOST_FOR_ODDS: usize = 2;
/// Hands that differ by suits are merged where they have up to so many cards.
const MOST_TO_MERGE: usize = 2;
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
    /// For each hand of each player on the board, the place of its counterpart on the board before. Where hands are
    /// merged, all deals have those of the first.
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
    /// For each of these hands, how many it stands for: those that differ by suits that may be exchanged.
    pub counts: [Vec<f32>; 2],
    /// The renamings of suits under which hands are one.
    pub group: Vec<Renaming>,
    /// The deals that led here, its own first; none for the first board.
    pub deals: Vec<Deal>,
    /// For each hand how often what it is worth counts for its counterpart on the board before, over all deals; none
    /// where hands are not merged, and every deal counts by itself.
    pub factors: Option<[Vec<f32>; 2]>,
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

impl Board {
    /// Returns the places on the board before of the hands, for one of the deals.
    #[must_use]
    pub fn places(&self, deal: usize) -> &[Vec<u32>; 2] {
        &self.deals[if self.factors.is_some() { 0 } else { deal }].places
    }

    /// Adds up what the hands of a player are worth, by their weights.
    #[must_use]
    pub fn sum(&self, player: usize, values: &[V], weights: &[V]) -> f64 {
        let numbers = values.as_flattened().iter().zip(weights.as_flattened());
        let each = numbers.zip(&self.counts[player]).map(|((value, weight), count)| {
            f64::from(*value) * f64::from(*weight) * f64::from(*count)
        });
        each.sum()
    }

    /// Adds what hands are worth to their counterparts on the board before, for all deals.
    pub fn add_up<T: Copy>(
        &self,
        player: usize,
        values: &[T],
        sums: &mut [T],
        add: impl Fn(T, T, f32) -> T,
    ) {
        if let Some(factors) = &self.factors {
            let hands = values.iter().zip(&self.deals[0].places[player]).zip(&factors[player]);
            for ((value, &place), factor) in hands {
                let sum = &mut sums[place as usize];
                *sum = add(*sum, *value, *factor);
            }
            return;
        }
        for deal in &self.deals {
            for (value, &place) in values.iter().zip(&deal.places[player]) {
                let sum = &mut sums[place as usize];
                *sum = add(*sum, *value, 1.0);
            }
        }
    }
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
    pub(crate) deck: CardSet,
    pub(crate) hole: usize,
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
    pub(crate) fn keeps_odds(&self, street: usize) -> bool {
        self.hole <= MOST_FOR_ODDS
            && self.strengths.len() == 1
            && self.all_ins.get(street) == Some(&true)
    }

    /// Returns the renamings under which hands of a board are one: none but that which changes nothing where hands have
    /// many cards.
    const fn merging<'g>(&self, group: &'g [Renaming]) -> &'g [Renaming] {
        if self.merges() { group } else { &[SAME] }
    }

    const fn merges(&self) -> bool {
        self.hole <= MOST_TO_MERGE
    }

    /// Returns the hands that leave a board alone.
    fn numbers_on(&self, board: CardSet, before: &[u32], player: usize) -> Vec<u32> {
        let apart =
            |&&hand: &&u32| self.hands[player][hand as usize].cards.bits() & board.bits() == 0;
        before.iter().filter(apart).copied().collect()
    }

    /// Returns those of hands that stand for others, and how many each stands for.
    fn first_ones(&self, all: &[u32], player: usize, group: &[Renaming]) -> (Vec<u32>, Vec<f32>) {
        if group.len() == 1 {
            return (all.to_vec(), vec![1.0; all.len()]);
        }
        let mut images = Vec::new();
        let first = |&hand: &u32| {
            let set = self.hands[player][hand as usize].cards;
            images.clear();
            images.extend(group.iter().map(|&renaming| rename(set, renaming).bits()));
            images.sort_unstable();
            images.dedup();
            (images.first() == Some(&set.bits())).then_some((hand, images.len() as f32))
        };
        all.iter().filter_map(first).unzip()
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
        let all = [0, 1].map(|player: usize| self.numbers_on(board, &before[player], player));
        let merging = self.merging(group);
        let extent = &mut extents[street];
        extent.boards += 1;
        let mut counts = [0; 2];
        for (player, all) in all.iter().enumerate() {
            let (hands, _) = self.first_ones(all, player, merging);
            extent.vectors[player] += width(&hands) as u64;
            counts[player] = hands.len() as u64;
            extent.hands[player] += counts[player];
        }
        if self.keeps_odds(street) {
            extent.odds += 2 * counts[0] * counts[1];
        }
        let Some(&deal) = self.deals.get(street) else { return };
        for orbit in self.orbits(board, deal, group) {
            let own = orbit[0].0;
            let next = CardSet::from_bits(board.bits() | own.bits());
            self.count_from(next, &all, street + 1, &stabiliser(group, own), extents);
        }
    }

    /// Makes the first board and all that can follow.
    ///
    /// # Errors
    ///
    /// The evaluation refused a hand.
    pub fn make(&self, board: CardSet) -> Result<Board, SolverError> {
        let every = [0, 1].map(|player: usize| (0..self.hands[player].len() as u32).collect());
        let mut made = self.make_from(board, &every, None, 0, &self.symmetry)?;
        if (0..self.deals.len()).any(|street| self.keeps_odds(street)) {
            self.find_odds(&mut made, 0)?;
        }
        Ok(made)
    }

    /// Makes a board; `before` has all hands that may be there, and `deal` how it is dealt.
    fn make_from(
        &self,
        cards: CardSet,
        before: &[Vec<u32>; 2],
        deal: Option<(&Before, Vec<(CardSet, Renaming)>)>,
        street: usize,
        group: &[Renaming],
    ) -> Result<Board, SolverError> {
        let all = [0, 1].map(|player: usize| self.numbers_on(cards, &before[player], player));
        let merging = self.merging(group);
        let [(one, ones), (two, twos)] =
            [0, 1].map(|player: usize| self.first_ones(&all[player], player, merging));
        let (mut hands, mut counts) = ([one, two], [ones, twos]);
        let is_complete = street == self.deals.len();
        let mut strengths = [Vec::new(), Vec::new()];
        let mut contests = [Vec::new(), Vec::new()];
        if is_complete {
            for player in 0..2 {
                let sets = self.sets(&hands[player], player);
                let found = self.strengths[0].on(cards, &sets)?;
                let mut order: Vec<(u32, u32, f32)> = found
                    .into_iter()
                    .zip(hands[player].iter().copied())
                    .zip(counts[player].iter().copied())
                    .map(|((strength, hand), count)| (strength, hand, count))
                    .collect();
                order.sort_unstable_by_key(|&(strength, hand, _)| (strength, hand));
                hands[player] = order.iter().map(|&(_, hand, _)| hand).collect();
                counts[player] = order.iter().map(|&(_, _, count)| count).collect();
                strengths[player] = order.iter().map(|&(strength, ..)| strength).collect();
            }
            if let Some(second) = self.strengths.get(1) {
                contests = self.contests(cards, &hands, &counts, &strengths, second, merging)?;
            }
        }
        let orders = [0, 1].map(|player: usize| {
            self.order(&hands, &counts, &strengths, player, is_complete, merging)
        });
        let mut chance = 1.0;
        if let Some(&deal) = self.deals.get(street.wrapping_sub(1)) {
            let left = (self.deck.len() - cards.len()) as usize + deal - 2 * self.hole;
            chance = 1.0 / binomial(left, deal) as f32;
        }
        let mut board = Board {
            cards,
            hands,
            counts,
            group: merging.to_vec(),
            deals: Vec::new(),
            factors: None,
            chance,
            orders,
            contests,
            odds: [Vec::new(), Vec::new()],
            children: Vec::new(),
        };
        if let Some((before, orbit)) = deal {
            self.find_places(&mut board, before, orbit);
        }
        if let Some(&deal) = self.deals.get(street) {
            let here = Before {
                places: self.places(&board.hands),
                counts: board.counts.clone(),
                group: merging.to_vec(),
            };
            for orbit in self.orbits(cards, deal, group) {
                let own = orbit[0].0;
                let next = CardSet::from_bits(cards.bits() | own.bits());
                let rest = stabiliser(group, own);
                let child = self.make_from(next, &all, Some((&here, orbit)), street + 1, &rest)?;
                board.children.push(child);
            }
        }
        Ok(board)
    }

    /// Finds the counterparts of hands on the board before.
    fn find_places(&self, board: &mut Board, before: &Before, orbit: Vec<(CardSet, Renaming)>) {
        let deal_count = orbit.len() as f32;
        let merges = self.merges();
        for (number, (cards, renaming)) in orbit.into_iter().enumerate() {
            let places = [0, 1].map(|player: usize| {
                if merges && number > 0 {
                    return Vec::new();
                }
                let sets = self.sets(&board.hands[player], player);
                // Every counterpart is there: ranges are the same when suits are renamed.
                let find =
                    |&set: &u64| before.find(player, rename(CardSet::from_bits(set), renaming));
                sets.iter().map(find).collect()
            });
            board.deals.push(Deal { cards, renaming, places });
        }
        if merges {
            board.factors = Some([0, 1].map(|player: usize| {
                let hands = board.deals[0].places[player].iter().zip(&board.counts[player]);
                let factor = |(&place, count): (&u32, &f32)| {
                    deal_count * count / before.counts[player][place as usize]
                };
                hands.map(factor).collect()
            }));
        }
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
        counts: &[Vec<f32>; 2],
        strengths: &[Vec<u32>; 2],
        player: usize,
        is_complete: bool,
        group: &[Renaming],
    ) -> Order {
        let sets = [0, 1].map(|player: usize| self.sets(&hands[player], player));
        let other = 1 - player;
        let likes = Likes::new(group);
        let cards = |set: &u64, missing: u8| {
            let mut codes = CardSet::from_bits(*set).iter().map(|card| likes.first(card));
            [codes.next().unwrap_or(missing), codes.next().unwrap_or(missing)]
        };
        // How many of the hands that one stands for have a card is the same for all cards that are alike.
        let factors = |(set, count): (&u64, &f32)| {
            let mut codes = CardSet::from_bits(*set).iter().map(|card| count / likes.count(card));
            [*count, codes.next().unwrap_or(0.0), codes.next().unwrap_or(0.0)]
        };
        let factors = if group.len() > 1 {
            sets[other].iter().zip(&counts[other]).map(factors).collect()
        } else {
            Vec::new()
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
            factors,
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
        counts: &[Vec<f32>; 2],
        first: &[Vec<u32>; 2],
        second: &Strengths,
        group: &[Renaming],
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
            let (numbers, counts) = (pick(&places, hands), pick(&places, counts));
            let strengths = pick(&places, strengths);
            [0, 1].map(|player: usize| MoreContest {
                order: self.order(&numbers, &counts, &strengths, player, true, group),
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
}

/// The hands of the board before.
struct Before {
    /// Their cards and places, in the order of their cards.
    places: [Vec<(u64, u32)>; 2],
    /// How many each stands for.
    counts: [Vec<f32>; 2],
    /// The renamings under which they are one.
    group: Vec<Renaming>,
}

impl Before {
    fn find(&self, player: usize, cards: CardSet) -> u32 {
        let first = first_like(cards, &self.group).bits();
        let places = &self.places[player];
        places.binary_search_by_key(&first, |&(set, _)| set).map_or(0, |at| places[at].1)
    }
}

/// Returns what stands at some places.
fn pick<T: Copy>(places: &[Vec<u32>; 2], of: &[Vec<T>; 2]) -> [Vec<T>; 2] {
    [0, 1].map(|player: usize| {
        places[player].iter().map(|&place| of[player][place as usize]).collect()
    })
}
