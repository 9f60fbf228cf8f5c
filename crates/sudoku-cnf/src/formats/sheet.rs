//! From cells as they stand in a text to a grid, for all formats alike.

use std::fmt;
use std::sync::Arc;

use super::alphabet::{Alphabet, Evidence, Resolution};
use super::content::{self, Cells, Content, Spelling};
use super::error::{self, ReadError, TextError, TextErrorKind, TextErrors};
use super::source::Line;
use super::word::{self, Word};
use crate::board::{BoardOptions, BoxShape, Candidate, Geometry, MAX_SIZE, VariantError};
use crate::puzzle::{Grid, Puzzle};

/// What fields and columns are called that hold a puzzle.
pub(super) const PUZZLE_NAMES: [&str; 8] =
    ["puzzle", "board", "grid", "sudoku", "quizzes", "quiz", "givens", "problem"];

/// What was decided about a text although it can be read in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// How the symbols are read.
    pub taken: Alphabet,
    /// How else they might be read.
    pub other: Alphabet,
    /// The board's size.
    pub size: usize,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { taken, other, size } = *self;
        write!(
            f,
            "the digits are read as {}; they might be {}, which --symbols {other} says",
            taken.range(size),
            other.range(size)
        )
    }
}

/// A cell and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Mark<'a> {
    pub(super) line: &'a Line,
    pub(super) word: Word<'a>,
}

impl Mark<'_> {
    /// A fault of this cell.
    pub(super) fn error(&self, kind: TextErrorKind) -> TextError {
        self.line.error(self.word.column, self.word.length(), kind)
    }
}

/// The boards of an input: what is known of them, and those that were seen.
#[derive(Debug)]
pub(super) struct Boards {
    pub(super) board: BoardOptions,
    /// What is said of the symbols of digits.
    pub(super) alphabet: Option<Alphabet>,
    /// What the text has shown of them, and how they have been read.
    evidence: Evidence,
    taken: Option<Alphabet>,
    /// What a person should know; told with the next puzzle.
    pub(super) note: Option<Note>,
    last: Option<Arc<Geometry>>,
}

impl Boards {
    pub(super) fn new(board: BoardOptions, alphabet: Option<Alphabet>) -> Self {
        Self { board, alphabet, evidence: Evidence::default(), taken: None, note: None, last: None }
    }

    /// The shape of the boxes of an n×n board, where nothing else shows it.
    pub(super) fn shape(&self, n: usize) -> Option<BoxShape> {
        self.board.shape().or_else(|| BoxShape::most_square(n)).filter(|shape| shape.size() == n)
    }

    /// The geometry with boxes of this shape where nothing else is said.
    pub(super) fn geometry(&mut self, shape: BoxShape) -> Result<Arc<Geometry>, VariantError> {
        if let Some(last) = &self.last
            && (last.box_shape() == Some(shape) || last.size() == shape.size() && self.board.boxes.is_some())
        {
            return Ok(last.clone());
        }
        let geometry = self.board.geometry(shape)?;
        self.last = Some(geometry.clone());
        Ok(geometry)
    }

