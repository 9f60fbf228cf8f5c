//! TikZ output, for papers and slides that are typeset with LaTeX.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::drawing::{Drawing, Surroundings};
use super::layer::{Layer, Look, Palette};
use super::paint::Paint;
use super::picture::Picture;
use super::shape::{Align, CELL, Outline, Shape, span};

/// The width of a cell in millimeters.
const CELL_MILLIMETERS: f64 = 7.0;
/// The largest width of a board in millimeters. The cells of large boards are smaller.
const MAX_WIDTH: f64 = 140.0;
/// The number of TeX points per millimeter.
const POINTS: f64 = 72.27 / 25.4;
/// The font size to which the scale of text refers, in points.
const FONT_SIZE: f64 = 10.0;

/// Writes a picture as a `tikzpicture` environment, which requires only the package `tikz`.
///
/// # Errors
/// Returns an error if writing fails.
///
/// # Panics
/// Panics if the board is larger than [`MAX_DRAWN`](super::MAX_DRAWN).
///
/// ```
/// use sudoku_cli::render::{Picture, write_tikz};
///
/// let mut text = Vec::new();
/// write_tikz(&Picture::new("12..34.......4..".parse()?), &mut text)?;
/// let text = String::from_utf8(text)?;
/// assert!(text.contains("\\begin{tikzpicture}") && text.ends_with("\\end{tikzpicture}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_tikz(picture: &Picture, writer: &mut dyn Write) -> io::Result<()> {
    let n = span(picture.puzzle.geometry());
    let unit = CELL_MILLIMETERS.min(MAX_WIDTH / n as f64) / CELL as f64;
    let text = draw(picture, unit).map_err(io::Error::other)?;
    writer.write_all(text.as_bytes())
}

/// Returns a `tikzpicture` environment in which a unit is `unit` millimeters wide.
fn draw(picture: &Picture, unit: f64) -> Result<String, fmt::Error> {
    let drawing = Drawing::new(picture, Surroundings::Full);
    let mut tikz = String::new();
    writeln!(tikz, "% {}; requires \\usepackage{{tikz}}", picture.description())?;
    writeln!(tikz, "\\begin{{tikzpicture}}[x={unit:.4}mm,y=-{unit:.4}mm]")?;
    // The background of the document is visible, as in other figures.
    for layer in Layer::ALL.iter().copied().filter(|&layer| layer != Layer::Paper) {
        let shapes = drawing.shapes(layer);
        if !shapes.is_empty() {
            define_style(layer, layer.look(picture.palette), unit, &mut tikz)?;
            let palette = picture.palette;
            shapes.iter().try_for_each(|shape| draw_shape(layer, shape, palette, unit, &mut tikz))?;
        }
    }
    writeln!(tikz, "\\end{{tikzpicture}}")?;
    Ok(tikz)
}

/// Defines the color and the style of a layer. Both are local to the picture.
fn define_style(layer: Layer, look: Look, unit: f64, tikz: &mut String) -> fmt::Result {
    let name = layer.name();
    if let Some(color) = look.fill.or(look.stroke.map(|(color, _)| color)) {
        writeln!(tikz, "\\definecolor{{sudoku-{name}}}{{HTML}}{{{}}}", color.to_uppercase())?;
    }
    write!(tikz, "\\tikzset{{sudoku {name}/.style={{")?;
    match (look.stroke, layer) {
        (Some((_, width)), _) => {
            write!(tikz, "draw=sudoku-{name},line width={:.3}mm", width as f64 * unit)?;
            tikz.push_str(if layer == Layer::Thick { ",line cap=rect" } else { "" });
        }
        (None, Layer::Window | Layer::Highlight | Layer::House | Layer::Clashing) => {
            write!(tikz, "fill=sudoku-{name}")?;
        }
        (None, Layer::Group) if look.fill.is_none() => {
            write!(tikz, "fill opacity={:.2}", look.opacity as f64 / 100.0)?;
        }
        _ if layer.has_figures() => tikz.push_str("line cap=round,line join=round"),
        _ => {
            let weight = if look.is_bold { "\\bfseries" } else { "" };
            write!(
                tikz,
                "anchor=base,inner sep=0pt,text=sudoku-{name},\
                 font=\\sffamily{weight}\\fontsize{{{FONT_SIZE}}}{{{FONT_SIZE}}}\\selectfont"
            )?;
        }
    }
    writeln!(tikz, "}}}}")
}

