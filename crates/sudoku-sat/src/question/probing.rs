//! Solutions of many puzzles, one puzzle after the other: most of them without a solver.
//!
//! A puzzle is propagated on bit masks, by singles and then by intersections. Where that is not enough, the candidates
//! of the cells that have fewest are tried, one at a time, by singles alone: what leads to a contradiction goes (a
//! failed literal), and what fills the board is a solution. No trial is built upon another. After a few that come to
//! nothing a SAT solver gets what is left.
//!
//! ## Measured
//! Microseconds a puzzle with varisat and one thread, without reading and printing: 17-given puzzles and how many
//! of them need no solver, and 375 of the hardest.
//!
//! | before varisat is asked | 17-given | solved | hardest |
//! |---|---|---|---|
//! | nothing: the complete encoding | 600 | | 1040 |
//! | singles and intersections on [`Candidates`](sudoku_cnf::Candidates) | 67 | 80 % | 505 |
//! | the same on bit masks, and compact numbers | 29 | 80 % | 490 |
//! | house clauses of at most four places | 28 | 80 % | 446 |
//! | failed literals | 7.2 | 98.7 % | 430 |
//!
//! All rows have literals negated and no variables of decided cells (see [`varisat`](crate::Varisat)); without these
//! two, the second row takes 640 on the hardest. `crates/sudoku-sat/peers` measures the first, the second and the last
//! row, beside other solvers. On the hardest, varisat takes nearly all of the time: a quarter to load 1,600 clauses, the rest for
//! about 100 conflicts. What was tried there and dropped:
//! - subsets, fish, failed literals to the fixpoint, and what all digits of a cell or all places of a digit lead to:
//!   of 242 open candidates 241 remain;
//! - what failed literals find as binary clauses: 300 clauses more, 5 % off the search, and more than that to find them;
//! - one variable for two candidates of which one is true: 5 % off the search, lost in loading;
//! - the triad encoding takes 13 % more, the natural and the minimal one four times as much;
//! - another order of the variables than row by row with digits ascending: up to 60 % more (the list is in a normal form
//!   that helps: with rows, columns and digits shuffled it takes a sixth more); other decays and restarts: nothing;
//! - one solver for many puzzles, whose variables are fixed and hidden after each: a fifth off loading, and as much more
//!   of search; with givens as assumptions it is slower, since what it learns mentions them;
//! - guesses on bit masks, with varisat at the leaves ("cubes"): 1.5 to 5 times as long. Guesses alone take a third of
//!   the time, but they are [`Engine::Propagate`](crate::Engine), and no SAT.
//!
//! ## References
//! - J. W. Freeman: Improvements to propositional satisfiability search algorithms, 1995 (failed literals).
//! - I. Lynce, J. Ouaknine: Sudoku as a SAT problem, 2006 (failed literals on Sudoku).

use std::sync::Arc;

use sudoku_cnf::bits::Bits;
use sudoku_cnf::candidates::Contradiction;
use sudoku_cnf::planes::{Masks, Planes};
use sudoku_cnf::{
    Candidate, Cell, ClauseKind, ClauseSink, CnfOptions, Digit, Encoding, Geometry, Grid, Lit, Problem,
    with_planes,
};

use super::solutions::{Grids, Models, Solutions, SolveError, solutions};
use crate::backend::{Backend, BackendError};
use crate::limits::Limits;
use crate::solver::Solver;

/// How many trials may come to nothing before a solver is asked.
const FRUITLESS_TRIALS: usize = 20;

/// What puzzles on the same board have in common, kept from one puzzle to the next.
#[derive(Default)]
pub struct Probing {
    /// Of the board that was seen last.
    board: Option<Board>,
}

struct Board {
    geometry: Arc<Geometry>,
    /// None where it is too large.
    probe: Option<Box<dyn Probe>>,
}

impl Probing {
    /// All solutions of `puzzle` as [`solutions`] gives them, faster and perhaps in another order.
    ///
    /// A search engine or an external solver gets the puzzle as it is, as does one that is to have the clauses of the
    /// whole board; so does any solver beyond 36×36. Of the complete encoding up to 9×9, a solver does not get house
    /// clauses of more than four literals, which follow from the others.
    ///
    /// # Errors
    /// As those of [`solutions`].
    ///
    /// ```
    /// use sudoku_cnf::{CnfOptions, Grid};
    /// use sudoku_sat::{Limits, Probing, Solver};
    ///
    /// let mut probing = Probing::default();
    /// let options = CnfOptions::default().reduced();
    /// for (line, count) in [("1...............", 72), ("1......2..3.....", 3), ("12..34...1.....3", 0)] {
    ///     let puzzle: Grid = line.parse()?;
    ///     let found = probing.solutions(&puzzle, &Solver::Varisat, options, Limits::none())?;
    ///     assert_eq!(found.count(), count);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions<'p>(
        &mut self,
        puzzle: &'p Grid,
        solver: &Solver,
        options: impl Into<CnfOptions>,
        limits: Limits,
    ) -> Result<Solutions<'p>, SolveError> {
        let options = options.into();
        let is_asked_all_the_same = matches!(solver, Solver::Engine(_) | Solver::External(_));
        match self.probe(puzzle.geometry()) {
            Some(probe) if options.reduce && !is_asked_all_the_same => {
                let options = CnfOptions { compact: true, ..options };
                let rest = Rest { puzzle, solver: solver.clone(), options, limits };
                Ok(Solutions::new(puzzle, probe.grids(rest)))
            }
            _ => solutions(puzzle, solver, options, limits),
        }
    }

    fn probe(&mut self, geometry: &Arc<Geometry>) -> Option<&dyn Probe> {
        let known = self.board.take().filter(|board| Arc::ptr_eq(&board.geometry, geometry));
        let board = known.unwrap_or_else(|| {
            let probe: Option<Box<dyn Probe>> = with_planes!(geometry.size(),
                N W H => Some(Box::new(OnPlanes::<N, W, H>(Arc::new(Masks::new(geometry))))),
                _ => None
            );
            Board { geometry: geometry.clone(), probe }
        });
        self.board.insert(board).probe.as_deref()
    }
}

