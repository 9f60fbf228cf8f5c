//! The layout of plain boards: how the cells are arranged, written and separated. A layout does not depend on
//! the board size.

use super::columns::Columns;
use crate::text::alphabet::Alphabet;
use crate::text::token::{self, Notation, OuterDelimiters, Token};

/// The layout of a plain board: how its cells are arranged, written and separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) struct Layout {
    pub(in crate::text) arrangement: Arrangement,
    pub(in crate::text) notation: Notation,
    pub(in crate::text) separator: CellSeparator,
}

/// The way a board is split into lines of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Arrangement {
    /// One board per line.
    Line,
    /// One row per line, optionally with vertical bars and horizontal lines between boxes.
    Rows,
    /// One cell per line.
    Cells,
}

/// The separator between adjacent cells on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum CellSeparator {
    /// White space, vertical bars or nothing.
    Whitespace,
    /// A delimiter character. An empty field between delimiters represents a blank cell.
    Delimiter {
        character: char,
        ends: OuterDelimiters,
        /// Whether the first field of each row contains a row number instead of a cell.
        has_index: bool,
    },
    /// Nothing: the cells are in columns, and a blank cell consists of spaces.
    Columns(Columns),
    /// No separator: the board is a single word surrounded by other text.
    SurroundingText,
}

impl Layout {
    /// Returns all layouts in order of preference. If several layouts fit the text equally well, the first of
    /// them is used.
    pub(in crate::text) fn all() -> impl Iterator<Item = Self> {
        use Arrangement::{Line, Rows};
        use Notation::{Candidates, Numbers, Positional, Symbols};
        let plain = [
            (Line, Positional),
            (Line, Symbols),
            (Line, Numbers),
            (Rows, Numbers),
            (Rows, Candidates),
            (Rows, Symbols),
        ];
        let plain = plain.map(|(arrangement, notation)| Self {
            arrangement,
            notation,
            separator: CellSeparator::Whitespace,
        });
        let trailing = [',', ';', '\t'].map(|character| (character, OuterDelimiters::Trailing));
        let none = [',', ';', '\t', '|'].map(|character| (character, OuterDelimiters::None));
        let delimiters = [('|', OuterDelimiters::Both)].into_iter().chain(none).chain(trailing);
        let tables = delimiters.flat_map(|(character, ends)| {
            let separator = CellSeparator::Delimiter { character, ends, has_index: false };
            [(Line, Numbers), (Rows, Numbers), (Rows, Symbols), (Rows, Candidates)]
                .map(|(arrangement, notation)| Self { arrangement, notation, separator })
        });
        let embedded =
            Self { arrangement: Line, notation: Symbols, separator: CellSeparator::SurroundingText };
        plain.into_iter().chain(tables).chain([embedded])
    }

    /// The layouts in which spaces represent blanks. They fit most texts in which spaces separate the cells,
    /// so they must be considered only if no other layout fits.
    pub(in crate::text) fn with_blank_spaces() -> impl Iterator<Item = Self> {
        Columns::all().map(|columns| {
            let notation = if columns.digits == 1 { Notation::Symbols } else { Notation::Numbers };
            Self { arrangement: Arrangement::Rows, notation, separator: CellSeparator::Columns(columns) }
        })
    }

    /// Returns whether a delimiter separates the cells.
    pub(in crate::text) fn is_delimited(self) -> bool {
        matches!(self.separator, CellSeparator::Delimiter { .. })
    }

    /// Returns whether bars separate the cells but do not enclose the rows.
    pub(in crate::text) fn needs_no_frame(self) -> bool {
        matches!(self.separator, CellSeparator::Delimiter { character: '|', ends: OuterDelimiters::None, .. })
    }

    /// Returns whether a blank cell can be an empty field or consist of spaces.
    pub(in crate::text) fn may_have_empty_cells(self) -> bool {
        self.is_delimited() || matches!(self.separator, CellSeparator::Columns(_))
    }

