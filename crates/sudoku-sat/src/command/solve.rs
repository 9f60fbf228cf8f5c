//! `sudoku-sat solve`: a solution of each puzzle, or all solutions of one.

use std::io::{self, Write};

use anyhow::Context;
use sudoku_cnf::text::{self, Format, JsonCells, Record, Style};
use sudoku_cnf::{Grid, Solution, exit_code};
use sudoku_sat::outcome::Reason;
use sudoku_sat::question::Solutions;
use sudoku_sat::{Interrupt, Probing, SolveError, Solver, cores, solutions};

use super::input::{self, OneOrMany, Stream};
use super::many::{Manner, print_records};
use super::record::{Answer, JsonRecord, Uniqueness};
use super::{announce, announce_many, tell_no_solution, tell_unknown};
use crate::args::{Solve, Usage};
use crate::tell;

const NOT_SINGLE: Usage = Usage("--sat-exit-codes goes with a single puzzle, and one solution of it");

pub(crate) fn solve(args: &Solve, style: Style, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let wants_several = lists_all(args);
    let wants_records = match args.format {
        Some(Format::Json) => true,
        _ if wants_several => false,
        Some(Format::Line) => true,
        _ => args.batch.wants_records(),
    };
    if args.sat_exit_codes && (wants_records || wants_several) {
        return Err(NOT_SINGLE.into());
    }
    match input::one_or_many(&args.puzzles, &args.puzzle, wants_records)? {
        OneOrMany::One(_, record) => {
            let solve = if wants_several { solve_all } else { solve_one };
            solve(&input::noted(*record).puzzle, args, interrupt)
        }
        OneOrMany::Many(_) if args.sat_exit_codes => Err(NOT_SINGLE.into()),
        OneOrMany::Many(_) if wants_several && !args.wants_json() => {
            Err(Usage("all solutions of several puzzles take --format json; or pick one with --record")
                .into())
        }
        OneOrMany::Many(puzzles) => solve_many(*puzzles, args, style, interrupt),
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

/// Hands the solutions of `puzzle` to `show` as they are found, up to a quota: how many, and why no more.
fn search(
    puzzle: &Grid,
    args: &Solve,
    interrupt: &Interrupt,
    show: impl FnMut(u64, Solution) -> anyhow::Result<()>,
) -> anyhow::Result<(u64, End)> {
    let (quota, solver, options) = (quota(args), solver(puzzle, args), args.solver.cnf(puzzle));
    announce(&args.solver, &solver, puzzle, options);
    let limits = args.solver.time.limits(interrupt);
    run(solutions(puzzle, &solver, options, limits), quota, args.sorted, show)
}

/// How many solutions are looked for.
fn quota(args: &Solve) -> u64 {
    match args.limit {
        _ if args.all => u64::MAX,
        Some(limit) => limit,
        None if args.check_unique => 2,
        None => 1,
    }
}

fn solver(puzzle: &Grid, args: &Solve) -> Solver {
    if quota(args) == 1 { args.solver.solver_for_one(puzzle) } else { args.solver.solver() }
}

/// Hands on as many of the solutions as are wanted: how many, and why no more.
fn run(
    solutions: Result<Solutions<'_>, SolveError>,
    quota: u64,
    is_sorted: bool,
    mut show: impl FnMut(u64, Solution) -> anyhow::Result<()>,
) -> anyhow::Result<(u64, End)> {
    let mut found = 0;
    let mut sorted = Vec::new();
    let end = match solutions {
        Err(SolveError::Unknown(reason)) => End::Unknown(reason),
        Err(error) => return Err(error.into()),
        Ok(mut solutions) => loop {
            match solutions.next() {
                None => break End::Complete,
                Some(Err(SolveError::Unknown(reason))) => break End::Unknown(reason),
                Some(Err(error)) => return Err(error.into()),
                Some(Ok(solution)) => {
                    found += 1;
                    if is_sorted {
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
    let (found, end) = search(puzzle, args, interrupt, |index, solution| {
        // A second one is only counted.
        if index == 1 { print(index, &solution, format) } else { Ok(()) }
    })?;
    if args.check_unique && found > 0 {
        tell(format_args!("solutions: {}", uniqueness(found, &end).name()));
    }
    let (code, sat_code) = match end {
        // A solution is all that was asked for, unless it is to be the only one.
        End::Unknown(reason) if found == 0 || args.check_unique => (tell_unknown(&reason), 0),
        _ if found > 0 => (exit_code::DONE, 10),
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

/// Whether a solution is the only one, after a search for two.
fn uniqueness(found: u64, end: &End) -> Uniqueness {
    match end {
        End::Complete if found == 1 => Uniqueness::Unique,
        End::Complete | End::Enough => Uniqueness::Several,
        End::Unknown(_) => Uniqueness::Unknown,
    }
}

/// Answers each puzzle by a record.
fn solve_many(puzzles: Stream, args: &Solve, style: Style, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let format = format(args, Format::Line);
    let as_json = args.wants_json();
    let separator = if as_json { "" } else { separator(format) };
    let jobs = match args.batch.jobs {
        // Their solutions are printed as they are found.
        _ if lists_all(args) => 1,
        Some(jobs) => jobs.into(),
        // It has threads of its own.
        None if matches!(args.solver.chosen(), Some(Solver::Portfolio(_))) => 1,
        None => cores(),
    };
    let manner = Manner { batch: &args.batch, style, interrupt, as_json, separator, jobs };
    announce_many(&args.solver);
    let tally = print_records(puzzles, &manner, || {
        let mut probing = Probing::default();
        move |record: &Record, json: &mut JsonRecord| {
            answer(&record.puzzle, args, interrupt, format, &mut probing, json)
        }
    })?;
    if !args.batch.quiet {
        tally.tell();
    }
    Ok(tally.exit_code())
}

/// Whether each puzzle may have several records.
fn lists_all(args: &Solve) -> bool {
    args.all || args.limit.is_some()
}

fn answer(
    puzzle: &Grid,
    args: &Solve,
    interrupt: &Interrupt,
    format: Format,
    probing: &mut Probing,
    json: &mut JsonRecord,
) -> anyhow::Result<Answer> {
    let (quota, options) = (quota(args), args.solver.cnf(puzzle));
    // Where it is said how many threads work, none has others of its own.
    let solver = if args.batch.jobs.is_some() { args.solver.solver() } else { solver(puzzle, args) };
    let limits = args.solver.time.limits(interrupt);
    // A small board takes less time than to heed limits; a larger one may take longer than anybody waits.
    let limits = if puzzle.geometry().size() > 9 { limits.prompt() } else { limits };
    let mut first = None;
    let found = probing.solutions(puzzle, &solver, options, limits);
    let (found, end) = run(found, quota, args.sorted, |index, solution| {
        if lists_all(args) {
            return json.print_solution(index, solution.grid());
        }
        first.get_or_insert(solution);
        Ok(())
    })?;
    if let Some(solution) = first
        && !matches!(end, End::Unknown(Reason::Interrupted))
    {
        json.solution = args.wants_json().then(|| JsonCells::of(solution.grid()));
        let mut text = to_text(&solution, format)?;
        text.truncate(text.trim_end().len());
        if args.check_unique {
            let uniqueness = uniqueness(found, &end);
            json.unique = Some(uniqueness);
            text.push(if format == Format::Line { ' ' } else { '\n' });
            text.push_str(uniqueness.name());
        }
        return Ok(match end {
            End::Unknown(reason) => {
                json.message = Some(reason.to_string());
                Answer::PartlyKnown(text)
            }
            _ => Answer::Solved(text),
        });
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
