//! Digging: givens go, in random order, as long as the puzzle stays what it is to be.
//!
//! A puzzle with fewer givens is never easier: where the givens of one determine a cell, those of any that has more do as
//! well. Two things follow. Givens may go many at a time: if the puzzle is still right, it was so after each of them. And
//! a given that could not go when its turn came can never go later. So one pass over all givens leaves a puzzle from
//! which none can be taken, and it is the same puzzle whether they go one by one or many at a time.
//!
//! Whether there is another solution is looked for where that is cheapest: first in [`unavoidable`](super::unavoidable)
//! sets, then by propagation, then by search, and if more than a few guesses fail by a SAT solver, which keeps the
//! rules and what it learns, and takes the givens as assumptions. Another solution tells which givens may not all go.

use std::array;
use std::sync::Arc;

use sudoku_cnf::{
    Candidate, CandidateBoard, CnfOptions, Contradiction, Digit, Encoding, Geometry, Grid, Inference, Puzzle,
};

use super::fill::BitBoardSearch;
use super::order::GuessOrder;
use super::unavoidable;
use crate::analysis::GivenOracle;
use crate::bitboard::{BitBoard, HouseMasks, Set};
use crate::search::Found;
use crate::solutions::SolveError;
use crate::solver::{Limits, Solver};

/// How many guesses may fail before a SAT solver is asked.
const FAILURES: u64 = 1000;

/// What a puzzle has to stay while it is dug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Criterion {
    /// It has one solution.
    Unique,
    /// Propagation with this inference solves it.
    SolvedBy(Inference),
}

/// Whether givens may go.
enum Verdict<const W: usize> {
    /// They may.
    Free,
    /// Not all of them that are among these cells may.
    Needed(Set<W>),
    /// Fewer of them would be easier to judge.
    Unclear,
}

/// What a [`Digger`] searches and proves with.
pub(super) struct Tools<'a, const N: usize, const W: usize, const H: usize> {
    pub(super) search: &'a mut BitBoardSearch<N, W, H>,
    /// Made when it is first needed.
    pub(super) oracle: &'a mut Option<GivenOracle>,
    pub(super) solver: &'a Solver,
    pub(super) limits: &'a Limits,
}

/// A full grid from which givens are removed.
pub(super) struct Digger<'a, const N: usize, const W: usize, const H: usize> {
    geometry: &'a Arc<Geometry>,
    masks: &'a HouseMasks<W, H>,
    tools: Tools<'a, N, W, H>,
    solution: [Set<W>; N],
    unavoidable: Vec<Set<W>>,
    /// The cells of the givens that are left.
    givens: Set<W>,
}

impl<'a, const N: usize, const W: usize, const H: usize> Digger<'a, N, W, H> {
    /// With all cells given.
    pub(super) fn new(
        solution: [Set<W>; N],
        geometry: &'a Arc<Geometry>,
        masks: &'a HouseMasks<W, H>,
        tools: Tools<'a, N, W, H>,
    ) -> Self {
        let unavoidable = unavoidable::of_two_digits(&solution[..geometry.size()], masks);
        Self { geometry, masks, tools, solution, unavoidable, givens: *masks.cells() }
    }

    /// How many givens are left.
    fn given_count(&self) -> usize {
        self.givens.len()
    }

    /// The puzzle as it is now.
    pub(super) fn puzzle(&self) -> Puzzle {
        grid(&self.solution, &self.givens, self.geometry).into()
    }

