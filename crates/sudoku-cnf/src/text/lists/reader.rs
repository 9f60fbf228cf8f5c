//! The reader for nested lists. The [`list`](crate::text::list) module describes the syntax.

use std::collections::VecDeque;
use std::mem;

use super::boards::{Boards, are_separate, flat_length, from_rows, is_board, largest_value};
use super::bracket::{BracketScanner, BracketSyntax};
use super::tree::{ListNode, parse};
use crate::text::error::ReadError;
use crate::text::error_kind::TextErrorKind;
use crate::text::grid_builder::GridBuilder;
use crate::text::lines::AnyLines;
use crate::text::plain::line_class::looks_like_cells;
use crate::text::record::{ReadResult, Record};
use crate::text::structure::{StructuredReader, take_text};
use crate::text::text_line::TextLine;

/// The minimum number of consecutive flat lists of the same length that must be the rows of a board.
const MIN_ROWS: usize = 5;
/// The maximum number of lists in a run, which limits memory use.
const MAX_LISTS: usize = 1 << 16;

/// A reader for boards written as nested lists, possibly with program text around the lists.
///
/// Most brackets in program text do not enclose boards. An error in a list is therefore reported at once only if
/// the list must be a board. Other errors are reported only if the input contains no board.
#[derive(Debug)]
pub(in crate::text) struct ListReader {
    scanner: BracketScanner,
    /// Consecutive lists that may be the rows of a board.
    rows: RowRun,
    /// Boards that were found in the last list but have not been returned yet.
    pending: VecDeque<ReadResult>,
    /// The first error in a list that may be something other than a board.
    doubtful: Option<ReadError>,
    /// Whether a board has been returned.
    has_board: bool,
    /// The size of the first board that was written as a list of rows, if any. Flat lists with another number of
    /// cells are then assumed to be something else, for example coordinates.
    size: Option<usize>,
}

impl ListReader {
    pub(in crate::text) fn new() -> Self {
        Self {
            scanner: BracketScanner::new(BracketSyntax::Program),
            rows: RowRun::default(),
            pending: VecDeque::new(),
            doubtful: None,
            has_board: false,
            size: None,
        }
    }

    /// Reads the boards in an expression.
    fn read(&mut self, pieces: &[TextLine], builder: &mut GridBuilder) {
        let mut boards = Boards { builder, found: Vec::new(), doubtful: None, size: self.size };
        boards.find(&parse(pieces));
        self.size = boards.size;
        self.doubtful = self.doubtful.take().or(boards.doubtful);
        self.pending.extend(boards.found);
    }

    /// Reads the boards in `lists`, which are the rows of a board or separate lists.
    fn read_rows(&mut self, lists: &[Vec<TextLine>], builder: &mut GridBuilder) {
        let trees: Vec<_> = lists.iter().map(|pieces| parse(pieces)).collect();
        match &trees[..] {
            [ListNode::List(cells, _), ..] if trees.len().is_multiple_of(cells.len()) => {
                for board in trees.chunks(cells.len()) {
                    let ListNode::List(_, place) = &board[0] else { continue };
                    self.pending.push_back(from_rows(board.iter(), place, builder));
                }
            }
            [ListNode::List(cells, place), ..] if trees.len() >= MIN_ROWS && !is_board(cells.len()) => {
                let kind = TextErrorKind::RowCount { found: trees.len(), size: cells.len() };
                self.pending.push_back(Err(place.error(kind).into()));
            }
            _ => lists.iter().for_each(|pieces| self.read(pieces, builder)),
        }
    }
}

impl StructuredReader for ListReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        loop {
            if let Some(found) = self.pending.pop_front() {
                self.has_board = true;
                return found.map(Some);
            }
            let (finished, pieces) = match self.scanner.next(lines) {
                Ok(Some(pieces)) => self.rows.push(pieces),
                Ok(None) if self.rows.is_empty() && lines.peek().is_some() => return Ok(None),
                Ok(None) if self.rows.is_empty() => return self.close().map_or(Ok(None), Err),
                Ok(None) => (self.rows.finish(), None),
                Err(error @ ReadError::Io(_)) => return Err(error),
                Err(error) => {
                    self.doubtful.get_or_insert(error);
                    continue;
                }
            };
            if !finished.is_empty() {
                self.read_rows(&finished, builder);
            }
            if let Some(pieces) = pieces {
                self.read(&pieces, builder);
                if mem::take(&mut self.scanner.is_unclosed) && is_list(&pieces) {
                    let start = &pieces[0];
                    self.pending
                        .push_back(Err(start.error(start.first_column, 1, TextErrorKind::Unclosed).into()));
                }
            }
        }
    }

    fn take_foreign(
        &mut self,
        lines: &mut AnyLines<'_>,
        _builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        if lines.line_ahead(0).is_some_and(|line| looks_like_cells(&line.text)) {
            return take_text(lines).map(|()| None);
        }
        self.scanner.accept(lines);
        Ok(None)
    }

    fn close(&mut self) -> Option<ReadError> {
        self.doubtful.take().filter(|_| !self.has_board)
    }
}

/// Returns whether the first line of an expression, or enough lines for a board, consist of brackets and cells.
fn is_list(pieces: &[TextLine]) -> bool {
    let has_cells =
        |line: &TextLine| looks_like_cells(&line.text.replace(['[', ']', '{', '}', '(', ')'], " "));
    has_cells(&pieces[0]) || pieces.iter().filter(|line| has_cells(line)).count() >= MIN_ROWS
}

