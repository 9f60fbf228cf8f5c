//! The contents of a picture: a puzzle, and optionally a solution, candidates, a title and the marks of a step.

use sudoku_cnf::puzzle::check::{self, Clash};
use sudoku_cnf::text::{Alphabet, words};
use sudoku_cnf::{CandidateBoard, Cell, Digit, Grid, Inference, Puzzle, Solution};

use super::highlight::{CellSet, OutsideBoardError};
use super::labels::Labels;
use super::layer::Palette;
use super::step_marks::StepMarks;

/// A puzzle to draw, optionally with a solution, candidates and a title.
#[derive(Clone, Debug)]
#[must_use]
pub struct Picture {
    pub(super) puzzle: Puzzle,
    pub(super) solution: Option<Solution>,
    pub(super) marks: Option<Vec<Vec<Digit>>>,
    /// Whether a single candidate in a cell has been placed by propagation.
    pub(super) are_singles_placed: bool,
    pub(super) title: Option<String>,
    /// The alphabet in which digits are drawn, or `None` for decimal numbers.
    pub(super) alphabet: Option<Alphabet>,
    pub(super) palette: Palette,
    pub(super) labels: Option<Labels>,
    pub(super) highlighted: Vec<Cell>,
    pub(super) is_clashing: Vec<bool>,
    /// The digits that earlier steps have placed.
    pub(super) placed: Option<Grid>,
    pub(super) step: Option<StepMarks>,
    /// The picture that documents show in place of the solution.
    answer: Option<Box<Picture>>,
}

impl Picture {
    /// Returns a picture of the givens of `puzzle`. Clashing givens are highlighted.
    pub fn new(puzzle: Puzzle) -> Self {
        let mut is_clashing = vec![false; puzzle.geometry().cell_count()];
        let geometry = puzzle.geometry();
        for Clash { first, second, .. } in check::clashes(puzzle.grid()) {
            is_clashing[geometry.index(first)] = true;
            is_clashing[geometry.index(second)] = true;
        }
        Self {
            puzzle,
            solution: None,
            marks: None,
            are_singles_placed: false,
            title: None,
            alphabet: None,
            palette: Palette::default(),
            labels: None,
            highlighted: Vec::new(),
            is_clashing,
            placed: None,
            step: None,
            answer: None,
        }
    }

    /// Sets the solution. Its digits are drawn in the cells that have no given.
    pub fn with_solution(self, solution: Option<Solution>) -> Self {
        Self { solution, ..self }
    }

    /// Adds the candidates that remain in each cell after propagating singles.
    ///
    /// The digits that propagation places are drawn like the digits of a solution.
    ///
    /// If propagation proves that the puzzle has no solution, adds [pencilmarks](Self::with_pencilmarks) instead.
    pub fn with_candidates(self) -> Self {
        let geometry = self.puzzle.geometry();
        match CandidateBoard::from_puzzle(&self.puzzle, Inference::Singles) {
            Ok(board) => {
                let marks = geometry.cells().map(|cell| board.digits(cell).collect()).collect();
                Self { marks: Some(marks), are_singles_placed: true, ..self }
            }
            Err(_) => self.with_pencilmarks(),
        }
    }

    /// Adds pencilmarks: for each cell, the digits that are neither ruled out by a given nor excluded by the puzzle.
    pub fn with_pencilmarks(self) -> Self {
        let marks = sudoku_cnf::text::pencilmarks(&self.puzzle);
        Self { marks: Some(marks), are_singles_placed: false, ..self }
    }

    /// Sets the picture that documents show in place of the solution, for example that of the first step.
    pub fn with_answer(self, answer: Option<Self>) -> Self {
        Self { answer: answer.map(Box::new), ..self }
    }

    /// Sets the title.
    pub fn with_title(self, title: Option<String>) -> Self {
        Self { title, ..self }
    }

    /// Sets the alphabet in which text and drawings show the digits. `None` selects decimal numbers.
    ///
    /// An alphabet without enough characters for the board is ignored.
    pub fn with_alphabet(self, alphabet: Option<Alphabet>) -> Self {
        let size = self.puzzle.geometry().size();
        Self { alphabet: alphabet.filter(|alphabet| alphabet.largest() >= size), ..self }
    }

