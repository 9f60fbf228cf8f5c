//! `sudoku-sat solve`: prints one solution of each puzzle, or several solutions on request.

use std::io::Write;
use std::time::Duration;

use anyhow::anyhow;
use sudoku_cnf::cli::terminal::BoardPainter;
use sudoku_cnf::cli::{Failure, Style, exit_code};
use sudoku_cnf::formats::{Alphabet, Format, JsonCells, Record, Writer};
use sudoku_cnf::{Puzzle, Solution};
use sudoku_sat::solver::{ExternalError, SolverError};
use sudoku_sat::{
    BatchSolver, Count, Engine, Interrupt, SolveError, SolveOptions, Solver, StopReason, cores,
};

use super::args::{Method, SolveArgs};
use super::csv_record::Column;
use super::input::{self, OneOrMany, Stream};
use super::output::{self, Output};
use super::record::{Answer, JsonRecord, Uniqueness};
use super::record_format::RecordFormat;
use super::records::{RecordOptions, print_records};
use super::{
    announce, announce_engine, print_message, proven_search, report_no_solution, report_unknown,
    solve_failure, warn_about_missing_members,
};

fn usage(message: &str) -> Failure {
    Failure::Usage(message.to_owned())
}

const NOT_SINGLE: &str = "--sat-exit-codes requires a single puzzle and cannot be combined with --all, --limit or records (--format line, \
     json or csv, --jobs, --shard, --only)";

/// The size of the largest board on which a second solution is searched for without being asked for.
const SECOND_SOLUTION_SIZE: usize = 16;
/// The maximum duration of this search.
const SECOND_SOLUTION_TIME: Duration = Duration::from_millis(50);

pub(crate) fn solve(args: &SolveArgs, style: Style, interrupt: &Interrupt) -> Result<u8, Failure> {
    let wants_several = lists_all(args);
    let record_format = record_format(args)?;
    let wants_records = match args.format {
        _ if record_format.is_some() => true,
        _ if wants_several => false,
        Some(Format::Line) => true,
        _ => args.batch.wants_records(),
    };
    if args.sat_exit_codes && (wants_records || wants_several) {
        return Err(usage(NOT_SINGLE));
    }
    match input::one_or_many(&args.puzzles, &args.puzzle, wants_records, !args.only.is_empty())? {
        OneOrMany::One(_, record) => {
            let solve = if wants_several { solve_all } else { solve_one };
            let solved = solve(&input::noted(*record, args.batch.quiet), args, interrupt);
            solved.map_err(|failure| with_hint(failure, args))
        }
        OneOrMany::Many(_) if args.proof.wants_proof() && !args.proof.has_file_per_puzzle() => Err(usage(
            "--proof and --cnf with several puzzles require a placeholder in the file name, for example \
             'proofs/%03d.drat'\nhint: select one puzzle with --puzzle-number, or use 'sudoku-sat certify'",
        )),
        OneOrMany::Many(_) if args.sat_exit_codes => Err(usage(NOT_SINGLE)),
        OneOrMany::Many(_) if wants_several && record_format.is_none() => Err(usage(
            "--all and --limit with several puzzles require --format json or csv\nhint: select one puzzle with --puzzle-number",
        )),
        OneOrMany::Many(puzzles) => solve_many(*puzzles, args, record_format, style, interrupt),
    }
}

/// Returns the format of records, or `None` if they are text.
fn record_format(args: &SolveArgs) -> Result<Option<RecordFormat>, Failure> {
    let mut columns = vec![Column::Puzzle, Column::Solution];
    columns.extend(lists_all(args).then_some(Column::SolutionIndex));
    columns.push(Column::Status);
    columns.extend(args.checks_unique().then_some(Column::Unique));
    RecordFormat::from_options(args.format, &args.columns, &columns, &args.only)
}

/// The reason why a search for solutions ended.
pub(super) enum SearchEnd {
    /// All solutions have been found.
    Complete,
    /// The requested number of solutions was found.
    MaxReached,
    /// The search stopped for this reason before it was complete.
    Unknown(StopReason),
}

/// Adds a hint to the error for a command in `--solver-command` whose standard output is not an answer.
fn with_hint(failure: Failure, args: &SolveArgs) -> Failure {
    match failure {
        Failure::Puzzle(error) if is_invalid_answer(&error) && args.solver.reads_standard_output() => {
            Failure::Puzzle(anyhow!(
                "{error:#}\nhint: if the solver writes its answer to a file, add {{out}} to --solver-command"
            ))
        }
        other => other,
    }
}

