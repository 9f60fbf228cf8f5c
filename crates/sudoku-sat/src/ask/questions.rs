//! The questions about a puzzle, as methods of [`SolveOptions`].

use std::borrow::Cow;

use sudoku_cnf::puzzle::rule::Rule;
use sudoku_cnf::{Candidate, CandidateBoard, CnfOptions, Puzzle, Solution};

use super::given_oracle::GivenOracle;
use super::method::BoardTables;
use super::options::SolveOptions;
use super::{minimize, models, true_candidates, unit_propagation};
use crate::search::{self, Count, Grids, Incomplete, Solutions, SolveError};
use crate::solver::{Limits, Solver};

/// The numbers of solutions that are enumerated before the counting search starts, on boards other than the standard
/// one: by DPLL, and by a SAT solver.
const MOST_BY_DPLL: u64 = 1000;
const MOST_BY_SAT: u64 = 100;

impl SolveOptions {
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
    pub fn solutions<'p>(&self, puzzle: &'p Puzzle) -> Solutions<'p> {
        self.all_solutions(&mut BoardTables::default(), puzzle).up_to(self.max())
    }

    /// Returns an iterator over the solutions of `puzzle`, as [`solutions`](Self::solutions), that owns the puzzle.
    ///
    /// ```
    /// use sudoku_sat::{SolveOptions, Solutions};
    ///
    /// fn first_ten(line: &str) -> Result<Solutions<'static>, sudoku_cnf::text::ReadError> {
    ///     Ok(SolveOptions::new().max_solutions(10).into_solutions(line.parse()?))
    /// }
    /// assert_eq!(first_ten("1...............")?.count(), 10);
    /// # Ok::<(), sudoku_cnf::text::ReadError>(())
    /// ```
    pub fn into_solutions(self, puzzle: Puzzle) -> Solutions<'static> {
        let grids = self.all_grids(&mut BoardTables::default(), &puzzle);
        Solutions::new(Cow::Owned(puzzle), grids).up_to(self.max())
    }

    /// Counts the solutions of `puzzle`, up to [`max_solutions`](Self::max_solutions).
    ///
    /// By default, a counting search multiplies the counts for independent parts of the board, without enumerating the
    /// solutions (see [`search::count`]). On boards other than the standard one, [`solutions`](Self::solutions) first
    /// finds up to 1,000 solutions up to 9×9, and up to 100 on larger boards, because hard boards with few solutions
    /// take the counting search too long. If `solver`, `encoding`, `at_most_one`, `extra_clauses` or `reduce(false)` is
    /// set, the solutions are enumerated with a SAT solver. If a limit is reached, the result is [`Count::AtLeast`].
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
        self.count_up_to(&mut BoardTables::default(), puzzle, self.max_solutions)
    }

    /// Counts up to `most` solutions of `puzzle`. `tables` caches the lookup tables of the board.
    pub(super) fn count_up_to(
        &self,
        tables: &mut BoardTables,
        puzzle: &Puzzle,
        most: Option<u64>,
    ) -> Result<Count, SolveError> {
        let max = most.unwrap_or(u64::MAX);
        if !self.is_default() || !puzzle.rules().is_empty() {
            let (solver, options, limits) = self.analysis_parameters(puzzle);
            let grids = models::sat_grids(puzzle, &solver, options, &self.extra_clauses, &limits);
            return Solutions::new(Cow::Borrowed(puzzle), grids).count_up_to(max);
        }
        let (mut known, limits) = (0, self.limits_for(puzzle));
        if !puzzle.geometry().is_standard() {
            let few = if self.engine_for(puzzle).is_some() { MOST_BY_DPLL } else { MOST_BY_SAT };
            let grids = self.method(puzzle).grids(puzzle, tables, limits.clone());
            let enumerated = Solutions::new(Cow::Borrowed(puzzle), grids).count_up_to(max.min(few))?;
            if max <= few || enumerated != Count::AtLeast(few.into(), Incomplete::MaxReached) {
                return Ok(enumerated);
            }
            known = few.into();
        }
        Ok(search::count_beyond(puzzle, known, most.map_or(u128::MAX, u128::from), limits))
    }

    /// Returns whether `puzzle` has exactly one solution.
    ///
    /// # Errors
    /// Returns an error if a limit is reached before the answer is known, the CNF has too many variables, or the solver
    /// fails.
    ///
    /// ```
    /// use sudoku_sat::SolveOptions;
    ///
    /// let options = SolveOptions::new();
    /// assert!(options.is_unique(&"1.....2...3....4".parse()?)?);
    /// assert!(!options.is_unique(&"1...............".parse()?)?);
    /// assert!(!options.is_unique(&"12..34...1.....3".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_unique(&self, puzzle: &Puzzle) -> Result<bool, SolveError> {
        self.is_unique_with(&mut BoardTables::default(), puzzle)
    }

    /// Like [`is_unique`](Self::is_unique). `tables` caches the lookup tables of the board.
    pub(super) fn is_unique_with(
        &self,
        tables: &mut BoardTables,
        puzzle: &Puzzle,
    ) -> Result<bool, SolveError> {
        match self.count_up_to(tables, puzzle, Some(2))? {
            Count::Exactly(count) => Ok(count == 1),
            Count::AtLeast(2.., _) | Count::AtLeast(_, Incomplete::MaxReached) => Ok(false),
            Count::AtLeast(_, Incomplete::Stopped(reason)) => Err(reason.into()),
        }
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
        true_candidates::true_candidates(puzzle, &solver, options, &self.extra_clauses, &limits)
    }

    /// Returns the candidates that unit propagation alone leaves in the CNF of the whole board, or `None` if it finds a
    /// contradiction.
    ///
    /// The result depends on the encoding, since redundant clauses help unit propagation. A candidate is left if its
    /// variable is not false.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the CNF has too many variables.
    ///
    /// ```
    /// use sudoku_sat::{Encoding, SolveOptions};
    ///
    /// let puzzle = ".......1....1...".parse()?;
    /// let left = |encoding| {
    ///     let board = SolveOptions::new().encoding(encoding).unit_propagation(&puzzle);
    ///     board.map(|board| board.map(|board| board.candidate_count()))
    /// };
    /// assert_eq!((left(Encoding::Minimal)?, left(Encoding::Complete)?), (Some(52), Some(40)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unit_propagation(&self, puzzle: &Puzzle) -> Result<Option<CandidateBoard>, SolveError> {
        let options = self.cnf_options(puzzle.geometry().size());
        let problem = self.extra_clauses.problem(puzzle, options.whole())?;
        unit_propagation::unit_propagation(&problem, &self.limits_for(puzzle))
    }

    /// Returns a puzzle with the same solutions as `puzzle` and without redundant rules. Rules at the end of the list
    /// are removed first.
    ///
    /// A rule is redundant if the puzzle has the same solutions without it. A mark may also exempt its cells from other
    /// rules, for example a dot from the rule that all dots are given. Without the mark, these rules are stricter, so
    /// solutions may be gained or lost.
    ///
    /// For each rule, a solver enumerates the solutions without this rule until one violates it. If the rule changes
    /// the meaning of others, the solver also enumerates the solutions with this rule.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the CNF has too many variables, or the solver fails.
    pub fn minimize_rules(&self, puzzle: &Puzzle) -> Result<Puzzle, SolveError> {
        let options = self.during_one_call(puzzle);
        minimize::minimize_rules(puzzle, |puzzle| options.all_solutions(&mut BoardTables::default(), puzzle))
    }

    /// Returns the redundant rules of `puzzle`: those without which it has the same solutions (see
    /// [`minimize_rules`](Self::minimize_rules)). Each of them is redundant on its own.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the CNF has too many variables, or the solver fails.
    pub fn redundant_rules(&self, puzzle: &Puzzle) -> Result<Vec<Rule>, SolveError> {
        let options = self.during_one_call(puzzle);
        minimize::redundant_rules(puzzle, |puzzle| options.all_solutions(&mut BoardTables::default(), puzzle))
    }

    /// Returns these options with the limits of a call that starts now.
    fn during_one_call(&self, puzzle: &Puzzle) -> Self {
        self.clone().timeout(None).limits(self.limits_for(puzzle))
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
        let limits = self.limits_for(puzzle);
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
        let limits = self.limits_for(puzzle);
        minimize::redundant_givens(puzzle, &mut self.given_oracle(puzzle, &limits)?, &limits)
    }

    fn given_oracle(&self, puzzle: &Puzzle, limits: &Limits) -> Result<GivenOracle, SolveError> {
        if self.engine_for(puzzle).is_some() {
            return Ok(GivenOracle::Dpll(BoardTables::default()));
        }
        let (solver, options, _) = self.analysis_parameters(puzzle);
        GivenOracle::sat(puzzle, &solver, options, &self.extra_clauses, limits)
    }

    /// Returns an iterator over all solutions. `tables` caches the lookup tables of the board.
    pub(super) fn all_solutions<'p>(&self, tables: &mut BoardTables, puzzle: &'p Puzzle) -> Solutions<'p> {
        Solutions::new(Cow::Borrowed(puzzle), self.all_grids(tables, puzzle))
    }

    fn all_grids(&self, tables: &mut BoardTables, puzzle: &Puzzle) -> Grids {
        self.method(puzzle).grids(puzzle, tables, self.limits_for(puzzle))
    }

    /// Returns the maximum number of solutions.
    pub(super) fn max(&self) -> u64 {
        self.max_solutions.unwrap_or(u64::MAX)
    }

    /// Returns the solver, the CNF options and the limits for `puzzle`.
    fn analysis_parameters(&self, puzzle: &Puzzle) -> (Solver, CnfOptions, Limits) {
        let solver = self.solver_for(puzzle);
        let options = self.cnf_options_for(&solver, puzzle.geometry().size());
        (solver, options, self.limits_for(puzzle))
    }
}
