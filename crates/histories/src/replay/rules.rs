//! By whose rules a record was played in which a blind or bring-in was not posted in full.

use croupier_engine::{Chips, PerSeat, Rules};

use crate::replay::settle::{Comparison, Settlement};

/// How well a replay fits the record: the less, the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The end is the one that is recorded.
    Equal,
    /// It is, with a rake.
    Less,
    /// Nothing is recorded of it, or there is no end.
    Unknown,
    /// It is another.
    Different,
    /// An action is refused.
    Refused,
}

impl Fit {
    /// Rates the end of a hand, if it has one.
    #[must_use]
    pub fn of(settlement: &Settlement, ended: bool) -> Self {
        let rate = |comparison: Comparison| match comparison {
            Comparison::Equal => Self::Equal,
            Comparison::Less => Self::Less,
            Comparison::Different | Comparison::OtherWinners => Self::Different,
        };
        let found = [settlement.finishing, settlement.winnings];
        let worst = found.into_iter().flatten().map(rate).max();
        worst.filter(|_| ended).unwrap_or(Self::Unknown)
    }
}

/// By whose rules a hand is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Whose.
    pub rules: Rules,
    /// Whether the record shows it, or it makes no difference.
    pub proved: bool,
}

/// The outcome of a hand under some rules: how well it fits, after how many repairs, and what everybody has then.
pub type Played = (Fit, usize, Option<PerSeat<Chips>>);

/// Finds out what others paid for a forced bet that was not posted in full, by playing the hand under both rules.
///
/// Card rooms have them pay all of it, other programs what was posted. Whatever leads to the end that is recorded is
/// right.
///
/// # Errors
///
/// The hand cannot be played at all.
pub fn choose_rules<E>(
    default: Rules,
    mut play: impl FnMut(Rules) -> Result<Played, E>,
) -> Result<Choice, E> {
    let other = match default {
        Rules::CardRoom => Rules::PokerKit,
        Rules::PokerKit => Rules::CardRoom,
    };
    let (first, second) = (play(default)?, play(other)?);
    let rank = |played: &Played| (played.0, played.1);
    let ((best, rules), worse) = match rank(&first) <= rank(&second) {
        true => ((first, default), second),
        false => ((second, other), first),
    };
    let proved = rank(&worse) > rank(&best) || worse.2 == best.2;
    Ok(Choice { rules, proved })
}
