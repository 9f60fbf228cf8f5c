//! The `sudoku-cli render` command, which renders puzzles.

use std::fmt;
use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use anyhow::anyhow;
use sudoku_cli::lesson::Lesson;
use sudoku_cli::render::{
    HtmlPage, MAX_DRAWN, PageOptions, Palette, Picture, SolutionsAt, TextStyle, write_json, write_svg,
    write_text, write_tikz,
};
#[cfg(feature = "pictures")]
use sudoku_cli::render::{PdfBooklet, write_pdf, write_png};
use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream, no_puzzle};
use sudoku_cnf::cli::run::{Answer, Run};
use sudoku_cnf::cli::terminal::locale_is_utf8;
use sudoku_cnf::cli::{Failure, Style, exit_code};
use sudoku_cnf::text::{Alphabet, Record, Strokes};
use sudoku_cnf::{Puzzle, Solution};
use sudoku_sat::{SolveError, SolveOptions};

use super::render_args::{PictureFormat, RenderArgs};
use super::{PROGRAM, limits, print_message};

pub(crate) fn render(args: &RenderArgs, style: Style, is_quiet: bool) -> Result<u8, Failure> {
    let format = args.output_format()?;
    let many = &args.many;
    let mut puzzles = PuzzleStream::open(PROGRAM, &many.puzzles, many.read.options()?, many.puzzle_number)?;
    let is_document = match format {
        PictureFormat::Html => true,
        PictureFormat::Pdf => args.beside || args.next || args.is_paged() || puzzles.has(2),
        _ => false,
    };
    let run = Run { is_strict: args.many.strict, ..Run::new(PROGRAM, style, is_quiet) };
    let job = Job { args, format, run, is_document };
    let output = many.output.as_deref();
    match format {
        PictureFormat::Text | PictureFormat::Tikz | PictureFormat::Json => {
            output::open_records(output, many.inputs(), many.resume.resume)?;
            puzzles.skip_completed(|_| {})?;
        }
        _ if many.resume.resume => {
            return Err(Failure::Usage(format!(
                "--resume does not apply to {} output, which is written as a whole",
                format.title()
            )));
        }
        _ => output::open(output, many.inputs())?,
    }
    match format {
        PictureFormat::Text => job.text(puzzles),
        PictureFormat::Svg => job.single(puzzles, |picture| write_svg(picture, &mut Output)),
        PictureFormat::Html => job.html(puzzles),
        // An empty line begins a new paragraph.
        PictureFormat::Tikz => job.each_separated(puzzles, |picture| write_tikz(picture, &mut Output)),
        #[cfg(feature = "pictures")]
        PictureFormat::Png => job.single(puzzles, |picture| write_png(picture, args.width, &mut Output)),
        #[cfg(feature = "pictures")]
        PictureFormat::Pdf => job.pdf(puzzles),
        #[cfg(not(feature = "pictures"))]
        PictureFormat::Png | PictureFormat::Pdf => unreachable!("the options have been checked"),
        PictureFormat::Json => job.each(puzzles, |picture| write_json(picture, &mut Output)),
    }
}

/// A run with its output format.
struct Job<'a> {
    args: &'a RenderArgs,
    format: PictureFormat,
    run: Run,
    /// Whether the output is a document that has a title of its own.
    is_document: bool,
}

