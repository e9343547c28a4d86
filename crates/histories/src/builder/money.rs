//! Whether the money of a hand is right: what was paid, returned, won and taken.

use croupier_engine::{Chips, PerSeat};

use super::error::BuildError;
use super::{HandBuilder, PlayerId};

/// The end of the hand as the record has it, in units.
pub(crate) struct Proof {
    pub(crate) finishing: Vec<Chips>,
    pub(crate) winnings: Vec<Chips>,
}

/// Compares what the record says with what the engine came to, which takes no rake.
///
/// Three things must hold: what was paid and not returned is the pot; what was won and taken is the pot; and everybody
/// has at the end what the rules give, less the rake.
pub(crate) fn prove_money(
    builder: &mut HandBuilder,
    order: &[PlayerId],
    stacks: &PerSeat<Chips>,
    hidden: bool,
) -> Result<Proof, BuildError> {
    builder.at = builder.pot_at.or(builder.won_at.unwrap_or(builder.begins));
    find_uncalled(builder, order, stacks);
    find_uncalled_ante(builder, order);
    compare_pot(builder, order)?;
    let finishing = |&id: &PlayerId| {
        let player = &builder.players[id];
        // A cash-out is paid by the house, and is the player's own, too.
        let paid_out = builder.cash_outs.iter().filter(|(other, _)| *other == id);
        let paid_out: Chips = paid_out.map(|&(_, amount)| amount).sum();
        player.stack + player.beyond - player.paid + player.returned + player.collected + paid_out
    };
    let finishing: Vec<Chips> = order.iter().map(finishing).collect();
    compare_stacks(builder, order, stacks, &finishing, hidden)?;
    let winnings = order.iter().map(|&id| builder.players[id].collected).collect();
    Ok(Proof { finishing, winnings })
}

/// Finds a bet that nobody called that the text does not say was returned. The engine returns it: so the player who
/// paid most and did not win as much has more there.
fn find_uncalled(builder: &mut HandBuilder, order: &[PlayerId], stacks: &PerSeat<Chips>) {
    let players = &builder.players;
    if order.iter().any(|&id| players[id].returned != 0) {
        return;
    }
    let bet = |id: PlayerId| players[id].paid - players[id].ante - players[id].dead;
    let (mut most, mut second, mut first) = (Chips::MIN, Chips::MIN, order[0]);
    for &id in order {
        if bet(id) > most {
            (most, second, first) = (bet(id), most, id);
        } else {
            second = second.max(bet(id));
        }
    }
    let over = most.saturating_sub(second);
    if over <= 0 {
        return;
    }
    let pot = order.iter().map(|&id| players[id].paid).sum::<Chips>() + builder.added;
    let player = &players[first];
    let missing = match builder.total_pot {
        Some(total) => {
            let taken = builder.rake.unwrap_or(0) + builder.all_fees();
            let missing = pot - total;
            if missing == over + taken { over } else { missing }
        }
        // Anything less is the rake.
        None => {
            let by_record = player.stack - player.paid + player.collected;
            if stacks[player.index] - by_record >= over { over } else { 0 }
        }
    };
    if missing == over {
        let text = builder.precision.text(over);
        let message = format!("{text} that nobody called is returned to {}", player.name);
        builder.players[first].returned += over;
        builder.note("uncalled", message);
    }
}

/// Finds what somebody anted beyond an opponent who was all-in with the ante, where the text does not say that it was
/// returned.
fn find_uncalled_ante(builder: &mut HandBuilder, order: &[PlayerId]) {
    let (&[one, other], Some(total)) = (order, builder.total_pot) else { return };
    let paid = |id: PlayerId| builder.players[id].paid - builder.players[id].returned;
    let over = builder.players[one].ante - builder.players[other].ante;
    let (rich, poor) = if over > 0 { (one, other) } else { (other, one) };
    let all_in = builder.players[poor].ante == builder.players[poor].stack;
    let over = over.abs();
    if over > 0 && all_in && paid(one) + paid(other) + builder.added == total + over {
        let message = format!(
            "{} of an ante that nobody called is returned to {}",
            builder.precision.text(over),
            builder.players[rich].name
        );
        builder.players[rich].returned += over;
        builder.note("uncalled", message);
    }
}

