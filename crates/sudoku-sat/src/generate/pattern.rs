//! The cells that may hold givens: symmetries and masks.

use std::str::FromStr;

use sudoku_cnf::board::labels;
use sudoku_cnf::named_enum;
use thiserror::Error;

named_enum! {
    /// A symmetry of the pattern of givens. It ignores boxes.
    #[derive(Default)]
    pub enum Symmetry: "symmetry" {
        /// No symmetry.
        #[default]
        None = "none",
        /// Symmetric under a half turn.
        Rotate180 = "rotate180",
        /// Symmetric under quarter turns.
        Rotate90 = "rotate90",
        /// Left and right mirror each other.
        MirrorH = "mirror-h",
        /// Top and bottom mirror each other.
        MirrorV = "mirror-v",
        /// Mirrored at the diagonal from the top left.
        Diagonal = "diagonal",
        /// Mirrored at the diagonal from the top right.
        Antidiagonal = "antidiagonal",
        /// All of these.
        Full = "full",
    }
}

impl Symmetry {
    /// Returns the orbits on a board of size `n`: sets of cells, by row-major indices, that the symmetry maps to each
    /// other. Either all cells of an orbit hold givens, or none.
    ///
    /// ```
    /// use sudoku_sat::generate::Symmetry;
    ///
    /// assert_eq!(Symmetry::Rotate180.orbits(3), [vec![0, 8], vec![1, 7], vec![2, 6], vec![3, 5], vec![4]]);
    /// ```
    #[must_use]
    pub fn orbits(self, n: usize) -> Vec<Vec<usize>> {
        let mut is_seen = vec![false; n * n];
        let mut orbits = Vec::new();
        for start in 0..n * n {
            let mut orbit = vec![start];
            let mut next = 0;
            while !is_seen[start] && next < orbit.len() {
                let (row, column) = (orbit[next] / n, orbit[next] % n);
                let images = self.images(row, column, n - 1).into_iter();
                for image in images.map(|(row, column)| row * n + column) {
                    if !orbit.contains(&image) {
                        orbit.push(image);
                    }
                }
                next += 1;
            }
            if !is_seen[start] {
                orbit.sort_unstable();
                for &cell in &orbit {
                    is_seen[cell] = true;
                }
                orbits.push(orbit);
            }
        }
        orbits
    }

    /// Returns the images of a cell under the mappings that generate the symmetry. `last` is the last row and column.
    fn images(self, row: usize, column: usize, last: usize) -> Vec<(usize, usize)> {
        match self {
            Self::None => vec![],
            Self::Rotate180 => vec![(last - row, last - column)],
            Self::Rotate90 => vec![(column, last - row)],
            Self::MirrorH => vec![(row, last - column)],
            Self::MirrorV => vec![(last - row, column)],
            Self::Diagonal => vec![(column, row)],
            Self::Antidiagonal => vec![(last - column, last - row)],
            Self::Full => vec![(column, last - row), (column, row)],
        }
    }
}

/// The cells that may hold givens.
///
/// As text, it has a mark for each cell, in n lines of n or in one line: `.`, `0` or `_` for a cell that stays empty,
/// anything else for one that may hold a given. Bars, rules and lines that begin with `#` are ignored.
///
/// ```
/// use sudoku_sat::generate::Mask;
///
/// let mask: Mask = "xx..\n.xx.\n..xx\nx..x".parse()?;
/// assert_eq!(mask.cells().count(), 8);
/// # Ok::<(), sudoku_sat::generate::MaskError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask(Vec<bool>);

/// The error for a text that is not a mask of any board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0} marks make no mask of a board; give one for each cell, as n lines of n: . 0 _ for cells without a given"
)]
pub struct MaskError(usize);

impl Mask {
    /// Returns the row-major indices of the cells.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().filter(|(_, may)| **may).map(|(cell, _)| cell)
    }

    /// Returns the size n of the board.
    #[must_use]
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
    use itertools::Itertools;

    #[test]
    fn groups_cover_the_board_once_and_are_closed() {
        for (symmetry, n) in Symmetry::ALL.into_iter().cartesian_product([1, 4, 6, 9]) {
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
    fn masks_are_boards() {
        assert_eq!("x.x".parse::<Mask>().unwrap_err(), MaskError(3));
        assert_eq!("".parse::<Mask>().unwrap_err(), MaskError(0));
        let mask: Mask = "1 0 | . x\n4 _ | . 10\n----+----\n. . | . .\n. . | . .".parse().unwrap();
        assert_eq!(mask.cells().collect_vec(), [0, 3, 4, 7]);
    }
}
