//! The registry of text formats.

use std::path::Path;

use super::format_spec::FormatSpec;

/// Defines [`Format`] and maps each format to its specification.
macro_rules! define_formats {
    ($($(#[$doc:meta])* $format:ident = $name:literal => $module:ident::$spec:ident,)+) => {
        crate::named_enum! {
            /// A text format for puzzles. The module documentation of [`formats`](crate::formats) compares
            /// them.
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

/// The registry: one line per format. The formats of the feature `formats` are passed in two groups, since
/// the order of the formats is that of the help texts.
macro_rules! registry {
    ([$($csv:tt)*] [$($structured:tt)*]) => {
        define_formats! {
            /// Rows with bars between boxes and rules between bands, in ASCII; digits are right-aligned.
            Grid = "grid" => grid::SPEC,
            /// n lines of n cells; spaces between the cells if n > 9.
            Rows = "rows" => rows::SPEC,
            /// All cells on one line; spaces between the cells if n > 9.
            Line = "line" => line::SPEC,
            /// Boxes drawn with Unicode box-drawing characters, `·` for a blank.
            Boxes = "boxes" => boxes::SPEC,
            /// Pencilmarks: a table with the candidates of each cell, laid out as in Norvig's essay.
            Candidates = "candidates" => candidates::SPEC,
            /// n characters per cell, each candidate at its own position, else `.`; 729 characters on 9×9.
            Positional = "729" => positional::SPEC,
            /// n lines of n numbers with a delimiter between them, nothing for a blank.
            Table = "table" => table::SPEC,
            /// SadMan Software's `.sdk`.
            Sdk = "sdk" => sdk::SPEC,
            /// `.sdm`: 81 characters per line, `0` for a blank.
            Sdm = "sdm" => sdm::SPEC,
            /// Simple Sudoku's `.ss`.
            Ss = "ss" => ss::SPEC,
            /// `.sdx`: nine lines of candidates.
            Sdx = "sdx" => sdx::SPEC,
            $($csv)*
            /// Rows below headings such as `Grid 01`, as in Project Euler's problem 96.
            Euler = "euler" => euler::SPEC,
            $($structured)*
        }
    };
}

#[cfg(feature = "formats")]
registry! {
    [
        /// A table of puzzles and their solutions, as in Kaggle's data sets.
        Csv = "csv" => csv::SPEC,
    ]
    [
        /// HoDoKu's library lines: `:0000:x:<81 characters>:<eliminated candidates>::`.
        Hodoku = "hodoku" => hodoku::SPEC,
        /// OpenSudoku's XML.
        OpenSudoku = "opensudoku" => opensudoku::SPEC,
        /// This project's own JSON: one object per line.
        Json = "json" => json::OWN,
        /// The JSON of f-puzzles.
        FPuzzles = "fpuzzles" => json::FPUZZLES,
        /// MiniZinc data: `x = array2d(1..n, 1..n, [ … ]);`, `_` for a blank.
        Dzn = "dzn" => dzn::SPEC,
        /// Nested lists in the syntax of programming languages.
        List = "list" => list::SPEC,
    ]
}

#[cfg(not(feature = "formats"))]
registry! { [] [] }

impl Format {
    /// Returns the format that the extension of a file name indicates, if it indicates one.
    ///
    /// ```
    /// use std::path::Path;
    /// use sudoku_cnf::formats::Format;
    ///
    /// assert_eq!(Format::from_path(Path::new("easy.SDK")), Some(Format::Sdk));
    /// assert_eq!(Format::from_path(Path::new("easy.txt")), None);
    /// ```
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.spec().extensions.contains(&&*extension))
    }

    /// Returns whether the format is restricted to ordinary 9×9 boards.
    #[must_use]
    pub const fn is_standard_only(self) -> bool {
        self.spec().standard_only
    }

    /// Returns whether the format can store excluded candidates.
    #[must_use]
    pub const fn holds_candidates(self) -> bool {
        self.spec().candidates
    }

    /// Returns whether the format can store a solution next to its puzzle.
    #[must_use]
    pub const fn holds_solutions(self) -> bool {
        self.spec().solutions
    }

    /// Returns whether the format can store a remark about a puzzle.
    #[must_use]
    pub const fn holds_remarks(self) -> bool {
        self.spec().remarks
    }

    /// Returns whether the format can store regions and variants.
    #[must_use]
    pub const fn holds_variants(self) -> bool {
        !self.spec().variants.is_empty()
    }

    /// Returns whether the format can store an unusual box shape.
    #[must_use]
    pub const fn shows_boxes(self) -> bool {
        self.spec().box_shapes
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
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        let error = "docx".parse::<Format>().unwrap_err().to_string();
        assert!(error.starts_with("unknown format 'docx'; known: grid, rows, line, "), "{error}");
    }
}
