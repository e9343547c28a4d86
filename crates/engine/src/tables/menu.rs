//! The moves of a betting round, cut down to a short list.

use smallvec::SmallVec;

use crate::chips::Chips;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::seats::Seat;
use crate::state::State;

/// A move of a menu.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Move {
    /// To fold, where there is something to call.
    Fold,
    /// To check or call, or to post the bring-in.
    Call,
    /// To bet or raise as little as possible.
    Least,
    /// To bet or raise as much as possible.
    Most,
    /// To bet or raise by this part of the pot, in which the call is counted.
    Pot(f64),
    /// To bet or raise to so many times the largest bet.
    Times(f64),
    /// To bet or raise to so many times the largest bet on the first street, and to this part of the pot later.
    Street {
        /// How many times the largest bet.
        times: f64,
        /// Which part of the pot.
        part: f64,
    },
    /// To bet or raise to an amount that is given with the decision.
    Any,
}

/// The smallest and the largest bet or raise now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    /// The least; 0 where nobody can bet or raise.
    pub least: Chips,
    /// The most.
    pub most: Chips,
    /// The amount of the size of the pot, as far as it is possible.
    pub pot: Chips,
}

/// A list of moves, from the smallest to the largest.
#[derive(Debug, Clone, PartialEq)]
pub struct Menu {
    moves: Vec<Move>,
    has_most: bool,
}

/// A move of a menu, with the chips that it comes to now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MenuOption {
    /// Whether it is possible.
    pub legal: bool,
    /// The chips that the player adds.
    pub added: Chips,
    /// The amount that is bet or raised to; 0 for other moves.
    pub to: Chips,
}

/// The options of all moves of a menu.
pub type MenuOptions = SmallVec<[MenuOption; 12]>;

impl Menu {
    /// Makes a menu.
    #[must_use]
    pub fn new(moves: Vec<Move>) -> Self {
        let has_most = moves.contains(&Move::Most);
        Self { moves, has_most }
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Finds out which moves the player to act has now.
    ///
    /// A raise that is too small is none: it is not made larger. One that reaches the most that is possible is that,
    /// unless the menu has a move for it; and only the first that does.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    pub fn evaluate(
        &self,
        state: &State,
        seat: Seat,
        hooks: &dyn Hooks,
        options: &mut MenuOptions,
    ) -> Result<Bounds, RuleError> {
        options.clear();
        let brings_in = state.bring_in_pending;
        let call =
            if brings_in { state.effective_bring_in() } else { state.checking_or_calling_amount() };
        let call = call.unwrap_or(0);
        let countable = state.most_countable(seat);
        let possible = state.raise_bounds(hooks)?.filter(|&(least, _)| least <= countable);
        let possible = possible.map(|(least, most)| (least, most.min(countable)));
        // Where bets are fixed, other amounts are no moves.
        let fixed = possible.and_then(|_| state.fixed_amounts(seat));
        let is_possible =
            |amount: Chips| fixed.as_ref().is_none_or(|amounts| amounts.contains(&amount));
        let bet = state.bets[seat];
        let (largest, pot) = (state.price(), state.chips_put_in());
        let is_first = state.street().is_none_or(|street| street == 0);
        let bounds = possible.map_or_else(Bounds::default, |(least, most)| {
            let pot = (2 * largest + pot - bet).clamp(least, most.max(least));
            Bounds { least, most, pot }
        });
        let mut reached = false;
        for &one in &self.moves {
            let price = match one {
                Move::Fold => MenuOption { legal: !brings_in && call > 0, added: 0, to: 0 },
                Move::Call => MenuOption { legal: true, added: call, to: 0 },
                Move::Any => MenuOption { legal: bounds.least > 0, added: 0, to: 0 },
                raise => {
                    let Some((least, most)) = possible else {
                        options.push(MenuOption::default());
                        continue;
                    };
                    let to = match raise {
                        Move::Least => least,
                        Move::Pot(part) => largest + portion(part, pot + largest - bet),
                        Move::Times(times) => portion(times, largest),
                        Move::Street { times, .. } if is_first => portion(times, largest),
                        Move::Street { part, .. } => portion(part, pot),
                        _ => most,
                    };
                    let is_most = to >= most;
                    let hidden = is_most && self.has_most && raise != Move::Most;
                    let legal = to >= least
                        && is_possible(to.min(most))
                        && !hidden
                        && !(is_most && reached);
                    reached |= is_most && legal;
                    let to = to.min(most);
                    if legal {
                        MenuOption { legal, added: to - bet, to }
                    } else {
                        MenuOption::default()
                    }
                }
            };
            options.push(price);
        }
        Ok(bounds)
    }
}

/// Returns a part of an amount in whole chips; halves become even.
#[inline]
fn portion(part: f64, amount: Chips) -> Chips {
    /// A float of this size or more has no bits for parts of one: what is added to it is rounded, halves to even.
    const WHOLE: f64 = (1_u64 << 52) as f64;
    let exact = part * amount as f64;
    // There is an instruction for it, but not on every machine, and a call takes longer.
    let rounded =
        if exact.abs() < WHOLE { (exact.abs() + WHOLE - WHOLE).copysign(exact) } else { exact };
    rounded as Chips
}

#[cfg(test)]
mod tests {
    use super::portion;

    #[test]
    fn parts_are_rounded_as_the_standard_library_does() {
        let parts = [0.0, 0.1, 0.25, 1.0 / 3.0, 0.5, 0.75, 1.0, 1.5, 2.5, 1e6, 1e30];
        let amounts = [0, 1, 2, 3, 5, 7, 10, 99, 1_001, 123_456_789, 1 << 50, (1 << 53) - 1];
        for part in parts {
            for amount in amounts {
                for amount in [amount, -amount] {
                    let exact = part * amount as f64;
                    assert_eq!(portion(part, amount), exact.round_ties_even() as i64, "{exact}");
                }
            }
        }
    }
}
