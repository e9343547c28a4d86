//! The best hand that a selection of cards can form.

use croupier_cards::{Card, CardSet};
use smallvec::SmallVec;

use crate::batch::strength_of_rows;
use crate::card_split::{CardSplit, find_subset, visit_subsets};
use crate::error::EvalError;
use crate::lanes::{self, LaneKind};
use crate::ranking::{Method, Ranking, Roles, Strength};
use crate::selection::{Choice, Counts, Group, Rule, Zone};

/// The best hand and the cards that form it, in the order in which they were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// How strong it is.
    pub strength: Strength,
    /// Its cards.
    pub cards: Vec<Card>,
}

impl Ranking {
    /// Returns the rule of most games: the best of all hole and board cards.
    #[must_use]
    pub fn any_cards(&self) -> Rule {
        Rule { padding: true, ..Rule::new(Counts::Any(self.card_counts().1)) }
    }

    /// Finds the best hand of these cards under a rule.
    ///
    /// Of several equal hands it is the first one, choosing the first cards first.
    ///
    /// # Errors
    ///
    /// As [`Ranking::check`], or no hand can be formed.
    pub fn best(
        &self,
        hole: &[Card],
        board: &[Card],
        rule: &Rule,
        roles: Roles,
    ) -> Result<Best, EvalError> {
        let choices = rule.choices(
            Zone { subsets: &[], count: hole.len() },
            Zone { subsets: &[], count: board.len() },
        );
        self.best_of(hole, board, &choices, roles)
    }

    /// Finds the best hand of these cards under a rule that was worked out already.
    ///
    /// # Errors
    ///
    /// As [`Ranking::best`].
    pub fn best_of(
        &self,
        hole: &[Card],
        board: &[Card],
        choices: &[Choice],
        roles: Roles,
    ) -> Result<Best, EvalError> {
        let cards: Vec<Card> = hole.iter().chain(board).copied().collect();
        self.check(&cards, roles)?;
        let (minimum, maximum) = self.card_counts();
        let mut best: Option<(Strength, Vec<Card>)> = None;
        for choice in choices {
            let size: usize = choice.iter().map(|group| group.count).sum();
            if !(minimum..=maximum).contains(&size) {
                continue;
            }
            // Where a kernel tells how strong the best hand is, only hands that strong are looked for.
            let target = self
                .strength_of_all(&cards, choice, roles)
                .or_else(|| self.strength_of_pair(&cards, choice, roles))
                .or_else(|| self.strength_of_threes(&cards, choice, roles));
            if let Some(target) = target
                && target <= best.as_ref().map_or(0, |(strength, _)| *strength)
            {
                continue;
            }
            if let (Some(lane), Some(target), [first, second]) = (self.lane(), target, &choice[..])
                && let Some(hand) = first_hand(lane, target, &cards, [first, second])
            {
                best = Some((target, hand));
                continue;
            }
            visit_hands(&cards, choice, &mut |hand| {
                let Some(strength) = self.strength(hand, held_roles(hand, roles)) else {
                    return false;
                };
                if best.as_ref().is_none_or(|(best, _)| strength > *best) {
                    best = Some((strength, hand.to_vec()));
                }
                target == Some(strength)
            });
        }
        let (strength, hand) = best.ok_or_else(|| EvalError::NoHand {
            ranking: self.name.clone(),
            hole: hole.to_vec(),
            board: board.to_vec(),
        })?;
        Ok(Best { strength, cards: self.forming_cards(&hand, strength) })
    }

