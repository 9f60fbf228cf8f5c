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
    if !oracle.has_solution(puzzle, None, limits)? {
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
    if !oracle.has_solution(puzzle, None, limits)? {
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
    let (mut minimal, mut index) = (puzzle.clone(), puzzle.rules().len());
    while index > 0 {
        index -= 1;
        let without = without_rule(&minimal, index);
        if is_redundant(&minimal, &without, &solutions)? {
            // A rule that was necessary may be redundant if this rule changed its meaning.
            index = if others_agree(&minimal, &without) { index } else { without.rules().len() };
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
    // Without a dot, the rule that all dots are given becomes stricter, so solutions could be lost.
    Ok(all_solve(solutions(without), puzzle)?
        && (others_agree(puzzle, without) || all_solve(solutions(puzzle), without)?))
}

/// Returns whether all solutions are solutions of `puzzle`.
fn all_solve(solutions: Solutions<'_>, puzzle: &Puzzle) -> Result<bool, SolveError> {
    for solution in solutions {
        if Solution::check(solution?.into_grid(), puzzle).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether the rules of `without`, which is `puzzle` without one of its rules, mean the same in both puzzles.
fn others_agree(puzzle: &Puzzle, without: &Puzzle) -> bool {
    let constraints = |rule: &Rule, puzzle: &Puzzle| rule.constraints(puzzle.rule_context());
    without.rules().iter().all(|rule| constraints(rule, puzzle) == constraints(rule, without))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use sudoku_cnf::puzzle::random::Random;
    use sudoku_cnf::{BoxShape, Geometry};

    use crate::ask::SolveOptions;

    use super::*;

    fn solutions(puzzle: &Puzzle) -> BTreeSet<String> {
        crate::solutions(puzzle).map(|solution| solution.unwrap().to_string()).collect()
    }

    /// Returns the texts of all rules of `puzzle` without which it has the same solutions.
    fn redundant(puzzle: &Puzzle) -> Vec<String> {
        let all = solutions(puzzle);
        let same = |&index: &usize| solutions(&without_rule(puzzle, index)) == all;
        (0..puzzle.rules().len()).filter(same).map(|index| puzzle.rules()[index].to_string()).collect()
    }

    #[test]
    fn the_first_solution_that_violates_a_rule_ends_the_search() {
        let mut puzzle = Puzzle::empty(Geometry::standard());
        let falling = "thermometer: r1c9 r1c8 r1c7 r1c6 r1c5 r1c4 r1c3 r1c2 r1c1";
        puzzle.add_rules([Rule::parse(falling, puzzle.geometry()).unwrap()]);
        assert!(SolveOptions::new().redundant_rules(&puzzle).unwrap().is_empty());
    }

    #[test]
    fn rules_are_redundant_if_the_solutions_stay_the_same() {
        let geometry = Arc::new(Geometry::new(BoxShape::new(2, 2).unwrap()));
        let pool = [
            "maximum: r1c1",
            "maximum: r1c2",
            "minimum: r2c2",
            "minimum: r2c3",
            "difference: r1c1 r1c2",
            "difference: r2c1 r2c2",
            "ratio: r1c3 r1c4",
            "ratio: r2c2 r3c2",
            "negativeratio",
            "nonconsecutive",
            "xv V: r4c1 r4c2",
            "xv V: r1c1 r2c1",
            "negativexv",
            "odd: r1c1",
        ];
        let options = SolveOptions::new();
        for stream in 0..150 {
            let mut random = Random::new(8, stream);
            let mut puzzle = Puzzle::empty(geometry.clone());
            let some: Vec<_> = crate::solutions(&puzzle).take(40).map(Result::unwrap).collect();
            let grid = some[random.below(some.len())].grid();
            for given in grid.digits().filter(|_| random.below(4) == 0) {
                puzzle.set(given.cell, Some(given.digit));
            }
            let chosen = pool.iter().filter(|_| random.below(3) == 0);
            puzzle.add_rules(chosen.map(|text| Rule::parse(text, &geometry).unwrap()));
            let found = options.redundant_rules(&puzzle).unwrap();
            let found: Vec<_> = found.iter().map(ToString::to_string).collect();
            assert_eq!(found, redundant(&puzzle), "{stream}: {puzzle} {:?}", puzzle.rules());
            let minimal = options.minimize_rules(&puzzle).unwrap();
            assert_eq!(solutions(&minimal), solutions(&puzzle), "{stream}");
            assert_eq!(redundant(&minimal), [""; 0], "{stream}: {puzzle} {:?}", puzzle.rules());
        }
    }
}
