//! Propagation of rules beyond houses, one rule at a time, together with that of houses.
//!
//! Every candidate that one rule and the digits of its cells exclude is removed (generalized arc consistency). A small
//! SAT solver per rule finds these candidates. They are the exclusions of steps with a single rule in an explanation,
//! so this is a fast way to find out whether there is an explanation without more complicated steps.

use sudoku_cnf::{Candidate, CandidateBoard, ClauseSink, Inference, Lit, Puzzle};

use super::Step;
use crate::explain::BoardRule;
use crate::search::SolveError;
use crate::solver::{Limits, Native, SatSolver};

/// Returns the hardest step that `puzzle` requires if rules are applied one at a time, or `None` if propagation proves
/// that there is no solution.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(crate) fn hardest_step(puzzle: &Puzzle, limits: &Limits) -> Result<Option<Step>, SolveError> {
    let mut rules = Vec::with_capacity(puzzle.rules().len());
    for index in 0..puzzle.rules().len() {
        limits.check()?;
        rules.push(RuleSolver::new(puzzle, index)?);
    }
    let mut puzzle = puzzle.clone();
    for inference in Inference::ALL {
        loop {
            limits.check()?;
            let Ok(board) = CandidateBoard::from_puzzle(&puzzle, inference) else { return Ok(None) };
            if board.is_solved() {
                return Ok(Some(Step::Rules(inference)));
            }
            let mut excluded = Vec::new();
            for rule in &mut rules {
                let Some(more) = rule.excluded(&board, limits)? else { return Ok(None) };
                excluded.extend(more);
            }
            if excluded.is_empty() {
                break;
            }
            puzzle.exclude(excluded);
        }
    }
    Ok(Some(Step::Search))
}

/// A solver for the clauses of one rule.
struct RuleSolver {
    solver: Native,
    /// The candidates in the clauses, with their literals.
    candidates: Vec<(Candidate, Lit)>,
    /// The candidates that were open in the last call, if nothing was excluded since.
    consistent: Vec<Lit>,
}

impl RuleSolver {
    fn new(puzzle: &Puzzle, index: usize) -> Result<Self, SolveError> {
        let geometry = puzzle.geometry();
        let clauses = BoardRule::Rule(index).clauses(puzzle, geometry.candidate_count());
        let mut solver = Native::new();
        let mut literals = Vec::new();
        for clause in clauses.clauses() {
            solver.add_clause(clause)?;
            literals.extend(clause.iter().map(|literal| literal.var().positive()));
        }
        literals.sort_unstable();
        literals.dedup();
        let candidate = |literal: Lit| Some((geometry.candidate(literal.var())?, literal));
        let candidates = literals.into_iter().filter_map(candidate).collect();
        Ok(Self { solver, candidates, consistent: Vec::new() })
    }

    /// Returns the candidates of `board` that the rule excludes, or `None` if no digits satisfy the rule.
    fn excluded(
        &mut self,
        board: &CandidateBoard,
        limits: &Limits,
    ) -> Result<Option<Vec<Candidate>>, SolveError> {
        let is_open = |&&(candidate, _): &&(Candidate, Lit)| board.contains(candidate);
        let open: Vec<(Candidate, Lit)> = self.candidates.iter().filter(is_open).copied().collect();
        if open.iter().map(|&(_, literal)| literal).eq(self.consistent.iter().copied()) {
            return Ok(Some(Vec::new()));
        }
        let is_closed = |(candidate, _): &&(Candidate, Lit)| !board.contains(*candidate);
        let mut assumptions: Vec<Lit> =
            self.candidates.iter().filter(is_closed).map(|&(_, literal)| !literal).collect();
        let mut excluded = Vec::new();
        let mut left = open;
        self.consistent.clear();
        while let Some((candidate, literal)) = left.pop() {
            assumptions.push(literal);
            let model = self.solver.solve(&assumptions, limits)?.known()?;
            assumptions.pop();
            match model {
                Ok(model) => {
                    self.consistent.push(literal);
                    let is_possible = |(_, literal): &mut (Candidate, Lit)| model.satisfies(*literal);
                    self.consistent.extend(left.extract_if(.., is_possible).map(|(_, literal)| literal));
                }
                Err(_) => excluded.push(candidate),
            }
        }
        self.consistent.sort_unstable();
        let is_impossible = self.consistent.is_empty() && !excluded.is_empty();
        Ok((!is_impossible).then_some(excluded))
    }
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::puzzle::rule::Rule;

    use super::*;

    /// Asserts that the hardest step of an empty 4×4 board with `rules` is `expected`.
    #[track_caller]
    fn check(givens: &str, rules: &[&str], expected: Option<Step>) {
        let puzzle: Puzzle = givens.parse().unwrap();
        let rules: Vec<_> = rules.iter().map(|rule| Rule::parse(rule, puzzle.geometry()).unwrap()).collect();
        let found = hardest_step(&puzzle.with_rules(rules), &Limits::none()).unwrap();
        assert_eq!(found, expected, "{givens}");
    }

    #[test]
    fn single_rules_and_houses_solve_puzzles() {
        let thermometer = "thermometer: r1c1 r1c2 r1c3 r1c4";
        check(&".".repeat(16), &[thermometer], Some(Step::Search));
        check("....3.......2...", &[thermometer], Some(Step::Search));
        check("....341.21......", &[thermometer], Some(Step::Rules(Inference::DecidedCells)));
        check("2...............", &[thermometer], None);
        check(&".".repeat(16), &["killercage 9: r1c1 r1c2"], None);
    }
}
