//! Removal of givens from a full grid. The resulting puzzle must meet a [`Criterion`].
//!
//! Every criterion is monotonic: if a puzzle meets the criterion, it still meets the criterion after more digits of its
//! solution are added as givens. This has two consequences:
//!
//! - Many givens can be removed after a single check. If the puzzle without all of these givens meets the criterion, so
//!   does every puzzle that lacks only some of them.
//! - A given that cannot be removed now cannot be removed later either. A single pass over all givens is therefore
//!   enough, and the resulting puzzle does not depend on how many givens each check covers.
//!
//! To decide whether a puzzle has only one solution, the [`Digger`] tries the cheapest methods first:
//! [`unavoidable`] sets, then propagation, then search. On the standard 9×9 board, DPLL replaces
//! propagation and search. If too many guesses fail, the search gives up. The digger then checks fewer givens or, if
//! this is not possible, uses a SAT solver. The givens are passed to the SAT solver as assumptions, so it can reuse its
//! learned clauses in later checks. If the search finds a second solution, at least one of the cells in which the two
//! solutions differ must keep its given.

use std::array;
use std::sync::Arc;

use sudoku_cnf::{
    Candidate, CandidateBoard, CnfOptions, Contradiction, Digit, Encoding, Geometry, Grid, Inference, Puzzle,
};

use super::order::{GuessOrder, GuessSearch};
use super::{standard_check, unavoidable};
use crate::ask::{ExtraClauses, GivenOracle};
use crate::bitboard::{BitBoard, HouseMasks, Set};
use crate::search::dpll::{KnownGrid, StandardSearch};
use crate::search::{Found, SolveError};
use crate::solver::{Limits, Solver};

/// The maximum number of failed guesses in a search. A search that exceeds this number gives up.
const FAILURES: u64 = 1000;

/// The condition that a puzzle must still meet after givens have been removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Criterion {
    /// The puzzle has exactly one solution.
    Unique,
    /// Propagation at this inference level solves the puzzle.
    SolvedBy(Inference),
    /// Full houses alone solve the puzzle: there is always a house with one open cell.
    SolvedByFullHouses,
}

/// The result of checking whether a set of givens can be removed.
enum Verdict<const W: usize> {
    /// All of the givens can be removed.
    Removable,
    /// At least one of the givens in these cells must remain.
    Needed(Set<W>),
    /// The search gave up without a result. A smaller set of givens may be easier to check.
    Unclear,
}

/// The searches, the SAT solver and the limits with which a [`Digger`] checks uniqueness.
pub(super) struct UniquenessCheck<'a, const N: usize, const W: usize, const H: usize> {
    pub(super) search: &'a mut GuessSearch<N, W, H>,
    /// A faster search for the standard 9×9 board. `None` on any other board.
    pub(super) dpll: &'a mut Option<StandardSearch>,
    /// The SAT solver, loaded with the rules of the board. `None` until the solver is first needed.
    pub(super) oracle: &'a mut Option<GivenOracle>,
    pub(super) solver: &'a Solver,
    pub(super) limits: &'a Limits,
}

/// A digger, which removes givens from a full grid and checks that the puzzle still meets a [`Criterion`].
pub(super) struct Digger<'a, const N: usize, const W: usize, const H: usize> {
    geometry: &'a Arc<Geometry>,
    masks: &'a HouseMasks<W, H>,
    uniqueness: UniquenessCheck<'a, N, W, H>,
    /// For each digit, the cells that contain it in the full grid.
    solution: [Set<W>; N],
    /// The full grid, for the search on the standard 9×9 board.
    known_grid: Option<KnownGrid>,
    unavoidable: Vec<Set<W>>,
    /// The cells that still contain a given.
    givens: Set<W>,
}

