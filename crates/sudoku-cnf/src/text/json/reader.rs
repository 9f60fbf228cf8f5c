//! The reader for JSON objects that contain puzzles.
//!
//! The objects may follow one another or be nested in arrays and other objects.

use serde::de::IgnoredAny;
use serde_json::Value;

use super::bracket::BracketScanner;
use super::fpuzzles::{self, is_fpuzzles};
use super::search::{collect_puzzles, puzzle_field};
use super::sudokupad::{self, is_sudokupad};
use super::value::cell_texts;
use super::{own, presentation, rules};
use crate::puzzle::Puzzle;
use crate::puzzle::board::{BoardOptions, BoxSetting};
use crate::text::error::{ReadError, TextError};
use crate::text::error_kind::TextErrorKind;
use crate::text::field::{self, PlacedToken, SOLUTION_NAMES};
use crate::text::grid_builder::GridBuilder;
use crate::text::lines::AnyLines;
use crate::text::note::Note;
use crate::text::record::{ReadResult, Record, add_rules};
use crate::text::structure::FormatReader;
use crate::text::text_line::TextLine;
use crate::text::token::Token;

/// A reader that finds the puzzles in JSON text.
#[derive(Debug, Default)]
pub(super) struct JsonReader {
    scanner: BracketScanner,
    /// The nested objects that remain to be read, in reverse order, each with the line that errors refer to.
    pending: Vec<(Value, TextLine)>,
    /// The builder for the most recent object that specified its own board.
    own_builder: Option<GridBuilder>,
}

impl FormatReader for JsonReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        if self.pending.is_empty() {
            let Some(pieces) = self.scanner.next(lines)? else { return Ok(None) };
            let value = parse(&pieces)?;
            if puzzle_field(&value).is_some() || value.as_object().is_some_and(is_sudokupad) {
                return self.record(&value, &pieces, builder).map(Some);
            }
            let mut found = Vec::new();
            collect_puzzles(value, &builder.board, &mut found);
            if found.is_empty() {
                Err(pieces[0].whole_error(TextErrorKind::Missing("field 'puzzle'")))?;
            }
            // The positions of nested objects are unknown, so errors refer to the outermost object.
            self.pending = found.into_iter().rev().map(|value| (value, pieces[0].head())).collect();
        }
        self.pending.pop().map(|(value, line)| self.record(&value, &[line], builder)).transpose()
    }

    fn take_foreign(
        &mut self,
        lines: &mut AnyLines<'_>,
        builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        self.scanner.accept(lines);
        self.next(lines, builder)
    }

    fn is_alone_on(&self, line: &str) -> bool {
        self.pending.is_empty() && is_object(line)
    }
}

/// Returns whether `line` consists of a single JSON object.
fn is_object(line: &str) -> bool {
    line.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(line).is_ok()
}

impl JsonReader {
    /// Reads the puzzle in an object. `pieces` are the lines of the object.
    pub(super) fn record(
        &mut self,
        value: &Value,
        pieces: &[TextLine],
        builder: &mut GridBuilder,
    ) -> ReadResult {
        let first = &pieces[0];
        let whole_error = |kind| ReadError::from(first.whole_error(kind));
        let object =
            value.as_object().ok_or_else(|| whole_error(TextErrorKind::Expected("a JSON object")))?;
        if puzzle_field(value).is_none() && is_sudokupad(object) {
            let puzzle = sudokupad::to_fpuzzles(object).map_err(whole_error)?;
            let mut record = self.record(&puzzle, pieces, builder)?;
            let has_drawings = sudokupad::has_drawings(object);
            record.note = record.note.or(has_drawings.then_some(Note::Drawing));
            record.has_other_fields |= has_drawings;
            return Ok(record);
        }
        let is_fpuzzles = is_fpuzzles(object);
        let definitions = rules::definitions(object, &builder.definitions).map_err(whole_error)?;
        let (board, rules) = if is_fpuzzles {
            let has_own_boxes = builder.board.boxes == BoxSetting::Inferred;
            let rules = fpuzzles::rules(object, &definitions, has_own_boxes);
            (fpuzzles::board(object, &definitions), rules)
        } else {
            (own::board(object), own::rules(object, &definitions))
        };
        let (mut board, rules) = (board.map_err(whole_error)?, rules.map_err(whole_error)?);
        board.variants.extend(rules.variants);
        let builder = self.builder_for(board, builder);
        let givens = is_fpuzzles.then(|| fpuzzles::givens(object));
        let field = givens.as_ref().map(|givens| ("grid", givens)).or_else(|| puzzle_field(value));
        let missing = || whole_error(TextErrorKind::Missing("field 'puzzle'"));
        let (name, field) = field.ok_or_else(missing)?;
        let puzzle = read_grid(name, field, None, pieces, builder)?;
        // A field with another name, for example `answer`, may also contain something else.
        let is_solution =
            |name: &str, value: &Value| name == "solution" || value.as_str().is_some_and(is_grid);
        let mut fields = SOLUTION_NAMES.into_iter().filter_map(|name| object.get_key_value(name));
        let solution = fields.find(|(name, value)| !value.is_null() && is_solution(name, value));
        let solution = solution.map(|(name, value)| read_grid(name, value, Some(&puzzle), pieces, builder));
        let solution = solution.transpose()?.map(Puzzle::into_grid);
        let alphabet = builder.symbols;
        let mut record =
            Record { note: builder.note.take(), alphabet, solution, ..Record::new(puzzle, first.number) };
        own::exclude(object, &mut record.puzzle).map_err(whole_error)?;
        let added = add_rules(&rules.rules, &mut record.puzzle);
        added.map_err(|error| whole_error(error.into()))?;
        if is_fpuzzles {
            record.presentation = presentation::of_fpuzzles(object, record.puzzle.geometry());
        } else {
            record.presentation =
                presentation::of_own(object, fpuzzles::is_supported).map_err(whole_error)?;
            record.has_other_fields = own::has_other_fields(object);
        }
        record.remark = own::remark(object);
        Ok(record)
    }

