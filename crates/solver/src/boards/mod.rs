//! The boards that can come, each with the hands that players can have on it.
//!
//! Deals that differ by nothing but suits that may be exchanged have one board, which stands for all of them; and on a
//! board hands that differ by nothing but such suits are one, which counts as often as there are such hands.
//!
//! | module | what is in it |
//! |---|---|
//! | [`strength`] | how strong hands are on a board |
//! | `likes` | suits that do not tell hands apart |
//! | `odds` | who wins when all-in with cards to come |

pub(crate) mod likes;
pub(crate) mod odds;
pub mod strength;

use croupier_cards::CardSet;
use croupier_equity::problem::{Combo, Problem};
use croupier_equity::runouts::{binomial, visit_subsets};
use croupier_equity::symmetry::{Renaming, Symmetry, rename};

use crate::SolverError;
use crate::boards::likes::{Likes, first_like, stabiliser};
use crate::boards::odds::Odds;
use crate::boards::strength::Judge;
use crate::spot::{Spot, is_possible};
use crate::vectors::lanes::{Kernels, LANES, NO_CARD, Order, V};
use crate::vectors::subsets::Subsets;
use crate::walk::Flat;

/// Hands of more cards are too many.
pub const MAX_HOLE_CARDS: usize = 5;
/// Odds of all pairs of hands are kept for hands of up to so many cards; others are run out.
const MAX_FOR_ODDS: usize = 2;
/// Hands that differ by suits are merged where they have up to so many cards.
const MAX_TO_MERGE: usize = 2;
/// All suits as they are.
pub(crate) const SAME: Renaming = [0, 1, 2, 3];

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

/// Another comparison of some hands of a complete board, for a part of the pot.
#[derive(Debug)]
pub struct MoreContest {
    /// The part of the pot.
    pub part: f32,
    /// These hands in the order of strength.
    pub order: Order,
    /// Their places among those that are stored.
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
    /// For each of these hands, how many it stands for: those that differ by suits that may be exchanged. Empty where
    /// each stands for itself.
    pub counts: [Vec<f32>; 2],
    /// The renamings of suits under which hands are one.
    pub group: Vec<Renaming>,
    /// The deals that led here, its own first; none for the first board.
    pub deals: Vec<Deal>,
    /// For each hand how often what it is worth counts for its counterpart on the board before, over all deals; empty
    /// where that is once for all of them. None where hands are not merged, and every deal counts by itself.
    pub factors: Option<[Vec<f32>; 2]>,
    /// How likely each of the deals is for who knows both hands.
    pub chance: f32,
    /// The hands of both players: sorted where the board is complete.
    pub order: Order,
    /// The part of the pot that the first kind of hand is for, whatever hands there are.
    pub part: f32,
    /// The other contests, where several kinds of hands share the pot.
    pub contests: Vec<MoreContest>,
    /// How often each hand wins over all runouts, where that is needed.
    pub odds: Option<Odds>,
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
        let hands = 0..self.hands[player].len();
        let each = numbers.zip(hands).map(|((value, weight), place)| {
            let count = count_of(&self.counts[player], place);
            f64::from(*value) * f64::from(*weight) * f64::from(count)
        });
        each.sum()
    }

    /// Adds what hands are worth to their counterparts on the board before, for all deals.
    pub fn add_up(&self, kernels: &Kernels, player: usize, values: &[V], sums: &mut [V]) {
        if let Some(factors) = &self.factors {
            return kernels.add_to(values, &self.deals[0].places[player], &factors[player], sums);
        }
        for deal in &self.deals {
            kernels.add_to(values, &deal.places[player], &[], sums);
        }
    }
}

/// Returns how many a hand stands for.
pub(crate) fn count_of(counts: &[f32], place: usize) -> f32 {
    counts.get(place).copied().unwrap_or(1.0)
}

/// How many vectors the hands of a player fill.
#[must_use]
pub fn width(hands: &[u32]) -> usize {
    hands.len().div_ceil(LANES)
}

/// The hands, deals and judge that boards are made with.
pub struct Boards<'a> {
    /// The hands at the root.
    pub hands: &'a Hands,
    /// How many cards each deal has.
    pub deals: Vec<usize>,
    /// On which streets there are showdowns with cards to come.
    pub all_ins: Vec<bool>,
    pub(crate) deck: CardSet,
    pub(crate) hole: usize,
    judge: Judge,
    pub(crate) symmetry: Vec<Renaming>,
}

