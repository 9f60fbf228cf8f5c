//! Digging: givens go, in random order, as long as the puzzle stays what it is to be.
//!
//! A puzzle with fewer givens is never easier: where the givens of one determine a cell, those of any that has more do as
//! well. Two things follow. Givens may go many at a time: if the puzzle is still right, it was so after each of them. And
//! a given that could not go when its turn came can never go later. So one pass over all givens leaves a puzzle from
//! which none can be taken, and it is the same puzzle whether they go one by one or many at a time.
//!
//! Whether there is another solution is looked for where that is cheapest: first among the [`swaps`](super::swaps) of
//! two digits, then by propagation, then by search, and if more than a few guesses fail by a SAT solver, which keeps the
//! rules and what it learns, and takes the givens as assumptions. Another solution tells which givens may not all go.

use std::array;
use std::sync::Arc;

use sudoku_cnf::planes::{Masks, Planes, Set};
use sudoku_cnf::{Candidate, Candidates, Cell, CnfOptions, Digit, Encoding, Geometry, Grid, Inference};

use super::descent::{Descent, Found, Order};
use super::swaps::swaps;
use crate::limits::Limits;
use crate::question::{Prover, SolveError};
use crate::solver::Solver;

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
    /// They may not, for there is another solution that differs in these cells; or just not all of these.
    Needed(Set<W>),
    /// Fewer of them would be easier to judge.
    Unclear,
}

/// Up to which group the next test goes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bound {
    group: usize,
    /// Whether it is known that this group has to stay if all groups before it go.
    is_needed: bool,
}

/// A full grid from which givens go.
pub(super) struct Digger<'a, const N: usize, const W: usize, const H: usize> {
    geometry: &'a Arc<Geometry>,
    masks: &'a Masks<W, H>,
    descent: &'a mut Descent<N, W, H>,
    prover: &'a mut Option<Prover>,
    limits: &'a Limits,
    solution: [Set<W>; N],
    swaps: Vec<Set<W>>,
    /// The cells of the givens that are left.
    givens: Set<W>,
}

impl<'a, const N: usize, const W: usize, const H: usize> Digger<'a, N, W, H> {
    /// With all cells given.
    pub(super) fn new(
        solution: [Set<W>; N],
        geometry: &'a Arc<Geometry>,
        masks: &'a Masks<W, H>,
        descent: &'a mut Descent<N, W, H>,
        prover: &'a mut Option<Prover>,
        limits: &'a Limits,
    ) -> Self {
        let swaps = swaps(&solution[..geometry.size()], masks);
        Self { geometry, masks, descent, prover, limits, solution, swaps, givens: *masks.cells() }
    }

    /// How many givens are left.
    pub(super) fn given_count(&self) -> usize {
        self.givens.len()
    }

    /// The puzzle as it is now.
    pub(super) fn puzzle(&self) -> Grid {
        grid(&self.solution, &self.givens, self.geometry)
    }

