//! Symmetries and masks, which restrict the pattern of givens.

use std::str::FromStr;

use itertools::Itertools;
use sudoku_cnf::named_enum;
use sudoku_cnf::puzzle::board::labels;
use thiserror::Error;

named_enum! {
    /// A symmetry of the pattern of givens. The boxes of the board need not have the same symmetry.
    #[derive(Default)]
    pub enum Symmetry: "symmetry" {
        /// No symmetry.
        #[default]
        None = "none",
        /// Symmetry under rotation by 180 degrees.
        Rotate180 = "rotate180",
        /// Symmetry under rotation by 90 degrees.
        Rotate90 = "rotate90",
        /// Symmetry under left-right reflection.
        MirrorH = "mirror-h",
        /// Symmetry under top-bottom reflection.
        MirrorV = "mirror-v",
        /// Symmetry under reflection across the diagonal that starts at the top left.
        Diagonal = "diagonal",
        /// Symmetry under reflection across the diagonal that starts at the top right.
        Antidiagonal = "antidiagonal",
        /// Symmetry under all rotations and reflections of the square.
        Full = "full",
    }
}

impl Symmetry {
    /// Returns the orbits of the cells on a board of size `n`. Each cell is represented by its index in row-major
    /// order.
    ///
    /// An orbit is a set of cells that the symmetry maps onto one another. In a symmetric pattern, either all cells of
    /// an orbit contain givens or none of them do.
    ///
    /// ```
    /// use sudoku_sat::generate::Symmetry;
    ///
    /// assert_eq!(Symmetry::Rotate180.orbits(3), [vec![0, 8], vec![1, 7], vec![2, 6], vec![3, 5], vec![4]]);
    /// ```
    pub fn orbits(self, n: usize) -> Vec<Vec<usize>> {
        let orbit_from = |first: usize| {
            let images = self.images(first / n, first % n, n - 1).into_iter();
            let cells = images.map(|(row, column)| row * n + column).chain([first]);
            let orbit: Vec<usize> = cells.sorted_unstable().dedup().collect();
            (orbit[0] == first).then_some(orbit)
        };
        (0..n * n).filter_map(orbit_from).collect()
    }

    /// Returns the images of a cell under all transformations of the symmetry except the identity. Rows and columns are
    /// numbered from 0 to `last`. The number of images is the same for each cell.
    pub(super) fn images(self, row: usize, column: usize, last: usize) -> Vec<(usize, usize)> {
        let (up, left) = (last - row, last - column);
        match self {
            Self::None => vec![],
            Self::Rotate180 => vec![(up, left)],
            Self::Rotate90 => vec![(column, up), (up, left), (left, row)],
            Self::MirrorH => vec![(row, left)],
            Self::MirrorV => vec![(up, column)],
            Self::Diagonal => vec![(column, row)],
            Self::Antidiagonal => vec![(left, up)],
            Self::Full => vec![
                (column, up),
                (column, row),
                (up, left),
                (up, column),
                (row, left),
                (left, row),
                (left, up),
            ],
        }
    }
}

/// The set of cells that may contain givens.
///
/// In text form, a mask has one mark per cell in row-major order, either on n lines or on a single line. The marks `.`,
/// `0` and `_` forbid a given, and any other mark allows one. Vertical bars, separator lines, and lines that start with
/// `#` are ignored.
///
/// ```
/// use sudoku_sat::generate::Mask;
///
/// let mask: Mask = "xx..\n.xx.\n..xx\nx..x".parse()?;
/// assert_eq!(mask.cells().count(), 8);
/// # Ok::<(), sudoku_sat::generate::MaskError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask(pub(super) Vec<bool>);

/// The error returned if the number of marks in a mask is not a positive square number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected one mark per cell, as n lines of n marks; found {0}\nhint: use '.', '0' or '_' for a cell without a given, any other character for a cell with one"
)]
pub struct MaskError(usize);

impl Mask {
    /// Returns the indices of the cells that may contain givens, in row-major order.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().filter(|(_, may)| **may).map(|(cell, _)| cell)
    }

    /// Returns the size n of the board to which the mask belongs.
    pub fn size(&self) -> usize {
        self.0.len().isqrt()
    }
}

impl FromStr for Mask {
    type Err = MaskError;

    fn from_str(text: &str) -> Result<Self, MaskError> {
        let marks = labels(text);
        if marks.is_empty() || marks.len().isqrt().pow(2) != marks.len() {
            return Err(MaskError(marks.len()));
        }
        Ok(Self(marks.iter().map(|mark| !matches!(&**mark, "." | "0" | "_")).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_partition_the_board_and_are_closed() {
        for (symmetry, n) in Symmetry::ALL.iter().copied().cartesian_product([1, 4, 6, 9]) {
            let orbits = symmetry.orbits(n);
            assert!(orbits.iter().flatten().copied().sorted().eq(0..n * n), "{symmetry} {n}");
            for orbit in &orbits {
                let images = orbit.iter().flat_map(|cell| symmetry.images(cell / n, cell % n, n - 1));
                assert!(images.map(|(row, column)| row * n + column).all(|image| orbit.contains(&image)));
            }
        }
        let sizes = |symmetry: Symmetry| symmetry.orbits(9).iter().map(Vec::len).counts();
        assert_eq!(sizes(Symmetry::Rotate90), [(1, 1), (4, 20)].into());
        assert_eq!(sizes(Symmetry::MirrorH), [(1, 9), (2, 36)].into());
        assert_eq!(sizes(Symmetry::Full), [(1, 1), (4, 8), (8, 6)].into());
    }

    #[test]
    fn a_mask_needs_one_mark_per_cell() {
        assert_eq!("x.x".parse::<Mask>().unwrap_err(), MaskError(3));
        assert_eq!("".parse::<Mask>().unwrap_err(), MaskError(0));
        let mask: Mask = "1 0 | . x\n4 _ | . 10\n----+----\n. . | . .\n. . | . .".parse().unwrap();
        assert_eq!(mask.cells().collect_vec(), [0, 3, 4, 7]);
    }
}
