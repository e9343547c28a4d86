//! The stacks that players ended with by the record, compared with those of the replay.

use croupier_engine::{Chips, OperationKind, PerSeat, Seat, Seats, State, UNKNOWN_STACK};

use crate::amounts::number::Number;
use crate::amounts::scale::Scale;
use crate::phh::hand::Hand;

/// Nobody takes more than such a part of a pot: what is missing beyond that is no rake.
const SMALLEST_SHARE: Chips = 5;

/// How something that is recorded compares with the replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// All is the same.
    Equal,
    /// Some have less and nobody more, as with a rake.
    Less,
    /// It differs in another way.
    Different,
    /// Others won.
    OtherWinners,
}

/// The end of the hand as the record has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settlement {
    /// How the recorded stacks compare, where there are any and the hand ended.
    pub finishing: Option<Comparison>,
    /// How the recorded winnings compare, where there are any and the hand ended.
    pub winnings: Option<Comparison>,
    /// How much less the record says that players got, in units, where it says so.
    pub rake: Option<Chips>,
}

/// An amount that is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recorded {
    /// So many units.
    Units(Chips),
    /// More than anybody counts: a stack that is not known.
    Unknown,
    /// It is finer than a unit, or more than is counted.
    #[default]
    Uncounted,
}

impl Settlement {
    /// Compares the record of a hand that ended with its replay.
    pub(crate) fn of(state: &State, hand: &Hand<'_>, scale: &Scale) -> Self {
        let recorded = |number: &Number| match (number, scale.units(*number)) {
            (Number::Infinite, _) => Recorded::Unknown,
            (_, Some(units)) => Recorded::Units(units),
            (_, None) => Recorded::Uncounted,
        };
        // Where amounts are given, there is one for every player.
        let count = state.player_count();
        let Hand { given, finishing_stacks, winnings, .. } = hand;
        let finishing = finishing_stacks.iter().take(count).map(recorded);
        let finishing = given.finishing_stacks.then_some(finishing);
        let winnings = given.winnings.then_some(winnings.iter().take(count).map(recorded));
        Self::compare(state, 1, finishing, winnings)
    }

    /// Compares what is recorded with the replay, of which each unit is `factor` units of the record.
    #[must_use]
    pub fn new(
        state: &State,
        factor: Chips,
        finishing: Option<&[Recorded]>,
        winnings: Option<&[Recorded]>,
    ) -> Self {
        let (finishing, winnings) = (finishing.map(<[_]>::iter), winnings.map(<[_]>::iter));
        Self::compare(
            state,
            factor,
            finishing.map(Iterator::copied),
            winnings.map(Iterator::copied),
        )
    }

    fn compare(
        state: &State,
        factor: Chips,
        finishing: Option<impl Iterator<Item = Recorded>>,
        winnings: Option<impl Iterator<Item = Recorded> + Clone>,
    ) -> Self {
        let mut settlement = Self::default();
        if let Some(finishing) = finishing {
            let (comparison, rake) = compare_stacks(state, factor, finishing);
            (settlement.finishing, settlement.rake) = (Some(comparison), rake);
        }
        let is_zero = |given: Recorded| given == Recorded::Units(0);
        if let Some(winnings) = winnings
            && !state.is_live()
            && !winnings.clone().all(is_zero)
        {
            let (comparison, rake) = compare_winnings(state, factor, winnings);
            settlement.winnings = Some(comparison);
            settlement.rake = settlement.rake.or(rake);
        }
        settlement
    }
}

fn compare_stacks(
    state: &State,
    factor: Chips,
    recorded: impl Iterator<Item = Recorded>,
) -> (Comparison, Option<Chips>) {
    let (mut rake, mut all_known) = (0, true);
    for (&stack, given) in state.stacks.iter().zip(recorded) {
        if given == Recorded::Unknown || stack == UNKNOWN_STACK {
            all_known = false;
            continue;
        }
        match (given, stack.checked_mul(factor)) {
            (Recorded::Units(given), Some(stack)) if given <= stack => rake += stack - given,
            _ => return (Comparison::Different, None),
        }
    }
    let comparison = if rake == 0 { Comparison::Equal } else { Comparison::Less };
    (comparison, all_known.then_some(rake))
}

