//! The output of a solver: detection of its kind, and an iterator over its models.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use anyhow::{Context, anyhow};
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::{Candidate, Model};
use sudoku_sat::solver::output::{FinalStatus, ModelReader, OutputError, SmtModelReader, Strictness};

/// A model in the output of a solver.
pub(crate) enum SolverModel {
    /// The literals that a SAT solver or a pseudo-Boolean solver printed.
    Literals(Model),
    /// The candidates that are true according to an SMT solver.
    Candidates(Vec<Candidate>),
}

/// An iterator over the models in the output of a solver.
pub(crate) enum SolverOutput {
    Literals(ModelReader<Reader>),
    Smt(SmtModelReader<Reader>),
}

/// The beginning of the input, which has been read to detect its kind, and the rest.
type Reader = io::Chain<Cursor<Vec<u8>>, BufReader<Box<dyn Read + Send>>>;

impl SolverOutput {
    /// Opens `input` and detects whether it is the output of an SMT solver.
    ///
    /// `variables` is the number of variables in the CNF, if it is known.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, or if it is a problem file instead of the output of a solver.
    pub(crate) fn open(input: &Input, variables: Option<usize>) -> anyhow::Result<Self> {
        let reader = input.open().with_context(|| foreign(input.name()))?;
        let mut reader = BufReader::new(reader);
        let (start, kind) = detect(&mut reader).with_context(|| foreign(input.name()))?;
        let reader = Cursor::new(start).chain(reader);
        match kind {
            Kind::Literals => {
                Ok(Self::Literals(ModelReader::new(reader, Strictness::Lenient).with_variables(variables)))
            }
            Kind::Smt => Ok(Self::Smt(SmtModelReader::new(reader))),
            Kind::Puzzle => Err(anyhow!(
                "{}: this is a puzzle, not the output of a solver\nhint: solve it with 'sudoku-sat solve', or encode it with \
                 'sudoku-cnf', run a SAT solver, and decode the solver's output",
                foreign(input.name())
            )),
            Kind::Problem { file, solver } => Err(anyhow!(
                "{}: this is {file}, not the output of {solver}\nhint: run {solver} on it, and decode the solver's output",
                foreign(input.name())
            )),
        }
    }

    /// Returns the final status. Call this method after the iterator has returned `None`.
    pub(crate) fn finish(self) -> Result<FinalStatus, OutputError> {
        match self {
            Self::Literals(models) => models.finish(),
            Self::Smt(models) => models.finish(),
        }
    }
}

impl Iterator for SolverOutput {
    type Item = Result<SolverModel, OutputError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Literals(models) => models.next().map(|model| model.map(SolverModel::Literals)),
            Self::Smt(models) => models.next().map(|model| model.map(SolverModel::Candidates)),
        }
    }
}

/// The kind of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Literals,
    Smt,
    /// A puzzle instead of the output of a solver.
    Puzzle,
    /// A problem file instead of the output of a solver.
    Problem {
        file: &'static str,
        solver: &'static str,
    },
}

/// The maximum number of bytes that are searched for a line that identifies the kind of the input.
const MAX_START: u64 = 1 << 20;

/// Reads lines until one of them identifies the kind of the input. Returns the lines and the kind.
///
/// A row of a puzzle does not exclude a log that contains numbers, so the lines after it are read, too. No line after
/// the first one of a model is read, so the models in a pipe are decoded as they arrive.
fn detect(reader: &mut impl BufRead) -> io::Result<(Vec<u8>, Kind)> {
    let mut text = Vec::new();
    let mut kind_at_end = Kind::Literals;
    loop {
        let begin = text.len();
        let length = reader.by_ref().take(MAX_START - begin as u64).read_until(b'\n', &mut text)?;
        if length == 0 {
            return Ok((text, kind_at_end));
        }
        let line = text[begin..].trim_ascii();
        match kind_of_line(line) {
            Some(Kind::Puzzle) => kind_at_end = Kind::Puzzle,
            // After a row of a puzzle, a line of numbers may be another row.
            Some(Kind::Literals) if kind_at_end == Kind::Puzzle && !line.starts_with(b"v") => {}
            Some(kind) => return Ok((text, kind)),
            None if line.starts_with(b"s ") || line == b"SAT" || line == b"UNSAT" => {
                kind_at_end = Kind::Literals;
            }
            None => {}
        }
    }
}

