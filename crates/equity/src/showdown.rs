//! Shares of the pot by the strengths of the hands.

/// The part of the pot that each player gets.
#[derive(Debug, Clone)]
pub(crate) struct Shares {
    pub(crate) parts: Vec<f64>,
}

impl Shares {
    pub(crate) fn new(players: usize) -> Self {
        Self { parts: vec![0.0; players] }
    }
}

/// Tells whether a part is all of the pot.
pub(crate) fn is_all(share: f64) -> bool {
    share > 1.0 - 1e-9
}

/// Divides the pot by the strengths of all players, contest by contest; 0 is no hand.
///
/// Contests that nobody has a hand for leave the pot to the others.
#[inline]
pub(crate) fn share_pot(strengths: &[u32], shares: &mut Shares) {
    let players = shares.parts.len();
    shares.parts.fill(0.0);
    let mut divided = 0;
    for row in strengths.chunks_exact(players) {
        let best = row.iter().copied().max().unwrap_or(0);
        if best == 0 {
            continue;
        }
        divided += 1;
        let winners = row.iter().filter(|&&strength| strength == best).count();
        let part = 1.0 / winners as f64;
        for (share, &strength) in shares.parts.iter_mut().zip(row) {
            *share += if strength == best { part } else { 0.0 };
        }
    }
    if divided == 0 {
        // Nobody has a hand: they share it.
        shares.parts.fill(1.0 / players as f64);
    }
    if divided > 1 {
        for share in &mut shares.parts {
            *share /= f64::from(divided);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_and_quarters() {
        let mut shares = Shares::new(3);
        share_pot(&[5, 4, 5, 0, 7, 7], &mut shares);
        assert_eq!(shares.parts, [0.25, 0.25, 0.5]);
        share_pot(&[5, 4, 5, 0, 0, 0], &mut shares);
        assert_eq!(shares.parts, [0.5, 0.0, 0.5]);
        share_pot(&[0, 0, 0], &mut shares);
        assert_eq!(shares.parts, [1.0 / 3.0; 3]);
        share_pot(&[9, 4, 5], &mut shares);
        assert!(is_all(shares.parts[0]));
    }
}
