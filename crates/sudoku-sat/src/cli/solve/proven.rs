//! `sudoku-sat solve` with `--proof` or `--check-proof`: a search whose negative results are proven.

use std::fs;
use std::io::{self, BufWriter};
use std::path::Path;

use anyhow::anyhow;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::cli::output_file::{OutputFile, reject_input, write_whole};
use sudoku_cnf::cli::output_pattern::OutputPattern;
use sudoku_cnf::{Cnf, Puzzle, Solution};
use sudoku_sat::proof::{CertifyError, ElaborationError, InvalidProof, LratProof, Refutation, refute};
use sudoku_sat::{Incomplete, SolveError, Solver, StopReason};

use crate::cli::args::{Method, ProofFormat, SolveArgs};
use crate::cli::{print_message, solve_failure};

/// Searches for a solution and, with `--check-unique`, for a second one. Proves that there is none, and writes the
/// proof.
///
/// `number` is the number of the puzzle, which is part of file names. Calls `show` with each solution and its number.
/// Returns the number of solutions, and the reason why the search is incomplete, if it is.
pub(super) fn search(
    puzzle: &Puzzle,
    number: usize,
    args: &SolveArgs,
    mut show: impl FnMut(u64, Solution) -> Result<(), Failure>,
) -> Result<(u64, Option<Incomplete>), Failure> {
    let solver = solver(args)?;
    let limits = args.solver.time.limits();
    let mut first = None;
    for found in 0..2 {
        match refutation(refute(puzzle, first.as_ref(), &solver, &limits))? {
            Ok(Refutation::Solved(solution)) => {
                show(found + 1, solution.clone())?;
                if found == 1 || !args.check_unique {
                    return Ok((found + 1, Some(Incomplete::MaxReached)));
                }
                first = Some(solution);
            }
            Ok(Refutation::Refuted(cnf, proof)) => {
                write(args, number, &cnf, &proof)?;
                return Ok((found, None));
            }
            Err(reason) => return Ok((found, Some(Incomplete::Stopped(reason)))),
        }
    }
    Ok((2, Some(Incomplete::MaxReached)))
}

/// Returns the solver on the command line, which must write proofs.
pub(super) fn solver(args: &SolveArgs) -> Result<Solver, Failure> {
    match args.solver.chosen() {
        None => Ok(Solver::Native),
        Some(Method::Sat(solver)) => Ok(solver),
        Some(Method::Search(engine)) => Err(no_proofs(engine.name())),
    }
}

/// Converts the errors of a refutation. The inner result is an error if a limit was reached.
pub(super) fn refutation(
    result: Result<Refutation, CertifyError>,
) -> Result<Result<Refutation, StopReason>, Failure> {
    match result {
        Ok(refutation) => Ok(Ok(refutation)),
        Err(CertifyError::Solve(SolveError::Unknown(reason))) => Ok(Err(reason)),
        Err(CertifyError::Solve(error)) => Err(solve_failure(error)),
        Err(CertifyError::NoProofs(name)) => Err(no_proofs(&name)),
        Err(error) => Err(invalid_proof(error)),
    }
}

fn no_proofs(solver: &str) -> Failure {
    Failure::Other(anyhow!(
        "the solver '{solver}' cannot write proofs\nhint: use --solver native, varisat, cadical, kissat, glucose or picosat, or \
         add {{proof}} to --solver-command"
    ))
}

/// Returns the failure for a proof that was rejected, with a hint for solvers that define new variables.
fn invalid_proof(error: CertifyError) -> Failure {
    let CertifyError::InvalidProof { error: InvalidProof::NotRup(ElaborationError::NewVariable(_)), .. } =
        error
    else {
        return Failure::Puzzle(error.into());
    };
    Failure::Puzzle(anyhow!(
        "{error}\nhint: turn off bounded variable addition; in kissat and CaDiCaL, its option is --factor=0"
    ))
}

/// Explains why no proof of a single puzzle is written, if one was requested. `found` is the number of solutions.
pub(super) fn report_no_proof(args: &SolveArgs, found: u64) {
    if args.proof.proof.is_some() && !args.batch.quiet {
        print_message(if found == 1 {
            "no proof written, because the puzzle has a solution\nhint: to prove that there is no other solution, add --check-unique"
        } else {
            "no proof written, because the puzzle has several solutions"
        });
    }
}

fn write(args: &SolveArgs, number: usize, cnf: &Cnf, proof: &LratProof) -> Result<(), Failure> {
    if let Some(pattern) = &args.proof.cnf {
        write_file(args, pattern, number, |file, _| cnf.write_dimacs(file))?;
    }
    let Some(pattern) = &args.proof.proof else { return Ok(()) };
    write_file(args, pattern, number, |file, path| {
        match args.proof.proof_format.unwrap_or_else(|| ProofFormat::from_path(path)) {
            ProofFormat::Lrat => proof.write(file),
            ProofFormat::Drat => proof.to_clausal().write_drat(file),
            ProofFormat::BinaryDrat => proof.to_clausal().write_binary_drat(file),
        }
    })
}

/// Writes the file of puzzle `number`. The directory of a numbered file is created.
fn write_file(
    args: &SolveArgs,
    pattern: &OutputPattern,
    number: usize,
    write: impl FnOnce(&mut BufWriter<OutputFile>, &Path) -> io::Result<()>,
) -> Result<(), Failure> {
    let path = pattern.path(number);
    reject_input(&path, &args.records.puzzles)?;
    let directory = path.parent().filter(|_| pattern.is_numbered());
    let written = directory
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| write_whole(&path, |file| write(file, &path)));
    let target = path.display().to_string();
    written.map_err(|error| {
        if pattern.is_numbered() {
            // The files of other puzzles may succeed.
            Failure::Puzzle(anyhow!("{}: {error}", foreign(&target)))
        } else {
            Failure::Output { target: Some(target), error }
        }
    })
}
