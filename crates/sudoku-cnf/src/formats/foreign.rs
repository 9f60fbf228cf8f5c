//! Recognition of CNF files and of SAT solver output, which users pass to a puzzle reader by mistake.

use super::error::TextError;
use super::error_kind::TextErrorKind;
use super::lines::AnyLines;

/// The maximum number of comment lines that are skipped.
const MAX_COMMENTS: usize = 1 << 16;

/// Returns an error if `lines` begin like a CNF file or like SAT solver output. No line is removed.
pub(super) fn find(lines: &mut AnyLines<'_>) -> Option<TextError> {
    for index in 0..MAX_COMMENTS {
        let line = lines.line_ahead(index)?;
        let words: Vec<_> = line.text.split_whitespace().take(3).collect();
        let kind = match words[..] {
            [] | ["c", ..] => continue,
            ["p", "cnf", _] => TextErrorKind::CnfFile,
            ["SAT" | "UNSAT" | "INDET"] | ["s", "SATISFIABLE" | "UNSATISFIABLE" | "UNKNOWN"] => {
                TextErrorKind::SolverOutput
            }
            _ => return None,
        };
        return Some(line.whole_error(kind));
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::formats::{ReadError, TextErrorKind, read_single};

    #[track_caller]
    fn check(text: &str, expected: &TextErrorKind) {
        let Err(ReadError::Text(errors)) = read_single(text.as_bytes(), None, None) else { panic!("{text}") };
        assert_eq!((&errors.first().kind, errors.errors().len()), (expected, 1), "{text}");
    }

    #[test]
    fn recognizes_other_files_by_their_first_line_without_comments() {
        check("c written by a program\n\nc more\np cnf 3 2\n1 -2 0\n3 0\n", &TextErrorKind::CnfFile);
        check("SAT\n1 -2 3 0\n", &TextErrorKind::SolverOutput);
        check("c a log\ns UNSATISFIABLE\n", &TextErrorKind::SolverOutput);
    }
}
