//! Steps as streets, which deal or draw and then bet: how most games are described.

use super::{Action, BetTerms, Betting, Dealing, Definition, Drawing, Step};

/// A street, or a discard between two streets.
#[derive(Debug, PartialEq, Eq)]
pub enum Street<'a> {
    /// Cards are dealt or drawn, and players bet.
    Round(Dealing, &'a Betting),
    /// So many cards are discarded.
    Discard(usize),
}

impl Definition {
    /// Returns the streets that do what the steps do; `None` where a step does something that no street does.
    #[must_use]
    pub fn streets(&self) -> Option<Vec<Street<'_>>> {
        let mut streets = Vec::new();
        let mut dealt: Option<Dealing> = None;
        let mut held = 0;
        for Step { action, when, .. } in self.steps.iter() {
            match action {
                _ if !when.is_empty() => return None,
                Action::Deal(Dealing { draw: Some(draw), burn: false, hole, board: 0, .. })
                    if *draw == Drawing::discard(draw.minimum) && hole.is_empty() =>
                {
                    if dealt.is_some() || draw.minimum == 0 {
                        return None;
                    }
                    held -= draw.minimum.min(held);
                    streets.push(Street::Discard(draw.minimum));
                }
                Action::Deal(dealing) => {
                    held += dealing.hole.len();
                    dealt = Some(join(dealt, dealing, held)?);
                }
                Action::Bet(betting) => {
                    if betting.terms != BetTerms::default() || betting.minimum_bet < 1 {
                        return None;
                    }
                    streets.push(Street::Round(dealt.take()?, betting));
                }
                Action::Decide(_) | Action::Arrange(_) => return None,
            }
        }
        dealt.is_none().then_some(streets)
    }
}

/// Returns what is dealt on a street if this is dealt, too, by players who hold so many cards; nothing where a street deals
/// in another order, or nothing like it.
fn join(dealt: Option<Dealing>, more: &Dealing, held: usize) -> Option<Dealing> {
    let Dealing { draw, burn, hole, board, .. } = more;
    let bare = Dealing {
        draw: *draw,
        burn: *burn,
        hole: hole.clone(),
        board: *board,
        ..Dealing::default()
    };
    let is_any = |draw: &Drawing| {
        Drawing { maximum: None, ..*draw } == Drawing::ANY
            && draw.maximum.is_none_or(|most| most >= held)
    };
    let is_single_deal = bare == *more
        && draw.as_ref().is_none_or(is_any)
        && (draw.is_some() || !hole.is_empty() || *board > 0)
        && (draw.is_none() || hole.is_empty());
    let Some(mut dealt) = dealt else { return is_single_deal.then_some(bare) };
    let follows =
        !burn && draw.is_none() && (hole.is_empty() || dealt.board == 0 && dealt.draw.is_none());
    dealt.hole.extend(hole);
    dealt.board += board;
    (is_single_deal && follows).then_some(dealt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{Arrangement, Opening};

    fn deal(hole: &[bool], board: usize) -> Action {
        Action::Deal(Dealing { hole: hole.to_vec(), board, ..Dealing::default() })
    }

    fn bet(amount: i64) -> Action {
        Action::Bet(Betting::new(Opening::Position, amount, None))
    }

    fn game(actions: Vec<Action>) -> Definition {
        let steps = actions.into_iter().enumerate().map(|(number, one)| Step::new(number, one));
        Definition { steps: steps.collect::<Vec<_>>().into(), ..Definition::default() }
    }

    #[test]
    fn deals_before_a_bet_are_one_street() {
        let game = game(vec![deal(&[false], 0), deal(&[true], 0), bet(2), deal(&[], 3), bet(4)]);
        let streets = game.streets().unwrap();
        let [Street::Round(first, small), Street::Round(second, big)] = &streets[..] else {
            panic!("{streets:?}")
        };
        assert_eq!((first.hole.as_slice(), first.board), ([false, true].as_slice(), 0));
        assert_eq!((second.hole.len(), second.board), (0, 3));
        assert_eq!((small.minimum_bet, big.minimum_bet), (2, 4));
    }

    #[test]
    fn discards_stand_between_streets() {
        let discard = Dealing { draw: Some(Drawing::discard(1)), ..Dealing::default() };
        let game = game(vec![deal(&[false; 3], 0), bet(2), Action::Deal(discard)]);
        assert_eq!(game.streets().unwrap().last(), Some(&Street::Discard(1)));
    }

    #[test]
    fn what_no_street_does_has_no_streets() {
        for actions in [
            vec![bet(2)],
            vec![deal(&[false], 0)],
            vec![deal(&[], 1), deal(&[false], 0), bet(2)],
            vec![deal(&[false], 0), bet(0)],
            vec![Action::Arrange(Arrangement::Roll { dice: 2, subset: 0 })],
        ] {
            assert!(game(actions.clone()).streets().is_none(), "{actions:?}");
        }
    }
}