impl<'a, const N: usize, const W: usize, const H: usize> Digger<'a, N, W, H> {
    /// Creates a digger that starts with a given in every cell. `solution` represents the full grid as one set of cells
    /// per digit.
    pub(super) fn new(
        solution: [Set<W>; N],
        geometry: &'a Arc<Geometry>,
        masks: &'a HouseMasks<W, H>,
        uniqueness: UniquenessCheck<'a, N, W, H>,
    ) -> Self {
        let unavoidable = unavoidable::two_digit_sets(&solution[..geometry.size()], masks);
        let digits = solution.iter().enumerate();
        let candidates = digits.flat_map(|(digit, cells)| cells.iter().map(move |cell| (cell, digit)));
        let known_grid = uniqueness.dpll.is_some().then(|| KnownGrid::new(candidates));
        Self { geometry, masks, uniqueness, solution, known_grid, unavoidable, givens: masks.cells }
    }

    /// Returns the puzzle with the remaining givens.
    pub(super) fn puzzle(&self) -> Puzzle {
        grid(&self.solution, &self.givens, self.geometry).into()
    }

    /// Removes all givens in `cells` if the puzzle still meets `criterion` without them. Returns whether the givens
    /// were removed.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the SAT solver fails.
    pub(super) fn try_remove(&mut self, cells: &Set<W>, criterion: Criterion) -> Result<bool, SolveError> {
        let is_removable =
            cells.is_empty() || matches!(self.check_removal(cells, criterion, true)?, Verdict::Removable);
        if is_removable {
            self.givens = self.givens.without(cells);
        }
        Ok(is_removable)
    }

    /// Visits `orbits` in order and removes the givens in each orbit if the resulting puzzle still meets `criterion`
    /// and has at least `goal` givens. Returns the orbits whose givens were kept.
    ///
    /// An orbit is a set of cells whose givens are either all removed or all kept.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the SAT solver fails. Givens that were removed before the error stay
    /// removed.
    pub(super) fn dig(
        &mut self,
        orbits: &[Set<W>],
        goal: usize,
        criterion: Criterion,
    ) -> Result<Vec<Set<W>>, SolveError> {
        let mut remaining = Vec::new();
        // If no givens have been removed yet, a single check is usually enough to remove the givens in the first 45% of
        // the orbits.
        let mut stride = if self.givens == self.masks.cells { orbits.len() * 9 / 20 } else { 1 };
        let mut rest = orbits;
        while !rest.is_empty() && self.givens.len() > goal {
            let removed = self.remove_prefix(rest, stride, goal, criterion)?;
            remaining.extend(rest.get(removed));
            rest = rest.get(removed + 1..).unwrap_or_default();
            stride = 1;
        }
        remaining.extend(rest);
        Ok(remaining)
    }

    /// Removes the givens in the longest possible prefix of `orbits`. The resulting puzzle must meet `criterion` and
    /// have at least `goal` givens. Returns the length of the prefix.
    ///
    /// This method uses a galloping search: it starts with `stride` orbits and doubles the stride after each success.
    /// After a failure, it bisects the remaining range. On the standard 9×9 board, the stride is 1 after a success.
    fn remove_prefix(
        &mut self,
        orbits: &[Set<W>],
        mut stride: usize,
        goal: usize,
        criterion: Criterion,
    ) -> Result<usize, SolveError> {
        let mut removed = 0;
        // No prefix with more than `end` orbits can be removed.
        let mut end = orbits.len();
        while removed < end {
            let room = self.givens.len() - goal;
            let (upto, cells) = union_within(&orbits[..end.min(removed + stride.max(1))], removed, room);
            if upto == removed {
                break;
            }
            match self.check_removal(&cells, criterion, upto == removed + 1)? {
                Verdict::Removable => {
                    self.givens = self.givens.without(&cells);
                    removed = upto;
                    stride = match &self.uniqueness.dpll {
                        // Checking a single given is so fast that larger strides do not pay off.
                        Some(_) => 1,
                        None if end < orbits.len() => (end - removed).div_ceil(2),
                        None => 2 * stride,
                    };
                }
                Verdict::Needed(among) => {
                    let is_among = |&orbit: &usize| !orbits[orbit].and(&among).is_empty();
                    end = (removed..upto).rev().find(is_among).unwrap_or(upto - 1);
                    stride = (end - removed).div_ceil(2);
                }
                Verdict::Unclear => stride = (upto - removed) / 2,
            }
        }
        Ok(removed)
    }