impl std::fmt::Debug for Probing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Probing").finish_non_exhaustive()
    }
}

/// Probing on boards of one geometry.
trait Probe: Send {
    /// The solutions of the puzzle in `rest`, whose solver is asked when nothing else is left.
    fn grids<'p>(&self, rest: Rest<'p>) -> Grids<'p>;
}

/// Boards of up to N digits; see [`Planes`].
struct OnPlanes<const N: usize, const W: usize, const H: usize>(Arc<Masks<W, H>>);

impl<const N: usize, const W: usize, const H: usize> Probe for OnPlanes<N, W, H> {
    fn grids<'p>(&self, rest: Rest<'p>) -> Grids<'p> {
        let board = Planes::<N, W, H>::of_puzzle(rest.puzzle, &self.0).ok();
        Box::new(Probed { masks: self.0.clone(), board, fruitless: 0, rest, models: None })
    }
}

/// What a solver has to know to go on.
struct Rest<'p> {
    puzzle: &'p Grid,
    solver: Solver,
    options: CnfOptions,
    limits: Limits,
}

impl Rest<'_> {
    /// The solutions on `board`.
    fn models<const N: usize, const W: usize, const H: usize>(
        &self,
        board: &Planes<N, W, H>,
    ) -> Result<Models, SolveError> {
        let board = board.by_cell(self.puzzle.geometry().clone());
        let problem = Problem::of_board(self.puzzle, board, self.options);
        let mut backend = self.solver.backend(self.limits.clone())?;
        if self.options.encoding == Encoding::Complete && self.puzzle.geometry().size() <= 9 {
            problem.encode(&mut ShortHouseClauses { to: &mut *backend, kind: ClauseKind::Unit })?;
        } else {
            problem.encode(&mut *backend)?;
        }
        Ok(Models::new(problem, backend))
    }
}

/// In how many places a digit may stand at most for a house clause to be worth its while.
const MOST_PLACES: usize = 4;

/// Passes on the complete encoding without the longer ones of the clauses that tell that a digit stands somewhere in
/// a house. They follow from the others, and rarely help.
struct ShortHouseClauses<'a> {
    to: &'a mut dyn Backend,
    kind: ClauseKind,
}

impl ClauseSink for ShortHouseClauses<'_> {
    type Error = BackendError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), BackendError> {
        let is_of_use = self.kind != ClauseKind::HouseAtLeastOne || clause.len() <= MOST_PLACES;
        if is_of_use { self.to.add_clause(clause) } else { Ok(()) }
    }

    fn begin(&mut self, kind: ClauseKind) {
        self.kind = kind;
    }
}

/// The solutions of a puzzle: those that probing finds, and then those that a solver finds on the board that is left.
struct Probed<'p, const N: usize, const W: usize, const H: usize> {
    masks: Arc<Masks<W, H>>,
    /// Where further solutions may be, if anywhere.
    board: Option<Planes<N, W, H>>,
    /// How many trials came to nothing.
    fruitless: usize,
    rest: Rest<'p>,
    /// The solver that was asked in the end.
    models: Option<Models>,
}

impl<const N: usize, const W: usize, const H: usize> Probed<'_, N, W, H> {
    /// The next solution; none also where there is a contradiction.
    fn probe(&mut self) -> Result<Option<Result<Grid, SolveError>>, Contradiction> {
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
            let Some(Trial { candidate, outcome }) = self.fruitful_trial(&board) else {
                return Ok(match self.rest.models(&board) {
                    Ok(models) => self.models.insert(models).next(),
                    Err(error) => Some(Err(error)),
                });
            };
            let is_left = board.eliminate(candidate, &self.masks);
            if let Ok(filled) = outcome {
                self.board = is_left.is_ok().then_some(board);
                return Ok(Some(Ok(self.grid(&filled))));
            }
            is_left?;
        }
    }

    /// Tries the candidates of the cells that have fewest, until one is refuted or fills the board.
    fn fruitful_trial(&mut self, board: &Planes<N, W, H>) -> Option<Trial<Planes<N, W, H>>> {
        for cell in board.most_constrained().iter() {
            for digit in Bits(board.digits_of(cell)) {
                if self.fruitless == FRUITLESS_TRIALS {
                    return None;
                }
                let candidate = Candidate { cell: Cell::new(cell), digit: Digit::new(digit + 1)? };
                let mut trial = board.clone();
                let outcome = trial.assign(candidate, &self.masks).map(|()| trial);
                if outcome.as_ref().map_or(true, |trial| trial.is_solved(&self.masks)) {
                    return Some(Trial { candidate, outcome });
                }
                self.fruitless += 1;
            }
        }
        None
    }

    fn grid(&self, board: &Planes<N, W, H>) -> Grid {
        board.grid(self.rest.puzzle.geometry().clone())
    }
}

impl<const N: usize, const W: usize, const H: usize> Iterator for Probed<'_, N, W, H> {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.probe().unwrap_or(None)
    }
}

/// A candidate that was tried, and the full board that it leads to, or a contradiction.
struct Trial<B> {
    candidate: Candidate,
    outcome: Result<B, Contradiction>,
}
