//! Collects consecutive lists that may be the rows of one board, for example the rows of a YAML list or the
//! arguments of one statement per row.

use super::boards::{are_separate, flat_length, is_board, largest_value};
use super::tree::parse;
use crate::text::text_line::TextLine;

/// The maximum number of lists in a run, which limits memory use.
const MAX_LISTS: usize = 1 << 16;

/// A run of flat lists of the same length on consecutive lines.
#[derive(Debug, Default)]
pub(in crate::text) struct RowRun {
    lists: Vec<Vec<TextLine>>,
    /// The number of cells in each list.
    length: usize,
}

impl RowRun {
    /// Adds an expression to the run if it may be a row.
    ///
    /// Returns the lists of a run that has ended, and the expression if it is not a row. There may be neither.
    pub(in crate::text) fn push(
        &mut self,
        pieces: Vec<TextLine>,
    ) -> (Vec<Vec<TextLine>>, Option<Vec<TextLine>>) {
        let Some(length) = row_length(&pieces) else { return (self.finish(), Some(pieces)) };
        let last_line = |pieces: &[TextLine]| pieces.last().map_or(0, |line| line.number);
        let is_next = self.lists.last().is_some_and(|last| pieces[0].number <= last_line(last) + 1);
        let is_full = self.lists.len() >= MAX_LISTS && self.lists.len().is_multiple_of(length);
        let continues = is_next && self.length == length && !is_full;
        let finished = if continues { Vec::new() } else { self.finish() };
        self.length = length;
        self.lists.push(pieces);
        (finished, None)
    }

    /// Ends the run and returns its lists.
    pub(in crate::text) fn finish(&mut self) -> Vec<Vec<TextLine>> {
        self.length = 0;
        std::mem::take(&mut self.lists)
    }

    pub(in crate::text) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }
}

/// Returns the number of cells if `pieces` is a flat list that may be a row, and `None` otherwise.
fn row_length(pieces: &[TextLine]) -> Option<usize> {
    let tree = parse(pieces);
    let length = flat_length(&tree).filter(|&length| length >= 4)?;
    let is_board = is_board(length) && are_separate(length, largest_value(&tree));
    (!is_board).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_the_same_length_form_a_run() {
        let mut run = RowRun::default();
        let mut push = |text: &str| {
            let (finished, other) = run.push(vec![TextLine::new(1, text.to_owned())]);
            (finished.len(), other.is_some())
        };
        assert_eq!(push("[1, 2, 3, 4]"), (0, false));
        assert_eq!(push("[1, 2, 3, 4, 5]"), (1, false));
        assert_eq!(push("[[1]]"), (1, true));
        assert_eq!((0..4).map(|_| push("[1, 2, 3, 4]").0).collect::<Vec<_>>(), [0, 0, 0, 0]);
        let later = vec![TextLine::new(3, "[1, 2, 3, 4]".to_owned())];
        assert_eq!(run.push(later).0.len(), 4, "another line is between the lists");
        let mut push = |text: &str| {
            let (finished, other) = run.push(vec![TextLine::new(4, text.to_owned())]);
            (finished.len(), other.is_some())
        };
        assert_eq!(push(&format!("[{}]", "1, ".repeat(36))), (1, true));
    }
}
