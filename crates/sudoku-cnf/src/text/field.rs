//! Parses boards in the fields of structured formats.

use itertools::Itertools;

use super::alphabet::Alphabet;
use super::cell_reader::CellReader;
use super::error::{ReadError, TextError, TextErrors};
use super::error_kind::{ExpectedCells, TextErrorKind};
use super::grid_builder::{GridBuilder, fill};
use super::note::Note;
use super::text_line::TextLine;
use super::token::{self, Notation, Token};
use super::{blank, cell_value, overlap};
use crate::puzzle::board::{BoxShape, MAX_SIZE};
use crate::puzzle::{Grid, Puzzle};

/// The possible names of a field or column that contains a puzzle.
pub(super) const PUZZLE_NAMES: [&str; 9] =
    ["puzzle", "board", "grid", "sudoku", "quizzes", "quiz", "givens", "problem", "question"];

/// The possible names of a field or column that contains the solution of a puzzle.
pub(super) const SOLUTION_NAMES: [&str; 4] = ["solution", "solutions", "solved", "answer"];

/// The names of fields and columns in which the programs of this project print results that a record does not store.
pub(super) const RESULT_NAMES: [&str; 22] = [
    "version",
    "id",
    "file",
    "line",
    "status",
    "seconds",
    "message",
    "count",
    "unique",
    "candidates",
    "clashes",
    "step",
    "learned_clauses",
    "total_score",
    "technique",
    "steps",
    "solution_index",
    "minimal",
    "minimal_rules",
    "redundant",
    "redundant_rules",
    "explanation",
];

/// The names of fields and columns that form the remark of a puzzle.
pub(super) const REMARK_NAMES: [&str; 4] = ["title", "remark", "difficulty", "score"];

/// Returns the remark that consists of the fields in [`REMARK_NAMES`], or `None` if all of them are empty.
pub(super) fn remark(fields: [Option<&str>; 4]) -> Option<String> {
    let [title, remark, difficulty, score] = fields.map(|field| field.filter(|text| !text.is_empty()));
    let difficulty = difficulty.map(|text| match text.parse::<f64>() {
        Ok(_) => format!("difficulty {text}"),
        Err(_) => text.to_owned(),
    });
    let rating: Vec<String> =
        difficulty.into_iter().chain(score.map(|score| format!("score {score}"))).collect();
    let rating = rating.join(", ");
    let mut parts: Vec<&str> = title.into_iter().chain(remark).chain([&*rating]).collect();
    parts.retain(|part| !part.is_empty());
    parts.dedup();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// A token together with the line that contains it.
#[derive(Clone, Debug)]
pub(super) struct PlacedToken<'a> {
    pub(super) line: &'a TextLine,
    pub(super) token: Token<'a>,
}

impl PlacedToken<'_> {
    /// Returns an error that covers this token.
    pub(super) fn error(&self, kind: TextErrorKind) -> TextError {
        self.line.error(self.token.column, self.token.length(), kind)
    }
}

/// The cells of a field in row-major order, and whether the field was split into single characters.
pub(super) type FieldCells<'c, 'a> = (&'c [PlacedToken<'a>], bool);

impl GridBuilder {
    /// Returns the box shape for n×n boards from the options or, by default, the inferred one.
    ///
    /// Returns `None` if the options set a different board size, or if the shape cannot be inferred.
    fn shape(&self, n: usize) -> Option<BoxShape> {
        self.board.shape().or_else(|| self.board.inferred_shape(n)).filter(|shape| shape.size() == n)
    }

    /// Builds a puzzle from its cells. If `puzzle` is `Some`, builds the solution of that puzzle instead.
    ///
    /// # Errors
    /// Returns an error if [`Self::puzzle`] does, or if the solution has the wrong number of cells.
    pub(super) fn puzzle_or_solution(
        &mut self,
        cells: FieldCells<'_, '_>,
        place: &PlacedToken<'_>,
        puzzle: Option<&Puzzle>,
    ) -> Result<Puzzle, ReadError> {
        if let Some(puzzle) = puzzle {
            let (geometry, found) = (puzzle.geometry(), cells.0.len());
            let counts = [geometry.cell_count(), geometry.rows() * geometry.columns()];
            if let Some(shape) = self.shape(geometry.size()).filter(|_| !counts.contains(&found)) {
                let kind = TextErrorKind::CellCount { found, expected: ExpectedCells::Board(shape) };
                return Err(place.error(kind).into());
            }
        }
        self.puzzle(cells, place)
    }

