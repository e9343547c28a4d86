//! Hands as texts of rooms and as Open Hand History: all from one transcript.
//!
//! | module | what is in it |
//! |---|---|
//! | [`transcript`] | what happened in a hand, as all of them tell it |
//! | [`pokerstars`] | the text of PokerStars |
//! | [`words`] | hands in the words of PokerStars |
//! | [`ohh`] | Open Hand History, the official form |
//! | [`phh`] | PHH |
//! | [`json`], [`toml`] | what is left of JSON and TOML: texts between quotation marks |

pub mod json;
pub mod ohh;
pub mod phh;
pub mod pokerstars;
pub mod toml;
pub mod transcript;
pub mod words;

use std::borrow::Cow;
use std::fmt::Write;

use croupier_engine::{Chips, Phase, State, Step};

use crate::extensions::{Extensions, find};
use crate::writers::transcript::{EventKind, OpeningTable, RecordedEnd, Transcript, transcribe};

croupier_cards::coded_errors! {
    /// The reason why a hand cannot be written.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum WriteError {
        #[error("the hand does not come to its end, so it cannot be written")]
        HandUnfinished,
        #[error("PokerStars has no game for the variant '{variant}'")]
        UnknownGame { variant: String },
        #[error("{format} has no room for the game {variant}: it has {games}{why}")]
        NoRoomForGame { format: &'static str, variant: String, games: String, why: &'static str },
        #[error("there are {given} {what} for {count} players")]
        OtherCount { what: &'static str, given: usize, count: usize },
        #[error("players pay {paid}, but the pot is {pot}")]
        PotNotPaid { paid: String, pot: String },
        #[error("{won} is won and {taken} taken of a pot of {pot}")]
        PotNotWon { won: String, taken: String, pot: String },
        #[error("{player} ends with {recorded} by the record, but with {told} by what is played, so the hand cannot be written")]
        OtherEnd { player: String, recorded: String, told: String },
        #[error("{player} wins {recorded} by the record, but {told} by what is played, so the hand cannot be written")]
        OtherWinnings { player: String, recorded: String, told: String },
        #[error("{recorded} is taken from the pot by the record, but {told} by what players win, so the hand cannot be written")]
        OtherTaken { recorded: String, told: String },
        #[error("'{player}' has cards that are none: '{cards}'")]
        CardSyntax { player: String, cards: String },
        #[error("a board has {count} cards, which is no street of hold'em")]
        UnknownStreet { count: usize },
    }
}

/// A hand as writers take it: what was played, and what is known beside. Amounts are units.
#[derive(Debug, Clone)]
pub struct HandView<'a> {
    /// The code of the game.
    pub variant: &'a str,
    /// How many digits behind the point units are worth.
    pub digits: u32,
    /// The end of the hand.
    pub state: &'a State,
    /// The stacks of players before the hand.
    pub stacks: &'a [Chips],
    /// The stacks at the end by the record, if it says so.
    pub finishing_stacks: Option<&'a [Chips]>,
    /// The winnings by the record, if it says so.
    pub winnings: Option<&'a [Chips]>,
    /// The players' names.
    pub names: Vec<Cow<'a, str>>,
    /// The numbers of their seats.
    pub seats: Cow<'a, [u32]>,
    /// The raises of the record, by how many raises there were before.
    pub recorded_raises: Vec<(usize, Chips)>,
    /// The number or name of the hand.
    pub hand: Option<Cow<'a, str>>,
    /// The name of the room.
    pub venue: Option<Cow<'a, str>>,
    /// The name of the table.
    pub table: Option<Cow<'a, str>>,
    /// How many seats there are.
    pub seat_count: Option<u32>,
    /// The level of a tournament.
    pub level: Option<u32>,
    /// The code of the currency.
    pub currency: Option<Cow<'a, str>>,
    /// The sign of the currency.
    pub currency_symbol: Option<Cow<'a, str>>,
    /// The facts beyond the fields of PHH.
    pub extensions: &'a Extensions,
}

/// The deals of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dealt {
    pub(crate) is_stud: bool,
    pub(crate) draws: usize,
}

