//! Random full grids.
//!
//! Boxes that share no line with each other, as those along a diagonal, get their digits in random order. The other
//! cells are filled by search with propagation: a random one of the cells with the fewest candidates gets a random
//! one of these. A search that fails too often begins anew, with other boxes; and if that is no use, as on many boards of
//! variants, a SAT solver fills the board, with one house given in random order and under random names.
//!
//! No cell, digit, line or box is treated differently from another, so all grids that differ by a renaming of
//! digits, or by a symmetry of the board, are equally likely. On 4×4 all 288 grids are. On larger boards grids with
//! few others like them are more likely than the rest: on 9×9 the logarithm of a grid's probability has a standard
//! deviation of 1.4 about the mean. (To even that out by rejection would take ten times as long.)
//!
//! A 9×9 grid takes 12 µs, a 16×16 0.1 ms, a 25×25 0.8 ms, a 36×36 10 ms: `cargo bench -p sudoku-sat -- fill`. The
//! SAT solver fills 16×16 windoku boards in 60 ms, but 25×25 ones in 5 to 25 s, and is lost with disjoint groups there.

use std::array;
use std::sync::Arc;

use sudoku_cnf::board::HouseKind;
use sudoku_cnf::{ClauseSink, Geometry, Grid, Problem, Puzzle};

use super::order::GuessOrder;
use crate::bitboard::{BitBoard, HouseMasks, Set, by_digit};
use crate::encoding_policy::EncodingPolicy;
use crate::random::Random;
use crate::search::{DepthFirst, Found};
use crate::solutions::SolveError;
use crate::solver::variable_shuffle::VariableShuffle;
use crate::solver::{ClauseLoader, Limits, Outcome, Solver};

/// A depth-first search on bit boards; it keeps its memory.
pub(super) type BitBoardSearch<const N: usize, const W: usize, const H: usize> =
    DepthFirst<BitBoard<N, W, H>, (usize, u64)>;

/// How many searches are tried before the SAT solver.
const SEARCHES: u32 = 10;
/// How many guesses may fail in the first search; in each other one half as many more. Large plain boards are filled in the
/// end, while with the houses of variants it is of little use to go on.
const FAILURES: u64 = 1000;
const FAILURES_OF_VARIANTS: u64 = 50;

/// What it takes to fill boards of a geometry.
pub(super) struct GridFiller<const W: usize> {
    geometry: Arc<Geometry>,
    /// The cells of each box, and all peers of these.
    boxes: Vec<(Set<W>, Set<W>)>,
}

impl<const W: usize> GridFiller<W> {
    pub(super) fn new<const H: usize>(geometry: &Arc<Geometry>, masks: &HouseMasks<W, H>) -> Self {
        let boxes = geometry.houses().filter(|house| house.name.kind == HouseKind::Box);
        let n = geometry.size();
        let with_peers = |cells: &[sudoku_cnf::Cell]| {
            let cells: Set<W> = cells.iter().map(|cell| cell.index(n)).collect();
            let peers = cells.iter().fold(Set::EMPTY, |peers, cell| peers.or(masks.peers(cell)));
            (cells, peers)
        };
        let boxes = boxes.map(|house| with_peers(house.cells)).collect();
        Self { geometry: geometry.clone(), boxes }
    }

    /// A random full grid: the cells of each digit. `None` if there is none on this board.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn fill<const N: usize, const H: usize>(
        &self,
        masks: &HouseMasks<W, H>,
        search: &mut BitBoardSearch<N, W, H>,
        random: &mut Random,
        (solver, limits): (&Solver, &Limits),
    ) -> Result<Option<[Set<W>; N]>, SolveError> {
        let is_plain = self.geometry.variants().is_empty();
        let mut failures = if is_plain { FAILURES } else { FAILURES_OF_VARIANTS };
        for _ in 0..SEARCHES {
            let start = self.fill_boxes(masks, random);
            if let Ok(board) = BitBoard::from_givens(&start, &Set::EMPTY, masks) {
                search.start(Some(board));
                let found = search.next_solution(&mut GuessOrder::Random(random), masks, failures);
                if let Found::Solution(board) = found.map_err(SolveError::Unknown)? {
                    return Ok(Some(*board.by_digit()));
                }
            }
            failures += failures / 2;
        }
        Ok(fill_by_sat(&self.geometry, random, solver, limits)?.map(|grid| by_digit(&grid)))
    }

    /// Fills boxes of which none shares a peer with another: as many as a random choice has room for.
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
        let digits = &mut digits[..masks.size()];
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

/// A full grid by a SAT solver; `None` if there is none.
fn fill_by_sat(
    geometry: &Arc<Geometry>,
    random: &mut Random,
    solver: &Solver,
    limits: &Limits,
) -> Result<Option<Grid>, SolveError> {
    let empty = Puzzle::empty(geometry.clone());
    let problem = Problem::new(
        &empty,
        EncodingPolicy { is_whole: true, ..EncodingPolicy::default() }.options(geometry.size()),
    );
    let mut clauses = problem.to_cnf();
    // If there is a grid, renaming digits gives one with any order of digits in a house.
    let mut digits: Vec<_> = geometry.digits().collect();
    random.shuffle(&mut digits);
    let house = geometry.house(random.below(geometry.complete_houses()));
    for (&cell, &digit) in house.cells.iter().zip(&digits) {
        let Ok(()) = clauses.add_clause(&[geometry.literal(cell, digit)]);
    }
    let mut solver = solver.create()?;
    let shuffle = VariableShuffle::new(clauses.variable_count(), random);
    shuffle.load(&clauses, &mut ClauseLoader::new(&mut *solver, limits), random)?;
    match solver.solve(&[], limits)? {
        Outcome::Satisfiable(model) => Ok(Some(problem.decode(&shuffle.restore(&model))?)),
        Outcome::Unsatisfiable(_) => Ok(None),
        Outcome::Unknown(reason) => Err(SolveError::Unknown(reason)),
    }
}
