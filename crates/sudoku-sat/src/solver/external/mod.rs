//! External SAT solvers: programs that read a DIMACS file and either print their answer or write it to a file.

mod clause_digest;
mod problem_check;
mod problem_file;
mod process;
mod program;
mod regular_file;
mod statistics;
mod temporary_directory;

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use sudoku_cnf::{ClauseSink, Lit};

pub use program::{CommandError, Program};
pub use temporary_directory::has_temporary_files;

use super::cross_check::CrossCheck;
use super::error::SolverError;
use super::external_error::ExternalError;
use super::limits::Limits;
use super::model_check;
use super::outcome::Outcome;
use super::output::{self, OutputError};
use super::sat_solver::SatSolver;
use super::statistics::Statistics;
use super::warning::Warning;
use problem_file::ProblemFile;
use process::Ended;
use regular_file::open_regular;
use temporary_directory::TemporaryDirectory;

// File names in the temporary directory of a solver.
const PROBLEM: &str = "problem.cnf";
const ANSWER: &str = "answer";
const PROOF: &str = "proof";
const STDOUT: &str = "stdout";
const STDERR: &str = "stderr";
const FILES: [&str; 5] = [PROBLEM, ANSWER, PROOF, STDOUT, STDERR];

/// The maximum size in bytes of a file that a program writes, except a proof. The allowance per variable is added.
const MAX_OUTPUT: u64 = 64 << 20;
/// The additional size per variable of the problem: more than twice the length of the longest literal.
const MAX_OUTPUT_PER_VARIABLE: u64 = 32;

/// An external solver. Dropping it deletes its temporary directory.
///
/// Clauses are written directly to the problem file, and each call to [`solve`](SatSolver::solve) starts a new process.
/// Each model is checked against all clauses and assumptions. A model that violates one of them is an error.
/// On Unix, the program runs in its own process group, so that its child processes can be killed along with it. If the
/// problem is unsatisfiable, the failed core contains all assumptions.
#[derive(Debug)]
pub struct External {
    program: Program,
    clauses: ProblemFile,
    cross_check: Option<CrossCheck>,
    statistics: Option<Statistics>,
    directory: TemporaryDirectory,
}

impl External {
    /// Returns a solver without clauses.
    ///
    /// # Errors
    /// Returns an error if the temporary directory or the problem file cannot be created.
    pub fn new(program: Program) -> Result<Self, SolverError> {
        let files = || -> io::Result<_> {
            let directory = TemporaryDirectory::create()?;
            Ok((ProblemFile::create(&directory.path().join(PROBLEM))?, directory))
        };
        let (clauses, directory) = files().map_err(ExternalError::from)?;
        let cross_check = program.is_cross_checked.then(CrossCheck::new).transpose()?;
        Ok(Self { program, clauses, cross_check, statistics: None, directory })
    }

    /// Returns the contents of the proof file that the program has written.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn proof(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        open_regular(&self.path(PROOF))?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Returns the size of the proof file in bytes, or 0 if there is none.
    pub(crate) fn proof_size(&self) -> u64 {
        fs::metadata(self.path(PROOF)).map_or(0, |file| file.len())
    }