impl Dealt {
    pub(crate) const fn is_draw(self) -> bool {
        self.draws > 0
    }
}

impl<'a> HandView<'a> {
    /// Returns what happened, with awards as the record has them.
    ///
    /// # Errors
    ///
    /// The hand is not over, or there are too few names, seats or stacks.
    pub fn transcribe(&self) -> Result<Transcript<'a>, WriteError> {
        let state = self.state;
        if state.phase != Phase::End {
            return Err(WriteError::HandUnfinished);
        }
        let count = state.player_count();
        for (what, given) in [
            ("names", self.names.len()),
            ("seats", self.seats.len()),
            ("stacks", self.stacks.len()),
        ] {
            if given != count {
                return Err(WriteError::OtherCount { what, given, count });
            }
        }
        let blinds = self.blinds();
        let by_player = |values: &[(String, Chips)]| -> Vec<Chips> {
            self.names.iter().map(|name| find(values, name).copied().unwrap_or(0)).collect()
        };
        let extensions = self.extensions;
        let opening = OpeningTable {
            stacks: self.stacks,
            blinds: &blinds,
            dead: &by_player(&extensions.dead_posts),
            price: state.definition.blind_price(),
            board_count: state.definition.board_count,
            recorded_raises: &self.recorded_raises,
        };
        let mut transcript = transcribe(&state.log, &opening).ok_or(WriteError::OtherCount {
            what: "amounts",
            given: 0,
            count,
        })?;
        let cash_outs = if extensions.cash_outs.is_empty() {
            Vec::new()
        } else {
            by_player(&extensions.cash_outs)
        };
        let recorded = RecordedEnd {
            finishing_stacks: self.finishing_stacks,
            winnings: self.winnings,
            capped: extensions.cap.is_some(),
            cash_outs: &cash_outs,
            added: extensions.added.unwrap_or(0),
        };
        let told = transcript.match_record(&state.stacks, &recorded);
        if !told && !recorded.capped {
            self.refuse_end(&transcript, &cash_outs)?;
        }
        if cash_outs.is_empty() {
            self.take_recorded(&mut transcript)?;
        }
        Ok(transcript)
    }

    /// Takes from the winner what was taken from the pot, where nothing else says so, and refuses what cannot have been
    /// taken.
    fn take_recorded(&self, transcript: &mut Transcript<'_>) -> Result<(), WriteError> {
        let extensions = self.extensions;
        let told = transcript.taken + extensions.added.unwrap_or(0);
        let fees = extensions.fees();
        let recorded = extensions.rake.map_or(fees.max(told), |rake| rake + fees);
        if recorded == told {
            return Ok(());
        }
        let is_open = self.finishing_stacks.is_none() && self.winnings.is_none();
        if is_open && transcript.take(recorded - told) {
            return Ok(());
        }
        let money = Money { sign: "", digits: self.digits };
        Err(WriteError::OtherTaken { recorded: money.text(recorded), told: money.text(told) })
    }

    /// Refuses a hand whose record says of somebody's money what its play cannot come to.
    fn refuse_end(
        &self,
        transcript: &Transcript<'_>,
        cash_outs: &[Chips],
    ) -> Result<(), WriteError> {
        let money = Money { sign: "", digits: self.digits };
        let won = transcript.winnings(self.names.len());
        let mut ends: Vec<Chips> = self.stacks.iter().zip(&won).map(|(a, b)| a + b).collect();
        for (end, paid) in ends.iter_mut().zip(cash_outs) {
            *end += paid;
        }
        for event in &transcript.events {
            if let Some(end) = event.seat.and_then(|seat| ends.get_mut(seat)) {
                *end +=
                    if event.kind == EventKind::Uncalled { event.amount } else { -event.amount };
            }
        }
        let differs = |recorded: &[Chips], told: &[Chips]| {
            let place = recorded.iter().zip(told).position(|(one, other)| one != other)?;
            let player = self.names[place].clone().into_owned();
            Some((player, money.text(recorded[place]), money.text(told[place])))
        };
        if let Some(stacks) = self.finishing_stacks {
            return match differs(stacks, &ends) {
                Some((player, recorded, told)) => {
                    Err(WriteError::OtherEnd { player, recorded, told })
                }
                None => Ok(()),
            };
        }
        // Some records have nobody win where nobody else is left.
        let winnings = self.winnings.filter(|winnings| winnings.iter().any(|&won| won != 0));
        match winnings.and_then(|winnings| differs(winnings, &won)) {
            Some((player, recorded, told)) => {
                Err(WriteError::OtherWinnings { player, recorded, told })
            }
            None => Ok(()),
        }
    }

    /// Returns the blinds and straddles by player; posts are negative.
    #[must_use]
    pub fn blinds(&self) -> Vec<Chips> {
        let mut blinds = self.state.definition.blinds.to_vec();
        if blinds.len() == 2 {
            // Of two players, the first has the blind of the second.
            blinds.reverse();
        }
        blinds
    }

    /// Returns how many seats the table has; that of the smallest usual table with room for all, where nobody says so.
    #[must_use]
    pub fn table_size(&self) -> u32 {
        const USUAL: [u32; 4] = [2, 6, 9, 10];
        let absent = self.extensions.sitting_out.iter().map(|one| one.seat);
        let seats = self.seats.iter().copied().chain(absent).chain([self.names.len() as u32]);
        let most = seats.max().unwrap_or(2);
        let usual = || USUAL.into_iter().find(|&size| size >= most).unwrap_or(most);
        self.seat_count.filter(|&count| count > 0).unwrap_or_else(usual)
    }

    /// Returns the seat of the button.
    #[must_use]
    pub fn button(&self) -> u32 {
        let last = self.seats.last().copied().unwrap_or(1);
        self.extensions.button.unwrap_or(last)
    }

    pub(crate) fn dealt(&self) -> Dealt {
        let dealings = || self.state.definition.steps.iter().filter_map(Step::dealing);
        Dealt {
            is_stud: dealings().any(|dealing| dealing.hole.contains(&true)),
            draws: dealings().filter(|dealing| dealing.draw.is_some()).count(),
        }
    }

    /// Returns the smallest bets of all rounds.
    pub(crate) fn bets(&self) -> impl DoubleEndedIterator<Item = Chips> {
        let bets = self.state.definition.steps.iter().filter_map(Step::betting);
        bets.map(|betting| betting.minimum_bet)
    }
}

