//! Many hands of many players: exact sums, in an order that does not depend on threads.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use croupier_engine::{Cards, Chips, Seat, Seats};

use super::count::{HandCount, SeatCount};
use super::counters::Counts;
use super::position::Position;
use crate::identity::fingerprint::{KnownMarks, Mark};

/// Larger amounts are left to others, so that sums of squares have room for all hands there are.
const LARGEST: Chips = 1 << 47;
/// How many units a chip is in sums, where all amounts of a hand are whole in them: a hand may be played in much finer
/// ones, so that its pots can be divided.
const UNITS: [Chips; 3] = [100, 10_000, 1_000_000];

/// A quick hash of numbers that are made here, so that nobody can choose ones that collide.
#[derive(Debug, Clone, Copy, Default)]
struct Quick(u64);

impl Quick {
    const fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.mix(u64::from(byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(u64::from(number));
    }

    fn write_i64(&mut self, number: i64) {
        self.mix(number.cast_unsigned());
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

type Places = HashMap<SumKey, usize, BuildHasherDefault<Quick>>;

/// The stakes of hands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stakes {
    /// The code of the game.
    pub variant: String,
    /// The code or the sign of the currency; empty where there is none.
    pub currency: String,
    /// The smallest bet, as a fraction of chips.
    pub bet: (Chips, Chips),
    /// Whether the chips are those of a tournament.
    pub tournament: bool,
}

/// The key of a sum: the player, the stakes and the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SumKey {
    /// The player, by the place in the list.
    pub player: u32,
    /// The stakes, by the place in the list.
    pub stakes: u32,
    /// Where the player sat.
    pub position: Position,
    /// How many units a chip is.
    pub scale: i64,
}

/// The sums over hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// How many hands there are.
    pub hands: u64,
    /// Of how many of them it is known what was won.
    pub settled: u64,
    /// The chances, and what was made of them.
    pub counts: Counts<u64>,
    /// The sum of the winnings, in units.
    pub net: i128,
    /// The sum of the squares of what was won in each hand.
    pub squares: u128,
    /// The winnings in hands that came to a showdown for the player.
    pub showdown_net: i128,
}

impl Totals {
    fn add(&mut self, other: &Self) {
        self.hands += other.hands;
        self.settled += other.settled;
        self.counts.add_all(&other.counts);
        self.net += other.net;
        self.squares += other.squares;
        self.showdown_net += other.showdown_net;
    }

    fn take_away(&mut self, other: &Self) {
        self.hands -= other.hands;
        self.settled -= other.settled;
        self.counts.take_away(&other.counts);
        self.net -= other.net;
        self.squares -= other.squares;
        self.showdown_net -= other.showdown_net;
    }

    fn add_hand(&mut self, one: &SeatCount) {
        self.hands += 1;
        self.settled += u64::from(one.settled);
        self.counts.add_all(&one.counts);
        let net = i128::from(one.net);
        self.net += net;
        self.squares += (net * net).unsigned_abs();
        if one.showdown {
            self.showdown_net += net;
        }
    }
}

/// The place of a hand: its file, and where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandPlace {
    /// The file, by its place in the list.
    pub file: usize,
    /// Where the hand begins, in bytes.
    pub start: usize,
}

/// A hand in which nobody could act any more before the last card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllInHand {
    /// Where it is.
    pub spot: HandPlace,
    /// For each seat the player, with what was won net, gross, and out of the pots.
    pub seats: Vec<(SumKey, Chips, Chips, Chips)>,
    /// The board when betting ended.
    pub board: Cards,
    /// The hands of those who were left.
    pub hands: Vec<(Seat, Cards)>,
    /// The pots in units, and who could win them.
    pub pots: Vec<(Chips, Seats)>,
}

/// The winnings of a player in a hand, where hands are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// Where the hand is.
    pub spot: HandPlace,
    /// The seat.
    pub seat: Seat,
    /// The player and the stakes.
    pub key: SumKey,
    /// The winnings, in units.
    pub net: Chips,
    /// Whether the player was there at the showdown.
    pub showdown: bool,
}

/// A hand that others must play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncountedHand {
    /// Where it is.
    pub spot: HandPlace,
    /// How many bytes it has.
    pub length: usize,
    /// The key of its table.
    pub key: String,
}

