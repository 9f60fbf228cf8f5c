//! HTML: one page for any number of puzzles, without script and without anything from elsewhere.

use std::io::{self, Write};

use sudoku_cnf::text::{Format, write};

use super::svg::{draw, escape};
use super::{MAX_SVG, Picture};

/// What the page adds to the pictures: a dark screen's colours, and no break within a puzzle in print.
const STYLE: &str = "\
body{margin:2rem auto;max-width:64rem;padding:0 1rem;background:#fff;color:#16181d;\
font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif}\
figure{margin:0 0 2.5rem;break-inside:avoid}\
figcaption{font-weight:bold;margin-bottom:.6rem}\
.pair{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}\
svg{flex:1 1 18rem;max-width:30rem;width:100%;height:auto}\
pre{overflow-x:auto}\
@media screen and (prefers-color-scheme:dark){\
body{background:#16181d;color:#e6e8ec}\
.paper{fill:#1d2026}.window{fill:#2c3442}.clashing{fill:#5a1f24}\
.thin{stroke:#5b626e}.thick{stroke:#e6e8ec}.diagonal{stroke:#46536b}\
.given{fill:#f4f5f7}.clash{fill:#ff8a8f}.solved{fill:#8db4ff}.mark,.note{fill:#a5acb8}}\
@media print{body{margin:0;max-width:none;padding:0}.pair{flex-wrap:nowrap}\
svg{flex:0 1 80mm;max-width:47%}figure{margin-bottom:12mm}}";

/// A page that grows by a puzzle at a time.
///
/// ```
/// use sudoku_cli::render::{Page, Picture};
///
/// let mut page = Page::begin("Puzzles", Vec::new())?;
/// page.add(&Picture::new("12..34.......4..".parse()?))?;
/// let text = String::from_utf8(page.finish()?)?;
/// assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Page<W> {
    writer: W,
    count: usize,
}

impl<W: Write> Page<W> {
    /// Begins a page with this title.
    ///
    /// # Errors
    /// Those of `writer`.
    pub fn begin(title: &str, mut writer: W) -> io::Result<Self> {
        writeln!(
            writer,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>",
            escape(title)
        )?;
        Ok(Self { writer, count: 0 })
    }

    /// Adds a puzzle, and its solution beside it if there is one.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn add(&mut self, picture: &Picture) -> io::Result<()> {
        self.count += 1;
        let title = picture.title.clone().unwrap_or_else(|| format!("Puzzle {}", self.count));
        writeln!(self.writer, "<figure>\n<figcaption>{}</figcaption>\n<div class=\"pair\">", escape(&title))?;
        let puzzle = Picture { solution: None, ..picture.clone() };
        self.draw(&puzzle)?;
        if picture.solution.is_some() {
            self.draw(&Picture { marks: None, ..picture.clone() })?;
        }
        writeln!(self.writer, "</div>\n</figure>")
    }

    fn draw(&mut self, picture: &Picture) -> io::Result<()> {
        if picture.puzzle.geometry().size() <= MAX_SVG {
            return writeln!(self.writer, "{}", draw(picture).map_err(io::Error::other)?);
        }
        // Larger boards are no picture, but they are still there.
        writeln!(self.writer, "<pre>")?;
        let grid = picture.solution.as_ref().map_or(&picture.puzzle, |solution| solution.grid());
        write(grid, Format::Rows, &mut self.writer)?;
        writeln!(self.writer, "</pre>")
    }

    /// Ends the page.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        writeln!(self.writer, "</body>\n</html>")?;
        self.writer.flush()?;
        Ok(self.writer)
    }
}
