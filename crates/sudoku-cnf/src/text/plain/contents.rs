//! Reads the cells of the lines of plain boards.

use itertools::Itertools;

use super::board_layout::BoardLayout;
use super::layout::Arrangement;
use crate::puzzle::board::BoxSetting;
use crate::text::cell_reader::{CellContent, CellReader};
use crate::text::error::{TextError, TextErrors};
use crate::text::error_kind::{ExpectedCells, TextErrorKind};
use crate::text::grid_builder::GridBuilder;
use crate::text::record::ReadResult;
use crate::text::text_line::TextLine;
use crate::text::token::{self, Notation, Token};

/// Reads the cells in `rows`, the lines of a puzzle. Also returns the text after the board, if the whole board is on
/// one line. `short` is an error if the number of rows is wrong, and `is_chosen` is `true` if the user set the format.
///
/// # Errors
/// Returns all errors in the cells or, if there are none, `short`. In a format that the user did not set, a single list
/// of candidates is also an error.
pub(super) fn read(
    board: &mut BoardLayout,
    is_chosen: bool,
    rows: &[TextLine],
    short: Option<TextError>,
    builder: &mut GridBuilder,
) -> ReadResult<(Vec<CellContent>, String)> {
    let has_trailing_blanks = rows.iter().any(|line| line.text.ends_with(' '));
    let cells: Vec<_> = rows
        .iter()
        .map(|line| {
            // If any row keeps its trailing blanks, a short row is an error.
            if has_trailing_blanks { board.layout.cells(&line.text) } else { board.cells(&line.text) }
        })
        .collect();
    let (notation, size) = (board.layout.notation, board.shape.size());
    // The words of a damaged row are not symbols.
    for (tokens, _) in cells.iter().filter(|(tokens, _)| tokens.len() == board.expected_cells()) {
        builder.observe(tokens.iter(), notation, size);
    }
    let alphabet = builder.choose_alphabet(notation, size);
    board.alphabet = alphabet.map_err(|kind| rows[0].whole_error(kind))?;
    let reader = board.cell_reader(cells.iter().flat_map(|(tokens, _)| tokens));
    let (mut contents, mut errors) = (Vec::with_capacity(size * size), Vec::new());
    let mut comment = String::new();
    for (line, (tokens, end)) in rows.iter().zip(&cells) {
        match board.line_contents(line, tokens, reader, builder.board.boxes != BoxSetting::Inferred) {
            Ok(row) => contents.extend(row),
            Err(row_errors) => errors.extend(row_errors),
        }
        if board.layout.arrangement == Arrangement::Line {
            line.text[*end..].clone_into(&mut comment);
        }
    }
    // A wrong number of rows is reported only if the cells contain no errors.
    if errors.is_empty() {
        errors.extend(short);
    }
    TextErrors::collect(errors)?;
    let stray = stray_candidates(&contents).filter(|_| !is_chosen && notation == Notation::Candidates);
    if let Some(cell) = stray {
        let mut tokens =
            rows.iter().zip(&cells).flat_map(|(line, (tokens, _))| tokens.iter().map(move |t| (line, t)));
        if let Some((line, token)) = tokens.nth(cell) {
            return Err(line.error(token.column, token.length(), TextErrorKind::StrayCandidates).into());
        }
    }
    Ok((contents, comment))
}

/// Returns the index of the only cell that lists candidates, if the board also has blanks.
///
/// In such a board, a space between two cells is probably missing.
fn stray_candidates(contents: &[CellContent]) -> Option<usize> {
    let mut lists = (0..).zip(contents).filter(|(_, content)| matches!(content, CellContent::Candidates(_)));
    let (cell, _) = lists.next()?;
    (lists.next().is_none() && contents.contains(&CellContent::Blank)).then_some(cell)
}

impl BoardLayout {
    /// Returns an error if `line`, which should be the first row of a puzzle, is prose.
    ///
    /// Without this check, the prose and the rows after it would be read as one malformed puzzle.
    pub(super) fn reject_prose(&self, line: &TextLine) -> Result<(), TextError> {
        if self.layout.arrangement == Arrangement::Line {
            return Ok(());
        }
        let (tokens, _) = self.layout.cells(&line.text);
        let reader = self.cell_reader(&tokens);
        let is_prose = tokens.len() != self.expected_cells()
            && line.text.chars().filter(|c| c.is_alphabetic()).count() > 2;
        if !is_prose {
            return Ok(());
        }
        self.line_contents(line, &tokens, reader, true).map(drop).map_err(|mut errors| errors.remove(0))
    }