/// The statistics of many hands.
#[derive(Debug, Clone, Default)]
pub struct Gathered {
    /// The players by their names.
    pub players: Vec<String>,
    player_places: HashMap<String, u32>,
    /// The stakes.
    pub stakes: Vec<Stakes>,
    stakes_places: HashMap<Stakes, u32>,
    /// The sums.
    pub totals: Vec<(SumKey, Totals)>,
    places: Places,
    /// Hands in which nobody could act any more before the last card.
    pub all_ins: Vec<AllInHand>,
    /// Hands of players of whom they are wanted.
    pub listed: Vec<Listed>,
    /// Hands that others must play.
    pub left: Vec<UncountedHand>,
    /// The marks of hands that have been counted, and where the hands are.
    marks: Vec<(Mark, HandPlace)>,
    /// How many hands were there before, and were not counted again.
    pub repeated: u64,
    /// How many hands came to no end.
    pub unfinished: u64,
    /// How many hands were counted.
    pub hands: u64,
    /// The problems of files.
    pub problems: Vec<(usize, String)>,
}

/// A hand, and what is known of it beside what was played.
pub struct HandSource<'a> {
    /// Where it is.
    pub spot: HandPlace,
    /// The code of the game.
    pub variant: &'a str,
    /// The code or the sign of the currency.
    pub currency: &'a str,
    /// Whether the chips are those of a tournament.
    pub tournament: bool,
    /// How many units a chip is.
    pub scale: i64,
    /// The mark of the hand, if it can be told from others of the same content.
    pub mark: Option<Mark>,
}

