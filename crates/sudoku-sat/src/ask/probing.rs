//! Solves puzzles up to 36×36 quickly with propagation, then probing, and finally a SAT solver if necessary.
//!
//! Propagation on bit boards first applies singles and intersections. If cells remain open, failed-literal probing
//! follows. Each probe takes one of the cells with the fewest candidates, assigns one of its candidates, and propagates
//! singles. If propagation finds a contradiction, the candidate is refuted. If propagation fills the board, the probe
//! has found a solution. Any other probe is fruitless. Probes are not nested. If all possible probes are fruitless,
//! or if the number of fruitless probes reaches a limit, a SAT solver takes over with the remaining candidates.
//!
//! `docs/experiments.md` lists the speedup from each stage and the optimizations that did not help.
//!
//! ## References
//! - J. W. Freeman: Improvements to propositional satisfiability search algorithms, 1995 (failed literals).
//! - I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 (failed literals on Sudoku).

use std::sync::{Arc, LazyLock};

use sudoku_cnf::puzzle::Bits;
use sudoku_cnf::{Contradiction, Geometry, Grid};

use super::dpll_then_sat::DpllThenSat;
use super::models::ModelEnumerator;
use super::sat_fallback::SatFallback;
use crate::bitboard::{BitBoard, HouseMasks, bit_board_size, with_bit_board};
use crate::search::{GridSearch, Grids, SolveError};
use crate::solver::Statistics;

/// The maximum number of fruitless probes per puzzle before the SAT solver takes over.
const MAX_FRUITLESS_PROBES: usize = 20;

/// A board and its prober. There is no prober for boards larger than 36×36.
pub(super) type BoardProber = (Arc<Geometry>, Option<Arc<dyn Prober>>);

/// Returns the prober for a board, or `None` if the board is larger than 36×36.
///
/// All callers share one prober for the standard 9×9 board.
pub(super) fn prober_for(geometry: &Arc<Geometry>) -> Option<Arc<dyn Prober>> {
    static STANDARD: LazyLock<Option<Arc<dyn Prober>>> = LazyLock::new(|| new_prober(&Geometry::standard()));
    if geometry.is_standard() { STANDARD.clone() } else { new_prober(geometry) }
}

fn new_prober(geometry: &Geometry) -> Option<Arc<dyn Prober>> {
    with_bit_board!(bit_board_size(geometry),
        N W H => Some(Arc::new(SizedProber::<N, W, H>(Arc::new(HouseMasks::new(geometry))))),
        _ => None
    )
}

/// Finds the solutions of puzzles on a particular board by probing.
pub(super) trait Prober: Send + Sync {
    /// Returns an iterator over the solutions of the puzzle in `fallback`.
    fn grids(&self, fallback: SatFallback) -> Grids;

    /// Returns an iterator over the solutions of the puzzle in `fallback`, which DPLL finds if the puzzle is not hard.
    fn dpll(&self, fallback: SatFallback) -> Grids;
}

/// A prober for boards with up to N digits. See [`BitBoard`] for the meaning of N, W and H.
struct SizedProber<const N: usize, const W: usize, const H: usize>(Arc<HouseMasks<W, H>>);

impl<const N: usize, const W: usize, const H: usize> Prober for SizedProber<N, W, H> {
    fn grids(&self, fallback: SatFallback) -> Grids {
        let board = BitBoard::<N, W, H>::from_puzzle(&fallback.puzzle, &self.0).ok();
        Box::new(ProbedGrids { masks: self.0.clone(), board, fruitless: 0, fallback, models: None })
    }

    fn dpll(&self, fallback: SatFallback) -> Grids {
        Box::new(DpllThenSat::<N, W, H>::new(self.0.clone(), fallback))
    }
}

/// An iterator over the solutions of a puzzle. Probing finds the first solutions, and the SAT solver finds the rest.
struct ProbedGrids<const N: usize, const W: usize, const H: usize> {
    masks: Arc<HouseMasks<W, H>>,
    /// The board for further probing, or `None` once probing has ended.
    board: Option<BitBoard<N, W, H>>,
    /// The number of fruitless probes so far.
    fruitless: usize,
    fallback: SatFallback,
    /// An iterator over the solutions that the SAT solver finds, or `None` until the SAT solver takes over.
    models: Option<ModelEnumerator>,
}

impl<const N: usize, const W: usize, const H: usize> ProbedGrids<N, W, H> {
    /// Returns the next solution. Both `Ok(None)` and a contradiction mean that there are no more solutions.
    fn find(&mut self) -> Result<Option<Result<Grid, SolveError>>, Contradiction> {
        let Some(mut board) = self.board.take() else {
            return Ok(self.models.as_mut().and_then(Iterator::next));
        };
        loop {
            if let Some(reason) = self.fallback.limits.reached() {
                return Ok(Some(Err(SolveError::Unknown(reason))));
            }
            board.intersect(&self.masks)?;
            if board.is_solved(&self.masks) {
                return Ok(Some(Ok(self.grid(&board))));
            }
            let Some(Probe { candidate, propagated }) = self.fruitful_probe(&board) else {
                return Ok(match self.fallback.models(&board) {
                    Ok(models) => self.models.insert(models).next(),
                    Err(error) => Some(Err(error)),
                });
            };
            let remaining = board.eliminate(candidate, &self.masks);
            if let Ok(filled) = propagated {
                self.board = remaining.is_ok().then_some(board);
                return Ok(Some(Ok(self.grid(&filled))));
            }
            remaining?;
        }
    }

    /// Returns the first probe that finds a solution or refutes its candidate. Only the cells with the fewest
    /// candidates are probed.
    ///
    /// Returns `None` if all probes are fruitless or the maximum number of fruitless probes has been reached.
    fn fruitful_probe(&mut self, board: &BitBoard<N, W, H>) -> Option<Probe<BitBoard<N, W, H>>> {
        for cell in board.most_constrained().iter() {
            for digit in Bits(board.digits_of(cell)) {
                if self.fruitless == MAX_FRUITLESS_PROBES {
                    return None;
                }
                let candidate = (cell, digit);
                let mut probed = board.clone();
                let propagated = probed.assign(candidate, &self.masks).map(|()| probed);
                if propagated.as_ref().map_or(true, |probed| probed.is_solved(&self.masks)) {
                    return Some(Probe { candidate, propagated });
                }
                self.fruitless += 1;
            }
        }
        None
    }

    fn grid(&self, board: &BitBoard<N, W, H>) -> Grid {
        board.grid(self.fallback.puzzle.geometry().clone())
    }
}

impl<const N: usize, const W: usize, const H: usize> Iterator for ProbedGrids<N, W, H> {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.find().unwrap_or(None)
    }
}

impl<const N: usize, const W: usize, const H: usize> GridSearch for ProbedGrids<N, W, H> {
    fn statistics(&self) -> Option<Statistics> {
        self.models.as_ref().and_then(GridSearch::statistics)
    }
}

/// A probe that found a solution or refuted its candidate.
struct Probe<B> {
    /// The index of the candidate's cell, and the candidate's digit minus 1.
    candidate: (usize, usize),
    /// The solved board, or a contradiction that refutes the candidate.
    propagated: Result<B, Contradiction>,
}
