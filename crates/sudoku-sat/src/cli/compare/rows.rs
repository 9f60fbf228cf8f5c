//! The output of `sudoku-sat compare`: a table, CSV or JSON Lines, and a plot.

use std::io::{self, Write};
use std::path::PathBuf;

use sudoku_cnf::cli::output_file::write_whole;
use sudoku_cnf::cli::{Failure, output};

use super::super::print_data;
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
        let svg = plot::svg(self.kind, &self.combinations)?;
        write_whole(&self.path, |file| file.write_all(svg.as_bytes()))
            .map_err(|error| Failure::from(error).at(self.path.display().to_string()))
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

    pub(super) fn finish(&self) -> Result<(), Failure> {
        self.printer.finish()?;
        self.plot.as_ref().map_or(Ok(()), Plot::write)
    }
}

/// Prints rows in one of the output formats.
enum Printer {
    Table(Table),
    Json,
    Csv(Box<csv::Writer<output::Output>>),
}

impl Printer {
    fn new(format: &str, layout: Layout) -> Result<Self, Failure> {
        Ok(match format {
            "json" => Self::Json,
            "csv" => {
                let mut builder = csv::WriterBuilder::new();
                Self::Csv(Box::new(builder.has_headers(output::is_empty()).from_writer(output::Output)))
            }
            "markdown" => Self::Table(Table::new(layout, Markup::Markdown)?),
            "latex" => Self::Table(Table::new(layout, Markup::Latex)?),
            _ => Self::Table(Table::new(layout, Markup::Plain)?),
        })
    }

    fn write(&mut self, row: &Row<'_>) -> Result<(), Failure> {
        match self {
            Self::Table(table) => table.add(row),
            Self::Json => print_data(&serde_json::to_string(row).map_err(anyhow::Error::from)?),
            Self::Csv(writer) => {
                let written = writer.serialize(row).map_err(io::Error::from).and_then(|()| writer.flush());
                written.map_err(output::failure)
            }
        }
    }

    fn finish(&self) -> Result<(), Failure> {
        match self {
            Self::Table(table) => table.finish(),
            Self::Json | Self::Csv(_) => Ok(()),
        }
    }
}
