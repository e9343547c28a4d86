//! Sizes of bets and raises as people write them, and what they come to.

use croupier_engine::Chips;

use crate::SolverError;

/// A size of a bet or a raise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// A part of the pot as it is after calling.
    Pot(f64),
    /// A multiple of the bet before.
    Multiple(f64),
    /// So many chips, or so many more than the bet before.
    Chips(Chips),
    /// The same part of the pot on so many streets, all-in on the last; on all that are left when there is no
    /// number. No more than a part of the pot, if that is given.
    Geometric(Option<u32>, Option<f64>),
    /// The least that the rules allow.
    Least,
    /// Everything.
    AllIn,
}

impl Size {
    /// Reads a size.
    ///
    /// # Errors
    ///
    /// [`SolverError::Size`].
    pub fn parse(text: &str) -> Result<Self, SolverError> {
        let name = text.trim().to_ascii_lowercase();
        let wrong = || SolverError::Size(text.trim().to_owned());
        let number = |part: &str| {
            let found: f64 = part.trim().parse().map_err(|_| wrong())?;
            if found.is_finite() && found > 0.0 && found < 1e12 { Ok(found) } else { Err(wrong()) }
        };
        match name.as_str() {
            "a" | "all-in" | "allin" => return Ok(Self::AllIn),
            "min" => return Ok(Self::Least),
            "pot" => return Ok(Self::Pot(1.0)),
            _ => {}
        }
        if let Some((streets, most)) = name.split_once('e') {
            let streets = match streets.trim() {
                "" => None,
                digits => {
                    Some(digits.parse().ok().filter(|n| (1..=9).contains(n)).ok_or_else(wrong)?)
                }
            };
            let most = match most.trim() {
                "" => None,
                part => Some(number(part.strip_suffix('%').ok_or_else(wrong)?)? / 100.0),
            };
            return Ok(Self::Geometric(streets, most));
        }
        if let Some(part) = name.strip_suffix('%') {
            return Ok(Self::Pot(number(part)? / 100.0));
        }
        if let Some(part) = name.strip_suffix('x') {
            return Ok(Self::Multiple(number(part)?));
        }
        let digits = name.strip_suffix('c').unwrap_or(&name);
        let chips = number(digits)?;
        if chips.fract() == 0.0 { Ok(Self::Chips(chips as Chips)) } else { Err(wrong()) }
    }

    /// Reads sizes with commas between them.
    ///
    /// # Errors
    ///
    /// As [`Size::parse`].
    pub fn parse_list(text: &str) -> Result<Vec<Self>, SolverError> {
        text.split(',').filter(|part| !part.trim().is_empty()).map(Self::parse).collect()
    }
}

/// The sizes of one player on one street.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Menu {
    /// Bets.
    pub bets: Vec<Size>,
    /// Raises.
    pub raises: Vec<Size>,
    /// Bets into who bet last on the street before; as other bets where there are none.
    pub donks: Option<Vec<Size>>,
}

impl Menu {
    /// Checks that no bet is a multiple of a bet that is not there.
    ///
    /// # Errors
    ///
    /// [`SolverError::MultipleOfNothing`].
    pub fn check(&self) -> Result<(), SolverError> {
        for size in self.bets.iter().chain(self.donks.iter().flatten()) {
            if let Size::Multiple(factor) = size {
                return Err(SolverError::MultipleOfNothing(format!("{factor}x")));
            }
        }
        Ok(())
    }
}

/// The limits at which sizes are added, enlarged and left out.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Thresholds {
    /// All-in is possible, too, where it is no more than this part of the pot.
    pub add_all_in: f64,
    /// A player who would have no more than this part of the pot left after a call is all-in instead.
    pub force_all_in: f64,
    /// Of two sizes, the smaller is left out where the pots after them differ by less than this part.
    pub merge: f64,
    /// No more bets and raises than this on a street.
    pub most_raises: Option<u32>,
}

