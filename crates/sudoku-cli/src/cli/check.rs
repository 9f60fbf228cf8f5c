//! The `sudoku-cli check` command, which checks puzzles and full grids.

use std::io::{self, Write};
use std::path::PathBuf;

use sudoku_cli::check::{self, Verdict};
use sudoku_cnf::board::BoardOptions;
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::{Failure, Style, exit_code};
use sudoku_cnf::formats::Record;
use sudoku_cnf::{Candidate, Puzzle, Solution};

use super::args::CheckArgs;
use super::puzzles::{self, PuzzleInputs};

pub(crate) fn check(args: &CheckArgs, style: Style) -> Result<u8, Failure> {
    let options = args.read.options()?;
    let valid = |path: &PathBuf| Input::new(Some(path.clone())).valid_puzzle(&options, args.puzzle_number);
    let puzzle = args.puzzle.as_ref().map(valid).transpose()?.map(|record| record.puzzle);
    // With `--puzzle`, the grids are read using the board of that puzzle, and `--puzzle-number` selects the puzzle
    // rather than a grid.
    let (options, record) = match &puzzle {
        Some(puzzle) => (args.read.options_on(BoardOptions::from(&**puzzle.geometry())), None),
        None => (options, args.puzzle_number),
    };
    let mut puzzles = PuzzleInputs::open(&args.grids, options, record)?;
    let are_many = puzzles.are_many();
    let mut worst = exit_code::DONE;
    let code = puzzles::for_each(puzzles, args.strict, style, |checked, _| {
        let (lines, code) = judge(&checked.record, puzzle.as_ref())?;
        // An error takes precedence over "no solution", which takes precedence over success.
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
        written.map_err(Failure::stdout)
    })?;
    Ok(if code == exit_code::DONE { worst } else { code })
}

/// Returns the output lines and the exit code for a puzzle or full grid.
fn judge(record: &Record, against: Option<&Puzzle>) -> Result<(Vec<String>, u8), Failure> {
    let puzzle = &record.puzzle;
    let name = |given: &Candidate| format!("{} {}", given.cell, given.digit);
    let (mut lines, mut code) = match check::check(puzzle, against).map_err(anyhow::Error::from)? {
        Verdict::Clashes(clashes) => (clashes.iter().map(ToString::to_string).collect(), exit_code::ERROR),
        Verdict::NotASolution(error) => {
            (vec![format!("not a solution of the puzzle: {error}")], exit_code::ERROR)
        }
        Verdict::Correct => (vec!["a correct full grid".to_owned()], exit_code::DONE),
        Verdict::Unsolvable => (vec!["no solution".to_owned()], exit_code::NO_SOLUTION),
        Verdict::Proper(redundant) if redundant.is_empty() => {
            (vec!["exactly 1 solution; every given is necessary".to_owned()], exit_code::DONE)
        }
        Verdict::Proper(redundant) => {
            let list = redundant.iter().map(name).collect::<Vec<_>>().join(", ");
            (
                vec![
                    "exactly 1 solution".to_owned(),
                    format!("redundant givens (each can be removed on its own): {list}"),
                ],
                exit_code::DONE,
            )
        }
        Verdict::Ambiguous(one, other) => (
            vec![format!("several solutions: one with {}, another with {}", name(&one), name(&other))],
            exit_code::ERROR,
        ),
        other => (vec![format!("{other:?}")], exit_code::ERROR),
    };
    if let Some(Err(error)) = record.solution.clone().map(|solution| Solution::check(solution, puzzle)) {
        lines.push(format!("the solution stored with the puzzle is wrong: {error}"));
        code = exit_code::ERROR;
    }
    Ok((lines, code))
}
