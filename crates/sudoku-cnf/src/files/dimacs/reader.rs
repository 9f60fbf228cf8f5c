//! The DIMACS parser. Like MiniSat's parser, it is generic over the receiver of the clauses.

use std::io::{self, BufRead};

use thiserror::Error;

use crate::clauses::cnf::ClauseSink;
use crate::clauses::variable::Lit;
use crate::files::line_pieces::{LinePieces, MAX_PIECE};

/// The counts in the header line of a DIMACS file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The number of variables, which is also the largest variable number that the clauses may contain.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
}

/// An error that occurs while reading DIMACS CNF.
#[derive(Debug, Error)]
pub enum DimacsError<E> {
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is not valid DIMACS CNF.
    #[error("{line}:{column}: {kind}")]
    Syntax {
        /// The line number, starting at 1.
        line: usize,
        /// The column number in bytes, starting at 1.
        column: usize,
        /// The kind of error.
        kind: DimacsErrorKind,
    },
    /// An error that the sink returned for a clause.
    #[error("{0}")]
    Sink(E),
}

/// The kind of a DIMACS syntax error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DimacsErrorKind {
    /// The header `p cnf VARIABLES CLAUSES` is missing or malformed.
    #[error("expected the header 'p cnf VARIABLES CLAUSES'")]
    Header,
    /// A word that is not a literal.
    #[error("invalid literal '{0}', expected an integer")]
    Literal(String),
    /// A literal whose variable number exceeds the number of variables in the header.
    #[error("literal {literal} is out of range: the largest variable in the header is {variables}")]
    Variable {
        /// The literal.
        literal: i32,
        /// The number of variables in the header.
        variables: usize,
    },
    /// The text ends before the 0 that terminates the last clause.
    #[error("the last clause is not terminated by 0")]
    OpenClause,
    /// The number of clauses differs from the number in the header.
    #[error("the file has {found} clauses, but the number in the header is {declared}")]
    ClauseCount {
        /// The number of clauses in the header.
        declared: usize,
        /// The number of clauses in the text.
        found: usize,
    },
}

/// Reads DIMACS CNF, adds the clauses to `sink`, and returns the header.
///
/// The parser holds only one clause and a limited part of a line in memory at a time. In a clause with more than 65,536
/// literals, repeated literals may be omitted.
///
/// The parser accepts CRLF line endings, blank lines, any number of spaces and tabs between words, and comment lines
/// anywhere in the text. A line may contain several clauses, and a clause may span several lines. After the header, a
/// line that begins with `%` ends the formula, and the rest of the text is ignored.
///
/// # Errors
/// Returns an error if reading fails or `sink` rejects a clause. Returns a syntax error if the header is missing, a
/// word is not a literal, a variable number exceeds the number of variables in the header, the number of clauses
/// differs from the count in the header, or the last clause does not end with 0. Reading stops at the first error.
///
/// ```
/// use sudoku_cnf::Cnf;
/// use sudoku_cnf::files::dimacs;
///
/// let mut cnf = Cnf::default();
/// let header = dimacs::read(&b"p cnf 2 2\n1 -2 0\n2 0\n"[..], &mut cnf).unwrap();
/// assert_eq!((header.variables, cnf.clauses().len()), (2, 2));
/// ```
pub fn read<S: ClauseSink>(input: impl BufRead, sink: &mut S) -> Result<Header, DimacsError<S::Error>> {
    let mut header = None;
    let mut found = 0;
    let mut clause = Vec::new();
    let mut max_length = LONG_CLAUSE;
    let mut lines = LinePieces::new(input);
    let (mut line, mut offset) = (0, 0);
    while let Some(piece) = lines.next_piece()? {
        line = piece.line;
        if piece.starts_line {
            offset = 0;
            match (piece.text.first(), header) {
                (Some(b'c'), _) => {
                    lines.skip_line()?;
                    continue;
                }
                (Some(b'%'), Some(_)) => break,
                _ => {}
            }
        }
        let text = piece.text;
        let Some(Header { variables, .. }) = header else {
            header = parse_header(text).map_err(|kind| DimacsError::Syntax { line, column: 1, kind })?;
            continue;
        };
        for word in words(text) {
            let literal = parse_literal(word, variables).map_err(|kind| {
                let column = offset + word.as_ptr().addr() - text.as_ptr().addr() + 1;
                DimacsError::Syntax { line, column, kind }
            })?;
            if let Some(literal) = literal {
                clause.push(literal);
                if clause.len() > max_length {
                    clause.sort_unstable();
                    clause.dedup();
                    max_length = LONG_CLAUSE.max(2 * clause.len());
                }
            } else {
                sink.add_clause(&clause).map_err(DimacsError::Sink)?;
                clause.clear();
                found += 1;
            }
        }
        offset += text.len();
    }
    let at_end = |kind| DimacsError::Syntax { line: line.max(1), column: 1, kind };
    let header = header.ok_or_else(|| at_end(DimacsErrorKind::Header))?;
    if !clause.is_empty() {
        return Err(at_end(DimacsErrorKind::OpenClause));
    }
    if found != header.clauses {
        let declared = header.clauses;
        return Err(at_end(DimacsErrorKind::ClauseCount { declared, found }));
    }
    Ok(header)
}

