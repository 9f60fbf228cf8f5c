//! Tables whose rows and columns are numbered, as programs for tables write them: the numbers are no cells.

use super::error::{TextError, TextErrorKind};
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
    /// How many lines it takes to see whether a line is a heading, where it may be one.
    pub(super) fn lines_needed(line: &str) -> Option<usize> {
        let mut columns = Self::delimiters().filter_map(|(delimiter, ends)| {
            let fields = word::fields(line, delimiter, ends);
            Some(columns(&fields)?.0)
        });
        columns.next().map(|columns| columns + 1)
    }

    fn delimiters() -> impl Iterator<Item = (char, Ends)> {
        [(',', Ends::None), (';', Ends::None), ('\t', Ends::None), ('|', Ends::Both)].into_iter()
    }

    /// The heading of a table of `count` lines with as many columns as rows: a first line that counts the columns, and
    /// perhaps a first column that counts the rows.
    ///
    /// # Errors
    /// If both are counted, and the rows are not as many as the columns.
    pub(super) fn of<'a>(
        lines: &(impl Iterator<Item = &'a Line> + Clone),
        count: usize,
    ) -> Option<Result<Self, TextError>> {
        let first = lines.clone().next()?;
        Self::delimiters().find_map(|(delimiter, ends)| {
            let fields = word::fields(&first.text, delimiter, ends);
            let (columns, has_corner) = columns(&fields)?;
            let rows: Vec<_> = lines
                .clone()
                .skip(1)
                .take(columns)
                .map(|line| word::fields(&line.text, delimiter, ends))
                .collect();
            let are_counted = rows.iter().all(|row| row.len() == fields.len())
                && counts(rows.iter().filter_map(|row| row.first()));
            let heading = |has_index| Some(Ok(Self { delimiter, ends, has_index }));
            // A corner that is a number belongs to both counts.
            if are_counted && (has_corner && count == columns + 1 || !has_corner && count == columns) {
                return heading(true);
            }
            if are_counted && has_corner {
                return Some(Err(first.whole_error(TextErrorKind::NumberedTable)));
            }
            // A full row may count as well, and blank rows may stand behind a table.
            let has_blank_row = rows.iter().any(|row| row.iter().all(|field| field.text.is_empty()));
            if !has_corner && count == columns + 1 && !has_blank_row { heading(false) } else { None }
        })
    }

    /// What stands between the cells of the rows below it.
    pub(super) fn between(self) -> Between {
        Between::Delimiter { character: self.delimiter, ends: self.ends, has_index: self.has_index }
    }
}

/// How many columns these fields count, and whether behind a corner that is no number.
fn columns(fields: &[Word<'_>]) -> Option<(usize, bool)> {
    let has_corner = fields.first()?.text.parse::<usize>().is_err();
    let columns = fields.len() - usize::from(has_corner);
    (columns >= FEWEST_COLUMNS && counts(fields.iter().skip(usize::from(has_corner))))
        .then_some((columns, has_corner))
}

/// Whether the words count up one by one from 0 or 1.
fn counts<'w>(words: impl Iterator<Item = &'w Word<'w>>) -> bool {
    let mut numbers = words.map(|word| word.text.parse::<usize>().ok());
    let Some(Some(first @ 0..=1)) = numbers.next() else { return false };
    numbers.zip(first + 1..).all(|(number, expected)| number == Some(expected))
}
