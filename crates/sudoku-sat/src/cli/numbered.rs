//! Runs over numbers instead of puzzles: each number determines what is made.

use std::ops::RangeInclusive;
use std::sync::Arc;

use sudoku_cnf::batch::ItemSource;
use sudoku_cnf::cli::progress::Expected;
use sudoku_cnf::cli::run::{RunItem, RunSource, options_digest};
use sudoku_cnf::cli::{Failure, output};

/// The number of a puzzle or instance, which together with the seed determines it.
pub(super) struct Number(pub(super) u64);

impl RunItem for Number {
    fn id(&self) -> u64 {
        self.0
    }
}

/// The numbers of the puzzles or instances to make.
pub(super) struct Numbers(RangeInclusive<u64>);

impl Numbers {
    /// Returns the numbers up to `count`, without those that an earlier run has completed.
    ///
    /// # Errors
    /// Returns an error if the options of the earlier run were different.
    pub(super) fn new(count: u64) -> Result<Self, Failure> {
        let Some(checkpoint) = output::checkpoint() else { return Ok(Self(1..=count)) };
        let completed = 1..=checkpoint.items;
        let digest = completed.fold(options_digest(), |digest, number| Number(number).digest(digest));
        checkpoint.verify(checkpoint.items, digest)?;
        Ok(Self(checkpoint.items + 1..=count))
    }
}

impl Iterator for Numbers {
    type Item = Number;

    fn next(&mut self) -> Option<Number> {
        self.0.next().map(Number)
    }
}

impl ItemSource for Numbers {
    fn has_arrived(&mut self) -> bool {
        true
    }
}

impl RunSource for Numbers {
    fn expected(&self) -> Arc<Expected> {
        Arc::new(Expected::of_items(self.0.clone().count() as u64))
    }
}
