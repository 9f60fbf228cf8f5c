//! What stands between lines with cells: nothing, rules, empty lines, comments, sections.

use std::io::Read;

use super::kind::{self, LineKind};
use super::look::{Arrangement, Reading};
use super::source::{Line, Lines};
use crate::board::BoxShape;

/// What stands between two lines with cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing, or rules.
    None,
    /// One empty line, as between bands.
    Bands,
    /// A comment, a heading or several empty lines, as between puzzles.
    Puzzles,
}

/// Takes lines up to the first one with cells; whether they say something of the puzzle there.
pub(super) fn skip_to_cells<R: Read>(lines: &mut Lines<R>) -> bool {
    let mut has_more = false;
    skip(lines, None, &mut has_more);
    has_more
}

/// Takes lines up to the first one with cells, and tells what they part.
pub(super) fn skip<R: Read>(lines: &mut Lines<R>, reading: Option<&Reading>, has_more: &mut bool) -> Gap {
    let mut gap = Gap::None;
    while let Some(Ok(line)) = lines.peek() {
        if reading.is_some_and(|reading| reading.look.is_blank_row(&line.text, reading.expected_cells())) {
            break;
        }
        match kind::kind(&line.text) {
            LineKind::Cells => break,
            LineKind::Empty if reading.is_none() && kind::may_be_blank_row(&line.text) => break,
            LineKind::Rule
                if kind::dashes(&line.text).is_some_and(|dashes| may_be_board(dashes, reading)) =>
            {
                break;
            }
            LineKind::Empty if gap == Gap::None => gap = Gap::Bands,
            LineKind::Empty => gap = Gap::Puzzles,
            LineKind::Rule => {}
            LineKind::Comment => {
                gap = Gap::Puzzles;
                *has_more |= kind::is_field(&line.text);
                let section = kind::section(&line.text);
                if section.is_some_and(|name| !name.eq_ignore_ascii_case("puzzle")) {
                    *has_more = true;
                    skip_section(lines);
                }
            }
        }
        lines.next();
    }
    gap
}

/// Takes the lines of a section that is no puzzle, such as a player's `[State]`, but for its last one.
fn skip_section<R: Read>(lines: &mut Lines<R>) {
    while lines.peek_second().is_some_and(|line| kind::section(&line.text).is_none()) {
        lines.next();
    }
}

/// Whether a line of nothing but dashes may be an empty board.
fn may_be_board(dashes: usize, reading: Option<&Reading>) -> bool {
    match reading {
        Some(reading) => reading.look.arrangement == Arrangement::Line && dashes == reading.expected_cells(),
        None => BoxShape::most_square(dashes.isqrt()).is_some_and(|shape| shape.size().pow(2) == dashes),
    }
}

/// Whether a line between puzzles is passed over by itself, whatever follows.
pub(super) fn is_passed_over(line: &Line) -> bool {
    match kind::kind(&line.text) {
        LineKind::Empty => true,
        LineKind::Comment => kind::section(&line.text).is_none(),
        LineKind::Cells | LineKind::Rule => false,
    }
}
