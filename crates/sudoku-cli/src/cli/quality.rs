//! The results of `sudoku-cli check`, and their totals.

use std::collections::BTreeMap;
use std::fmt;

use sudoku_cnf::cli::exit_code;
use sudoku_cnf::cli::numbers::{counted, grouped};
use sudoku_cnf::named_enum;

named_enum! {
    /// The result of checking a puzzle or full grid.
    #[derive(PartialOrd, Ord)]
    pub(crate) enum Quality: "result" {
        /// The puzzle has exactly one solution, or the full grid is correct.
        Valid = "valid",
        /// The puzzle has several solutions.
        Several = "several",
        /// The puzzle has no solution.
        Unsatisfiable = "unsatisfiable",
        /// A rule is violated, the grid is not a solution of the puzzle in the `--puzzle` file, or the solution stored with
        /// the puzzle is wrong.
        Invalid = "invalid",
    }
}

/// The number of puzzles and full grids with each result, and the number of errors.
#[derive(Default)]
pub(super) struct Tally {
    results: BTreeMap<Quality, u64>,
    errors: u64,
}

impl Tally {
    pub(super) fn count(&mut self, quality: Quality) {
        *self.results.entry(quality).or_default() += 1;
    }

    pub(super) fn count_error(&mut self) {
        self.errors += 1;
    }

    /// Returns whether nothing has been counted.
    pub(super) fn is_empty(&self) -> bool {
        self.results.is_empty() && self.errors == 0
    }

    /// Returns the exit code of a run that only filters: 0 unless there were errors.
    pub(super) fn exit_code_of_filter(&self) -> u8 {
        if self.errors > 0 { exit_code::ERROR } else { exit_code::DONE }
    }

    /// Returns the exit code, which also depends on the results.
    pub(super) fn exit_code(&self) -> u8 {
        let has = |quality| self.results.contains_key(&quality);
        match self.exit_code_of_filter() {
            exit_code::DONE if has(Quality::Several) || has(Quality::Invalid) => exit_code::ERROR,
            exit_code::DONE if has(Quality::Unsatisfiable) => exit_code::NO_SOLUTION,
            code => code,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let valid = self.results.get(&Quality::Valid).copied().unwrap_or_default();
        write!(f, "{} valid", grouped(valid))?;
        for (quality, &count) in self.results.iter().filter(|(quality, _)| **quality != Quality::Valid) {
            write!(f, ", {} {quality}", grouped(count))?;
        }
        if self.errors > 0 {
            write!(f, ", {}", counted(self.errors, "error", "errors"))?;
        }
        Ok(())
    }
}
