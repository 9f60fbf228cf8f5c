//! Clauses that every solution must satisfy, besides the rules.

use sudoku_cnf::clauses::encoding::TooManyVariables;
use sudoku_cnf::{CnfOptions, Lit, Model, Problem, Puzzle};

use crate::search::SolveError;

/// Additional clauses, and the number of variables that only they use.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExtraClauses {
    pub(super) clauses: Vec<Vec<Lit>>,
    pub(super) variables: usize,
}

impl ExtraClauses {
    pub(super) fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Returns the problem of `puzzle` with these clauses. If there are any, the CNF is that of the whole board,
    /// because they may mention any candidate.
    pub(crate) fn problem(&self, puzzle: &Puzzle, options: CnfOptions) -> Result<Problem, SolveError> {
        let options = if self.is_empty() { options } else { options.whole() };
        self.add_to(Problem::new(puzzle, options))
    }

    /// Adds these clauses to `problem`. If there are any, the numbering must not be compact.
    pub(super) fn add_to(&self, problem: Problem) -> Result<Problem, SolveError> {
        if self.is_empty() {
            return Ok(problem);
        }
        let variables = problem.puzzle().geometry().candidate_count().saturating_add(self.variables);
        if i32::try_from(variables).is_err() {
            return Err(TooManyVariables(variables).into());
        }
        match self.clauses.iter().flatten().find(|literal| literal.var().number() > variables) {
            Some(&literal) => Err(SolveError::LiteralOutOfRange { literal, variables }),
            None => Ok(problem.with_variables(self.variables).with_clauses(self.clauses.iter().cloned())),
        }
    }
}

/// Checks that `model` satisfies the additional clauses of `problem`.
pub(super) fn check(problem: &Problem, model: &Model) -> Result<(), SolveError> {
    let is_violated = |clause: &&Vec<Lit>| !clause.iter().any(|&literal| model.satisfies(literal));
    match problem.clauses().iter().find(is_violated) {
        Some(clause) => Err(SolveError::Internal(format!("the grid violates the clause {clause:?}"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::{Candidate, Encoding};

    use super::*;
    use crate::ask::SolveOptions;
    use crate::search::Count;
    use crate::solver::Solver;
    use crate::{BatchSolver, compare};

    fn literal(text: &str) -> Lit {
        let Candidate { cell, digit } = text.parse().unwrap();
        sudoku_cnf::Geometry::new("2x2".parse().unwrap()).literal(cell, digit)
    }

    /// Returns options with clauses that fix r1c1 and r4c4 to 1 or to 2, by an extra variable.
    fn options() -> SolveOptions {
        let choice = sudoku_cnf::Var::new(65).unwrap().positive();
        let clause = |choice, candidate| vec![choice, literal(candidate)];
        SolveOptions::new().extra_variables(1).extra_clauses([
            clause(!choice, "r1c1=1"),
            clause(!choice, "r4c4=1"),
            clause(choice, "r1c1=2"),
            clause(choice, "r4c4=2"),
        ])
    }

    #[test]
    fn clauses_hold_in_every_question() {
        let puzzle: Puzzle = ".3..............".parse().unwrap();
        let fits = |grid: &str| ["11", "22"].contains(&&*format!("{}{}", &grid[..1], &grid[15..]));
        let all = crate::solutions(&puzzle).map(|solution| solution.unwrap().to_string());
        let mut expected: Vec<_> = all.filter(|grid| fits(grid)).collect();
        expected.sort();
        for (solver, encoding) in [
            (None, None),
            (Some(Solver::Native), Some(Encoding::Triad)),
            (Some(Solver::default()), Some(Encoding::Minimal)),
        ] {
            let options = options().solver(solver).encoding(encoding);
            let mut found: Vec<_> =
                options.solutions(&puzzle).map(|solution| solution.unwrap().to_string()).collect();
            found.sort();
            assert_eq!(found, expected);
            assert_eq!(options.count(&puzzle).unwrap(), Count::Exactly(expected.len() as u128));
            assert!(fits(&options.solve(&puzzle).unwrap().unwrap().to_string()));
            let mut batch = BatchSolver::new(options.clone());
            assert_eq!(batch.solutions(&puzzle).count(), expected.len());
            let board = options.true_candidates(&puzzle).unwrap().unwrap();
            for cell in puzzle.geometry().cells() {
                for digit in puzzle.geometry().digits() {
                    let index = puzzle.geometry().index(cell);
                    let occurs = expected.iter().any(|grid| grid[index..].starts_with(&digit.to_string()));
                    assert_eq!(board.contains(Candidate { cell, digit }), occurs, "{cell} {digit}");
                }
            }
            assert!(
                compare::measure(&puzzle, Encoding::Complete.into(), &options, 1).unwrap().variables > 64
            );
        }
    }

    #[test]
    fn givens_that_follow_from_the_clauses_are_redundant() {
        let puzzle: Puzzle = "1234341221434321".parse().unwrap();
        let fixed = ["r1c1=1", "r2c1=3", "r1c2=2"].map(|candidate| vec![literal(candidate)]);
        let options = SolveOptions::new().extra_clauses(fixed);
        let minimal = options.minimize(&puzzle).unwrap().unwrap();
        assert!(["r1c1", "r2c1", "r1c2"].iter().all(|cell| minimal.get(cell.parse().unwrap()).is_none()));
        assert!(options.is_unique(&minimal).unwrap() && !crate::is_unique(&minimal).unwrap());
        let wrong = options.clone().extra_clauses([vec![literal("r4c4=2")]]);
        assert!(wrong.minimize(&puzzle).unwrap().is_none());
        assert!(wrong.redundant_givens(&puzzle).unwrap().is_none());
        let empty = Puzzle::empty(puzzle.geometry().clone());
        let left =
            |options: &SolveOptions| options.unit_propagation(&empty).unwrap().unwrap().candidate_count();
        assert!(left(&options) < left(&SolveOptions::new()));
    }

    #[test]
    fn literals_beyond_the_variables_are_errors_in_every_question() {
        let puzzle: Puzzle = "1...............".parse().unwrap();
        let last =
            SolveOptions::new().extra_variables(2).extra_clauses([vec![Lit::from_dimacs(66).unwrap()]]);
        assert_eq!(last.count(&puzzle).unwrap(), Count::Exactly(72));
        let options = SolveOptions::new().extra_clauses([vec![Lit::from_dimacs(-65).unwrap()]]);
        let message = "literal -65 is out of range: additional clauses can contain the variables 1 to 64";
        for error in [
            options.solve(&puzzle).err(),
            options.count(&puzzle).err(),
            options.is_unique(&puzzle).err(),
            options.solutions(&puzzle).next().unwrap().err(),
            options.true_candidates(&puzzle).err(),
            options.unit_propagation(&puzzle).err(),
            options.minimize(&puzzle).err(),
            options.redundant_givens(&puzzle).err(),
            compare::measure(&puzzle, Encoding::Complete.into(), &options, 1).err(),
        ] {
            assert_eq!(error.unwrap().to_string(), message);
        }
    }
}
