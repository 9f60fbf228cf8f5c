//! Givens and rules that make a puzzle with several solutions unique.

use std::cmp::Reverse;
use std::sync::Arc;

use sudoku_cnf::puzzle::board::{BoardOptions, Variant};
use sudoku_cnf::puzzle::rule::{Rule, RuleKind};
use sudoku_cnf::{BoxShape, Candidate, CnfOptions, Encoding, Geometry, Grid, Lit, Problem, Puzzle, Solution};
use typed_index_collections::TiVec;

use super::GivensAndRules;
use super::assumption_solver::AssumptionSolver;
use super::hitting_set::HittingSets;
use super::ids::ElementId;
use crate::ask::sat_solutions;
use crate::search::{SolveError, within_checks};
use crate::solver::{Limits, Solver};

/// The maximum number of search nodes per solution.
const NODES: u64 = 10_000;

/// The maximum number of solutions that are all compared with each other.
const COMPARED: usize = 200;

/// The maximum number of other solutions that are compared with a solution to find few givens that determine it.
const DIFFERENCES: usize = 40;

/// The number of single givens that are suggested.
const SUGGESTED: usize = 3;

/// The maximum number of times that the solver checks its limits while it searches for the solutions with a rule.
const MAX_CHECKS: u64 = 200;

/// Returns up to `most` solutions.
pub(super) fn solutions(puzzle: &Puzzle, most: usize, limits: &Limits) -> Result<Vec<Solution>, SolveError> {
    let options = CnfOptions::from(Encoding::Complete).reduced();
    sat_solutions(puzzle, &Solver::Native, options, limits).take(most).collect()
}

/// Returns givens to add so that `puzzle`, which must have several solutions, has exactly one.
///
/// If the puzzle has at most 200 solutions, the set is a smallest one over all solutions, unless a limit is reached. If
/// it has very many, for example on an empty board, no given of the set can be left out.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
pub fn givens_to_add(puzzle: &Puzzle, limits: &Limits) -> Result<GivensAndRules, SolveError> {
    let solutions = solutions(puzzle, COMPARED + 1, limits)?;
    if solutions.len() > COMPARED {
        return givens_for_one_solution(puzzle, &solutions[0], limits);
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
            best = Some(chosen.into_iter().map(|index| placed[usize::from(index)]).collect());
        }
    }
    Ok(GivensAndRules { givens: best.unwrap_or_default(), rules: Vec::new(), is_smallest })
}

/// Returns the indices of the cells in which `other` differs from the digits `placed`.
fn differing_cells(placed: &[Candidate], other: &Solution) -> Vec<ElementId> {
    let indices = placed.iter().enumerate();
    indices.filter(|(_, given)| other.get(given.cell) != given.digit).map(|(index, _)| index.into()).collect()
}

/// Returns givens to add to `puzzle`, so that `solution` becomes its only solution.
///
/// Every other solution must differ from the solution in one of the added givens, so the smallest set is a smallest
/// hitting set of the cells in which the other solutions differ. If too many of them must be compared, the set is only
/// minimal. Other solutions may need fewer givens, so the set is proven to be smallest only if it has one element.
fn givens_for_one_solution(
    puzzle: &Puzzle,
    solution: &Solution,
    limits: &Limits,
) -> Result<GivensAndRules, SolveError> {
    let problem = Problem::new(puzzle, CnfOptions::from(Encoding::Complete));
    let placed: Vec<Candidate> = solution.grid().digits().collect();
    let geometry = puzzle.geometry();
    let literals: TiVec<ElementId, Lit> =
        placed.iter().map(|given| geometry.literal(given.cell, given.digit)).collect();
    let is_different: Vec<Lit> = literals.iter().map(|&literal| !literal).collect();
    let mut others = AssumptionSolver::new(&problem, literals, limits)?;
    others.solver.add_clause(&is_different)?;
    let mut differences = HittingSets::new(NODES);
    let named = |chosen: &[ElementId]| {
        let givens: Vec<_> = chosen.iter().map(|&index| placed[usize::from(index)]).collect();
        let is_smallest = givens.len() <= 1;
        GivensAndRules { givens, rules: Vec::new(), is_smallest }
    };
    for _ in 0..DIFFERENCES {
        let (chosen, _) = differences.small(limits);
        // A minimal correction set contains the cells in which another solution differs.
        let Some(difference) = others.correction(&chosen, limits)? else { return Ok(named(&chosen)) };
        differences.add(difference);
    }
    // All givens together contradict that the solution is different.
    let all = others.all();
    let mut core = others.minimal_core(&all, limits)?.unwrap_or(all);
    core.sort_unstable();
    Ok(named(&core))
}

