//! How plain boards look: rows or whole boards in a line, of cells in one spelling, with delimiters or without.

use super::alphabet::Alphabet;
use super::format::Format;
use super::symbol::{self, Cells, Spelling, Word};
use crate::geometry::BoxShape;

/// How plain boards are read: rows or lines of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) look: Look,
    pub(super) shape: BoxShape,
    pub(super) alphabet: Alphabet,
}

/// How rows or boards look, whatever their size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) arrangement: Arrangement,
    pub(super) spelling: Spelling,
    pub(super) delimiter: Option<Delimiter>,
}

/// How a puzzle is arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// A board a line.
    Line,
    /// n lines of n cells, perhaps with bars and rules between boxes.
    Rows,
}

/// What stands between two cells where a cell may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Delimiter {
    character: char,
    /// Whether it stands at both ends of a line as well.
    ends_too: bool,
}

impl Look {
    /// The looks that are tried; where votes are equal the earlier one wins.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        use Arrangement::{Line, Rows};
        use Spelling::{Groups, Numbers, Positional, Symbols};
        let plain = [
            (Line, Positional),
            (Line, Symbols),
            (Line, Numbers),
            (Rows, Numbers),
            (Rows, Groups),
            (Rows, Symbols),
        ];
        let plain = plain.map(|(arrangement, spelling)| Self { arrangement, spelling, delimiter: None });
        let delimiters = [(',', false), (';', false), ('\t', false), ('|', true), ('|', false)];
        let tables = delimiters.into_iter().flat_map(|(character, ends_too)| {
            let delimiter = Some(Delimiter { character, ends_too });
            [(Line, Numbers), (Rows, Numbers), (Rows, Symbols), (Rows, Groups)]
                .map(|(arrangement, spelling)| Self { arrangement, spelling, delimiter })
        });
        plain.into_iter().chain(tables)
    }

    /// Whether a puzzle in this format may look so.
    pub(super) fn is_of(self, format: Format) -> bool {
        let is_plain =
            self.delimiter.is_none() && matches!(self.spelling, Spelling::Symbols | Spelling::Numbers);
        match format {
            Format::Line | Format::Sdm => self.arrangement == Arrangement::Line && is_plain,
            Format::Grid | Format::Rows | Format::Boxes | Format::Sdk | Format::Euler => {
                self.arrangement == Arrangement::Rows && is_plain
            }
            Format::Ss => is_plain,
            Format::Candidates | Format::Sdx => self.spelling == Spelling::Groups && self.delimiter.is_none(),
            Format::Positional => self.spelling == Spelling::Positional,
            Format::Table => self.delimiter.is_some() && self.spelling != Spelling::Groups,
            _ => false,
        }
    }

    /// The cells of a line, and the offset of what follows them; no cells where the line has another look.
    pub(super) fn cells(self, line: &str, size: Option<usize>) -> (Vec<Word<'_>>, usize) {
        let end = line.len();
        if let Some(Delimiter { character, ends_too }) = self.delimiter {
            if !line.contains(character) {
                return (Vec::new(), end);
            }
            let mut fields = symbol::fields(line, character, ends_too).unwrap_or_default();
            // A delimiter at the end of a line parts nothing, unless it parts an empty cell from the others.
            let is_one_more = match size {
                Some(size) => fields.len() == size + 1,
                None => character != '|' && BoxShape::most_square(fields.len()).is_none(),
            };
            if is_one_more && fields.last().is_some_and(|last| last.text.is_empty()) {
                fields.pop();
            }
            return (fields, end);
        }
        match (self.arrangement, self.spelling) {
            (Arrangement::Line, Spelling::Positional) => positional(line, end),
            (Arrangement::Line, spelling) => symbol::line_cells(line, spelling),
            (Arrangement::Rows, spelling) => (symbol::row_cells(line, spelling), end),
        }
    }

    /// The board's size by the number of cells in a line.
    pub(super) fn size(self, cells: usize) -> usize {
        match self.arrangement {
            Arrangement::Line => cells.isqrt(),
            Arrangement::Rows => cells,
        }
    }
}