/// A run of flat lists of the same length on consecutive lines. They may be the rows of one board, for example the rows
/// of a YAML list or the arguments of one statement per row.
#[derive(Debug, Default)]
struct RowRun {
    lists: Vec<Vec<TextLine>>,
    /// The number of cells in each list.
    length: usize,
}

impl RowRun {
    /// Adds an expression to the run if it may be a row.
    ///
    /// Returns the lists of a run that has ended, and the expression if it is not a row. There may be neither.
    fn push(&mut self, pieces: Vec<TextLine>) -> (Vec<Vec<TextLine>>, Option<Vec<TextLine>>) {
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
    fn finish(&mut self) -> Vec<Vec<TextLine>> {
        self.length = 0;
        mem::take(&mut self.lists)
    }

    fn is_empty(&self) -> bool {
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
    use crate::text::Format;
    use crate::text::testing::check_read;

    const BOARD: &str = "1: 12....1..2..4..2";

    #[test]
    fn reads_lists_of_rows_cells_or_strings() {
        check_read(Format::List, "[[1,2,0,0],[0,0,1,0],[0,2,0,0],[4,0,0,2]]", &[BOARD]);
        check_read(Format::List, "{1,2,0,0,0,0,1,0,0,2,0,0,4,0,0,2}", &[BOARD]);
        check_read(Format::List, "['12..', '..1.', '.2..', '4..2']", &[BOARD]);
        check_read(Format::List, "(\"12....1..2..4..2\")", &[BOARD]);
        check_read(Format::List, "((1 2 nil nil) (0 0 1 0) (0 2 0 0) (4 0 0 2))", &[BOARD]);
    }

    #[test]
    fn reads_lists_of_boards() {
        let board = "[[1,2,0,0],[0,0,1,0],[0,2,0,0],[4,0,0,2]]";
        check_read(Format::List, &format!("[{board},\n{board}]"), &[BOARD, "2: 12....1..2..4..2"]);
        check_read(
            Format::List,
            "[\"12....1..2..4..2\",\n\"12....1..2..4..2\"]",
            &[BOARD, "2: 12....1..2..4..2"],
        );
    }

    #[test]
    fn boards_on_a_long_line_are_located() {
        let board = "[[1,2,0,0],[0,0,1,0],[0,2,0,0],[4,0,0,2]],";
        let text = format!("[{}[[1,1,0,0],[0,0,None,0],[0,2,0,0],[4,0,0,2]]]", board.repeat(100));
        let last = crate::text::Reader::new(text.as_bytes(), None).last().unwrap().unwrap();
        let error = last.text.unwrap().error(1, crate::text::TextErrorKind::NoCandidate).unwrap();
        assert_eq!((error.column, error.text_column), (100 * board.len() + 6, 100 * board.len() + 4));
        assert_eq!(&error.text[2..3], "1");
    }

    #[test]
    fn consecutive_lists_are_rows_or_boards() {
        check_read(Format::List, "- [1,2,0,0]\n- [0,0,1,0]\n- [0,2,0,0]\n- [4,0,0,2]\n", &[BOARD]);
        let six = "- [1,2,3,4,5,6]\n".repeat(5);
        check_read(Format::List, &six, &["1:3: the puzzle ends after 5 rows, expected 6"]);
        let gap = "[1,2,0,0]\n[0,0,1,0]\n\n[0,2,0,0]\n[4,0,0,2]\n";
        check_read(Format::List, gap, &[]);
        let boards = "[1,2,0,0,0,0,1,0,0,2,0,0,4,0,0,2]\n".repeat(2);
        check_read(Format::List, &boards, &[BOARD, "2: 12....1..2..4..2"]);
        let long = format!("[1{}]\n", ",0".repeat(35)).repeat(2);
        let empty = ".".repeat(35);
        check_read(Format::List, &long, &[&format!("1: 1{empty}"), &format!("2: 1{empty}")]);
    }

    #[test]
    fn other_lists_are_skipped_and_uneven_rows_are_errors() {
        check_read(Format::List, "x = [1, 2]; f(3)", &[]);
        let uneven = "[[1,2,0,0],[0,0,1],[0,2,0,0],[4,0,0,2],[0,0,0,0]]";
        check_read(Format::List, uneven, &["1:12: this row has 3 cells, but other rows have 4"]);
    }

    #[test]
    fn program_text_around_a_board_is_not_an_error() {
        let board = "{1,2,0,0},{0,0,1,0},{0,2,0,0},{4,0,0,2}";
        let typed = "new int[][] {new int[] {1,2,0,0}, new int[] {0,0,1,0}, new int[] {0,2,0,0}, new int[] {4,0,0,2}}";
        check_read(Format::List, typed, &[BOARD]);
        let pairs = "{{1,1},{1,2},{2,1},{2,2},{3,1},{3,2},{4,1},{4,2}}";
        let text = format!(
            "int main() {{ int b[4][4] = {{{board}}};\nfor (int i = 0; in < 4; i++) {{ p(\"don't ( stop\"); }}\n\
             int p[8][2] = {pairs};\nprintf(\"a longer text (without cells\"); }}\n"
        );
        check_read(Format::List, &text, &[BOARD]);
        let numbers = "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]";
        let few = "1:1: cannot determine the board size from 17 cells";
        check_read(Format::List, numbers, &[few]);
        check_read(
            Format::List,
            &format!("{numbers}\n[[1,2,0,0],[0,0,1,0],[0,2,0,0],[4,0,0,2]]"),
            &["2: 12....1..2..4..2"],
        );
    }
}
