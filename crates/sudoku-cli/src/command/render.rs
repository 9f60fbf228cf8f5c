//! `sudoku-cli render`: pictures of puzzles.

use std::env;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, bail};
use sudoku_cli::render::{MAX_SVG, Page, Picture, SolutionsAt, TextStyle, write_json, write_svg, write_text};
use sudoku_cnf::text::{Record, Strokes, Style};
use sudoku_cnf::{Solution, exit_code};
use sudoku_sat::{Choice, Limits, Solver, solutions};

use super::puzzles::{self, Puzzle, Puzzles};
use crate::args::{LineSet, Picturing, Render};
use crate::tell;

pub(crate) fn render(args: &Render, style: Style) -> anyhow::Result<u8> {
    let puzzles = Puzzles::open(&args.many.puzzles, args.many.read.options()?, args.many.record)?;
    puzzles::write_to(args.many.output.as_deref(), &args.many.puzzles, |writer| match args.format {
        Picturing::Text => text(args, puzzles, style, writer),
        Picturing::Svg => svg(args, puzzles, writer),
        Picturing::Html => html(args, puzzles, style, writer),
        Picturing::Json => each(args, puzzles, style, |picture, _| write_json(picture, writer)),
    })
}

/// Hands the picture of each puzzle to `draw`, with its number from 1.
fn each(
    args: &Render,
    puzzles: Puzzles,
    style: Style,
    mut draw: impl FnMut(&Picture, u64) -> io::Result<()>,
) -> anyhow::Result<u8> {
    puzzles::for_each(puzzles, args.many.strict, style, |puzzle, number| {
        draw(&picture(args, puzzle)?, number).context("output")
    })
}

/// The picture of a puzzle, as it is asked for.
fn picture(args: &Render, puzzle: Puzzle) -> anyhow::Result<Picture> {
    let place = puzzle.place();
    let Record { puzzle, solution, remark, .. } = puzzle.record;
    // A page has a title of its own.
    let title = args.title.clone().filter(|_| args.format != Picturing::Html).or(remark);
    let found = if args.solve {
        solve(&puzzle, &place)?
    } else {
        // The solution that stands beside a puzzle is shown only if it is one.
        solution.and_then(|grid| match Solution::check(grid, &puzzle) {
            Ok(solution) => Some(solution),
            Err(error) => {
                tell(format_args!("{place}: the solution beside the puzzle is not drawn: {error}"));
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

/// The solution, if there is one; what is odd about it is told.
fn solve(puzzle: &sudoku_cnf::Grid, place: &str) -> anyhow::Result<Option<Solution>> {
    let options = Choice::default().options(puzzle.geometry().size());
    let mut found = solutions(puzzle, &Solver::Varisat, options, Limits::none())?;
    let first = found.next().transpose()?;
    if first.is_none() {
        tell(format_args!("{place}: the puzzle has no solution"));
    } else if found.next().transpose()?.is_some() {
        tell(format_args!("{place}: the puzzle has several solutions, of which one is drawn"));
    }
    Ok(first)
}

fn text(args: &Render, puzzles: Puzzles, style: Style, writer: &mut dyn Write) -> anyhow::Result<u8> {
    let is_screen = puzzles::is_stdout(args.many.output.as_deref());
    let is_terminal = is_screen && io::stdout().is_terminal();
    let strokes = match args.lines {
        Some(LineSet::Unicode) => Strokes::Unicode,
        None if is_terminal && speaks_utf8() => Strokes::Unicode,
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

/// Whether the locale says that the terminal knows Unicode.
fn speaks_utf8() -> bool {
    let values = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    let locale = { values }.find(|value| !value.is_empty()).unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

fn svg(args: &Render, mut puzzles: Puzzles, writer: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(puzzle) = puzzles.only()? else {
        bail!("an SVG file holds one picture; pick a puzzle with --record, or take --format html");
    };
    let size = puzzle.record.puzzle.geometry().size();
    if size > MAX_SVG {
        bail!("a board of {size}x{size} is too large for a picture, which goes up to {MAX_SVG}x{MAX_SVG}");
    }
    write_svg(&picture(args, puzzle)?, writer).context("output")?;
    Ok(exit_code::DONE)
}

fn html(args: &Render, puzzles: Puzzles, style: Style, writer: &mut dyn Write) -> anyhow::Result<u8> {
    let solutions_at = if args.beside { SolutionsAt::Beside } else { SolutionsAt::End };
    let title = args.title.as_deref().unwrap_or("Sudoku");
    let mut page = Page::begin(title, solutions_at, writer).context("output")?;
    let code = each(args, puzzles, style, |picture, _| page.add(picture))?;
    page.finish().context("output")?;
    Ok(code)
}
