//! Pictures of puzzles: text, SVG, HTML and JSON.

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

/// What is drawn: a puzzle with its solution or candidates, where they are wanted.
#[derive(Clone, Debug)]
pub struct Picture {
    puzzle: Puzzle,
    solution: Option<Solution>,
    marks: Option<Vec<Vec<Digit>>>,
    title: Option<String>,
    is_clashing: Vec<bool>,
}

impl Picture {
    /// The picture of a puzzle alone. Givens that clash are marked in it.
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

    /// With a solution, whose digits stand beside the givens.
    #[must_use]
    pub fn with_solution(self, solution: Option<Solution>) -> Self {
        Self { solution, ..self }
    }

    /// With the candidates that singles leave in each cell, or the pencilmarks that the givens leave where
    /// singles show that there is no solution.
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

    /// With the pencilmarks that the givens leave in each cell.
    #[must_use]
    pub fn with_pencilmarks(self) -> Self {
        Self { marks: Some(sudoku_cnf::formats::pencilmarks(&self.puzzle)), ..self }
    }

    /// With a title.
    #[must_use]
    pub fn with_title(self, title: Option<String>) -> Self {
        Self { title, ..self }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What stands in a cell.
    fn ink(&self, cell: Cell) -> Ink<'_> {
        let index = cell.index(self.puzzle.geometry().size());
        if let Some(digit) = self.puzzle.get(cell) {
            return if self.is_clashing[index] { Ink::Clash(digit) } else { Ink::Given(digit) };
        }
        if let Some(digit) = self.solution.as_ref().and_then(|solution| solution.grid().get(cell)) {
            return Ink::Solved(digit);
        }
        match &self.marks {
            Some(marks) if marks[index].len() == 1 => Ink::Solved(marks[index][0]),
            Some(marks) => Ink::Marks(&marks[index]),
            None => Ink::Nothing,
        }
    }

    /// What the picture shows, in words.
    fn words(&self) -> String {
        let n = self.puzzle.geometry().size();
        let what = if self.solution.is_some() { "solved Sudoku" } else { "Sudoku" };
        format!("{what} of {n}x{n} cells with {} givens", self.puzzle.given_count())
    }
}

/// What stands in a cell of a picture.
enum Ink<'a> {
    Given(Digit),
    /// A given that clashes with another.
    Clash(Digit),
    Solved(Digit),
    Marks(&'a [Digit]),
    Nothing,
}