/// A given to add, and how much it helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelpfulGiven {
    /// The given, which occurs in a solution.
    pub given: Candidate,
    /// The number of candidates that propagation excludes because of it.
    pub excluded: usize,
}

/// Returns up to three givens in different cells, each of which excludes as many candidates as possible.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
pub fn helpful_givens(puzzle: &Puzzle, limits: &Limits) -> Result<Vec<HelpfulGiven>, SolveError> {
    let reduced = |puzzle: &Puzzle| Problem::new(puzzle, CnfOptions::from(Encoding::Complete).reduced());
    let with = |given: Candidate| {
        let mut puzzle = puzzle.clone();
        puzzle.set(given.cell, Some(given.digit));
        puzzle
    };
    let problem = reduced(puzzle);
    let Some(board) = problem.board() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for cell in puzzle.geometry().cells().filter(|&cell| board.count(cell) > 1) {
        limits.check()?;
        let givens = board.digits(cell).map(|digit| Candidate { cell, digit });
        found.extend(givens.filter_map(|given| {
            let left = reduced(&with(given)).board()?.candidate_count();
            Some(HelpfulGiven { given, excluded: board.candidate_count() - left })
        }));
    }
    found.sort_by_key(|helpful| Reverse(helpful.excluded));
    let mut best: Vec<HelpfulGiven> = Vec::new();
    for helpful in found {
        if best.len() < SUGGESTED
            && best.iter().all(|other| other.given.cell != helpful.given.cell)
            && !solutions(&with(helpful.given), 1, limits)?.is_empty()
        {
            best.push(helpful);
        }
    }
    Ok(best)
}

/// The rules for the whole board that are often not stated in a file.
const UNSTATED: [RuleKind; 3] =
    [RuleKind::RisingDiagonal, RuleKind::FallingDiagonal, RuleKind::Nonconsecutive];

/// Returns the rules for the whole board that make the solution of `puzzle`, which must have several solutions, unique.
///
/// Each rule suffices on its own. The names are those of `RuleList`, for example `antiknight`. These rules are often
/// not stated in a file, because the text beside the puzzle states them. A rule with which a search for a second
/// solution takes long is left out.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
pub fn unstated_rules(puzzle: &Puzzle, limits: &Limits) -> Result<Vec<&'static str>, SolveError> {
    let geometry = puzzle.geometry();
    let variants = Variant::ALL.iter().copied().filter(|variant| !geometry.variants().contains(variant));
    let with_variant = variants.filter_map(|variant| {
        let mut board = BoardOptions::from(&**geometry);
        board.variants.push(variant);
        // The boxes are known, so no shape is inferred.
        Some((variant.name(), on_board(puzzle, board.geometry(BoxShape::STANDARD).ok()?)))
    });
    let kinds = UNSTATED.into_iter().filter(|&kind| puzzle.rules().iter().all(|rule| rule.kind() != kind));
    let with_rule = kinds.filter_map(|kind| {
        let rule = Rule::parse(kind.name(), geometry).ok()?;
        Some((kind.name(), puzzle.with_rules(puzzle.rules().iter().cloned().chain([rule]))))
    });
    let mut found = Vec::new();
    for (name, puzzle) in with_variant.chain(with_rule) {
        let solutions = within_checks(MAX_CHECKS, limits, |limits| solutions(&puzzle, 2, limits))?;
        if solutions.is_some_and(|solutions| solutions.len() == 1) {
            found.push(name);
        }
    }
    Ok(found)
}

/// Returns `puzzle` on a board with the same cells.
fn on_board(puzzle: &Puzzle, geometry: Arc<Geometry>) -> Puzzle {
    let mut moved = Puzzle::from(Grid::from_digits(geometry, puzzle.grid().as_slice().to_vec()));
    moved.exclude(puzzle.excluded().iter().copied());
    moved.with_rules(puzzle.rules().iter().cloned())
}
