//! Vectors of sixteen numbers.

use crate::vectors::lanes::Discount;

/// How many numbers a vector has.
pub const LANES: usize = 16;

/// Sums below this count as zero, because 1 divided by a subnormal number can be infinite. Numbers get that small after
/// some eighty decisions of a player, each of which takes a third of the weight.
pub const SMALLEST: f32 = f32::MIN_POSITIVE;

/// Sixteen numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C, align(64))]
pub struct V(pub [f32; LANES]);

impl V {
    /// Nothing.
    pub const ZERO: Self = Self([0.0; LANES]);

    /// Returns the same number sixteen times.
    #[inline(always)]
    #[must_use]
    pub const fn all(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    pub(crate) fn zip(self, other: Self, combine: impl Fn(f32, f32) -> f32) -> Self {
        let mut out = self;
        for lane in 0..LANES {
            out.0[lane] = combine(self.0[lane], other.0[lane]);
        }
        out
    }

    #[inline(always)]
    pub(crate) fn add(self, other: Self) -> Self {
        self.zip(other, |one, two| one + two)
    }

    #[inline(always)]
    pub(crate) fn sub(self, other: Self) -> Self {
        self.zip(other, |one, two| one - two)
    }

    #[inline(always)]
    pub(crate) fn mul(self, other: Self) -> Self {
        self.zip(other, |one, two| one * two)
    }

    #[inline(always)]
    pub(crate) fn positive(self) -> Self {
        self.zip(Self::ZERO, |one, zero| if one > zero { one } else { zero })
    }

    #[inline(always)]
    pub(crate) fn larger(self, other: Self) -> Self {
        self.zip(other, |one, two| if one > two { one } else { two })
    }

    /// Returns 1 / x where x is at least [`SMALLEST`], and 0 elsewhere.
    #[inline(always)]
    pub(crate) fn inverse(self) -> Self {
        self.zip(Self::ZERO, |one, zero| if one >= SMALLEST { 1.0 / one } else { zero })
    }

    /// Returns regrets as they are discounted.
    #[inline(always)]
    pub(crate) fn faded(self, discount: &Discount) -> Self {
        let (positive, negative) = (discount.positive, discount.negative);
        self.zip(Self::ZERO, |one, zero| one * if one > zero { positive } else { negative })
    }

    /// Returns the bits of the largest number, whatever its sign: bits of positive numbers are ordered as they are.
    #[inline(always)]
    pub(crate) fn largest_bits(self) -> u32 {
        let mut largest = 0;
        for lane in 0..LANES {
            largest = largest.max(self.0[lane].to_bits() & 0x7fff_ffff);
        }
        largest
    }

    /// Returns everything without its sign.
    #[inline(always)]
    pub(crate) fn without_sign(self) -> Self {
        self.zip(Self::ZERO, |one, _| f32::from_bits(one.to_bits() & 0x7fff_ffff))
    }

    /// Returns a number where this is less than [`SMALLEST`], and 0 elsewhere.
    #[inline(always)]
    pub(crate) fn where_none(self, value: f32) -> Self {
        self.zip(Self::ZERO, |one, zero| if one >= SMALLEST { zero } else { value })
    }
}

/// Sixteen numbers of 16 bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Short(pub [i16; LANES]);

/// The largest number of 16 bits.
pub const MAX_SHORT: f32 = 32_767.0;
/// Added to small numbers, it leaves them, rounded to whole numbers, in the lowest bits.
const ROUNDER: f32 = 12_582_912.0;

impl Short {
    /// Nothing.
    pub const ZERO: Self = Self([0; LANES]);