impl Job<'_> {
    /// Calls `draw` with a picture of each puzzle.
    fn each(
        &self,
        puzzles: PuzzleStream,
        mut draw: impl FnMut(&Picture) -> io::Result<()>,
    ) -> Result<u8, Failure> {
        let totals = self.run.each(
            puzzles,
            || |item: &Item| self.picture(item),
            |_, picture| {
                let Ok(picture) = picture else { return Ok(()) };
                draw(&picture).map_err(output::failure)?;
                output::count_record();
                Ok(())
            },
        )?;
        match totals.items {
            _ if totals.is_empty() => Err(no_puzzle().into()),
            items if items > 0 && items == totals.errors => Err(Failure::Reported),
            _ => Ok(totals.exit_code()),
        }
    }

    /// Calls `draw` with a picture of the only puzzle.
    fn single(
        &self,
        mut puzzles: PuzzleStream,
        draw: impl FnOnce(&Picture) -> io::Result<()>,
    ) -> Result<u8, Failure> {
        let format = self.format.title();
        let Some(puzzle) = puzzles.only_unless(false)? else {
            return Err(anyhow!(
                "the output format {format} can contain only one puzzle, but the input has several\nhint: select one with \
                 --puzzle-number, or use --format html"
            )
            .into());
        };
        let Answer { value: picture, is_unknown, .. } = self.picture(&puzzle)?;
        draw(&picture).map_err(output::failure)?;
        Ok(if is_unknown { exit_code::UNKNOWN } else { exit_code::DONE })
    }

    /// Returns a picture of a puzzle with the title, solution and candidates selected by the options.
    ///
    /// # Errors
    /// Returns an error if the board is too large for a drawing.
    fn picture(&self, item: &Item) -> Result<Answer<Picture>, Failure> {
        let (args, place, record) = (self.args, item.place(), item.record()?);
        let geometry = record.puzzle.geometry();
        let (size, format) = (geometry.rows().max(geometry.columns()), self.format.title());
        if size > MAX_DRAWN && self.args.needs_drawing(self.format) {
            return Err(Failure::Puzzle(anyhow!(
                "the board is {size}x{size}, but {format} output supports boards up to {MAX_DRAWN}x{MAX_DRAWN}"
            )));
        }
        let Record { puzzle, solution, remark, alphabet, .. } = record.clone();
        let alphabet = args.symbols.alphabet(alphabet);
        // In a document, `--title` sets the title of the document rather than the titles of the pictures.
        let title = args.title.clone().filter(|_| !self.is_document).or(remark);
        let mut is_unknown = false;
        let found = if args.solve {
            self.solve(&puzzle, &place, &mut is_unknown)?
        } else if args.next {
            None
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
        let mut picture = Picture::new(puzzle)
            .with_title(title)
            .with_solution(found)
            .with_alphabet(alphabet)
            .with_palette(self.palette())
            .with_labels(args.labels);
        if let Some(cells) = &args.highlight {
            picture = picture
                .with_highlight(cells)
                .map_err(|error| Failure::Puzzle(anyhow!("{place}: --highlight: {error}")))?;
        }
        if args.next {
            let answer = self.first_step(picture.puzzle(), alphabet, &place, &mut is_unknown)?;
            picture = picture.with_answer(answer.map(|answer| answer.with_palette(self.palette())));
        }
        let picture = match args.candidates.as_deref() {
            Some("givens") => picture.with_pencilmarks(),
            // After a limit, no more time is spent.
            None if args.next && !is_unknown => picture.with_pencilmarks(),
            Some(_) => picture.with_candidates(),
            None => picture,
        };
        Ok(Answer { is_unknown, ..Answer::new(picture, None) })
    }

    /// Returns a picture of the first step that explains `puzzle`. Prints a warning if there is none.
    fn first_step(
        &self,
        puzzle: &Puzzle,
        alphabet: Option<Alphabet>,
        place: &str,
        is_unknown: &mut bool,
    ) -> Result<Option<Picture>, Failure> {
        if puzzle.geometry().layout().is_some() {
            return Err(Failure::Puzzle(anyhow!(
                "{place}: a step is shown on a single board, not on overlapping boards"
            )));
        }
        match Lesson::first_step(puzzle.clone(), alphabet, &limits(self.args.limits)) {
            Ok(None) => {
                print_message(format_args!(
                    "{place}: warning: there is no first step, because the puzzle is solved or does not have exactly one solution"
                ));
                Ok(None)
            }
            Err(SolveError::Unknown(reason)) => {
                print_message(format_args!("{place}: warning: the first step is unknown: {reason}"));
                *is_unknown = true;
                Ok(None)
            }
            step => step.map_err(|error| anyhow::Error::from(error).into()),
        }
    }

    /// Returns a solution of `puzzle`, if there is one. Prints a warning unless there is exactly one.
    fn solve(
        &self,
        puzzle: &Puzzle,
        place: &str,
        is_unknown: &mut bool,
    ) -> Result<Option<Solution>, Failure> {
        let limits = self.args.limits;
        let options = SolveOptions::new().timeout(limits.timeout).memory_limit(limits.memory_limit());
        let warn = |text: fmt::Arguments<'_>| print_message(format_args!("{place}: warning: {text}"));
        let mut first = None;
        for found in options.solutions(puzzle).take(2) {
            match found {
                Ok(solution) if first.is_none() => first = Some(solution),
                Ok(_) => warn(format_args!("the puzzle has several solutions; drawing one of them")),
                Err(SolveError::Unknown(reason)) => {
                    let unknown =
                        if first.is_some() { "whether there is another solution" } else { "the solution" };
                    warn(format_args!("{unknown} is unknown: {reason}"));
                    *is_unknown = true;
                    return Ok(first);
                }
                Err(error) => return Err(anyhow::Error::from(error).into()),
            }
        }
        if first.is_none() {
            warn(format_args!("the puzzle has no solution"));
        }
        Ok(first)
    }

    fn palette(&self) -> Palette {
        if self.args.monochrome { Palette::Monochrome } else { Palette::Color }
    }

    fn page_options(&self) -> PageOptions {
        let args = self.args;
        PageOptions {
            title: args.title.clone(),
            solutions_at: if args.beside { SolutionsAt::Beside } else { SolutionsAt::End },
            answers_are_steps: args.next,
            palette: self.palette(),
            per_page: args.per_page.map(usize::from),
            paper: args.paper,
            cover: args.cover,
        }
    }

    fn text(&self, puzzles: PuzzleStream) -> Result<u8, Failure> {
        let is_screen = !output::is_file();
        let is_terminal = output::is_on_terminal();
        let strokes = match self.args.lines {
            Some(strokes) => strokes,
            None if is_terminal && locale_is_utf8() => Strokes::Unicode,
            None => Strokes::Ascii,
        };
        let is_styled = is_screen && AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        self.each_separated(puzzles, |picture| {
            write_text(picture, TextStyle { strokes, is_styled }, &mut Output)
        })
    }

    /// Like [`each`](Self::each), with an empty line between two pictures.
    fn each_separated(
        &self,
        puzzles: PuzzleStream,
        mut draw: impl FnMut(&Picture) -> io::Result<()>,
    ) -> Result<u8, Failure> {
        let mut is_first = output::is_empty();
        self.each(puzzles, |picture| {
            if !std::mem::take(&mut is_first) {
                writeln!(Output)?;
            }
            draw(picture)
        })
    }

    #[cfg(feature = "pictures")]
    fn pdf(&self, puzzles: PuzzleStream) -> Result<u8, Failure> {
        if !self.is_document {
            return self.single(puzzles, |picture| write_pdf(picture, &mut Output));
        }
        let mut booklet = PdfBooklet::begin(self.page_options());
        let code = self.each(puzzles, |picture| booklet.add(picture))?;
        booklet.finish(&mut Output).map_err(output::failure)?;
        Ok(code)
    }

    fn html(&self, puzzles: PuzzleStream) -> Result<u8, Failure> {
        let mut page = HtmlPage::begin(self.page_options(), Output).map_err(output::failure)?;
        let code = self.each(puzzles, |picture| page.add(picture))?;
        page.finish().map_err(output::failure)?;
        Ok(code)
    }
}
