//! The output of `sudoku-sat compare`: a table, CSV or JSON Lines.

use std::io;

use sudoku_cnf::cli::{Failure, output};

use super::super::print_data;
use super::row::Row;
use super::table::{Layout, Markup, Table};

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
            "markdown" => Self::Table(Table::new(layout, Markup::Markdown)?),
            "latex" => Self::Table(Table::new(layout, Markup::Latex)?),
            _ => Self::Table(Table::new(layout, Markup::Plain)?),
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
