//! The cards that lie on the table at the showdown of a game, in the order in which its steps deal them.
//!
//! Nobody bets, buys, declares or replaces anything, and players who may draw stand pat: what is known of a
//! player's cards is what is held in the end.

use std::collections::HashMap;

use croupier_engine::definition::{
    Action, AfterBet, Arrangement, Case, Condition, Contest, Decision, Definition, DiscardChoice,
    DiscardPlace, DrawTerms, Drawing, Exposing, HandType, Source, Step, SubsetId, SubsetMask, Take,
    WildCards,
};

use crate::EquityError;

/// A card that each player holds in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoleSlot {
    /// Whether it lies face up.
    pub up: bool,
    /// Its subset.
    pub subset: Option<SubsetId>,
    /// The place of its group.
    pub group: usize,
    step: usize,
}

/// A card of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardSlot {
    /// Its subsets.
    pub subsets: SubsetMask,
    /// Whether its rank becomes wild.
    pub marks: bool,
    /// The place of its group.
    pub group: usize,
    step: usize,
}

/// Cards of a player or of the board between which the showdown makes no difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The name of the cards.
    pub name: String,
    /// How many there are.
    pub size: usize,
}

/// An event before the showdown.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// Each player is given the cards of these slots.
    Hole(std::ops::Range<usize>),
    /// The board is given the cards of these slots.
    Board(std::ops::Range<usize>),
    /// So many dice are rolled.
    Roll(usize, SubsetId),
    /// Boards go.
    RemoveLowest(Vec<SubsetId>, usize),
    /// Cards must go.
    Discard(DrawTerms),
}

/// The events before the showdown of a game, in order.
#[derive(Debug, Clone)]
pub struct Script {
    /// The cards of each player.
    pub hole: Vec<HoleSlot>,
    /// The cards of the board.
    pub board: Vec<BoardSlot>,
    /// The groups of a player's cards.
    pub hole_groups: Vec<Group>,
    /// The groups of the board's cards.
    pub board_groups: Vec<Group>,
    /// How many dice are rolled.
    pub dice: usize,
    /// How many values each choice about the game has.
    pub choices: Vec<u8>,
    /// Whether it matters which card of a group comes first.
    pub ordered: bool,
    /// Whether that matters for cards of players that nobody else sees.
    pub hole_ordered: bool,
    pub(crate) events: Vec<(Vec<Condition>, Event)>,
}

impl Script {
    /// Finds out what a game deals.
    ///
    /// # Errors
    ///
    /// [`EquityError::Unsupported`] where it depends on the play which cards there are.
    pub fn new(definition: &Definition) -> Result<Self, EquityError> {
        if definition.board_count != 1 {
            return Err(EquityError::Unsupported("the board is run several times"));
        }
        if definition.hand_types.iter().any(|kind| matches!(kind, HandType::Foreign)) {
            return Err(EquityError::Unsupported("the core does not know how its hands rank"));
        }
        let mut writer = Writer { players: definition.player_count(), ..Writer::default() };
        for (number, step) in definition.steps.iter().enumerate() {
            writer.read(number, step)?;
        }
        let needs = ShowdownNeeds::of(definition);
        let Writer { mut hole, mut board, special, .. } = writer;
        let names = &definition.variant_rules.subsets;
        let name = |subset: SubsetId| names.get(usize::from(subset)).map_or("", String::as_str);
        let mut groups = Groups::default();
        for slot in &mut hole {
            let subset = slot.subset.filter(|_| needs.hole_subsets);
            let up = needs.faces.then_some(slot.up);
            slot.group = groups.add((subset.map_or(0, |subset| 1 << subset), up), || {
                let face = up.map(|up| if up { "up" } else { "down" });
                let words: Vec<&str> = subset.map(name).into_iter().chain(face).collect();
                if words.is_empty() { "hand".into() } else { words.join(" ") }
            });
        }
        let hole_groups = groups.all;
        let mut groups = Groups::default();
        for slot in &mut board {
            let subsets = if needs.board_subsets { slot.subsets } else { 0 };
            slot.group = groups.add((subsets, None), || {
                let members = (0..64).filter(|subset| subsets >> subset & 1 == 1).map(name);
                let words: Vec<&str> = members.collect();
                if words.is_empty() { "board".into() } else { words.join(" and ") }
            });
        }
        let mut events = Vec::new();
        let mut special = special.into_iter().peekable();
        for (number, step) in definition.steps.iter().enumerate() {
            while let Some((_, event)) = special.next_if(|(at, _)| *at == number) {
                events.push((step.when.clone(), event));
            }
            let dealt = range(hole.iter().map(|slot| slot.step), number);
            if !dealt.is_empty() {
                events.push((step.when.clone(), Event::Hole(dealt)));
            }
            let dealt = range(board.iter().map(|slot| slot.step), number);
            if !dealt.is_empty() {
                events.push((step.when.clone(), Event::Board(dealt)));
            }
        }
        let dice = events.iter().map(|(_, event)| match event {
            Event::Roll(dice, _) => *dice,
            _ => 0,
        });
        let ordered = needs.order
            || board.iter().any(|slot| slot.marks)
            || events.iter().any(|(when, event)| {
                !when.is_empty() || matches!(event, Event::RemoveLowest(..) | Event::Discard(_))
            });
        Ok(Self {
            dice: dice.sum(),
            choices: definition
                .variant_rules
                .choices
                .iter()
                .map(|(_, values)| values.len() as u8)
                .collect(),
            hole_groups,
            board_groups: groups.all,
            ordered,
            hole_ordered: needs.hole_order,
            events,
            hole,
            board,
        })
    }

