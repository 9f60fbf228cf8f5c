//! The choice of the search engine or SAT solver that answers a question about a puzzle.

use std::sync::Arc;

use sudoku_cnf::{CnfOptions, Encoding, Geometry, Puzzle};

use super::encoding_policy::EncodingPolicy;
use super::extra_clauses::ExtraClauses;
use super::models::sat_grids;
use super::options::SolveOptions;
use super::probing::{BoardProber, Prober, prober_for};
use super::sat_fallback::SatFallback;
use crate::search::{Engine, Grids, failed};
use crate::solver::{Limits, Solver, StopReason};

/// The largest board size for which DPLL is the default.
const LARGEST_DPLL: usize = 9;

/// A method to find the solutions of a puzzle.
pub(super) enum Method {
    /// Unit propagation and guesses on bit boards. On boards other than the standard one, the native solver takes over
    /// if the puzzle is hard.
    Dpll,
    /// Propagation and failed-literal probing on bit boards. The solver receives only the puzzles that they do not
    /// solve.
    Probing(Solver, CnfOptions),
    /// A SAT solver that receives every puzzle, and additional clauses.
    Sat(Solver, CnfOptions, ExtraClauses),
}

impl SolveOptions {
    /// Returns the method for `puzzle`.
    ///
    /// DPLL is the fastest method for small boards. Boards larger than 36×36 do not fit on bit boards. External and
    /// custom solvers receive every puzzle, and so do all solvers if the options disable reduction, or if there are
    /// rules or additional clauses, because bit boards know only houses.
    pub(super) fn method(&self, puzzle: &Puzzle) -> Method {
        if self.engine_for(puzzle).is_some() {
            return Method::Dpll;
        }
        let solver = self.solver_for(puzzle);
        let options = self.cnf_options_for(&solver, puzzle.geometry().size());
        let clauses = self.extra_clauses.clone();
        let knows_only_houses = puzzle.rules().is_empty() && clauses.is_empty();
        if options.reduce && !solver.receives_every_puzzle() && knows_only_houses {
            Method::Probing(solver, options)
        } else {
            Method::Sat(solver, options, clauses)
        }
    }

    /// Returns the search engine for boards of size `n` without rules, or `None` if a SAT solver is used.
    ///
    /// This applies to [`solve`](Self::solve), [`solutions`](Self::solutions), [`minimize`](Self::minimize),
    /// [`redundant_givens`](Self::redundant_givens) and the solutions that [`count`](Self::count) enumerates. On boards
    /// other than the standard one, the native solver takes over if DPLL takes long.
    ///
    /// On boards up to 9×9, DPLL is faster than any SAT solver, so it is the default unless a solver or an option for
    /// the encoding is set.
    pub fn engine_for_size(&self, n: usize) -> Option<Engine> {
        (self.is_default() && n <= LARGEST_DPLL).then_some(Engine::Dpll)
    }

    /// Returns the search engine for `puzzle`, as [`engine_for_size`](Self::engine_for_size). Engines do not support
    /// rules, and overlapping boards are too large for bit boards, so a SAT solver is used for these puzzles.
    pub fn engine_for(&self, puzzle: &Puzzle) -> Option<Engine> {
        let is_plain = puzzle.rules().is_empty() && puzzle.geometry().layout().is_none();
        self.engine_for_size(puzzle.geometry().size()).filter(|_| is_plain)
    }

    /// Returns whether neither a solver, an option for the encoding nor additional clauses are set.
    pub(super) fn is_default(&self) -> bool {
        self.solver.is_none() && self.policy == EncodingPolicy::default() && self.extra_clauses.is_empty()
    }

    /// Returns the solver for boards of size `n`.
    pub fn solver_for_size(&self, n: usize) -> Solver {
        match &self.solver {
            Some(solver) => solver.clone(),
            None if self.is_single_threaded => Solver::for_size_and_cores(n, 1),
            None => Solver::for_size(n),
        }
    }

    /// Returns the solver for `puzzle`. On boards up to 9×9, the native solver is the fastest one for puzzles with
    /// rules and for overlapping boards.
    pub fn solver_for(&self, puzzle: &Puzzle) -> Solver {
        let n = puzzle.geometry().size();
        match &self.solver {
            None if n <= LARGEST_DPLL && self.engine_for(puzzle).is_none() => Solver::Native,
            _ => self.solver_for_size(n),
        }
    }

    /// Returns the selected solver, or [`Solver::default`] if none is selected.
    pub fn solver_or_default(&self) -> Solver {
        self.solver.clone().unwrap_or_default()
    }

    /// Returns the CNF options for boards of size `n`.
    pub fn cnf_options(&self, n: usize) -> CnfOptions {
        self.policy.options(n)
    }

    /// Returns the CNF options for boards of size `n` if `solver` is used.
    ///
    /// They differ from [`cnf_options`](Self::cnf_options) only if no encoding is set: the native solver, which needs
    /// little memory for large boards, always receives the `complete` encoding.
    pub fn cnf_options_for(&self, solver: &Solver, n: usize) -> CnfOptions {
        match self.policy.encoding {
            None if solver.is_native() => {
                EncodingPolicy { encoding: Some(Encoding::Complete), ..self.policy }.options(n)
            }
            _ => self.policy.options(n),
        }
    }
}

impl Method {
    /// Returns an iterator over the grids of all solutions of `puzzle`. `tables` caches the lookup tables of the board.
    pub(super) fn grids(self, puzzle: &Puzzle, tables: &mut BoardTables, limits: Limits) -> Grids {
        if limits.has_expired() {
            return failed(StopReason::TimeLimit.into());
        }
        let geometry = puzzle.geometry();
        match self {
            Self::Dpll if geometry.is_standard() => Engine::Dpll.grids(puzzle, limits),
            Self::Dpll => match tables.prober(geometry) {
                Some(prober) => {
                    let options =
                        CnfOptions { compact: true, ..CnfOptions::from(Encoding::Complete).reduced() };
                    let (puzzle, solver) = (puzzle.clone(), Solver::Native);
                    prober.dpll(SatFallback { puzzle, solver, options, limits })
                }
                None => Engine::Dpll.grids(puzzle, limits),
            },
            Self::Probing(solver, options) => match tables.prober(geometry) {
                Some(prober) => {
                    let options = CnfOptions { compact: true, ..options };
                    prober.grids(SatFallback { puzzle: puzzle.clone(), solver, options, limits })
                }
                None => sat_grids(puzzle, &solver, options, &ExtraClauses::default(), &limits),
            },
            Self::Sat(solver, options, clauses) => sat_grids(puzzle, &solver, options, &clauses, &limits),
        }
    }
}

/// The lookup tables of the board of the last puzzle.
#[derive(Default)]
pub(crate) struct BoardTables(Option<BoardProber>);

impl BoardTables {
    fn prober(&mut self, geometry: &Arc<Geometry>) -> Option<&dyn Prober> {
        let known = self.0.take().filter(|(last, _)| last == geometry);
        let (_, prober) = self.0.insert(known.unwrap_or_else(|| (geometry.clone(), prober_for(geometry))));
        prober.as_deref()
    }
}
