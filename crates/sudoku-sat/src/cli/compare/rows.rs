//! The output of `sudoku-sat compare`: a table, CSV or JSON Lines.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use sudoku_cnf::cli::{Failure, output};
use sudoku_sat::compare::{Measurement, Timing};

use super::super::print_data;

/// The measurement of one combination of a puzzle, a solver and an encoding. The fields are the columns of a CSV file.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row<'a> {
    id: u64,
    file: &'a str,
    line: usize,
    solver: &'a str,
    encoding: &'static str,
    at_most_one: &'static str,
    variables: usize,
    clauses: usize,
    literals: usize,
    bytes: usize,
    /// The number of candidates that unit propagation leaves open.
    open_candidates: Option<usize>,
    solved_by_propagation: bool,
    runs: usize,
    /// The median of the encoding times.
    encode_seconds: f64,
    encode_min_seconds: f64,
    encode_max_seconds: f64,
    /// The median of the solving times.
    solve_seconds: Option<f64>,
    solve_min_seconds: Option<f64>,
    solve_max_seconds: Option<f64>,
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
        }
    }
}

/// The columns that a table needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) several_puzzles: bool,
    pub(super) several_solvers: bool,
    pub(super) several_runs: bool,
}

/// Prints rows in one of the output formats.
pub(super) enum Output {
    Table(Table),
    Json,
    Csv(Box<csv::Writer<output::Output>>),
}

impl Output {
    pub(super) fn new(format: &str, layout: Layout) -> Result<Self, Failure> {
        Ok(match format {
            "json" => Self::Json,
            "csv" => {
                let mut builder = csv::WriterBuilder::new();
                Self::Csv(Box::new(builder.has_headers(output::is_empty()).from_writer(output::Output)))
            }
            _ => Self::Table(Table::new(layout)?),
        })
    }

    pub(super) fn write(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        match self {
            Self::Table(table) => table.add(row),
            Self::Json => print_data(&serde_json::to_string(row).map_err(anyhow::Error::from)?),
            Self::Csv(writer) => {
                let written = writer.serialize(row).map_err(io::Error::from).and_then(|()| writer.flush());
                written.map_err(output::failure)
            }
        }
    }

    pub(super) fn finish(&self) -> Result<(), Failure> {
        match self {
            Self::Table(table) => table.finish(),
            Self::Json | Self::Csv(_) => Ok(()),
        }
    }
}

/// A table with one line for each combination of a solver, an encoding and an at-most-one scheme.
///
/// For a single puzzle, a line is printed as soon as it is measured. For several puzzles, the lines summarize all
/// puzzles.
pub(super) struct Table {
    layout: Layout,
    /// The totals of all combinations, in the order in which they were first measured.
    totals: Vec<Total>,
}

/// The measurements of one combination for all puzzles.
struct Total {
    solver: String,
    encoding: &'static str,
    at_most_one: &'static str,
    /// The sums of the numbers of variables, clauses, literals and bytes.
    sizes: [usize; 4],
    /// The sum of the numbers of candidates that unit propagation leaves open.
    open_candidates: Option<usize>,
    puzzles: usize,
    encode_seconds: Vec<f64>,
    /// The times of the puzzles that were solved.
    solve_seconds: Vec<f64>,
    fastest: f64,
    slowest: f64,
}

/// The titles of the columns of sizes. The widths fit the CNF of a 1000x1000 board.
const SIZES: [(&str, usize); 4] = [("variables", 10), ("clauses", 12), ("literals", 12), ("bytes", 13)];
const OPEN_WIDTH: usize = 7;
const TIME_WIDTH: usize = 13;

impl Table {
    fn new(layout: Layout) -> Result<Self, Failure> {
        let table = Self { layout, totals: Vec::new() };
        if !layout.several_puzzles {
            table.print_header()?;
        }
        Ok(table)
    }

    fn add(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        let is_same = |total: &&mut Total| {
            (&*total.solver, total.encoding, total.at_most_one) == (row.solver, row.encoding, row.at_most_one)
        };
        if !self.layout.several_puzzles {
            return print_data(&self.line(&Total::of(row)));
        }
        if let Some(total) = self.totals.iter_mut().find(is_same) {
            total.add(row);
        } else {
            self.totals.push(Total::of(row));
        }
        Ok(())
    }

    fn finish(&self) -> Result<(), Failure> {
        if self.totals.is_empty() {
            return Ok(());
        }
        self.print_header()?;
        self.totals.iter().try_for_each(|total| print_data(&self.line(total)))
    }

    /// Returns whether the table has columns for the shortest and the longest solving time.
    fn has_range(&self) -> bool {
        self.layout.several_puzzles || self.layout.several_runs
    }

    fn print_header(&self) -> Result<(), Failure> {
        let mut line = self.start("solver", "encoding", "amo");
        for (title, width) in SIZES {
            push(&mut line, title, width);
        }
        push(&mut line, "open", OPEN_WIDTH);
        push(&mut line, "encode (ms)", TIME_WIDTH);
        push(&mut line, "solve (ms)", TIME_WIDTH);
        if self.has_range() {
            push(&mut line, "min (ms)", TIME_WIDTH);
            push(&mut line, "max (ms)", TIME_WIDTH);
        }
        if self.layout.several_puzzles {
            line.push_str("  solved");
        }
        print_data(&line)
    }

