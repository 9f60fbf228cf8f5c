//! Checks a model against the constraints of an OPB file.

use std::io::{self, BufRead};

use thiserror::Error;

use super::line_pieces::LinePieces;
use crate::clauses::model::Model;
use crate::clauses::variable::Var;

/// The error for an OPB file that cannot be read, or for a constraint that a model violates.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpbError {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The constraint that ends on this line is malformed, or is not linear.
    #[error("line {line}: expected a linear constraint, for example '+1 x1 +1 x2 >= 1 ;'")]
    Syntax {
        /// The line number, starting at 1.
        line: usize,
    },
    /// The constraint that ends on this line is false in the model.
    #[error("line {line}: the constraint is false in the model: {constraint}")]
    Falsified {
        /// The line number, starting at 1.
        line: usize,
        /// The constraint, without the semicolon.
        constraint: String,
    },
}

/// Checks that `model` satisfies every constraint in the OPB file `input`. Objective functions are ignored.
///
/// Only one constraint is kept in memory at a time. A constraint may have up to 16 MiB of text.
///
/// # Errors
/// Returns an error if reading fails, if a constraint is malformed, or if the model violates a constraint.
///
/// ```
/// use sudoku_cnf::{Lit, Model, files};
///
/// let model = Model::from_literals([1, -2].map(|number| Lit::from_dimacs(number).unwrap()));
/// let opb = "* #variable= 2 #constraint= 2\n+1 x1 +1 x2 = 1 ;\n-1 x1 >= 0 ;\n";
/// let error = files::check_opb(opb.as_bytes(), &model).unwrap_err();
/// assert_eq!(error.to_string(), "line 3: the constraint is false in the model: -1 x1 >= 0");
/// ```
pub fn check_opb(input: impl BufRead, model: &Model) -> Result<(), OpbError> {
    let mut lines = LinePieces::new(input);
    let (mut line, mut constraint) = (0, String::new());
    while let Some(piece) = lines.next_piece()? {
        line = piece.line;
        if piece.starts_line && piece.text.starts_with(b"*") {
            lines.skip_line()?;
            continue;
        }
        let text = String::from_utf8_lossy(piece.text);
        let mut rest = &*text;
        while let Some((part, after)) = rest.split_once(';') {
            constraint.push_str(part);
            let words: Vec<_> = constraint.split_whitespace().collect();
            if !matches!(words.first(), Some(&("min:" | "max:"))) {
                match is_satisfied(&words, model) {
                    None => return Err(OpbError::Syntax { line }),
                    Some(false) => return Err(OpbError::Falsified { line, constraint: words.join(" ") }),
                    Some(true) => {}
                }
            }
            constraint.clear();
            rest = after;
        }
        constraint.push_str(rest);
        if constraint.len() > MAX_CONSTRAINT {
            return Err(OpbError::Syntax { line });
        }
    }
    if constraint.trim().is_empty() { Ok(()) } else { Err(OpbError::Syntax { line }) }
}

/// The maximum length of a constraint in bytes, including line breaks.
const MAX_CONSTRAINT: usize = 1 << 24;

/// Returns whether `model` satisfies the constraint that consists of `words`, or `None` if it is malformed.
fn is_satisfied(words: &[&str], model: &Model) -> Option<bool> {
    let (terms, [relation, bound]) = words.split_last_chunk()?;
    let bound: i64 = bound.parse().ok()?;
    let mut sum: i64 = 0;
    for term in terms.chunks(2) {
        let &[coefficient, literal] = term else { return None };
        let (is_negated, name) = literal.strip_prefix('~').map_or((false, literal), |name| (true, name));
        let variable = Var::new(name.strip_prefix('x')?.parse().ok()?)?;
        let literal = variable.literal(!is_negated);
        let coefficient: i64 = coefficient.parse().ok()?;
        if model.satisfies(literal) {
            sum = sum.checked_add(coefficient)?;
        }
    }
    match *relation {
        ">=" => Some(sum >= bound),
        "=" => Some(sum == bound),
        "<=" => Some(sum <= bound),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::variable::Lit;

    /// Checks the model in which only x1 and x3 are true.
    #[track_caller]
    fn check(opb: &str, expected: &str) {
        let model = Model::from_literals([1, -2, 3].map(|number| Lit::from_dimacs(number).unwrap()));
        let found = check_opb(opb.as_bytes(), &model);
        assert_eq!(found.map_or_else(|error| error.to_string(), |()| "ok".to_owned()), expected, "{opb}");
    }

    #[test]
    fn checks_sums() {
        check(
            "* comment ;\n\n+1 x1 +1 x2 +1 x3 = 2 ; +2 x1\n -1 x3 >= 1;\nmin: +1 x9 ;\n+1 ~x2 <= 1 ;\n",
            "ok",
        );
        check("+1 x2 >= 1 ;\n", "line 1: the constraint is false in the model: +1 x2 >= 1");
        check("\n+1 x1 +1\nx3 = 1 ;\n", "line 3: the constraint is false in the model: +1 x1 +1 x3 = 1");
    }

    #[test]
    fn malformed_constraints_are_errors() {
        for opb in
            ["+1 x1 >= 1\n", "x1 >= 1 ;\n", "+1 x1 x2 >= 1 ;\n", "+1 y1 >= 1 ;\n", "+1 x1 > 1 ;\n", ";\n"]
        {
            check(opb, "line 1: expected a linear constraint, for example '+1 x1 +1 x2 >= 1 ;'");
        }
    }
}
