//! Hands in games with subsets, wild cards, qualifiers and conditions, as numbers that compare.

use croupier_cards::{Card, CardSet, Rank};
use croupier_eval::selection::{Choice, Group};
use croupier_eval::{Best, Ranking, Roles, Rule, Strength};
use smallvec::SmallVec;

use crate::chips::pots::Pot;
use crate::definition::{
    Contest, Declaration, HandRules, HandType, Role, Source, Special, SubsetMask, Take, TakeCount,
    Way, Wild, WildCards,
};
use crate::error::RuleError;
use crate::hands::View;
use crate::hooks::Hooks;
use crate::seats::{PerSeat, Seat, Seats};
use crate::state::State;

/// The subset of board cards that every player has in the hole, because there were too few for all.
pub(crate) const SHARED: SubsetMask = 1 << 63;
/// The mark of board subsets that were taken out of play.
pub(crate) const REMOVED: SubsetMask = 1 << 62;
/// The bits of the place within a kind of hands.
const PLACE_BITS: u32 = 20;
/// The bonus of a hand with a preferred card.
const PREFERRED: u32 = 1 << 29;
/// The strength of no cards at all where that is the best hand.
const EMPTY_HAND: u32 = 1 << 30;

/// The best hand of a player in a contest.
#[derive(Debug, Clone)]
pub struct ContestHand {
    /// How hands rank in the contest.
    pub ranking: &'static Ranking,
    /// The hand.
    pub best: Best,
    /// The strength in the contest: larger is better.
    pub worth: u32,
}

/// A card with the subsets that it belongs to.
type Labelled = (Card, SubsetMask);
type Zone = SmallVec<[Labelled; 16]>;
type CardList = SmallVec<[Card; 16]>;

impl State {
    /// Ranks a player's hand in a contest.
    pub(crate) fn rank_in_contest(
        &self,
        contest: &Contest,
        seat: Seat,
        view: View,
    ) -> Option<Strength> {
        // Fewer cards can be better than all of them: a player who has not shown all has shown no hand.
        if view == View::Up && !self.hole[seat].all_up() {
            return None;
        }
        let entry = self.entry_for(contest, seat)?;
        let (hole, board) = self.zones_for(entry, seat, view);
        let held = self.hole[seat].cards.len();
        if held < entry.minimum_cards {
            return None;
        }
        // Cards that nobody sees are no empty hand.
        if held == 0 && entry.empty_is_best {
            return Some(EMPTY_HAND);
        }
        let roles = self.roles(entry, seat, &hole, &board);
        let strength = entry.strength(&hole, &board, roles)?;
        if entry.qualifier.as_ref().is_some_and(|least| !least.admits(entry.ranking, strength)) {
            return None;
        }
        let prefers =
            |card: Card| card.rank().is_some_and(|rank| entry.preferred >> rank.index() & 1 == 1);
        if entry.preferred == 0 && !entry.empty_is_best {
            return Some(strength);
        }
        // Places in the tables leave room for more than strengths do.
        let standing = entry.ranking.standing(strength)?;
        let place = (standing.rank << PLACE_BITS) + standing.ordered_rank;
        let preferred = hole.iter().any(|&(card, _)| prefers(card));
        Some(PREFERRED - place + if preferred { PREFERRED } else { 0 })
    }

