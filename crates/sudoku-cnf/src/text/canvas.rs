//! Reads overlapping boards: the rows of the canvas, with spaces in the places between the boards.
//!
//! The cells of a row are separated by single spaces or by nothing. The reader recognizes the layouts that have a name
//! by their shape. If the user sets the layout, it also accepts rows in which the places between the boards are blanks,
//! and all cells on one line.

use std::sync::Arc;

use super::alphabet::Alphabet;
use super::cell_reader::{CellContent, CellReader};
use super::error::{ReadError, TextErrors};
use super::error_kind::TextErrorKind;
use super::grid_builder::{GridBuilder, fill};
use super::lines::AnyLines;
use super::overlap::place;
use super::plain::separator::skip_to_cells;
use super::record::{ReadResult, Record};
use super::structure::StructuredReader;
use super::text_line::TextLine;
use super::token::{self, Notation, Token};
use crate::puzzle::board::{BoardOptions, BoxShape, Geometry, Layout};

/// Returns a reader if the next lines are overlapping boards: if they have the shape of a layout, or if the user set the
/// layout and the next line consists of cells.
pub(super) fn find(lines: &mut AnyLines<'_>, builder: &GridBuilder) -> Option<CanvasReader> {
    let first = lines.line_ahead(0)?;
    let is_found = if builder.board.layout.is_some() {
        let n = builder.board.shape().unwrap_or(BoxShape::STANDARD).size();
        let reader = cell_reader(builder, n);
        let tokens = tokens(&first.text, n);
        !tokens.is_empty() && tokens.iter().all(|token| reader.read(&token.text).is_ok())
    } else {
        is_first_row(&first.text) && detect(&lines_ahead(lines)).is_some()
    };
    is_found.then(CanvasReader::default)
}

/// Returns whether `line` may be the first row of overlapping boards: it has two runs of cells, or starts with a space.
fn is_first_row(line: &str) -> bool {
    line.starts_with(' ') || line.trim_end().contains("  ")
}

fn cell_reader(builder: &GridBuilder, n: usize) -> CellReader {
    let notation = if n <= 9 { Notation::Symbols } else { Notation::Numbers };
    CellReader { notation, alphabet: builder.alphabet.unwrap_or(Alphabet::FromOne), size: n, blank: None }
}

/// Returns the layout whose shape the lines at the start of `lines` have, or `None` if there is no such layout. At least
/// two thirds of the rows must have the right shape, so that a malformed row is reported as an error.
pub(super) fn detect(lines: &[&TextLine]) -> Option<Layout> {
    let is_gap = |line: &&&TextLine| line.text.contains(' ');
    let block = || lines.iter().take_while(|line| !line.text.trim().is_empty());
    block().find(is_gap)?;
    let shapes: Vec<Vec<usize>> = block()
        .map(|line| line.text.chars().enumerate().filter(|(_, c)| *c != ' ').map(|(i, _)| i).collect())
        .collect();
    let fits = |layout: &Layout| {
        let Ok(geometry) = Geometry::with_layout(BoxShape::STANDARD, &[], layout) else { return false };
        let rows = cells_in_rows(&geometry);
        let is_full = rows.iter().all(|row| row.len() == geometry.columns());
        let fitting = |step| {
            let is_row = |(shape, row): &(&Vec<usize>, &Vec<usize>)| {
                shape.iter().copied().eq(row.iter().map(|column| (column - 1) * step))
            };
            shapes.iter().zip(&rows).filter(is_row).count()
        };
        !is_full && shapes.len() == rows.len() && fitting(1).max(fitting(2)) * 3 >= rows.len() * 2
    };
    Layout::all().find(fits)
}

/// Returns the columns of the cells in each row, numbered from 1.
fn cells_in_rows(geometry: &Geometry) -> Vec<Vec<usize>> {
    let mut rows = vec![Vec::new(); geometry.rows()];
    geometry.cells().for_each(|cell| rows[cell.row() - 1].push(cell.column()));
    rows
}

/// A reader for overlapping boards.
#[derive(Debug, Default)]
pub(super) struct CanvasReader {
    /// The boards of the previous puzzle.
    board: Option<(BoardOptions, Arc<Geometry>)>,
}

