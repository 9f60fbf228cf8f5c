//! `sudoku-sat verify` on a folder of cubes: composes and checks a refutation, or checks a solution.

use std::io::{self, Write};
use std::path::Path;

use itertools::Itertools;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::cli::output::is_stdout;
use sudoku_cnf::cli::output_file::write_whole;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::text::Format;
use sudoku_sat::cubes::{ComposeError, Composer, Cube};
use sudoku_sat::proof::complete_problem;
use sudoku_sat::{Limits, SolveError};

use crate::cli::args::VerifyArgs;
use crate::cli::bundles::Rejection;
use crate::cli::cubes::CubeFolder;
use crate::cli::text::to_text;
use crate::cli::{print_data, solve_failure};

/// The number of cubes that a message names.
const MAX_NAMED: usize = 10;

/// The reason why there is no refutation of the puzzle.
enum Refused {
    /// Files in the folder are not valid.
    Invalid(Vec<String>),
    /// These cubes have no answer.
    Missing(Vec<usize>),
    Failed(Failure),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl Refused {
    /// Returns the error for `name`, a file or the formula.
    fn of(error: ComposeError, name: &str) -> Self {
        match error {
            ComposeError::Solve(error) => Self::Failed(solve_failure(error)),
            ComposeError::Write(error) => error.into(),
            error => Self::Invalid(vec![format!("{name}: {error}")]),
        }
    }

    /// Adds the path of the composed proof to an error.
    fn at(self, path: &Path) -> Self {
        match self {
            Self::Failed(failure) => Self::Failed(failure.at(path.display().to_string())),
            other => other,
        }
    }
}

pub(super) fn verify(path: &Path, args: &VerifyArgs, limits: &Limits) -> Result<u8, Failure> {
    let folder = CubeFolder::open(path)?;
    let print = |result: String| print_data(&format!("{}: {result}", foreign(path.display())));
    let mut invalid = Vec::new();
    for solution in (1..=folder.cubes.len()).filter_map(|number| folder.solution(number)) {
        match solution {
            Ok(_) if args.quiet => return Ok(exit_code::DONE),
            Ok(solution) => {
                print("satisfiable".to_owned())?;
                print_data(&to_text(solution.into_grid().into(), Format::Grid, None)?)?;
                return Ok(exit_code::DONE);
            }
            Err(error) => invalid.push(error),
        }
    }
    let composed = match &args.write_proof {
        Some(target) if is_stdout(Some(target)) => {
            let problem = "--write-proof requires a file, because the result is printed to standard output";
            return Err(Failure::Usage(problem.to_owned()));
        }
        Some(target) => {
            folder.reject_inside(target)?;
            write_whole(target, |file| compose(&folder, invalid, file, limits))
                .map_err(|refused| refused.at(target))
        }
        None => compose(&folder, invalid, io::sink(), limits),
    };
    match composed {
        Ok(()) if args.quiet => Ok(exit_code::DONE),
        Ok(()) => print("unsatisfiable".to_owned()).map(|()| exit_code::DONE),
        Err(Refused::Missing(numbers)) => {
            let named = numbers.iter().take(MAX_NAMED).join(", ");
            let more = if numbers.len() > MAX_NAMED { " and others" } else { "" };
            let (missing, all) = (numbers.len(), folder.cubes.len());
            print(format!("unknown: {missing} of {all} cubes have no answer: {named}{more}"))?;
            Ok(exit_code::UNKNOWN)
        }
        Err(Refused::Invalid(errors)) => {
            let line = |error: &String| print(format!("invalid: {}", foreign(error.replace('\n', "; "))));
            errors.iter().try_for_each(line)?;
            Ok(exit_code::ERROR)
        }
        Err(Refused::Failed(failure)) => Err(failure),
    }
}

/// Writes the composed proof to `out`. Checks all proofs, even if some are missing or invalid. `invalid` contains the
/// errors of the solutions in the folder.
fn compose(
    folder: &CubeFolder,
    mut invalid: Vec<String>,
    out: impl Write,
    limits: &Limits,
) -> Result<(), Refused> {
    let problem = complete_problem(&folder.puzzle);
    let mut missing = Vec::new();
    let mut composer = Composer::new(&problem, out, limits).map_err(|error| Refused::of(error, "formula"))?;
    if !folder.has_formula(&problem)? {
        invalid.push("formula.cnf is missing or does not match the puzzle".to_owned());
    }
    for (number, cube) in (1..).zip(&folder.cubes) {
        match add(&mut composer, folder, number, cube, limits) {
            Ok(true) => {}
            Ok(false) => missing.push(number),
            Err(Refused::Invalid(errors)) => invalid.extend(errors),
            Err(other) => return Err(other),
        }
    }
    let cover = folder.cover().map_err(|error| Refused::Invalid(vec![error]));
    if !invalid.is_empty() {
        return Err(Refused::Invalid(invalid));
    }
    if !missing.is_empty() {
        return Err(Refused::Missing(missing));
    }
    composer.finish(&cover?).map_err(|error| Refused::of(error, "cover.drat"))
}

/// Adds the proof of cube `number`. Returns whether the folder contains one.
fn add(
    composer: &mut Composer<'_, impl Write>,
    folder: &CubeFolder,
    number: usize,
    cube: &Cube,
    limits: &Limits,
) -> Result<bool, Refused> {
    let Some(proof) = folder.proof(number, limits) else { return Ok(false) };
    let proof = proof.map_err(|error| match error {
        Rejection::Invalid(error) => Refused::Invalid(vec![error]),
        Rejection::Unknown(reason) => Refused::Failed(solve_failure(SolveError::Unknown(reason))),
    })?;
    composer.add(&cube.literals, proof.reader).map_err(|error| Refused::of(error, &proof.name))?;
    Ok(true)
}
