//! Tables of measurements: plain, for Markdown, and for LaTeX.

use itertools::Itertools;
use sudoku_cnf::cli::{Failure, terminal};
use sudoku_sat::compare::Timing;

use super::super::{print_data, print_message};
use super::combinations::{Combination, Combinations};
use super::row::Row;

/// The columns that a table needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) several_puzzles: bool,
    pub(super) several_solvers: bool,
    pub(super) several_combinations: bool,
    pub(super) several_runs: bool,
    /// Whether there is a time limit. If so, the table has a PAR-2 column.
    pub(super) has_timeout: bool,
    /// Whether a solver can report its peak memory.
    pub(super) has_memory: bool,
}

impl Layout {
    /// Returns the columns for the records of earlier runs.
    pub(super) fn of(rows: &[Row<'_>]) -> Self {
        let mut combinations = Combinations::default();
        for row in rows {
            combinations.add(row);
        }
        Self {
            several_puzzles: combinations.puzzle_count() > 1,
            several_solvers: rows.iter().any(|row| row.solver != rows[0].solver),
            several_combinations: combinations.list.len() > 1,
            several_runs: rows.iter().any(|row| row.runs > 1),
            has_timeout: rows.iter().any(|row| row.timeout_seconds.is_some()),
            has_memory: rows.iter().any(|row| row.peak_memory_bytes.is_some()),
        }
    }

    /// Returns whether the table has columns for the shortest and the longest solving time.
    fn has_range(self) -> bool {
        self.several_puzzles || self.several_runs
    }

    /// Returns whether the table has a column for the number of puzzles on which a combination is the fastest.
    fn has_wins(self) -> bool {
        self.several_puzzles && self.several_combinations && self.several_runs
    }
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
    /// The number of columns to leave out, in the order of [`LEFT_OUT`].
    omitted: usize,
}

/// A column of a table: its title, its width, whether it is shown, and its cells. The widths fit the CNF of a 1000x1000
/// board.
type TableColumn = (&'static str, usize, fn(Layout) -> bool, fn(&Combination, Option<usize>) -> String);

const ALWAYS: fn(Layout) -> bool = |_| true;

static COLUMNS: [TableColumn; 17] = [
    ("solver", 16, |layout| layout.several_solvers, |measured, _| measured.names[0].clone()),
    ("encoding", 9, ALWAYS, |measured, _| measured.names[1].clone()),
    ("amo", 10, ALWAYS, |measured, _| measured.names[2].clone()),
    ("variables", 10, ALWAYS, |measured, _| measured.mean(measured.sizes[0])),
    ("clauses", 12, ALWAYS, |measured, _| measured.mean(measured.sizes[1])),
    ("literals", 12, ALWAYS, |measured, _| measured.mean(measured.sizes[2])),
    ("bytes", 13, ALWAYS, |measured, _| measured.mean(measured.sizes[3])),
    ("open", 7, ALWAYS, |measured, _| text(measured.open_candidates.map(|sum| measured.mean(sum)))),
    ("encode (ms)", 13, ALWAYS, |measured, _| milliseconds(median(&measured.encode_seconds))),
    ("solve (ms)", 13, ALWAYS, |measured, _| milliseconds(median(&measured.times(|time| time.median)))),
    ("min (ms)", 13, Layout::has_range, |measured, _| {
        milliseconds(measured.times(|time| time.min).into_iter().reduce(f64::min))
    }),
    ("max (ms)", 13, Layout::has_range, |measured, _| {
        milliseconds(measured.times(|time| time.max).into_iter().reduce(f64::max))
    }),
    ("conflicts", 11, ALWAYS, |measured, _| text(median(&measured.conflicts))),
    ("memory (MB)", 13, |layout| layout.has_memory, |measured, _| decimal(megabytes(measured), 1)),
    (
        "solved",
        10,
        |layout| layout.several_puzzles,
        |measured, _| format!("{}/{}", measured.solved().count(), measured.puzzles()),
    ),
    ("won", 7, Layout::has_wins, |_, wins| text(wins)),
    ("PAR-2 (s)", 11, |layout| layout.has_timeout, |measured, _| decimal(measured.penalized_mean(), 3)),
];

/// The columns that a plain table leaves out first if the terminal is too narrow.
const LEFT_OUT: [&str; 7] = ["bytes", "literals", "open", "variables", "min (ms)", "max (ms)", "encode (ms)"];

/// Returns whether the cells of a column are names, which are aligned to the left.
fn is_text(title: &str) -> bool {
    matches!(title, "solver" | "encoding" | "amo")
}

impl Table {
    pub(super) fn new(layout: Layout, markup: Markup) -> Result<Self, Failure> {
        let mut table = Self { layout, markup, omitted: 0 };
        if let Some(terminal) = terminal::width().filter(|_| markup == Markup::Plain) {
            let width = |table: &Self| table.columns().map(|column| column.1).sum::<usize>();
            while table.omitted < LEFT_OUT.len() && width(&table) > terminal {
                table.omitted += 1;
            }
            if table.omitted > 0 {
                print_message("note: the terminal is too narrow for some columns; -o FILE writes all");
            }
        }
        if !layout.several_puzzles {
            table.print_header()?;
        }
        Ok(table)
    }

    /// Prints the line of the only puzzle.
    pub(super) fn print(&self, row: &Row<'_>) -> Result<(), Failure> {
        if self.layout.several_puzzles {
            Ok(())
        } else {
            print_data(&self.line(&Combination::of(row, 0), None))
        }
    }

    pub(super) fn finish(&self, combinations: &Combinations) -> Result<(), Failure> {
        if self.layout.several_puzzles {
            if combinations.list.is_empty() {
                return Ok(());
            }
            self.print_header()?;
            let wins = combinations.wins();
            for (index, combination) in combinations.list.iter().enumerate() {
                let wins = wins.as_ref().map(|wins| wins[index]);
                print_data(&self.line(combination, wins))?;
            }
        }
        match self.markup {
            Markup::Latex => print_data("\\end{tabular}"),
            Markup::Plain | Markup::Markdown => Ok(()),
        }
    }

    fn columns(&self) -> impl Iterator<Item = &'static TableColumn> {
        let omitted = &LEFT_OUT[..self.omitted];
        COLUMNS
            .iter()
            .filter(move |(title, _, is_shown, _)| is_shown(self.layout) && !omitted.contains(title))
    }

    fn print_header(&self) -> Result<(), Failure> {
        if self.markup == Markup::Latex {
            let alignment: String =
                self.columns().map(|(title, ..)| if is_text(title) { 'l' } else { 'r' }).collect();
            print_data(&format!("\\begin{{tabular}}{{{alignment}}}"))?;
        }
        print_data(&self.joined(self.columns().map(|&(title, ..)| title.to_owned())))?;
        match self.markup {
            Markup::Markdown => {
                let rule = |(title, ..): &TableColumn| if is_text(title) { "---" } else { "---:" }.to_owned();
                print_data(&self.joined(self.columns().map(rule)))
            }
            Markup::Latex => print_data("\\hline"),
            Markup::Plain => Ok(()),
        }
    }

    fn line(&self, combination: &Combination, wins: Option<usize>) -> String {
        self.joined(self.columns().map(|(.., cell)| cell(combination, wins)))
    }

    fn joined(&self, mut cells: impl Iterator<Item = String>) -> String {
        match self.markup {
            Markup::Plain => {
                let padded = |(&(title, width, ..), cell): (&TableColumn, String)| {
                    if is_text(title) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                };
                self.columns().zip(cells).map(padded).collect()
            }
            Markup::Markdown => format!("| {} |", cells.join(" | ")),
            Markup::Latex => format!("{} \\\\", cells.join(" & ").replace('_', "\\_")),
        }
    }
}

/// Returns the text for a value, or `-` if it is not known.
fn text(value: Option<impl ToString>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

fn median(numbers: &[f64]) -> Option<f64> {
    Timing::of(numbers.to_vec()).map(|timing| timing.median)
}

fn megabytes(measured: &Combination) -> Option<f64> {
    measured.peak_memory.map(|bytes| bytes as f64 / f64::from(1 << 20))
}

fn decimal(number: Option<f64>, decimals: usize) -> String {
    text(number.map(|number| format!("{number:.decimals$}")))
}

/// Formats a time with a resolution of one microsecond. `-` means that there was no answer.
fn milliseconds(seconds: Option<f64>) -> String {
    decimal(seconds.map(|seconds| seconds * 1000.0), 3)
}

#[cfg(test)]
mod tests {
    use super::super::combinations::tests::row;
    use super::*;

    fn words(line: &str) -> Vec<&str> {
        line.split_whitespace().collect()
    }

    fn layout(several_puzzles: bool) -> Layout {
        Layout {
            several_puzzles,
            several_solvers: several_puzzles,
            several_combinations: several_puzzles,
            several_runs: true,
            has_timeout: several_puzzles,
            has_memory: several_puzzles,
        }
    }

    #[test]
    fn a_line_summarizes_several_puzzles() {
        let table = Table::new(layout(true), Markup::Plain).unwrap();
        let mut combinations = Combinations::default();
        let times = [Some([0.005, 0.01, 0.02]), Some([0.015, 0.03, 0.06]), None];
        for ((line, solve), variables) in (1..).zip(times).zip(10..) {
            combinations.add(&Row { variables, ..row("minisat", line, solve) });
        }
        let combination = &combinations.list[0];
        assert_eq!(
            words(&table.line(combination, Some(1))),
            [
                "minisat", "minimal", "pairwise", "11", "20", "30", "40", "50", "0.250", "20.000", "5.000",
                "60.000", "7", "3.0", "2/3", "1", "0.680"
            ]
        );
        let marked = |markup| Table { layout: layout(true), markup, omitted: 0 }.line(combination, Some(1));
        assert!(marked(Markup::Markdown).starts_with("| minisat | minimal | pairwise | 11 |"));
        assert!(marked(Markup::Latex).ends_with("& 2/3 & 1 & 0.680 \\\\"));
    }

    #[test]
    fn a_missing_answer_is_a_dash() {
        let table = Table::new(layout(false), Markup::Latex).unwrap();
        let table = Table { markup: Markup::Plain, ..table };
        let line = table.line(&Combination::of(&row("minisat", 1, None), 0), None);
        assert_eq!(words(&line)[7..], ["0.250", "-", "-", "-", "-"]);
    }
}
