//! The order of the generator's guesses on bit boards.

use crate::bitboard::{BitBoard, Set};
use crate::search::{Branching, DepthFirst};
use sudoku_cnf::puzzle::Bits;
use sudoku_cnf::puzzle::random::Random;

/// A depth-first search on bit boards in a [`GuessOrder`]. Successive searches reuse the same memory.
pub(super) type GuessSearch<const N: usize, const W: usize, const H: usize> =
    DepthFirst<BitBoard<N, W, H>, (usize, u64)>;

/// The order of guesses. Each guess is made in one of the cells with the fewest candidates.
pub(super) enum GuessOrder<'a, const N: usize, const W: usize> {
    /// A random cell among those with the fewest candidates. Its candidates are tried in random order.
    Random(&'a mut Random),
    /// The first of the cells with the fewest candidates. The digit of this cell in a known full grid is tried first,
    /// so solutions similar to the known grid are found early. The array represents the known grid as one set of cells
    /// per digit.
    Near(&'a [Set<W>; N]),
}

impl<const N: usize, const W: usize, const H: usize> Branching<BitBoard<N, W, H>> for GuessOrder<'_, N, W> {
    /// The index of a cell, and a bit mask of the digits not yet tried in that cell.
    type Alternatives = (usize, u64);

    fn branch(&mut self, board: &BitBoard<N, W, H>) -> Option<(usize, u64)> {
        let cells = board.most_constrained();
        if cells.is_empty() {
            return None;
        }
        let index = match self {
            Self::Random(random) => random.below(cells.len()),
            Self::Near(_) => 0,
        };
        let cell = cells.iter().nth(index)?;
        Some((cell, board.digits_of(cell)))
    }

    fn next(&mut self, (cell, digits): &mut (usize, u64)) -> Option<(usize, usize)> {
        if *digits == 0 {
            return None;
        }
        let digit = match self {
            Self::Random(random) => {
                let index = random.below(digits.count_ones() as usize);
                Bits(*digits).nth(index)?
            }
            Self::Near(grid) => {
                let known = Bits(*digits).find(|&digit| grid[digit].contains(*cell));
                known.unwrap_or(digits.trailing_zeros() as usize)
            }
        };
        *digits &= !(1 << digit);
        Some((*cell, digit))
    }
}