    /// Checks whether the puzzle still meets `criterion` without the givens in `cells`.
    ///
    /// `is_single` must be `true` if `cells` cannot be split into smaller sets. In this case, the SAT solver takes over
    /// if the search gives up, so the verdict is never [`Verdict::Unclear`].
    fn check_removal(
        &mut self,
        cells: &Set<W>,
        criterion: Criterion,
        is_single: bool,
    ) -> Result<Verdict<W>, SolveError> {
        self.uniqueness.limits.check()?;
        let kept = self.givens.without(cells);
        if let Some(set) = self.unavoidable.iter().find(|set| set.and(&kept).is_empty()) {
            return Ok(Verdict::Needed(*set));
        }
        let is_solved = match criterion {
            Criterion::Unique => return self.find_another(cells, &kept, is_single),
            Criterion::SolvedBy(Inference::Singles) => {
                cells.without(self.board(&kept, cells).settled()).is_empty()
            }
            Criterion::SolvedByFullHouses => self.masks.fills_houses(kept),
            Criterion::SolvedBy(inference) => {
                let puzzle = grid(&self.solution, &kept, self.geometry).into();
                CandidateBoard::from_puzzle(&puzzle, inference).is_ok_and(|board| board.is_solved())
            }
        };
        Ok(if is_solved { Verdict::Removable } else { Verdict::Needed(*cells) })
    }

    /// Searches for a second solution that contains the givens in `kept` but differs from the known solution in at
    /// least one cell in `cells`.
    fn find_another(
        &mut self,
        cells: &Set<W>,
        kept: &Set<W>,
        is_single: bool,
    ) -> Result<Verdict<W>, SolveError> {
        if let (Some(search), Some(known)) = (&mut *self.uniqueness.dpll, &self.known_grid) {
            let another = standard_check::find_another(search, known, kept, cells);
            return Ok(another?.map_or(Verdict::Removable, Verdict::Needed));
        }
        if let Some(cell) = cells.only() {
            let excluded = [self.known(cell)];
            let without = BitBoard::from_givens(&self.digits_in(kept), &excluded, &Set::EMPTY, self.masks);
            return match self.search(without)? {
                Found::Solution(another) => Ok(Verdict::Needed(self.differences(&another))),
                Found::Nothing => Ok(Verdict::Removable),
                Found::GaveUp => self.prove(cells, kept),
            };
        }
        let mut board = self.board(kept, cells);
        for cell in cells.iter() {
            if board.settled().contains(cell) {
                continue;
            }
            let known = (cell, self.known(cell).digit.get() - 1);
            let mut without = board.clone();
            let without = without.eliminate(known, self.masks).map(|()| without);
            match self.search(without)? {
                Found::Solution(another) => return Ok(Verdict::Needed(self.differences(&another))),
                Found::Nothing => {}
                Found::GaveUp if is_single => return self.prove(cells, kept),
                Found::GaveUp => return Ok(Verdict::Unclear),
            }
            board.assign(known, self.masks).expect("the known solution is consistent");
        }
        Ok(Verdict::Removable)
    }

    /// Searches for a solution of `board`, trying the digits of the known solution first.
    fn search(
        &mut self,
        board: Result<BitBoard<N, W, H>, Contradiction>,
    ) -> Result<Found<BitBoard<N, W, H>>, SolveError> {
        let Ok(board) = board else { return Ok(Found::Nothing) };
        let search = &mut *self.uniqueness.search;
        search.start(Some(board));
        let found = search.next_solution(&mut GuessOrder::Near(&self.solution), self.masks, FAILURES);
        found.map_err(SolveError::Unknown)
    }

