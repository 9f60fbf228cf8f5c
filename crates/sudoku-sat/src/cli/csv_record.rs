//! Records as lines of CSV.

use std::borrow::Cow;

use itertools::Itertools;
use serde_json::Value;
use sudoku_cnf::named_enum;
use sudoku_cnf::text::{CsvHeader, JsonCells};

use super::explain::json::line;
use super::input_fields::InputFields;
use super::record::{JsonRecord, Uniqueness};

named_enum! {
    /// A column of a CSV record. The names are those of the fields of JSON records.
    pub(crate) enum Column: "column" {
        Id = "id",
        Number = "number",
        File = "file",
        Line = "line",
        Puzzle = "puzzle",
        Givens = "givens",
        Solution = "solution",
        SolutionIndex = "solution_index",
        Status = "status",
        Unique = "unique",
        Count = "count",
        Difficulty = "difficulty",
        Step = "step",
        LearnedClauses = "learned_clauses",
        Score = "score",
        TotalScore = "total_score",
        Technique = "technique",
        Steps = "steps",
        Candidates = "candidates",
        Minimal = "minimal",
        Redundant = "redundant",
        Seconds = "seconds",
        Message = "message",
    }
}

/// The names of the columns that are available in every command.
const COMMON: [&str; 9] =
    ["id", "number", "file", "line", "puzzle", "givens", "status", "seconds", "message"];

impl Column {
    /// The columns of puzzles that are generated, beyond those of `rate`.
    pub(crate) const OF_GENERATE: [Self; 3] = [Self::Number, Self::Puzzle, Self::Givens];
    /// The columns of the score of a puzzle.
    pub(crate) const OF_SCORE: [Self; 4] = [Self::Score, Self::TotalScore, Self::Technique, Self::Steps];
    /// The columns whose values a histogram can count.
    pub(crate) const OF_HISTOGRAM: [Self; 5] =
        [Self::Givens, Self::Difficulty, Self::Score, Self::TotalScore, Self::Technique];
    /// The columns of `rate` beyond those that are available in every command.
    pub(crate) const OF_RATE: [Self; 9] = [
        Self::Solution,
        Self::Difficulty,
        Self::Step,
        Self::LearnedClauses,
        Self::Score,
        Self::TotalScore,
        Self::Technique,
        Self::Steps,
        Self::Unique,
    ];

    /// Returns the columns that are available in every command, together with `more`.
    pub(crate) fn common_and(more: &[Self]) -> impl Iterator<Item = Self> {
        Self::ALL
            .iter()
            .copied()
            .filter(move |column| COMMON.contains(&column.name()) || more.contains(column))
    }

    /// Returns the text of this column, or an empty string if the record has no value for it.
    pub(super) fn text(self, record: &JsonRecord) -> String {
        let rating = record.rating.as_ref();
        let score = rating.and_then(|rating| rating.score.as_ref());
        let text = match self {
            Self::Id | Self::Number => Some(record.id.to_string()),
            Self::File => record.file.as_deref().map(str::to_owned),
            Self::Line => record.line.map(|line| line.to_string()),
            Self::Puzzle => record.puzzle.as_ref().map(|puzzle| cells(puzzle.cells())),
            Self::Givens => record.givens.map(|givens| givens.to_string()),
            Self::Solution => record.solution.as_ref().map(cells),
            Self::SolutionIndex => record.solution_index.map(|index| index.to_string()),
            Self::Status => Some(record.status.to_string()),
            Self::Unique => record.unique.map(|unique| is_unique(unique).to_owned()),
            Self::Count => record.count.as_ref().map(|count| {
                // A lower bound must not look like an exact number.
                if count.exact { count.value.to_string() } else { format!("at least {}", count.value) }
            }),
            Self::Difficulty => rating.map(|rating| rating.difficulty.to_owned()),
            Self::Step => rating.map(|rating| rating.step.clone()),
            Self::LearnedClauses => rating.map(|rating| rating.learned_clauses.to_string()),
            Self::Score => score.map(|score| score.hardest.to_string()),
            Self::TotalScore => score.map(|score| score.total.to_string()),
            Self::Technique => score.map(|score| score.technique.clone()),
            Self::Steps => score.map(|score| score.steps.to_string()),
            Self::Candidates => record.candidates.clone(),
            Self::Minimal => record.minimal.as_ref().map(cells),
            Self::Redundant => {
                let givens = record.redundant.iter().flatten().map(ToString::to_string);
                let rules = record.redundant_rules.iter().map(|rule| format!("[{rule}]"));
                Some(givens.chain(rules).join(" "))
            }
            Self::Seconds => record.seconds.map(|seconds| format!("{seconds:.6}")),
            Self::Message => record.message.clone(),
        };
        text.unwrap_or_default()
    }
}

/// A column of CSV output.
#[derive(Clone, Debug)]
pub(crate) enum OutputColumn {
    /// A result of the command, or a property of the puzzle.
    Result(Column),
    /// The column of a CSV input, or the field of JSON Lines, with this name.
    Input(String),
}

impl OutputColumn {
    fn name(&self) -> &str {
        match self {
            Self::Result(column) => column.name(),
            Self::Input(name) => name,
        }
    }