/// Returns the options that paint a figure.
fn options_of_paint(paint: Paint, palette: Palette, unit: f64) -> Result<String, fmt::Error> {
    let mut options = String::new();
    if let Some(color) = paint.fill {
        write!(options, ",fill={}", rgb(color.hex(palette)))?;
    }
    if let Some((color, width)) = paint.stroke {
        write!(options, ",draw={},line width={:.3}mm", rgb(color.hex(palette)), width as f64 * unit)?;
    }
    if let Some([dash, gap]) = paint.dashes.map(|lengths| lengths.map(|length| length as f64 * unit)) {
        write!(options, ",dash pattern=on {dash:.3}mm off {gap:.3}mm")?;
    }
    Ok(options)
}

fn draw_shape(layer: Layer, shape: &Shape, palette: Palette, unit: f64, tikz: &mut String) -> fmt::Result {
    let name = layer.name();
    match shape {
        Shape::Rectangle((x, y), (width, height), color) => {
            let color = color.as_deref().map(rgb).map_or(String::new(), |color| format!(",fill={color}"));
            writeln!(tikz, "\\path[sudoku {name}{color}] ({x},{y}) rectangle ({},{});", x + width, y + height)
        }
        Shape::Lines(lines) => {
            write!(tikz, "\\path[sudoku {name}]")?;
            let mut current = None;
            for &[from, to] in lines {
                if current != Some(from) {
                    write!(tikz, "\n  ({},{})", from.0, from.1)?;
                }
                write!(tikz, " -- ({},{})", to.0, to.1)?;
                current = Some(to);
            }
            writeln!(tikz, ";")
        }
        Shape::Figure(outline, paint) => {
            write!(tikz, "\\path[sudoku {name}{}] ", options_of_paint(*paint, palette, unit)?)?;
            match outline {
                Outline::Circle((x, y), radius) => writeln!(tikz, "({x},{y}) circle[radius={radius}];"),
                Outline::Open(points) | Outline::Closed(points) => {
                    let end = if matches!(outline, Outline::Closed(_)) { " -- cycle" } else { "" };
                    let points: Vec<_> = points.iter().map(|(x, y)| format!("({x},{y})")).collect();
                    writeln!(tikz, "{}{end};", points.join(" -- "))
                }
            }
        }
        Shape::Text { at: (x, y), size, align, text } => {
            // The point is the center of a digit. The baseline is below it.
            let y = y + size * 34 / 100;
            let scale = *size as f64 * unit * POINTS / FONT_SIZE;
            let anchor = if *align == Align::Start { ",anchor=base west" } else { "" };
            writeln!(
                tikz,
                "\\node[sudoku {name}{anchor},scale={scale:.3}] at ({x},{y}) {{{}}};",
                escape(text)
            )
        }
    }
}

/// Converts a color from hexadecimal digits to the notation of the package `xcolor`.
fn rgb(color: &str) -> String {
    let channel = |start| u8::from_str_radix(&color[start..start + 2], 16).unwrap_or(0);
    format!("{{rgb,255:red,{};green,{};blue,{}}}", channel(0), channel(2), channel(4))
}

/// Escapes text for LaTeX, and replaces control characters with spaces.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(escape("50% & a_b\\{}\n"), "50\\% \\& a\\_b\\textbackslash{}\\{\\} ");
        assert_eq!(
            escape("<~^$#>"),
            "\\textless{}\\textasciitilde{}\\textasciicircum{}\\$\\#\\textgreater{}"
        );
    }

    #[test]
    fn colors_are_decimal() {
        assert_eq!(rgb("0a10ff"), "{rgb,255:red,10;green,16;blue,255}");
    }
}
