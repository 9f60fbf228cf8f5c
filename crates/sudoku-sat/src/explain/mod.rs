//! Explanations: steps that lead from the givens to the solution, each with a minimal set of rules and facts.
//!
//! ```
//! use sudoku_sat::explain::{ExplainOptions, Explanation, explain};
//! use sudoku_sat::{Limits, Puzzle};
//!
//! let puzzle: Puzzle = "1.....2...3....4".parse()?;
//! let Explanation::Solved { steps, solution } = explain(&puzzle, &ExplainOptions::default(), &Limits::none())? else {
//!     panic!("the puzzle has one solution")
//! };
//! assert_eq!(steps[0].technique.name(), "hidden-single");
//! assert!(steps[0].is_minimal);
//! assert_eq!(solution.to_string().len(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Fact`] is a placed digit or an excluded candidate. A [`BoardRule`] is a constraint: a cell contains exactly one
//! digit, a house has a place for a digit, two peers do not both contain a digit, or a rule beyond houses holds, for
//! example a cage. A [`Deduction`] derives new facts from a set of rules and facts. The set is subset-minimal: no
//! element can be left out.
//!
//! # How steps are found
//!
//! The cheapest kinds of steps come first: singles, then pointing and claiming. Then direct searches find
//! subsets, fish and bent sets, and a search of implications finds chains, whose links each follow from the previous
//! one alone. If they are expensive, unit propagation refutes each candidate that is not part of the solution, and the
//! conflict is traced back to its rules and facts. If all this finds nothing, a SAT solver refutes these candidates.
//!
//! The cheapest proofs are minimized by leaving out one element after the other. A counterexample that violates no
//! other element shows that an element is necessary. A proof is abandoned when its necessary elements cost more than
//! the best step so far. The next step is the one with the lowest cost, where steps with several chains count twice and
//! steps without a name three times, because they are harder to follow. If this weighted cost is more than 60u (see
//! below) on a board up to 9×9, progress counts, too. Among the exclusions from which many digits follow by unit
//! propagation, the next step is the one whose proof by [cases](Deduction::cases) has the fewest facts before it is
//! minimized, divided by the square of the number of these digits.
//!
//! Often, the same conclusion has a description that is more familiar to players. Direct searches propose descriptions
//! that cost at most 1.8 times as much, and the one that players learn first becomes the step, at the cost of the
//! cheapest one. The step has everything that its cells, houses and rules exclude, each candidate with a minimal set of
//! its own.
//!
//! At the end, steps whose facts no later step needs are left out.
//!
//! # Cost
//!
//! The cost of a step is the sum of the costs of its elements. Let u = n + 1 on a board of size n, so u = 10 on the 9×9
//! board.
//!
//! | element | cost |
//! |---|---|
//! | a cell contains exactly one digit, and the step uses excluded candidates of the cell | 2u |
//! | a cell contains exactly one digit, and the step uses no excluded candidates of the cell | u |
//! | a house has a place for a digit: the first such rule | u |
//! | a house has a place for a digit: every further rule | 4u |
//! | a rule beyond houses, or one that assumes a unique solution | 2u, and 2 for each of its cells unless it applies to the whole board |
//! | two peers do not both contain a digit, and one of them contains it | 1 |
//! | two peers do not both contain a digit, and none of them contains it | u |
//! | a candidate excluded by another digit in its cell | 1 |
//! | a candidate that an earlier step has excluded | 2 |
//!
//! A placed digit costs nothing, because it is visible; each candidate that it excludes counts. In a BUG+1, no excluded
//! candidate counts, because a person only looks for cells with more than two candidates. If a step excludes
//! several candidates, the rules that connect them with other candidates are counted only for the candidate with the
//! most such rules. The sum is divided by
//!
//! - 2 if a single house contains all cells and houses of the step, because a person looks at one place only;
//! - another 3 if the step uses only the places for digits in a house, and a digit then has a single place in this
//!   house or another one of its kind. Such a step needs no notes of candidates, because the digit is placed at once.
//!
//! On the 9×9 board, a full house costs 9, other hidden singles at most 13, and naked singles 14 to 18. Pointing and
//! claiming cost at least 18, a pair 42, an X-wing 94. Without notes, pointing and claiming cost at least 6, and a
//! hidden pair 14.
//!
//! ## References
//! - B. Bogaerts, E. Gamba, T. Guns: A framework for step-wise explaining how to solve constraint satisfaction
//!   problems, 2021.
//! - J. Espasa et al.: Using small MUSes to explain how to solve pen and paper puzzles, 2021 (Demystify).
//! - A. Belov, I. Lynce, J. Marques-Silva: Towards efficient MUS extraction, 2012.
//! - A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva: Smallest MUS extraction with minimal hitting set
//!   dualization, 2015.

