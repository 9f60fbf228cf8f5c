//! The registry of text formats.

use std::path::Path;

use super::format_spec::FormatSpec;

/// Defines [`Format`] and maps each format to its specification.
macro_rules! define_formats {
    ($($(#[$doc:meta])* $format:ident = $name:literal => $module:ident::$spec:ident,)+) => {
        crate::named_enum! {
            /// A text format for puzzles.
            ///
            /// The documentation of the [`text`](crate::text) module compares all formats.
            pub enum Format: "format" {
                $($(#[$doc])* $format = $name,)+
            }
        }

        impl Format {
            /// Returns the specification of the format.
            pub(super) const fn spec(self) -> &'static FormatSpec {
                match self {
                    $(Self::$format => &super::$module::$spec,)+
                }
            }
        }
    };
}

/// Defines all formats in the order in which the help text lists them.
///
/// The arguments are the formats that require the `formats` feature.
macro_rules! registry {
    ($($json:tt)*) => {
        define_formats! {
            /// Rows of right-aligned numbers, with ASCII bars and horizontal lines between the boxes.
            Grid = "grid" => plain_formats::GRID,
            /// n lines of n cells. If n > 9, spaces separate the cells.
            Rows = "rows" => plain_formats::ROWS,
            /// All cells on one line. If n > 9, spaces separate the cells.
            Line = "line" => plain_formats::LINE,
            /// Rows of cells, with a frame of Unicode box-drawing characters around each box. A blank is
            /// written as `·`.
            Boxes = "boxes" => plain_formats::BOXES,
            /// A table with the candidates (pencilmarks) of each cell, laid out as in Norvig's essay
            /// *Solving Every Sudoku Puzzle* (2006).
            Candidates = "candidates" => plain_formats::CANDIDATES,
            /// n characters per cell, with each candidate at its own position and `.` for all other digits.
            ///
            /// A 9×9 board therefore consists of 729 characters.
            Positional = "729" => plain_formats::POSITIONAL,
            /// n lines of n numbers separated by delimiters. An empty field is a blank.
            Table = "table" => plain_formats::TABLE,
            /// The `.sdk` format of SadMan Software.
            Sdk = "sdk" => plain_formats::SDK,
            /// The `.sdm` format: 81 characters per line, with `0` for a blank.
            Sdm = "sdm" => plain_formats::SDM,
            /// The `.ss` format of Simple Sudoku.
            Ss = "ss" => plain_formats::SS,
            /// The `.sdx` format: nine lines, each of which lists the candidates of nine cells.
            Sdx = "sdx" => plain_formats::SDX,
            /// A table of puzzles and their solutions, as in the Sudoku data sets on Kaggle.
            Csv = "csv" => csv::SPEC,
            /// Rows of digits below headings like `Grid 01`, as in Project Euler's problem 96.
            Euler = "euler" => plain_formats::EULER,
            /// HoDoKu library lines: `:0000:x:<81 characters>:<deleted candidates>::`.
            Hodoku = "hodoku" => hodoku::SPEC,
            /// The XML format of OpenSudoku.
            OpenSudoku = "opensudoku" => opensudoku::SPEC,
            $($json)*
            /// MiniZinc data: `x = array2d(1..n, 1..n, [ … ]);`, with `_` for a blank.
            Dzn = "dzn" => list::DZN,
            /// AMPL data: `param puzzle: 1 2 … n :=`, then numbered rows, with `.` for a blank.
            Ampl = "ampl" => ampl::SPEC,
            /// Nested lists in the syntax of programming languages.
            List = "list" => list::SPEC,
            /// Facts for answer set solvers: `given(row,column,digit).`
            Facts = "facts" => facts::SPEC,
        }
    };
}

#[cfg(feature = "formats")]
registry! {
    /// The JSON format of this project, with one object per line.
    Json = "json" => json::OWN,
    /// The JSON format of f-puzzles.
    FPuzzles = "fpuzzles" => json::FPUZZLES,
    /// A link to f-puzzles, which contains the compressed JSON.
    FPuzzlesLink = "fpuzzles-link" => json::FPUZZLES_LINK,
}

#[cfg(not(feature = "formats"))]
registry! {}

impl Format {
    /// Returns the usual extension of files in this format, which is the name of the format if it has none of its own.
    pub fn extension(self) -> &'static str {
        self.spec().extensions.first().copied().unwrap_or(self.name())
    }

    /// Returns the format that the extension of `path` indicates, or `None` if it does not indicate one. The extensions
    /// of compressed files (`.gz`, `.xz`, `.zst` and `.bz2`) are ignored.
    ///
    /// ```
    /// use std::path::Path;
    /// use sudoku_cnf::text::Format;
    ///
    /// assert_eq!(Format::from_path(Path::new("easy.SDK")), Some(Format::Sdk));
    /// assert_eq!(Format::from_path(Path::new("many.csv.gz")).map(Format::name), Some("csv"));
    /// assert_eq!(Format::from_path(Path::new("easy.txt")), None);
    /// ```
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        if matches!(&*extension, "gz" | "xz" | "zst" | "bz2") {
            return Self::from_path(Path::new(path.file_stem()?));
        }
        Self::ALL.iter().copied().find(|format| format.spec().extensions.contains(&&*extension))
    }

    /// Returns whether the format is restricted to 9×9 boards with 3×3 boxes.
    pub const fn is_standard_only(self) -> bool {
        self.spec().standard_only
    }

    /// Returns whether the format can store excluded candidates.
    pub const fn stores_candidates(self) -> bool {
        self.spec().candidates
    }

    /// Returns whether the format can store rules beyond houses.
    pub const fn stores_rules(self) -> bool {
        self.spec().rules
    }

    /// Returns whether the format can store a solution along with each puzzle.
    pub const fn stores_solutions(self) -> bool {
        self.spec().solutions
    }

    /// Returns whether the format can store a remark about a puzzle.
    pub const fn stores_remarks(self) -> bool {
        self.spec().remarks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_formats_share_an_extension() {
        let mut extensions: Vec<_> = Format::ALL.iter().flat_map(|format| format.spec().extensions).collect();
        let count = extensions.len();
        extensions.sort();
        extensions.dedup();
        assert_eq!(extensions.len(), count);
    }

    #[test]
    fn names_parse() {
        for &format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        let error = "docx".parse::<Format>().unwrap_err().to_string();
        assert!(error.starts_with("unknown format 'docx'; expected one of grid, rows, line, "), "{error}");
    }
}