    /// Returns whether the cells are symbols or numbers without delimiters between them.
    pub(in crate::text) fn is_plain(self) -> bool {
        !self.is_delimited() && matches!(self.notation, Notation::Symbols | Notation::Numbers)
    }

    /// Returns whether the layout is [plain](Self::is_plain) and has one board per line.
    pub(in crate::text) fn is_plain_line(self) -> bool {
        self.is_plain() && self.arrangement == Arrangement::Line
    }

    /// Returns whether the layout is [plain](Self::is_plain) and has one row per line.
    pub(in crate::text) fn is_plain_rows(self) -> bool {
        self.is_plain() && self.arrangement == Arrangement::Rows
    }

    /// Returns whether the cells are candidate lists without delimiters between them.
    pub(in crate::text) fn is_candidate_lists(self) -> bool {
        !self.is_delimited() && self.notation == Notation::Candidates
    }

    /// Returns whether each candidate has a fixed position within its cell.
    pub(in crate::text) fn is_positional(self) -> bool {
        self.notation == Notation::Positional
    }

    /// Returns whether the cells are symbols or numbers separated by delimiters.
    pub(in crate::text) fn is_table(self) -> bool {
        self.is_delimited() && self.notation != Notation::Candidates
    }

    /// Returns whether `line` is a table row that consists of `size` blank cells.
    ///
    /// Without this check, a row of tabs would be classified as a blank line, and `|-|-|` as a horizontal
    /// line.
    pub(in crate::text) fn is_blank_row(self, line: &str, size: usize) -> bool {
        if let CellSeparator::Columns(columns) = self.separator {
            return line.len() == size * columns.width && line.trim().is_empty();
        }
        if !self.is_delimited() {
            return false;
        }
        let (fields, _) = self.cells(line);
        fields.len() == size && fields.iter().all(|field| matches!(&*field.text, "" | "-"))
    }

    /// Splits a line into cells. Returns the cells and the byte offset at which the remaining text starts.
    ///
    /// If the line does not have this layout, the list of cells may be empty.
    pub(in crate::text) fn cells(self, line: &str) -> (Vec<Token<'_>>, usize) {
        let start = yaml_item(line);
        if start > 0 && self.separator == CellSeparator::Whitespace {
            let (mut cells, end) = self.cells(&line[start..]);
            let columns = line[..start].chars().count();
            for cell in &mut cells {
                cell.column += columns;
            }
            return (cells, start + end);
        }
        match (self.separator, self.arrangement, self.notation) {
            (CellSeparator::Delimiter { character, ends, has_index }, ..) if line.contains(character) => {
                let mut fields = token::fields(without_full_stop(line), character, ends);
                fields.drain(..usize::from(has_index).min(fields.len()));
                (fields, line.len())
            }
            (CellSeparator::Delimiter { .. }, ..) => (Vec::new(), line.len()),
            (CellSeparator::Columns(columns), ..) => (columns.cells(line), line.len()),
            (CellSeparator::SurroundingText, ..) => token::embedded_cells(line),
            (_, Arrangement::Line, Notation::Positional) => positional_cells(line),
            (_, Arrangement::Line, notation) => token::line_cells(line, notation),
            (_, Arrangement::Rows | Arrangement::Cells, notation) => {
                (token::row_cells(line, notation), line.len())
            }
        }
    }

    /// Returns the size n of a board that has `cells` cells per line in this layout. The layout must not have one
    /// cell per line.
    pub(in crate::text) fn size(self, cells: usize) -> usize {
        match self.arrangement {
            Arrangement::Line => cells.isqrt(),
            Arrangement::Rows | Arrangement::Cells => cells,
        }
    }
}

/// Returns a row of the LaTeX environment `sudoku` without the full stop after its last bar, and any other line
/// unchanged.
fn without_full_stop(line: &str) -> &str {
    let row = line.trim_end().strip_suffix('.').filter(|row| row.ends_with('|') && row.starts_with('|'));
    row.filter(|row| !row.contains('.')).unwrap_or(line)
}

