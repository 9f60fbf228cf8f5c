//! Splits the lines of a document into pieces: lists of cells without nested lists, and rows of single characters.

use super::items::{Item, MIN_ROW, items};
use crate::text::field::PlacedToken;
use crate::text::text_line::TextLine;

/// The minimum size of a board that ends in front of a word on another line.
const MIN_BOARD: usize = 6;

/// Consecutive cells in a document: those of a list without nested lists, of a word or of a line.
#[derive(Debug)]
pub(super) struct Piece<'t> {
    pub(super) cells: Vec<PlacedToken<'t>>,
    /// Whether each character of a word is a cell.
    pub(super) are_characters: bool,
    /// The number of the list that contains this one, or 0 outside all lists.
    pub(super) parent: usize,
    /// The first word among the cells that is not a cell.
    pub(super) foreign: Option<PlacedToken<'t>>,
}

impl<'t> Piece<'t> {
    /// Returns the first cell.
    pub(super) fn place(&self) -> &PlacedToken<'t> {
        &self.cells[0]
    }

    /// Returns the numbers of the cells on each line.
    pub(super) fn lines(&self) -> Vec<usize> {
        self.cells.chunk_by(|a, b| a.line.number == b.line.number).map(<[_]>::len).collect()
    }
}

/// Returns the pieces of `lines`, and the first bracket that is not closed.
pub(super) fn pieces(lines: &[TextLine]) -> (Vec<Piece<'_>>, Option<PlacedToken<'_>>) {
    let mut splitter =
        Splitter { pieces: Vec::new(), open: Vec::new(), lists: 0, cells: Vec::new(), foreign: None };
    for line in lines {
        for item in items(line) {
            splitter.add(item);
        }
        if splitter.open.is_empty() {
            splitter.end_piece(0);
        }
    }
    splitter.end_piece(0);
    let unclosed = splitter.open.into_iter().next().map(|list| list.bracket);
    (splitter.pieces, unclosed)
}

fn is_letter(cell: &PlacedToken<'_>) -> bool {
    cell.token.text.chars().all(char::is_alphabetic)
}

/// A list whose end has not been reached.
struct OpenList<'t> {
    number: usize,
    /// The opening bracket.
    bracket: PlacedToken<'t>,
}

struct Splitter<'t> {
    pieces: Vec<Piece<'t>>,
    /// The open lists, outermost first.
    open: Vec<OpenList<'t>>,
    /// The number of lists so far.
    lists: usize,
    /// The cells of the next piece.
    cells: Vec<PlacedToken<'t>>,
    /// The first word after these cells that is not a cell.
    foreign: Option<PlacedToken<'t>>,
}

impl<'t> Splitter<'t> {
    fn add(&mut self, item: Item<'t>) {
        match item {
            Item::Open(bracket) => {
                self.end_piece(self.list(0));
                self.lists += 1;
                self.open.push(OpenList { number: self.lists, bracket });
            }
            Item::Close(bracket) => {
                self.end_piece(self.list(1));
                let closes = |list: &mut OpenList<'_>| {
                    matches!((&*list.bracket.token.text, bracket), ("[", ']') | ("{", '}') | ("(", ')'))
                };
                self.open.pop_if(closes);
            }
            // Outside all lists, a letter is the name of a variable.
            Item::Cell(cell) if self.open.is_empty() && is_letter(&cell) => self.end_piece(0),
            Item::Cell(cell) => self.cells.push(cell),
            // A word among the numbers of a list.
            Item::Row(cells) if !self.open.is_empty() && self.cells.len() >= MIN_ROW => {
                self.foreign.get_or_insert_with(|| cells[0].clone());
            }
            Item::Row(cells) => {
                self.end_piece(self.list(1));
                let parent = self.list(0);
                self.pieces.push(Piece { cells, are_characters: true, parent, foreign: None });
            }
            Item::Foreign(word)
                if self.open.is_empty() || self.cells.is_empty() || self.is_board_above(word.line.number) =>
            {
                self.end_piece(self.list(1));
            }
            Item::Foreign(word) => {
                self.foreign.get_or_insert(word);
            }
        }
    }

    /// Returns the number of the list that is `levels` levels above the innermost open one.
    fn list(&self, levels: usize) -> usize {
        self.open.iter().rev().nth(levels).map_or(0, |list| list.number)
    }

    /// Returns whether the cells before the line `number` are a board, so that a word on this line is not part of it.
    fn is_board_above(&self, number: usize) -> bool {
        let n = self.cells.len().isqrt();
        n >= MIN_BOARD
            && n * n == self.cells.len()
            && self.cells.last().is_some_and(|cell| cell.line.number < number)
    }

    fn end_piece(&mut self, parent: usize) {
        let (cells, foreign) = (std::mem::take(&mut self.cells), self.foreign.take());
        if !cells.is_empty() {
            self.pieces.push(Piece { cells, are_characters: false, parent, foreign });
        }
    }
}
