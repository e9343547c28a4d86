//! Wild cards and bugs in rankings by shape.
//!
//! A wild card is any card that the hand does not hold, or the fifth of a kind. A bug is an ace,
//! or any card that completes a straight, a flush or a straight flush; in low hands it is wild.

use croupier_cards::set::RANK_MASK;
use croupier_cards::{CardSet, rank, suit};

use crate::best::SmallCards;
use crate::ranking::Roles;

use super::{Holding, MAX_CARDS, Pattern, Placed, Shape, Suits};

/// Cards of which some are wild.
#[derive(Debug, Clone, Copy)]
struct WildHand {
    /// The cards that are what they are.
    natural: CardSet,
    /// How many cards are wild.
    wild: usize,
    /// How many cards are bugs.
    bugs: usize,
}

impl WildHand {
    fn size(&self) -> usize {
        self.natural.len() as usize + self.wild + self.bugs
    }
}

/// For each number, the positions that are held at least so often.
#[derive(Debug, Clone, Copy)]
struct AtLeast([u16; MAX_CARDS + 1]);

impl AtLeast {
    /// Counts what four suits hold of so many positions.
    fn new([clubs, diamonds, hearts, spades]: [u16; suit::COUNT], positions: usize) -> Self {
        let (minor_two, major_two) = (clubs & diamonds, hearts & spades);
        let (minor, major) = (clubs | diamonds, hearts | spades);
        let mut masks = [0; MAX_CARDS + 1];
        masks[0] = ((1_u32 << positions) - 1) as u16;
        masks[1] = minor | major;
        masks[2] = minor_two | major_two | minor & major;
        masks[3] = minor_two & major | major_two & minor;
        masks[4] = minor_two & major_two;
        Self(masks)
    }

    /// Adds a card of a position.
    fn add(&mut self, position: u8) {
        let bit = 1 << position;
        if let Some(mask) = self.0.iter_mut().find(|mask| **mask & bit == 0) {
            *mask |= bit;
        }
    }

    /// Returns how many cards are missing for so many of a position.
    fn missing(&self, position: u8, size: u8) -> u8 {
        (1..=usize::from(size)).filter(|&count| self.0[count] >> position & 1 == 0).count() as u8
    }
}

impl Shape {
    /// Returns the strength of the best hand that cards with such roles can be.
    pub(crate) fn strength_of_wild(&self, cards: CardSet, roles: Roles) -> Option<u32> {
        let free = roles.free_of(cards);
        let bugs = free.intersection(roles.bugs).len() as usize;
        let hand =
            WildHand { natural: cards.difference(free), wild: free.len() as usize - bugs, bugs };
        self.place_wild(hand).map(|placed| self.pack(&placed))
    }

    /// Finds the best hand that the cards can be. There may be more of them than a hand has where high hands win.
    fn place_wild(&self, hand: WildHand) -> Option<Placed> {
        if self.low_kinds { self.place_wild_low(hand) } else { self.place_wild_high(hand) }
    }

    /// Goes through the kinds from the best and takes the first that the cards can be.
    fn place_wild_high(&self, hand: WildHand) -> Option<Placed> {
        let suits = self.suits_by_position(hand.natural)?;
        let all_suits = suits.iter().fold(0, |all, mask| all | mask);
        let ace = self.positions[rank::COUNT - 1]?;
        let mut held = AtLeast::new(suits, self.order.len());
        for _ in 0..hand.bugs {
            held.add(ace);
        }
        let completing = (hand.wild + hand.bugs) as u32;

        self.kinds.iter().enumerate().rev().find_map(|(index, kind)| match &kind.pattern {
            Pattern::Groups(multiplicities)
                if kind.suits == Suits::SAME && multiplicities.len() > 1 =>
            {
                let length = multiplicities.len() as u32;
                let best = suits
                    .iter()
                    .filter_map(|&mask| self.fill_flush(mask, completing, length))
                    .max()?;
                Some(Placed::new(
                    index,
                    (0..rank::COUNT as u8).rev().filter(|bit| best >> bit & 1 == 1),
                ))
            }
            Pattern::Groups(multiplicities) => {
                let mut placed = Placed::new(index, []);
                let wild = hand.wild.min(MAX_CARDS) as u8;
                choose_groups(&held, wild, multiplicities, 0, &mut placed).then_some(placed)
            }
            pattern => {
                let length = pattern.card_count() as u32;
                let fits = |mask: u16, straight: u16| {
                    (mask & straight).count_ones() + completing >= length
                };
                let found = if kind.suits == Suits::SAME {
                    let best = suits.iter().filter_map(|&mask| {
                        let possible = mask.count_ones() + completing >= length;
                        let mut straights = possible.then(|| self.straights(pattern).rev())?;
                        straights.find(|&(_, straight)| fits(mask, straight))
                    });
                    best.max_by_key(|&(top, _)| top)
                } else {
                    self.straights(pattern).rev().find(|&(_, straight)| fits(all_suits, straight))
                };
                found.map(|(top, _)| Placed::new(index, [top]))
            }
        })
    }