    fn line(&self, total: &Total) -> String {
        let mut line = self.start(&total.solver, total.encoding, total.at_most_one);
        // For several puzzles, the table shows the rounded mean.
        let mean = |sum: usize| ((sum + total.puzzles / 2) / total.puzzles).to_string();
        for (sum, (_, width)) in total.sizes.into_iter().zip(SIZES) {
            push(&mut line, &mean(sum), width);
        }
        push(&mut line, &total.open_candidates.map_or_else(|| "-".to_owned(), mean), OPEN_WIDTH);
        let median = |seconds: &Vec<f64>| Timing::of(seconds.clone()).map(|timing| timing.median);
        push(&mut line, &milliseconds(median(&total.encode_seconds)), TIME_WIDTH);
        let solve = median(&total.solve_seconds);
        push(&mut line, &milliseconds(solve), TIME_WIDTH);
        if self.has_range() {
            push(&mut line, &milliseconds(solve.map(|_| total.fastest)), TIME_WIDTH);
            push(&mut line, &milliseconds(solve.map(|_| total.slowest)), TIME_WIDTH);
        }
        if self.layout.several_puzzles {
            // Writing to a string cannot fail.
            let _ = write!(line, "  {}/{}", total.solve_seconds.len(), total.puzzles);
        }
        line
    }

    fn start(&self, solver: &str, encoding: &str, at_most_one: &str) -> String {
        let start = format!("{encoding:<9}{at_most_one:<10}");
        if self.layout.several_solvers { format!("{solver:<15} {start}") } else { start }
    }
}

impl Total {
    fn of(row: &Row<'_>) -> Self {
        let mut total = Self {
            solver: row.solver.to_owned(),
            encoding: row.encoding,
            at_most_one: row.at_most_one,
            sizes: [0; 4],
            open_candidates: Some(0),
            puzzles: 0,
            encode_seconds: Vec::new(),
            solve_seconds: Vec::new(),
            fastest: f64::INFINITY,
            slowest: 0.0,
        };
        total.add(row);
        total
    }

    fn add(&mut self, row: &Row<'_>) {
        for (sum, size) in self.sizes.iter_mut().zip([row.variables, row.clauses, row.literals, row.bytes]) {
            *sum += size;
        }
        let open = self.open_candidates.zip(row.open_candidates);
        self.open_candidates = open.map(|(sum, open)| sum + open);
        self.puzzles += 1;
        self.encode_seconds.push(row.encode_seconds);
        self.solve_seconds.extend(row.solve_seconds);
        self.fastest = row.solve_min_seconds.map_or(self.fastest, |seconds| self.fastest.min(seconds));
        self.slowest = row.solve_max_seconds.map_or(self.slowest, |seconds| self.slowest.max(seconds));
    }
}

/// Appends `text` to `line`, aligned to the right.
fn push(line: &mut String, text: &str, width: usize) {
    // Writing to a string cannot fail.
    let _ = write!(line, "{text:>width$}");
}

/// Formats a time with a resolution of one microsecond. `-` means that there was no answer.
fn milliseconds(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{:.3}", seconds * 1000.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(solve_seconds: Option<f64>, variables: usize) -> Row<'static> {
        Row {
            id: 1,
            file: "a",
            line: 1,
            solver: "minisat",
            encoding: "minimal",
            at_most_one: "pairwise",
            variables,
            clauses: 20,
            literals: 30,
            bytes: 40,
            open_candidates: Some(50),
            solved_by_propagation: false,
            runs: 3,
            encode_seconds: 0.000_25,
            encode_min_seconds: 0.0,
            encode_max_seconds: 1.0,
            solve_seconds,
            solve_min_seconds: solve_seconds.map(|seconds| seconds / 2.0),
            solve_max_seconds: solve_seconds.map(|seconds| seconds * 2.0),
        }
    }

    fn words(line: &str) -> Vec<&str> {
        line.split_whitespace().collect()
    }

    #[test]
    fn a_line_summarizes_several_puzzles() {
        let layout = Layout { several_puzzles: true, several_solvers: true, several_runs: false };
        let mut table = Table::new(layout).unwrap();
        for (solve, variables) in [(Some(0.01), 10), (Some(0.03), 11), (None, 12)] {
            table.add(&row(solve, variables)).unwrap();
        }
        assert_eq!(
            words(&table.line(&table.totals[0])),
            [
                "minisat", "minimal", "pairwise", "11", "20", "30", "40", "50", "0.250", "20.000", "5.000",
                "60.000", "2/3"
            ]
        );
    }

    #[test]
    fn a_missing_answer_is_a_dash() {
        let layout = Layout { several_puzzles: false, several_solvers: false, several_runs: true };
        let table = Table { layout, totals: Vec::new() };
        let line = table.line(&Total::of(&row(None, 1)));
        assert_eq!(words(&line)[7..], ["0.250", "-", "-", "-"]);
    }
}
