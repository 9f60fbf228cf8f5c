//! The steps of an explanation, one at a time.

use sudoku_cnf::{Puzzle, Solution};

use super::chain::Chain;
use super::deduction::Deduction;
use super::tables::Tables;
use super::{ExplainOptions, repair};
use crate::search::SolveError;
use crate::solver::{Limits, ProgressEvent, StopReason};

/// A puzzle with exactly one solution, whose steps are found on demand.
///
/// ```
/// use sudoku_sat::explain::{ExplainOptions, StepSearch};
/// use sudoku_sat::{Limits, Puzzle};
///
/// let puzzle: Puzzle = "1.....2...3....4".parse()?;
/// let search = StepSearch::new(puzzle, ExplainOptions::default(), Limits::none())?.expect("one solution");
/// let mut steps = search.steps()?;
/// let first = steps.next().expect("a step")?;
/// assert_eq!(first.technique.name(), "hidden-single");
/// assert!(!steps.is_complete());
/// assert!(steps.by_ref().all(|step| step.is_ok()));
/// assert!(steps.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StepSearch {
    puzzle: Puzzle,
    solution: Solution,
    tables: Tables,
    options: ExplainOptions,
    limits: Limits,
}

impl StepSearch {
    /// Solves `puzzle`. Returns `None` if it does not have exactly one solution; [`explain`](super::explain()) explains
    /// why.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the solver fails.
    pub fn new(puzzle: Puzzle, options: ExplainOptions, limits: Limits) -> Result<Option<Self>, SolveError> {
        let solutions = repair::solutions(&puzzle, 2, &limits)?;
        let Ok([solution]) = <[_; 1]>::try_from(solutions) else { return Ok(None) };
        let tables = options.tables(&puzzle, &limits)?;
        Ok(Some(Self { puzzle, solution, tables, options, limits }))
    }

    /// Returns the solution.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the steps from the givens to the solution. They are those of [`explain`](super::explain()), and steps
    /// that it leaves out because no later step needs them.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub fn steps(&self) -> Result<Steps<'_>, SolveError> {
        Ok(Steps::new(&self.puzzle, &self.tables, Some(&self.solution), &self.options, &self.limits)?)
    }
}

impl std::fmt::Debug for StepSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StepSearch").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}

/// An iterator over the steps of an explanation, from [`StepSearch::steps`].
///
/// The iterator ends at the solution, after [`max_steps`](ExplainOptions::max_steps) steps, after an error, or if no
/// further step of the permitted size exists.
pub struct Steps<'e> {
    chain: Chain<'e>,
    has_solution: bool,
    found_contradiction: bool,
    is_smallest: bool,
    /// The number of steps that the iterator may still return.
    remaining: usize,
    /// The number of steps so far.
    found: usize,
    limits: Limits,
}

impl<'e> Steps<'e> {
    /// Returns the steps to `solution`, or to a contradiction if it is `None`. They use only the rules in `tables`.
    pub(super) fn new(
        puzzle: &Puzzle,
        tables: &'e Tables,
        solution: Option<&Solution>,
        options: &ExplainOptions,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        Ok(Self {
            chain: Chain::new(puzzle, tables, solution, options.max_size, limits)?,
            has_solution: solution.is_some(),
            found_contradiction: false,
            is_smallest: options.smallest,
            remaining: options.max_steps.unwrap_or(usize::MAX),
            found: 0,
            limits: limits.clone(),
        })
    }

    /// Ends the iterator before a step that costs at least `weight`, which saves most of the time for hard puzzles.
    /// Steps with several chains cost twice as much here, and steps without a name three times as much.
    pub(crate) fn cheaper_than(mut self, weight: u64) -> Self {
        self.chain.max_weight = weight;
        self
    }

    /// Returns whether the steps so far lead to the solution, or to a contradiction.
    pub fn is_complete(&self) -> bool {
        self.found_contradiction || self.has_solution && self.chain.known.is_solved()
    }
}

impl Iterator for Steps<'_> {
    type Item = Result<Deduction, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.remaining == 0 || self.is_complete() {
            return None;
        }
        self.remaining -= 1;
        let step = self.chain.step(self.is_smallest, &self.limits).transpose();
        match &step {
            Some(Ok(step)) => {
                self.found_contradiction = step.derived.is_empty();
                self.found += 1;
                self.limits.report(ProgressEvent::Step(self.found));
            }
            _ => self.remaining = 0,
        }
        step
    }
}

impl std::fmt::Debug for Steps<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Steps").field("is_complete", &self.is_complete()).finish_non_exhaustive()
    }
}
