//! Solves puzzles on small boards by DPLL, and the rest of a hard puzzle with a SAT solver.
//!
//! DPLL is faster on almost all puzzles, but it does not learn from contradictions. On a sparse board with several
//! variants, a proof that there is no solution can take minutes. After many guesses without a solution, a SAT solver
//! therefore searches the boards that are still open, one after the other.

use std::sync::Arc;

use sudoku_cnf::Grid;

use super::models::ModelEnumerator;
use super::sat_fallback::SatFallback;
use crate::bitboard::HouseMasks;
use crate::search::dpll::BitBoardSearch;
use crate::search::{Found, GridSearch, SolveError};
use crate::solver::Statistics;

/// The default number of guesses without a solution after which the SAT solver takes over. They take about 10 ms.
const MAX_FRUITLESS_GUESSES: u64 = 5000;

/// An iterator over the solutions of a puzzle. See `BitBoard` for the meaning of N, W and H.
pub(super) struct DpllThenSat<const N: usize, const W: usize, const H: usize> {
    search: BitBoardSearch<N, W, H>,
    fallback: SatFallback,
    /// The number of guesses without a solution after which the SAT solver takes over.
    most: u64,
    /// Whether the SAT solver has taken over.
    is_hard: bool,
    /// The solutions of the open board that the SAT solver searches.
    models: Option<ModelEnumerator>,
}

impl<const N: usize, const W: usize, const H: usize> DpllThenSat<N, W, H> {
    /// Starts the search. `masks` must belong to the board of the puzzle.
    pub(super) fn new(masks: Arc<HouseMasks<W, H>>, fallback: SatFallback) -> Self {
        let search = BitBoardSearch::new(&fallback.puzzle, masks, fallback.limits.clone());
        Self { search, fallback, most: MAX_FRUITLESS_GUESSES, is_hard: false, models: None }
    }

    fn find(&mut self) -> Result<Option<Grid>, SolveError> {
        if !self.is_hard {
            match self.search.next_within(self.most)? {
                Found::Solution(grid) => return Ok(Some(grid)),
                Found::Nothing => return Ok(None),
                Found::GaveUp => self.is_hard = true,
            }
        }
        loop {
            if let Some(grid) = self.models.as_mut().and_then(Iterator::next) {
                return grid.map(Some);
            }
            let Some(board) = self.search.pop() else { return Ok(None) };
            self.models = Some(self.fallback.models(&board)?);
        }
    }
}

impl<const N: usize, const W: usize, const H: usize> Iterator for DpllThenSat<N, W, H> {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find().transpose()
    }
}

impl<const N: usize, const W: usize, const H: usize> GridSearch for DpllThenSat<N, W, H> {
    fn statistics(&self) -> Option<Statistics> {
        self.search.statistics()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sudoku_cnf::{CnfOptions, Encoding, Puzzle};

    use super::*;
    use crate::bitboard::{bit_board_size, with_bit_board};
    use crate::solver::{Limits, Solver};

    /// Returns all solutions if the SAT solver takes over after `most` guesses without a solution.
    fn solutions(puzzle: &Puzzle, most: u64) -> Vec<Grid> {
        let options = CnfOptions { compact: true, ..CnfOptions::from(Encoding::Complete).reduced() };
        let (solver, limits) = (Solver::Native, Limits::none());
        let fallback = SatFallback { puzzle: puzzle.clone(), solver, options, limits };
        with_bit_board!(bit_board_size(puzzle.geometry()),
            N W H => {
                let masks = Arc::new(HouseMasks::<W, H>::new(puzzle.geometry()));
                let grids = DpllThenSat::<N, W, H> { most, ..DpllThenSat::new(masks, fallback) };
                grids.map(Result::unwrap).collect()
            },
            _ => unreachable!()
        )
    }

    #[test]
    fn both_parts_together_find_each_solution_once() {
        for (puzzle, expected) in
            [("................", 288), ("1......2..3.....", 3), ("12..34...1.....3", 0)]
        {
            for most in [0, 1, 2, 3, 1000] {
                let found = solutions(&puzzle.parse().unwrap(), most);
                let distinct: HashSet<_> = found.iter().collect();
                assert_eq!((found.len(), distinct.len()), (expected, expected), "{puzzle} {most}");
            }
        }
    }
}
