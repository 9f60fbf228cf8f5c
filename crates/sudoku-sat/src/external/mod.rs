//! External SAT solvers: programs that read a DIMACS file and print or write their answer.

mod clause_file;
mod dialect;
mod process;

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use itertools::Itertools;
use sudoku_cnf::{ClauseSink, Lit};
use tempfile::TempDir;
use thiserror::Error;

pub use dialect::{CommandError, Program};

use crate::backend::{Backend, BackendError};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::output::{self, OutputError};
use clause_file::ClauseFile;
use process::Ended;

/// The files in the temporary directory.
const PROBLEM: &str = "problem.cnf";
const ANSWER: &str = "answer";
const STDOUT: &str = "stdout";
const STDERR: &str = "stderr";

/// Why an external solver gave no answer. Each message ends with what to do or what it said.
#[derive(Debug, Error)]
pub enum ExternalError {
    /// There is no such program.
    #[error("the solver '{program}' is not installed, or not in PATH; {remedy}")]
    NotFound {
        /// The program.
        program: String,
        /// How to get it.
        remedy: String,
    },
    /// It could not be started.
    #[error("the solver '{program}' could not be started: {error}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        error: io::Error,
    },
    /// It ended by itself without an answer.
    #[error("the solver '{program}' failed with {status}{}", said(words))]
    Failed {
        /// The program.
        program: String,
        /// The exit code or the signal that ended it.
        status: ExitStatus,
        /// The end of what it said.
        words: String,
    },
    /// Its answer cannot be understood.
    #[error("the answer of the solver '{program}' cannot be used: {error}{}", said(words))]
    Garbled {
        /// The program.
        program: String,
        /// What is wrong with it.
        error: OutputError,
        /// The end of what it said.
        words: String,
    },
    /// The answer and the exit code contradict each other.
    #[error("the solver '{program}' contradicts itself: its answer and its exit code {code} differ")]
    Contradiction {
        /// The program.
        program: String,
        /// 10 is for satisfiable and 20 for unsatisfiable.
        code: i32,
    },
    /// A temporary file could not be written or read.
    #[error("temporary files of the solver")]
    Files(#[from] io::Error),
}

fn said(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("; it said: {words}") }
}

/// An external solver and its temporary directory, which goes when this value does.
///
/// Clauses go straight to the problem file; each call of [`solve`](Backend::solve) starts the program anew. It
/// runs in a process group of its own, so that a limit ends it together with its children.
#[derive(Debug)]
pub struct External {
    program: Program,
    limits: Limits,
    clauses: ClauseFile,
    directory: TempDir,
}

impl External {
    /// A run of `program`, still without clauses.
    ///
    /// # Errors
    /// If the temporary directory cannot be made.
    pub fn new(program: Program, limits: Limits) -> Result<Self, ExternalError> {
        let directory = tempfile::Builder::new().prefix("sudoku-sat-").tempdir()?;
        let clauses = ClauseFile::create(&directory.path().join(PROBLEM))?;
        Ok(Self { program, limits, clauses, directory })
    }

    fn run(&self) -> Result<Outcome, ExternalError> {
        let command = self.program.command(&self.path(PROBLEM), &self.path(ANSWER));
        let (stdout, stderr) = (File::create(self.path(STDOUT))?, File::create(self.path(STDERR))?);
        match process::run(command, stdout, stderr, &self.limits) {
            Ok(Ended::Exited(status)) => self.answer(status),
            Ok(Ended::Stopped(reason)) => Ok(Outcome::Unknown(reason)),
            Err(error) => Err(self.start_error(error)),
        }
    }

    /// What a program that ended by itself has to say.
    fn answer(&self, status: ExitStatus) -> Result<Outcome, ExternalError> {
        let program = self.program.name().to_owned();
        match (self.read_answer(), status.code()) {
            (Ok(Outcome::Satisfiable(_)), Some(code @ 20))
            | (Ok(Outcome::Unsatisfiable(_)), Some(code @ 10)) => {
                Err(ExternalError::Contradiction { program, code })
            }
            (Ok(outcome), Some(_)) => Ok(outcome),
            // The codes of answers; clasp ends with 30 and cryptominisat5 with 15 as well.
            (Err(error), Some(0 | 10 | 15 | 20 | 30)) => {
                Err(ExternalError::Garbled { program, error, words: self.last_words() })
            }
            _ => Err(ExternalError::Failed { program, status, words: self.last_words() }),
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
            // A later run that writes nothing must not be taken for this one.
            fs::remove_file(self.path(name))?;
        }
        match answer? {
            // Who leaves the final 0 out, as z3 does, must have come to the last variable.
            (Outcome::Satisfiable(model), false) if model.largest_variable() < self.clauses.variables() => {
                Err(OutputError::Truncated)
            }
            (outcome, _) => Ok(outcome),
        }
    }

    /// The end of what the program said last, on one line.
    fn last_words(&self) -> String {
        let words = [STDERR, STDOUT].map(|name| tail(&self.path(name)).unwrap_or_default());
        words.into_iter().find(|words| !words.is_empty()).unwrap_or_default()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn start_error(&self, error: io::Error) -> ExternalError {
        let program = self.program.name().to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => ExternalError::NotFound { program, remedy: self.program.remedy() },
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
    Ok(String::from_utf8_lossy(&bytes).split_whitespace().join(" "))
}

impl ClauseSink for External {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        let was_written = self.clauses.add(clause).map_err(ExternalError::from)?;
        match self.limits.reached().filter(|_| was_written) {
            Some(reason) => Err(BackendError::Stopped(reason)),
            None => Ok(()),
        }
    }
}

impl Backend for External {
    /// The failed core of an external solver is all assumptions.
    fn solve(&mut self, assumptions: &[Lit]) -> Result<Outcome, BackendError> {
        let permanent = self.clauses.complete(assumptions).map_err(ExternalError::from)?;
        let outcome = self.run()?;
        self.clauses.truncate(permanent).map_err(ExternalError::from)?;
        Ok(match outcome {
            Outcome::Unsatisfiable(_) => Outcome::Unsatisfiable(assumptions.to_vec()),
            other => other,
        })
    }
}
