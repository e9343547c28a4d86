//! Which cards may form a hand.
//!
//! A [`Rule`] says it in the words of a game: how many hole and board cards, from which subsets.
//! Given the cards on the table it becomes a list of [`Choice`]s, and a hand is any way of taking
//! the asked number of cards from each group of one choice.

/// The number of a named subset of cards; the game gives the names.
pub type SubsetId = u8;

/// Cards of one player or of the board, of which each may belong to several subsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Zone<'a> {
    /// For each card, the subsets that it belongs to, as bits; empty when no card has a subset.
    pub subsets: &'a [u64],
    /// How many cards there are.
    pub count: usize,
}

/// The number of cards of a zone that are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// So many.
    Exactly(usize),
    /// All that there are.
    All,
}

/// The number of cards that form the hand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Counts {
    /// So many of the hole and board cards together.
    Any(usize),
    /// One of these pairs: so many hole cards and so many board cards.
    Pairs(Vec<(Count, Count)>),
}

/// Cards that may be used together: whole subsets, or one card of a subset by its index.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Pool {
    /// The subsets, each with the index of the only card that may be used, or none for all of them.
    pub parts: Vec<(SubsetId, Option<usize>)>,
}

/// The rule for the cards that may form a hand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// How many cards.
    pub counts: Counts,
    /// The pools of hole cards, one of which must be used; none for all hole cards.
    pub hole: Vec<Pool>,
    /// The pools of board cards, one of which must be used; none for the whole board.
    pub board: Vec<Pool>,
    /// Whether a zone with fewer cards than asked gives all that it has.
    pub padding: bool,
    /// A player with fewer hole cards than this has no hand.
    pub minimum_cards: usize,
}

/// Cards by their positions, hole cards first, of which so many are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// The positions as bits.
    pub cards: u64,
    /// How many are taken.
    pub count: usize,
}

/// One way to form hands: so many cards of each group.
pub type Choice = Vec<Group>;

/// The most cards, of hole and board together, that a hand can be chosen from.
pub const MAX_CARDS: usize = 64;

impl Rule {
    /// Any cards, so many of all.
    #[must_use]
    pub fn any(count: usize) -> Self {
        Self::new(Counts::Any(count))
    }

    /// So many hole cards and so many board cards.
    #[must_use]
    pub fn exactly(hole: usize, board: usize) -> Self {
        Self::new(Counts::Pairs(vec![(Count::Exactly(hole), Count::Exactly(board))]))
    }

    /// A rule over all cards.
    #[must_use]
    pub fn new(counts: Counts) -> Self {
        Self { counts, hole: Vec::new(), board: Vec::new(), padding: false, minimum_cards: 0 }
    }

    /// Tells whether all cards may be used by a player with so many hole cards.
    #[must_use]
    pub fn allows_all_cards(&self, hole_count: usize) -> bool {
        self.hole.is_empty() && self.board.is_empty() && hole_count >= self.minimum_cards
    }

    /// Tells whether there are enough cards for a hand.
    #[must_use]
    pub fn has_enough(&self, hole_count: usize, board_count: usize) -> bool {
        let enough = |count: Count, available: usize| match count {
            Count::Exactly(count) => count <= available,
            Count::All => true,
        };
        hole_count >= self.minimum_cards
            && (self.padding
                || match &self.counts {
                    Counts::Any(count) => *count <= hole_count + board_count,
                    Counts::Pairs(pairs) => pairs.iter().any(|&(hole, board)| {
                        enough(hole, hole_count) && enough(board, board_count)
                    }),
                })
    }

    /// Lists the choices for these zones; none when the rule cannot be met.
    #[must_use]
    pub fn choices(&self, hole: Zone<'_>, board: Zone<'_>) -> Vec<Choice> {
        if hole.count < self.minimum_cards || hole.count + board.count > MAX_CARDS {
            return Vec::new();
        }
        let hole_pools = pools(&self.hole, hole);
        let board_pools: Vec<u64> = pools(&self.board, board)
            .into_iter()
            .map(|cards| cards.checked_shl(hole.count as u32).unwrap_or(0))
            .collect();
        let mut choices = Vec::new();
        for &hole_cards in &hole_pools {
            for &board_cards in &board_pools {
                match &self.counts {
                    Counts::Any(count) => {
                        choices.extend(
                            self.choice([(hole_cards | board_cards, Count::Exactly(*count))]),
                        );
                    }
                    Counts::Pairs(pairs) => {
                        choices.extend(pairs.iter().filter_map(|&(from_hole, from_board)| {
                            self.choice([(hole_cards, from_hole), (board_cards, from_board)])
                        }))
                    }
                }
            }
        }
        choices
    }

    fn choice<const N: usize>(&self, groups: [(u64, Count); N]) -> Option<Choice> {
        let mut choice = Vec::with_capacity(N);
        for (cards, count) in groups {
            let available = cards.count_ones() as usize;
            let count = match count {
                Count::All => available,
                Count::Exactly(count) if count <= available => count,
                Count::Exactly(_) if self.padding => available,
                Count::Exactly(_) => return None,
            };
            if count > 0 {
                choice.push(Group { cards, count });
            }
        }
        Some(choice)
    }
}

/// Returns the cards of each pool as bits.
fn pools(pools: &[Pool], zone: Zone<'_>) -> Vec<u64> {
    let all = if zone.count >= 64 { u64::MAX } else { (1 << zone.count) - 1 };
    if pools.is_empty() {
        return vec![all];
    }
    let members = |subset: SubsetId| {
        let cards = zone.subsets.iter().take(zone.count).enumerate();
        cards.filter(move |(_, subsets)| *subsets >> subset & 1 == 1).map(|(position, _)| position)
    };
    pools
        .iter()
        .map(|pool| {
            pool.parts.iter().fold(0, |cards, &(subset, index)| match index {
                Some(index) => {
                    cards | members(subset).nth(index).map_or(0, |position| 1_u64 << position)
                }
                None => {
                    cards | members(subset).fold(0, |cards, position| cards | 1_u64 << position)
                }
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(count: usize) -> Zone<'static> {
        Zone { subsets: &[], count }
    }

    #[test]
    fn omaha() {
        let choices = Rule::exactly(2, 3).choices(zone(4), zone(5));
        assert_eq!(
            choices,
            [[Group { cards: 0b1111, count: 2 }, Group { cards: 0b1_1111_0000, count: 3 }]]
        );
    }

    #[test]
    fn too_few_cards_make_no_choice_unless_padded() {
        let mut rule = Rule::exactly(2, 3);
        assert!(rule.choices(zone(1), zone(5)).is_empty());
        rule.padding = true;
        assert_eq!(rule.choices(zone(1), zone(5))[0][0], Group { cards: 1, count: 1 });
        rule.minimum_cards = 2;
        assert!(rule.choices(zone(1), zone(5)).is_empty());
    }

    #[test]
    fn pools_are_alternatives() {
        // The point, and one of the two hole cards.
        let mut rule = Rule::new(Counts::Pairs(vec![(Count::Exactly(2), Count::Exactly(3))]));
        rule.hole = vec![
            Pool { parts: vec![(0, Some(0)), (1, Some(0))] },
            Pool { parts: vec![(0, Some(0)), (1, Some(1))] },
        ];
        let choices = rule.choices(Zone { subsets: &[1, 2, 2], count: 3 }, zone(5));
        assert_eq!(
            choices.iter().map(|choice| choice[0].cards).collect::<Vec<_>>(),
            [0b011, 0b101]
        );
    }
}
