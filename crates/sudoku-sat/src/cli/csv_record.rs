//! Records as lines of CSV.

use itertools::Itertools;
use sudoku_cnf::named_enum;
use sudoku_cnf::text::JsonCells;

use super::explain::json::JsonCandidate;
use super::record::{JsonRecord, Status, Uniqueness};

named_enum! {
    /// A column of a CSV record. The names are those of the fields of JSON records.
    pub(crate) enum Column: "column" {
        Id = "id",
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
        Candidates = "candidates",
        Minimal = "minimal",
        Redundant = "redundant",
        Seconds = "seconds",
        Message = "message",
    }
}

impl Column {
    /// Returns the columns that are available in every command, together with `more`.
    pub(crate) fn common_and(more: &[Self]) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |column| {
            let is_common = matches!(
                column,
                Self::Id
                    | Self::File
                    | Self::Line
                    | Self::Puzzle
                    | Self::Givens
                    | Self::Status
                    | Self::Seconds
                    | Self::Message
            );
            is_common || more.contains(column)
        })
    }

    /// Returns the text of this column, or an empty string if the record has no value for it.
    fn text(self, record: &JsonRecord) -> String {
        let rating = record.rating.as_ref();
        let text = match self {
            Self::Id => Some(record.id.to_string()),
            Self::File => Some(record.file.to_string()),
            Self::Line => record.line.map(|line| line.to_string()),
            Self::Puzzle => record.puzzle.as_ref().map(cells),
            Self::Givens => record.givens.map(|givens| givens.to_string()),
            Self::Solution => record.solution.as_ref().map(cells),
            Self::SolutionIndex => record.solution_index.map(|index| index.to_string()),
            Self::Status => Some(status(record.status).to_owned()),
            Self::Unique => record.unique.map(|unique| is_unique(unique).to_owned()),
            Self::Count => record.count.as_ref().map(|count| {
                // A lower bound must not look like an exact number.
                if count.exact { count.value.to_string() } else { format!("at least {}", count.value) }
            }),
            Self::Difficulty => rating.map(|rating| rating.difficulty.to_owned()),
            Self::Step => rating.map(|rating| rating.step.clone()),
            Self::LearnedClauses => rating.map(|rating| rating.learned_clauses.to_string()),
            Self::Score => rating.and_then(|rating| rating.score).map(|score| score.to_string()),
            Self::TotalScore => rating.and_then(|rating| rating.total_score).map(|score| score.to_string()),
            Self::Candidates => record.candidates.clone(),
            Self::Minimal => record.minimal.as_ref().map(cells),
            Self::Redundant => {
                let names = |givens: &Vec<JsonCandidate>| givens.iter().map(ToString::to_string).join(" ");
                record.redundant.as_ref().map(names)
            }
            Self::Seconds => record.seconds.map(|seconds| format!("{seconds:.6}")),
            Self::Message => record.message.clone(),
        };
        text.unwrap_or_default()
    }
}

/// Returns the cells as the format `csv` writes them, or as numbers separated by spaces if n > 9.
fn cells(cells: &JsonCells) -> String {
    cells.as_str().replace('.', "0")
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Solved => "solved",
        Status::Unsatisfiable => "unsatisfiable",
        Status::Unknown => "unknown",
        Status::Error => "error",
    }
}

fn is_unique(unique: Uniqueness) -> &'static str {
    match unique {
        Uniqueness::Unique => "true",
        Uniqueness::Several => "false",
        Uniqueness::Unknown => "unknown",
    }
}

/// Returns the header, without a line ending.
pub(crate) fn header(columns: &[Column]) -> String {
    line(columns.iter().map(|column| column.name()))
}

/// Returns the record as a line of CSV, without a line ending. The text of a field may contain line breaks.
pub(crate) fn record_line(record: &JsonRecord, columns: &[Column]) -> String {
    line(columns.iter().map(|column| column.text(record)))
}

fn line(fields: impl Iterator<Item = impl AsRef<[u8]>>) -> String {
    let mut writer = csv::WriterBuilder::new().buffer_capacity(512).from_writer(Vec::new());
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
            file: "a,b.txt".into(),
            puzzle: Some(JsonCells::of(&"1...............".parse().unwrap())),
            message: Some("not \"so\"\nhint: so".to_owned()),
            ..JsonRecord::default()
        };
        let columns = [Column::Id, Column::File, Column::Puzzle, Column::Solution, Column::Message];
        assert_eq!(header(&columns), "id,file,puzzle,solution,message");
        assert_eq!(
            record_line(&record, &columns),
            "7,\"a,b.txt\",1000000000000000,,\"not \"\"so\"\"\nhint: so\""
        );
        assert_eq!(record_line(&record, &[Column::Solution]), "\"\"");
    }
}
