//! Fast solving of small and medium boards: propagation on bit boards first, and a SAT solver for the rest.
//!
//! A puzzle is propagated by singles and then by intersections. If that does not solve it, the candidates of the
//! cells with the fewest candidates are probed, one at a time, by singles alone: a probe that ends in a
//! contradiction refutes its candidate (a failed literal), and a probe that fills the board is a solution. Probes
//! are not nested. After a number of fruitless probes a SAT solver receives what is left.
//!
//! `docs/benchmarks.md` lists what each stage gains, and what was tried besides.
//!
//! ## References
//! - J. W. Freeman: Improvements to propositional satisfiability search algorithms, 1995 (failed literals).
//! - I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 (failed literals on Sudoku).

use std::sync::{Arc, LazyLock};

use sudoku_cnf::{
    ClauseKind, ClauseSink, CnfOptions, Contradiction, Encoding, Geometry, Grid, Lit, Problem, Puzzle,
};

use super::models::{ModelEnumerator, sat_solutions};
use crate::bitboard::{BitBoard, Bits, HouseMasks, with_bit_board};
use crate::solutions::{Grids, Solutions, SolveError};
use crate::solver::{ClauseLoader, Limits, Solver, SolverError};

/// The number of fruitless probes before a solver is asked.
const MAX_FRUITLESS_PROBES: usize = 20;

/// Solves puzzles, and keeps what puzzles on the same board share.
#[derive(Default)]
pub(crate) struct Preprocessor {
    last: Option<LastBoard>,
}

/// The board of the last puzzle, and its probing; `None` if the board is too large.
type LastBoard = (Arc<Geometry>, Option<Arc<dyn Probing>>);

impl Preprocessor {
    /// Finds all solutions of `puzzle`.
    ///
    /// Only the solver sees the puzzle if it is external or custom, if it is to have the clauses of the whole
    /// board, and beyond 36×36.
    pub(crate) fn solutions<'p>(
        &mut self,
        puzzle: &'p Puzzle,
        solver: &Solver,
        options: CnfOptions,
        limits: &Limits,
    ) -> Solutions<'p> {
        match self.probing(puzzle.geometry()) {
            Some(probing) if options.reduce && !solver.must_be_asked() => {
                let options = CnfOptions { compact: true, ..options };
                let rest = Rest { puzzle, solver: solver.clone(), options, limits: limits.clone() };
                Solutions::new(puzzle, probing.grids(rest))
            }
            _ => sat_solutions(puzzle, solver, options, limits),
        }
    }

    fn probing(&mut self, geometry: &Arc<Geometry>) -> Option<&dyn Probing> {
        let known = self.last.take().filter(|(last, _)| Arc::ptr_eq(last, geometry));
        let (_, probing) =
            self.last.insert(known.unwrap_or_else(|| (geometry.clone(), probing_on(geometry))));
        probing.as_deref()
    }
}

/// Returns the probing on a board; that of the common board is shared by all callers.
fn probing_on(geometry: &Arc<Geometry>) -> Option<Arc<dyn Probing>> {
    static STANDARD: LazyLock<Option<Arc<dyn Probing>>> =
        LazyLock::new(|| new_probing(&Geometry::standard()));
    if Arc::ptr_eq(geometry, &Geometry::standard()) { STANDARD.clone() } else { new_probing(geometry) }
}

fn new_probing(geometry: &Geometry) -> Option<Arc<dyn Probing>> {
    with_bit_board!(geometry.size(),
        N W H => Some(Arc::new(SizedProbing::<N, W, H>(Arc::new(HouseMasks::new(geometry))))),
        _ => None
    )
}

impl std::fmt::Debug for Preprocessor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Preprocessor").finish_non_exhaustive()
    }
}

/// Probing on the boards of one geometry.
trait Probing: Send + Sync {
    /// Returns the solutions of the puzzle in `rest`.
    fn grids<'p>(&self, rest: Rest<'p>) -> Grids<'p>;
}

/// Probing on boards of up to N digits; see [`BitBoard`].
struct SizedProbing<const N: usize, const W: usize, const H: usize>(Arc<HouseMasks<W, H>>);

impl<const N: usize, const W: usize, const H: usize> Probing for SizedProbing<N, W, H> {
    fn grids<'p>(&self, rest: Rest<'p>) -> Grids<'p> {
        let board = BitBoard::<N, W, H>::from_puzzle(rest.puzzle, &self.0).ok();
        Box::new(ProbedGrids { masks: self.0.clone(), board, fruitless: 0, rest, models: None })
    }
}

/// A puzzle, and the solver that gets what probing leaves.
struct Rest<'p> {
    puzzle: &'p Puzzle,
    solver: Solver,
    options: CnfOptions,
    limits: Limits,
}