impl Gathered {
    /// Adds a hand; false if its amounts are too large.
    pub fn add<'a>(
        &mut self,
        source: &HandSource<'_>,
        mut hand: HandCount,
        mut names: impl Iterator<Item = &'a str>,
        wanted: &HashSet<String>,
    ) -> bool {
        let scale = coarsen(&mut hand, source.scale);
        if hand.seats.iter().any(|one| one.net.abs() > LARGEST) {
            return false;
        }
        self.hands += 1;
        self.marks.extend(source.mark.map(|mark| (mark, source.spot)));
        let stakes = self.find_stakes(source, hand.bet, scale);
        let mut keys = Vec::with_capacity(if hand.all_in.is_some() { hand.seats.len() } else { 0 });
        for (seat, one) in hand.seats.iter().enumerate() {
            let name = names.next().unwrap_or_default();
            let player = self.find_player(name);
            let key = SumKey { player, stakes, position: one.position, scale };
            self.find_totals(key).add_hand(one);
            if one.settled && wanted.contains(name) {
                let (net, showdown) = (one.net, one.showdown);
                self.listed.push(Listed { spot: source.spot, seat, key, net, showdown });
            }
            if hand.all_in.is_some() {
                keys.push((key, one.net, one.gross, one.received));
            }
        }
        if let Some(all_in) = hand.all_in {
            self.all_ins.push(AllInHand {
                spot: source.spot,
                seats: keys,
                board: all_in.board,
                hands: all_in.hands,
                pots: all_in.pots,
            });
        }
        true
    }

    /// Returns the place of a player in the list.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.player_places.get(name).map(|&place| place as usize)
    }

    fn find_player(&mut self, name: &str) -> u32 {
        if let Some(&place) = self.player_places.get(name) {
            return place;
        }
        let place = self.players.len() as u32;
        self.players.push(name.to_owned());
        self.player_places.insert(name.to_owned(), place);
        place
    }

    fn find_stakes(&mut self, source: &HandSource<'_>, bet: Chips, scale: Chips) -> u32 {
        let divisor = gcd(bet, scale).max(1);
        let bet = (bet / divisor, scale / divisor);
        // Nearly all hands are played for what the one before was.
        let is_same = |stakes: &Stakes| {
            stakes.bet == bet
                && stakes.tournament == source.tournament
                && stakes.variant == source.variant
                && stakes.currency == source.currency
        };
        if let Some(place) = self.stakes.iter().take(8).position(is_same) {
            return place as u32;
        }
        let (variant, currency) = (source.variant.to_owned(), source.currency.to_owned());
        self.place_stakes(Stakes { variant, currency, bet, tournament: source.tournament })
    }

    fn place_stakes(&mut self, stakes: Stakes) -> u32 {
        if let Some(&place) = self.stakes_places.get(&stakes) {
            return place;
        }
        let place = self.stakes.len() as u32;
        self.stakes.push(stakes.clone());
        self.stakes_places.insert(stakes, place);
        place
    }

    fn find_totals(&mut self, key: SumKey) -> &mut Totals {
        let next = self.totals.len();
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            self.totals.push((key, Totals::default()));
        }
        &mut self.totals[place].1
    }

    /// Adds what came of other hands.
    pub fn merge(&mut self, other: Self) {
        // Whose hands were all there before is nobody new.
        let mut players = vec![u32::MAX; other.players.len()];
        for (key, totals) in &other.totals {
            let place = key.player as usize;
            if totals.hands > 0 && players[place] == u32::MAX {
                players[place] = self.find_player(&other.players[place]);
            }
        }
        let stakes: Vec<u32> =
            other.stakes.into_iter().map(|stakes| self.place_stakes(stakes)).collect();
        let moved = |key: SumKey| SumKey {
            player: players[key.player as usize],
            stakes: stakes[key.stakes as usize],
            ..key
        };
        for (key, totals) in other.totals.iter().filter(|(_, totals)| totals.hands > 0) {
            self.find_totals(moved(*key)).add(totals);
        }
        self.all_ins.extend(other.all_ins.into_iter().map(|mut hand| {
            hand.seats.iter_mut().for_each(|seat| seat.0 = moved(seat.0));
            hand
        }));
        let listed = other.listed.into_iter();
        self.listed.extend(listed.map(|one| Listed { key: moved(one.key), ..one }));
        self.left.extend(other.left);
        self.marks.extend(other.marks);
        self.repeated += other.repeated;
        self.unfinished += other.unfinished;
        self.hands += other.hands;
        self.problems.extend(other.problems);
    }

    /// Returns where hands are that were there before, and forgets what hands are known by.
    pub fn find_repeated(&mut self, known: &mut KnownMarks) -> HashSet<HandPlace> {
        let mut marks = std::mem::take(&mut self.marks);
        marks.sort_unstable_by_key(|&(_, spot)| spot);
        let repeated = marks.into_iter().filter(|&(mark, _)| known.was_there(mark));
        repeated.map(|(_, spot)| spot).collect()
    }

    /// Takes hands away that were there before: `again` is what came of them alone.
    pub fn take_away(&mut self, again: &Self, repeated: &HashSet<HandPlace>) {
        for (key, totals) in &again.totals {
            let player = self.find_player(&again.players[key.player as usize]);
            let stakes = self.place_stakes(again.stakes[key.stakes as usize].clone());
            self.find_totals(SumKey { player, stakes, ..*key }).take_away(totals);
        }
        self.all_ins.retain(|hand| !repeated.contains(&hand.spot));
        self.listed.retain(|one| !repeated.contains(&one.spot));
        self.hands -= again.hands;
        self.repeated += again.hands;
    }

    /// Puts in order what threads found in any.
    pub fn sort(&mut self) {
        self.all_ins.sort_unstable_by_key(|hand| hand.spot);
        self.listed.sort_unstable_by_key(|one| (one.spot, one.seat));
        self.left.sort_unstable_by_key(|hand| hand.spot);
        self.problems.sort_unstable();
    }
}

/// Writes the amounts of a hand in coarser units where nothing is lost; returns how many of them a chip is.
fn coarsen(hand: &mut HandCount, scale: Chips) -> Chips {
    for units in UNITS.into_iter().filter(|units| scale > *units && scale % units == 0) {
        let factor = scale / units;
        if amounts(hand).all(|amount| *amount % factor == 0) {
            amounts(hand).for_each(|amount| *amount /= factor);
            return units;
        }
    }
    scale
}

/// Returns all amounts that are in units of what is counted.
fn amounts(hand: &mut HandCount) -> impl Iterator<Item = &mut Chips> {
    let HandCount { bet, seats, all_in, .. } = hand;
    let seats = seats.iter_mut().flat_map(|one| [&mut one.net, &mut one.gross, &mut one.received]);
    let pots = all_in.iter_mut().flat_map(|all_in| &mut all_in.pots).map(|(pot, _)| pot);
    seats.chain(pots).chain([bet])
}

