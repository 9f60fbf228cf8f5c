//! The number of solutions, and the choice of the method that counts them.
//!
//! Up to 36×36, a search counts independent components of the board ([`super::counter`]). If it needs many guesses, the
//! solutions are counted by bands and stacks instead, on boards that allow it ([`super::bands`]). On larger boards, the
//! components are enumerated ([`super::large_counter`]).

use std::fmt;

use sudoku_cnf::Puzzle;

use super::bands::BandCounter;
use super::counter::SolutionCounter;
use super::large_counter::count_by_components;
use super::solutions::{Solutions, SolveError};
use super::{dpll, require_no_rules};
use crate::bitboard::{bit_board_size, with_bit_board};
use crate::solver::{Limits, StopReason};

/// On the standard 9×9 board, up to this number of solutions are counted by enumeration, which is faster than the
/// counting search if there are only a few solutions.
const MAX_ENUMERATED: u128 = 1000;

/// The number of guesses after which solutions are counted by bands and stacks if the board allows it. That method
/// takes longer to start than such a short search.
const GUESSES_BEFORE_BANDS: u64 = 1 << 12;

/// The number of solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// The exact number of solutions.
    Exactly(u128),
    /// A lower bound on the number of solutions, and the reason why the exact number is unknown.
    AtLeast(u128, Incomplete),
}

impl Count {
    /// Returns the number of solutions if the count is exact, or `None` otherwise.
    pub fn exact(&self) -> Option<u128> {
        match self {
            Self::Exactly(count) => Some(*count),
            Self::AtLeast(..) => None,
        }
    }
}

impl fmt::Display for Count {
    /// Formats the count, for example as `exactly 5`, `at least 2 (limit reached)`, or `at least 7 (timed out)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(count) => write!(f, "exactly {count}"),
            Self::AtLeast(count, why) => write!(f, "at least {count} ({why})"),
        }
    }
}

/// The reason why a count is not exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// The requested maximum was reached.
    MaxReached,
    /// A limit stopped the search.
    Stopped(StopReason),
}

impl Solutions<'_> {
    /// Counts the solutions, and stops after `max` of them.
    ///
    /// # Errors
    /// Returns an error if the search fails for any reason other than reaching a limit.
    pub fn count_up_to(self, max: u64) -> Result<Count, SolveError> {
        let mut found = 0;
        for solution in self.up_to(max) {
            match solution {
                Ok(_) => found += 1,
                Err(SolveError::Unknown(reason)) => {
                    return Ok(Count::AtLeast(found, Incomplete::Stopped(reason)));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(if found == u128::from(max) {
            Count::AtLeast(found, Incomplete::MaxReached)
        } else {
            Count::Exactly(found)
        })
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MaxReached => f.write_str("limit reached"),
            Self::Stopped(StopReason::TimeLimit) => f.write_str("timed out"),
            Self::Stopped(reason) => reason.fmt(f),
        }
    }
}

/// Counts the solutions of `puzzle`, up to `max`.
///
/// If there are `max` or more solutions, the result is [`Count::AtLeast`] with `max`. A number that does not fit in a
/// `u128` is also reported as [`Count::AtLeast`].
///
/// The caches use up to 400 MB of memory. On boards larger than 36×36, the ways to fill each independent part of the
/// board are enumerated, and their numbers are multiplied.
///
/// # Errors
/// Returns [`SolveError::UnsupportedRules`] if the puzzle has rules.
/// [`SolveOptions::count`](crate::SolveOptions::count) enumerates the solutions of such puzzles.
///
/// ```
/// use sudoku_sat::{Limits, search::{Count, count}};
///
/// let empty = ".".repeat(16).parse()?;
/// assert_eq!(count(&empty, u128::MAX, Limits::none())?, Count::Exactly(288));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(puzzle: &Puzzle, max: u128, limits: Limits) -> Result<Count, SolveError> {
    require_no_rules(puzzle, || "the counting search".to_owned())?;
    Ok(count_beyond(puzzle, 0, max, limits))
}

/// Counts the solutions of `puzzle`, which must not have rules, up to `max`, if `known` of them have been found
/// already.
///
/// A lower bound is never less than `known`.
pub(crate) fn count_beyond(puzzle: &Puzzle, mut known: u128, max: u128, limits: Limits) -> Count {
    if max == 0 {
        return Count::AtLeast(0, Incomplete::MaxReached);
    }
    if limits.has_expired() {
        return Count::AtLeast(known, Incomplete::Stopped(StopReason::TimeLimit));
    }
    if puzzle.geometry().is_standard() {
        let enumerated = dpll::count_standard(puzzle, max.min(MAX_ENUMERATED), limits.clone());
        if enumerated.0 < MAX_ENUMERATED || enumerated.1.is_some() {
            return to_count(enumerated, known, max);
        }
        known = known.max(enumerated.0);
    }
    let counted = with_bit_board!(bit_board_size(puzzle.geometry()),
        N W H => count_on_bit_board::<N, W, H>(puzzle, max, limits),
        _ => count_by_components(puzzle, known > 0, max, limits)
    );
    to_count(counted, known, max)
}