/// The notation of amounts that units become.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Money<'a> {
    pub(crate) sign: &'a str,
    pub(crate) digits: u32,
}

impl Money<'_> {
    /// Appends units: with all digits, or with none behind the point if all are zeros.
    pub(crate) fn write(self, units: Chips, out: &mut String) {
        out.push_str(self.sign);
        self.write_bare(units, out);
    }

    /// Appends units without a sign.
    pub(crate) fn write_bare(self, units: Chips, out: &mut String) {
        let scale = 10_u64.pow(self.digits);
        let size = units.unsigned_abs();
        if units < 0 {
            out.push('-');
        }
        write_number(size / scale, out);
        if !size.is_multiple_of(scale) {
            // Writing to a text cannot fail.
            let _ = write!(out, ".{:0width$}", size % scale, width = self.digits as usize);
        }
    }

    /// Appends units with all digits behind the point, without a sign.
    pub(crate) fn write_full(self, units: Chips, out: &mut String) {
        let scale = 10_u64.pow(self.digits);
        let size = units.unsigned_abs();
        if units < 0 {
            out.push('-');
        }
        write_number(size / scale, out);
        if self.digits > 0 {
            let _ = write!(out, ".{:0width$}", size % scale, width = self.digits as usize);
        }
    }

    /// Returns what [`Money::write`] appends.
    pub(crate) fn text(self, units: Chips) -> String {
        let mut text = String::new();
        self.write(units, &mut text);
        text
    }
}

/// Appends a number.
pub(crate) fn write_number(mut number: u64, out: &mut String) {
    let mut digits = [0_u8; 20];
    let mut place = digits.len();
    loop {
        place -= 1;
        digits[place] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend(digits[place..].iter().map(|&digit| char::from(digit)));
}
