//! `sudoku-cli check`: what is right or wrong with a puzzle or a grid.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use itertools::Itertools;
use sudoku_cli::check::{self, Verdict};
use sudoku_cnf::files::Input;
use sudoku_cnf::geometry::Board;
use sudoku_cnf::{Candidate, exit_code};

use crate::args::Check;

pub(crate) fn check(args: &Check) -> anyhow::Result<u8> {
    let options = args.read.options()?;
    let valid = |path: &PathBuf| Input::new(Some(path.clone())).valid_puzzle(&options, args.record);
    let puzzle = args.puzzle.as_ref().map(valid);
    let puzzle = puzzle.transpose()?.map(|record| record.puzzle);
    // The puzzle tells the board of a grid that is checked against it.
    let (options, record) = match &puzzle {
        Some(puzzle) => (args.read.options_on(Board::from(&**puzzle.geometry())), None),
        None => (options, args.record),
    };
    let grid = Input::new(args.grid.clone()).puzzle(&options, record)?.puzzle;
    let geometry = grid.geometry();
    let name = |given: &Candidate| format!("{} {}", geometry.position(given.cell), given.digit);
    let (text, code) = match check::check(&grid, puzzle.as_ref())? {
        Verdict::Clashes(clashes) => (clashes.iter().join("\n"), exit_code::ERROR),
        Verdict::NoSolutionOf(error) => (format!("no solution of the puzzle: {error}"), exit_code::ERROR),
        Verdict::Right => ("a right full grid".to_owned(), exit_code::DONE),
        Verdict::Unsolvable => ("no solution".to_owned(), exit_code::NO_SOLUTION),
        Verdict::Proper(redundant) if redundant.is_empty() => {
            ("exactly 1 solution, and every given is needed".to_owned(), exit_code::DONE)
        }
        Verdict::Proper(redundant) => {
            let list = redundant.iter().map(name).join(", ");
            (format!("exactly 1 solution\nredundant givens, each by itself: {list}"), exit_code::DONE)
        }
        Verdict::Ambiguous(one, other) => (
            format!("several solutions: {} in one, {} in another", name(&one), name(&other)),
            exit_code::ERROR,
        ),
    };
    writeln!(io::stdout().lock(), "{text}").context("standard output")?;
    Ok(code)
}
