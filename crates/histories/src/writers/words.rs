//! Hands in the words of PokerStars.

use croupier_cards::{Card, Rank};
use croupier_eval::{Ranking, Roles, Rule, registry};

/// The kind of hands that decides a pot, for its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    High,
    Low { low_aces: bool },
    Badugi,
}

/// The words for the hands of a game, by how these are made.
#[derive(Debug, Clone)]
pub struct HandWords {
    kinds: Vec<(Kind, &'static Ranking, Rule)>,
}

const NAMES: [&str; 13] = [
    "Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen",
    "King", "Ace",
];
const PLURALS: [&str; 13] = [
    "Deuces", "Threes", "Fours", "Fives", "Sixes", "Sevens", "Eights", "Nines", "Tens", "Jacks",
    "Queens", "Kings", "Aces",
];
const ACE: u8 = 12;
const KING: u8 = 11;

impl HandWords {
    /// Returns the words for the hands of a game; nothing where nobody has any.
    #[must_use]
    pub fn of(variant: &str) -> Option<Self> {
        let low = Kind::Low { low_aces: true };
        let (high, second, from_omaha) = match variant {
            "NT" | "FT" | "X:PT" | "F7S" | "X:F5D" | "X:P5D" | "X:N5D" => {
                ((Kind::High, "high"), None, false)
            }
            "NS" => ((Kind::High, "36card_ffh_high"), None, false),
            "PO" | "X:NO" | "X:FO" | "X:PO5" | "X:PO6" | "X:PC" => {
                ((Kind::High, "high"), None, true)
            }
            "FO/8" | "X:PO/8" | "X:NO/8" | "X:PO5/8" | "X:PC/8" => {
                ((Kind::High, "high"), Some("eight_or_better_low"), true)
            }
            "F7S/8" => ((Kind::High, "high"), Some("eight_or_better_low"), false),
            "FR" => ((low, "a5_low"), None, false),
            "F2L3D" | "X:P2L3D" | "X:N2L3D" | "N2L1D" => {
                ((Kind::Low { low_aces: false }, "27_low"), None, false)
            }
            "FB" => ((Kind::Badugi, "badugi"), None, false),
            _ => return None,
        };
        let mut kinds = Vec::with_capacity(2);
        for (kind, name) in [Some(high), second.map(|name| (low, name))].into_iter().flatten() {
            let ranking = registry::get(name).ok()?;
            let rule = if from_omaha { Rule::exactly(2, 3) } else { ranking.any_cards() };
            kinds.push((kind, ranking, rule));
        }
        Some(Self { kinds })
    }

    /// Says what somebody holds at the showdown; nothing where a card is not known.
    #[must_use]
    pub fn describe(&self, hole: &[Card], board: &[Card]) -> String {
        let mut words = String::new();
        if hole.iter().chain(board).any(|card| card.is_unknown()) {
            return words;
        }
        let split = self.kinds.len() > 1;
        for (place, (kind, ranking, rule)) in self.kinds.iter().enumerate() {
            let Ok(best) = ranking.best(hole, board, rule, Roles::NONE) else { continue };
            if place > 0 {
                if !words.is_empty() {
                    words.push_str("; ");
                }
                words.push_str("LO: ");
                say_ranks(&best.cards, true, &mut words);
                continue;
            }
            if split {
                words.push_str("HI: ");
            }
            match *kind {
                Kind::High => say_high(&best.cards, &mut words),
                Kind::Badugi => {
                    let count = best.cards.len();
                    let name = ["", "1-card", "2-card", "3-card", "Badugi"];
                    words.push_str(name.get(count).copied().unwrap_or_default());
                    words.push_str(": ");
                    say_ranks(&best.cards, true, &mut words);
                }
                Kind::Low { low_aces } => {
                    if is_high_card(&best.cards, low_aces) {
                        words.push_str("Lo: ");
                        say_ranks(&best.cards, low_aces, &mut words);
                    } else {
                        say_high(&best.cards, &mut words);
                    }
                }
            }
        }
        words
    }
}

fn ranks_of(cards: &[Card]) -> Vec<u8> {
    let mut ranks: Vec<u8> = cards.iter().filter_map(|card| card.rank()).map(Rank::index).collect();
    ranks.sort_unstable_by(|one, other| other.cmp(one));
    ranks
}

/// Tells whether a hand is worth its ranks alone. Straights and flushes count where aces are high.
fn is_high_card(cards: &[Card], low_aces: bool) -> bool {
    let ranks = ranks_of(cards);
    let pairs = ranks.windows(2).any(|pair| pair[0] == pair[1]);
    // The wheel is no straight there, for its ace is high.
    let straight = is_sequence(&ranks) && !(ranks[0] == ACE && ranks[1] != KING);
    !pairs && (low_aces || !straight && !is_flush(cards))
}

fn is_flush(cards: &[Card]) -> bool {
    cards.len() == 5 && cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit())
}