impl Rest<'_> {
    /// Returns the solutions on `board`.
    fn models<const N: usize, const W: usize, const H: usize>(
        &self,
        board: &BitBoard<N, W, H>,
    ) -> Result<ModelEnumerator, SolveError> {
        let board = board.to_candidate_board(self.puzzle.geometry().clone());
        let problem = Problem::from_board(self.puzzle, board, self.options);
        let mut solver = self.solver.create()?;
        let loader = ClauseLoader::new(&mut *solver, &self.limits);
        problem.encode(&mut ShortHouseClauses::new(loader, &problem))?;
        Ok(ModelEnumerator::new(problem, solver, self.limits.clone()))
    }
}

/// The largest house clause that is worth its cost on boards up to 9×9.
const MAX_HOUSE_CLAUSE: usize = 4;

/// Omits long house clauses ("the digit is in one of these cells of the house") of the complete encoding on boards
/// up to 9×9. They follow from the other clauses, and rarely help.
struct ShortHouseClauses<'a> {
    loader: ClauseLoader<'a>,
    max_house_clause: usize,
    kind: ClauseKind,
}

impl<'a> ShortHouseClauses<'a> {
    fn new(loader: ClauseLoader<'a>, problem: &Problem) -> Self {
        let is_small = problem.puzzle().geometry().size() <= 9;
        let can_omit = problem.options().encoding == Encoding::Complete && is_small;
        let max_house_clause = if can_omit { MAX_HOUSE_CLAUSE } else { usize::MAX };
        Self { loader, max_house_clause, kind: ClauseKind::Unit }
    }
}

impl ClauseSink for ShortHouseClauses<'_> {
    type Error = SolverError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolverError> {
        let is_useful = self.kind != ClauseKind::HouseAtLeastOne || clause.len() <= self.max_house_clause;
        if is_useful { self.loader.add_clause(clause) } else { Ok(()) }
    }

    fn begin(&mut self, kind: ClauseKind) {
        self.kind = kind;
    }
}

/// The solutions of a puzzle: first those that probing finds, then those of a solver on the remaining board.
struct ProbedGrids<'p, const N: usize, const W: usize, const H: usize> {
    masks: Arc<HouseMasks<W, H>>,
    /// The board that may contain further solutions.
    board: Option<BitBoard<N, W, H>>,
    /// The number of fruitless probes.
    fruitless: usize,
    rest: Rest<'p>,
    /// The solver, once it was needed.
    models: Option<ModelEnumerator>,
}

impl<const N: usize, const W: usize, const H: usize> ProbedGrids<'_, N, W, H> {
    /// Returns the next solution; `None`, or a contradiction, if there is none.
    fn find(&mut self) -> Result<Option<Result<Grid, SolveError>>, Contradiction> {
        let Some(mut board) = self.board.take() else {
            return Ok(self.models.as_mut().and_then(Iterator::next));
        };
        loop {
            if let Some(reason) = self.rest.limits.reached() {
                return Ok(Some(Err(SolveError::Unknown(reason))));
            }
            board.intersect(&self.masks)?;
            if board.is_solved(&self.masks) {
                return Ok(Some(Ok(self.grid(&board))));
            }
            let Some(Probe { candidate, outcome }) = self.fruitful_probe(&board) else {
                return Ok(match self.rest.models(&board) {
                    Ok(models) => self.models.insert(models).next(),
                    Err(error) => Some(Err(error)),
                });
            };
            let remaining = board.eliminate(candidate, &self.masks);
            if let Ok(filled) = outcome {
                self.board = remaining.is_ok().then_some(board);
                return Ok(Some(Ok(self.grid(&filled))));
            }
            remaining?;
        }
    }

    /// Probes the candidates of the cells with the fewest candidates until one is refuted or fills the board.
    fn fruitful_probe(&mut self, board: &BitBoard<N, W, H>) -> Option<Probe<BitBoard<N, W, H>>> {
        for cell in board.most_constrained().iter() {
            for digit in Bits(board.digits_of(cell)) {
                if self.fruitless == MAX_FRUITLESS_PROBES {
                    return None;
                }
                let candidate = (cell, digit);
                let mut probed = board.clone();
                let outcome = probed.assign(candidate, &self.masks).map(|()| probed);
                if outcome.as_ref().map_or(true, |probed| probed.is_solved(&self.masks)) {
                    return Some(Probe { candidate, outcome });
                }
                self.fruitless += 1;
            }
        }
        None
    }

    fn grid(&self, board: &BitBoard<N, W, H>) -> Grid {
        board.grid(self.rest.puzzle.geometry().clone())
    }
}

impl<const N: usize, const W: usize, const H: usize> Iterator for ProbedGrids<'_, N, W, H> {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find().unwrap_or(None)
    }
}

/// A candidate that was probed, and the full board that it leads to, or a contradiction.
struct Probe<B> {
    /// The index of the cell, and the digit − 1.
    candidate: (usize, usize),
    outcome: Result<B, Contradiction>,
}
