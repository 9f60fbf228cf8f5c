//! Pictures of puzzles as text, SVG, HTML and JSON.

mod html;
mod json;
mod svg;
mod text;

use sudoku_cnf::rules::{self, Clash};
use sudoku_cnf::{CandidateBoard, Cell, Digit, Inference, Puzzle, Solution};

pub use html::{Page, SolutionsAt};
pub use json::write_json;
pub use svg::{MAX_SVG, write_svg};
pub use text::{TextStyle, write_text};

/// A puzzle to draw, optionally with a solution, candidates and a title.
#[derive(Clone, Debug)]
pub struct Picture {
    puzzle: Puzzle,
    solution: Option<Solution>,
    marks: Option<Vec<Vec<Digit>>>,
    title: Option<String>,
    is_clashing: Vec<bool>,
}

impl Picture {
    /// Returns a picture of the givens of `puzzle`. Clashing givens are highlighted.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> Self {
        let mut is_clashing = vec![false; puzzle.geometry().cell_count()];
        let n = puzzle.geometry().size();
        for Clash { first, second, .. } in rules::clashes(puzzle.grid()) {
            is_clashing[first.index(n)] = true;
            is_clashing[second.index(n)] = true;
        }
        Self { puzzle, solution: None, marks: None, title: None, is_clashing }
    }

    /// Sets the solution. Its digits are drawn in the cells that have no given.
    #[must_use]
    pub fn with_solution(self, solution: Option<Solution>) -> Self {
        Self { solution, ..self }
    }

    /// Adds the candidates that remain in each cell after propagating singles.
    ///
    /// If propagation proves that the puzzle has no solution, adds [pencilmarks](Self::with_pencilmarks) instead.
    #[must_use]
    pub fn with_candidates(self) -> Self {
        let geometry = self.puzzle.geometry();
        let board = CandidateBoard::from_puzzle(&self.puzzle, Inference::Singles).ok();
        let marks = board.map_or_else(
            || sudoku_cnf::formats::pencilmarks(&self.puzzle),
            |board| geometry.cells().map(|cell| board.digits(cell).collect()).collect(),
        );
        Self { marks: Some(marks), ..self }
    }

    /// Adds pencilmarks: for each cell, the digits that are neither ruled out by a given nor excluded by the puzzle.
    #[must_use]
    pub fn with_pencilmarks(self) -> Self {
        Self { marks: Some(sudoku_cnf::formats::pencilmarks(&self.puzzle)), ..self }
    }

    /// Sets the title.
    #[must_use]
    pub fn with_title(self, title: Option<String>) -> Self {
        Self { title, ..self }
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the content to draw in `cell`.
    fn content(&self, cell: Cell) -> Content<'_> {
        let index = cell.index(self.puzzle.geometry().size());
        if let Some(digit) = self.puzzle.get(cell) {
            return if self.is_clashing[index] { Content::Clash(digit) } else { Content::Given(digit) };
        }
        if let Some(digit) = self.solution.as_ref().and_then(|solution| solution.grid().get(cell)) {
            return Content::Solved(digit);
        }
        match &self.marks {
            Some(marks) if marks[index].len() == 1 => Content::Solved(marks[index][0]),
            Some(marks) => Content::Marks(&marks[index]),
            None => Content::Empty,
        }
    }

    /// Returns a short description of the picture.
    fn description(&self) -> String {
        let n = self.puzzle.geometry().size();
        let what = if self.solution.is_some() { "solved Sudoku" } else { "Sudoku" };
        format!("{what} of {n}x{n} cells with {} givens", self.puzzle.given_count())
    }
}

/// The content of a cell in a picture.
enum Content<'a> {
    Given(Digit),
    /// A given that clashes with another given.
    Clash(Digit),
    Solved(Digit),
    Marks(&'a [Digit]),
    Empty,
}