    /// Takes note of the cells of an n×n board, where it may matter how digits are written.
    pub(super) fn see<'w>(
        &mut self,
        words: impl Iterator<Item = &'w Word<'w>>,
        spelling: Spelling,
        n: usize,
    ) {
        if n > 9 && self.alphabet.is_none() {
            for word in words {
                match spelling {
                    Spelling::Symbols => self.evidence.see_symbol(&word.text),
                    Spelling::Numbers => self.evidence.see_number(&word.text),
                    Spelling::Groups | Spelling::Positional => {}
                }
            }
        }
    }

    /// The symbols of an n×n board by what is said, or what the text has shown so far.
    ///
    /// # Errors
    /// If nothing decides, or the text shows now that they are others than it seemed.
    pub(super) fn resolve(&mut self, spelling: Spelling, n: usize) -> Result<Alphabet, TextErrorKind> {
        if let Some(alphabet) = self.alphabet {
            return Ok(alphabet);
        }
        let resolution = match spelling {
            Spelling::Symbols if n > 9 => self.evidence.resolve_symbols(n),
            Spelling::Numbers if n > 9 => self.evidence.resolve_numbers(n),
            _ => return Ok(Alphabet::FromOne),
        };
        let (found, other) = match (resolution, self.taken) {
            (Resolution::Certain(found), _) => (found, None),
            (Resolution::Likely(found, other), _) => (found, Some(other)),
            (Resolution::Open(readings), Some(taken)) if readings.contains(&taken) => (taken, None),
            (Resolution::Open(readings), _) => {
                return Err(TextErrorKind::AmbiguousSymbols { readings, size: n });
            }
        };
        match self.taken {
            Some(taken) if taken != found => {
                return Err(TextErrorKind::OtherSymbols { taken, found, size: n });
            }
            Some(_) => {}
            None => {
                self.taken = Some(found);
                self.note = other.map(|other| Note { taken: found, other, size: n });
            }
        }
        Ok(found)
    }

    /// The grid of these cells on the board of `puzzle`: its solution, as the text has it.
    ///
    /// # Errors
    /// All faults, and that it is on another board.
    pub(super) fn solution(
        &mut self,
        (marks, are_characters): (&[Mark<'_>], bool),
        place: &Mark<'_>,
        puzzle: &Puzzle,
    ) -> Result<Puzzle, ReadError> {
        let size = puzzle.geometry().size();
        match self.shape(size) {
            Some(shape) if marks.len() != size * size => {
                let kind =
                    TextErrorKind::CellCount { found: marks.len(), expected: error::Cells::Board(shape) };
                Err(place.error(kind).into())
            }
            _ => self.puzzle((marks, are_characters), place),
        }
    }

    /// The grid of these cells, row-major, in symbols or numbers as they show. `place` is where the cells stand, for
    /// an error about all of them; it is one text where `are_characters` of it are the cells.
    ///
    /// # Errors
    /// All faults.
    pub(super) fn puzzle(
        &mut self,
        (marks, are_characters): (&[Mark<'_>], bool),
        place: &Mark<'_>,
    ) -> Result<Puzzle, ReadError> {
        let n = marks.len().isqrt();
        let known = self.board.shape();
        if known.is_none()
            && (n * n != marks.len() || !(1..=MAX_SIZE).contains(&n) || self.shape(n).is_none())
        {
            return Err(place.error(TextErrorKind::NoBoard { cells: marks.len() }).into());
        }
        let Some(shape) = self.shape(n).filter(|shape| shape.size().pow(2) == marks.len()) else {
            let expected = error::Cells::Board(known.unwrap_or(BoxShape::STANDARD));
            return Err(place.error(TextErrorKind::CellCount { found: marks.len(), expected }).into());
        };
        let are_words = marks.iter().any(|mark| mark.word.text.chars().nth(1).is_some());
        let has_letters =
            marks.iter().any(|mark| mark.word.text.starts_with(|c: char| c.is_ascii_alphabetic()));
        let spelling = if n <= 9 || !are_words && (has_letters || are_characters) {
            Spelling::Symbols
        } else {
            Spelling::Numbers
        };
        self.see(marks.iter().map(|mark| &mark.word), spelling, n);
        let alphabet = self.resolve(spelling, n).map_err(|kind| place.error(kind))?;
        let x_is_blank = marks.iter().all(|mark| content::x_is_blank(&mark.word.text));
        let cells = Cells { spelling, alphabet, size: n, dash_is_blank: true, x_is_blank };
        let (mut contents, mut faults) = (Vec::with_capacity(marks.len()), Vec::new());
        for mark in marks {
            match cells.content(&mark.word.text) {
                Ok(content) => contents.push(content),
                Err(kind) => faults.push(mark.error(kind)),
            }
        }
        TextErrors::all(faults)?;
        Ok(fill(&self.geometry(shape)?, contents))
    }
}

/// The grid with these contents, row-major.
pub(super) fn fill(geometry: &Arc<Geometry>, contents: impl IntoIterator<Item = Content>) -> Puzzle {
    let mut grid = Grid::empty(geometry.clone());
    let mut excluded = Vec::new();
    for (cell, content) in geometry.cells().zip(contents) {
        match content {
            Content::Blank => {}
            Content::Digit(digit) => grid.set(cell, Some(digit)),
            Content::Among(digits) => {
                let others = geometry.digits().filter(|digit| !digits.contains(digit));
                excluded.extend(others.map(|digit| Candidate { cell, digit }));
            }
        }
    }
    let mut puzzle = Puzzle::from(grid);
    if !excluded.is_empty() {
        puzzle.exclude(excluded);
    }
    puzzle
}

/// The cells in a text without structure: words between blanks and commas, or else characters; whether they are
/// characters.
pub(super) fn marks<'a>(line: &'a Line, column: usize, text: &'a str) -> (Vec<Mark<'a>>, bool) {
    let separates = |c: char| c.is_whitespace() || c == ',';
    let words: Vec<_> = word::split(text, separates)
        .into_iter()
        .map(|word| Word::new(word.column + column - 1, word.text))
        .collect();
    // Rows of symbols with blanks between them are many words, and none of them a cell.
    let are_characters = words.len() == 1 || words.iter().all(|word| word.text.chars().nth(3).is_some());
    let words = if are_characters { words.iter().flat_map(word::spread).collect() } else { words };
    (words.into_iter().map(|word| Mark { line, word }).collect(), are_characters)
}