    /// Returns the ranking, the strength and the cards of a player's best hand in a contest, and what it is worth there.
    #[must_use]
    pub fn contest_hand(&self, hand_type: usize, seat: Seat, view: View) -> Option<ContestHand> {
        let kind = self.definition.hand_types.get(hand_type)?;
        if !self.active.contains(seat) {
            return None;
        }
        let known = |card: &Card| !card.is_unknown();
        match kind {
            HandType::Contest(contest) => {
                let worth = self.rank_in_contest(contest, seat, view)?;
                let entry = self.entry_for(contest, seat)?;
                let (hole, board) = self.zones_for(entry, seat, view);
                let roles = self.roles(entry, seat, &hole, &board);
                let choices: Vec<Choice> =
                    entry.ways.iter().filter_map(|way| entry.choice(way, &hole, &board)).collect();
                let best = entry.ranking.best_of(&cards(&hole), &cards(&board), &choices, roles);
                let best = best.ok()?;
                Some(ContestHand { ranking: entry.ranking, best, worth })
            }
            HandType::Ranked { ranking, rule, qualifier } => {
                let up = |place: usize| view == View::All || self.hole[seat].is_up(place);
                let held = self.hole[seat].cards.iter().copied().enumerate();
                let hole: Vec<Card> = held
                    .filter(|(place, card)| up(*place) && known(card))
                    .map(|(_, card)| card)
                    .collect();
                let board: Vec<Card> = self.board_cards(0).filter(known).collect();
                let best = ranking.best(&hole, &board, rule, Roles::NONE).ok()?;
                if qualifier.as_ref().is_some_and(|least| !least.admits(ranking, best.strength)) {
                    return None;
                }
                Some(ContestHand { ranking, worth: best.strength, best })
            }
            HandType::Lookup { .. } | HandType::Foreign => None,
        }
    }

