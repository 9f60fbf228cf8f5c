//! The reader for nested lists. The [`list`](super::list) module describes the syntax.

use std::collections::{BTreeMap, VecDeque};

use super::bracket::{BracketScanner, BracketSyntax};
use super::error::{ReadError, TextErrors};
use super::error_kind::TextErrorKind;
use super::field::PlacedToken;
use super::grid_builder::GridBuilder;
use super::lines::AnyLines;
use super::list_tree::{ListNode, parse};
use super::record::Record;
use super::structure::StructuredReader;
use super::token;

/// The minimum number of cells on a board. Flat lists with fewer cells are assumed to be array indices or
/// function arguments in program code.
const MIN_CELLS: usize = 16;

/// A reader for boards written as nested lists, possibly with program text around the lists.
#[derive(Debug)]
pub(super) struct ListReader {
    scanner: BracketScanner,
    /// Boards that were found in the last list but have not been returned yet.
    pending: VecDeque<Result<Record, ReadError>>,
}

impl ListReader {
    pub(super) fn new() -> Self {
        Self { scanner: BracketScanner::new(BracketSyntax::Program), pending: VecDeque::new() }
    }
}

impl StructuredReader for ListReader {
    fn next(
        &mut self,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> Option<Result<Record, ReadError>> {
        loop {
            if let Some(found) = self.pending.pop_front() {
                return Some(found);
            }
            match self.scanner.next(lines)? {
                Err(error) => return Some(Err(error)),
                Ok(pieces) => self.pending.extend(boards_in(&parse(&pieces), builder)),
            }
        }
    }
}

/// Reads the boards in a list and its nested lists.
fn boards_in(node: &ListNode<'_>, builder: &mut GridBuilder) -> Vec<Result<Record, ReadError>> {
    let ListNode::List(nodes, place) = node else { return Vec::new() };
    let lists = nodes.iter().filter(|node| matches!(node, ListNode::List(..))).count();
    let cells = |node: &ListNode<'_>| match node {
        ListNode::List(nodes, _) => {
            nodes.iter().all(|node| matches!(node, ListNode::Cell(_))).then_some(nodes.len())
        }
        ListNode::Cell(_) => None,
    };
    if lists == 0 {
        return flat(nodes, place, builder);
    }
    if cell_count(node) < MIN_CELLS && builder.board.boxes.is_none() {
        // Brackets around so few cells do not enclose a board. They belong to program code, for example a
        // type or a function call.
        return Vec::new();
    }
    let rows: Vec<_> = nodes.iter().filter_map(cells).collect();
    let are_boards = rows
        .iter()
        .all(|&cells| is_board(cells) && (cells != rows.len() || are_separate(cells, largest_value(node))));
    let are_rows = rows.len() == nodes.len() && !are_boards;
    if are_rows {
        return vec![from_rows(nodes, place, builder)];
    }
    nodes.iter().flat_map(|node| boards_in(node, builder)).collect()
}

/// Returns the number of cells in `node`, including its nested lists.
///
/// Each character of a string or number counts as a cell, because a string may contain several cells.
fn cell_count(node: &ListNode<'_>) -> usize {
    match node {
        ListNode::Cell(cell) => cell.token.text.chars().count().max(1),
        ListNode::List(nodes, _) => nodes.iter().map(cell_count).sum(),
    }
}

/// Returns whether n lists of n cells are n separate boards rather than the rows of one board.
///
/// `cells` is n, and `largest` is the largest digit, or 0 if there are no digits. If n ≤ 25, the lists are
/// always treated as rows. Otherwise, they are treated as boards if the largest digit is between 1 and √n: a
/// board with n cells has size √n, whereas an n×n board usually contains larger digits.
fn are_separate(cells: usize, largest: usize) -> bool {
    cells > 25 && (1..=cells.isqrt()).contains(&largest)
}

/// Returns the value of the largest base-36 digit in a cell, or 0 if there is none or if `node` is a list.
fn largest_character(node: &ListNode<'_>) -> usize {
    match node {
        ListNode::Cell(cell) => {
            cell.token.text.chars().filter_map(|c| c.to_digit(36)).max().unwrap_or(0) as usize
        }
        ListNode::List(..) => 0,
    }
}

