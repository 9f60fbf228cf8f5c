//! The drawing of a picture, which the graphical formats have in common.

use sudoku_cnf::puzzle::board::{Cell, Geometry, HouseKind};
use sudoku_cnf::{Digit, Puzzle};

use super::labels::{Labels, letters};
use super::layer::{Layer, Palette};
use super::notes::{CHARACTERS_PER_SIZE, NOTE_SIZE, notes, wrap};
use super::picture::{Content, Picture};
use super::rules::{Margins, RuleShapes, legend};
use super::shape::{Align, CELL, MarkArea, Point, Shape, corner, span};

/// The size of the largest board that can be drawn. On larger boards, digits would be too small to read.
pub const MAX_DRAWN: usize = 100;

/// The width of the margin around the board.
const MARGIN: isize = 30;
/// The height of each line of text below the board.
const LINE: isize = 50;
/// The height of the title above the board.
const TITLE: isize = 90;
/// The font size of row and column labels.
const LABEL_SIZE: isize = 36;

/// The shapes of a picture.
#[derive(Debug)]
pub(super) struct Drawing {
    /// The upper-left corner of the drawing.
    pub(super) corner: Point,
    pub(super) width: isize,
    pub(super) height: isize,
    shapes: [Vec<Shape>; Layer::ALL.len()],
}

/// The parts of a drawing outside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Surroundings {
    /// A margin, the title and notes on variants.
    Full,
    /// Only the labels, if any. The caller writes the title.
    Bare,
}

/// Returns the distances of the pencilmarks of `puzzle` from the sides, the top and the bottom of their cell.
pub(crate) fn mark_insets(puzzle: &Puzzle) -> [isize; 3] {
    MarkArea::of(puzzle, RuleShapes::new(puzzle, true).has_outlines()).insets
}

impl Drawing {
    /// Draws `picture`.
    ///
    /// # Panics
    /// Panics if the board is larger than [`MAX_DRAWN`].
    pub(super) fn new(picture: &Picture, surroundings: Surroundings) -> Self {
        let geometry = picture.puzzle.geometry();
        assert!(span(geometry) <= MAX_DRAWN, "the board exceeds MAX_DRAWN");
        let (across, down) = (geometry.columns() as isize * CELL, geometry.rows() as isize * CELL);
        let title = picture.title.as_deref().filter(|_| surroundings == Surroundings::Full);
        let rules = RuleShapes::new(&picture.puzzle, picture.marks.is_some());
        let mut notes = notes(geometry, picture.palette, across);
        let legend = legend(picture.puzzle.rules(), picture.palette);
        notes.extend(wrap(&legend.iter().map(String::as_str).collect::<Vec<_>>(), across));
        if let Some(step) = &picture.step {
            notes.splice(0..0, wrap(&[&step.caption], across));
        }
        let margin = if surroundings == Surroundings::Full { MARGIN } else { 5 };
        let Margins { left, top, right, bottom } = rules.margins;
        let label = label_space(picture);
        let title_height = if title.is_some() { TITLE } else { 0 };
        let corner = (-margin - label.0 - left, -margin - label.1 - title_height - top);
        let width = left + across + right + 2 * margin + label.0;
        let height = top + down + bottom + 2 * margin + label.1 + title_height + notes.len() as isize * LINE;
        let mut drawing = Self { corner, width, height, shapes: Default::default() };
        drawing.add(Layer::Paper, Shape::Rectangle(corner, (width, height), None));
        drawing.draw_houses(geometry, picture.palette);
        for &cell in &picture.highlighted {
            drawing.add(Layer::Highlight, square(cell));
        }
        for cell in geometry.cells().filter(|cell| picture.is_clashing[geometry.index(*cell)]) {
            drawing.add(Layer::Clashing, square(cell));
        }
        drawing.draw_lines(geometry);
        let area = MarkArea::of(&picture.puzzle, rules.has_outlines());
        for (layer, shape) in rules.shapes {
            drawing.add(layer, shape);
        }
        for (layer, shape) in picture.step.iter().flat_map(|step| step.shapes(area)) {
            drawing.add(layer, shape);
        }
        for cell in geometry.cells() {
            drawing.draw_cell(picture, area, cell);
        }
        drawing.draw_labels(picture, (left, top));
        if let Some(title) = title {
            let at = (0, -top - label.1 - TITLE / 2);
            drawing.add(Layer::Title, line_of_text(at, across, 54, title));
        }
        for (number, note) in notes.iter().enumerate() {
            let at = (0, down + bottom + MARGIN / 2 + number as isize * LINE + LINE / 2);
            drawing.add(Layer::Note, line_of_text(at, across, NOTE_SIZE, note));
        }
        drawing
    }