    /// Returns the ranks of the best flush of a suit, free cards taking the highest that are missing.
    fn fill_flush(&self, mut mask: u16, free: u32, length: u32) -> Option<u16> {
        if mask.count_ones() + free < length {
            return None;
        }
        for _ in 0..free {
            let missing = (0..self.order.len()).rev().find(|&position| mask >> position & 1 == 0);
            mask |= missing.map_or(0, |position| 1 << position);
        }
        while mask.count_ones() > length {
            mask &= mask - 1;
        }
        Some(mask)
    }

    /// Returns the positions that each suit holds; `None` where a card has none.
    fn suits_by_position(&self, cards: CardSet) -> Option<[u16; suit::COUNT]> {
        let suits = cards.suit_masks();
        if suits.iter().any(|mask| mask & !RANK_MASK != 0) {
            return None;
        }
        let standard =
            (0_u8..).zip(&self.positions).all(|(rank, position)| *position == Some(rank));
        if standard {
            return Some(suits);
        }
        let mut moved = [0; suit::COUNT];
        for card in cards.iter() {
            let position = self.positions[usize::from(card.rank()?.index())]?;
            moved[usize::from(card.suit()?.index())] |= 1 << position;
        }
        Some(moved)
    }

    /// Tries every rank for every wild card.
    fn place_wild_low(&self, hand: WildHand) -> Option<Placed> {
        if hand.size() > MAX_CARDS {
            return None;
        }
        let natural: SmallCards = hand.natural.iter().collect();
        let natural = self.holding(&natural)?;
        let distinct = |holding: &Holding| holding.counts.iter().all(|&count| count <= 1);
        let mut best: Option<Placed> = None;
        self.fill(&natural, hand.wild + hand.bugs, 0, &mut |holding| {
            // Free cards can always be of another suit, which is all that a low hand can want.
            let suited = holding.suited && hand.wild + hand.bugs == 0 && distinct(holding);
            let Some(placed) = self.place_holding(&Holding { suited, ..*holding }) else { return };
            if best.is_none_or(|best| self.pack(&placed) > self.pack(&best)) {
                best = Some(placed);
            }
        });
        best
    }

    /// Calls back with every way to give ranks to so many free cards.
    fn fill(&self, base: &Holding, free: usize, from: usize, visit: &mut impl FnMut(&Holding)) {
        if free == 0 {
            visit(base);
            return;
        }
        for position in from..self.order.len() {
            let mut next = *base;
            next.counts[position] += 1;
            next.size += 1;
            self.fill(&next, free - 1, position, visit);
        }
    }
}

/// Chooses the highest positions for groups, and tells whether wild cards suffice for what is missing.
fn choose_groups(held: &AtLeast, wild: u8, groups: &[u8], taken: u16, chosen: &mut Placed) -> bool {
    let Some((&size, rest)) = groups.split_first() else { return true };
    let mut candidates = held.0[usize::from(size.saturating_sub(wild))] & !taken;
    while candidates != 0 {
        let position = candidates.ilog2() as u8;
        let bit = 1 << position;
        candidates ^= bit;
        let left = wild - held.missing(position, size);
        chosen.push(position);
        if choose_groups(held, left, rest, taken | bit, chosen) {
            return true;
        }
        chosen.pop();
    }
    false
}
