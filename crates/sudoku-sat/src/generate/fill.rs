//! Generation of random full grids.
//!
//! The generator first selects several boxes whose digits cannot conflict with one another, for example the boxes on a
//! diagonal, and fills them with shuffled digits. A search with propagation then fills the remaining cells. For each
//! guess, the search picks a random cell among those with the fewest candidates and tries the candidates of this cell
//! in random order. If too many guesses fail, the generator selects boxes again and starts a new search.
//!
//! All searches may fail, which is common on boards with variants. The generator then uses one of two other methods:
//! - If the [shifted grid](super::shifted_grid) satisfies the rules, as on boards with disjoint groups, the generator
//!   rearranges its digits.
//! - Otherwise, a SAT solver fills the board. To randomize the grid, the generator fills a random house with shuffled
//!   digits. The native solver also starts with a random seed, which determines its first decisions. For any other
//!   solver, the variables and clauses of the CNF are shuffled.
//!
//! The search does not favor any cell, digit, row, column or box. Two grids found by it are therefore equally likely if
//! one can be transformed into the other by renaming digits or by applying a symmetry of the board. Otherwise, two
//! grids may have different probabilities. `docs/experiments.md` describes the distribution.

use std::array;
use std::sync::Arc;

use sudoku_cnf::puzzle::board::HouseKind;
use sudoku_cnf::{ClauseSink, Geometry, Grid, Lit, Problem, Puzzle};

use super::order::{GuessOrder, GuessSearch};
use super::shifted_grid::{rearrange, shifted_grid};
use crate::ask::EncodingPolicy;
use crate::bitboard::{BitBoard, HouseMasks, Set, by_digit};
use crate::search::{Found, SolveError};
use crate::solver::variable_shuffle::VariableShuffle;
use crate::solver::{ClauseLoader, Limits, Native, Outcome, SatSolver, Solver};
use sudoku_cnf::puzzle::random::Random;

/// The number of failed searches after which the SAT solver is used.
const SEARCHES: u32 = 10;
/// The number of failed guesses allowed in the first search on a board without variants. Each further search is allowed
/// 50% more failed guesses than the previous one.
const FAILURES: u64 = 1000;
/// The number of failed guesses allowed in the first search on a board with variants, where long searches rarely
/// succeed.
const FAILURES_OF_VARIANTS: u64 = 50;

/// Creates random full grids for one geometry.
pub(super) struct GridFiller<const W: usize> {
    geometry: Arc<Geometry>,
    /// A full grid to start from if the search fails.
    shifted: Option<Grid>,
    /// For each box, the set of its cells and the set of all peers of these cells.
    boxes: Vec<(Set<W>, Set<W>)>,
}

impl<const W: usize> GridFiller<W> {
    pub(super) fn new<const H: usize>(geometry: &Arc<Geometry>, masks: &HouseMasks<W, H>) -> Self {
        let boxes = geometry.houses().filter(|house| house.name.kind == HouseKind::Box);
        let n = geometry.size();
        let with_peers = |cells: &[sudoku_cnf::Cell]| {
            let cells: Set<W> = cells.iter().map(|cell| cell.index(n)).collect();
            let peers = cells.iter().fold(Set::EMPTY, |peers, cell| peers.or(&masks.peers[cell]));
            (cells, peers)
        };
        let boxes = boxes.map(|house| with_peers(house.cells)).collect();
        Self { geometry: geometry.clone(), shifted: shifted_grid(geometry), boxes }
    }

