//! SVG output, either as a separate file or as part of an HTML page.
//!
//! A cell is 100 units wide. Every visible element has a class or belongs to a group with a class. The style sheet of
//! an HTML page can therefore change the colors.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use sudoku_cnf::Digit;
use sudoku_cnf::board::{BoxShape, Cell, Geometry, HouseKind, Variant};

use super::{Content, Picture};

/// The size of the largest board that can be drawn as SVG. On larger boards, digits would be too small to read.
pub const MAX_SVG: usize = 100;

/// The width and height of a cell.
const CELL: usize = 100;
/// The width of the margin around the board.
const MARGIN: usize = 30;
/// The font families for the digits and for the text below the board.
const FONTS: &str = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif";
/// The height of each line of text below the board.
const LINE: usize = 60;

/// The CSS classes in drawing order, each with its default attributes. The style sheet of an HTML page can override
/// these attributes.
const CLASSES: [(&str, &str); 11] = [
    ("paper", "fill=\"#fff\""),
    ("window", "fill=\"#e4e9f2\""),
    ("group", "fill-opacity=\".35\""),
    ("diagonal", "stroke=\"#b9c3d6\" stroke-width=\"5\" fill=\"none\""),
    ("clashing", "fill=\"#fbdcdc\""),
    ("thin", "stroke=\"#9aa0a8\" stroke-width=\"2\" fill=\"none\""),
    ("thick", "stroke=\"#16181d\" stroke-width=\"7\" stroke-linecap=\"square\" fill=\"none\""),
    ("given", "fill=\"#16181d\" font-weight=\"bold\""),
    ("clash", "fill=\"#b3141d\" font-weight=\"bold\""),
    ("solved", "fill=\"#2458b8\""),
    ("mark", "fill=\"#555b66\""),
];

/// The SVG elements of a picture: one string per class, in the same order as in [`CLASSES`].
#[derive(Default)]
struct Layers([String; CLASSES.len()]);

impl Layers {
    /// Returns the string to which elements of the class `class` are appended.
    fn of(&mut self, class: &str) -> &mut String {
        let index = CLASSES.iter().position(|(name, _)| *name == class);
        &mut self.0[index.expect("the class is listed in CLASSES")]
    }
}

/// Writes a picture as a complete SVG file.
///
/// # Errors
/// Returns an error if writing fails.
///
/// # Panics
/// Panics if the board is larger than [`MAX_SVG`].
pub fn write_svg(picture: &Picture, writer: &mut dyn Write) -> io::Result<()> {
    assert!(picture.puzzle.geometry().size() <= MAX_SVG, "the board exceeds MAX_SVG");
    let body = draw(picture).map_err(io::Error::other)?;
    writeln!(writer, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{body}")
}

/// Returns the `svg` element that shows `picture`.
pub(super) fn draw(picture: &Picture) -> Result<String, fmt::Error> {
    let geometry = picture.puzzle.geometry();
    let side = geometry.size() * CELL;
    let notes = notes(geometry);
    let (width, height) = (side + 2 * MARGIN, side + 2 * MARGIN + notes.len() * LINE);
    let mut layers = Layers::default();
    write!(
        layers.of("paper"),
        "<rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{width}\" height=\"{height}\"/>"
    )?;
    draw_houses(&mut layers, geometry)?;
    for cell in geometry.cells().filter(|cell| picture.is_clashing[cell.index(geometry.size())]) {
        draw_square(layers.of("clashing"), cell)?;
    }
    draw_lines(&mut layers, geometry)?;
    for cell in geometry.cells() {
        draw_cell(&mut layers, picture, cell)?;
    }
    // Cells are 10 mm wide. On boards larger than 18×18, they are smaller so that the board fits on a page.
    let scale = 10.0 / CELL as f64 * (18.0 / geometry.size() as f64).min(1.0);
    let millimeters = |length: usize| (length as f64 * scale * 10.0).round() / 10.0;
    let mut svg = String::new();
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}mm\" height=\"{}mm\" \
         viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\" text-anchor=\"middle\" font-family=\"{FONTS}\">",
        millimeters(width),
        millimeters(height)
    )?;
    let title = picture.title.as_ref().map_or(String::new(), |title| format!("{title}: "));
    writeln!(svg, "<title>{}{}</title>", escape(&title), picture.description())?;
    for ((class, attributes), layer) in CLASSES.iter().zip(&layers.0).filter(|(_, layer)| !layer.is_empty()) {
        writeln!(svg, "<g class=\"{class}\" {attributes}>{layer}</g>")?;
    }
    for (number, note) in notes.iter().enumerate() {
        let y = side + MARGIN / 2 + (number + 1) * LINE - LINE / 4;
        // Reduce the font size for long lines of text. The average width of a character is about half the font size.
        let height = (side * 18 / 10 / note.len()).min(36);
        writeln!(
            svg,
            "<text class=\"note\" fill=\"#555b66\" text-anchor=\"start\" x=\"0\" y=\"{y}\" font-size=\"{height}\">{}</text>",
            escape(note)
        )?;
    }
    svg.push_str("</svg>");
    Ok(svg)
}

/// Returns the x and y coordinates of the upper-left corner of `cell`.
fn corner(cell: Cell) -> (usize, usize) {
    ((cell.column() - 1) * CELL, (cell.row() - 1) * CELL)
}