/// The number of literals from which on repeated literals of a clause are removed, so that they take up no memory.
const LONG_CLAUSE: usize = 1 << 16;

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// Parses a header line. Returns `None` for a blank line.
pub(crate) fn parse_header(line: &[u8]) -> Result<Option<Header>, DimacsErrorKind> {
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

/// Parses a literal. Returns `None` for the 0 that terminates a clause.
fn parse_literal(word: &[u8], variables: usize) -> Result<Option<Lit>, DimacsErrorKind> {
    let invalid = || {
        let text = String::from_utf8_lossy(&word[..word.len().min(60)]);
        DimacsErrorKind::Literal(text.escape_debug().to_string())
    };
    // The first part of a word that a piece divides has the length of a piece.
    let word_text = str::from_utf8(word).ok().filter(|word| word.len() < MAX_PIECE);
    let number: i32 = word_text.and_then(|word| word.parse().ok()).ok_or_else(invalid)?;
    if number.unsigned_abs() as usize > variables {
        return Err(DimacsErrorKind::Variable { literal: number, variables });
    }
    match Lit::from_dimacs(number) {
        // `i32::MIN` cannot be negated, so it is not a valid literal.
        None if number != 0 => Err(invalid()),
        literal => Ok(literal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::cnf::Cnf;
    use crate::files::dimacs::DimacsWriter;
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
    fn accepts_looser_forms() {
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
    fn reports_the_line_and_column_of_errors() {
        let header = "1:1: expected the header 'p cnf VARIABLES CLAUSES'";
        for text in ["", "1 0\n", "p dnf 1 1\n", "p cnf -1 1\n", "p cnf 1 1 1\n"] {
            assert_eq!(outcome(text), header, "{text:?}");
        }
        assert_eq!(outcome("p cnf 2 1\n1 x 0\n"), "2:3: invalid literal 'x', expected an integer");
        assert_eq!(
            outcome("p cnf 2 1\n1 -3 0\n"),
            "2:3: literal -3 is out of range: the largest variable in the header is 2"
        );
        assert_eq!(
            outcome("p cnf 2 1\n-2147483648 0\n"),
            "2:1: literal -2147483648 is out of range: the largest variable in the header is 2"
        );
        assert_eq!(
            outcome("p cnf 2 1\n99999999999 0\n"),
            "2:1: invalid literal '99999999999', expected an integer"
        );
        assert_eq!(
            outcome("p cnf 2147483648 1\n-2147483648 0\n"),
            "2:1: invalid literal '-2147483648', expected an integer"
        );
        assert_eq!(outcome("p cnf 2 1\n1 2\n"), "2:1: the last clause is not terminated by 0");
        assert_eq!(
            outcome("p cnf 2 3\n1 0\n2 0\n"),
            "3:1: the file has 2 clauses, but the number in the header is 3"
        );
        assert_eq!(
            outcome("p cnf 2 1\n1 0\n2 0\n"),
            "3:1: the file has 2 clauses, but the number in the header is 1"
        );
    }

    #[test]
    fn long_lines_and_clauses_take_little_memory() {
        let filler = "x ".repeat(100_000);
        let clause = "-1 2 ".repeat(100_000);
        let text = format!("c {filler}\np cnf 2 2\n{clause} 0 {clause}\nc{filler}\n 0\n");
        let mut cnf = Cnf::default();
        read(text.as_bytes(), &mut cnf).unwrap();
        let literals = [-1, 2].map(|number| Lit::from_dimacs(number).unwrap());
        assert!(
            cnf.clauses().all(|clause| clause.len() <= LONG_CLAUSE && clause.starts_with(&literals[..1]))
        );
        assert_eq!((cnf.len(), cnf.clauses().flatten().all(|literal| literals.contains(literal))), (2, true));
        let text = format!("p cnf 2 1\n{clause} {}", "3".repeat(1 << 17));
        assert!(outcome(&text).starts_with("2:500002: invalid literal '333"));
        assert!(outcome(&text).len() < 140);
    }

    proptest! {
        #[test]
        fn reads_back_what_the_writer_wrote(clauses in prop::collection::vec(
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
