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
        let mut collector = Collector { stats: Self::default(), kind: "unit", check, calls: 0 };
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
    /// The number of calls so far.
    calls: usize,
}

/// The number of calls between two checks.
const CALLS_PER_CHECK: usize = 256;

impl<F> Collector<F> {
    /// Adds `clauses` clauses of the same length, which take up `bytes` bytes.
    fn add(&mut self, clauses: usize, length: usize, bytes: usize) {
        let stats = &mut self.stats;
        stats.clauses += clauses;
        stats.literals += clauses * length;
        stats.bytes += bytes;
        if clauses > 0 {
            *stats.lengths.entry(length).or_default() += clauses;
            let part = stats.kinds.entry(self.kind).or_default();
            part.clauses += clauses;
            part.literals += clauses * length;
        }
    }
}

impl<E, F: FnMut() -> Result<(), E>> ClauseSink for Collector<F> {
    type Error = E;

    fn prepare(&mut self) -> Result<(), E> {
        self.calls += 1;
        if self.calls.is_multiple_of(CALLS_PER_CHECK) { (self.check)() } else { Ok(()) }
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), E> {
        self.add(1, clause.len(), END + clause.iter().map(|&literal| width(literal)).sum::<usize>());
        self.prepare()
    }

    fn add_exclusions(&mut self, first: Lit, others: &[Lit]) -> Result<(), E> {
        let widths = others.iter().map(|&other| width(!other)).sum::<usize>();
        self.add(others.len(), 2, others.len() * (END + width(!first)) + widths);
        self.prepare()
    }

    fn add_at_most_one(&mut self, literals: &[Lit]) -> Result<(), E> {
        self.count_exclusions(literals, &vec![literals.len().saturating_sub(1); literals.len()]);
        self.prepare()
    }

    // The number of pairs is the square of the number of literals, so they are not counted one by one.
    fn count_exclusions(&mut self, literals: &[Lit], occurrences: &[usize]) -> bool {
        let clauses = occurrences.iter().sum::<usize>() / 2;
        let widths = literals.iter().zip(occurrences).map(|(&literal, &count)| count * width(!literal));
        self.add(clauses, 2, clauses * END + widths.sum::<usize>());
        true
    }

    fn begin_group(&mut self, group: ClauseGroup<'_>) {
        self.kind = group.kind();
    }
}

/// The length of the end of a clause in a DIMACS file, a zero and a newline.
const END: usize = 2;

/// Returns the length of a literal and the following space in a DIMACS file, in characters.
fn width(literal: Lit) -> usize {
    literal.dimacs().unsigned_abs().ilog10() as usize + 2 + usize::from(!literal.is_positive())
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
    use crate::clauses::at_most_one::AtMostOne;
    use crate::clauses::encoding::{CnfOptions, Encoding};
    use crate::puzzle::Puzzle;

    #[test]
    fn statistics_match_the_written_file() {
        // On the larger board, the numbers of the variables have different lengths.
        let nine = format!("123456789{}", ".".repeat(72));
        for text in ["1......2..3.....", &nine] {
            let puzzle: Puzzle = text.parse().unwrap();
            for &encoding in Encoding::ALL {
                for scheme in [AtMostOne::Pairwise, AtMostOne::Ladder] {
                    let options = CnfOptions { at_most_one: scheme, ..CnfOptions::from(encoding) };
                    check(&Problem::new(&puzzle, options));
                    check(&Problem::new(&puzzle, options.reduced()));
                }
            }
        }
    }

    #[track_caller]
    fn check(problem: &Problem) {
        let mut text = Vec::new();
        problem.write_dimacs(&mut text).unwrap();
        let stats = Stats::of(problem).unwrap();
        let text = String::from_utf8(text).unwrap();
        let options = problem.options();
        assert_eq!(stats.bytes, text.len(), "{options:?}");
        assert_eq!(stats.clauses + 1, text.lines().count(), "{options:?}");
        assert_eq!(stats.literals + stats.clauses + 4, text.split_whitespace().count(), "{options:?}");
        assert_eq!(stats.lengths.values().sum::<usize>(), stats.clauses);
        assert_eq!(stats.kinds.values().map(|part| part.clauses).sum::<usize>(), stats.clauses);
    }
}
