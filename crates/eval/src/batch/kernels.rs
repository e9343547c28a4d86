//! The loops over suit masks, one for each ranking and level.
//!
//! The lane functions are plain Rust. What a level changes is the instructions the compiler may use
//! for the loop around them, so each loop is written once and compiled three times.

use super::Level;
use crate::lanes::{
    AceToFive, AceToSix, BadugiAceHigh, BadugiAceLow, DeuceToSeven, Hidugi, High, LaneFunction,
    LaneKind, ShortDeck,
};

/// How many hands a loop takes at a time; the caller of a kernel pads to a multiple of it.
///
/// It is the number of 16-bit lanes of the widest vectors.
pub(super) const GROUP: usize = 32;

/// The hands that are allowed.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The bits that a suit's mask must not have.
    pub(super) forbidden: u16,
    /// The fewest cards of a hand.
    pub(super) fewest: u16,
    /// How many more there may be.
    pub(super) span: u16,
}

/// A function that evaluates suit masks and tells whether all of them were within the limits.
///
/// The planes and the output have the same length, a multiple of [`GROUP`]; what is beyond the last
/// whole group is left alone.
pub(super) type Kernel = unsafe fn(planes: [&[u16]; 4], out: &mut [u32], limits: Limits) -> bool;

/// Returns the loop for this ranking and level, which must be supported by the machine.
pub(super) fn kernel(kind: LaneKind, level: Level) -> Kernel {
    match kind {
        LaneKind::High => kernel_of::<High>(level),
        LaneKind::ShortDeck => kernel_of::<ShortDeck>(level),
        LaneKind::DeuceToSeven => kernel_of::<DeuceToSeven>(level),
        LaneKind::AceToSix => kernel_of::<AceToSix>(level),
        LaneKind::AceToFive => kernel_of::<AceToFive>(level),
        LaneKind::BadugiAceLow => kernel_of::<BadugiAceLow>(level),
        LaneKind::BadugiAceHigh => kernel_of::<BadugiAceHigh>(level),
        LaneKind::Hidugi => kernel_of::<Hidugi>(level),
    }
}

fn kernel_of<F: LaneFunction>(level: Level) -> Kernel {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => x86::avx512::<F>,
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => x86::avx2::<F>,
        _ => baseline::<F>,
    }
}

/// The halves of the strengths of one group.
#[repr(align(64))]
struct Halves([u16; GROUP]);

/// Joins the halves of a group's strengths.
#[inline(always)]
fn join_group(high: &Halves, low: &Halves, out: &mut [u32; GROUP]) {
    for (strength, (&high, &low)) in out.iter_mut().zip(high.0.iter().zip(&low.0)) {
        *strength = u32::from(high) << 16 | u32::from(low);
    }
}

/// The loop itself, compiled into each of the functions below.
#[inline(always)]
fn run<F: LaneFunction>(
    planes: [&[u16]; 4],
    out: &mut [u32],
    limits: Limits,
    join: impl Fn(&Halves, &Halves, &mut [u32; GROUP]),
) -> bool {
    let [clubs, diamonds, hearts, spades] = planes.map(|plane| plane.as_chunks::<GROUP>().0);
    let groups = out.as_chunks_mut::<GROUP>().0;
    // One flag for each lane rather than one in all, so that nothing has to be folded in the loop.
    let mut wrong = Halves([0; GROUP]);
    let masks = clubs.iter().zip(diamonds).zip(hearts.iter().zip(spades));
    for (group, ((clubs, diamonds), (hearts, spades))) in groups.iter_mut().zip(masks) {
        let mut high = Halves([0; GROUP]);
        let mut low = Halves([0; GROUP]);
        for lane in 0..GROUP {
            let suits = [clubs[lane], diamonds[lane], hearts[lane], spades[lane]];
            (high.0[lane], low.0[lane]) = F::evaluate(suits);
            let count = suits.map(|suit| suit.count_ones() as u16);
            let count =
                count[0].wrapping_add(count[1]).wrapping_add(count[2]).wrapping_add(count[3]);
            let forbidden = (suits[0] | suits[1] | suits[2] | suits[3]) & limits.forbidden;
            let miscounted = count.wrapping_sub(limits.fewest) > limits.span;
            wrong.0[lane] |= if miscounted { u16::MAX } else { forbidden };
        }
        join(&high, &low, group);
    }
    wrong.0.iter().all(|&lane| lane == 0)
}

fn baseline<F: LaneFunction>(planes: [&[u16]; 4], out: &mut [u32], limits: Limits) -> bool {
    run::<F>(planes, out, limits, join_group)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{LaneFunction, Limits, join_group, run};

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn avx2<F: LaneFunction>(
        planes: [&[u16]; 4],
        out: &mut [u32],
        limits: Limits,
    ) -> bool {
        run::<F>(planes, out, limits, join_group)
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512bitalg,avx512vpopcntdq"
    )]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn avx512<F: LaneFunction>(
        planes: [&[u16]; 4],
        out: &mut [u32],
        limits: Limits,
    ) -> bool {
        run::<F>(planes, out, limits, join_group)
    }
}
