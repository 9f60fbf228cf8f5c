//! Statistics on the size of a CNF.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;

use super::clause_group::ClauseGroup;
use super::cnf::ClauseSink;
use super::encoding::{Problem, TooManyVariables};
use super::variable::Lit;

/// The size of a CNF, in total and broken down by clause kind and clause length.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Stats {
    /// The number of variables, including auxiliary variables.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// The total number of literals in all clauses.
    pub literals: usize,
    /// The size of the DIMACS file in bytes, excluding comments.
    pub bytes: usize,
    /// The numbers of clauses and literals for each kind of clause, keyed by [`ClauseGroup::kind`].
    pub kinds: BTreeMap<&'static str, Part>,
    /// The number of clauses of each length, keyed by the length. The length of a clause is its number of literals.
    pub lengths: BTreeMap<usize, usize>,
    /// The time spent on propagation and encoding, in seconds. [`Stats::of`] does not measure this time and sets the
    /// field to 0.
    pub seconds: f64,
}

/// The number of clauses of one kind and their total number of literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Part {
    /// The number of clauses.
    pub clauses: usize,
    /// The total number of literals in these clauses.
    pub literals: usize,
}

impl Stats {
    /// Computes the statistics for a problem by encoding it without storing the clauses.
    ///
    /// # Errors
    /// Returns an error if the CNF has more than 2³¹ − 1 variables.
    ///
    /// ```
    /// use sudoku_cnf::{Encoding, Problem, Puzzle};
    /// use sudoku_cnf::clauses::stats::Stats;
    ///
    /// let empty: Puzzle = ".".repeat(81).parse()?;
    /// let stats = Stats::of(&Problem::new(&empty, Encoding::Minimal))?;
    /// assert_eq!((stats.variables, stats.clauses), (729, 7_371));
    /// assert_eq!(stats.kinds["cell at least one"].clauses, 81);
    /// assert_eq!(stats.lengths[&2], 7_290);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(problem: &Problem) -> Result<Self, TooManyVariables> {
        let Ok(stats) = Self::of_while(problem, || Ok::<(), Infallible>(()));
        stats
    }

    /// Like [`of`](Self::of), but calls `check` at regular intervals, and stops if `check` returns an error.
    ///
    /// # Errors
    /// Returns the error of `check`. The inner result is an error if the CNF has more than 2³¹ − 1 variables.
    pub fn of_while<E>(
        problem: &Problem,
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<Result<Self, TooManyVariables>, E> {
        let size = match problem.interruptible_size(&mut check)? {
            Ok(size) => size,
            Err(error) => return Ok(Err(error)),
        };
        let mut collector = Collector { stats: Self::default(), kind: "unit", check };
        problem.encode(&mut collector)?;
        let header = format!("p cnf {} {}\n", size.variables, size.clauses);
        let mut stats = collector.stats;
        stats.variables = size.variables;
        stats.bytes += header.len();
        Ok(Ok(stats))
    }
}

/// A clause sink that collects statistics.
struct Collector<F> {
    stats: Stats,
    kind: &'static str,
    check: F,
}

/// The number of clauses between two checks.
const CLAUSES_PER_CHECK: usize = 1024;

impl<E, F: FnMut() -> Result<(), E>> ClauseSink for Collector<F> {
    type Error = E;

    fn prepare(&mut self) -> Result<(), E> {
        (self.check)()
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), E> {
        let stats = &mut self.stats;
        stats.clauses += 1;
        if stats.clauses.is_multiple_of(CLAUSES_PER_CHECK) {
            (self.check)()?;
        }
        stats.literals += clause.len();
        stats.bytes += 2 + clause.iter().map(|&literal| length(literal) + 1).sum::<usize>();
        *stats.lengths.entry(clause.len()).or_default() += 1;
        let part = stats.kinds.entry(self.kind).or_default();
        part.clauses += 1;
        part.literals += clause.len();
        Ok(())
    }

    fn begin_group(&mut self, group: ClauseGroup<'_>) {
        self.kind = group.kind();
    }
}

/// Returns the length of a literal in a DIMACS file, in characters.
fn length(literal: Lit) -> usize {
    literal.dimacs().unsigned_abs().ilog10() as usize + 1 + usize::from(!literal.is_positive())
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "variables  {:>12}", self.variables)?;
        writeln!(f, "clauses    {:>12}", self.clauses)?;
        for (kind, part) in &self.kinds {
            writeln!(f, "  {kind:<18} {:>12} with {} literals", part.clauses, part.literals)?;
        }
        for (length, clauses) in &self.lengths {
            writeln!(f, "  of length {length:<8} {clauses:>12}")?;
        }
        writeln!(f, "literals   {:>12}", self.literals)?;
        writeln!(f, "bytes      {:>12}", self.bytes)?;
        write!(f, "seconds    {:>12.6}", self.seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::encoding::{CnfOptions, Encoding};
    use crate::puzzle::Puzzle;

    #[test]
    fn statistics_match_the_written_file() {
        let puzzle: Puzzle = "1......2..3.....".parse().unwrap();
        for encoding in Encoding::ALL {
            for options in [CnfOptions::from(encoding), CnfOptions::from(encoding).reduced()] {
                let problem = Problem::new(&puzzle, options);
                let mut text = Vec::new();
                problem.write_dimacs(false, &mut text).unwrap();
                let stats = Stats::of(&problem).unwrap();
                let text = String::from_utf8(text).unwrap();
                assert_eq!(stats.bytes, text.len(), "{encoding}");
                assert_eq!(stats.clauses + 1, text.lines().count(), "{encoding}");
                assert_eq!(stats.literals + stats.clauses + 4, text.split_whitespace().count(), "{encoding}");
                assert_eq!(stats.lengths.values().sum::<usize>(), stats.clauses);
                assert_eq!(stats.kinds.values().map(|part| part.clauses).sum::<usize>(), stats.clauses);
            }
        }
    }
}
