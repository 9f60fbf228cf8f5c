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
    /// The kind and the file of the plot, which is drawn when all rows are known.
    plot: Option<(PlotKind, PathBuf)>,
    /// The measurements so far, for the table and the plot.
    combinations: Combinations,
}

enum Printer {
    Table(Table),
    Records(Serialized),
}

impl Output {
    pub(super) fn new(
        format: &str,
        layout: Layout,
        plot: Option<(PlotKind, PathBuf)>,
    ) -> Result<Self, Failure> {
        let markup = match format {
            "markdown" => Markup::Markdown,
            "latex" => Markup::Latex,
            _ => Markup::Plain,
        };
        let printer = match Serialized::new(format) {
            Some(records) => Printer::Records(records),
            None => Printer::Table(Table::new(layout, markup)?),
        };
        Ok(Self { printer, plot, combinations: Combinations::default() })
    }

    pub(super) fn write(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        if self.plot.is_some() || matches!(self.printer, Printer::Table(_)) {
            self.combinations.add(row);
        }
        match &mut self.printer {
            Printer::Table(table) => table.print(row),
            Printer::Records(records) => records.print(row),
        }
    }

    /// Completes the output. The plot of an interrupted run is not written.
    pub(super) fn finish(&self, is_interrupted: bool) -> Result<(), Failure> {
        if let Printer::Table(table) = &self.printer {
            table.finish(&self.combinations)?;
        }
        match &self.plot {
            Some((kind, path)) if !is_interrupted => write_plot(path, &plot::svg(*kind, &self.combinations)?),
            _ => Ok(()),
        }
    }
}
