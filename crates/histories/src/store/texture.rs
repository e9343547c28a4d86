//! The texture of boards: of the flop, and what the turn and the river change.
//!
//! Bits are added at the end and never change their meaning, since they stand in files.

use croupier_cards::Card;

/// Makes the bits of a texture, with their names.
macro_rules! bits {
    ($names:ident { $($(#[$about:meta])* $bit:ident = $name:literal $said:literal,)* }) => {
        /// The names of the bits from the lowest on, and what each says.
        pub const $names: &[(&str, &str)] = &[$(($name, $said),)*];
        bits!(@each 0u16; $($(#[$about])* $bit)*);
    };
    (@each $number:expr;) => {};
    (@each $number:expr; $(#[$about:meta])* $bit:ident $($rest:tt)*) => {
        $(#[$about])*
        const $bit: u16 = 1 << $number;
        bits!(@each $number + 1; $($rest)*);
    };
}

bits! { FLOPS {
    PAIRED = "flop_paired" "two cards of the flop, and not three, have the same rank",
    TRIPS = "flop_trips" "all three have the same rank",
    MONOTONE = "flop_monotone" "all three have the same suit",
    TWO_TONE = "flop_two_tone" "two of them, and not three, have the same suit",
    CONNECTED = "flop_connected" "their ranks are different, and some straight has all three",
    ACE = "flop_ace" "there is an ace",
    BROADWAY = "flop_broadway" "two or three of them are tens or higher",
    LOW = "flop_low" "none is higher than an eight",
}}

bits! { RUNOUTS {
    TURN_PAIRS = "turn_pairs" "the turn has the rank of a card of the flop",
    TURN_FLUSH = "turn_flush" "the turn is the third card of its suit",
    TURN_OVERCARD = "turn_overcard" "the turn is higher than the flop",
    TURN_CONNECTS = "turn_connects" "some straight has the turn and two cards of the flop with other ranks",
    RIVER_PAIRS = "river_pairs" "the river has the rank of a card of the board",
    RIVER_FLUSH = "river_flush" "the river is the third card of its suit",
    RIVER_OVERCARD = "river_overcard" "the river is higher than the rest of the board",
    RIVER_CONNECTS = "river_connects" "some straight has the river and two cards of the board with other ranks",
}}

const ACE_RANK: u8 = 12;
const TEN: u8 = 8;
const EIGHT: u8 = 6;
/// Ranks that make a straight, the ace below the deuce being bit 0.
const STRAIGHT: u16 = 0b11111;

/// Returns the ranks and suits of cards; nothing if one of them is unknown or a joker.
fn read<const N: usize>(cards: &[Card]) -> Option<[(u8, u8); N]> {
    let mut found = [(0, 0); N];
    for (place, card) in found.iter_mut().zip(cards.get(..N)?) {
        *place = (card.rank()?.index(), card.suit()?.index());
    }
    Some(found)
}

/// Returns ranks as bits, of which the ace has two.
fn lanes(cards: &[(u8, u8)]) -> u16 {
    cards.iter().fold(0, |lanes, &(rank, _)| lanes | 2 << rank | u16::from(rank == ACE_RANK))
}

/// Tells whether some straight has a card and two others of other ranks.
fn connects(card: (u8, u8), others: &[(u8, u8)]) -> bool {
    let own = lanes(&[card]);
    let others = lanes(others) & !own;
    (0..10).any(|low| {
        let straight = STRAIGHT << low;
        straight & own != 0 && (straight & others).count_ones() >= 2
    })
}

/// Describes the first three cards of a board; nothing if there are fewer, or one is not known.
#[must_use]
pub fn describe_flop(board: &[Card]) -> Option<u16> {
    let cards: [(u8, u8); 3] = read(board)?;
    let [(a, s), (b, t), (c, u)] = cards;
    let mut bits = 0;
    let mut set = |bit: u16, holds: bool| bits |= if holds { bit } else { 0 };
    let trips = a == b && b == c;
    let paired = !trips && (a == b || b == c || a == c);
    let monotone = s == t && t == u;
    set(PAIRED, paired);
    set(TRIPS, trips);
    set(MONOTONE, monotone);
    set(TWO_TONE, !monotone && (s == t || t == u || s == u));
    set(CONNECTED, !paired && !trips && connects(cards[0], &cards[1..]));
    set(ACE, cards.iter().any(|card| card.0 == ACE_RANK));
    set(BROADWAY, cards.iter().filter(|card| card.0 >= TEN).count() >= 2);
    set(LOW, cards.iter().all(|card| card.0 <= EIGHT));
    Some(bits)
}

/// Describes a card that comes to others: the bits are those for pairs, flushes, overcards and straights.
fn describe_next(card: (u8, u8), before: &[(u8, u8)], bits: [u16; 4]) -> u16 {
    let suits = before.iter().filter(|other| other.1 == card.1).count();
    let pairs = before.iter().any(|other| other.0 == card.0);
    let over = before.iter().all(|other| other.0 < card.0);
    let holds = [pairs, suits == 2, over, connects(card, before)];
    bits.into_iter().zip(holds).filter(|(_, holds)| *holds).fold(0, |all, (bit, _)| all | bit)
}

/// Describes the fourth and the fifth card of a board; nothing if there is no fourth, or one is not known.
#[must_use]
pub fn describe_runout(board: &[Card]) -> Option<u16> {
    let turn: [(u8, u8); 4] = read(board)?;
    let of_turn = [TURN_PAIRS, TURN_FLUSH, TURN_OVERCARD, TURN_CONNECTS];
    let mut bits = describe_next(turn[3], &turn[..3], of_turn);
    if let Some(river) = read::<5>(board) {
        let of_river = [RIVER_PAIRS, RIVER_FLUSH, RIVER_OVERCARD, RIVER_CONNECTS];
        bits |= describe_next(river[4], &river[..4], of_river);
    }
    Some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_cards::parse::cards as parse_cards;

    fn names(bits: Option<u16>, all: &[(&'static str, &str)]) -> Vec<&'static str> {
        let bits = bits.unwrap();
        let set = |(number, one): (usize, &(&'static str, &str))| {
            (bits >> number & 1 == 1).then_some(one.0)
        };
        all.iter().enumerate().filter_map(set).collect()
    }

    fn board(text: &str) -> Vec<Card> {
        parse_cards(text).unwrap().into_iter().collect()
    }

    /// Whether some run of five ranks, the ace high or low, has all of these.
    fn makes_straight(ranks: &[u8]) -> bool {
        let runs = (0..9).map(|low| (low..low + 5).collect::<Vec<u8>>());
        let wheel = std::iter::once(vec![12, 0, 1, 2, 3]);
        runs.chain(wheel).any(|run| ranks.iter().all(|rank| run.contains(rank)))
    }

    fn different(ranks: &[u8]) -> usize {
        let mut all = ranks.to_vec();
        all.sort_unstable();
        all.dedup();
        all.len()
    }

    #[test]
    fn all_flops_are_what_a_slow_look_says() {
        let mut seen = 0;
        for a in 0..52_u8 {
            for b in 0..a {
                for c in 0..b {
                    let cards = [Card::new(a), Card::new(b), Card::new(c)];
                    let ranks = [a / 4, b / 4, c / 4];
                    let suits = different(&[a % 4, b % 4, c % 4]);
                    let kinds = different(&ranks);
                    let mut expected = Vec::new();
                    let mut tell = |name, holds: bool| {
                        if holds {
                            expected.push(name)
                        }
                    };
                    tell("flop_paired", kinds == 2);
                    tell("flop_trips", kinds == 1);
                    tell("flop_monotone", suits == 1);
                    tell("flop_two_tone", suits == 2);
                    tell("flop_connected", kinds == 3 && makes_straight(&ranks));
                    tell("flop_ace", ranks.contains(&12));
                    tell("flop_broadway", ranks.iter().filter(|&&rank| rank >= 8).count() > 1);
                    tell("flop_low", ranks.iter().max() <= Some(&6));
                    assert_eq!(names(describe_flop(&cards), FLOPS), expected);
                    seen += 1;
                    // A turn and a river for each of them.
                    let (d, e) = ((a + 17) % 52, (c + 31) % 52);
                    if different(&[a, b, c, d, e]) < 5 {
                        continue;
                    }
                    let mut expected = Vec::new();
                    let board = [a, b, c, d, e];
                    for (at, street) in [(3, "turn"), (4, "river")] {
                        let before = &board[..at];
                        let new = board[at] / 4;
                        let others: Vec<u8> = before.iter().map(|card| card / 4).collect();
                        let pairs = others.contains(&new);
                        let same = before.iter().filter(|&card| card % 4 == board[at] % 4).count();
                        let connects = others.iter().any(|&one| {
                            others.iter().any(|&other| {
                                different(&[one, other, new]) == 3
                                    && makes_straight(&[one, other, new])
                            })
                        });
                        let over = others.iter().all(|&rank| rank < new);
                        for (what, holds) in [
                            ("pairs", pairs),
                            ("flush", same == 2),
                            ("overcard", over),
                            ("connects", connects),
                        ] {
                            if holds {
                                expected.push(format!("{street}_{what}"));
                            }
                        }
                    }
                    let cards = board.map(Card::new);
                    assert_eq!(names(describe_runout(&cards), RUNOUTS), expected);
                }
            }
        }
        assert_eq!(seen, 22_100);
    }

    #[test]
    fn boards_are_described() {
        let flop = |text: &str| names(describe_flop(&board(text)), FLOPS);
        assert_eq!(
            flop("AsKsQs"),
            ["flop_monotone", "flop_connected", "flop_ace", "flop_broadway"]
        );
        assert_eq!(flop("As2d4d"), ["flop_two_tone", "flop_connected", "flop_ace"]);
        assert_eq!(flop("7s7d2c"), ["flop_paired", "flop_low"]);
        assert_eq!(flop("9s9d9c"), ["flop_trips"]);
        let runout = |text: &str| names(describe_runout(&board(text)), RUNOUTS);
        assert_eq!(runout("7s7d2c7h"), ["turn_pairs"]);
        assert_eq!(
            runout("7s8s2cTsJs"),
            ["turn_flush", "turn_overcard", "turn_connects", "river_overcard", "river_connects"]
        );
        assert_eq!(describe_flop(&board("7s8s")), None);
        assert_eq!(describe_runout(&board("7s8s2c")), None);
    }
}