/// Returns the kind of the input that contains `line`, or `None` if the line can occur in several kinds.
fn kind_of_line(line: &[u8]) -> Option<Kind> {
    let starts_with = |prefixes: &[&str]| prefixes.iter().any(|prefix| line.starts_with(prefix.as_bytes()));
    let problems: [(&[&str], _, _); 3] = [
        (&["p cnf "], "a CNF file", "a SAT solver"),
        (&["* #variable="], "an OPB file", "a pseudo-Boolean solver"),
        (&["(set-", "(declare-", "(assert "], "an SMT-LIB file", "an SMT solver"),
    ];
    if let Some((_, file, solver)) = problems.into_iter().find(|(prefixes, ..)| starts_with(prefixes)) {
        return Some(Kind::Problem { file, solver });
    }
    if starts_with(&["((", "(model", "(define-", "(error ", "(= "]) || line == b"(" {
        return Some(Kind::Smt);
    }
    if is_row(line) {
        return Some(Kind::Puzzle);
    }
    let number = line.trim_ascii_start().strip_prefix(b"[").or(line.strip_prefix(b"{")).unwrap_or(line);
    let number = number.trim_ascii_start();
    let is_number = number.first().is_some_and(|&byte| byte == b'-' || byte.is_ascii_digit());
    let is_model = is_number || line.starts_with(b"v ") || line == b"v";
    is_model.then_some(Kind::Literals)
}

/// Returns whether `line` is a row or a whole board of a puzzle, which cannot be a list of literals.
fn is_row(line: &[u8]) -> bool {
    let is_cell =
        |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'|' | b' ' | b',' | b'[' | b']');
    let has_blanks = line.iter().filter(|&&byte| byte == b'.').nth(2).is_some();
    let words = || line.split(|byte| matches!(byte, b' ' | b'|' | b',' | b'[' | b']'));
    let has_long_word = words().any(|word| word.len() >= 16);
    let zeros = words().filter(|word| *word == b"0").count();
    line.iter().all(is_cell) && (has_blanks || has_long_word || zeros > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Kind) {
        let (start, kind) = detect(&mut text.as_bytes()).unwrap();
        assert_eq!(kind, expected, "{text}");
        assert!(text.as_bytes().starts_with(&start), "{text}");
    }

    #[test]
    fn detects_the_kind_of_the_input() {
        for text in ["", "SAT\n1 2 0\n", "c ((\ns SATISFIABLE\nv 1\n((", "sat\n", "log\n\n-1 2\n(("] {
            check(text, Kind::Literals);
        }
        for text in ["sat\n((r1c1 1))\n", "sat\r\n(\r\n", "success\nunsat\n(error \"x\")\n", "(model\n"] {
            check(text, Kind::Smt);
        }
        for text in ["# x\n53..7....\n", "5 3 . | . 7 . | . . .\n", "5,3,0,0,7,0,0,0,0\n", &"1".repeat(81)] {
            check(text, Kind::Puzzle);
        }
        for text in
            ["1 2 3 0\n", "1700000000123456789\ns SATISFIABLE\nv 1\n", "1700000000123456789\nSAT\n1 0\n"]
        {
            check(text, Kind::Literals);
        }
        for text in ["c x\np cnf 1 1\n1 0\n", "* #variable= 1 #constraint= 1\n", "; x\n(set-logic QF_UF)\n"] {
            assert!(matches!(detect(&mut text.as_bytes()).unwrap().1, Kind::Problem { .. }), "{text}");
        }
    }

    #[test]
    fn does_not_read_past_the_first_line_of_a_model() {
        let mut reader = &b"s SATISFIABLE\nv 1 2 0\nv 3 0\n"[..];
        assert_eq!(detect(&mut reader).unwrap().0, b"s SATISFIABLE\nv 1 2 0\n");
        assert_eq!(reader, b"v 3 0\n");
    }
}
