//! The DIMACS parser, generic over what receives the clauses, as MiniSat's is.

use std::io::{self, BufRead};

use thiserror::Error;

use crate::cnf::ClauseSink;
use crate::variable::Lit;

/// What the header line promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The largest variable that may occur.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
}

/// Why a text is no DIMACS CNF, or was not read to its end.
#[derive(Debug, Error)]
pub enum DimacsError<E> {
    /// The text could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is wrong, in this line from 1 and column of bytes from 1.
    #[error("{line}:{column}: {kind}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The byte in it, from 1.
        column: usize,
        /// What is wrong.
        kind: DimacsErrorKind,
    },
    /// The receiver refused a clause.
    #[error("{0}")]
    Sink(E),
}

/// What is wrong with a DIMACS text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DimacsErrorKind {
    /// The first line that is no comment is not `p cnf VARIABLES CLAUSES`.
    #[error("expected the header 'p cnf VARIABLES CLAUSES'")]
    Header,
    /// A word that is no literal.
    #[error("'{0}' is no literal")]
    Literal(String),
    /// A literal of a variable that the header does not allow.
    #[error("literal {literal} exceeds the maximum variable {variables}")]
    Variable {
        /// The literal.
        literal: i32,
        /// What the header says.
        variables: usize,
    },
    /// The text ends within a clause.
    #[error("the last clause has no final 0")]
    OpenClause,
    /// More or fewer clauses than the header says.
    #[error("found {found} clauses, but the header says {promised}")]
    ClauseCount {
        /// What the header says.
        promised: usize,
        /// What was there.
        found: usize,
    },
}

