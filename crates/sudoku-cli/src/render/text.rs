//! Text: a frame around the boxes, or the board of candidates as Norvig's essay prints it.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use sudoku_cnf::Digit;
use sudoku_cnf::formats::{self, Strokes};

use super::{Ink, Picture};

/// How text is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// The lines.
    pub strokes: Strokes,
    /// Whether givens are bold and clashes red, by escape sequences for terminals.
    pub is_styled: bool,
}

/// Writes a picture as text. With candidates it is the board that the essay prints, and else framed.
///
/// # Errors
/// Those of `writer`.
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
        let (text, ink) = match picture.ink(cell) {
            Ink::Given(digit) => (pad(digit), Style::new().bold()),
            Ink::Clash(digit) => (pad(digit), Style::new().bold().fg_color(Some(AnsiColor::Red.into()))),
            Ink::Solved(digit) => (pad(digit), Style::new()),
            Ink::Marks(_) | Ink::Nothing => (format!("{blank:>width$}"), Style::new()),
        };
        if style.is_styled && !ink.is_plain() { format!("{ink}{text}{ink:#}") } else { text }
    };
    formats::write_frame(geometry, style.strokes, width, cell, writer)
}
