//! Finds and removes redundant givens and rules.
//!
//! A given or a rule is redundant if it follows from the other givens and rules. A puzzle without redundant givens is
//! minimal.

use sudoku_cnf::puzzle::rule::Rule;
use sudoku_cnf::{Candidate, Puzzle, Solution};

use super::given_oracle::GivenOracle;
use crate::search::{Solutions, SolveError};
use crate::solver::{Limits, ProgressEvent};

/// Returns all givens that are individually redundant, or `None` if `puzzle` has no solution.
pub(crate) fn redundant_givens(
    puzzle: &Puzzle,
    oracle: &mut GivenOracle,
    limits: &Limits,
) -> Result<Option<Vec<Candidate>>, SolveError> {
    if !oracle.is_satisfiable(puzzle, limits)? {
        return Ok(None);
    }
    let (mut redundant, total) = (Vec::new(), puzzle.given_count());
    for (index, given) in puzzle.givens().enumerate() {
        if oracle.follows(given, puzzle, limits)? {
            redundant.push(given);
        }
        limits.report(ProgressEvent::Given { tested: index + 1, total });
    }
    Ok(Some(redundant))
}

/// Returns a minimal puzzle with the same solutions as `puzzle`, or `None` if `puzzle` has no solution.
///
/// Redundant givens are removed one at a time, row by row.
pub(crate) fn minimize(
    puzzle: &Puzzle,
    oracle: &mut GivenOracle,
    limits: &Limits,
) -> Result<Option<Puzzle>, SolveError> {
    if !oracle.is_satisfiable(puzzle, limits)? {
        return Ok(None);
    }
    let (mut minimal, total) = (puzzle.clone(), puzzle.given_count());
    for (index, given) in puzzle.givens().enumerate() {
        if oracle.follows(given, &minimal, limits)? {
            minimal.set(given.cell, None);
        }
        limits.report(ProgressEvent::Given { tested: index + 1, total });
    }
    Ok(Some(minimal))
}

/// Returns the rules of `puzzle` that are redundant, each on its own. `solutions` returns the solutions of a puzzle.
pub(crate) fn redundant_rules(
    puzzle: &Puzzle,
    solutions: impl Fn(&Puzzle) -> Solutions<'_>,
) -> Result<Vec<Rule>, SolveError> {
    let mut redundant = Vec::new();
    for (index, rule) in puzzle.rules().iter().enumerate() {
        if is_redundant(puzzle, &without_rule(puzzle, index), &solutions)? {
            redundant.push(rule.clone());
        }
    }
    Ok(redundant)
}

/// Returns `puzzle` without redundant rules. Rules at the end of the list are removed first.
pub(crate) fn minimize_rules(
    puzzle: &Puzzle,
    solutions: impl Fn(&Puzzle) -> Solutions<'_>,
) -> Result<Puzzle, SolveError> {
    let mut minimal = puzzle.clone();
    for index in (0..puzzle.rules().len()).rev() {
        let without = without_rule(&minimal, index);
        if is_redundant(&minimal, &without, &solutions)? {
            minimal = without;
        }
    }
    Ok(minimal)
}

/// Returns `puzzle` without the rule at `index`.
fn without_rule(puzzle: &Puzzle, index: usize) -> Puzzle {
    let others = puzzle.rules().iter().enumerate().filter(|&(other, _)| other != index);
    puzzle.with_rules(others.map(|(_, rule)| rule.clone()))
}

/// Returns whether `puzzle` has the same solutions as `without`, the puzzle without one of its rules.
fn is_redundant(
    puzzle: &Puzzle,
    without: &Puzzle,
    solutions: impl Fn(&Puzzle) -> Solutions<'_>,
) -> Result<bool, SolveError> {
    for solution in solutions(without) {
        if Solution::check(solution?.into_grid(), puzzle).is_err() {
            return Ok(false);
        }
    }
    // Without a dot, the rule that all dots are given becomes stricter, so solutions could be lost.
    let constraints = |rule: &Rule, puzzle: &Puzzle| rule.constraints(puzzle.rule_context());
    Ok(without.rules().iter().all(|rule| constraints(rule, puzzle) == constraints(rule, without)))
}
