//! SVG output, either as a separate file or as part of a page.
//!
//! Every visible element belongs to a group whose class is the name of its layer. The style sheet of an HTML page can
//! therefore change the colors.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::drawing::{Drawing, Surroundings};
use super::layer::{Layer, Look, Palette};
use super::paint::Paint;
use super::picture::Picture;
use super::shape::{Align, CELL, Outline, Shape, span};

/// The font families for all text.
pub(super) const FONTS: &str = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif";

/// The width of a cell in millimeters. On boards larger than [`MAX_FULL_SIZE`], cells are smaller.
const CELL_MILLIMETERS: f64 = 10.0;
/// The size of the largest board that fits on a page if its cells have the full size.
const MAX_FULL_SIZE: f64 = 18.0;

/// Writes a picture as a complete SVG file.
///
/// # Errors
/// Returns an error if writing fails.
///
/// # Panics
/// Panics if the board is larger than [`MAX_DRAWN`](super::MAX_DRAWN).
pub fn write_svg(picture: &Picture, writer: &mut dyn Write) -> io::Result<()> {
    let body = draw(picture, Surroundings::Full);
    writeln!(writer, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{body}")
}

/// Returns an `svg` element that shows `picture` in its natural size.
pub(super) fn draw(picture: &Picture, surroundings: Surroundings) -> String {
    let drawing = Drawing::new(picture, surroundings);
    let scale =
        CELL_MILLIMETERS / CELL as f64 * (MAX_FULL_SIZE / span(picture.puzzle.geometry()) as f64).min(1.0);
    let millimeters = |length: isize| (length as f64 * scale * 10.0).round() / 10.0;
    let attributes = format!(
        "xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}mm\" height=\"{}mm\"",
        millimeters(drawing.width),
        millimeters(drawing.height)
    );
    let mut svg = String::new();
    draw_element(picture, &drawing, &attributes, &mut svg);
    svg
}

/// Returns an `svg` element that shows only the board of `picture`, without margins and text.
pub(crate) fn draw_board(picture: &Picture) -> String {
    draw(picture, Surroundings::Bare)
}

/// Appends an `svg` element with the given size and position attributes to `svg`.
pub(super) fn draw_element(picture: &Picture, drawing: &Drawing, attributes: &str, svg: &mut String) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        svg,
        "<svg {attributes} viewBox=\"{} {} {} {}\" text-anchor=\"middle\" font-family=\"{FONTS}\">",
        drawing.corner.0, drawing.corner.1, drawing.width, drawing.height
    );
    let title = picture.title.as_ref().map_or(String::new(), |title| format!("{title}: "));
    let _ = writeln!(svg, "<title>{}{}</title>", escape(&title), picture.description());
    let rules: Vec<_> = picture.puzzle.rules().iter().map(|rule| format!("{rule:#}")).collect();
    if !rules.is_empty() {
        let _ = writeln!(svg, "<desc>{}</desc>", escape(&rules.join("; ")));
    }
    for &layer in Layer::ALL {
        let shapes = drawing.shapes(layer);
        if shapes.is_empty() {
            continue;
        }
        let _ = write!(svg, "<g class=\"{}\"{}>", layer.name(), attributes_of(layer, picture.palette));
        for shape in shapes {
            draw_shape(shape, picture.palette, svg);
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>");
}

/// Returns the attributes that all shapes of a layer share.
fn attributes_of(layer: Layer, palette: Palette) -> String {
    let Look { fill, stroke, is_bold, opacity } = layer.look(palette);
    let mut attributes = String::new();
    if layer.has_figures() {
        attributes += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    }
    if let Some((color, width)) = stroke {
        let cap = if layer == Layer::Thick { " stroke-linecap=\"square\"" } else { "" };
        let _ = write!(attributes, " stroke=\"#{color}\" stroke-width=\"{width}\"{cap} fill=\"none\"");
    }
    if let Some(color) = fill {
        let _ = write!(attributes, " fill=\"#{color}\"");
    }
    if is_bold {
        attributes += " font-weight=\"bold\"";
    }
    if opacity < 100 {
        let _ = write!(attributes, " fill-opacity=\".{opacity}\"");
    }
    attributes
}

fn attributes_of_paint(paint: Paint, palette: Palette) -> String {
    let fill = paint.fill.map_or("none".to_owned(), |color| format!("#{}", color.hex(palette)));
    let mut attributes = format!(" fill=\"{fill}\"");
    if let Some((color, width)) = paint.stroke {
        let _ = write!(attributes, " stroke=\"#{}\" stroke-width=\"{width}\"", color.hex(palette));
    }
    if let Some([dash, gap]) = paint.dashes {
        let _ = write!(attributes, " stroke-dasharray=\"{dash} {gap}\"");
    }
    attributes
}

fn draw_shape(shape: &Shape, palette: Palette, svg: &mut String) {
    let _ = match shape {
        Shape::Rectangle((x, y), (width, height), color) => {
            let color = color.as_ref().map_or(String::new(), |color| format!("fill=\"#{color}\" "));
            write!(svg, "<rect {color}x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
        }
        Shape::Lines(lines) => {
            svg.push_str("<path d=\"");
            let mut current = None;
            for &[from, to] in lines {
                if current != Some(from) {
                    let _ = write!(svg, "M{} {}", from.0, from.1);
                }
                let _ = match to {
                    (x, y) if y == from.1 => write!(svg, "H{x}"),
                    (x, y) if x == from.0 => write!(svg, "V{y}"),
                    (x, y) => write!(svg, "L{x} {y}"),
                };
                current = Some(to);
            }
            svg.write_str("\"/>")
        }
        Shape::Figure(outline, paint) => {
            let paint = attributes_of_paint(*paint, palette);
            match outline {
                Outline::Circle((x, y), radius) => {
                    write!(svg, "<circle{paint} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
                }
                Outline::Open(points) | Outline::Closed(points) => {
                    let end = if matches!(outline, Outline::Closed(_)) { "Z" } else { "" };
                    let points: Vec<_> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
                    write!(svg, "<path{paint} d=\"M{}{end}\"/>", points.join("L"))
                }
            }
        }
        Shape::Text { at: (x, y), size, align, text } => {
            let anchor = if *align == Align::Start { " text-anchor=\"start\"" } else { "" };
            // The height of a digit is about 0.72 times the font size.
            let y = y + size * 36 / 100;
            write!(svg, "<text{anchor} x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>", escape(text))
        }
    };
}

/// Escapes text for use in SVG and HTML elements, and replaces control characters with spaces.
pub(crate) fn escape(text: &str) -> String {
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
