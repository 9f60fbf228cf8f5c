//! Classes of results, by which the programs filter and count puzzles.

use clap::builder::TypedValueParser;

use crate::named_enum;

use super::args::{one_of, with_help};

named_enum! {
    /// A class of results. A result may belong to several classes, for example `solved` and `unique`.
    #[derive(PartialOrd, Ord)]
    pub enum ResultClass: "result" {
        /// Naked and hidden singles solve the puzzle.
        Easy = "easy",
        /// The hardest step is an intersection.
        Medium = "medium",
        /// The hardest step is a subset or a fish.
        Hard = "hard",
        /// The puzzle requires search.
        Extreme = "extreme",
        /// A solution was found.
        Solved = "solved",
        /// The puzzle has exactly one solution.
        Unique = "unique",
        /// The puzzle has exactly one solution, or the full grid is correct.
        Valid = "valid",
        /// The puzzle has several solutions.
        Several = "several",
        /// The puzzle has no solution, although its givens do not clash.
        Unsatisfiable = "unsatisfiable",
        /// Digits clash, the grid is not a solution of the puzzle, or the solution stored with the puzzle is wrong.
        Invalid = "invalid",
        /// A limit was reached before the result was known.
        Unknown = "unknown",
    }
}

impl ResultClass {
    /// The results of `sudoku-sat solve`.
    pub const OF_SOLVE: [Self; 6] =
        [Self::Solved, Self::Unique, Self::Several, Self::Unsatisfiable, Self::Invalid, Self::Unknown];
    /// The results of `sudoku-sat rate`.
    pub const OF_RATE: [Self; 9] = [
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Extreme,
        Self::Unique,
        Self::Several,
        Self::Unsatisfiable,
        Self::Invalid,
        Self::Unknown,
    ];
    /// The results of `sudoku-cli check`.
    pub const OF_CHECK: [Self; 6] =
        [Self::Valid, Self::Unique, Self::Several, Self::Unsatisfiable, Self::Invalid, Self::Unknown];

    /// Returns a parser for `classes`.
    pub fn parser(classes: impl IntoIterator<Item = Self>) -> impl TypedValueParser<Value = Self> {
        let classes: Vec<_> = classes.into_iter().collect();
        // Only `check` reports clashing digits as invalid.
        let is_check = classes.contains(&Self::Valid);
        one_of(with_help(classes, move |class| match class {
            Self::Invalid if !is_check => "text that cannot be read",
            class => class.help(),
        }))
    }

    const fn help(self) -> &'static str {
        match self {
            Self::Easy => "singles solve the puzzle",
            Self::Medium => "the hardest step is an intersection",
            Self::Hard => "the hardest step is a subset or a fish",
            Self::Extreme => "the puzzle requires search",
            Self::Solved => "at least one solution",
            Self::Unique => "exactly one solution",
            Self::Valid => "exactly one solution, or a correct full grid",
            Self::Several => "several solutions",
            Self::Unsatisfiable => "no solution",
            Self::Invalid => "clashing digits, or a wrong solution",
            Self::Unknown => "a limit was reached",
        }
    }
}