mod almost_locked;
mod assumption_solver;
mod best;
mod board_rule;
mod cases;
mod chain;
mod clause_set;
mod conflict;
mod cost;
mod deduction;
mod element;
mod element_solver;
mod familiar;
mod frontier;
mod grave;
mod hitting_set;
mod ids;
mod implications;
mod implied;
mod intersections;
mod known;
mod needed;
mod patterns;
mod position;
mod proofs;
mod reason;
mod reduce;
mod relaxation;
mod repair;
mod rotation;
mod rule_table;
mod singles;
mod smallest;
mod step_clauses;
#[cfg(feature = "serde")]
mod step_record;
mod steps;
mod tables;
mod technique;
mod unique;
mod verify;
mod words;

use sudoku_cnf::{Candidate, Cell, CnfOptions, Encoding, Puzzle, Solution};

pub(crate) use assumption_solver::AssumptionSolver;
pub use board_rule::{BoardRule, Fact};
pub use cases::{Case, CaseEnd};
use chain::Chain;
pub use conflict::GivensAndRules;
use conflict::{ConflictSolver, conflict};
pub use deduction::{Deduction, MinimalSet};
use element::Literal;
pub(crate) use ids::ElementId;
pub(crate) use needed::needed_steps;
pub use position::{first_step, position};
pub use repair::{HelpfulGiven, givens_to_add, helpful_givens, unstated_rules};
#[cfg(feature = "serde")]
pub use step_record::{BranchRecord, CaseRecord, ImpliedRecord, LinkRecord, RuleRecord, StepRecord};
pub use steps::{StepSearch, Steps};
use tables::Tables;
pub use technique::{ChainKind, ChainLink, FishKind, ForcingKind, RectangleKind, RoleLink, Roles, Technique};
pub use verify::Verification;
pub use words::{StepsSoFar, without_cases};

use crate::ask::{ExtraClauses, sat_solutions, true_candidates};
use crate::search::SolveError;
use crate::solver::{Limits, Solver, StopReason};

/// Options for [`explain`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExplainOptions {
    /// The maximum number of rules and facts of a step, or `None` for no maximum.
    ///
    /// In a chain of steps, each step is selected by its size before its smallest reason is searched for.
    pub max_size: Option<usize>,
    /// Whether sets of givens and reasons must be smallest instead of subset-minimal.
    pub smallest: bool,
    /// The maximum number of steps, or `None` for no maximum. It counts all steps that are found, also those that would
    /// be left out of a complete explanation.
    pub max_steps: Option<usize>,
    /// Whether steps may assume that the puzzle has exactly one solution, as unique rectangles do.
    pub assume_unique: bool,
}

impl ExplainOptions {
    /// Returns the tables of a puzzle with exactly one solution.
    fn tables(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Tables, StopReason> {
        let tables = Tables::new(puzzle, limits)?;
        if self.assume_unique { tables.assume_unique(limits) } else { Ok(tables) }
    }
}

/// The result of [`explain`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// The puzzle has exactly one solution.
    Solved {
        /// The steps from the givens to the solution. Each of them places a digit or derives a fact that a later step
        /// needs.
        steps: Vec<Deduction>,
        /// The solution.
        solution: Solution,
    },
    /// The puzzle has exactly one solution, but it takes more than [`max_steps`](ExplainOptions::max_steps) steps.
    Partial {
        /// The first steps.
        steps: Vec<Deduction>,
        /// The solution.
        solution: Solution,
    },
    /// The puzzle has no solution.
    Unsatisfiable {
        /// A minimal set of givens and rules without a solution. The set is empty if the excluded candidates are the
        /// cause.
        givens: GivensAndRules,
        /// The steps from these givens to a contradiction, or the first of them.
        steps: Vec<Deduction>,
    },
    /// The puzzle has several solutions.
    Several {
        /// The cells that differ between solutions, in row-major order.
        differ: Vec<Cell>,
        /// Two solutions.
        solutions: Box<[Solution; 2]>,
    },
    /// A limit was reached, or no further step of the permitted size exists.
    Unknown {
        /// The steps found so far.
        steps: Vec<Deduction>,
        /// The limit, or `None` if no further step of the permitted size exists.
        reason: Option<StopReason>,
    },
}

