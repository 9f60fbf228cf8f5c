//! Code shared by the programs `sudoku-cnf`, `sudoku-sat` and `sudoku-cli`: command-line options, input and
//! output files, messages, and exit codes.

pub mod args;
pub mod checkpoint;
pub mod cnf_file;
pub mod compression;
pub mod decompression;
pub mod diagnostics;
pub mod digest;
mod document_notes;
pub mod error_reports;
pub mod exit_code;
mod extra;
mod failure;
pub mod file_per_puzzle;
pub mod files;
pub mod hints;
pub mod limits;
pub mod lost_parts;
mod man;
mod man_folder;
pub mod messages;
pub mod numbers;
mod options_digest;
pub mod output;
pub mod output_file;
pub mod output_pattern;
pub mod part_file;
pub mod program;
pub mod progress;
pub mod puzzles;
pub mod result_class;
pub mod run;
mod sections;
pub mod signals;
pub mod source_lines;
pub mod terminal;
pub mod totals;
pub mod usage;

pub use diagnostics::Style;
pub use extra::Extra;
pub use failure::Failure;
