//! Options for solving and analyzing puzzles: the solver, the encoding and the limits.

use std::time::Duration;

use sudoku_cnf::{AtMostOne, Candidate, CandidateBoard, CnfOptions, Encoding, Puzzle, Solution};

use super::encoding_policy::EncodingPolicy;
use super::given_oracle::GivenOracle;
use super::method::{BoardTables, Method};
use super::{minimize, models, true_candidates};
use crate::search::{self, Count, Incomplete};
use crate::search::{Solutions, SolveError};
use crate::solver::{Interrupt, Limits, Solver, Warning, WarningHandler};

/// On boards for which DPLL is not the default, up to this number of solutions are counted with a SAT solver before the
/// counting search starts.
const MAX_ENUMERATED: u64 = 100;

/// Options for solving, counting and analyzing puzzles.
///
/// By default, the fastest method for the size of the board is used: see
/// [`engine_for_size`](Self::engine_for_size) and [`Solver::for_size`]. An independent rule checker verifies every
/// returned solution.
///
/// On boards larger than 9×9, or if a SAT solver is set, constraint propagation runs first, and the SAT solver receives
/// only the puzzles that propagation does not solve.
///
/// To solve many puzzles, use a [`BatchSolver`](crate::BatchSolver), which computes the lookup tables of the board once
/// and reuses them.
///
/// ```
/// use std::time::Duration;
/// use sudoku_cnf::{Encoding, Puzzle};
/// use sudoku_sat::{Count, SolveOptions, Solver};
///
/// let puzzle: Puzzle = "1......2..3.....".parse()?;
/// let options = SolveOptions::new()
///     .solver(Solver::Varisat)
///     .encoding(Encoding::Triad)
///     .timeout(Duration::from_secs(10));
/// assert_eq!(options.count(&puzzle)?, Count::Exactly(3));
/// let mut lines = Vec::new();
/// for solution in options.solutions(&puzzle) {
///     lines.push(solution?.to_string());
/// }
/// assert_eq!(lines.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    pub(super) solver: Option<Solver>,
    pub(super) policy: EncodingPolicy,
    timeout: Option<Duration>,
    memory: Option<u64>,
    interrupt: Option<Interrupt>,
    max_solutions: Option<u64>,
    pub(super) is_single_threaded: bool,
    warnings: Option<WarningHandler>,
}

impl SolveOptions {
    /// Returns the default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the SAT solver.
    ///
    /// On boards larger than 9×9, the default is [`Solver::for_size`]. [`count`](Self::count) normally uses a counting
    /// search instead of a SAT solver. If a solver
    /// is set, `count` enumerates the solutions with that solver.
    ///
    /// If an external or custom solver is set, `solve`, `solutions` and `count` pass every puzzle to this solver. An
    /// embedded solver or a portfolio receives only the puzzles that propagation does not solve, unless
    /// [`reduce`](Self::reduce) is `false`.
    #[must_use]
    pub fn solver(self, solver: Solver) -> Self {
        Self { solver: Some(solver), ..self }
    }

    /// Uses a single thread for each puzzle, unless a solver is set.
    ///
    /// By default, the solver for boards larger than 16×16 uses several threads (see [`Solver::for_size`]). A single
    /// thread is preferable if the caller solves several puzzles in parallel.
    #[must_use]
    pub fn single_threaded(self) -> Self {
        Self { is_single_threaded: true, ..self }
    }

