//! The format in which records are printed.

use sudoku_cnf::Grid;
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::{Failure, output};
use sudoku_cnf::text::{Format, JsonCells};

use super::args::RecordArgs;
use super::csv_record::{self, Column, OutputColumn};
use super::explain::json::line;
use super::record::{JsonRecord, Status};
use super::text::separator;

/// The format in which records are printed.
#[derive(Clone, Debug)]
pub(crate) enum RecordFormat {
    /// Words, solutions or explanations.
    Text {
        /// The text between two records.
        separator: &'static str,
        /// Whether each record begins with a line that locates the puzzle.
        has_heading: bool,
    },
    /// JSON Lines.
    Json,
    /// CSV with these columns.
    Csv(Vec<OutputColumn>),
    /// The lines of the input, which must be CSV or JSON Lines, with these results as additional columns or fields.
    Appended(Vec<Column>),
    /// The puzzles as they are written in the input.
    Source,
}

impl RecordFormat {
    /// Returns the format of records that are text in `format`.
    pub(crate) fn text(format: Format) -> Self {
        Self::Text { separator: separator(format), has_heading: false }
    }

    /// Returns the format that the options select: `json`, `csv` or unchanged puzzles. Returns `None` if they select
    /// none of these.
    ///
    /// # Errors
    /// Returns an error if columns are selected for a format other than CSV.
    pub(crate) fn from_options(
        args: &RecordArgs,
        default_columns: &[Column],
        only: &[ResultClass],
    ) -> Result<Option<Self>, Failure> {
        let (format, columns) = (args.format, &args.columns[..]);
        let columns_or_default = || match columns {
            [] => default_columns.iter().copied().map(OutputColumn::Result).collect(),
            columns => columns.to_vec(),
        };
        Ok(match format {
            _ if !args.append.is_empty() => Some(Self::Appended(args.append.clone())),
            Some(Format::Csv) => Some(Self::Csv(columns_or_default())),
            None if !columns.is_empty() => Some(Self::Csv(columns_or_default())),
            _ if !columns.is_empty() => {
                return Err(Failure::Usage("--columns requires --format csv".to_owned()));
            }
            Some(Format::Json) => Some(Self::Json),
            None if !only.is_empty() => Some(Self::Source),
            _ => None,
        })
    }

    /// Returns whether records have fields, rather than being text.
    pub(crate) fn has_fields(&self) -> bool {
        matches!(self, Self::Json | Self::Csv(_) | Self::Appended(_))
    }

    /// Returns whether the output contains lines or columns of the input.
    pub(crate) fn keeps_lines(&self) -> bool {
        match self {
            Self::Source | Self::Appended(_) => true,
            Self::Csv(columns) => columns.iter().any(OutputColumn::may_be_input),
            Self::Text { .. } | Self::Json => false,
        }
    }

    /// Checks that the input has the columns of the output, or that columns can be appended to it.
    ///
    /// # Errors
    /// Returns an error that names the first missing column, or the first one that the input already has.
    pub(crate) fn check_input(&self, record: &JsonRecord) -> Result<(), Failure> {
        let message = match (self, &record.source) {
            (Self::Csv(columns), source) => {
                csv_record::missing_input(source.as_ref(), columns).map(|name| {
                    format!(
                        "neither the results nor the input have a column '{name}'\nhint: --help lists the results; the \
                         input must be CSV with a header, or JSON Lines"
                    )
                })
            }
            (Self::Appended(_), None) => {
                Some("--append requires CSV with a header, or JSON Lines, as input".to_owned())
            }
            (Self::Appended(columns), Some(source)) => {
                columns.iter().find(|column| source.get(column.name()).is_some()).map(|column| {
                    format!(
                        "the input already has a column '{column}'\nhint: rename it, or select all columns of the output \
                         with --columns"
                    )
                })
            }
            _ => None,
        };
        message.map_or(Ok(()), |message| Err(Failure::Usage(message)))
    }

    /// Prints `record` with `solution`, which is solution number `index` of the puzzle.
    pub(crate) fn print_solution(
        &self,
        record: &mut JsonRecord,
        index: u64,
        solution: &Grid,
    ) -> Result<(), Failure> {
        record.status = Status::Solved;
        record.solution = Some(JsonCells::of(solution));
        record.solution_index = Some(index);
        output::write_record("", &self.line(record, String::new()))?;
        (record.solution, record.solution_index) = (None, None);
        Ok(())
    }

    /// Returns the line before the first record, if any.
    pub(crate) fn header(&self) -> Option<String> {
        if let Self::Csv(columns) = self { Some(csv_record::header(columns)) } else { None }
    }

    /// Returns the line for `record`, or the text to append to the line of the input. `text` is the record as text.
    pub(crate) fn line(&self, record: &JsonRecord, text: String) -> String {
        match self {
            Self::Json => line(record),
            Self::Csv(columns) => csv_record::record_line(record, columns),
            Self::Appended(columns) => csv_record::appended(record, columns),
            Self::Text { .. } | Self::Source => text,
        }
    }
}
