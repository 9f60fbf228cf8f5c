//! The layout, box shape and alphabet of a plain board.

use super::layout::{Arrangement, CellSeparator, Layout};
use super::line_class;
use crate::puzzle::board::{BoxShape, Digit};
use crate::text::alphabet::Alphabet;
use crate::text::cell_reader::{CellContent, CellReader};
use crate::text::grid_builder::GridBuilder;
use crate::text::text_line::TextLine;
use crate::text::token::{self, Notation, Token};
use crate::text::{blank, cell_value};

/// The layout, box shape and alphabet of a plain board, which together determine how to read the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) struct BoardLayout {
    pub(in crate::text) layout: Layout,
    pub(in crate::text) shape: BoxShape,
    pub(in crate::text) alphabet: Alphabet,
    /// Whether a line of n dashes is a row of blanks rather than a horizontal line.
    pub(in crate::text) has_dash_rows: bool,
}

impl BoardLayout {
    /// Creates a layout with the default alphabet, in which a line of dashes is a horizontal line.
    pub(in crate::text) fn new(layout: Layout, shape: BoxShape) -> Self {
        Self { layout, shape, alphabet: Alphabet::default(), has_dash_rows: false }
    }

    /// Records the symbols in the rows among `lines`. The alphabet is guessed from these symbols.
    pub(in crate::text) fn observe<'l>(
        self,
        lines: impl IntoIterator<Item = &'l TextLine>,
        builder: &mut GridBuilder,
    ) {
        for line in lines {
            let (cells, _) = self.layout.cells(&line.text);
            if cells.len() == self.expected_cells() {
                builder.observe(cells.iter(), self.layout.notation, self.shape.size());
            }
        }
    }

    /// Returns whether `line` contains only dashes and bars, and its dashes are a row of blanks.
    pub(in crate::text) fn is_dash_row(self, line: &str) -> bool {
        self.has_dash_rows && line_class::dash_cells(line) == Some(self.expected_cells())
    }

    /// Splits a line into cells. Returns the cells and the byte offset at which the remaining text starts.
    ///
    /// If spaces represent blanks, those at the end of the line may be missing.
    pub(in crate::text) fn cells(self, line: &str) -> (Vec<Token<'_>>, usize) {
        let (mut cells, end) = self.layout.cells(line);
        if let CellSeparator::Columns(_) = self.layout.separator {
            let column = line.chars().count() + 1;
            cells.resize_with(cells.len().max(self.expected_cells()), || Token::new(column, ""));
        }
        (cells, end)
    }

    /// Returns the expected number of cells per line of text.
    pub(in crate::text) fn expected_cells(self) -> usize {
        match self.layout.arrangement {
            Arrangement::Line => self.shape.size() * self.shape.size(),
            Arrangement::Rows => self.shape.size(),
            Arrangement::Cells => 1,
        }
    }

    /// Returns the expected number of lines of text per puzzle.
    pub(in crate::text) fn expected_lines(self) -> usize {
        match self.layout.arrangement {
            Arrangement::Line => 1,
            Arrangement::Rows => self.shape.size(),
            Arrangement::Cells => self.shape.size() * self.shape.size(),
        }
    }

    /// Returns whether each line is a board of at most 9×9 cells, which are single characters of the default alphabet.
    fn has_plain_digits(self) -> bool {
        self.layout.arrangement == Arrangement::Line
            && self.layout.notation == Notation::Symbols
            && self.layout.separator == CellSeparator::Whitespace
            && self.alphabet == Alphabet::FromOne
            && self.shape.size() <= 9
    }

    /// Parses the board at the start of `line`. This is a fast path for large files with one board per line.
    ///
    /// Returns `None` if the board is larger than 9×9, if its cells are not single characters of the default
    /// alphabet, or if `line` does not start with a valid board.
    pub(in crate::text) fn plain_digits(self, line: &str) -> Option<Vec<CellContent>> {
        let (size, count) = (self.shape.size(), self.expected_cells());
        let (cells, rest) = line.as_bytes().split_at_checked(count).filter(|_| self.has_plain_digits())?;
        if !matches!(rest.first(), None | Some(b' ' | b'\t' | b',' | b';' | b'#')) {
            return None;
        }
        let content = |&byte: &u8| match cell_value::value(byte).into() {
            0 => Some(CellContent::Blank),
            value if value <= size => Digit::new(value).map(CellContent::Digit),
            _ => None,
        };
        cells.iter().map(content).collect()
    }

    /// Returns the line at the start of `text`, if it is a board of [plain digits](Self::plain_digits) with at least
    /// one given and without any other text. The line may be followed by other lines.
    ///
    /// This is the fastest path, and allocates no memory. [`cell_value::digits`] parses the line.
    pub(in crate::text) fn whole_line(self, text: &[u8]) -> Option<&str> {
        let count = self.expected_cells();
        let cells = text.get(..count).filter(|_| self.has_plain_digits())?;
        if !matches!(text.get(count), Some(b'\n' | b'\r')) {
            return None;
        }
        let largest = cells.iter().fold(0, |largest, &byte| cell_value::value(byte).max(largest));
        let is_board = (1..=self.shape.size()).contains(&largest.into());
        str::from_utf8(cells).ok().filter(|_| is_board)
    }

    /// Returns a reader for `cells`, which are some or all cells of a board.
    pub(in crate::text) fn cell_reader<'t>(
        self,
        cells: impl IntoIterator<Item = &'t Token<'t>>,
    ) -> CellReader {
        let size = self.shape.size();
        let blank = blank::unusual(cells.into_iter().map(|cell| &*cell.text), size);
        CellReader { notation: self.layout.notation, alphabet: self.alphabet, size, blank }
    }

    /// Returns whether the bars in `line` match the borders of the boxes.
    ///
    /// A row without bars, or with bars between all cells, matches any box shape.
    pub(in crate::text) fn bars_fit(self, line: &str) -> bool {
        if self.layout.separator != CellSeparator::Whitespace {
            return true;
        }
        // Text after a whole board does not belong to it.
        let end =
            if self.layout.arrangement == Arrangement::Line { self.layout.cells(line).1 } else { line.len() };
        let line = &line[..end];
        let cells = token::row_cells(line, self.layout.notation).len();
        match cells_between_bars(line, self.layout.notation) {
            Some(columns) => [1, cells, self.shape.columns()].contains(&columns),
            None => self.layout.arrangement != Arrangement::Rows,
        }
    }
}

