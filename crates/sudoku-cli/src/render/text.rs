//! Text output: a framed board or a table of candidates.
//!
//! The table has the same layout as the one in Peter Norvig's essay *Solving Every Sudoku Puzzle* (2006).

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use sudoku_cnf::Digit;
use sudoku_cnf::formats::{self, Strokes};

use super::{Content, Picture};

/// The style of text output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// The set of characters used to draw the frame.
    pub strokes: Strokes,
    /// Whether to use terminal escape sequences to print givens in bold and clashing givens in red.
    pub is_styled: bool,
}

/// Writes a picture as text: as a table of candidates if it has candidates, or as a framed board if it has none.
///
/// # Errors
/// Returns an error if writing fails.
///
/// ```
/// use sudoku_cli::render::{Picture, TextStyle, write_text};
/// use sudoku_cnf::formats::Strokes;
///
/// let picture = Picture::new("12..34.......4..".parse()?);
/// let mut text = Vec::new();
/// write_text(&picture, TextStyle { strokes: Strokes::Unicode, is_styled: false }, &mut text)?;
/// assert_eq!(String::from_utf8(text)?, "\
/// ┌─────┬─────┐
/// │ 1 2 │ · · │
/// │ 3 4 │ · · │
/// ├─────┼─────┤
/// │ · · │ · · │
/// │ · 4 │ · · │
/// └─────┴─────┘
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_text(picture: &Picture, style: TextStyle, writer: &mut dyn Write) -> io::Result<()> {
    let geometry = picture.puzzle.geometry();
    if let Some(marks) = &picture.marks {
        return formats::write_marks(marks, geometry, writer);
    }
    let width = geometry.size().to_string().len();
    let blank = match style.strokes {
        Strokes::Unicode => "·",
        Strokes::Ascii => ".",
    };
    let cell = |cell| {
        let pad = |digit: Digit| format!("{digit:>width$}");
        let (text, look) = match picture.content(cell) {
            Content::Given(digit) => (pad(digit), Style::new().bold()),
            Content::Clash(digit) => (pad(digit), Style::new().bold().fg_color(Some(AnsiColor::Red.into()))),
            Content::Solved(digit) => (pad(digit), Style::new()),
            Content::Marks(_) | Content::Empty => (format!("{blank:>width$}"), Style::new()),
        };
        if style.is_styled && !look.is_plain() { format!("{look}{text}{look:#}") } else { text }
    };
    formats::write_frame(geometry, style.strokes, width, cell, writer)
}
