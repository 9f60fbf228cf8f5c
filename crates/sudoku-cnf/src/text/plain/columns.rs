//! Cells in columns, with spaces for blanks. Bars may divide the columns into groups.

use crate::puzzle::board::MAX_SIZE;
use crate::text::token::{self, Token};

/// The columns of a board in which a blank cell consists of spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) struct Columns {
    /// The distance between the first characters of two cells.
    pub(in crate::text) width: usize,
    /// The number of spaces between a bar and the first cell after it, and at least between the last cell and the next
    /// bar.
    pub(in crate::text) indent: usize,
    /// The maximum number of characters of a cell.
    pub(in crate::text) digits: usize,
    /// Whether each row starts with a bar.
    pub(in crate::text) is_framed: bool,
}

impl Columns {
    /// Returns the columns that occur in practice, in order of preference.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let columns = [(2, 0, 1), (2, 1, 1), (1, 0, 1), (1, 1, 1), (3, 1, 1), (3, 0, 2), (3, 1, 2)];
        columns.into_iter().flat_map(|(width, indent, digits)| {
            [false, true].map(|is_framed| Self { width, indent, digits, is_framed })
        })
    }

    /// Splits a line into cells. The text of a blank cell is empty.
    ///
    /// Returns no cells if a character is beside the columns, or if the row has no frame but should have one.
    pub(super) fn cells(self, line: &str) -> Vec<Token<'_>> {
        let mut cells = Vec::new();
        let mut column = 1;
        let mut groups = line.split(token::is_bar).enumerate().peekable();
        while let Some((index, group)) = groups.next() {
            let length = group.chars().count();
            let group = if groups.peek().is_some() { self.without_margin(group) } else { group };
            let fits = match (index, self.is_framed) {
                (0, true) => group.trim().is_empty() && group.len() < line.len(),
                // Without the first bar, the space beside it is missing, too.
                (0, false) => self.split(group, self.indent.saturating_sub(1), column, &mut cells),
                _ => self.split(group, self.indent, column, &mut cells),
            };
            if !fits {
                return Vec::new();
            }
            column += length + 1;
        }
        cells
    }

    /// Returns a group without the spaces between its last cell and the bar after it.
    fn without_margin(self, group: &str) -> &str {
        let cells = group.len().saturating_sub(self.indent);
        if group.get(cells..).is_some_and(is_blank) { &group[..cells] } else { group }
    }

    /// Appends the cells of a group between two bars. Returns whether no character is beside the columns.
    fn split<'t>(self, group: &'t str, indent: usize, column: usize, cells: &mut Vec<Token<'t>>) -> bool {
        let offsets: Vec<usize> =
            group.char_indices().map(|(offset, _)| offset).chain([group.len()]).collect();
        let length = offsets.len() - 1;
        let part = |from: usize, to: usize| &group[offsets[from.min(length)]..offsets[to.min(length)]];
        let mut from = indent;
        while from + self.digits <= length && cells.len() <= MAX_SIZE {
            let cell = part(from, from + self.digits);
            // Numbers are aligned to the right.
            let text = cell.trim_start_matches(' ');
            if text.ends_with(' ') || !is_blank(part(from + self.digits, from + self.width)) {
                return false;
            }
            cells.push(Token::new(column + from + cell.len() - text.len(), text));
            from += self.width;
        }
        is_blank(part(0, indent)) && is_blank(part(from, length))
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte == b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(width: usize, indent: usize, line: &str, expected: &str) {
        let is_framed = line.starts_with('|');
        let fits = |columns: &Columns| {
            (columns.width, columns.indent, columns.is_framed) == (width, indent, is_framed)
        };
        let columns = Columns::all().find(fits).unwrap();
        let cells = columns.cells(line);
        let texts: Vec<_> = cells.iter().map(|cell| &*cell.text).collect();
        assert_eq!(texts.join("/"), expected, "{line}");
        for cell in cells.iter().filter(|cell| !cell.text.is_empty()) {
            assert!(
                line.chars().skip(cell.column - 1).collect::<String>().starts_with(&*cell.text),
                "{line}"
            );
        }
    }

    #[test]
    fn spaces_are_blanks_in_columns() {
        check(1, 0, "|1 | 2|", "1///2");
        check(2, 0, "|1   |  2 |", "1///2");
        check(2, 1, "| 1   |   2 |", "1///2");
        check(2, 1, "1   |   2", "1///2");
        check(2, 1, "| 1 |   |   | 2 |", "1///2");
        check(3, 1, "| 1    |    2 |", "1///2");
        check(3, 0, " 1    12", "1//12");
        check(1, 1, "| 1  2 |", "1///2");
    }

    #[test]
    fn characters_beside_the_columns_do_not_fit() {
        check(2, 1, "| 12  |   2 |", "");
        check(2, 0, "|1  2|    |", "");
        check(3, 0, "1    12", "");
    }
}