    /// Returns the strength of the best hand of natural cards under rules that were worked out already.
    ///
    /// `None` where there is no hand, or where the cards are none of this ranking.
    #[must_use]
    pub fn best_strength_of(
        &self,
        hole: &[Card],
        board: &[Card],
        choices: &[Choice],
    ) -> Option<Strength> {
        let cards: SmallCards = hole.iter().chain(board).copied().collect();
        let all: CardSet = cards.iter().copied().collect();
        let (Some(lane), (minimum, maximum)) = (self.lane(), self.card_counts()) else {
            return self.best_of(hole, board, choices, Roles::NONE).ok().map(|best| best.strength);
        };
        if all.len() as usize != cards.len() || !all.difference(lane.deck()).is_empty() {
            return self.best_of(hole, board, choices, Roles::NONE).ok().map(|best| best.strength);
        }
        let floor = match &self.method {
            Method::Shape(shape) => shape.floor(),
            _ => 0,
        };
        let mut best = 0;
        for choice in choices {
            if let Some(strength) = self.strength_of_threes(&cards, choice, Roles::NONE) {
                best = best.max(strength);
                continue;
            }
            let size: usize = choice.iter().map(|group| group.count).sum();
            if (minimum..=maximum).contains(&size) && lane.card_counts().contains(&(size as u32)) {
                visit_sets(&cards, choice, CardSet::EMPTY, &mut |set| {
                    best = best.max(lanes::strength(lane, set));
                });
            }
        }
        (best > 0 && best >= floor).then_some(best)
    }

    /// Returns the strength of the best hand of cards some of which may be wild, without looking for its cards.
    ///
    /// `None` where there is no hand, or where the cards are none of this ranking.
    #[must_use]
    pub fn best_strength_with(
        &self,
        hole: &[Card],
        board: &[Card],
        choices: &[Choice],
        roles: Roles,
    ) -> Option<Strength> {
        let cards: Vec<Card> = hole.iter().chain(board).copied().collect();
        self.check(&cards, roles).ok()?;
        let (minimum, maximum) = self.card_counts();
        let mut best = 0;
        for choice in choices {
            let size: usize = choice.iter().map(|group| group.count).sum();
            if !(minimum..=maximum).contains(&size) {
                continue;
            }
            if let Some(strength) = self.strength_of_all(&cards, choice, roles) {
                best = best.max(strength);
                continue;
            }
            visit_hands(&cards, choice, &mut |hand| {
                let strength = self.strength(hand, held_roles(hand, roles));
                best = best.max(strength.unwrap_or(0));
                false
            });
        }
        (best > 0).then_some(best)
    }

    /// Returns the strength of the best hand of a choice without trying its hands, where that is possible.
    fn strength_of_all(&self, cards: &[Card], choice: &[Group], roles: Roles) -> Option<Strength> {
        let [group] = choice else { return None };
        if group.count != self.card_counts().1 {
            return None;
        }
        let pool = pool(cards, group);
        match (&self.method, self.lane()) {
            (Method::Shape(shape), None) if self.wild && !shape.is_low() => {
                Some(self.strength(&pool, held_roles(&pool, roles)).unwrap_or(0))
            }
            (method, Some(lane)) if lane.card_counts().contains(&(pool.len() as u32)) => {
                let strength = lanes::strength(lane, pool.into_iter().collect());
                match method {
                    Method::Shape(shape) if strength < shape.floor() => Some(0),
                    _ => Some(strength),
                }
            }
            _ => None,
        }
    }

    /// Returns the strength of the best hand of so many cards of one group and so many of another, where that is possible.
    fn strength_of_pair(&self, cards: &[Card], choice: &[Group], roles: Roles) -> Option<Strength> {
        let [first, second] = choice else { return None };
        let size = (first.count + second.count) as u32;
        let split = CardSplit { size, board_counts: 1_u32.checked_shl(second.count as u32)? };
        self.best_strength_of_split(&pool(cards, first), &pool(cards, second), split, roles)
    }

