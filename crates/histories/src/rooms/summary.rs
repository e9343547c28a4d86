//! The end of a hand in lines like those of PokerStars: the summary, and what only it has.

use croupier_engine::Cards;

use super::scan::{Scan, find, first_word, small_number};
use super::text::{TextReader, is_remark};
use crate::builder::{BuildError, HandEvent, find_cards};

const FEES: [(&str, &str); 5] = [
    ("jackpot", "jackpot"),
    ("bingo", "bingo"),
    ("fortune", "fortune"),
    ("tax", "tax"),
    ("bad beat", "jackpot"),
];

impl TextReader<'_> {
    pub(super) fn read_summary(&mut self, line: &str) -> Result<(), BuildError> {
        if let Some(rest) = line.strip_prefix("Seat ") {
            return self.read_summary_seat(rest);
        }
        if let Some(rest) = line.strip_prefix("Total pot ") {
            self.builder.pot_at = self.builder.at;
            return self.read_pot(rest);
        }
        if line.starts_with("Board [") {
            if !self.gaps.is_empty() {
                self.final_board = find_cards(line);
            }
        } else if line.starts_with("Hand cancelled") {
            return Err(BuildError::Cancelled);
        } else if is_remark(line) {
            self.builder.extensions.remarks.push(line.to_owned());
        } else {
            self.read_collected(line)?;
        }
        Ok(())
    }

    /// Reads the cards of somebody who mucked; or showed, if no line said so before.
    pub(super) fn read_summary_seat(&mut self, text: &str) -> Result<(), BuildError> {
        let places = [(" mucked [", true), (" showed [", false)];
        let found = places.iter().filter_map(|&(words, mucked)| {
            find(text, words).map(|place| (place, place + words.len(), mucked))
        });
        let Some((_, start, mucked)) = found.min() else { return Ok(()) };
        let mut scan = Scan::new(text);
        let Some(number) = scan.digits().and_then(small_number) else { return Ok(()) };
        let Some((cards, rest)) = text[start..].split_once(']') else { return Ok(()) };
        let id = self.builder.in_seat(number)?;
        if let Some(won) = rest.strip_prefix(" and won ") {
            let won = won.strip_prefix('(').unwrap_or(won);
            let end = won.find([' ', ')']).unwrap_or(won.len());
            if end > 0 {
                let won = self.amount(&won[..end])?;
                self.builder.summary_wins.push((id, won));
            }
        }
        let player = &self.builder.players[id];
        if !player.playing || !player.shown.is_empty() {
            return Ok(());
        }
        let cards = find_cards(cards);
        self.fit_game(cards.len());
        if mucked {
            self.builder.muck(id, cards);
        } else {
            self.builder.show(id, cards);
        }
        Ok(())
    }

    /// Reads the pot and what was taken from it.
    pub(super) fn read_pot(&mut self, text: &str) -> Result<(), BuildError> {
        let mut parts = text.split(" | ");
        let total = first_word(parts.next().unwrap_or(""));
        for part in parts {
            let (what, amount) =
                part.trim_end_matches(['.', ' ']).rsplit_once(' ').unwrap_or(("", ""));
            if what.eq_ignore_ascii_case("rake") {
                self.builder.rake = Some(self.amount(amount)?);
            } else if let Some(&(_, name)) =
                FEES.iter().find(|(fee, _)| what.eq_ignore_ascii_case(fee))
            {
                let units = self.amount(amount)?;
                if units != 0 {
                    self.builder.fees.push((name, units));
                }
            }
        }
        if !self.room.net_pot {
            self.builder.total_pot = Some(self.amount(total)?);
            return Ok(());
        }
        // The winnings of the players, without the rake; thousands are rounded.
        let rake = *self.builder.rake.get_or_insert(0);
        if !total.contains('k') {
            self.builder.total_pot = Some(self.amount(total)? + rake);
        }
        Ok(())
    }

    /// Puts in cards of the board that only the summary has.
    pub(super) fn fill_gaps(&mut self) {
        let mut place = 0;
        for number in 0..self.builder.moves.len() {
            let HandEvent::Board(cards) = &mut self.builder.moves[number].event else { continue };
            let count = cards.len();
            if self.gaps.contains(&number)
                && let Some(known) = self.final_board.get(place..place + count)
            {
                *cards = Cards::from_slice(known);
                let message = "a card of the board is in the summary alone";
                self.builder.note("gap", message.to_owned());
            }
            place += count;
        }
    }

    /// Keeps what the standard has no field for.
    pub(super) fn add_fields(&mut self) {
        let is_stud = self.is_stud;
        let mut heroes = self.heroes.iter().filter(|&&(_, count)| count > 1 || !is_stud);
        if let (Some(&(id, _)), None) = (heroes.next(), heroes.next()) {
            let name = &self.builder.players[id].name;
            self.builder.extensions.hero.get_or_insert_with(|| name.to_string());
        }
    }
}
