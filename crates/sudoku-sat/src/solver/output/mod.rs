//! Reading what SAT solvers print or write to a file.
//!
//! Three forms of output are recognized line by line:
//!
//! - MiniSat's result file: `SAT` and the model, which ends in 0; or `UNSAT`; or `INDET`.
//! - Competition output: one `s` line; any number of `v` lines, before or after it; `c` comments. The final 0 may
//!   be missing (z3 omits it), and so may variables.
//! - A bare list of literals, with or without a final 0.
//!
//! One parser, [`ModelReader`], reads them all, [strictly or leniently](Strictness). [`read`] reads the answer of
//! one run strictly.

mod error;
mod model_reader;

use std::io::BufRead;

pub use error::OutputError;
pub use model_reader::{FinalStatus, ModelReader, Strictness};

use super::outcome::{Outcome, StopReason};

/// Reads the whole output of one run strictly. Memory: one line and the model.
///
/// # Errors
/// At the first line that does not fit.
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

/// As [`read`]; also returns whether a 0 ended the model.
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
        // clasp prints its best model beside "unknown", which need not satisfy all clauses.
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
