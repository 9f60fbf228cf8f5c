//! The usual characters for the cells of boards up to 9×9.

use crate::puzzle::board::Digit;

/// The value of each byte, see [`value`].
static VALUES: [u8; 256] = {
    let mut values = [u8::MAX; 256];
    let (mut index, blanks) = (0, *b"._*-");
    while index < blanks.len() {
        values[blanks[index] as usize] = 0;
        index += 1;
    }
    let mut digit = 0;
    while digit <= 9 {
        values[(b'0' + digit) as usize] = digit;
        digit += 1;
    }
    values
};

/// Returns the value of a cell: the digit, 0 for a blank, or `u8::MAX` if `byte` is not a cell. The character `0` is a
/// blank.
pub(super) fn value(byte: u8) -> u8 {
    VALUES[usize::from(byte)]
}

/// Returns the digits in `cells`, each of which is a digit or a blank.
pub(super) fn digits(cells: &str) -> Vec<Option<Digit>> {
    cells.bytes().map(|byte| Digit::new(value(byte).into())).collect()
}