fn is_invalid_answer(error: &anyhow::Error) -> bool {
    let answer = |error: &SolveError| {
        matches!(error, SolveError::Solver(SolverError::External(ExternalError::InvalidAnswer { .. })))
    };
    error.downcast_ref().is_some_and(answer)
}

/// Returns the maximum number of solutions to search for.
fn max_solutions(args: &SolveArgs) -> u64 {
    match args.limit {
        _ if args.all => u64::MAX,
        Some(limit) => limit,
        None if args.checks_unique() => 2,
        None => 1,
    }
}

/// Returns the options for the search. With `--jobs`, the solver of a puzzle does not start its own threads.
fn options(args: &SolveArgs, interrupt: &Interrupt) -> SolveOptions {
    let options = args.solver.options(interrupt).max_solutions(max_solutions(args));
    if args.batch.jobs.is_some() { options.single_threaded() } else { options }
}

/// Searches for the requested number of solutions of `puzzle`, and calls `show` with each solution and its number.
///
/// Returns the number of solutions found and the reason why the search ended.
fn search(
    puzzle: &Puzzle,
    args: &SolveArgs,
    interrupt: &Interrupt,
    show: impl FnMut(u64, Solution) -> Result<(), Failure>,
) -> Result<(u64, SearchEnd), Failure> {
    if args.proof.wants_proof() {
        let number = args.puzzle.puzzle_number.unwrap_or(1);
        let (found, end) = proven_search::search(puzzle, number, args, interrupt, show)?;
        if matches!(end, SearchEnd::MaxReached) {
            proven_search::report_no_proof(args, found);
        }
        return Ok((found, end));
    }
    if let Some(engine) = args.solver.engine() {
        announce_engine(&args.solver, engine, puzzle);
        return run(engine_solutions(engine, puzzle, args, interrupt), args, show);
    }
    let options = options(args, interrupt);
    let n = puzzle.geometry().size();
    let mut solutions = options.solutions(puzzle);
    if let Some(engine) = options.engine_for_size(n) {
        announce_engine(&args.solver, engine, puzzle);
    } else {
        let solver = options.solver_for_size(n);
        announce(&args.solver, &solver, puzzle, options.cnf_options_for(&solver, n));
    }
    let result = run(&mut solutions, args, show);
    if args.solver.verbose
        && let Some(statistics) = solutions.statistics()
    {
        print_message(format_args!("search: {statistics}"));
    }
    result
}

/// Returns the solutions that a search engine finds, up to the requested number.
fn engine_solutions<'p>(
    engine: Engine,
    puzzle: &'p Puzzle,
    args: &SolveArgs,
    interrupt: &Interrupt,
) -> impl Iterator<Item = Result<Solution, SolveError>> + use<'p> {
    let solutions = engine.solutions(puzzle, args.solver.time.limits(interrupt));
    solutions.take(usize::try_from(max_solutions(args)).unwrap_or(usize::MAX))
}

/// Calls `show` with each solution and its number. With `--sorted`, the solutions are sorted first.
///
/// Returns the number of solutions and the reason why the search ended.
fn run(
    solutions: impl Iterator<Item = Result<Solution, SolveError>>,
    args: &SolveArgs,
    mut show: impl FnMut(u64, Solution) -> Result<(), Failure>,
) -> Result<(u64, SearchEnd), Failure> {
    let mut found = 0;
    let mut sorted = Vec::new();
    let mut end = SearchEnd::Complete;
    for solution in solutions {
        match solution {
            Err(SolveError::Unknown(reason)) => end = SearchEnd::Unknown(reason),
            Err(error) => return Err(solve_failure(error)),
            Ok(solution) => {
                found += 1;
                if args.sorted {
                    sorted.push(solution);
                } else {
                    show(found, solution)?;
                }
            }
        }
    }
    if found == max_solutions(args) {
        end = SearchEnd::MaxReached;
    }
    sorted.sort_by_cached_key(|solution| solution.grid().digits().collect::<Vec<_>>());
    for (index, solution) in (1..).zip(sorted) {
        show(index, solution)?;
    }
    Ok((found, end))
}