/// Tells whether ranks, from high to low, follow each other; an ace may be low, below a five or, in a short deck, a
/// nine.
fn is_sequence(ranks: &[u8]) -> bool {
    let rows = |ranks: &[u8]| ranks.windows(2).all(|pair| pair[0] == pair[1] + 1);
    let low_ace = || {
        ranks[0] == ACE && rows(&ranks[1..]) && (ranks[4] == 0 || ranks[4] == 4 && ranks[1] == 7)
    };
    ranks.len() == 5 && (rows(ranks) || low_ace())
}

fn say_ranks(cards: &[Card], low_aces: bool, words: &mut String) {
    let mut ranks: Vec<Rank> = cards.iter().filter_map(|card| card.rank()).collect();
    let key = |rank: &Rank| match rank.index() {
        ACE if low_aces => -1,
        index => i16::from(index),
    };
    ranks.sort_by_key(|rank| -key(rank));
    for (place, rank) in ranks.iter().enumerate() {
        if place > 0 {
            words.push(',');
        }
        words.push(rank.character());
    }
}

fn say_high(cards: &[Card], words: &mut String) {
    let ranks = ranks_of(cards);
    // The ranks by how often they are there, and then from high to low.
    let mut counts: Vec<(usize, u8)> = Vec::with_capacity(5);
    for &rank in &ranks {
        match counts.last_mut() {
            Some((count, last)) if *last == rank => *count += 1,
            _ => counts.push((1, rank)),
        }
    }
    counts.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
    let place = |at: usize| counts.get(at).map_or(0, |&(_, rank)| usize::from(rank));
    let (first, second) = (place(0), place(1));
    let sizes = (counts.first().map_or(0, |one| one.0), counts.get(1).map_or(0, |one| one.0));
    let high = ranks.first().map_or(0, |&rank| usize::from(rank));
    let parts: &[&str] = match sizes {
        (4, _) => &["four of a kind, ", PLURALS[first]],
        (3, 2) => &["a full house, ", PLURALS[first], " full of ", PLURALS[second]],
        (3, _) => &["three of a kind, ", PLURALS[first]],
        (2, 2) => &["two pair, ", PLURALS[first], " and ", PLURALS[second]],
        (2, _) => &["a pair of ", PLURALS[first]],
        _ if is_sequence(&ranks) => {
            let wheel = ranks[0] == ACE && ranks[1] != KING;
            let (low, high) = if wheel { (ACE, ranks[1]) } else { (ranks[4], ranks[0]) };
            let (low, top) = (NAMES[usize::from(low)], NAMES[usize::from(high)]);
            match is_flush(cards) {
                true if high == ACE => &["a Royal Flush"],
                true => &["a straight flush, ", low, " to ", top],
                false => &["a straight, ", low, " to ", top],
            }
        }
        _ if is_flush(cards) => &["a flush, ", NAMES[high], " high"],
        _ => &["high card ", NAMES[high]],
    };
    words.extend(parts.iter().copied());
}

#[cfg(test)]
mod tests {
    use croupier_cards::parse;

    use super::*;

    #[test]
    fn hands_have_their_words() {
        for (variant, hole, board, words) in [
            ("NT", "QsJs", "QhAdTsAsQd", "a full house, Queens full of Aces"),
            ("NT", "As2s", "3h4d5cKsKd", "a straight, Ace to Five"),
            ("NT", "AsKs", "QsJsTs2d3c", "a Royal Flush"),
            ("NT", "6s6h", "6d6cTs2d3c", "four of a kind, Sixes"),
            ("NS", "As6s", "7h8d9cKsKd", "a straight, Ace to Nine"),
            ("PO/8", "As2s", "3h4d5c", ""),
            ("X:PO/8", "As2sKhKd", "3h4d5cKsQd", "HI: a straight, Ace to Five; LO: 5,4,3,2,A"),
            ("X:PO/8", "QsJsKhKd", "3h4d5cKsQd", "HI: three of a kind, Kings"),
            ("FR", "As2s3h4d5c8s8d", "", "Lo: 5,4,3,2,A"),
            ("FR", "KsKhQdQc2s2h", "", ""),
            ("F2L3D", "7s5h4d3c2s", "", "Lo: 7,5,4,3,2"),
            ("F2L3D", "As5h4d3c2s", "", "Lo: A,5,4,3,2"),
            ("F2L3D", "6s5h4d3c2s", "", "a straight, Deuce to Six"),
            ("FB", "As2h3d4c", "", "Badugi: 4,3,2,A"),
            ("FB", "As2h3d3c", "", "3-card: 3,2,A"),
        ] {
            let Some(all) = HandWords::of(variant) else {
                assert_eq!(words, "");
                continue;
            };
            let (hole, board) = (parse::cards(hole).unwrap(), parse::cards(board).unwrap());
            let said = all.describe(&hole, &board);
            if !words.is_empty() {
                assert_eq!(said, words, "{variant}");
            }
        }
    }
}
