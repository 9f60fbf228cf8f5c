//! Measurements for comparing encodings and solvers: CNF size, encoding time and solving time.

use std::borrow::Cow;
use std::io;

use sudoku_cnf::clauses::stats::Stats;
use sudoku_cnf::clock::Instant;
use sudoku_cnf::files::dimacs::DimacsWriter;
use sudoku_cnf::{CandidateBoard, ClauseSink, CnfOptions, Lit, Problem, Puzzle};

use crate::ask::{SolveOptions, open_candidates, sat_grids};
use crate::search::{Solutions, SolveError};
use crate::solver::{LimitPoller, Statistics, StopReason};

/// The size of the largest board whose whole CNF is propagated.
const MAX_PROPAGATED_SIZE: usize = 36;

/// The CNF size and the times measured for one encoding of a puzzle.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Measurement {
    /// The name of the encoding.
    pub encoding: &'static str,
    /// The name of the at-most-one scheme.
    pub at_most_one: &'static str,
    /// The number of variables, including auxiliary variables.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// The total number of literals in the clauses.
    pub literals: usize,
    /// The size of the DIMACS text in bytes, excluding comments.
    pub bytes: usize,
    /// The number of candidates that unit propagation neither places nor excludes in the CNF of the whole board, or
    /// `None` if the board is larger than 36×36.
    pub open_candidates: Option<usize>,
    /// Whether propagation alone solved the puzzle before it was encoded. The CNF then has only unit clauses.
    pub solved_by_propagation: bool,
    /// The time needed to encode the puzzle as DIMACS text. The text is not written to disk.
    ///
    /// If the CNF is reduced, the time includes propagation.
    pub encode: Timing,
    /// The time needed to encode and solve the puzzle.
    ///
    /// Solving means finding and verifying one solution, or proving that there is none. The value is `None` if the
    /// solver stopped without an answer in any run.
    pub solve: Option<Timing>,
    /// The effort of the first run that found an answer, or `None` if the solver does not report it.
    pub statistics: Option<Statistics>,
}

/// The times of several runs of the same computation, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Timing {
    /// The median. For an even number of runs, it is the mean of the two middle times.
    pub median: f64,
    /// The shortest time.
    pub min: f64,
    /// The longest time.
    pub max: f64,
}

impl Timing {
    /// Returns the median and the range of `seconds`, or `None` if there are no times.
    ///
    /// ```
    /// use sudoku_sat::compare::Timing;
    ///
    /// assert_eq!(Timing::of(vec![4.0, 1.0, 2.0, 3.0]), Some(Timing { median: 2.5, min: 1.0, max: 4.0 }));
    /// assert_eq!(Timing::of(vec![]), None);
    /// ```
    pub fn of(mut seconds: Vec<f64>) -> Option<Self> {
        seconds.sort_by(f64::total_cmp);
        let (&min, &max) = (seconds.first()?, seconds.last()?);
        let middle = seconds.len() / 2;
        let median = if seconds.len() % 2 == 1 {
            seconds[middle]
        } else {
            f64::midpoint(seconds[middle - 1], seconds[middle])
        };
        Some(Self { median, min, max })
    }
}

/// Encodes and solves `puzzle` `runs` times, and returns the CNF size, the encoding times and the solving times.
///
/// `options` selects the encoding, and `solve` provides the solver, the extra clauses and the limits. If the solver
/// stops without an answer, it is not run again. At least one run is measured, even if `runs` is 0.
///
/// The limits apply to each step separately: to computing the size, to each encoding, and to each search for a
/// solution.
///
/// # Errors
/// Returns an error if the CNF has too many variables, if the solver fails, or if a limit is reached before the CNF is
/// encoded.
///
/// ```
/// use sudoku_cnf::Encoding;
/// use sudoku_sat::{SolveOptions, compare};
///
/// let puzzle = "1...............".parse()?;
/// let measured = compare::measure(&puzzle, Encoding::Triad.into(), &SolveOptions::new(), 3)?;
/// assert_eq!((measured.variables, measured.clauses), (128, 497));
/// assert_eq!(measured.open_candidates, Some(64 - 11));
/// let solve = measured.solve.unwrap();
/// assert!(solve.min <= solve.median && solve.median <= solve.max);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(
    puzzle: &Puzzle,
    options: CnfOptions,
    solve: &SolveOptions,
    runs: usize,
) -> Result<Measurement, SolveError> {
    let solver = solve.solver_or_default();
    measure_by(puzzle, options, solve, runs, || {
        let grids = sat_grids(puzzle, &solver, options, &solve.extra_clauses, &solve.limits_for(puzzle));
        Solutions::new(Cow::Borrowed(puzzle), grids)
    })
}

