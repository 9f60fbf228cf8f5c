//! External SAT solvers: programs that read a DIMACS file and either print their answer or write it to a file.

mod problem_file;
mod process;
mod program;

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicUsize, Ordering};

use sudoku_cnf::Lit;
use tempfile::TempDir;

pub use program::{CommandError, Program};

use super::error::{ExternalError, SolverError};
use super::limits::Limits;
use super::model_check;
use super::outcome::Outcome;
use super::output::{self, OutputError};
use super::sat_solver::SatSolver;
use problem_file::ProblemFile;
use process::Ended;

// File names in the temporary directory of a solver.
const PROBLEM: &str = "problem.cnf";
const ANSWER: &str = "answer";
const PROOF: &str = "proof";
const STDOUT: &str = "stdout";
const STDERR: &str = "stderr";

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
    directory: TempDir,
    _counted: Counted,
}

/// The number of external solvers that have a temporary directory.
static DIRECTORIES: AtomicUsize = AtomicUsize::new(0);

/// Counts a temporary directory until it is dropped. It must be dropped after the directory.
#[derive(Debug)]
struct Counted;

impl Counted {
    fn new() -> Self {
        DIRECTORIES.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        DIRECTORIES.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns whether any [`External`] solver of this process still has a temporary directory.
///
/// A program that ends because of a signal should trigger the [`Interrupt`](crate::Interrupt) of its limits and wait until
/// this function returns `false`. Otherwise, it leaves solvers running and files behind.
#[must_use]
pub fn has_temporary_files() -> bool {
    DIRECTORIES.load(Ordering::SeqCst) > 0
}

impl External {
    /// Returns a solver without clauses.
    ///
    /// # Errors
    /// Returns an error if the temporary directory or the problem file cannot be created.
    pub fn new(program: Program) -> Result<Self, ExternalError> {
        let counted = Counted::new();
        let directory = tempfile::Builder::new().prefix("sudoku-sat-").tempdir()?;
        let clauses = ProblemFile::create(&directory.path().join(PROBLEM))?;
        Ok(Self { program, clauses, directory, _counted: counted })
    }

    /// Returns the contents of the proof file that the program has written.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn proof(&self) -> io::Result<Vec<u8>> {
        fs::read(self.path(PROOF))
    }

    fn run(&self, limits: &Limits) -> Result<Outcome, ExternalError> {
        let command = self.program.command(&self.path(PROBLEM), &self.path(ANSWER), &self.path(PROOF));
        let (stdout, stderr) = (File::create(self.path(STDOUT))?, File::create(self.path(STDERR))?);
        match process::run(command, stdout, stderr, limits) {
            Ok(Ended::Exited(status)) => self.answer(status),
            Ok(Ended::Stopped(reason)) => Ok(Outcome::Unknown(reason)),
            Err(error) => Err(self.start_error(error)),
        }
    }

    /// Checks a model against the problem file, which contains the clauses and the assumptions.
    fn check(&self, outcome: Outcome, limits: &Limits) -> Result<Outcome, SolverError> {
        let Outcome::Satisfiable(model) = outcome else { return Ok(outcome) };
        let checked =
            model_check::check_file(&model, &self.path(PROBLEM), limits).map_err(ExternalError::from)?;
        model_check::outcome(model, checked, self.program.name())
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
        let file = match File::open(self.path(name)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(OutputError::Empty),
            Err(error) => return Err(error.into()),
        };
        let answer = output::read_answer(BufReader::new(file));
        if name == ANSWER {
            // Remove the answer file so that a later run cannot read this answer by mistake.
            fs::remove_file(self.path(name))?;
        }
        match answer? {
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

    fn start_error(&self, error: io::Error) -> ExternalError {
        let program = self.program.name().to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => {
                ExternalError::NotFound { program, install_hint: self.program.install_hint() }
            }
            _ => ExternalError::Start { program, error },
        }
    }
}

fn tail(path: &Path) -> io::Result<String> {
    const TAIL: u64 = 400;
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.take(TAIL).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" "))
}

impl SatSolver for External {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        Ok(self.clauses.add(clause).map_err(ExternalError::from)?)
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Result<Outcome, SolverError> {
        let permanent = self.clauses.complete(assumptions).map_err(ExternalError::from)?;
        let outcome =
            self.run(limits).map_err(SolverError::from).and_then(|outcome| self.check(outcome, limits));
        self.clauses.truncate(permanent).map_err(ExternalError::from)?;
        Ok(match outcome? {
            Outcome::Unsatisfiable(_) => Outcome::Unsatisfiable(assumptions.to_vec()),
            other => other,
        })
    }
}
