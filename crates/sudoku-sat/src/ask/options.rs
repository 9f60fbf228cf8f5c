//! Options for solving and analyzing puzzles: the solver, the encoding and the limits.

use std::time::Duration;

use sudoku_cnf::clauses::encoding::SumEncoding;
use sudoku_cnf::{AtMostOne, Encoding, Lit, Puzzle};

use super::encoding_policy::EncodingPolicy;
use super::extra_clauses::ExtraClauses;
use crate::solver::{Handler, Interrupt, Limits, Solver, Warning};

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
#[must_use]
pub struct SolveOptions {
    pub(super) solver: Option<Solver>,
    pub(super) policy: EncodingPolicy,
    limits: Limits,
    pub(super) timeout: Option<Duration>,
    memory: Option<u64>,
    interrupt: Option<Interrupt>,
    pub(super) max_solutions: Option<u64>,
    pub(crate) extra_clauses: ExtraClauses,
    pub(super) is_single_threaded: bool,
    warnings: Option<Handler<Warning>>,
}

/// Setters that take `impl Into<Option<…>>` accept a value or an [`Option`]. `None` restores the default.
impl SolveOptions {
    /// Returns the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the SAT solver.
    ///
    /// On boards larger than 9×9, the default is [`Solver::for_size`]. [`count`](Self::count) normally uses a counting
    /// search for all but the first solutions. If a solver is set, `count` enumerates the solutions with that solver.
    ///
    /// If an external or custom solver is set, `solve`, `solutions` and `count` pass every puzzle to this solver. An
    /// embedded solver or a portfolio receives only the puzzles that propagation does not solve, unless
    /// [`reduce`](Self::reduce) is `false`.
    pub fn solver(self, solver: impl Into<Option<Solver>>) -> Self {
        Self { solver: solver.into(), ..self }
    }

    /// Uses a single thread for each puzzle, unless a solver is set.
    ///
    /// By default, the solver for boards larger than 16×16 uses several threads (see [`Solver::for_size`]). A single
    /// thread is preferable if the caller solves several puzzles in parallel.
    pub fn single_threaded(self) -> Self {
        Self { is_single_threaded: true, ..self }
    }

    /// Sets the encoding.
    ///
    /// The default is `complete` for boards up to 64×64 and `triad` for larger boards. If an encoding is set,
    /// [`count`](Self::count) enumerates the solutions with a SAT solver instead of using the faster counting search.
    pub fn encoding(mut self, encoding: impl Into<Option<Encoding>>) -> Self {
        self.policy.encoding = encoding.into();
        self
    }

    /// Sets the at-most-one scheme.
    ///
    /// By default, at-most-one constraints are pairwise. If a scheme is set, [`count`](Self::count) enumerates the
    /// solutions with a SAT solver instead of using the faster counting search.
    pub fn at_most_one(mut self, scheme: impl Into<Option<AtMostOne>>) -> Self {
        self.policy.at_most_one = scheme.into();
        self
    }

    /// Sets the encoding of sums in rules.
    pub fn sum_encoding(mut self, encoding: SumEncoding) -> Self {
        self.policy.sum_encoding = encoding;
        self
    }

    /// Sets whether propagation runs before a puzzle is passed to a solver.
    ///
    /// The default is `true`. If `reduce` is `false`, the clauses cover all candidates of the board, and
    /// [`count`](Self::count) enumerates the solutions with a SAT solver. This option does not affect
    /// [`true_candidates`](Self::true_candidates), [`minimize`](Self::minimize) or
    /// [`redundant_givens`](Self::redundant_givens).
    pub fn reduce(mut self, reduce: bool) -> Self {
        self.policy.whole_board = !reduce;
        self
    }