    /// Returns the builder for an object that specifies `board`.
    ///
    /// The board options of `builder`, which the user set, take precedence over `board`.
    fn builder_for<'b>(
        &'b mut self,
        board: BoardOptions,
        builder: &'b mut GridBuilder,
    ) -> &'b mut GridBuilder {
        let board = builder.board.clone().or(board);
        if board == builder.board {
            return builder;
        }
        let own = self.own_builder.take().filter(|own| own.board == board);
        self.own_builder.insert(own.unwrap_or_else(|| GridBuilder::new(board, builder.alphabet)))
    }
}

/// Returns whether `text` consists of as many digits as a grid has cells.
fn is_grid(text: &str) -> bool {
    text.len() >= 16
        && text.len().isqrt().pow(2) == text.len()
        && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse(pieces: &[TextLine]) -> Result<Value, TextError> {
    let text = pieces.iter().map(|piece| &*piece.text).collect::<Vec<_>>().join("\n");
    serde_json::from_str(&text).map_err(|error| {
        let piece = pieces.get(error.line().wrapping_sub(1)).unwrap_or(&pieces[0]);
        let before =
            piece.text.bytes().take(error.column().saturating_sub(1)).filter(|byte| byte & 0xc0 != 0x80);
        // Remove the position from the message, because `TextError` stores the position separately.
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
        piece.error(piece.first_column + before.count(), 1, TextErrorKind::Syntax(message.to_owned()))
    })
}

/// Reads the grid in the field `name`. If `puzzle` is `Some`, the grid is the solution of that puzzle.
fn read_grid(
    name: &str,
    value: &Value,
    puzzle: Option<&Puzzle>,
    pieces: &[TextLine],
    builder: &mut GridBuilder,
) -> ReadResult<Puzzle> {
    let mut texts = Vec::new();
    let is_known = cell_texts(value, &mut texts);
    let (line, column) = position(name, &texts, pieces);
    let place = PlacedToken { line, token: Token::new(column, texts.first().map_or("", String::as_str)) };
    if !is_known {
        let kind = TextErrorKind::Expected("a board: a string, an array of cells, or an array of rows");
        return Err(place.error(kind).into());
    }
    if let [text] = &texts[..] {
        let (cells, are_characters) = field::cells(line, Some(column), text);
        return builder.puzzle_or_solution((&cells, are_characters), &place, puzzle);
    }
    let are_rows = texts.iter().all(|text| text.chars().nth(3).is_some());
    let cells: Vec<_> = if are_rows {
        texts.iter().flat_map(|text| field::cells(line, Some(column), text).0).collect()
    } else {
        texts.iter().map(|text| PlacedToken { line, token: Token::new(column, text.as_str()) }).collect()
    };
    builder.puzzle_or_solution((&cells, are_rows), &place, puzzle)
}

/// Returns the line and column of the field `name`, as precisely as possible.
///
/// The result is the start of the field's text if the text can be located. Otherwise, it is the start of the
/// line that contains the field name or, as a last resort, the start of the first line.
fn position<'a>(name: &str, texts: &[String], pieces: &'a [TextLine]) -> (&'a TextLine, usize) {
    if let [text] = texts {
        let found = pieces.iter().find_map(|piece| Some((piece, piece.text.find(text.as_str())?)));
        if let Some((piece, offset)) = found {
            return (piece, piece.first_column + piece.text[..offset].chars().count());
        }
    }
    let quoted = format!("\"{name}\"");
    let line = pieces.iter().find(|piece| piece.text.contains(&quoted)).unwrap_or(&pieces[0]);
    (line, line.first_column)
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::testing::check_read;

    #[test]
    fn grids_are_strings_or_arrays() {
        let expected = ["1: 12.............."];
        check_read(Format::Json, r#"{"puzzle": "12.............."}"#, &expected);
        check_read(Format::Json, r#"{"board": ["12..", "....", "....", "...."]}"#, &expected);
        check_read(
            Format::Json,
            r#"{"grid": [[1, 2, null, 0], [0, -1, "", "."], [0, 0, 0, 0], [0, 0, 0, 0]]}"#,
            &expected,
        );
    }

    #[test]
    fn syntax_errors_have_positions() {
        check_read(Format::Json, "{\"puzzle\":\n  tru}\n", &["2:6: expected ident"]);
    }
}