/// Explains a puzzle step by step. [`StepSearch`] returns the steps one at a time, as they are found.
///
/// Steps from which nothing follows that a later step needs are left out of a complete explanation.
///
/// # Errors
/// Returns an error if a limit is reached before the number of solutions is known, or the solver fails.
pub fn explain(
    puzzle: &Puzzle,
    options: &ExplainOptions,
    limits: &Limits,
) -> Result<Explanation, SolveError> {
    let solutions = repair::solutions(puzzle, 2, limits)?;
    match <[Solution; 2]>::try_from(solutions) {
        Ok(solutions) => several(puzzle, solutions, limits),
        Err(mut one) => match one.pop() {
            Some(solution) => explain_solution(puzzle, solution, options, limits),
            None => unsatisfiable(puzzle, options, limits),
        },
    }
}

/// Explains a puzzle whose only solution is `solution`.
pub(crate) fn explain_solution(
    puzzle: &Puzzle,
    solution: Solution,
    options: &ExplainOptions,
    limits: &Limits,
) -> Result<Explanation, SolveError> {
    let (mut steps, mut end) =
        chain(puzzle, options.tables(puzzle, limits), Some(&solution), options, limits)?;
    let difficulty = |steps: &[Deduction]| steps.iter().filter(|step| !step.technique.has_pattern()).count();
    if options.assume_unique && difficulty(&steps) > 0 {
        // The assumption permits more steps, but the search does not always find an easier path.
        let others = chain(puzzle, Tables::new(puzzle, limits), Some(&solution), options, limits)?;
        if matches!(others.1, ChainEnd::Complete) && difficulty(&others.0) < difficulty(&steps) {
            (steps, end) = others;
        }
    }
    Ok(match end {
        ChainEnd::Complete => Explanation::Solved { steps, solution },
        ChainEnd::MaxSteps => Explanation::Partial { steps, solution },
        ChainEnd::NoStep => Explanation::Unknown { steps, reason: None },
        ChainEnd::Stopped(reason) => Explanation::Unknown { steps, reason: Some(reason) },
    })
}

/// Returns the steps of an explanation that lead to one candidate: the last one places it, or excludes it by itself or
/// by a digit. Returns `None` if the puzzle does not have exactly one solution.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
pub fn steps_to(
    puzzle: &Puzzle,
    candidate: Candidate,
    options: &ExplainOptions,
    limits: &Limits,
) -> Result<Option<Vec<Deduction>>, SolveError> {
    let Some(search) = StepSearch::new(puzzle.clone(), *options, limits.clone())? else { return Ok(None) };
    let decides = |&Fact { candidate: other, is_placed }: &Fact| {
        let are_peers = || puzzle.geometry().first_shared_house(other.cell, candidate.cell).is_some();
        let excludes = other.cell == candidate.cell || other.digit == candidate.digit && are_peers();
        other == candidate || is_placed && excludes
    };
    let mut found = Vec::new();
    for step in search.steps()? {
        found.push(step?);
        if let Some(&end) = found.last().and_then(|step| step.derived.iter().find(|fact| decides(fact))) {
            return Ok(Some(needed_steps(puzzle, found, &|fact| *fact == end)));
        }
    }
    Ok(None)
}

/// The reason why a chain of steps ends.
enum ChainEnd {
    /// The steps lead to the solution or to a contradiction.
    Complete,
    /// The maximum number of steps was reached.
    MaxSteps,
    /// No further step of the permitted size exists.
    NoStep,
    /// A limit was reached.
    Stopped(StopReason),
}

/// Returns the steps from the givens to the solution, or to a contradiction if `solution` is `None`. The steps use only
/// the rules in `tables`. If they are complete, all of them are needed.
fn chain(
    puzzle: &Puzzle,
    tables: Result<Tables, StopReason>,
    solution: Option<&Solution>,
    options: &ExplainOptions,
    limits: &Limits,
) -> Result<(Vec<Deduction>, ChainEnd), SolveError> {
    let mut found = Vec::new();
    let tables = match tables {
        Ok(tables) => tables,
        Err(reason) => return Ok((found, ChainEnd::Stopped(reason))),
    };
    let mut steps = match Steps::new(puzzle, &tables, solution, options, limits) {
        Ok(steps) => steps,
        Err(reason) => return Ok((found, ChainEnd::Stopped(reason))),
    };
    for step in &mut steps {
        match step {
            Ok(step) => found.push(step),
            Err(SolveError::Unknown(reason)) => return Ok((found, ChainEnd::Stopped(reason))),
            Err(error) => return Err(error),
        }
    }
    let end = match options.max_steps {
        _ if steps.is_complete() => {
            let found = needed_steps(puzzle, found, &|fact| fact.is_placed && solution.is_some());
            return Ok((found, ChainEnd::Complete));
        }
        Some(max) if found.len() == max => ChainEnd::MaxSteps,
        _ => ChainEnd::NoStep,
    };
    Ok((found, end))
}