/// Like [`measure`], but searches for a solution with `search`.
///
/// The encoding affects only the size and the encoding times.
///
/// # Errors
/// Returns an error if the CNF has too many variables, if a limit is reached before the CNF is encoded, or the first
/// error of `search` for any reason other than reaching a limit.
pub fn measure_by<'p>(
    puzzle: &Puzzle,
    options: CnfOptions,
    solve: &SolveOptions,
    runs: usize,
    mut search: impl FnMut() -> Solutions<'p>,
) -> Result<Measurement, SolveError> {
    let runs = runs.max(1);
    let stats = size(puzzle, options, solve)?;
    let open_candidates = match puzzle.geometry().size() {
        0..=MAX_PROPAGATED_SIZE => Some(open(puzzle, options, solve)?),
        _ => None,
    };
    let (mut encode_times, mut solve_times) = (Vec::with_capacity(runs), Vec::with_capacity(runs));
    let (mut solved_by_propagation, mut statistics) = (false, None);
    for run in 0..runs {
        let start = Instant::now();
        let problem = encode(puzzle, options, solve)?;
        encode_times.push(start.elapsed().as_secs_f64());
        solved_by_propagation = problem.board().is_some_and(CandidateBoard::is_solved);
        // A solver that reached its limit would probably do so again.
        if solve_times.len() == run {
            let start = Instant::now();
            let mut solutions = search();
            match solutions.next() {
                None | Some(Ok(_)) => {
                    solve_times.push(start.elapsed().as_secs_f64());
                    statistics = statistics.or_else(|| solutions.statistics());
                }
                Some(Err(SolveError::Unknown(_))) => {}
                Some(Err(error)) => return Err(error),
            }
        }
    }
    let is_answered = solve_times.len() == runs;
    Ok(Measurement {
        encoding: options.encoding.name(),
        at_most_one: options.scheme().name(),
        variables: stats.variables,
        clauses: stats.clauses,
        literals: stats.literals,
        bytes: stats.bytes,
        open_candidates,
        solved_by_propagation,
        encode: Timing::of(encode_times).unwrap_or(Timing { median: 0.0, min: 0.0, max: 0.0 }),
        solve: Timing::of(solve_times).filter(|_| is_answered),
        statistics,
    })
}

/// Returns the number of candidates that unit propagation leaves open in the CNF of the whole board.
fn open(puzzle: &Puzzle, options: CnfOptions, solve: &SolveOptions) -> Result<usize, SolveError> {
    let problem = solve.extra_clauses.problem(puzzle, options.whole())?;
    open_candidates(&problem, &solve.limits_for(puzzle))
}

/// Computes the size of the CNF.
fn size(puzzle: &Puzzle, options: CnfOptions, solve: &SolveOptions) -> Result<Stats, SolveError> {
    let limits = solve.limits_for(puzzle);
    let check = || limits.check().map_err(SolveError::Unknown);
    Ok(Stats::of_while(&solve.extra_clauses.problem(puzzle, options)?, check)??)
}

/// Encodes the puzzle as DIMACS text, which is discarded.
fn encode(puzzle: &Puzzle, options: CnfOptions, solve: &SolveOptions) -> Result<Problem, SolveError> {
    let limits = solve.limits_for(puzzle);
    let check = || limits.check().map_err(SolveError::Unknown);
    let problem = solve.extra_clauses.problem(puzzle, options)?;
    let size = problem.interruptible_size(check)??;
    let mut writer = DimacsWriter::new(io::sink());
    // Writing to a sink cannot fail.
    let _ = writer.header(size.variables, size.clauses);
    problem.encode(&mut LimitedWriter { writer, poller: LimitPoller::new(limits) })?;
    Ok(problem)
}

/// A DIMACS writer that discards the text and stops when a limit is reached.
struct LimitedWriter {
    writer: DimacsWriter<io::Sink>,
    poller: LimitPoller,
}

impl ClauseSink for LimitedWriter {
    type Error = StopReason;

    fn prepare(&mut self) -> Result<(), StopReason> {
        self.poller.steps(1024)
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), StopReason> {
        // Writing to a sink cannot fail.
        let _ = self.writer.add_clause(clause);
        self.poller.step()
    }

    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> Result<(), StopReason> {
        let _ = self.writer.add_exclusions(first, others);
        self.poller.steps(others.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Engine, WithoutSolver, failed};
    use crate::solver::Limits;
    use std::iter;
    use std::time::Duration;
    use sudoku_cnf::{BoxShape, Encoding, Geometry};

    #[test]
    fn the_time_limit_includes_the_encoding() {
        let puzzle = Puzzle::empty(Geometry::new(BoxShape::new(20, 20).unwrap()).into());
        let solve = SolveOptions::new().timeout(Duration::from_millis(50));
        for options in [Encoding::Complete, Encoding::Triad] {
            let measured = measure(&puzzle, options.into(), &solve, 1);
            assert!(matches!(measured, Err(SolveError::Unknown(StopReason::TimeLimit))), "{measured:?}");
        }
    }

    #[test]
    fn a_solver_without_an_answer_is_not_run_again() {
        let puzzle: Puzzle = "1...............".parse().unwrap();
        let mut runs = 0;
        let measured = measure_by(&puzzle, Encoding::Minimal.into(), &SolveOptions::new(), 5, || {
            runs += 1;
            let stopped = failed(SolveError::Unknown(StopReason::TimeLimit));
            let grids = if runs < 2 { Box::new(WithoutSolver(iter::empty())) } else { stopped };
            Solutions::new(Cow::Borrowed(&puzzle), grids)
        });
        let measured = measured.unwrap();
        assert_eq!((runs, measured.solve, measured.solved_by_propagation), (2, None, false));
        assert!(measured.encode.min > 0.0);
    }

    #[test]
    fn propagation_can_solve_a_puzzle() {
        let puzzle: Puzzle = "123.34.2.1434.21".parse().unwrap();
        for (options, expected) in
            [(CnfOptions::default().reduced(), true), (CnfOptions::default().whole(), false)]
        {
            let search = || Engine::Backtrack.solutions(&puzzle, Limits::none());
            let measured = measure_by(&puzzle, options, &SolveOptions::new(), 1, search).unwrap();
            assert_eq!(measured.solved_by_propagation, expected);
        }
    }
}
