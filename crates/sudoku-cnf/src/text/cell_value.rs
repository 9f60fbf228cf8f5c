//! The usual characters for the cells of boards up to 9×9.

use crate::puzzle::board::Digit;

/// Returns the value of a cell: the digit, 0 for a blank, or `u8::MAX` if `byte` is not a cell. The character `0` is a
/// blank.
///
/// There are no branches and no table, so that the compiler can vectorize the callers.
pub(super) fn value(byte: u8) -> u8 {
    let digit = byte.wrapping_sub(b'0');
    let is_blank = byte == b'.' || byte == b'_' || byte == b'*' || byte == b'-';
    let other = if is_blank { 0 } else { u8::MAX };
    if digit <= 9 { digit } else { other }
}

/// Returns the digits in `cells`, each of which is a digit or a blank.
pub(super) fn digits(cells: &str) -> impl Iterator<Item = Option<Digit>> {
    cells.bytes().map(|byte| Digit::new(value(byte).into()))
}
