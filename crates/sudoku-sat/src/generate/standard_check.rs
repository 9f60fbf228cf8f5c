//! Uniqueness checks on the standard 9×9 board by DPLL.

use std::array;

use sudoku_cnf::puzzle::Bits;

use crate::bitboard::Set;
use crate::search::dpll::{BANDS, KnownGrid, StandardSearch};
use crate::solver::StopReason;

/// Searches for a solution other than `known` that has the known digits in the cells `givens`, and differs from `known`
/// in at least one cell in `cells`. Returns the cells in which the solution differs.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn find_another<const W: usize>(
    search: &mut StandardSearch,
    known: &KnownGrid,
    givens: &Set<W>,
    cells: &Set<W>,
) -> Result<Option<Set<W>>, StopReason> {
    // If there is only one cell, excluding its known digit prevents the search from finding the known grid again.
    search.restart(known, bands(givens), cells.only());
    while search.advance()? {
        let difference = from_bands(search.difference(known));
        if !cells.and(&difference).is_empty() {
            return Ok(Some(difference));
        }
    }
    Ok(None)
}

/// Returns a set of cells as one word for each band.
fn bands<const W: usize>(cells: &Set<W>) -> [u32; BANDS] {
    array::from_fn(|band| cells.bits_from(27 * band) as u32 & ((1 << 27) - 1))
}

/// The inverse of [`bands`].
fn from_bands<const W: usize>(bands: [u32; BANDS]) -> Set<W> {
    let bands = bands.into_iter().enumerate();
    bands.flat_map(|(band, word)| Bits(word.into()).map(move |bit| 27 * band + bit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_cells_are_divided_into_bands() {
        for step in [1, 2, 3, 5, 7, 26, 80] {
            let cells: Set<2> = (0..81).step_by(step).collect();
            assert_eq!(from_bands(bands(&cells)), cells, "{step}");
        }
        assert_eq!(bands(&Set::<2>::from_iter([0, 27, 63, 64, 80])), [1, 1, 1 << 9 | 1 << 10 | 1 << 26]);
    }
}
