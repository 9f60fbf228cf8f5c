//! Reads and writes puzzles in many text formats.
//!
//! [`Reader`] iterates over the puzzles in an input, and [`read_single`] reads a single puzzle. The
//! [`Format`] is detected automatically unless [`ReadOptions::format`] is set. [`Writer`] and [`write()`]
//! write puzzles. [`lost_parts`] lists the parts of a record that a format cannot store. The `FromStr` and
//! `Display` implementations of [`Puzzle`](crate::Puzzle) use this module.
//!
//! ```
//! use sudoku_cnf::text::Reader;
//!
//! let text = "# two puzzles\n12..\n..1.\n.2..\n4..2\n\n.... # an empty row\n....\n....\n....\n";
//! let records: Result<Vec<_>, _> = Reader::new(text.as_bytes(), None).collect();
//! let records = records?;
//! assert_eq!(records[0].puzzle.to_string(), "12....1..2..4..2");
//! assert_eq!(records[1].line, 7);
//! # Ok::<(), sudoku_cnf::text::ReadError>(())
//! ```
//!
//! # Formats
//!
//! | format | file extension | board sizes | stored in addition to the givens |
//! |---|---|---|---|
//! | [`grid`](Format::Grid) | | any | box shape |
//! | [`rows`](Format::Rows) | | any | |
//! | [`line`](Format::Line) | | any | |
//! | [`boxes`](Format::Boxes) | | any | box shape |
//! | [`candidates`](Format::Candidates) | | any | candidates, box shape |
//! | [`729`](Format::Positional) | | up to 35×35 | candidates |
//! | [`table`](Format::Table) | | any | |
//! | [`sdk`](Format::Sdk) | `.sdk` | 9×9 | |
//! | [`sdm`](Format::Sdm) | `.sdm` | 9×9 | |
//! | [`ss`](Format::Ss) | `.ss` | 9×9 | |
//! | [`sdx`](Format::Sdx) | `.sdx` | 9×9 | candidates |
//! | [`euler`](Format::Euler) | | any | |
//! | `csv` | `.csv`, `.tsv` | up to 35×35 | solution |
//! | `hodoku` | | 9×9 | candidates |
//! | `opensudoku` | `.opensudoku`, `.xml` | 9×9 | |
//! | `json` | `.json`, `.jsonl`, `.ndjson` | any | candidates, rules, solution, remark, variants, regions, box shape, layout |
//! | `fpuzzles`, `fpuzzles-link` | | any | rules, solution, most variants, regions, box shape |
//! | `dzn` | `.dzn` | any | |
//! | `ampl` | `.dat` | any | |
//! | `list` | | any | |
//! | `facts` | `.lp` | any | |
//!
//! The JSON formats require the `formats` feature, as do links, notebooks and UTF-16 input.
//!
//! # Data and documents
//!
//! The text in these formats is data: every line belongs to a puzzle, is a comment or a heading, or is an error. Any
//! other text with boards in it is a document, for example program text, Markdown or a log. In a document, one search
//! finds rows below each other, nested lists, and lists or words of n² cells. Everything else is ignored, and the
//! records have [`Note::Document`]. Boards that are damaged in one place, and fields with the name of a rule, are
//! errors. [`ReadOptions::kind`] makes the choice by hand.
//!
//! # Plain boards
//!
//! The formats from `grid` to `euler` contain plain boards: either one line of n² cells or n lines of n
//! cells. Vertical bars and horizontal lines like `---+---` may separate boxes. Cells may be separated by
//! white space or by delimiters such as commas. A cell is a character of an [`Alphabet`], a decimal number or
//! a list of candidates.
//!
//! A blank cell is written as `.`, `_`, `*`, `-` or `·`. The character `0` is also a blank unless the alphabet
//! starts with `0`. If a board contains none of these blanks, another punctuation mark that occurs at least
//! twice represents its blanks, or, on boards up to 9×9, the letter `X`.
//!
//! If delimiters separate the cells, an empty field is also a blank. If the cells are in columns, spaces can
//! be blanks. On boards up to 9×9 without digits, the letters from `A` are the digits from 1.
//!
//! The number of cells determines the size of the board. The box shape can be set with
//! [`ReadOptions::board`]. If it is not set, the bars in the text determine the box shape: for example,
//! `1 2 3 | 4 5 6` indicates boxes with 3 columns. Without bars, the most square box shape is used.
//!
//! # Skipped text and errors
//!
//! In plain boards, the reader skips the following text without reporting an error:
//!
//! - A title before the first board.
//! - A line of numbers before a board that specifies its size, its box shape or the number of boards.
//! - Blank lines, and horizontal lines between rows.
//! - Comment lines, which start with `#`, `%`, `//` or three backticks, LaTeX commands, and headings like `Grid 01`.
//! - The text after `#` in a row, unless delimiters separate the cells.
//! - The text before a one-line board of at least 36 cells. The text after a one-line board is not skipped
//!   but stored as a [solution](Record::solution) or a [remark](Record::remark).
//! - The labels of rows and columns: consecutive numbers or letters.
//! - Fields of `.sdk` files, for example `#A`, and the sections `[State]`, `[Solution]` and those without a board.
//!
//! In the other formats, the reader skips the following text:
//!
//! - Comment lines before the first puzzle and, in CSV and HoDoKu input, all lines that start with `#`.
//! - CSV columns other than the puzzle column and the solution column, unknown fields of JSON objects, and
//!   text between XML tags.
//! - The fields after the deleted candidates in HoDoKu lines.
//! - The parts of Jupyter notebooks other than code.
//! - Facts with another name than the first fact of a puzzle, and other statements of a program.
//! - In JSON of other programs, full grids in objects that contain a board with blanks.
//!
//! In most cases, [`Record::has_other_fields`] is `true` if the reader skips a field, a section or a column.
//!
//! Any other text that is not part of a puzzle is reported as an error, together with its position. After a
//! malformed puzzle, the reader continues with the next puzzle. Reading stops only after an error that makes
//! the rest of the input ambiguous or unreadable, for example an ambiguous layout.
//!
//! # Several formats
//!
//! The formats may change within an input. The reader for a format stops in front of a line that does not belong to
//! it. If another format starts there, its reader continues. Otherwise, the line is an error. Text between the
//! records of some structured formats is skipped.
//!
//! # Adding a format
//!
//! Each format has a `FormatSpec`, which specifies the file extensions of the format, the information that the
//! format stores, and the functions that recognize, read and write the format. The module `plain_formats` defines
//! the formats for plain boards, and each structured format has a module. The registry in `format.rs` contains one
//! entry per format.