fn draw_square(layer: &mut String, cell: Cell) -> fmt::Result {
    let (x, y) = corner(cell);
    write!(layer, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>")
}

/// Draws the additional houses that variants define: windows, diagonals and disjoint groups.
///
/// Every cell of a disjoint group is marked with a small square in the group's color.
fn draw_houses(layers: &mut Layers, geometry: &Geometry) -> fmt::Result {
    let n = geometry.size();
    for house in geometry.houses() {
        match house.name.kind {
            HouseKind::Window => {
                house.cells.iter().try_for_each(|&cell| draw_square(layers.of("window"), cell))?;
            }
            HouseKind::Diagonal => {
                let (first, last) = (corner(house.cells[0]), corner(house.cells[n - 1]));
                let (left, right) = if first.0 <= last.0 { (0, CELL) } else { (CELL, 0) };
                let (from, to) = ((first.0 + left, first.1), (last.0 + right, last.1 + CELL));
                write!(layers.of("diagonal"), "<path d=\"M{} {}L{} {}\"/>", from.0, from.1, to.0, to.1)?;
            }
            HouseKind::DisjointGroup => {
                let hue = (house.name.number - 1) * 360 / n;
                for &cell in house.cells {
                    let (x, y) = corner(cell);
                    let (x, y, side) = (x + CELL * 3 / 4, y + 6, CELL / 5);
                    write!(
                        layers.of("group"),
                        "<rect fill=\"hsl({hue},70%,55%)\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
                    )?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Draws thin lines between cells and thick lines between boxes and around the board.
fn draw_lines(layers: &mut Layers, geometry: &Geometry) -> fmt::Result {
    let n = geometry.size();
    let side = n * CELL;
    let boxes = geometry.boxes().cell_regions();
    let (mut thin, mut thick) = (String::new(), String::new());
    for line in 1..n {
        let at = line * CELL;
        write!(thin, "M0 {at}H{side}M{at} 0V{side}")?;
        for cell in 0..n {
            let (from, to) = (cell * CELL, (cell + 1) * CELL);
            if boxes[(line - 1) * n + cell] != boxes[line * n + cell] {
                write!(thick, "M{from} {at}H{to}")?;
            }
            if boxes[cell * n + line - 1] != boxes[cell * n + line] {
                write!(thick, "M{at} {from}V{to}")?;
            }
        }
    }
    write!(layers.of("thin"), "<path d=\"{thin}\"/>")?;
    write!(layers.of("thick"), "<path d=\"M0 0H{side}V{side}H0Z{thick}\"/>")
}

fn draw_cell(layers: &mut Layers, picture: &Picture, cell: Cell) -> fmt::Result {
    let geometry = picture.puzzle.geometry();
    let (class, digit) = match picture.content(cell) {
        Content::Given(digit) => ("given", digit),
        Content::Clash(digit) => ("clash", digit),
        Content::Solved(digit) => ("solved", digit),
        Content::Marks(marks) => return draw_marks(layers.of("mark"), geometry, cell, marks),
        Content::Empty => return Ok(()),
    };
    let size = match geometry.size() {
        ..=9 => 66,
        10..=99 => 54,
        _ => 40,
    };
    let (x, y) = corner(cell);
    draw_digit(layers.of(class), x + CELL / 2, y + CELL / 2, size, digit)
}

/// Draws a digit with the font size `size`, centered at the point (`x`, `y`).
///
/// The height of a digit is about 0.72 times the font size.
fn draw_digit(layer: &mut String, x: usize, y: usize, size: usize, digit: Digit) -> fmt::Result {
    let y = y + size * 36 / 100;
    write!(layer, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{digit}</text>")
}

/// Draws the pencilmarks of a cell in a small grid, in which each digit has a fixed position.
fn draw_marks(layer: &mut String, geometry: &Geometry, cell: Cell, marks: &[Digit]) -> fmt::Result {
    let n = geometry.size();
    let columns = geometry.box_shape().map_or(n.isqrt(), BoxShape::columns);
    let columns = if columns.pow(2) < n { n.isqrt() + usize::from(n.isqrt().pow(2) < n) } else { columns };
    let rows = n.div_ceil(columns);
    let (x, y) = corner(cell);
    let inner = CELL - 12;
    let (width, height) = (inner / columns, inner / rows);
    // The width of a two-digit number is about 1.1 times the font size.
    let size = (height * 95 / 100).min(if n > 9 { width * 72 / 100 } else { width });
    for &digit in marks {
        let (row, column) = ((digit.get() - 1) / columns, (digit.get() - 1) % columns);
        let (x, y) = (x + 6 + column * inner / columns + width / 2, y + 6 + row * inner / rows + height / 2);
        draw_digit(layer, x, y, size, digit)?;
    }
    Ok(())
}

/// Returns the lines of text to show below the board. Each line explains the rule of one variant, which may not be
/// clear from the drawing alone.
fn notes(geometry: &Geometry) -> Vec<&'static str> {
    let note = |variant: &Variant| match variant {
        Variant::AntiKnight => Some("Cells a knight's move apart contain different digits."),
        Variant::AntiKing => Some("Cells that touch at a corner contain different digits."),
        Variant::Disjoint => Some("Cells with the same background color contain every digit."),
        Variant::X => Some("Both diagonals contain every digit."),
        Variant::Windoku => Some("The shaded windows contain every digit."),
        _ => None,
    };
    geometry.variants().iter().filter_map(note).collect()
}

/// Escapes text for use in SVG and HTML elements, and replaces control characters with spaces.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