fn solve_one(record: &Record, args: &SolveArgs, interrupt: &Interrupt) -> Result<u8, Failure> {
    let puzzle = &record.puzzle;
    let alphabet = args.symbols.alphabet(record.alphabet);
    let format = format(args, Format::Grid);
    let painter = BoardPainter::for_stdout().filter(|_| args.format.is_none() && !output::is_file());
    let (found, end) = search(puzzle, args, interrupt, |index, solution| match painter {
        // With `--check-unique`, a second solution is counted but not printed.
        _ if index > 1 => Ok(()),
        Some(painter) => painter.write(puzzle, Some(solution.grid()), &mut Output).map_err(output::failure),
        None => print(index, &solution, format, alphabet),
    })?;
    if args.check_unique && found > 0 {
        print_message(format_args!("solutions: {}", uniqueness(found, &end).name()));
    } else if found > 0 && !args.batch.quiet && has_obvious_second_solution(puzzle) {
        print_message(
            "note: the puzzle has other solutions; print them with --all or count them with 'sudoku-sat count'",
        );
    }
    let (code, sat_code) = match end {
        // With `--check-unique`, the answer is unknown until the search for a second solution is complete.
        SearchEnd::Unknown(reason) if found == 0 || args.check_unique => (report_unknown(&reason), 0),
        _ if found > 0 => (exit_code::DONE, 10),
        _ => (report_no_solution(), 20),
    };
    Ok(if args.sat_exit_codes && code != exit_code::INTERRUPTED { sat_code } else { code })
}

/// Returns whether a second solution is found within a moment.
fn has_obvious_second_solution(puzzle: &Puzzle) -> bool {
    let options = SolveOptions::new().max_solutions(2).timeout(SECOND_SOLUTION_TIME);
    puzzle.geometry().size() <= SECOND_SOLUTION_SIZE
        && matches!(options.count(puzzle), Ok(Count::Exactly(2..) | Count::AtLeast(2.., _)))
}

fn solve_all(record: &Record, args: &SolveArgs, interrupt: &Interrupt) -> Result<u8, Failure> {
    let alphabet = args.symbols.alphabet(record.alphabet);
    let format = format(args, Format::Line);
    let (found, end) =
        search(&record.puzzle, args, interrupt, |index, solution| print(index, &solution, format, alphabet))?;
    Ok(match end {
        SearchEnd::Unknown(reason) => {
            print_message(format_args!("the list may be incomplete; solutions found: {found}"));
            report_unknown(&reason)
        }
        _ if found == 0 => report_no_solution(),
        SearchEnd::MaxReached => {
            print_message(format_args!("stopped at --limit; solutions found: {found}"));
            exit_code::DONE
        }
        SearchEnd::Complete => exit_code::DONE,
    })
}

/// Returns whether the solution is unique, based on the result of a search for two solutions.
fn uniqueness(found: u64, end: &SearchEnd) -> Uniqueness {
    match end {
        SearchEnd::Complete if found == 1 => Uniqueness::Unique,
        SearchEnd::Complete | SearchEnd::MaxReached => Uniqueness::Several,
        SearchEnd::Unknown(_) => Uniqueness::Unknown,
    }
}

/// Prints a record for each puzzle. If `record_format` is not set, the records are text.
fn solve_many(
    puzzles: Stream,
    args: &SolveArgs,
    record_format: Option<RecordFormat>,
    style: Style,
    interrupt: &Interrupt,
) -> Result<u8, Failure> {
    let text_format = format(args, Format::Line);
    let format = record_format.unwrap_or(RecordFormat::Text { separator: separator(text_format) });
    let jobs = match args.batch.jobs {
        // Workers print solutions directly. With several workers, solutions of different puzzles could be interleaved.
        _ if lists_all(args) => 1,
        Some(jobs) => jobs.into(),
        // A portfolio already runs on several threads.
        None if matches!(args.solver.chosen(), Some(Method::Sat(Solver::Portfolio(_)))) => 1,
        None => cores(),
    };
    let only = &args.only;
    let record_options = RecordOptions { batch: &args.batch, style, interrupt, format, only, jobs };
    announce_many(args, interrupt);
    let tally = print_records(puzzles, &record_options, || {
        let (mut solver, format) = (BatchSolver::new(options(args, interrupt)), &record_options.format);
        move |record: &Record, json: &mut JsonRecord| {
            answer(record, args, interrupt, format, text_format, &mut solver, json)
        }
    })?;
    if !args.batch.quiet {
        tally.print();
    }
    Ok(tally.exit_code())
}