    /// Returns the text of this column. If the input has a column `id`, `file` or `line`, its text replaces the
    /// position of the puzzle.
    fn text(&self, record: &JsonRecord) -> String {
        let own = |name| record.source.as_ref().and_then(|source| source.get(name));
        match self {
            Self::Result(column @ (Column::Id | Column::File | Column::Line)) => {
                own(column.name()).map_or_else(|| column.text(record), Cow::into_owned)
            }
            Self::Result(column) => column.text(record),
            Self::Input(name) => own(name).unwrap_or_default().into_owned(),
        }
    }

    /// Returns whether the text can come from the input.
    pub(crate) fn may_be_input(&self) -> bool {
        matches!(self, Self::Input(_) | Self::Result(Column::Id | Column::File | Column::Line))
    }
}

/// Returns whether `columns` contain this result.
pub(crate) fn has(columns: &[OutputColumn], result: Column) -> bool {
    columns.iter().any(|column| matches!(column, OutputColumn::Result(other) if *other == result))
}

/// Returns the first name in `columns` of a column that the input does not have. A JSON object may lack any field.
pub(crate) fn missing_input<'c>(
    source: Option<&InputFields>,
    columns: &'c [OutputColumn],
) -> Option<&'c str> {
    if let Some(InputFields::Object(_)) = source {
        return None;
    }
    columns.iter().find_map(|column| match column {
        OutputColumn::Input(name) if source.is_none_or(|source| source.get(name).is_none()) => Some(&**name),
        _ => None,
    })
}

/// Returns the cells as the format `csv` writes them, or as numbers separated by spaces if n > 9.
fn cells(cells: &JsonCells) -> String {
    cells.as_str().replace('.', "0")
}

fn is_unique(unique: Uniqueness) -> &'static str {
    match unique {
        Uniqueness::Unique => "true",
        Uniqueness::Several => "false",
        Uniqueness::Unknown => "unknown",
    }
}

/// Returns the text that adds these results to a line of the input, as further columns or fields. For a JSON object, it
/// replaces the closing brace.
pub(crate) fn appended(record: &JsonRecord, columns: &[Column]) -> String {
    match &record.source {
        None => String::new(),
        Some(InputFields::Table(header, fields)) => {
            let missing = header.column_count().saturating_sub(fields.len());
            let results = columns.iter().map(|column| column.text(record));
            further_fields(std::iter::repeat_n(String::new(), missing).chain(results), header.delimiter())
        }
        Some(InputFields::Object(object)) => {
            let values: Value = serde_json::from_str(&line(record)).unwrap_or_default();
            let field = |column: &Column| {
                let value = match (column, values.get(column.name())) {
                    // A `Value` cannot hold all numbers of solutions.
                    (Column::Count, _) => serde_json::to_string(&record.count).unwrap_or_default(),
                    (_, Some(value)) => value.to_string(),
                    // The record lacks some columns. Those with a text are numbers.
                    _ => {
                        Some(column.text(record)).filter(|text| !text.is_empty()).unwrap_or("null".to_owned())
                    }
                };
                format!("\"{column}\":{value}")
            };
            let comma = if object.is_empty() { "" } else { "," };
            format!("{comma}{}}}", columns.iter().map(field).format(","))
        }
    }
}

/// Returns the header of the input together with those of the results.
pub(crate) fn extended_header(header: &CsvHeader, columns: &[Column]) -> String {
    header.text().to_owned() + &further_fields(columns.iter().map(|column| column.name()), header.delimiter())
}

/// Returns the end of a record, from the delimiter before the first of `fields` on.
fn further_fields(fields: impl Iterator<Item = impl AsRef<str>>, delimiter: char) -> String {
    let fields = fields.map(|field| field.as_ref().to_owned());
    record(std::iter::once(String::new()).chain(fields), delimiter)
}

/// Returns the header, without a line ending.
pub(crate) fn header(columns: &[OutputColumn]) -> String {
    record(columns.iter().map(OutputColumn::name), ',')
}

/// Returns the record as a line of CSV, without a line ending. The text of a field may contain line breaks.
pub(crate) fn record_line(json: &JsonRecord, columns: &[OutputColumn]) -> String {
    record(columns.iter().map(|column| column.text(json)), ',')
}

fn record(fields: impl Iterator<Item = impl AsRef<[u8]>>, delimiter: char) -> String {
    let mut builder = csv::WriterBuilder::new();
    let delimiter = u8::try_from(delimiter).unwrap_or(b',');
    let mut writer = builder.delimiter(delimiter).buffer_capacity(512).from_writer(Vec::new());
    // Writing to a vector cannot fail.
    let _ = writer.write_record(fields);
    let mut text = writer.into_inner().unwrap_or_else(|_| Vec::new());
    text.truncate(text.len().saturating_sub(1));
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_if_necessary() {
        let record = JsonRecord {
            id: 7,
            file: Some("a,b.txt".into()),
            puzzle: Some(sudoku_cnf::text::JsonPuzzle::of_puzzle(&"1...............".parse().unwrap())),
            message: Some("not \"so\"\nhint: so".to_owned()),
            ..JsonRecord::default()
        };
        let columns = [Column::Id, Column::File, Column::Puzzle, Column::Solution, Column::Message]
            .map(OutputColumn::Result);
        assert_eq!(header(&columns), "id,file,puzzle,solution,message");
        assert_eq!(
            record_line(&record, &columns),
            "7,\"a,b.txt\",1000000000000000,,\"not \"\"so\"\"\nhint: so\""
        );
        assert_eq!(record_line(&record, &columns[3..4]), "\"\"");
    }
}