    /// Uses the SAT solver to check whether the givens in `kept` determine the digits in `cells`.
    fn prove(&mut self, cells: &Set<W>, kept: &Set<W>) -> Result<Verdict<W>, SolveError> {
        let givens: Vec<_> = cells.iter().map(|cell| self.known(cell)).collect();
        let UniquenessCheck { oracle, solver, limits, .. } = &mut self.uniqueness;
        if oracle.is_none() {
            let rules = Puzzle::empty(self.geometry.clone());
            let options = CnfOptions::from(Encoding::Complete);
            **oracle = Some(GivenOracle::sat(&rules, solver, options, &ExtraClauses::default(), limits)?);
        }
        let Some(oracle) = oracle else { return Ok(Verdict::Unclear) };
        let mut puzzle = Puzzle::from(grid(&self.solution, kept, self.geometry));
        for given in givens {
            puzzle.set(given.cell, Some(given.digit));
            if !oracle.follows(given, &puzzle, limits)? {
                return Ok(Verdict::Needed(*cells));
            }
        }
        Ok(Verdict::Removable)
    }

    /// Returns a board with the known digits of the cells in `givens`, after propagation. If `goal` is not empty,
    /// propagation stops as soon as all cells in `goal` are decided.
    fn board(&self, givens: &Set<W>, goal: &Set<W>) -> BitBoard<N, W, H> {
        BitBoard::from_givens(&self.digits_in(givens), &[], goal, self.masks)
            .expect("the known solution is consistent")
    }

    /// Returns, for each digit, the cells in `cells` that contain the digit in the known solution.
    fn digits_in(&self, cells: &Set<W>) -> [Set<W>; N] {
        array::from_fn(|digit| self.solution[digit].and(cells))
    }

    /// Returns the cells in which the solution `another` differs from the known solution.
    fn differences(&self, another: &BitBoard<N, W, H>) -> Set<W> {
        let pairs = self.solution.iter().zip(another.by_digit());
        pairs.fold(Set::EMPTY, |all, (known, other)| all.or(&known.without(other)))
    }

    /// Returns the candidate formed by `cell` and its digit in the known solution.
    fn known(&self, cell: usize) -> Candidate {
        let digit = self.solution.iter().position(|cells| cells.contains(cell));
        let digit = digit.and_then(|digit| Digit::new(digit + 1));
        Candidate {
            cell: self.geometry.cell(cell),
            digit: digit.expect("every cell of a solution has a digit"),
        }
    }
}

/// Computes the union of consecutive orbits, starting at index `start` and stopping before the union exceeds `most`
/// cells. Returns the index of the first orbit that was not added, and the union.
fn union_within<const W: usize>(orbits: &[Set<W>], start: usize, most: usize) -> (usize, Set<W>) {
    let mut union = Set::EMPTY;
    for (number, orbit) in orbits.iter().enumerate().skip(start) {
        let more = union.or(orbit);
        if more.len() > most {
            return (number, union);
        }
        union = more;
    }
    (orbits.len(), union)
}