/// The cells of a line of n³ characters: n for each cell.
fn positional(line: &str, end: usize) -> (Vec<Word<'_>>, usize) {
    let text = line.trim();
    let count = text.chars().count();
    let n = (2..=Alphabet::FromOne.largest()).find(|n| n * n * n == count);
    let Some(n) = n.filter(|_| !text.contains(char::is_whitespace)) else { return (Vec::new(), end) };
    let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
    let offsets: Vec<_> = text.char_indices().map(|(offset, _)| offset).chain([text.len()]).collect();
    let cell = |cell: usize| Word::new(column + cell * n, &text[offsets[cell * n]..offsets[(cell + 1) * n]]);
    ((0..n * n).map(cell).collect(), end)
}

impl Reading {
    /// How many cells a line should have.
    pub(super) fn expected_cells(self) -> usize {
        match self.look.arrangement {
            Arrangement::Line => self.shape.size() * self.shape.size(),
            Arrangement::Rows => self.shape.size(),
        }
    }

    /// How many lines make a puzzle.
    pub(super) fn expected_lines(self) -> usize {
        match self.look.arrangement {
            Arrangement::Line => 1,
            Arrangement::Rows => self.shape.size(),
        }
    }

    /// How the cells of a line are read.
    pub(super) fn cells(self, line: &str) -> Cells {
        Cells {
            spelling: self.look.spelling,
            alphabet: self.alphabet,
            size: self.shape.size(),
            dash_is_blank: self.look.arrangement == Arrangement::Line || self.look.delimiter.is_some(),
            x_is_blank: symbol::x_is_blank(line),
        }
    }

    /// The cells of a line, and the offset of what follows them.
    pub(super) fn words(self, line: &str) -> (Vec<Word<'_>>, usize) {
        self.look.cells(line, Some(self.expected_cells()))
    }

    /// Whether bars within a row, if there are any, stand between its boxes. Bars at every cell are no
    /// more than blanks.
    pub(super) fn bars_fit(self, line: &str) -> bool {
        if self.look.delimiter.is_some() {
            return true;
        }
        let cells = symbol::row_cells(line, self.look.spelling).len();
        match runs(line, self.look.spelling) {
            Some(columns) => [1, cells, self.shape.columns()].contains(&columns),
            None => self.look.arrangement == Arrangement::Line,
        }
    }
}

/// Whether the words are cells, in some alphabet where none is given.
pub(super) fn is_legal(words: &[Word<'_>], cells: Cells, alphabet: Option<Alphabet>) -> bool {
    let is_legal = |alphabet| {
        let cells = Cells { alphabet, ..cells };
        words.iter().all(|word| cells.content(&word.text).is_ok())
    };
    match alphabet {
        None if cells.size > 9 && cells.spelling == Spelling::Symbols => {
            Alphabet::ALL.into_iter().any(is_legal)
        }
        alphabet => is_legal(alphabet.unwrap_or_default()),
    }
}

/// The box shape that bars between the boxes of a row show: `1 2 3 | 4 5 6` has boxes of 3 columns.
pub(super) fn drawn_shape(line: &str, spelling: Spelling, n: usize) -> Option<BoxShape> {
    let columns = runs(line, spelling).filter(|columns| (2..n).contains(columns))?;
    BoxShape::new(n / columns, columns).ok()
}

/// The number of cells between bars if it is everywhere the same.
fn runs(line: &str, spelling: Spelling) -> Option<usize> {
    let runs = line.split(symbol::is_bar).map(|run| symbol::row_cells(run, spelling).len());
    let mut runs = runs.filter(|&cells| cells > 0);
    let columns = runs.next()?;
    runs.all(|cells| cells == columns).then_some(columns)
}
