//! A check of steps by a SAT solver.

use sudoku_cnf::{ClauseSink, Cnf, Lit, Puzzle};

use super::element_solver::{ASSUMED, add_selectable};
use super::{Deduction, Fact, MinimalSet};
use crate::search::SolveError;
use crate::solver::{Limits, Solver};

/// The result of [`Deduction::verify`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Whether the rules and facts of each set imply its derived fact.
    pub is_valid: bool,
    /// Whether no rule or fact of a set can be left out.
    pub is_minimal: bool,
}

impl Deduction {
    /// Checks with `solver` that each set of rules and facts implies its derived fact, and that none can be left out.
    ///
    /// `puzzle` has the board and the rules of the step. A contradiction derives no facts. It is valid if its rules and
    /// facts are unsatisfiable.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the solver fails.
    pub fn verify(
        &self,
        puzzle: &Puzzle,
        solver: &Solver,
        limits: &Limits,
    ) -> Result<Verification, SolveError> {
        let mut all = Verification { is_valid: true, is_minimal: true };
        for (index, set) in self.reasons.iter().enumerate() {
            let found = self.verify_set(set, self.derived.get(index), puzzle, solver, limits)?;
            all.is_valid &= found.is_valid;
            all.is_minimal &= found.is_minimal;
        }
        Ok(all)
    }

    fn verify_set(
        &self,
        set: &MinimalSet,
        derived: Option<&Fact>,
        puzzle: &Puzzle,
        solver: &Solver,
        limits: &Limits,
    ) -> Result<Verification, SolveError> {
        let geometry = puzzle.geometry();
        let mut solver = solver.create()?;
        let mut next = geometry.candidate_count();
        let mut selectors: Vec<Lit> = Vec::new();
        let rules = set.rules.iter().filter_map(|&index| self.rules.get(index)).map(Ok);
        for element in rules.chain(set.facts.iter().filter_map(|&index| self.facts.get(index)).map(Err)) {
            let clauses = match element {
                Ok(rule) => rule.clauses(puzzle, next),
                Err(fact) => {
                    let mut clauses = Cnf::default();
                    let Ok(()) = clauses.add_clause(&[fact.literal(geometry)]);
                    clauses
                }
            };
            next = clauses.variable_count().max(next) + 1;
            selectors.push(add_selectable(&mut *solver, clauses.clauses(), next)?);
        }
        // An empty clause would refute every contradiction, even without its rules and facts.
        if let Some(fact) = derived {
            solver.add_clause(&[!fact.literal(geometry)])?;
        }
        let is_valid = solver.solve(&selectors, limits)?.known()?.is_err();
        // Elements are left out from the last to the first. Those that are necessary are assumed last, and become
        // permanent in batches, so most calls share most of their assumptions with the call before.
        let mut necessary = Vec::new();
        while let Some(selector) = selectors.pop().filter(|_| is_valid) {
            if solver.solve(&[&selectors[..], &necessary].concat(), limits)?.known()?.is_err() {
                return Ok(Verification { is_valid, is_minimal: false });
            }
            necessary.push(selector);
            if necessary.len() > ASSUMED {
                necessary.drain(..).try_for_each(|selector| solver.add_clause(&[selector]))?;
            }
        }
        Ok(Verification { is_valid, is_minimal: is_valid })
    }
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::Puzzle;

    use super::*;
    use crate::explain::{ExplainOptions, Explanation, explain};

    #[test]
    fn contradictions_need_their_rules_and_facts() {
        for puzzle in ["12.3...4........", "12..34...1.....3"] {
            let puzzle: Puzzle = puzzle.parse().unwrap();
            let explained = explain(&puzzle, &ExplainOptions::default(), &Limits::none()).unwrap();
            let Explanation::Unsatisfiable { steps, .. } = explained else {
                panic!("{puzzle} has a solution")
            };
            let mut last = steps.last().unwrap().clone();
            assert!(last.derived.is_empty());
            let verify = |step: &Deduction| step.verify(&puzzle, &Solver::Native, &Limits::none()).unwrap();
            assert_eq!(verify(&last), Verification { is_valid: true, is_minimal: true });
            last.rules.pop();
            assert_eq!(verify(&last), Verification { is_valid: false, is_minimal: false });
        }
    }
}
