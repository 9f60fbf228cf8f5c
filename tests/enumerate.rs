//! Enumerates the models of the CNF for a puzzle, for tests that compare encodings.

use sudoku_cnf::{CardinalitySink, ClauseSink, CnfOptions, Grid, Lit, Problem, Puzzle, Solution};
use sudoku_sat::{Limits, Outcome, SatSolver, Solver, SolverError};

/// A clause sink that adds each clause to a solver.
pub(crate) struct Sink<'s>(pub(crate) &'s mut dyn SatSolver);

impl ClauseSink for Sink<'_> {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        self.0.add_clause(clause)
    }
}

impl CardinalitySink for Sink<'_> {
    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.0.add_at_most_one(literals)
    }

    fn add_exactly_one(&mut self, literals: &[Lit]) -> Result<(), SolverError> {
        self.0.add_exactly_one(literals)
    }
}

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
    if solver.keeps_cardinality() {
        problem.encode_cardinality(&mut Sink(&mut *solver)).unwrap();
    } else {
        problem.encode(&mut Sink(&mut *solver)).unwrap();
    }
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