// Formats.
mod ampl;
mod csv;
mod csv_fields;
mod facts;
mod hodoku;
#[cfg(feature = "formats")]
mod json;
mod list;
mod opensudoku;
mod plain_formats;
mod presentation;
// Public interface.
mod alphabet;
mod error;
mod error_kind;
mod foreign;
mod format;
mod frame;
mod hint;
mod lost_part;
#[cfg(test)]
mod mutation_tests;
mod note;
mod options;
mod pencilmarks;
mod read_ahead;
mod reader;
#[cfg(test)]
mod reader_tests;
mod record;
mod rule_list;
mod rule_list_text;
mod single;
mod writer;

// Format specification and detection.
mod cell_text;
mod cell_value;
mod detect;
mod format_spec;
mod structure;

// Plain boards.
mod blank;
mod board_text;
mod cell_reader;
mod overlap;
mod plain;
mod token;

// Structured formats.
mod canvas;
mod document;
mod fact;
mod field;
#[cfg(feature = "formats")]
mod notebook;
mod xml_elements;
mod xml_scanner;

// Input lines and shared state.
pub(crate) mod decode;
mod grid_builder;
mod lines;
mod link_text;
mod symbol_usage;
mod text_line;
// For the sentences of all crates.
#[doc(hidden)]
pub mod words;

#[cfg(test)]
mod testing;

pub use alphabet::Alphabet;
pub use board_text::BoardText;
pub use csv_fields::CsvHeader;
pub use error::{MAX_REPORTED_ERRORS, ReadError, TextError, TextErrors};
pub use error_kind::{ExpectedCells, TextErrorKind};
pub use format::Format;
pub use frame::{Strokes, write_frame};
pub use hint::Hint;
#[cfg(feature = "formats")]
pub use json::{JsonCells, JsonPuzzle, has_known_version, json_line};
pub use lost_part::{LostPart, lost_parts};
pub use note::Note;
pub use options::{ReadOptions, TextKind};
pub use pencilmarks::{candidate_list, pencilmarks, write_candidates, write_marks};
pub use presentation::Presentation;
pub use reader::Reader;
pub use record::{Record, SourceLine};
pub use rule_list::RuleList;
pub use rule_list_text::RuleListError;
pub use single::read_single;
pub use writer::{WriteError, Writer, write};
