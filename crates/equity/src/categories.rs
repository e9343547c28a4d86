//! How often a hand becomes which kind of hand when more cards come.

use std::collections::HashMap;

use croupier_cards::{CardSet, RandomNumbers, Shuffler};
use croupier_eval::selection::Counts;
use croupier_eval::{Ranking, Rule};

use crate::contest::{Contest, Scratch};
use crate::problem::Combo;
use crate::runouts::Runouts;
use crate::work::{Report, run_all};
use crate::{EquityError, Plan, thread_count};

/// So many ways for the cards to come are looked at together.
const WAYS_A_JOB: u64 = 4096;
/// With more hands and ways than this, some are drawn at random.
const MAX_EXACT: u64 = 30_000_000;

/// A question: the range of a player, the cards that are known, and how many there are in the end.
#[derive(Debug, Clone)]
pub struct Question {
    /// The cards of the deck.
    pub deck: CardSet,
    /// The cards on the board.
    pub board: CardSet,
    /// Cards that do not come any more.
    pub dead: CardSet,
    /// How many hole cards there are in the end.
    pub hole_count: usize,
    /// How many cards the board has in the end.
    pub board_count: usize,
    /// The range of the player.
    pub hands: Vec<Combo>,
    /// How hands rank.
    pub ranking: &'static Ranking,
    /// Which cards may form a hand.
    pub rule: Rule,
}

/// The number of times that hands become each kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Categories {
    /// Whether every way for the cards to come was looked at.
    pub exact: bool,
    /// The kinds from the best, each with a strength of it, and its weight; no kind where there is no hand.
    pub kinds: Vec<(Option<String>, u32, f64)>,
}

impl Question {
    /// Returns where the cards to come go, and how many there are.
    fn to_come(&self, hand: CardSet) -> Result<(bool, usize), EquityError> {
        let (held, shown) = (hand.len() as usize, self.board.len() as usize);
        if held > self.hole_count {
            let count = self.hole_count;
            return Err(EquityError::HandTooLong { player: 1, given: held, count });
        }
        if shown > self.board_count {
            return Err(EquityError::BoardTooLong { given: shown, count: self.board_count });
        }
        let (hole, board) = (self.hole_count - held, self.board_count - shown);
        if hole > 0 && board > 0 && !matches!(self.rule.counts, Counts::Any(_)) {
            return Err(EquityError::Unsupported("hole cards are missing and board cards, too"));
        }
        Ok((board == 0, hole + board))
    }

    fn free(&self, hand: CardSet) -> CardSet {
        self.deck.difference(self.board).difference(self.dead).difference(hand)
    }

    fn check(&mut self) -> Result<(), EquityError> {
        if let Some(card) = self.board.intersection(self.dead).iter().next() {
            return Err(EquityError::DuplicateCard(card));
        }
        let held =
            self.hands.iter().fold(self.board.union(self.dead), |all, hand| all.union(hand.cards));
        if let Some(card) = held.difference(self.deck).iter().next() {
            return Err(EquityError::NotInDeck(card));
        }
        let gone = self.board.union(self.dead);
        self.hands.retain(|hand| hand.weight > 0.0 && hand.cards.intersection(gone).is_empty());
        if self.hands.is_empty() {
            return Err(EquityError::NoCombo { player: 1 });
        }
        for hand in &self.hands {
            let (_, needed) = self.to_come(hand.cards)?;
            let left = self.free(hand.cards).len() as usize;
            if needed > left {
                return Err(EquityError::DeckTooSmall { needed, left });
            }
        }
        Ok(())
    }
}

