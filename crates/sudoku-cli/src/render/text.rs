//! Text output: a framed board or a table of candidates.
//!
//! In ASCII, the candidates of a board with rectangular boxes have the same layout as in Peter Norvig's essay *Solving
//! Every Sudoku Puzzle* (2006). Otherwise, they are framed like a board without candidates.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use sudoku_cnf::Digit;
use sudoku_cnf::text::{self, Strokes};

use super::picture::{Content, Picture};

/// The style of text output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// The set of characters used to draw the frame.
    pub strokes: Strokes,
    /// Whether to use terminal escape sequences to print givens in bold and clashing givens in red.
    pub is_styled: bool,
}

/// Writes a picture as text: a board with a frame around each box or region, or a table of candidates. The rules
/// follow, one sentence a line.
///
/// If the picture has candidates, the solution is not written.
///
/// # Errors
/// Returns an error if writing fails.
///
/// ```
/// use sudoku_cli::render::{Picture, TextStyle, write_text};
/// use sudoku_cnf::text::Strokes;
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
    if picture.marks.is_some() && picture.solution.is_some() {
        write_board(&picture.split().0, style, writer)?;
    } else {
        write_board(picture, style, writer)?;
    }
    picture.puzzle.rules().iter().try_for_each(|rule| writeln!(writer, "{rule:#}"))
}

fn write_board(picture: &Picture, style: TextStyle, writer: &mut dyn Write) -> io::Result<()> {
    let geometry = picture.puzzle.geometry();
    let list = |marks: &[Digit]| text::candidate_list(marks, geometry.size(), picture.alphabet);
    let (width, blank) = match (&picture.marks, style.strokes) {
        // A table has no lines between regions, so the regions of a jigsaw would be invisible.
        (Some(marks), Strokes::Ascii) if geometry.box_shape().is_some() => {
            return text::write_marks(marks, geometry, picture.alphabet, writer);
        }
        (Some(marks), _) => (marks.iter().map(|marks| list(marks).len()).max().unwrap_or(1), ""),
        (None, strokes) => {
            let blank = if strokes == Strokes::Unicode { "·" } else { "." };
            let width = if picture.alphabet.is_some() { 1 } else { geometry.size().to_string().len() };
            (width, blank)
        }
    };
    let cell = |cell| {
        let bold = Style::new().bold();
        let (text, look) = match picture.content(cell) {
            Content::Given(digit) => (picture.symbol(digit), bold),
            Content::Clash(digit) => (picture.symbol(digit), bold.fg_color(Some(AnsiColor::Red.into()))),
            Content::Solved(digit) => (picture.symbol(digit), Style::new()),
            Content::Marks(marks) => (list(marks), Style::new()),
            Content::Empty => (blank.to_owned(), Style::new()),
        };
        let text =
            if picture.marks.is_some() { format!("{text:^width$}") } else { format!("{text:>width$}") };
        if style.is_styled && !look.is_plain() { format!("{look}{text}{look:#}") } else { text }
    };
    text::write_frame(geometry, style.strokes, width, cell, writer)
}