/// Before a batch run, warns about portfolio members that are not installed. With `--verbose`, also prints the solver's
/// name, or the default solvers by board size.
fn announce_many(args: &SolveArgs, interrupt: &Interrupt) {
    let options = options(args, interrupt);
    if args.proof.wants_proof() {
        return;
    }
    if args.solver.verbose {
        let title = |n| {
            options
                .engine_for_size(n)
                .map_or_else(|| options.solver_for_size(n).title(), |engine| engine.to_string())
        };
        match args.solver.chosen() {
            Some(Method::Search(engine)) => print_message(format_args!("solver: {engine}")),
            Some(Method::Sat(solver)) => print_message(format_args!("solver: {}", solver.title())),
            None => {
                let (medium, large) = (title(16), title(17));
                let medium = if medium == large { String::new() } else { format!("{medium} up to 16x16, ") };
                print_message(format_args!("solver: {} up to 9x9, {medium}otherwise {large}", title(9)));
            }
        }
    }
    warn_about_missing_members(&options.solver_or_default());
}

/// Returns whether the command line requests a list of solutions for each puzzle.
fn lists_all(args: &SolveArgs) -> bool {
    args.all || args.limit.is_some()
}

fn answer(
    record: &Record,
    args: &SolveArgs,
    interrupt: &Interrupt,
    record_format: &RecordFormat,
    format: Format,
    solver: &mut BatchSolver,
    json: &mut JsonRecord,
) -> Result<Answer, Failure> {
    let puzzle = &record.puzzle;
    let number = usize::try_from(json.id).unwrap_or(usize::MAX);
    let mut first = None;
    let show = |index, solution: Solution| {
        if lists_all(args) {
            return json.print_solution(index, solution.grid(), record_format);
        }
        first.get_or_insert(solution);
        Ok(())
    };
    let (found, end) = match args.solver.engine() {
        _ if args.proof.wants_proof() => proven_search::search(puzzle, number, args, interrupt, show),
        Some(engine) => run(engine_solutions(engine, puzzle, args, interrupt), args, show),
        None => run(solver.solutions(puzzle), args, show),
    }?;
    if let Some(solution) = first
        && !matches!(end, SearchEnd::Unknown(StopReason::Interrupted))
    {
        json.solution = record_format.has_fields().then(|| JsonCells::of(solution.grid()));
        let mut text = to_text(&solution, format, args.symbols.alphabet(record.alphabet))?;
        text.truncate(text.trim_end().len());
        if args.checks_unique() {
            let uniqueness = uniqueness(found, &end);
            json.unique = Some(uniqueness);
            text.push(if format == Format::Line { ' ' } else { '\n' });
            text.push_str(uniqueness.name());
        }
        return Ok(match end {
            SearchEnd::Unknown(reason) => {
                json.message = Some(reason.to_string());
                Answer::PartlyKnown(text)
            }
            _ => Answer::Solved(text),
        });
    }
    Ok(match end {
        SearchEnd::Unknown(StopReason::Interrupted) => Answer::Interrupted,
        SearchEnd::Unknown(reason) => {
            json.message = Some(reason.to_string());
            Answer::Unknown("unknown".to_owned())
        }
        _ if found > 0 => Answer::Listed,
        _ => Answer::Unsatisfiable("unsatisfiable".to_owned()),
    })
}

/// Returns the text format for solutions: the requested format, or `default` if no text format was requested.
fn format(args: &SolveArgs, default: Format) -> Format {
    args.format.filter(|format| !matches!(format, Format::Json | Format::Csv)).unwrap_or(default)
}

/// Returns the text that separates two solutions: nothing for single-line solutions, and a blank line otherwise.
fn separator(format: Format) -> &'static str {
    if format == Format::Line { "" } else { "\n" }
}

fn to_text(solution: &Solution, format: Format, alphabet: Option<Alphabet>) -> Result<String, Failure> {
    let mut writer = Writer::new(format, Vec::new());
    let record = Record { alphabet, ..Record::new(solution.grid().clone().into(), 1) };
    writer.write(&record).map_err(anyhow::Error::from)?;
    let text = writer.finish()?;
    Ok(String::from_utf8(text).map_err(anyhow::Error::from)?)
}

/// Prints a solution, preceded by a separator unless `index` is 1.
fn print(index: u64, solution: &Solution, format: Format, alphabet: Option<Alphabet>) -> Result<(), Failure> {
    let separator = if index > 1 { separator(format) } else { "" };
    let text = to_text(solution, format, alphabet)?;
    write!(Output, "{separator}{text}").and_then(|()| Output.flush()).map_err(output::failure)
}