    /// Builds a 9×9 puzzle from a field of plain digits and one kind of blanks. This is several times faster than
    /// [`Self::puzzle_or_solution`].
    ///
    /// Returns `None` for any other field, and if the options or earlier puzzles require more than plain digits.
    pub(super) fn plain_puzzle(&mut self, text: &str) -> Option<Puzzle> {
        let has_blanks = |blank: u8| text.bytes().all(|byte| byte == blank || matches!(byte, b'1'..=b'9'));
        let is_plain = text.len() == PLAIN_CELLS && (has_blanks(b'.') || has_blanks(b'0'));
        if !is_plain || self.alphabet.is_some() || self.board.layout.is_some() {
            return None;
        }
        let shape = self.shape_for(PLAIN_CELLS).ok()?;
        let geometry = self.geometry(shape).ok()?.clone();
        Some(Grid::from_digits(geometry, cell_value::digits(text).collect()).into())
    }

    /// Builds a puzzle from its cells, which are in row-major order.
    ///
    /// `place` is the position of the whole field. Errors that do not concern a single cell refer to this
    /// position.
    ///
    /// # Errors
    /// Returns an error if the number of cells is wrong, if the alphabet is ambiguous or differs from that of
    /// earlier puzzles, if any cells are malformed, or if a variant is not defined for the boxes. If several
    /// cells are malformed, the error covers all of them.
    pub(super) fn puzzle(
        &mut self,
        (cells, are_characters): FieldCells<'_, '_>,
        place: &PlacedToken<'_>,
    ) -> Result<Puzzle, ReadError> {
        let shape = self.shape_for(cells.len()).map_err(|kind| place.error(kind))?;
        let n = shape.size();
        let notation = notation(cells, are_characters, n);
        self.observe(cells.iter().map(|cell| &cell.token), notation, n);
        let alphabet = if self.alphabet.is_none() && has_zero_digits(cells, n) {
            self.symbols = Some(Alphabet::FromZero);
            let other = Alphabet::FromOne;
            self.note = self.note.or(Some(Note::Symbols { chosen: Alphabet::FromZero, other, size: n }));
            Alphabet::FromZero
        } else {
            self.choose_alphabet(notation, n).map_err(|kind| place.error(kind))?
        };
        let blank = blank::unusual(cells.iter().map(|cell| &*cell.token.text), n);
        let reader = CellReader { notation, alphabet, size: n, blank };
        let read = |cell: &PlacedToken<'_>| reader.read(&cell.token.text).map_err(|kind| cell.error(kind));
        let (contents, errors): (Vec<_>, Vec<_>) = cells.iter().map(read).partition_result();
        TextErrors::collect(errors)?;
        let geometry = self.boards_for(shape, &contents)?;
        let contents = overlap::place(&geometry, contents).map_err(|kind| place.error(kind))?;
        Ok(fill(&geometry, contents))
    }

    /// Returns the box shape for a board with `count` cells.
    ///
    /// # Errors
    /// Returns an error if no board has `count` cells, or if the options set a different board size.
    fn shape_for(&self, count: usize) -> Result<BoxShape, TextErrorKind> {
        if self.board.layout.is_some() {
            return Ok(self.board.shape().unwrap_or(BoxShape::STANDARD));
        }
        let n = count.isqrt();
        let known = self.board.shape();
        if known.is_none() && (n * n != count || !(1..=MAX_SIZE).contains(&n) || self.shape(n).is_none()) {
            return Err(TextErrorKind::NoBoard { cells: count });
        }
        self.shape(n).filter(|shape| shape.size().pow(2) == count).ok_or_else(|| {
            let expected = ExpectedCells::Board(known.unwrap_or(BoxShape::STANDARD));
            TextErrorKind::CellCount { found: count, expected }
        })
    }
}

/// The number of cells of the boards that [`GridBuilder::plain_puzzle`] builds.
const PLAIN_CELLS: usize = 81;

