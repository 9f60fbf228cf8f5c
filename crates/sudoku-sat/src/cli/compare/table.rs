//! Tables of measurements: plain, for Markdown, and for LaTeX.

use std::fmt::Write as _;
use std::time::Duration;

use sudoku_cnf::cli::Failure;
use sudoku_sat::compare::Timing;

use super::super::print_data;
use super::row::Row;

/// The columns that a table needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) several_puzzles: bool,
    pub(super) several_solvers: bool,
    pub(super) several_runs: bool,
    /// The time limit, with which the table has a column for the mean time with a penalty.
    pub(super) timeout: Option<Duration>,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Markup {
    /// Aligned columns.
    Plain,
    Markdown,
    Latex,
}

/// A table with one line for each combination of a solver, an encoding and an at-most-one scheme.
///
/// For a single puzzle, a line is printed as soon as it is measured. For several puzzles, the lines summarize all
/// puzzles.
pub(super) struct Table {
    layout: Layout,
    markup: Markup,
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
    /// The conflicts of the puzzles for which the solver reports them.
    conflicts: Vec<f64>,
}

/// A column of a table. The widths fit the CNF of a 1000x1000 board.
#[derive(Clone, Copy, Debug)]
struct TableColumn {
    title: &'static str,
    width: usize,
    is_text: bool,
}

const fn text(title: &'static str, width: usize) -> TableColumn {
    TableColumn { title, width, is_text: true }
}

const fn number(title: &'static str, width: usize) -> TableColumn {
    TableColumn { title, width, is_text: false }
}

impl Table {
    pub(super) fn new(layout: Layout, markup: Markup) -> Result<Self, Failure> {
        let table = Self { layout, markup, totals: Vec::new() };
        if !layout.several_puzzles {
            table.print_header()?;
        }
        Ok(table)
    }

    pub(super) fn add(&mut self, row: &Row<'_>) -> Result<(), Failure> {
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

    pub(super) fn finish(&self) -> Result<(), Failure> {
        if self.layout.several_puzzles {
            if self.totals.is_empty() {
                return Ok(());
            }
            self.print_header()?;
            self.totals.iter().try_for_each(|total| print_data(&self.line(total)))?;
        }
        match self.markup {
            Markup::Latex => print_data("\\end{tabular}"),
            Markup::Plain | Markup::Markdown => Ok(()),
        }
    }

    /// Returns whether the table has columns for the shortest and the longest solving time.
    fn has_range(&self) -> bool {
        self.layout.several_puzzles || self.layout.several_runs
    }

    fn columns(&self) -> Vec<TableColumn> {
        let mut columns = Vec::new();
        if self.layout.several_solvers {
            columns.push(text("solver", 16));
        }
        columns.extend([
            text("encoding", 9),
            text("amo", 10),
            number("variables", 10),
            number("clauses", 12),
        ]);
        columns.extend([number("literals", 12), number("bytes", 13), number("open", 7)]);
        columns.extend([number("encode (ms)", 13), number("solve (ms)", 13)]);
        if self.has_range() {
            columns.extend([number("min (ms)", 13), number("max (ms)", 13)]);
        }
        columns.push(number("conflicts", 11));
        if self.layout.several_puzzles {
            columns.push(number("solved", 10));
        }
        if self.layout.timeout.is_some() {
            columns.push(number("PAR-2 (s)", 11));
        }
        columns
    }

    fn cells(&self, total: &Total) -> Vec<String> {
        let mut cells = Vec::new();
        if self.layout.several_solvers {
            cells.push(total.solver.clone());
        }
        cells.extend([total.encoding, total.at_most_one].map(str::to_owned));
        // For several puzzles, the table shows the rounded mean.
        let mean = |sum: usize| ((sum + total.puzzles / 2) / total.puzzles).to_string();
        cells.extend(total.sizes.map(mean));
        cells.push(total.open_candidates.map_or_else(missing, mean));
        let median = |numbers: &Vec<f64>| Timing::of(numbers.clone()).map(|timing| timing.median);
        cells.push(milliseconds(median(&total.encode_seconds)));
        let solve = median(&total.solve_seconds);
        cells.push(milliseconds(solve));
        if self.has_range() {
            cells.push(milliseconds(solve.map(|_| total.fastest)));
            cells.push(milliseconds(solve.map(|_| total.slowest)));
        }
        cells.push(median(&total.conflicts).map_or_else(missing, |conflicts| conflicts.to_string()));
        if self.layout.several_puzzles {
            cells.push(format!("{}/{}", total.solve_seconds.len(), total.puzzles));
        }
        if let Some(timeout) = self.layout.timeout {
            cells.push(format!("{:.3}", total.penalized_mean(timeout)));
        }
        cells
    }

    fn print_header(&self) -> Result<(), Failure> {
        let columns = self.columns();
        let titles: Vec<String> = columns.iter().map(|column| column.title.to_owned()).collect();
        if self.markup == Markup::Latex {
            let alignment: String =
                columns.iter().map(|column| if column.is_text { 'l' } else { 'r' }).collect();
            print_data(&format!("\\begin{{tabular}}{{{alignment}}}"))?;
        }
        print_data(&self.joined(&titles))?;
        match self.markup {
            Markup::Markdown => {
                let rule = |column: &TableColumn| if column.is_text { "---" } else { "---:" }.to_owned();
                print_data(&self.joined(&columns.iter().map(rule).collect::<Vec<_>>()))
            }
            Markup::Latex => print_data("\\hline"),
            Markup::Plain => Ok(()),
        }
    }

    fn line(&self, total: &Total) -> String {
        self.joined(&self.cells(total))
    }

    fn joined(&self, cells: &[String]) -> String {
        match self.markup {
            Markup::Plain => {
                let mut line = String::new();
                for (column, cell) in self.columns().iter().zip(cells) {
                    let width = column.width;
                    // Writing to a string cannot fail.
                    let _ = if column.is_text {
                        write!(line, "{cell:<width$}")
                    } else {
                        write!(line, "{cell:>width$}")
                    };
                }
                line
            }
            Markup::Markdown => format!("| {} |", cells.join(" | ")),
            Markup::Latex => format!("{} \\\\", cells.join(" & ").replace('_', "\\_")),
        }
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
            conflicts: Vec::new(),
        };
        total.add(row);
        total
    }

