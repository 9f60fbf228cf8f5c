//! `sudoku-sat solve`: prints one solution of each puzzle, or several solutions on request.

mod cube;
mod extra_clauses;
mod many;
mod proven;
mod search;
mod single;
mod text;

use anyhow::anyhow;
use sudoku_cnf::cli::{Failure, Style};
use sudoku_cnf::text::Format;
use sudoku_sat::SolveError;
use sudoku_sat::solver::{ExternalError, SolverError};

use super::args::SolveArgs;
use super::csv_record::Column;
use super::record_format::RecordFormat;
use super::records::RecordCommand;
use many::solve_many;
use single::{solve_all, solve_one};

fn usage(message: &str) -> Failure {
    Failure::Usage(message.to_owned())
}

const NOT_SINGLE: &str = "--sat-exit-codes requires a single puzzle and cannot be combined with --all, --limit or records (--format line, \
     json or csv, --jobs, --shard, --only)";

pub(crate) fn solve(args: &SolveArgs, style: Style) -> Result<u8, Failure> {
    args.solver.check(false)?;
    if let Some(folder) = &args.cube.cubes {
        return cube::solve(args, folder);
    }
    let wants_several = args.lists_all();
    let record_format = record_format(args)?;
    let wants_records = match args.records.format {
        _ if record_format.is_some() => true,
        _ if wants_several => false,
        Some(Format::Line) => true,
        _ => args.batch.wants_records(),
    };
    if args.sat_exit_codes && (wants_records || wants_several) {
        return Err(usage(NOT_SINGLE));
    }
    let has_record_format = record_format.is_some();
    let command = RecordCommand {
        only: &args.only,
        jobs: many::jobs(args),
        more_input: args.extra_clauses.as_ref(),
        ..RecordCommand::new(
            args.records.files(),
            &args.batch,
            &args.puzzle,
            style,
            record_format.unwrap_or_else(|| RecordFormat::text(text::format(args, Format::Line))),
        )
    };
    let mut puzzles = command.puzzles()?;
    match puzzles.only_unless(wants_records)? {
        Some(item) => {
            let record = command.open_single(&item)?;
            let solve = if wants_several { solve_all } else { solve_one };
            let solved = solve(record, args);
            solved.map_err(|failure| with_hint(failure, args))
        }
        None if args.proof.wants_proof() && !args.proof.has_file_per_puzzle() => Err(usage(
            "--proof and --cnf with several puzzles require a placeholder in the file name, for example \
             'proofs/%03d.drat'\nhint: select one puzzle with --puzzle-number, or use 'sudoku-sat certify'",
        )),
        None if args.extra_clauses.is_some() => Err(usage(
            "--extra-clauses requires a single puzzle, and no records (--format line, json or csv, --jobs, --shard)\nhint: select one puzzle with --puzzle-number",
        )),
        None if args.sat_exit_codes => Err(usage(NOT_SINGLE)),
        None if wants_several && !has_record_format => Err(usage(
            "--all and --limit with several puzzles require --format json or csv\nhint: select one puzzle with --puzzle-number",
        )),
        None => solve_many(puzzles, args, &command),
    }
}

/// Returns the format of records, or `None` if they are text.
fn record_format(args: &SolveArgs) -> Result<Option<RecordFormat>, Failure> {
    let mut columns = vec![Column::Puzzle, Column::Solution];
    columns.extend(args.lists_all().then_some(Column::SolutionIndex));
    columns.push(Column::Status);
    columns.extend(args.checks_unique().then_some(Column::Unique));
    RecordFormat::from_options(&args.records, &columns, &args.only)
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
