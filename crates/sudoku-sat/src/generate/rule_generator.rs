//! Generation of puzzles with rules beyond houses.
//!
//! The rules fit a random solution. Givens are added in cells in which another solution differs, until there is no
//! other solution. A minimal set of these givens and rules that still excludes all other solutions is the puzzle.
//! Givens are left out first, so that the rules carry the puzzle.

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::RuleKind;
use sudoku_cnf::{Lit, Puzzle, Solution};

use super::random_rules::random_rules;
use super::sized_generator::Generate;
use super::{GenerateError, GeneratedPuzzle};
use crate::explain::AssumptionSolver;
use crate::search::SolveError;
use crate::solver::Limits;

/// A generator of puzzles with rules.
pub(super) struct RuleGenerator {
    /// The kinds of the rules.
    pub(super) kinds: Vec<RuleKind>,
    pub(super) seed: u64,
    /// The generator of the solutions.
    pub(super) grids: Box<dyn Generate>,
}

impl Generate for RuleGenerator {
    fn generate(&mut self, number: u64, limits: &Limits) -> Result<GeneratedPuzzle, GenerateError> {
        let solution = self.solution(number, limits)?;
        // The generator of the solutions uses the stream of the seed itself.
        let mut random = Random::new(!self.seed, number);
        let rules = random_rules(&solution, &self.kinds, &mut random, limits).map_err(SolveError::Unknown)?;
        let full = Puzzle::from(solution.grid().clone()).with_rules(rules);
        let puzzle = reduced(&full, &mut random, limits)?;
        let solution = Solution::check(full.into_grid(), &puzzle)
            .map_err(|error| SolveError::Internal(format!("a rule does not fit its grid: {error}")))?;
        Ok(GeneratedPuzzle { puzzle, solution, difficulty: None, score: None, tries: 1, shortfall: None })
    }

    fn solution(&mut self, number: u64, limits: &Limits) -> Result<Solution, GenerateError> {
        self.grids.solution(number, limits)
    }
}

/// Returns a puzzle with some of the givens and rules of `full`, a full grid. Its only solution is this grid, and no
/// given and no rule can be left out.
fn reduced(full: &Puzzle, random: &mut Random, limits: &Limits) -> Result<Puzzle, SolveError> {
    let mut solver = AssumptionSolver::of_puzzle(full, limits)?;
    let cells = full.geometry().cell_count() as u32;
    let differs: Vec<Lit> = solver.literals[..cells as usize].iter().map(|&literal| !literal).collect();
    solver.solver.add_clause(&differs)?;
    let mut rules: Vec<u32> = (cells..solver.literals.len() as u32).collect();
    random.shuffle(&mut rules);
    let mut chosen = rules;
    let order = random.permutation(cells as usize);
    while let Ok(other) = solver.solve(&chosen, limits)? {
        let is_different = |&&index: &&u32| !other.satisfies(solver.literals[index as usize]);
        let Some(&given) = order.iter().find(is_different) else { break };
        chosen.insert(0, given);
    }
    let core = solver.minimal_core(&chosen, limits)?;
    let core = core.ok_or_else(|| SolveError::Internal("a full grid has another solution".to_owned()))?;
    let (givens, mut rules): (Vec<u32>, Vec<u32>) = core.into_iter().partition(|&index| index < cells);
    rules.sort_unstable();
    let rules = rules.into_iter().map(|index| full.rules()[(index - cells) as usize].clone());
    let mut puzzle = Puzzle::empty(full.geometry().clone()).with_rules(rules);
    for given in givens {
        let cell = full.geometry().cell(given as usize);
        puzzle.set(cell, full.get(cell));
    }
    Ok(puzzle)
}
