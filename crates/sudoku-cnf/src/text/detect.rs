//! Which format a text is in, decided by the lines that are at hand.
//!
//! Every line votes for each reading under which it is a row or a whole board; the reading with the
//! most votes wins, so that one bad line is told as an error and does not decide. A line votes
//! in full if all its cells are legal, and counts as a doubtful vote if only their number fits.
//! Sixteen cells are a 4×4 board or a row of 16×16. With equal votes they are the board, unless there are
//! sixteen lines of them: then it is an empty board if all are blank, and else too ambiguous to decide.

use std::cmp::Reverse;

use super::error::{Cells, TextError, TextErrorKind};
use super::source::Line;
use super::symbol::{self, MAX_SYMBOL, Spelling, Word};
use crate::geometry::BoxShape;

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    pub(super) arrangement: Arrangement,
    pub(super) spelling: Spelling,
    pub(super) shape: BoxShape,
}

/// How a puzzle is arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// A board a line.
    Line,
    /// n lines of n cells, perhaps with bars and rules between boxes.
    Rows,
}

impl Format {
    /// The readings that are tried; where votes are equal the earlier one wins.
    const READINGS: [(Arrangement, Spelling); 4] = [
        (Arrangement::Line, Spelling::Symbols),
        (Arrangement::Line, Spelling::Numbers),
        (Arrangement::Rows, Spelling::Numbers),
        (Arrangement::Rows, Spelling::Symbols),
    ];

    /// The place among the readings.
    fn rank(self) -> Option<usize> {
        Self::READINGS.iter().position(|reading| *reading == (self.arrangement, self.spelling))
    }

    /// The cells of a line.
    pub(super) fn cells(self, line: &str) -> Vec<Word<'_>> {
        cells(line, self.arrangement, self.spelling)
    }

    /// How many cells a line should have.
    pub(super) fn expected_cells(self) -> usize {
        match self.arrangement {
            Arrangement::Line => self.shape.size() * self.shape.size(),
            Arrangement::Rows => self.shape.size(),
        }
    }

    /// How many lines make a puzzle.
    pub(super) fn expected_lines(self) -> usize {
        match self.arrangement {
            Arrangement::Line => 1,
            Arrangement::Rows => self.shape.size(),
        }
    }
}

fn cells(line: &str, arrangement: Arrangement, spelling: Spelling) -> Vec<Word<'_>> {
    match arrangement {
        Arrangement::Line => symbol::line_cells(line, spelling),
        Arrangement::Rows => symbol::row_cells(line, spelling),
    }
}

/// Decides by `lines`, of which none is blank, a comment or a rule. `shape` is what the user says.
/// `None` if no line is a row or a board.
///
/// # Errors
/// If the lines may as well be boards as the rows of one.
pub(super) fn detect<'a>(
    lines: impl Iterator<Item = &'a Line>,
    shape: Option<BoxShape>,
) -> Option<Result<Format, TextError>> {
    let mut tally: Vec<(Format, Votes)> = Vec::new();
    let (mut first, mut count, mut all_blank) = (None, 0, true);
    for line in lines {
        first.get_or_insert(line);
        count += 1;
        all_blank &= !line.text.contains(|c: char| matches!(c, '1'..='9') || c.is_alphabetic());
        for (arrangement, spelling) in Format::READINGS {
            let Some((format, vote)) = vote(line, arrangement, spelling, shape) else { continue };
            match tally.iter_mut().find(|(voted, _)| *voted == format) {
                Some((_, votes)) => *votes = (votes.0 + vote.0, votes.1 + vote.1),
                None => tally.push((format, vote)),
            }
        }
    }
    let is_unlikely = |format: &Format| {
        // n · n blanks, n · n times, are one empty board. The last line may be at hand only without its end.
        let lines = [count, count + 1].into_iter().any(|count| count % format.expected_cells() == 0);
        format.arrangement == Arrangement::Line && all_blank && lines
    };
    tally.sort_by_key(|(format, votes)| (Reverse(*votes), is_unlikely(format), format.rank()));
    let (format, votes) = tally.first()?;
    let rows = tally.iter().find(|(rows, rows_votes)| {
        rows.arrangement == Arrangement::Rows
            && format.arrangement == Arrangement::Line
            && rows_votes == votes
            && rows.shape != format.shape
            && count % rows.shape.size() == 0
    });
    Some(match (first, rows) {
        (Some(first), Some((rows, _))) => {
            let kind = TextErrorKind::Ambiguous { count, board: format.shape, rows: rows.shape };
            Err(first.error(1, first.text.chars().count(), kind))
        }
        _ => Ok(*format),
    })
}