    /// Sets the colors.
    pub fn with_palette(self, palette: Palette) -> Self {
        Self { palette, ..self }
    }

    /// Sets the row and column labels.
    pub fn with_labels(self, labels: Option<Labels>) -> Self {
        Self { labels, ..self }
    }

    /// Sets the cells with a different background.
    ///
    /// # Errors
    /// Returns an error if a cell is outside the board.
    pub fn with_highlight(self, cells: &CellSet) -> Result<Self, OutsideBoardError> {
        let highlighted = cells.cells_on(self.puzzle.geometry())?;
        Ok(Self { highlighted, ..self })
    }

    /// Shows a step: the digits placed before, the candidates of open cells, and the marks of the step.
    pub(crate) fn with_step(self, placed: Grid, candidates: Vec<Vec<Digit>>, step: StepMarks) -> Self {
        let (placed, marks, step) = (Some(placed), Some(candidates), Some(step));
        Self { placed, marks, are_singles_placed: false, step, ..self }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the text of a digit.
    pub(super) fn symbol(&self, digit: Digit) -> String {
        words::digit(digit, self.alphabet)
    }

    /// Returns the content to draw in `cell`.
    pub(super) fn content(&self, cell: Cell) -> Content<'_> {
        let index = self.puzzle.geometry().index(cell);
        if let Some(digit) = self.puzzle.get(cell) {
            return if self.is_clashing[index] { Content::Clash(digit) } else { Content::Given(digit) };
        }
        if let Some(digit) = self.solution.as_ref().and_then(|solution| solution.grid().get(cell)) {
            return Content::Solved(digit);
        }
        if let Some(digit) = self.placed.as_ref().and_then(|placed| placed.get(cell)) {
            return Content::Solved(digit);
        }
        match &self.marks {
            Some(marks) if marks[index].len() == 1 && self.are_singles_placed => {
                Content::Solved(marks[index][0])
            }
            Some(marks) => Content::Marks(&marks[index]),
            None => Content::Empty,
        }
    }

    /// Returns the caption of the puzzle in a document in which it has the number `number`.
    pub(super) fn caption(&self, number: usize) -> String {
        match &self.title {
            // Readers need the puzzle number to find the solution.
            Some(title) if self.solution.is_some() || self.answer.is_some() => format!("{number}. {title}"),
            Some(title) => title.clone(),
            None => format!("Puzzle {number}"),
        }
    }

    /// Returns a picture of the puzzle without its solution, and the answer or a picture of the solution, if there is
    /// one.
    pub(super) fn split(&self) -> (Self, Option<Self>) {
        let puzzle = Self { solution: None, answer: None, ..self.clone() };
        let solved = || self.solution.is_some().then(|| Self { marks: None, ..self.clone() });
        let answer = self.answer.as_deref().cloned().or_else(solved);
        (puzzle, answer)
    }

    /// Returns the caption of the answer to a puzzle, given the caption of the puzzle.
    pub(super) fn answer_caption(&self, caption: &str) -> String {
        match (&self.step, &self.title) {
            (Some(_), Some(technique)) => format!("{caption}: {technique}"),
            _ => caption.to_owned(),
        }
    }

    /// Returns a short description of the picture.
    pub(super) fn description(&self) -> String {
        let n = self.puzzle.geometry().size();
        let what = if self.solution.is_some() { "solved Sudoku" } else { "Sudoku" };
        let rules = match self.puzzle.rules().len() {
            0 => String::new(),
            1 => " and 1 rule".to_owned(),
            count => format!(" and {count} rules"),
        };
        let boards = match self.puzzle.geometry().layout() {
            Some(layout) => format!("{} overlapping boards of ", layout.board_count()),
            None => String::new(),
        };
        format!("{what} of {boards}{n}x{n} cells with {} givens{rules}", self.puzzle.given_count())
    }
}

/// The content of a cell in a picture.
pub(super) enum Content<'a> {
    Given(Digit),
    /// A given that clashes with another given.
    Clash(Digit),
    Solved(Digit),
    Marks(&'a [Digit]),
    Empty,
}