    /// Returns the shapes of `layer` in drawing order.
    pub(super) fn shapes(&self, layer: Layer) -> &[Shape] {
        &self.shapes[layer as usize]
    }

    fn add(&mut self, layer: Layer, shape: Shape) {
        self.shapes[layer as usize].push(shape);
    }

    /// Draws the additional houses that variants define: windows, diagonals and disjoint groups.
    ///
    /// Every cell of a disjoint group is marked with a small square in the group's color. Without colors, it is marked
    /// with a letter.
    fn draw_houses(&mut self, geometry: &Geometry, palette: Palette) {
        let n = geometry.size();
        for cell in geometry.cells().filter(|&cell| is_shared(geometry, cell)) {
            self.add(Layer::Window, square(cell));
        }
        for house in geometry.houses() {
            match house.name.kind {
                HouseKind::Window => {
                    house.cells.iter().for_each(|&cell| self.add(Layer::Window, square(cell)));
                }
                HouseKind::Diagonal => {
                    let (first, last) = (corner(house.cells[0]), corner(house.cells[n - 1]));
                    let (left, right) = if first.0 <= last.0 { (0, CELL) } else { (CELL, 0) };
                    let ends = [(first.0 + left, first.1), (last.0 + right, last.1 + CELL)];
                    self.add(Layer::Diagonal, Shape::Lines(vec![ends]));
                }
                HouseKind::DisjointGroup => {
                    let group = house.name.number - 1;
                    for &cell in house.cells {
                        let (x, y) = corner(cell);
                        let side = CELL / 5;
                        let corner = (x + CELL * 3 / 4, y + 6);
                        let shape = match palette {
                            Palette::Color => Shape::Rectangle(corner, (side, side), Some(hue(group, n))),
                            Palette::Monochrome => {
                                text((corner.0 + side / 2, y + 15), 22, letters(group).to_lowercase())
                            }
                        };
                        self.add(Layer::Group, shape);
                    }
                }
                _ => {}
            }
        }
    }

    /// Draws thin lines between cells, and thick lines between boxes and around the boards.
    fn draw_lines(&mut self, geometry: &Geometry) {
        let (rows, columns) = (geometry.rows(), geometry.columns());
        let boxes = geometry.box_numbers();
        // Indices below 0 wrap around and are outside the board, too.
        let box_of = |row: usize, column: usize| {
            let is_inside = row < rows && column < columns;
            is_inside.then(|| boxes[row * columns + column]).flatten()
        };
        let mut lines = [(Layer::Thin, Vec::new()), (Layer::Thick, Vec::new())];
        for row in 0..=rows {
            let edge = |column| edge(box_of(row.wrapping_sub(1), column), box_of(row, column));
            let place = |column| (column as isize * CELL, row as isize * CELL);
            add_runs(columns, edge, place, &mut lines);
        }
        for column in 0..=columns {
            let edge = |row| edge(box_of(row, column.wrapping_sub(1)), box_of(row, column));
            let place = |row| (column as isize * CELL, row as isize * CELL);
            add_runs(rows, edge, place, &mut lines);
        }
        for (layer, lines) in lines {
            self.add(layer, Shape::Lines(lines));
        }
    }

    fn draw_cell(&mut self, picture: &Picture, area: MarkArea, cell: Cell) {
        let geometry = picture.puzzle.geometry();
        let (layer, digit) = match picture.content(cell) {
            Content::Given(digit) => (Layer::Given, digit),
            Content::Clash(digit) => (Layer::Clash, digit),
            Content::Solved(digit) => (Layer::Solved, digit),
            Content::Marks(marks) => return self.draw_marks(picture, area, cell, marks),
            Content::Empty => return,
        };
        let size = match geometry.size() {
            ..=9 => 66,
            10..=99 => 54,
            _ => 40,
        };
        let (x, y) = corner(cell);
        self.add(layer, text((x + CELL / 2, y + CELL / 2), size, picture.symbol(digit)));
    }