    /// Tells whether nothing but cards decides, and which of the groups they are of does not matter.
    #[must_use]
    pub fn is_decided_by_cards(&self) -> bool {
        let only_cards = |event: &Event| matches!(event, Event::Hole(_) | Event::Board(_));
        let always = |(when, event): &(Vec<Condition>, Event)| when.is_empty() && only_cards(event);
        self.hole_groups.len() <= 1
            && self.board_groups.len() <= 1
            && !self.ordered
            && self.choices.is_empty()
            && self.events.iter().all(always)
    }
}

/// Returns the places of the slots of a step, which stand together.
fn range(steps: impl Iterator<Item = usize> + Clone, number: usize) -> std::ops::Range<usize> {
    let start = steps.clone().take_while(|&step| step < number).count();
    start..start + steps.filter(|&step| step == number).count()
}

/// Groups in the order in which they first come.
#[derive(Default)]
struct Groups {
    places: HashMap<(SubsetMask, Option<bool>), usize>,
    all: Vec<Group>,
}

impl Groups {
    fn add(&mut self, key: (SubsetMask, Option<bool>), name: impl FnOnce() -> String) -> usize {
        let place = *self.places.entry(key).or_insert_with(|| {
            self.all.push(Group { name: name(), size: 0 });
            self.all.len() - 1
        });
        self.all[place].size += 1;
        place
    }
}

/// Slots while the steps are read.
#[derive(Default)]
struct Writer {
    players: usize,
    hole: Vec<HoleSlot>,
    board: Vec<BoardSlot>,
    special: Vec<(usize, Event)>,
}

impl Writer {
    fn read(&mut self, number: usize, step: &Step) -> Result<(), EquityError> {
        let conditional = !step.when.is_empty();
        match &step.action {
            Action::Deal(dealing) => {
                if let Some(draw) = &dealing.draw {
                    self.draw(number, draw, conditional)?;
                }
                for &up in &dealing.hole {
                    let subset = dealing.hole_subset;
                    self.hole.push(HoleSlot { up, subset, group: 0, step: number });
                }
                for place in 0..dealing.board {
                    let subsets = dealing.board_subsets.get(place).copied().unwrap_or(0);
                    let marks = dealing.marks_wild;
                    self.board.push(BoardSlot { subsets, marks, group: 0, step: number });
                }
            }
            Action::Bet(betting) => match &betting.terms.then {
                Some(AfterBet::Discard(draw)) => self.draw(number, draw, conditional)?,
                Some(AfterBet::Expose(exposing)) => self.expose(exposing),
                None => {}
            },
            Action::Decide(deciding) => {
                match &deciding.decision {
                    Decision::Expose(exposing) => self.expose(exposing),
                    Decision::Pass(passing) if passing.up => {
                        self.hole.iter_mut().rev().take(passing.count).for_each(|slot| {
                            slot.up = true;
                        });
                    }
                    Decision::Separate(separating) => {
                        let parts = separating.parts.iter();
                        let labels = parts.flat_map(|&(part, count)| vec![part; count]);
                        for (slot, label) in self.hole.iter_mut().zip(labels) {
                            slot.subset = Some(label);
                        }
                    }
                    // Nobody pays for anything, and cards that are passed are cards that are held.
                    _ => {}
                }
                if let Some(after) = deciding.then {
                    let up = after.up_otherwise;
                    let slot = HoleSlot { up, subset: None, group: 0, step: number };
                    self.hole.extend(vec![slot; after.count]);
                }
            }
            Action::Arrange(Arrangement::Roll { dice, subset }) => {
                self.special.push((number, Event::Roll(*dice, *subset)));
            }
            Action::Arrange(Arrangement::RemoveLowest { subsets, minimum }) => {
                self.special.push((number, Event::RemoveLowest(subsets.clone(), *minimum)));
            }
        }
        Ok(())
    }

    /// Turns up as many cards as everybody must.
    fn expose(&mut self, exposing: &Exposing) {
        let down = self.hole.iter_mut().filter(|slot| !slot.up);
        down.take(exposing.minimum).for_each(|slot| slot.up = true);
    }