    /// Takes all givens of `cells` away, if the puzzle stays what it is to be; whether it does.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn take_all(&mut self, cells: &Set<W>, criterion: Criterion) -> Result<bool, SolveError> {
        let is_free = cells.is_empty() || matches!(self.judge(cells, criterion, true)?, Verdict::Free);
        if is_free {
            self.givens = self.givens.without(cells);
        }
        Ok(is_free)
    }

    /// Takes the givens of one orbit after the other away, as far as the puzzle stays what it is to be and `goal`
    /// givens are left; the orbits that stay.
    ///
    /// # Errors
    /// If a limit is reached; the puzzle is then what it was when that happened.
    pub(super) fn dig(
        &mut self,
        orbits: &[Set<W>],
        goal: usize,
        criterion: Criterion,
    ) -> Result<Vec<Set<W>>, SolveError> {
        let mut stay = Vec::new();
        // From a full grid almost half of the cells are likely to go at once.
        let mut stride = if self.givens == *self.masks.cells() { orbits.len() * 9 / 20 } else { 1 };
        let mut rest = orbits;
        while !rest.is_empty() && self.given_count() > goal {
            let free = self.take_first(rest, stride, goal, criterion)?;
            stay.extend(rest.get(free));
            rest = rest.get(free + 1..).unwrap_or_default();
            stride = 1;
        }
        stay.extend(rest);
        Ok(stay)
    }

    /// Takes away the givens of the first orbits, as many as may go before one has to stay; their number. `stride` of them
    /// are tried first, then twice as many again and again, then half as many (galloping search).
    fn take_first(
        &mut self,
        orbits: &[Set<W>],
        mut stride: usize,
        goal: usize,
        criterion: Criterion,
    ) -> Result<usize, SolveError> {
        let mut free = 0;
        // With this one in addition they are too many.
        let mut end = orbits.len();
        while free < end {
            let room = self.given_count() - goal;
            let (upto, cells) = union_within(&orbits[..end.min(free + stride.max(1))], free, room);
            if upto == free {
                break;
            }
            match self.judge(&cells, criterion, upto == free + 1)? {
                Verdict::Free => {
                    self.givens = self.givens.without(&cells);
                    free = upto;
                    stride = if end < orbits.len() { (end - free).div_ceil(2) } else { 2 * stride };
                }
                Verdict::Needed(among) => {
                    let is_among = |&orbit: &usize| !orbits[orbit].and(&among).is_empty();
                    end = (free..upto).rev().find(is_among).unwrap_or(upto - 1);
                    stride = (end - free).div_ceil(2);
                }
                Verdict::Unclear => stride = (upto - free) / 2,
            }
        }
        Ok(free)
    }

    /// Whether the givens of `cells` may go, which is never unclear if these are a single orbit.
    fn judge(
        &mut self,
        cells: &Set<W>,
        criterion: Criterion,
        is_single: bool,
    ) -> Result<Verdict<W>, SolveError> {
        if let Some(reason) = self.tools.limits.reached() {
            return Err(SolveError::Unknown(reason));
        }
        let kept = self.givens.without(cells);
        if let Some(set) = self.unavoidable.iter().find(|set| set.and(&kept).is_empty()) {
            return Ok(Verdict::Needed(*set));
        }
        let is_solved = match criterion {
            Criterion::Unique => return self.find_another(cells, &kept, is_single),
            Criterion::SolvedBy(Inference::Singles) => {
                cells.without(self.board(&kept, cells).settled()).is_empty()
            }
            Criterion::SolvedBy(inference) => {
                let puzzle = grid(&self.solution, &kept, self.geometry).into();
                CandidateBoard::from_puzzle(&puzzle, inference).is_ok_and(|board| board.is_solved())
            }
        };
        Ok(if is_solved { Verdict::Free } else { Verdict::Needed(*cells) })
    }

    /// Looks for a solution that differs from the known one in `cells`, while the other givens are `kept`.
    fn find_another(
        &mut self,
        cells: &Set<W>,
        kept: &Set<W>,
        is_single: bool,
    ) -> Result<Verdict<W>, SolveError> {
        if let Some(cell) = cells.only() {
            let without = BitBoard::from_givens_without(&self.digits_in(kept), self.known(cell), self.masks);
            return match self.search(without)? {
                Found::Solution(another) => Ok(Verdict::Needed(self.differences(&another))),
                Found::Nothing => Ok(Verdict::Free),
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
            board.assign(known, self.masks).expect("the known solution contradicts nothing");
        }
        Ok(Verdict::Free)
    }

    /// Looks for a solution near the known one.
    fn search(
        &mut self,
        board: Result<BitBoard<N, W, H>, Contradiction>,
    ) -> Result<Found<BitBoard<N, W, H>>, SolveError> {
        let Ok(board) = board else { return Ok(Found::Nothing) };
        let search = &mut *self.tools.search;
        search.start(Some(board));
        let found = search.next_solution(&mut GuessOrder::Near(&self.solution), self.masks, FAILURES);
        found.map_err(SolveError::Unknown)
    }

    /// Asks the SAT solver whether the `kept` givens determine those of `cells`.
    fn prove(&mut self, cells: &Set<W>, kept: &Set<W>) -> Result<Verdict<W>, SolveError> {
        let givens: Vec<_> = cells.iter().map(|cell| self.known(cell)).collect();
        let Tools { oracle, solver, limits, .. } = &mut self.tools;
        if oracle.is_none() {
            let rules = Puzzle::empty(self.geometry.clone());
            let options = CnfOptions::from(Encoding::Complete);
            **oracle = Some(GivenOracle::new(&rules, solver, options, limits)?);
        }
        let Some(oracle) = oracle else { return Ok(Verdict::Unclear) };
        let mut puzzle = Puzzle::from(grid(&self.solution, kept, self.geometry));
        for given in givens {
            puzzle.set(given.cell, Some(given.digit));
            if !oracle.follows(given, &puzzle, limits)? {
                return Ok(Verdict::Needed(*cells));
            }
        }
        Ok(Verdict::Free)
    }

    /// The board of candidates of a puzzle with these givens, as far as it takes to decide the cells of `goal`.
    fn board(&self, givens: &Set<W>, goal: &Set<W>) -> BitBoard<N, W, H> {
        BitBoard::from_givens(&self.digits_in(givens), goal, self.masks)
            .expect("the known solution contradicts nothing")
    }

    /// The cells of each digit among these.
    fn digits_in(&self, cells: &Set<W>) -> [Set<W>; N] {
        array::from_fn(|digit| self.solution[digit].and(cells))
    }

    /// The cells in which another solution differs from the known one.
    fn differences(&self, another: &BitBoard<N, W, H>) -> Set<W> {
        let pairs = self.solution.iter().zip(another.by_digit());
        pairs.fold(Set::EMPTY, |all, (known, other)| all.or(&known.without(other)))
    }

    /// What stands in a cell of the known solution.
    fn known(&self, cell: usize) -> Candidate {
        let digit = self.solution.iter().position(|cells| cells.contains(cell));
        let digit = digit.and_then(|digit| Digit::new(digit + 1));
        Candidate {
            cell: self.geometry.cell(cell),
            digit: digit.expect("every cell of a solution has a digit"),
        }
    }
}

