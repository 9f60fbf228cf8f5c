//! The file of `solve --extra-clauses`: additional clauses on the candidates of a puzzle.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::{Candidate, Geometry, Lit};

/// Reads the clauses in the file at `path`.
pub(crate) fn read(path: &Path, geometry: &Geometry) -> anyhow::Result<Vec<Vec<Lit>>> {
    let text = fs::read_to_string(path).with_context(|| foreign(path.display()))?;
    parse(&text, geometry).map_err(|(line, message)| anyhow!("{}:{line}: {message}", foreign(path.display())))
}

/// Parses clauses, or returns the line of the first error and a message.
///
/// A 0 or the end of a line ends a clause. Comments, which start with `c` or `#`, and the header of a DIMACS file are
/// ignored.
fn parse(text: &str, geometry: &Geometry) -> Result<Vec<Vec<Lit>>, (usize, String)> {
    let mut clauses = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let words: Vec<_> = line.split_ascii_whitespace().collect();
        if matches!(words.first(), Some(&"c" | &"p")) || line.starts_with('#') {
            continue;
        }
        for clause in words.split(|word| *word == "0").filter(|clause| !clause.is_empty()) {
            let literals = clause.iter().map(|word| literal(word, geometry));
            clauses.push(literals.collect::<Result<_, _>>().map_err(|message| (index + 1, message))?);
        }
    }
    Ok(clauses)
}

/// Parses a literal: a DIMACS number, or a candidate such as `r1c1=5` or `r1c1!=5`.
fn literal(word: &str, geometry: &Geometry) -> Result<Lit, String> {
    let known = geometry.candidate_count();
    if let Ok(number) = word.parse() {
        let literal = Lit::from_dimacs(number).filter(|literal| literal.var().number() <= known);
        return literal.ok_or_else(|| {
            format!("literal {number} is out of range: the candidates have the variables 1 to {known}")
        });
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
        check("c comment\np cnf 729 2\n1 -2 0 3 0\n", &[&[1, -2], &[3]]);
        check("# comment\r\nr1c1=5 r1c2!=3\r\n\r\n-7", &[&[5, -12], &[-7]]);
        check("", &[]);
    }

    #[test]
    fn errors_have_a_line() {
        let geometry = Geometry::new(BoxShape::STANDARD);
        let error = |text: &str| parse(text, &geometry).unwrap_err();
        assert_eq!(error("1 0\n730 0").0, 2);
        assert!(error("730").1.contains("the candidates have the variables 1 to 729"));
        assert!(error("r1c1=x").1.starts_with("invalid literal 'r1c1=x'"));
        assert_eq!(error("r10c1=5"), (1, "r10c1=5 is not on the board".to_owned()));
        assert!(error("--1").1.contains("expected a DIMACS literal"));
    }
}