fn compare_winnings(
    state: &State,
    factor: Chips,
    recorded: impl Iterator<Item = Recorded>,
) -> (Comparison, Option<Chips>) {
    let Winnings { winners, called, returned, .. } = Winnings::new(state);
    let given: Option<PerSeat<Chips>> = recorded
        .map(|given| match given {
            Recorded::Units(units) => Some(units),
            _ => None,
        })
        .collect();
    let times = |amounts: PerSeat<Chips>| -> Option<PerSeat<Chips>> {
        amounts.iter().map(|amount| amount.checked_mul(factor)).collect()
    };
    let (Some(given), Some(called), Some(returned)) = (given, times(called), times(returned))
    else {
        return (Comparison::Different, None);
    };
    // Some rooms count a bet that nobody called among the winnings of who made it, some do not.
    let named = |seat: Seat| match winners.contains(seat) {
        true => given[seat] != 0,
        false => given[seat] == 0 || given[seat] == returned[seat],
    };
    if !(0..given.len()).all(named) {
        return (Comparison::OtherWinners, None);
    }
    let all = |holds: &dyn Fn(Seat) -> bool| winners.iter().all(holds);
    let sum = |amount: &dyn Fn(Seat) -> Chips| winners.iter().map(amount).sum::<Chips>();
    if all(&|seat| given[seat] == called[seat])
        || all(&|seat| given[seat] == called[seat] + returned[seat])
    {
        return (Comparison::Equal, Some(0));
    }
    let without = sum(&|seat| called[seat] - given[seat]);
    let rake = if all(&|seat| given[seat] <= called[seat]) {
        without
    } else if all(&|seat| given[seat] <= called[seat] + returned[seat]) {
        without + sum(&|seat| returned[seat])
    } else {
        return (Comparison::Different, None);
    };
    if rake <= sum(&|seat| called[seat]) / SMALLEST_SHARE {
        (Comparison::Less, Some(rake))
    } else {
        (Comparison::Different, None)
    }
}

/// The winnings of players in a hand that ended.
pub(crate) struct Winnings {
    winners: Seats,
    /// The chips that they got from the pots.
    called: PerSeat<Chips>,
    /// The chips that they bet and nobody called.
    pub(crate) returned: PerSeat<Chips>,
    /// The chips that they put into the pots.
    pub(crate) paid: PerSeat<Chips>,
}

impl Winnings {
    pub(crate) fn new(state: &State) -> Self {
        let count = state.player_count();
        let none = PerSeat::all(0, count);
        let (mut bets, mut paid, mut returned, mut winners) = (none, none, none, Seats::NONE);
        let mut antes = false;
        let outlines = (0..state.log.len()).filter_map(|number| state.log.outline(number));
        for (kind, seat, amount, _) in outlines {
            match kind {
                OperationKind::AntePosting => {
                    bets[seat] += amount;
                    antes = true;
                }
                OperationKind::BlindOrStraddlePosting
                | OperationKind::BringInPosting
                | OperationKind::CheckingOrCalling => bets[seat] += amount,
                OperationKind::CompletionBettingOrRaisingTo => bets[seat] = amount,
                OperationKind::BetCollection => {
                    let keeps = antes && !state.definition.trims_antes;
                    let called = if keeps { Chips::MAX } else { second_largest(&bets) };
                    for seat in 0..count {
                        let over = (bets[seat] - called).max(0);
                        returned[seat] += over;
                        paid[seat] += bets[seat] - over;
                        bets[seat] = 0;
                    }
                    antes = false;
                }
                OperationKind::ChipsPulling => winners.insert(seat),
                _ => {}
            }
        }
        let called = (0..count).map(|seat| state.payoffs[seat] + paid[seat]).collect();
        Self { winners, called, returned, paid }
    }
}

fn second_largest(bets: &[Chips]) -> Chips {
    let (mut first, mut second) = (0, 0);
    for &bet in bets {
        if bet > first {
            (first, second) = (bet, first);
        } else if bet > second {
            second = bet;
        }
    }
    second
}
