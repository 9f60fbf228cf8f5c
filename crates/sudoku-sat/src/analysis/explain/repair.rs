//! Givens that make a puzzle with several solutions unique.

use sudoku_cnf::{Candidate, CnfOptions, Encoding, Problem, Puzzle, Solution};

use super::GivenSet;
use super::hitting_set::minimum_hitting_set;
use crate::analysis::models::{load, sat_solutions};
use crate::solutions::SolveError;
use crate::solver::{Limits, Outcome, Solver};

/// The number of nodes of one search for a hitting set.
const NODES: u64 = 200_000;

/// The number of solutions up to which all of them are compared.
const COMPARED: usize = 200;

/// Returns givens to add to `puzzle` so that it has exactly one solution.
///
/// If the puzzle has few solutions, the set is a smallest one for all solutions.
pub(super) fn givens_to_add(puzzle: &Puzzle, limits: &Limits) -> Result<GivenSet, SolveError> {
    let options = CnfOptions::from(Encoding::Complete).reduced();
    let found = sat_solutions(puzzle, &Solver::Native, options, limits).take(COMPARED + 1);
    let solutions: Vec<Solution> = found.collect::<Result<_, _>>()?;
    if solutions.len() > COMPARED {
        return givens_for_one_solution(puzzle, limits);
    }
    let mut best: Option<Vec<Candidate>> = None;
    let mut is_smallest = true;
    for solution in &solutions {
        let placed: Vec<Candidate> = solution.grid().digits().collect();
        let others = solutions.iter().filter(|other| *other != solution);
        let differences: Vec<_> = others.map(|other| differing_cells(&placed, other)).collect();
        let chosen = minimum_hitting_set(&differences, NODES).unwrap_or_else(|| {
            is_smallest = false;
            greedy(&differences)
        });
        if best.as_ref().is_none_or(|best| chosen.len() < best.len()) {
            best = Some(chosen.into_iter().map(|index| placed[index as usize]).collect());
        }
    }
    Ok(GivenSet { givens: best.unwrap_or_default(), is_smallest })
}

/// Returns the indices of the cells in which `other` differs from the digits `placed`.
fn differing_cells(placed: &[Candidate], other: &Solution) -> Vec<u32> {
    let indices = placed.iter().enumerate();
    indices.filter(|(_, given)| other.get(given.cell) != given.digit).map(|(index, _)| index as u32).collect()
}

/// Returns givens of one solution to add to `puzzle`, so that this solution becomes the only one.
///
/// Every other solution must differ from the solution in one of the added givens, so the smallest set is a smallest hitting
/// set of the cells in which the other solutions differ. The set is smallest for the chosen solution; it is proven to be
/// smallest for all solutions only if it has one element.
fn givens_for_one_solution(puzzle: &Puzzle, limits: &Limits) -> Result<GivenSet, SolveError> {
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
                differences.push(differing_cells(&placed, &other));
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
