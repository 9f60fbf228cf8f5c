//! Finds the boards in a nested list, which may be part of a program.

use std::collections::BTreeMap;

use super::tree::{ListNode, is_name};
use crate::puzzle::board::BoardOptions;
use crate::text::board_text::BoardText;
use crate::text::error::{ReadError, TextErrors};
use crate::text::error_kind::TextErrorKind;
use crate::text::field::{FieldCells, PlacedToken};
use crate::text::grid_builder::GridBuilder;
use crate::text::record::{ReadResult, Record};
use crate::text::token;

/// The minimum number of cells on a board. Flat lists with fewer cells are assumed to be array indices or
/// function arguments in program code.
const MIN_CELLS: usize = 16;
/// The minimum number of cells in a flat list that must be a board, even if the number of cells is wrong.
const MIN_NEAR_CELLS: usize = 60;
/// The minimum number of rows of a list that must be a board, even if one of its elements is something else.
const MIN_ROWS: usize = 6;
/// The minimum number of cells on a board in a string that is mixed with other text.
const MIN_STRING_CELLS: usize = 36;

/// The boards found in an expression.
pub(in crate::text) struct Boards<'b> {
    pub(in crate::text) builder: &'b mut GridBuilder,
    pub(in crate::text) found: Vec<ReadResult>,
    /// The first error in a list that may be something other than a board.
    pub(in crate::text) doubtful: Option<ReadError>,
    /// The size of the first board that was written as a list of rows, if any.
    pub(in crate::text) size: Option<usize>,
}