/// The cells of the orbits from `start` on, as many as have no more than `most` cells, and where they end.
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

/// The digits of a full grid in some of its cells.
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
    use crate::random::Random;
    use crate::search::{Count, count, propagate};

    /// A full grid.
    fn full(shape: &str) -> Grid {
        let geometry = Arc::new(Geometry::new(shape.parse().unwrap()));
        propagate(&Puzzle::empty(geometry), Limits::none()).next().unwrap().unwrap()
    }

    fn is_right(puzzle: &Puzzle, criterion: Criterion) -> bool {
        match criterion {
            Criterion::Unique => count(puzzle, 2, Limits::none()) == Count::Exactly(1),
            Criterion::SolvedBy(inference) => {
                CandidateBoard::from_puzzle(puzzle, inference).is_ok_and(|board| board.is_solved())
            }
        }
    }

    /// Digs one orbit after the other, by the definition.
    fn dig_slowly(mut puzzle: Puzzle, orbits: &[Set<2>], goal: usize, criterion: Criterion) -> Puzzle {
        for orbit in orbits {
            let mut fewer = puzzle.clone();
            orbit.iter().for_each(|cell| fewer.set(puzzle.geometry().cell(cell), None));
            if fewer.given_count() >= goal && is_right(&fewer, criterion) {
                puzzle = fewer;
            }
        }
        puzzle
    }

    #[test]
    fn many_at_a_time_is_the_same_as_one_by_one() {
        let criteria = [
            Criterion::Unique,
            Criterion::SolvedBy(Inference::Singles),
            Criterion::SolvedBy(Inference::Subsets),
        ];
        for (seed, shape) in ["2x2", "2x3", "3x2", "3x3", "3x3"].into_iter().enumerate() {
            let full = full(shape);
            let geometry = full.geometry();
            let masks = HouseMasks::<2, 1>::new(geometry);
            let cells = geometry.cell_count();
            for (size, goal) in [(1, 0), (2, 0), (3, cells / 2), (1, cells / 2 - 1)] {
                let mut orbits: Vec<_> =
                    (0..cells / size).map(|i| (size * i..size * (i + 1)).collect()).collect();
                Random::new(seed as u64, 0).shuffle(&mut orbits);
                for criterion in criteria {
                    let limits = Limits::none();
                    let (mut search, mut oracle) = (BitBoardSearch::<9, 2, 1>::new(limits.clone()), None);
                    let (search, oracle, solver) = (&mut search, &mut oracle, &Solver::default());
                    let tools = Tools { search, oracle, solver, limits: &limits };
                    let mut digger = Digger::new(by_digit(&full), geometry, &masks, tools);
                    let stay = digger.dig(&orbits, goal, criterion).unwrap();
                    let slow = dig_slowly(full.clone().into(), &orbits, goal, criterion);
                    assert_eq!(digger.puzzle(), slow, "{shape} {size} {goal} {criterion:?}");
                    assert_eq!(stay.iter().map(Set::len).sum::<usize>() + cells % size, slow.given_count());
                }
            }
        }
    }

    #[test]
    fn the_sat_solver_says_what_the_search_says() {
        let full = full("3x3");
        let masks = HouseMasks::<2, 1>::new(full.geometry());
        let limits = Limits::none();
        let (mut search, mut oracle) = (BitBoardSearch::<9, 2, 1>::new(limits.clone()), None);
        let (search, oracle, solver) = (&mut search, &mut oracle, &Solver::default());
        let tools = Tools { search, oracle, solver, limits: &limits };
        let mut digger = Digger::new(by_digit(&full), full.geometry(), &masks, tools);
        let mut orbits: Vec<_> = (0..81).map(|cell| Set::from_iter([cell])).collect();
        Random::new(5, 0).shuffle(&mut orbits);
        for orbit in orbits {
            let kept = digger.givens.without(&orbit);
            let is_found = matches!(digger.find_another(&orbit, &kept, true).unwrap(), Verdict::Free);
            assert_eq!(matches!(digger.prove(&orbit, &kept).unwrap(), Verdict::Free), is_found);
            digger.take_all(&orbit, Criterion::Unique).unwrap();
        }
    }
}
