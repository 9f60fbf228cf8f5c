//! `sudoku-sat family`: writes families of instances.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use serde::Serialize;
use sudoku_cnf::cli::output_file::write_file;
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::run::{Answer, Run, jobs_or_cores, numbers};
use sudoku_cnf::cli::{Failure, Style, output};
use sudoku_cnf::files::{InstanceFormat, InstanceOptions};
use sudoku_cnf::text::{JsonCells, JsonPuzzle};
use sudoku_cnf::{BoxShape, Geometry};
use sudoku_sat::family::{CalibrationError, ExpectedAnswer, FamilyError, FamilyOptions, Instance};
use sudoku_sat::generate::GenerateError;

use super::args::FamilyArgs;
use super::explain::json::line;
use super::generate::generate_failure;
use super::{PROGRAM, print_message};

/// A line of the manifest.
#[derive(Serialize)]
struct ManifestLine<'a> {
    file: &'a str,
    family: &'static str,
    number: u64,
    seed: u64,
    size: usize,
    /// The number of cells without a given.
    holes: usize,
    cells: usize,
    encoding: &'static str,
    at_most_one: &'static str,
    variables: usize,
    clauses: usize,
    /// The expected answer of a SAT solver, or `null` if it is unknown.
    expected: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u128>,
    /// The number of clauses at the end of the file that are not clauses of the puzzle.
    additional_clauses: usize,
    #[serde(flatten)]
    puzzle: JsonPuzzle,
}

pub(crate) fn family(args: &FamilyArgs) -> Result<u8, Failure> {
    let name = format!("x.{}", args.extension);
    let format = InstanceFormat::from_path(Path::new(&name)).ok_or_else(|| {
        Failure::Usage(format!("unknown extension '{}'; expected cnf, opb or smt2", args.extension))
    })?;
    let geometry: Arc<Geometry> = args.board.board()?.geometry(BoxShape::STANDARD)?;
    let mut options = FamilyOptions::new(args.family).geometry(geometry).seed(args.seed).holes(args.holes);
    options = options.rules(args.with_rules.iter().copied());
    options.clone().build().map_err(|error| family_failure(error.into()))?;
    if let Some(effort) = &args.calibrate {
        let limits = args.time.limits().checked_during_search();
        let report = |holes: f64, median: f64| {
            if !args.quiet {
                print_message(format_args!("note: with {holes:.4} holes, the median is {median:.3}"));
            }
        };
        let holes = options.calibrate(&args.solver, effort, &limits, report);
        options = options.holes(holes.map_err(calibration_failure)?);
    }
    fs::create_dir_all(&args.output).map_err(Failure::writing(&args.output))?;
    let manifest = args.output.join("manifest.jsonl");
    output::open_records(Some(&manifest), args.board.regions_file(), args.resume)?;
    let jobs = jobs_or_cores(args.jobs);
    let run = Run { jobs, what: "instance", ..Run::new(PROGRAM, Style::Plain, args.quiet) };
    let worker = || {
        let mut instances = options.clone().build();
        move |&number: &u64| {
            let instances = instances.as_mut().map_err(|error| Failure::Other(anyhow!("{error}")))?;
            match instances.instance(number, &args.time.limits().checked_during_search()) {
                Ok(instance) => Ok(Answer::new(Ok(write(args, format, number, &instance)?), None)),
                Err(error) => {
                    let is_missing = matches!(
                        error,
                        FamilyError::NoChange | FamilyError::Generate(GenerateError::Shortfall(_))
                    );
                    let failure = family_failure(error);
                    match failure.message().filter(|_| is_missing || matches!(failure, Failure::Unknown(_))) {
                        Some(reason) => Ok(Answer::new(Err(reason), ResultClass::Unknown)),
                        None => Err(failure),
                    }
                }
            }
        }
    };
    let totals = run.each(numbers(args.count)?, worker, |&number, answer| match answer {
        Ok(Ok(line)) => output::write_record("", &line),
        Ok(Err(reason)) => {
            print_message(format_args!("warning: instance {number}: {reason}"));
            Ok(())
        }
        Err(_) => Ok(()),
    })?;
    Ok(totals.exit_code())
}

/// Writes the file of an instance, and returns its line for the manifest.
fn write(
    args: &FamilyArgs,
    format: InstanceFormat,
    number: u64,
    instance: &Instance,
) -> Result<String, Failure> {
    let (puzzle, family) = (&instance.puzzle, args.family.name());
    let (size, cells) = (puzzle.geometry().size(), puzzle.geometry().cell_count());
    let holes = cells - puzzle.given_count();
    let (expected, solutions) = match instance.expected {
        Some(ExpectedAnswer::Satisfiable) => (Some("satisfiable"), None),
        Some(ExpectedAnswer::Unsatisfiable) => (Some("unsatisfiable"), None),
        Some(ExpectedAnswer::Solutions(count)) => (Some("satisfiable"), Some(count)),
        _ => (None, None),
    };
    let answer = match solutions {
        Some(count) => format!("{count} solutions"),
        None => expected.unwrap_or("unknown").to_owned(),
    };
    let remarks = [
        format!("family {family}, seed {}, instance {number}, {holes} holes in {cells} cells", args.seed),
        format!("expected answer {answer}"),
        format!("puzzle {}", JsonCells::of(puzzle.grid()).as_str()),
    ];
    let problem = instance.problem(args.encoding.options()).with_remarks(remarks);
    let counts = problem.size().map_err(|error| Failure::Puzzle(error.into()))?;
    let file = format!("{family}-{size}x{size}-{}-{number:04}.{}", args.seed, args.extension);
    let options = InstanceOptions { format, ..InstanceOptions::default() };
    write_file(&args.output.join(&file), |file| problem.write_instance(options, file))?;
    Ok(line(&ManifestLine {
        file: &file,
        family,
        number,
        seed: args.seed,
        size,
        holes,
        cells,
        encoding: problem.options().encoding.name(),
        at_most_one: problem.options().scheme().name(),
        variables: counts.variables,
        clauses: counts.clauses,
        expected,
        solutions,
        additional_clauses: instance.clauses.len(),
        puzzle: JsonPuzzle::of_puzzle(puzzle),
    }))
}

pub(super) fn family_failure(error: FamilyError) -> Failure {
    match error {
        FamilyError::Generate(error) => generate_failure(error),
        FamilyError::NoChange => Failure::Puzzle(error.into()),
        other => Failure::Other(other.into()),
    }
}

fn calibration_failure(error: CalibrationError) -> Failure {
    match error {
        CalibrationError::Solve(error) => family_failure(error.into()),
        CalibrationError::Family(error) => family_failure(error),
        other => Failure::Other(other.into()),
    }
}
