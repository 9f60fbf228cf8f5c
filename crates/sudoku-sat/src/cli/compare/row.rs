//! A record of `sudoku-sat compare`.

use serde::Serialize;
use sudoku_sat::compare::Measurement;

/// The measurement of one combination of a puzzle, a solver and an encoding. The fields are the columns of a CSV file.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row<'a> {
    pub(super) id: u64,
    pub(super) file: &'a str,
    pub(super) line: usize,
    pub(super) solver: &'a str,
    pub(super) encoding: &'static str,
    pub(super) at_most_one: &'static str,
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
}

impl<'a> Row<'a> {
    pub(super) fn new(
        id: u64,
        file: &'a str,
        line: usize,
        solver: &'a str,
        runs: usize,
        measured: &Measurement,
    ) -> Self {
        let Measurement { encode, solve, .. } = measured;
        Self {
            id,
            file,
            line,
            solver,
            encoding: measured.encoding,
            at_most_one: measured.at_most_one,
            variables: measured.variables,
            clauses: measured.clauses,
            literals: measured.literals,
            bytes: measured.bytes,
            open_candidates: measured.open_candidates,
            solved_by_propagation: measured.solved_by_propagation,
            runs,
            encode_seconds: encode.median,
            encode_min_seconds: encode.min,
            encode_max_seconds: encode.max,
            solve_seconds: solve.map(|solve| solve.median),
            solve_min_seconds: solve.map(|solve| solve.min),
            solve_max_seconds: solve.map(|solve| solve.max),
            decisions: measured.statistics.map(|statistics| statistics.decisions),
            conflicts: measured.statistics.map(|statistics| statistics.conflicts),
            propagations: measured.statistics.map(|statistics| statistics.propagations),
            restarts: measured.statistics.map(|statistics| statistics.restarts),
        }
    }
}
