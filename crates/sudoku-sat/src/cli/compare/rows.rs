//! The output of `sudoku-sat compare`: a table, CSV or JSON Lines, and a plot.

use std::path::PathBuf;

use sudoku_cnf::cli::Failure;

use super::super::plot::write as write_plot;
use super::super::serialized::Serialized;
use super::combinations::Combinations;
use super::plot::{self, PlotKind};
use super::row::Row;
use super::table::{Layout, Markup, Table};

/// Prints rows in one of the output formats, and writes a plot if there is one.
pub(super) struct Output {
    printer: Printer,
    plot: Option<Plot>,
}

/// A plot, which is drawn when all rows are known.
pub(super) struct Plot {
    kind: PlotKind,
    path: PathBuf,
    combinations: Combinations,
}

impl Plot {
    pub(super) fn new(kind: PlotKind, path: PathBuf) -> Self {
        Self { kind, path, combinations: Combinations::default() }
    }

    fn write(&self) -> Result<(), Failure> {
        write_plot(&self.path, &plot::svg(self.kind, &self.combinations)?)
    }
}

impl Output {
    pub(super) fn new(format: &str, layout: Layout, plot: Option<Plot>) -> Result<Self, Failure> {
        Ok(Self { printer: Printer::new(format, layout)?, plot })
    }

    pub(super) fn write(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        if let Some(plot) = &mut self.plot {
            plot.combinations.add(row);
        }
        self.printer.write(row)
    }

    /// Completes the output. The plot of an interrupted run is not written.
    pub(super) fn finish(&self, is_interrupted: bool) -> Result<(), Failure> {
        self.printer.finish()?;
        self.plot.as_ref().filter(|_| !is_interrupted).map_or(Ok(()), Plot::write)
    }
}

/// Prints rows in one of the output formats.
enum Printer {
    Table(Table),
    Records(Serialized),
}

impl Printer {
    fn new(format: &str, layout: Layout) -> Result<Self, Failure> {
        if let Some(records) = Serialized::new(format) {
            return Ok(Self::Records(records));
        }
        let markup = match format {
            "markdown" => Markup::Markdown,
            "latex" => Markup::Latex,
            _ => Markup::Plain,
        };
        Ok(Self::Table(Table::new(layout, markup)?))
    }

    fn write(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        match self {
            Self::Table(table) => table.add(row),
            Self::Records(records) => records.print(row),
        }
    }

    fn finish(&self) -> Result<(), Failure> {
        match self {
            Self::Table(table) => table.finish(),
            Self::Records(_) => Ok(()),
        }
    }
}
