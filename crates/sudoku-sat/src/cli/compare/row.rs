//! A record of `sudoku-sat compare`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use sudoku_cnf::cli::puzzles::Item;
use sudoku_sat::Statistics;
use sudoku_sat::compare::Measurement;

use crate::cli::args::CompareArgs;

/// The measurement of one combination of a puzzle, a solver and an encoding. The fields are the columns of a CSV file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row<'a> {
    pub(super) id: u64,
    pub(super) file: Cow<'a, str>,
    pub(super) line: usize,
    pub(super) solver: Cow<'a, str>,
    pub(super) encoding: Cow<'a, str>,
    pub(super) at_most_one: Cow<'a, str>,
    pub(super) variables: usize,
    pub(super) clauses: usize,
    pub(super) literals: usize,
    pub(super) bytes: usize,
    /// The number of candidates that unit propagation leaves open.
    pub(super) open_candidates: Option<usize>,
    pub(super) solved_by_propagation: bool,
    pub(super) runs: usize,
    /// The median of the encoding times.
    pub(super) encode_seconds: f64,
    pub(super) encode_min_seconds: f64,
    pub(super) encode_max_seconds: f64,
    /// The median of the solving times.
    pub(super) solve_seconds: Option<f64>,
    pub(super) solve_min_seconds: Option<f64>,
    pub(super) solve_max_seconds: Option<f64>,
    /// The effort of the first run, if the solver reports it.
    pub(super) decisions: Option<u64>,
    pub(super) conflicts: Option<u64>,
    pub(super) propagations: Option<u64>,
    pub(super) restarts: Option<u64>,
    /// The peak memory of an external solver.
    #[serde(default)]
    pub(super) peak_memory_bytes: Option<u64>,
    /// The time limit for each run.
    #[serde(default)]
    pub(super) timeout_seconds: Option<f64>,
}

impl<'a> Row<'a> {
    /// Returns the row of a puzzle in `line` of its file.
    pub(super) fn new(
        item: &'a Item,
        line: usize,
        solver: &'a str,
        args: &CompareArgs,
        measured: &Measurement,
    ) -> Self {
        let Measurement { encode, solve, .. } = measured;
        let effort = |field: fn(Statistics) -> u64| measured.statistics.map(field);
        Self {
            id: item.id,
            file: (&*item.file).into(),
            line,
            solver: solver.into(),
            encoding: measured.encoding.into(),
            at_most_one: measured.at_most_one.into(),
            variables: measured.variables,
            clauses: measured.clauses,
            literals: measured.literals,
            bytes: measured.bytes,
            open_candidates: measured.open_candidates,
            solved_by_propagation: measured.solved_by_propagation,
            runs: args.repeat,
            encode_seconds: encode.median,
            encode_min_seconds: encode.min,
            encode_max_seconds: encode.max,
            solve_seconds: solve.map(|solve| solve.median),
            solve_min_seconds: solve.map(|solve| solve.min),
            solve_max_seconds: solve.map(|solve| solve.max),
            decisions: effort(|statistics| statistics.decisions),
            conflicts: effort(|statistics| statistics.conflicts),
            propagations: effort(|statistics| statistics.propagations),
            restarts: effort(|statistics| statistics.restarts),
            peak_memory_bytes: measured.statistics.and_then(|statistics| statistics.peak_memory),
            timeout_seconds: args.solver.time.timeout().map(|timeout| timeout.as_secs_f64()),
        }
    }
}