/// Counts up to `max` solutions on a bit board. Returns a lower bound and the reason for stopping if a limit stopped
/// the count.
fn count_on_bit_board<const N: usize, const W: usize, const H: usize>(
    puzzle: &Puzzle,
    max: u128,
    limits: Limits,
) -> (u128, Option<StopReason>) {
    let mut search = SolutionCounter::<N, W, H>::new(puzzle, limits.clone());
    let found = search.count_puzzle(puzzle, max, GUESSES_BEFORE_BANDS);
    if !search.has_given_up() {
        return found;
    }
    match BandCounter::new(puzzle, &limits) {
        Ok(Some(bands)) => bands.count(max, limits),
        Ok(None) => search.count_puzzle(puzzle, max, u64::MAX),
        Err(reason) => (found.0, Some(reason)),
    }
}

/// Returns the count for the number of solutions found and the reason why a limit stopped the search.
fn to_count((found, stopped): (u128, Option<StopReason>), known: u128, max: u128) -> Count {
    match stopped {
        Some(reason) => Count::AtLeast(found.max(known), Incomplete::Stopped(reason)),
        None if found >= max => Count::AtLeast(max, Incomplete::MaxReached),
        None => Count::Exactly(found),
    }
}

#[cfg(test)]
mod tests {
    use super::super::propagate::propagate;
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;
    use sudoku_cnf::{BoxShape, Candidate, Digit, Geometry};

    #[test]
    fn a_lower_bound_includes_the_known_solutions() {
        let stopped = Count::AtLeast(100, Incomplete::Stopped(StopReason::TimeLimit));
        for n in [9, 16, 40] {
            let empty = Puzzle::empty(Geometry::new(BoxShape::most_square(n).unwrap()).into());
            let limits = Limits::none().within(Duration::ZERO);
            assert_eq!(count_beyond(&empty, 100, u128::MAX, limits), stopped, "{n}x{n}");
        }
    }

    #[test]
    fn puzzles_with_rules_are_not_counted() {
        let mut puzzle: Puzzle = ".".repeat(16).parse().unwrap();
        let rule = sudoku_cnf::puzzle::rule::Rule::parse("odd: r1c1", puzzle.geometry()).unwrap();
        puzzle.add_rules([rule]);
        let error = count(&puzzle, u128::MAX, Limits::none()).unwrap_err();
        assert_eq!(error.to_string(), "the counting search cannot be used for puzzles with rules");
        assert_eq!(crate::count(&puzzle).unwrap(), Count::Exactly(144));
    }

    /// Returns boards of several shapes. About a third of the cells are givens, and some candidates are excluded, so
    /// some of the boards have no solution.
    fn puzzles() -> impl Strategy<Value = Puzzle> {
        let shapes = vec![(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)];
        let is_given = prop::collection::vec(prop::bool::weighted(0.3), 81);
        let excluded = prop::collection::vec((0..81_usize, 0..9_usize), 0..20);
        (prop::sample::select(shapes), is_given, excluded).prop_map(
            |((height, width), is_given, excluded)| {
                let mut puzzle = Puzzle::empty(Geometry::new(BoxShape::new(height, width).unwrap()).into());
                let geometry = puzzle.geometry().clone();
                let digit = |number| Digit::new(number % geometry.size() + 1).unwrap();
                let cells = || (0..geometry.cell_count()).map(|index| geometry.cell(index));
                puzzle.exclude(excluded.into_iter().map(|(cell, number)| Candidate {
                    cell: geometry.cell(cell % geometry.cell_count()),
                    digit: digit(number),
                }));
                for (cell, _) in cells().zip(is_given).filter(|(_, is_given)| *is_given) {
                    let (row, column) = (cell.row() - 1, cell.column() - 1);
                    puzzle.set(cell, Some(digit(row % height * width + row / height + column)));
                }
                puzzle
            },
        )
    }

    proptest! {
        #[test]
        fn three_methods_count_the_same_solutions(puzzle in puzzles()) {
            let bands = BandCounter::new(&puzzle, &Limits::none()).unwrap();
            let counted = bands.map_or(0, |bands| bands.count(u128::MAX, Limits::none()).0);

            let enumerated = propagate(&puzzle, Limits::none()).take(1000).count() as u128;
            prop_assert_eq!(counted.min(1000), enumerated);

            with_bit_board!(puzzle.geometry().size(), N W H => {
                let mut counter = SolutionCounter::<N, W, H>::new(&puzzle, Limits::none());
                let (searched, _) = counter.count_puzzle(&puzzle, u128::MAX, 100_000);
                prop_assert!(searched == counted || counter.has_given_up() && searched < counted);
            }, _ => panic!());
        }
    }
}
