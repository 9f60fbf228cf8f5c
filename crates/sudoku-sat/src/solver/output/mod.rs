//! Parsers for the output that solvers print or write to a file.
//!
//! [`ModelReader`] processes the output of SAT and pseudo-Boolean solvers line by line and recognizes four formats:
//!
//! - MiniSat's result file: `SAT` followed by the model and a 0, or `UNSAT`, or `INDET`.
//! - SAT competition output: an `s` line with the status, any number of `v` lines with the model before or after the
//!   `s` line, and comments in `c` lines. The final 0 is optional (z3 omits it), and the model may omit variables.
//! - Output of pseudo-Boolean solvers, in which the literals in `v` lines have names such as `x1` and `-x2`, without a
//!   0.
//! - A list of literals without a status, with or without a final 0, also as Python prints it.
//!
//! It parses all four formats either [strictly or leniently](Strictness). [`read`] parses the output of a single run
//! and is always strict. [`SmtModelReader`] parses the output of SMT solvers.

mod error;
mod final_status;
mod literal_number;
mod literal_set;
mod model_reader;
mod smt_model_reader;

use std::io::BufRead;

pub use error::OutputError;
pub use final_status::FinalStatus;
pub use model_reader::{ModelReader, Strictness};
pub use smt_model_reader::SmtModelReader;

use super::outcome::{Outcome, StopReason};

/// Parses the complete output of a single solver run, in [strict](Strictness::Strict) mode.
///
/// Only a limited part of a line and the model are kept in memory.
///
/// # Errors
/// Returns an error if the output cannot be read, contains an unexpected line, contradicts itself, or contains no
/// complete answer.
///
/// ```
/// use sudoku_sat::Outcome;
/// use sudoku_sat::solver::output;
///
/// let Outcome::Satisfiable(model) = output::read(&b"s SATISFIABLE\nv 1 -2\nv 3 0\n"[..])? else { panic!() };
/// assert_eq!(model.true_vars().map(|var| var.number()).collect::<Vec<_>>(), [1, 3]);
/// assert_eq!(output::read(&b"UNSAT\n"[..])?, Outcome::Unsatisfiable(vec![]));
/// # Ok::<(), output::OutputError>(())
/// ```
pub fn read(output: impl BufRead) -> Result<Outcome, OutputError> {
    read_answer(output).map(|(outcome, _)| outcome)
}

/// Works like [`read`], but also returns whether the model ended with a 0.
pub(super) fn read_answer(output: impl BufRead) -> Result<(Outcome, bool), OutputError> {
    let mut reader = ModelReader::new(output, Strictness::Strict);
    let model = reader.next().transpose()?;
    // The rest of the output must not contradict the model.
    reader.by_ref().try_for_each(|more| more.map(drop))?;
    let has_ended = reader.has_ended();
    let outcome = match (reader.finish()?, model) {
        (FinalStatus::Satisfiable, Some(model)) => Outcome::Satisfiable(model),
        (FinalStatus::Satisfiable, None) => return Err(OutputError::NoModel),
        (FinalStatus::Unsatisfiable, _) => Outcome::Unsatisfiable(Vec::new()),
        // If clasp reports "unknown", it also prints the best assignment found so far, which need not satisfy all
        // clauses.
        (FinalStatus::Unknown(message), _) => Outcome::Unknown(StopReason::GaveUp(message)),
    };
    Ok((outcome, has_ended))
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
    fn reads_a_model_in_every_format() {
        for text in [
            "SAT\n1 -2 3 0\n",
            "SAT\r\n1 -2 3 0\r\n",
            "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
            "v 1 3 0\ns SATISFIABLE\n",
            "s SATISFIABLE\nv 1 -2 3 \n",
            "\u{feff}s satisfiable\nv 1 -2 3 0\n",
            "1 -2 3 0\n",
            "3\n1\n",
            "s SATISFIABLE\nv x1 -x2\nv x3\n",
            "v x1 -x2 x3\ns OPTIMUM FOUND\n",
            "WARNING: for repeatability, setting FPU to use double precision\nSAT\n1 3 0\n",
        ] {
            assert_eq!(outcome(text), "sat 1 3", "{text:?}");
        }
        assert_eq!(outcome("SAT\n0\n"), "sat ");
        assert_eq!(outcome("s SATISFIABLE\nv 0\n"), "sat ");
    }

    #[test]
    fn reads_answers_without_a_model() {
        assert_eq!(outcome("UNSAT\n"), "unsat []");
        assert_eq!(outcome("c x\ns UNSATISFIABLE\nc y\n"), "unsat []");
        assert_eq!(outcome("INDET\n"), "the solver gave up: INDET");
        assert_eq!(outcome("s UNKNOWN\n"), "the solver gave up: UNKNOWN");
        assert_eq!(outcome("s INDETERMINATE\n"), "the solver gave up: INDETERMINATE");
        assert_eq!(outcome("v 1 2 0\ns UNKNOWN\n"), "the solver gave up: UNKNOWN");
    }

    #[test]
    fn rejects_invalid_output() {
        assert_eq!(outcome(""), "the solver's output is empty");
        assert_eq!(outcome("c only\n\n"), "the solver's output is empty");
        assert_eq!(outcome("SAT\n"), "the solver reported SATISFIABLE but printed no model");
        assert_eq!(outcome("SAT\n1 -2"), "the model is not terminated by 0; the output may be truncated");
        assert_eq!(
            outcome("s SATISFIABLE\nv 1 -2"),
            "the model is not terminated by 0; the output may be truncated"
        );
        assert_eq!(outcome("SAT\n1 x 0\n"), "line 2: expected a status, a model or a comment, found '1 x 0'");
        assert_eq!(
            outcome("SAT\n1 99999999999 0\n"),
            "line 2: expected a status, a model or a comment, found '1 99999999999 0'"
        );
        assert_eq!(
            outcome("Segmentation fault\n"),
            "line 1: expected a status, a model or a comment, found 'Segmentation fault'"
        );
        let named = "line 2: expected a status, a model or a comment, found '-x2 3 0'";
        assert_eq!(outcome("SAT\n-x2 3 0\n"), named, "found by the fuzzer");
        assert_eq!(outcome("SAT\n1 -1 0\n"), "variable 1 is both true and false in the model");
        assert_eq!(outcome("SAT\n1 0\n2 0\n"), "line 3: literals after the end of the model");
        assert_eq!(outcome("SAT\nUNSAT\n"), "line 2: contradicts an earlier status or model");
        assert_eq!(
            outcome("1\nSAT\n2 0\n"),
            "line 2: contradicts an earlier status or model",
            "found by the fuzzer"
        );
        assert_eq!(outcome("UNSAT\n1 2 0\n"), "line 2: contradicts an earlier status or model");
    }
}
