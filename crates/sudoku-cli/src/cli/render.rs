//! The `sudoku-cli render` command, which renders puzzles.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anyhow::anyhow;
use sudoku_cli::render::{
    HtmlPage, Labels, MAX_DRAWN, PageOptions, Palette, Paper, Picture, SolutionsAt, TextStyle, write_json,
    write_svg, write_text, write_tikz,
};
#[cfg(feature = "pictures")]
use sudoku_cli::render::{PdfBooklet, write_pdf, write_png};
use sudoku_cnf::cli::terminal::locale_is_utf8;
use sudoku_cnf::cli::{Failure, Style, exit_code};
use sudoku_cnf::text::{Record, Strokes};
use sudoku_cnf::{Puzzle, Solution};

use super::print_message;
use super::puzzles::{self, LocatedPuzzle, PuzzleInputs, Reports};
use super::render_args::{LabelStyle, LineSet, PaperSize, PictureFormat, RenderArgs};

pub(crate) fn render(args: &RenderArgs, style: Style, is_quiet: bool) -> Result<u8, Failure> {
    let format = args.output_format()?;
    let mut puzzles =
        PuzzleInputs::open(&args.many.puzzles, args.many.read.options()?, args.many.puzzle_number)?;
    let is_document = match format {
        PictureFormat::Html => true,
        PictureFormat::Pdf => args.beside || args.is_paged() || puzzles.are_many(),
        _ => false,
    };
    let job = Job { args, format, reports: Reports { style, is_quiet }, is_document };
    puzzles::write_to(args.many.output.as_deref(), args.many.inputs(), |writer| match format {
        PictureFormat::Text => job.text(puzzles, writer),
        PictureFormat::Svg => job.single(puzzles, |picture| write_svg(picture, writer)),
        PictureFormat::Html => job.html(puzzles, writer),
        PictureFormat::Tikz => job.tikz(puzzles, writer),
        #[cfg(feature = "pictures")]
        PictureFormat::Png => job.single(puzzles, |picture| write_png(picture, args.width, writer)),
        #[cfg(feature = "pictures")]
        PictureFormat::Pdf => job.pdf(puzzles, writer),
        #[cfg(not(feature = "pictures"))]
        PictureFormat::Png | PictureFormat::Pdf => unreachable!("the options have been checked"),
        PictureFormat::Json => job.each(puzzles, |picture, _| write_json(picture, writer)),
    })
}

/// The options of a run, with the output format.
struct Job<'a> {
    args: &'a RenderArgs,
    format: PictureFormat,
    reports: Reports,
    /// Whether the output is a document that has a title of its own.
    is_document: bool,
}