/// Returns the hands that players can have at the root, by the bits of their cards.
#[must_use]
pub fn possible_hands(spot: &Spot) -> Hands {
    let board = spot.taken();
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
        if !(1..=MAX_HOLE_CARDS).contains(&hole) {
            return Err(SolverError::Unsupported(format!("players have {hole} hole cards")));
        }
        let judge = Judge::new(spot)?;
        let problem = Problem {
            deck: spot.deck(),
            board: spot.board.iter().copied().collect(),
            dead: spot.dead,
            hole_count: hole,
            board_count: board,
            players: hands.to_vec(),
            contests: Vec::new(),
        };
        let symmetry = if symmetric && judge.ignores_names_of_suits() {
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
            judge,
            symmetry: symmetry.renamings().to_vec(),
        })
    }

    /// Lists the deals that differ by more than suits: of each its renamings, its own first.
    pub(crate) fn orbits(
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
        self.hole <= MAX_FOR_ODDS
            && self.judge.way_count() == 1
            && self.all_ins.get(street) == Some(&true)
    }

    /// Returns the renamings under which hands of a board are one: none but that which changes nothing where hands have
    /// many cards.
    pub(crate) const fn merging<'g>(&self, group: &'g [Renaming]) -> &'g [Renaming] {
        if self.merges() { group } else { &[SAME] }
    }

    pub(crate) const fn merges(&self) -> bool {
        self.hole <= MAX_TO_MERGE
    }

    /// Returns the hands that leave a board alone.
    pub(crate) fn numbers_on(&self, board: CardSet, before: &[u32], player: usize) -> Vec<u32> {
        let apart =
            |&&hand: &&u32| self.hands[player][hand as usize].cards.bits() & board.bits() == 0;
        before.iter().filter(apart).copied().collect()
    }

    /// Returns those of hands that stand for others, and how many each stands for; nothing where each stands for itself.
    pub(crate) fn first_ones(
        &self,
        all: &[u32],
        player: usize,
        group: &[Renaming],
    ) -> (Vec<u32>, Vec<f32>) {
        if group.len() == 1 {
            return (all.to_vec(), Vec::new());
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
        let mut contests = Vec::new();
        let mut part = 1.0;
        if is_complete {
            let sets = [0, 1].map(|player: usize| self.sets(&hands[player], player));
            let mut ways = self.judge.strengths(cards, &sets)?;
            let places = [0, 1].map(|player: usize| {
                let first = ways.first().map_or(&[][..], |way| &way[player]);
                let mut places: Vec<u32> = (0..hands[player].len() as u32).collect();
                let key = |&place: &u32| (first[place as usize], hands[player][place as usize]);
                places.sort_unstable_by_key(key);
                places
            });
            (hands, counts) = (pick(&places, &hands), pick(&places, &counts));
            ways.iter_mut().for_each(|way| *way = pick(&places, way));
            if ways.len() > 1 {
                (part, contests) = self.contests(&hands, &counts, &ways, merging);
            }
            strengths = ways.into_iter().next().unwrap_or(strengths);
        }
        let order = self.order(&hands, &counts, &strengths, is_complete, merging);
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
            order,
            part,
            contests,
            odds: None,
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
                if before.group.len() == 1 {
                    return Vec::new();
                }
                let hands = board.deals[0].places[player].iter().enumerate();
                let factor = |(hand, &place): (usize, &u32)| {
                    let before = count_of(&before.counts[player], place as usize);
                    deal_count * count_of(&board.counts[player], hand) / before
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
        is_complete: bool,
        group: &[Renaming],
    ) -> Order {
        let sets = [0, 1].map(|player: usize| self.sets(&hands[player], player));
        let likes = Likes::new(group);
        let cards = |set: &u64| {
            let mut codes = CardSet::from_bits(*set).iter().map(|card| likes.first(card));
            [codes.next().unwrap_or(NO_CARD), codes.next().unwrap_or(NO_CARD)]
        };
        // How many of the hands that one stands for have a card is the same for all cards that are alike.
        let factors = |(set, count): (&u64, f32)| {
            let mut codes = CardSet::from_bits(*set).iter().map(|card| count / likes.count(card));
            [count, codes.next().unwrap_or(0.0), codes.next().unwrap_or(0.0)]
        };
        let factors = [0, 1].map(|player: usize| {
            if group.len() == 1 && self.hole != 1 {
                return Vec::new();
            }
            let count = |place: usize| count_of(&counts[player], place);
            sets[player].iter().zip((0..).map(count)).map(factors).collect()
        });
        let mut same = Vec::new();
        // A single hole card cannot be held by both players.
        if self.hole > 1 {
            let mut found: Vec<(u64, u32)> = sets[1].iter().copied().zip(0..).collect();
            found.sort_unstable();
            for (set, place) in sets[0].iter().zip(0..) {
                if let Ok(at) = found.binary_search_by_key(set, |&(set, _)| set) {
                    same.push([place, found[at].1]);
                }
            }
            same.shrink_to_fit();
        }
        let mut groups = Vec::new();
        if is_complete {
            let [own, other] = strengths;
            let (mut one, mut two) = (0, 0);
            while one < own.len() || two < other.len() {
                let least = match (own.get(one), other.get(two)) {
                    (Some(own), Some(other)) => *own.min(other),
                    (Some(only), None) | (None, Some(only)) => *only,
                    (None, None) => break,
                };
                one += own[one..].iter().take_while(|each| **each == least).count();
                two += other[two..].iter().take_while(|each| **each == least).count();
                groups.push([one as u32, two as u32]);
            }
            groups.shrink_to_fit();
        }
        Order {
            cards: [0, 1].map(|player: usize| sets[player].iter().map(cards).collect()),
            same,
            factors,
            groups,
            subsets: (self.hole > 2).then(|| Box::new(Subsets::new(&sets, self.hole))),
        }
    }

    /// Returns which part of the pot the first kind of hand is for in any case, and what is compared beside it.
    ///
    /// Which part a kind is for depends on the kinds that either player has: where nobody has a low hand, high ones are
    /// for the whole pot. Of each kind the part that it is always for is compared once for all hands, and what it is for
    /// beyond that between those hands alone where it is.
    fn contests(
        &self,
        hands: &[Vec<u32>; 2],
        counts: &[Vec<f32>; 2],
        ways: &[[Vec<u32>; 2]],
        group: &[Renaming],
    ) -> (f32, Vec<MoreContest>) {
        // For each hand the kinds that it has, as bits.
        let kinds = [0, 1].map(|player: usize| -> Vec<u32> {
            let kinds_of = |place: usize| {
                let has = |way: usize| u32::from(ways[way][player][place] > 0) << way;
                (0..ways.len()).map(has).sum()
            };
            (0..hands[player].len()).map(kinds_of).collect()
        });
        let distinct = [0, 1].map(|player: usize| {
            let mut distinct = kinds[player].clone();
            distinct.sort_unstable();
            distinct.dedup();
            distinct
        });
        let mut base = 0.0;
        let mut found = Vec::new();
        for (way, strengths) in ways.iter().enumerate() {
            // None where neither player has such a hand, so that it does not matter.
            let part_of = |own: u32, other: u32| {
                let either = own | other;
                let won: Vec<bool> = (0..ways.len()).map(|way| either >> way & 1 == 1).collect();
                won[way].then(|| self.judge.parts(&won)[way])
            };
            let pairs = distinct[0]
                .iter()
                .flat_map(|&own| distinct[1].iter().filter_map(move |&other| part_of(own, other)));
            let always = pairs.fold(None, |least: Option<f64>, part| {
                Some(least.map_or(part, |least| least.min(part)))
            });
            let Some(always) = always else { continue };
            let mut compare = |own: &[u32], other: &[u32], part: f64| {
                let among = [own, other];
                let places = [0, 1].map(|player: usize| {
                    let mut places: Vec<u32> = (0..hands[player].len() as u32)
                        .filter(|&place| among[player].contains(&kinds[player][place as usize]))
                        .collect();
                    places.sort_by_key(|&place| strengths[player][place as usize]);
                    places
                });
                let (numbers, counts) = (pick(&places, hands), pick(&places, counts));
                let strengths = pick(&places, strengths);
                found.push(MoreContest {
                    part: part as f32,
                    order: self.order(&numbers, &counts, &strengths, true, group),
                    places,
                });
            };
            if way == 0 {
                base = always as f32;
            } else if always > 0.0 {
                compare(&distinct[0], &distinct[1], always);
            }
            // Those of the first player's hands go together that are compared with the same ones.
            let mut more: Vec<(Vec<u32>, Vec<u32>, f64)> = Vec::new();
            for &own in &distinct[0] {
                let mut with: Vec<(f64, Vec<u32>)> = Vec::new();
                for &other in &distinct[1] {
                    let beyond = part_of(own, other).map_or(0.0, |part| part - always);
                    if beyond < 1e-9 {
                        continue;
                    }
                    match with.iter_mut().find(|(part, _)| (part - beyond).abs() < 1e-9) {
                        Some((_, others)) => others.push(other),
                        None => with.push((beyond, vec![other])),
                    }
                }
                for (part, others) in with {
                    let same = |each: &&mut (Vec<u32>, Vec<u32>, f64)| {
                        each.1 == others && (each.2 - part).abs() < 1e-9
                    };
                    match more.iter_mut().find(same) {
                        Some((owns, ..)) => owns.push(own),
                        None => more.push((vec![own], others, part)),
                    }
                }
            }
            more.iter().for_each(|(own, other, part)| compare(own, other, *part));
        }
        (base, found)
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

/// Returns what stands at some places, if anything stands anywhere.
fn pick<T: Copy>(places: &[Vec<u32>; 2], of: &[Vec<T>; 2]) -> [Vec<T>; 2] {
    [0, 1].map(|player: usize| {
        places[player].iter().filter_map(|&place| of[player].get(place as usize)).copied().collect()
    })
}