    /// Draws the pencilmarks of a cell in a small grid, in which each digit has a fixed position.
    fn draw_marks(&mut self, picture: &Picture, area: MarkArea, cell: Cell, marks: &[Digit]) {
        for &digit in marks {
            let (at, size) = area.position(cell, digit);
            self.add(Layer::Mark, text(at, size, picture.symbol(digit)));
        }
    }

    /// Draws a label to the left of each row and above each column, at these distances from the board.
    fn draw_labels(&mut self, picture: &Picture, (left, top): (isize, isize)) {
        let Some(labels) = picture.labels else { return };
        let (width, height) = label_space(picture);
        let geometry = picture.puzzle.geometry();
        for number in 1..=span(geometry) {
            let middle = number as isize * CELL - CELL / 2;
            if number <= geometry.rows() {
                let at = (-left - width / 2 - 4, middle);
                self.add(Layer::Label, text(at, LABEL_SIZE, labels.of_row(number)));
            }
            if number <= geometry.columns() {
                let at = (middle, -top - height / 2 - 4);
                self.add(Layer::Label, text(at, LABEL_SIZE, labels.of_column(number)));
            }
        }
    }
}

/// Returns the width of the row labels and the height of the column labels.
fn label_space(picture: &Picture) -> (isize, isize) {
    let longest = |labels: Labels| labels.of_row(span(picture.puzzle.geometry())).len() as isize;
    picture.labels.map_or((0, 0), |labels| (longest(labels) * LABEL_SIZE * 7 / 10 + 8, LABEL_SIZE + 14))
}

/// Returns the layer of the edge between two places, whose boxes are given, or `None` if neither is a cell.
fn edge(first: Option<usize>, second: Option<usize>) -> Option<Layer> {
    match (first, second) {
        (None, None) => None,
        _ if first == second => Some(Layer::Thin),
        _ => Some(Layer::Thick),
    }
}

/// Adds a line for each run of consecutive edges with the same layer. `edge` returns the layer of an edge, and `place`
/// the position at which it starts.
fn add_runs(
    count: usize,
    edge: impl Fn(usize) -> Option<Layer>,
    place: impl Fn(usize) -> Point,
    lines: &mut [(Layer, Vec<[Point; 2]>); 2],
) {
    let mut start = 0;
    while start < count {
        let layer = edge(start);
        let end = (start..count).find(|&index| edge(index) != layer).unwrap_or(count);
        for (_, runs) in lines.iter_mut().filter(|(found, _)| Some(*found) == layer) {
            runs.push([place(start), place(end)]);
        }
        start = end;
    }
}

/// Returns whether `cell` belongs to several overlapping boards.
fn is_shared(geometry: &Geometry, cell: Cell) -> bool {
    let houses = geometry.houses_of(cell).iter().map(|&house| geometry.house(house as usize).name.kind);
    geometry.layout().is_some() && houses.filter(|&kind| kind == HouseKind::Row).count() > 1
}

fn square(cell: Cell) -> Shape {
    Shape::Rectangle(corner(cell), (CELL, CELL), None)
}

fn text(at: Point, size: isize, text: impl Into<String>) -> Shape {
    Shape::Text { at, size, align: Align::Center, text: text.into() }
}

/// Returns text that starts at a point, in a font of at most `size` that is small enough for the given width.
fn line_of_text(at: Point, width: isize, size: isize, text: &str) -> Shape {
    let fitting = width * CHARACTERS_PER_SIZE / 10 / text.chars().count().max(1) as isize;
    Shape::Text { at, size: size.min(fitting.max(8)), align: Align::Start, text: text.to_owned() }
}

/// Returns the color of a disjoint group on a board of size `n`. The hues are evenly spaced.
fn hue(group: usize, n: usize) -> String {
    let degrees = (group * 360 / n) as isize;
    // The saturation is 70%, and the lightness is 55%.
    let channel = |offset: isize| {
        let distance = ((degrees + offset).rem_euclid(360) - 180).abs() - 60;
        (235 * 60 + 630 * distance.clamp(0, 60)) * 255 / 60_000
    };
    format!("{:02x}{:02x}{:02x}", channel(0), channel(240), channel(120))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_different_hues() {
        // hsl(0, 70%, 55%), hsl(120, 70%, 55%) and hsl(240, 70%, 55%).
        assert_eq!([0, 3, 6].map(|group| hue(group, 9)), ["dc3b3b", "3bdc3b", "3b3bdc"]);
    }
}