    /// Stands pat, or discards what everybody must.
    fn draw(
        &mut self,
        number: usize,
        draw: &Drawing,
        conditional: bool,
    ) -> Result<(), EquityError> {
        let terms = draw.terms;
        if matches!(terms.choice, DiscardChoice::MatchingRanks(_)) && !draw.replaces {
            self.special.push((number, Event::Discard(terms)));
            return Ok(());
        }
        let fewer = if draw.replaces {
            let fewer = usize::from(terms.more.min(0).unsigned_abs()).min(draw.minimum);
            let more = usize::from(terms.more.max(0).unsigned_abs());
            let slot = HoleSlot {
                up: terms.up.unwrap_or(false),
                subset: terms.joins,
                group: 0,
                step: number,
            };
            self.hole.extend(vec![slot; more]);
            fewer
        } else if terms.choice == DiscardChoice::WholeSubset && draw.minimum > 0 {
            let last = self.hole.last().and_then(|slot| slot.subset);
            self.hole.iter().filter(|slot| slot.subset == last && last.is_some()).count()
        } else {
            draw.minimum
        };
        if fewer > 0 && conditional {
            return Err(EquityError::Unsupported(
                "it depends on the play how many cards players discard",
            ));
        }
        let last_subset = self.hole.last().and_then(|slot| slot.subset);
        let may_go = |slot: &HoleSlot| match terms.choice {
            DiscardChoice::WholeSubset => slot.subset == last_subset,
            _ => terms.from == 0 || slot.subset.is_some_and(|part| terms.from >> part & 1 == 1),
        };
        for _ in 0..fewer {
            let Some(place) = self.hole.iter().rposition(may_go) else { break };
            self.hole.remove(place);
            if let DiscardPlace::Board(subsets) = terms.to {
                let slot = BoardSlot { subsets, marks: false, group: 0, step: number };
                self.board.extend(vec![slot; self.players]);
            }
        }
        Ok(())
    }
}

/// The properties of cards that the showdown of a game needs.
#[derive(Default)]
struct ShowdownNeeds {
    hole_subsets: bool,
    board_subsets: bool,
    faces: bool,
    order: bool,
    hole_order: bool,
}

impl ShowdownNeeds {
    fn of(definition: &Definition) -> Self {
        let mut needs = Self::default();
        needs.order |= definition.variant_rules.trigger.is_some();
        needs.faces |= definition.variant_rules.trigger.is_some();
        for contest in definition.hand_types.iter().filter_map(HandType::contest) {
            needs.see(contest);
        }
        let conditions = definition.steps.iter().flat_map(|step| &step.when);
        conditions.for_each(|condition| needs.see_condition(condition));
        for step in definition.steps.iter() {
            // Discards and boards that are taken away may go by subsets.
            needs.board_subsets |= matches!(&step.action, Action::Arrange(_))
                || step.dealing().and_then(|dealing| dealing.draw).is_some_and(|draw| {
                    matches!(draw.terms.choice, DiscardChoice::MatchingRanks(_))
                });
        }
        needs
    }

    fn see(&mut self, contest: &Contest) {
        self.order |= contest.otherwise.is_some_and(|special| special.suit.is_none());
        for Case { when, entry } in &contest.cases {
            when.iter().for_each(|condition| self.see_condition(condition));
            let Some(entry) = entry else { continue };
            self.hole_subsets |= entry.hole_subsets != 0;
            self.faces |= entry.faces.is_some();
            for wild in &entry.wild {
                self.faces |= wild.down != wild.up
                    || matches!(wild.cards, WildCards::LowestHole { down: true });
                self.board_subsets |=
                    matches!(wild.cards, WildCards::LowestBoard(subsets) if subsets != 0);
            }
            for take in entry.ways.iter().flat_map(|way| &way.groups) {
                self.see_take(take);
            }
        }
    }

    fn see_take(&mut self, take: &Take) {
        let mut see = |source: &Option<Source>| match source {
            Some(Source::Subsets(parts)) => {
                self.order |= parts.iter().any(|(_, index)| index.is_some());
                true
            }
            _ => false,
        };
        let (hole, board) = (see(&take.hole), see(&take.board));
        if let Some(Source::Subsets(parts)) = &take.hole {
            self.hole_order |= parts.iter().any(|(_, index)| index.is_some());
        }
        self.hole_subsets |= hole;
        self.board_subsets |= board;
    }

    fn see_condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Color { subsets, .. } | Condition::Suit { subsets, .. } => {
                self.board_subsets |= *subsets != 0;
            }
            Condition::Value { subsets, sum, .. } => {
                self.board_subsets |= *subsets != 0;
                self.order |= !sum;
            }
            Condition::Faces(_) => self.faces = true,
            Condition::Choice { .. } | Condition::HandSize { .. } => {}
        }
    }
}
