//! `sudoku-sat verify` on a folder of cubes: composes and checks a refutation, or checks a solution.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::cli::output_file::write_whole;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::text::Format;
use sudoku_sat::cubes::{ComposeError, Composer};
use sudoku_sat::proof::{ClausalProof, elaborate, puzzle_problem};
use sudoku_sat::{Limits, StopReason};

use crate::cli::args::VerifyArgs;
use crate::cli::cubes::CubeFolder;
use crate::cli::text::to_text;
use crate::cli::{print_data, report_unknown};

/// The number of cubes that a message names.
const MAX_NAMED: usize = 10;

/// The reason why there is no refutation of the puzzle.
enum Refused {
    /// Files in the folder are not valid.
    Invalid(Vec<String>),
    /// These cubes have no answer.
    Missing(Vec<usize>),
    Stopped(StopReason),
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
            ComposeError::Stopped(reason) => Self::Stopped(reason),
            ComposeError::Write(error) => error.into(),
            error => Self::Invalid(vec![format!("{name}: {error}")]),
        }
    }
}

pub(super) fn verify(path: &Path, args: &VerifyArgs, limits: &Limits) -> Result<u8, Failure> {
    let folder = CubeFolder::open(path)?;
    let print = |result: String| print_data(&format!("{}: {result}", foreign(path.display())));
    let solutions: Vec<_> = (1..=folder.cubes.len()).filter_map(|number| folder.solution(number)).collect();
    let mut invalid: Vec<_> = solutions.iter().filter_map(|solution| solution.clone().err()).collect();
    if let (true, Some(Ok(solution))) = (invalid.is_empty(), solutions.into_iter().next()) {
        print("satisfiable".to_owned())?;
        print_data(&to_text(solution.into_grid().into(), Format::Grid, None)?)?;
        return Ok(exit_code::DONE);
    }
    let composed = match &args.write_proof {
        Some(target) => write_whole(target, |file| compose(&folder, BufWriter::new(file), limits)),
        None => compose(&folder, io::sink(), limits),
    };
    match composed {
        Ok(()) if invalid.is_empty() => {
            print("unsatisfiable".to_owned())?;
            return Ok(exit_code::DONE);
        }
        Err(Refused::Missing(numbers)) if invalid.is_empty() => {
            let named: Vec<_> = numbers.iter().take(MAX_NAMED).map(usize::to_string).collect();
            let more = if numbers.len() > MAX_NAMED { " and others" } else { "" };
            let of = folder.cubes.len();
            print(format!(
                "unknown: {} of {of} cubes have no answer: {}{more}",
                numbers.len(),
                named.join(", ")
            ))?;
            return Ok(exit_code::UNKNOWN);
        }
        Ok(()) | Err(Refused::Missing(_)) => {}
        Err(Refused::Invalid(errors)) => invalid.extend(errors),
        Err(Refused::Stopped(reason)) => return Ok(report_unknown(&reason)),
        Err(Refused::Failed(failure)) => return Err(failure),
    }
    invalid.iter().try_for_each(|error| print(format!("invalid: {}", foreign(error.replace('\n', "; ")))))?;
    Ok(exit_code::ERROR)
}

/// Writes the composed proof to `out`. Checks all proofs, even if some are missing or invalid.
fn compose(folder: &CubeFolder, out: impl Write, limits: &Limits) -> Result<(), Refused> {
    let problem = puzzle_problem(&folder.puzzle);
    let (mut invalid, mut missing) = (Vec::new(), Vec::new());
    let mut composer = Composer::new(&problem, out, limits).map_err(|error| Refused::of(error, "formula"))?;
    if !folder.has_formula(&problem)? {
        invalid.push("formula.cnf does not match the puzzle".to_owned());
    }
    for (number, cube) in (1..).zip(&folder.cubes) {
        let (lrat, drat) = (folder.proof_path(number), folder.drat_path(number));
        let added = if let Ok(proof) = File::open(&lrat) {
            composer
                .add(&cube.literals, BufReader::new(proof))
                .map_err(|error| Refused::of(error, &name(&lrat)))
        } else if let Ok(proof) = fs::read(&drat) {
            let lrat = elaborated(folder, number, &proof, limits);
            let lrat = lrat.map_err(|error| Refused::Invalid(vec![format!("{}: {error}", name(&drat))]));
            lrat.and_then(|lrat| {
                composer.add(&cube.literals, &*lrat).map_err(|error| Refused::of(error, &name(&drat)))
            })
        } else {
            missing.push(number);
            continue;
        };
        match added {
            Ok(()) => {}
            Err(Refused::Invalid(errors)) => invalid.extend(errors),
            Err(other) => return Err(other),
        }
    }
    match folder.cover() {
        Err(error) => invalid.push(error),
        Ok(cover) if invalid.is_empty() && missing.is_empty() => {
            composer.finish(&cover).map_err(|error| Refused::of(error, "cover.drat"))?;
        }
        Ok(_) => {}
    }
    match (invalid.is_empty(), missing.is_empty()) {
        (true, true) => Ok(()),
        (true, false) => Err(Refused::Missing(missing)),
        (false, _) => Err(Refused::Invalid(invalid)),
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the LRAT proof for the DRAT proof of cube `number`.
fn elaborated(folder: &CubeFolder, number: usize, proof: &[u8], limits: &Limits) -> Result<Vec<u8>, String> {
    let proof = ClausalProof::parse_drat(proof).map_err(|error| error.to_string())?;
    let cube = &folder.cubes[number - 1];
    let elaborated = elaborate(&cube.problem(&folder.puzzle).to_cnf(), &proof, limits);
    let mut lrat = Vec::new();
    elaborated.map_err(|error| error.to_string())?.write(&mut lrat).map_err(|error| error.to_string())?;
    Ok(lrat)
}
