//! Options for generated puzzles.

use std::sync::Arc;

use sudoku_cnf::{Geometry, Solution};

use super::GenerateError;
use super::pattern::{Mask, Symmetry};
use crate::analysis::Difficulty;
use crate::solver::Solver;

/// The largest board size of generated puzzles.
pub const MAX_GENERATED: usize = 36;

/// Options for generated puzzles.
///
/// By default, puzzles up to 16×16 are minimal. Larger puzzles can be solved by singles, but no longer if any given is
/// removed. The options for givens, difficulty and minimality override these defaults.
///
/// ```
/// use sudoku_sat::generate::{GeneratorOptions, Symmetry};
///
/// let options = GeneratorOptions::new().seed(7).symmetry(Symmetry::Rotate180).givens(30);
/// assert!(options.check().is_ok());
/// assert!(GeneratorOptions::new().givens(82).check().is_err());
/// ```
#[derive(Clone, Debug)]
pub struct GeneratorOptions {
    pub(super) geometry: Arc<Geometry>,
    pub(super) seed: u64,
    pub(super) solution: Option<Solution>,
    pub(super) givens: Option<usize>,
    pub(super) is_minimal: bool,
    pub(super) symmetry: Symmetry,
    pub(super) mask: Option<Mask>,
    pub(super) difficulty: Option<Difficulty>,
    pub(super) tries: Option<u64>,
    pub(super) solver: Solver,
}

impl Default for GeneratorOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl GeneratorOptions {
    /// Returns the default options: seed 0 on the standard 9×9 board.
    #[must_use]
    pub fn new() -> Self {
        Self {
            geometry: Geometry::standard(),
            seed: 0,
            solution: None,
            givens: None,
            is_minimal: false,
            symmetry: Symmetry::None,
            mask: None,
            difficulty: None,
            tries: None,
            solver: Solver::default(),
        }
    }

    /// Sets the board.
    #[must_use]
    pub fn geometry(self, geometry: Arc<Geometry>) -> Self {
        Self { geometry, ..self }
    }

    /// Sets the seed. Each combination of seed and puzzle number has its own stream of random numbers.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the solution of all puzzles, and with it the board [default: a random solution for each puzzle].
    #[must_use]
    pub fn solution(self, solution: Solution) -> Self {
        Self { geometry: solution.grid().geometry().clone(), solution: Some(solution), ..self }
    }

    /// Sets the number of givens [default: as few as possible].
    #[must_use]
    pub fn givens(self, givens: usize) -> Self {
        Self { givens: Some(givens), ..self }
    }

    /// Sets whether puzzles must be minimal: no given can be removed without losing uniqueness. With a symmetry, no
    /// orbit of givens can be removed.
    #[must_use]
    pub fn minimal(self, is_minimal: bool) -> Self {
        Self { is_minimal, ..self }
    }

    /// Sets the symmetry of the pattern of givens.
    #[must_use]
    pub fn symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// Sets the cells that may contain givens. An orbit of the symmetry stays empty unless all of its cells are in the
    /// mask.
    #[must_use]
    pub fn mask(self, mask: Mask) -> Self {
        Self { mask: Some(mask), ..self }
    }

    /// Sets the difficulty.
    #[must_use]
    pub fn difficulty(self, difficulty: Difficulty) -> Self {
        Self { difficulty: Some(difficulty), ..self }
    }

    /// Sets the maximum number of tries to find a puzzle that meets the request; 0 has the same effect as 1
    /// [default: 1000 up to 9×9, 50 on larger boards].
    #[must_use]
    pub fn tries(self, tries: u64) -> Self {
        Self { tries: Some(tries.max(1)), ..self }
    }

    /// Sets the SAT solver. It is used only if the search cannot fill a grid or decide uniqueness with a limited number
    /// of guesses.
    #[must_use]
    pub fn solver(self, solver: Solver) -> Self {
        Self { solver, ..self }
    }

    /// Checks that the options are consistent.
    ///
    /// # Errors
    /// If the board is larger than [`MAX_GENERATED`], if there are more givens than cells, or if the mask or the
    /// solution belongs to a different board.
    pub fn check(&self) -> Result<(), GenerateError> {
        let (n, cells) = (self.geometry.size(), self.geometry.cell_count());
        if n > MAX_GENERATED {
            return Err(GenerateError::Size(n));
        }
        if let Some(givens) = self.givens.filter(|&givens| givens > cells) {
            return Err(GenerateError::TooManyGivens { givens, cells });
        }
        if self.mask.as_ref().is_some_and(|mask| mask.size() != n) {
            return Err(GenerateError::OtherBoard("mask"));
        }
        if self.solution.as_ref().is_some_and(|solution| *solution.grid().geometry() != self.geometry) {
            return Err(GenerateError::OtherBoard("solution"));
        }
        Ok(())
    }

    /// Returns the maximum number of tries.
    pub(super) fn max_tries(&self) -> u64 {
        self.tries.unwrap_or(if self.geometry.size() > 9 { 50 } else { 1000 })
    }
}
