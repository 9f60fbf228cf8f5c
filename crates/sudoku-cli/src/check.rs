//! Validation of puzzles and full grids.

use std::time::Duration;

use sudoku_cnf::clock::Instant;
use sudoku_cnf::puzzle::check::{Clash, RuleError, check_givens, clashes, violated_rules};
use sudoku_cnf::puzzle::rule::Rule;
use sudoku_cnf::{Candidate, Puzzle, Solution};
use sudoku_sat::{BatchSolver, SolveError, SolveOptions, StopReason};

/// The result of [`check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Some digits clash. The list contains all clashes, ordered by house.
    Clashes(Vec<Clash>),
    /// The digits violate these rules.
    Violated(Vec<Rule>),
    /// The grid is not a solution of the puzzle it was checked against.
    NotASolution(RuleError),
    /// The full grid satisfies the rules and, if it was checked against a puzzle, is a solution of that puzzle.
    Correct,
    /// The puzzle has no solution.
    Unsatisfiable,
    /// The puzzle has exactly one solution. The list contains every given that is implied by the other givens. `None`
    /// means that the search for redundant givens was skipped or reached a limit.
    Unique(Option<Vec<Candidate>>),
    /// The puzzle has several solutions. The two candidates place distinct digits in the same cell and come from two
    /// solutions.
    Several(Candidate, Candidate),
    /// A limit was reached before the number of solutions was known.
    Unknown(StopReason),
}

/// Checks a puzzle or a full grid. If `against` is set, checks whether the grid is a solution of the puzzle `against`.
///
/// Checking a puzzle takes a few calls to the default solver and, if the puzzle has exactly one solution, one more call
/// for each given. Checking a full grid, or checking with `against`, does not require a solver.
///
/// # Errors
/// Returns an error if the solver fails.
///
/// ```
/// use sudoku_cli::check::{Verdict, check};
///
/// assert_eq!(check(&"1234341221434321".parse()?, None)?, Verdict::Correct);
/// assert!(matches!(check(&"1...............".parse()?, None)?, Verdict::Several(..)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(puzzle: &Puzzle, against: Option<&Puzzle>) -> Result<Verdict, SolveError> {
    Checker::default().check(puzzle, against)
}

/// A checker for many puzzles. It reuses the lookup tables of the board from one puzzle to the next; see
/// [`BatchSolver`].
///
/// ```
/// use sudoku_cli::check::{Checker, Verdict};
///
/// let mut checker = Checker::default().without_redundant_givens();
/// for (puzzle, is_unique) in [("1......2..3....4", true), ("1...............", false)] {
///     let verdict = checker.check(&puzzle.parse()?, None)?;
///     assert_eq!(verdict == Verdict::Unique(None), is_unique);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Checker {
    solver: BatchSolver,
    finds_redundant_givens: bool,
    options: SolveOptions,
    timeout: Option<Duration>,
}

impl Default for Checker {
    fn default() -> Self {
        Self::with_options(SolveOptions::new(), true, None)
    }
}

impl Checker {
    fn with_options(options: SolveOptions, finds_redundant_givens: bool, timeout: Option<Duration>) -> Self {
        let solver = BatchSolver::new(options.clone().max_solutions(2));
        Self { solver, finds_redundant_givens, options, timeout }
    }

    /// Returns a checker that skips the search for redundant givens. If a puzzle has exactly one solution, this search
    /// takes most of the time.
    pub fn without_redundant_givens(self) -> Self {
        Self { finds_redundant_givens: false, ..self }
    }

    /// Sets a time limit for each puzzle. `None` removes the limit.
    pub fn timeout(self, time: impl Into<Option<Duration>>) -> Self {
        let time = time.into();
        Self::with_options(self.options.timeout(time), self.finds_redundant_givens, time)
    }

    /// Stops working on a puzzle if the process uses more than `bytes` of memory. `None` removes the limit.
    pub fn memory_limit(self, bytes: impl Into<Option<u64>>) -> Self {
        Self::with_options(self.options.memory_limit(bytes), self.finds_redundant_givens, self.timeout)
    }

    /// Checks a puzzle or a full grid in the same way as the function [`check`].
    ///
    /// # Errors
    /// Returns an error if the solver fails.
    pub fn check(&mut self, puzzle: &Puzzle, against: Option<&Puzzle>) -> Result<Verdict, SolveError> {
        if check_givens(puzzle).is_err() {
            return Ok(Verdict::Clashes(clashes(puzzle.grid()).collect()));
        }
        let violated: Vec<Rule> = violated_rules(puzzle.grid(), puzzle).cloned().collect();
        if !violated.is_empty() {
            return Ok(Verdict::Violated(violated));
        }
        if puzzle.grid().is_full() || against.is_some() {
            let checked = Solution::check(puzzle.grid().clone(), against.unwrap_or(puzzle));
            return Ok(checked.map_or_else(Verdict::NotASolution, |_| Verdict::Correct));
        }
        match self.check_puzzle(puzzle) {
            Err(SolveError::Unknown(reason)) => Ok(Verdict::Unknown(reason)),
            verdict => verdict,
        }
    }

    fn check_puzzle(&mut self, puzzle: &Puzzle) -> Result<Verdict, SolveError> {
        let start = Instant::now();
        let mut found = self.solver.solutions(puzzle);
        let Some(first) = found.next().transpose()? else { return Ok(Verdict::Unsatisfiable) };
        if let Some(second) = found.next().transpose()? {
            let mut pairs = first.grid().digits().zip(second.grid().digits());
            let (a, b) = pairs.find(|(a, b)| a != b).expect("the first solution was excluded");
            return Ok(Verdict::Several(a, b));
        }
        if !self.finds_redundant_givens {
            return Ok(Verdict::Unique(None));
        }
        let remaining = self.timeout.map(|time| time.saturating_sub(start.elapsed()));
        match self.options.clone().timeout(remaining).redundant_givens(puzzle) {
            Ok(redundant) => Ok(Verdict::Unique(Some(redundant.unwrap_or_default()))),
            Err(SolveError::Unknown(_)) => Ok(Verdict::Unique(None)),
            Err(error) => Err(error),
        }
    }
}
