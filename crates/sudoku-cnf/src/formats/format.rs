//! The formats that puzzles are kept in, and what each can hold.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

/// A format of puzzle files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Rows with bars between boxes and rules between bands, in ASCII; digits right-aligned.
    Grid,
    /// n lines of n cells; blanks between the cells where n > 9.
    Rows,
    /// All cells on one line; blanks between the cells where n > 9.
    Line,
    /// The boxes drawn with Unicode's box-drawing characters, `·` for a blank.
    Boxes,
    /// The candidates of each cell in a table as Norvig's essay prints it: pencilmarks.
    Candidates,
    /// n characters for each cell, a candidate at its place or `.`: 729 on 9×9.
    Positional,
    /// n lines of n numbers with a delimiter between them, nothing for a blank.
    Table,
    /// SadMan Software's `.sdk`.
    Sdk,
    /// `.sdm`: 81 characters a line, `0` for a blank.
    Sdm,
    /// Simple Sudoku's `.ss`.
    Ss,
    /// `.sdx`: nine lines of candidates.
    Sdx,
    /// A table of puzzles and their solutions, as Kaggle's.
    Csv,
    /// Rows under headings such as `Grid 01`, as Project Euler's problem 96 has them.
    Euler,
    /// HoDoKu's library lines: `:0000:x:<81 characters>:<eliminated candidates>::`.
    Hodoku,
    /// OpenSudoku's XML.
    OpenSudoku,
    /// One object a line: this project's own.
    Json,
    /// The JSON of f-puzzles.
    FPuzzles,
    /// MiniZinc data: `x = array2d(1..n, 1..n, [ … ]);`, `_` for a blank.
    Dzn,
    /// Nested lists as programming languages write them.
    List,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 19] = [
        Self::Grid,
        Self::Rows,
        Self::Line,
        Self::Boxes,
        Self::Candidates,
        Self::Positional,
        Self::Table,
        Self::Sdk,
        Self::Sdm,
        Self::Ss,
        Self::Sdx,
        Self::Csv,
        Self::Euler,
        Self::Hodoku,
        Self::OpenSudoku,
        Self::Json,
        Self::FPuzzles,
        Self::Dzn,
        Self::List,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Rows => "rows",
            Self::Line => "line",
            Self::Boxes => "boxes",
            Self::Candidates => "candidates",
            Self::Positional => "729",
            Self::Table => "table",
            Self::Sdk => "sdk",
            Self::Sdm => "sdm",
            Self::Ss => "ss",
            Self::Sdx => "sdx",
            Self::Csv => "csv",
            Self::Euler => "euler",
            Self::Hodoku => "hodoku",
            Self::OpenSudoku => "opensudoku",
            Self::Json => "json",
            Self::FPuzzles => "fpuzzles",
            Self::Dzn => "dzn",
            Self::List => "list",
        }
    }

    /// The format that a file's name points to, where it has an ending of its own.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match &*ending {
            "sdk" => Self::Sdk,
            "sdm" => Self::Sdm,
            "ss" => Self::Ss,
            "sdx" => Self::Sdx,
            "csv" | "tsv" => Self::Csv,
            "opensudoku" | "xml" => Self::OpenSudoku,
            "json" | "jsonl" | "ndjson" => Self::Json,
            "dzn" => Self::Dzn,
            _ => return None,
        })
    }

    /// Whether it holds 9×9 boards alone.
    #[must_use]
    pub fn is_standard_only(self) -> bool {
        matches!(self, Self::Sdk | Self::Sdm | Self::Ss | Self::Sdx | Self::Hodoku | Self::OpenSudoku)
    }

    /// Whether it holds candidates that are excluded.
    #[must_use]
    pub fn holds_candidates(self) -> bool {
        matches!(self, Self::Candidates | Self::Positional | Self::Sdx | Self::Hodoku | Self::Json)
    }

    /// Whether it holds a puzzle's solution beside it.
    #[must_use]
    pub fn holds_solutions(self) -> bool {
        matches!(self, Self::Csv | Self::Json | Self::FPuzzles)
    }

    /// Whether it holds words about a puzzle.
    #[must_use]
    pub fn holds_remarks(self) -> bool {
        matches!(self, Self::Json)
    }

    /// Whether it holds regions and variants.
    #[must_use]
    pub fn holds_variants(self) -> bool {
        matches!(self, Self::Json | Self::FPuzzles)
    }

    /// Whether it shows the shape of the boxes where that is not the usual one.
    #[must_use]
    pub fn shows_boxes(self) -> bool {
        matches!(self, Self::Grid | Self::Boxes | Self::Candidates | Self::Json | Self::FPuzzles)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no format; known are {list}", list = Format::ALL.iter().join(", "))]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}
