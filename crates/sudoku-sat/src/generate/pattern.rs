//! Where givens may stand: symmetries and masks.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use sudoku_cnf::geometry::labels;
use thiserror::Error;

/// A symmetry of the pattern of givens. Boxes play no part in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Any pattern.
    #[default]
    None,
    /// The same upside down: half a turn.
    Rotate180,
    /// The same after a quarter turn.
    Rotate90,
    /// Left and right mirror each other.
    MirrorH,
    /// Top and bottom mirror each other.
    MirrorV,
    /// Mirrored at the diagonal from the top left.
    Diagonal,
    /// Mirrored at the diagonal from the top right.
    Antidiagonal,
    /// All of these.
    Full,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::Rotate180,
        Self::Rotate90,
        Self::MirrorH,
        Self::MirrorV,
        Self::Diagonal,
        Self::Antidiagonal,
        Self::Full,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rotate180 => "rotate180",
            Self::Rotate90 => "rotate90",
            Self::MirrorH => "mirror-h",
            Self::MirrorV => "mirror-v",
            Self::Diagonal => "diagonal",
            Self::Antidiagonal => "antidiagonal",
            Self::Full => "full",
        }
    }

    /// The orbits on a board of size `n`: cells, by row-major indices, that the symmetry takes to each other, and so hold
    /// givens together or not at all.
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
                orbit.extend(images.map(|(row, column)| row * n + column));
                orbit = orbit.into_iter().unique().collect();
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

    /// Where the mappings that generate the symmetry take a cell; `last` is the last row and column.
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

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no symmetry has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no symmetry; known are {list}", list = Symmetry::ALL.iter().join(", "))]
pub struct UnknownSymmetry(String);

impl FromStr for Symmetry {
    type Err = UnknownSymmetry;

    fn from_str(name: &str) -> Result<Self, UnknownSymmetry> {
        let found = Self::ALL.into_iter().find(|symmetry| symmetry.name() == name);
        found.ok_or_else(|| UnknownSymmetry(name.to_owned()))
    }
}

/// The cells in which givens may stand.
///
/// As text: a mark for each cell, as n lines of n or one line, with `.`, `0` or `_` where no given may stand and anything
/// else where one may. Bars, rules and lines that begin with `#` are passed over.
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

/// A text that is no mask of any board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0} marks make no mask of a board; give one for each cell, as n lines of n: . 0 _ for cells without a given"
)]
pub struct MaskError(usize);

impl Mask {
    /// The cells, row-major.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().positions(|&may| may)
    }

    /// The size n of the board.
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
