//! Reading what SAT solvers print or write into a file.
//!
//! Three dialects are told apart line by line and may not be mixed at will:
//!
//! - MiniSat's result file: `SAT` and the model, which ends in 0; or `UNSAT`; or `INDET`.
//! - Competition output: one `s` line; `v` lines in any number, before or after it; `c` comments.
//!   The final 0 may be missing (z3 leaves it out), variables may be left out.
//! - A bare list of literals, with or without a final 0.
//!
//! [`read`] takes an answer strictly, as a program is called for it; [`Models`] takes what people keep: logs, and
//! several models.

mod models;

use std::io::{self, BufRead};

use sudoku_cnf::{Lit, Model};
use thiserror::Error;

pub use models::{End, Models};

use crate::outcome::{Outcome, Reason};

/// Why a solver's output says nothing that can be used.
#[derive(Debug, Error)]
pub enum OutputError {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Nothing but blanks and comments. MiniSat leaves an empty file when it is ended early.
    #[error("the solver's output is empty")]
    Empty,
    /// A line in no known dialect.
    #[error("line {line}: '{text}' is neither a status, a model, nor a comment")]
    Unexpected {
        /// The line, from 1.
        line: usize,
        /// What it holds.
        text: String,
    },
    /// Literals after the 0 that ends the model.
    #[error("line {0}: the model has ended, and more literals follow")]
    AfterEnd(usize),
    /// The same variable, true and false.
    #[error("variable {0} is both true and false in the model")]
    Contradiction(usize),
    /// Two statuses that differ, or a model beside "unsatisfiable".
    #[error("line {0}: this contradicts an earlier line")]
    TwoAnswers(usize),
    /// The model breaks off: without a final 0 where one is due, or within a line.
    #[error("the model breaks off; the output is truncated")]
    Truncated,
    /// "Satisfiable" without a model.
    #[error("the solver says satisfiable and gives no model")]
    NoModel,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown(String),
}

impl Status {
    /// The status that a text is.
    fn of(text: &str) -> Option<Self> {
        match &*text.to_ascii_uppercase() {
            "SAT" | "SATISFIABLE" => Some(Self::Satisfiable),
            "UNSAT" | "UNSATISFIABLE" => Some(Self::Unsatisfiable),
            "INDET" | "INDETERMINATE" | "UNKNOWN" => Some(Self::Unknown(text.to_owned())),
            _ => None,
        }
    }
}

/// As much of a line as a person wants to see.
fn clip(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Reads a solver's whole output. Memory: one line and the model.
///
/// # Errors
/// At the first line that does not fit.
///
/// ```
/// use sudoku_sat::{Outcome, output};
///
/// let Outcome::Satisfiable(model) = output::read(&b"s SATISFIABLE\nv 1 -2\nv 3 0\n"[..])? else { panic!() };
/// assert_eq!(model.true_vars().map(|var| var.number()).collect::<Vec<_>>(), [1, 3]);
/// assert_eq!(output::read(&b"UNSAT\n"[..])?, Outcome::Unsatisfiable(vec![]));
/// # Ok::<(), output::OutputError>(())
/// ```
pub fn read(output: impl BufRead) -> Result<Outcome, OutputError> {
    read_answer(output).map(|(outcome, _)| outcome)
}

/// As [`read`], and whether a 0 ended the model.
pub(crate) fn read_answer(mut output: impl BufRead) -> Result<(Outcome, bool), OutputError> {
    let mut parser = Parser::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        if output.read_until(b'\n', &mut line)? == 0 {
            let has_ended = parser.has_ended;
            return parser.finish().map(|outcome| (outcome, has_ended));
        }
        parser.is_cut = !line.ends_with(b"\n");
        parser.line(String::from_utf8_lossy(&line).trim_start_matches('\u{feff}').trim())?;
    }
}

#[derive(Default)]
struct Parser {
    line: usize,
    status: Option<Status>,
    /// The model's literals so far; `None` before any line of them.
    model: Option<Vec<Lit>>,
    /// Whether the last line has no end.
    is_cut: bool,
    /// Whether a line with literals came that was no `v` line: such a model must end in 0.
    is_bare: bool,
    has_ended: bool,
}

