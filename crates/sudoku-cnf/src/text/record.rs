//! A puzzle together with other information from the input.

use std::sync::Arc;

use super::alphabet::Alphabet;
use super::board_text::BoardText;
use super::csv_fields::CsvHeader;
use super::error::ReadError;
use super::note::Note;
use super::presentation::Presentation;
use crate::puzzle::rule::{InvalidRule, RuleText};
use crate::puzzle::{Grid, Puzzle};

/// A puzzle, together with its line number and other information from the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The 1-based number of the line on which the puzzle starts.
    pub line: usize,
    /// The solution that accompanies the puzzle in the input, if any. The reader does not check whether it is
    /// correct.
    pub solution: Option<Grid>,
    /// The title of the puzzle, or the text that follows the puzzle on the same line, if any.
    pub remark: Option<String>,
    /// The author, the text of the rules and drawings, as in the format of f-puzzles.
    pub presentation: Presentation,
    /// Whether the input contains other information that this record does not store, for example a saved game state.
    pub has_other_fields: bool,
    /// The alphabet of the input if its digits are written as single characters other than `1` to `9`. Writers whose
    /// format allows it use the same alphabet; otherwise, or if this is `None`, they write decimal numbers.
    pub alphabet: Option<Alphabet>,
    /// A note about an ambiguous alphabet or board size, if any. Only the record of the first affected puzzle has one.
    pub note: Option<Note>,
    /// The line, or the lines of a CSV record, that contain this puzzle and no other.
    ///
    /// The reader sets this field only if [`ReadOptions::keep_lines`](super::ReadOptions::keep_lines) is set and the
    /// puzzle is written on one line, or as one record of a CSV table.
    pub source: Option<SourceLine>,
    /// The text from which the board was read, for messages about its cells. JSON and some XML records do not have one.
    pub text: Option<BoardText>,
}

/// The result of reading a record or a part of it.
pub(super) type ReadResult<T = Record> = Result<T, ReadError>;

/// The line of the input that contains a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The text without the line ending.
    pub text: String,
    /// The header of the CSV table that contains the line, if any.
    pub header: Option<Arc<CsvHeader>>,
}

impl Record {
    /// Creates a record that contains only a puzzle and its line number.
    pub fn new(puzzle: Puzzle, line: usize) -> Self {
        Self {
            puzzle,
            line,
            solution: None,
            remark: None,
            presentation: Presentation::default(),
            has_other_fields: false,
            alphabet: None,
            note: None,
            source: None,
            text: None,
        }
    }
}

/// Adds `rules` to a puzzle.
///
/// # Errors
/// Returns an error if a rule does not fit the board.
pub(super) fn add_rules(rules: &[RuleText], puzzle: &mut Puzzle) -> Result<(), InvalidRule> {
    if rules.is_empty() {
        return Ok(());
    }
    let on_board = |rule: &RuleText| rule.on(puzzle.geometry());
    let rules = rules.iter().map(on_board).collect::<Result<Vec<_>, _>>()?;
    puzzle.add_rules(rules);
    Ok(())
}
