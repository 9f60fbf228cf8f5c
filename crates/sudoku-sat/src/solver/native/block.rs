//! Clauses that exclude the last model.
//!
//! A caller that enumerates models adds a clause for each of them, whose literals are false. A search from the root
//! would have to find most of the model again. Instead, the clause counts as a conflict: the search learns from it,
//! undoes the levels that contradict it, and continues from there when it is called again.
//!
//! ## Reference
//! M. Gebser, B. Kaufmann, A. Neumann, T. Schaub: Conflict-driven answer set enumeration, 2007.

use std::cmp::Reverse;

use super::literal::Literal;
use super::search::{Search, sort_literals};
use super::trail::{Conflict, Reason, Trail};

impl Search {
    /// Adds a clause whose literals are all false under the decisions of the last search, and returns `true`.
    ///
    /// Returns `false` without adding it if a literal is not false, if there are no decisions, or if fewer than two
    /// literals are above the root.
    pub(super) fn block(&mut self, literals: &mut Vec<Literal>) -> bool {
        let is_false = |&literal: &Literal| self.trail.value(literal) < 0;
        if self.trail.level() == 0 || !literals.iter().all(is_false) {
            return false;
        }
        let level = |trail: &Trail, literal| trail.assignment(literal).level as usize;
        sort_literals(literals);
        literals.retain(|&literal| level(&self.trail, literal) > 0);
        literals.sort_by_key(|&literal| Reverse(level(&self.trail, literal)));
        let &[first, second, ..] = &literals[..] else { return false };
        self.backtrack(level(&self.trail, first));
        self.clauses.add_original(literals);
        let reason = match *self.clauses.original {
            [.., clause] if literals.len() > 2 => Reason::clause(clause),
            _ => Reason::binary(second),
        };
        self.learn(Conflict { literal: first, reason }, &mut ());
        self.continues = true;
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sudoku_cnf::puzzle::random::Random;
    use sudoku_cnf::{ClauseSink, Lit};

    use crate::solver::{Limits, Native, Outcome, SatSolver};

    const VARIABLES: i32 = 8;

    fn literal(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    /// Returns the models that the solver finds one after the other under `assumptions`, which each clause excludes.
    fn enumerate(mut solver: Native, assumptions: &[Lit], shown: i32) -> Vec<u32> {
        let mut found = Vec::new();
        while let Outcome::Satisfiable(model) = solver.solve(assumptions, &Limits::none()).unwrap() {
            let values: Vec<bool> = (1..=shown).map(|number| model.satisfies(literal(number))).collect();
            found.push(values.iter().enumerate().map(|(index, &value)| u32::from(value) << index).sum());
            let signed = (1..=shown).zip(values).map(|(number, value)| if value { -number } else { number });
            solver.add_clause(&signed.map(literal).collect::<Vec<_>>()).unwrap();
        }
        found
    }

    /// Random clauses and exactly-one constraints. The models differ in all variables or in the first ones.
    #[test]
    fn each_model_is_found_once() {
        let mut several = 0;
        for seed in 0..300 {
            let mut random = Random::new(seed, 0);
            let mut any = |count| -> Vec<Lit> {
                let numbers = (0..count).map(|_| random.below(VARIABLES as usize) as i32 + 1);
                let numbers: BTreeSet<i32> = numbers.collect();
                numbers
                    .into_iter()
                    .map(|number| literal(if random.below(2) == 0 { number } else { -number }))
                    .collect()
            };
            let clauses: Vec<Vec<Lit>> = (0..12).map(|_| any(3)).collect();
            let (group, assumptions) = (any(4), any(if seed % 3 == 0 { 2 } else { 0 }));
            let shown = if seed % 2 == 0 { VARIABLES } else { VARIABLES / 2 };
            let mut solver = Native::new();
            for clause in &clauses {
                solver.add_clause(clause).unwrap();
            }
            solver.add_exactly_one(&group).unwrap();
            let found = enumerate(solver, &assumptions, shown);
            let is_model = |bits: &u32| {
                let holds =
                    |literal: &Lit| (bits >> (literal.var().number() - 1) & 1 == 1) == literal.is_positive();
                clauses.iter().all(|clause| clause.iter().any(holds))
                    && group.iter().filter(|literal| holds(literal)).count() == 1
                    && assumptions.iter().all(holds)
            };
            let expected: BTreeSet<u32> =
                (0..1 << VARIABLES).filter(is_model).map(|bits| bits & ((1 << shown) - 1)).collect();
            assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), expected, "seed {seed}");
            assert_eq!(found.len(), expected.len(), "seed {seed}: a model was found twice");
            several += usize::from(found.len() > 4);
        }
        assert!(several > 100, "{several}");
    }
}
