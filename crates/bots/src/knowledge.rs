//! Facts about a game that are known before anybody plays it.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use croupier_cards::{CardSet, RandomNumbers};
use croupier_engine::State;
use croupier_engine::definition::Definition;
use croupier_equity::game::Script;
use croupier_equity::game::ranked::{self, RankedGame};
use croupier_eval::lanes::LaneKind;

use crate::shares::{Question, share_in_holdem, share_of};

/// The spread of the shares of random hands: their mean and their deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The deviation.
    pub deviation: f64,
}

/// The spread that is assumed where it cannot be found out.
const UNKNOWN_SPREAD: Spread = Spread { mean: 0.5, deviation: 0.22 };
const MIN_DEVIATION: f64 = 0.02;
/// The number of hands that are compared to find out how far apart hands are.
const HANDS: usize = 96;
const DEALS: u32 = 256;
/// How many deals decide the share of a starting hand.
const DEALS_OF_START: u32 = 8192;
/// How many starting hands of hold'em there are when suits do not matter.
const STARTS: usize = 169;
const MAX_OPPONENTS: usize = 23;
/// Where randomness begins that is the same for everybody.
const SEED: u64 = 0xC0DE_CA4D;

/// The shares of starting hands of hold'em by the number of opponents: suited ones above the diagonal of a square. They
/// are the same for everybody.
static SHARES_OF_STARTS: [OnceLock<f64>; STARTS * MAX_OPPONENTS] =
    [const { OnceLock::new() }; STARTS * MAX_OPPONENTS];

/// The facts about a game that bots decide by.
#[derive(Debug)]
pub struct Knowledge {
    /// The game as an equity calculator takes it, where nothing but sets of cards decides.
    pub(crate) ranked_game: Option<RankedGame>,
    /// Whether it is hold'em with two hole cards and all 52 cards.
    pub(crate) is_holdem: bool,
    spreads: Mutex<Spreads>,
}

/// The spread of shares, by the cards of the hand, those of the board, and the opponents.
type Spreads = HashMap<(usize, usize, usize), Spread>;

/// Those of hold'em, by the cards of the board and the opponents.
static SPREADS_OF_HOLDEM: [[OnceLock<Spread>; MAX_OPPONENTS + 1]; MAX_ON_BOARD + 1] =
    [const { [const { OnceLock::new() }; MAX_OPPONENTS + 1] }; MAX_ON_BOARD + 1];
const MAX_ON_BOARD: usize = 5;

impl Knowledge {
    /// Looks at a game.
    #[must_use]
    pub fn new(definition: &Definition) -> Self {
        let script = Script::new(definition).ok();
        // Cards that players put back are not in the script.
        let ranked_game = script.and_then(|script| ranked::find(definition, &script));
        let is_holdem = ranked_game.as_ref().is_some_and(|game| {
            let lane = match game.contests.as_slice() {
                [contest] => contest.kernel_lane(),
                _ => None,
            };
            lane == Some(LaneKind::High)
                && (game.hole_count, game.board_count) == (2, 5)
                && game.deck == CardSet::STANDARD
        });
        Self { ranked_game, is_holdem, spreads: Mutex::new(HashMap::new()) }
    }

    /// Returns the share of a starting hand of hold'em against so many random hands.
    pub(crate) fn share_of_start(&self, cards: CardSet, opponents: usize) -> Option<f64> {
        if !self.is_holdem || cards.len() != 2 {
            return None;
        }
        let mut pair = cards.iter();
        let (one, two) = (pair.next()?.code(), pair.next()?.code());
        let (high, low) = ((one / 4).max(two / 4), (one / 4).min(two / 4));
        let is_suited = one % 4 == two % 4;
        let place = usize::from(if is_suited { 13 * low + high } else { 13 * high + low });
        let number = STARTS * opponents.checked_sub(1)? + place;
        let found = || self.find_start(high, low, is_suited, opponents);
        Some(*SHARES_OF_STARTS.get(number)?.get_or_init(found))
    }

