//! CSV or JSON Lines from values that can be serialized.

use std::io;

use serde::Serialize;
use sudoku_cnf::cli::{Failure, output};
use sudoku_cnf::text::json_line;

use super::print_data;

/// Prints values as CSV with a header, or as JSON Lines.
pub(super) enum Serialized {
    Json,
    Csv(Box<csv::Writer<output::Output>>),
}

impl Serialized {
    /// Returns the printer for a format, or `None` if the format is neither `json` nor `csv`. A file that is continued
    /// has a header already.
    pub(super) fn new(format: &str) -> Option<Self> {
        match format {
            "json" => Some(Self::Json),
            "csv" => {
                let mut builder = csv::WriterBuilder::new();
                let writer = builder.has_headers(output::is_empty()).from_writer(output::Output);
                Some(Self::Csv(Box::new(writer)))
            }
            _ => None,
        }
    }

    pub(super) fn print(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        match self {
            Self::Json => print_data(&json_line(value).map_err(anyhow::Error::from)?),
            Self::Csv(writer) => {
                let written = writer.serialize(value).map_err(io::Error::from).and_then(|()| writer.flush());
                written.map_err(output::failure)
            }
        }
    }
}
