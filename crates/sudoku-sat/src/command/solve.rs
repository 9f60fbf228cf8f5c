//! `sudoku-sat solve`: a solution of each puzzle, or all solutions of one.

use std::io::{self, Write};

use anyhow::Context;
use sudoku_cnf::text::{self, Format, JsonCells, Style};
use sudoku_cnf::{Grid, Solution, exit_code};
use sudoku_sat::outcome::Reason;
use sudoku_sat::{Interrupt, SolveError, solutions};

use super::input::{self, ItemIterator, Items};
use super::record::{Answer, Errors, JsonRecord, print_records};
use super::{announce, tell_no_solution, tell_unknown};
use crate::args::{Solve, Usage};
use crate::tell;

pub(crate) fn solve(args: &Solve, style: Style, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let wants_several = args.all || args.limit.is_some();
    let wants_records = match args.format {
        Some(Format::Json) => true,
        Some(format) => format == Format::Line && !wants_several,
        None => false,
    };
    if args.sat_exit_codes && (wants_records || wants_several) {
        return Err(Usage("--sat-exit-codes goes with a single puzzle, and one solution of it").into());
    }
    match input::one_or_many(&args.puzzles, &args.puzzle, wants_records)? {
        Items::One(record) if wants_several => solve_all(&record.puzzle, args, interrupt),
        Items::One(record) => solve_one(&record.puzzle, args, interrupt),
        Items::Many(_) if wants_several && args.format != Some(Format::Json) => {
            Err(Usage("all solutions of several puzzles take --format json; or pick one with --record")
                .into())
        }
        Items::Many(items) => solve_many(items, args, style, interrupt),
    }
}

/// What a search for solutions came to.
enum End {
    /// There are no further solutions.
    Complete,
    /// As many as were asked for have been found.
    Enough,
    /// It was stopped.
    Unknown(Reason),
}

/// Hands the solutions that are asked for to `show` as they are found: how many, and why no more.
fn search(
    puzzle: &Grid,
    args: &Solve,
    interrupt: &Interrupt,
    mut show: impl FnMut(u64, Solution) -> anyhow::Result<()>,
) -> anyhow::Result<(u64, End)> {
    let quota = if args.all { u64::MAX } else { args.limit.unwrap_or(1) };
    let solver = match quota {
        1 => args.solver.solver_for_one(puzzle),
        _ => args.solver.solver(),
    };
    let options = args.solver.cnf(puzzle);
    announce(&args.solver, &solver, puzzle, options);
    let mut found = 0;
    let mut sorted = Vec::new();
    let end = match solutions(puzzle, &solver, options, args.solver.time.limits(interrupt)) {
        Err(SolveError::Unknown(reason)) => End::Unknown(reason),
        Err(error) => return Err(error.into()),
        Ok(mut solutions) => loop {
            match solutions.next() {
                None => break End::Complete,
                Some(Err(SolveError::Unknown(reason))) => break End::Unknown(reason),
                Some(Err(error)) => return Err(error.into()),
                Some(Ok(solution)) => {
                    found += 1;
                    if args.sorted {
                        sorted.push(solution);
                    } else {
                        show(found, solution)?;
                    }
                    if found == quota {
                        break End::Enough;
                    }
                }
            }
        },
    };
    sorted.sort_by_cached_key(|solution| solution.grid().givens().collect::<Vec<_>>());
    for (index, solution) in (1..).zip(sorted) {
        show(index, solution)?;
    }
    Ok((found, end))
}

fn solve_one(puzzle: &Grid, args: &Solve, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let format = format(args, Format::Grid);
    let (found, end) = search(puzzle, args, interrupt, |index, solution| print(index, &solution, format))?;
    let (code, sat_code) = match end {
        _ if found > 0 => (exit_code::DONE, 10),
        End::Unknown(reason) => (tell_unknown(&reason), 0),
        _ => (tell_no_solution(), 20),
    };
    Ok(if args.sat_exit_codes && code != exit_code::INTERRUPTED { sat_code } else { code })
}

fn solve_all(puzzle: &Grid, args: &Solve, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let format = format(args, Format::Line);
    let (found, end) = search(puzzle, args, interrupt, |index, solution| print(index, &solution, format))?;
    Ok(match end {
        End::Unknown(reason) => {
            tell(format_args!("the list ends after {found} solutions"));
            tell_unknown(&reason)
        }
        _ if found == 0 => tell_no_solution(),
        End::Enough => {
            tell(format_args!("stopped at the limit ({found} found)"));
            exit_code::DONE
        }
        End::Complete => exit_code::DONE,
    })
}

/// Answers each puzzle by a record.
fn solve_many(items: ItemIterator, args: &Solve, style: Style, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let format = format(args, Format::Line);
    let as_json = args.format == Some(Format::Json);
    let separator = if as_json { "" } else { separator(format) };
    let tally =
        print_records(items, as_json, separator, Errors { style, strict: args.strict }, |record, json| {
            answer(&record.puzzle, args, interrupt, format, json)
        })?;
    tally.tell();
    Ok(tally.exit_code())
}

fn answer(
    puzzle: &Grid,
    args: &Solve,
    interrupt: &Interrupt,
    format: Format,
    json: &mut JsonRecord,
) -> anyhow::Result<Answer> {
    let lists_all = args.all || args.limit.is_some();
    let mut first = None;
    let (found, end) = search(puzzle, args, interrupt, |index, solution| {
        if lists_all {
            return json.print_solution(index, solution.grid());
        }
        first = Some(solution);
        Ok(())
    })?;
    if let Some(solution) = first {
        json.solution = Some(JsonCells::of(solution.grid()));
        return Ok(Answer::Solved(to_text(&solution, format)?.trim_end().to_owned()));
    }
    Ok(match end {
        End::Unknown(Reason::Interrupted) => Answer::Interrupted,
        End::Unknown(reason) => {
            json.message = Some(reason.to_string());
            Answer::Unknown("unknown".to_owned())
        }
        _ if found > 0 => Answer::Listed,
        _ => Answer::Unsatisfiable("unsatisfiable".to_owned()),
    })
}

/// The format of solutions that are no JSON.
fn format(args: &Solve, default: Format) -> Format {
    args.format.filter(|&format| format != Format::Json).unwrap_or(default)
}

/// What stands between two solutions: grids of several lines are set apart.
fn separator(format: Format) -> &'static str {
    if format == Format::Line { "" } else { "\n" }
}

fn to_text(solution: &Solution, format: Format) -> anyhow::Result<String> {
    let mut text = Vec::new();
    text::write(solution.grid(), format, &mut text)?;
    Ok(String::from_utf8(text)?)
}

/// Prints the solution with this number, from 1, of those of a puzzle.
fn print(index: u64, solution: &Solution, format: Format) -> anyhow::Result<()> {
    let separator = if index > 1 { separator(format) } else { "" };
    let text = to_text(solution, format)?;
    write!(io::stdout().lock(), "{separator}{text}").context("standard output")
}