impl Boards<'_> {
    /// Finds the boards in a list and its nested lists.
    pub(in crate::text) fn find(&mut self, node: &ListNode<'_>) {
        let ListNode::List(nodes, place) = node else { return };
        if let Some(foreign) = foreign_in_flat_board(nodes) {
            self.found.push(Err(foreign.error(TextErrorKind::Expected("a cell")).into()));
            return;
        }
        let lists = nodes.iter().filter(|node| matches!(node, ListNode::List(..))).count();
        if lists == 0 {
            return self.find_flat(nodes, place);
        }
        // Names and empty brackets belong to the types of array literals, as in `new int[] {1, 2}`.
        let nodes: Vec<_> = nodes.iter().filter(|node| !is_type(node)).collect();
        let lengths: Vec<_> = nodes.iter().filter_map(|node| flat_length(node)).collect();
        let is_small_board = lengths.len() >= 4 && usual(lengths.iter().copied()) == lengths.len();
        if cell_count(node) < MIN_CELLS && !is_small_board && self.builder.board.shape().is_none() {
            // Brackets around so few cells do not enclose a board. They belong to program code, for example a
            // type or a function call.
            return;
        }
        let are_boards = lengths.iter().all(|&cells| {
            is_board(cells) && (cells != lengths.len() || are_separate(cells, largest_value(node)))
        });
        if lengths.len() == nodes.len() && !are_boards && self.are_rows(&lengths) {
            let board = from_rows(nodes.iter().copied(), place, self.builder);
            self.size = self.size.or_else(|| Some(board.as_ref().ok()?.puzzle.geometry().size()));
            let is_doubtful = |node: &&&ListNode<'_>| largest_length(node) > 4;
            return match board {
                // A list of rows with a single row that is something else is a malformed board.
                Err(error) if nodes.iter().filter(is_doubtful).count() * MIN_ROWS > nodes.len() => {
                    self.doubtful = self.doubtful.take().or(Some(error));
                }
                board => self.found.push(board),
            };
        }
        let foreign: Vec<_> = nodes.iter().filter_map(|node| cell(node)).collect();
        let has_other_elements = lengths.len() + foreign.len() < nodes.len();
        if let [first, ..] = &foreign[..]
            && lengths.len() >= MIN_ROWS
            && !(has_other_elements || are_boards)
            && self.are_rows(&lengths)
        {
            self.found.push(Err(first.error(TextErrorKind::Expected("a row of cells")).into()));
            return;
        }
        for node in &nodes {
            self.find(node);
        }
        let strings: Vec<_> = nodes.iter().filter_map(|node| cell(node)).collect();
        self.add_strings(&strings, false);
    }

    /// Returns whether lists with these numbers of cells are the rows of a board, with at most one row too many
    /// or too few.
    fn are_rows(&self, lengths: &[usize]) -> bool {
        let usual = usual(lengths.iter().copied());
        let rows = lengths.len();
        usual.abs_diff(rows) <= 1 && usual.max(rows) >= 4
            || self.builder.board.shape().is_some_and(|shape| shape.size() == usual)
    }

    /// Finds the boards in a flat list, which contains n² cells, n strings of n characters, or one string per
    /// board.
    fn find_flat(&mut self, nodes: &[ListNode<'_>], place: &PlacedToken<'_>) {
        let cells: Vec<_> = nodes.iter().filter_map(cell).collect();
        let length = |cell: &PlacedToken<'_>| cell.token.text.chars().count();
        let largest = nodes.iter().map(largest_character).max().unwrap_or(0);
        let are_rows = cells.len() > 3 && cells.iter().all(|cell| length(cell) == cells.len());
        if are_rows && !are_separate(cells.len(), largest) && cells.iter().all(is_cell_text) {
            let cells: Vec<_> = cells.iter().flat_map(spread).collect();
            return self.add(&cells, true, place);
        }
        if cells.iter().all(|cell| length(cell) > 3) {
            let is_likely = |cell: &PlacedToken<'_>| {
                let simple =
                    cell.token.text.chars().filter(|c| c.is_ascii_digit() || ".*_-".contains(*c)).count();
                is_cell_text(cell) && (2 * simple >= length(cell) || simple > 0 && is_board(length(cell)))
            };
            let is_list_of_boards = cells.iter().all(|cell| is_likely(cell) && length(cell) >= MIN_CELLS);
            return self.add_strings(&cells, is_list_of_boards);
        }
        if cells.len() >= MIN_CELLS && cells.iter().all(|cell| length(cell) <= 3) {
            return self.add_doubtful(&cells, place);
        }
        self.add_strings(&cells, false);
    }

    /// Adds the boards in `strings`: all of them if `are_boards` is `true`, and those that are certainly boards
    /// otherwise.
    fn add_strings(&mut self, strings: &[PlacedToken<'_>], are_boards: bool) {
        for string in strings {
            if are_boards || is_board_string(string, &self.builder.board) {
                self.add(&spread(string), true, string);
            }
        }
    }

    fn add(&mut self, cells: &[PlacedToken<'_>], are_characters: bool, place: &PlacedToken<'_>) {
        self.found.push(record((cells, are_characters), place, self.builder));
    }

    /// Adds a flat list of numbers or symbols, which may also be something other than a board.
    fn add_doubtful(&mut self, cells: &[PlacedToken<'_>], place: &PlacedToken<'_>) {
        let is_large_board = cells.len() >= MIN_NEAR_CELLS && is_board(cells.len());
        if self.size.is_some_and(|size| size * size != cells.len()) && !is_large_board {
            return;
        }
        match record((cells, false), place, self.builder) {
            Ok(record) => self.found.push(Ok(record)),
            // A list with the right number of cells, most of which are valid, is a malformed board.
            Err(ReadError::Text(errors))
                if is_board(cells.len()) && errors.errors().len() <= cells.len() / 16 =>
            {
                self.found.push(Err(errors.into()));
            }
            // So many digits and blanks are a board with a missing or an additional cell.
            Err(error) if cells.len() >= MIN_NEAR_CELLS && cells.iter().all(is_cell_text) => {
                self.found.push(Err(error));
            }
            Err(error) => {
                self.doubtful.get_or_insert(error);
            }
        }
    }
}

/// Returns the first element that is not a cell, if the list is long enough to be a board and almost all other elements
/// are cells.
fn foreign_in_flat_board<'n, 't>(nodes: &'n [ListNode<'t>]) -> Option<&'n PlacedToken<'t>> {
    if nodes.len() < MIN_NEAR_CELLS {
        return None;
    }
    let place = |node: &'n ListNode<'t>| match node {
        ListNode::Cell(cell) if cell.token.text.chars().count() <= 3 && is_cell_text(cell) => None,
        ListNode::Cell(place) | ListNode::List(_, place) => Some(place),
    };
    let mut foreign = nodes.iter().filter_map(place);
    let first = foreign.next()?;
    let others = 1 + foreign.count();
    (others * 16 < nodes.len()).then_some(first)
}

/// Returns whether a node is a name or an empty list.
fn is_type(node: &ListNode<'_>) -> bool {
    match node {
        ListNode::Cell(cell) => is_name(&cell.token.text),
        ListNode::List(nodes, _) => nodes.is_empty(),
    }
}

/// Returns the number of cells in a list without nested lists. Returns `None` for other nodes.
pub(in crate::text) fn flat_length(node: &ListNode<'_>) -> Option<usize> {
    match node {
        ListNode::List(nodes, _) => {
            nodes.iter().all(|node| matches!(node, ListNode::Cell(_))).then_some(nodes.len())
        }
        ListNode::Cell(_) => None,
    }
}

/// Returns whether all characters of a string can be cells.
fn is_cell_text(cell: &PlacedToken<'_>) -> bool {
    cell.token.text.chars().all(|c| c.is_ascii_alphanumeric() || ".*_-·?+:".contains(c))
}

/// Returns whether a string in program text contains a whole board of digits.
fn is_board_string(cell: &PlacedToken<'_>, board: &BoardOptions) -> bool {
    let text = &cell.token.text;
    let is_digit_or_blank = |c: char| c.is_ascii_digit() || ".*_-·?+:xX".contains(c);
    let count = text.chars().count();
    count >= MIN_STRING_CELLS
        && is_board(count)
        && board.inferred_shape(count.isqrt()).is_some()
        && text.chars().all(is_digit_or_blank)
}

/// Returns the number of characters in the longest cell of `node`.
fn largest_length(node: &ListNode<'_>) -> usize {
    match node {
        ListNode::Cell(cell) => cell.token.text.chars().count(),
        ListNode::List(nodes, _) => nodes.iter().map(largest_length).max().unwrap_or(0),
    }
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
pub(in crate::text) fn are_separate(cells: usize, largest: usize) -> bool {
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
pub(in crate::text) fn largest_value(node: &ListNode<'_>) -> usize {
    match node {
        ListNode::Cell(cell) => cell.token.text.parse().unwrap_or_else(|_| largest_character(node)),
        ListNode::List(nodes, _) => nodes.iter().map(largest_value).max().unwrap_or(0),
    }
}

/// Returns whether a flat list of `cells` cells can be a board.
pub(in crate::text) fn is_board(cells: usize) -> bool {
    cells >= MIN_CELLS && cells.isqrt().pow(2) == cells
}

/// Returns the most common of `lengths`.
fn usual(lengths: impl Iterator<Item = usize>) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for length in lengths {
        *counts.entry(length).or_default() += 1;
    }
    counts.into_iter().max_by_key(|&(length, count)| (count, length)).map_or(0, |(length, _)| length)
}

/// Reads a board from a list of rows.
pub(in crate::text) fn from_rows<'t>(
    rows: impl Iterator<Item = &'t ListNode<'t>>,
    place: &PlacedToken<'_>,
    builder: &mut GridBuilder,
) -> ReadResult {
    let list = |row: &'t ListNode<'t>| match row {
        ListNode::List(cells, place) => Some((cells, place)),
        ListNode::Cell(_) => None,
    };
    let rows: Vec<_> = rows.filter_map(list).collect();
    let usual = usual(rows.iter().map(|(cells, _)| cells.len()));
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

/// Splits the text of a cell into one cell per character.
fn spread<'a>(cell: &PlacedToken<'a>) -> Vec<PlacedToken<'a>> {
    token::spread(&cell.token).into_iter().map(|token| PlacedToken { line: cell.line, token }).collect()
}

fn record(cells: FieldCells<'_, '_>, place: &PlacedToken<'_>, builder: &mut GridBuilder) -> ReadResult {
    let puzzle = builder.puzzle(cells, place)?;
    Ok(Record { text: Some(BoardText::cells(cells.0)), ..Record::new(puzzle, place.line.number) })
}
