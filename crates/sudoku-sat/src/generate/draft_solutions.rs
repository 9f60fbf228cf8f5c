//! Random solutions of a draft, which is a puzzle to be completed.

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::{CnfOptions, Digit, Encoding, Problem, Puzzle, Solution};

use super::sized_generator::SolutionSource;
use super::{GenerateError, GeneratorOptions};
use crate::ask::load;
use crate::search::SolveError;
use crate::solver::{Limits, Solver};

/// One random digit is tried per this number of cells. With more digits, solutions would be more random, but take
/// longer.
const CELLS_PER_DIGIT: usize = 6;

/// A source of solutions of a draft.
pub(super) struct DraftSolutions {
    draft: Puzzle,
    seed: u64,
    /// The solution to use instead of a random one.
    solution: Option<Solution>,
}

impl DraftSolutions {
    pub(super) fn new(draft: Puzzle, options: &GeneratorOptions) -> Self {
        Self { draft, seed: options.seed, solution: options.solution.clone() }
    }
}

impl SolutionSource for DraftSolutions {
    /// Returns a solution with random digits in some cells, as far as the draft permits them.
    fn solution(&mut self, number: u64, limits: &Limits) -> Result<Solution, GenerateError> {
        if let Some(solution) = &self.solution {
            return Ok(solution.clone());
        }
        let geometry = self.draft.geometry();
        let (n, cells) = (geometry.size(), geometry.cell_count());
        let problem = Problem::new(&self.draft, CnfOptions::from(Encoding::Complete));
        let mut solver = load(&problem, &Solver::Native, limits)?;
        let mut model_with = |digits: &[_]| -> Result<_, SolveError> {
            Ok(solver.solve(digits, limits)?.known().map_err(SolveError::Unknown)?.ok())
        };
        let mut model = model_with(&[])?.ok_or(GenerateError::NoGrid)?;
        let (mut random, mut chosen) = (Random::new(self.seed, number), Vec::new());
        for index in random.permutation(cells).into_iter().take(cells / CELLS_PER_DIGIT) {
            let Some(digit) = Digit::new(random.below(n) + 1) else { continue };
            chosen.push(geometry.literal(geometry.cell(index as usize), digit));
            match model_with(&chosen)? {
                Some(other) => model = other,
                None => drop(chosen.pop()),
            }
        }
        let grid = problem.decode(&model).map_err(SolveError::from)?;
        Ok(Solution::check(grid, &self.draft).map_err(SolveError::from)?)
    }
}
