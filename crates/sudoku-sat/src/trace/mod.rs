//! Traces: everything that the native solver does with the clauses of a puzzle, as a sequence of events.
//!
//! The solver runs on the clauses that `sudoku-cnf` writes for the whole board, so the clause numbers in a trace are
//! those of the DIMACS file. Learned clauses continue the numbering. Together with the deletions, they are a DRAT
//! proof.
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
use sudoku_cnf::{Cnf, CnfOptions, Lit, Problem, Puzzle, Solution};

use crate::ask::{observed_cnf, sat_solutions};
use crate::proof::blocking_clause;
use crate::search::SolveError;
use crate::solver::{DecisionsEnd, Limits, ObservedSearch, Outcome, Solver, Statistics, StopReason};
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
    /// The reason why the search was stopped. If there is neither a reason nor a solution, the clauses have been
    /// refuted.
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
    let excluded = excluded(puzzle, options, limits)?;
    let run = observe(&problem, options, excluded.as_ref(), limits, &mut sink, |search, recorder| {
        let outcome = search.solve(limits, recorder);
        (outcome, search.statistics())
    })?;
    let Some((outcome, statistics)) = run else {
        let (stopped, statistics) = (Some(StopReason::Interrupted), Statistics::default());
        return Ok(TraceEnd { excluded, solution: None, stopped, statistics });
    };
    let mut end = TraceEnd { excluded, solution: None, stopped: None, statistics };
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

/// Makes the decisions of the caller instead of those of the solver, with unit propagation before and after each of
/// them, and calls `sink` with each event.
///
/// The decisions end at a conflict, from which the solver learns a clause, or at a literal that already has a value.
/// There is no [`TraceEvent::End`]. Returns `None` if `sink` breaks.
///
/// # Errors
/// Returns an error if the CNF has too many variables, or if a limit is reached.
///
/// ```
/// use std::ops::ControlFlow;
/// use sudoku_sat::solver::DecisionsEnd;
/// use sudoku_sat::trace::{TraceOptions, what_if};
/// use sudoku_sat::{Candidate, Limits, Puzzle};
///
/// let puzzle: Puzzle = "1......2..3.....".parse()?;
/// let wrong: Candidate = "r1c2=2".parse()?;
/// let literal = puzzle.geometry().literal(wrong.cell, wrong.digit);
/// let ignore = |_: &_| ControlFlow::Continue(());
/// let end = what_if(&puzzle, &TraceOptions::default(), &[literal], &Limits::none(), ignore)?;
/// assert_eq!(end, Some(DecisionsEnd::Assigned(literal)), "r1c2 cannot be 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn what_if(
    puzzle: &Puzzle,
    options: &TraceOptions,
    decisions: &[Lit],
    limits: &Limits,
    mut sink: impl FnMut(&TraceEvent) -> ControlFlow<()>,
) -> Result<Option<DecisionsEnd>, SolveError> {
    let problem = Problem::new(puzzle, options.cnf.whole());
    let excluded = excluded(puzzle, options, limits)?;
    observe(&problem, options, excluded.as_ref(), limits, &mut sink, |search, recorder| {
        search.decide(decisions, recorder)
    })
}

/// Reports the start, calls `run` with a search on the clauses of `problem`, and returns its result, or `None` if
/// `sink` breaks.
fn observe<T>(
    problem: &Problem,
    options: &TraceOptions,
    excluded: Option<&Solution>,
    limits: &Limits,
    sink: &mut dyn FnMut(&TraceEvent) -> ControlFlow<()>,
    run: impl FnOnce(&mut ObservedSearch, &mut Recorder<'_>) -> T,
) -> Result<Option<T>, SolveError> {
    let blocking = excluded.map(blocking_clause);
    let cnf = observed_cnf(problem, blocking.as_deref(), limits)?;
    let geometry = problem.puzzle().geometry();
    let meaning = Meaning::new(geometry, problem.numbering()).with_alphabet(options.alphabet);
    let start = start(problem, options, &cnf, blocking.is_some());
    if sink(&start).is_break() {
        return Ok(None);
    }
    if options.lists_clauses {
        for (index, literals) in cnf.clauses().enumerate() {
            let event = TraceEvent::Clause {
                clause: index + 1,
                literals: literals.to_vec(),
                meaning: meaning.clause(literals),
            };
            if sink(&event).is_break() {
                return Ok(None);
            }
        }
    }
    let mut search = match options.seed {
        Some(seed) => ObservedSearch::with_seed(&cnf, seed),
        None => ObservedSearch::new(&cnf),
    };
    let mut recorder = Recorder::new(&cnf, meaning, options.max_conflicts, sink);
    let result = run(&mut search, &mut recorder);
    Ok(recorder.finish().is_continue().then_some(result))
}

/// Returns the solution that a clause of the trace excludes, if any.
fn excluded(
    puzzle: &Puzzle,
    options: &TraceOptions,
    limits: &Limits,
) -> Result<Option<Solution>, SolveError> {
    let first = || sat_solutions(puzzle, &Solver::Native, options.cnf, limits).next();
    options.excludes_solution.then(first).flatten().transpose()
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

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::Candidate;

    /// Returns how the decisions end, and the names of the events after the last decision.
    fn end(puzzle: &str, decisions: &[&str]) -> (DecisionsEnd, Vec<&'static str>) {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let literal = |text: &&str| {
            let Candidate { cell, digit } = text.parse().unwrap();
            puzzle.geometry().literal(cell, digit)
        };
        let decisions: Vec<_> = decisions.iter().map(literal).collect();
        let mut names = Vec::new();
        let end = what_if(&puzzle, &TraceOptions::default(), &decisions, &Limits::none(), |event| {
            match event {
                TraceEvent::Decide { .. } => names.clear(),
                TraceEvent::Propagate { .. } => names.push("propagate"),
                TraceEvent::Conflict { .. } => names.push("conflict"),
                TraceEvent::Learn { .. } => names.push("learn"),
                _ => {}
            }
            names.dedup();
            ControlFlow::Continue(())
        });
        (end.unwrap().unwrap(), names)
    }

    #[test]
    fn decisions_end_at_conflicts_and_known_values() {
        let puzzle = "12..............";
        assert_eq!(end(puzzle, &["r4c4=1", "r3c3=2"]), (DecisionsEnd::Complete, vec!["propagate"]));
        // Row 1 needs a 3 in one of its last two cells.
        let (end_of_conflict, names) = end(puzzle, &["r2c3=3", "r4c4=1"]);
        assert_eq!(end_of_conflict, DecisionsEnd::Conflict);
        assert!(names.ends_with(&["conflict", "learn", "propagate"]), "{names:?}");
        assert!(matches!(end(puzzle, &["r4c1=1"]).0, DecisionsEnd::Assigned(_)));
    }
}
