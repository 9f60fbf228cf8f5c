//! Puzzles with their context in a text.

use super::note::Note;
use crate::puzzle::{Grid, Puzzle};

/// A puzzle of an input, with its position and its context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The line of its first cell, from 1.
    pub line: usize,
    /// The solution in the input. It was not checked.
    pub solution: Option<Grid>,
    /// The title of the puzzle, or the text after it on its line.
    pub remark: Option<String>,
    /// Whether the input contains more information about the puzzle that is not kept: an author, a rating in
    /// a column of its own, a state of play.
    pub has_more: bool,
    /// A note that the input is ambiguous; only with the first puzzle that is affected.
    pub note: Option<Note>,
}

impl Record {
    /// Returns a record with a puzzle and its line only.
    #[must_use]
    pub fn new(puzzle: Puzzle, line: usize) -> Self {
        Self { puzzle, line, solution: None, remark: None, has_more: false, note: None }
    }
}