/// Sees that the pot is what was paid, and what was won and taken.
fn compare_pot(builder: &mut HandBuilder, order: &[PlayerId]) -> Result<(), BuildError> {
    let (mut pot, mut won) = (builder.added, 0);
    for &id in order {
        let player = &builder.players[id];
        pot += player.paid - player.returned;
        won += player.collected;
    }
    let fees = builder.all_fees();
    let taken = builder.rake.unwrap_or(0) + fees;
    if builder.rake.is_some() && won + taken > pot {
        won = believe_summary(builder, order, won, pot - taken);
    }
    let precision = builder.precision;
    let text = |units| precision.text(units);
    let too_much = || BuildError::WonTooMuch { won: text(won), pot: text(pot) };
    if taken != 0 && builder.total_pot == Some(won) && won == pot - taken {
        builder.note("net-pot", "the pot is given without what was taken from it".to_owned());
    } else if let Some(said) = builder.total_pot
        && said != pot
    {
        return Err(BuildError::OtherPot { said: text(said), paid: text(pot) });
    }
    if !builder.cash_outs.is_empty() {
        // The house gets the winnings of players who cashed out.
        if won > pot {
            return Err(too_much());
        }
        let names: Vec<&str> =
            builder.cash_outs.iter().map(|&(id, _)| &*builder.players[id].name).collect();
        let message = format!("the house pays {}", names.join(", "));
        builder.note("cash-out", message);
        return Ok(());
    }
    // A blind that everybody folds to leaves no pot to win.
    if builder.won_at.is_none() && pot != 0 {
        return Err(BuildError::NobodyWins);
    }
    match builder.rake {
        None if pot - won - fees < 0 => Err(too_much()),
        None => {
            builder.rake = Some(pot - won - fees);
            Ok(())
        }
        Some(rake) if won + rake + fees != pot => {
            let taken = text(rake + fees);
            Err(BuildError::PotNotShared { won: text(won), taken, pot: text(pot) })
        }
        Some(_) => Ok(()),
    }
}

/// Takes what players won from the summary, where more is collected than there is.
fn believe_summary(
    builder: &mut HandBuilder,
    order: &[PlayerId],
    won: Chips,
    expected: Chips,
) -> Chips {
    let sum = builder.summary_wins.iter().map(|&(_, won)| won).sum::<Chips>();
    if sum != expected || builder.summary_wins.is_empty() || !builder.cash_outs.is_empty() {
        return won;
    }
    let (said, right) = (builder.precision.text(won), builder.precision.text(expected));
    for &id in order {
        let wins = builder.summary_wins.iter().filter(|&&(winner, _)| winner == id);
        let wins = wins.map(|&(_, won)| won).sum();
        let player = &mut builder.players[id];
        if player.collected != wins {
            let text = builder.precision.text(player.collected);
            builder.said.push((0, format!("{} collected {text}", player.name)));
        }
        player.collected = wins;
    }
    let message = format!("players collect {said}, but win {right} by the summary, which is right");
    builder.note("collected", message);
    expected
}

/// Sees that everybody has what the rules give, less what was taken.
fn compare_stacks(
    builder: &mut HandBuilder,
    order: &[PlayerId],
    stacks: &PerSeat<Chips>,
    finishing: &[Chips],
    hidden: bool,
) -> Result<(), BuildError> {
    if hidden {
        let message = "cards that may have won are not known: nobody can check it";
        builder.note("hidden", message.to_owned());
        return Ok(());
    }
    // Each share of a pot may be rounded, to whole chips where all are whole.
    let shares = || order.iter().map(|&id| builder.players[id].collected).filter(|&won| won != 0);
    let scale = builder.precision.scale();
    let are_whole = shares().count() > 1 && shares().all(|share| share % scale == 0);
    let slack = (4 * order.len() as Chips).max(if are_whole { scale } else { 0 });
    let mut taken = 0;
    let text = |units| builder.precision.text(units);
    for (index, &id) in order.iter().enumerate() {
        let player = &builder.players[id];
        let ruled = stacks[index] + player.beyond;
        let less = ruled - finishing[index];
        taken += less;
        let cashed_out = || builder.cash_outs.iter().any(|&(other, _)| other == id);
        let wins = player.collected != 0;
        if less == 0 || wins && less > -slack || builder.added != 0 && wins || cashed_out() {
            continue;
        }
        let (recorded, ruled) = (text(finishing[index]), text(ruled));
        return Err(BuildError::OtherStack { name: player.name.to_string(), recorded, ruled });
    }
    let expected = builder.rake.unwrap_or(0) + builder.all_fees() - builder.added;
    if builder.cash_outs.is_empty() && taken != expected {
        return Err(BuildError::OtherRake { taken: text(taken), expected: text(expected) });
    }
    Ok(())
}