    /// Reads the cells of a line. If `has_shape` is `true`, the positions of vertical bars are not checked.
    ///
    /// # Errors
    /// Returns all errors in the line, or only one error if the number of cells is wrong.
    pub(super) fn line_contents(
        &self,
        line: &TextLine,
        tokens: &[Token<'_>],
        reader: CellReader,
        has_shape: bool,
    ) -> Result<Vec<CellContent>, Vec<TextError>> {
        let error = |token: &Token<'_>, kind| line.error(token.column, token.length(), kind);
        let read = |token: &Token<'_>| reader.read(&token.text).map_err(|kind| error(token, kind));
        let (contents, mut errors): (Vec<_>, Vec<_>) = tokens.iter().map(read).partition_result();
        if tokens.len() != self.expected_cells() {
            // An invalid character may be the cause of a wrong cell count, so the count is reported only if
            // all cells are valid.
            errors.truncate(1);
            if errors.is_empty() {
                errors.push(self.wrong_cell_count(line, tokens));
            }
        } else if errors.is_empty() && !has_shape && !self.bars_fit(&line.text) {
            let length = line.text.chars().count();
            errors.push(line.error(1, length, TextErrorKind::Bars(self.shape)));
        }
        if errors.is_empty() { Ok(contents) } else { Err(errors) }
    }

    fn wrong_cell_count(&self, line: &TextLine, tokens: &[Token<'_>]) -> TextError {
        let expected = match self.layout.arrangement {
            Arrangement::Line => ExpectedCells::Board(self.shape),
            Arrangement::Rows => ExpectedCells::Row(self.shape),
            Arrangement::Cells => ExpectedCells::One,
        };
        let kind = TextErrorKind::CellCount { found: tokens.len(), expected };
        let (start, end) = match tokens {
            [first, .., last] => (first.column, last.column + last.length()),
            _ => (1, 2),
        };
        line.error(start, end - start, kind)
    }

    /// Splits the text after a board into an optional solution and an optional remark.
    pub(super) fn comment(&self, text: &str) -> (Option<Vec<CellContent>>, Option<String>) {
        let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '#' | '"' | '|');
        let text = text.trim_matches(separates);
        if text.is_empty() {
            return (None, None);
        }
        let end = text.find(separates).unwrap_or(text.len());
        let solution = self.solution(&text[..end]);
        let rest = if solution.is_some() { text[end..].trim_matches(separates) } else { text };
        (solution, (!rest.is_empty()).then(|| rest.to_owned()))
    }

    /// Returns the first word in a remark that is another puzzle: digits of this board and at least as many blanks, all
    /// of them the same symbol.
    pub(super) fn second_board<'t>(&self, remark: &'t str) -> Option<&'t str> {
        let reader = self.cell_reader(&[]);
        let is_cell = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '*' | '_');
        let is_puzzle = |word: &&str| {
            let is_blank = |c: char| matches!(c, '.' | '*' | '_' | '0');
            let Some(blank) = word.chars().find(|&c| is_blank(c)) else { return false };
            let blanks = word.matches(blank).count();
            let is_digit_or_blank =
                |c: char| c == blank || !is_blank(c) && reader.read(c.encode_utf8(&mut [0; 4])).is_ok();
            word.len() == self.expected_cells()
                && (word.len() / 2..word.len()).contains(&blanks)
                && word.chars().all(is_digit_or_blank)
        };
        // Zeros and ones may also be a mask.
        let is_mask = |word: &&str| word.bytes().all(|byte| matches!(byte, b'0' | b'1'));
        remark.split(|c| !is_cell(c)).filter(|word| !is_mask(word)).find(is_puzzle)
    }

    /// Parses a grid without blank cells. Returns `None` for any other text.
    fn solution(&self, text: &str) -> Option<Vec<CellContent>> {
        let count = self.shape.size().pow(2);
        if text.len() != count || !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        let reader = self.cell_reader(&[]);
        let content =
            |cell: Token<'_>| reader.read(&cell.text).ok().filter(|content| *content != CellContent::Blank);
        token::characters(1, text).map(content).collect()
    }
}
