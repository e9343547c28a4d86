//! How fine chips are: what one unit of the engine's integers is worth.
//!
//! Amounts that are no integers are counted in a unit that is chosen once for a hand: the finest decimal place of any
//! amount, cents at least, divided so that pots split evenly between up to ten players, two boards and two hand types,
//! and then by as many tens as there is room for, because amounts that come later may be finer.

use crate::chips::{Chips, UNKNOWN_STACK};

/// The most units of all chips together: a quarter of what the engine counts.
pub const MAX_UNITS: Chips = 1 << 54;
/// Amounts that are no whole numbers have at least so many decimal places.
pub const MIN_PLACES: u8 = 2;
/// The most decimal places that are counted.
pub const MAX_PLACES: u8 = 18;
/// Into how many units the finest amount is divided, the most first; fewer where there are too many chips.
const SPLITS: [i128; 4] = [2520 * 4, 2520, 60, 1];
/// By how many tens a unit is divided further.
const MORE_PLACES: u32 = 12;

/// An amount as somebody wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// `digits` divided by ten to the power of `places`.
    Decimal {
        /// The digits without the point.
        digits: i64,
        /// How many of them stand after the point.
        places: u8,
    },
    /// A fraction.
    Ratio {
        /// The number that is divided.
        numerator: i128,
        /// By how much; it is positive.
        denominator: i128,
    },
    /// A stack that is not known.
    Unknown,
}

/// The unit that chips are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// How many units 1 is.
    pub scale: i64,
    /// How many decimal places the finest amount has.
    pub places: u8,
}

impl Unit {
    /// Chips that are not divided.
    pub const WHOLE: Self = Self { scale: 1, places: 0 };

    /// Returns an amount in units; nothing where it is finer than a unit or more than is counted.
    #[must_use]
    pub fn count(self, amount: Amount) -> Option<Chips> {
        if amount == Amount::Unknown {
            return Some(UNKNOWN_STACK);
        }
        let units = Chips::try_from(amount.units(self.scale.into())?).ok()?;
        (units.unsigned_abs() <= MAX_UNITS.unsigned_abs()).then_some(units)
    }
}

impl Amount {
    /// Returns the amount without zeros at its end, and fractions as decimals where they are some.
    const fn reduced(self) -> Self {
        match self {
            Self::Decimal { mut digits, mut places } => {
                while places > 0 && digits % 10 == 0 {
                    digits /= 10;
                    places -= 1;
                }
                Self::Decimal { digits, places }
            }
            Self::Ratio { numerator, denominator } => {
                let common = gcd(numerator, denominator);
                Self::Ratio { numerator: numerator / common, denominator: denominator / common }
            }
            Self::Unknown => self,
        }
    }

    /// Returns the amount in units of which 1 has `scale`; nothing where that is no whole number, or too large.
    fn units(self, scale: i128) -> Option<i128> {
        let (numerator, denominator) = match self {
            Self::Decimal { digits, places } => {
                let known = POWERS.get(usize::from(places)).map(|&power| power.into());
                (digits.into(), known.or_else(|| 10_i128.checked_pow(places.into()))?)
            }
            Self::Ratio { numerator, denominator } => (numerator, denominator),
            Self::Unknown => return Some(0),
        };
        if scale % denominator == 0 {
            return numerator.checked_mul(scale / denominator);
        }
        let product = numerator.checked_mul(scale)?;
        (product % denominator == 0).then_some(product / denominator)
    }
}

/// The smallest step between amounts: their decimal places, and what else they are divided by.
#[derive(Clone, Copy)]
struct Grid {
    places: u8,
    others: i128,
}

