//! A puzzle on which a method disagrees with the reference.

use std::fmt;

use sudoku_cnf::Puzzle;
use sudoku_cnf::text::{Format, Record, Writer};

use crate::methods::{self, Method, Truth, Verdict};

/// A puzzle on which a method disagrees with the reference, with as few givens, excluded candidates and rules as
/// possible.
pub(crate) struct Reproducer {
    puzzle: Puzzle,
    method: Method,
    difference: String,
}

impl Reproducer {
    /// Removes givens, excluded candidates and rules from `puzzle` as long as `method` still disagrees.
    pub(crate) fn minimize(puzzle: &Puzzle, method: Method) -> Self {
        let mut found = (puzzle.clone(), "no disagreement when repeated".to_owned());
        loop {
            let smaller = smaller_puzzles(&found.0).find_map(|smaller| {
                let difference = disagreement(&smaller, &method)?;
                Some((smaller, difference))
            });
            match smaller {
                Some(smaller) => found = smaller,
                None => break,
            }
        }
        let (puzzle, difference) = found;
        let difference = disagreement(&puzzle, &method).unwrap_or(difference);
        Self { puzzle, method, difference }
    }

    #[cfg(test)]
    pub(crate) fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    #[cfg(test)]
    pub(crate) fn method(&self) -> &Method {
        &self.method
    }
}

fn disagreement(puzzle: &Puzzle, method: &Method) -> Option<String> {
    match Truth::find(puzzle)?.check(method, puzzle) {
        Verdict::Disagreement(difference) => Some(difference),
        _ => None,
    }
}

/// Returns the puzzles that lack one given, one excluded candidate or one rule of `puzzle`.
fn smaller_puzzles(puzzle: &Puzzle) -> impl Iterator<Item = Puzzle> {
    let without_given = puzzle.givens().map(|given| {
        let mut smaller = puzzle.clone();
        smaller.set(given.cell, None);
        smaller
    });
    let excluded = puzzle.excluded();
    let without_exclusion = (0..excluded.len()).map(|index| {
        let mut smaller = Puzzle::from(puzzle.grid().clone()).with_rules(puzzle.rules().to_vec());
        smaller.exclude(excluded[..index].iter().chain(&excluded[index + 1..]).copied());
        smaller
    });
    let rules = puzzle.rules();
    let without_rule = (0..rules.len())
        .map(|index| puzzle.with_rules(rules[..index].iter().chain(&rules[index + 1..]).cloned()));
    without_given.chain(without_exclusion).chain(without_rule)
}

impl fmt::Display for Reproducer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer::new(Format::Json, Vec::new());
        writer.write(&Record::new(self.puzzle.clone(), 1)).map_err(|_| fmt::Error)?;
        let json = writer.finish().map_err(|_| fmt::Error)?;
        writeln!(f, "disagreement: {} reports {}", self.method.name, self.difference)?;
        writeln!(f, "puzzle.json: {}", String::from_utf8_lossy(&json).trim_end())?;
        writeln!(f, "{}", self.method.command)?;
        writeln!(f, "{}", methods::solve_command("--solver varisat --encoding minimal --no-reduce"))
    }
}
