//! Tables whose rows and columns are numbered, as programs for tables write them: the numbers are no cells.

use super::look::Between;
use super::source::Line;
use super::word::{self, Ends, Word};

/// What of a table is no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) delimiter: char,
    pub(super) ends: Ends,
    /// Whether the first field of each row is its number; the first line has those of the columns.
    pub(super) has_index: bool,
}

/// With fewer columns numbers in a row say nothing.
const FEWEST_COLUMNS: usize = 4;

impl Heading {
    /// The heading of a table of `count` lines with as many columns as rows: a first line that counts the columns, and
    /// perhaps a first column that counts the rows.
    pub(super) fn of<'a>(lines: &(impl Iterator<Item = &'a Line> + Clone), count: usize) -> Option<Self> {
        let first = lines.clone().next()?;
        let delimiters = [(',', Ends::None), (';', Ends::None), ('\t', Ends::None), ('|', Ends::Both)];
        delimiters.into_iter().find_map(|(delimiter, ends)| {
            let fields = word::fields(&first.text, delimiter, ends);
            let has_corner = fields.first()?.text.parse::<usize>().is_err();
            let columns = fields.len() - usize::from(has_corner);
            if columns < FEWEST_COLUMNS || !counts(fields.iter().skip(usize::from(has_corner))) {
                return None;
            }
            let rows: Vec<_> =
                lines.clone().skip(1).map(|line| word::fields(&line.text, delimiter, ends)).collect();
            let are_counted = rows.iter().all(|row| row.len() == fields.len())
                && counts(rows.iter().filter_map(|row| row.first()));
            // A corner that is a number belongs to both counts.
            let has_index =
                are_counted && (has_corner && count == columns + 1 || !has_corner && count == columns);
            let is_heading = has_index || !has_corner && count == columns + 1 && !are_counted;
            is_heading.then_some(Self { delimiter, ends, has_index })
        })
    }

    /// What stands between the cells of the rows below it.
    pub(super) fn between(self) -> Between {
        Between::Delimiter { character: self.delimiter, ends: self.ends, has_index: self.has_index }
    }
}

/// Whether the words count up one by one from 0 or 1.
fn counts<'w>(words: impl Iterator<Item = &'w Word<'w>>) -> bool {
    let mut numbers = words.map(|word| word.text.parse::<usize>().ok());
    let Some(Some(first @ 0..=1)) = numbers.next() else { return false };
    numbers.zip(first + 1..).all(|(number, expected)| number == Some(expected))
}