fn several(puzzle: &Puzzle, solutions: [Solution; 2], limits: &Limits) -> Result<Explanation, SolveError> {
    let options = CnfOptions::from(Encoding::Complete);
    let board = true_candidates(puzzle, &Solver::Native, options, &ExtraClauses::default(), limits)?;
    let geometry = puzzle.geometry();
    let differ =
        board.map_or_else(Vec::new, |board| geometry.cells().filter(|&cell| board.count(cell) > 1).collect());
    Ok(Explanation::Several { differ, solutions: Box::new(solutions) })
}

fn unsatisfiable(
    puzzle: &Puzzle,
    options: &ExplainOptions,
    limits: &Limits,
) -> Result<Explanation, SolveError> {
    let found = conflict(puzzle, options.smallest, limits)?;
    let givens =
        found.unwrap_or(GivensAndRules { givens: Vec::new(), rules: Vec::new(), is_smallest: false });
    let mut conflicting = puzzle.without_givens();
    for given in &givens.givens {
        conflicting.set(given.cell, Some(given.digit));
    }
    let tables = Tables::with_rules(&conflicting, givens.rules.iter().copied(), limits);
    let (steps, _) = chain(&conflicting, tables, None, options, limits)?;
    Ok(Explanation::Unsatisfiable { givens, steps })
}

/// Returns the fewest givens and rules to remove so that `puzzle` has a solution, or `None` if no set suffices.
///
/// A set of several elements is not proven to be smallest if some rules depend on others, for example a rule that all
/// dots are given.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
pub fn givens_to_remove(puzzle: &Puzzle, limits: &Limits) -> Result<Option<GivensAndRules>, SolveError> {
    ConflictSolver::new(puzzle, limits)?.repair(limits)
}

/// Returns new digits for the cells of `removed`, which are givens to remove, so that `puzzle` has a solution.
///
/// The digits are those of a solution without these givens. Returns an empty list if there is none. If `removed` are
/// the fewest givens to remove, they are also the fewest givens to change.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
pub fn givens_to_change(
    puzzle: &Puzzle,
    removed: &GivensAndRules,
    limits: &Limits,
) -> Result<Vec<Candidate>, SolveError> {
    let rest = removed.removed_from(puzzle);
    let options = CnfOptions::from(Encoding::Complete).reduced();
    let solution = sat_solutions(&rest, &Solver::Native, options, limits).next().transpose()?;
    let cells = removed.givens.iter().map(|given| given.cell);
    Ok(solution.map_or_else(Vec::new, |solution| {
        cells.map(|cell| Candidate { cell, digit: solution.get(cell) }).collect()
    }))
}

/// Explains one candidate of a puzzle with exactly one solution, by rules and givens only.
///
/// Returns why the candidate is placed if it is part of the solution, otherwise why it is excluded. Returns `None` if
/// the puzzle does not have exactly one solution. The reason may have more elements than `options.max_size` if no
/// smaller one was found.
///
/// # Errors
/// Returns an error if a limit is reached or the solver fails.
///
/// # Panics
/// Panics if the candidate is not on the board.
pub fn explain_candidate(
    puzzle: &Puzzle,
    candidate: Candidate,
    options: &ExplainOptions,
    limits: &Limits,
) -> Result<Option<Deduction>, SolveError> {
    assert!(
        puzzle.geometry().try_literal(candidate.cell, candidate.digit).is_some(),
        "no candidate {candidate}"
    );
    let solutions = repair::solutions(puzzle, 2, limits)?;
    let [solution] = &solutions[..] else { return Ok(None) };
    let tables = options.tables(puzzle, limits)?;
    let is_placed = solution.get(candidate.cell) == candidate.digit;
    let goal = Literal { id: tables.number(candidate), is_placed };
    let start =
        |max_size| Chain::new(puzzle, &tables, Some(solution), max_size, limits).map_err(SolveError::Unknown);
    let mut chain = start(options.max_size)?;
    let is_here = |grave: &Deduction| grave.derived[0].candidate.cell == candidate.cell;
    if let Some(mut grave) = chain.grave().filter(is_here) {
        if !is_placed {
            grave.reasons[0].rules.push(grave.rules.len());
            grave.rules.push(BoardRule::Cell(candidate.cell));
            grave.derived = vec![Fact { candidate, is_placed }];
        }
        return Ok(Some(grave));
    }
    let mut reason = chain.reason_for(goal, limits)?;
    if reason.is_none() && options.max_size.is_some() {
        chain = start(None)?;
        reason = chain.reason_for(goal, limits)?;
    }
    reason.map(|reason| chain.deduction(reason, options.smallest, false, limits)).transpose()
}
