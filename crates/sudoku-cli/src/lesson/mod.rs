//! Lessons: explanations as pages to step through, and as pictures.
//!
//! ```
//! use sudoku_cli::lesson::Lesson;
//! use sudoku_sat::{Limits, Puzzle};
//!
//! let puzzle: Puzzle = "1.....2...3....4".parse()?;
//! let lesson = Lesson::new(puzzle, None, &Limits::none())?;
//! let mut page = Vec::new();
//! lesson.write_html(&mut page)?;
//! assert!(String::from_utf8(page)?.contains("In row 1, 2 fits only in r1c2."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod data;
mod live;
mod page;
mod pictures;
mod proof;
mod view;
mod watch;

use std::io::{self, Write};

use sudoku_cnf::Puzzle;
use sudoku_cnf::text::Alphabet;
use sudoku_cnf::text::words::capitalized;
use sudoku_sat::explain::{ExplainOptions, Explanation, explain, first_step};
use sudoku_sat::{Limits, SolveError};

use crate::render::Picture;
pub use live::{LiveEvents, LivePart};
pub use view::LessonStatus;
use view::View;
pub use watch::TracePage;

/// A lesson: the puzzle, and one view for each step of its explanation.
#[derive(Clone, Debug)]
pub struct Lesson {
    puzzle: Puzzle,
    /// The puzzle with the givens that the steps use: all of them, or a minimal set without a solution.
    basis: Puzzle,
    alphabet: Option<Alphabet>,
    title: Option<String>,
    status: LessonStatus,
    views: Vec<View>,
}

impl Lesson {
    /// Explains `puzzle`. Digits are written in `alphabet`, or as decimal numbers if it is `None`.
    ///
    /// # Errors
    /// Returns an error if a limit is reached before the number of solutions is known, or if a solver fails.
    pub fn new(puzzle: Puzzle, alphabet: Option<Alphabet>, limits: &Limits) -> Result<Self, SolveError> {
        Self::with_options(puzzle, alphabet, &ExplainOptions::default(), limits)
    }

    /// Explains `puzzle` with these options. Digits are written in `alphabet`, or as decimal numbers if it is `None`.
    ///
    /// # Errors
    /// Returns an error if a limit is reached before the number of solutions is known, or if a solver fails.
    pub fn with_options(
        puzzle: Puzzle,
        alphabet: Option<Alphabet>,
        options: &ExplainOptions,
        limits: &Limits,
    ) -> Result<Self, SolveError> {
        let size = puzzle.geometry().size();
        let alphabet = alphabet.filter(|alphabet| alphabet.largest() >= size);
        let explanation = explain(&puzzle, options, limits)?;
        let mut basis = puzzle.clone();
        if let Explanation::Unsatisfiable { givens, .. } = &explanation {
            basis = puzzle.without_givens();
            givens.givens.iter().for_each(|given| basis.set(given.cell, Some(given.digit)));
        }
        let (status, mut views) = view::views(&puzzle, &basis, &explanation, alphabet, limits)?;
        proof::number_clauses(&puzzle, views.iter_mut().map(|view| &mut view.proof).collect());
        Ok(Self { puzzle, basis, alphabet, title: None, status, views })
    }

    /// Sets the title.
    #[must_use]
    pub fn with_title(self, title: Option<String>) -> Self {
        Self { title, ..self }
    }

    /// Returns the result that the lesson leads to.
    pub fn status(&self) -> LessonStatus {
        self.status
    }

    /// Writes the lesson as a self-contained HTML page.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    ///
    /// # Panics
    /// Panics if the board is larger than [`MAX_DRAWN`](crate::render::MAX_DRAWN).
    pub fn write_html(&self, writer: &mut dyn Write) -> io::Result<()> {
        page::write(self, writer)
    }

    /// Returns a picture of each view: the puzzle, the steps and the result.
    pub fn pictures(&self) -> impl Iterator<Item = Picture> {
        pictures::pictures(self)
    }

    /// Returns a picture of the first step that explains `puzzle`, with its sentence, or `None` if the puzzle is solved
    /// or does not have exactly one solution. The title of the picture is the name of the technique.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or a solver fails.
    pub fn first_step(
        puzzle: Puzzle,
        alphabet: Option<Alphabet>,
        limits: &Limits,
    ) -> Result<Option<Picture>, SolveError> {
        let Some(step) = first_step(&puzzle, limits)? else { return Ok(None) };
        let mut views = view::steps_of(&puzzle, &[step], alphabet, limits)?;
        for view in &mut views {
            view.title =
                view.technique.iter().map(|(technique, _)| capitalized(&technique.to_string())).collect();
        }
        let (basis, status) = (puzzle.clone(), LessonStatus::Unknown);
        Ok(Self { puzzle, basis, alphabet, title: None, status, views }.pictures().next())
    }
}