/// Returns whether all `tokens` are valid cells in `alphabet`.
///
/// If `alphabet` is `None`, symbols are valid if there is an alphabet in which all of them are valid. Letters on
/// boards up to 9×9 are valid only in rows and whole boards. In all other cases, `None` means the default alphabet.
pub(in crate::text) fn are_valid(
    tokens: &[Token<'_>],
    reader: CellReader,
    alphabet: Option<Alphabet>,
) -> bool {
    let are_valid = |alphabet| {
        let reader = CellReader { alphabet, ..reader };
        tokens.iter().all(|token| reader.read(&token.text).is_ok())
    };
    match alphabet {
        None if reader.size > 9 && reader.notation == Notation::Symbols => {
            Alphabet::ALL.iter().copied().any(are_valid)
        }
        // Read 16 letters as a row of a 16×16 board, not as a 4×4 board.
        None if reader.notation == Notation::Symbols
            && (tokens.len() == reader.size || tokens.len() >= 36) =>
        {
            are_valid(Alphabet::FromOne) || are_valid(Alphabet::Letters)
        }
        alphabet => are_valid(alphabet.unwrap_or_default()),
    }
}

/// Returns the box shape that the bars in a row of `n` cells indicate, or `None` if they do not indicate one.
/// For example, the bar in `1 2 3 | 4 5 6` indicates boxes with three columns.
pub(in crate::text) fn drawn_shape(line: &str, notation: Notation, n: usize) -> Option<BoxShape> {
    let columns = cells_between_bars(line, notation).filter(|columns| (2..n).contains(columns))?;
    BoxShape::new(n / columns, columns).ok()
}

/// Returns the number of cells in each of the groups into which bars divide `line`. Returns `None` if the
/// groups differ in size or if there are no cells.
fn cells_between_bars(line: &str, notation: Notation) -> Option<usize> {
    let runs = line.split(token::is_bar).map(|run| token::row_cells(run, notation).len());
    let mut runs = runs.filter(|&cells| cells > 0);
    let columns = runs.next()?;
    runs.all(|cells| cells == columns).then_some(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(layout: fn(Layout) -> bool, shape: &str) -> BoardLayout {
        let layout = Layout::all().find(|&candidate| layout(candidate)).unwrap();
        BoardLayout::new(layout, shape.parse().unwrap())
    }

    #[test]
    fn boards_of_plain_digits_are_parsed() {
        let line = BoardLayout {
            layout: Layout { notation: Notation::Symbols, ..board(Layout::is_plain_line, "2x2").layout },
            ..board(Layout::is_plain_line, "2x2")
        };
        let count = |text| line.plain_digits(text).map(|cells| cells.len());
        assert_eq!(count("12....1..2..4..2"), Some(16));
        assert_eq!(count("12....1..2..4..2 1234"), Some(16));
        assert_eq!(count("12....1..2..4..25"), None, "another cell");
        assert_eq!(count("12....1..2..4..5"), None, "a digit that the board does not have");
        assert_eq!(count("12....1..2..4..X"), None);
        assert_eq!(count("é"), None);
        let line_count =
            |text: &str| line.whole_line(text.as_bytes()).map(|line| cell_value::digits(line).count());
        assert_eq!(line_count("12....1..2..4..2\n12....1"), Some(16));
        assert_eq!(line_count("12....1..2..4..2"), None, "the line may continue");
        assert_eq!(line_count("12....1..2..4..2 1234\n"), None);
        assert_eq!(line_count("12....1..2..4..5\n"), None);
        assert_eq!(line_count("----------------\n"), None, "this may be a horizontal line");
    }

    #[test]
    fn bars_are_at_the_borders_of_boxes() {
        let rows = board(|layout| layout.is_plain_rows() && layout.notation == Notation::Symbols, "2x3");
        assert!(rows.bars_fit("1 2 3 | 4 5 6"));
        assert!(rows.bars_fit("1|2|3|4|5|6") && rows.bars_fit("|123456|"));
        assert!(!rows.bars_fit("1 2 | 3 4 | 5 6"));
        assert_eq!(drawn_shape("1 2 | 3 4 | 5 6", Notation::Symbols, 6), "3x2".parse().ok());
        assert_eq!(drawn_shape("1 2 | 3 4 5 6", Notation::Symbols, 6), None);
    }
}