impl Parser {
    fn line(&mut self, text: &str) -> Result<(), OutputError> {
        self.line += 1;
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        match word {
            "" | "c" => Ok(()),
            "s" => self.status(rest.trim()),
            "v" => self.literals(rest),
            _ if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                self.is_bare = true;
                self.literals(text)
            }
            // MiniSat says this of old-fashioned systems; it is no part of the answer.
            "WARNING:" => Ok(()),
            _ => self.status(text),
        }
    }

    fn status(&mut self, text: &str) -> Result<(), OutputError> {
        let status = Status::of(text).ok_or_else(|| self.unexpected(text))?;
        match &self.status {
            Some(earlier) if *earlier != status => Err(OutputError::TwoAnswers(self.line)),
            _ => {
                self.status = Some(status);
                Ok(())
            }
        }
    }

    fn literals(&mut self, text: &str) -> Result<(), OutputError> {
        let mut model = self.model.take().unwrap_or_default();
        for word in text.split_whitespace() {
            if self.has_ended {
                return Err(OutputError::AfterEnd(self.line));
            }
            let number: i32 = word.parse().map_err(|_| self.unexpected(text))?;
            match Lit::from_dimacs(number) {
                None if number == 0 => self.has_ended = true,
                None => return Err(self.unexpected(text)),
                Some(literal) => model.push(literal),
            }
        }
        self.model = Some(model);
        Ok(())
    }

    fn unexpected(&self, text: &str) -> OutputError {
        OutputError::Unexpected { line: self.line, text: clip(text) }
    }

    fn finish(self) -> Result<Outcome, OutputError> {
        match (self.status, self.model) {
            (None, None) => Err(OutputError::Empty),
            (Some(Status::Satisfiable), None) => Err(OutputError::NoModel),
            (Some(Status::Satisfiable), _) if !self.has_ended && (self.is_bare || self.is_cut) => {
                Err(OutputError::Truncated)
            }
            (None | Some(Status::Satisfiable), Some(literals)) => model(literals).map(Outcome::Satisfiable),
            (Some(Status::Unsatisfiable), Some(_)) => Err(OutputError::TwoAnswers(self.line)),
            (Some(Status::Unsatisfiable), None) => Ok(Outcome::Unsatisfiable(Vec::new())),
            // A model beside "unknown" is the best that clasp had, and need not satisfy everything.
            (Some(Status::Unknown(words)), _) => Ok(Outcome::Unknown(Reason::GaveUp(words))),
        }
    }
}

fn model(mut literals: Vec<Lit>) -> Result<Model, OutputError> {
    literals.sort_unstable_by_key(|literal| literal.var());
    let mut neighbours = literals.iter().zip(literals.iter().skip(1));
    match neighbours.find(|&(&a, &b)| a == !b) {
        Some((literal, _)) => Err(OutputError::Contradiction(literal.var().number())),
        None => Ok(Model::from_literals(literals)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(text: &str) -> String {
        match read(text.as_bytes()) {
            Ok(Outcome::Satisfiable(model)) => {
                let vars: Vec<_> = model.true_vars().map(|var| var.number().to_string()).collect();
                format!("sat {}", vars.join(" "))
            }
            Ok(Outcome::Unsatisfiable(core)) => format!("unsat {core:?}"),
            Ok(Outcome::Unknown(reason)) => reason.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn one_model_in_all_dialects() {
        for text in [
            "SAT\n1 -2 3 0\n",
            "SAT\r\n1 -2 3 0\r\n",
            "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
            "v 1 3 0\ns SATISFIABLE\n",
            "s SATISFIABLE\nv 1 -2 3 \n",
            "\u{feff}s satisfiable\nv 1 -2 3 0\n",
            "1 -2 3 0\n",
            "3\n1\n",
            "WARNING: for repeatability, setting FPU to use double precision\nSAT\n1 3 0\n",
        ] {
            assert_eq!(outcome(text), "sat 1 3", "{text:?}");
        }
        assert_eq!(outcome("SAT\n0\n"), "sat ");
        assert_eq!(outcome("s SATISFIABLE\nv 0\n"), "sat ");
    }

    #[test]
    fn no_model() {
        assert_eq!(outcome("UNSAT\n"), "unsat []");
        assert_eq!(outcome("c x\ns UNSATISFIABLE\nc y\n"), "unsat []");
        assert_eq!(outcome("INDET\n"), "the solver gave up: INDET");
        assert_eq!(outcome("s UNKNOWN\n"), "the solver gave up: UNKNOWN");
        assert_eq!(outcome("s INDETERMINATE\n"), "the solver gave up: INDETERMINATE");
        assert_eq!(outcome("v 1 2 0\ns UNKNOWN\n"), "the solver gave up: UNKNOWN");
    }

    #[test]
    fn faults() {
        assert_eq!(outcome(""), "the solver's output is empty");
        assert_eq!(outcome("c only\n\n"), "the solver's output is empty");
        assert_eq!(outcome("SAT\n"), "the solver says satisfiable and gives no model");
        assert_eq!(outcome("SAT\n1 -2"), "the model breaks off; the output is truncated");
        assert_eq!(outcome("s SATISFIABLE\nv 1 -2"), "the model breaks off; the output is truncated");
        assert_eq!(outcome("SAT\n1 x 0\n"), "line 2: '1 x 0' is neither a status, a model, nor a comment");
        assert_eq!(
            outcome("SAT\n1 99999999999 0\n"),
            "line 2: '1 99999999999 0' is neither a status, a model, nor a comment"
        );
        assert_eq!(
            outcome("Segmentation fault\n"),
            "line 1: 'Segmentation fault' is neither a status, a model, nor a comment"
        );
        assert_eq!(outcome("SAT\n1 -1 0\n"), "variable 1 is both true and false in the model");
        assert_eq!(outcome("SAT\n1 0\n2 0\n"), "line 3: the model has ended, and more literals follow");
        assert_eq!(outcome("SAT\nUNSAT\n"), "line 2: this contradicts an earlier line");
        assert_eq!(outcome("UNSAT\n1 2 0\n"), "line 2: this contradicts an earlier line");
    }
}
