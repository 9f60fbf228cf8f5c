//! `sudoku-sat solve`: a solution of each puzzle.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use sudoku_cnf::files::InputError;
use sudoku_cnf::text::{self, Layout, Record};
use sudoku_cnf::{Grid, Solution, exit_code};
use sudoku_sat::external::ExternalError;
use sudoku_sat::outcome::Reason;
use sudoku_sat::{BackendError, Interrupt, Limits, SolveError, solutions};

use super::input;
use crate::args::Solve;

/// What came of a puzzle.
enum Answer {
    Solved(Solution),
    NoSolution,
    Unknown(Reason),
}

pub(crate) fn solve(args: &Solve, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let mut puzzles = input::puzzles(&args.puzzles, &args.puzzle)?.peekable();
    if args.format == Some(Layout::Line) {
        return solve_many(puzzles, args, interrupt);
    }
    let first = puzzles.next().ok_or_else(|| input::no_puzzle(&args.puzzles))?;
    if puzzles.peek().is_some() {
        return solve_many([first].into_iter().chain(puzzles), args, interrupt);
    }
    solve_one(&first?.puzzle, args, interrupt)
}

fn solve_one(puzzle: &Grid, args: &Solve, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let (code, sat_code) = match answer(puzzle, args, interrupt)? {
        Answer::Solved(solution) => {
            print(&solution, args.format.unwrap_or(Layout::Grid))?;
            (exit_code::DONE, 10)
        }
        Answer::NoSolution => {
            eprintln!("sudoku-sat: no solution");
            (exit_code::NO_SOLUTION, 20)
        }
        Answer::Unknown(Reason::Interrupted) => return Ok(exit_code::INTERRUPTED),
        Answer::Unknown(reason) => {
            eprintln!("sudoku-sat: unknown: {reason}");
            (exit_code::UNKNOWN, 0)
        }
    };
    Ok(if args.sat_exit_codes { sat_code } else { code })
}

/// Answers each puzzle by one line and goes on after errors.
fn solve_many(
    puzzles: impl Iterator<Item = Result<Record, InputError>>,
    args: &Solve,
    interrupt: &Interrupt,
) -> anyhow::Result<u8> {
    let layout = args.format.unwrap_or(Layout::Line);
    let mut tally = Tally::default();
    for puzzle in puzzles {
        let start = Instant::now();
        match puzzle.map_err(anyhow::Error::from).and_then(|record| answer(&record.puzzle, args, interrupt)) {
            Ok(Answer::Solved(solution)) => {
                print(&solution, layout)?;
                tally.solved += 1;
            }
            Ok(Answer::NoSolution) => print_word("unsatisfiable")?,
            Ok(Answer::Unknown(Reason::Interrupted)) => {
                tally.tell();
                return Ok(exit_code::INTERRUPTED);
            }
            Ok(Answer::Unknown(_)) => {
                print_word("unknown")?;
                tally.unknown += 1;
            }
            Err(error) if is_about_all_puzzles(&error) => return Err(error),
            Err(error) => {
                eprintln!("sudoku-sat: {error:#}");
                print_word("error")?;
                tally.errors += 1;
            }
        }
        tally.count(start.elapsed());
    }
    tally.tell();
    Ok(match tally {
        Tally { errors: 1.., .. } => exit_code::ERROR,
        Tally { unknown: 1.., .. } => exit_code::UNKNOWN,
        _ => exit_code::DONE,
    })
}

fn answer(puzzle: &Grid, args: &Solve, interrupt: &Interrupt) -> anyhow::Result<Answer> {
    let mut limits = Limits::none().or_interrupt(interrupt.clone());
    if let Some(time) = args.solver.timeout {
        limits = limits.within(time);
    }
    let found = solutions(puzzle, &args.solver.solver(), args.solver.encoding, limits);
    match found.and_then(|mut solutions| solutions.next().transpose()) {
        Ok(Some(solution)) => Ok(Answer::Solved(solution)),
        Ok(None) => Ok(Answer::NoSolution),
        Err(SolveError::Unknown(reason)) => Ok(Answer::Unknown(reason)),
        Err(error) => Err(error.into()),
    }
}

/// Whether an error would come again with every other puzzle, as a missing solver does.
fn is_about_all_puzzles(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(SolveError::Backend(BackendError::External(
            ExternalError::NotFound { .. } | ExternalError::Start { .. }
        )))
    )
}

fn print(solution: &Solution, layout: Layout) -> anyhow::Result<()> {
    text::write(solution.grid(), layout, io::stdout().lock()).context("standard output")
}

fn print_word(word: &str) -> anyhow::Result<()> {
    writeln!(io::stdout().lock(), "{word}").context("standard output")
}

/// What came of many puzzles.
#[derive(Default)]
struct Tally {
    puzzles: u64,
    solved: u64,
    unknown: u64,
    errors: u64,
    time: Duration,
    longest: Option<(Duration, u64)>,
}

impl Tally {
    fn count(&mut self, time: Duration) {
        self.puzzles += 1;
        self.time += time;
        self.longest = self.longest.max(Some((time, self.puzzles)));
    }

    /// Tells a person how many were solved, and how long it took.
    fn tell(&self) {
        eprintln!("solved {} of {}", self.solved, self.puzzles);
        if let Some((longest, number)) = self.longest {
            let mean = self.time.div_f64(self.puzzles as f64);
            eprintln!("time: mean {mean:.1?}, longest {longest:.1?} for puzzle {number}");
        }
    }
}