    /// Returns how a player's hand is made now.
    fn entry_for<'a>(&self, contest: &'a Contest, seat: Seat) -> Option<&'a HandRules> {
        let case = contest.cases.iter().find(|case| self.all_hold(&case.when, Some(seat)))?;
        case.entry.as_ref()
    }

    /// Returns the hole and board cards that count for a player.
    fn zones_for(&self, entry: &HandRules, seat: Seat, view: View) -> (Zone, Zone) {
        let held = &self.hole[seat];
        let dealt_up = self.dealt_up(seat);
        let used =
            entry.unused_of.map_or(CardSet::EMPTY, |other| self.used_cards(other, seat, view));
        let mut hole = Zone::new();
        let mut seen = CardSet::EMPTY;
        for (place, &card) in held.cards.iter().enumerate() {
            let subsets = self.hole_subset(seat, place).map_or(0, |subset| 1 << subset);
            let counts = !card.is_unknown()
                && (view == View::All || held.is_up(place))
                && (entry.hole_subsets == 0 || subsets & entry.hole_subsets != 0)
                && entry.faces.is_none_or(|up| up == (dealt_up >> place & 1 == 1))
                && !used.contains(card);
            // A card that stands twice counts once.
            if counts && seen.insert(card) {
                hole.push((card, subsets));
            }
        }
        let mut board = Zone::new();
        for (place, entry) in self.board.iter().enumerate() {
            let subsets = self.board_subsets(place);
            if subsets == REMOVED || entry.card.is_unknown() || !seen.insert(entry.card) {
                continue;
            }
            if subsets & SHARED == 0 {
                board.push((entry.card, subsets));
            } else {
                hole.push((entry.card, 0));
            }
        }
        (hole, board)
    }

    /// Returns the hole cards that a player's best hand in another contest uses.
    fn used_cards(&self, contest: usize, seat: Seat, view: View) -> CardSet {
        let contest = self.definition.hand_types.get(contest).and_then(HandType::contest);
        let Some(entry) = contest.and_then(|contest| self.entry_for(contest, seat)) else {
            return CardSet::EMPTY;
        };
        // A contest that leaves out what another one uses is not asked in turn.
        if entry.unused_of.is_some() {
            return CardSet::EMPTY;
        }
        let (hole, board) = self.zones_for(entry, seat, view);
        let roles = self.roles(entry, seat, &hole, &board);
        entry.best_cards(&hole, &board, roles)
    }

    /// Finds out which cards are wild for a player.
    fn roles(&self, entry: &HandRules, seat: Seat, hole: &Zone, board: &Zone) -> Roles {
        let mut roles = Roles::NONE;
        if entry.wild.is_empty() {
            return roles;
        }
        let dealt_up = self.dealt_up(seat);
        let held = self.hole[seat].cards.iter().enumerate();
        let face_up: CardSet =
            held.filter(|(place, _)| dealt_up >> place & 1 == 1).map(|(_, card)| *card).collect();
        for wild in &entry.wild {
            let ranks = self.wild_ranks(wild, seat, board);
            let is_wild = |card: Card| match (wild.cards, card.rank()) {
                (WildCards::Jokers, _) => card.is_joker(),
                (_, Some(rank)) => ranks >> rank.index() & 1 == 1,
                (_, None) => false,
            };
            let on_board = board.iter().map(|&(card, _)| (card, true));
            let in_hole = hole.iter().map(|&(card, _)| (card, face_up.contains(card)));
            for (card, up) in on_board.chain(in_hole).filter(|&(card, _)| is_wild(card)) {
                // The first rule that makes a card wild counts.
                if roles.wild.contains(card) || roles.bugs.contains(card) {
                    continue;
                }
                match if up { wild.up } else { wild.down } {
                    Role::Wild => drop(roles.wild.insert(card)),
                    Role::Bug => drop(roles.bugs.insert(card)),
                    Role::Natural => {}
                }
            }
        }
        roles
    }

    /// Returns the ranks that a rule makes wild for a player, as bits.
    fn wild_ranks(&self, wild: &Wild, seat: Seat, board: &Zone) -> u16 {
        let kept = self.variant.as_deref();
        let bit = |rank: Option<u8>| rank.map_or(0, |rank| 1 << rank);
        let lowest = |cards: &mut dyn Iterator<Item = Card>| -> u16 {
            bit(cards.filter_map(Card::rank).map(Rank::index).min())
        };
        match wild.cards {
            WildCards::Ranks(ranks) => ranks,
            WildCards::Jokers => 0,
            WildCards::Marked => bit(kept.and_then(|kept| kept.marked)),
            WildCards::Following => bit(kept.and_then(|kept| kept.following)),
            WildCards::LowestBoard(subsets) => {
                let counts = |other: SubsetMask| subsets == 0 || other & subsets != 0;
                let cards = board.iter().filter(|(_, other)| counts(*other));
                lowest(&mut cards.map(|(card, _)| *card))
            }
            WildCards::LowestHole { down } => {
                let dealt_up = self.dealt_up(seat);
                let cards = self.hole[seat].cards.iter().enumerate();
                let counts = |place: usize| !down || dealt_up >> place & 1 == 0;
                lowest(&mut cards.filter(|(place, _)| counts(*place)).map(|(_, card)| *card))
            }
        }
    }

    /// Returns who wins a contest for a pot on a board.
    pub(crate) fn find_winners(
        &self,
        pot: &Pot,
        pot_index: usize,
        board: usize,
        hand_type: usize,
        hooks: &dyn Hooks,
    ) -> Result<Seats, RuleError> {
        let hands = self.rank_up_hands(board, hand_type, hooks)?;
        if self.definition.variant_rules.declared && hand_type < 2 {
            return self.find_declared_winners(pot, pot_index, board, hand_type, hooks);
        }
        let winners = best_of(pot.seats, &hands);
        if !winners.is_empty() {
            return Ok(winners);
        }
        let contest = self.definition.hand_types[hand_type].contest();
        Ok(match contest.and_then(|contest| contest.otherwise) {
            Some(special) => best_of(pot.seats, &self.rank_special(special)),
            None => Seats::NONE,
        })
    }

    /// Ranks the cards in the hole that win where nobody has a hand.
    pub(crate) fn rank_special(&self, special: Special) -> PerSeat<Option<Strength>> {
        let last = self.board.last().and_then(|entry| entry.card.suit());
        let suit = special.suit.or(last);
        let rank = |seat: Seat| {
            let cards = self.hole[seat].cards.iter().filter(|card| card.suit() == suit);
            let ranks = cards.filter_map(|card| card.rank()).map(|rank| u32::from(rank.index()));
            if special.highest {
                ranks.max().map(|rank| rank + 1)
            } else {
                ranks.min().map(|rank| u32::MAX - rank)
            }
        };
        let in_play = |seat: Seat| self.active.contains(seat) && suit.is_some();
        (0..self.player_count()).map(|seat| in_play(seat).then(|| rank(seat)).flatten()).collect()
    }

    /// Returns who wins high or low of those who declared for it. Who declared for both must win or tie both.
    fn find_declared_winners(
        &self,
        pot: &Pot,
        pot_index: usize,
        board: usize,
        hand_type: usize,
        hooks: &dyn Hooks,
    ) -> Result<Seats, RuleError> {
        let sides = self.definition.hand_types.len().min(2);
        let mut best = [Seats::NONE; 2];
        let mut hands = [PerSeat::all(None, 0); 2];
        let plays = |seat: Seat, side: usize| {
            let declaration = self.declaration(seat, pot_index);
            declaration.is_some_and(|declaration| declaration as u8 >> side & 1 == 1)
        };
        for side in 0..sides {
            hands[side] = self.rank_up_hands(board, side, hooks)?;
            let candidates = pot.seats.iter().filter(|&seat| plays(seat, side)).collect();
            best[side] = best_of(candidates, &hands[side]);
        }
        let fails = |seat: Seat| {
            self.declaration(seat, pot_index) == Some(Declaration::Both)
                && !best[..sides].iter().all(|winners| winners.contains(seat))
        };
        let candidates =
            pot.seats.iter().filter(|&seat| plays(seat, hand_type) && !fails(seat)).collect();
        Ok(best_of(candidates, &hands[hand_type]))
    }
}

