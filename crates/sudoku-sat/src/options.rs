//! How a question about a puzzle is answered: the solver, the clauses, the limits.

use std::time::Duration;

use sudoku_cnf::{AtMostOne, Candidate, CandidateBoard, CnfOptions, Encoding, Puzzle, Solution};

use crate::analysis::{self, Preprocessor};
use crate::encoding_policy::EncodingPolicy;
use crate::search::{self, Count, Incomplete};
use crate::solutions::{Solutions, SolveError};
use crate::solver::{Interrupt, Limits, Solver};

/// Options for questions about a puzzle, and the questions.
///
/// By default a puzzle is first propagated on bit boards, which solves most of them; a SAT solver chosen by the
/// size of the board receives what is left. Every solution has passed the rule checker. A time limit starts anew
/// with each question.
///
/// To solve many puzzles, use a [`BatchSolver`](crate::BatchSolver), which keeps what they share.
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
    solver: Option<Solver>,
    policy: EncodingPolicy,
    timeout: Option<Duration>,
    interrupt: Option<Interrupt>,
    max_solutions: Option<u64>,
}

impl SolveOptions {
    /// Returns the default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the SAT solver [default: [`Solver::for_size`] for one solution, [`Solver::default`] otherwise].
    ///
    /// An external or custom solver is asked about every puzzle; an embedded one or a portfolio only about what
    /// propagation does not solve.
    #[must_use]
    pub fn solver(self, solver: Solver) -> Self {
        Self { solver: Some(solver), ..self }
    }