impl Grid {
    fn of(amounts: impl Iterator<Item = Amount>) -> Option<Self> {
        let mut grid = Self { places: 0, others: 1 };
        for amount in amounts {
            match amount {
                // Without zeros at the end there would be fewer places, not more.
                Amount::Decimal { places, .. } if places <= grid.places => continue,
                _ => {}
            }
            match amount.reduced() {
                Amount::Decimal { places, .. } => grid.places = grid.places.max(places),
                Amount::Ratio { denominator, .. } => match decimal_places(denominator) {
                    Some(places) => grid.places = grid.places.max(places),
                    None => grid.others = lcm(grid.others, denominator)?,
                },
                Amount::Unknown => {}
            }
        }
        (grid.places <= MAX_PLACES).then_some(grid)
    }
}

/// Chooses what chips are counted in where they can be divided; nothing where there are too many, or too fine ones.
///
/// All `amounts` are on the table together. The `others` are only counted in the same unit: bets, or what a record says
/// of the end.
#[must_use]
pub fn choose<A>(amounts: A, others: impl IntoIterator<Item = Amount>) -> Option<Unit>
where
    A: IntoIterator<Item = Amount>,
    A::IntoIter: Clone,
{
    let amounts = amounts.into_iter();
    let grid = Grid::of(amounts.clone().chain(others))?;
    let places = grid.places.max(MIN_PLACES);
    let decimal = 10_i128.pow(places.into());
    let base = if grid.others == 1 { decimal } else { lcm(grid.others, decimal)? };
    // Where all are decimals, one sum says what they are in any unit that is fine enough.
    let sum = sum_decimals(amounts.clone(), places);
    // In units, and one more.
    let total = |splits: i128, scale: i128| match sum {
        Some(sum) if grid.others == 1 => sum.checked_mul(splits)?.checked_add(scale),
        _ => {
            let mut units = amounts.clone().map(|amount| amount.units(scale));
            units.try_fold(scale, |sum, units| sum.checked_add(units?.checked_abs()?))
        }
    };
    let has_unknown = amounts.clone().any(|amount| amount == Amount::Unknown);
    let scale = choose_scale(base, has_unknown, total)?;
    Some(Unit { scale, places: grid.places })
}

/// Chooses as [`choose`] does where all amounts are decimals with no more than [`MIN_PLACES`]: `sum` is what they are
/// together in such places, each as much as it is, and `has_unknown` tells whether there are stacks that are not known.
#[must_use]
#[inline]
pub fn choose_scale_of_cents(sum: i128, has_unknown: bool) -> Option<i64> {
    let cents = POWERS[MIN_PLACES as usize];
    choose_scale(cents.into(), has_unknown, |splits, scale| {
        sum.checked_mul(splits)?.checked_add(scale)
    })
}

/// Chooses how many units 1 is, given how many it is at least, and what the amounts are in units of such a part of that,
/// and one more.
#[inline]
fn choose_scale(
    base: i128,
    has_unknown: bool,
    total: impl Fn(i128, i128) -> Option<i128>,
) -> Option<i64> {
    let most = i128::from(MAX_UNITS);
    let (scale, total) = SPLITS.iter().find_map(|&splits| {
        let scale = base.checked_mul(splits)?;
        total(splits, scale).filter(|&total| total <= most).map(|total| (scale, total))
    })?;
    let mut scale = i64::try_from(scale).ok()?;
    // Where stacks are unknown, nobody knows how much will be bet: room is better than precision.
    if !has_unknown {
        // No more than the most, and so a quarter of what is counted.
        let mut total = total as Chips;
        for _ in 0..MORE_PLACES {
            if total > MAX_UNITS / 10 {
                break;
            }
            total *= 10;
            scale *= 10;
        }
    }
    Some(scale)
}

/// Returns the sum of amounts, each as much as it is, counted in so many decimal places; nothing where one has more, or is
/// no decimal, or there are too many.
fn sum_decimals(mut amounts: impl Iterator<Item = Amount>, places: u8) -> Option<i128> {
    amounts.try_fold(0_i128, |sum, amount| match amount {
        Amount::Decimal { digits, places: own } => {
            let factor = POWERS.get(usize::from(places.checked_sub(own)?))?;
            sum.checked_add(i128::from(digits.unsigned_abs()) * i128::from(*factor))
        }
        Amount::Ratio { .. } => None,
        Amount::Unknown => Some(sum),
    })
}

