//! Reads overlapping boards: the rows of the canvas, with spaces in the places between the boards.
//!
//! The cells of a row are separated by single spaces or by nothing. The reader recognizes the layouts that have a name
//! by their shape. If the user sets the layout, it also accepts rows in which the places between the boards are blanks,
//! and all cells on one line.

use std::sync::{Arc, LazyLock};

use itertools::Itertools;

use super::alphabet::Alphabet;
use super::cell_reader::{CellContent, CellReader};
use super::error::{ReadError, TextErrors};
use super::error_kind::TextErrorKind;
use super::grid_builder::{GridBuilder, fill};
use super::lines::AnyLines;
use super::overlap::place;
use super::plain::separator::skip_to_cells;
use super::record::{ReadResult, Record};
use super::structure::FormatReader;
use super::text_line::TextLine;
use super::token::{self, Notation, Token};
use crate::puzzle::board::{BoardOptions, BoxShape, Cell, Geometry, Layout};

/// More rows than any layout with a name has.
const MAX_ROWS: usize = 40;

/// The shapes of the layouts that can be recognized by their shape.
static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| Layout::all().filter_map(Shape::of).collect());

/// The shape of overlapping boards.
struct Shape {
    layout: Layout,
    /// The columns of the cells in each row, numbered from 0.
    rows: Vec<Vec<usize>>,
}

impl Shape {
    /// Returns the shape of a layout of 9×9 boards, or `None` if every place is a cell.
    fn of(layout: Layout) -> Option<Self> {
        let mut cells = layout.boards(9).ok()?.concat();
        cells.sort_unstable();
        cells.dedup();
        let columns = |row: &[Cell]| row.iter().map(|cell| cell.column() - 1).collect();
        let rows: Vec<Vec<usize>> = cells.chunk_by(|a, b| a.row() == b.row()).map(columns).collect();
        let is_full = rows.iter().all(|row| row.len() == rows[0].len());
        (!is_full).then_some(Self { layout, rows })
    }

    /// Returns whether at least two thirds of the rows have the given columns, whose distance is `step`.
    fn fits(&self, lines: &[Vec<usize>], step: usize) -> bool {
        let is_row = |(line, row): &(&Vec<usize>, &Vec<usize>)| {
            line.iter().copied().eq(row.iter().map(|column| column * step))
        };
        lines.len() == self.rows.len()
            && lines.iter().zip(&self.rows).filter(is_row).count() * 3 >= lines.len() * 2
    }
}

/// Returns the layout whose shape the lines at the start of `lines` have, up to a blank line, or `None` if there is no
/// such layout. Some rows may have another shape, so that a malformed row is reported as an error.
fn layout_of(lines: &[&TextLine]) -> Option<Layout> {
    let adjacent = |pair: &[&TextLine]| pair[1].number == pair[0].number + 1 && !is_blank(pair[1]);
    let length = 1 + lines.windows(2).take(MAX_ROWS).take_while(|pair| adjacent(pair)).count();
    let block = lines.get(..length)?;
    if !block.iter().any(|line| may_be_row(&line.text)) {
        return None;
    }
    let columns = |line: &&TextLine| -> Vec<usize> {
        line.text.chars().enumerate().filter(|(_, c)| *c != ' ').map(|(column, _)| column).collect()
    };
    let mut shapes: Vec<Vec<usize>> = block.iter().map(columns).collect();
    let indent = shapes.iter().filter_map(|shape| shape.first().copied()).min()?;
    shapes.iter_mut().flatten().for_each(|column| *column -= indent);
    let found = SHAPES.iter().find(|shape| shape.fits(&shapes, 1) || shape.fits(&shapes, 2));
    found.map(|shape| shape.layout.clone())
}

/// Returns whether `line` may be a row of overlapping boards with places between the boards.
fn may_be_row(line: &str) -> bool {
    line.starts_with(' ') || line.trim_end().contains("  ")
}

fn is_blank(line: &TextLine) -> bool {
    line.text.trim().is_empty()
}

/// Returns whether overlapping boards start at the first of `lines`: whether the lines have the shape of a layout or,
/// if the user set the layout, whether the first line consists of cells.
pub(super) fn starts(lines: &[&TextLine], builder: &GridBuilder) -> bool {
    if builder.board.layout.is_none() {
        return layout_of(lines).is_some();
    }
    let n = builder.board.shape().unwrap_or(BoxShape::STANDARD).size();
    let reader = cell_reader(builder, n);
    let tokens = lines.first().map_or(Vec::new(), |line| tokens(&line.text, n));
    !tokens.is_empty() && tokens.iter().all(|token| reader.read(&token.text).is_ok())
}

/// Returns whether overlapping boards that are recognized by their shape start at the next line.
pub(super) fn is_next(lines: &mut AnyLines<'_>) -> bool {
    lines.line_ahead(0).is_some_and(|line| may_be_row(&line.text)) && layout_of(&lines_ahead(lines)).is_some()
}

/// Reads ahead to the end of the overlapping boards that may start at the next line.
pub(super) fn buffer(lines: &mut AnyLines<'_>) {
    if lines.line_ahead(0).is_some_and(|line| may_be_row(&line.text)) {
        lines.buffer_lines_while(MAX_ROWS, |line| !is_blank(line));
    }
}

/// Returns the lines up to the next blank line, without removing them.
fn lines_ahead<'l>(lines: &'l mut AnyLines<'_>) -> Vec<&'l TextLine> {
    buffer(lines);
    lines.buffered().take(MAX_ROWS).collect()
}

fn cell_reader(builder: &GridBuilder, n: usize) -> CellReader {
    let notation = if n <= 9 { Notation::Symbols } else { Notation::Numbers };
    CellReader { notation, alphabet: builder.alphabet.unwrap_or(Alphabet::FromOne), size: n, blank: None }
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

impl FormatReader for CanvasReader {
    fn next(&mut self, lines: &mut AnyLines<'_>, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        skip_to_cells(lines);
        let ahead = lines_ahead(lines);
        let layout = match &builder.board.layout {
            Some(layout) => Some(layout.clone()).filter(|_| starts(&ahead, builder)),
            None => layout_of(&ahead),
        };
        let Some(layout) = layout else { return Ok(None) };
        let geometry = self.geometry(builder, layout).inspect_err(|_| lines.end())?;
        self::read(&geometry, lines, builder).map(Some)
    }
}

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
    while read.len() < rows.len() && lines.line_ahead(0).is_some_and(|line| !is_blank(line)) {
        let Some(line) = lines.next().transpose()? else { break };
        let tokens = tokens(&line.text, geometry.size());
        let error = |token: &Token<'_>, kind| line.error(token.column, token.length(), kind);
        let values = tokens.iter().map(|token| reader.read(&token.text).map_err(|kind| error(token, kind)));
        let (values, failed): (Vec<_>, Vec<_>) = values.partition_result();
        errors.extend(failed);
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
