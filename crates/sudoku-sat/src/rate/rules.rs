//! Propagation of rules beyond houses, one rule at a time, together with that of houses.
//!
//! Every candidate that one rule and the digits of its cells exclude is removed (generalized arc consistency). A small
//! SAT solver per rule finds these candidates. They are the exclusions of steps with a single rule in an explanation,
//! so this is a fast way to find out whether there is an explanation without more complicated steps.

use sudoku_cnf::{Candidate, CandidateBoard, ClauseSink, Inference, Lit, Model, Puzzle};

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
    /// The candidates that the last call has not excluded, or `None` before the first call.
    consistent: Option<Vec<Lit>>,
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
        Ok(Self { solver, candidates, consistent: None })
    }

    /// Returns the candidates of `board` that the rule excludes, or `None` if no digits satisfy the rule.
    fn excluded(
        &mut self,
        board: &CandidateBoard,
        limits: &Limits,
    ) -> Result<Option<Vec<Candidate>>, SolveError> {
        let (open, closed): (Vec<_>, Vec<_>) =
            self.candidates.iter().partition(|(candidate, _)| board.contains(*candidate));
        let is_open = |literals: &Vec<Lit>| open.iter().map(|(_, literal)| literal).eq(literals);
        if self.consistent.as_ref().is_some_and(is_open) {
            return Ok(Some(Vec::new()));
        }
        let mut assumptions: Vec<Lit> =
            closed.into_iter().map(|(_, literal): (Candidate, Lit)| !literal).collect();
        let Ok(model) = self.solver.solve(&assumptions, limits)?.known()? else { return Ok(None) };
        let (mut left, mut excluded, mut consistent) = (open, Vec::new(), Vec::new());
        // Moves the candidates that are true in a model from the open to the consistent ones.
        let keep = |model: &Model, left: &mut Vec<(Candidate, Lit)>, consistent: &mut Vec<Lit>| {
            let is_possible = |(_, literal): &mut (Candidate, Lit)| model.satisfies(*literal);
            consistent.extend(left.extract_if(.., is_possible).map(|(_, literal)| literal));
        };
        keep(&model, &mut left, &mut consistent);
        while let Some((candidate, literal)) = left.pop() {
            assumptions.push(literal);
            let model = self.solver.solve(&assumptions, limits)?.known()?;
            assumptions.pop();
            match model {
                Ok(model) => {
                    consistent.push(literal);
                    keep(&model, &mut left, &mut consistent);
                }
                Err(_) => excluded.push(candidate),
            }
        }
        consistent.sort_unstable();
        self.consistent = Some(consistent);
        Ok(Some(excluded))
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
