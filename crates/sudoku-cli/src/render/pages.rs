//! Options for documents that contain several puzzles.

use super::layer::Palette;
use super::paper::Paper;

/// The position of the solutions in a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SolutionsAt {
    /// All solutions follow the last puzzle, as in a booklet.
    #[default]
    End,
    /// Each solution is next to its puzzle.
    Beside,
}

/// Options for documents that contain several puzzles.
#[derive(Clone, Debug, Default)]
pub struct PageOptions {
    /// The title of the document.
    pub title: Option<String>,
    /// The position of the solutions.
    pub solutions_at: SolutionsAt,
    /// Whether the answers are steps, and not solutions.
    pub answers_are_steps: bool,
    /// The colors of titles and captions.
    pub palette: Palette,
    /// The number of puzzles per page. By default, four puzzles up to 9×9, or one larger puzzle.
    pub per_page: Option<usize>,
    /// The paper size.
    pub paper: Option<Paper>,
    /// Whether the document begins with a cover that shows the title and the number of puzzles.
    pub cover: bool,
}

impl PageOptions {
    /// Returns the heading of the answers.
    pub(super) const fn answers(&self) -> &'static str {
        if self.answers_are_steps { "Answers" } else { "Solutions" }
    }

    /// Returns whether an HTML page consists of sheets of paper.
    pub(super) const fn is_paged(&self) -> bool {
        self.per_page.is_some() || self.paper.is_some() || self.cover
    }
}