/// The powers of ten.
const POWERS: [i64; MAX_PLACES as usize + 1] = {
    let mut powers = [1; MAX_PLACES as usize + 1];
    let mut place = 1;
    while place < powers.len() {
        powers[place] = powers[place - 1] * 10;
        place += 1;
    }
    powers
};

/// Returns the coarsest unit in which these amounts are whole numbers; nothing where there is none.
#[must_use]
pub fn coarsest(amounts: impl IntoIterator<Item = Amount>) -> Option<Unit> {
    let Grid { places, others } = Grid::of(amounts.into_iter())?;
    let scale = lcm(others, 10_i128.pow(places.into()))?;
    Some(Unit { scale: i64::try_from(scale).ok()?, places })
}

/// Returns with how many decimal places amounts are written: none where all are whole, two for cents, or more. Nothing
/// where some have no end, or more than are counted.
#[must_use]
pub fn places(amounts: impl IntoIterator<Item = Amount>) -> Option<u8> {
    let grid = Grid::of(amounts.into_iter())?;
    let places = if grid.places == 0 { 0 } else { grid.places.max(MIN_PLACES) };
    (grid.others == 1).then_some(places)
}

/// Returns the greatest common divisor of two numbers, of which one is positive.
#[must_use]
pub const fn gcd(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.unsigned_abs(), other.unsigned_abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    // Denominators are positive, and so is what divides them.
    one as i128
}

fn lcm(one: i128, other: i128) -> Option<i128> {
    one.checked_mul(other / gcd(one, other))
}

