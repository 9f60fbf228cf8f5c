//! Text formats: reading and writing puzzles in the formats that people use.
//!
//! [`Reader`] iterates over the puzzles of an input, and [`read_single`] reads the only one. The [`Format`]
//! is detected automatically unless [`ReadOptions::format`] is set. [`Writer`] and [`write()`] write puzzles,
//! and [`losses`] lists what a format cannot store. `FromStr` and `Display` of [`Puzzle`](crate::Puzzle) use
//! this module as well.
//!
//! ```
//! use sudoku_cnf::formats::Reader;
//!
//! let text = "# two puzzles\n12..\n..1.\n.2..\n4..2\n\n.... # an empty row\n....\n....\n....\n";
//! let records: Result<Vec<_>, _> = Reader::new(text.as_bytes(), None).collect();
//! let records = records?;
//! assert_eq!(records[0].puzzle.to_string(), "12....1..2..4..2");
//! assert_eq!(records[1].line, 7);
//! # Ok::<(), sudoku_cnf::formats::ReadError>(())
//! ```
//!
//! # Formats
//!
//! | format | extension | board | stores besides the givens |
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
//! | `json` | `.json`, `.jsonl`, `.ndjson` | any | candidates, solution, remark, variants, regions, box shape |
//! | `fpuzzles` | | any | solution, most variants, regions, box shape |
//! | `dzn` | `.dzn` | any | |
//! | `list` | | any | |
//!
//! The formats from `csv` on require the feature `formats`, and so does UTF-16. Without it, such a text is
//! read as plain boards, which usually fails.
//!
//! # Plain boards
//!
//! The formats up to `euler` are plain boards. A puzzle is a line of n² cells or n lines of n cells, with
//! bars and rules between boxes or with delimiters between cells. A cell is a character of an [`Alphabet`], a
//! decimal number between spaces, or a list of candidates. A blank is `.`, `0`, `_`, `*` or `·`; on boards up
//! to 9×9 without other blanks `X`; and in puzzles of one line `-`. Between delimiters, a cell may be empty.
//!
//! The number of cells determines the size of the board. The box shape is the one in [`ReadOptions::board`],
//! else the one that bars show (`1 2 3 | 4 5 6`), else the most square one.
//!
//! # What is skipped
//!
//! - Blank lines, rules and bars, and the numbers of rows and columns in tables.
//! - Comments: lines that start with `#`, `%` or `//`, the rest of a line after `#`, and headings such as
//!   `Grid 01`. On a line with a whole puzzle, the text after the cells is the [remark](Record::remark).
//! - Fields of `.sdk` files (`#A`, …) and sections other than `[Puzzle]`, columns of CSV files other than
//!   puzzle and solution, other fields of JSON, and text in XML. These set [`Record::has_more`].
//! - The text of a program around nested lists, and the text around a single board on a line.
//!
//! Everything else is an error with its position. An error affects one puzzle, and the reader continues with
//! the next one. Only an error that leaves the rest of the input undefined ends it, such as an ambiguous
//! layout or malformed XML.
//!
//! # Adding a format
//!
//! Each format has a module with a `FormatSpec`: its file extensions, what it stores, and how it is
//! recognized, read and written. The registry in `format.rs` has one line per format.

// The formats.
mod boxes;
mod candidates;
#[cfg(feature = "formats")]
mod csv;
#[cfg(feature = "formats")]
mod dzn;
mod euler;
mod grid;
#[cfg(feature = "formats")]
mod hodoku;
#[cfg(feature = "formats")]
mod json;
mod line;
#[cfg(feature = "formats")]
mod list;
#[cfg(feature = "formats")]
mod opensudoku;
mod positional;
mod rows;
mod sdk;
mod sdm;
mod sdx;

mod ss;
mod table;

// The public interface.
mod alphabet;
mod error;
mod error_kind;
mod format;
mod frame;
mod hint;
mod loss;
mod note;
mod options;
mod pencilmarks;
mod reader;
mod record;
mod single;
mod writer;

// The specification of a format, and its detection.
mod cell_text;
mod detect;
mod format_spec;
#[cfg(feature = "formats")]
mod structure;

// Plain boards.
mod bands;
mod board_layout;
mod cell_reader;
mod layout;
mod layout_vote;
mod line_class;
mod notation;
mod padding;
mod plain_reader;
mod separator;
mod table_header;
mod token;

// Structured formats.
#[cfg(feature = "formats")]
mod bracket;
#[cfg(feature = "formats")]
mod field;
#[cfg(feature = "formats")]
mod list_reader;
#[cfg(feature = "formats")]
mod list_tree;

// Input and common state.
mod decode;
mod grid_builder;
#[cfg(feature = "formats")]
mod line_bytes;
mod lines;
mod symbol_usage;
mod text_line;

#[cfg(test)]
mod testing;

pub use alphabet::Alphabet;
pub use error::{MAX_REPORTED_ERRORS, ReadError, TextError, TextErrors};
pub use error_kind::{ExpectedCells, TextErrorKind};
pub use format::Format;
pub use frame::{Strokes, write_frame};
pub use hint::Hint;
#[cfg(feature = "formats")]
pub use json::{JsonCells, JsonPuzzle};
pub use loss::{Loss, losses};
pub use note::Note;
pub use options::ReadOptions;
pub use pencilmarks::{pencilmarks, write_candidates, write_marks};
pub use reader::Reader;
pub use record::Record;
pub use single::read_single;
pub use writer::{WriteError, Writer, write};
