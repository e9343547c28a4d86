//! The players of a hand in their order, and the forced bets that they must post.

use croupier_engine::Chips;

use super::{HandEvent, PlacedEvent, Player, PlayerId};

/// The forced bets of players, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ForcedBets {
    /// The antes, with dead money.
    pub(crate) antes: Vec<Chips>,
    /// The blinds and straddles; late posts are negative.
    pub(crate) blinds: Vec<Chips>,
    /// Whether a player with a smaller ante can win only as much from the others.
    pub(crate) trimmed: bool,
}

/// Returns the players of a hand in the order of a history: from the left of the button on. Without a button the
/// first is who posted the smallest blind, of two who posted the largest, since the other has the button then; where there
/// are no blinds, who was dealt cards first, if they went round all seats in turn; or the lowest seat.
pub(crate) fn order_players(
    players: &mut [Player],
    button: Option<u32>,
    moves: &[PlacedEvent],
) -> Vec<PlayerId> {
    let mut order: Vec<PlayerId> = (0..players.len()).filter(|&id| players[id].playing).collect();
    order.sort_by_key(|&id| players[id].number);
    let first = match button {
        Some(button) => order.iter().position(|&id| players[id].number > button),
        None => {
            let blinds = order.iter().map(|&id| players[id].blind).filter(|&blind| blind > 0);
            let posted = if order.len() == 2 { blinds.max() } else { blinds.min() };
            order
                .iter()
                .position(|&id| Some(players[id].blind) == posted)
                .or_else(|| find_first_dealt(&order, moves))
        }
    };
    order.rotate_left(first.unwrap_or(0));
    for (index, &id) in order.iter().enumerate() {
        players[id].index = index;
    }
    order
}

/// Returns the place of the player who was dealt the first card, where all were dealt one in the order of their seats: in
/// stud, of two equal hands the one nearer to the left of the dealer acts first, and no button says where that is.
fn find_first_dealt(order: &[PlayerId], moves: &[PlacedEvent]) -> Option<usize> {
    let mut dealt = moves.iter().filter_map(|made| match made.event {
        HandEvent::Deal(id, _) => Some(id),
        _ => None,
    });
    let begin = dealt.next()?;
    let first = order.iter().position(|&id| id == begin)?;
    let (before, after) = order.split_at(first);
    let mut in_turn = after.iter().chain(before).skip(1);
    in_turn.all(|&id| dealt.next() == Some(id)).then_some(first)
}

/// Returns what players must post, as the fields of a history have it. Who is all-in with a post owes what the others
/// do: the engine knows how much of it there is.
pub(crate) fn find_forced_bets(
    players: &mut [Player],
    order: &[PlayerId],
    small_blind: Chips,
    big_blind: Chips,
) -> ForcedBets {
    if let [first, second] = *order
        && 0 < players[first].late
        && players[first].late == players[second].blind
        && players[first].blind == 0
    {
        // Both post the big blind, and that of the button is the late one.
        for id in [first, second] {
            let player = &mut players[id];
            std::mem::swap(&mut player.blind, &mut player.late);
        }
    }
    let ante = order.iter().map(|&id| players[id].ante).max().unwrap_or(0);
    let unposted = find_unposted_big_blind(players, order, [small_blind, big_blind]);
    let (mut antes, mut blinds) =
        (Vec::with_capacity(order.len()), Vec::with_capacity(order.len()));
    let (mut dead, mut kind, mut kinds) = (0, None, 0);
    for &id in order {
        let player = &players[id];
        dead += player.dead;
        if player.ante != player.stack && kind != Some(player.ante) {
            kind = Some(player.ante);
            kinds += 1;
        }
        let posted = player.ante + player.dead + player.blind + player.late;
        let all_in = player.stack <= posted;
        let full = all_in && player.ante != 0 && player.ante == player.stack;
        antes.push(if full { ante } else { player.ante } + player.dead);
        let blind = match player.blind {
            _ if unposted == Some(id) => big_blind,
            0 => -player.late,
            posted if all_in => {
                full_blind(posted, [small_blind, big_blind], player, players, order)
            }
            posted => posted,
        };
        blinds.push(blind);
    }
    if order.len() == 2 {
        // The first of two is the big blind, and pays last.
        antes.reverse();
        blinds.reverse();
    }
    ForcedBets { antes, blinds, trimmed: ante > 0 && kinds <= 1 && dead == 0 }
}

/// Returns the player in the big blind who had nothing left to post it with, because the ante took the whole stack. Texts
/// have no line for such a blind, but others must pay it in full.
fn find_unposted_big_blind(
    players: &[Player],
    order: &[PlayerId],
    [small_blind, big_blind]: [Chips; 2],
) -> Option<PlayerId> {
    let is_posted = order.iter().any(|&id| players[id].blind >= big_blind);
    if big_blind == 0 || is_posted {
        return None;
    }
    let small = order.iter().position(|&id| players[id].blind > 0);
    let is_broke = |&id: &PlayerId| {
        let Player { ante, stack, blind, late, .. } = players[id];
        ante > 0 && ante == stack && blind == 0 && late == 0
    };
    let place = match (order.len(), small) {
        // The first of two is the big blind.
        (2, _) => 0,
        (_, Some(small)) if players[order[small]].blind < small_blind => return None,
        (_, Some(small)) => small + 1,
        // Nobody may be in the small blind; or the player there has no chips either.
        (_, None) => order.iter().take(2).take_while(|id| is_broke(id)).count().checked_sub(1)?,
    };
    order.get(place).copied().filter(is_broke)
}

/// Returns what somebody owed who was all-in with a blind.
fn full_blind(
    posted: Chips,
    [small, big]: [Chips; 2],
    player: &Player,
    players: &[Player],
    order: &[PlayerId],
) -> Chips {
    let others = || {
        let others = order.iter().map(|&id| &players[id]);
        others.filter(|other| other.index != player.index && other.blind != 0)
    };
    if others().next().is_none() {
        return posted.max(if posted > small { big } else { small });
    }
    let before = match order.len() {
        2 => player.index == 1,
        _ => others().any(|other| other.index > player.index),
    };
    posted.max(if before { small } else { big })
}