impl Job<'_> {
    /// Calls `draw` with a picture of each puzzle and the number of the puzzle. Puzzles are numbered from 1.
    fn each(
        &self,
        puzzles: PuzzleInputs,
        mut draw: impl FnMut(&Picture, u64) -> io::Result<()>,
    ) -> Result<u8, Failure> {
        puzzles::for_each(puzzles, self.args.many.strict, self.reports, |puzzle, number| {
            Ok(draw(&self.picture(puzzle)?, number)?)
        })
    }

    /// Like [`each`](Self::each), but boards that are too large for a drawing are errors.
    fn each_drawable(
        &self,
        puzzles: PuzzleInputs,
        mut draw: impl FnMut(&Picture, u64) -> io::Result<()>,
    ) -> Result<u8, Failure> {
        puzzles::for_each(puzzles, self.args.many.strict, self.reports, |puzzle, number| {
            Ok(draw(&self.drawable(puzzle)?, number)?)
        })
    }

    /// Calls `draw` with a picture of the only puzzle.
    fn single(
        &self,
        mut puzzles: PuzzleInputs,
        draw: impl FnOnce(&Picture) -> io::Result<()>,
    ) -> Result<u8, Failure> {
        let format = self.format.title();
        let Some(puzzle) = puzzles.only()? else {
            return Err(anyhow!(
                "the output format {format} can contain only one puzzle, but the input has several\nhint: select one with \
                 --puzzle-number, or use --format html"
            )
            .into());
        };
        draw(&self.drawable(puzzle)?)?;
        Ok(exit_code::DONE)
    }

    /// Returns a picture of `puzzle`.
    ///
    /// # Errors
    /// Returns an error if the board is too large for a drawing.
    fn drawable(&self, puzzle: LocatedPuzzle) -> Result<Picture, Failure> {
        let (size, format) = (puzzle.record.puzzle.geometry().size(), self.format.title());
        if size > MAX_DRAWN {
            return Err(anyhow!(
                "the board is {size}x{size}, but {format} output supports boards up to {MAX_DRAWN}x{MAX_DRAWN}"
            )
            .into());
        }
        self.picture(puzzle)
    }

    /// Returns a picture of `puzzle` with the title, solution and candidates selected by the options.
    fn picture(&self, puzzle: LocatedPuzzle) -> Result<Picture, Failure> {
        let args = self.args;
        let place = puzzle.place();
        let Record { puzzle, solution, remark, alphabet, .. } = puzzle.record;
        // In a document, `--title` sets the title of the document rather than the titles of the pictures.
        let title = args.title.clone().filter(|_| !self.is_document).or(remark);
        let found = if args.solve {
            solve(&puzzle, &place)?
        } else {
            // A solution from the input is drawn only if it is correct.
            solution.and_then(|grid| match Solution::check(grid, &puzzle) {
                Ok(solution) => Some(solution),
                Err(error) => {
                    print_message(format_args!(
                        "{place}: warning: the solution stored with the puzzle is wrong and was not drawn: {error}"
                    ));
                    None
                }
            })
        };
        let labels = args.labels.map(|labels| match labels {
            LabelStyle::Rc => Labels::RowColumn,
            LabelStyle::Letters => Labels::Letters,
        });
        let mut picture = Picture::new(puzzle)
            .with_title(title)
            .with_solution(found)
            .with_alphabet(args.symbols.alphabet(alphabet))
            .with_palette(self.palette())
            .with_labels(labels);
        if let Some(cells) = &args.highlight {
            picture = picture
                .with_highlight(cells)
                .map_err(|error| Failure::Puzzle(anyhow!("{place}: --highlight: {error}")))?;
        }
        Ok(match args.candidates.as_deref() {
            Some("givens") => picture.with_pencilmarks(),
            Some(_) => picture.with_candidates(),
            None => picture,
        })
    }

    fn palette(&self) -> Palette {
        if self.args.monochrome { Palette::Monochrome } else { Palette::Color }
    }

    fn page_options(&self) -> PageOptions {
        let args = self.args;
        PageOptions {
            title: args.title.clone(),
            solutions_at: if args.beside { SolutionsAt::Beside } else { SolutionsAt::End },
            palette: self.palette(),
            per_page: args.per_page.map(usize::from),
            paper: args.paper.map(|paper| match paper {
                PaperSize::A4 => Paper::A4,
                PaperSize::Letter => Paper::Letter,
            }),
            cover: args.cover,
        }
    }

    fn text(&self, puzzles: PuzzleInputs, writer: &mut dyn Write) -> Result<u8, Failure> {
        let is_screen = puzzles::is_stdout(self.args.many.output.as_deref());
        let is_terminal = is_screen && io::stdout().is_terminal();
        let strokes = match self.args.lines {
            Some(LineSet::Unicode) => Strokes::Unicode,
            None if is_terminal && locale_is_utf8() => Strokes::Unicode,
            Some(LineSet::Ascii) | None => Strokes::Ascii,
        };
        let is_styled = is_screen && AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        self.each(puzzles, |picture, number| {
            if number > 1 {
                writeln!(writer)?;
            }
            write_text(picture, TextStyle { strokes, is_styled }, writer)
        })
    }

    fn tikz(&self, puzzles: PuzzleInputs, writer: &mut dyn Write) -> Result<u8, Failure> {
        self.each_drawable(puzzles, |picture, number| {
            if number > 1 {
                // An empty line begins a new paragraph.
                writeln!(writer)?;
            }
            write_tikz(picture, writer)
        })
    }

    #[cfg(feature = "pictures")]
    fn pdf(&self, puzzles: PuzzleInputs, writer: &mut dyn Write) -> Result<u8, Failure> {
        if !self.is_document {
            return self.single(puzzles, |picture| write_pdf(picture, writer));
        }
        let mut booklet = PdfBooklet::begin(self.page_options());
        let code = self.each_drawable(puzzles, |picture, _| booklet.add(picture))?;
        booklet.finish(writer)?;
        Ok(code)
    }

    fn html(&self, puzzles: PuzzleInputs, writer: &mut dyn Write) -> Result<u8, Failure> {
        let mut page = HtmlPage::begin(self.page_options(), writer)?;
        let add = |picture: &Picture, _| page.add(picture);
        let code =
            if self.args.is_paged() { self.each_drawable(puzzles, add) } else { self.each(puzzles, add) }?;
        page.finish()?;
        Ok(code)
    }
}

/// Returns a solution of `puzzle`, if there is one. Prints a warning if there is no solution or more than one.
fn solve(puzzle: &Puzzle, place: &str) -> Result<Option<Solution>, Failure> {
    let mut found = sudoku_sat::solutions(puzzle);
    let mut next = || found.next().transpose().map_err(anyhow::Error::from);
    let first = next()?;
    if first.is_none() {
        print_message(format_args!("{place}: warning: the puzzle has no solution"));
    } else if next()?.is_some() {
        print_message(format_args!(
            "{place}: warning: the puzzle has several solutions; drawing one of them"
        ));
    }
    Ok(first)
}
