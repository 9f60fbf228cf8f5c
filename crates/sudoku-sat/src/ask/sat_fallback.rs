//! The SAT solver for puzzles that probing or DPLL on bit boards does not solve.

use sudoku_cnf::clauses::clause_group::{Cardinality, ClauseGroup};
use sudoku_cnf::{ClauseSink, CnfOptions, Encoding, Lit, Problem, Puzzle};

use super::models::ModelEnumerator;
use crate::bitboard::BitBoard;
use crate::search::SolveError;
use crate::solver::{ClauseLoader, Limits, Solver, SolverError};

/// A puzzle, and the SAT solver to use if probing or DPLL does not solve the puzzle.
pub(super) struct SatFallback {
    pub(super) puzzle: Puzzle,
    pub(super) solver: Solver,
    pub(super) options: CnfOptions,
    pub(super) limits: Limits,
}

impl SatFallback {
    /// Returns an iterator that finds the solutions of `board` with the SAT solver.
    pub(super) fn models<const N: usize, const W: usize, const H: usize>(
        &self,
        board: &BitBoard<N, W, H>,
    ) -> Result<ModelEnumerator, SolveError> {
        let board = board.to_candidate_board(self.puzzle.geometry().clone());
        let problem = Problem::from_board(&self.puzzle, board, self.options);
        let mut solver = self.solver.create()?;
        let keeps_cardinality = solver.keeps_cardinality();
        let mut loader = ClauseLoader::new(&mut *solver, &self.limits);
        if keeps_cardinality {
            loader.load(&problem)?;
        } else {
            problem.encode(&mut ShortHouseClauses::new(loader, &problem))?;
        }
        Ok(ModelEnumerator::new(problem, solver, self.limits.clone()))
    }
}

/// The maximum length of a house clause in the complete encoding of a board up to 9×9. [`ShortHouseClauses`] omits all
/// longer house clauses.
const MAX_HOUSE_CLAUSE: usize = 4;

/// A clause sink that omits long house clauses.
///
/// A house clause requires at least one cell of a house to contain a particular digit. Long house clauses are omitted
/// only from the complete encoding of boards up to 9×9. The remaining clauses imply the omitted ones, so the solutions
/// stay the same. Long house clauses rarely help the solver.
struct ShortHouseClauses<'a> {
    loader: ClauseLoader<'a>,
    max_house_clause: usize,
    /// Whether the clauses that follow require a place for a digit in a house.
    are_house_clauses: bool,
}

impl<'a> ShortHouseClauses<'a> {
    fn new(loader: ClauseLoader<'a>, problem: &Problem) -> Self {
        let is_small = problem.puzzle().geometry().size() <= 9;
        let can_omit = problem.options().encoding == Encoding::Complete && is_small;
        let max_house_clause = if can_omit { MAX_HOUSE_CLAUSE } else { usize::MAX };
        Self { loader, max_house_clause, are_house_clauses: false }
    }
}

impl ClauseSink for ShortHouseClauses<'_> {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        let is_useful = !self.are_house_clauses || clause.len() <= self.max_house_clause;
        if is_useful { self.loader.add_clause(clause) } else { Ok(()) }
    }

    fn begin_group(&mut self, group: ClauseGroup<'_>) {
        self.are_house_clauses = matches!(group, ClauseGroup::House(_, _, Cardinality::AtLeastOne));
    }
}
