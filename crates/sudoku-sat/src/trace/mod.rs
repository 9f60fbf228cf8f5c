//! Traces: everything that the native solver does with the clauses of a puzzle, as a sequence of events.
//!
//! The solver runs on the clauses that `sudoku-cnf` writes for the whole board, so the clause numbers in a trace are
//! those of the DIMACS file. Learned clauses continue the numbering. Together with the deletions, they are a DRAT proof.
//!
//! ```
//! use std::ops::ControlFlow;
//! use sudoku_sat::trace::{TraceEvent, TraceOptions, trace};
//! use sudoku_sat::{Limits, Puzzle};
//!
//! let puzzle: Puzzle = "1......2..3.....".parse()?;
//! let mut decisions = 0;
//! let end = trace(&puzzle, &TraceOptions::default(), &Limits::none(), |event| {
//!     decisions += u64::from(matches!(event, TraceEvent::Decide { .. }));
//!     ControlFlow::Continue(())
//! })?;
//! assert!(end.solution.is_some());
//! assert_eq!(end.statistics.decisions, decisions);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod event;
mod recorder;

use std::ops::ControlFlow;

use sudoku_cnf::clauses::meaning::Meaning;
use sudoku_cnf::puzzle::rule::Rule;
use sudoku_cnf::text::Alphabet;
use sudoku_cnf::{Cnf, CnfOptions, Problem, Puzzle, Solution};

use crate::ask::{observed_cnf, sat_solutions};
use crate::proof::blocking_clause;
use crate::search::SolveError;
use crate::solver::{Limits, ObservedSearch, Outcome, Solver, Statistics, StopReason};
pub use event::TraceEvent;
use recorder::Recorder;

/// The version of the events. It changes when a field is removed or changes its meaning.
pub const VERSION: u32 = 1;

/// Options of a [`trace`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceOptions {
    /// The encoding. The trace always refers to the CNF of the whole board, so `reduce` and `compact` are ignored.
    pub cnf: CnfOptions,
    /// Selects the random choices of the solver. Without a seed, there are none.
    pub seed: Option<u64>,
    /// The number of conflicts after which the trace ends.
    pub max_conflicts: Option<u64>,
    /// Whether to search for a second solution: a clause at the end of the CNF excludes the first one.
    pub excludes_solution: bool,
    /// Whether the trace starts with the clauses of the CNF.
    pub lists_clauses: bool,
    /// The alphabet of the digits in words, or `None` for decimal numbers.
    pub alphabet: Option<Alphabet>,
}

/// The end of a [`trace`].
#[derive(Clone, Debug)]
pub struct TraceEnd {
    /// The solution that a clause at the end of the CNF excludes.
    pub excluded: Option<Solution>,
    /// The solution that the solver found.
    pub solution: Option<Solution>,
    /// The reason why the search was stopped. Without a reason and a solution, the clauses have been refuted.
    pub stopped: Option<StopReason>,
    /// The effort of the search.
    pub statistics: Statistics,
}

/// Solves `puzzle` with the native solver, and calls `sink` with each event. The trace ends early if `sink` breaks.
///
/// The last event is an [`TraceEvent::End`] unless `sink` breaks. A solution has passed the rule checker.
///
/// # Errors
/// Returns an error if the CNF has too many variables, if a limit is reached before the search starts, or if the model
/// is not a solution.
pub fn trace(
    puzzle: &Puzzle,
    options: &TraceOptions,
    limits: &Limits,
    mut sink: impl FnMut(&TraceEvent) -> ControlFlow<()>,
) -> Result<TraceEnd, SolveError> {
    let problem = Problem::new(puzzle, options.cnf.whole());
    let excluded = if options.excludes_solution {
        sat_solutions(puzzle, &Solver::Native, options.cnf, limits).next().transpose()?
    } else {
        None
    };
    let blocking = excluded.as_ref().map(blocking_clause);
    let cnf = observed_cnf(&problem, blocking.as_deref(), limits)?;
    let meaning = Meaning::new(puzzle.geometry(), problem.numbering()).with_alphabet(options.alphabet);
    let start = start(&problem, options, &cnf, blocking.is_some());
    if sink(&start).is_break() {
        return Ok(TraceEnd { excluded, ..broken() });
    }
    if options.lists_clauses {
        for (index, literals) in cnf.clauses().enumerate() {
            let event = TraceEvent::Clause {
                clause: index + 1,
                literals: literals.to_vec(),
                meaning: meaning.clause(literals),
            };
            if sink(&event).is_break() {
                return Ok(TraceEnd { excluded, ..broken() });
            }
        }
    }
    let mut search = match options.seed {
        Some(seed) => ObservedSearch::with_seed(&cnf, seed),
        None => ObservedSearch::new(&cnf),
    };
    let mut recorder = Recorder::new(&cnf, meaning, options.max_conflicts, &mut sink);
    let outcome = search.solve(limits, &mut recorder);
    if recorder.finish().is_break() {
        return Ok(TraceEnd { excluded, ..broken() });
    }
    let mut end = TraceEnd { excluded, solution: None, stopped: None, statistics: search.statistics() };
    match outcome {
        Outcome::Satisfiable(model) => {
            let solution = Solution::check(problem.decode(&model)?, puzzle)?;
            if end.excluded.as_ref() == Some(&solution) {
                return Err(SolveError::Internal("the solver has found the excluded solution".to_owned()));
            }
            end.solution = Some(solution);
        }
        Outcome::Unsatisfiable(_) => {}
        Outcome::Unknown(reason) => end.stopped = Some(reason),
    }
    let _ = sink(&TraceEvent::end(&end));
    Ok(end)
}

fn start(problem: &Problem, options: &TraceOptions, cnf: &Cnf, has_blocking_clause: bool) -> TraceEvent {
    let CnfOptions { encoding, sum_encoding, .. } = problem.options();
    let puzzle = problem.puzzle();
    TraceEvent::Start {
        version: VERSION,
        puzzle: puzzle.to_string(),
        rules: puzzle.rules().iter().map(Rule::sentence).collect(),
        encoding: encoding.name(),
        at_most_one: problem.options().scheme().name(),
        sum_encoding: sum_encoding.name(),
        seed: options.seed,
        variables: cnf.variable_count(),
        clauses: cnf.len(),
        excludes_solution: has_blocking_clause,
    }
}

/// Returns the end of a trace whose sink broke.
fn broken() -> TraceEnd {
    TraceEnd {
        excluded: None,
        solution: None,
        stopped: Some(StopReason::Interrupted),
        statistics: Statistics::default(),
    }
}
