//! How plain boards look: rows or whole boards in a line, of cells in one spelling, with delimiters or without.

use super::alphabet::Alphabet;
use super::content::{self, Cells, Content, Spelling};
use super::format::Format;
use super::word::{self, Ends, Word};
use crate::board::{BoxShape, Digit};

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
    pub(super) between: Between,
}

/// How a puzzle is arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// A board a line.
    Line,
    /// n lines of n cells, perhaps with bars and rules between boxes.
    Rows,
}

/// What stands between cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// Nothing but blanks and bars.
    Blanks,
    /// A delimiter, so that a cell may be empty.
    Delimiter {
        /// Which.
        character: char,
        /// Where it parts nothing.
        ends: Ends,
        /// Whether the first field is the row's number and no cell.
        has_index: bool,
    },
    /// Other words: the board is one word among them.
    Words,
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
        let plain =
            plain.map(|(arrangement, spelling)| Self { arrangement, spelling, between: Between::Blanks });
        let last = [',', ';', '\t'].map(|character| (character, Ends::Last));
        let none = [',', ';', '\t', '|'].map(|character| (character, Ends::None));
        let delimiters = [('|', Ends::Both)].into_iter().chain(none).chain(last);
        let tables = delimiters.flat_map(|(character, ends)| {
            let between = Between::Delimiter { character, ends, has_index: false };
            [(Line, Numbers), (Rows, Numbers), (Rows, Symbols), (Rows, Groups)]
                .map(|(arrangement, spelling)| Self { arrangement, spelling, between })
        });
        let embedded = Self { arrangement: Line, spelling: Symbols, between: Between::Words };
        plain.into_iter().chain(tables).chain([embedded])
    }

    /// Whether a puzzle in this format may look so.
    pub(super) fn is_of(self, format: Format) -> bool {
        let is_delimited = matches!(self.between, Between::Delimiter { .. });
        let is_plain = !is_delimited && matches!(self.spelling, Spelling::Symbols | Spelling::Numbers);
        match format {
            Format::Line | Format::Sdm => self.arrangement == Arrangement::Line && is_plain,
            Format::Grid | Format::Rows | Format::Boxes | Format::Sdk | Format::Euler => {
                self.arrangement == Arrangement::Rows && is_plain
            }
            Format::Ss => is_plain,
            Format::Candidates | Format::Sdx => self.spelling == Spelling::Groups && !is_delimited,
            Format::Positional => self.spelling == Spelling::Positional,
            Format::Table => is_delimited && self.spelling != Spelling::Groups,
            _ => false,
        }
    }

    /// Whether a line has cells although it looks empty, or like a rule: a row of blanks between delimiters.
    pub(super) fn is_blank_row(self, line: &str, size: usize) -> bool {
        let Between::Delimiter { .. } = self.between else { return false };
        let (fields, _) = self.cells(line);
        fields.len() == size && fields.iter().all(|field| matches!(&*field.text, "" | "-"))
    }

    /// The cells of a line, and the offset of what follows them; no cells where the line has another look.
    pub(super) fn cells(self, line: &str) -> (Vec<Word<'_>>, usize) {
        match (self.between, self.arrangement, self.spelling) {
            (Between::Delimiter { character, ends, has_index }, ..) if line.contains(character) => {
                let mut fields = word::fields(line, character, ends);
                fields.drain(..usize::from(has_index).min(fields.len()));
                (fields, line.len())
            }
            (Between::Delimiter { .. }, ..) => (Vec::new(), line.len()),
            (Between::Words, ..) => word::embedded_cells(line),
            (_, Arrangement::Line, Spelling::Positional) => positional(line),
            (_, Arrangement::Line, spelling) => word::line_cells(line, spelling),
            (_, Arrangement::Rows, spelling) => (word::row_cells(line, spelling), line.len()),
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
fn positional(line: &str) -> (Vec<Word<'_>>, usize) {
    let (text, end) = (line.trim(), line.len());
    if text.len() > Alphabet::FromOne.largest().pow(3) * 4 {
        return (Vec::new(), end);
    }
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

    /// The cells of a line that holds a board of up to 9×9 in digits, perhaps with something behind it: what nearly all
    /// lines of large files are, at once.
    pub(super) fn plain_digits(self, line: &str) -> Option<Vec<Content>> {
        let (size, count) = (self.shape.size(), self.expected_cells());
        let is_simple = self.look.arrangement == Arrangement::Line
            && self.look.spelling == Spelling::Symbols
            && self.look.between == Between::Blanks
            && self.alphabet == Alphabet::FromOne
            && size <= 9;
        let (cells, rest) = line.as_bytes().split_at_checked(count).filter(|_| is_simple)?;
        if !matches!(rest.first(), None | Some(b' ' | b'\t' | b',' | b';' | b'#')) {
            return None;
        }
        let content = |&byte: &u8| match byte {
            b'.' | b'0' | b'_' | b'*' | b'-' => Some(Content::Blank),
            b'1'..=b'9' => {
                Digit::new((byte - b'0').into()).filter(|digit| digit.get() <= size).map(Content::Digit)
            }
            _ => None,
        };
        cells.iter().map(content).collect()
    }

    /// How the cells of a line are read.
    pub(super) fn cells(self, line: &str) -> Cells {
        Cells {
            spelling: self.look.spelling,
            alphabet: self.alphabet,
            size: self.shape.size(),
            dash_is_blank: self.look.arrangement == Arrangement::Line
                || matches!(self.look.between, Between::Delimiter { .. }),
            x_is_blank: content::x_is_blank(line),
        }
    }

    /// Whether bars within a row, if there are any, stand between its boxes. Bars at every cell are no
    /// more than blanks.
    pub(super) fn bars_fit(self, line: &str) -> bool {
        if self.look.between != Between::Blanks {
            return true;
        }
        let cells = word::row_cells(line, self.look.spelling).len();
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
    let runs = line.split(word::is_bar).map(|run| word::row_cells(run, spelling).len());
    let mut runs = runs.filter(|&cells| cells > 0);
    let columns = runs.next()?;
    runs.all(|cells| cells == columns).then_some(columns)
}