/// Returns the largest digit in `node`, including its nested lists, or 0 if there are no digits.
///
/// In a cell that is not a decimal number, each character is read as a base-36 digit.
fn largest_value(node: &ListNode<'_>) -> usize {
    match node {
        ListNode::Cell(cell) => cell.token.text.parse().unwrap_or_else(|_| largest_character(node)),
        ListNode::List(nodes, _) => nodes.iter().map(largest_value).max().unwrap_or(0),
    }
}

/// Returns whether a flat list of `cells` cells can be a board.
fn is_board(cells: usize) -> bool {
    cells >= MIN_CELLS && cells.isqrt().pow(2) == cells
}

/// Reads a board from a list of rows.
fn from_rows(
    rows: &[ListNode<'_>],
    place: &PlacedToken<'_>,
    builder: &mut GridBuilder,
) -> Result<Record, ReadError> {
    let rows: Vec<_> = rows
        .iter()
        .filter_map(|row| match row {
            ListNode::List(cells, place) => Some((cells, place)),
            ListNode::Cell(_) => None,
        })
        .collect();
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for (cells, _) in &rows {
        *counts.entry(cells.len()).or_default() += 1;
    }
    let usual = counts.into_iter().max_by_key(|&(length, count)| (count, length));
    let usual = usual.map_or(0, |(length, _)| length);
    let uneven = rows.iter().filter(|(cells, _)| cells.len() != usual);
    TextErrors::collect(
        uneven.map(|(cells, place)| place.error(TextErrorKind::Uneven { found: cells.len(), usual })),
    )?;
    let cells: Vec<_> = rows.iter().flat_map(|(cells, _)| cells.iter().filter_map(cell)).collect();
    record((&cells, false), place, builder)
}

/// Returns the cell in `node`, or `None` if the node is a list.
fn cell<'a>(node: &ListNode<'a>) -> Option<PlacedToken<'a>> {
    match node {
        ListNode::Cell(cell) => Some(cell.clone()),
        ListNode::List(..) => None,
    }
}

/// Reads the boards in a flat list, which contains n² cells, n strings of n characters, or one string per
/// board.
fn flat(
    nodes: &[ListNode<'_>],
    place: &PlacedToken<'_>,
    builder: &mut GridBuilder,
) -> Vec<Result<Record, ReadError>> {
    let cells: Vec<_> = nodes.iter().filter_map(cell).collect();
    let length = |cell: &PlacedToken<'_>| cell.token.text.chars().count();
    if !cells.is_empty() && cells.iter().all(|cell| length(cell) > 3) {
        let largest = nodes.iter().map(largest_character).max().unwrap_or(0);
        if cells.iter().all(|cell| length(cell) == cells.len()) && !are_separate(cells.len(), largest) {
            let cells: Vec<_> = cells.iter().flat_map(spread).collect();
            return vec![record((&cells, true), place, builder)];
        }
        return cells.iter().map(|cell| record((&spread(cell), true), cell, builder)).collect();
    }
    if cells.len() < MIN_CELLS {
        return Vec::new();
    }
    vec![record((&cells, false), place, builder)]
}

/// Splits the text of a cell into one cell per character.
fn spread<'a>(cell: &PlacedToken<'a>) -> Vec<PlacedToken<'a>> {
    token::spread(&cell.token).into_iter().map(|token| PlacedToken { line: cell.line, token }).collect()
}

fn record(
    cells: (&[PlacedToken<'_>], bool),
    place: &PlacedToken<'_>,
    builder: &mut GridBuilder,
) -> Result<Record, ReadError> {
    Ok(Record::new(builder.puzzle(cells, place)?, place.line.number))
}

#[cfg(test)]
mod tests {
    use crate::formats::{Format, testing::check_read};

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
    fn other_lists_are_skipped_and_uneven_rows_are_errors() {
        check_read(Format::List, "x = [1, 2]; f(3)", &[]);
        let uneven = "[[1,2,0,0],[0,0,1],[0,2,0,0],[4,0,0,2],[0,0,0,0]]";
        check_read(Format::List, uneven, &["1:12: this row has 3 cells, but other rows have 4"]);
    }
}
