//! Warnings about the parts of puzzles that a format cannot represent.

use std::collections::{BTreeMap, BTreeSet};

use super::messages;
use super::numbers::counted;
use crate::text::LostPart;

/// The numbers of puzzles from which parts were omitted.
#[derive(Debug, Default)]
pub struct LostParts {
    /// The number of puzzles for each part. [`LostPart::Presentation`] has no names here.
    counts: BTreeMap<LostPart, u64>,
    /// The names of all omitted fields of presentations.
    fields: BTreeSet<String>,
}

impl LostParts {
    /// Counts the parts that were omitted from a puzzle.
    pub fn count(&mut self, lost: impl IntoIterator<Item = LostPart>) {
        for mut part in lost {
            if let LostPart::Presentation(names) = &mut part {
                self.fields.extend(std::mem::take(names));
            }
            *self.counts.entry(part).or_insert(0) += 1;
        }
    }

    /// Adds the numbers of `other`.
    pub fn add(&mut self, other: Self) {
        other.counts.into_iter().for_each(|(part, count)| *self.counts.entry(part).or_insert(0) += count);
        self.fields.extend(other.fields);
    }

    /// Prints a warning for each part that was omitted from puzzles in the format.
    pub fn warn(self, program: &str, format: &str) {
        for (mut part, count) in self.counts {
            if let LostPart::Presentation(names) = &mut part {
                names.extend(self.fields.iter().cloned());
            }
            let puzzles = counted(count, "puzzle", "puzzles");
            let message =
                format!("warning: the format {format} cannot represent {part} (omitted from {puzzles})");
            messages::print(program, message);
        }
    }
}
