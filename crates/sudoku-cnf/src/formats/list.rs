//! Nested lists as programming languages and MiniZinc's data files write them: `[[0, 3, …], …]`, `{1,0,…}`,
//! `((0 0 3) …)`, `[7; 3; …]`, `x = array2d(1..n, 1..n, [10, _, …]);`.
//!
//! A list of n lists of n cells is a board, and so is a list of n² cells, or of n strings of n characters; a list
//! of such lists is many boards. A cell is a number, a character or a string; a blank is whatever a language
//! calls nothing. What stands around the lists is program text, and no matter.

use std::collections::VecDeque;
use std::io::Read;

use itertools::Itertools;

use super::Record;
use super::bracket::{Brackets, Syntax, begins_comment};
use super::error::{ReadError, TextErrorKind, TextErrors};
use super::sheet::{Boards, Mark};
use super::source::{Line, Lines};
use super::word::{self, Word};

/// Shorter flat lists are indices and arguments of the program around.
const FEWEST_CELLS: usize = 16;

/// Reads the boards of a program's lists.
#[derive(Debug)]
pub(super) struct Lists {
    brackets: Brackets,
    found: VecDeque<Result<Record, ReadError>>,
}

/// A list or a cell.
enum Node<'a> {
    List(Vec<Node<'a>>, Mark<'a>),
    Cell(Mark<'a>),
}

impl Lists {
    pub(super) fn new() -> Self {
        Self { brackets: Brackets::new(Syntax::Program), found: VecDeque::new() }
    }

    pub(super) fn next<R: Read>(
        &mut self,
        lines: &mut Lines<R>,
        boards: &mut Boards,
    ) -> Option<Result<Record, ReadError>> {
        loop {
            if let Some(found) = self.found.pop_front() {
                return Some(found);
            }
            match self.brackets.next(lines)? {
                Err(error) => return Some(Err(error)),
                Ok(pieces) => self.found.extend(boards_in(&parse(&pieces), boards)),
            }
        }
    }
}

/// The boards in a list.
fn boards_in(node: &Node<'_>, boards: &mut Boards) -> Vec<Result<Record, ReadError>> {
    let Node::List(nodes, place) = node else { return Vec::new() };
    let lists = nodes.iter().filter(|node| matches!(node, Node::List(..))).count();
    let cells = |node: &Node<'_>| match node {
        Node::List(nodes, _) => nodes.iter().all(|node| matches!(node, Node::Cell(_))).then_some(nodes.len()),
        Node::Cell(_) => None,
    };
    if lists == 0 {
        return flat(nodes, place, boards);
    }
    if cell_count(node) < FEWEST_CELLS && boards.board.boxes.is_none() {
        // Brackets of the program: a type, an index, a call.
        return Vec::new();
    }
    let rows: Vec<_> = nodes.iter().filter_map(cells).collect();
    let are_boards = rows
        .iter()
        .all(|&cells| is_board(cells) && (cells != rows.len() || are_small(cells, largest_value(node))));
    let are_rows = rows.len() == nodes.len() && !are_boards;
    if are_rows {
        return vec![from_rows(nodes, place, boards)];
    }
    nodes.iter().flat_map(|node| boards_in(node, boards)).collect()
}

/// How many cells there are in a list and the lists in it.
fn cell_count(node: &Node<'_>) -> usize {
    match node {
        Node::Cell(mark) => mark.word.text.chars().count().max(1),
        Node::List(nodes, _) => nodes.iter().map(cell_count).sum(),
    }
}

/// Whether n lists of n cells are n boards and not the rows of one: no digit is larger than those of such boards, which
/// no large board looks like.
fn are_small(cells: usize, largest: usize) -> bool {
    cells > 25 && (1..=cells.isqrt()).contains(&largest)
}

/// The largest value of the characters of a cell.
fn largest_character(node: &Node<'_>) -> usize {
    match node {
        Node::Cell(mark) => mark.word.text.chars().filter_map(|c| c.to_digit(36)).max().unwrap_or(0) as usize,
        Node::List(..) => 0,
    }
}

/// The largest value in a list and the lists in it, of numbers or of characters.
fn largest_value(node: &Node<'_>) -> usize {
    match node {
        Node::Cell(mark) => mark.word.text.parse().unwrap_or_else(|_| largest_character(node)),
        Node::List(nodes, _) => nodes.iter().map(largest_value).max().unwrap_or(0),
    }
}

/// Whether a flat list of so many cells can be a board on its own.
fn is_board(cells: usize) -> bool {
    cells >= FEWEST_CELLS && cells.isqrt().pow(2) == cells
}

/// The board of a list of rows.
fn from_rows(rows: &[Node<'_>], place: &Mark<'_>, boards: &mut Boards) -> Result<Record, ReadError> {
    let rows: Vec<_> = rows
        .iter()
        .filter_map(|row| match row {
            Node::List(cells, place) => Some((cells, place)),
            Node::Cell(_) => None,
        })
        .collect();
    let usual = rows
        .iter()
        .map(|(cells, _)| cells.len())
        .counts()
        .into_iter()
        .max_by_key(|&(length, count)| (count, length));
    let usual = usual.map_or(0, |(length, _)| length);
    let uneven = rows.iter().filter(|(cells, _)| cells.len() != usual);
    TextErrors::all(
        uneven.map(|(cells, place)| place.error(TextErrorKind::Uneven { found: cells.len(), usual })),
    )?;
    let marks: Vec<_> = rows.iter().flat_map(|(cells, _)| cells.iter().filter_map(mark)).collect();
    record((&marks, false), place, boards)
}

fn mark<'a>(node: &Node<'a>) -> Option<Mark<'a>> {
    match node {
        Node::Cell(mark) => Some(mark.clone()),
        Node::List(..) => None,
    }
}