/// Returns who has the best of these hands.
fn best_of(seats: Seats, hands: &[Option<Strength>]) -> Seats {
    let best = seats.iter().filter_map(|seat| hands[seat]).max();
    seats.iter().filter(|&seat| best.is_some() && hands[seat] == best).collect()
}

impl HandRules {
    /// Returns how strong the best hand is.
    fn strength(&self, hole: &Zone, board: &Zone, roles: Roles) -> Option<Strength> {
        match self.strength_of_splits(hole, board, roles) {
            Some(split_ways) => {
                split_ways.max(self.strength_of_ways(&self.ways.others, hole, board, roles))
            }
            None => self.strength_of_ways(&self.ways, hole, board, roles),
        }
    }

    /// Returns how strong the best hand is of ways that say no more than how many cards they take.
    ///
    /// `None` where such hands have to be tried one by one.
    fn strength_of_splits(
        &self,
        hole: &Zone,
        board: &Zone,
        roles: Roles,
    ) -> Option<Option<Strength>> {
        if self.padding {
            return None;
        }
        let select = |source: &Option<Source>, zone: &Zone| {
            source.as_ref().map_or_else(CardList::new, |source| source.cards(zone))
        };
        let mut best = 0;
        for split_ways in &self.ways.splits {
            let (own, common) = (select(&split_ways.hole, hole), select(&split_ways.board, board));
            best = best.max(self.ranking.best_strength_of_split(
                &own,
                &common,
                split_ways.split,
                roles,
            )?);
        }
        Some((best > 0).then_some(best))
    }

    /// Returns how strong the best hand of some ways is.
    fn strength_of_ways(
        &self,
        ways: &[Way],
        hole: &Zone,
        board: &Zone,
        roles: Roles,
    ) -> Option<Strength> {
        let natural = roles == Roles::NONE;
        let ways = ways.iter().filter_map(|way| {
            if natural && let Some((hole, board, rule)) = self.to_rule(way, hole, board) {
                return self.ranking.best_strength(&hole, &board, &rule);
            }
            let choice = self.choice(way, hole, board)?;
            let (hole, board) = (cards(hole), cards(board));
            if natural {
                return self.ranking.best_strength_of(&hole, &board, &[choice]);
            }
            self.ranking.best_strength_with(&hole, &board, &[choice], roles)
        });
        ways.max()
    }

