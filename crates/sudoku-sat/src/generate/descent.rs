//! Depth-first search on the board by digit: guess a digit of a cell with the fewest candidates, propagate, go on.

use sudoku_cnf::bits::{Bits, Set};
use sudoku_cnf::planes::{Masks, Planes};
use sudoku_cnf::{Candidate, Cell, Digit};

use crate::limits::{Limits, Pace};
use crate::outcome::Reason;
use crate::random::Random;

/// What a search came to.
pub(super) enum Found<B> {
    /// A board without open cells.
    Solution(B),
    /// There is none.
    Nothing,
    /// More guesses failed than were allowed.
    GaveUp,
}

/// In which order a search guesses.
pub(super) enum Order<'a, const N: usize, const W: usize> {
    /// At random.
    Random(&'a mut Random),
    /// What stands in this grid first, given as the cells of each digit: a solution near it is found soon.
    Near(&'a [Set<W>; N]),
}

impl<const N: usize, const W: usize> Order<'_, N, W> {
    /// One of the cells, of which there is at least one.
    fn cell(&mut self, cells: &Set<W>) -> usize {
        let which = match self {
            Self::Random(random) => random.below(cells.len()),
            Self::Near(_) => 0,
        };
        cells.iter().nth(which).unwrap_or_default()
    }

    /// One of the digits of a cell, of which there is at least one, as the position of its bit.
    fn digit(&mut self, cell: usize, digits: u64) -> usize {
        match self {
            Self::Random(random) => {
                let which = random.below(digits.count_ones() as usize);
                Bits(digits).nth(which).unwrap_or_default()
            }
            Self::Near(grid) => {
                let known = Bits(digits).find(|&digit| grid[digit].contains(cell));
                known.unwrap_or(digits.trailing_zeros() as usize)
            }
        }
    }
}

/// The search. It keeps its memory from one call to the next.
pub(super) struct Descent<const N: usize, const W: usize, const H: usize> {
    pace: Pace,
    /// The boards on the way, each with the cell to guess in and the digits that are still to be tried, as bits.
    path: Vec<(Planes<N, W, H>, usize, u64)>,
}

impl<const N: usize, const W: usize, const H: usize> Descent<N, W, H> {
    pub(super) fn new() -> Self {
        Self { pace: Pace::new(Limits::none()), path: Vec::new() }
    }

    /// Heeds these limits from now on.
    pub(super) fn limit(&mut self, limits: &Limits) {
        self.pace = Pace::new(limits.clone());
    }

    /// Looks for a solution of `board`. It ends after `failures` guesses that propagation refuted.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn solve(
        &mut self,
        mut board: Planes<N, W, H>,
        masks: &Masks<W, H>,
        failures: u64,
        mut order: Order<'_, N, W>,
    ) -> Result<Found<Planes<N, W, H>>, Reason> {
        self.path.clear();
        let mut failed = 0;
        loop {
            let cells = board.most_constrained();
            if cells.is_empty() {
                return Ok(Found::Solution(board));
            }
            let cell = order.cell(&cells);
            let digits = board.digits_of(cell);
            self.path.push((board, cell, digits));
            board = loop {
                self.pace.step()?;
                let Some((board, cell, digits)) = self.path.last_mut() else { return Ok(Found::Nothing) };
                if *digits == 0 {
                    self.path.pop();
                    continue;
                }
                let bit = order.digit(*cell, *digits);
                *digits &= !(1 << bit);
                let guess = Digit::new(bit + 1).map(|digit| Candidate { cell: Cell::new(*cell), digit });
                let mut child = board.clone();
                if guess.is_some_and(|guess| child.assign(guess, masks).is_ok()) {
                    break child;
                }
                failed += 1;
                if failed > failures {
                    return Ok(Found::GaveUp);
                }
            };
        }
    }
}
