//! The text of a literal.

use sudoku_cnf::files::line_pieces::MAX_PIECE;

/// Parses a number, for example `-3`, or a literal of a pseudo-Boolean solver, for example `-x3`.
pub(super) fn literal_number(word: &str) -> Option<i32> {
    // A word of this length was cut at the end of a piece, so its number may be incomplete.
    if word.len() >= MAX_PIECE {
        return None;
    }
    let (sign, name) = word.strip_prefix('-').map_or((1, word), |name| (-1, name));
    match name.strip_prefix('x') {
        None => word.parse().ok(),
        Some(variable) if variable.starts_with(|first: char| first.is_ascii_digit()) => {
            variable.parse().ok().filter(|&variable: &i32| variable > 0).map(|variable| sign * variable)
        }
        Some(_) => None,
    }
}