    /// Returns the hole cards of the best hand.
    fn best_cards(&self, hole: &Zone, board: &Zone, roles: Roles) -> CardSet {
        let choices: Vec<Choice> =
            self.ways.iter().filter_map(|way| self.choice(way, hole, board)).collect();
        let best = self.ranking.best_of(&cards(hole), &cards(board), &choices, roles);
        let held: CardSet = hole.iter().map(|&(card, _)| card).collect();
        let used: CardSet = best.map_or(CardSet::EMPTY, |best| best.cards.into_iter().collect());
        used.intersection(held)
    }

    /// Returns a way as a rule about cards that are filtered already, where it is one, which is ranked faster.
    fn to_rule(&self, way: &Way, hole: &Zone, board: &Zone) -> Option<(CardList, CardList, Rule)> {
        let count = |take: &Take, available: usize| match take.count {
            TakeCount::Exactly(count) if count <= available => Some(count),
            TakeCount::Exactly(_) if self.padding => Some(available),
            TakeCount::All => Some(available),
            _ => None,
        };
        match way.groups.as_slice() {
            [Take { hole: Some(own), board: Some(common), .. }] => {
                let (hole, board) = (own.cards(hole), common.cards(board));
                let count = count(&way.groups[0], hole.len() + board.len())?;
                Some((hole, board, Rule::any(count)))
            }
            [take @ Take { hole: Some(own), board: None, .. }] => {
                let hole = own.cards(hole);
                let rule = Rule::any(count(take, hole.len())?);
                Some((hole, CardList::new(), rule))
            }
            [
                first @ Take { hole: Some(own), board: None, .. },
                second @ Take { hole: None, board: Some(common), .. },
            ] => {
                let (hole, board) = (own.cards(hole), common.cards(board));
                let counts = (count(first, hole.len())?, count(second, board.len())?);
                Some((hole, board, Rule::exactly(counts.0, counts.1)))
            }
            _ => None,
        }
    }

    /// Returns a way as groups of positions, hole cards first.
    fn choice(&self, way: &Way, hole: &Zone, board: &Zone) -> Option<Choice> {
        let mut taken = 0;
        let mut choice = Choice::new();
        for take in &way.groups {
            let own = take.hole.as_ref().map_or(0, |source| source.positions(hole));
            let common = take.board.as_ref().map_or(0, |source| source.positions(board));
            let cards = own | common.checked_shl(hole.len() as u32).unwrap_or(0);
            let available = cards.count_ones() as usize;
            let count = match take.count {
                TakeCount::All => available,
                TakeCount::UpTo(size) => available.min(size.saturating_sub(taken)),
                TakeCount::Exactly(count) if count <= available => count,
                TakeCount::Exactly(_) if take.optional => 0,
                TakeCount::Exactly(_) if self.padding => available,
                TakeCount::Exactly(_) => return None,
            };
            if count > 0 {
                choice.push(Group { cards, count });
            }
            taken += count;
        }
        Some(choice)
    }
}

fn cards(zone: &Zone) -> CardList {
    zone.iter().map(|&(card, _)| card).collect()
}

impl Source {
    /// Returns the positions of the cards in a zone, as bits.
    fn positions(&self, zone: &Zone) -> u64 {
        let members = |subset: u8| {
            let cards = zone.iter().enumerate();
            cards
                .filter(move |(_, (_, subsets))| subsets >> subset & 1 == 1)
                .map(|(place, _)| place)
        };
        match self {
            Self::All => (0..zone.len().min(64)).fold(0, |bits, place| bits | 1 << place),
            Self::Subsets(parts) => parts.iter().fold(0, |bits, &(subset, index)| match index {
                Some(index) => bits | members(subset).nth(index).map_or(0, |place| 1 << place),
                None => members(subset).fold(bits, |bits, place| bits | 1 << place),
            }),
        }
    }

    /// Returns the cards of a zone.
    fn cards(&self, zone: &Zone) -> CardList {
        if *self == Self::All {
            return cards(zone);
        }
        let positions = self.positions(zone);
        let chosen = zone.iter().enumerate().filter(|(place, _)| positions >> place & 1 == 1);
        chosen.map(|(_, (card, _))| *card).collect()
    }
}
