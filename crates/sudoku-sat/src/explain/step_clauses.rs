//! The clauses that prove a step.

use sudoku_cnf::{Lit, Puzzle};

use super::element_solver::add_selectable;
use super::{AssumptionSolver, BoardRule, Deduction};
use crate::search::SolveError;
use crate::solver::{Limits, Solver};

impl Deduction {
    /// Returns clauses of the rules that, together with the facts, imply all derived facts. No clause can be left out.
    ///
    /// All clauses are part of the [complete encoding](sudoku_cnf::Encoding::Complete). The rule that a cell contains
    /// exactly one digit has many clauses, of which most steps need only a few. The clauses of rules beyond houses and
    /// of deadly patterns are not among them. They are used as a whole.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the solver fails, or the rules and facts do not imply the derived facts.
    pub fn clauses(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Vec<Vec<Lit>>, SolveError> {
        let geometry = puzzle.geometry();
        let mut solver = Solver::Native.create()?;
        let mut used = geometry.candidate_count();
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for rule in &self.rules {
            let of_rule = rule.clauses(puzzle, used);
            if !matches!(rule, BoardRule::Rule(_) | BoardRule::DeadlyPattern(_)) {
                clauses.extend(of_rule.clauses().map(<[Lit]>::to_vec));
                continue;
            }
            of_rule.clauses().try_for_each(|clause| solver.add_clause(clause))?;
            used = used.max(of_rule.variable_count());
        }
        for fact in &self.facts {
            solver.add_clause(&[fact.literal(geometry)])?;
        }
        let negated: Vec<Lit> = self.derived.iter().map(|fact| !fact.literal(geometry)).collect();
        solver.add_clause(&negated)?;
        let first = used + 1;
        let mut selectors: Vec<Lit> = Vec::with_capacity(clauses.len());
        for (clause, variable) in clauses.iter().zip(first..) {
            selectors.push(add_selectable(&mut *solver, [&clause[..]], variable)?);
        }
        let not_implied =
            || SolveError::Internal("the rules and facts of a step do not imply its conclusions".to_owned());
        let mut solver = AssumptionSolver { solver, literals: selectors.into() };
        let kept = solver.minimal_core(&solver.all(), limits)?.ok_or_else(not_implied)?;
        Ok(kept.into_iter().map(|index| std::mem::take(&mut clauses[usize::from(index)])).collect())
    }
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::Puzzle;

    use super::*;
    use crate::explain::{ExplainOptions, Explanation, explain};

    #[test]
    fn an_invalid_step_is_an_internal_error() {
        let puzzle: Puzzle = "1.....2...3....4".parse().unwrap();
        let explained = explain(&puzzle, &ExplainOptions::default(), &Limits::none()).unwrap();
        let Explanation::Solved { mut steps, .. } = explained else { panic!("{puzzle} has one solution") };
        steps[0].rules.clear();
        let error = steps[0].clauses(&puzzle, &Limits::none()).unwrap_err();
        assert!(error.to_string().starts_with("internal error: "), "{error}");
    }
}