/// Reads a CNF and feeds its clauses to `sink`. Memory: one line and one clause.
///
/// Taken as they come: CRLF, blanks and tabs in any number, comment lines between clauses, several
/// clauses on a line, a clause over several lines, and everything after a line that begins with `%`.
/// Refused: a missing header, counts that the text does not keep, an open last clause.
///
/// # Errors
/// The first fault with its line and column, or the sink's error.
///
/// ```
/// use sudoku_cnf::{Cnf, dimacs};
///
/// let mut cnf = Cnf::default();
/// let header = dimacs::read(&b"p cnf 2 2\n1 -2 0\n2 0\n"[..], &mut cnf).unwrap();
/// assert_eq!((header.variables, cnf.clauses().len()), (2, 2));
/// ```
pub fn read<S: ClauseSink>(mut input: impl BufRead, sink: &mut S) -> Result<Header, DimacsError<S::Error>> {
    let mut header = None;
    let mut found = 0;
    let mut clause = Vec::new();
    let mut text = Vec::new();
    let mut line = 0;
    loop {
        text.clear();
        if input.read_until(b'\n', &mut text)? == 0 {
            break;
        }
        line += 1;
        match (text.first(), header) {
            (Some(b'c'), _) => continue,
            (Some(b'%'), Some(_)) => break,
            _ => {}
        }
        let Some(Header { variables, .. }) = header else {
            header = parse_header(&text).map_err(|kind| DimacsError::Syntax { line, column: 1, kind })?;
            continue;
        };
        for word in words(&text) {
            let literal = parse_literal(word, variables).map_err(|kind| {
                let column = word.as_ptr().addr() - text.as_ptr().addr() + 1;
                DimacsError::Syntax { line, column, kind }
            })?;
            if let Some(literal) = literal {
                clause.push(literal);
            } else {
                sink.add_clause(&clause).map_err(DimacsError::Sink)?;
                clause.clear();
                found += 1;
            }
        }
    }
    let at_end = |kind| DimacsError::Syntax { line: line.max(1), column: 1, kind };
    let header = header.ok_or_else(|| at_end(DimacsErrorKind::Header))?;
    if !clause.is_empty() {
        return Err(at_end(DimacsErrorKind::OpenClause));
    }
    if found != header.clauses {
        let promised = header.clauses;
        return Err(at_end(DimacsErrorKind::ClauseCount { promised, found }));
    }
    Ok(header)
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// The header of a line; `None` for a blank one.
fn parse_header(line: &[u8]) -> Result<Option<Header>, DimacsErrorKind> {
    let words: Vec<_> = words(line).map(|word| str::from_utf8(word).unwrap_or("")).collect();
    match words[..] {
        [] => Ok(None),
        ["p", "cnf", variables, clauses] => {
            let number = |word: &str| word.parse().map_err(|_| DimacsErrorKind::Header);
            Ok(Some(Header { variables: number(variables)?, clauses: number(clauses)? }))
        }
        _ => Err(DimacsErrorKind::Header),
    }
}

/// A literal; `None` for the 0 that ends a clause.
fn parse_literal(word: &[u8], variables: usize) -> Result<Option<Lit>, DimacsErrorKind> {
    let no_literal = || DimacsErrorKind::Literal(String::from_utf8_lossy(word).into_owned());
    let number: i32 = str::from_utf8(word).ok().and_then(|word| word.parse().ok()).ok_or_else(no_literal)?;
    if number.unsigned_abs() as usize > variables {
        return Err(DimacsErrorKind::Variable { literal: number, variables });
    }
    Ok(Lit::from_dimacs(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Cnf;
    use crate::dimacs::DimacsWriter;
    use proptest::prelude::*;

    fn outcome(text: &str) -> String {
        let mut cnf = Cnf::default();
        match read(text.as_bytes(), &mut cnf) {
            Ok(header) => {
                let clauses: Vec<Vec<i32>> =
                    cnf.clauses().map(|clause| clause.iter().map(|l| l.dimacs()).collect()).collect();
                format!("{} {clauses:?}", header.variables)
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn tolerated_forms() {
        for text in [
            "p cnf 3 2\n1 -2 0\n3 0\n",
            "c\nc x\r\np cnf 3 2\r\n1 -2 0\r\n3 0",
            "\np  cnf\t3 2\n1 -2\n0 3\nc between\n 0\n",
            "p cnf 3 2\n1 -2 0 3 0\n%\n0\n",
        ] {
            assert_eq!(outcome(text), "3 [[1, -2], [3]]", "{text:?}");
        }
        assert_eq!(outcome("p cnf 0 1\n0\n"), "0 [[]]");
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let header = "1:1: expected the header 'p cnf VARIABLES CLAUSES'";
        for text in ["", "1 0\n", "p dnf 1 1\n", "p cnf -1 1\n", "p cnf 1 1 1\n"] {
            assert_eq!(outcome(text), header, "{text:?}");
        }
        assert_eq!(outcome("p cnf 2 1\n1 x 0\n"), "2:3: 'x' is no literal");
        assert_eq!(outcome("p cnf 2 1\n1 -3 0\n"), "2:3: literal -3 exceeds the maximum variable 2");
        assert_eq!(
            outcome("p cnf 2 1\n-2147483648 0\n"),
            "2:1: literal -2147483648 exceeds the maximum variable 2"
        );
        assert_eq!(outcome("p cnf 2 1\n99999999999 0\n"), "2:1: '99999999999' is no literal");
        assert_eq!(outcome("p cnf 2 1\n1 2\n"), "2:1: the last clause has no final 0");
        assert_eq!(outcome("p cnf 2 3\n1 0\n2 0\n"), "3:1: found 2 clauses, but the header says 3");
        assert_eq!(outcome("p cnf 2 1\n1 0\n2 0\n"), "3:1: found 2 clauses, but the header says 1");
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(clauses in prop::collection::vec(
            prop::collection::vec((1..=9_i32, any::<bool>()), 0..6), 0..20))
        {
            let mut cnf = Cnf::default();
            let mut writer = DimacsWriter::new(Vec::new());
            writer.comment("any formula").unwrap();
            writer.header(9, clauses.len()).unwrap();
            for clause in &clauses {
                let literals: Vec<Lit> = clause.iter().map(|&(number, negated)|
                    Lit::from_dimacs(if negated { -number } else { number }).unwrap()).collect();
                writer.add_clause(&literals).unwrap();
                cnf.add_clause(&literals).unwrap();
            }
            let text = writer.finish().unwrap();
            let mut again = Cnf::default();
            read(&text[..], &mut again).unwrap();
            prop_assert_eq!(again, cnf);
        }
    }
}
