//! HTML output: a self-contained, script-free page that shows any number of puzzles.

use std::io::{self, Seek, Write};

use sudoku_cnf::formats::{Format, write};
use tempfile::SpooledTempFile;

use super::svg::{draw, escape};
use super::{MAX_SVG, Picture};

/// The largest board size for which an HTML page shows four solutions per row.
const MAX_SMALL: usize = 9;
/// The largest board size for which an HTML page shows two puzzles per row.
const MAX_ABREAST: usize = 16;

/// The maximum number of bytes of rendered solutions to keep in memory. If there are more, all of them are stored in a
/// temporary file.
const MAX_IN_MEMORY: usize = 1 << 24;

/// The style sheet of an HTML page. It arranges puzzles in columns, sets dark-mode colors, and prevents page breaks
/// within a puzzle.
const STYLE: &str = "\
body{margin:2rem auto;max-width:64rem;padding:0 1rem;background:#fff;color:#16181d;\
font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif}\
section{display:flex;flex-wrap:wrap;gap:2.5rem 2rem}\
section.solutions{gap:1.5rem;margin-top:3rem}\
h2{margin:0;width:100%}\
figure{margin:0;break-inside:avoid;width:calc(50% - 1rem);min-width:min(18rem,100%)}\
.solutions figure{width:calc(25% - 1.125rem);min-width:min(11rem,100%)}\
.solutions figure.large{width:calc(50% - .75rem)}\
section figure.wide{width:100%}\
figcaption{font-weight:bold;margin-bottom:.6rem}\
.solutions figcaption{font-size:.9rem;margin-bottom:.3rem}\
.pair{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}\
.pair svg{flex:1 1 18rem}\
svg{display:block;max-width:30rem;width:100%;height:auto}\
.wide>svg{max-width:none}\
pre{overflow-x:auto}\
@media screen and (prefers-color-scheme:dark){\
body{background:#16181d;color:#e6e8ec}\
.paper{fill:#1d2026}.window{fill:#2c3442}.clashing{fill:#5a1f24}\
.thin{stroke:#5b626e}.thick{stroke:#e6e8ec}.diagonal{stroke:#46536b}\
.given{fill:#f4f5f7}.clash{fill:#ff8a8f}.solved{fill:#8db4ff}.mark,.note{fill:#a5acb8}}\
@media print{body{margin:0;max-width:none;padding:0}\
section,section.solutions{gap:6mm}\
figure{width:calc(50% - 3mm);min-width:0}\
.solutions figure{width:calc(25% - 4.5mm);min-width:0}\
.solutions figure.large{width:calc(50% - 3mm)}\
svg{max-width:72mm}\
.solutions{break-before:page}\
.pair{flex-wrap:nowrap}.pair svg{flex:0 1 80mm;max-width:47%}}";

/// The position of the solutions on an HTML page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SolutionsAt {
    /// All solutions follow the last puzzle, as in a booklet.
    #[default]
    End,
    /// Each solution is next to its puzzle.
    Beside,
}

/// A writer for an HTML page to which puzzles are added one by one.
///
/// ```
/// use sudoku_cli::render::{Page, Picture, SolutionsAt};
///
/// let mut page = Page::begin("Puzzles", SolutionsAt::End, Vec::new())?;
/// page.add(&Picture::new("12..34.......4..".parse()?))?;
/// let text = String::from_utf8(page.finish()?)?;
/// assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Page<W> {
    writer: W,
    solutions_at: SolutionsAt,
    /// The solutions to write at the end of the page.
    solutions: SpooledTempFile,
    count: usize,
}

impl<W: Write> Page<W> {
    /// Begins a page with the title `title`. `solutions_at` determines where the solutions are placed.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn begin(title: &str, solutions_at: SolutionsAt, mut writer: W) -> io::Result<Self> {
        writeln!(
            writer,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<section>",
            escape(title)
        )?;
        Ok(Self { writer, solutions_at, solutions: SpooledTempFile::new(MAX_IN_MEMORY), count: 0 })
    }

    /// Adds the puzzle in `picture` and its solution, if any.
    ///
    /// # Errors
    /// Returns an error if writing to the page or to the temporary file fails.
    pub fn add(&mut self, picture: &Picture) -> io::Result<()> {
        self.count += 1;
        let title = match &picture.title {
            // Readers need the puzzle number to find the solution at the end of the page.
            Some(title) if self.solutions_at == SolutionsAt::End && picture.solution.is_some() => {
                format!("{}. {title}", self.count)
            }
            Some(title) => title.clone(),
            None => format!("Puzzle {}", self.count),
        };
        let puzzle = Picture { solution: None, ..picture.clone() };
        if picture.solution.is_none() {
            return write_figure(&title, &[&puzzle], &mut self.writer);
        }
        let solved = Picture { marks: None, ..picture.clone() };
        match self.solutions_at {
            SolutionsAt::Beside => write_figure(&title, &[&puzzle, &solved], &mut self.writer),
            SolutionsAt::End => {
                write_figure(&title, &[&puzzle], &mut self.writer)?;
                write_figure(&title, &[&solved], &mut self.solutions)
            }
        }
    }

    /// Writes the rest of the page, including any solutions at the end, and returns the writer.
    ///
    /// # Errors
    /// Returns an error if writing to the page or reading the temporary file fails.
    pub fn finish(mut self) -> io::Result<W> {
        writeln!(self.writer, "</section>")?;
        if self.solutions.stream_position()? > 0 {
            writeln!(self.writer, "<section class=\"solutions\">\n<h2>Solutions</h2>")?;
            self.solutions.rewind()?;
            io::copy(&mut self.solutions, &mut self.writer)?;
            writeln!(self.writer, "</section>")?;
        }
        writeln!(self.writer, "</body>\n</html>")?;
        self.writer.flush()?;
        Ok(self.writer)
    }
}

/// Writes a figure that contains the caption `title` and one or two pictures of the same puzzle.
fn write_figure(title: &str, pictures: &[&Picture], writer: &mut dyn Write) -> io::Result<()> {
    let n = pictures[0].puzzle.geometry().size();
    let class = if pictures.len() > 1 || n > MAX_ABREAST {
        " class=\"wide\""
    } else if n > MAX_SMALL {
        " class=\"large\""
    } else {
        ""
    };
    writeln!(writer, "<figure{class}>\n<figcaption>{}</figcaption>", escape(title))?;
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
    if picture.puzzle.geometry().size() <= MAX_SVG {
        return writeln!(writer, "{}", draw(picture).map_err(io::Error::other)?);
    }
    // Boards that are too large for SVG are written as text.
    writeln!(writer, "<pre>")?;
    let grid = picture.solution.as_ref().map_or(picture.puzzle.grid(), |solution| solution.grid());
    write(&grid.clone().into(), Format::Rows, &mut *writer)?;
    writeln!(writer, "</pre>")
}
