//! Warnings about the parts of puzzles that a format cannot represent.

use std::collections::BTreeMap;

use super::messages;
use super::numbers::counted;
use crate::text::LostPart;

/// The numbers of puzzles from which parts were omitted.
#[derive(Debug, Default)]
pub struct LostParts(BTreeMap<LostPart, u64>);

impl LostParts {
    /// Counts the parts that were omitted from a puzzle.
    pub fn count(&mut self, lost: impl IntoIterator<Item = LostPart>) {
        lost.into_iter().for_each(|part| *self.0.entry(part).or_insert(0) += 1);
    }

    /// Adds the numbers of `other`.
    pub fn add(&mut self, other: Self) {
        other.0.into_iter().for_each(|(part, count)| *self.0.entry(part).or_insert(0) += count);
    }

    /// Prints a warning for each part that was omitted from puzzles in the format.
    pub fn warn(&self, program: &str, format: &str) {
        for (part, &count) in &self.0 {
            let puzzles = counted(count, "puzzle", "puzzles");
            let message =
                format!("warning: the format {format} cannot represent {part} (omitted from {puzzles})");
            messages::print(program, message);
        }
    }
}