    /// Adds clauses that every solution must satisfy, besides the rules. Their literals are those of
    /// [`Geometry::literal`](sudoku_cnf::Geometry::literal).
    ///
    /// A SAT solver then receives the clauses of the whole board and these clauses. They affect all methods: for
    /// example, a given is redundant if it follows from the other givens, the rules and these clauses. All methods
    /// return [`SolveError::LiteralOutOfRange`](crate::SolveError::LiteralOutOfRange) if a literal belongs neither to a
    /// candidate nor to an [extra variable](Self::extra_variables).
    ///
    /// ```
    /// use sudoku_sat::{Lit, SolveOptions};
    ///
    /// let not_1_in_r1c1 = Lit::from_dimacs(-1).unwrap();
    /// let options = SolveOptions::new().extra_clauses([vec![not_1_in_r1c1]]);
    /// assert_eq!(options.count(&"................".parse()?)?.exact(), Some(288 - 72));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extra_clauses(mut self, clauses: impl IntoIterator<Item = Vec<Lit>>) -> Self {
        self.extra_clauses.clauses.extend(clauses);
        self
    }

    /// Reserves `count` variables for [extra clauses](Self::extra_clauses). Their numbers follow those of the
    /// candidates. A solution counts once, no matter how many values of these variables satisfy the clauses.
    ///
    /// ```
    /// use sudoku_sat::{Candidate, Lit, Puzzle, SolveOptions, Var};
    ///
    /// // A variable that selects one of two digits for a pair of opposite corners.
    /// let puzzle: Puzzle = "................".parse()?;
    /// let literal = |candidate: &str| {
    ///     let Candidate { cell, digit } = candidate.parse().unwrap();
    ///     puzzle.geometry().literal(cell, digit)
    /// };
    /// let choice = Var::new(puzzle.geometry().candidate_count() + 1).unwrap().positive();
    /// let clauses = ["r1c1=1", "r4c4=1"].map(|candidate| vec![!choice, literal(candidate)]);
    /// let others = ["r1c1=2", "r4c4=2"].map(|candidate| vec![choice, literal(candidate)]);
    /// let options = SolveOptions::new().extra_variables(1).extra_clauses(clauses).extra_clauses(others);
    /// assert_eq!(options.count(&puzzle)?.exact(), Some(2 * 18));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extra_variables(mut self, count: usize) -> Self {
        self.extra_clauses.variables = count;
        self
    }

    /// Sets a time limit for each call.
    ///
    /// When the limit is reached, [`count`](Self::count) returns [`Count::AtLeast`](crate::Count::AtLeast), and all
    /// other methods return [`SolveError::Unknown`](crate::SolveError::Unknown). For [`solutions`](Self::solutions),
    /// the limit applies to the time from the call to the end of the iteration.
    pub fn timeout(self, time: impl Into<Option<Duration>>) -> Self {
        Self { timeout: time.into(), ..self }
    }

    /// Sets limits for all calls together. The [`timeout`](Self::timeout) and the other limits of each call apply, too.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets a limit on the memory of the process, in bytes. See [`Limits::with_memory`].
    ///
    /// Reaching the limit has the same effect as reaching the [`timeout`](Self::timeout).
    pub fn memory_limit(self, bytes: impl Into<Option<u64>>) -> Self {
        Self { memory: bytes.into(), ..self }
    }

    /// Sets the function that receives warnings, for example about a portfolio member that failed.
    ///
    /// By default, warnings are ignored.
    pub fn on_warning(self, handler: impl Fn(&Warning) + Send + Sync + 'static) -> Self {
        Self { warnings: Some(Handler::new(handler)), ..self }
    }

    /// Sets an interrupt, which another thread can trigger to stop a running call.
    ///
    /// Triggering `interrupt` has the same effect as reaching the [`timeout`](Self::timeout). On boards up to 9×9, the
    /// embedded varisat solver checks for interrupts during a search only if a time limit is set, or if the interrupt
    /// has a [condition](Interrupt::when).
    pub fn interrupt(self, interrupt: Interrupt) -> Self {
        Self { interrupt: Some(interrupt), ..self }
    }

    /// Limits [`solutions`](Self::solutions) and [`count`](Self::count) to at most `max` solutions.
    pub fn max_solutions(self, max: impl Into<Option<u64>>) -> Self {
        Self { max_solutions: max.into(), ..self }
    }

    /// Returns whether the time of a call that starts now is over.
    pub(super) fn has_no_time(&self) -> bool {
        self.timeout == Some(Duration::ZERO) || self.limits.has_expired()
    }

    /// Returns the limits for a call that starts now.
    pub(crate) fn limits_for(&self, puzzle: &Puzzle) -> Limits {
        let mut limits = self.limits.clone();
        if self.warnings.is_some() {
            limits = limits.with_handler(self.warnings.clone());
        }
        if let Some(interrupt) = &self.interrupt {
            limits = limits.with_interrupt(interrupt.clone());
        }
        if let Some(timeout) = self.timeout {
            let is_earlier = limits.remaining().is_none_or(|remaining| timeout < remaining);
            limits = if is_earlier { limits.within(timeout) } else { limits };
        }
        if self.memory.is_some() {
            limits = limits.with_memory(self.memory);
        }
        // On boards up to 9×9, checking for interrupts noticeably slows down a search. On larger boards, a search may
        // take a very long time, so every solver must check for interrupts.
        if puzzle.geometry().size() > 9 { limits.checked_during_search() } else { limits }
    }
}