    /// Returns the share of a hand of hold'em by what a player sees, where that is nothing but the hand and the board.
    #[inline]
    pub(crate) fn share_of_view(
        &self,
        state: &State,
        seat: usize,
        opponents: usize,
        deals: u32,
    ) -> Option<f64> {
        if !self.is_holdem || !state.discarded.is_empty() {
            return None;
        }
        let is_open = |other: usize| other != seat && state.hole[other].up != 0;
        if (0..state.player_count()).any(is_open) || state.board.iter().any(|entry| !entry.up) {
            return None;
        }
        let cards: CardSet = state.hole[seat].cards.iter().copied().collect();
        if state.board.is_empty() {
            return self.share_of_start(cards, opponents);
        }
        let board: CardSet = state.board.iter().map(|entry| entry.card).collect();
        self.share_on_board(cards, board, opponents, deals)
    }

    /// Returns the share of a hand of hold'em on a board against so many random hands.
    pub(crate) fn share_on_board(
        &self,
        cards: CardSet,
        board: CardSet,
        opponents: usize,
        deals: u32,
    ) -> Option<f64> {
        (self.is_holdem && cards.len() == 2)
            .then(|| share_in_holdem(cards, board, opponents, deals))
            .flatten()
    }

    /// Finds the share of a starting hand.
    fn find_start(&self, high: u8, low: u8, is_suited: bool, opponents: usize) -> f64 {
        let Some(game) = &self.ranked_game else { return 0.5 };
        let codes = [4 * high, 4 * low + u8::from(!is_suited)];
        let cards = codes.into_iter().map(croupier_cards::Card::new).collect();
        let question = Question::of_strangers(cards, CardSet::EMPTY, opponents);
        let place = u64::from(high) << 8 | u64::from(low) << 1 | u64::from(is_suited);
        let mut random = RandomNumbers::new(SEED ^ place);
        share_in_holdem(question.own(), CardSet::EMPTY, opponents, DEALS_OF_START)
            .or_else(|| share_of(game, &question, DEALS_OF_START, &mut random))
            .unwrap_or(0.5)
    }

    /// Returns how far shares are apart against so many opponents, with so many cards of the hand and of the board known.
    pub(crate) fn spread(&self, hole: usize, board: usize, opponents: usize) -> Spread {
        let key = (hole, board, opponents);
        let find = || self.find_spread(hole, board, opponents).unwrap_or(UNKNOWN_SPREAD);
        if self.is_holdem
            && hole == 2
            && let Some(spread) = SPREADS_OF_HOLDEM.get(board).and_then(|row| row.get(opponents))
        {
            return *spread.get_or_init(find);
        }
        let mut spreads = self.spreads.lock().unwrap_or_else(PoisonError::into_inner);
        *spreads.entry(key).or_insert_with(find)
    }

    fn find_spread(&self, hole: usize, board: usize, opponents: usize) -> Option<Spread> {
        let game = self.ranked_game.as_ref()?;
        let mut cards: Vec<_> = game.deck.iter().collect();
        if hole + board > cards.len() {
            return None;
        }
        let number = (hole << 16 | board << 8 | opponents) as u64;
        let mut random = RandomNumbers::new(SEED.rotate_left(17) ^ number);
        let mut found = Vec::with_capacity(HANDS);
        for _ in 0..HANDS {
            random.shuffle(&mut cards);
            let (held, rest) = cards.split_at(hole);
            let held = held.iter().copied().collect();
            let lying = rest[..board].iter().copied().collect();
            let share = match self.share_on_board(held, lying, opponents, DEALS) {
                Some(share) => share,
                None => {
                    let question = Question::of_strangers(held, lying, opponents);
                    share_of(game, &question, DEALS, &mut random)?
                }
            };
            found.push(alone(share, opponents));
        }
        let mean = found.iter().sum::<f64>() / found.len() as f64;
        let squares = found.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>();
        let deviation = (squares / found.len() as f64).sqrt().max(MIN_DEVIATION);
        Some(Spread { mean, deviation })
    }
}

/// Returns the share against one opponent that makes this share against several.
pub(crate) fn alone(share: f64, opponents: usize) -> f64 {
    share.max(0.0).powf(1.0 / opponents as f64)
}
