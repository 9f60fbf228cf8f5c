//! The file of `solve --extra-clauses`: additional clauses on the candidates of a puzzle.

use std::path::Path;

use anyhow::anyhow;
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::files::dimacs;
use sudoku_cnf::{Candidate, Cnf, Geometry, Lit};

/// Reads the clauses in the file at `path`.
pub(crate) fn read(path: &Path, geometry: &Geometry) -> anyhow::Result<Vec<Vec<Lit>>> {
    let text = Input::File(path.to_owned()).marks()?;
    parse(&text, geometry).map_err(|message| anyhow!("{}:{message}", foreign(path.display())))
}

/// Parses clauses: a DIMACS file, if there is a header, or clauses on lines of their own. An error message starts with
/// the line number.
fn parse(text: &str, geometry: &Geometry) -> Result<Vec<Vec<Lit>>, String> {
    let is_header = |line: &str| line.split_ascii_whitespace().next() == Some("p");
    if !text.lines().any(is_header) {
        return parse_lines(text, geometry);
    }
    let mut cnf = Cnf::default();
    dimacs::read(text.as_bytes(), &mut cnf).map_err(|error| error.to_string())?;
    let known = geometry.candidate_count();
    match cnf.clauses().flatten().find(|literal| literal.var().number() > known) {
        Some(literal) => Err(format!(" {}", out_of_range(literal.dimacs(), known))),
        None => Ok(cnf.clauses().map(<[Lit]>::to_vec).collect()),
    }
}

/// Parses clauses that a 0 or the end of the line ends. Comments start with `c` or `#`.
fn parse_lines(text: &str, geometry: &Geometry) -> Result<Vec<Vec<Lit>>, String> {
    let mut clauses = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words: Vec<_> = line.split_ascii_whitespace().collect();
        if words.first() == Some(&"c") || line.starts_with('#') {
            continue;
        }
        for clause in words.split_inclusive(|word| *word == "0") {
            let literals = clause.iter().filter(|word| **word != "0").map(|word| literal(word, geometry));
            clauses
                .push(literals.collect::<Result<_, _>>().map_err(|message| format!("{number}: {message}"))?);
        }
    }
    Ok(clauses)
}

fn out_of_range(number: i32, known: usize) -> String {
    format!("literal {number} is out of range: the candidates have the variables 1 to {known}")
}

/// Parses a literal: a DIMACS number, or a candidate such as `r1c1=5` or `r1c1!=5`.
fn literal(word: &str, geometry: &Geometry) -> Result<Lit, String> {
    let known = geometry.candidate_count();
    if let Ok(number) = word.parse() {
        let literal = Lit::from_dimacs(number).filter(|literal| literal.var().number() <= known);
        return literal.ok_or_else(|| out_of_range(number, known));
    }
    let (text, is_positive) = match word.split_once("!=") {
        Some((cell, digit)) => (format!("{cell}={digit}"), false),
        None => (word.to_owned(), true),
    };
    let candidate: Candidate = text.parse().map_err(|_| {
        format!("invalid literal '{}', expected a DIMACS literal, r1c1=5 or r1c1!=5", foreign(word))
    })?;
    if !geometry.contains(candidate.cell) || candidate.digit.get() > geometry.size() {
        return Err(format!("{candidate} is not on the board"));
    }
    let literal = geometry.literal(candidate.cell, candidate.digit);
    Ok(if is_positive { literal } else { !literal })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::BoxShape;

    #[test]
    fn clauses_are_numbers_or_names() {
        let geometry = Geometry::new(BoxShape::STANDARD);
        let check = |text: &str, expected: &[&[i32]]| {
            let numbers =
                |clause: &Vec<Lit>| clause.iter().map(|literal| literal.dimacs()).collect::<Vec<_>>();
            let clauses = parse(text, &geometry).unwrap();
            assert_eq!(clauses.iter().map(numbers).collect::<Vec<_>>(), expected, "{text}");
        };
        check("c comment\n1 -2 0 3 0\n", &[&[1, -2], &[3]]);
        check("# comment\r\nr1c1=5 r1c2!=3\r\n\r\n-7", &[&[5, -12], &[-7]]);
        check("1 0 0\n0\n", &[&[1], &[], &[]]);
        check("", &[]);
        check("c comment\np cnf 729 3\n1 2\n-3 0 4\n0 0\n", &[&[1, 2, -3], &[4], &[]]);
    }

    #[test]
    fn errors_have_a_line() {
        let geometry = Geometry::new(BoxShape::STANDARD);
        let check = |text: &str, expected: &str| {
            let error = parse(text, &geometry).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        };
        check("1 0\n730 0", "2: literal 730 is out of range: the candidates have the variables 1 to 729");
        check("r1c1=x", "1: invalid literal 'r1c1=x'");
        check("r10c1=5", "1: r10c1=5 is not on the board");
        check("--1", "1: invalid literal '--1', expected a DIMACS literal");
        check("p cnf 729 2\n1 0\n", "2:1: the file has 1 clauses");
        check("p cnf 800 1\n730 0\n", " literal 730 is out of range");
    }
}
