//! Many deals at once, one in each lane of a vector.
//!
//! The cards of a deal are places in a deck that was shuffled. The next card is a number below that of
//! the cards that are left; counting up past each place that is taken, the lowest first, finds the place.
//! The taken places are kept in order on the way. There is no branch, so that plain loops become vectors.

use croupier_cards::RandomNumbers;

/// So many deals are made at once.
pub(crate) const LANES: usize = 64;

/// A number for each deal.
pub(crate) type Lane = [u8; LANES];

/// Room for the cards of deals.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// The places of the cards, card by card.
    pub(crate) dealt: Vec<Lane>,
    /// The places that are taken, the lowest first.
    taken: Vec<Lane>,
}

impl Places {
    pub(crate) fn new(count: usize) -> Self {
        Self { dealt: vec![[0; LANES]; count], taken: vec![[0; LANES]; count] }
    }

    /// Deals different places in a deck of so many cards.
    ///
    /// Some places come a little more often than others, as 65,536 is no multiple of their number; this does
    /// no harm where the deck is shuffled, independently of what is dealt here.
    pub(crate) fn deal(&mut self, deck: usize, random: &mut RandomNumbers) {
        for number in 0..self.dealt.len() {
            let mut drawn = [0_u16; LANES];
            for four in drawn.as_chunks_mut::<4>().0 {
                let bits = random.next();
                for (place, value) in four.iter_mut().enumerate() {
                    *value = (bits >> (16 * place)) as u16;
                }
            }
            let bound = (deck - number) as u32;
            let mut dealt = [0; LANES];
            for (place, value) in dealt.iter_mut().zip(drawn) {
                *place = ((u32::from(value) * bound) >> 16) as u8;
            }
            let mut carried = dealt;
            let (before, next) = self.taken.split_at_mut(number);
            for taken in before {
                for lane in 0..LANES {
                    // Once the place is found, it is below all that follow, and what it displaces, too.
                    let passed = u8::from(carried[lane] >= taken[lane]);
                    dealt[lane] += passed;
                    let place = carried[lane] + passed;
                    carried[lane] = place.max(taken[lane]);
                    taken[lane] = place.min(taken[lane]);
                }
            }
            next[0] = carried;
            self.dealt[number] = dealt;
        }
    }
}

/// Adds the cards at some places to sets.
#[inline]
pub(crate) fn add_cards(places: &[Lane], deck: &[u64; LANES], sets: &mut [u64], start: u64) {
    let card = |place: u8| deck[usize::from(place) % LANES];
    match places {
        [first, second] => {
            for ((set, &first), &second) in sets.iter_mut().zip(first).zip(second) {
                *set = start | card(first) | card(second);
            }
        }
        [a, b, c, d, e] => {
            for (lane, set) in sets.iter_mut().enumerate().take(LANES) {
                let first = card(a[lane]) | card(b[lane]) | card(c[lane]);
                *set = start | first | card(d[lane]) | card(e[lane]);
            }
        }
        places => {
            sets.fill(start);
            for lanes in places {
                for (set, &place) in sets.iter_mut().zip(lanes) {
                    *set |= card(place);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_differ_and_all_come() {
        let mut random = RandomNumbers::new(3);
        let mut places = Places::new(17);
        let mut counts = [[0_u32; 52]; 17];
        for _ in 0..500 {
            places.deal(52, &mut random);
            for lane in 0..LANES {
                let mut seen = 0_u64;
                for (number, dealt) in places.dealt.iter().enumerate() {
                    assert!(dealt[lane] < 52);
                    assert_eq!(seen >> dealt[lane] & 1, 0);
                    seen |= 1 << dealt[lane];
                    counts[number][usize::from(dealt[lane])] += 1;
                }
            }
        }
        // 32,000 deals: about 615 of each, give or take 25.
        for counts in counts {
            assert!(counts.iter().all(|&count| (490..740).contains(&count)), "{counts:?}");
        }
    }

    #[test]
    fn the_whole_deck_can_be_dealt() {
        let mut places = Places::new(36);
        places.deal(36, &mut RandomNumbers::new(1));
        for lane in 0..LANES {
            let all = places.dealt.iter().fold(0_u64, |all, dealt| all | 1 << dealt[lane]);
            assert_eq!(all, (1 << 36) - 1);
        }
    }
}