    fn run(&self, limits: &Limits) -> Result<Outcome, ExternalError> {
        // Deletes old files, so that the answer or proof of an earlier run is not read by mistake.
        for name in [ANSWER, PROOF] {
            match fs::remove_file(self.path(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        let command = self.program.command(&self.path(PROBLEM), &self.path(ANSWER), &self.path(PROOF));
        let (stdout, stderr) = (File::create(self.path(STDOUT))?, File::create(self.path(STDERR))?);
        let limit = MAX_OUTPUT + MAX_OUTPUT_PER_VARIABLE * self.clauses.variables() as u64;
        let is_too_long = |name| fs::metadata(self.path(name)).is_ok_and(|file| file.len() > limit);
        let has_too_much_output = || [STDOUT, STDERR, ANSWER].into_iter().any(is_too_long);
        match process::run(command, stdout, stderr, limits, has_too_much_output) {
            Ok(Ended::Exited(status)) => self.answer(status),
            Ok(Ended::TooMuchOutput) => {
                Err(ExternalError::TooMuchOutput { program: self.program.name().to_owned(), limit })
            }
            Ok(Ended::Stopped(reason)) => Ok(Outcome::Unknown(reason)),
            Err(error) => Err(self.start_error(error)),
        }
    }

    /// Runs the program and checks its answer.
    fn run_checked(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        let outcome = self.run(limits)?;
        if self.program.prints_statistics {
            // Statistics that cannot be read are like statistics that were not printed.
            let read =
                open_regular(&self.path(STDOUT)).and_then(|file| statistics::parse(BufReader::new(file)));
            if let Ok(Some(run)) = read {
                *self.statistics.get_or_insert_default() += run;
            }
        }
        match (outcome, &mut self.cross_check) {
            (Outcome::Unsatisfiable(_), Some(second)) => {
                second.confirm(self.program.name(), assumptions, limits)
            }
            (outcome, _) => self.check(outcome, limits),
        }
    }

    /// Keeps the files of a failed run, if the program is configured to do so.
    pub(crate) fn keep_files(&self, limits: &Limits) {
        let Some(parent) = &self.program.kept_in else { return };
        let solver = self.program.name().to_owned();
        let copy = || -> io::Result<PathBuf> {
            fs::create_dir_all(parent)?;
            let prefix = format!("{}-", Path::new(&solver).file_name().unwrap_or_default().display());
            let folder = tempfile::Builder::new().prefix(&prefix).tempdir_in(parent)?;
            for name in FILES {
                let Ok(mut file) = open_regular(&self.path(name)) else { continue };
                io::copy(&mut file, &mut File::create(folder.path().join(name))?)?;
            }
            Ok(folder.keep())
        };
        limits.warn(&match copy() {
            Ok(folder) => Warning::FilesKept { solver, folder },
            Err(error) => Warning::FilesLost { solver, folder: parent.clone(), error },
        });
    }

    /// Checks a model against the problem file, which contains the clauses and the assumptions.
    fn check(&self, outcome: Outcome, limits: &Limits) -> Result<Outcome, SolverError> {
        let Outcome::Satisfiable(model) = outcome else { return Ok(outcome) };
        let checked = problem_check::check_file(&model, &self.path(PROBLEM), &self.clauses.digest, limits);
        let checked = checked.map_err(|error| self.problem_error("read", error))?;
        let Some(checked) = checked else {
            return Err(ExternalError::ProblemChanged { program: self.program.name().to_owned() }.into());
        };
        model_check::checked_outcome(model, checked, self.program.name())
    }

    /// Reads the answer of the program, which ended with `status` before any limit was reached.
    fn answer(&self, status: ExitStatus) -> Result<Outcome, ExternalError> {
        let program = self.program.name().to_owned();
        match (self.read_answer(), status.code()) {
            (Ok(Outcome::Satisfiable(_)), Some(code @ 20))
            | (Ok(Outcome::Unsatisfiable(_)), Some(code @ 10)) => {
                Err(ExternalError::Contradiction { program, code })
            }
            // The exit code is a second witness for an answer that cannot be checked.
            (Ok(Outcome::Unsatisfiable(_)), Some(code)) if code != 20 => {
                Err(ExternalError::UnconfirmedRefutation { program, code })
            }
            (Ok(outcome), Some(_)) => Ok(outcome),
            // Solvers that give an answer exit with code 0, 10 or 20. clasp also uses 30, and cryptominisat5 also uses
            // 15.
            (Err(error), Some(0 | 10 | 15 | 20 | 30)) => {
                Err(ExternalError::InvalidAnswer { program, error, message: self.output_tail() })
            }
            _ => Err(ExternalError::Failed { program, status, message: self.output_tail() }),
        }
    }

    fn read_answer(&self) -> Result<Outcome, OutputError> {
        let name = if self.program.answers_in_a_file() { ANSWER } else { STDOUT };
        let file = match open_regular(&self.path(name)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(OutputError::Empty),
            Err(error) => return Err(error.into()),
        };
        match output::read_answer(BufReader::new(file))? {
            // z3 omits the final 0. A model without a final 0 is accepted only if it includes the
            // highest-numbered variable in the problem. Otherwise, the output may have been truncated.
            (Outcome::Satisfiable(model), false) if model.largest_variable() < self.clauses.variables() => {
                Err(OutputError::Truncated)
            }
            (outcome, _) => Ok(outcome),
        }
    }

    /// Returns the end of the program's error output as a single line.
    ///
    /// If the program has printed nothing to standard error, the end of its standard output is returned instead.
    fn output_tail(&self) -> String {
        let tails = [STDERR, STDOUT].map(|name| tail(&self.path(name)).unwrap_or_default());
        tails.into_iter().find(|tail| !tail.is_empty()).unwrap_or_default()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn problem_error(&self, action: &'static str, error: io::Error) -> ExternalError {
        ExternalError::Problem { program: self.program.name().to_owned(), action, error }
    }

    fn start_error(&self, error: io::Error) -> ExternalError {
        let program = self.program.name().to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => {
                ExternalError::NotFound { program, install_hint: self.program.install_hint }
            }
            _ => ExternalError::Start { program, error },
        }
    }
}

fn tail(path: &Path) -> io::Result<String> {
    const TAIL: u64 = 400;
    let mut file = open_regular(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" "))
}

impl ClauseSink for External {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        if let Some(second) = &mut self.cross_check {
            second.add_clause(clause)?;
        }
        Ok(self.clauses.add(clause).map_err(|error| self.problem_error("write", error))?)
    }
}

impl SatSolver for External {
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        let permanent =
            self.clauses.complete(assumptions).map_err(|error| self.problem_error("write", error))?;
        let outcome = self.run_checked(assumptions, limits);
        if outcome.is_err() {
            self.keep_files(limits);
        }
        self.clauses.truncate(permanent).map_err(|error| self.problem_error("write", error))?;
        Ok(match outcome? {
            Outcome::Unsatisfiable(_) => Outcome::Unsatisfiable(assumptions.to_vec()),
            other => other,
        })
    }

    fn statistics(&self) -> Option<Statistics> {
        self.statistics
    }
}
