//! Lines of a document that consist of nothing but cells. They are read like data.

use std::io;

use super::search::is_matrix;
use crate::text::error::ReadError;
use crate::text::grid_builder::GridBuilder;
use crate::text::lines::{AnyLines, Lines};
use crate::text::plain::detection::PlainBoards;
use crate::text::plain::layout_vote::{KnownBoard, full_votes};
use crate::text::plain::line_class::{LineClass, classify};
use crate::text::plain::prose::has_word;
use crate::text::plain::reader::PlainReader;
use crate::text::plain::{detection, labels, size_header};
use crate::text::read_ahead::may_have_cells;
use crate::text::record::ReadResult;
use crate::text::structure::FormatReader;
use crate::text::text_line::TextLine;
use crate::text::token;

/// The minimum number of cells on a line that is a board by itself.
const MIN_CELLS: usize = 36;

/// Returns whether a line consists of cells, or of the lines between them, without brackets, quotation marks or words.
pub(super) fn is_plain(line: &str) -> bool {
    let has_other = line.contains(|c: char| "[](){}<>\"'`\\/=#%$&@!~^:".contains(c));
    match classify(line) {
        LineClass::Rule => true,
        LineClass::Cells => {
            !has_other
                && line.contains(|c: char| c.is_ascii_digit() || ".*_-·".contains(c) || token::is_bar(c))
                && (!has_word(line) || line.contains(char::is_numeric) && !line.trim().contains(' '))
        }
        LineClass::Empty | LineClass::Comment => false,
    }
}

/// Reads the boards in `run`, which are plain lines. Returns nothing if the lines are not boards.
///
/// Errors are returned only if there is also a board, or if a board is damaged in one place.
pub(super) fn read(run: &[TextLine], builder: &mut GridBuilder) -> Vec<ReadResult> {
    // An alphabet guessed from text without a board must not affect later boards.
    let mut trial = builder.clone();
    let found = try_read(run, &mut trial);
    if found.iter().any(Result::is_ok) {
        *builder = trial;
    }
    found
}

fn try_read(run: &[TextLine], builder: &mut GridBuilder) -> Vec<ReadResult> {
    let mut lines = Lines::new(io::empty());
    lines.put_back(run.to_vec());
    let lines: &mut AnyLines<'_> = &mut lines;
    labels::remove(lines);
    while size_header::skip(lines, &builder.board) {}
    let candidates: Vec<TextLine> = lines.buffered().filter(|line| may_have_cells(line)).cloned().collect();
    let candidates: Vec<&TextLine> = candidates.iter().collect();
    if !may_be_boards(&candidates) {
        return Vec::new();
    }
    let detected = detection::detect(&candidates, false, builder, None, None);
    let Ok(Some(PlainBoards { board, has_header })) = detected else { return Vec::new() };
    if has_header {
        lines.next();
    }
    if board.shape.size() > 9 {
        board.observe(candidates.iter().copied(), builder);
    }
    let known = KnownBoard::new(&builder.board, builder.alphabet);
    let rows = full_votes(&candidates, known, &board);
    let is_near = board.shape.size() >= 6 && rows + 1 == board.expected_lines();
    let mut reader = PlainReader::new(board, false, false);
    let mut found = Vec::new();
    loop {
        match reader.next(lines, builder) {
            Ok(Some(record)) if is_matrix(&record.puzzle) => {}
            Ok(Some(record)) => found.push(Ok(record)),
            Ok(None) if lines.peek().is_none() => break,
            Ok(None) => match reader.take_foreign(lines, builder) {
                Ok(record) => found.extend(record.map(Ok)),
                Err(error) => found.push(Err(error)),
            },
            Err(error @ ReadError::Io(_)) => return vec![Err(error)],
            Err(error) => found.push(Err(error)),
        }
    }
    if is_near || found.iter().any(Result::is_ok) { found } else { Vec::new() }
}

/// Returns whether `lines` are enough for the rows of a board, or one of them can be a board.
fn may_be_boards(lines: &[&TextLine]) -> bool {
    let cells = |line: &&TextLine| line.text.chars().filter(|c| !c.is_whitespace()).count();
    lines.len() >= 4 || lines.iter().any(|line| cells(line) >= MIN_CELLS)
}