    /// Returns the strength of the best hand of two cards of one group and one of each of three, where that is possible.
    fn strength_of_threes(
        &self,
        cards: &[Card],
        choice: &[Group],
        roles: Roles,
    ) -> Option<Strength> {
        let [pool, rows @ ..] = choice else { return None };
        let rows: &[Group; 3] = rows.try_into().ok()?;
        let fits = pool.count == 2 && rows.iter().all(|row| row.count == 1);
        if !fits || roles != Roles::NONE {
            return None;
        }
        let lane = self.lane()?;
        let set = |group: &Group| -> CardSet {
            let members = cards.iter().enumerate();
            let members = members.filter(|(position, _)| group.cards >> position & 1 == 1);
            members.map(|(_, card)| *card).collect()
        };
        let (pool, rows) = (set(pool), rows.each_ref().map(set));
        let all = rows.iter().fold(pool, |all, row| all.union(*row));
        let distinct = all.len() == rows.iter().fold(pool.len(), |sum, row| sum + row.len());
        if !distinct || !all.difference(lane.deck()).is_empty() {
            return None;
        }
        let strength = strength_of_rows(lane, pool, rows)?;
        match &self.method {
            Method::Shape(shape) if strength < shape.floor() => Some(0),
            _ => Some(strength),
        }
    }

    /// Returns the cards that make up the hand: a badugi leaves some out.
    fn forming_cards(&self, hand: &[Card], strength: Strength) -> Vec<Card> {
        let Method::Badugi(badugi) = &self.method else { return hand.to_vec() };
        let Some(size) = badugi.places(strength).map(|places| places.len()) else {
            return hand.to_vec();
        };
        let group = Group { cards: (1 << hand.len()) - 1, count: size };
        let mut forming = hand.to_vec();
        visit_hands(hand, &[group], &mut |cards| {
            let found = self.strength(cards, Roles::NONE) == Some(strength);
            if found {
                forming = cards.to_vec();
            }
            found
        });
        forming
    }
}

/// Returns the first hand of natural cards of two groups that is so strong.
fn first_hand(
    lane: LaneKind,
    target: Strength,
    cards: &[Card],
    groups: [&Group; 2],
) -> Option<Vec<Card>> {
    let pools = groups.map(|group| pool(cards, group));
    let [first, second] = pools.each_ref().map(|pool| -> SmallVec<[CardSet; 16]> {
        pool.iter().map(|&card| CardSet::of(card)).collect()
    });
    let mut found = CardSet::EMPTY;
    let mut is_it = |hand: CardSet| {
        found = hand;
        lanes::strength(lane, hand) == target
    };
    let exists = find_subset(&first, groups[0].count, CardSet::EMPTY, &mut |taken| {
        find_subset(&second, groups[1].count, taken, &mut is_it)
    });
    let all = pools.iter().flatten().copied();
    exists.then(|| all.filter(|&card| found.contains(card)).collect())
}

/// Leaves out the roles of cards that are not in the hand.
fn held_roles(hand: &[Card], roles: Roles) -> Roles {
    if roles == Roles::NONE {
        return roles;
    }
    let held: CardSet = hand.iter().copied().collect();
    Roles { wild: roles.wild.intersection(held), bugs: roles.bugs.intersection(held) }
}

/// Cards of one hand, on the stack unless there are very many.
pub(crate) type SmallCards = SmallVec<[Card; 16]>;

/// Returns the cards that a group takes from.
pub(crate) fn pool(cards: &[Card], group: &Group) -> SmallCards {
    let cards = cards.iter().enumerate();
    cards.filter(|(position, _)| group.cards >> position & 1 == 1).map(|(_, card)| *card).collect()
}

/// Calls back with every hand of a choice as a set.
fn visit_sets(cards: &[Card], choice: &[Group], taken: CardSet, visit: &mut dyn FnMut(CardSet)) {
    let Some((group, rest)) = choice.split_first() else { return visit(taken) };
    let members = pool(cards, group).into_iter().collect();
    visit_subsets(members, group.count as u32, taken, &mut |taken| {
        visit_sets(cards, rest, taken, visit);
    });
}

