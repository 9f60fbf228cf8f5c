//! HTML output: a self-contained, script-free page that shows any number of puzzles.
//!
//! By default, the page adapts to the width of the screen. If the arrangement on paper is specified, it consists of
//! sheets with a fixed size instead.

use std::io::{self, Seek, Write};

use sudoku_cnf::text::{Format, write};
use tempfile::SpooledTempFile;

use super::booklet::{Booklet, MAX_IN_MEMORY};
use super::drawing::{MAX_DRAWN, Surroundings};
use super::head::write_head;
use super::layer::Palette;
use super::pages::{PageOptions, SolutionsAt};
use super::picture::Picture;
use super::shape::span;
use super::svg::{draw, escape};

/// The largest board size for which an HTML page shows four solutions per row, and for which two puzzles per row are
/// printed.
const MAX_SMALL: usize = 9;
/// The largest board size for which an HTML page shows two puzzles per row on the screen.
const MAX_ABREAST: usize = 16;

/// The style sheet of a page without sheets. It arranges puzzles in columns and prevents page breaks within a puzzle.
const STYLE: &str = include_str!("page.css");
/// The colors for dark mode.
const DARK: &str = include_str!("dark.css");
/// The colors of rules for dark mode.
const DARK_RULES: &str = include_str!("dark_rules.css");
/// The style sheet of a page that consists of sheets.
const PAGED_STYLE: &str = include_str!("paged.css");

/// A writer for an HTML page to which puzzles are added one by one.
///
/// ```
/// use sudoku_cli::render::{HtmlPage, PageOptions, Picture};
///
/// let mut page = HtmlPage::begin(PageOptions::default(), Vec::new())?;
/// page.add(&Picture::new("12..34.......4..".parse()?))?;
/// let text = String::from_utf8(page.finish()?)?;
/// assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HtmlPage<W> {
    writer: W,
    options: PageOptions,
    /// The content to write later: the solutions or, with a cover, all sheets.
    later: SpooledTempFile,
    booklet: Option<Booklet>,
    count: usize,
    /// Whether the colors of rules for dark mode must precede the first puzzle with rules.
    needs_dark_rules: bool,
}

impl<W: Write> HtmlPage<W> {
    /// Begins a page.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn begin(options: PageOptions, mut writer: W) -> io::Result<Self> {
        let is_dark_possible = options.palette == Palette::Color && !options.is_paged();
        let scheme = if is_dark_possible { "light dark" } else { "light" };
        write_head(options.title.as_deref().unwrap_or("Sudoku"), scheme, None, &mut writer)?;
        if options.is_paged() {
            writeln!(writer, "@page{{size:{};margin:0}}", options.paper.unwrap_or_default().name())?;
        }
        writer.write_all(if options.is_paged() { PAGED_STYLE } else { STYLE }.as_bytes())?;
        writer.write_all(if is_dark_possible { DARK } else { "" }.as_bytes())?;
        writeln!(writer, "</style>\n</head>\n<body>")?;
        if !options.is_paged() {
            if let Some(title) = &options.title {
                writeln!(writer, "<h1>{}</h1>", escape(title))?;
            }
            writeln!(writer, "<section>")?;
        }
        let booklet = options.is_paged().then(|| Booklet::new(options.clone()));
        let later = SpooledTempFile::new(MAX_IN_MEMORY);
        Ok(Self { writer, options, later, booklet, count: 0, needs_dark_rules: is_dark_possible })
    }

    /// Adds the puzzle in `picture` and its solution, if any.
    ///
    /// # Errors
    /// Returns an error if writing to the page or to the temporary file fails.
    ///
    /// # Panics
    /// Panics if the page consists of sheets and the board is larger than [`MAX_DRAWN`].
    pub fn add(&mut self, picture: &Picture) -> io::Result<()> {
        if let Some(booklet) = &mut self.booklet {
            let target: &mut dyn Write = if self.options.cover { &mut self.later } else { &mut self.writer };
            return booklet.add(picture, &mut |page| writeln!(target, "{page}"));
        }
        self.count += 1;
        let caption = picture.caption(self.count);
        let (puzzle, solved) = picture.split();
        // The head of the page is written before the first puzzle is known.
        if self.needs_dark_rules && !picture.puzzle.rules().is_empty() {
            self.needs_dark_rules = false;
            write!(self.writer, "<style>\n{DARK_RULES}</style>\n")?;
        }
        match (&solved, self.options.solutions_at) {
            (None, _) => write_figure(&caption, &[&puzzle], &mut self.writer),
            (Some(solved), SolutionsAt::Beside) => {
                write_figure(&solved.answer_caption(&caption), &[&puzzle, solved], &mut self.writer)
            }
            (Some(solved), SolutionsAt::End) => {
                write_figure(&caption, &[&puzzle], &mut self.writer)?;
                write_figure(&solved.answer_caption(&caption), &[solved], &mut self.later)
            }
        }
    }

    /// Writes the rest of the page, including any solutions at the end, and returns the writer.
    ///
    /// # Errors
    /// Returns an error if writing to the page or reading the temporary file fails.
    pub fn finish(mut self) -> io::Result<W> {
        if let Some(booklet) = self.booklet {
            let target: &mut dyn Write = if self.options.cover { &mut self.later } else { &mut self.writer };
            if let Some(cover) = booklet.finish(&mut |page| writeln!(target, "{page}"))? {
                writeln!(self.writer, "{cover}")?;
                self.later.rewind()?;
                io::copy(&mut self.later, &mut self.writer)?;
            }
        } else {
            writeln!(self.writer, "</section>")?;
            if self.later.stream_position()? > 0 {
                let (steps, answers) =
                    (if self.options.answers_are_steps { " steps" } else { "" }, self.options.answers());
                writeln!(self.writer, "<section class=\"solutions{steps}\">\n<h2>{answers}</h2>")?;
                self.later.rewind()?;
                io::copy(&mut self.later, &mut self.writer)?;
                writeln!(self.writer, "</section>")?;
            }
        }
        writeln!(self.writer, "</body>\n</html>")?;
        self.writer.flush()?;
        Ok(self.writer)
    }
}

/// Writes a figure that contains the caption `caption` and one or two pictures of the same puzzle.
fn write_figure(caption: &str, pictures: &[&Picture], writer: &mut dyn Write) -> io::Result<()> {
    let n = span(pictures[0].puzzle.geometry());
    let class = if pictures.len() > 1 || n > MAX_ABREAST {
        " class=\"wide\""
    } else if n > MAX_SMALL {
        " class=\"large print-wide\""
    } else {
        ""
    };
    writeln!(writer, "<figure{class}>\n<figcaption>{}</figcaption>", escape(caption))?;
    if pictures.len() > 1 {
        writeln!(writer, "<div class=\"pair\">")?;
    }
    pictures.iter().try_for_each(|picture| write_picture(picture, writer))?;
    if pictures.len() > 1 {
        writeln!(writer, "</div>")?;
    }
    writeln!(writer, "</figure>")
}

fn write_picture(picture: &Picture, writer: &mut dyn Write) -> io::Result<()> {
    if span(picture.puzzle.geometry()) <= MAX_DRAWN {
        return writeln!(writer, "{}", draw(picture, Surroundings::Bare));
    }
    // Boards that are too large for SVG are written as text.
    writeln!(writer, "<pre>")?;
    let grid = picture.solution.as_ref().map_or(picture.puzzle.grid(), |solution| solution.grid());
    let format = if picture.puzzle.geometry().layout().is_some() { Format::Grid } else { Format::Rows };
    write(&grid.clone().into(), format, &mut *writer)?;
    writeln!(writer, "</pre>")
}