    /// Sets the encoding [default: `complete` up to 64×64, `triad` beyond].
    #[must_use]
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.policy.encoding = Some(encoding);
        self
    }

    /// Sets the at-most-one scheme [default: pairwise].
    #[must_use]
    pub fn at_most_one(mut self, scheme: AtMostOne) -> Self {
        self.policy.at_most_one = Some(scheme);
        self
    }

    /// Sets whether the puzzle is propagated first [default: true]. If not, the solver receives the clauses of the
    /// whole board.
    #[must_use]
    pub fn reduce(mut self, reduce: bool) -> Self {
        self.policy.is_whole = !reduce;
        self
    }

    /// Gives up on a question after this time, with [`SolveError::Unknown`].
    #[must_use]
    pub fn timeout(self, time: Duration) -> Self {
        Self { timeout: Some(time), ..self }
    }

    /// Stops a question when `interrupt` is triggered, with [`SolveError::Unknown`]. On boards up to 9×9 the
    /// embedded varisat checks it only between puzzles, unless there is also a time limit.
    #[must_use]
    pub fn interrupt(self, interrupt: Interrupt) -> Self {
        Self { interrupt: Some(interrupt), ..self }
    }

    /// Stops [`solutions`](Self::solutions) and [`count`](Self::count) after `max` solutions.
    #[must_use]
    pub fn max_solutions(self, max: u64) -> Self {
        Self { max_solutions: Some(max), ..self }
    }

    /// Returns a solution of `puzzle`; `None` if there is none.
    ///
    /// # Errors
    /// If a limit is reached or the solver fails.
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
        self.solve_with(&mut Preprocessor::default(), puzzle)
    }

    /// Returns an iterator over all solutions of `puzzle`, or over the first
    /// [`max_solutions`](Self::max_solutions). They are found one by one on demand.
    #[must_use]
    pub fn solutions<'p>(&self, puzzle: &'p Puzzle) -> Solutions<'p> {
        self.solutions_with(&mut Preprocessor::default(), puzzle)
    }

    /// Counts the solutions of `puzzle`, up to [`max_solutions`](Self::max_solutions).
    ///
    /// By default solutions are counted without listing them: independent parts of the board multiply, and each
    /// part is counted once (see [`search::count`]). If a solver or an encoding is set, the solver lists
    /// the solutions. A time limit yields [`Count::AtLeast`].
    ///
    /// # Errors
    /// If the solver fails.
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
        if self.solver.is_none() && self.policy == EncodingPolicy::default() {
            let max = self.max_solutions.map_or(u128::MAX, u128::from);
            return Ok(search::count(puzzle, max, self.limits(puzzle)));
        }
        let mut found = 0;
        for solution in self.sat_solutions(puzzle) {
            match solution {
                Ok(_) => found += 1,
                Err(SolveError::Unknown(reason)) => {
                    return Ok(Count::AtLeast(found, Incomplete::Stopped(reason)));
                }
                Err(error) => return Err(error),
            }
        }
        let is_max = self.max_solutions.is_some_and(|max| found == u128::from(max));
        Ok(if is_max { Count::AtLeast(found, Incomplete::MaxReached) } else { Count::Exactly(found) })
    }

    /// Returns the board of all candidates that occur in some solution; `None` if there is no solution.
    ///
    /// Solutions are not listed: a proper puzzle takes 2 calls of the solver, the empty 9×9 board about 50.
    ///
    /// # Errors
    /// If a limit is reached or the solver fails.
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
        let (solver, limits) = (self.solver_or_default(), self.limits(puzzle));
        analysis::true_candidates(puzzle, &solver, self.cnf_options(puzzle.geometry().size()), &limits)
    }

    /// Returns a minimal puzzle with the same solutions, by removing redundant givens row by row; `None` if the
    /// puzzle has no solution.
    ///
    /// Cost: one call of the solver per given.
    ///
    /// # Errors
    /// If a limit is reached or the solver fails.
    ///
    /// ```
    /// use sudoku_sat::SolveOptions;
    ///
    /// let minimal = SolveOptions::new().minimize(&"1234341221434321".parse()?)?.unwrap();
    /// assert!(minimal.given_count() < 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minimize(&self, puzzle: &Puzzle) -> Result<Option<Puzzle>, SolveError> {
        let (solver, limits) = (self.solver_or_default(), self.limits(puzzle));
        analysis::minimize(puzzle, &solver, self.cnf_options(puzzle.geometry().size()), &limits)
    }

    /// Returns every given that is redundant by itself: without it, the puzzle has the same solutions. `None` if
    /// the puzzle has no solution. Removing several of them at once may add solutions.
    ///
    /// Cost: one call of the solver per given.
    ///
    /// # Errors
    /// If a limit is reached or the solver fails.
    pub fn redundant_givens(&self, puzzle: &Puzzle) -> Result<Option<Vec<Candidate>>, SolveError> {
        let (solver, limits) = (self.solver_or_default(), self.limits(puzzle));
        analysis::redundant_givens(puzzle, &solver, self.cnf_options(puzzle.geometry().size()), &limits)
    }

    /// Returns the clauses that a solver gets for boards of size `n`.
    #[must_use]
    pub fn cnf_options(&self, n: usize) -> CnfOptions {
        self.policy.options(n)
    }

    /// Returns the solver for one solution on a board of size `n`.
    #[must_use]
    pub fn solver_for_size(&self, n: usize) -> Solver {
        self.solver.clone().unwrap_or_else(|| Solver::for_size(n))
    }

    /// Returns the solver for questions of many calls, which keeps what it learned from call to call.
    #[must_use]
    pub fn solver_or_default(&self) -> Solver {
        self.solver.clone().unwrap_or_default()
    }

    pub(crate) fn solve_with(
        &self,
        preprocessor: &mut Preprocessor,
        puzzle: &Puzzle,
    ) -> Result<Option<Solution>, SolveError> {
        let n = puzzle.geometry().size();
        let (solver, options, limits) = (self.solver_for_size(n), self.cnf_options(n), self.limits(puzzle));
        preprocessor.solutions(puzzle, &solver, options, &limits).next().transpose()
    }

    pub(crate) fn solutions_with<'p>(
        &self,
        preprocessor: &mut Preprocessor,
        puzzle: &'p Puzzle,
    ) -> Solutions<'p> {
        let n = puzzle.geometry().size();
        let solver =
            if self.max_solutions == Some(1) { self.solver_for_size(n) } else { self.solver_or_default() };
        let solutions = preprocessor.solutions(puzzle, &solver, self.cnf_options(n), &self.limits(puzzle));
        solutions.up_to(self.max_solutions.unwrap_or(u64::MAX))
    }

    /// Lists solutions without probing.
    fn sat_solutions<'p>(&self, puzzle: &'p Puzzle) -> Solutions<'p> {
        let options = self.cnf_options(puzzle.geometry().size());
        let solver = self.solver_or_default();
        let solutions = analysis::sat_solutions(puzzle, &solver, options, &self.limits(puzzle));
        solutions.up_to(self.max_solutions.unwrap_or(u64::MAX))
    }

    /// Returns the limits of a question that starts now.
    pub(crate) fn limits(&self, puzzle: &Puzzle) -> Limits {
        let mut limits = Limits::none();
        if let Some(interrupt) = &self.interrupt {
            limits = limits.or_interrupt(interrupt.clone());
        }
        if let Some(time) = self.timeout {
            limits = limits.within(time);
        }
        // A small board takes less time than checking limits; a large one may take very long.
        if puzzle.geometry().size() > 9 { limits.prompt() } else { limits }
    }
}
