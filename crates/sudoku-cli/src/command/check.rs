//! `sudoku-cli check`: what is right or wrong with a puzzle or a grid.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use itertools::Itertools;
use sudoku_cli::check::{self, Verdict};
use sudoku_cnf::files::Input;
use sudoku_cnf::geometry::Board;
use sudoku_cnf::text::{Record, Style};
use sudoku_cnf::{Candidate, Grid, Solution, exit_code};

use super::puzzles::{self, Puzzles};
use crate::args::Check;

pub(crate) fn check(args: &Check, style: Style) -> anyhow::Result<u8> {
    let options = args.read.options()?;
    let valid = |path: &PathBuf| Input::new(Some(path.clone())).valid_puzzle(&options, args.record);
    let puzzle = args.puzzle.as_ref().map(valid).transpose()?.map(|record| record.puzzle);
    // The puzzle tells the board of a grid that is checked against it.
    let (options, record) = match &puzzle {
        Some(puzzle) => (args.read.options_on(Board::from(&**puzzle.geometry())), None),
        None => (options, args.record),
    };
    let mut puzzles = Puzzles::open(&args.grids, options, record)?;
    let are_many = puzzles.are_many();
    let mut worst = exit_code::DONE;
    let code = puzzles::for_each(puzzles, args.strict, style, |checked, _| {
        let (lines, code) = judge(&checked.record, puzzle.as_ref())?;
        // An error counts more than no solution, and that more than a proper puzzle.
        worst = [exit_code::ERROR, exit_code::NO_SOLUTION]
            .into_iter()
            .find(|bad| [worst, code].contains(bad))
            .unwrap_or(code);
        let mut out = io::stdout().lock();
        let written = if are_many {
            writeln!(out, "{}: {}", checked.place(), lines.join("; "))
        } else {
            writeln!(out, "{}", lines.join("\n"))
        };
        written.context("standard output")
    })?;
    Ok(if code == exit_code::DONE { worst } else { code })
}

/// What is to be said of a puzzle or grid, and the exit code for it.
fn judge(record: &Record, puzzle: Option<&Grid>) -> anyhow::Result<(Vec<String>, u8)> {
    let grid = &record.puzzle;
    let name = |given: &Candidate| format!("{} {}", grid.geometry().position(given.cell), given.digit);
    let (mut lines, mut code) = match check::check(grid, puzzle)? {
        Verdict::Clashes(clashes) => (clashes.iter().map(ToString::to_string).collect(), exit_code::ERROR),
        Verdict::NoSolutionOf(error) => {
            (vec![format!("no solution of the puzzle: {error}")], exit_code::ERROR)
        }
        Verdict::Right => (vec!["a right full grid".to_owned()], exit_code::DONE),
        Verdict::Unsolvable => (vec!["no solution".to_owned()], exit_code::NO_SOLUTION),
        Verdict::Proper(redundant) if redundant.is_empty() => {
            (vec!["exactly 1 solution, and every given is needed".to_owned()], exit_code::DONE)
        }
        Verdict::Proper(redundant) => {
            let list = redundant.iter().map(name).join(", ");
            (
                vec!["exactly 1 solution".to_owned(), format!("redundant givens, each by itself: {list}")],
                exit_code::DONE,
            )
        }
        Verdict::Ambiguous(one, other) => (
            vec![format!("several solutions: {} in one, {} in another", name(&one), name(&other))],
            exit_code::ERROR,
        ),
    };
    if let Some(Err(error)) = record.solution.clone().map(|solution| Solution::check(solution, grid)) {
        lines.push(format!("the solution beside it is wrong: {error}"));
        code = exit_code::ERROR;
    }
    Ok((lines, code))
}