    /// Sets the encoding.
    ///
    /// The default is `complete` for boards up to 64×64 and `triad` for larger boards. If an encoding is set,
    /// [`count`](Self::count) enumerates the solutions with a SAT solver instead of using the faster counting search.
    #[must_use]
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.policy.encoding = Some(encoding);
        self
    }

    /// Sets the at-most-one scheme.
    ///
    /// By default, at-most-one constraints are pairwise. If a scheme is set, [`count`](Self::count) enumerates the
    /// solutions with a SAT solver instead of using the faster counting search.
    #[must_use]
    pub fn at_most_one(mut self, scheme: AtMostOne) -> Self {
        self.policy.at_most_one = Some(scheme);
        self
    }

    /// Sets whether propagation runs before a puzzle is passed to a solver.
    ///
    /// The default is `true`. If `reduce` is `false`, the clauses cover all candidates of the board, and
    /// [`count`](Self::count) enumerates the solutions with a SAT solver. This option does not affect
    /// [`true_candidates`](Self::true_candidates), [`minimize`](Self::minimize) or
    /// [`redundant_givens`](Self::redundant_givens).
    #[must_use]
    pub fn reduce(mut self, reduce: bool) -> Self {
        self.policy.whole_board = !reduce;
        self
    }

    /// Sets a time limit for each call.
    ///
    /// When the limit is reached, [`count`](Self::count) returns [`Count::AtLeast`], and all other methods return
    /// [`SolveError::Unknown`]. For [`solutions`](Self::solutions), the limit applies to the time from the call to the
    /// end of the iteration.
    #[must_use]
    pub fn timeout(self, time: Duration) -> Self {
        Self { timeout: Some(time), ..self }
    }

    /// Sets a limit on the memory of the process, in bytes. See [`Limits::with_memory`].
    ///
    /// Reaching the limit has the same effect as reaching the [`timeout`](Self::timeout).
    #[must_use]
    pub fn memory_limit(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// Sets the function that receives warnings, for example about a portfolio member that failed.
    ///
    /// By default, warnings are ignored.
    #[must_use]
    pub fn on_warning(self, handler: impl Fn(&Warning) + Send + Sync + 'static) -> Self {
        Self { warnings: Some(WarningHandler::new(handler)), ..self }
    }

    /// Sets an interrupt, which another thread can trigger to stop a running call.
    ///
    /// Triggering `interrupt` has the same effect as reaching the [`timeout`](Self::timeout). On boards up to 9×9, the
    /// embedded varisat solver checks for interrupts during a search only if a time limit is set.
    #[must_use]
    pub fn interrupt(self, interrupt: Interrupt) -> Self {
        Self { interrupt: Some(interrupt), ..self }
    }

    /// Limits [`solutions`](Self::solutions) and [`count`](Self::count) to at most `max` solutions.
    #[must_use]
    pub fn max_solutions(self, max: u64) -> Self {
        Self { max_solutions: Some(max), ..self }
    }

    /// Returns a solution of `puzzle`, or `None` if the puzzle has no solution.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the CNF has too many variables, or the solver fails.
    ///
    /// ```
    /// use sudoku_sat::SolveOptions;
    ///
    /// let options = SolveOptions::new();
    /// assert_eq!(options.solve(&"1.....2...3....4".parse()?)?.unwrap().to_string(), "1243342141322314");
    /// assert!(options.solve(&"12..34...1.....3".parse()?)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self, puzzle: &Puzzle) -> Result<Option<Solution>, SolveError> {
        self.all_solutions(&mut BoardTables::default(), puzzle).next().transpose()
    }

    /// Returns an iterator over the solutions of `puzzle`, up to [`max_solutions`](Self::max_solutions).
    ///
    /// Solutions are computed lazily, as the iterator is advanced.
    #[must_use]
    pub fn solutions<'p>(&self, puzzle: &'p Puzzle) -> Solutions<'p> {
        self.solutions_with(&mut BoardTables::default(), puzzle)
    }

    /// Counts the solutions of `puzzle`, up to [`max_solutions`](Self::max_solutions).
    ///
    /// By default, a counting search multiplies the counts for independent parts of the board, without enumerating the
    /// solutions (see [`search::count`]). On boards larger than 9×9, a SAT solver first looks for up to 100 solutions,
    /// because hard boards with few solutions take the counting search too long. If `solver`, `encoding`, `at_most_one`
    /// or `reduce(false)` is set, the solutions are enumerated with a SAT solver. If a limit is reached, the result is
    /// [`Count::AtLeast`].
    ///
    /// # Errors
    /// Returns an error if the SAT solver fails or the CNF has too many variables. The counting search never returns an
    /// error.
    ///
    /// ```
    /// use sudoku_cnf::Puzzle;
    /// use sudoku_sat::SolveOptions;
    ///
    /// let empty: Puzzle = ".".repeat(36).parse()?;
    /// assert_eq!(SolveOptions::new().count(&empty)?.exact(), Some(28_200_960));
    /// let some = SolveOptions::new().max_solutions(10).count(&empty)?;
    /// assert_eq!(some.to_string(), "at least 10 (limit reached)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, puzzle: &Puzzle) -> Result<Count, SolveError> {
        let max = self.max_solutions.unwrap_or(u64::MAX);
        if !self.is_default() {
            return enumerate(self.sat_solutions(puzzle), max);
        }
        let (mut known, limits) = (0, self.limits(puzzle));
        let method = self.method(puzzle.geometry().size());
        if !matches!(method, Method::Dpll) {
            let solutions = method.solutions(puzzle, &mut BoardTables::default(), limits.clone());
            let enumerated = enumerate(solutions, max.min(MAX_ENUMERATED))?;
            if max <= MAX_ENUMERATED
                || enumerated != Count::AtLeast(MAX_ENUMERATED.into(), Incomplete::MaxReached)
            {
                return Ok(enumerated);
            }
            known = MAX_ENUMERATED.into();
        }
        Ok(search::count_beyond(puzzle, known, self.max_solutions.map_or(u128::MAX, u128::from), limits))
    }

    /// Returns a board with all candidates that occur in at least one solution, or `None` if there is no solution.
    ///
    /// The candidates are found without enumerating all solutions. A puzzle with a unique solution requires at most two
    /// solver calls, and the empty 9×9 board requires about 50.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the CNF has too many variables, or the solver fails.
    ///
    /// ```
    /// use sudoku_cnf::Cell;
    /// use sudoku_sat::SolveOptions;
    ///
    /// let board = SolveOptions::new().true_candidates(&"12..34.....1....".parse()?)?.unwrap();
    /// assert_eq!(board.count(Cell::new(1, 3).unwrap()), 2, "3 or 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn true_candidates(&self, puzzle: &Puzzle) -> Result<Option<CandidateBoard>, SolveError> {
        let (solver, options, limits) = self.analysis_parameters(puzzle);
        true_candidates::true_candidates(puzzle, &solver, options, &limits)
    }

    /// Returns a minimal puzzle with the same solutions as `puzzle`, or `None` if `puzzle` has no solution.
    ///
    /// Redundant givens are removed one at a time, row by row. Minimization takes one solver call to check that the
    /// puzzle has a solution, plus one call per given.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the CNF has too many variables, or the solver fails.
    ///
    /// ```
    /// use sudoku_sat::SolveOptions;
    ///
    /// let minimal = SolveOptions::new().minimize(&"1234341221434321".parse()?)?.unwrap();
    /// assert!(minimal.given_count() < 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minimize(&self, puzzle: &Puzzle) -> Result<Option<Puzzle>, SolveError> {
        let limits = self.limits(puzzle);
        minimize::minimize(puzzle, &mut self.given_oracle(puzzle, &limits)?, &limits)
    }

    /// Returns all givens that are individually redundant, or `None` if `puzzle` has no solution.
    ///
    /// Removing any one of these givens leaves the solutions unchanged, but removing several of them may add solutions.
    /// This method makes one solver call to check that the puzzle has a solution, plus one call per given.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the CNF has too many variables, or the solver fails.
    pub fn redundant_givens(&self, puzzle: &Puzzle) -> Result<Option<Vec<Candidate>>, SolveError> {
        let limits = self.limits(puzzle);
        minimize::redundant_givens(puzzle, &mut self.given_oracle(puzzle, &limits)?, &limits)
    }

    fn given_oracle(&self, puzzle: &Puzzle, limits: &Limits) -> Result<GivenOracle, SolveError> {
        if self.engine_for_size(puzzle.geometry().size()).is_some() {
            return Ok(GivenOracle::Dpll);
        }
        let (solver, options, _) = self.analysis_parameters(puzzle);
        GivenOracle::sat(puzzle, &solver, options, limits)
    }

    /// Returns an iterator over all solutions. `tables` caches the lookup tables of the board.
    pub(super) fn all_solutions<'p>(&self, tables: &mut BoardTables, puzzle: &'p Puzzle) -> Solutions<'p> {
        self.method(puzzle.geometry().size()).solutions(puzzle, tables, self.limits(puzzle))
    }

    pub(super) fn solutions_with<'p>(&self, tables: &mut BoardTables, puzzle: &'p Puzzle) -> Solutions<'p> {
        self.all_solutions(tables, puzzle).up_to(self.max_solutions.unwrap_or(u64::MAX))
    }

    /// Returns an iterator that finds the solutions with a SAT solver, without failed-literal probing.
    fn sat_solutions<'p>(&self, puzzle: &'p Puzzle) -> Solutions<'p> {
        let (solver, options, limits) = self.analysis_parameters(puzzle);
        let solutions = models::sat_solutions(puzzle, &solver, options, &limits);
        solutions.up_to(self.max_solutions.unwrap_or(u64::MAX))
    }

    /// Returns the solver, the CNF options and the limits for `puzzle`.
    fn analysis_parameters(&self, puzzle: &Puzzle) -> (Solver, CnfOptions, Limits) {
        let n = puzzle.geometry().size();
        let solver = self.solver_for_size(n);
        let options = self.cnf_options_for(&solver, n);
        (solver, options, self.limits(puzzle))
    }

    /// Returns the limits for a call that starts now.
    pub(crate) fn limits(&self, puzzle: &Puzzle) -> Limits {
        let mut limits = Limits::none().with_handler(self.warnings.clone());
        if let Some(interrupt) = &self.interrupt {
            limits = limits.with_interrupt(interrupt.clone());
        }
        if let Some(time) = self.timeout {
            limits = limits.within(time);
        }
        if let Some(bytes) = self.memory {
            limits = limits.with_memory(bytes);
        }
        // On boards up to 9×9, checking for interrupts noticeably slows down a search. On larger boards, a search may
        // take a very long time, so every solver must check for interrupts.
        if puzzle.geometry().size() > 9 { limits.prompt() } else { limits }
    }
}

/// Counts `solutions`, up to `max`.
fn enumerate(solutions: Solutions<'_>, max: u64) -> Result<Count, SolveError> {
    let mut found = 0;
    for solution in solutions.up_to(max) {
        match solution {
            Ok(_) => found += 1,
            Err(SolveError::Unknown(reason)) => {
                return Ok(Count::AtLeast(found, Incomplete::Stopped(reason)));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(if found == u128::from(max) {
        Count::AtLeast(found, Incomplete::MaxReached)
    } else {
        Count::Exactly(found)
    })
}