/// Returns how many decimal places a fraction in its lowest terms has; nothing where they have no end.
const fn decimal_places(mut denominator: i128) -> Option<u8> {
    let (mut twos, mut fives) = (0, 0);
    while denominator % 2 == 0 {
        denominator /= 2;
        twos += 1;
    }
    while denominator % 5 == 0 {
        denominator /= 5;
        fives += 1;
    }
    if denominator != 1 {
        return None;
    }
    Some(if twos > fives { twos } else { fives })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn decimal(digits: i64, places: u8) -> Amount {
        Amount::Decimal { digits, places }
    }

    const fn ratio(numerator: i128, denominator: i128) -> Amount {
        Amount::Ratio { numerator, denominator }
    }

    #[test]
    fn cents_are_divided_between_ten_players_two_boards_and_two_hand_types() {
        let unit = choose([decimal(5, 2), decimal(10, 0)], []).unwrap();
        assert_eq!(unit.places, 2);
        for players in 1..=10 {
            assert_eq!(unit.count(decimal(1, 2)).unwrap() % (players * 4), 0);
        }
    }

    #[test]
    fn the_same_amounts_have_the_same_unit_however_they_are_written() {
        let written = [
            [decimal(50, 2), decimal(100, 0)],
            [decimal(5, 1), decimal(10_000, 2)],
            [ratio(1, 2), ratio(100, 1)],
            [ratio(2, 4), decimal(100, 0)],
        ];
        let units = written.map(|amounts| choose(amounts, []));
        assert!(units[0].is_some());
        assert!(units.iter().all(|unit| *unit == units[0]), "{units:?}");
    }

    #[test]
    fn others_are_countable_and_cost_no_room() {
        let amounts = [decimal(1, 0), decimal(200, 0)];
        let (bare, with) =
            (choose(amounts, []).unwrap(), choose(amounts, [decimal(1 << 50, 0)]).unwrap());
        assert_eq!(bare, with);
        let fine = choose(amounts, [decimal(1, 5), ratio(1, 7)]).unwrap();
        assert!(fine.count(decimal(1, 5)).is_some() && fine.count(ratio(1, 7)).is_some());
    }

    #[test]
    fn many_chips_are_divided_less_and_too_many_not_at_all() {
        let whole = |digits| choose([decimal(digits, 0)], []).map(|unit| unit.scale);
        assert_eq!(whole(MAX_UNITS / 100 / 2520 / 4 - 1), Some(100 * 2520 * 4));
        assert_eq!(whole(MAX_UNITS / 100 / 2520 - 1), Some(100 * 2520));
        assert_eq!(whole(MAX_UNITS / 100 / 60 - 1), Some(100 * 60));
        assert_eq!(whole(MAX_UNITS / 100 - 1), Some(100));
        assert_eq!(whole(MAX_UNITS / 100), None);
        assert_eq!(choose([decimal(1, MAX_PLACES + 1)], []), None);
        assert_eq!(choose([ratio(i128::MAX, 1)], []), None);
        assert_eq!(choose([ratio(1, i128::MAX)], []), None);
    }

    #[test]
    fn decimals_that_are_summed_at_once_are_those_counted_one_by_one() {
        // A fraction that is a decimal is counted one by one.
        for amounts in [[decimal(125, 2), decimal(-7, 0)], [decimal(1_000, 3), decimal(1, 6)]] {
            let ratios = amounts.map(|amount| match amount {
                Amount::Decimal { digits, places } => {
                    ratio(digits.into(), 10_i128.pow(places.into()))
                }
                other => other,
            });
            assert_eq!(choose(amounts, []), choose(ratios, []), "{amounts:?}");
        }
        let most = [decimal(i64::MAX, 18); 3];
        assert_eq!(choose(most, []).map(|unit| unit.places), None);
    }

    #[test]
    fn unknown_stacks_leave_room_for_bets() {
        let unit = choose([decimal(1, 2), Amount::Unknown], []).unwrap();
        assert_eq!(unit.scale, 100 * 2520 * 4);
        assert_eq!(unit.count(Amount::Unknown), Some(UNKNOWN_STACK));
    }

    #[test]
    fn texts_have_whole_chips_or_cents_or_finer_ones() {
        assert_eq!(places([decimal(20, 0), decimal(300, 2)]), Some(0));
        assert_eq!(places([decimal(5, 1)]), Some(2));
        assert_eq!(places([decimal(5, 1), decimal(1, 3), Amount::Unknown]), Some(3));
        assert_eq!(places([ratio(1, 8)]), Some(3));
        assert_eq!(places([ratio(1, 3)]), None);
        let scale = |amounts: [Amount; 2]| coarsest(amounts).map(|unit| unit.scale);
        assert_eq!(scale([ratio(1, 3), decimal(25, 1)]), Some(30));
        assert_eq!(scale([decimal(2, 0), ratio(4, 1)]), Some(1));
    }

    fn amounts() -> impl Strategy<Value = Amount> {
        prop_oneof![
            (-1_000_000_i64..1_000_000, 0_u8..6)
                .prop_map(|(digits, places)| decimal(digits, places)),
            (-1_000_000_i128..1_000_000, 1_i128..12).prop_map(|(one, other)| ratio(one, other)),
        ]
    }

    proptest! {
        #[test]
        fn every_amount_is_a_whole_number_of_units(
            amounts in prop::collection::vec(amounts(), 1..12),
            others in prop::collection::vec(amounts(), 0..4),
        ) {
            let unit = choose(amounts.iter().copied(), others.iter().copied()).unwrap();
            let counted = |amount: &Amount| unit.count(*amount);
            prop_assert!(amounts.iter().all(|amount| counted(amount).is_some()));
            prop_assert!(others.iter().all(|amount| amount.units(unit.scale.into()).is_some()));
            let total: i64 = amounts.iter().filter_map(counted).map(i64::abs).sum();
            prop_assert!(total <= MAX_UNITS);
        }
    }
}
