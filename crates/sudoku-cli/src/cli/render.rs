//! The `sudoku-cli render` command, which renders puzzles as text, SVG, HTML or JSON.

use std::env;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anyhow::anyhow;
use sudoku_cli::render::{MAX_SVG, Page, Picture, SolutionsAt, TextStyle, write_json, write_svg, write_text};
use sudoku_cnf::cli::{Failure, Style, exit_code};
use sudoku_cnf::formats::{Record, Strokes};
use sudoku_cnf::{Puzzle, Solution};

use super::args::{LineSet, PictureFormat, RenderArgs};
use super::print_message;
use super::puzzles::{self, LocatedPuzzle, PuzzleInputs};

pub(crate) fn render(args: &RenderArgs, style: Style) -> Result<u8, Failure> {
    let puzzles = PuzzleInputs::open(&args.many.puzzles, args.many.read.options()?, args.many.puzzle_number)?;
    puzzles::write_to(args.many.output.as_deref(), &args.many.puzzles, |writer| match args.format {
        PictureFormat::Text => text(args, puzzles, style, writer),
        PictureFormat::Svg => svg(args, puzzles, writer),
        PictureFormat::Html => html(args, puzzles, style, writer),
        PictureFormat::Json => each(args, puzzles, style, |picture, _| write_json(picture, writer)),
    })
}

/// Calls `draw` with a picture of each puzzle and the number of the puzzle. Puzzles are numbered from 1.
fn each(
    args: &RenderArgs,
    puzzles: PuzzleInputs,
    style: Style,
    mut draw: impl FnMut(&Picture, u64) -> io::Result<()>,
) -> Result<u8, Failure> {
    puzzles::for_each(puzzles, args.many.strict, style, |puzzle, number| {
        Ok(draw(&picture(args, puzzle)?, number)?)
    })
}

/// Returns a picture of `puzzle` with the title, solution and candidates selected by `args`.
fn picture(args: &RenderArgs, puzzle: LocatedPuzzle) -> Result<Picture, Failure> {
    let place = puzzle.place();
    let Record { puzzle, solution, remark, .. } = puzzle.record;
    // In HTML output, `--title` sets the title of the page rather than the titles of the pictures.
    let title = args.title.clone().filter(|_| args.format != PictureFormat::Html).or(remark);
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
    let picture = Picture::new(puzzle).with_title(title).with_solution(found);
    Ok(match args.candidates.as_deref() {
        Some("givens") => picture.with_pencilmarks(),
        Some(_) => picture.with_candidates(),
        None => picture,
    })
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

fn text(
    args: &RenderArgs,
    puzzles: PuzzleInputs,
    style: Style,
    writer: &mut dyn Write,
) -> Result<u8, Failure> {
    let is_screen = puzzles::is_stdout(args.many.output.as_deref());
    let is_terminal = is_screen && io::stdout().is_terminal();
    let strokes = match args.lines {
        Some(LineSet::Unicode) => Strokes::Unicode,
        None if is_terminal && locale_is_utf8() => Strokes::Unicode,
        Some(LineSet::Ascii) | None => Strokes::Ascii,
    };
    let is_styled = is_screen && AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    each(args, puzzles, style, |picture, number| {
        if number > 1 {
            writeln!(writer)?;
        }
        write_text(picture, TextStyle { strokes, is_styled }, writer)
    })
}

/// Returns whether the locale uses UTF-8.
fn locale_is_utf8() -> bool {
    let values = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    let locale = { values }.find(|value| !value.is_empty()).unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

fn svg(args: &RenderArgs, mut puzzles: PuzzleInputs, writer: &mut dyn Write) -> Result<u8, Failure> {
    let Some(puzzle) = puzzles.only()? else {
        return Err(anyhow!(
            "an SVG file can contain only one puzzle, but the input has several\nhint: select one with --puzzle-number, or use --format \
             html"
        )
        .into());
    };
    let size = puzzle.record.puzzle.geometry().size();
    if size > MAX_SVG {
        return Err(anyhow!(
            "the board is {size}x{size}, but SVG output supports boards up to {MAX_SVG}x{MAX_SVG}"
        )
        .into());
    }
    write_svg(&picture(args, puzzle)?, writer)?;
    Ok(exit_code::DONE)
}

fn html(
    args: &RenderArgs,
    puzzles: PuzzleInputs,
    style: Style,
    writer: &mut dyn Write,
) -> Result<u8, Failure> {
    let solutions_at = if args.beside { SolutionsAt::Beside } else { SolutionsAt::End };
    let title = args.title.as_deref().unwrap_or("Sudoku");
    let mut page = Page::begin(title, solutions_at, writer)?;
    let code = each(args, puzzles, style, |picture, _| page.add(picture))?;
    page.finish()?;
    Ok(code)
}