/// Counts kinds of hands.
///
/// # Errors
///
/// Whatever is wrong with the question, or [`EquityError::Interrupted`].
pub fn solve(
    question: &mut Question,
    plan: &Plan,
    report: Report<'_>,
) -> Result<Categories, EquityError> {
    question.check()?;
    let question = &*question;
    let mut ways = Vec::with_capacity(question.hands.len());
    for hand in &question.hands {
        let (to_hole, count) = question.to_come(hand.cards)?;
        ways.push((Runouts::new(question.free(hand.cards).bits(), count), to_hole));
    }
    let all = ways.iter().fold(0_u64, |all, (runouts, _)| all.saturating_add(runouts.count()));
    let exact = plan.exact.unwrap_or(all <= MAX_EXACT);
    let jobs: Vec<Job> = if exact {
        let jobs = ways.iter().enumerate().flat_map(|(hand, (runouts, _))| {
            let starts = (0..runouts.count()).step_by(WAYS_A_JOB as usize);
            starts.map(move |start| Job { hand: Some(hand), start, count: WAYS_A_JOB })
        });
        jobs.collect()
    } else {
        let starts = (0..plan.effort.deals).step_by(WAYS_A_JOB as usize);
        let count = |start: u64| WAYS_A_JOB.min(plan.effort.deals - start);
        starts.map(|start| Job { hand: None, start, count: count(start) }).collect()
    };
    let counter = Counter {
        question,
        ways: &ways,
        contest: Contest::new(
            question.ranking,
            question.rule.clone(),
            question.hole_count,
            question.board_count,
        ),
        cumulative: cumulative(&question.hands),
        seeds: Shuffler::from_seed(plan.seed),
    };
    let mut sums: HashMap<u32, f64> = HashMap::new();
    run_all(
        jobs.len() as u64,
        thread_count(plan),
        report,
        |job| counter.count(&jobs[job as usize]),
        |counts| {
            for (strength, weight) in counts {
                *sums.entry(strength).or_default() += weight;
            }
        },
    )?;
    Ok(Categories { exact, kinds: by_kind(question.ranking, sums) })
}

/// Joins strengths of one kind, the best first.
fn by_kind(ranking: &Ranking, sums: HashMap<u32, f64>) -> Vec<(Option<String>, u32, f64)> {
    let mut strengths: Vec<(u32, f64)> = sums.into_iter().collect();
    // In one order, so that sums are the same every time.
    strengths.sort_by_key(|&(strength, _)| std::cmp::Reverse(strength));
    let mut kinds: Vec<(Option<String>, u32, f64)> = Vec::new();
    for (strength, weight) in strengths {
        let label = ranking.label(strength);
        match kinds.iter_mut().find(|(other, _, _)| *other == label) {
            Some((_, _, sum)) => *sum += weight,
            None => kinds.push((label, strength, weight)),
        }
    }
    kinds
}

fn cumulative(hands: &[Combo]) -> Vec<f64> {
    let mut total = 0.0;
    let add = |hand: &Combo| {
        total += hand.weight;
        total
    };
    hands.iter().map(add).collect()
}

/// Ways for the cards to come to a hand; to any hand, at random, where none is named.
struct Job {
    hand: Option<usize>,
    start: u64,
    count: u64,
}

struct Counter<'a> {
    question: &'a Question,
    ways: &'a [(Runouts, bool)],
    contest: Contest,
    cumulative: Vec<f64>,
    seeds: Shuffler,
}

impl Counter<'_> {
    /// Returns strengths with their weights.
    fn count(&self, job: &Job) -> Result<Vec<(u32, f64)>, EquityError> {
        let (mut holes, mut boards, mut weight) = (Vec::new(), Vec::new(), 1.0);
        let mut add = |hand: usize, start: u64, count: u64| {
            let cards = self.question.hands[hand].cards.bits();
            let shown = self.question.board.bits();
            let (runouts, to_hole) = &self.ways[hand];
            runouts.visit(start, count, |rest| {
                holes.push(if *to_hole { cards | rest } else { cards });
                boards.push(if *to_hole { shown } else { shown | rest });
            });
        };
        if let Some(hand) = job.hand {
            add(hand, job.start, job.count);
            // A hand weighs the same however many ways there are.
            weight = self.question.hands[hand].weight / self.ways[hand].0.count() as f64;
        } else {
            let mut random = RandomNumbers::new(self.seeds.stream(job.start).next_u64());
            let total = self.cumulative.last().copied().unwrap_or(1.0);
            for _ in 0..job.count {
                let point = random.fraction() * total;
                let hand = self.cumulative.partition_point(|&sum| sum <= point);
                let hand = hand.min(self.cumulative.len() - 1);
                let ways = self.ways[hand].0.count();
                add(hand, (random.fraction() * ways as f64) as u64 % ways.max(1), 1);
            }
        }
        let mut strengths = vec![0; holes.len()];
        self.contest.evaluate(&holes, &boards, &mut Scratch::default(), &mut strengths)?;
        strengths.sort_unstable();
        let groups = strengths.chunk_by(|one, other| one == other);
        Ok(groups.map(|group| (group[0], group.len() as f64 * weight)).collect())
    }
}
