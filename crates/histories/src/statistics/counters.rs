//! The statistics by their names, and a pair of counts for each.

/// Makes the list of statistics, with their names.
macro_rules! statistics {
    ($($(#[$about:meta])* $variant:ident: $name:literal,)*) => {
        /// Something that players do or do not do when they have the chance.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Statistic {
            $($(#[$about])* $variant,)*
        }

        /// The names, in the order of the counts.
        pub const NAMES: [&str; COUNT] = [$($name,)*];

        /// How many statistics there are.
        pub const COUNT: usize = [$(Statistic::$variant,)*].len();
    };
}

statistics! {
    /// Chips were put in before the second round without being forced to.
    Vpip: "vpip",
    /// There was a raise before the second round.
    Pfr: "pfr",
    /// The first thing that was done was to call what is forced.
    Limp: "limp",
    /// The first raise was raised.
    ThreeBet: "three_bet",
    /// The own raise was raised, and given up.
    FoldToThreeBet: "fold_to_three_bet",
    /// The second raise was raised.
    FourBet: "four_bet",
    /// The own second raise was raised, and given up.
    FoldToFourBet: "fold_to_four_bet",
    /// The first raise was raised after somebody had called it.
    Squeeze: "squeeze",
    /// Everybody before a late seat folded, and there was a raise.
    Steal: "steal",
    /// A blind was given up to a steal.
    FoldToSteal: "fold_to_steal",
    /// A blind raised a steal.
    Resteal: "resteal",
    /// The player was there when the second round began.
    SawFlop: "saw_flop",
    /// A player who saw the flop went to the showdown.
    WentToShowdown: "went_to_showdown",
    /// A player who went to the showdown won.
    WonAtShowdown: "won_at_showdown",
    /// A player who saw the flop won.
    WonWhenSawFlop: "won_when_saw_flop",
    /// The last raiser before the flop bet first on the flop.
    FlopContinuationBet: "flop_cbet",
    /// Such a bet was given up to.
    FoldToFlopContinuationBet: "fold_to_flop_cbet",
    /// A player with a continuation bet on the flop bet first on the turn, too.
    TurnContinuationBet: "turn_cbet",
    /// Such a bet was given up to.
    FoldToTurnContinuationBet: "fold_to_turn_cbet",
    /// Somebody bet on the flop before who raised last could.
    Donk: "donk",
    /// A check was followed by a raise.
    CheckRaise: "check_raise",
    /// Calls after the first round, and bets and raises.
    AggressionFactor: "aggression_factor",
    /// Bets, raises, calls and folds after the first round, and those of them that are bets and raises.
    AggressionFrequency: "aggression_frequency",
}

/// For each statistic how many chances there were, and how many were taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts<T>(pub [[T; 2]; COUNT]);

impl<T: Copy + Default> Default for Counts<T> {
    fn default() -> Self {
        Self([[T::default(); 2]; COUNT])
    }
}

impl Counts<u16> {
    /// Counts a chance, and whether it was taken.
    pub(crate) const fn add(&mut self, statistic: Statistic, done: bool) {
        let [chances, taken] = &mut self.0[statistic as usize];
        *chances = chances.saturating_add(1);
        *taken = taken.saturating_add(done as u16);
    }

    /// Counts something that was done without a chance of its own.
    pub(crate) const fn add_done(&mut self, statistic: Statistic) {
        let [_, taken] = &mut self.0[statistic as usize];
        *taken = taken.saturating_add(1);
    }

    /// Counts a chance that something else was made of.
    pub(crate) const fn add_chance(&mut self, statistic: Statistic) {
        self.add(statistic, false);
    }
}

impl Counts<u64> {
    /// Adds the counts of a hand.
    pub(crate) fn take_away(&mut self, other: &Self) {
        for (pair, less) in self.0.iter_mut().zip(&other.0) {
            pair[0] -= less[0];
            pair[1] -= less[1];
        }
    }

    pub(crate) fn add_all<T: Copy + Into<u64>>(&mut self, other: &Counts<T>) {
        // Of most statistics there is nothing in a hand: what is not touched need not be in the cache.
        for (pair, more) in self.0.iter_mut().zip(&other.0) {
            let more: [u64; 2] = more.map(Into::into);
            if more != [0, 0] {
                pair[0] += more[0];
                pair[1] += more[1];
            }
        }
    }

    /// Lists all numbers: chances and what was taken of them, one statistic after the other.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        self.0.into_iter().flatten()
    }
}