impl StructuredReader for CanvasReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        skip_to_cells(lines);
        if lines.line_ahead(0).is_none() {
            return Ok(None);
        }
        let layout = match &builder.board.layout {
            Some(layout) => Some(layout.clone()),
            None => detect(&lines_ahead(lines)),
        };
        let Some(layout) = layout else { return Ok(None) };
        let geometry = self.geometry(builder, layout).inspect_err(|_| lines.end())?;
        self::read(&geometry, lines, builder).map(Some)
    }
}

/// Returns the lines up to the next blank line, without removing them.
fn lines_ahead<'l>(lines: &'l mut AnyLines<'_>) -> Vec<&'l TextLine> {
    let mut count = 0;
    while count < MAX_ROWS && lines.line_ahead(count).is_some_and(|line| !line.text.trim().is_empty()) {
        count += 1;
    }
    lines.buffered().take(count).collect()
}

/// More rows than any layout with a name has.
const MAX_ROWS: usize = 40;

impl CanvasReader {
    /// Returns the boards of the given layout.
    fn geometry(&mut self, builder: &GridBuilder, layout: Layout) -> Result<Arc<Geometry>, ReadError> {
        let options = BoardOptions { layout: Some(layout), ..builder.board.clone() };
        if let Some((last, geometry)) = &self.board
            && *last == options
        {
            return Ok(geometry.clone());
        }
        let geometry = options.geometry(options.shape().unwrap_or(BoxShape::STANDARD))?;
        self.board = Some((options, geometry.clone()));
        Ok(geometry)
    }
}

/// Reads the puzzle that starts on the next line.
fn read(geometry: &Arc<Geometry>, lines: &mut AnyLines<'_>, builder: &GridBuilder) -> ReadResult {
    let rows = cells_in_rows(geometry);
    let reader = cell_reader(builder, geometry.size());
    let (mut contents, mut errors, mut read) = (Vec::new(), Vec::new(), Vec::new());
    while read.len() < rows.len() && lines.line_ahead(0).is_some_and(|line| !line.text.trim().is_empty()) {
        let Some(line) = lines.next().transpose()? else { break };
        let tokens = tokens(&line.text, geometry.size());
        let mut values = Vec::with_capacity(tokens.len());
        for token in &tokens {
            match reader.read(&token.text) {
                Ok(content) => values.push(content),
                Err(kind) => errors.push(line.error(token.column, token.length(), kind)),
            }
        }
        let is_board = [geometry.cell_count(), geometry.rows() * geometry.columns()].contains(&tokens.len());
        if read.is_empty() && is_board {
            contents = values;
            read.push(line);
            break;
        }
        let columns = &rows[read.len()];
        if tokens.len() == columns.len() {
            // The missing places become blanks, as in rows that contain them.
            let mut row = vec![CellContent::Blank; geometry.columns()];
            columns.iter().zip(values).for_each(|(column, value)| row[column - 1] = value);
            contents.extend(row);
        } else if tokens.len() == geometry.columns() {
            contents.extend(values);
        } else {
            errors.push(line.whole_error(TextErrorKind::Syntax(format!(
                "expected {} cells in row {} of the layout {}, found {}",
                columns.len(),
                read.len() + 1,
                layout_name(geometry),
                tokens.len()
            ))));
        }
        read.push(line);
    }
    let is_short = read.len() > 1 && read.len() < rows.len();
    if let Some(last) = read.last().filter(|_| is_short && errors.is_empty()) {
        let (layout, expected, found) = (layout_name(geometry), rows.len(), read.len());
        let message = format!("the puzzle ends after {found} rows, but the layout {layout} has {expected}");
        errors.push(last.whole_error(TextErrorKind::Syntax(message)));
    }
    TextErrors::collect(errors)?;
    let cells = place(geometry, contents).map_err(|kind| read[0].whole_error(kind))?;
    Ok(Record::new(fill(geometry, cells), read[0].number))
}

fn layout_name(geometry: &Geometry) -> String {
    geometry.layout().map_or(String::new(), Layout::to_string)
}

/// Returns the cells of a line: words on boards larger than 9×9, and characters otherwise.
fn tokens(text: &str, n: usize) -> Vec<Token<'_>> {
    let words = token::split(text, char::is_whitespace);
    if n > 9 { words } else { words.iter().flat_map(token::spread).collect() }
}
