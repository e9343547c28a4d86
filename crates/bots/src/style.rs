//! How bots play, as data.

/// Rules of thumb; strengths and shares are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// How strong a hand must be to call.
    pub calling: f64,
    /// How strong a hand must be to bet or raise.
    pub raising: f64,
    /// How often a weaker hand is bet where checking is free.
    pub bluffing: f64,
    /// How much is bet, in pots.
    pub sizing: f64,
}

/// The method by which a bot decides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Brain {
    /// Anything that is possible.
    Random,
    /// Checks and calls, keeps all cards, and buys nothing.
    Caller,
    /// Checks, or folds where that is not free; keeps all cards, and buys nothing.
    Folder,
    /// Bets what is strong, and gives up what is not.
    Rules {
        /// How.
        style: Style,
        /// How many deals are looked at.
        deals: u32,
    },
    /// Compares the share of the pot that the hand wins with what it costs.
    Equity {
        /// How many deals are looked at.
        deals: u32,
        /// How much more than its price a call must be worth after a bet.
        caution: f64,
        /// How often it bets where it should not.
        bluffing: f64,
    },
}

impl Brain {
    /// Returns how often it bets where checking is free and it should.
    #[must_use]
    pub const fn bluffing(&self) -> f64 {
        match self {
            Self::Rules { style, .. } => style.bluffing,
            Self::Equity { bluffing, .. } => *bluffing,
            _ => 0.0,
        }
    }

    /// Returns how many deals are looked at for a decision.
    #[must_use]
    pub const fn deals(&self) -> u32 {
        match self {
            Self::Rules { deals, .. } | Self::Equity { deals, .. } => *deals,
            _ => 0,
        }
    }
}
