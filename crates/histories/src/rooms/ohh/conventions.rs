//! The meaning of the amounts of a hand: chips of this action alone, or all of the street.
//!
//! The specification wants the chips that an action adds. Some producers write what a player has put in during the
//! street, with raises only or with calls as well, and some leave a bet that nobody called in the pot. The rules of
//! betting and the pots tell which it is.

use croupier_engine::Chips;

use super::records::{ActionKind, OhhRecord, RecordedAction};

/// The meaning of amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Convention {
    /// The name of the convention in notes.
    pub(super) name: &'static str,
    /// Whether a raise names all chips of the street.
    raises_to: bool,
    /// Whether a call does.
    calls_to: bool,
}

/// The conventions, the one of the specification first.
const CONVENTIONS: [Convention; 3] = [
    Convention { name: "chips added", raises_to: false, calls_to: false },
    Convention { name: "totals of the street", raises_to: true, calls_to: true },
    Convention {
        name: "totals of the street for raises, chips added for calls",
        raises_to: true,
        calls_to: false,
    },
];

/// The chips of a hand under a convention.
#[derive(Debug)]
pub(super) struct CountedChips {
    pub(super) convention: Convention,
    /// The number of breaches of the rules of betting.
    faults: usize,
    /// The chips that each action adds, by the rounds.
    pub(super) added: Vec<Vec<Chips>>,
    /// The chips that each player pays, with what is returned.
    pub(super) paid: Vec<Chips>,
    /// The player whose bet nobody called, and the chips that come back.
    pub(super) uncalled: Option<(usize, Chips)>,
    /// Whether the pots hold what was returned.
    pub(super) includes_uncalled: bool,
    /// Whether the pots are what was paid.
    balances: bool,
}

/// The amounts of a record, in units.
pub(super) struct RecordedAmounts {
    pub(super) stacks: Vec<Chips>,
    /// Of each action, by the rounds.
    pub(super) actions: Vec<Vec<Chips>>,
    /// All pots together, if there are any.
    pub(super) pots: Option<Chips>,
}

/// Returns what amounts mean if nothing speaks against it: raises of the simplified form name all chips of the street.
pub(super) const fn expected(is_official: bool) -> Convention {
    CONVENTIONS[if is_official { 0 } else { 2 }]
}

/// Returns the count under the convention that the pots and the rules fit best; the expected one where several fit.
pub(super) fn find_convention(record: &OhhRecord<'_>, amounts: &RecordedAmounts) -> CountedChips {
    let expected = expected(record.is_official);
    let others = CONVENTIONS.into_iter().filter(|one| *one != expected);
    let mut best = count_chips(record, amounts, expected);
    for convention in others {
        let count = count_chips(record, amounts, convention);
        // Without a field for the rake, pots need not be what was paid.
        let badness = |count: &CountedChips| match record.is_official {
            true => (usize::from(!count.balances), count.faults, count.includes_uncalled),
            false => (count.faults, usize::from(!count.balances), count.includes_uncalled),
        };
        if badness(&count) < badness(&best) {
            best = count;
        }
    }
    best
}

fn count_chips(
    record: &OhhRecord<'_>,
    amounts: &RecordedAmounts,
    convention: Convention,
) -> CountedChips {
    let count = record.players.len();
    let mut left = amounts.stacks.clone();
    let (mut paid, mut said) = (vec![0; count], vec![0; count]);
    let mut bets: Vec<Chips> = vec![0; count];
    let mut added = Vec::with_capacity(record.rounds.len());
    let (mut uncalled, mut given, mut faults, mut is_said) = (None, 0, 0, false);
    for (round, amounts) in record.rounds.iter().zip(&amounts.actions) {
        bets.fill(0);
        let mut more_of = vec![0; round.actions.len()];
        for ((action, &amount), more_of) in round.actions.iter().zip(amounts).zip(&mut more_of) {
            let RecordedAction { kind, player: Some(player), .. } = *action else {
                given += amount;
                continue;
            };
            let highest = bets.iter().copied().max().unwrap_or(0);
            let more = match kind {
                ActionKind::AddToPot => {
                    left[player] -= amount;
                    paid[player] += amount;
                    continue;
                }
                ActionKind::Uncalled => {
                    said[player] += amount;
                    is_said = true;
                    continue;
                }
                ActionKind::Raise | ActionKind::Bet | ActionKind::AllIn if convention.raises_to => {
                    amount - bets[player]
                }
                ActionKind::Call if convention.calls_to => amount - bets[player],
                ActionKind::Raise | ActionKind::Bet | ActionKind::AllIn | ActionKind::Call => {
                    amount
                }
                ActionKind::PostSmall
                | ActionKind::PostBig
                | ActionKind::Straddle
                | ActionKind::PostExtra => amount,
                ActionKind::PostAnte | ActionKind::PostDead => amount,
                _ => continue,
            };
            *more_of = more;
            left[player] -= more;
            paid[player] += more;
            if !matches!(kind, ActionKind::PostAnte | ActionKind::PostDead) {
                bets[player] += more;
            }
            let calls_other =
                kind == ActionKind::Call && bets[player] != highest && left[player] > 0;
            let is_no_raise = kind == ActionKind::Raise && bets[player] <= highest;
            faults += usize::from(more < 0 || left[player] < 0 || calls_other || is_no_raise);
        }
        added.push(more_of);
        uncalled = find_uncalled(&bets).or(uncalled);
    }
    let returned = uncalled.map_or(0, |(_, amount)| amount);
    let is_as_said = |(player, &said): (usize, &Chips)| {
        said == uncalled.filter(|&(top, _)| top == player).map_or(0, |(_, amount)| amount)
    };
    faults += usize::from(is_said && !said.iter().enumerate().all(is_as_said));
    let put = paid.iter().sum::<Chips>() + given;
    CountedChips {
        convention,
        faults,
        added,
        paid,
        uncalled,
        includes_uncalled: returned != 0 && amounts.pots == Some(put),
        balances: amounts.pots.is_none_or(|total| total == put - returned || total == put),
    }
}

/// Returns who bet more than anybody else, and how much more.
fn find_uncalled(bets: &[Chips]) -> Option<(usize, Chips)> {
    let (mut top, mut most, mut second) = (0, Chips::MIN, Chips::MIN);
    for (player, &bet) in bets.iter().enumerate() {
        if bet > most {
            (top, most, second) = (player, bet, most);
        } else {
            second = second.max(bet);
        }
    }
    let second = if second == Chips::MIN { 0 } else { second };
    (most > second).then(|| (top, most - second))
}
