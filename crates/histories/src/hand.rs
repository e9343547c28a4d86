//! What a hand says that a replay needs.

use crate::number::Number;

/// A hand as it is written. Texts are parts of the document, or of a copy of it in the plain style.
#[derive(Debug, Clone, Default)]
pub struct Hand<'a> {
    /// The key of the table, or nothing where the document is one hand.
    pub key: &'a str,
    /// The line where the hand begins, counted from 1.
    pub line: usize,
    /// Where the hand begins in the file, in bytes.
    pub start: usize,
    /// How many bytes it has.
    pub length: usize,
    /// The line of the actions.
    pub actions_line: usize,
    /// The code of the game.
    pub variant: Option<&'a str>,
    /// Whether antes are trimmed.
    pub ante_trimming_status: bool,
    /// The antes.
    pub antes: Vec<Number>,
    /// The blinds and straddles.
    pub blinds_or_straddles: Vec<Number>,
    /// The bring-in.
    pub bring_in: Option<Number>,
    /// The smaller bet.
    pub small_bet: Option<Number>,
    /// The larger bet.
    pub big_bet: Option<Number>,
    /// The smallest bet.
    pub min_bet: Option<Number>,
    /// The stacks.
    pub starting_stacks: Vec<Number>,
    /// The stacks after the hand, where they are given.
    pub finishing_stacks: Vec<Number>,
    /// What players won, where it is given.
    pub winnings: Vec<Number>,
    /// The actions.
    pub actions: Vec<&'a str>,
    /// Whether there may be remarks among them.
    pub has_remarks: bool,
    /// The number or name of the hand as it is written, with its quotation marks.
    pub name: &'a str,
    /// The names of the players as they are written, in brackets.
    pub players: &'a str,
    /// The code or the sign of the currency as it is written, with its quotation marks.
    pub currency: &'a str,
    /// Whether something is said that the standard has no words for, and this crate does not understand.
    pub extended: bool,
    /// Which fields there are.
    pub given: Given,
}

/// Which of the fields that may be missing there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Given {
    pub antes: bool,
    pub blinds_or_straddles: bool,
    pub starting_stacks: bool,
    pub finishing_stacks: bool,
    pub winnings: bool,
    pub actions: bool,
}

impl Hand<'_> {
    /// Forgets everything, but keeps the room.
    pub(crate) fn clear(&mut self) {
        self.key = "";
        self.variant = None;
        self.ante_trimming_status = false;
        self.antes.clear();
        self.blinds_or_straddles.clear();
        self.bring_in = None;
        self.small_bet = None;
        self.big_bet = None;
        self.min_bet = None;
        self.starting_stacks.clear();
        self.finishing_stacks.clear();
        self.winnings.clear();
        self.actions.clear();
        self.has_remarks = false;
        self.name = "";
        self.players = "";
        self.currency = "";
        self.extended = false;
        self.given = Given::default();
    }

    /// Lists the forced bets and the smallest bets.
    pub fn bets(&self) -> impl Iterator<Item = Number> + Clone {
        let single = [self.bring_in, self.small_bet, self.big_bet, self.min_bet];
        let lists = self.antes.iter().chain(&self.blinds_or_straddles).copied();
        lists.chain(single.into_iter().flatten())
    }

    /// Tells whether whole stacks became fractions of chips: then pots were split exactly.
    #[must_use]
    pub fn records_fractions(&self) -> bool {
        let fraction = |number: &Number| number.is_decimal();
        self.finishing_stacks.iter().any(fraction) && !self.starting_stacks.iter().any(fraction)
    }

    /// Lists the amounts of the set-up.
    pub fn amounts(&self) -> impl Iterator<Item = Number> + Clone {
        self.bets().chain(self.starting_stacks.iter().copied())
    }
}