    /// Returns the mean time in seconds. A puzzle that was not solved counts as twice the time limit.
    fn penalized_mean(&self, timeout: Duration) -> f64 {
        let unsolved = (self.puzzles - self.solve_seconds.len()) as f64;
        (self.solve_seconds.iter().sum::<f64>() + unsolved * 2.0 * timeout.as_secs_f64())
            / self.puzzles as f64
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
        self.conflicts.extend(row.conflicts.map(|conflicts| conflicts as f64));
    }
}

/// Returns the text for a value that is not known.
fn missing() -> String {
    "-".to_owned()
}

/// Formats a time with a resolution of one microsecond. `-` means that there was no answer.
fn milliseconds(seconds: Option<f64>) -> String {
    seconds.map_or_else(missing, |seconds| format!("{:.3}", seconds * 1000.0))
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
            decisions: None,
            conflicts: solve_seconds.map(|_| 7),
            propagations: None,
            restarts: None,
        }
    }

    fn words(line: &str) -> Vec<&str> {
        line.split_whitespace().collect()
    }

    #[test]
    fn a_line_summarizes_several_puzzles() {
        let timeout = Some(Duration::from_secs(1));
        let layout = Layout { several_puzzles: true, several_solvers: true, several_runs: false, timeout };
        let mut table = Table::new(layout, Markup::Plain).unwrap();
        for (solve, variables) in [(Some(0.01), 10), (Some(0.03), 11), (None, 12)] {
            table.add(&row(solve, variables)).unwrap();
        }
        assert_eq!(
            words(&table.line(&table.totals[0])),
            [
                "minisat", "minimal", "pairwise", "11", "20", "30", "40", "50", "0.250", "20.000", "5.000",
                "60.000", "7", "2/3", "0.680"
            ]
        );
        let marked = |markup| Table { layout, markup, totals: Vec::new() }.line(&table.totals[0]);
        assert!(marked(Markup::Markdown).starts_with("| minisat | minimal | pairwise | 11 |"));
        assert!(marked(Markup::Latex).ends_with("& 2/3 & 0.680 \\\\"));
    }

    #[test]
    fn a_missing_answer_is_a_dash() {
        let layout =
            Layout { several_puzzles: false, several_solvers: false, several_runs: true, timeout: None };
        let table = Table { layout, markup: Markup::Plain, totals: Vec::new() };
        let line = table.line(&Total::of(&row(None, 1)));
        assert_eq!(words(&line)[7..], ["0.250", "-", "-", "-", "-"]);
    }
}