/// Returns whether `0` is a digit on a board up to 9×9: null values or other characters represent blanks, and at least
/// n − 1 different digits below n occur, but not n. A puzzle with a unique solution has at least n − 1 different
/// digits.
fn has_zero_digits(cells: &[PlacedToken<'_>], n: usize) -> bool {
    let values: Vec<usize> = cells.iter().filter_map(|cell| cell.token.text.parse().ok()).collect();
    let zeros = values.iter().filter(|&&value| value == 0).count();
    let distinct = (0..n).filter(|digit| values.contains(digit)).count();
    n <= 9
        && values.len() < cells.len()
        && (1..=n).contains(&zeros)
        && distinct + 1 >= n
        && values.iter().all(|&value| value < n)
}

/// Returns the notation in which `cells` are written on an n×n board.
fn notation(cells: &[PlacedToken<'_>], are_characters: bool, n: usize) -> Notation {
    let are_long = cells.iter().any(|cell| cell.token.text.chars().nth(1).is_some());
    let has_letters = cells.iter().any(|cell| cell.token.text.starts_with(|c: char| c.is_ascii_alphabetic()));
    if n <= 9 || !are_long && (has_letters || are_characters) { Notation::Symbols } else { Notation::Numbers }
}

/// Splits the text of a field into cells. Also returns whether the text was split into single characters.
///
/// White space and commas separate words, and the rows of a board in one word are separate words, too. If there is only
/// one word, or if all words have at least four characters, each character of a word is a cell. Otherwise, each word is
/// a cell. `column` is the 1-based column at which `text` starts in `line`. If it is `None`, because `line` contains
/// `text` in another form, all cells are placed at the start of `line`.
pub(super) fn cells<'a>(
    line: &'a TextLine,
    column: Option<usize>,
    text: &'a str,
) -> (Vec<PlacedToken<'a>>, bool) {
    let separates = |c: char| c.is_whitespace() || c == ',';
    let mut words = token::split(text, separates);
    if let [word] = &words[..]
        && let Some(rows) = token::joined_rows(text.trim())
    {
        let column = word.column;
        words = rows.map(|(offset, row)| Token::new(column + offset, row)).collect();
    }
    // A single word is a whole board, and several long words are the rows of a board.
    let are_characters = words.len() == 1 || words.iter().all(|word| word.text.chars().nth(3).is_some());
    let cells = if are_characters { words.iter().flat_map(token::spread).collect() } else { words };
    let place = |token: Token<'a>| {
        let column = column.map_or(line.first_column, |column| column + token.column - 1);
        PlacedToken { line, token: Token { column, ..token } }
    };
    (cells.into_iter().map(place).collect(), are_characters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::BoardOptions;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let line = TextLine::new(1, text.to_owned());
        let (cells, are_characters) = cells(&line, Some(1), text);
        let place = PlacedToken { line: &line, token: Token::new(1, text) };
        let mut builder = GridBuilder::new(BoardOptions::default(), None);
        let found = match builder.puzzle((&cells, are_characters), &place) {
            Ok(puzzle) => puzzle.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn boards_in_fields_are_parsed() {
        check("12....1..2..4..2", "12....1..2..4..2");
        check("1 2 0 0 0 0 1 0 0 2 0 0 4 0 0 2", "12....1..2..4..2");
        check("12.. ..1. .2.. 4..2", "12....1..2..4..2");
        check("12../..1./.2../4..2", "12....1..2..4..2");
        check("1.....-......-......-......-......-.....2", &format!("1{}2", ".".repeat(34)));
        check("1234-1234-1234-1234", "1:1: cannot determine the board size from 19 cells");
        check("12....1..2..4..x", "1:16: unexpected character 'x'");
        check("0 . 2 3 . 1 . . 3 . 0 . . . . 1", "1.34.2..4.1....2");
        check("1 2 . 0 0 . 0 . 0 0 0 0 0 0 0 0", "12..............");
        check("1234", "1:1: cannot determine the board size from 4 cells");
        check("12....1..2..4..5", "1:16: 5 is out of range: the digits of a 4x4 board are 1 to 4");
    }
}
