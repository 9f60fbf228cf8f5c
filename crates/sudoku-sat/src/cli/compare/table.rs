//! Tables of measurements: plain, for Markdown, and for LaTeX.

use std::fmt::Write as _;

use sudoku_cnf::cli::Failure;
use sudoku_sat::compare::Timing;

use super::super::print_data;
use super::combinations::{Combination, Combinations};
use super::row::Row;

/// The columns that a table needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) several_puzzles: bool,
    pub(super) several_solvers: bool,
    pub(super) several_combinations: bool,
    pub(super) several_runs: bool,
    /// Whether there is a time limit, with which the table has a column for the mean time with a penalty.
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
    combinations: Combinations,
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
        let table = Self { layout, markup, combinations: Combinations::default() };
        if !layout.several_puzzles {
            table.print_header()?;
        }
        Ok(table)
    }

    pub(super) fn add(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        if !self.layout.several_puzzles {
            return print_data(&self.line(&Combination::of(row, 0), None));
        }
        self.combinations.add(row);
        Ok(())
    }

    pub(super) fn finish(&self) -> Result<(), Failure> {
        if self.layout.several_puzzles {
            if self.combinations.list.is_empty() {
                return Ok(());
            }
            self.print_header()?;
            let wins = self.combinations.wins();
            for (index, combination) in self.combinations.list.iter().enumerate() {
                let wins = wins.as_ref().map(|wins| wins[index]);
                print_data(&self.line(combination, wins))?;
            }
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
        if self.layout.has_memory {
            columns.push(number("memory (MB)", 13));
        }
        if self.layout.several_puzzles {
            columns.push(number("solved", 10));
        }
        if self.layout.has_wins() {
            columns.push(number("won", 7));
        }
        if self.layout.has_timeout {
            columns.push(number("PAR-2 (s)", 11));
        }
        columns
    }

    fn cells(&self, combination: &Combination, wins: Option<usize>) -> Vec<String> {
        let mut cells = Vec::new();
        if self.layout.several_solvers {
            cells.push(combination.solver.clone());
        }
        cells.extend([combination.encoding.clone(), combination.at_most_one.clone()]);
        let puzzles = combination.puzzles();
        // For several puzzles, the table shows the rounded mean.
        let mean = |sum: usize| ((sum + puzzles / 2) / puzzles).to_string();
        cells.extend(combination.sizes.map(mean));
        cells.push(combination.open_candidates.map_or_else(missing, mean));
        let median = |numbers: &Vec<f64>| Timing::of(numbers.clone()).map(|timing| timing.median);
        cells.push(milliseconds(median(&combination.encode_seconds)));
        let solve = median(&combination.solved().map(|solve| solve.median).collect());
        cells.push(milliseconds(solve));
        if self.has_range() {
            cells.push(milliseconds(combination.solved().map(|solve| solve.min).reduce(f64::min)));
            cells.push(milliseconds(combination.solved().map(|solve| solve.max).reduce(f64::max)));
        }
        cells.push(median(&combination.conflicts).map_or_else(missing, |conflicts| conflicts.to_string()));
        if self.layout.has_memory {
            let megabytes = |bytes: u64| format!("{:.1}", bytes as f64 / f64::from(1 << 20));
            cells.push(combination.peak_memory.map_or_else(missing, megabytes));
        }
        if self.layout.several_puzzles {
            cells.push(format!("{}/{puzzles}", combination.solved().count()));
        }
        if self.layout.has_wins() {
            cells.push(wins.map_or_else(missing, |wins| wins.to_string()));
        }
        if self.layout.has_timeout {
            cells.push(combination.penalized_mean().map_or_else(missing, |mean| format!("{mean:.3}")));
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

    fn line(&self, combination: &Combination, wins: Option<usize>) -> String {
        self.joined(&self.cells(combination, wins))
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
        let mut table = Table::new(layout(true), Markup::Plain).unwrap();
        let times = [Some([0.005, 0.01, 0.02]), Some([0.015, 0.03, 0.06]), None];
        for ((line, solve), variables) in (1..).zip(times).zip(10..) {
            table.add(&Row { variables, ..row("minisat", line, solve) }).unwrap();
        }
        let combination = &table.combinations.list[0];
        assert_eq!(
            words(&table.line(combination, Some(1))),
            [
                "minisat", "minimal", "pairwise", "11", "20", "30", "40", "50", "0.250", "20.000", "5.000",
                "60.000", "7", "3.0", "2/3", "1", "0.680"
            ]
        );
        let marked = |markup| {
            Table { layout: layout(true), markup, combinations: Combinations::default() }
                .line(combination, Some(1))
        };
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