/// Returns the byte offset of the word in an item of a YAML list like `- 12..`, and 0 for any other line.
fn yaml_item(line: &str) -> usize {
    let word = line.trim_start().strip_prefix("- ").map_or("", str::trim);
    let is_word = word.chars().nth(3).is_some() && !word.contains(char::is_whitespace);
    if is_word { line.find("- ").map_or(0, |offset| offset + 2) } else { 0 }
}

/// Splits a line of n³ characters into n² cells of n characters each. Returns no cells for any other
/// line.
fn positional_cells(line: &str) -> (Vec<Token<'_>>, usize) {
    let (text, end) = (line.trim(), line.len());
    let largest = Alphabet::FromOne.largest();
    // A UTF-8 character takes up at most 4 bytes.
    if text.len() > largest.pow(3) * 4 {
        return (Vec::new(), end);
    }
    let count = text.chars().count();
    let n = (2..=largest).find(|n| n * n * n == count);
    let Some(n) = n.filter(|_| !text.contains(char::is_whitespace)) else { return (Vec::new(), end) };
    let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
    let offsets: Vec<_> = text.char_indices().map(|(offset, _)| offset).chain([text.len()]).collect();
    let cell = |cell: usize| Token::new(column + cell * n, &text[offsets[cell * n]..offsets[(cell + 1) * n]]);
    ((0..n * n).map(cell).collect(), end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the first layout for which `is_layout` returns `true` splits `line` into the expected
    /// cells. In `expected`, `/` separates the cells.
    #[track_caller]
    fn check(is_layout: impl Fn(Layout) -> bool, line: &str, expected: &str) {
        let layout = Layout::all().find(|layout| is_layout(*layout)).unwrap();
        let (cells, _) = layout.cells(line);
        let texts: Vec<_> = cells.iter().map(|cell| &*cell.text).collect();
        assert_eq!(texts.join("/"), expected, "{layout:?}");
    }

    #[test]
    fn lines_split_into_cells() {
        check(Layout::is_plain_line, "12.. comment", "1/2/./.");
        check(|layout| layout.is_plain_rows() && layout.notation == Notation::Numbers, "1 12|.", "1/12/.");
        check(Layout::is_candidate_lists, "12 3|4", "12/3/4");
        check(Layout::is_positional, " 1..2.34. ", "1./.2/.3/4.");
        check(Layout::is_positional, "1..2.3", "");
        check(Layout::is_plain_rows, " - 12..", "12..");
        check(|layout| layout.is_plain_rows() && layout.notation == Notation::Symbols, "- 12..", "1/2/./.");
        check(|layout| layout.separator == CellSeparator::SurroundingText, "x y", "");
    }

    #[test]
    fn spaces_may_be_blanks() {
        let layout = |width| {
            let is_width = |layout: &Layout| matches!(layout.separator, CellSeparator::Columns(Columns { width: found, indent: 0, is_framed: true, .. }) if found == width);
            Layout::with_blank_spaces().find(is_width).unwrap()
        };
        let (two, one) = (layout(2), layout(1));
        let texts = |layout: Layout, line: &'static str| {
            layout.cells(line).0.iter().map(|cell| cell.text.to_string()).collect::<Vec<_>>().join("/")
        };
        assert_eq!(texts(one, "|1 | 2|"), "1///2");
        assert_eq!(texts(two, "|1   |  2 |"), "1///2");
        assert!(
            one.is_blank_row("    ", 4) && !one.is_blank_row("   ", 4) && two.is_blank_row("        ", 4)
        );
    }

    #[test]
    fn tables_have_blank_rows() {
        let table =
            Layout::all().find(|layout| layout.is_table() && layout.cells(",,").0.len() == 3).unwrap();
        assert!(table.is_blank_row(",-,", 3));
        assert!(!table.is_blank_row(",,", 4));
        assert!(!table.is_blank_row(",1,", 3));
    }
}
