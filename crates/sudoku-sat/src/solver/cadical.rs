//! The embedded SAT solver CaDiCaL. Only this module uses the `cadical` crate.
//!
//! The `cadical` Cargo feature enables this module. The feature is off by default because it requires a C++ compiler.

use std::fmt;

use cadical::{Callbacks, Solver};
use sudoku_cnf::{ClauseSink, Lit, Model};

use super::error::SolverError;
use super::limits::Limits;
use super::outcome::{Outcome, StopReason};
use super::sat_solver::SatSolver;

/// The embedded SAT solver CaDiCaL, configured for satisfiable problems.
pub struct Cadical {
    solver: Solver<LimitCheck>,
}

/// Stops CaDiCaL when a limit is reached.
struct LimitCheck(Limits);

impl Callbacks for LimitCheck {
    fn terminate(&mut self) -> bool {
        self.0.reached().is_some()
    }
}

impl Cadical {
    /// Returns a solver without clauses.
    pub fn new() -> Self {
        // Every version of CaDiCaL has the configuration `sat`.
        Self { solver: Solver::with_config("sat").unwrap_or_default() }
    }

    fn model(&self) -> Model {
        let positive = (1..=self.solver.max_variable()).filter_map(Lit::from_dimacs);
        // CaDiCaL does not assign variables whose value is irrelevant.
        let is_true = |literal: Lit| self.solver.value(literal.dimacs()) == Some(true);
        Model::from_literals(positive.map(|literal| if is_true(literal) { literal } else { !literal }))
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Cadical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cadical").finish_non_exhaustive()
    }
}

impl ClauseSink for Cadical {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        self.solver.add_clause(clause.iter().map(|literal| literal.dimacs()));
        Ok(())
    }
}

impl SatSolver for Cadical {
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        if let Some(reason) = limits.reached() {
            return Ok(Outcome::Unknown(reason));
        }
        self.solver.set_callbacks(Some(LimitCheck(limits.clone())));
        Ok(match self.solver.solve_with(assumptions.iter().map(|literal| literal.dimacs())) {
            Some(true) => Outcome::Satisfiable(self.model()),
            Some(false) => {
                let failed = |literal: &Lit| self.solver.failed(literal.dimacs());
                Outcome::Unsatisfiable(assumptions.iter().copied().filter(failed).collect())
            }
            None => Outcome::Unknown(limits.reached().unwrap_or(StopReason::Interrupted)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::SolveOptions;
    use crate::search::Count;
    use crate::solver::Solver;
    use std::time::Duration;
    use sudoku_cnf::Puzzle;

    #[test]
    fn cadical_answers_with_models_and_cores() {
        let [a, b, c] = [1, 2, 3].map(|number| Lit::from_dimacs(number).unwrap());
        let none = Limits::none();
        let mut solver = Cadical::new();
        solver.add_clause(&[a, b]).unwrap();
        solver.add_clause(&[!a]).unwrap();
        let Outcome::Satisfiable(model) = solver.solve(&[c], &none).unwrap() else { panic!() };
        assert!(model.satisfies(b) && model.satisfies(c) && model.satisfies(!a));
        assert_eq!(solver.solve(&[c, !b], &none).unwrap(), Outcome::Unsatisfiable(vec![!b]));
        assert!(matches!(solver.solve(&[], &none).unwrap(), Outcome::Satisfiable(_)));
    }

    #[test]
    fn cadical_lists_all_solutions() {
        let empty: Puzzle = ".".repeat(16).parse().unwrap();
        let solver = Solver::named("cadical").unwrap();
        assert_eq!(solver, Solver::Cadical);
        for reduce in [false, true] {
            let options = SolveOptions::new().solver(solver.clone()).reduce(reduce);
            assert_eq!(options.count(&empty).unwrap(), Count::Exactly(288));
        }
    }

    #[test]
    fn cadical_stops_at_a_deadline() {
        let empty: Puzzle = ".".repeat(81).parse().unwrap();
        let options = SolveOptions::new().solver(Solver::Cadical).timeout(Duration::from_millis(300));
        assert!(options.solutions(&empty).any(|solution| solution.is_err()), "there are too many grids");
    }
}