    /// Rounds numbers that are no larger than [`MAX_SHORT`].
    #[inline(always)]
    pub(crate) fn round(numbers: V) -> Self {
        let mut out = Self::ZERO;
        for lane in 0..LANES {
            out.0[lane] = (numbers.0[lane] + ROUNDER).to_bits() as i16;
        }
        out
    }
}

/// Numbers as they are stored.
pub(crate) trait Stored: Copy {
    /// Returns the numbers, up to a factor that all of them have.
    fn read(self) -> V;
}

impl Stored for V {
    #[inline(always)]
    fn read(self) -> V {
        self
    }
}

impl Stored for Short {
    #[inline(always)]
    fn read(self) -> V {
        let mut out = V::ZERO;
        for lane in 0..LANES {
            out.0[lane] = f32::from(self.0[lane]);
        }
        out
    }
}

/// The exchange of sixteen rows and sixteen columns.
pub(crate) trait Transpose {
    /// Makes columns of rows.
    fn transpose(rows: &[V; LANES], columns: &mut [V; LANES]);
}

/// Number by number, for any machine.
pub(crate) struct Scalar;

impl Transpose for Scalar {
    #[inline(always)]
    fn transpose(rows: &[V; LANES], columns: &mut [V; LANES]) {
        for (place, column) in columns.iter_mut().enumerate() {
            for (lane, row) in rows.iter().enumerate() {
                column.0[lane] = row.0[place];
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) struct Wide;

#[cfg(target_arch = "x86_64")]
impl Transpose for Wide {
    #[inline(always)]
    fn transpose(rows: &[V; LANES], columns: &mut [V; LANES]) {
        // SAFETY: nobody but the loops for AVX-512 comes here.
        unsafe { transpose_wide(rows, columns) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn transpose_wide(rows: &[V; LANES], columns: &mut [V; LANES]) {
    use std::arch::x86_64::{
        _mm512_castpd_ps, _mm512_castps_pd, _mm512_load_ps, _mm512_setzero_ps,
        _mm512_shuffle_f32x4, _mm512_store_ps, _mm512_unpackhi_pd, _mm512_unpackhi_ps,
        _mm512_unpacklo_pd, _mm512_unpacklo_ps,
    };
    // Loops and no closures, which would be compiled for every machine.
    let mut r = [_mm512_setzero_ps(); LANES];
    for (vector, row) in r.iter_mut().zip(rows) {
        // SAFETY: rows are sixteen aligned numbers each.
        *vector = unsafe { _mm512_load_ps(row.0.as_ptr()) };
    }
    // Pairs of rows, then fours, number by number within quarters of vectors.
    let mut pairs = r;
    for pair in 0..LANES / 2 {
        let (one, two) = (r[2 * pair], r[2 * pair + 1]);
        pairs[2 * pair] = _mm512_unpacklo_ps(one, two);
        pairs[2 * pair + 1] = _mm512_unpackhi_ps(one, two);
    }
    let mut fours = pairs;
    for group in 0..LANES / 4 {
        for half in 0..2 {
            let one = _mm512_castps_pd(pairs[4 * group + half]);
            let two = _mm512_castps_pd(pairs[4 * group + 2 + half]);
            fours[4 * group + 2 * half] = _mm512_castpd_ps(_mm512_unpacklo_pd(one, two));
            fours[4 * group + 2 * half + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(one, two));
        }
    }
    // Quarters of vectors from two groups of rows, and then from all four.
    for place in 0..4 {
        let low = (fours[place], fours[4 + place]);
        let high = (fours[8 + place], fours[12 + place]);
        let even = _mm512_shuffle_f32x4::<0x88>(low.0, low.1);
        let odd = _mm512_shuffle_f32x4::<0xdd>(low.0, low.1);
        let even_high = _mm512_shuffle_f32x4::<0x88>(high.0, high.1);
        let odd_high = _mm512_shuffle_f32x4::<0xdd>(high.0, high.1);
        let made = [
            (place, _mm512_shuffle_f32x4::<0x88>(even, even_high)),
            (place + 8, _mm512_shuffle_f32x4::<0xdd>(even, even_high)),
            (place + 4, _mm512_shuffle_f32x4::<0x88>(odd, odd_high)),
            (place + 12, _mm512_shuffle_f32x4::<0xdd>(odd, odd_high)),
        ];
        for (column, vector) in made {
            // SAFETY: as above.
            unsafe { _mm512_store_ps(columns[column].0.as_mut_ptr(), vector) };
        }
    }
}