/// The chips at a decision, as sizes see them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chances {
    /// The bet before: what others have in front of them.
    pub facing: Chips,
    /// The pot after calling.
    pub pot: Chips,
    /// The least and the most that one can bet or raise to.
    pub bounds: (Chips, Chips),
    /// How many streets are left, this one included.
    pub streets: u32,
}

impl Chances {
    /// Returns the amounts that the sizes come to, as totals of the street, the smallest first.
    #[must_use]
    pub fn amounts(&self, sizes: &[Size], thresholds: &Thresholds) -> Vec<Chips> {
        let (least, most) = self.bounds;
        let pot = self.pot as f64;
        let part = |part: f64| self.facing.saturating_add((part * pot).round() as Chips);
        let mut amounts: Vec<Chips> = (sizes.iter())
            .map(|size| match *size {
                Size::Pot(share) => part(share),
                Size::Multiple(factor) => (factor * self.facing as f64).round() as Chips,
                Size::Chips(chips) => self.facing.saturating_add(chips),
                Size::Geometric(streets, limit) => {
                    let streets = f64::from(streets.unwrap_or(self.streets).max(1));
                    let left = (most - self.facing) as f64 / pot;
                    let share = ((2.0 * left + 1.0).powf(1.0 / streets) - 1.0) / 2.0;
                    part(share.min(limit.unwrap_or(f64::INFINITY)))
                }
                Size::Least => least,
                Size::AllIn => most,
            })
            .map(|amount| amount.clamp(least, most))
            .collect();
        if thresholds.add_all_in > 0.0 && most <= part(thresholds.add_all_in) {
            amounts.push(most);
        }
        for amount in &mut amounts {
            let after = self.pot + 2 * (*amount - self.facing);
            if most - *amount <= (thresholds.force_all_in * after as f64).round() as Chips {
                *amount = most;
            }
        }
        amounts.sort_unstable();
        amounts.dedup();
        if thresholds.merge > 0.0 {
            self.merge(&mut amounts, thresholds.merge);
        }
        amounts
    }

    /// Leaves out amounts that are close to a larger one.
    fn merge(&self, amounts: &mut Vec<Chips>, threshold: f64) {
        let relative = |amount: Chips| 1.0 + (amount - self.facing) as f64 / self.pot as f64;
        let mut kept: Vec<Chips> = Vec::new();
        for &amount in amounts.iter().rev() {
            let close = |&larger: &Chips| relative(larger) / relative(amount) < 1.0 + threshold;
            if !kept.last().is_some_and(close) {
                kept.push(amount);
            }
        }
        kept.reverse();
        *amounts = kept;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        let sizes = Size::parse_list("60%, 2.5x, 30c, e, 2e, 3e200%, a, min, pot").unwrap();
        assert_eq!(
            sizes,
            [
                Size::Pot(0.6),
                Size::Multiple(2.5),
                Size::Chips(30),
                Size::Geometric(None, None),
                Size::Geometric(Some(2), None),
                Size::Geometric(Some(3), Some(2.0)),
                Size::AllIn,
                Size::Least,
                Size::Pot(1.0),
            ]
        );
        for wrong in ["half", "-5%", "0%", "1.5c", "10e", "2e5", "%", "x", "inf%", "nan%"] {
            assert!(Size::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_come_to_amounts() {
        let chances = Chances { facing: 0, pot: 200, bounds: (1, 900), streets: 2 };
        let sizes = Size::parse_list("60%, e, a").unwrap();
        let thresholds =
            Thresholds { add_all_in: 1.5, force_all_in: 0.15, merge: 0.1, most_raises: None };
        assert_eq!(chances.amounts(&sizes, &thresholds), [120, 216, 900]);
        let facing = Chances { facing: 120, pot: 440, bounds: (240, 900), streets: 2 };
        let raises = Size::parse_list("2.5x").unwrap();
        assert_eq!(facing.amounts(&raises, &thresholds), [300]);
        // After a raise to 780 the pot is 1,760, and the 120 that are left are too few.
        let pot = Size::parse_list("150%").unwrap();
        assert_eq!(facing.amounts(&pot, &thresholds), [900]);
    }
}
