//! The cards to come, one way after the other.

/// Returns how many ways there are to take some of so many.
#[must_use]
pub const fn binomial(from: usize, take: usize) -> u64 {
    if take > from {
        return 0;
    }
    let mut result = 1_u64;
    let mut step = 0;
    while step < take {
        result = match result.checked_mul((from - step) as u64) {
            Some(product) => product / (step as u64 + 1),
            None => return u64::MAX,
        };
        step += 1;
    }
    result
}

/// Calls back with every subset of so many bits, in the order of the lowest bits.
pub fn visit_subsets(bits: u64, count: usize, visit: &mut impl FnMut(u64)) {
    fn go(bits: u64, count: usize, chosen: u64, visit: &mut impl FnMut(u64)) {
        if count == 0 {
            visit(chosen);
            return;
        }
        let mut left = bits;
        while left.count_ones() as usize >= count {
            let lowest = left & left.wrapping_neg();
            left ^= lowest;
            go(left, count - 1, chosen | lowest, visit);
        }
    }
    go(bits, count, 0, visit);
}

/// All ways to take so many of some cards, by number, so that threads can share them.
#[derive(Debug, Clone)]
pub struct Runouts {
    cards: Vec<u64>,
    take: usize,
}

impl Runouts {
    /// Takes so many of the bits.
    #[must_use]
    pub fn new(bits: u64, take: usize) -> Self {
        let mut cards = Vec::new();
        visit_subsets(bits, 1, &mut |card| cards.push(card));
        Self { cards, take }
    }

    /// Returns how many ways there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        binomial(self.cards.len(), self.take)
    }

    /// Calls back with so many subsets from a number on.
    pub fn visit(&self, start: u64, count: u64, mut visit: impl FnMut(u64)) {
        let Some(mut places) = self.places(start) else { return };
        let mut left = count.min(self.count() - start);
        loop {
            if left == 0 {
                return;
            }
            left -= 1;
            visit(places.iter().fold(0, |set, &place| set | self.cards[place]));
            let last = self.cards.len() - self.take;
            let Some(at) = (0..self.take).rev().find(|&at| places[at] < last + at) else { return };
            places[at] += 1;
            for later in at + 1..self.take {
                places[later] = places[later - 1] + 1;
            }
        }
    }

    /// Returns the places of the cards of a subset by its number, in lexicographic order.
    fn places(&self, mut number: u64) -> Option<Vec<usize>> {
        if number >= self.count() {
            return None;
        }
        let mut places = Vec::with_capacity(self.take);
        let mut next = 0;
        for at in 0..self.take {
            loop {
                let after = binomial(self.cards.len() - next - 1, self.take - at - 1);
                if number < after {
                    break;
                }
                number -= after;
                next += 1;
            }
            places.push(next);
            next += 1;
        }
        Some(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_the_whole() {
        let mut all = Vec::new();
        visit_subsets(0b1011_0111, 3, &mut |set| all.push(set));
        assert_eq!(all.len(), 20);
        let runouts = Runouts::new(0b1011_0111, 3);
        for piece in 1..=20 {
            let mut found = Vec::new();
            for start in (0..20).step_by(piece) {
                runouts.visit(start, piece as u64, |set| found.push(set));
            }
            assert_eq!(found, all);
        }
    }

    #[test]
    fn nothing_to_come_is_one_way() {
        let runouts = Runouts::new(0b111, 0);
        let mut found = Vec::new();
        runouts.visit(0, 10, |set| found.push(set));
        assert_eq!((runouts.count(), found), (1, vec![0]));
    }
}