    /// Returns a random full grid as one set of cells per digit, or `None` if no full grid satisfies the rules of the
    /// board.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the SAT solver fails.
    pub(super) fn fill<const N: usize, const H: usize>(
        &self,
        masks: &HouseMasks<W, H>,
        search: &mut GuessSearch<N, W, H>,
        random: &mut Random,
        (solver, limits): (&Solver, &Limits),
    ) -> Result<Option<[Set<W>; N]>, SolveError> {
        let is_plain = self.geometry.variants().is_empty();
        let mut failures = if is_plain { FAILURES } else { FAILURES_OF_VARIANTS };
        for _ in 0..SEARCHES {
            let start = self.fill_boxes(masks, random);
            if let Ok(board) = BitBoard::from_givens(&start, &[], &Set::EMPTY, masks) {
                search.start(Some(board));
                let found = search.next_solution(&mut GuessOrder::Random(random), masks, failures);
                if let Found::Solution(board) = found? {
                    return Ok(Some(*board.by_digit()));
                }
            }
            failures += failures / 2;
        }
        if let Some(grid) = &self.shifted {
            let grid = rearrange(by_digit(grid), masks, search, random);
            return Ok(Some(grid?));
        }
        Ok(fill_by_sat(&self.geometry, random, solver, limits)?.map(|grid| by_digit(&grid)))
    }

    /// Visits the boxes in random order and fills them with shuffled digits. A box is skipped if any of its cells has a
    /// peer in a box that has already been filled. Returns one set of filled cells per digit.
    fn fill_boxes<const N: usize, const H: usize>(
        &self,
        masks: &HouseMasks<W, H>,
        random: &mut Random,
    ) -> [Set<W>; N] {
        let mut order: Vec<_> = self.boxes.iter().collect();
        random.shuffle(&mut order);
        let mut filled = Set::EMPTY;
        let mut by_digit = [Set::EMPTY; N];
        let mut digits: [usize; N] = array::from_fn(|digit| digit);
        let digits = &mut digits[..masks.size];
        for (cells, peers) in order {
            if peers.and(&filled).is_empty() {
                random.shuffle(digits);
                cells.iter().zip(&*digits).for_each(|(cell, &digit)| by_digit[digit].insert(cell));
                filled = filled.or(cells);
            }
        }
        by_digit
    }
}

/// Returns a random full grid found by `solver`, or `None` if no full grid satisfies the rules of the board.
fn fill_by_sat(
    geometry: &Arc<Geometry>,
    random: &mut Random,
    solver: &Solver,
    limits: &Limits,
) -> Result<Option<Grid>, SolveError> {
    let empty = Puzzle::empty(geometry.clone());
    let problem = Problem::new(
        &empty,
        EncodingPolicy { whole_board: true, ..EncodingPolicy::default() }.options(geometry.size()),
    );
    // The digits in one house can be chosen in any order, because renaming the digits of a full grid yields another
    // full grid.
    let mut digits: Vec<_> = geometry.digits().collect();
    random.shuffle(&mut digits);
    let house = geometry.house(random.below(geometry.complete_houses()));
    let givens = house.cells.iter().zip(&digits).map(|(&cell, &digit)| geometry.literal(cell, digit));
    let outcome = if *solver == Solver::Native {
        let mut solver = Native::with_seed(random.below(u32::MAX as usize) as u64);
        ClauseLoader::new(&mut solver, limits).load(&problem)?;
        givens.map(|given| [given]).try_for_each(|unit| solver.add_clause(&unit))?;
        solver.solve(&[], limits)?
    } else {
        solve_shuffled(&problem, givens, random, solver, limits)?
    };
    let Ok(model) = outcome.known()? else { return Ok(None) };
    Ok(Some(problem.decode(&model)?))
}

/// Solves `problem` together with `givens` after shuffling the variables and clauses.
fn solve_shuffled(
    problem: &Problem,
    givens: impl Iterator<Item = Lit>,
    random: &mut Random,
    solver: &Solver,
    limits: &Limits,
) -> Result<Outcome, SolveError> {
    let mut clauses = problem.to_cnf();
    for given in givens {
        let Ok(()) = clauses.add_clause(&[given]);
    }
    let mut solver = solver.create()?;
    let shuffle = VariableShuffle::new(clauses.variable_count(), random);
    shuffle.load(&clauses, &mut ClauseLoader::new(&mut *solver, limits), random)?;
    Ok(match solver.solve(&[], limits)? {
        Outcome::Satisfiable(model) => Outcome::Satisfiable(shuffle.restore(&model)),
        other => other,
    })
}