/// Calls back with every hand of a choice, first cards first, until the callback says that it is enough.
pub(crate) fn visit_hands(
    cards: &[Card],
    choice: &[Group],
    visit: &mut impl FnMut(&[Card]) -> bool,
) {
    let mut hand = SmallCards::new();
    visit_groups(cards, choice, &mut hand, visit);
}

fn visit_groups(
    cards: &[Card],
    choice: &[Group],
    hand: &mut SmallCards,
    visit: &mut impl FnMut(&[Card]) -> bool,
) -> bool {
    let Some((group, rest)) = choice.split_first() else { return visit(hand) };
    visit_members(cards, group.cards, group.count, rest, hand, visit)
}

fn visit_members(
    cards: &[Card],
    mut members: u64,
    count: usize,
    rest: &[Group],
    hand: &mut SmallCards,
    visit: &mut impl FnMut(&[Card]) -> bool,
) -> bool {
    if count == 0 {
        return visit_groups(cards, rest, hand, visit);
    }
    while members.count_ones() as usize >= count {
        let position = members.trailing_zeros() as usize;
        members &= members - 1;
        hand.push(cards[position]);
        let enough = visit_members(cards, members, count - 1, rest, hand, visit);
        hand.pop();
        if enough {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use croupier_cards::{Deck, Shuffler};

    use super::*;
    use crate::registry;

    #[test]
    fn the_best_strength_is_that_of_the_best_hand() {
        let mut shuffler = Shuffler::from_seed(5);
        for name in [
            "high",
            "a5_low",
            "eight_or_better_low",
            "27_low",
            "badugi",
            "hidugi",
            "soko_high",
            "36card_ffh_high",
        ] {
            let ranking = registry::get(name).unwrap();
            let size = ranking.card_counts().1;
            for _ in 0..50 {
                let mut deck = Deck::Standard.cards(0);
                shuffler.shuffle(&mut deck);
                let (hole, board) = (&deck[..4], &deck[4..12]);
                let choices = [
                    vec![
                        Group { cards: 0b1111, count: size - 3 },
                        Group { cards: 0b0011 << 4, count: 1 },
                        Group { cards: 0b1100 << 4, count: 1 },
                        Group { cards: 0b1111 << 8, count: 1 },
                    ],
                    vec![
                        Group { cards: 0b1111, count: size - 3 },
                        Group { cards: 0b1110 << 4, count: 1 },
                        Group { cards: 0b1111 << 8, count: 2 },
                    ],
                    vec![Group { cards: 0b1111_1111, count: size }],
                ];
                let best = ranking.best_of(hole, board, &choices, Roles::NONE).ok();
                let strength = ranking.best_strength_of(hole, board, &choices);
                assert_eq!(strength, best.map(|best| best.strength), "{name} {hole:?} {board:?}");
            }
        }
    }

    #[test]
    fn the_best_hand_is_the_first_of_those_that_are_as_good() {
        let mut shuffler = Shuffler::from_seed(6);
        for name in ["high", "a5_low", "27_low", "36card_ffh_high"] {
            let ranking = registry::get(name).unwrap();
            for _ in 0..200 {
                let mut deck = Deck::Standard.cards(0);
                deck.retain(|card| ranking.has_card(*card));
                shuffler.shuffle(&mut deck);
                let cards = &deck[..9];
                let choice = vec![
                    Group { cards: 0b1111, count: 2 },
                    Group { cards: 0b1_1111_0000, count: 3 },
                ];
                let mut first: Option<(Strength, Vec<Card>)> = None;
                visit_hands(cards, &choice, &mut |hand| {
                    let strength = ranking.evaluate(hand, Roles::NONE).unwrap();
                    if first.as_ref().is_none_or(|(best, _)| strength > *best) {
                        first = Some((strength, hand.to_vec()));
                    }
                    false
                });
                let found = ranking.best_of(&deck[..4], &deck[4..9], &[choice], Roles::NONE);
                let found = found.unwrap();
                assert_eq!(Some((found.strength, found.cards)), first, "{name}");
            }
        }
    }
}
