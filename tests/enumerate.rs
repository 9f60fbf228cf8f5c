//! Enumerates the models of the CNF for a puzzle, for tests that compare encodings.

use sudoku_cnf::{CnfOptions, Grid, Problem, Puzzle, Solution};
use sudoku_sat::{Limits, Outcome, Solver};

/// Encodes `puzzle` with `options` and returns up to `max` solutions that `solver` finds.
///
/// Panics if a model is not a solution of `puzzle`.
pub(crate) fn models(
    puzzle: &Puzzle,
    solver: &Solver,
    options: impl Into<CnfOptions>,
    max: usize,
) -> Vec<Grid> {
    let problem = Problem::new(puzzle, options);
    let mut solver = solver.create().unwrap();
    problem.encode(&mut *solver).unwrap();
    let mut found = Vec::new();
    while found.len() < max {
        let Outcome::Satisfiable(model) = solver.solve(&[], &Limits::none()).unwrap() else { break };
        let solution = Solution::check(problem.decode(&model).unwrap(), puzzle).unwrap();
        let literals = solution.grid().digits().filter_map(|placed| problem.literal(placed));
        let blocking: Vec<_> = literals.map(|literal| !literal).collect();
        solver.add_clause(&blocking).unwrap();
        found.push(solution.into_grid());
    }
    found
}