/// The boards of a list without lists: n² cells, n strings of n characters, or strings that are a board each.
fn flat(nodes: &[Node<'_>], place: &Mark<'_>, boards: &mut Boards) -> Vec<Result<Record, ReadError>> {
    let marks: Vec<_> = nodes.iter().filter_map(mark).collect();
    let length = |mark: &Mark<'_>| mark.word.text.chars().count();
    if !marks.is_empty() && marks.iter().all(|mark| length(mark) > 3) {
        let largest = nodes.iter().map(largest_character).max().unwrap_or(0);
        if marks.iter().all(|mark| length(mark) == marks.len()) && !are_small(marks.len(), largest) {
            let cells: Vec<_> = marks.iter().flat_map(spread).collect();
            return vec![record((&cells, true), place, boards)];
        }
        return marks.iter().map(|mark| record((&spread(mark), true), mark, boards)).collect();
    }
    if marks.len() < FEWEST_CELLS {
        return Vec::new();
    }
    vec![record((&marks, false), place, boards)]
}

/// The characters of a cell's text, each as a cell.
fn spread<'a>(mark: &Mark<'a>) -> Vec<Mark<'a>> {
    word::spread(&mark.word).into_iter().map(|word| Mark { line: mark.line, word }).collect()
}

fn record(cells: (&[Mark<'_>], bool), place: &Mark<'_>, boards: &mut Boards) -> Result<Record, ReadError> {
    Ok(Record::new(boards.puzzle(cells, place)?, place.line.number))
}

/// The tree of bracketed text, whose brackets match.
fn parse(pieces: &[Line]) -> Node<'_> {
    let empty = |line, column| (Vec::new(), Mark { line, word: Word::new(column, "[") });
    let mut stack: Vec<(Vec<Node<'_>>, Mark<'_>)> = Vec::new();
    let mut last = None;
    for line in pieces {
        for token in tokens(line) {
            match &*token.text {
                "[" | "{" | "(" => {
                    // A name before a bracket is a constructor's.
                    if let Some((nodes, _)) = stack.last_mut() {
                        nodes.pop_if(|node| matches!(node, Node::Cell(mark) if is_name(&mark.word.text)));
                    }
                    stack.push(empty(line, token.column));
                }
                "]" | "}" | ")" => {
                    if let Some((mut nodes, place)) = stack.pop() {
                        // Lisp's (list 1 2 3).
                        if matches!(nodes.first(), Some(Node::Cell(mark)) if is_name(&mark.word.text)) {
                            nodes.remove(0);
                        }
                        let node = Node::List(nodes, place);
                        match stack.last_mut() {
                            Some((nodes, _)) => nodes.push(node),
                            None => last = Some(node),
                        }
                    }
                }
                _ => {
                    if let Some((nodes, _)) = stack.last_mut() {
                        nodes.push(Node::Cell(Mark { line, word: token }));
                    }
                }
            }
        }
    }
    last.unwrap_or_else(|| Node::List(Vec::new(), Mark { line: &pieces[0], word: Word::new(1, "[") }))
}

/// A name of the program: a word that is neither a cell nor one of the words for nothing.
fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().nth(1).is_some()
}

/// Brackets, strings without their quotes, and words; a word for nothing is `.`.
fn tokens(line: &Line) -> Vec<Word<'_>> {
    let text = &line.text;
    let is_bracket = |c: char| matches!(c, '[' | '{' | '(' | ']' | '}' | ')');
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
    let mut tokens = Vec::new();
    let mut characters = text.char_indices().zip(line.first_column..).peekable();
    while let Some(((offset, c), column)) = characters.next() {
        if separates(c) {
            continue;
        }
        if begins_comment(&text[offset..]) {
            match text[offset..].strip_prefix("/*").and_then(|rest| rest.find("*/")) {
                Some(length) => {
                    while characters.next_if(|((at, _), _)| *at < offset + length + 4).is_some() {}
                    continue;
                }
                None => break,
            }
        }
        let rest = &text[offset + c.len_utf8()..];
        if is_bracket(c) {
            tokens.push(Word::new(column, &text[offset..=offset]));
        } else if c == '"' || c == '\'' && !rest.starts_with('(') {
            let end = rest.find(c).unwrap_or(rest.len());
            let inside = &rest[..end];
            while characters.next_if(|((at, _), _)| *at <= offset + 1 + end).is_some() {}
            tokens.push(if inside.trim().is_empty() {
                Word::new(column, ".")
            } else {
                Word::new(column + 1, inside)
            });
        } else if c != '\'' {
            let end = rest.find(|c| separates(c) || is_bracket(c)).unwrap_or(rest.len());
            let word = &text[offset..offset + c.len_utf8() + end];
            while characters.next_if(|((at, _), _)| *at < offset + word.len()).is_some() {}
            let is_nothing = matches!(
                word,
                "null"
                    | "None"
                    | "nil"
                    | "NULL"
                    | "undefined"
                    | "NaN"
                    | "nan"
                    | "none"
                    | "NA"
                    | "Null"
                    | "-1"
            );
            // A whole number with a point, as numpy prints it.
            let number = word.strip_suffix(".0").or_else(|| word.strip_suffix('.')).unwrap_or(word);
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            let cell = if is_number { number } else { word };
            tokens.push(Word::new(column, if is_nothing { "." } else { cell }));
        }
    }
    tokens
}