const fn gcd(mut one: i64, mut other: i64) -> i64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::counters::Statistic;
    use croupier_engine::PerSeat;

    fn hand(nets: &[Chips]) -> HandCount {
        let seat = |(seat, &net): (usize, &Chips)| {
            let mut counts = Counts::default();
            counts.add(Statistic::Vpip, net > 0);
            let position = seat as Position;
            SeatCount {
                position,
                counts,
                net,
                gross: net,
                received: 0,
                showdown: seat == 0,
                settled: true,
            }
        };
        HandCount {
            bet: 50,
            seats: nets.iter().enumerate().map(seat).collect(),
            all_in: None,
            paid: PerSeat::all(0, nets.len()),
            hidden: false,
        }
    }

    fn gather(hands: &[(usize, &[&str], &[Chips])]) -> Gathered {
        let mut gathered = Gathered::default();
        let wanted = HashSet::from(["Ann".to_owned()]);
        for &(file, names, nets) in hands {
            let spot = HandPlace { file, start: 0 };
            let source = HandSource {
                spot,
                variant: "NT",
                currency: "EUR",
                tournament: false,
                scale: 100,
                mark: None,
            };
            assert!(gathered.add(&source, hand(nets), names.iter().copied(), &wanted));
        }
        gathered
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let hands: [(usize, &[&str], &[Chips]); 3] = [
            (0, &["Ann", "Bob"], &[30, -30]),
            (1, &["Bob", "Ann"], &[-7, 7]),
            (2, &["Ann", "Bob"], &[-5, 5]),
        ];
        let mut whole = gather(&hands);
        let mut parts = gather(&hands[2..]);
        parts.merge(gather(&hands[..2]));
        whole.sort();
        parts.sort();
        assert_eq!(whole.stakes, parts.stakes);
        assert_eq!(whole.stakes[0].bet, (1, 2));
        assert_eq!((whole.hands, parts.hands), (3, 3));
        let named = |gathered: &Gathered| {
            let name = |key: &SumKey| gathered.players[key.player as usize].clone();
            let mut rows: Vec<_> = gathered
                .totals
                .iter()
                .map(|(key, totals)| (name(key), key.position, totals.net, totals.squares))
                .collect();
            rows.sort_unstable();
            rows
        };
        assert_eq!(named(&whole), named(&parts));
        assert_eq!(named(&whole)[0], ("Ann".to_owned(), 0, 25, 925));
        let nets = |gathered: &Gathered| -> Vec<_> {
            gathered.listed.iter().map(|one| (one.spot.file, one.net)).collect()
        };
        assert_eq!(nets(&parts), [(0, 30), (1, 7), (2, -5)]);
        assert_eq!(nets(&parts), nets(&whole));
    }

    #[test]
    fn sums_are_kept_in_the_coarsest_units_without_fractions() {
        let scale = 1_008_000_000_000;
        for (net, coarse, units) in [
            (1_082 * scale, 108_200, 100),
            (scale / 1_000, 10, 10_000),
            (scale / 7, scale / 7, scale),
            (LARGEST, LARGEST, scale),
        ] {
            let mut one = hand(&[net, -net]);
            one.bet = 5 * scale;
            assert_eq!(coarsen(&mut one, scale), units);
            assert_eq!((one.seats[0].net, one.seats[1].net, one.bet), (coarse, -coarse, 5 * units));
        }
        // Where a chip is a few units, they stay.
        assert_eq!(coarsen(&mut hand(&[10, -10]), 10), 10);
    }

    #[test]
    fn amounts_without_room_are_left_to_others() {
        let source = HandSource {
            spot: HandPlace { file: 0, start: 0 },
            variant: "NT",
            currency: "",
            tournament: false,
            scale: 1,
            mark: None,
        };
        let mut gathered = Gathered::default();
        let large = hand(&[LARGEST + 1, -LARGEST - 1]);
        assert!(!gathered.add(&source, large, std::iter::empty(), &HashSet::new()));
        assert_eq!((gathered.hands, gathered.totals.len()), (0, 0));
    }
}
