//! Givens that make a puzzle with several solutions unique.

use sudoku_cnf::{Candidate, CnfOptions, Encoding, Problem, Puzzle, Solution};

use super::GivenSet;
use super::hitting_set::minimum_hitting_set;
use crate::analysis::models::load;
use crate::solutions::SolveError;
use crate::solver::{Limits, Outcome, Solver};

/// The number of nodes of one search for a hitting set.
const NODES: u64 = 200_000;

/// Returns givens of one solution to add to `puzzle`, so that this solution becomes the only one.
///
/// Every other solution must differ from the solution in one of the added givens, so the smallest set is a smallest hitting
/// set of the cells in which the other solutions differ. The set is smallest for the chosen solution; it is proven to be
/// smallest for all solutions only if it has one element.
pub(super) fn givens_to_add(puzzle: &Puzzle, limits: &Limits) -> Result<GivenSet, SolveError> {
    let options = CnfOptions::from(Encoding::Complete);
    let problem = Problem::new(puzzle, options);
    let mut solver = load(&problem, &Solver::Native, limits)?;
    let none = GivenSet { givens: Vec::new(), is_smallest: false };
    let Outcome::Satisfiable(model) = solver.solve(&[], limits)? else { return Ok(none) };
    let solution = Solution::check(problem.decode(&model)?, puzzle)?;
    let placed: Vec<Candidate> = solution.grid().digits().collect();
    let geometry = puzzle.geometry();
    let literal = |given: &Candidate| geometry.literal(given.cell, given.digit);
    solver.add_clause(&placed.iter().map(|given| !literal(given)).collect::<Vec<_>>())?;
    let mut differences: Vec<Vec<u32>> = Vec::new();
    loop {
        let (chosen, is_smallest) = match minimum_hitting_set(&differences, NODES) {
            Some(chosen) => (chosen, true),
            None => (greedy(&differences), false),
        };
        let assumptions: Vec<_> = chosen.iter().map(|&index| literal(&placed[index as usize])).collect();
        match solver.solve(&assumptions, limits)? {
            Outcome::Satisfiable(model) => {
                let other = Solution::check(problem.decode(&model)?, puzzle)?;
                let differs = |(index, given): (usize, &Candidate)| {
                    (other.get(given.cell) != given.digit).then_some(index as u32)
                };
                differences.push(placed.iter().enumerate().filter_map(differs).collect());
            }
            Outcome::Unsatisfiable(_) => {
                let givens: Vec<_> = chosen.iter().map(|&index| placed[index as usize]).collect();
                let is_smallest = is_smallest && givens.len() <= 1;
                return Ok(GivenSet { givens, is_smallest });
            }
            Outcome::Unknown(reason) => return Err(SolveError::Unknown(reason)),
        }
    }
}

/// Returns a hitting set that takes the first number of each set that is not hit yet.
fn greedy(sets: &[Vec<u32>]) -> Vec<u32> {
    let mut chosen: Vec<u32> = Vec::new();
    for set in sets {
        if let (false, Some(&first)) = (set.iter().any(|number| chosen.contains(number)), set.first()) {
            chosen.push(first);
        }
    }
    chosen
}