/// Returns a copy of a full grid in which all cells outside `cells` are open. `by_digit` represents the full grid as
/// one set of cells per digit.
pub(super) fn grid<const N: usize, const W: usize>(
    by_digit: &[Set<W>; N],
    cells: &Set<W>,
    geometry: &Arc<Geometry>,
) -> Grid {
    let mut grid = Grid::empty(geometry.clone());
    for (digit, places) in by_digit.iter().enumerate() {
        places.and(cells).iter().for_each(|cell| grid.set(geometry.cell(cell), Digit::new(digit + 1)));
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::by_digit;
    use crate::search::{Count, count, propagate};
    use sudoku_cnf::puzzle::random::Random;

    /// Returns a full grid with boxes of the given shape, for example `2x3`.
    fn full(shape: &str) -> Grid {
        let geometry = Arc::new(Geometry::new(shape.parse().unwrap()));
        propagate(&Puzzle::empty(geometry), Limits::none()).next().unwrap().unwrap()
    }

    fn meets(puzzle: &Puzzle, criterion: Criterion) -> bool {
        match criterion {
            Criterion::Unique => count(puzzle, 2, Limits::none()).unwrap() == Count::Exactly(1),
            Criterion::SolvedBy(inference) => {
                CandidateBoard::from_puzzle(puzzle, inference).is_ok_and(|board| board.is_solved())
            }
            Criterion::SolvedByFullHouses => {
                let score = crate::rate::score(puzzle, &Limits::none()).unwrap();
                score.is_some_and(|score| ["", "full-house"].contains(&&*score.technique))
            }
        }
    }

    /// Removes the givens in one orbit at a time, checking `criterion` before each removal. A test compares the results
    /// of `Digger::dig` with those of this simpler implementation.
    fn dig_slowly(mut puzzle: Puzzle, orbits: &[Set<2>], goal: usize, criterion: Criterion) -> Puzzle {
        for orbit in orbits {
            let mut fewer = puzzle.clone();
            orbit.iter().for_each(|cell| fewer.set(puzzle.geometry().cell(cell), None));
            if fewer.given_count() >= goal && meets(&fewer, criterion) {
                puzzle = fewer;
            }
        }
        puzzle
    }

    #[test]
    fn removing_many_givens_at_once_equals_removing_them_one_by_one() {
        let criteria = [
            Criterion::Unique,
            Criterion::SolvedBy(Inference::Singles),
            Criterion::SolvedBy(Inference::Subsets),
            Criterion::SolvedByFullHouses,
        ];
        for (seed, shape) in ["2x2", "2x3", "3x2", "3x3", "3x3", "3x3"].into_iter().enumerate() {
            let full = full(shape);
            let uses_dpll = seed >= 4;
            let geometry = full.geometry();
            let masks = HouseMasks::<2, 1>::new(geometry);
            let cells = geometry.cell_count();
            for (size, goal) in [(1, 0), (2, 0), (3, cells / 2), (1, cells / 2 - 1)] {
                let mut orbits: Vec<_> =
                    (0..cells / size).map(|i| (size * i..size * (i + 1)).collect()).collect();
                Random::new(seed as u64, 0).shuffle(&mut orbits);
                for criterion in criteria {
                    let limits = Limits::none();
                    let (mut search, mut oracle) = (GuessSearch::<9, 2, 1>::new(limits.clone()), None);
                    let mut dpll = uses_dpll.then(|| StandardSearch::empty(limits.clone()));
                    let (search, oracle, solver) = (&mut search, &mut oracle, &Solver::default());
                    let uniqueness =
                        UniquenessCheck { search, dpll: &mut dpll, oracle, solver, limits: &limits };
                    let mut digger = Digger::new(by_digit(&full), geometry, &masks, uniqueness);
                    let remaining = digger.dig(&orbits, goal, criterion).unwrap();
                    let slow = dig_slowly(full.clone().into(), &orbits, goal, criterion);
                    assert_eq!(digger.puzzle(), slow, "{shape} {size} {goal} {criterion:?}");
                    let count = remaining.iter().map(Set::len).sum::<usize>();
                    assert_eq!(count + cells % size, slow.given_count());
                }
            }
        }
    }

    #[test]
    fn the_sat_solver_agrees_with_the_search() {
        let full = full("3x3");
        let masks = HouseMasks::<2, 1>::new(full.geometry());
        let limits = Limits::none();
        let (mut search, mut oracle) = (GuessSearch::<9, 2, 1>::new(limits.clone()), None);
        let (search, oracle, solver) = (&mut search, &mut oracle, &Solver::default());
        let uniqueness = UniquenessCheck { search, dpll: &mut None, oracle, solver, limits: &limits };
        let mut digger = Digger::new(by_digit(&full), full.geometry(), &masks, uniqueness);
        let mut orbits: Vec<_> = (0..81).map(|cell| Set::from_iter([cell])).collect();
        Random::new(5, 0).shuffle(&mut orbits);
        for orbit in orbits {
            let kept = digger.givens.without(&orbit);
            let by_search = digger.find_another(&orbit, &kept, true).unwrap();
            let by_sat = digger.prove(&orbit, &kept).unwrap();
            assert_eq!(matches!(by_sat, Verdict::Removable), matches!(by_search, Verdict::Removable));
            digger.try_remove(&orbit, Criterion::Unique).unwrap();
        }
    }
}
