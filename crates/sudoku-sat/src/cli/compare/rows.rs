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

enum Printer {
    Table(Table),
    Records(Serialized),
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
        let markup = match format {
            "markdown" => Markup::Markdown,
            "latex" => Markup::Latex,
            _ => Markup::Plain,
        };
        let printer = match Serialized::new(format) {
            Some(records) => Printer::Records(records),
            None => Printer::Table(Table::new(layout, markup)?),
        };
        Ok(Self { printer, plot })
    }

    pub(super) fn write(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        if let Some(plot) = &mut self.plot {
            plot.combinations.add(row);
        }
        match &mut self.printer {
            Printer::Table(table) => table.add(row),
            Printer::Records(records) => records.print(row),
        }
    }

    /// Completes the output. The plot of an interrupted run is not written.
    pub(super) fn finish(&self, is_interrupted: bool) -> Result<(), Failure> {
        if let Printer::Table(table) = &self.printer {
            table.finish()?;
        }
        self.plot.as_ref().filter(|_| !is_interrupted).map_or(Ok(()), Plot::write)
    }
}