    /// Takes all givens of `cells` away, if the puzzle stays what it is to be; whether it does.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn take(&mut self, cells: &Set<W>, criterion: Criterion) -> Result<bool, SolveError> {
        let is_free = matches!(self.judge(cells, criterion, true)?, Verdict::Free);
        if is_free {
            self.givens = self.givens.without(cells);
        }
        Ok(is_free)
    }

    /// Takes the givens of one group after the other away, as far as the puzzle stays what it is to be and `goal`
    /// givens are left; the groups that stay.
    ///
    /// # Errors
    /// If a limit is reached; the puzzle is then what it was when that happened.
    pub(super) fn dig(
        &mut self,
        groups: &[Set<W>],
        goal: usize,
        criterion: Criterion,
    ) -> Result<Vec<Set<W>>, SolveError> {
        let mut stay = Vec::new();
        let mut next = 0;
        let mut bound: Option<Bound> = None;
        // From a full grid almost half of the cells are sure to go.
        let mut stride = if self.givens == *self.masks.cells() { groups.len() * 9 / 20 } else { 1 };
        while next < groups.len() && self.given_count() > goal {
            if bound == Some(Bound { group: next, is_needed: true }) {
                stay.push(groups[next]);
                next += 1;
                bound = None;
                continue;
            }
            bound = bound.filter(|bound| bound.group > next);
            let last = match bound {
                Some(bound) => next + (bound.group - next - 1) / 2,
                None => (next + stride.max(1) - 1).min(groups.len() - 1),
            };
            let (last, cells) = self.as_far_as(groups, next, last, goal);
            if cells.is_empty() {
                // It has more cells than may go.
                stay.push(groups[next]);
                next += 1;
                continue;
            }
            match self.judge(&cells, criterion, last == next)? {
                Verdict::Free => {
                    self.givens = self.givens.without(&cells);
                    next = last + 1;
                    stride *= 2;
                }
                Verdict::Needed(among) => {
                    let is_among = |&group: &usize| !groups[group].and(&among).is_empty();
                    let group = (next..=last).rev().find(is_among).unwrap_or(last);
                    bound = Some(Bound { group, is_needed: true });
                    stride = 1;
                }
                Verdict::Unclear => {
                    bound = Some(Bound { group: last, is_needed: false });
                    stride = 1;
                }
            }
        }
        stay.extend(&groups[next..]);
        Ok(stay)
    }

    /// The cells of the groups from `next` on, to `last` or as far as `goal` givens are left without them.
    fn as_far_as(&self, groups: &[Set<W>], next: usize, last: usize, goal: usize) -> (usize, Set<W>) {
        let mut cells = Set::EMPTY;
        for (number, group) in groups.iter().enumerate().take(last + 1).skip(next) {
            let more = cells.or(group);
            if self.givens.without(&more).len() < goal {
                return (number.saturating_sub(1).max(next), cells);
            }
            cells = more;
        }
        (last, cells)
    }

    /// Whether the givens of `cells` may go, which is never unclear if these are a single group.
    fn judge(
        &mut self,
        cells: &Set<W>,
        criterion: Criterion,
        is_single: bool,
    ) -> Result<Verdict<W>, SolveError> {
        if let Some(reason) = self.limits.reached() {
            return Err(SolveError::Unknown(reason));
        }
        let kept = self.givens.without(cells);
        if let Some(swap) = self.swaps.iter().find(|swap| swap.and(&kept).is_empty()) {
            return Ok(Verdict::Needed(*swap));
        }
        let is_solved = match criterion {
            Criterion::Unique => return self.find_another(cells, &kept, is_single),
            Criterion::SolvedBy(Inference::Singles) => {
                cells.without(self.board(&kept, cells).settled()).is_empty()
            }
            Criterion::SolvedBy(inference) => {
                Candidates::of_puzzle(&grid(&self.solution, &kept, self.geometry), inference)
                    .is_ok_and(|board| board.is_solved())
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
        let mut board = self.board(kept, cells);
        for cell in cells.iter() {
            if board.settled().contains(cell) {
                continue;
            }
            let known = Candidate { cell: Cell::new(cell), digit: self.digit(cell) };
            let mut without = board.clone();
            if without.eliminate(known, self.masks).is_ok() {
                match self
                    .descent
                    .solve(without, self.masks, FAILURES, Order::Near(&self.solution))
                    .map_err(SolveError::Unknown)?
                {
                    Found::Solution(another) => return Ok(Verdict::Needed(self.differences(&another))),
                    Found::Nothing => {}
                    Found::GaveUp if is_single => return self.prove(cells, kept),
                    Found::GaveUp => return Ok(Verdict::Unclear),
                }
            }
            board.assign(known, self.masks).expect("the known solution contradicts nothing");
        }
        Ok(Verdict::Free)
    }

    /// Asks the SAT solver whether the `kept` givens determine those of `cells`.
    fn prove(&mut self, cells: &Set<W>, kept: &Set<W>) -> Result<Verdict<W>, SolveError> {
        let givens = cells.iter().map(|cell| Candidate { cell: Cell::new(cell), digit: self.digit(cell) });
        let givens: Vec<_> = givens.collect();
        let prover = if let Some(prover) = self.prover.take() {
            prover
        } else {
            let rules = Grid::empty(self.geometry.clone());
            let options = CnfOptions::from(Encoding::Complete);
            Prover::new(&rules, &Solver::Varisat, options, self.limits.clone())?
        };
        let prover = self.prover.insert(prover);
        let mut puzzle = grid(&self.solution, kept, self.geometry);
        for given in givens {
            puzzle.set(given.cell, Some(given.digit));
            if !prover.follows(given, &puzzle)? {
                return Ok(Verdict::Needed(*cells));
            }
        }
        Ok(Verdict::Free)
    }

    /// The board of candidates of a puzzle with these givens, as far as it takes to decide the cells of `goal`.
    fn board(&self, givens: &Set<W>, goal: &Set<W>) -> Planes<N, W, H> {
        let by_digit = array::from_fn(|digit| self.solution[digit].and(givens));
        Planes::of_givens(&by_digit, goal, self.masks).expect("the known solution contradicts nothing")
    }

    /// The cells in which another solution differs from the known one.
    fn differences(&self, another: &Planes<N, W, H>) -> Set<W> {
        let pairs = self.solution.iter().zip(another.by_digit());
        pairs.fold(Set::EMPTY, |all, (known, other)| all.or(&known.without(other)))
    }

    /// The digit of a cell in the known solution.
    fn digit(&self, cell: usize) -> Digit {
        let digit = self.solution.iter().position(|cells| cells.contains(cell));
        digit.and_then(|digit| Digit::new(digit + 1)).expect("every cell of a solution has a digit")
    }
}

/// The digits of a full grid in some of its cells.
pub(super) fn grid<const N: usize, const W: usize>(
    by_digit: &[Set<W>; N],
    cells: &Set<W>,
    geometry: &Arc<Geometry>,
) -> Grid {
    let mut grid = Grid::empty(geometry.clone());
    for (digit, places) in by_digit.iter().enumerate() {
        places.and(cells).iter().for_each(|cell| grid.set(Cell::new(cell), Digit::new(digit + 1)));
    }
    grid
}
