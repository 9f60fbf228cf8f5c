//! Givens that make a puzzle with several solutions unique.

use sudoku_cnf::{Candidate, CnfOptions, Encoding, Lit, Model, Problem, Puzzle, Solution};

use super::GivenSet;
use super::hitting_set::HittingSets;
use crate::analysis::models::{load, sat_solutions};
use crate::solutions::SolveError;
use crate::solver::{Limits, Outcome, SatSolver, Solver};

/// The maximum number of nodes of all searches for hitting sets of one solution.
const NODES: u64 = 10_000;

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
        let mut differences = HittingSets::new(NODES);
        for other in solutions.iter().filter(|other| *other != solution) {
            differences.add(differing_cells(&placed, other));
        }
        let (chosen, is_proven) = differences.small(limits);
        is_smallest &= is_proven;
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
    let literals: Vec<Lit> = placed.iter().map(|given| geometry.literal(given.cell, given.digit)).collect();
    solver.add_clause(&literals.iter().map(|&literal| !literal).collect::<Vec<_>>())?;
    let mut others = OtherSolutions { solver, literals };
    let mut differences = HittingSets::new(NODES);
    loop {
        let (chosen, is_smallest) = differences.small(limits);
        let Some(difference) = others.difference(&chosen, limits)? else {
            let givens: Vec<_> = chosen.iter().map(|&index| placed[index as usize]).collect();
            let is_smallest = is_smallest && givens.len() <= 1;
            return Ok(GivenSet { givens, is_smallest });
        };
        differences.add(difference);
    }
}

/// The solutions of a puzzle other than a given one.
struct OtherSolutions {
    solver: Box<dyn SatSolver>,
    /// The literals of the digits of the given solution.
    literals: Vec<Lit>,
}

impl OtherSolutions {
    /// Returns the indices of the digits in which a solution with the digits `chosen` differs, or `None` if there is none.
    ///
    /// No other solution differs in a proper subset of these digits.
    fn difference(&mut self, chosen: &[u32], limits: &Limits) -> Result<Option<Vec<u32>>, SolveError> {
        let mut kept = chosen.to_vec();
        let mut open: Vec<u32> =
            (0..self.literals.len() as u32).filter(|index| !kept.contains(index)).collect();
        let mut difference = Vec::new();
        let Some(model) = self.with_digits(&kept, limits)? else { return Ok(None) };
        self.keep_common(&model, &mut kept, &mut open);
        while let Some(next) = open.pop() {
            kept.push(next);
            if let Some(model) = self.with_digits(&kept, limits)? {
                self.keep_common(&model, &mut kept, &mut open);
            } else {
                kept.pop();
                difference.push(next);
            }
        }
        Ok(Some(difference))
    }

    /// Returns a model with the digits `kept`, or `None` if there is none.
    fn with_digits(&mut self, kept: &[u32], limits: &Limits) -> Result<Option<Model>, SolveError> {
        let assumptions: Vec<Lit> = kept.iter().map(|&index| self.literals[index as usize]).collect();
        match self.solver.solve(&assumptions, limits)? {
            Outcome::Satisfiable(model) => Ok(Some(model)),
            Outcome::Unsatisfiable(_) => Ok(None),
            Outcome::Unknown(reason) => Err(SolveError::Unknown(reason)),
        }
    }

    /// Moves the digits that `model` contains from `open` to `kept`.
    fn keep_common(&self, model: &Model, kept: &mut Vec<u32>, open: &mut Vec<u32>) {
        kept.extend(open.extract_if(.., |&mut index| model.satisfies(self.literals[index as usize])));
    }
}
