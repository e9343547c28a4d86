//! The kinds of bytes in TOML, by the places where they may stand.

/// Where a byte may stand: in names without quotation marks, words, texts between apostrophes, texts between quotation
/// marks.
pub(super) const IN_NAME: u8 = 1;
pub(super) const IN_WORD: u8 = 2;
pub(super) const IN_LITERAL: u8 = 4;
pub(super) const IN_BASIC: u8 = 8;

pub(super) static BYTES: [u8; 256] = {
    let mut found = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let one = byte as u8;
        if is_name_byte(one) {
            found[byte] |= IN_NAME;
        }
        if one.is_ascii_alphanumeric() || matches!(one, b'_' | b'-' | b'+' | b'.' | b':') {
            found[byte] |= IN_WORD;
        }
        if !is_control(one) {
            if one != b'\'' {
                found[byte] |= IN_LITERAL;
            }
            if one != b'"' && one != b'\\' {
                found[byte] |= IN_BASIC;
            }
        }
        byte += 1;
    }
    found
};

/// Tells whether a byte may stand in a name without quotation marks.
pub(crate) const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Tells whether a byte may stand in no text of one line.
pub(super) const fn is_control(byte: u8) -> bool {
    byte < b' ' && byte != b'\t' || byte == 0x7F
}

/// Counts the bytes of eight that come before an apostrophe or a control character, or something that needs a closer
/// look.
#[inline]
const fn end_of_literal(eight: u64) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let mark = eight ^ (ONES * b'\'' as u64);
    let delete = eight ^ (ONES * 0x7F);
    // The lowest bit that is set is right, whatever is above it.
    let is_mark = mark.wrapping_sub(ONES) & !mark;
    let is_delete = delete.wrapping_sub(ONES) & !delete;
    let is_control = eight.wrapping_sub(ONES * b' ' as u64) & !eight;
    ((is_mark | is_delete | is_control) & HIGH).trailing_zeros() as usize / 8
}

/// Returns where a text ends that an apostrophe began, after the one that closes it; nothing where it must be looked at
/// closer.
#[inline]
pub(super) fn end_of_text(bytes: &[u8], start: usize) -> Option<usize> {
    let (eights, _) = bytes.get(start..)?.as_chunks::<8>();
    let mut at = start;
    for eight in eights {
        let found = end_of_literal(u64::from_le_bytes(*eight));
        at += found;
        if found < 8 {
            break;
        }
    }
    (bytes.get(at) == Some(&b'\'')).then_some(at + 1)
}