/// Full votes, then doubtful ones.
type Votes = (usize, usize);

fn vote(
    line: &Line,
    arrangement: Arrangement,
    spelling: Spelling,
    shape: Option<BoxShape>,
) -> Option<(Format, Votes)> {
    let cells = cells(&line.text, arrangement, spelling);
    let n = match arrangement {
        Arrangement::Line => cells.len().isqrt(),
        Arrangement::Rows => cells.len(),
    };
    let drawn = || (arrangement == Arrangement::Rows).then(|| drawn_shape(&line.text, spelling, n)).flatten();
    let shape = shape.or_else(drawn).or_else(|| BoxShape::most_square(n))?;
    let format = Format { arrangement, spelling, shape };
    let longest = match spelling {
        Spelling::Symbols if n > MAX_SYMBOL => return None,
        Spelling::Symbols => 1,
        Spelling::Numbers => n.to_string().len(),
    };
    if shape.size() != n
        || cells.len() != format.expected_cells()
        || cells.iter().any(|word| word.text.chars().count() > longest)
    {
        return None;
    }
    let legal = cells
        .iter()
        .all(|word| symbol::cell(word.text, spelling, n, arrangement == Arrangement::Line).is_ok());
    Some((format, if legal { (1, 0) } else { (0, 1) }))
}

/// The box shape that bars between the boxes of a row show: `1 2 3 | 4 5 6` has boxes of 3 columns.
fn drawn_shape(line: &str, spelling: Spelling, n: usize) -> Option<BoxShape> {
    let columns = runs(line, spelling).filter(|columns| (2..n).contains(columns))?;
    BoxShape::new(n / columns, columns).ok()
}

/// Whether the bars within a row, if there are any, stand between its boxes. Bars at every cell are no
/// more than blanks.
pub(super) fn bars_fit(line: &str, format: Format) -> bool {
    let cells = symbol::row_cells(line, format.spelling).len();
    match runs(line, format.spelling) {
        Some(columns) => [1, cells, format.shape.columns()].contains(&columns),
        None => format.arrangement == Arrangement::Line,
    }
}

/// The number of cells between bars if it is everywhere the same.
fn runs(line: &str, spelling: Spelling) -> Option<usize> {
    let runs = line.split(symbol::is_bar).map(|run| symbol::row_cells(run, spelling).len());
    let mut runs = runs.filter(|&cells| cells > 0);
    let columns = runs.next()?;
    runs.all(|cells| cells == columns).then_some(columns)
}

/// What is wrong with a line that is neither a row nor a board.
pub(super) fn no_board(line: &str, shape: Option<BoxShape>) -> TextErrorKind {
    let words = symbol::words(line);
    let is_number = |word: &Word<'_>| word.text.chars().all(|c| c.is_ascii_digit());
    let are_numbers = words.len() > 1
        && words.iter().all(|word| word.text.len() <= 4)
        && words.iter().any(|word| is_number(word) && word.text.len() > 1);
    let spelling = if are_numbers { Spelling::Numbers } else { Spelling::Symbols };
    let found = symbol::row_cells(line, spelling).len();
    match shape {
        Some(shape) => TextErrorKind::CellCount { found, expected: Cells::RowOrBoard(shape) },
        None => TextErrorKind::NoBoard { cells: found },
    }
}
